//! Checking piece files: each for itself, and together.
//!
//! Every code is listed in [`CODES`], and for people in `docs/findings-pieces.md`.

mod codes;
mod report;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

pub use codes::{CODES, Code, codes_as_markdown};
use koma_text::{Finding, Findings, Severity, Source};
pub use report::report;

use crate::yaml::{PieceFile, Places, Read, Repair, Template, normalised, read_with_places};
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
                let message = format!("id {} already belongs to \"{name}\" ({place})", piece.id);
                found.push(Finding::error("duplicate-id", message).at(places.id));
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
        let message = format!("`piece_count` is {claimed}, but the file has {entries} pieces");
        let help = format!("piece_count: {entries}");
        found.push(Finding::error("piece-count", message).at(span).help(help));
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
    let message = format!("id {} comes after id {}; ids ascend in a file", piece.id, before.id);
    let mut finding = Finding::error("ids-not-ascending", message).at(places.id);
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
            let message = "`can_promote` is true, but `promotes_to` is null";
            let help = "give the id of the promoted piece, or write can_promote: false";
            found.push(Finding::error("promotion-mismatch", message).at(target).help(help));
        }
        (false, Some(id)) => {
            let message = format!("`can_promote` is false, but `promotes_to` is {id}");
            let help = "write can_promote: true, or promotes_to: null";
            found.push(Finding::error("promotion-mismatch", message).at(may).help(help));
        }
        _ => {}
    }
    if let Some(id) = piece.promotes_to {
        if id == piece.id {
            let message = "the piece promotes to itself";
            found.push(Finding::error("promotes-to-itself", message).at(target));
        } else if !options.external_ids && !owners.contains_key(&id) {
            let message = format!("no piece of the given files has the id {id}");
            let help = "give all files of the set, or allow external ids";
            found.push(Finding::error("unknown-promotion", message).at(target).help(help));
        }
    }
}

/// What one entry says about itself.
fn check_piece(piece: &PieceDef, places: &Places, template: Template, found: &mut Findings) {
    if places.sound {
        if let Some((claimed, span)) = places.is_ranged
            && claimed != template.is_ranged(&piece.movement)
        {
            let name = template.name();
            let message = format!("`is_ranged` is {claimed}, but the movement says {}", !claimed);
            let help = format!("is_ranged: {} (template {name})", !claimed);
            found.push(Finding::error("is-ranged", message).at(span).help(help));
        }
        if let Some(span) = places.movement
            && piece.movement == Movement::default()
        {
            let message = format!("\"{}\" cannot move", piece.name);
            found.push(Finding::warning("empty-movement", message).at(span));
        }
    }
    if let Some(span) = places.value
        && (piece.value == 0 || piece.value > 10_000)
    {
        let message = format!("a value of {} is unusual: a pawn is 100, a king 10000", piece.value);
        found.push(Finding::warning("odd-value", message).at(span));
    }
    for name in [&piece.name, &piece.name_ja, &piece.name_kanji] {
        if name.chars().any(char::is_control) || name.trim() != name {
            let message = "a name has spaces around it or invisible characters in it";
            found.push(Finding::warning("odd-name", message).at(places.name));
            break;
        }
    }
    let must = |rule: &&SpecialRule| matches!(rule, SpecialRule::MustPromoteInZone(_));
    if places.can_promote.is_some()
        && !piece.can_promote
        && let Some(rule) = piece.special_rules.iter().find(must)
    {
        let message = format!("`{rule}` on a piece that cannot promote");
        let finding = Finding::warning("must-promote-without-promotion", message);
        found.push(finding.at(places.special_rules));
    }
    for rule in &piece.special_rules {
        let (SpecialRule::CannotDropInZone(n) | SpecialRule::MustPromoteInZone(n)) = rule else {
            continue;
        };
        if *n > LARGEST_BOARD {
            let message = format!("`{rule}`: no board has {n} ranks");
            found.push(Finding::warning("beyond-board", message).at(places.special_rules));
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
                if piece.movement != **movement
                    && normalised(&piece.movement) != normalised(movement)
                {
                    let message = format!("another \"{}\" moves differently ({place})", piece.name);
                    found.push(Finding::warning("same-name-differs", message).at(places.name));
                }
            }
        }
    }
}
