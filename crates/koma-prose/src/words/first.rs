//! What a phrase can begin with: so that most of the lexicon need not be looked at.

use super::numbers::counts;

/// The letters with which the phrases of a class begin.
#[derive(Clone, Default)]
pub(super) struct First {
    ascii: u128,
    pub(super) wide: Vec<char>,
    number: bool,
    /// The class may be left out.
    pub(super) empty: bool,
}

impl First {
    pub(super) fn admits(&self, c: char) -> bool {
        // Japanese words may have blanks before them.
        let at = c as u32;
        let listed =
            if at < 128 { self.ascii >> at & 1 == 1 } else { self.wide.binary_search(&c).is_ok() };
        listed || c == ' ' || self.number && counts(c)
    }

    pub(super) fn letter(&mut self, c: char) {
        match c as u32 {
            at @ 0..128 => self.ascii |= 1 << at,
            _ => {
                if let Err(at) = self.wide.binary_search(&c) {
                    self.wide.insert(at, c);
                }
            }
        }
    }

    pub(super) fn number(&mut self) {
        self.number = true;
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.ascii |= other.ascii;
        self.number |= other.number;
        other.wide.iter().for_each(|c| self.letter(*c));
    }
}
