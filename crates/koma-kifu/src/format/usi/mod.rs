//! USI: `position startpos moves 7g7f 3c3d`, or a position as SFEN; one game a line.
//!
//! A line does not say which game it is of, so an option does, as programs tell it to engines of
//! many games: `setoption name USI_Variant value chu`. It holds for all lines after it.

mod reader;
mod writer;

use koma_text::Lines;

use super::{Codec, ReadOptions, Sign, Strength, Text, WriteOptions};
use crate::{End, Record, Remarks};

/// The codec of USI.
pub(super) struct Usi;

/// The game of all lines after this one, as USI tells it to an engine of many games. Lines without
/// one before them are of shogi, or of the game their board shows.
///
/// ```
/// let line = koma_kifu::usi_game_line("chu");
/// assert_eq!(line, "setoption name USI_Variant value chu\n");
/// ```
pub fn usi_game_line(slug: &str) -> String {
    format!("setoption name USI_Variant value {slug}\n")
}

/// The game that such a line names, as it names it; engines of UCI have the option too.
pub fn usi_game_named(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("setoption")?.trim_start().strip_prefix("name")?.trim_start();
    let (option, rest) = rest.split_once([' ', '\t'])?;
    let is_it = ["USI_Variant", "UCI_Variant"].iter().any(|name| name.eq_ignore_ascii_case(option));
    let value = rest.trim_start().strip_prefix("value")?.trim();
    Some(value).filter(|value| is_it && !value.is_empty())
}

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
        let whole = line.text.trim_matches([' ', '\t', '\u{feff}']);
        if usi_game_named(whole).is_some() {
            let why = "the game, as USI names it";
            return Some(Sign { strength: Strength::Certain, why, span: line.span });
        }
        let mut words = whole.split_ascii_whitespace();
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

    fn read(&self, text: &str, options: &ReadOptions, remarks: &mut Remarks) -> Vec<Record> {
        reader::read(text, options.rules.as_ref(), remarks)
    }

    fn write(&self, records: &[Record], _: &WriteOptions, text: &mut Text) {
        writer::write(records, text);
    }
}

/// Whether a word is a move or an ending.
fn is_moves(word: &str) -> bool {
    word.parse::<koma_rules::UsiMove>().is_ok() || ENDINGS.iter().any(|(_, name)| *name == word)
}

/// Whether a word looks like the board of an SFEN. Where men have codes of several letters, there
/// are commas between them.
fn is_board(word: &str) -> bool {
    word.bytes().filter(|&b| b == b'/').count() >= 2
        && word.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'+' | b','))
}
