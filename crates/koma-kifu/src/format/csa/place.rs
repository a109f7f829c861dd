//! Start positions: `PI`, `P1` to `P9`, `P+` and `P-`.

use std::sync::Arc;

use koma_rules::{Fault, KindId, Man, Ruleset, Setup, Side, Square};
use koma_text::Span;

use super::code;
use crate::notation::names::Kinds;
use crate::{Remarks, say};

/// A start position under construction.
pub(super) struct Place {
    rules: Arc<Ruleset>,
    kinds: Kinds,
    setup: Option<Setup>,
    /// Which ranks have had their row.
    ranks: u16,
    is_even: bool,
    span: Span,
}

/// A hand counts in bytes.
const MOST_HELD: u16 = 250;

impl Place {
    pub fn new(rules: &Arc<Ruleset>, kinds: Kinds) -> Self {
        Self {
            rules: Arc::clone(rules),
            kinds,
            setup: None,
            ranks: 0,
            is_even: false,
            span: Span::default(),
        }
    }

    /// Whether there has been no line about it yet.
    pub fn is_empty(&self) -> bool {
        self.setup.is_none()
    }

    /// Takes a statement that begins with P.
    pub fn statement(&mut self, words: &str, span: Span, remarks: &mut Remarks) {
        if self.setup.is_none() {
            self.span = span;
        }
        match words.as_bytes() {
            [b'P', b'I', ..] => self.even(&words[2..], span, remarks),
            [b'P', rank @ b'1'..=b'9', ..] => {
                self.row(u16::from(rank - b'0'), &words[2..], span, remarks);
            }
            [b'P', b'+', ..] => self.men(Side::Sente, &words[2..], span, remarks),
            [b'P', b'-', ..] => self.men(Side::Gote, &words[2..], span, remarks),
            _ => remarks.push(say::no_position_statement().at(span)),
        }
    }

    /// The position; `None` where no line told one.
    pub fn finish(self, remarks: &mut Remarks) -> Option<Setup> {
        let setup = self.setup?;
        if self.ranks != 0 && self.ranks != 0b11_1111_1110 {
            remarks.push(say::missing_rows().at(self.span));
        }
        if setup != *self.rules.start() {
            for fault in setup.faults(&self.rules) {
                // A problem's board may lack a king or much else; only the impossible is told.
                if matches!(
                    fault,
                    Fault::TooManyMen { .. } | Fault::FileOverfull { .. } | Fault::DeadMan { .. }
                ) {
                    remarks.push(fault.finding(&self.rules).at(self.span));
                }
            }
        }
        Some(setup)
    }

    fn setup(&mut self) -> &mut Setup {
        let Self { setup, rules, .. } = self;
        setup.get_or_insert_with(|| Setup::empty(rules))
    }

    /// `PI82HI22KA`: the even position without some men.
    fn even(&mut self, without: &str, span: Span, remarks: &mut Remarks) {
        if self.ranks != 0 {
            remarks.push(say::two_positions().at(span));
            self.ranks = 0;
        }
        self.is_even = true;
        let mut setup = self.rules.start().clone();
        for group in groups(without, span, remarks) {
            let square = self.square(group.square);
            let kind = code::row(group.code).and_then(|row| self.kinds.kind(row));
            let stands = square.and_then(|square| setup.man_at(square));
            match square.filter(|_| stands.map(|man| man.kind) == kind && kind.is_some()) {
                Some(square) => setup.set(square, None),
                None => remarks.push(say::man_not_there(group.text).at(group.span)),
            }
        }
        self.setup = Some(setup);
    }

    /// `P1-KY-KE-GI-KI-OU-KI-GI-KE-KY`.
    fn row(&mut self, rank: u16, text: &str, span: Span, remarks: &mut Remarks) {
        if std::mem::take(&mut self.is_even) {
            remarks.push(say::two_positions().at(span));
            self.setup = None;
        }
        if self.ranks & 1 << rank != 0 {
            remarks.push(say::two_rows(rank).at(span));
        }
        self.ranks |= 1 << rank;
        let (cells, written) = cells(text);
        if written != 9 {
            remarks.push(say::row_length(written).at(span));
        }
        let cells = cells.into_iter().chain(std::iter::repeat(Cell::Empty));
        for (cell, file) in cells.zip((1..=9).rev()) {
            let Some(square) = self.rules.geometry().square(file, rank) else { continue };
            let man = match cell {
                Cell::Empty => None,
                Cell::Man(side, code) => {
                    let kind = code::row(code).and_then(|row| self.kinds.kind(row));
                    if kind.is_none() {
                        let name = String::from_utf8_lossy(&code);
                        remarks.push(say::strange_man(name).at(span));
                    }
                    kind.map(|kind| Man { kind, side })
                }
            };
            self.setup().set(square, man);
        }
    }

    /// `P+59OU00FU`: single men, in hand where the square is 00.
    fn men(&mut self, side: Side, text: &str, span: Span, remarks: &mut Remarks) {
        self.setup();
        for group in groups(text, span, remarks) {
            let in_hand = &group.square == b"00";
            if in_hand && &group.code == b"AL" {
                self.all_the_rest(side);
                continue;
            }
            let Some(kind) = code::row(group.code).and_then(|row| self.kinds.kind(row)) else {
                remarks.push(say::no_man(group.text).at(group.span));
                continue;
            };
            if in_hand {
                self.hold(side, kind, &group, remarks);
                continue;
            }
            let Some(square) = self.square(group.square) else {
                remarks.push(say::off_board(group.text).at(group.span));
                continue;
            };
            if self.setup().man_at(square).is_some() {
                remarks.push(say::square_taken(group.text).at(group.span));
            }
            self.setup().set(square, Some(Man { kind, side }));
        }
    }

