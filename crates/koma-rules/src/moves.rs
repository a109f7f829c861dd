//! Moves, and moves as USI writes them.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::square::SquareName;
use crate::{KindId, Square};

/// A move of some position: small, `Copy`, and meaningless without its rules.
///
/// What it captures is a consequence of the position and lives in the undo record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The square it starts from, or [`DROP`] + the kind that is dropped.
    origin: u16,
    to: u16,
    promotes: bool,
}

/// Origins from here on are drops. Boards have at most 36 x 36 = 1,296 squares.
const DROP: u16 = 0x8000;

impl Move {
    /// A move on the board. Nothing says that it is possible.
    pub const fn board(from: Square, to: Square, promotes: bool) -> Self {
        Self { origin: from.0, to: to.0, promotes }
    }

    /// A drop from the hand. Nothing says that it is possible.
    pub const fn drop(kind: KindId, to: Square) -> Self {
        Self { origin: DROP | kind.0, to: to.0, promotes: false }
    }

    /// The square it starts from; `None` for a drop.
    pub const fn from(self) -> Option<Square> {
        if self.origin < DROP { Some(Square(self.origin)) } else { None }
    }

    /// The kind it drops; `None` for a move on the board.
    pub const fn dropped(self) -> Option<KindId> {
        if self.origin >= DROP { Some(KindId(self.origin & !DROP)) } else { None }
    }

    /// The square it ends on.
    pub const fn to(self) -> Square {
        Square(self.to)
    }

    /// Whether the man turns over.
    pub const fn promotes(self) -> bool {
        self.promotes
    }
}

/// A move as USI writes it: `7g7f`, `8h2b+`, `P*5e`. It need not be possible, or even on the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum UsiMove {
    /// A move on the board.
    Board {
        /// Where it starts.
        from: SquareName,
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
}

/// Not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a move (such as 7g7f, 8h2b+ or P*5e)")]
pub struct UsiMoveError(pub String);

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
    let (from, rest) = SquareName::take(text)?;
    let (to, rest) = SquareName::take(rest)?;
    match rest {
        "" | "=" => Some(UsiMove::Board { from, to, promotes: false }),
        "+" => Some(UsiMove::Board { from, to, promotes: true }),
        _ => None,
    }
}

impl fmt::Display for UsiMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board { from, to, promotes } => {
                write!(f, "{from}{to}{}", if *promotes { "+" } else { "" })
            }
            Self::Drop { code, to } => write!(f, "{code}*{to}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usi_moves_read_back_as_they_were_written() {
        for text in ["7g7f", "8h2b+", "P*5e", "12l11k", "36aj1a+", "+L*3c", "GG*1a", "0a99zz"] {
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
