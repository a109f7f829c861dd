//! The interpreter of KIF, KI2 and BOD: sorted lines in, a record out.

use std::sync::Arc;

use koma_rules::{IllegalMove, Ruleset, Side, Square, UsiMove};
use koma_text::{Line, Lines};

use super::ending::{self, Sentence};
use super::game::Game;
use super::head::{self, Head};
use super::lexicon::{Half, Step};
use super::line::{Kind, leading_number};
use super::resolve::{self, Resolved, Trouble};
use super::{time, unmarked};
use crate::format::play::{refused, short};
use crate::notation::token::{MoveText, digit, mark, trim_start};
use crate::{End, Ending, NodeId, Note, Play, Record, Remarks, Winner, say};

/// Reads all games of a text of the family. `told` are the rules of games that name none.
pub(crate) fn read(text: &str, told: Option<Arc<Ruleset>>, remarks: &mut Remarks) -> Vec<Record> {
    read_with(text, told, remarks, true)
}

/// The same; `at_a_glance` says whether moves in the usual shape are read as such.
pub(super) fn read_with(
    text: &str,
    told: Option<Arc<Ruleset>>,
    remarks: &mut Remarks,
    at_a_glance: bool,
) -> Vec<Record> {
    // A move takes a line of some forty bytes; a hostile text gets no more than it brings.
    let expected = (text.len() / 40).min(4096);
    let mut records = Vec::new();
    let mut reader = Reader::new(remarks, told.clone(), expected);
    let mut lines = Lines::new(text);
    while let Some(line) = lines.next() {
        let kind = Kind::of(line.text);
        if reader.is_next_game(&kind, &line) {
            let expected = (lines.rest().len() / 40).min(USUAL_MOVES);
            let Reader { remarks, .. } = reader.finish_into(&mut records);
            remarks.set_game(records.len());
            reader = Reader::new(remarks, told.clone(), expected);
        }
        reader.line(kind, line);
        if let Some(game) = reader.game.as_mut().filter(|_| at_a_glance && !reader.is_orphan) {
            game.go_on(&mut lines);
        }
    }
    reader.finish_into(&mut records);
    records
}

/// Most games of a file of many are not longer.
const USUAL_MOVES: usize = 128;

struct Reader<'t, 'r> {
    remarks: &'r mut Remarks,
    head: Head<'t>,
    game: Option<Game>,
    /// How many moves the text may have.
    expected: usize,
    /// The lines after this one belong to a variation that hangs nowhere.
    is_orphan: bool,
    /// The first step of a move of two, and its words.
    first_half: Option<(Step, &'t str, Line<'t>)>,
    /// The moves have numbers.
    is_numbered: bool,
}

impl<'t, 'r> Reader<'t, 'r> {
    fn new(remarks: &'r mut Remarks, told: Option<Arc<Ruleset>>, expected: usize) -> Self {
        Self {
            remarks,
            expected,
            head: Head::new(told),
            game: None,
            is_orphan: false,
            first_half: None,
            is_numbered: false,
        }
    }

    /// Whether a line begins another game: a head after moves that are over, or one that says again
    /// what this game's head has said; the first numbered move again, after an ending. In KI2 a move
    /// after an ending is one that was played too late.
    fn is_next_game(&self, kind: &Kind<'t>, line: &Line<'t>) -> bool {
        let Some(game) = &self.game else { return false };
        let record = game.build.record();
        if record.is_empty() {
            return false;
        }
        // After an ending alone, a move is one of the same game that was played too late.
        let has_moves = || record.main_line().any(|id| record.usi(id).is_some());
        match kind {
            Kind::Header(key, _) if head::is_first(key) => {
                let is_said = match *key {
                    "手合割" | "手合" => {
                        record.handicap.is_some() || !record.headers.0.is_empty()
                    }
                    key => record.headers.get(key).is_some(),
                };
                game.is_over() || game.lines.len() > 1 || is_said
            }
            Kind::Numbered(1, rest) => {
                has_moves()
                    && game.offset == 0
                    && game.is_over()
                    && !self.is_orphan
                    && MoveText::take(rest).is_some()
            }
            Kind::Skipped => {
                let text = line.text;
                ["#KIF", "手数--"].iter().any(|head| text.starts_with(head))
                    || text.contains("棋譜ファイル")
            }
            _ => false,
        }
    }

