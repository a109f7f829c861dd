//! Values: what stands behind the `=`.

use koma_text::{Findings, Phrase};

use super::pieces::TypeId;
use super::scan::Word;
use crate::MOST_FILES_AND_RANKS;
use crate::say;

/// A value that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Yes or no.
    Bool(bool),
    /// A number, a rank or a file.
    Number(u32),
    /// Squares.
    Region(Region),
    /// Types of men.
    Types(Types),
    /// Who gains.
    Outcome(Gain),
    /// Anything else, as it stands.
    Text(String),
}

/// Who gains by an ending, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gain {
    /// The side to move wins.
    Win,
    /// The side to move loses.
    Loss,
    /// Nobody.
    Draw,
    /// The game does not end so.
    None,
}

/// Types of men.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Types {
    /// `*`.
    All,
    /// These.
    Some(Vec<TypeId>),
}

impl Types {
    /// Whether a type is among them.
    pub fn has(&self, wanted: TypeId) -> bool {
        match self {
            Self::All => true,
            Self::Some(types) => types.contains(&wanted),
        }
    }

    /// Whether there is none.
    pub fn is_none(&self) -> bool {
        matches!(self, Self::Some(types) if types.is_empty())
    }
}

/// Part of a region; files from the left and ranks from the first player's side, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// `*7`.
    Rank(u8),
    /// `c*`.
    File(u8),
    /// `c7`.
    Square(u8, u8),
}

/// Squares, independent of the size of a board.
pub type Region = Vec<Part>;

/// The squares of a region on a board, as `(file, rank)` in USI's numbers, in order.
pub fn squares(region: &Region, files: u8, ranks: u8) -> Vec<(u8, u8)> {
    let mut all = Vec::new();
    for rank in (1..=ranks).rev() {
        for file in 1..=files {
            let inside = region.iter().any(|part| match *part {
                Part::Rank(r) => r == rank,
                Part::File(f) => f == file,
                Part::Square(f, r) => (f, r) == (file, rank),
            });
            if inside {
                all.push((files + 1 - file, ranks + 1 - rank));
            }
        }
    }
    all.sort_unstable_by_key(|&(file, rank)| (rank, file));
    all
}

/// Reads values of one section; letters are looked up among its men.
pub struct Reader<'a> {
    /// The letters of the section, small.
    pub letters: &'a dyn Fn(char) -> Option<TypeId>,
    /// Where faults go.
    pub out: &'a mut Findings,
}

