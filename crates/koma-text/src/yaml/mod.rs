//! A YAML 1.2 document as a tree with places, so that a reader can report *all* faults of a file.
//!
//! [`parse()`] gives the tree, [`Fields`] and the typed questions of [`Node`] walk it. Everything
//! that could hide a second meaning is refused with a finding: anchors and aliases, tags,
//! duplicate keys, several documents. Nothing is guessed: a plain `N` and a quoted `"N"` are
//! told apart by their [`Style`], and whether `12` is a number is decided where it is asked for.
//!
//! ```
//! use koma_text::{Findings, yaml};
//!
//! let text = "name: \"Pawn\"\nvalu: 100\n";
//! let (document, syntax) = yaml::parse(text, &yaml::Limits::default());
//! assert!(syntax.is_empty());
//!
//! let mut findings = Findings::default();
//! let root = document.root.expect("the text is not empty");
//! let mut fields = yaml::Fields::of(&root, "a piece", &mut findings).expect("a mapping");
//! let name = fields.need("name", &mut findings).and_then(|n| n.text("the name", &mut findings));
//! let value = fields.need("value", &mut findings);
//! fields.finish(&mut findings);
//!
//! assert_eq!((name, value.is_none()), (Some("Pawn"), true));
//! let codes: Vec<_> = findings.into_vec().into_iter().map(|f| f.code).collect();
//! assert_eq!(codes, ["missing-field", "unknown-field"]);
//! ```

mod fields;
mod parse;
#[cfg(test)]
mod tests;
mod write;

use std::borrow::Cow;

pub use fields::Fields;
pub use parse::{Limits, parse};
pub use write::{comment, quoted};

use crate::Span;

/// What [`parse()`] understood of a text.
#[derive(Clone, Debug, Default)]
pub struct Document<'t> {
    /// The top node; `None` when the text is empty or could not be trusted (the findings say why).
    pub root: Option<Node<'t>>,
    /// The comments from `#` to the line's end, in order, if [`Limits::comments`] asked for them.
    pub comments: Vec<Span>,
}

/// A value in the text, with its place.
#[derive(Clone, Debug)]
pub struct Node<'t> {
    /// What it is.
    pub kind: Kind<'t>,
    /// Where it stands, quotes and brackets included.
    pub span: Span,
}

/// The three kinds of node.
#[derive(Clone, Debug)]
pub enum Kind<'t> {
    /// A single value. The text is what the quotes and escapes mean.
    Scalar {
        /// The value's text.
        text: Cow<'t, str>,
        /// How it was written.
        style: Style,
    },
    /// `- a` lines or `[a, b]`.
    Sequence(Vec<Node<'t>>),
    /// `key: value` lines or `{ key: value }`, in the order written; keys occur once.
    Mapping(Vec<Entry<'t>>),
}

/// A key with its value.
#[derive(Clone, Debug)]
pub struct Entry<'t> {
    /// The key, always a scalar.
    pub key: Node<'t>,
    /// The value; a null scalar where nothing was written.
    pub value: Node<'t>,
}

/// How a scalar was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Without quotes: may be a number, a boolean, null or a text.
    Plain,
    /// In `'` or `"`: always a text.
    Quoted,
    /// After `|` or `>`: always a text.
    Block,
}
