#![doc = include_str!("../README.md")]
//!
//! Prose, English or Japanese, into a movement.
//!
//! [`read`] takes a description as people write it on wikis and rule sheets and returns a
//! [`Draft`] and findings. The way: phrases of two lexicons, which are data (`words/lex`, `words/chunk`),
//! a weighted chart over each sentence (`words/chart`, `words/rules`), and what the sentences say
//! together (`words/discourse`). A word that is in no list, a number that counts nothing and a
//! direction that goes nowhere become findings that quote them. `docs/reader.md` teaches more.
//!
//! ```
//! let (draft, findings) = koma_prose::read(
//!     "Side mover (横行): slides sideways; steps one square vertically.",
//!     &koma_prose::Options::default(),
//! );
//! assert_eq!(draft.movement.steps.len(), 4);
//! assert!(findings.is_empty());
//! ```

// No I/O, no clock, no thread: `clippy.toml` has the list.
#![cfg_attr(
    not(test),
    warn(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

mod any;
mod choices;
pub mod generate;
mod known;
mod pages;
mod say;
mod words;

use koma_betza::Dialect;
use koma_pieces::yaml::Template;
use koma_pieces::{Movement, SpecialRule};
use koma_text::{Finding, Span};

pub use any::{As, read_any};
pub use choices::{Candidate, Choice, choices};
pub use pages::{Block, split};
pub use say::FINDINGS;

// The page that teaches the reader: its examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/reader.md")]
struct ReaderPage;

/// Finds the movement of a piece by its name, in any language.
pub type Lookup<'a> = &'a dyn Fn(&str) -> Option<Movement>;

/// How to read.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Decides about the knight.
    pub template: Template,
    /// How Betza inside the prose is read.
    pub dialect: Dialect,
    /// Pieces known besides our own table, by name in any language.
    pub known: Option<Lookup<'a>>,
    /// The name of the piece, where a page has it apart from the words about it.
    pub name: Option<&'a str>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self { template: Template::default(), dialect: Dialect::Strict, known: None, name: None }
    }
}

/// What a description says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// English name from the header line.
    pub name: Option<String>,
    /// Japanese name from the header line.
    pub name_ja: Option<String>,
    /// Where the header's names stand.
    pub name_span: Option<Span>,
    /// The movement.
    pub movement: Movement,
    /// Royal, drop restrictions and the like.
    pub special_rules: Vec<SpecialRule>,
    /// The name after "Promotes to".
    pub promotes_to: Option<String>,
    /// Says that it does not promote.
    pub does_not_promote: bool,
    /// Losing it loses the game.
    pub royal: bool,
    /// Betza notation as written, and where.
    pub betza: Option<(String, Span)>,
    /// Whether words, not only notation, told the movement.
    pub from_words: bool,
    /// What the words may mean besides, where a finding says that they are in doubt.
    pub others: Vec<Movement>,
}

/// Descriptions longer than this are refused: no piece needs a book.
const LONGEST: usize = 20_000;

/// Reads one description.
pub fn read(text: &str, options: &Options<'_>) -> (Draft, Vec<Finding>) {
    if text.len() > LONGEST {
        return (Draft::default(), vec![say::text_too_long(text.len(), LONGEST)]);
    }
    words::read(text, options)
}
