//! The generator: descriptions of pieces in, a validated piece file out (`docs/piece-generator.md`).
//!
//! [`request::read`] reads what is asked for, [`generate`] matches the descriptions with the list
//! of pieces by name, reads each, adds values and rules, and writes the file. Nothing is dropped in
//! silence: a piece without a description, a description without a piece, two readings that
//! differ, a rule nobody knows, all become findings, and the rest is still made.
//!
//! ```
//! use koma_prose::generate::{generate, request};
//! use koma_text::Source;
//!
//! let source = Source::new("request.yaml", r#"
//! source_text: |
//!   Pawn (歩兵): Moves 1 square forward. Cannot drop in last row.
//! piece_list:
//!   - { id: 1, name: "Pawn", name_ja: "歩兵", name_kanji: "歩", can_promote: false, promotes_to: null }
//! output_file: "pawns.yaml"
//! group_name: "Pawns"
//! "#);
//! let (request, faults) = request::read(&source);
//! let made = generate(&request);
//! assert!(faults.is_empty() && made.findings().next().is_none());
//! assert!(made.text.contains("- { direction: \"N\", type: single }"));
//! assert!(made.text.contains("- CannotDropInZone 1"));
//! ```

mod draft;
pub mod header;
mod placed;
pub mod request;

use koma_text::{Finding, Findings, Severity, Source};

pub use placed::Placed;
pub use request::{Entry, Ranged, Request, ValueEstimation};

use crate::say;
use draft::Drafts;
use koma_pieces::yaml::{self, Metadata, PieceFile};
use koma_pieces::{PieceDef, SpecialRule, betza, check, value};

/// What came of a request.
#[derive(Clone, Debug, Default)]
pub struct Generated {
    /// The file as data.
    pub file: PieceFile,
    /// The file as text, ready to be written.
    pub text: String,
    /// About the request and its list of pieces; places are those of the request.
    pub about_list: Vec<Finding>,
    /// About the descriptions; places are those of the text that holds them.
    pub about_text: Vec<Finding>,
    /// What reading the result back found, if that was asked for; places are those of `text`.
    pub about_result: Vec<Finding>,
}

impl Generated {
    /// All findings.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.about_list.iter().chain(&self.about_text).chain(&self.about_result)
    }
}

/// Makes a piece file of a request.
///
/// Codes besides those of [`crate::read`], [`koma_pieces::betza`] and [`koma_pieces::check`]: `no-description`,
/// `not-in-list`, `nameless-description`, `two-descriptions`, `readings-differ`,
/// `promotion-differs`, `missing-value`, `value-ignored`, `duplicate-id`, `id-outside-range`,
/// `king-not-royal`, `no-pieces`, `too-many-descriptions`, `verify-differs`.
pub fn generate(request: &Request) -> Generated {
    generate_with(request, &mut |_, _| {})
}

/// As [`generate`]; `progress` is told how many descriptions of how many are read.
pub fn generate_with(request: &Request, progress: &mut dyn FnMut(usize, usize)) -> Generated {
    let (mut about_list, mut about_text) = (Findings::default(), Findings::default());
    let drafts = Drafts::read(request, progress, &mut about_text);
    let mut pieces: Vec<PieceDef> = Vec::new();
    let mut entries: Vec<&Entry> = request.piece_list.iter().collect();
    entries.sort_by_key(|entry| entry.id);
    for entry in entries {
        if pieces.last().is_some_and(|piece| piece.id == entry.id) {
            about_list.push(placed(say::id_taken(&entry.name, entry.id), entry));
            continue;
        }
        pieces.extend(piece(request, entry, &drafts, &mut about_list));
    }
    drafts.report_unused(&mut about_text);
    if request.piece_list.is_empty() {
        about_list.push(say::no_pieces());
    }
    let file = file(request, pieces);
    let text = yaml::write(&file, request.format_style);
    let about_result = if request.verify { verify(&file, &text) } else { Vec::new() };
    Generated {
        file,
        text,
        about_list: about_list.into_vec(),
        about_text: about_text.into_vec(),
        about_result,
    }
}

