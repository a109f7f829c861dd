//! Lines of an ini file: sections, and `key = value` entries with their places.

use std::collections::HashMap;

use crate::say;
use koma_text::{Findings, Lines, Source, Span};

/// A word with its place.
#[derive(Clone, Copy, Debug)]
pub struct Word<'t> {
    /// What is written.
    pub text: &'t str,
    /// Where.
    pub span: Span,
}

impl<'t> Word<'t> {
    /// Part of it, by byte offsets that must lie on characters.
    pub fn part(self, start: usize, end: usize) -> Self {
        let at = self.span.start;
        Word { text: &self.text[start..end], span: Span::new(at + start, at + end) }
    }

    /// Without the blanks around it.
    pub fn trim(self) -> Self {
        let start = self.text.len() - self.text.trim_start().len();
        self.part(start, self.text.trim_end().len().max(start))
    }

    /// The parts between the characters `at`.
    pub fn split(self, at: char) -> impl Iterator<Item = Self> {
        let mut start = 0;
        self.text.split(at).map(move |piece| {
            let part = self.part(start, start + piece.len());
            start += piece.len() + at.len_utf8();
            part
        })
    }

    /// The words between blanks.
    pub fn words(self) -> impl Iterator<Item = Self> {
        self.text.split_whitespace().map(move |piece| {
            let start = piece.as_ptr() as usize - self.text.as_ptr() as usize;
            self.part(start, start + piece.len())
        })
    }

    /// Splits at the first character `at`.
    pub fn split_once(self, at: char) -> Option<(Self, Self)> {
        let place = self.text.find(at)?;
        Some((self.part(0, place), self.part(place + at.len_utf8(), self.text.len())))
    }

    /// The text as it may stand in a message: short, nothing unprintable.
    pub fn shown(self) -> String {
        let short: String = self.text.chars().take(40).collect();
        let dots = if short.len() < self.text.len() { "..." } else { "" };
        format!("{}{dots}", short.escape_debug())
    }
}

/// `key = value`.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'t> {
    /// The key.
    pub key: Word<'t>,
    /// The value, without blanks around it and without a comment behind it.
    pub value: Word<'t>,
}

/// `[name:parent]` and what follows it.
#[derive(Debug)]
pub struct Section<'t> {
    /// The name of the variant.
    pub name: Word<'t>,
    /// What it inherits from.
    pub parent: Option<Word<'t>>,
    /// Its entries, in the order written; of several with one key only the last.
    pub entries: Vec<Entry<'t>>,
}

/// The sections of a text, at most so many. What is neither a section, an entry, a comment nor blank
/// is reported.
pub fn scan<'t>(source: &'t Source, most: usize, out: &mut Findings) -> Vec<Section<'t>> {
    let mut sections: Vec<Section<'t>> = Vec::new();
    let mut keys: HashMap<&str, usize> = HashMap::new();
    // Entries after a faulty header belong to nobody; entries before the first are told once.
    let mut lost = false;
    let mut homeless = false;
    for line in Lines::new(source.text()) {
        let line = without_comment(Word { text: line.text, span: line.span });
        if line.text.is_empty() {
            continue;
        }
        if line.text.starts_with('[') {
            keys.clear();
            if sections.len() == most {
                out.push(say::ini_too_many_sections(most).at(line.span));
                break;
            }
            let section = header(line, out);
            lost = section.is_none();
            sections.extend(section);
            continue;
        }
        let Some((key, value)) = line.split_once('=') else {
            out.push(say::ini_bad_line(line.shown()).at(line.span));
            continue;
        };
        let entry = Entry { key: key.trim(), value: value.trim() };
        let Some(section) = sections.last_mut().filter(|_| !lost) else {
            if !lost && !homeless {
                out.push(say::ini_no_section().at(entry.key.span));
            }
            homeless = true;
            continue;
        };
        match keys.get(entry.key.text) {
            Some(&before) => {
                out.push(say::ini_key_twice(entry.key.shown()).at(entry.key.span));
                section.entries[before] = entry;
            }
            None => {
                keys.insert(entry.key.text, section.entries.len());
                section.entries.push(entry);
            }
        }
    }
    sections
}

/// A line without blanks at its ends and without its comment: the whole line after `;` or `#`, or
/// what follows a blank and `#`.
fn without_comment(line: Word<'_>) -> Word<'_> {
    let line = line.trim();
    if line.text.starts_with([';', '#']) {
        return line.part(0, 0);
    }
    let mut before = 'x';
    for (at, c) in line.text.char_indices() {
        if c == '#' && before.is_whitespace() {
            return line.part(0, at).trim();
        }
        before = c;
    }
    line
}

fn header<'t>(line: Word<'t>, out: &mut Findings) -> Option<Section<'t>> {
    let mut fault = |message: &str| {
        out.push(say::ini_bad_section(message).at(line.span));
        None
    };
    let Some(inside) = line.text.strip_suffix(']').filter(|inside| inside.len() > 1) else {
        return fault("the name of the section does not end with `]`");
    };
    let inside = line.part(1, inside.len());
    let (name, parent) = match inside.split_once(':') {
        Some((name, parent)) => (name.trim(), Some(parent.trim())),
        None => (inside.trim(), None),
    };
    if name.text.is_empty() || name.text.len() > 64 || name.text.chars().any(char::is_control) {
        return fault("a section has a name of 1 to 64 letters");
    }
    if parent.is_some_and(|parent| parent.text.is_empty()) {
        return fault("nothing stands after the `:`");
    }
    Some(Section { name, parent, entries: Vec::new() })
}
