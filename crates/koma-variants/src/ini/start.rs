//! The start position: from Fairy-Stockfish's FEN to our SFEN.

use std::collections::BTreeMap;

use koma_text::{Findings, Span};

use super::draft::Draft;
use super::pieces::TypeId;
use crate::say;
use crate::{EndingKind, Variant};

/// A man of the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Its type before promotion.
    pub id: TypeId,
    /// Whether it lies on its promoted side.
    pub promoted: bool,
    /// Whether it is the first player's.
    pub first: bool,
}

/// A start position that was read.
#[derive(Clone, Debug, Default)]
pub struct Position {
    /// The ranks from the far side, each from the left.
    pub rows: Vec<Vec<Option<Placed>>>,
    /// How many of each type the players have in hand, first and second.
    pub hands: [BTreeMap<TypeId, u32>; 2],
    /// Whether the first player moves.
    pub first_moves: bool,
    /// The number of the ply to be played, from 1.
    pub ply: u32,
    /// How many checks win, first and second player's, where it says so.
    pub checks: Option<[u8; 2]>,
    /// Whether it speaks of castling rights.
    pub castling: bool,
}

impl Position {
    /// All men, on the board and in hand, promoted or not.
    pub fn types(&self) -> Vec<TypeId> {
        let placed = self.rows.iter().flatten().flatten().map(|man| man.id);
        let mut types: Vec<TypeId> =
            placed.chain(self.hands.iter().flat_map(|hand| hand.keys().copied())).collect();
        types.sort_unstable();
        types.dedup();
        types
    }

    /// The position as SFEN. `order` are the types in the order in which hands are written.
    pub fn sfen(&self, letter: impl Fn(TypeId) -> char, order: &[TypeId]) -> String {
        let shown = |id: TypeId, first: bool| match first {
            true => letter(id).to_ascii_uppercase(),
            false => letter(id).to_ascii_lowercase(),
        };
        let mut rows = Vec::with_capacity(self.rows.len());
        for row in &self.rows {
            let mut text = String::new();
            let mut empty = 0;
            for square in row {
                let Some(man) = square else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    text += &empty.to_string();
                }
                empty = 0;
                text.extend(man.promoted.then_some('+'));
                text.push(shown(man.id, man.first));
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            rows.push(text);
        }
        let mut hands = String::new();
        for (hand, first) in self.hands.iter().zip([true, false]) {
            for id in order {
                match hand.get(id) {
                    None | Some(0) => continue,
                    Some(1) => {}
                    Some(count) => hands += &count.to_string(),
                }
                hands.push(shown(*id, first));
            }
        }
        if hands.is_empty() {
            hands.push('-');
        }
        let side = if self.first_moves { 'b' } else { 'w' };
        format!("{} {side} {hands} {}", rows.join("/"), self.ply)
    }
}

/// Reads a FEN for the board and the men of a draft; `None` when it cannot be played from.
///
/// Fairy-Stockfish fills up what is missing: squares with emptiness, the side with the first
/// player. That is reported as a warning; what does not fit is an error.
pub fn read(text: &str, at: Span, draft: &Draft, out: &mut Findings) -> Option<Position> {
    let exact = at.end - at.start == text.len();
    let mut reader = Reader { text, at, exact, draft, out, errors: 0 };
    let position = reader.position();
    (reader.errors == 0).then_some(position)
}

struct Reader<'a> {
    text: &'a str,
    at: Span,
    /// Whether the span is that of the text, so that places in it are known.
    exact: bool,
    draft: &'a Draft,
    out: &'a mut Findings,
    errors: usize,
}

