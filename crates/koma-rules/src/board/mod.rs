//! What stands where: the small trait the rules are written on, and its two boards.

mod bits;
mod cells;
mod sets;

pub(crate) use bits::Set;
pub(crate) use cells::CellBoard;
pub(crate) use sets::{CELLS, Planes, SetBoard, code};

use crate::{KindId, Man, Ruleset, Side, Square};

/// A board and two hands. It knows how men move over it, but no rule of the game.
pub(crate) trait Board: Clone {
    /// The man on a square.
    fn man_at(&self, square: Square) -> Option<Man>;

    /// Puts a man on an empty square.
    fn put(&mut self, rules: &Ruleset, square: Square, man: Man);

    /// Takes the man off an occupied square.
    fn take(&mut self, rules: &Ruleset, square: Square) -> Man;

    /// How many men of a kind a side holds.
    fn held(&self, rules: &Ruleset, side: Side, kind: KindId) -> u16;

    /// Adds men to a hand (or removes them). The kind can be held and the count stays in range.
    fn hold(&mut self, rules: &Ruleset, side: Side, kind: KindId, more: i16);

    /// All men of a side.
    fn men(&self, side: Side) -> impl Iterator<Item = (Square, KindId)>;

    /// Calls `each` with every square the man on `from` could go to: empty, or held by an enemy.
    fn reach(&self, rules: &Ruleset, from: Square, man: Man, each: impl FnMut(Square));

    /// Whether the man on `from` could take on `target`, were an enemy standing there.
    fn attacks(&self, rules: &Ruleset, from: Square, man: Man, target: Square) -> bool;

    /// Whether a man of `by` could take on `target`, were an enemy standing there.
    fn is_attacked(&self, rules: &Ruleset, target: Square, by: Side) -> bool;
}
