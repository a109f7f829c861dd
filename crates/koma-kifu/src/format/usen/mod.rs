//! USEN: a game in the letters of a web address.
//!
//! `<start>~<offset>.<moves>.<ending>`, with one more `~` part for each variation. A move is three
//! digits of base 36.

mod reader;
mod writer;

use koma_text::Span;

use super::{Codec, ReadOptions, Sign, Strength, Text, WriteOptions};
use crate::{End, Record, Remarks};

/// The codec of USEN.
pub(super) struct Usen;

/// The letters of endings.
const ENDINGS: &[(End, char)] = &[
    (End::Resign, 'r'),
    (End::TimeUp, 't'),
    (End::Interrupted, 'p'),
    (End::Impasse, 'j'),
    (End::Declaration, 'w'),
    (End::IllegalMove, 'i'),
];

/// What is dropped, from origin 90 on.
const DROPS: [&str; 7] = ["G", "P", "L", "N", "S", "B", "R"];

/// The first origin that is a drop.
const FIRST_DROP: u32 = 90;

impl Codec for Usen {
    fn extensions(&self) -> &'static [&'static str] {
        &["usen"]
    }

    fn recognise(&self, text: &str) -> Option<Sign> {
        let text = text.trim_matches([' ', '\t', '\r', '\n', '\u{feff}']);
        let (start, lines) = text.split_once('~')?;
        let is_start = start.bytes().all(|b| b.is_ascii_alphanumeric() || b"_.-".contains(&b));
        let is_line = |line: &str| {
            let offset = line.split('.').next().unwrap_or("");
            !offset.is_empty()
                && offset.bytes().all(|b| b.is_ascii_digit())
                && line.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'.')
        };
        let holds = is_start && lines.split('~').all(is_line);
        let span = Span::new(0, text.len());
        holds.then_some(Sign { strength: Strength::Certain, why: "the shape of USEN", span })
    }

    fn read(&self, text: &str, _: &ReadOptions, remarks: &mut Remarks) -> Vec<Record> {
        reader::read(text, remarks).into_iter().collect()
    }

    fn write(&self, records: &[Record], _: &WriteOptions, text: &mut Text) {
        writer::write(records, text);
    }
}
