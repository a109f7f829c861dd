//! From text to tree, with a finding for everything that is not notation.

use koma_text::{Finding, Span};

use crate::expand::{Fault, MAX_MOVES, expand_group};
use crate::fairy;
use crate::lint;
use crate::old;
use crate::say;
use crate::tree::{
    Atom, BracketLeg, Dialect, Group, Head, Joint, Letter, Mark, Range, Shape, Tree,
};

/// The longest text that is read, in bytes. The longest known piece has 40.
pub const MAX_LENGTH: usize = 1_000;

/// The largest leap `(m,n)` and the largest range: beyond any board.
const MAX_LEAP: u32 = 99;
const MAX_RANGE: u32 = 9_999;
/// The most legs of one group.
const MAX_LEGS: usize = 8;

/// Reads a Betza text. Groups with an error are left out of the tree; everything else is kept.
///
/// # Examples
///
/// ```
/// use koma_betza::{Dialect, parse};
///
/// let (tree, findings) = parse("RoBfW", Dialect::Strict);
/// assert_eq!(tree.to_string(), "RfW");
/// assert_eq!(findings[0].code, "betza-unsupported");
/// assert_eq!(findings[0].span.map(|s| (s.start, s.end)), Some((1, 2)));
/// ```
pub fn parse(text: &str, dialect: Dialect) -> (Tree, Vec<Finding>) {
    let mut parser = Parser { text, at: 0, dialect, findings: Vec::new() };
    let mut tree = Tree { groups: Vec::new(), dialect };
    if text.len() > MAX_LENGTH {
        parser.say(say::too_long(text.len(), MAX_LENGTH), Span::new(0, text.len()));
        return (tree, parser.findings);
    }
    parser.at = text.len() - text.trim_start().len();
    let end = text.trim_end().len().max(parser.at);
    if parser.at == end {
        parser.say(say::empty(), Span::new(0, end));
    }
    parser.text = &text[..end];
    let mut moves = Vec::new();
    while parser.at < end {
        let Some(group) = parser.group() else { continue };
        let before = moves.len();
        match expand_group(&group, tree.groups.len(), dialect, &mut moves) {
            Ok(()) => {
                lint::group(&group, dialect, &moves[before..], &mut parser.findings);
                tree.groups.push(group);
                lint::neo_pair(&tree, &mut parser.findings);
            }
            Err(Fault::Unreadable(finding)) => {
                moves.truncate(before);
                parser.findings.push(*finding);
            }
            Err(Fault::TooMany) => {
                moves.truncate(before);
                parser.say(say::too_many_moves(MAX_MOVES), group.span);
            }
        }
    }
    (tree, parser.findings)
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    dialect: Dialect,
    findings: Vec<Finding>,
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn next(&mut self) -> Option<(char, Span)> {
        let c = self.peek()?;
        let start = self.at;
        self.at += c.len_utf8();
        Some((c, Span::new(start, self.at)))
    }

    fn say(&mut self, finding: Finding, span: Span) {
        self.findings.push(finding.at(span));
    }

    /// The next group; `None` when it had an error, which is then reported.
    fn group(&mut self) -> Option<Group> {
        let start = self.at;
        let errors = self.errors();
        if self.old_bent() {
            return None;
        }
        let legs = self.legs();
        if self.peek() == Some('[') {
            let bracket_at = self.at;
            let bracket = self.bracket();
            if bracket_at > start {
                self.say(say::marks_before_bracket(), Span::new(start, bracket_at));
            }
            let shape = Shape::Bracket(bracket?);
            let span = Span::new(start, self.at);
            return (self.errors() == errors).then_some(Group { shape, span });
        }
        let head = self.head(start)?;
        let span = Span::new(start, self.at);
        if legs.len() > MAX_LEGS {
            self.say(say::too_many_legs(MAX_LEGS), span);
        }
        let shape = Shape::Legs { legs, head };
        (self.errors() == errors).then_some(Group { shape, span })
    }

    /// `t[FR]`, as older pages write pieces that turn: read over, with the form of today.
    fn old_bent(&mut self) -> bool {
        let rest = &self.text[self.at..];
        let Some((inside, _)) = rest.strip_prefix("t[").and_then(|rest| rest.split_once(']'))
        else {
            return false;
        };
        let Some(now) = old::bent(inside, self.dialect) else { return false };
        let span = Span::new(self.at, self.at + inside.len() + 3);
        self.say(say::old_form(&self.text[span.start..span.end], now), span);
        self.at = span.end;
        true
    }

    fn errors(&self) -> usize {
        self.findings.iter().filter(|finding| finding.is_error()).count()
    }

    /// The modifiers up to an atom, cut at every `a`.
    fn legs(&mut self) -> Vec<Vec<Mark>> {
        let mut legs = vec![Vec::new()];
        while let Some(c) = self.peek().filter(char::is_ascii_lowercase) {
            let (_, span) = self.next().unwrap_or((c, Span::new(self.at, self.at)));
            if self.dialect == Dialect::Fairy && fairy::ignores(c) {
                self.say(say::fairy_ignored(c), span);
            } else if self.dialect == Dialect::Fairy && c == 'e' {
                self.say(say::fairy_en_passant(), span);
            } else if c == 'a' {
                legs.push(Vec::new());
            } else if let Some(letter) = Letter::from_char(c) {
                let last = legs.len() - 1;
                legs[last].push(Mark { letter, span });
            } else {
                self.say(lint::refused_letter(c), span);
            }
        }
        legs
    }

    /// An atom with its range.
    fn head(&mut self, start: usize) -> Option<Head> {
        let Some((c, span)) = self.next() else {
            self.say(say::missing_atom(), Span::new(start, self.at));
            return None;
        };
        let atom = match c {
            '(' => self.leap(span)?,
            _ => match Atom::from_char(c) {
                Some(atom) => atom,
                None => {
                    self.say(lint::refused_atom(c), span);
                    self.skip_range();
                    return None;
                }
            },
        };
        let range = self.range(c)?;
        if self.dialect == Dialect::Fairy && c == '(' {
            self.say(say::fairy_leap(), Span::new(span.start, self.at));
            return None;
        }
        Some(Head { atom, range, span: Span::new(span.start, self.at) })
    }

    fn skip_range(&mut self) {
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.next();
        }
    }

    /// The rest of `(m,n)`.
    fn leap(&mut self, open: Span) -> Option<Atom> {
        let rest = &self.text[open.end..];
        let length = rest.find([')', '(']).filter(|&i| rest[i..].starts_with(')'));
        let inside = length.map_or("", |length| &rest[..length]);
        let numbers: Option<Vec<u32>> = inside
            .split(',')
            .map(|n| {
                let n = n.trim();
                // Nine digits always fit; longer ones are too large in any case.
                let digits = !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit());
                digits.then(|| n.parse().unwrap_or(u32::MAX))
            })
            .collect();
        let (Some(numbers), Some(length)) = (numbers.filter(|n| n.len() == 2), length) else {
            let end = length.map_or(self.text.len(), |length| open.end + length + 1);
            let span = Span::new(open.start, end);
            match old::legs(inside, self.dialect) {
                Some(now) => self.say(say::old_form(&self.text[span.start..end], now), span),
                None => self.say(say::not_a_leap(), span),
            }
            self.at = end;
            return None;
        };
        self.at = open.end + length + 1;
        let span = Span::new(open.start, self.at);
        let (m, n) = (numbers[0], numbers[1]);
        if m.max(n) > MAX_LEAP {
            self.say(say::leap_too_long(MAX_LEAP), span);
        } else if m.max(n) == 0 {
            self.say(say::leap_nowhere(), span);
        } else {
            return Some(Atom::Leap(m as u8, n as u8));
        }
        self.skip_range();
        None
    }

    fn range(&mut self, atom: char) -> Option<Range> {
        let start = self.at;
        if self.peek() == Some(atom) && atom != '(' {
            self.next();
            return Some(Range::Again);
        }
        let rest = &self.text[start..];
        let mut digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Some(Range::Bare);
        }
        let mut dropped = 0;
        if self.dialect == Dialect::Fairy && digits > 1 {
            dropped = digits - 1;
            digits = 1;
        }
        self.at = start + digits + dropped;
        let value: u32 = rest[..digits].parse().unwrap_or(u32::MAX);
        if dropped > 0 {
            self.say(say::fairy_digits(value), Span::new(start, self.at));
        }
        if value > MAX_RANGE {
            self.say(say::range_too_long(MAX_RANGE), Span::new(start, self.at));
            return None;
        }
        Some(Range::Number { value: value as u16, digits: digits as u8 })
    }

    /// A whole bracket, from `[` to `]`.
    fn bracket(&mut self) -> Option<Vec<BracketLeg>> {
        let (_, open) = self.next()?;
        let Some(length) = self.text[open.end..].find(']') else {
            self.say(say::bracket_not_closed(), open);
            self.at = self.text.len();
            return None;
        };
        let end = open.end + length;
        if self.dialect == Dialect::Fairy {
            self.at = end + 1;
            let span = Span::new(open.start, self.at);
            self.say(say::fairy_bracket(), span);
            return None;
        }
        let legs = self.bracket_legs(end);
        self.at = end + 1;
        let span = Span::new(open.start, self.at);
        match legs {
            Some(legs) if legs.len() < 2 => {
                self.say(say::bracket_too_short(), span);
                None
            }
            Some(legs) if legs.len() > MAX_LEGS => {
                self.say(say::too_many_legs(MAX_LEGS), span);
                None
            }
            legs => legs,
        }
    }

    fn bracket_legs(&mut self, end: usize) -> Option<Vec<BracketLeg>> {
        let mut legs = Vec::new();
        let mut joint = Joint::MustGoOn;
        loop {
            let start = self.at;
            let mut marks = self.legs();
            if self.at >= end {
                self.say(say::leg_without_atom(), Span::new(start, end));
                return None;
            }
            let head = self.head(start)?;
            if marks.len() > 1 {
                let span = Span::new(start, self.at);
                self.say(say::a_in_bracket(), span);
                return None;
            }
            legs.push(BracketLeg { joint, marks: marks.pop().unwrap_or_default(), head });
            match self.next() {
                Some(('-', _)) => joint = Joint::MustGoOn,
                Some(('?', _)) => joint = Joint::MayStop,
                Some((']', _)) => return Some(legs),
                Some((c, span)) => {
                    self.say(say::between_legs(c), span);
                    return None;
                }
                None => return None,
            }
        }
    }
}
