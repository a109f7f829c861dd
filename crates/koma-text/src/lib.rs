#![doc = include_str!("../README.md")]
//!
//! Bytes with positions: every reader of Koma stands on this crate.
//!
//! A reader never half reads somebody's text in silence: it returns its value *and* a list of
//! [`Finding`]s, each with a stable code and, wherever the text is at hand, the [`Span`] it
//! concerns. [`Source`] turns spans into lines and columns.

// No I/O, no clock, no thread: `clippy.toml` has the list.
#![cfg_attr(
    not(test),
    warn(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

mod decode;
mod encode;
mod finding;
mod lang;
mod lines;
mod nearest;
mod phrase;
mod render;
pub mod say;
mod source;
pub mod yaml;

pub use decode::{Decoded, Encoding, Evidence, decode, decode_as};
pub use encode::{Encoded, encode};
pub use finding::{Finding, Findings, Severity};
pub use lang::{Lang, kanji_number, wide_number};
pub use lines::{Line, LineEnd, Lines};
pub use nearest::nearest;
pub use phrase::{Fact, FindingKind, Phrase, Template, finding_faults, template_faults};
pub use render::{Colour, FindingJson, render, render_all, summary, to_json};
pub use say::{FINDINGS, did_you_mean};
pub use source::{LineCol, Source, Span};
