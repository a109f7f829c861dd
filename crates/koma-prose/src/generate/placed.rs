//! A text inside another text, with the way back.

use koma_text::Span;

/// A text that may be part of a larger one (the block after `source_text: |`), and where each of
/// its lines stands there.
#[derive(Clone, Debug, Default)]
pub struct Placed {
    text: String,
    /// `(start in the text, start in the larger text)` of each line, ascending.
    lines: Vec<(usize, usize)>,
    /// The place of the whole, for what cannot be placed better.
    whole: Option<Span>,
}

impl Placed {
    /// A text that stands alone.
    pub fn alone(text: impl Into<String>) -> Self {
        Self { text: text.into(), lines: Vec::new(), whole: None }
    }

    /// The value `text` of the scalar at `span` of `larger`. Indentation and folding are undone by
    /// looking for each line in its turn; where one cannot be found, the whole is its place.
    pub fn in_node(larger: &str, span: Span, text: &str) -> Self {
        let mut lines = Vec::new();
        let mut from = span.start;
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let words = line.trim();
            let found = larger.get(from..span.end).and_then(|rest| rest.find(words));
            let Some(at) = found.filter(|_| !words.is_empty()) else {
                start += line.len();
                continue;
            };
            let lead = line.len() - line.trim_start().len();
            lines.push((start + lead, from + at));
            from += at + words.len();
            start += line.len();
        }
        Self { text: text.into(), lines, whole: Some(span) }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where a span of the text stands in the larger one.
    pub fn place(&self, span: Span) -> Span {
        let Some(whole) = self.whole else { return span };
        let at = self.lines.partition_point(|&(start, _)| start <= span.start);
        let Some(&(start, larger)) = at.checked_sub(1).and_then(|i| self.lines.get(i)) else {
            return whole;
        };
        let end = self.lines.get(at).map_or(self.text.len(), |&(next, _)| next);
        let line_end = self.text[start..end].find('\n').map_or(end, |n| start + n);
        if span.start > line_end {
            return whole;
        }
        let last = span.end.min(line_end).max(span.start);
        Span::new(larger + (span.start - start), larger + (last - start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_block_scalar_are_found_again_in_the_file() {
        let file = "a: 1\nsource_text: |\n  Pawn: one step\n\n  Lance: far\nb: 2\n";
        let text = "Pawn: one step\n\nLance: far\n";
        let node = Span::new(18, file.find("b: 2").unwrap());
        let placed = Placed::in_node(file, node, text);
        for word in ["Pawn", "one step", "Lance", "far"] {
            let at = text.find(word).unwrap();
            let place = placed.place(Span::new(at, at + word.len()));
            assert_eq!(&file[place.start..place.end], word);
        }
        // A span over several lines keeps its first.
        let place = placed.place(Span::new(6, text.len()));
        assert_eq!(&file[place.start..place.end], "one step");
    }

    #[test]
    fn what_cannot_be_placed_is_the_whole() {
        let file = "t: \"a\\u0062c\"";
        let placed = Placed::in_node(file, Span::new(3, file.len()), "abc");
        assert_eq!(placed.place(Span::new(1, 2)), Span::new(3, file.len()));
        assert_eq!(Placed::alone("abc").place(Span::new(1, 2)), Span::new(1, 2));
    }
}
