//! USI: `position startpos moves 7g7f 3c3d`, or a position as SFEN; one game a line.

mod reader;
mod writer;

use koma_text::Lines;

use super::{Codec, ReadOptions, Sign, Strength, Text, WriteOptions};
use crate::{End, Record, Remarks};

/// The codec of USI.
pub(super) struct Usi;

/// The words that close a line in the files of some programs.
const ENDINGS: &[(End, &str)] = &[
    (End::Resign, "resign"),
    (End::Interrupted, "break"),
    (End::Repetition, "rep_draw"),
    (End::DeclaredDraw, "draw"),
    (End::TimeUp, "timeout"),
    (End::Declaration, "win"),
];

impl Codec for Usi {
    fn extensions(&self) -> &'static [&'static str] {
        &["usi", "sfen"]
    }

    fn recognise(&self, text: &str) -> Option<Sign> {
        let line = Lines::new(text).find(|line| {
            let words = line.text.trim_matches([' ', '\t', '\u{feff}']);
            !words.is_empty() && !words.starts_with('#')
        })?;
        let mut words = line.text.trim_matches([' ', '\t', '\u{feff}']).split_ascii_whitespace();
        let first = words.next()?;
        let second = words.next();
        let (strength, why) = match (first, second) {
            ("position", Some("startpos" | "sfen" | "moves"))
            | ("startpos", None | Some("moves")) => (Strength::Certain, "a position of USI"),
            ("sfen", Some(board)) if is_board(board) => (Strength::Certain, "a position of USI"),
            ("moves", Some(mv)) if mv.parse::<koma_rules::UsiMove>().is_ok() => {
                (Strength::Certain, "moves of USI")
            }
            (board, Some("b" | "w")) if is_board(board) => {
                (Strength::Certain, "a position as SFEN")
            }
            (mv, next)
                if mv.parse::<koma_rules::UsiMove>().is_ok()
                    && next.is_none_or(is_moves)
                    && words.all(is_moves) =>
            {
                (Strength::Likely, "moves of USI")
            }
            _ => return None,
        };
        Some(Sign { strength, why, span: line.span })
    }

    fn strongest(&self) -> Strength {
        Strength::Certain
    }

    fn read(&self, text: &str, _: &ReadOptions, remarks: &mut Remarks) -> Vec<Record> {
        reader::read(text, remarks)
    }

    fn write(&self, records: &[Record], _: &WriteOptions, text: &mut Text) {
        writer::write(records, text);
    }
}

/// Whether a word is a move or an ending.
fn is_moves(word: &str) -> bool {
    word.parse::<koma_rules::UsiMove>().is_ok() || ENDINGS.iter().any(|(_, name)| *name == word)
}

/// Whether a word looks like the board of an SFEN.
fn is_board(word: &str) -> bool {
    word.bytes().filter(|&b| b == b'/').count() >= 2
        && word.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'+'))
}
