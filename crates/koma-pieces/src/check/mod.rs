//! Checking piece files: each for itself, and together.
//!
//! What is found is said in [`crate::FINDINGS`]; `docs/findings.md` lists every code.

mod report;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use koma_text::{Finding, Findings, Severity, Source};
pub use report::report;

use crate::say;
use crate::yaml::{PieceFile, Places, Read, Repair, Template, read_with_places};
use crate::{Movement, PieceDef, SpecialRule};

/// How strict to be.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Promotion targets may lie in files not given, and ids need not ascend: for a part of a
    /// larger set.
    pub external_ids: bool,
    /// Warnings are errors.
    pub strict: bool,
    /// How `is_ranged` is decided; by default as most pieces of the file have it.
    pub template: Option<Template>,
}

/// What was read of a file, and what is wrong with it.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The pieces, as far as they could be read.
    pub file: PieceFile,
    /// Everything found, in the order of the text.
    pub findings: Vec<Finding>,
}

/// Reads the files and checks them one by one and against each other.
///
/// ```
/// use koma_pieces::check::{Options, check_files};
/// use koma_text::Source;
///
/// let pieces = Source::new("standard_shogi.yaml", include_str!("../../data/standard_shogi.yaml"));
/// let checked = check_files(&[pieces], &Options::default());
/// assert_eq!(checked[0].file.pieces.len(), 14);
/// assert!(checked[0].findings.is_empty());
/// ```
pub fn check_files(sources: &[Source], options: &Options) -> Vec<Checked> {
    let (reads, mut findings): (Vec<Read>, Vec<Findings>) =
        sources.iter().map(|source| read_with_places(source, false, Repair::No)).unzip();
    let owners = id_owners(&reads);
    let mut names = Names::default();
    for (index, (source, read)) in sources.iter().zip(&reads).enumerate() {
        let found = &mut findings[index];
        check_count(read, found);
        let template = options.template.unwrap_or(read.file.template);
        let mut before: Option<&PieceDef> = None;
        for (at, (piece, places)) in read.file.pieces.iter().zip(&read.places).enumerate() {
            check_piece(piece, places, template, found);
            check_order(piece, before, places, options, found);
            check_promotion(piece, places, &owners, options, found);
            let (file, entry) = owners[&piece.id];
            if (file, entry) != (index, at) {
                let line = sources[file].line_col(reads[file].places[entry].id.start).line;
                let name = &reads[file].file.pieces[entry].name;
                let place = format!("{}:{line}", sources[file].name());
                found.push(say::id_taken(piece.id, name, place).at(places.id));
            }
            if places.sound && !piece.name.is_empty() {
                names.check(game(&read.file), piece, places, source, found);
            }
            before = Some(piece);
        }
    }
    let checked = reads.into_iter().zip(findings).map(|(read, findings)| {
        let mut findings = findings.into_vec();
        if options.strict {
            harden(&mut findings);
        }
        // Remarks without a place come last.
        findings.sort_by_key(|f| f.span.map_or(usize::MAX, |span| span.start));
        Checked { file: read.file, findings }
    });
    checked.collect()
}

/// Makes errors of warnings.
fn harden(findings: &mut [Finding]) {
    for finding in findings.iter_mut().filter(|f| f.severity == Severity::Warning) {
        finding.severity = Severity::Error;
    }
}

/// For each id the file and entry that has it first.
fn id_owners(files: &[Read]) -> HashMap<u32, (usize, usize)> {
    let mut owners = HashMap::new();
    for (file, read) in files.iter().enumerate() {
        for (entry, piece) in read.file.pieces.iter().enumerate() {
            owners.entry(piece.id).or_insert((file, entry));
        }
    }
    owners
}

fn check_count(read: &Read, found: &mut Findings) {
    let (Some((claimed, span)), Some(entries)) = (read.piece_count, read.entries) else { return };
    if i64::try_from(entries) != Ok(claimed) {
        found.push(say::piece_count(claimed, entries).at(span));
    }
}

