//! The descriptions of a request, read and found again by name.

use std::cell::Cell;
use std::collections::HashMap;

use koma_betza::Dialect;
use koma_text::{Finding, Findings, Phrase, Span};

use super::{Entry, Placed, Request, placed};
use crate::{Draft, Options, say};
use koma_pieces::yaml::Template;
use koma_pieces::{Movement, SpecialRule, betza, slug};

/// Most descriptions of a text: a hundred times Taikyoku's.
const MOST_DESCRIPTIONS: usize = 40_000;

/// All descriptions of a source text.
pub(super) struct Drafts<'r> {
    text: &'r Placed,
    dialect: Dialect,
    list: Vec<Described>,
    /// From a name, as [`key`] writes it, to the descriptions that have it.
    by_name: HashMap<String, Vec<usize>>,
}

struct Described {
    draft: Draft,
    /// Where its name stands, else where it starts.
    span: Span,
    /// Where it starts.
    start: usize,
    used: Cell<bool>,
}

/// How a piece of the list moves, and what rules its description states.
pub(super) struct Reading {
    pub movement: Movement,
    pub special_rules: Vec<SpecialRule>,
    /// The Japanese name its description gives.
    pub name_ja: Option<String>,
}

impl<'r> Drafts<'r> {
    /// Reads every description; the findings are placed in the text that holds them.
    pub fn read(
        request: &'r Request,
        progress: &mut dyn FnMut(usize, usize),
        out: &mut Findings,
    ) -> Self {
        let text = &request.source_text;
        // The template `neo_shogi` reads notation in a way of its own: `Dialect::Neo`.
        let dialect = match request.yaml_template {
            Template::NeoShogi => Dialect::Neo,
            Template::StandardShogi => Dialect::Strict,
        };
        let mut blocks = crate::split(text.text());
        if let Some(first) = blocks.get(MOST_DESCRIPTIONS) {
            let finding = say::too_many_descriptions(MOST_DESCRIPTIONS, blocks.len());
            out.push(finding.at(text.place(first.span)));
            blocks.truncate(MOST_DESCRIPTIONS);
        }
        let mut drafts = Self { text, dialect, list: Vec::new(), by_name: HashMap::new() };
        let options = Options { template: request.yaml_template, dialect, ..Options::default() };
        let mut waiting = Vec::new();
        for (at, block) in blocks.iter().enumerate() {
            let words = &text.text()[block.body.start..block.body.end];
            let name = block.name.map(|span| &text.text()[span.start..span.end]);
            let (mut draft, findings) = crate::read(words, &Options { name, ..options });
            named(&mut draft, text.text(), block);
            drafts.add(draft, block);
            // It may speak of a piece that is described further down: read it again at the end.
            if !findings.is_empty() {
                waiting.push((at, block, findings));
            }
            progress(at + 1, blocks.len());
        }
        for (at, block, first) in waiting {
            let words = &text.text()[block.body.start..block.body.end];
            let known = |name: &str| drafts.known(name, at);
            let name = block.name.map(|span| &text.text()[span.start..span.end]);
            let options = Options { known: Some(&known), name, ..options };
            let (mut draft, again) = crate::read(words, &options);
            named(&mut draft, text.text(), block);
            let better = again.len() < first.len();
            let findings = if better { again } else { first };
            if better {
                drafts.list[at].draft = draft;
            }
            out.extend(findings.into_iter().map(|mut finding| {
                let span = finding.span.map_or(block.span, |span| span.shift(block.body.start));
                finding.span = Some(text.place(span));
                finding
            }));
        }
        drafts
    }

    fn add(&mut self, draft: Draft, block: &crate::Block) {
        let at = self.list.len();
        for name in [&draft.name, &draft.name_ja].into_iter().flatten() {
            self.by_name.entry(key(name)).or_default().push(at);
        }
        let span = block.name.unwrap_or(Span::new(block.span.start, block.span.start));
        let start = block.span.start;
        self.list.push(Described { draft, span, start, used: Cell::new(false) });
    }

    /// The move of another piece described in the same text.
    fn known(&self, name: &str, asking: usize) -> Option<Movement> {
        let found = self.by_name.get(&key(name))?.iter().find(|&&at| at != asking)?;
        let movement = &self.list[*found].draft.movement;
        (*movement != Movement::default()).then(|| movement.clone())
    }