fn piece(
    request: &Request,
    entry: &Entry,
    drafts: &Drafts<'_>,
    out: &mut Findings,
) -> Option<PieceDef> {
    let reading = drafts.movement(entry, out)?;
    let mut special_rules = reading.special_rules;
    for rule in &entry.special_rules {
        if !special_rules.contains(rule) {
            special_rules.push(*rule);
        }
    }
    special_rules.sort_by_key(rule_order);
    if let Some((first, last)) = request.id_range.as_ref().and_then(|range| range.ids)
        && !(first..=last).contains(&entry.id)
    {
        let finding = say::id_outside_range(&entry.name, entry.id, first, last);
        out.push(placed(finding, entry));
    }
    let called_king =
        ["King", "王将", "玉将"].iter().any(|&n| n == entry.name || n == entry.name_ja);
    if called_king && !special_rules.contains(&SpecialRule::Royal) {
        out.push(placed(say::king_not_royal(&entry.name), entry));
    }
    let estimate = |by: fn(&str, &str, &koma_pieces::Movement, &[SpecialRule]) -> u32| {
        by(&entry.name, &entry.name_ja, &reading.movement, &special_rules)
    };
    let value = match (request.value_estimation, entry.value) {
        (ValueEstimation::Manual, Some(value)) => value,
        (ValueEstimation::Manual, None) => {
            let estimate = estimate(value::estimate);
            out.push(placed(say::missing_value(&entry.name, estimate), entry));
            estimate
        }
        (by, given) => {
            if given.is_some() {
                out.push(placed(say::value_ignored(&entry.name), entry));
            }
            estimate(if by == ValueEstimation::Auto { value::estimate } else { value::relative })
        }
    };
    let given = |name: &str| (!name.is_empty()).then(|| name.to_string());
    let name_ja = given(&entry.name_ja).or(reading.name_ja).unwrap_or(entry.name.clone());
    let first = name_ja.chars().next().map(String::from).unwrap_or_default();
    Some(PieceDef {
        id: entry.id,
        name: entry.name.clone(),
        name_kanji: given(&entry.name_kanji).unwrap_or(first),
        name_ja,
        value,
        can_promote: entry.can_promote,
        promotes_to: entry.promotes_to,
        movement: reading.movement,
        special_rules,
    })
}

fn file(request: &Request, pieces: Vec<PieceDef>) -> PieceFile {
    let stem = request.output_file.as_deref().map(|path| {
        let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
        name.strip_suffix(".yaml").or_else(|| name.strip_suffix(".yml")).unwrap_or(name)
    });
    let group = request.group_name.as_deref().or(stem).unwrap_or("Pieces");
    let range = request.id_range.as_ref().map(|range| range.text.as_str());
    PieceFile {
        header: header::lines(group, request.group_name_ja.as_deref(), range, &pieces),
        metadata: Metadata { name: group.into(), ..Metadata::default() },
        template: request.yaml_template,
        notes: pieces.iter().map(|piece| (piece.id, vec![note(piece)])).collect(),
        pieces,
        ..PieceFile::default()
    }
}

/// The comment line of a piece: its move in words, and in Betza where Betza can say it.
pub fn note(piece: &PieceDef) -> String {
    let words = yaml::describe(&piece.movement);
    match betza::canonical(&piece.movement) {
        Ok(notation) if !notation.is_empty() && notation.len() <= 60 => {
            format!("{words} ({notation})")
        }
        _ => words,
    }
}

/// Reads the result back as anybody would: it must be what was meant, and pass the checks. A
/// promotion to a piece of another file is only a warning here: a request makes one of several.
fn verify(file: &PieceFile, text: &str) -> Vec<Finding> {
    let source = Source::new("result", text);
    let options = check::Options { template: Some(file.template), ..check::Options::default() };
    let checked = check::check_files(std::slice::from_ref(&source), &options);
    let mut findings: Vec<Finding> = checked.into_iter().flat_map(|c| c.findings).collect();
    for finding in findings.iter_mut().filter(|f| f.code == "unknown-promotion") {
        finding.severity = Severity::Warning;
    }
    let (again, _) = yaml::read(&source);
    if again.pieces != file.pieces {
        findings.push(say::verify_differs());
    }
    findings
}

/// The order of rules in piece files.
fn rule_order(rule: &SpecialRule) -> u8 {
    match rule {
        SpecialRule::Royal => 0,
        SpecialRule::NifuProhibited => 1,
        SpecialRule::CannotDropInZone(_) => 2,
        SpecialRule::MustPromoteInZone(_) => 3,
        SpecialRule::Igui => 4,
        SpecialRule::CanCaptureTwo => 5,
    }
}

fn placed(finding: Finding, entry: &Entry) -> Finding {
    match entry.span {
        Some(span) => finding.at(span),
        None => finding,
    }
}
