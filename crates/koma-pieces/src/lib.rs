#![doc = include_str!("../README.md")]
//!
//! A piece as data: how it moves, what it is worth, how it is written down.

// No I/O, no clock, no thread: `clippy.toml` has the list.
#![cfg_attr(
    not(test),
    warn(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

pub mod betza;
mod canonical;
pub mod check;
mod model;
pub mod reach;
mod say;
pub mod shipped;
mod slug;
pub mod taikyoku;
pub mod value;
mod vector;
pub mod yaml;

pub use koma_betza::Hop;
pub use model::{
    Anywhere, AreaMove, Condition, Direction, Hook, Jump, JumpOver, JumpSlide, Leg, LineArea, Mode,
    Movement, Path, PieceDef, RangeCapture, RangeJump, Reach, SpecialRule, Step,
};
pub use say::FINDINGS;
pub use slug::slug;
pub use vector::Vector;
