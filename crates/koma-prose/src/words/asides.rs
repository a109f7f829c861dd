//! What a text says besides moves: promotion, royalty, drops, notation, notes.

use super::chunk::{Chunk, Role};
use super::discourse::Discourse;
use super::value::Val;
use koma_pieces::SpecialRule;
use koma_text::Span;

impl Discourse<'_> {
    /// Takes sentences about promotion, royalty and drops out of the chunks.
    pub(super) fn rules_off(&mut self, chunks: &[Chunk]) -> Vec<Chunk> {
        let mut out = Vec::new();
        let mut at = 0;
        while at < chunks.len() {
            let chunk = &chunks[at];
            at += 1;
            let Role::Rule(kind, numbers) = &chunk.role else {
                if chunk.role == Role::Label {
                    at = self.label(chunks, at);
                } else {
                    out.push(chunk.clone());
                }
                continue;
            };
            let n = numbers.first().map_or(1, |n| (*n).min(200) as u8);
            let rule = match *kind {
                "royal" => Some(SpecialRule::Royal),
                "nifu" => Some(SpecialRule::NifuProhibited),
                "nodrop" => Some(SpecialRule::CannotDropInZone(n)),
                "mustpromote" => Some(SpecialRule::MustPromoteInZone(n)),
                _ => None,
            };
            match *kind {
                "promoteto" => {
                    let end = chunks[at..].iter().position(|c| {
                        c.is(|val| matches!(val, Val::Conj(_) | Val::But))
                            || matches!(c.role, Role::Rule(..))
                    });
                    let end = end.map_or(chunks.len(), |n| at + n);
                    let name: Vec<Chunk> =
                        chunks[at..end].iter().filter(|c| c.role != Role::Skip).cloned().collect();
                    let words = super::quote(self.cutter.text, &name)
                        .trim_matches(['[', ']', '「', '」', ' ']);
                    if words.is_empty() {
                        self.unknown.push(chunk.span);
                    } else {
                        self.promotes_to = Some(words.to_owned());
                    }
                    at = end;
                    if chunks.get(at).is_some_and(
                        |c| matches!(&c.role, Role::Rule(kind, _) if *kind == "promoted"),
                    ) {
                        at += 1;
                    }
                }
                // What it does once promoted is another piece.
                "ifpromoted" if self.defined() => return out,
                "ifpromoted" => self.unknown.push(chunk.span),
                "nopromote" => self.does_not_promote = true,
                "promoted" | "note" => {}
                _ => {}
            }
            let denied = at > 1
                && (chunks[at - 2].is(|val| matches!(val, Val::Not | Val::Exc(_)))
                    || self.cutter.words(chunks[at - 2].from, chunks[at - 2].to) == "not");
            if denied && *kind == "royal" {
                out.pop();
                continue;
            }
            if let Some(rule) = rule.filter(|rule| !self.rules.contains(rule)) {
                self.rules.push(rule);
            }
        }
        out
    }

    /// "Betza: fQbK": the notation behind its label.
    pub(super) fn label(&mut self, chunks: &[Chunk], at: usize) -> usize {
        let mut at = at;
        let mark = |c: &Chunk| {
            c.is(|val| *val == Val::Colon)
                || !self.cutter.words(c.from, c.to).chars().any(char::is_alphanumeric)
        };
        while chunks.get(at).is_some_and(mark) {
            at += 1;
        }
        let Some(first) = chunks.get(at) else { return at };
        let start = first.span.start;
        let text = &self.cutter.text[start..];
        let len = text
            .find(|c: char| c.is_whitespace() || matches!(c, '。' | '、' | ';'))
            .unwrap_or(text.len());
        let word = text[..len].trim_end_matches(['.', ',', ')']);
        let opened = word.matches('(').count() > word.matches(')').count();
        let end = start + word.len();
        let end = end + usize::from(opened && self.cutter.text[end..].starts_with(')'));
        self.notations.push((Span::new(start, end), true));
        while chunks.get(at).is_some_and(|c| c.span.start < end) {
            at += 1;
        }
        at
    }

    /// "only kings and great generals stop it": says again what ranks say.
    pub(super) fn stoppers(&mut self, chunks: &[Chunk]) {
        let flies = self
            .states
            .iter()
            .any(|s| s.set.more.as_ref().is_some_and(|m| m.range_capture.is_some()));
        let known = self
            .model
            .as_ref()
            .is_some_and(|m| m.more.as_ref().is_some_and(|m| m.range_capture.is_some()));
        self.unknown.extend(chunks.iter().filter(|c| c.role == Role::Unknown).map(|c| c.span));
        if !flies || !known {
            self.unknown.extend(chunks.iter().filter(|c| c.is_piece()).map(|c| c.span));
        }
    }

    /// A sentence that says nothing of moves; what bends them is told all the same.
    pub(super) fn note(&mut self, chunks: &[Chunk]) {
        self.told(chunks, |val| {
            matches!(val, Val::Risky | Val::Cap(_) | Val::Verb(super::mean::Manner::Leap))
        });
    }

    /// Tells the words of one kind.
    pub(super) fn told(&mut self, chunks: &[Chunk], bends: fn(&Val) -> bool) {
        let found = chunks.iter().filter(|c| c.role == Role::Word && c.is(bends));
        self.unknown.extend(found.map(|c| c.span));
    }
}
