//! Men: kinds with a side.

use crate::Side;

/// A kind of man in a [`crate::Ruleset`], as an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KindId(pub(crate) u16);

impl KindId {
    /// The index into the variant's kinds.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A man standing on the board: a kind and the side it fights for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Man {
    /// What it is.
    pub kind: KindId,
    /// Whose it is.
    pub side: Side,
}
