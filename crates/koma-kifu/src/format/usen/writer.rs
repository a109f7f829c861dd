//! Writes USEN.

use koma_rules::UsiMove;

use super::{DROPS, ENDINGS, FIRST_DROP};
use crate::format::Text;
use crate::{End, Ending, NodeId, Play, Record};

pub(super) fn write(records: &[Record], text: &mut Text) {
    for (game, record) in records.iter().enumerate() {
        text.set_game(game);
        if game > 0 {
            text.lose("games-lost", "USEN holds one game", None);
            continue;
        }
        let Some(board) = record.board.as_ref().filter(|_| record.variant == "shogi") else {
            text.lose("game-lost", "USEN is for shogi only; the game is left out", None);
            continue;
        };
        let start = board.rules.start();
        let mut even = board.setup.clone();
        even.ply = start.ply;
        if even != *start {
            let sfen = board.setup.write_without_ply(&board.rules);
            text.text.extend(sfen.chars().map(|c| match c {
                '/' => '_',
                ' ' => '.',
                '+' => 'z',
                c => c,
            }));
        }
        if board.setup.ply != 1 {
            text.lose("ply-lost", "USEN counts moves from 1", None);
        }
        lines(record, text);
        text.text.push('\n');
        losses(record, text);
    }
}

/// The main line, then variations as Kifu for Windows orders them: the last branch point of a line
/// first, so that each hangs on the line before it.
fn lines(record: &Record, text: &mut Text) {
    let mut todo = vec![(record.next(NodeId::ROOT), 0)];
    while let Some((first, offset)) = todo.pop() {
        text.text.push_str(&format!("~{offset}."));
        // Later siblings wait until the line is written; the deepest come first.
        let mut next = first;
        let mut ending = None;
        let mut is_lost = false;
        while let Some(id) = next {
            let is_first = record.parent(id).and_then(|parent| record.next(parent)) == Some(id);
            if is_first && !is_lost {
                let others: Vec<_> =
                    std::iter::successors(record.sibling(id), |&id| record.sibling(id)).collect();
                let offset = record.node(id).depth() - 1;
                todo.extend(others.into_iter().rev().map(|other| (Some(other), offset)));
            }
            next = record.next(id);
            match &record.node(id).play {
                Play::Start => {}
                Play::End(end) if next.is_none() => ending = Some((id, end)).filter(|_| !is_lost),
                Play::End(_) => {
                    text.lose("endings-lost", "USEN has endings at the end only", Some(id));
                }
                Play::Move(_) | Play::Illegal(_) | Play::Unread(_) => {
                    let word = record.usi(id).and_then(|usi| encode(&usi)).filter(|_| !is_lost);
                    is_lost |= word.is_none();
                    match word {
                        Some(word) => text.text.push_str(&word),
                        None => {
                            let message = "a move that cannot be written ends its line";
                            text.lose("moves-lost", message, Some(id));
                        }
                    }
                }
            }
        }
        // Readers count the dots: the last one stands also where no ending follows it.
        text.text.push('.');
        if let Some((id, end)) = ending {
            let letter = letter(record, id, end, text);
            text.text.push(letter);
        }
    }
}

fn letter(record: &Record, id: NodeId, ending: &Ending, text: &mut Text) -> char {
    let found = ENDINGS.iter().find(|(end, _)| *end == ending.end);
    // The letter would name another winner.
    let found = found.filter(|_| !ending.is_out_of_turn(record.side_at(id)));
    if let Some((end, letter)) = found {
        if ending.winner != end.winner(record.side_at(id)) {
            text.lose("winner-lost", "USEN cannot say who won like that", Some(id));
        }
        return *letter;
    }
    let message = format!("USEN has no letter for {}", ending.words());
    text.lose("ending-changed", message, Some(id));
    if matches!(ending.end, End::DeclaredDraw | End::MaxMoves) { 'j' } else { 'p' }
}

/// A move as three digits of base 36.
pub(super) fn encode(usi: &UsiMove) -> Option<String> {
    if matches!(usi, UsiMove::Board { via, .. } if !via.is_empty()) {
        return None;
    }
    let square = |name: koma_rules::SquareName| {
        let fits = (1..=9).contains(&name.file) && (1..=9).contains(&name.rank);
        fits.then(|| u32::from(name.rank - 1) * 9 + u32::from(name.file - 1))
    };
    let value = match usi {
        UsiMove::Board { from, to, promotes, .. } => {
            (square(*from)? * 81 + square(*to)?) * 2 + u32::from(*promotes)
        }
        UsiMove::Drop { code, to } => {
            let kind = DROPS.iter().position(|drop| drop == code)? as u32;
            ((FIRST_DROP + kind) * 81 + square(*to)?) * 2
        }
        UsiMove::Pass => return None,
    };
    let digit = |value: u32| char::from_digit(value % 36, 36);
    Some([digit(value / 1296)?, digit(value / 36)?, digit(value)?].into_iter().collect())
}

/// USEN holds moves only.
fn losses(record: &Record, text: &mut Text) {
    for _ in record.headers.iter() {
        text.lose("header-lost", "USEN has no headers", None);
    }
    if record.board.as_ref().is_some_and(|board| board.last_to.is_some()) {
        text.lose("last-move-lost", "the move before the start is not written", None);
    }
    if !record.diagram.is_empty() {
        text.lose("diagram-lost", "a diagram that is no position is left out", None);
    }
    for id in record.ids() {
        let node = record.node(id);
        if node.time.is_some() {
            text.lose("times-lost", "USEN has no times", Some(id));
        }
        let Some(note) = &node.note else { continue };
        if !note.comments.is_empty() {
            text.lose("comments-lost", "USEN has no comments", Some(id));
        }
        if !note.bookmarks.is_empty() {
            text.lose("bookmarks-lost", "USEN has no bookmarks", Some(id));
        }
        if !note.asides.is_empty() {
            text.lose("asides-lost", "lines that programs skip are left out", Some(id));
        }
    }
}