fn check_order(
    piece: &PieceDef,
    before: Option<&PieceDef>,
    places: &Places,
    options: &Options,
    found: &mut Findings,
) {
    let Some(before) = before.filter(|before| piece.id < before.id) else { return };
    let mut finding = say::ids_not_ascending(piece.id, before.id).at(places.id);
    if options.external_ids {
        finding.severity = Severity::Info;
    }
    found.push(finding);
}

fn check_promotion(
    piece: &PieceDef,
    places: &Places,
    owners: &HashMap<u32, (usize, usize)>,
    options: &Options,
    found: &mut Findings,
) {
    // Without both fields there is nothing to compare, and that has been said.
    let (Some(may), Some(target)) = (places.can_promote, places.promotes_to) else { return };
    match (piece.can_promote, piece.promotes_to) {
        (true, None) => {
            found.push(say::promotes_to_nothing().at(target));
        }
        (false, Some(id)) => {
            found.push(say::promotes_though_it_may_not(id).at(may));
        }
        _ => {}
    }
    if let Some(id) = piece.promotes_to {
        if id == piece.id {
            found.push(say::promotes_to_itself().at(target));
        } else if !options.external_ids && !owners.contains_key(&id) {
            found.push(say::unknown_promotion(id).at(target));
        }
    }
}

/// What one entry says about itself.
fn check_piece(piece: &PieceDef, places: &Places, template: Template, found: &mut Findings) {
    if places.sound {
        if let Some((claimed, span)) = places.is_ranged
            && claimed != template.is_ranged(&piece.movement)
        {
            let (claimed, correct) = (claimed.to_string(), (!claimed).to_string());
            found.push(say::is_ranged(claimed, correct, template.name()).at(span));
        }
        if let Some(span) = places.movement
            && piece.movement == Movement::default()
        {
            found.push(say::cannot_move(&piece.name).at(span));
        }
    }
    if let Some(span) = places.value
        && (piece.value == 0 || piece.value > 10_000)
    {
        found.push(say::odd_value(piece.value).at(span));
    }
    for name in [&piece.name, &piece.name_ja, &piece.name_kanji] {
        if name.chars().any(char::is_control) || name.trim() != name {
            found.push(say::odd_name().at(places.name));
            break;
        }
    }
    let must = |rule: &&SpecialRule| matches!(rule, SpecialRule::MustPromoteInZone(_));
    if places.can_promote.is_some()
        && !piece.can_promote
        && let Some(rule) = piece.special_rules.iter().find(must)
    {
        let finding = say::must_promote_without_promotion(rule.to_string());
        found.push(finding.at(places.special_rules));
    }
    for rule in &piece.special_rules {
        let (SpecialRule::CannotDropInZone(n) | SpecialRule::MustPromoteInZone(n)) = rule else {
            continue;
        };
        if *n > LARGEST_BOARD {
            found.push(say::too_many_ranks(rule.to_string(), *n).at(places.special_rules));
        }
    }
}

/// Ranks and files of the largest board anybody plays on (大局将棋).
pub(crate) const LARGEST_BOARD: u8 = 36;

/// The pieces met so far, by English name.
#[derive(Default)]
struct Names<'a> {
    /// By game and name.
    first: HashMap<(&'a str, &'a str), (&'a Movement, String)>,
}

/// The game a file belongs to: the group's name without its part ("Group A"). Lions of different
/// games may move differently.
fn game(file: &PieceFile) -> &str {
    let name = file.metadata.name.as_str();
    name.split_once(" Group").map_or(name, |(game, _)| game).trim()
}

impl<'a> Names<'a> {
    /// Fronts and backs may share a name, but then they move alike.
    fn check(
        &mut self,
        game: &'a str,
        piece: &'a PieceDef,
        places: &Places,
        source: &Source,
        found: &mut Findings,
    ) {
        match self.first.get(&(game, piece.name.as_str())) {
            None => {
                let line = source.line_col(places.id.start).line;
                let place = format!("{}:{line}", source.name());
                self.first.insert((game, &piece.name), (&piece.movement, place));
            }
            Some((movement, place)) => {
                if piece.movement != **movement {
                    found.push(say::same_name_differs(&piece.name, place).at(places.name));
                }
            }
        }
    }
}
