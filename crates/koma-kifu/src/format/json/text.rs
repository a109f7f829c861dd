//! JSON as text: a reader that keeps places and needs no recursion, and what writers share.

use std::borrow::Cow;

use koma_text::{Finding, Span};

/// A document: values in one list, so that no nesting is too deep to read or to drop.
#[derive(Debug)]
pub(in crate::format) struct Json<'t> {
    values: Vec<Entry<'t>>,
}

#[derive(Debug)]
struct Entry<'t> {
    kind: Kind<'t>,
    key: Option<Cow<'t, str>>,
    span: Span,
    first: Option<usize>,
    next: Option<usize>,
}

#[derive(Debug, PartialEq)]
enum Kind<'t> {
    Null,
    Bool(bool),
    Number(&'t str),
    Text(Cow<'t, str>),
    List,
    Object,
}

/// A value of a document.
#[derive(Clone, Copy, Debug)]
pub(in crate::format) struct Value<'a, 't> {
    json: &'a Json<'t>,
    id: usize,
}

impl<'t> Json<'t> {
    /// Reads a document, or says where it breaks off.
    pub fn read(text: &'t str) -> Result<Self, Box<Finding>> {
        let mut reader = Reader { text, at: 0, json: Self { values: Vec::new() } };
        match reader.document() {
            Some(()) => Ok(reader.json),
            None => {
                let at = reader.at.min(text.len());
                Err(Box::new(crate::say::not_json().at(Span::new(at, (at + 1).min(text.len())))))
            }
        }
    }

    /// The outermost value.
    pub fn root(&self) -> Value<'_, 't> {
        Value { json: self, id: 0 }
    }
}

impl<'a, 't> Value<'a, 't> {
    fn entry(self) -> &'a Entry<'t> {
        &self.json.values[self.id]
    }

    /// Where it stands.
    pub fn span(self) -> Span {
        self.entry().span
    }

    /// Its key in the object around it.
    pub fn key(self) -> &'a str {
        self.entry().key.as_deref().unwrap_or("")
    }

    /// The values in a list or an object.
    pub fn items(self) -> impl Iterator<Item = Self> {
        let json = self.json;
        std::iter::successors(self.entry().first, |&id| json.values[id].next)
            .map(move |id| Self { json, id })
    }

    /// The value under a key; `null` counts as none.
    pub fn get(self, key: &str) -> Option<Self> {
        let is_object = self.entry().kind == Kind::Object;
        let found = self.items().find(|value| is_object && value.key() == key)?;
        (found.entry().kind != Kind::Null).then_some(found)
    }

    pub fn is_list(self) -> bool {
        self.entry().kind == Kind::List
    }

    pub fn text(self) -> Option<&'a str> {
        match &self.entry().kind {
            Kind::Text(text) => Some(text),
            _ => None,
        }
    }

    pub fn boolean(self) -> Option<bool> {
        match self.entry().kind {
            Kind::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// A whole number.
    pub fn number(self) -> Option<u64> {
        match self.entry().kind {
            Kind::Number(text) => text.parse().ok(),
            _ => None,
        }
    }

    /// A number as it is written.
    pub fn digits(self) -> Option<&'t str> {
        match self.entry().kind {
            Kind::Number(text) => Some(text),
            _ => None,
        }
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    json: Json<'t>,
}

impl<'t> Reader<'t> {
    fn document(&mut self) -> Option<()> {
        self.text[self.at..].starts_with('\u{feff}').then(|| self.at += 3);
        // Open lists and objects, with the last value in each.
        let mut open: Vec<(usize, Option<usize>)> = Vec::new();
        loop {
            let mut key = None;
            if let Some(&(parent, last)) = open.last() {
                let is_object = self.json.values[parent].kind == Kind::Object;
                let close = if is_object { b'}' } else { b']' };
                self.blanks();
                if self.take(close) {
                    self.json.values[parent].span.end = self.at;
                    open.pop();
                    if open.is_empty() {
                        break;
                    }
                    continue;
                }
                if last.is_some() && !self.take(b',') {
                    return None;
                }
                if is_object {
                    self.blanks();
                    key = Some(self.string()?);
                    self.blanks();
                    self.take(b':').then_some(())?;
                }
            }
            let id = self.value(key)?;
            if let Some((parent, last)) = open.last_mut() {
                match last.replace(id) {
                    Some(last) => self.json.values[last].next = Some(id),
                    None => self.json.values[*parent].first = Some(id),
                }
            }
            if matches!(self.json.values[id].kind, Kind::List | Kind::Object) {
                open.push((id, None));
            } else if open.is_empty() {
                break;
            }
        }
        self.blanks();
        (self.at == self.text.len()).then_some(())
    }

    fn value(&mut self, key: Option<Cow<'t, str>>) -> Option<usize> {
        self.blanks();
        let start = self.at;
        let rest = &self.text[start..];
        let word = |word: &str| rest.starts_with(word);
        let kind = match rest.bytes().next()? {
            b'{' => self.skip(1, Kind::Object),
            b'[' => self.skip(1, Kind::List),
            b'"' => Kind::Text(self.string()?),
            b't' if word("true") => self.skip(4, Kind::Bool(true)),
            b'f' if word("false") => self.skip(5, Kind::Bool(false)),
            b'n' if word("null") => self.skip(4, Kind::Null),
            b'-' | b'0'..=b'9' => {
                let is_part = |b: u8| b.is_ascii_digit() || b"+-.eE".contains(&b);
                let length = rest.bytes().take_while(|&b| is_part(b)).count();
                self.skip(length, Kind::Number(&rest[..length]))
            }
            _ => return None,
        };
        let span = Span::new(start, self.at);
        self.json.values.push(Entry { kind, key, span, first: None, next: None });
        Some(self.json.values.len() - 1)
    }

    fn skip(&mut self, length: usize, kind: Kind<'t>) -> Kind<'t> {
        self.at += length;
        kind
    }

    fn string(&mut self) -> Option<Cow<'t, str>> {
        self.take(b'"').then_some(())?;
        let start = self.at;
        let mut plain: Option<String> = None;
        loop {
            let rest = &self.text[self.at..];
            let length = rest.bytes().position(|b| b == b'"' || b == b'\\')?;
            if let Some(plain) = &mut plain {
                plain.push_str(&rest[..length]);
            }
            self.at += length;
            if self.take(b'"') {
                let text = &self.text[start..self.at - 1];
                return Some(plain.map_or(Cow::Borrowed(text), Cow::Owned));
            }
            let plain = plain.get_or_insert_with(|| self.text[start..self.at].to_owned());
            self.at += 1;
            let escape = *self.text.as_bytes().get(self.at)?;
            self.at += 1;
            plain.push(match escape {
                b'n' => '\n',
                b't' => '\t',
                b'r' => '\r',
                b'b' => '\u{8}',
                b'f' => '\u{c}',
                b'"' | b'\\' | b'/' => char::from(escape),
                b'u' => self.escaped()?,
                _ => return None,
            });
        }
    }

    /// `\u3042`, or two of them for a character beyond the first plane.
    fn escaped(&mut self) -> Option<char> {
        let high = self.hex()?;
        if !(0xd800..0xdc00).contains(&high) {
            return Some(char::from_u32(high).unwrap_or('\u{fffd}'));
        }
        if !self.text[self.at..].starts_with("\\u") {
            return Some('\u{fffd}');
        }
        self.at += 2;
        let low = self.hex()?;
        let value = 0x10000 + ((high - 0xd800) << 10) + low.wrapping_sub(0xdc00);
        Some(
            char::from_u32(value).filter(|_| (0xdc00..0xe000).contains(&low)).unwrap_or('\u{fffd}'),
        )
    }

    fn hex(&mut self) -> Option<u32> {
        let digits = self.text.get(self.at..self.at + 4)?;
        self.at += 4;
        digits.bytes().all(|b| b.is_ascii_hexdigit()).then_some(())?;
        u32::from_str_radix(digits, 16).ok()
    }

    fn take(&mut self, byte: u8) -> bool {
        let is_there = self.text.as_bytes().get(self.at) == Some(&byte);
        self.at += usize::from(is_there);
        is_there
    }

    fn blanks(&mut self) {
        let rest = self.text[self.at..].bytes();
        self.at += rest.take_while(|b| matches!(b, b' ' | b'\t' | b'\n' | b'\r')).count();
    }
}

/// Writes a string in quotes.
pub(in crate::format) fn push_string(out: &mut String, text: &str) {
    use std::fmt::Write as _;
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if (c as u32) < 0x20 => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Writes a list of strings under a key, after a comma; nothing if it is empty.
pub(in crate::format) fn push_strings(out: &mut String, key: &str, list: &[String]) {
    if list.is_empty() {
        return;
    }
    out.push_str(",\"");
    out.push_str(key);
    out.push_str("\":[");
    for (at, text) in list.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        push_string(out, text);
    }
    out.push(']');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_with_their_places() {
        let text = r#" { "a" : [1, 2.5, {"b":"\u6b69\n\ud83c\udf89\/"}], "c":null, "d":true } "#;
        let json = Json::read(text).expect("JSON");
        let list = json.root().get("a").expect("a list");
        let items: Vec<_> = list.items().collect();
        assert_eq!((items.len(), items[0].number(), items[1].digits()), (3, Some(1), Some("2.5")));
        assert_eq!(items[2].get("b").and_then(Value::text), Some("歩\n🎉/"));
        let shown = &text[list.span().start..list.span().end];
        assert!(shown.starts_with("[1, 2.5") && shown.ends_with("}]"), "{shown}");
        assert!(json.root().get("c").is_none());
        assert_eq!(json.root().get("d").and_then(Value::boolean), Some(true));
    }

    #[test]
    fn what_is_not_json_is_refused_at_its_place() {
        for (text, at) in
            [("", 0), ("{", 1), ("[1 2]", 3), ("{\"a\" 1}", 5), ("[1]x", 3), ("\"a", 1)]
        {
            let finding = Json::read(text).expect_err(text);
            assert_eq!(finding.span.map(|span| span.start), Some(at), "{text}");
        }
    }

    #[test]
    fn deep_nesting_needs_no_stack() {
        let text = "[".repeat(1_000_000);
        assert!(Json::read(&text).is_err());
        let text = "[".repeat(1_000_000) + &"]".repeat(1_000_000);
        assert!(Json::read(&text).is_ok());
    }

    #[test]
    fn strings_come_back() {
        let mut out = String::new();
        push_string(&mut out, "\"\\\n\r\t\u{1}歩</script>");
        let json = Json::read(&out).expect("JSON");
        assert_eq!(json.root().text(), Some("\"\\\n\r\t\u{1}歩</script>"));
    }
}
