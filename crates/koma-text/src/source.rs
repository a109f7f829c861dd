//! A text with a name, and places in it.

use crate::Lines;

/// A range of bytes in a decoded text, `start..end`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The bytes `start..end`.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The smallest span that covers both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The same span, `by` bytes later: for a text that is part of a larger one.
    #[must_use]
    pub fn shift(self, by: usize) -> Self {
        Self { start: self.start + by, end: self.end + by }
    }
}

/// A place for people: line and column, both from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineCol {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// A decoded text with a name, ready to answer "which line is that?".
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: String,
    line_starts: Vec<usize>,
}

impl Source {
    /// A text under the name people know it by (a file name, `<stdin>`, ...).
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let ended = Lines::new(&text).filter(|line| !line.end.is_empty());
        let line_starts = std::iter::once(0).chain(ended.map(|l| l.span.end + l.end.len()));
        let line_starts = line_starts.collect();
        Self { name: name.into(), text, line_starts }
    }

    /// The name people know it by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Line and column of a byte offset. Offsets past the end mean the end.
    pub fn line_col(&self, offset: usize) -> LineCol {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line_starts.partition_point(|&start| start <= offset);
        let start = self.line_starts[line - 1];
        LineCol { line, column: self.text[start..offset].chars().count() + 1 }
    }

    /// The text of a line (from 1), without its line end.
    pub fn line(&self, line: usize) -> &str {
        let start = self.line_start(line);
        Lines::new(&self.text[start..]).next().map_or("", |line| line.text)
    }

    /// The offset of the first byte of a line (from 1); past the last line, the end of the text.
    pub fn line_start(&self, line: usize) -> usize {
        let index = line.saturating_sub(1);
        self.line_starts.get(index).copied().unwrap_or(self.text.len())
    }

    /// The words at a place; a span that does not fit the text gives what does.
    pub fn slice(&self, span: Span) -> &str {
        let fit = |mut at: usize| {
            at = at.min(self.text.len());
            while !self.text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let (start, end) = (fit(span.start), fit(span.end));
        self.text.get(start..end).unwrap_or("")
    }
}
