//! Piece files: the base format, YAML with ten fields, and our additions under `movement`.
//!
//! `docs/piece-files.md` describes every field; its examples are run as tests.

mod describe;
mod fmt;
mod read;
mod rules;
mod shape;
mod write;

use std::collections::BTreeMap;

pub use describe::describe;
pub use fmt::fmt;
pub(crate) use read::{Places, Read, Repair, read_with_places};
pub use read::{read, read_movement};
pub use read::{read_movement_node, read_pieces};
pub use rules::BadRule;
pub use shape::movement_to_json;
pub use write::{write, write_entry, write_list};

use crate::{Movement, PieceDef, Reach};

/// A piece file: what it is called and the pieces it defines.
///
/// What the file only repeats (`piece_count`, `is_ranged`) is checked on reading and not kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PieceFile {
    /// The comment lines on top, without `# `.
    pub header: Vec<String>,
    /// Name and version.
    pub metadata: Metadata,
    /// How `is_ranged` is decided.
    pub template: Template,
    /// The pieces, in the order of the file.
    pub pieces: Vec<PieceDef>,
    /// By piece id, the comment lines under its title, without `# `. Where there are none the
    /// writer puts [`describe()`]'s line.
    pub notes: BTreeMap<u32, Vec<String>>,
    /// The comment lines after the last piece, without `# `.
    pub footer: Vec<String>,
}

/// The `metadata` of a piece file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// The group's name, e.g. "Taikyoku Shogi Group A".
    pub name: String,
    /// Version of the data.
    pub version: String,
    /// Further single values, kept as they are.
    pub extra: Vec<(String, String)>,
}

impl Default for Metadata {
    fn default() -> Self {
        Self { name: String::new(), version: "1.0".into(), extra: Vec::new() }
    }
}

/// How steps are laid out: the base format's `format_style`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Style {
    /// `- { direction: "N", type: single }`.
    #[default]
    Flow,
    /// One key a line.
    Block,
}

/// The base format's `yaml_template`: what counts as ranged, and what a bare "Knight" means in
/// prose (the knight of chess, or 桂馬).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Template {
    /// Ranging steps, jumps, area moves and fly-overs.
    #[default]
    NeoShogi,
    /// Only what slides any distance: a knight is not ranged.
    StandardShogi,
}

impl Template {
    /// The name in requests: `neo_shogi`, `standard_shogi`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NeoShogi => "neo_shogi",
            Self::StandardShogi => "standard_shogi",
        }
    }

    /// The template of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::NeoShogi, Self::StandardShogi].into_iter().find(|t| t.name() == name)
    }

    /// The value of `is_ranged` for a movement.
    pub fn is_ranged(self, movement: &Movement) -> bool {
        let m = movement;
        let slides = m.steps.iter().any(|s| s.reach == Reach::Ranging)
            || !m.jump_over.is_empty()
            || !m.hooks.is_empty()
            || m.range_capture.is_some()
            || m.range_jump.is_some()
            || m.anywhere.is_some();
        match self {
            Self::NeoShogi => {
                slides
                    || !m.jumps.is_empty()
                    || !m.area_moves.is_empty()
                    || !m.jump_slides.is_empty()
                    || m.line_area.is_some()
                    || !m.paths.is_empty()
            }
            Self::StandardShogi => {
                slides
                    || m.jumps.iter().any(|j| j.rider == Reach::Ranging)
                    || m.jump_slides.iter().any(|j| j.then == Reach::Ranging)
                    || m.paths.iter().flat_map(|p| &p.legs).any(|l| l.reach == Reach::Ranging)
            }
        }
    }
}

#[cfg(test)]
mod tests;
