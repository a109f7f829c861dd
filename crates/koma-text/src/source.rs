//! A text with a name, and places in it.

use crate::{Encoding, Finding, Lines, decode, decode_as};

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
    /// Characters before each block of [`BLOCK`] bytes, so that a column costs the same in a
    /// line of many megabytes as in a short one.
    chars_before: Vec<usize>,
}

const BLOCK: usize = 4096;

impl Source {
    /// A text under the name people know it by (a file name, `<stdin>`, ...).
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let ended = Lines::new(&text).filter(|line| !line.end.is_empty());
        let line_starts = std::iter::once(0).chain(ended.map(|l| l.span.end + l.end.len()));
        let line_starts = line_starts.collect();
        let mut chars_before = Vec::with_capacity(text.len() / BLOCK + 2);
        chars_before.push(0);
        for block in text.as_bytes().chunks(BLOCK) {
            chars_before.push(chars_before[chars_before.len() - 1] + count_chars(block));
        }
        Self { name: name.into(), text, line_starts, chars_before }
    }

    /// A text that must be UTF-8, such as YAML. Bytes that are not are findings (see
    /// [`decode_as`]); when the whole looks like another encoding, the first says which.
    pub fn from_utf8(name: impl Into<String>, bytes: &[u8]) -> (Self, Vec<Finding>) {
        let mut decoded = decode_as(bytes, Encoding::Utf8);
        if let Some(first) = decoded.findings.first_mut() {
            let guess = decode(bytes).encoding;
            if guess != Encoding::Utf8 {
                first.help = Some(crate::say::looks_like(guess.to_string()));
            }
        }
        (Self::new(name, decoded.text), decoded.findings)
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
        LineCol { line, column: self.chars_to(offset) - self.chars_to(start) + 1 }
    }

    /// How many characters start before an offset.
    fn chars_to(&self, offset: usize) -> usize {
        let block = offset / BLOCK;
        self.chars_before[block] + count_chars(&self.text.as_bytes()[block * BLOCK..offset])
    }

    /// The text of a line (from 1), without its line end.
    pub fn line(&self, line: usize) -> &str {
        let (start, end) = (self.line_start(line), self.line_start(line.saturating_add(1)));
        self.text[start..end.max(start)].trim_end_matches(['\r', '\n'])
    }

    /// The offset of the first byte of a line (from 1); where there is no such line, the end of the text.
    pub fn line_start(&self, line: usize) -> usize {
        let start = line.checked_sub(1).and_then(|index| self.line_starts.get(index));
        start.copied().unwrap_or(self.text.len())
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

/// Characters that start in these bytes of a text.
fn count_chars(bytes: &[u8]) -> usize {
    // Every byte but a continuation byte starts one.
    bytes.iter().filter(|&&b| (b as i8) >= -0x40).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_right_across_blocks() {
        for filler in ["a", "歩", "é", "𠵇"] {
            let text = format!("x\n{}", filler.repeat(3 * BLOCK));
            let source = Source::new("t", text.as_str());
            for at in [0, 1, 7, BLOCK - 1, BLOCK, 2 * BLOCK + 3, 3 * BLOCK] {
                let place = source.line_col(2 + at * filler.len());
                assert_eq!(place, LineCol { line: 2, column: at + 1 }, "{filler} {at}");
            }
        }
        let full = Source::new("t", "a".repeat(BLOCK));
        assert_eq!(full.line_col(BLOCK), LineCol { line: 1, column: BLOCK + 1 });
        assert_eq!(Source::new("t", "").line_col(0), LineCol { line: 1, column: 1 });
    }

    #[test]
    fn lines_and_columns_count_characters_and_every_line_end() {
        let source = Source::new("t", "歩兵\r\nab\rc\r\r\n");
        let at = |offset| {
            let LineCol { line, column } = source.line_col(offset);
            (line, column)
        };
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(3), (1, 2));
        assert_eq!(at(4), (1, 2), "inside a character means the character");
        assert_eq!(at(9), (2, 2));
        assert_eq!(at(11), (3, 1));
        assert_eq!(at(99), (4, 1));
        assert_eq!([1, 2, 3, 4, 5, 0].map(|n| source.line(n)), ["歩兵", "ab", "c", "", "", ""]);
    }

    #[test]
    fn a_file_in_another_encoding_is_told_which() {
        let (source, findings) = Source::from_utf8("t", b"name: \x95\xe0\x95\xba\n");
        assert!(source.text().starts_with("name: \u{fffd}"));
        let help = findings[0].help.as_ref().map(ToString::to_string);
        assert_eq!(help.as_deref(), Some("this looks like CP932; save it as UTF-8"));
    }
}
