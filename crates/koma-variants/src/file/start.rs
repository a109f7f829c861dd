//! The start position: an SFEN that must fit the board and the kinds.

use std::collections::HashMap;

use koma_text::yaml::Node;
use koma_text::{Finding, Findings, Source, Span};

use crate::say;
use crate::{DropRules, Kind};

/// What a start position must fit.
pub struct Men<'a> {
    /// Files and ranks.
    pub board: (u8, u8),
    pub kinds: &'a [Kind],
    pub drops: Option<&'a DropRules>,
}

/// Reads a start position and reports every fault in it.
pub fn read(node: &Node<'_>, source: &Source, men: &Men<'_>, out: &mut Findings) -> Option<String> {
    let Men { board, kinds, drops } = *men;
    let text = node.text("the start position", out)?;
    let mut check = Check {
        text,
        // Places inside the text are known when it is written without escapes.
        base: source.text().get(node.span.start..node.span.end).and_then(|raw| raw.find(text)),
        node: node.span,
        words: kinds.iter().any(|kind| kind.code.trim_start_matches('+').len() > 1),
        codes: kinds.iter().enumerate().map(|(i, kind)| (kind.code.as_str(), i)).collect(),
        out,
        faults: 0,
    };
    let mut fields = text.split(' ');
    let ranks = check.board(fields.next().unwrap_or_default(), board);
    match fields.next() {
        Some("b" | "w") => {}
        Some(side) => check.fault(side, say::no_side(side)),
        None => check.fault(text, say::side_missing()),
    }
    let held = check.hands(fields.next().unwrap_or("-"), kinds, drops);
    if let Some(ply) = fields.next().filter(|ply| !matches!(ply.parse::<u32>(), Ok(1..))) {
        check.fault(ply, say::no_ply(ply.escape_debug().to_string()));
    }
    if let Some(more) = fields.next() {
        check.fault(more, say::too_many_fields());
    }
    let royals = |sente: bool| {
        let men = ranks.iter().chain(&held);
        men.filter(|&&(kind, side)| kinds[kind].royal && side == sente).count()
    };
    let (mine, yours) = (royals(true), royals(false));
    let faults = check.faults;
    if faults == 0 && kinds.iter().any(|kind| kind.royal) && (mine == 0 || yours == 0) {
        out.push(say::start_without_royal().at(node.span));
    }
    (faults == 0).then(|| text.to_string())
}

struct Check<'a> {
    text: &'a str,
    base: Option<usize>,
    node: Span,
    /// Whether codes have several letters, and so stand between commas.
    words: bool,
    codes: HashMap<&'a str, usize>,
    out: &'a mut Findings,
    faults: usize,
}

impl Check<'_> {
    /// A fault at `part`, which must be a slice of the text.
    fn fault(&mut self, part: &str, finding: Finding) {
        self.faults += 1;
        let offset = (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        let span = match self.base {
            Some(base) if offset <= self.text.len() => {
                let start = self.node.start + base + offset;
                Span::new(start, start + part.len().max(1))
            }
            _ => self.node,
        };
        self.out.push(finding.at(span));
    }

    /// The men on the board as (kind, is sente's).
    fn board(&mut self, field: &str, (files, ranks): (u8, u8)) -> Vec<(usize, bool)> {
        let mut men = Vec::new();
        let rows: Vec<&str> = field.split('/').collect();
        if rows.len() != usize::from(ranks) {
            self.fault(field, say::start_ranks(rows.len(), ranks));
        }
        for row in rows.into_iter().take(usize::from(ranks)) {
            let before = self.faults;
            let width = self.rank(row, &mut men);
            if width != usize::from(files) && before == self.faults {
                self.fault(row, say::start_files(width, files));
            }
        }
        men
    }

    /// One rank: `2P1` in single letters, or `ic,2,wt3` in words between commas, where `wt3` is
    /// three in a row.
    fn rank(&mut self, row: &str, men: &mut Vec<(usize, bool)>) -> usize {
        let mut width = 0;
        for word in self.items(row) {
            let mut rest = word;
            while !rest.is_empty() {
                if let Some((empty, after)) = number(rest) {
                    width += empty;
                    rest = after;
                    continue;
                }
                let (code, after) = self.split_code(rest);
                rest = after;
                let mut times = 1;
                if self.words
                    && let Some((number, after)) = number(rest)
                {
                    (times, rest) = (number.clamp(1, 100), after);
                }
                width += times;
                if let Some(man) = self.man(code) {
                    men.extend(std::iter::repeat_n(man, times));
                }
            }
        }
        width
    }

    /// The men in hand as (kind, is sente's).
    fn hands(
        &mut self,
        field: &str,
        kinds: &[Kind],
        drops: Option<&DropRules>,
    ) -> Vec<(usize, bool)> {
        let mut men = Vec::new();
        if field == "-" {
            return men;
        }
        let Some(drops) = drops else {
            self.fault(field, say::no_hands());
            return men;
        };
        for word in self.items(field) {
            let mut rest = word;
            while !rest.is_empty() {
                if let Some((count, after)) = number(rest) {
                    if !(1..=999).contains(&count) {
                        self.fault(rest, say::hand_count());
                    }
                    rest = after;
                }
                let (code, after) = self.split_code(rest);
                rest = after;
                let Some(man) = self.man(code) else { continue };
                men.push(man);
                if kinds[man.0].in_hand != man.0 && !drops.stays_promoted {
                    self.fault(code, say::never_in_hand(code));
                }
            }
        }
        men
    }

    /// The parts of a rank or of the hands that commas keep apart.
    fn items<'t>(&mut self, text: &'t str) -> Vec<&'t str> {
        if !self.words {
            return vec![text];
        }
        let items: Vec<&str> = text.split(',').collect();
        if items.len() > 1 && items.contains(&"") {
            self.fault(text, say::stray_comma());
        }
        items
    }

    /// Splits off one code: `+` and a letter, or a whole word.
    fn split_code<'t>(&self, text: &'t str) -> (&'t str, &'t str) {
        let plus = usize::from(text.starts_with('+'));
        let letters = text[plus..].chars().take_while(|c| self.words && c.is_ascii_alphabetic());
        let length = plus + letters.count();
        // At least one character, whatever it is: it will be reported.
        let least = plus + text[plus..].chars().next().map_or(0, char::len_utf8);
        text.split_at(length.max(least))
    }

    /// The kind of a code, and whether it is sente's.
    fn man(&mut self, code: &str) -> Option<(usize, bool)> {
        let capitals = code.to_ascii_uppercase();
        let is_sente = code == capitals;
        if !is_sente && code != code.to_ascii_lowercase() {
            self.fault(code, say::mixed_case(code));
            return None;
        }
        let Some(&kind) = self.codes.get(capitals.as_str()) else {
            self.fault(code, say::start_code(capitals.escape_debug().to_string()));
            return None;
        };
        Some((kind, is_sente))
    }
}

/// A number at the start of the text and what follows it; huge ones are cut off.
fn number(text: &str) -> Option<(usize, &str)> {
    let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &text[..text.len() - after.len()];
    const MOST: usize = u16::MAX as usize;
    (!digits.is_empty()).then(|| (digits.parse().unwrap_or(MOST).min(MOST), after))
}
