//! Writes PSN: tags, then the main line in western notation.

use koma_rules::{Position, Side, UsiMove};

use super::TAGS;
use super::reader::RESULTS;
use crate::format::{Held, Text};
use crate::notation::english;
use crate::{Board, End, Ending, NodeId, Play, Record, Table, say};

const HELD: Held = Held { format: "PSN", headers: true, branches: false, comments: true };

pub(super) fn write(records: &[Record], text: &mut Text) {
    let mut is_first = true;
    for (game, record) in records.iter().enumerate() {
        text.set_game(game);
        let Some(board) = record.board.as_ref().filter(|board| has_letters(board)) else {
            text.lose(say::no_names_for_men("PSN"), None);
            continue;
        };
        let is_long = |id: NodeId| match record.usi(id) {
            Some(UsiMove::Board { via, .. }) => !via.is_empty(),
            usi => usi == Some(UsiMove::Pass),
        };
        if record.main_line().any(is_long) {
            text.lose(say::no_words_for_steps("PSN"), None);
            continue;
        }
        if !std::mem::take(&mut is_first) {
            text.text.push('\n');
        }
        head(record, board, text);
        moves(record, board, text);
        text.lose_rest(record, HELD);
    }
}

/// Whether each piece has one letter, and squares one digit and one letter.
fn has_letters(board: &Board) -> bool {
    let rules = &board.rules;
    let geometry = rules.geometry();
    let is_letter = |code: &str| {
        let mut letters = code.trim_start_matches('+').chars();
        letters.next().is_some_and(|c| c.is_ascii_uppercase()) && letters.next().is_none()
    };
    geometry.files() <= 9
        && geometry.ranks() <= 9
        && rules.kinds().all(|kind| is_letter(rules.code(kind)))
}

fn head(record: &Record, board: &Board, text: &mut Text) {
    for header in record.headers.iter() {
        let key = match &*header.key {
            "下手" => "Sente",
            "上手" => "Gote",
            key => TAGS.iter().find(|row| row.1 == key).map_or(key, |row| row.0),
        };
        if matches!(&*header.key, "下手" | "上手") {
            text.lose(say::handicap_players("PSN"), None);
        } else if TAGS.iter().any(|row| row.0 == header.key) {
            text.lose(say::header_renamed(key), None);
        }
        let is_taken = matches!(
            key,
            "Variant"
                | "SFEN"
                | "FEN"
                | "Result"
                | "Termination"
                | "SetUp"
                | "White"
                | "Black"
                | "Handicap"
        );
        let is_bad = key.is_empty()
            || key.contains(|c: char| c.is_whitespace() || "\"[]".contains(c))
            || header.value.contains(['\n', '\r', '\\']);
        if is_taken || is_bad {
            text.lose(say::header_lost(format!("{key:?}")), None);
            continue;
        }
        tag(text, key, &header.value.replace('"', "\\\""));
    }
    let start = board.rules.start();
    if record.variant != "shogi" {
        tag(text, "Variant", &record.variant);
    }
    if let Some(handicap) = record.handicap.as_ref().filter(|handicap| handicap.sfen().is_some()) {
        tag(text, "Handicap", &handicap.name);
    }
    if board.setup != *start {
        tag(text, "SFEN", &board.setup.write(&board.rules));
    }
    // After a move that is lost it would be the ending of another position.
    let is_lost = |id: NodeId| matches!(record.node(id).play, Play::Unread(_));
    // Nor is there a place for one before other moves.
    let is_early =
        record.ending_node().is_some_and(|(id, _)| record.main_line().last() != Some(id));
    let is_cut = is_early || record.main_line().any(is_lost);
    if record.ending_node().is_none() || is_cut {
        tag(text, "Result", "*");
        if let Some((id, _)) = record.ending_node() {
            text.lose(say::ending_after_lost(), Some(id));
        }
    } else if let Some((id, ending)) = record.ending_node() {
        let mover = record.side_at(id);
        let row = RESULTS.iter().find(|row| row.1 == ending.winner);
        tag(text, "Result", row.map_or("*", |row| row.0));
        tag(text, "Termination", ending.end.keyword());
        let read = Ending::new(ending.end, mover);
        let winner = ending.winner.or(read.winner);
        if ending.end == End::Other {
            text.lose(say::no_own_endings("PSN"), Some(id));
        } else if winner != ending.winner {
            text.lose(say::winner_lost("PSN"), Some(id));
        }
    }
}

fn tag(text: &mut Text, key: &str, value: &str) {
    text.text.push_str(&format!("[{key} \"{value}\"]\n"));
}

fn moves(record: &Record, board: &Board, text: &mut Text) {
    let mut table = Table::new(board);
    let mut column = 0;
    let mut put = |text: &mut Text, words: &str, is_apart: bool| {
        if column + words.len() > WIDTH || is_apart && column > 0 {
            text.text.push('\n');
            column = 0;
        } else if column > 0 {
            text.text.push(' ');
        }
        text.text.push_str(words);
        column += words.len() + 1;
    };
    comments(record, NodeId::ROOT, text, &mut put);
    let is_last = |id: NodeId| record.ending_node().is_some_and(|(last, _)| last == id);
    for (at, id) in record.main_line().enumerate() {
        match &record.node(id).play {
            Play::Start => {}
            Play::End(_) if is_last(id) => {}
            Play::End(_) => text.lose(say::ending_only_last("PSN"), Some(id)),
            Play::Move(_) | Play::Illegal(_) => {
                let usi = record.usi(id);
                let words = usi.and_then(|usi| in_words(table.position(), &usi, record, id));
                let number = record.node(id).depth().div_ceil(2);
                let side = table.position().side();
                let before = match side {
                    Side::Sente => format!("{number}."),
                    Side::Gote if at == 0 => format!("{number}..."),
                    Side::Gote => String::new(),
                };
                put(text, &format!("{before}{}", words.unwrap_or_default()), false);
            }
            Play::Unread(_) => {
                text.lose(say::rest_of_record_lost(), Some(id));
                break;
            }
        }
        comments(record, id, text, &mut put);
        table.step(&record.node(id).play);
    }
    text.text.push('\n');
}

/// A line is about so long.
const WIDTH: usize = 78;

/// A move in western notation; one against the rules with its origin.
fn in_words(position: &Position, usi: &UsiMove, record: &Record, id: NodeId) -> Option<String> {
    let words = english(position, usi)?;
    let UsiMove::Board { from, to, promotes, .. } = usi else { return Some(words) };
    if matches!(record.node(id).play, Play::Move(_)) {
        return Some(words);
    }
    let rules = position.rules();
    let man = position.man_at(rules.geometry().square(from.file, from.rank)?)?;
    Some(format!("{}{from}-{to}{}", rules.code(man.kind), if *promotes { "+" } else { "" }))
}

fn comments(
    record: &Record,
    id: NodeId,
    text: &mut Text,
    put: &mut impl FnMut(&mut Text, &str, bool),
) {
    let comments = record.node(id).comments();
    if comments.is_empty() {
        return;
    }
    let joined = comments.join("\n");
    let words = joined.trim();
    if joined.contains(['{', '}', '\r'])
        || matches!(record.node(id).play, Play::End(_))
        || comments.last().is_some_and(String::is_empty)
        || crate::End::from_word(words).is_some()
    {
        text.lose(say::comment_in_braces(), Some(id));
    }
    put(text, &format!("{{{}}}", joined.replace('{', "(").replace('}', ")")), false);
}
