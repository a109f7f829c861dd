//! Fairy-Stockfish's `variants.ini`, with its meaning (`docs/variants-ini.md`).
//!
//! Sections are scanned, inheritance is followed, options become a [`Variant`]. Nothing is passed
//! over in silence: unknown keys, values that make no sense and rules we do not play are findings,
//! and everything that can be used is.

mod base;
mod build;
mod draft;
mod endings;
mod groups;
mod keys;
mod pieces;
mod scan;
mod start;
mod table;
#[cfg(test)]
mod tests;
mod values;

use std::collections::HashMap;

use koma_text::{Finding, Findings, Source, nearest};

use crate::say;
use crate::{Variant, catalogue};
use draft::Draft;
use scan::Section;

pub use table::{option_table, piece_table};

/// Reads a `variants.ini`: a variant for each section that has a start position, in the order of
/// the file, and everything there is to say about the text.
///
/// The slug of a variant is the name of its section. A parent is another section of the file, before
/// or after, or a variant of the catalogue by any of its names. "White" is the first player.
///
/// # Examples
///
/// ```
/// use koma_text::Source;
///
/// let text = "[tiny:minishogi]\nstartFen = k4/5/5/5/4K[Pp] w - - 0 1\n";
/// let (variants, findings) = koma_variants::read_ini(&Source::new("tiny.ini", text));
/// assert_eq!(findings, []);
/// assert_eq!(variants[0].start, "k4/5/5/5/4K b Pp 1");
/// ```
pub fn read_ini(source: &Source) -> (Vec<Variant>, Vec<Finding>) {
    let mut variants: Vec<(usize, Variant)> = Vec::new();
    let all = IniSections::All;
    let findings = visit_ini(source, all, IniLimits::default(), |place, variant| {
        variants.push((place, variant));
    });
    variants.sort_by_key(|(place, _)| *place);
    (variants.into_iter().map(|(_, variant)| variant).collect(), findings)
}

/// How much of a `variants.ini` is read. A line of text can ask for a game of three hundred kinds:
/// what a text costs does not follow from its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IniLimits {
    /// The most sections: those after them are not read.
    pub sections: usize,
    /// The most kinds of men in all variants together: those after them are not built.
    pub kinds: usize,
}

/// Far more than any file people write has.
impl Default for IniLimits {
    fn default() -> Self {
        Self { sections: 2_000, kinds: 100_000 }
    }
}

/// Which sections of a `variants.ini` become variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IniSections<'a> {
    /// All of them.
    All,
    /// The last one.
    Last,
    /// That of a name, in letters of any case.
    Named(&'a str),
}

/// Reads the sections of a `variants.ini` that are asked for and hands each variant over as soon as
/// it is built, with the place of its section: of many large ones only one need be in memory.
/// Parents come before those who inherit from them. Of sections that are neither asked for nor
/// inherited from only the lines are looked at.
pub fn visit_ini(
    source: &Source,
    wanted: IniSections<'_>,
    limits: IniLimits,
    mut take: impl FnMut(usize, Variant),
) -> Vec<Finding> {
    let mut out = Findings::default();
    let mut sections = scan::scan(source, limits.sections, &mut out);
    let names = without_doubles(&mut sections, &mut out);
    let order = order(&sections, &names, &mut out);
    let chosen = match wanted {
        IniSections::All => None,
        IniSections::Last => Some(sections.len().checked_sub(1)),
        IniSections::Named(name) => Some(names.get(&name.to_lowercase()).copied()),
    };
    let is_wanted = |index: usize| chosen.is_none_or(|chosen| chosen == Some(index));
    let is_needed = needed(&sections, &names, is_wanted);
    let mut drafts: Vec<Option<Draft>> = sections.iter().map(|_| None).collect();
    let mut kinds = 0;
    for index in order.into_iter().filter(|&index| is_needed[index] != Needed::No) {
        let section = &sections[index];
        let Some(mut draft) = parent(section, &names, &drafts, &mut out) else { continue };
        draft.apply(section, &mut out);
        if is_wanted(index) {
            // Each type and its promoted side are at most two kinds.
            kinds += draft.types.len() + draft.promoted.len();
            if kinds > limits.kinds {
                out.push(say::ini_too_many_kinds(limits.kinds).at(section.name.span));
                break;
            }
            let built = build::build(section.name.text, section.name.span, &draft, &mut out);
            if let Some(variant) = built {
                take(index, variant);
            }
        }
        if is_needed[index] == Needed::AsParent {
            drafts[index] = Some(draft);
        }
    }
    out.into_vec()
}

