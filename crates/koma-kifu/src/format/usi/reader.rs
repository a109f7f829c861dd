//! Reads USI, one game a line.

use std::sync::Arc;

use koma_rules::{Ruleset, Setup, UsiMove};
use koma_text::{Finding, Line, Lines, Span};
use koma_variants::Variant;

use super::{ENDINGS, is_board};
use crate::format::play::{keep, next_ply, play, short, span_in};
use crate::{Board, Builder, Ending, Handicap, NodeId, Play, Record, Remarks, ruleset};

/// Reads all games of a text.
pub(super) fn read(text: &str, remarks: &mut Remarks) -> Vec<Record> {
    let mut records: Vec<Record> = Vec::new();
    let mut asides = Vec::new();
    for line in Lines::new(text) {
        let words = line.text.trim_matches([' ', '\t', '\u{feff}']);
        if let Some(comment) = words.strip_prefix('#') {
            asides.push(comment.to_owned());
        } else if !words.is_empty() {
            remarks.set_game(records.len());
            if let Some(mut record) = game(text, words, &line, remarks) {
                if !asides.is_empty() {
                    record.node_mut(NodeId::ROOT).note_mut().asides = std::mem::take(&mut asides);
                }
                records.push(record);
            }
        }
    }
    if let Some(last) = records.last_mut().filter(|_| !asides.is_empty()) {
        last.node_mut(NodeId::ROOT).note_mut().asides.append(&mut asides);
    }
    records
}

/// One line: a start position, moves, an ending.
fn game(base: &str, words: &str, line: &Line<'_>, remarks: &mut Remarks) -> Option<Record> {
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
    let board = board(base, start, line.span, remarks)?;
    let mut record = Record::new(board);
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
        let finding = Finding::warning("move-after-ending", "the game has ended before this");
        remarks.push_at_ply(finding.at(span), Some(next_ply(game)));
    }
    if let Some((end, _)) = ENDINGS.iter().find(|(_, name)| *name == word) {
        let mover = game.record().side_at(game.here());
        return game.end(Ending::new(*end, mover));
    }
    match word.parse::<UsiMove>() {
        Ok(usi) => play(game, &usi, word, span, remarks),
        Err(_) => {
            let message = format!("`{}` is no move", short(word));
            keep(game, word, Finding::error("unreadable-move", message), span, remarks)
        }
    }
}

fn board(base: &str, start: &str, line: Span, remarks: &mut Remarks) -> Option<Board> {
    let rules = ruleset("shogi")?;
    if start == "startpos" || start.is_empty() {
        return Some(Board::start(&rules));
    }
    let text = start.strip_prefix("sfen").map_or(start, str::trim_start);
    let first = text.split_ascii_whitespace().next().unwrap_or("");
    if !is_board(first) {
        let finding = Finding::warning("unreadable-line", "this line is no position").at(line);
        remarks.push(finding.help("a line is `startpos`, `sfen ...` or a bare SFEN, then `moves`"));
        return None;
    }
    let rules = match first.bytes().filter(|&b| b == b'/').count() {
        8 => rules,
        others => game_with_ranks(others + 1, text).unwrap_or(rules),
    };
    match Setup::read(&rules, text) {
        Ok(setup) => Some(Board { rules, setup, last_to: None }),
        Err(error) => {
            let start = span_in(base, text).start;
            let span = Span::new(start + error.at.start, start + error.at.end);
            remarks.error("unreadable-position", error.what, span);
            None
        }
    }
}

/// The game of a board with so many ranks: one that starts like this, or one whose men these are.
fn game_with_ranks(ranks: usize, sfen: &str) -> Option<Arc<Ruleset>> {
    let board = sfen.split_ascii_whitespace().next()?;
    let has_ranks = |variant: &&&Variant| usize::from(variant.ranks) == ranks;
    let mut games: Vec<_> = koma_variants::catalogue().iter().filter(has_ranks).collect();
    // Minishogi is by far the most played of the small ones.
    games.sort_by_key(|variant| (!variant.start.starts_with(board), variant.slug != "minishogi"));
    let reads = |rules: &Arc<Ruleset>| Setup::read(rules, sfen).is_ok();
    games.iter().filter_map(|variant| ruleset(&variant.slug)).find(reads)
}

/// Where a word stands by itself.
fn find_word(text: &str, word: &str) -> Option<usize> {
    text.match_indices(word).map(|(at, _)| at).find(|&at| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        before.is_none_or(char::is_whitespace) && after.is_none_or(char::is_whitespace)
    })
}
