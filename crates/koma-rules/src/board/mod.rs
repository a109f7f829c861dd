//! What stands where: the small trait the rules are written on, and its two boards.

mod bits;
mod cells;
mod count;
mod frame;
mod inverse;
mod runs;
mod sets;
mod watch;
mod ways;

pub(crate) use bits::Set;
pub(crate) use cells::CellBoard;
pub(crate) use count::CountTables;
pub(crate) use frame::Frame;
pub(crate) use inverse::Inverse;
pub(crate) use sets::{CELLS, Planes, SetBoard, code};

use crate::{KindId, Man, Move, Ruleset, Side, Square};

/// One way a man can go, whatever the rules of the game say about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub mv: Move,
    /// It takes something.
    pub takes: bool,
}

/// What counts as two different ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Listing {
    /// A destination and what is taken.
    Moves,
    /// Every square touched, as some programs list moves of several steps.
    Paths,
}

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

    /// Where a side's royals stand.
    fn royals(&self, rules: &Ruleset, side: Side) -> impl Iterator<Item = Square> {
        self.men(side).filter(|&(_, kind)| rules.rules(kind).royal).map(|(square, _)| square)
    }

    /// Whether a side has at least so many royals on the board.
    fn has_royals(&self, rules: &Ruleset, side: Side, least: usize) -> bool {
        let royals = self.men(side).filter(|&(_, kind)| rules.rules(kind).royal);
        royals.take(least).count() == least
    }

    /// Calls `each` with every way of the man on `from`, not turning over.
    fn ways(
        &self,
        rules: &Ruleset,
        from: Square,
        man: Man,
        listing: Listing,
        each: impl FnMut(Way),
    );

    /// Whether the man on `from` could take on `target`, were an enemy standing there.
    fn attacks(&self, rules: &Ruleset, from: Square, man: Man, target: Square) -> bool;

    /// Whether a man of `by` could take on `target`, were an enemy standing there.
    fn is_attacked(&self, rules: &Ruleset, target: Square, by: Side) -> bool;
}