/// Takes away sections whose name another one has, and gives the places of the others by name.
fn without_doubles(sections: &mut Vec<Section<'_>>, out: &mut Findings) -> HashMap<String, usize> {
    let mut names: HashMap<String, usize> = HashMap::new();
    let mut index = 0;
    sections.retain(|section| {
        let name = section.name.text.to_lowercase();
        let is_new = !names.contains_key(&name);
        if is_new {
            names.insert(name, index);
            index += 1;
        } else {
            out.push(say::ini_section_twice(section.name.shown()).at(section.name.span));
        }
        is_new
    });
    names
}

/// What a section is read for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Needed {
    No,
    /// It is asked for, and nobody inherits from it.
    AsItself,
    /// Another one that is needed inherits from it.
    AsParent,
}

fn needed(
    sections: &[Section<'_>],
    names: &HashMap<String, usize>,
    is_wanted: impl Fn(usize) -> bool,
) -> Vec<Needed> {
    let mut needed = vec![Needed::No; sections.len()];
    for first in (0..sections.len()).filter(|&index| is_wanted(index)) {
        if needed[first] == Needed::No {
            needed[first] = Needed::AsItself;
        }
        let mut child = first;
        while let Some(parent) = sections[child].parent
            && let Some(&index) = names.get(&parent.text.to_lowercase())
            && needed[index] != Needed::AsParent
        {
            needed[index] = Needed::AsParent;
            child = index;
        }
    }
    needed
}

/// The sections, each after its parent. Those that inherit in a circle are reported and left out.
fn order(
    sections: &[Section<'_>],
    names: &HashMap<String, usize>,
    out: &mut Findings,
) -> Vec<usize> {
    let parent_of = |index: usize| {
        sections[index].parent.and_then(|parent| names.get(&parent.text.to_lowercase()).copied())
    };
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut states = vec![State::New; sections.len()];
    let mut order = Vec::with_capacity(sections.len());
    for first in 0..sections.len() {
        // Up the chain of parents as far as it is new, then down again.
        let mut chain = Vec::new();
        let mut next = Some(first);
        while let Some(index) = next.filter(|&index| states[index] == State::New) {
            states[index] = State::Open;
            chain.push(index);
            next = parent_of(index);
        }
        let circle = next.filter(|&index| states[index] == State::Open);
        let in_circle = circle.and_then(|start| chain.iter().position(|&index| index == start));
        for (place, &index) in chain.iter().enumerate().rev() {
            states[index] = State::Done;
            if in_circle.is_some_and(|start| place >= start) {
                let section = &sections[index];
                let at = section.parent.map_or(section.name.span, |parent| parent.span);
                out.push(say::ini_circle(section.name.shown()).at(at));
            } else {
                order.push(index);
            }
        }
    }
    order
}

/// What a section starts from; `None` when its parent is not there.
fn parent(
    section: &Section<'_>,
    names: &HashMap<String, usize>,
    drafts: &[Option<Draft>],
    out: &mut Findings,
) -> Option<Draft> {
    let Some(parent) = section.parent else { return Some(Draft::template()) };
    if let Some(&index) = names.get(&parent.text.to_lowercase()) {
        // A parent without a draft was reported where its fault is.
        return drafts[index].clone();
    }
    if let Some(variant) = catalogue::find(parent.text) {
        return Some(base::draft(variant));
    }
    let finding = say::ini_unknown_parent(parent.shown()).at(parent.span);
    let known = catalogue::catalogue().iter().map(|variant| variant.slug.as_str());
    let others = names.keys().filter(|name| !name.eq_ignore_ascii_case(section.name.text));
    let known = known.chain(others.map(String::as_str));
    let near = if out.is_full() { None } else { nearest(parent.text, known) };
    out.push(match near {
        Some(near) => finding.help(koma_text::did_you_mean(near)),
        None => finding.help(koma_text::Phrase::both(
            "a section of this file, or a variant of `koma variant list`",
            "このファイルの節か、`koma variant list`にある変種の名前を書いてください",
        )),
    });
    None
}