    fn hold(&mut self, side: Side, kind: KindId, group: &Group<'_>, remarks: &mut Remarks) {
        let held = if self.rules.can_be_held(kind) { Some(kind) } else { self.rules.in_hand(kind) };
        let held = held.filter(|&held| self.rules.can_be_held(held));
        if held != Some(kind) {
            remarks.push(say::cannot_be_held(group.text).at(group.span));
        }
        let Some(held) = held else { return };
        let count = self.setup().held(side, held);
        self.setup().hold(side, held, count.saturating_add(1).min(MOST_HELD));
    }

    /// `00AL`: what is neither on the board nor in a hand. Kings never are.
    fn all_the_rest(&mut self, side: Side) {
        let rules = Arc::clone(&self.rules);
        let setup = self.setup();
        for kind in rules.kinds().filter(|&kind| rules.can_be_held(kind)) {
            let is_kind = |man: Man| man.kind == kind || rules.in_hand(man.kind) == Some(kind);
            let standing = |setup: &Setup| setup.men().filter(|(_, man)| is_kind(*man)).count();
            let held: u16 = Side::BOTH.iter().map(|&side| setup.held(side, kind)).sum();
            let used = standing(setup) + usize::from(held);
            let rest = standing(rules.start()).saturating_sub(used) as u16;
            setup.hold(side, kind, setup.held(side, kind) + rest);
        }
    }

    fn square(&self, [file, rank]: [u8; 2]) -> Option<Square> {
        let digit = |byte: u8| byte.is_ascii_digit().then(|| u16::from(byte - b'0'));
        self.rules.geometry().square(digit(file)?, digit(rank)?)
    }
}

/// `82HI`.
struct Group<'t> {
    text: &'t str,
    span: Span,
    square: [u8; 2],
    code: [u8; 2],
}

/// The groups of four characters of a statement.
fn groups<'t>(text: &'t str, statement: Span, remarks: &mut Remarks) -> Vec<Group<'t>> {
    let trimmed = text.trim();
    let offset = statement.start + 2 + (text.len() - text.trim_start().len());
    let mut groups = Vec::new();
    for (at, chunk) in trimmed.as_bytes().chunks(4).enumerate() {
        let start = at * 4;
        match (chunk, trimmed.get(start..start + chunk.len())) {
            (&[file, rank, one, two], Some(text)) => groups.push(Group {
                text,
                span: Span::new(offset + start, offset + start + 4),
                square: [file, rank],
                code: [one, two],
            }),
            _ => {
                remarks.push(say::unreadable_men().at(statement));
                break;
            }
        }
    }
    groups
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cell {
    Empty,
    Man(Side, [u8; 2]),
}

/// The squares of a row, and how many are written: three characters each, or, where blanks were
/// cut, what can be told apart.
fn cells(text: &str) -> (Vec<Cell>, usize) {
    let bytes = text.as_bytes();
    let Some(cells) = columns(bytes.trim_ascii_end()) else {
        let cells = marks(bytes);
        let written = cells.len();
        return (cells, written);
    };
    // Blanks at the end stand for empty squares; a row of blanks may have lost them all.
    let written = match cells.len() {
        0 => 9,
        written => written.max((bytes.len() / 3).min(9)),
    };
    (cells, written)
}

fn columns(text: &[u8]) -> Option<Vec<Cell>> {
    let mut cells = Vec::with_capacity(9);
    for chunk in text.chunks(3) {
        cells.push(match chunk {
            &[sign @ (b'+' | b'-'), one, two] => Cell::Man(side(sign), [one, two]),
            [b' ', rest @ ..] if !rest.iter().any(|b| matches!(b, b'+' | b'-')) => Cell::Empty,
            _ => return None,
        });
    }
    Some(cells)
}

fn marks(text: &[u8]) -> Vec<Cell> {
    let mut cells = Vec::with_capacity(9);
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match (byte, text.get(at + 1..at + 3)) {
            (b'+' | b'-', Some(&[one, two])) => {
                cells.push(Cell::Man(side(byte), [one, two]));
                at += 2;
            }
            (b'*' | b'.', _) => cells.push(Cell::Empty),
            _ => {}
        }
        at += 1;
    }
    cells
}

fn side(sign: u8) -> Side {
    if sign == b'+' { Side::Sente } else { Side::Gote }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(row: &str, expected: &str, written: usize) {
        let show = |cell: &Cell| match cell {
            Cell::Empty => ".".to_owned(),
            Cell::Man(side, code) => {
                let code = String::from_utf8_lossy(code).into_owned();
                if *side == Side::Sente { code } else { code.to_lowercase() }
            }
        };
        let (cells, found) = cells(row);
        let shown: Vec<_> = cells.iter().map(show).collect();
        assert_eq!((&*shown.join(" "), found), (expected, written), "{row}");
    }

    #[test]
    fn rows_are_read_in_columns_and_with_blanks_cut() {
        check("-KY-KE-GI-KI-OU-KI-GI-KE-KY", "ky ke gi ki ou ki gi ke ky", 9);
        check(" * -HI *  *  *  *  * -KA * ", ". hi . . . . . ka .", 9);
        check(" * -HI *  *  *  *  * -KA *", ". hi . . . . . ka .", 9);
        check(" * -HI *  *  *  *  * -KA *.", ". hi . . . . . ka .", 9);
        check(" * -HI * * * * * -KA *", ". hi . . . . . ka .", 9);
        check(" * * * * * * * * *", ". . . . . . . . .", 9);
        check("", "", 9);
        check("                           ", "", 9);
        check("   +RY                     ", ". RY", 9);
        check("   +RY", ". RY", 2);
        check("-KY-KE", "ky ke", 2);
    }
}
