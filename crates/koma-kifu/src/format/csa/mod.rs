//! CSA: the format of the Computer Shogi Association, versions 2.2 and 3.0 and the files of older
//! programs.

mod code;
mod head;
mod place;
mod reader;
mod usual;
mod writer;

use koma_text::{Lines, Span};

use super::{Codec, ReadOptions, Sign, Strength, Text, WriteOptions};
use crate::{End, Record, Remarks};
use code::is_move;
pub(super) use code::{CODES, row};
pub(super) use writer::keyword;
pub(crate) use writer::words;

/// The codec of CSA.
pub(super) struct Csa;

impl Codec for Csa {
    fn extensions(&self) -> &'static [&'static str] {
        &["csa"]
    }

    fn recognise(&self, text: &str) -> Option<Sign> {
        let mut likely = None;
        for line in Lines::new(text) {
            // Most lines of other formats do not even begin like a statement.
            let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | 0xEF | 0xBB | 0xBF);
            let begins = line.text.bytes().find(|byte| !blank(byte));
            if !matches!(begins, Some(b'+' | b'-' | b'P' | b'N' | b'V' | b'%')) {
                continue;
            }
            let words = line.text.trim_matches([' ', '\t', '\u{feff}']);
            let first = words.split(',').next().unwrap_or("");
            if is_move(words.as_bytes()) {
                return sign(Strength::Certain, "a move of CSA", line.span);
            }
            if is_statement(first) {
                likely = likely.or(sign(Strength::Likely, "a statement of CSA", line.span));
            }
        }
        likely
    }

    fn read(&self, text: &str, _: &ReadOptions, remarks: &mut Remarks) -> Vec<Record> {
        reader::read(text, remarks)
    }

    fn write(&self, records: &[Record], options: &WriteOptions, text: &mut Text) {
        writer::write(records, options, text);
    }
}

fn sign(strength: Strength, why: &'static str, span: Span) -> Option<Sign> {
    Some(Sign { strength, why, span })
}

/// Whether a line is a statement that hardly any other format has.
fn is_statement(words: &str) -> bool {
    match words.as_bytes() {
        [b'P', b'I', ..] => words[2..].bytes().all(|b| b.is_ascii_alphanumeric()),
        [b'P', b'1'..=b'9', b'+' | b'-' | b' ', ..] => true,
        [b'P', b'+' | b'-', ..] => words[2..].bytes().all(|b| b.is_ascii_alphanumeric()),
        [b'N', b'+' | b'-', ..] => true,
        [b'V', b'0'..=b'9', rest @ ..] => rest.iter().all(|b| b.is_ascii_digit() || *b == b'.'),
        [b'%', ..] => End::from_keyword(words).is_some(),
        _ => false,
    }
}

/// The keys of CSA and the words KIF has for them.
const KEYS: &[(&str, &str)] = &[
    ("EVENT", "棋戦"),
    ("SITE", "場所"),
    ("START_TIME", "開始日時"),
    ("END_TIME", "終了日時"),
    ("OPENING", "戦型"),
    ("TIME_LIMIT", "持ち時間"),
    ("NOTE", "備考"),
];

/// The endings that a server's comment `'summary:toryo:NAME win:NAME lose` may tell, and its words.
const SUMMARIES: [(End, &str); 2] = [(End::Resign, "toryo"), (End::TimeUp, "time up")];

/// Keys that came with version 3.
const KEYS_OF_3: &[&str] = &["TIME", "TIME+", "TIME-", "MAX_MOVES", "JISHOGI", "NOTE"];
