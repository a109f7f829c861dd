//! The descriptions of a request, read and found again by name.

use std::cell::Cell;
use std::collections::HashMap;

use koma_betza::Dialect;
use koma_text::{Finding, Findings, Span};

use super::{Entry, Placed, Request, placed};
use crate::{Draft, Options};
use koma_pieces::yaml::{Template, normalised};
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
            let message = format!(
                "only the first {MOST_DESCRIPTIONS} of {} descriptions are read",
                blocks.len()
            );
            out.push(Finding::error("too-many-descriptions", message).at(text.place(first.span)));
            blocks.truncate(MOST_DESCRIPTIONS);
        }
        let mut drafts = Self { text, dialect, list: Vec::new(), by_name: HashMap::new() };
        let options = Options { template: request.yaml_template, dialect, ..Options::default() };
        let mut waiting = Vec::new();
        for (at, block) in blocks.iter().enumerate() {
            let words = &text.text()[block.span.start..block.span.end];
            let (draft, findings) = crate::read(words, &options);
            drafts.add(draft, block);
            // It may speak of a piece that is described further down: read it again at the end.
            if !findings.is_empty() {
                waiting.push((at, block, findings));
            }
            progress(at + 1, blocks.len());
        }
        for (at, block, first) in waiting {
            let words = &text.text()[block.span.start..block.span.end];
            let known = |name: &str| drafts.known(name, at);
            let options = Options { known: Some(&known), ..options };
            let (draft, again) = crate::read(words, &options);
            let better = again.len() < first.len();
            let findings = if better { again } else { first };
            if better {
                drafts.list[at].draft = draft;
            }
            out.extend(findings.into_iter().map(|mut finding| {
                let span = finding.span.map_or(block.span, |span| span.shift(block.span.start));
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
        let readings: Vec<(&str, Movement)> = [
            ("its `movement`", entry.movement.as_ref()),
            ("its description", words),
            ("its `betza`", notation.as_ref()),
        ]
        .into_iter()
        .filter_map(|(name, movement)| Some((name, normalised(movement?))))
        .collect();
        let Some((first, movement)) = readings.first() else {
            if let Some(finding) = missing(entry, described) {
                out.push(finding);
            }
            return None;
        };
        for (other, reading) in &readings[1..] {
            if reading != movement {
                let name = &entry.name;
                let message =
                    format!("{first} and {other} differ for {name}: {first} was followed");
                out.push(placed(Finding::warning("readings-differ", message), entry));
            }
        }
        if let Some(draft) = draft {
            self.compare_promotion(entry, draft, out);
        }
        Some(Reading {
            movement: movement.clone(),
            special_rules: draft.map(|d| d.special_rules.clone()).unwrap_or_default(),
            name_ja: draft.and_then(|d| d.name_ja.clone()),
        })
    }

    fn compare_promotion(&self, entry: &Entry, draft: &Draft, out: &mut Findings) {
        let differs = match (&draft.promotes_to, draft.does_not_promote) {
            (Some(to), _) if !entry.can_promote => Some(format!(
                "{} promotes to {to} in its description, never in the list",
                entry.name
            )),
            (None, true) if entry.can_promote => {
                Some(format!("{} promotes in the list, but its description says never", entry.name))
            }
            _ => None,
        };
        if let Some(message) = differs {
            let finding = Finding::warning("promotion-differs", message);
            out.push(placed(finding.help("the list was followed"), entry));
        }
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
                let message = "this description has no name, so it belongs to no piece of the list";
                let help = "start it with the name and a colon: Gold general (金将): ...";
                out.push(Finding::warning("nameless-description", message).at(place).help(help));
                continue;
            };
            let taken = self.by_name.get(&key(name)).is_some_and(|list| list.len() > 1);
            let (code, message) = if taken {
                ("two-descriptions", format!("{name} is described again: the first was used"))
            } else {
                ("not-in-list", format!("{name} is not in the list: its description was not used"))
            };
            out.push(Finding::warning(code, message).at(place));
        }
    }
}

/// The finding for a piece that nothing describes. One whose description could not be read has its
/// findings already.
fn missing(entry: &Entry, described: Option<&Described>) -> Option<Finding> {
    if described.is_some() || entry.betza.is_some() {
        let message = format!("{} was left out: its move could not be read", entry.name);
        return Some(placed(Finding::error("no-description", message), entry));
    }
    let names = if entry.name_ja.is_empty() {
        entry.name.clone()
    } else {
        format!("{} ({})", entry.name, entry.name_ja)
    };
    let message = format!("nothing describes {names}: it was left out");
    let help = "add a line to source_text that starts with its name and a colon";
    Some(placed(Finding::error("no-description", message).help(help), entry))
}

/// A name for looking up: case, spaces and hyphens do not matter.
fn key(name: &str) -> String {
    slug(name)
}
