//! Writes USEN.

use koma_rules::UsiMove;

use super::{DROPS, ENDINGS, FIRST_DROP};
use crate::format::{Held, Text};
use crate::{End, Ending, NodeId, Play, Record, say};

const HELD: Held = Held { format: "USEN", headers: false, branches: true, comments: false };

pub(super) fn write(records: &[Record], text: &mut Text) {
    for (game, record) in records.iter().enumerate() {
        text.set_game(game);
        if game > 0 {
            text.lose(say::games_lost("USEN"), None);
            continue;
        }
        let Some(board) = record.board.as_ref().filter(|_| record.variant == "shogi") else {
            text.lose(say::not_shogi("USEN"), None);
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
            text.lose(say::ply_lost("USEN"), None);
        }
        lines(record, text);
        text.text.push('\n');
        text.lose_rest(record, HELD);
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
                Play::End(_) => text.lose(say::ending_only_last("USEN"), Some(id)),
                Play::Move(_) | Play::Illegal(_) | Play::Unread(_) => {
                    let word = record.usi(id).and_then(|usi| encode(&usi)).filter(|_| !is_lost);
                    is_lost |= word.is_none();
                    match word {
                        Some(word) => text.text.push_str(&word),
                        None => text.lose(say::rest_of_line_lost(), Some(id)),
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
            text.lose(say::winner_lost("USEN"), Some(id));
        }
        return *letter;
    }
    text.lose(say::ending_changed("USEN", ending.words()), Some(id));
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
