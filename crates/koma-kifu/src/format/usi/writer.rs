//! Writes USI: the main line, and a word about everything else.

use crate::format::Text;
use crate::{NodeId, Play, Record};

use super::{ENDINGS, usi_game_line};

pub(super) fn write(records: &[Record], text: &mut Text) {
    // The game of a line that no other line names.
    let mut named = "shogi";
    for (game, record) in records.iter().enumerate() {
        text.set_game(game);
        let Some(board) = &record.board else {
            text.lose("game-lost", "USI has moves on a board; here are only words", None);
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
        losses(record, text);
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
                    let message = format!("USI has no word for {} here", ending.words());
                    text.lose("endings-lost", message, Some(id));
                    continue;
                }
                word.map(|(_, word)| (*word).to_owned())
            }
        };
        is_lost |= word.is_none();
        let Some(word) = word.filter(|_| !is_lost) else {
            text.lose("moves-lost", "a move that cannot be read ends the record", Some(id));
            continue;
        };
        if !std::mem::replace(&mut is_begun, true) {
            text.text.push_str(" moves");
        }
        text.text.push(' ');
        text.text.push_str(&word);
    }
}

/// USI holds moves only.
fn losses(record: &Record, text: &mut Text) {
    for _ in record.headers.iter() {
        text.lose("header-lost", "USI has no headers", None);
    }
    for _ in 0..record.branches() {
        text.lose("branches-lost", "USI has no variations", None);
    }
    if record.board.as_ref().is_some_and(|board| board.last_to.is_some()) {
        text.lose("last-move-lost", "the move before the start is not written", None);
    }
    if !record.diagram.is_empty() {
        text.lose("diagram-lost", "a diagram that is no position is left out", None);
    }
    for id in std::iter::once(NodeId::ROOT).chain(record.main_line()) {
        let node = record.node(id);
        if node.time.is_some() {
            text.lose("times-lost", "USI has no times", Some(id));
        }
        let Some(note) = &node.note else { continue };
        if !note.comments.is_empty() {
            text.lose("comments-lost", "USI has no comments", Some(id));
        }
        if !note.bookmarks.is_empty() {
            text.lose("bookmarks-lost", "USI has no bookmarks", Some(id));
        }
        if !note.asides.is_empty() {
            text.lose("asides-lost", "lines that programs skip are left out", Some(id));
        }
    }
}
