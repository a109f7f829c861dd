//! Moves in the words of players: ▲７六歩, △同　銀成, P-7f.

mod english;
mod japanese;
pub(crate) mod names;
pub(crate) mod relative;
pub(crate) mod token;

pub use english::english;
pub use japanese::{Digits, japanese};

pub(crate) use japanese::{push_rank, push_square};
