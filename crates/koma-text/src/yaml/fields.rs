//! Asking a tree for what a format expects, with a finding for everything else.

use std::ops::RangeInclusive;

use super::{Entry, Kind, Node, Style};
use crate::{Findings, Phrase, Span, nearest, say};

/// A mapping being read: ask for its fields by name, then [`Fields::finish`] reports the rest.
///
/// Codes: `wrong-type`, `missing-field`, `unknown-field`.
#[derive(Debug)]
pub struct Fields<'a, 't> {
    /// Where the mapping stands.
    pub span: Span,
    what: &'a str,
    entries: &'a [Entry<'t>],
    asked: Vec<&'a str>,
}

impl<'a, 't> Fields<'a, 't> {
    /// The fields of `node`, which is `what` ("a piece") in messages. A finding and `None` when it
    /// is not a mapping.
    pub fn of(node: &'a Node<'t>, what: &'a str, out: &mut Findings) -> Option<Self> {
        let entries = node.mapping(what, out)?;
        Some(Self { span: node.span, what, entries, asked: Vec::with_capacity(16) })
    }

    /// The field of that name, if it was written. Asking makes the name known.
    pub fn get(&mut self, name: &'a str) -> Option<&'a Node<'t>> {
        self.entry(name).map(|entry| &entry.value)
    }

    /// The field of that name with its key, if it was written. Asking makes the name known.
    pub fn entry(&mut self, name: &'a str) -> Option<&'a Entry<'t>> {
        self.asked.push(name);
        self.entries.iter().find(|entry| entry.name() == name)
    }

    /// The field of that name; a finding when it is missing.
    pub fn need(&mut self, name: &'a str, out: &mut Findings) -> Option<&'a Node<'t>> {
        let found = self.get(name);
        if found.is_none() {
            // The first key is the part of a block mapping people recognise it by.
            let span = self.entries.first().map_or(self.span, |e| e.key.span.to(e.value.span));
            out.push(say::missing_field(self.what, name).at(span));
        }
        found
    }

    /// Reports every field nobody asked for, with the nearest name that was.
    pub fn finish(self, out: &mut Findings) {
        for entry in self.entries {
            let name = entry.name();
            if self.asked.contains(&name) {
                continue;
            }
            let finding = say::unknown_field(self.what, shorten(name)).at(entry.key.span);
            // No need to look for a name that nobody will read.
            let known =
                if out.is_full() { None } else { nearest(name, self.asked.iter().copied()) };
            out.push(match known {
                Some(known) => finding.help(say::did_you_mean(known)),
                None => finding,
            });
        }
    }
}

impl Entry<'_> {
    /// The key's text.
    pub fn name(&self) -> &str {
        match &self.key.kind {
            Kind::Scalar { text, .. } => text,
            _ => "",
        }
    }
}

impl<'t> Node<'t> {
    /// Whether nothing was written here: an empty value, `~` or `null`, without quotes.
    pub fn is_null(&self) -> bool {
        matches!(&self.kind, Kind::Scalar { text, style: Style::Plain }
            if matches!(&**text, "" | "~" | "null" | "Null" | "NULL"))
    }

    /// The text and style of a scalar.
    pub fn scalar(&self) -> Option<(&str, Style)> {
        match &self.kind {
            Kind::Scalar { text, style } => Some((text, *style)),
            _ => None,
        }
    }

    /// The entries of a mapping; a finding when it is something else.
    pub fn mapping(&self, what: &str, out: &mut Findings) -> Option<&[Entry<'t>]> {
        match &self.kind {
            Kind::Mapping(entries) => Some(entries),
            _ => self.wrong(what, say::a_mapping_of_keys(), out),
        }
    }

    /// The items of a list; a finding when it is something else.
    pub fn list(&self, what: &str, out: &mut Findings) -> Option<&[Node<'t>]> {
        match &self.kind {
            Kind::Sequence(items) => Some(items),
            _ => self.wrong(what, say::a_list(), out),
        }
    }

