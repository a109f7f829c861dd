//! Taikyoku's disputed moves: every reading of the sources, selectable by name.
//!
//! The shipped `taikyoku_a.yaml` to `taikyoku_d.yaml` hold the default reading of each piece;
//! `readings/taikyoku.yaml` holds the others. A reading is named after its piece and a source that
//! has it (`right-general:lls`); a [set](sets) names several at once.
//!
//! ```
//! use koma_pieces::{shipped, taikyoku};
//!
//! let taikyoku = shipped::pieces().iter().filter(|p| p.file.starts_with("taikyoku_"));
//! let mut pieces: Vec<_> = taikyoku.map(|p| p.piece.clone()).collect();
//! let chosen = taikyoku::select(["eight-step-generals"])?;
//! assert_eq!(taikyoku::apply(&mut pieces, &chosen), 2);
//! # Ok::<_, taikyoku::UnknownReading>(())
//! ```

use std::sync::LazyLock;

use koma_text::yaml::{Fields, Limits, Node, parse};
use koma_text::{Finding, Findings, Source, nearest};

use crate::yaml::read_movement_node;
use crate::{Movement, PieceDef, slug, value};

/// Another reading of how a piece moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Its name: the piece's slug, a colon, the first source in small letters.
    pub name: String,
    /// The English name of the piece.
    pub piece: String,
    /// Who reads it so, as abbreviated in `docs/piece-generator.md`.
    pub sources: Vec<String>,
    /// Whether the question is open; otherwise most think it a slip of that source.
    pub open: bool,
    /// The move.
    pub movement: Movement,
}

/// A name for several readings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Set {
    /// Its name.
    pub name: &'static str,
    /// What it is about.
    pub meaning: &'static str,
    /// The readings, by name.
    pub readings: &'static [&'static str],
}

/// The questions people argue about, each as one switch.
pub fn sets() -> &'static [Set] {
    &[
        Set {
            name: "eight-step-generals",
            meaning: "right and left general step to all eight squares, not five",
            readings: &["right-general:lls", "left-general:lls"],
        },
        Set {
            name: "pass-over-any-number",
            meaning: "the triple-barred arrow passes over any number of pieces, not three",
            readings: &[
                "gold-bird:ag",
                "free-bird:ag",
                "ancient-dragon:ag",
                "great-elephant:ag",
                "king-of-teachings:ag",
            ],
        },
        Set {
            name: "circles-are-decoration",
            meaning: "treacherous fox and mountain crane only slide",
            readings: &["treacherous-fox:mb", "mountain-crane:ye"],
        },
        Set {
            name: "hooks-with-a-step",
            meaning: "tengu and capricorn also step one square orthogonally",
            readings: &["tengu:mb-option", "capricorn:mb-option"],
        },
        Set {
            name: "masters-slide-on",
            meaning: "phoenix, kirin, center and peng master slide on after their leap",
            readings: &[
                "phoenix-master:lls",
                "kirin-master:lls",
                "center-master:lls",
                "peng-master:lls",
            ],
        },
    ]
}

/// No reading, set or source has that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no reading `{name}`{}", nearest.as_ref().map(|n| format!("; did you mean `{n}`?")).unwrap_or_default())]
pub struct UnknownReading {
    /// The name asked for.
    pub name: String,
    /// The nearest name there is.
    pub nearest: Option<String>,
}

static READINGS: LazyLock<Vec<Reading>> = LazyLock::new(|| read(&Source::new(FILE.0, FILE.1)).0);

const FILE: (&str, &str) =
    ("readings/taikyoku.yaml", include_str!("../data/readings/taikyoku.yaml"));

/// Every reading besides the default ones, in the order of the pieces.
pub fn readings() -> &'static [Reading] {
    &READINGS
}

/// The readings of these names: of a reading (`right-general:lls`; any of its sources will do), of
/// a set (`eight-step-generals`), or of a source (`LLS`: all its readings). Of two readings for one
/// piece the later name wins.
pub fn select<'n>(
    names: impl IntoIterator<Item = &'n str>,
) -> Result<Vec<&'static Reading>, UnknownReading> {
    let mut chosen: Vec<&'static Reading> = Vec::new();
    for name in names {
        let wanted = name.trim().to_lowercase();
        let found: Vec<&'static Reading> = match sets().iter().find(|set| set.name == wanted) {
            Some(set) => readings().iter().filter(|r| set.readings.contains(&&*r.name)).collect(),
            None => readings().iter().filter(|r| r.answers_to(&wanted)).collect(),
        };
        if found.is_empty() {
            let known = sets().iter().map(|s| s.name).chain(readings().iter().map(|r| &*r.name));
            let nearest = nearest(&wanted, known).map(String::from);
            return Err(UnknownReading { name: name.into(), nearest });
        }
        chosen.retain(|before| !found.iter().any(|now| now.piece == before.piece));
        chosen.extend(found);
    }
    Ok(chosen)
}

