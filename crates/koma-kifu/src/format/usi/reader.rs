//! Reads USI, one game a line.

use std::sync::Arc;

use koma_rules::{Ruleset, Setup, UsiMove};
use koma_text::{Line, Lines, Span};
use koma_variants::Variant;

use super::{ENDINGS, is_board, usi_game_named};
use crate::format::play::{keep, next_ply, play, short, span_in};
use crate::{Board, Builder, Ending, Handicap, NodeId, Play, Record, Remarks, ruleset, say};

/// Reads all games of a text. `told` are the rules the caller wants them read by.
pub(super) fn read(text: &str, told: Option<&Arc<Ruleset>>, remarks: &mut Remarks) -> Vec<Record> {
    let mut records: Vec<Record> = Vec::new();
    let mut asides = Vec::new();
    let mut named = told.map_or(Named::Nothing, |rules| Named::Rules(Arc::clone(rules)));
    for line in Lines::new(text) {
        let words = line.text.trim_matches([' ', '\t', '\u{feff}']);
        remarks.set_game(records.len());
        if let Some(comment) = words.strip_prefix('#') {
            asides.push(comment.to_owned());
        } else if let Some(name) = usi_game_named(words) {
            named = named.then(name, told, span_in(text, name), remarks);
        } else if !words.is_empty()
            && let Some(mut record) = game(text, words, &line, &named, remarks)
        {
            if !asides.is_empty() {
                record.node_mut(NodeId::ROOT).note_mut().asides = std::mem::take(&mut asides);
            }
            records.push(record);
        }
    }
    if let Some(last) = records.last_mut().filter(|_| !asides.is_empty()) {
        last.node_mut(NodeId::ROOT).note_mut().asides.append(&mut asides);
    }
    records
}

/// The game that the lines which follow are of.
enum Named {
    /// Nobody has said: shogi, or what the board shows.
    Nothing,
    Rules(Arc<Ruleset>),
    /// One whose rules are not here.
    Unknown(String),
}

impl Named {
    /// What holds after a line that names a game. The caller's word counts more.
    fn then(
        self,
        name: &str,
        told: Option<&Arc<Ruleset>>,
        span: Span,
        remarks: &mut Remarks,
    ) -> Self {
        let found = ruleset(name);
        if let Some(told) = told {
            let slug = &*told.variant().slug;
            let found = found.as_ref().map_or(name, |rules| &*rules.variant().slug);
            if found != slug {
                remarks.push(say::variant_told(short(name), slug).at(span));
            }
            return self;
        }
        found.map_or_else(
            || {
                let name = short(name);
                remarks.push(say::variant_kept_as_text(&name).at(span));
                Self::Unknown(name)
            },
            Self::Rules,
        )
    }
}

/// One line: a start position, moves, an ending.
fn game(
    base: &str,
    words: &str,
    line: &Line<'_>,
    named: &Named,
    remarks: &mut Remarks,
) -> Option<Record> {
    let (words, comment) = match words.split_once(" #") {
        Some((words, comment)) => (words.trim_end(), Some(comment)),
        None => (words, None),
    };
    let rest = words.strip_prefix("position").map_or(words, str::trim_start);
    let first = rest.split_ascii_whitespace().next().unwrap_or("");
    let (start, moves) = match find_word(rest, "moves") {
        Some(at) => (rest[..at].trim_end(), &rest[at + "moves".len()..]),
        // Moves alone are played from the start.
        None if first.parse::<UsiMove>().is_ok() => ("", rest),
        None => (rest, ""),
    };
    let mut record = match named {
        Named::Unknown(name) => Record::unplayable(name),
        Named::Rules(rules) => Record::new(board(base, start, line.span, Some(rules), remarks)?),
        Named::Nothing => Record::new(board(base, start, line.span, None, remarks)?),
    };
    if let Some(board) = &record.board
        && board.setup != *board.rules.start()
        && board.setup.ply == 1
        && record.variant == "shogi"
    {
        record.handicap = Handicap::from_sfen(&board.setup.write_without_ply(&board.rules));
    }
    if let Some(comment) = comment {
        record.node_mut(NodeId::ROOT).note_mut().asides.push(comment.to_owned());
    }
    let mut game = Builder::new(record);
    for word in moves.split_ascii_whitespace() {
        let span = span_in(base, word);
        let id = token(&mut game, word, span, remarks);
        game.record_mut().node_mut(id).line = line.number as u32;
    }
    Some(game.finish())
}

