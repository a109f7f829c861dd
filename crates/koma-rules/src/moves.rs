//! Moves, and moves as USI writes them.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::square::SquareName;
use crate::{KindId, Square};

/// A move of some position: small, `Copy`, and meaningless without its rules.
///
/// What it captures is a consequence of the position and lives in the undo record. A move of
/// several steps names the squares between its ends where it takes a man; one that comes back
/// without taking anything (じっと) names the empty square it steps to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u64);

/// Origins from here on are drops. Boards have at most 36 x 36 = 1,296 squares.
const DROP: u16 = 0x8000;
/// The origin of a passed turn.
const PASS: u16 = 0xffff;
/// Bits of a square; all set is none.
const SQUARE_BITS: u32 = 11;
const NO_SQUARE: u64 = (1 << SQUARE_BITS) - 1;
/// Three squares on the way, none of them used.
const NO_VIA: u64 =
    NO_SQUARE << SQUARE_BITS | NO_SQUARE << (2 * SQUARE_BITS) | NO_SQUARE << (3 * SQUARE_BITS);
const PROMOTES: u64 = 1 << 44;
const FLIES: u64 = 1 << 45;
/// Marks a packed move that is only a digest.
const DIGEST: u32 = 1 << 31;

impl Move {
    /// The most squares a move can name between its ends.
    pub const MOST_VIA: usize = 3;

    #[inline(always)]
    const fn new(origin: u16, to: Square, promotes: bool) -> Self {
        Self((origin as u64) << 48 | NO_VIA | to.0 as u64 | if promotes { PROMOTES } else { 0 })
    }

    /// A move on the board. Nothing says that it is possible.
    #[inline(always)]
    pub const fn board(from: Square, to: Square, promotes: bool) -> Self {
        Self::new(from.0, to, promotes)
    }

    /// A drop from the hand. Nothing says that it is possible.
    #[inline(always)]
    pub const fn drop(kind: KindId, to: Square) -> Self {
        Self::new(DROP | kind.0, to, false)
    }

    /// The turn is passed.
    pub const fn pass() -> Self {
        Self::new(PASS, Square(0), false)
    }

    /// The same move with at most [`Move::MOST_VIA`] squares between its ends.
    ///
    /// # Panics
    ///
    /// If there are more.
    #[must_use]
    pub fn through(self, via: &[Square]) -> Self {
        assert!(via.len() <= Self::MOST_VIA, "a move names at most three squares on its way");
        let mut bits = self.0 | NO_VIA;
        for (place, square) in via.iter().enumerate() {
            let shift = SQUARE_BITS * (place as u32 + 1);
            bits = bits & !(NO_SQUARE << shift) | u64::from(square.0) << shift;
        }
        Self(bits)
    }

    /// The same move as a flight that takes everything on its line.
    #[must_use]
    pub(crate) const fn flying(self) -> Self {
        Self(self.0 | FLIES)
    }

    /// The same move, turning over or not.
    #[must_use]
    pub(crate) const fn turning(self, promotes: bool) -> Self {
        Self(if promotes { self.0 | PROMOTES } else { self.0 & !PROMOTES })
    }

    const fn origin(self) -> u16 {
        (self.0 >> 48) as u16
    }

    /// The square it starts from; `None` for a drop.
    #[inline(always)]
    pub const fn from(self) -> Option<Square> {
        if self.origin() < DROP { Some(Square(self.origin())) } else { None }
    }

    /// The kind it drops; `None` for a move on the board.
    #[inline(always)]
    pub const fn dropped(self) -> Option<KindId> {
        match self.origin() {
            PASS | ..DROP => None,
            origin => Some(KindId(origin & !DROP)),
        }
    }

    /// Whether the turn is passed.
    pub const fn is_pass(self) -> bool {
        self.origin() == PASS
    }

