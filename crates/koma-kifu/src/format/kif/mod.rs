//! KIF: numbered moves with times, variations, comments. What KI2 and BOD share is here too.

pub(crate) mod diagram;
mod ending;
mod game;
mod head;
mod lexicon;
mod line;
pub(super) mod reader;
pub(super) mod resolve;
mod time;
mod unmarked;
mod usual;
pub(super) mod writer;

use koma_text::{Lines, Span};

use super::{Codec, ReadOptions, Sign, Strength, Text, WriteOptions};
use crate::notation::token::{MoveText, mark};
use crate::{End, Record, Remarks};
use line::Kind;

/// The codec of KIF.
pub(super) struct Kif;

impl Codec for Kif {
    fn extensions(&self) -> &'static [&'static str] {
        &["kif", "kifu"]
    }

    fn recognise(&self, text: &str) -> Option<Sign> {
        let signs = signs(text);
        let (strength, why, span) = match signs {
            Signs { numbered: Some(span), .. } => (Strength::Likely, "a numbered move", span),
            Signs { marked: Some(_), .. } => return None,
            // A diagram without moves may stand in a file of any of the family.
            Signs { row: Some(span), .. } => (Strength::Weak, "a row of a diagram", span),
            Signs { header: Some(span), .. } => (Strength::Likely, "a header of KIF", span),
            _ => return None,
        };
        Some(Sign { strength, why, span })
    }

    fn strongest(&self) -> Strength {
        Strength::Likely
    }

    fn read(&self, text: &str, options: &ReadOptions, remarks: &mut Remarks) -> Vec<Record> {
        reader::read(text, options.rules.clone(), remarks)
    }

    fn write(&self, records: &[Record], options: &WriteOptions, text: &mut Text) {
        writer::write(records, options, text, writer::Style::Kif);
    }
}

/// The first places that show which of the family a text is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Signs {
    pub numbered: Option<Span>,
    pub marked: Option<Span>,
    pub row: Option<Span>,
    pub header: Option<Span>,
}

/// Looks for the signs of the family.
pub(super) fn signs(text: &str) -> Signs {
    let mut signs = Signs::default();
    let mut board = Rows::default();
    for line in Lines::new(text) {
        let (slot, holds) = match Kind::of(line.text) {
            Kind::Numbered(_, rest) => {
                let word = rest.split([' ', '\u{3000}', '(']).next().unwrap_or("");
                let is_ending = || End::from_word(word).is_some();
                match MoveText::take(rest).is_some() || is_ending() {
                    true => (&mut signs.numbered, true),
                    // A garbled move is better than nothing; an item of a list is no move.
                    false => (&mut signs.header, !rest.is_ascii() && reader::is_like_a_move(rest)),
                }
            }
            Kind::Marked(text) => {
                let mut moves = text.split_inclusive(|c| mark(c).is_some());
                let is_move = |text: &str| MoveText::take(text).is_some();
                (&mut signs.marked, moves.any(is_move))
            }
            Kind::Row(row) => {
                board.push(row, line.span);
                continue;
            }
            Kind::Header(key, _) => (&mut signs.header, is_known_key(key)),
            Kind::Turn(_) | Kind::LastMove(_) => (&mut signs.header, true),
            Kind::Unknown if unmarked::is_line(line.text) => (&mut signs.marked, true),
            Kind::Unknown => {
                board.strange += 1;
                continue;
            }
            _ => continue,
        };
        if holds {
            slot.get_or_insert(line.span);
        }
        // A numbered move decides.
        if signs.numbered.is_some() {
            break;
        }
    }
    signs.row = board.first.filter(|_| board.is_one());
    signs
}

/// The rows of a text that may be a board's.
#[derive(Clone, Copy, Debug, Default)]
struct Rows {
    first: Option<Span>,
    /// Rows of so many squares as a board can have, with a man or an empty square among them.
    likely: usize,
    all: usize,
    /// Other lines that are no part of a record.
    strange: usize,
}

/// The files and ranks of the largest board.
const LARGEST: usize = 36;

impl Rows {
    fn push(&mut self, row: &str, span: Span) {
        self.all += 1;
        let squares = diagram::count(row);
        if (2..=LARGEST).contains(&squares) && row.contains(['・', '･', '王', '玉', '歩']) {
            self.likely += 1;
            self.first.get_or_insert(span);
        }
    }

    /// Whether this is a board, though rows of it may be missing or garbled, and not a page that
    /// shows one among other things.
    fn is_one(&self) -> bool {
        self.all <= LARGEST && self.likely * 2 > self.all && self.strange <= self.likely
    }
}

fn is_known_key(key: &str) -> bool {
    matches!(
        key,
        "手合割"
            | "先手"
            | "後手"
            | "上手"
            | "下手"
            | "開始日時"
            | "終了日時"
            | "棋戦"
            | "戦型"
            | "表題"
            | "持ち時間"
            | "場所"
            | "先手の持駒"
            | "後手の持駒"
            | "作品名"
            | "作者"
            | "対局日"
    )
}