/// Gives Taikyoku's pieces these moves, wherever the name fits, and estimates their values anew.
/// Says how many pieces changed. Pieces of other games share names: leave them out.
pub fn apply(pieces: &mut [PieceDef], readings: &[&Reading]) -> usize {
    let mut changed = 0;
    for piece in pieces.iter_mut() {
        let Some(reading) = readings.iter().find(|r| r.piece == piece.name) else { continue };
        piece.movement = reading.movement.clone();
        piece.value =
            value::estimate(&piece.name, &piece.name_ja, &piece.movement, &piece.special_rules);
        changed += 1;
    }
    changed
}

impl Reading {
    fn answers_to(&self, wanted: &str) -> bool {
        let by_source = |source: &String| source.to_lowercase() == wanted;
        let by_both = |(piece, source): (&str, &str)| {
            piece == slug(&self.piece) && self.sources.iter().any(|s| s.to_lowercase() == source)
        };
        self.sources.iter().any(by_source) || wanted.split_once(':').is_some_and(by_both)
    }
}

fn read(source: &Source) -> (Vec<Reading>, Vec<Finding>) {
    let mut out = Findings::default();
    let (document, findings) = parse(source.text(), &Limits::default());
    out.extend(findings);
    let mut readings = Vec::new();
    if let Some(root) = &document.root
        && let Some(mut fields) = Fields::of(root, "a file of readings", &mut out)
    {
        let list = fields.need("readings", &mut out);
        let list = list.and_then(|node| node.list("`readings`", &mut out)).unwrap_or_default();
        readings.extend(list.iter().filter_map(|node| reading(node, &mut out)));
        fields.finish(&mut out);
    }
    (readings, out.into_vec())
}

fn reading(node: &Node<'_>, out: &mut Findings) -> Option<Reading> {
    let mut fields = Fields::of(node, "a reading", out)?;
    let name = fields.need("name", out).and_then(|n| n.text("`name`", out));
    let piece = fields.need("piece", out).and_then(|n| n.text("`piece`", out));
    let sources = fields.need("sources", out).and_then(|n| n.list("`sources`", out));
    let open = fields.get("open").and_then(|n| n.boolean("`open`", out));
    let movement = fields.need("movement", out).map(|n| read_movement_node(n, out));
    fields.finish(out);
    let sources = sources?.iter().filter_map(|n| n.text("a source", out)).map(String::from);
    Some(Reading {
        name: name?.into(),
        piece: piece?.into(),
        sources: sources.collect(),
        open: open.unwrap_or(false),
        movement: movement?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shipped;

    #[test]
    fn the_file_of_readings_reads_without_findings() {
        let (readings, findings) = read(&Source::new(FILE.0, FILE.1));
        assert_eq!(findings, []);
        assert!(readings.len() > 60, "{}", readings.len());
    }

    #[test]
    fn every_reading_belongs_to_a_piece_and_differs_from_the_default() {
        for reading in readings() {
            let piece = shipped::pieces()
                .iter()
                .find(|p| p.file.starts_with("taikyoku_") && p.piece.name == reading.piece);
            let piece = &piece.unwrap_or_else(|| panic!("no piece for {}", reading.name)).piece;
            assert_ne!(piece.movement, reading.movement, "{}", reading.name);
            assert!(reading.name.starts_with(&slug(&reading.piece)), "{}", reading.name);
        }
    }

    #[test]
    fn every_set_names_readings_that_exist() {
        for set in sets() {
            let found = select([set.name]).unwrap();
            assert_eq!(found.len(), set.readings.len(), "{}", set.name);
        }
    }

    #[test]
    fn later_names_win_and_unknown_names_are_refused() {
        let both = select(["gold-bird:ag", "gold-bird:mb"]).unwrap();
        assert_eq!(both.len(), 1);
        assert!(both[0].sources.contains(&"MB".into()));
        assert!(select(["ag", "LLS"]).unwrap().len() > 10);
        let error = select(["eight-step-general"]).unwrap_err();
        assert_eq!(error.nearest.as_deref(), Some("eight-step-generals"));
    }
}