    /// A text; a finding for lists, mappings, and for plain numbers, booleans and null.
    pub fn text(&self, what: &str, out: &mut Findings) -> Option<&str> {
        match &self.kind {
            Kind::Scalar { text, style: Style::Quoted | Style::Block } => Some(text),
            Kind::Scalar { text, .. } if plain_type(text) == Plain::Text => Some(text),
            _ => self.wrong(what, say::a_text(), out),
        }
    }

    /// `true` or `false`; a finding for everything else, YAML 1.1's `yes` and `no` included.
    pub fn boolean(&self, what: &str, out: &mut Findings) -> Option<bool> {
        match self.scalar() {
            Some(("true" | "True" | "TRUE", Style::Plain)) => Some(true),
            Some(("false" | "False" | "FALSE", Style::Plain)) => Some(false),
            _ => self.wrong(what, say::true_or_false(), out),
        }
    }

    /// A whole number within `range`; findings `wrong-type` and `out-of-range`.
    pub fn integer(
        &self,
        what: &str,
        range: RangeInclusive<i64>,
        out: &mut Findings,
    ) -> Option<i64> {
        let Some((text, Style::Plain)) = self.scalar() else {
            return self.wrong(what, say::a_whole_number(), out);
        };
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return self.wrong(what, say::a_whole_number(), out);
        }
        // A number too long for i64 is out of every range.
        match text.parse::<i64>() {
            Ok(number) if range.contains(&number) => Some(number),
            _ => {
                let (low, high) = (*range.start(), *range.end());
                out.push(say::out_of_range(what, low, high, shorten(text)).at(self.span));
                None
            }
        }
    }

    /// The finding that this node is not what was expected.
    pub fn wrong<T>(
        &self,
        what: &str,
        expected: impl Into<Phrase>,
        out: &mut Findings,
    ) -> Option<T> {
        out.push(say::wrong_type(what, expected.into(), self.describe()).at(self.span));
        None
    }

    /// What this node is, for messages: "a list", "the number 12", "an empty value".
    pub fn describe(&self) -> Phrase {
        match &self.kind {
            Kind::Sequence(_) => say::a_list(),
            Kind::Mapping(_) => say::a_mapping(),
            Kind::Scalar { text, style: Style::Plain } if text.is_empty() => say::an_empty_value(),
            Kind::Scalar { text, style: Style::Plain } => match plain_type(text) {
                Plain::Null => say::null_value(shorten(text)),
                Plain::Boolean => say::the_boolean(shorten(text)),
                Plain::Number => say::the_number(shorten(text)),
                Plain::Text => say::the_text(shorten(text)),
            },
            Kind::Scalar { text, .. } => say::the_quoted_text(shorten(text)),
        }
    }
}

/// What a scalar without quotes is.
#[derive(PartialEq)]
enum Plain {
    Null,
    Boolean,
    Number,
    Text,
}

/// What YAML 1.2's core schema says a plain scalar is.
fn plain_type(text: &str) -> Plain {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Plain::Null,
        "true" | "True" | "TRUE" | "false" | "False" | "FALSE" => Plain::Boolean,
        _ if is_number(text) => Plain::Number,
        _ => Plain::Text,
    }
}

fn is_number(text: &str) -> bool {
    if let Some(hex) = text.strip_prefix("0x") {
        return !hex.is_empty() && hex.bytes().all(|b| b.is_ascii_hexdigit());
    }
    if let Some(octal) = text.strip_prefix("0o") {
        return !octal.is_empty() && octal.bytes().all(|b| matches!(b, b'0'..=b'7'));
    }
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if matches!(digits, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN") {
        return true;
    }
    // Rust also reads words like `infinity`, which YAML does not.
    digits.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && digits.bytes().any(|b| b.is_ascii_digit())
        && text.parse::<f64>().is_ok()
}

/// At most 40 characters of somebody's text, for a message.
fn shorten(text: &str) -> String {
    let mut short: String =
        text.chars().take(40).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(40).is_some() {
        short.push('…');
    }
    short
}
