//! Reads JKF.

use std::collections::VecDeque;
use std::sync::Arc;

use koma_rules::{Man, Position, Ruleset, Setup, Side, SquareName, UsiMove};
use koma_text::Finding;

use crate::format::csa::row;
use crate::format::json::text::{Json, Value};
use crate::format::kif::resolve::{Resolved, Trouble, by_words};
use crate::format::play::{keep, next_ply, play, short};
use crate::notation::names::{self, Kinds};
use crate::notation::token::{Beside, Motion, Words};
use crate::{Board, Builder, End, Ending, Handicap, Millis, NodeId, Record, Remarks, ruleset, say};

pub(super) fn read(text: &str, remarks: &mut Remarks) -> Option<Record> {
    let json = match Json::read(text) {
        Ok(json) => json,
        Err(finding) => {
            remarks.push(*finding);
            return None;
        }
    };
    let root = json.root();
    let Some(moves) = root.get("moves").filter(|moves| moves.is_list()) else {
        remarks.push(say::no_list_of_moves().at(root.span()));
        return None;
    };
    let rules = ruleset("shogi")?;
    let kinds = Kinds::of(&rules);
    let mut record = Record::new(Board::start(&rules));
    for field in root.items() {
        match field.key() {
            "header" => headers(field, &mut record, remarks),
            "initial" | "moves" => {}
            key => remarks.push(say::unknown_field(short(key)).at(field.span())),
        }
    }
    start(root, &mut record, &rules, &kinds, remarks);
    let game = Builder::new(record);
    Some(Reader { game, kinds, rules, remarks }.lines(moves))
}

fn headers(value: Value<'_, '_>, record: &mut Record, remarks: &mut Remarks) {
    for header in value.items() {
        match (header.key(), header.text()) {
            ("手合割", Some(name)) => {
                record.handicap = Some(Handicap::named(name.trim_end_matches(['\u{3000}', ' '])));
            }
            (key, Some(value)) => record.headers.push(key, value),
            (_, None) => remarks.push(say::header_not_a_text().at(header.span())),
        }
    }
}

/// The start position: of the preset, of the data, or of the handicap among the headers.
fn start(
    root: Value<'_, '_>,
    record: &mut Record,
    rules: &Arc<Ruleset>,
    kinds: &Kinds,
    remarks: &mut Remarks,
) {
    let mut setup = None;
    let by_handicap = |handicap: &Handicap| Setup::read(rules, handicap.sfen()?).ok();
    if let Some(initial) = root.get("initial") {
        let preset = initial.get("preset").and_then(Value::text).unwrap_or("");
        if let Some(data) = initial.get("data").filter(|_| preset == "OTHER" || preset.is_empty()) {
            setup = Some(position(data, rules, kinds, remarks));
        } else if let Some(handicap) = Handicap::from_preset(preset) {
            setup = by_handicap(&handicap);
            record.handicap = Some(handicap).filter(|handicap| !handicap.is_even());
        } else {
            remarks.push(say::unknown_preset(short(preset)).at(initial.span()));
        }
    } else if let Some(handicap) = &record.handicap {
        setup = by_handicap(handicap);
    }
    if let (Some(setup), Some(board)) = (setup, &mut record.board) {
        board.setup = setup;
    }
}

fn position(data: Value<'_, '_>, rules: &Ruleset, kinds: &Kinds, remarks: &mut Remarks) -> Setup {
    let mut setup = Setup::empty(rules);
    setup.side = side(data.get("color")).unwrap_or(Side::Sente);
    let files = data.get("board").into_iter().flat_map(Value::items);
    for (cells, file) in files.zip(1..) {
        for (cell, rank) in cells.items().zip(1..) {
            let Some(name) = cell.get("kind") else { continue };
            let kind = kind(name, kinds);
            let square = rules.geometry().square(file, rank);
            match (kind, square, side(cell.get("color"))) {
                (Some(kind), Some(square), Some(side)) => {
                    setup.set(square, Some(Man { kind, side }));
                }
                _ => remarks.push(say::no_man_on_square().at(cell.span())),
            }
        }
    }
    let hands = data.get("hands").into_iter().flat_map(Value::items);
    for (hand, side) in hands.zip(Side::BOTH) {
        for count in hand.items() {
            let bytes = count.key().as_bytes();
            let found = <[u8; 2]>::try_from(bytes).ok().and_then(row);
            let kind = found.and_then(|row| kinds.kind(row)).filter(|&k| rules.can_be_held(k));
            match (kind, count.number()) {
                (Some(kind), Some(number @ 0..=250)) => setup.hold(side, kind, number as u16),
                _ => remarks.push(say::no_count().at(count.span())),
            }
        }
    }
    setup
}

