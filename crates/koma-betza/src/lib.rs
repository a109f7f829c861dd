#![doc = include_str!("../README.md")]
//!
//! Betza notation for piece movement: parse it, print it back, expand it into moves.
//!
//! [`parse()`] turns a text such as `WfF` or `KNADcaKmcabK` into a [`Tree`] and a list of findings;
//! nothing is skipped in silence. [`expand()`] turns the tree into the primitive moves it stands
//! for. What a piece is *called* and how its movement is stored is the business of the crates
//! above; so is explaining it in words, because the words are those of the movement.
//!
//! # Examples
//!
//! ```
//! use koma_betza::{Dialect, expand, parse};
//!
//! let (gold, findings) = parse("WfF", Dialect::Strict);
//! assert!(findings.is_empty());
//! assert_eq!(gold.to_string(), "WfF");
//! assert_eq!(expand(&gold).expect("six moves").len(), 6);
//!
//! let (_, findings) = parse("fM", Dialect::Strict);
//! assert_eq!(findings[0].code, "betza-unknown-atom");
//! ```

// No I/O, no clock, no thread: `clippy.toml` has the list.
#![cfg_attr(
    not(test),
    warn(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

mod direction;
mod expand;
mod fairy;
mod leg;
mod lint;
mod old;
mod parse;
mod say;
mod tree;

pub use expand::{Hop, MAX_MOVES, Move, MoveLeg, TooManyMoves, expand};
pub use parse::{MAX_LENGTH, parse};
pub use say::FINDINGS;
pub use tree::{Atom, BracketLeg, Dialect, Group, Head, Joint, Letter, Mark, Range, Shape, Tree};