    fn line(&mut self, kind: Kind<'t>, line: Line<'t>) {
        let is_other = match kind {
            Kind::Numbered(_, rest) => !rest.starts_with("二歩目"),
            Kind::Branch(_) | Kind::Result(_) | Kind::Marked(_) => true,
            _ => false,
        };
        if self.first_half.is_some() && is_other {
            self.half_a_move();
        }
        if self.is_orphan {
            match kind {
                Kind::Branch(_) => self.is_orphan = false,
                Kind::Blank => return,
                _ => return self.note().comments.push(line.text.trim().to_owned()),
            }
        }
        match kind {
            Kind::Blank | Kind::Skipped => {}
            Kind::Numbered(number, rest) => self.numbered(number, rest, &line),
            Kind::Marked(text) => self.marked(text, &line),
            Kind::Comment(text) => self.note().comments.push(text.to_owned()),
            Kind::Bookmark(text) => self.note().bookmarks.push(text.to_owned()),
            Kind::Branch(text) => self.branch(text, &line),
            Kind::Result(text) => self.result(text, &line),
            Kind::Header(key, value) => self.header(key, value, &line),
            Kind::Row(_) | Kind::LastMove(_) | Kind::Turn(_) if self.game.is_some() => {
                self.remarks.push(say::late_diagram().at(line.span));
            }
            Kind::Row(row) => self.head.diagram.push_row(row, line.span),
            Kind::LastMove(text) => self.head.diagram.read_last_move(text),
            Kind::Turn(word) => self.head.turn(word),
            Kind::Unknown => self.unknown(&line),
        }
    }

    /// Finishes the game; what is left of the reader has read nothing.
    fn finish_into(mut self, records: &mut Vec<Record>) -> Self {
        self.half_a_move();
        self.game(None);
        let Some(record) = self.game.take().map(|game| game.build.finish()) else { return self };
        let has_start = record.handicap.is_some()
            || record.board.as_ref().is_none_or(|board| board.setup != *board.rules.start());
        match records.last_mut().filter(|_| record.is_empty() && !has_start) {
            // No game follows: what looked like its head belongs to the game before it.
            Some(last) => {
                last.headers.0.extend(record.headers.0.iter().cloned());
                if let Some(note) = &record.node(NodeId::ROOT).note {
                    last.node_mut(NodeId::ROOT).note_mut().comments.extend(note.comments.clone());
                }
            }
            None => records.push(record),
        }
        self
    }

    /// The game, begun if it was not.
    fn game(&mut self, first: Option<&MoveText>) -> &mut Game {
        let Self { game, head, remarks, expected, .. } = self;
        game.get_or_insert_with(|| {
            let mut record = head.start(first, remarks);
            let note = std::mem::take(&mut head.note);
            if note != Note::default() {
                *record.node_mut(NodeId::ROOT).note_mut() = note;
            }
            Game::new(record, *expected)
        })
    }

    /// Where comments go: the start position or the last move.
    fn note(&mut self) -> &mut Note {
        match &mut self.game {
            Some(game) => {
                let here = game.build.here();
                game.build.record_mut().node_mut(here).note_mut()
            }
            None => &mut self.head.note,
        }
    }

    fn header(&mut self, key: &'t str, value: &'t str, line: &Line<'t>) {
        if key.is_empty() {
            self.remarks.push(say::empty_key().at(line.span));
        }
        match &mut self.game {
            None => self.head.header(key, value, line.span),
            Some(game) => {
                if matches!(key, "手合割" | "手合") {
                    self.remarks.push(say::late_handicap().at(line.span));
                }
                game.build.record_mut().headers.push(key, value);
            }
        }
    }

    fn unknown(&mut self, line: &Line<'t>) {
        let text = line.text.trim();
        // 盤面回転 only turns the view; programs write it without a value.
        if text.starts_with("盤面回転") {
            match &mut self.game {
                None => self.head.header(text, "", line.span),
                Some(game) => game.build.record_mut().headers.push(text, ""),
            }
            return;
        }
        if text.bytes().all(|b| matches!(b, b'-' | b'=' | b'_' | b' ')) {
            return; // A rule across the page.
        }
        if !self.is_numbered && unmarked::is_line(text) {
            return self.unmarked(text, line);
        }
        // An ending like a move.
        if let Some(game) = &self.game
            && let Some(ending) = ending::numbered(text, game.mover())
        {
            return self.end(ending, line);
        }
        self.remarks.push(say::no_line_of_kif().at(line.span));
    }