fn side(value: Option<Value<'_, '_>>) -> Option<Side> {
    match value?.number()? {
        0 => Some(Side::Sente),
        1 => Some(Side::Gote),
        _ => None,
    }
}

fn kind(value: Value<'_, '_>, kinds: &Kinds) -> Option<koma_rules::KindId> {
    let code = <[u8; 2]>::try_from(value.text()?.as_bytes()).ok()?;
    kinds.kind(row(code)?)
}

struct Reader<'r> {
    game: Builder,
    kinds: Kinds,
    rules: Arc<Ruleset>,
    remarks: &'r mut Remarks,
}

impl Reader<'_> {
    fn lines(mut self, moves: Value<'_, '_>) -> Record {
        // Lines still to be read, with the node each begins after.
        let mut todo = VecDeque::from([(moves, NodeId::ROOT)]);
        let mut is_main = true;
        while let Some((line, parent)) = todo.pop_front() {
            self.game.go(parent);
            for (at, node) in line.items().enumerate() {
                // The first node of the main line is the start position.
                let is_start = std::mem::take(&mut is_main) && at == 0 && is_silent(node);
                let before = self.game.here();
                if !is_start {
                    self.node(node);
                }
                self.notes(node);
                for fork in node.get("forks").into_iter().flat_map(Value::items) {
                    todo.push_back((fork, before));
                }
            }
        }
        self.game.finish()
    }

    fn node(&mut self, node: Value<'_, '_>) {
        if let Some(mv) = node.get("move") {
            let words = || words(mv);
            match self.usi(mv) {
                Ok(usi) => {
                    play(&mut self.game, &usi, &words(), mv.span(), self.remarks);
                }
                Err(finding) => {
                    keep(&mut self.game, &words(), *finding, mv.span(), self.remarks);
                }
            }
        }
        if let Some(special) = node.get("special") {
            self.end(special);
        } else if is_silent(node) {
            self.remarks.push(say::silent_node().at(node.span()));
        }
    }

    fn end(&mut self, special: Value<'_, '_>) {
        let words = special.text().unwrap_or("");
        let mover = self.game.record().side_at(self.game.here());
        let ending = match End::from_keyword(words) {
            Some(end) => Ending::new(end, mover),
            None => {
                self.remarks.push(say::unknown_ending(short(words)).at(special.span()));
                Ending::new(End::Other, mover).text(format!("%{words}"))
            }
        };
        self.game.end(ending);
    }

    /// The move, as far as it can be told.
    fn usi(&mut self, mv: Value<'_, '_>) -> Result<UsiMove, Box<Finding>> {
        let Some(position) = self.game.position() else {
            return Err(Box::new(say::move_after_unread()));
        };
        let piece = mv.get("piece").and_then(|piece| kind(piece, &self.kinds));
        let kind = piece.ok_or_else(|| Box::new(say::move_without_man()))?;
        let same = || {
            let last = self.game.record().last_square(self.game.here());
            last.filter(|_| mv.get("same").and_then(Value::boolean) == Some(true))
        };
        let to = mv.get("to").and_then(square).or_else(same);
        let to = to.ok_or_else(|| Box::new(say::move_to_nowhere()))?;
        let told = mv.get("promote").and_then(Value::boolean);
        let promotes = told == Some(true);
        let mover = position.side();
        let usi = match mv.get("from").and_then(square) {
            Some(from) => {
                let man = self.rules.geometry().square(from.file, from.rank);
                let man = man.and_then(|square| position.man_at(square));
                let becomes = man.and_then(|man| self.rules.promoted(man.kind));
                // Some name the man as it is after the move.
                let promotes =
                    promotes || man.is_some_and(|m| m.kind != kind) && becomes == Some(kind);
                if man.is_some_and(|man| man.kind != kind && becomes != Some(kind)) {
                    let written = names::kif_name(&self.rules, kind);
                    let finding = say::man_elsewhere(written).at(mv.span());
                    self.remarks.push_at_ply(finding, Some(next_ply(&self.game)));
                }
                UsiMove::board(from, to, promotes)
            }
            None => {
                let (usi, doubt) = self.without_origin(position, kind, to, told, mv)?;
                if let Some(finding) = doubt {
                    let ply = Some(next_ply(&self.game));
                    self.remarks.push_at_ply(finding.at(mv.span()), ply);
                }
                usi
            }
        };
        if side(mv.get("color")).is_some_and(|side| side != mover) {
            let finding = say::wrong_colour().at(mv.span());
            self.remarks.push_at_ply(finding, Some(next_ply(&self.game)));
        }
        Ok(usi)
    }

    /// A move without origin is a drop, or one whose origin is told by words only, as in KI2.
    fn without_origin(
        &self,
        position: &Position,
        kind: koma_rules::KindId,
        to: SquareName,
        promotes: Option<bool>,
        mv: Value<'_, '_>,
    ) -> Result<(UsiMove, Option<Box<Finding>>), Box<Finding>> {
        let relative = mv.get("relative").and_then(Value::text).unwrap_or("");
        let is_held = self.rules.can_be_held(kind) && position.held(position.side(), kind) > 0;
        let drop = || UsiMove::Drop { code: self.rules.code(kind).to_owned(), to };
        if relative == "H" || relative.is_empty() && is_held {
            return Ok((drop(), None));
        }
        let words =
            words_of(relative).ok_or_else(|| Box::new(say::unclear_words(short(relative))))?;
        let Some(target) = self.rules.geometry().square(to.file, to.rank) else {
            return Ok((drop(), None));
        };
        match by_words(position, kind, words, promotes, target) {
            Ok(Resolved { mv, doubt }) => Ok((position.usi(mv), doubt)),
            Err(Trouble::Illegal(usi)) => Ok((usi, None)),
            // Nobody can go there: a drop of nothing, which the rules will refuse.
            Err(Trouble::Unclear(finding)) if finding.code == "no-such-man" => Ok((drop(), None)),
            Err(Trouble::Unclear(finding)) => Err(finding),
        }
    }

    fn notes(&mut self, node: Value<'_, '_>) {
        let here = self.game.here();
        if let Some(time) = node.get("time").filter(|_| here != NodeId::ROOT) {
            let mut read = |key: &str| {
                let value = time.get(key)?;
                let found = clock(value);
                if found.is_none() {
                    self.remarks.push(say::not_a_clock().at(value.span()));
                }
                found
            };
            let (now, total) = (read("now"), read("total"));
            self.game.time(now, total);
        }
        for comment in node.get("comments").into_iter().flat_map(Value::items) {
            let Some(text) = comment.text() else {
                self.remarks.push(say::comment_not_a_text().at(comment.span()));
                continue;
            };
            let note = self.game.record_mut().node_mut(here).note_mut();
            // Bookmarks stand among the comments, with the mark they have in KIF.
            match text.strip_prefix('&') {
                Some(bookmark) => note.bookmarks.push(bookmark.to_owned()),
                None => note.comments.push(text.to_owned()),
            }
        }
    }
}