impl Reader<'_> {
    fn place(&self, part: &str) -> Span {
        let offset = (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        match self.exact && offset <= self.text.len() {
            true => Span::new(self.at.start + offset, self.at.start + offset + part.len().max(1)),
            false => self.at,
        }
    }

    fn error(&mut self, part: &str, message: String) {
        self.errors += 1;
        let finding = say::ini_bad_start(message).at(self.place(part));
        self.out.push(finding);
    }

    fn warning(&mut self, part: &str, message: String) {
        let finding = say::ini_short_start(message).at(self.place(part));
        self.out.push(finding);
    }

    fn position(&mut self) -> Position {
        let mut fields = self.text.split_whitespace();
        let board = fields.next().unwrap_or_default();
        let mut position = Position { first_moves: true, ply: 1, ..Position::default() };
        let (board, hands) = match board.split_once('[') {
            Some((board, rest)) => (board, Some(rest)),
            None => (board, None),
        };
        self.board(board, &mut position);
        if let Some(hands) = hands {
            match hands.strip_suffix(']') {
                Some(hands) => self.hands(hands, &mut position),
                None => self.error(hands, "the hands end with `]`".into()),
            }
        }
        match fields.next() {
            None => {
                let message = "the start does not say who moves first: w is taken";
                self.warning(self.text, message.into());
            }
            Some("w") => {}
            Some("b") => position.first_moves = false,
            Some(side) => self.error(side, format!("`{}` is no side: w or b", shown(side))),
        }
        let mut numbers = Vec::new();
        for field in fields {
            if let Some((first, second)) = field.split_once('+').filter(|_| field != "+") {
                match (first.parse(), second.parse()) {
                    (Ok(first), Ok(second)) => position.checks = Some([first, second]),
                    _ => self.error(field, format!("`{}` is no count of checks", shown(field))),
                }
            } else if let Ok(number) = field.parse::<u32>() {
                numbers.push(number);
            } else if field != "-" {
                position.castling = true;
            }
        }
        let full = numbers.last().copied().unwrap_or(1).clamp(1, 1_000_000);
        position.ply = 2 * full - u32::from(position.first_moves);
        position
    }

    fn board(&mut self, text: &str, position: &mut Position) {
        let (files, ranks) = self.draft.board();
        let (files, ranks) = (usize::from(files), usize::from(ranks));
        let rows: Vec<&str> = text.split('/').take(ranks + 1).collect();
        if rows.len() > ranks {
            self.error(text, format!("the start has more than the {ranks} ranks of the board"));
        } else if rows.len() < ranks {
            let message =
                format!("the start has {} of {ranks} ranks; the rest is empty", rows.len());
            self.warning(text, message);
        }
        for row in rows.into_iter().take(ranks) {
            let errors = self.errors;
            let mut squares = self.row(row, files);
            if squares.len() > files && self.errors == errors {
                self.error(
                    row,
                    format!("this rank has more than the {files} squares of the board"),
                );
            } else if squares.len() < files && self.errors == errors {
                let message = format!(
                    "this rank has {} of {files} squares; the rest is empty",
                    squares.len()
                );
                self.warning(row, message);
            }
            squares.resize(files, None);
            position.rows.push(squares);
        }
        position.rows.resize(ranks, vec![None; files]);
    }

    fn row(&mut self, row: &str, files: usize) -> Vec<Option<Placed>> {
        let mut squares = Vec::new();
        let mut rest = row;
        while let Some(c) = rest.chars().next() {
            if squares.len() > files {
                break;
            }
            if c.is_ascii_digit() {
                let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
                let digits = &rest[..rest.len() - after.len()];
                let empty: usize = digits.parse().unwrap_or(usize::MAX);
                squares.extend(std::iter::repeat_n(None, empty.min(files + 1)));
                rest = after;
                continue;
            }
            let promoted = c == '+';
            let after = if promoted { &rest[1..] } else { rest };
            let letter = after.chars().next();
            let length = usize::from(promoted) + letter.map_or(0, char::len_utf8);
            let part = &rest[..length.max(1)];
            rest = &rest[part.len()..];
            squares.push(self.man(part, letter, promoted));
        }
        squares
    }

    fn man(&mut self, part: &str, letter: Option<char>, promoted: bool) -> Option<Placed> {
        let letter = letter.filter(char::is_ascii_alphabetic);
        let known = letter.and_then(|c| self.draft.type_of(c.to_ascii_lowercase()));
        let (Some(letter), Some(id)) = (letter, known) else {
            self.error(part, format!("no piece has the letter `{}`", shown(part)));
            return None;
        };
        if promoted && !self.draft.promoted.contains_key(&id) {
            self.error(part, format!("`{part}`: this piece has no promoted side"));
            return None;
        }
        Some(Placed { id, promoted, first: letter.is_ascii_uppercase() })
    }

    fn hands(&mut self, text: &str, position: &mut Position) {
        for (at, c) in text.char_indices().filter(|&(_, c)| c != '-') {
            let part = &text[at..at + c.len_utf8()];
            if let Some(man) = self.man(part, Some(c), false) {
                *position.hands[usize::from(!man.first)].entry(man.id).or_insert(0) += 1;
            }
        }
        if position.hands.iter().flat_map(BTreeMap::values).any(|&count| count > 999) {
            self.error(text, "a hand holds at most 999 of a kind".into());
        }
    }
}

fn shown(text: &str) -> String {
    text.chars().take(20).collect::<String>().escape_debug().to_string()
}

/// The start of a variant with one letter a kind, as Fairy-Stockfish writes it.
pub fn fen(variant: &Variant) -> String {
    let mut fields = variant.start.split(' ');
    let board = fields.next().unwrap_or_default();
    let side = if fields.next() == Some("w") { 'b' } else { 'w' };
    let mut hands = String::new();
    let mut count = 0;
    for c in fields.next().unwrap_or("-").chars().filter(|&c| c != '-') {
        match c.to_digit(10) {
            Some(digit) => count = count * 10 + digit as usize,
            None => {
                hands.extend(std::iter::repeat_n(c, count.clamp(1, 999)));
                count = 0;
            }
        }
    }
    let checks = variant.endings.iter().find_map(|ending| match ending.kind {
        EndingKind::Checks { checks: [first, second] } => Some(format!("{first}+{second} ")),
        _ => None,
    });
    format!("{board}[{hands}] {side} - - {}0 1", checks.unwrap_or_default())
}