    /// A numbered line: a move, or an ending.
    fn numbered(&mut self, number: u32, rest: &'t str, line: &Line<'t>) {
        let parsed = MoveText::take(rest);
        self.is_numbered = true;
        self.head.has_arrows |= self.game.is_none() && rest.contains('←');
        let is_first = self.game.is_none();
        let game = self.game(parsed.as_ref().map(|(text, _)| text));
        if is_first || game.build.record().is_empty() {
            game.offset = i64::from(number) - 1;
        }
        let expected = i64::from(game.next_depth()) + game.offset;
        let has_own_names = game.lexicon.is_some();
        let lexicon = game.lexicon.as_ref().filter(|_| game.build.position().is_some());
        let step = lexicon
            .and_then(|lexicon| lexicon.step(rest))
            .filter(|(step, after)| step.half != Some(Half::First) || trim_start(after).is_empty());
        if step.as_ref().is_some_and(|(step, _)| step.half == Some(Half::First)) {
            return self.first_half = step.map(|(step, _)| (step, rest, *line));
        }
        let after = match &parsed {
            _ if step.is_some() => {
                let (step, after) = step.expect("just looked");
                self.play_step(&step, word_before(rest, after), line);
                after
            }
            Some((text, after)) if is_clean(after) && !has_own_names => {
                self.play(*text, word_before(rest, after), line);
                *after
            }
            _ => self.numbered_words(rest, line),
        };
        self.tail(after, line);
        let game = self.game(None);
        game.advance();
        // Steps of one move share a number in games that we cannot play.
        if i64::from(number) != expected && game.kinds.is_some() {
            let ply = Some(game.ply());
            self.remarks.push_at_ply(say::move_number(number, expected).at(line.span), ply);
        }
    }

    /// A first step that no second one follows is kept as text.
    fn half_a_move(&mut self) {
        if let Some((_, words, line)) = self.first_half.take() {
            self.unread(words, None, &line);
            self.game(None).advance();
        }
    }

    /// Plays a move of a game whose men have names of their own.
    fn play_step(&mut self, step: &Step, words: &str, line: &Line<'t>) {
        let first = self.first_half.take().filter(|_| step.half == Some(Half::Second));
        if step.half == Some(Half::Second) && first.is_none() {
            return self.unread(words, None, line);
        }
        let both = first.as_ref().map(|(_, first, _)| format!("{first} {words}"));
        let words = both.as_deref().unwrap_or(words);
        let game = self.game(None);
        let rules = game.build.record().board.as_ref().map(|board| Arc::clone(&board.rules));
        let (Some(rules), Some(position)) = (rules, game.build.position()) else {
            return self.unread(words, None, line);
        };
        let name = |square: Square| rules.geometry().name(square);
        let last_to = game.last_to.map(name);
        let middle = first.as_ref().and_then(|(first, ..)| first.to.or(last_to));
        let (Some(to), Some(kind)) = (step.to.or(middle).or(last_to), step.kinds.first()) else {
            return self.unread(words, None, line);
        };
        let usi = match step.from {
            None => UsiMove::Drop { code: rules.code(*kind).to_owned(), to },
            Some(from) => {
                let from = first.as_ref().and_then(|(first, ..)| first.from).unwrap_or(from);
                let square = rules.geometry().square(from.file, from.rank);
                let man = square.and_then(|square| position.man_at(square));
                if man.is_some_and(|man| !step.kinds.contains(&man.kind)) {
                    let ply = Some(game.next_ply());
                    self.remarks.push_at_ply(say::other_man(from.fact()).at(line.span), ply);
                }
                let via = middle.into_iter().collect();
                UsiMove::Board { from, via, to, promotes: step.promotes }
            }
        };
        self.play_illegal(&usi, words, line);
    }