    /// Everything the request says about the move of a piece of the list. A movement in fields
    /// wins over words, and words win over notation; where two differ there is a finding. `None`
    /// when nothing says how it moves.
    pub fn movement(&self, entry: &Entry, out: &mut Findings) -> Option<Reading> {
        let described = self.find(entry);
        let draft = described.map(|d| &d.draft);
        let words = draft.map(|d| &d.movement).filter(|m| **m != Movement::default());
        let notation = entry.betza.as_ref().and_then(|(text, span)| {
            let (movement, findings) = betza::read(text, self.dialect);
            let broken = findings.iter().any(Finding::is_error);
            out.extend(findings.into_iter().map(|mut finding| {
                finding.span = match (finding.span, *span) {
                    (Some(at), Some(span)) => Some(at.shift(span.start)),
                    (_, span) => span.or(entry.span),
                };
                finding
            }));
            (!broken).then_some(movement)
        });
        let readings: Vec<(Phrase, &Movement)> = [
            (say::its_movement(), entry.movement.as_ref()),
            (say::its_description(), words),
            (say::its_betza(), notation.as_ref()),
        ]
        .into_iter()
        .filter_map(|(name, movement)| Some((name, movement?)))
        .collect();
        let Some((first, movement)) = readings.first() else {
            if let Some(finding) = missing(entry, described) {
                out.push(finding);
            }
            return None;
        };
        for (other, reading) in &readings[1..] {
            if reading != movement {
                let finding = say::readings_differ(first.clone(), other.clone(), &entry.name);
                out.push(placed(finding, entry));
            }
        }
        if let Some(draft) = draft {
            self.compare_promotion(entry, draft, out);
        }
        Some(Reading {
            movement: (*movement).clone(),
            special_rules: draft.map(|d| d.special_rules.clone()).unwrap_or_default(),
            name_ja: draft.and_then(|d| d.name_ja.clone()),
        })
    }

    fn compare_promotion(&self, entry: &Entry, draft: &Draft, out: &mut Findings) {
        let differs = match (&draft.promotes_to, draft.does_not_promote) {
            (Some(to), _) if !entry.can_promote => {
                Some(say::promotes_in_words_only(&entry.name, to))
            }
            (None, true) if entry.can_promote => Some(say::promotes_in_list_only(&entry.name)),
            _ => None,
        };
        out.extend(differs.map(|finding| placed(finding, entry)));
    }

    fn find(&self, entry: &Entry) -> Option<&Described> {
        let names = [&entry.name, &entry.name_ja, &entry.name_kanji];
        let found = names
            .into_iter()
            .filter(|name| !name.is_empty())
            .find_map(|name| self.by_name.get(&key(name)))
            .and_then(|list| {
                // "Howling dog (left)" and "(right)" share a name up to the bracket.
                let exact = list.iter().find(|&&at| self.starts_with(at, &entry.name));
                exact.or(list.first())
            })
            .map(|&at| &self.list[at]);
        found.inspect(|described| described.used.set(true))
    }

    fn starts_with(&self, at: usize, name: &str) -> bool {
        self.text.text()[self.list[at].start..].starts_with(name)
    }

    /// Descriptions that no piece of the list asked for.
    pub fn report_unused(&self, out: &mut Findings) {
        for described in self.list.iter().filter(|d| !d.used.get()) {
            let place = self.text.place(described.span);
            let name = described.draft.name.as_ref().or(described.draft.name_ja.as_ref());
            let Some(name) = name else {
                out.push(say::nameless_description().at(place));
                continue;
            };
            let taken = self.by_name.get(&key(name)).is_some_and(|list| list.len() > 1);
            let finding = if taken { say::described_again(name) } else { say::not_in_list(name) };
            out.push(finding.at(place));
        }
    }
}

/// Gives a description the name its page has for it: "Gold general (金将)".
fn named(draft: &mut Draft, text: &str, block: &crate::Block) {
    let Some(span) = block.name else { return };
    (draft.name, draft.name_ja) = (None, None);
    let head = &text[span.start..block.body.start.max(span.end)];
    for part in head.split(['(', ')', '（', '）', '/', '／', '|', '\t', ':', '：', '-', '\n']) {
        let name = part.trim_matches(|c: char| !c.is_alphanumeric());
        let japanese = name.chars().any(|c| c >= '\u{3000}');
        let slot = if japanese { &mut draft.name_ja } else { &mut draft.name };
        if !name.is_empty() {
            slot.get_or_insert_with(|| name.to_owned());
        }
    }
}

/// The finding for a piece that nothing describes. One whose description could not be read has its
/// findings already.
fn missing(entry: &Entry, described: Option<&Described>) -> Option<Finding> {
    if described.is_some() || entry.betza.is_some() {
        return Some(placed(say::unreadable_description(&entry.name), entry));
    }
    let names = if entry.name_ja.is_empty() {
        entry.name.clone()
    } else {
        format!("{} ({})", entry.name, entry.name_ja)
    };
    Some(placed(say::no_description(names), entry))
}

/// A name for looking up: case, spaces and hyphens do not matter.
fn key(name: &str) -> String {
    slug(name)
}
