//! PSN and its kin: moves in letters, with or without the tags of PGN.
//!
//! `P7g-7f`, `P-7f`, `P-76`, `G45h`, `xP` and, as pychess writes it, `Pc4`; tags `[Sente "..."]`,
//! comments in braces, variations in brackets.

mod reader;
mod words;
mod writer;

use koma_text::Span;

use super::{Codec, ReadOptions, Sign, Strength, Text, WriteOptions};
use crate::{Record, Remarks};

/// The codec of PSN.
pub(super) struct Psn;

/// The tags and the words KIF has for them.
const TAGS: &[(&str, &str)] = &[
    ("Sente", "先手"),
    ("Gote", "後手"),
    ("Event", "棋戦"),
    ("Date", "開始日時"),
    ("Site", "場所"),
    ("Comment", "備考"),
    ("Opening", "戦型"),
    ("TimeControl", "持ち時間"),
];

impl Codec for Psn {
    fn extensions(&self) -> &'static [&'static str] {
        &["psn", "pgn"]
    }

    fn recognise(&self, text: &str) -> Option<Sign> {
        let mut tags = 0;
        let mut moves = 0;
        let mut first = Span::default();
        // Prose is told at once; a game by its first moves.
        for token in reader::Tokens::new(text).take(MOST_LOOKED_AT) {
            match token {
                reader::Token::Tag(_, _, span) => {
                    tags += 1;
                    first = if tags == 1 { span } else { first };
                }
                reader::Token::Word(word, span) => {
                    let word = reader::without_number(word);
                    if word.is_empty() || reader::is_no_move(word) {
                        continue;
                    }
                    words::Words::of(word, (9, 9))?;
                    moves += 1;
                    first = if tags + moves == 1 { span } else { first };
                    if moves == ENOUGH {
                        break;
                    }
                }
                _ => {}
            }
        }
        let why = if tags > 0 { "a tag and moves in letters" } else { "moves in letters" };
        (moves > 0 && (tags > 0 || moves > 1)).then_some(Sign {
            strength: Strength::Likely,
            why,
            span: first,
        })
    }

    fn strongest(&self) -> Strength {
        Strength::Likely
    }

    fn read(&self, text: &str, options: &ReadOptions, remarks: &mut Remarks) -> Vec<Record> {
        reader::read(text, options.rules.as_ref(), remarks)
    }

    fn write(&self, records: &[Record], _: &WriteOptions, text: &mut Text) {
        writer::write(records, text);
    }
}

/// So many tokens are looked at to know the format.
const MOST_LOOKED_AT: usize = 80;

/// So many moves show it.
const ENOUGH: usize = 4;