impl Reader<'_> {
    fn fault(&mut self, value: Word<'_>, expected: Phrase) {
        let finding = match value.text {
            "" => say::ini_nothing(expected),
            _ => say::ini_bad_value(value.shown(), expected),
        };
        self.out.push(finding.at(value.span));
    }

    /// `true` or `false`.
    pub fn boolean(&mut self, value: Word<'_>) -> Option<bool> {
        match value.text {
            "true" => Some(true),
            "false" => Some(false),
            _ => {
                self.fault(value, say::true_or_false());
                None
            }
        }
    }

    /// A whole number from `least` to `most`.
    pub fn number(&mut self, value: Word<'_>, least: u32, most: u32) -> Option<u32> {
        let digits = !value.text.is_empty() && value.text.bytes().all(|b| b.is_ascii_digit());
        let number = if digits { value.text.parse().ok() } else { None };
        let number = number.filter(|number| (least..=most).contains(number));
        if number.is_none() {
            self.fault(value, say::a_number_from(least, most));
        }
        number
    }

    /// A rank or, with letters, a file.
    pub fn line(&mut self, value: Word<'_>, letters: bool) -> Option<u32> {
        if letters && let Some(file) = file_of(value.text) {
            return Some(file.into());
        }
        self.number(value, 1, MOST_FILES_AND_RANKS.into())
    }

    /// `win`, `loss`, `draw` or `none`.
    pub fn outcome(&mut self, value: Word<'_>) -> Option<Gain> {
        match value.text {
            "win" => Some(Gain::Win),
            "loss" => Some(Gain::Loss),
            "draw" => Some(Gain::Draw),
            "none" => Some(Gain::None),
            _ => {
                self.fault(value, say::plain("win, loss, draw or none"));
                None
            }
        }
    }

    /// Squares. Parts that cannot be read are reported and left out.
    pub fn region(&mut self, value: Word<'_>) -> Option<Region> {
        if value.text.is_empty() {
            self.fault(value, say::plain("a list of squares such as *7, c* or b3, or -"));
            return None;
        }
        let mut region = Region::new();
        for word in value.words().filter(|word| word.text != "-") {
            match part_of(word.text) {
                Some(part) => region.push(part),
                None => {
                    self.out.push(say::ini_bad_region(word.shown()).at(word.span));
                }
            }
            if region.len() > 10_000 {
                self.fault(value, say::plain("a short list of squares"));
                return None;
            }
        }
        Some(region)
    }

    /// The type of a letter.
    pub fn letter(&mut self, word: Word<'_>) -> Option<TypeId> {
        let mut chars = word.text.chars();
        let known = match (chars.next(), chars.next()) {
            (Some(c), None) => (self.letters)(c.to_ascii_lowercase()),
            _ => None,
        };
        if known.is_none() {
            self.out.push(say::ini_unknown_letter(word.shown()).at(word.span));
        }
        known
    }

    /// Letters of types, `*` or `-`. Unknown ones are reported and left out.
    pub fn types(&mut self, value: Word<'_>) -> Option<Types> {
        let mut types = Vec::new();
        let mut all = false;
        for (at, c) in value.text.char_indices() {
            match c {
                '*' => all = true,
                '-' | ' ' | '\t' => {}
                c => {
                    let known = self.letter(value.part(at, at + c.len_utf8()));
                    types.extend(known.filter(|known| !types.contains(known)));
                }
            }
        }
        if value.text.is_empty() {
            self.fault(value, say::plain("letters of pieces, * or -"));
            return None;
        }
        Some(if all { Types::All } else { Types::Some(types) })
    }

    /// One letter, `*` or `-`.
    pub fn one_type(&mut self, value: Word<'_>) -> Option<Types> {
        match value.text {
            "*" => Some(Types::All),
            "-" => Some(Types::Some(Vec::new())),
            "" => {
                self.fault(value, say::plain("a letter of a piece, * or -"));
                None
            }
            _ => self.letter(value).map(|known| Types::Some(vec![known])),
        }
    }

    /// `x:y` pairs, given to `take` as a type and what stands behind the colon.
    pub fn pairs(&mut self, value: Word<'_>, mut take: impl FnMut(&mut Self, TypeId, Word<'_>)) {
        for word in value.words().filter(|word| word.text != "-") {
            let Some((letter, other)) = word.split_once(':') else {
                self.out.push(say::ini_not_a_pair(word.shown()).at(word.span));
                continue;
            };
            if let Some(known) = self.letter(letter) {
                take(self, known, other);
            }
        }
    }
}

/// A file by its letter.
fn file_of(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [c @ b'a'..=b'z'] => Some(c - b'a' + 1),
        _ => None,
    }
}

fn rank_of(text: &str) -> Option<u8> {
    let rank: u8 = text.parse().ok().filter(|_| !text.starts_with(['0', '+']))?;
    (rank <= MOST_FILES_AND_RANKS).then_some(rank)
}

fn part_of(text: &str) -> Option<Part> {
    if let Some(rank) = text.strip_prefix('*') {
        return rank_of(rank).map(Part::Rank);
    }
    let file = file_of(text.get(..1)?)?;
    match text.get(1..)? {
        "*" => Some(Part::File(file)),
        rank => rank_of(rank).map(|rank| Part::Square(file, rank)),
    }
}
