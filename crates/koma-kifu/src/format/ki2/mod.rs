//! KI2: moves as books print them, ▲７六歩 △３四歩.

use super::kif::{reader, signs, writer};
use super::{Codec, ReadOptions, Sign, Strength, Text, WriteOptions};
use crate::{Record, Remarks};

/// The codec of KI2.
pub(super) struct Ki2;

impl Codec for Ki2 {
    fn extensions(&self) -> &'static [&'static str] {
        &["ki2", "ki2u"]
    }

    fn recognise(&self, text: &str) -> Option<Sign> {
        let signs = signs(text);
        if signs.numbered.is_some() {
            return None;
        }
        let marked =
            signs.marked.map(|span| (Strength::Likely, "a move with its side's mark", span));
        let row = || signs.row.map(|span| (Strength::Weak, "a row of a diagram", span));
        let header = || signs.header.map(|span| (Strength::Likely, "a header of KI2", span));
        let (strength, why, span) = marked.or_else(row).or_else(header)?;
        Some(Sign { strength, why, span })
    }

    fn strongest(&self) -> Strength {
        Strength::Likely
    }

    fn read(&self, text: &str, options: &ReadOptions, remarks: &mut Remarks) -> Vec<Record> {
        reader::read(text, options.rules.clone(), remarks)
    }

    fn write(&self, records: &[Record], options: &WriteOptions, text: &mut Text) {
        writer::write(records, options, text, writer::Style::Ki2);
    }
}