/// 左右直 and 上寄引 as JKF writes them: `L`, `RU`.
fn words_of(relative: &str) -> Option<Words> {
    let mut words = Words::default();
    for letter in relative.chars() {
        match letter {
            'L' => words.side = Some(Beside::Left),
            'C' => words.side = Some(Beside::Straight),
            'R' => words.side = Some(Beside::Right),
            'U' => words.motion = Some(Motion::Up),
            'M' => words.motion = Some(Motion::Sideways),
            'D' => words.motion = Some(Motion::Back),
            _ => return None,
        }
    }
    Some(words)
}

/// Whether a node has neither a move nor an ending.
fn is_silent(node: Value<'_, '_>) -> bool {
    node.get("move").is_none() && node.get("special").is_none()
}

fn square(value: Value<'_, '_>) -> Option<SquareName> {
    let digit = |key| value.get(key)?.number().filter(|n| (1..=9).contains(n));
    Some(SquareName { file: digit("x")? as u16, rank: digit("y")? as u16 })
}

/// `{"h":0,"m":1,"s":2}`; seconds may have a fraction.
fn clock(value: Value<'_, '_>) -> Option<Millis> {
    let whole = |key| match value.get(key) {
        Some(value) => value.number(),
        None => Some(0),
    };
    let seconds = value.get("s").map_or(Some("0"), Value::digits)?;
    let (seconds, part) = seconds.split_once('.').unwrap_or((seconds, ""));
    let digits = part.bytes().chain(std::iter::repeat(b'0')).take(3);
    let millis = digits.fold(0, |sum, b| sum * 10 + u64::from(b.wrapping_sub(b'0') % 10));
    let hours = whole("h")?.saturating_mul(3600);
    let minutes = whole("m")?.saturating_mul(60);
    let seconds = hours.saturating_add(minutes).saturating_add(seconds.parse().ok()?);
    Some(Millis::new(seconds.saturating_mul(1000).saturating_add(millis)))
}

/// A move in the words of CSA, to keep where it cannot be played.
fn words(mv: Value<'_, '_>) -> String {
    let square = |key| {
        mv.get(key).and_then(square).map_or("00".to_owned(), |s| format!("{}{}", s.file, s.rank))
    };
    let piece = mv.get("piece").and_then(Value::text).unwrap_or("??");
    format!("{}{}{piece}", square("from"), square("to"))
}
