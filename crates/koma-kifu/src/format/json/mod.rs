//! Koma's own JSON, which holds everything a record has.

mod reader;
pub(super) mod text;
mod writer;

use koma_text::Span;

use super::{Codec, ReadOptions, Sign, Strength, Text, WriteOptions};
use crate::{Record, Remarks};

/// The codec of our own JSON.
pub(super) struct Json;

/// What the field `format` says.
const NAME: &str = "koma-record";

impl Codec for Json {
    fn extensions(&self) -> &'static [&'static str] {
        &["json"]
    }

    fn recognise(&self, text: &str) -> Option<Sign> {
        let start = text.trim_start_matches([' ', '\t', '\r', '\n', '\u{feff}']);
        let mut head = start.chars().take(80).filter(|c| !c.is_whitespace());
        let holds = ["{\"format\":\"", NAME, "\""]
            .iter()
            .flat_map(|part| part.chars())
            .all(|c| head.next() == Some(c));
        let at = text.len() - start.len();
        let span = Span::new(at, (at + 1).min(text.len()));
        holds.then_some(Sign { strength: Strength::Certain, why: "the name of the format", span })
    }

    fn read(&self, text: &str, options: &ReadOptions, remarks: &mut Remarks) -> Vec<Record> {
        reader::read(text, options, remarks)
    }

    fn write(&self, records: &[Record], _: &WriteOptions, text: &mut Text) {
        writer::write(records, text);
    }
}
