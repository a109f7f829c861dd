#![doc = include_str!("../README.md")]
//!
//! The rules of every shogi: legal moves and why a move is refused, play and undo, endings, SFEN.
//!
//! A [`koma_variants::Variant`] is compiled once to a [`Ruleset`]; a [`Setup`] is what can be
//! written down, a [`Position`] is what can be played, a [`Game`] has a history and an end.
//! Nothing in this crate knows the name of a variant or of a piece.

// No I/O, no clock, no thread: `clippy.toml` has the list.
#![cfg_attr(
    not(test),
    warn(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

mod bare;
mod board;
mod ends;
mod explain;
pub mod field;
mod game;
mod impasse;
mod key;
mod kinds;
mod legal;
mod lions;
mod make;
mod man;
mod moves;
mod perft;
mod position;
mod refusal;
mod ruleset;
mod setup;
mod sfen;
mod special;
mod square;
mod state;
mod swift;

pub use game::{End, Game, Reason, Refusal};
pub use impasse::{Declaration, Points};
pub use man::{KindId, Man};
pub use moves::{Move, UsiMove, UsiMoveError};
pub use position::{Position, Undo};
pub use refusal::IllegalMove;
pub use ruleset::Ruleset;
pub use setup::{Fault, Setup};
pub use sfen::SfenError;
pub use square::{Geometry, Side, Square, SquareName, SquareNameError};
