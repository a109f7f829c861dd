//! The two languages and what differs between them.

use koma_rules::Side;

/// The language of the talk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// The Universal Shogi Interface: `7g7f`, black moves first, mates are counted in plies.
    #[default]
    Usi,
    /// The Universal Chess Interface as Fairy-Stockfish speaks it: `c3c4`, white moves first, mates
    /// are counted in moves.
    Uci,
}

impl Dialect {
    /// `usi` or `uci`: the greeting, and the prefix of other words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Usi => "usi",
            Self::Uci => "uci",
        }
    }

    /// The letter of a side's clock in `btime` and `wtime`. Sente moves first in both languages and
    /// is black in one, white in the other.
    pub const fn letter(self, side: Side) -> char {
        match (self, side) {
            (Self::Usi, Side::Sente) | (Self::Uci, Side::Gote) => 'b',
            (Self::Usi, Side::Gote) | (Self::Uci, Side::Sente) => 'w',
        }
    }

    /// The side whose clock has that letter.
    pub(crate) fn side(self, letter: char) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.letter(side) == letter)
    }
}