    /// Words that are no move: an ending, or something garbled. Gives what follows them.
    fn numbered_words(&mut self, rest: &'t str, line: &Line<'t>) -> &'t str {
        let words_end = find_time(rest).unwrap_or(rest.len());
        let (words, after) = rest.split_at(words_end);
        let words = words.trim_end_matches([' ', '\u{3000}', '\t', '+']);
        let mover = self.game(None).mover();
        if let Some(ending) = ending::numbered(words, mover) {
            self.end(ending, line);
        } else if is_like_a_move(words) || self.game(None).build.position().is_none() {
            self.unread(words, None, line);
        } else {
            let ply = Some(self.game(None).next_ply());
            self.remarks.push_at_ply(say::unknown_ending(short(words)).at(line.span), ply);
            self.end(Ending::new(End::Other, mover).text(words), line);
        }
        after
    }

    /// What follows a move on its line: times, the sign of a branch, a comment.
    fn tail(&mut self, text: &'t str, line: &Line<'t>) {
        let mut rest = trim_start(text);
        if let Some((times, after)) = time::take(rest).or_else(|| time::take_wide(rest)) {
            self.game(None).build.time(times.time, times.total);
            rest = trim_start(after);
            // IS-Shogi writes the times twice.
            while let Some((_, after)) = time::take(rest) {
                rest = trim_start(after);
            }
        }
        rest = rest.strip_prefix('+').map_or(rest, trim_start);
        if let Some(comment) = rest.strip_prefix('*') {
            self.note().comments.push(comment.trim().to_owned());
        } else if !rest.is_empty() {
            let ply = Some(self.game(None).ply());
            self.remarks.push_at_ply(say::text_after_move(short(rest)).at(line.span), ply);
        }
    }

    /// A line of KI2: moves with marks, any number of them.
    fn marked(&mut self, text: &'t str, line: &Line<'t>) {
        let mut rest = text;
        while !rest.is_empty() {
            let body = &rest[rest.chars().next().map_or(0, char::len_utf8)..];
            let end = body
                .find(|c| mark(c).is_some())
                .map_or(rest.len(), |at| rest.len() - body.len() + at);
            let (token, after) = rest.split_at(end);
            self.marked_move(token, line);
            rest = after;
        }
    }

    fn marked_move(&mut self, token: &'t str, line: &Line<'t>) {
        let trimmed = token.trim_end_matches([' ', '\u{3000}', '\t']);
        let parsed = MoveText::take(trimmed);
        self.game(parsed.as_ref().map(|(text, _)| text));
        let ends = |after: &str, game: &mut Game| {
            ending::numbered(trim_start(after), game.mover().other()).is_some()
        };
        match parsed {
            Some((text, after)) if is_clean(after) || ends(after, self.game(None)) => {
                let after = trim_start(after);
                self.play(text, word_before(trimmed, after), line);
                self.game(None).advance();
                if after.is_empty() {
                    return;
                }
                // Shogidb2 writes 投了 like a move.
                let mover = self.game(None).mover();
                match ending::numbered(after, mover) {
                    Some(ending) => self.end(ending, line),
                    None => self.tail(after, line),
                }
            }
            _ => {
                let words = trimmed.trim_start_matches(|c| mark(c).is_some());
                let mover = self.game(None).mover();
                match ending::numbered(words, mover) {
                    Some(ending) => self.end(ending, line),
                    None => self.unread(trimmed, None, line),
                }
            }
        }
        self.game(None).advance();
    }

    /// A line of KI2 without marks.
    fn unmarked(&mut self, text: &'t str, line: &Line<'t>) {
        let mut rest = text;
        while let Some((item, after)) = unmarked::take(rest) {
            match item {
                unmarked::Item::Move(text, words) => {
                    let mover = self.game(Some(&text)).mover();
                    self.play(MoveText { mark: Some(mover), ..text }, words, line);
                }
                unmarked::Item::End(words) => {
                    let mover = self.game(None).mover();
                    if let Some(ending) = ending::numbered(words, mover) {
                        self.end(ending, line);
                    }
                }
            }
            self.game(None).advance();
            rest = after;
        }
    }

    /// Plays a move that was read.
    fn play(&mut self, text: MoveText, words: &'t str, line: &Line<'t>) {
        let game = self.game(Some(&text));
        if !game.other_parents.is_empty() {
            game.choose_parent(&text);
        }
        let (Some(position), Some(kinds)) = (game.build.position(), &game.kinds) else {
            return self.unread(words, None, line);
        };
        let resolved = resolve::resolve(position, kinds, &text, game.last_to);
        let mover = position.side();
        let id = match resolved {
            Ok(Resolved { mv, doubt }) => {
                if let Some(finding) = doubt {
                    let ply = Some(game.next_ply());
                    self.remarks.push_at_ply(finding.at(line.span), ply);
                }
                let game = self.game(None);
                game.last_to = Some(mv.to());
                game.build.play_legal(mv)
            }
            Err(Trouble::Illegal(usi)) => return self.play_illegal(&usi, words, line),
            Err(Trouble::Unclear(finding)) => {
                let ply = Some(game.next_ply());
                self.remarks.push_at_ply(finding.at(line.span), ply);
                return self.keep_unread(words, None, line);
            }
        };
        let game = self.game(None);
        game.build.record_mut().node_mut(id).line = line.number as u32;
        if text.mark.is_some_and(|mark| mark != mover) {
            let ply = Some(game.ply());
            self.remarks.push_at_ply(say::wrong_mark().at(line.span), ply);
        }
    }

    fn play_illegal(&mut self, usi: &UsiMove, words: &str, line: &Line<'t>) {
        let game = self.game(None);
        let (id, reason) = match game.build.play(usi) {
            Ok(id) => (id, None),
            Err((id, reason)) => (id, reason),
        };
        let node = game.build.record_mut().node_mut(id);
        node.line = line.number as u32;
        if let Play::Unread(unread) = &mut node.play {
            unread.text = words.to_owned();
        } else {
            let rules = game.build.record().board.as_ref().map(|board| &board.rules);
            game.last_to = rules
                .zip(usi.to())
                .and_then(|(rules, to)| rules.geometry().square(to.file, to.rank));
        }
        let Some(reason) = reason else { return };
        let is_unread = game.build.position().is_none();
        let ply = Some(game.build.record().ply(id));
        self.remarks.push_at_ply(refused(words, &reason, is_unread).at(line.span), ply);
    }

    /// Keeps a move as text, with a remark.
    fn unread(&mut self, words: &str, reason: Option<IllegalMove>, line: &Line<'t>) {
        let game = self.game(None);
        // Where nothing can be carried out, it has been said once.
        if game.build.position().is_some() {
            let ply = Some(game.next_ply());
            let finding = say::no_move(short(words)).at(line.span);
            self.remarks.push_at_ply(finding.help(say::kept_as_text()), ply);
        }
        self.keep_unread(words, reason, line);
    }

    fn keep_unread(&mut self, words: &str, reason: Option<IllegalMove>, line: &Line<'t>) {
        let game = self.game(None);
        let id = game.build.unread(words, reason);
        game.build.record_mut().node_mut(id).line = line.number as u32;
        game.last_to = None;
    }

    fn end(&mut self, ending: Ending, line: &Line<'t>) {
        let game = self.game(None);
        let here = game.build.here();
        if let Play::End(first) = &game.build.record().node(here).play
            && first.end != End::Interrupted
        {
            let finding = say::second_ending(ending.words(), first.words());
            self.remarks.push(finding.at(line.span));
        }
        let game = self.game(None);
        let id = game.build.end(ending);
        game.build.record_mut().node_mut(id).line = line.number as u32;
    }

    /// `まで64手で後手の勝ち`.
    fn result(&mut self, text: &'t str, line: &Line<'t>) {
        let game = self.game(None);
        let record = game.build.record();
        let here = game.build.here();
        let names = Side::BOTH.map(|side| record.player(side));
        let Sentence { moves, ending } = ending::sentence(text, game.mover(), names);
        let node = record.node(here);
        let played = match &node.play {
            Play::End(_) | Play::Start => node.depth().saturating_sub(1),
            _ => node.depth(),
        };
        let played = i64::from(played) + game.offset;
        let counted = moves.filter(|&moves| i64::from(moves) != played);
        let existing = match &node.play {
            Play::End(existing) => Some((**existing).clone()),
            _ => None,
        };
        if let Some(moves) = counted {
            self.remarks.push(say::result_count(moves, played).at(line.span));
        }
        let game = self.game(None);
        match existing {
            None => {
                let id = game.build.end(Ending { text: None, ..ending.clone() });
                game.build.record_mut().node_mut(id).line = line.number as u32;
                game.advance();
                if ending.end == End::Other {
                    if let Play::End(kept) = &mut game.build.record_mut().node_mut(id).play {
                        kept.text = ending.text;
                    }
                    self.remarks.push(say::unknown_result().at(line.span));
                }
            }
            Some(existing) => {
                let differ = existing.winner.zip(ending.winner).filter(|(one, two)| one != two);
                if existing.winner.is_none() && existing.end == End::Other {
                    let node = game.build.record_mut().node_mut(here);
                    if let Play::End(kept) = &mut node.play {
                        kept.winner = ending.winner;
                    }
                }
                // An interrupted game has no winner, whatever the sentence says.
                let nobody = existing.winner.is_none() && existing.end != End::Other;
                let said = ending.winner.filter(|_| differ.is_some() || nobody);
                if let Some(said) = said {
                    let last = existing.winner.map_or_else(|| say::nobody().into(), Winner::fact);
                    self.remarks.push(say::result_differs(said.fact(), last).at(line.span));
                }
            }
        }
        self.note().result.get_or_insert_with(|| text.to_owned());
    }

    /// `変化：9手`.
    fn branch(&mut self, text: &'t str, line: &Line<'t>) {
        let number = leading_number(text);
        let Some(game) = &mut self.game else {
            // An old version of ShogiHome wrote this into the head.
            return self.remarks.push(say::early_variation().at(line.span));
        };
        let depth = number.map(|number| i64::from(number) - game.offset);
        let depth = depth.and_then(|depth| u32::try_from(depth).ok()).filter(|&depth| depth > 0);
        let points = depth.map_or(Vec::new(), |depth| game.branch_points(depth));
        let Some(&point) = points.first() else {
            self.is_orphan = true;
            let finding = say::no_move_to_vary().at(line.span);
            return self.remarks.push(finding.help(say::kept_as_comments()));
        };
        if game
            .lines
            .last()
            .is_some_and(|last| Some(last.depth + 1) == depth && last.tip == point.node)
        {
            self.remarks.push(say::variation_continues().at(line.span));
        }
        game.start_line(point);
        // The first place comes last again, should the move fit nowhere.
        game.other_parents = points[1..].to_vec();
        if !game.other_parents.is_empty() {
            game.other_parents.push(point);
        }
    }
}

