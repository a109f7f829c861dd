//! JKF: JSON Kifu Format 1.0, as Kifu for JS has it.

mod reader;
mod writer;

use koma_text::Span;

use super::{Codec, ReadOptions, Sign, Strength, Text, WriteOptions};
use crate::{Record, Remarks};

/// The codec of JKF.
pub(super) struct Jkf;

impl Codec for Jkf {
    fn extensions(&self) -> &'static [&'static str] {
        &["jkf"]
    }

    fn recognise(&self, text: &str) -> Option<Sign> {
        let start = text.trim_start_matches([' ', '\t', '\r', '\n', '\u{feff}']);
        let at = text.len() - start.len();
        let holds = start.starts_with('{') && start.contains("\"moves\"");
        let span = Span::new(at, (at + 1).min(text.len()));
        holds.then_some(Sign { strength: Strength::Likely, why: "JSON with moves", span })
    }

    fn strongest(&self) -> Strength {
        Strength::Likely
    }

    fn read(&self, text: &str, _: &ReadOptions, remarks: &mut Remarks) -> Vec<Record> {
        reader::read(text, remarks).into_iter().collect()
    }

    fn write(&self, records: &[Record], _: &WriteOptions, text: &mut Text) {
        writer::write(records, text);
    }
}
