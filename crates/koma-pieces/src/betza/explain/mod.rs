//! A movement in words, English and Japanese.
//!
//! The movement is first sorted into clauses (`clauses`); each language then says a clause.

mod clauses;
mod english;
mod japanese;

use crate::Movement;
use clauses::clauses;
pub use japanese::ways as japanese_ways;

/// A movement in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// One English sentence.
    pub english: String,
    /// One Japanese sentence.
    pub japanese: String,
}

/// Says a movement in words, as somebody would on a page about the piece.
///
/// # Examples
///
/// ```
/// use koma_betza::Dialect;
/// use koma_pieces::betza::{explain, read};
///
/// let (side_mover, _) = read("vWsR", Dialect::Strict);
/// let words = explain(&side_mover);
/// assert_eq!(words.english, "Steps one square vertically; slides any number of squares sideways.");
/// assert_eq!(words.japanese, "縦に1マス動け、横に何マスでも動ける。");
/// ```
pub fn explain(movement: &Movement) -> Explanation {
    let clauses = clauses(movement);
    Explanation { english: english::sentence(&clauses), japanese: japanese::sentence(&clauses) }
}
