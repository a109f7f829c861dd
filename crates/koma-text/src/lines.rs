//! Lines with their places, whatever ends them.

use crate::Span;

/// What ends a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineEnd {
    /// `\n`.
    Lf,
    /// `\r\n`.
    CrLf,
    /// `\r`, as old Macintosh programs wrote.
    Cr,
    /// `\r\r\n`, what is left when a CRLF file passed a second conversion.
    CrCrLf,
    /// The text ends without a line end.
    Eof,
}

impl LineEnd {
    /// Number of bytes.
    pub fn len(self) -> usize {
        match self {
            Self::Eof => 0,
            Self::Lf | Self::Cr => 1,
            Self::CrLf => 2,
            Self::CrCrLf => 3,
        }
    }

    /// Whether this is the end of a text without a line end.
    pub fn is_empty(self) -> bool {
        self == Self::Eof
    }
}

/// One line of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'t> {
    /// Number, from 1.
    pub number: usize,
    /// The line without its end.
    pub text: &'t str,
    /// Where `text` stands.
    pub span: Span,
    /// What ended it.
    pub end: LineEnd,
}

/// The lines of a text. A line end at the end of the text starts no further line.
///
/// ```
/// use koma_text::Lines;
/// let lines: Vec<_> = Lines::new("手合割：平手\r\n先手：甲\r\r\n後手：乙").map(|l| l.text).collect();
/// assert_eq!(lines, ["手合割：平手", "先手：甲", "後手：乙"]);
/// ```
#[derive(Clone, Debug)]
pub struct Lines<'t> {
    text: &'t str,
    at: usize,
    number: usize,
}

impl<'t> Lines<'t> {
    /// The lines of `text`.
    pub fn new(text: &'t str) -> Self {
        Self { text, at: 0, number: 0 }
    }

    /// What has not been read yet: it begins with a line.
    pub fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// How many lines have been read.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Passes over the next line, for callers that have seen where it ends: it and its end take so
    /// many bytes of [`Lines::rest`].
    pub fn pass(&mut self, bytes: usize) {
        self.at += bytes;
        self.number += 1;
    }
}

impl<'t> Iterator for Lines<'t> {
    type Item = Line<'t>;

    fn next(&mut self) -> Option<Line<'t>> {
        let rest = &self.text.as_bytes()[self.at..];
        if rest.is_empty() {
            return None;
        }
        let length = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let end = match &rest[length..] {
            [] => LineEnd::Eof,
            [b'\n', ..] => LineEnd::Lf,
            [b'\r', b'\n', ..] => LineEnd::CrLf,
            [b'\r', b'\r', b'\n', ..] => LineEnd::CrCrLf,
            _ => LineEnd::Cr,
        };
        let span = Span::new(self.at, self.at + length);
        self.at = span.end + end.len();
        self.number += 1;
        Some(Line { number: self.number, text: &self.text[span.start..span.end], span, end })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_end_is_one_line_end() {
        let text = "a\nb\r\nc\rd\r\r\n\r\re";
        let lines: Vec<_> = Lines::new(text).map(|l| (l.number, l.text, l.end)).collect();
        assert_eq!(
            lines,
            [
                (1, "a", LineEnd::Lf),
                (2, "b", LineEnd::CrLf),
                (3, "c", LineEnd::Cr),
                (4, "d", LineEnd::CrCrLf),
                (5, "", LineEnd::Cr),
                (6, "", LineEnd::Cr),
                (7, "e", LineEnd::Eof),
            ]
        );
    }

    #[test]
    fn a_line_can_be_passed_by_its_length() {
        let mut lines = Lines::new("歩\r\na\nb");
        lines.pass("歩\r\n".len());
        assert_eq!((lines.number(), lines.rest()), (1, "a\nb"));
        assert_eq!(lines.next().map(|line| (line.number, line.span.start)), Some((2, 5)));
        lines.pass(1);
        assert_eq!((lines.number(), lines.rest()), (3, ""));
        assert_eq!(lines.next(), None);
    }

    #[test]
    fn spans_and_ends_add_up_to_the_text() {
        for text in ["", "\n", "歩\r\n\n", "x\r", "\r\r\r\n\ry"] {
            let total: usize =
                Lines::new(text).map(|l| l.span.end - l.span.start + l.end.len()).sum();
            assert_eq!(total, text.len(), "{text:?}");
            assert!(Lines::new(text).all(|l| &text[l.span.start..l.span.end] == l.text));
        }
    }
}
