//! The formats: one folder each, one [`Codec`] each.
//!
//! To add a format: a variant in [`Format`], a row in `Format::codec` and a folder here.

mod binary;
mod bod;
mod csa;
#[cfg(test)]
mod damage;
mod jkf;
mod json;
mod ki2;
mod kif;
mod pasted;
mod play;
mod psn;
mod read;
mod usen;
mod usi;
mod write;

use koma_text::Span;

pub(crate) use csa::words as csa_words;
pub use read::{ReadOptions, Reading, is_record, read, read_text};
pub use usi::{usi_game_line, usi_game_named};
use write::Held;
pub(crate) use write::Text;
pub use write::{Loss, WriteOptions, Written, write};

use crate::{Record, Remarks};

/// A format of game records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Numbered moves with times: the format of Kifu for Windows.
    Kif,
    /// Moves as books print them.
    Ki2,
    /// A diagram.
    Bod,
    /// The format of the Computer Shogi Association.
    Csa,
    /// `position` lines of USI, and SFEN positions, one a line.
    Usi,
    /// A game in the letters of a web address.
    Usen,
    /// Moves in letters, with tags: PSN, and PGN of shogi.
    Psn,
    /// JSON Kifu Format.
    Jkf,
    /// Koma's own JSON, which loses nothing.
    Json,
}

impl Format {
    /// All of them.
    pub const ALL: &'static [Self] = &[
        Self::Bod,
        Self::Kif,
        Self::Ki2,
        Self::Csa,
        Self::Usi,
        Self::Usen,
        Self::Psn,
        Self::Json,
        Self::Jkf,
    ];

    /// The codec.
    pub(crate) fn codec(self) -> &'static dyn Codec {
        match self {
            Self::Kif => &kif::Kif,
            Self::Ki2 => &ki2::Ki2,
            Self::Bod => &bod::Bod,
            Self::Csa => &csa::Csa,
            Self::Usi => &usi::Usi,
            Self::Usen => &usen::Usen,
            Self::Psn => &psn::Psn,
            Self::Jkf => &jkf::Jkf,
            Self::Json => &json::Json,
        }
    }

    /// The format of a name or a file extension: `kif`, `kifu`, `csa`, in any case.
    pub fn named(name: &str) -> Option<Self> {
        let name = name.trim_start_matches('.').to_ascii_lowercase();
        Self::ALL.iter().copied().find(|format| format.codec().extensions().contains(&&*name))
    }

    /// The name: the first extension.
    pub fn name(self) -> &'static str {
        self.codec().extensions()[0]
    }
}

/// A reader and a writer of a format.
pub(crate) trait Codec: Sync {
    /// The extensions its files have, the format's name first.
    fn extensions(&self) -> &'static [&'static str];

    /// Whether a text looks like this format, and what shows it.
    fn recognise(&self, text: &str) -> Option<Sign>;

    /// The strength of the strongest sign it has.
    fn strongest(&self) -> Strength {
        Strength::Certain
    }

    /// Reads all games of a text. Everything odd is remarked; what is good is kept.
    fn read(&self, text: &str, options: &ReadOptions, remarks: &mut Remarks) -> Vec<Record>;

    /// Writes games. What the format cannot hold goes to the text's losses.
    fn write(&self, records: &[Record], options: &WriteOptions, text: &mut Text);
}

/// What shows that a text is of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sign {
    /// How sure it is.
    pub strength: Strength,
    /// What shows it, in words.
    pub why: &'static str,
    /// Where.
    pub span: Span,
}

/// How sure a [`Sign`] is. Of equally strong ones, the format listed first is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strength {
    /// Other formats have it too.
    Weak,
    /// Hardly any other format has it.
    Likely,
    /// No other format has it.
    Certain,
}
