#![doc = include_str!("../README.md")]
//!
//! The rules of every shogi: legal moves and why a move is refused, play and undo, endings, SFEN.
//!
//! A [`koma_variants::Variant`] is compiled once to a [`Ruleset`]; a [`Setup`] is what can be
//! written down, a [`Position`] is what can be played, a [`Game`] has a history and an end.
//! Nothing in this crate knows the name of a variant or of a piece. A *man* is a piece that stands
//! on the board or in a hand, with the side it fights for.
//!
//! # Examples
//!
//! Legal moves, and the reason against one that is not:
//!
//! ```
//! use koma_rules::{Position, Ruleset, Setup};
//!
//! let rules = Ruleset::compile(koma_variants::find("shogi").unwrap()).unwrap();
//! let setup = Setup::read(&rules, "4k4/9/4P4/9/9/9/9/9/4K4 b G 1")?;
//! let position = Position::new(&rules, &setup).expect("nothing is odd about it");
//! assert!(position.legal_moves().iter().any(|&mv| position.usi(mv).to_string() == "G*5b"));
//!
//! let refused = position.explain_usi(&"5c5a".parse().unwrap()).unwrap_err();
//! assert_eq!(refused.code(), "INVALID_MOTION_VECTOR");
//! assert_eq!(refused.to_string(), "the pawn can’t move to 5a");
//! # Ok::<_, koma_rules::SfenError>(())
//! ```
//!
//! A game with its end:
//!
//! ```
//! # use koma_rules::{Game, Position, Reason, Ruleset, Setup, Side, Winner};
//! # let rules = Ruleset::compile(koma_variants::find("shogi").unwrap()).unwrap();
//! # let setup = Setup::read(&rules, "4k4/9/4P4/9/9/9/9/9/4K4 b G 1").unwrap();
//! let mut game = Game::from(Position::unjudged(&rules, &setup));
//! game.play_usi("G*5b")?;
//! let end = game.end().expect("mate");
//! assert_eq!((end.reason, end.winner), (Reason::Checkmate, Winner::Side(Side::Sente)));
//! assert_eq!((end.reason.name(), end.winner.name()), ("checkmate", "sente"));
//! # Ok::<_, koma_rules::IllegalMove>(())
//! ```
//!
//! Move sequences counted, on any board:
//!
//! ```
//! # use koma_rules::{Position, Ruleset};
//! let chu = Ruleset::compile(koma_variants::find("chu").unwrap()).unwrap();
//! assert_eq!(Position::start(&chu).perft(2), 1296);
//! ```
//!
//! # Test oracles
//!
//! Tests of this and other crates compare the engine with slower ways to the same answer
//! (`Position::legal_moves_by_trial`, `on_reference_board`, `perft_by_list`, `computed_key`,
//! `is_on_sets`). They are hidden from this documentation and no part of the stable interface; a
//! feature would be turned on for everybody by any test of a workspace that asks for it.

// No I/O, no clock, no thread: `clippy.toml` has the list.
#![cfg_attr(
    not(test),
    warn(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

mod bare;
mod board;
mod budget;
mod dead;
mod end;
mod ends;
mod explain;
mod facts;
pub mod field;
mod game;
mod impasse;
mod key;
mod kinds;
mod legal;
mod lions;
mod make;
mod man;
mod mating;
mod moves;
mod perft;
mod position;
mod price;
mod refusal;
mod ruleset;
pub mod say;
mod setup;
mod sfen;
mod special;
mod square;
mod state;
mod swift;

pub use budget::{OutOfSteps, spent_within, within};
pub use end::{End, NameError, Reason, Winner};
pub use game::{Game, Refusal};
pub use impasse::{Declaration, Points};
pub use man::{KindId, Man};
pub use mating::{Ahead, Answers};
pub use moves::{Move, UsiMove, UsiMoveError};
pub use position::{Position, Undo};
pub use refusal::{IllegalMove, PieceName};
pub use ruleset::Ruleset;
pub use setup::{Fault, Setup};
pub use sfen::SfenError;
pub use square::{Geometry, Side, Square, SquareName, SquareNameError};