    /// The square it ends on.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square((self.0 & NO_SQUARE) as u16)
    }

    /// The squares it names between its ends, in order.
    pub fn via(self) -> impl Iterator<Item = Square> {
        let square = move |place: u32| self.0 >> (SQUARE_BITS * place) & NO_SQUARE;
        (1..=Self::MOST_VIA as u32)
            .map(square)
            .take_while(|&square| square != NO_SQUARE)
            .map(|square| Square(square as u16))
    }

    /// A number that is the same for moves of one man with the same end and the same squares
    /// between, in whatever order.
    pub(crate) fn result(self) -> u64 {
        if self.0 & NO_VIA == NO_VIA {
            return self.0;
        }
        let mut via = [1, 2, 3].map(|place| self.0 >> (SQUARE_BITS * place) & NO_SQUARE);
        via.sort_unstable();
        let via = via[0] << SQUARE_BITS | via[1] << (2 * SQUARE_BITS) | via[2] << (3 * SQUARE_BITS);
        self.0 & !NO_VIA | via
    }

    /// The move in 32 bits: exactly, if it goes straight from its start to its end or is a drop;
    /// as a tagged digest otherwise, to be found again among the legal moves.
    pub const fn pack(self) -> u32 {
        if !self.is_plain() {
            return (self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33) as u32 | DIGEST;
        }
        let (origin, drop) = if self.origin() < DROP {
            (self.origin(), 0)
        } else {
            (self.origin() & !DROP, 1 << 23)
        };
        let promotes = if self.promotes() { 1 << 22 } else { 0 };
        drop | promotes | (origin as u32) << SQUARE_BITS | self.0 as u32 & NO_SQUARE as u32
    }

    /// The move of which [`Move::pack`] made a number; `None` if it made a digest.
    pub const fn unpack(packed: u32) -> Option<Self> {
        if packed & DIGEST != 0 {
            return None;
        }
        let origin = (packed >> SQUARE_BITS) as u16 & NO_SQUARE as u16;
        let to = Square((packed as u16) & NO_SQUARE as u16);
        Some(if packed >> 23 & 1 != 0 {
            Self::drop(KindId(origin), to)
        } else {
            Self::board(Square(origin), to, packed >> 22 & 1 != 0)
        })
    }

    /// Whether it goes straight from its start to its end, or is a drop.
    #[inline(always)]
    pub(crate) const fn is_plain(self) -> bool {
        self.0 & (NO_VIA | FLIES) == NO_VIA && self.origin() != PASS
    }

    /// Whether it takes everything on its line.
    pub(crate) const fn flies(self) -> bool {
        self.0 & FLIES != 0
    }

    /// Whether the man turns over.
    #[inline(always)]
    pub const fn promotes(self) -> bool {
        self.0 & PROMOTES != 0
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Move");
        debug.field("from", &self.from()).field("dropped", &self.dropped());
        debug.field("via", &self.via().collect::<Vec<_>>()).field("to", &self.to());
        debug.field("promotes", &self.promotes()).finish()
    }
}

/// A move as USI writes it: `7g7f`, `8h2b+`, `P*5e`, and in several steps `6f5e4d`. It need not be
/// possible, or even on the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum UsiMove {
    /// A move on the board.
    Board {
        /// Where it starts.
        from: SquareName,
        /// Where it touches down on its way.
        via: Vec<SquareName>,
        /// Where it ends.
        to: SquareName,
        /// Whether the man turns over.
        promotes: bool,
    },
    /// A drop.
    Drop {
        /// The code of the kind, in capitals; `+` before it where a promoted side is dropped.
        code: String,
        /// Where it lands.
        to: SquareName,
    },
    /// The turn is passed.
    Pass,
}

impl UsiMove {
    /// A move on the board in one step.
    pub const fn board(from: SquareName, to: SquareName, promotes: bool) -> Self {
        Self::Board { from, via: Vec::new(), to, promotes }
    }

    /// Where it ends; `None` for a passed turn.
    pub const fn to(&self) -> Option<SquareName> {
        match self {
            Self::Board { to, .. } | Self::Drop { to, .. } => Some(*to),
            Self::Pass => None,
        }
    }
}

/// Not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a move (such as 7g7f, 8h2b+ or P*5e)")]
pub struct UsiMoveError(String);

impl FromStr for UsiMove {
    type Err = UsiMoveError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        read(text).ok_or_else(|| UsiMoveError(text.chars().take(40).collect()))
    }
}

fn read(text: &str) -> Option<UsiMove> {
    if let Some((code, to)) = text.split_once('*') {
        let letters = code.strip_prefix('+').unwrap_or(code);
        let is_code = !letters.is_empty()
            && letters.len() <= 8
            && letters.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
        return is_code
            .then_some(())
            .and_then(|()| to.parse().ok())
            .map(|to| UsiMove::Drop { code: code.to_owned(), to });
    }
    if text == "pass" {
        return Some(UsiMove::Pass);
    }
    let (from, mut rest) = SquareName::take(text)?;
    let mut via = Vec::new();
    while let Some((square, more)) = SquareName::take(rest).filter(|_| via.len() <= MOST_NAMED) {
        via.push(square);
        rest = more;
    }
    let to = via.pop()?;
    match rest {
        "" | "=" => Some(UsiMove::Board { from, via, to, promotes: false }),
        // A man that turns back over is written with a minus by some.
        "+" | "-" => Some(UsiMove::Board { from, via, to, promotes: true }),
        _ => None,
    }
}

/// The most squares read between the ends of a move.
const MOST_NAMED: usize = 8;

impl fmt::Display for UsiMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board { from, via, to, promotes } => {
                write!(f, "{from}")?;
                via.iter().try_for_each(|square| write!(f, "{square}"))?;
                write!(f, "{to}{}", if *promotes { "+" } else { "" })
            }
            Self::Drop { code, to } => write!(f, "{code}*{to}"),
            Self::Pass => write!(f, "pass"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usi_moves_read_back_as_they_were_written() {
        for text in [
            "7g7f",
            "8h2b+",
            "P*5e",
            "12l11k",
            "36aj1a+",
            "+L*3c",
            "GG*1a",
            "0a99zz",
            "6f5e4d",
            "pass",
            "12l11k10j+",
        ] {
            assert_eq!(text.parse::<UsiMove>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_not_a_move_is_refused_with_the_words() {
        for text in ["", "7g", "7g7", "7g7f++", "p*5e", "*5e", "P*", "７g7f", "resign", "7g7f 3c3d"]
        {
            assert_eq!(text.parse::<UsiMove>(), Err(UsiMoveError(text.to_owned())));
        }
    }
}
