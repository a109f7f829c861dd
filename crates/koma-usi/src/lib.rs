#![doc = include_str!("../README.md")]
//!
//! USI, the language of shogi engines, and UCI, that of chess engines, as types and both ways: what
//! a program tells an engine ([`Command`]) and what the engine answers ([`Answer`]) are read and
//! written here, for every variant.
//!
//! [`Session`] is an engine's side of the talk as a state machine: a line goes in, [`Action`]s come
//! out. It reads no file, starts no thread and knows no search; whoever drives it does.

// No I/O, no clock, no thread: `clippy.toml` has the list.
#![cfg_attr(
    not(test),
    warn(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

mod answer;
mod command;
mod dialect;
mod fen;
mod games;
mod go;
mod info;
mod option;
mod session;
mod settings;
mod spelling;

pub use answer::{Answer, Best, Checkmate};
pub use command::{Command, CommandError, Outcome, PositionWords, Start};
pub use dialect::Dialect;
pub use fen::{fen_of, sfen_of_fen};
pub use games::{GameError, Games};
pub use go::{Clock, Go, MateTime};
pub use info::{Bound, Info, Mate, Score};
pub use option::{OptionKind, OptionLine};
pub use session::{Action, Outcome as SearchOutcome, Request, Session, Solved};
pub use settings::{SettingError, Settings};
pub use spelling::{Spelling, SpellingError};
