//! Writes USI: the main line, and a word about everything else.

use crate::format::{Held, Text};
use crate::{Play, Record, say};

use super::{ENDINGS, usi_game_line};

const HELD: Held = Held { format: "USI", headers: false, branches: false, comments: false };

pub(super) fn write(records: &[Record], text: &mut Text) {
    // The game of a line that no other line names.
    let mut named = "shogi";
    for (game, record) in records.iter().enumerate() {
        text.set_game(game);
        let Some(board) = &record.board else {
            text.lose(say::no_board("USI"), None);
            continue;
        };
        if record.variant != named {
            named = &record.variant;
            text.text.push_str(&usi_game_line(named));
        }
        if board.setup == *board.rules.start() && record.variant == "shogi" {
            text.text.push_str("position startpos");
        } else {
            text.text.push_str("position sfen ");
            text.text.push_str(&board.setup.write(&board.rules));
        }
        moves(record, text);
        text.text.push('\n');
        text.lose_rest(record, HELD);
    }
}

fn moves(record: &Record, text: &mut Text) {
    let mut is_begun = false;
    let mut is_lost = false;
    for id in record.main_line() {
        let word = match &record.node(id).play {
            Play::Start => continue,
            Play::Move(_) | Play::Illegal(_) => record.usi(id).map(|usi| usi.to_string()),
            Play::Unread(unread) => {
                // Only a move of USI can stand here.
                Some(unread.text.clone()).filter(|text| text.parse::<koma_rules::UsiMove>().is_ok())
            }
            Play::End(ending) => {
                let is_last = record.next(id).is_none();
                let word = ENDINGS.iter().find(|(end, _)| *end == ending.end && is_last);
                let mover = record.side_at(id);
                let word = word.filter(|_| ending.winner == ending.end.winner(mover) && !is_lost);
                if word.is_none() {
                    text.lose(say::ending_lost("USI", ending.words()), Some(id));
                    continue;
                }
                word.map(|(_, word)| (*word).to_owned())
            }
        };
        is_lost |= word.is_none();
        let Some(word) = word.filter(|_| !is_lost) else {
            text.lose(say::rest_of_record_lost(), Some(id));
            continue;
        };
        if !std::mem::replace(&mut is_begun, true) {
            text.text.push_str(" moves");
        }
        text.text.push(' ');
        text.text.push_str(&word);
    }
}