fn token(game: &mut Builder, word: &str, span: Span, remarks: &mut Remarks) -> NodeId {
    if let Play::End(_) = game.record().node(game.here()).play {
        remarks.push_at_ply(say::move_after_ending().at(span), Some(next_ply(game)));
    }
    if let Some((end, _)) = ENDINGS.iter().find(|(_, name)| *name == word) {
        let mover = game.record().side_at(game.here());
        return game.end(Ending::new(*end, mover));
    }
    match word.parse::<UsiMove>() {
        Ok(usi) => play(game, &usi, word, span, remarks),
        Err(_) => keep(game, word, say::no_move(short(word)), span, remarks),
    }
}

/// The start of a game of these rules; without rules, of the game that the board shows.
fn board(
    base: &str,
    start: &str,
    line: Span,
    rules: Option<&Arc<Ruleset>>,
    remarks: &mut Remarks,
) -> Option<Board> {
    if start == "startpos" || start.is_empty() {
        let shogi = || ruleset("shogi");
        return rules.cloned().or_else(shogi).as_ref().map(Board::start);
    }
    let text = start.strip_prefix("sfen").map_or(start, str::trim_start);
    let first = text.split_ascii_whitespace().next().unwrap_or("");
    if !is_board(first) {
        remarks.push(say::no_line_of_usi().at(line));
        return None;
    }
    let place = span_in(base, text);
    let rules = match rules {
        Some(rules) => Arc::clone(rules),
        None => game_of_board(text, place, remarks)?,
    };
    match Setup::read(&rules, text) {
        Ok(setup) => Some(Board { rules, setup, last_to: None }),
        Err(error) => {
            let span = Span::new(place.start + error.at.start, place.start + error.at.end);
            remarks.push(say::unreadable_position(error.what).at(span));
            None
        }
    }
}

/// The game of a position that no line names: one that starts there; else shogi, if it can be one
/// of its positions; else one whose board and men these are.
fn game_of_board(sfen: &str, place: Span, remarks: &mut Remarks) -> Option<Arc<Ruleset>> {
    let shogi = ruleset("shogi")?;
    let reads = |rules: &Arc<Ruleset>| Setup::read(rules, sfen).is_ok();
    let is_shogi = reads(&shogi);
    let first_row = |text: &str| text.split('/').next().map(str::to_owned);
    // Nearly all positions end here: no problem's board begins like the start of a game.
    if is_shogi && first_row(sfen) != first_row(&shogi.variant().start) {
        return Some(shogi);
    }
    let starts_here = |variant: &&&Variant| {
        let mut words = sfen.split_ascii_whitespace();
        variant.start.split_ascii_whitespace().all(|word| words.next().is_none_or(|w| w == word))
    };
    let others: Vec<_> = match shogi.start().write(&shogi).starts_with(sfen) {
        true => Vec::new(),
        false => koma_variants::catalogue().iter().filter(starts_here).collect(),
    };
    if let Some(rules) = others.first().and_then(|variant| ruleset(&variant.slug)) {
        if is_shogi || others.len() > 1 {
            remarks.push(say::game_by_board(&rules.variant().slug).at(place));
        }
        return Some(rules);
    }
    if is_shogi {
        return Some(shogi);
    }
    let ranks = sfen.split_ascii_whitespace().next()?.split('/').count();
    let has_ranks = |variant: &&&Variant| usize::from(variant.ranks) == ranks;
    let mut games: Vec<_> = koma_variants::catalogue().iter().filter(has_ranks).collect();
    // Minishogi is by far the most played of the small ones.
    games.sort_by_key(|variant| variant.slug != "minishogi");
    let found = games.iter().filter_map(|variant| ruleset(&variant.slug)).find(reads);
    // Where no game has such a position, shogi says what is wrong with it.
    Some(found.unwrap_or(shogi))
}

/// Where a word stands by itself.
fn find_word(text: &str, word: &str) -> Option<usize> {
    text.match_indices(word).map(|(at, _)| at).find(|&at| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        before.is_none_or(char::is_whitespace) && after.is_none_or(char::is_whitespace)
    })
}
