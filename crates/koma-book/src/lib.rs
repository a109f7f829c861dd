#![doc = include_str!("../README.md")]
//!
//! A variant for people: its rules in sentences, a page of them, pictures of pieces and positions.

// No I/O, no clock, no thread: `clippy.toml` has the list.
#![cfg_attr(
    not(test),
    warn(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

mod card;
pub mod diagram;
mod ending;
#[cfg(feature = "gif")]
pub mod film;
mod page;
pub mod picture;
pub mod sheet;
mod start;
mod words;

pub use card::notes;
pub use ending::ended;
pub use page::{escape, html, markdown, moves};
pub use start::{board_drawing, drawing, pieces};
pub use words::{Section, Subject, sections};
