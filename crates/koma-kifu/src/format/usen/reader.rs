//! Reads USEN.

use koma_rules::{Setup, SquareName, UsiMove};

use super::{DROPS, ENDINGS, FIRST_DROP};
use crate::format::play::{keep, play, short, span_in};
use crate::{Board, Builder, Ending, Handicap, NodeId, Play, Record, Remarks, ruleset, say};

pub(super) fn read(base: &str, remarks: &mut Remarks) -> Option<Record> {
    let text = base.trim_matches([' ', '\t', '\r', '\n', '\u{feff}']);
    let (start, lines) = text.split_once('~').unwrap_or((text, ""));
    let rules = ruleset("shogi")?;
    let mut board = Board::start(&rules);
    if !start.is_empty() {
        let sfen: String = start.chars().map(plain).collect();
        match Setup::read(&rules, &sfen) {
            Ok(setup) => board.setup = setup,
            Err(error) => {
                let span = span_in(base, start);
                remarks.push(say::unreadable_position(error.what).at(span));
                return None;
            }
        }
    }
    let mut record = Record::new(board);
    if let Some(board) = record.board.as_ref().filter(|_| !start.is_empty()) {
        record.handicap = Handicap::from_sfen(&board.setup.write_without_ply(&rules))
            .filter(|handicap| !handicap.is_even());
    }
    let mut game = Builder::new(record);
    // The ends of the lines read so far.
    let mut tips: Vec<NodeId> = Vec::new();
    for line in lines.split('~').filter(|line| !line.is_empty()) {
        one_line(&mut game, &mut tips, base, line, remarks);
        tips.push(game.here());
        if tips.len() > MOST_TIPS {
            tips.remove(1);
        }
    }
    Some(game.finish())
}

/// A variation is looked for on so many lines before it.
const MOST_TIPS: usize = 64;

/// `12.7ku2jm.r`.
fn one_line(
    game: &mut Builder,
    tips: &mut [NodeId],
    base: &str,
    line: &str,
    remarks: &mut Remarks,
) {
    let mut parts = line.splitn(3, '.');
    let (offset, moves, ending) =
        (parts.next().unwrap_or(""), parts.next().unwrap_or(""), parts.next().unwrap_or(""));
    // The offset of the main line tells where its numbers begin, which is the start here.
    if !tips.is_empty() {
        let place = offset.parse().ok().and_then(|offset| place(game, tips, offset));
        let Some(place) = place else {
            remarks.push(say::no_move_to_vary().at(span_in(base, line)));
            return;
        };
        game.go(place);
    }
    let mut rest = moves;
    while !rest.is_empty() {
        let end = rest.char_indices().nth(3).map_or(rest.len(), |(at, _)| at);
        let (word, after) = rest.split_at(end);
        let span = span_in(base, word);
        match decode(word) {
            Some(usi) => play(game, &usi, word, span, remarks),
            None => keep(game, word, say::no_move(short(word)), span, remarks),
        };
        rest = after;
    }
    let mut letters = ending.chars();
    let Some(letter) = letters.next() else { return };
    let mover = game.record().side_at(game.here());
    let end = ENDINGS.iter().find(|(_, name)| *name == letter).map(|row| row.0);
    let span = span_in(base, ending);
    if end.is_none() || !letters.as_str().is_empty() {
        remarks.push(say::unknown_ending(short(ending)).at(span));
    }
    game.end(match end {
        Some(end) => Ending::new(end, mover),
        None => Ending::new(crate::End::Other, mover).text(ending),
    });
}

/// The node a variation after so many moves hangs on: of the last line that is long enough.
fn place(game: &mut Builder, tips: &[NodeId], offset: u32) -> Option<NodeId> {
    tips.iter().rev().find_map(|&tip| {
        let record = game.record();
        let mut tip = tip;
        while let Play::End(_) = record.node(tip).play {
            tip = record.parent(tip)?;
        }
        game.ancestor_at(tip, offset)
    })
}

fn plain(c: char) -> char {
    match c {
        '_' => '/',
        '.' => ' ',
        'z' => '+',
        c => c,
    }
}

fn decode(word: &str) -> Option<UsiMove> {
    let digits = |c: u8| c.is_ascii_digit() || c.is_ascii_lowercase();
    if word.len() != 3 || !word.bytes().all(digits) {
        return None;
    }
    let value = u32::from_str_radix(word, 36).ok()?;
    let (origin, to) = (value / 2 / 81, value / 2 % 81);
    let square =
        |index: u32| SquareName { file: (index % 9 + 1) as u16, rank: (index / 9 + 1) as u16 };
    if origin < 81 {
        let (from, to) = (square(origin), square(to));
        return Some(UsiMove::board(from, to, value % 2 == 1));
    }
    let code = DROPS.get(origin.checked_sub(FIRST_DROP)? as usize)?;
    Some(UsiMove::Drop { code: (*code).to_owned(), to: square(to) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::usen::writer::encode;

    #[test]
    fn moves_come_back_from_their_digits() {
        for (word, usi) in [("7ku", "7g7f"), ("2jm", "3c3d"), ("09k", "3a2b")] {
            let mv: UsiMove = usi.parse().expect("a move");
            assert_eq!(decode(word), Some(mv.clone()), "{word}");
            assert_eq!(encode(&mv).as_deref(), Some(word));
        }
        for usi in ["8h2b+", "P*5e", "G*1a", "R*9i", "9i9h", "1a9i+"] {
            let mv: UsiMove = usi.parse().expect("a move");
            let word = encode(&mv).expect("digits");
            assert_eq!(decode(&word), Some(mv), "{usi} {word}");
        }
        for word in ["", "zz", "zzz", "ZZZ", "+12"] {
            assert_eq!(decode(word), None, "{word}");
        }
    }
}