/// Whether what follows a move may follow one. A square in brackets may not: it is no square.
fn is_clean(after: &str) -> bool {
    let is_square = after.as_bytes().get(..4).is_some_and(|bytes| {
        bytes[0] == b'(' && bytes[1..3].iter().all(u8::is_ascii_digit) && bytes[3] == b')'
    });
    after.is_empty() || after.starts_with([' ', '\u{3000}', '\t', '(', '+']) && !is_square
}

/// The words of a move, given what follows them.
fn word_before<'t>(text: &'t str, after: &str) -> &'t str {
    text[..text.len() - after.len()].trim_end_matches([' ', '\u{3000}', '\t'])
}

/// Where the first time in brackets begins.
pub(super) fn find_time(text: &str) -> Option<usize> {
    text.match_indices('(').map(|(at, _)| at).find(|&at| time::take(&text[at..]).is_some())
}

/// Whether words on a numbered line are read as an ending of their own.
pub(super) fn is_an_ending(words: &str) -> bool {
    let trimmed = words.trim_matches([' ', '\u{3000}', '\t', '+', '.', '目']);
    let is_plain = trimmed == words && !words.is_empty() && !words.starts_with("手目");
    is_plain && find_time(words).is_none() && !is_like_a_move(words)
}

/// Whether words look like a move that is garbled, rather than like an ending.
pub(super) fn is_like_a_move(words: &str) -> bool {
    let has_origin = words.split('(').skip(1).any(|after| {
        let mut chars = after.chars();
        chars.next().and_then(digit).is_some() && chars.next().and_then(digit).is_some()
    });
    let first = words.chars().next();
    let is_step = words.starts_with("一歩目") || words.starts_with("二歩目") || words.contains('←');
    is_step
        || has_origin
        || first.is_none_or(|c| c == '同' || digit(c).is_some() || mark(c).is_some())
}
