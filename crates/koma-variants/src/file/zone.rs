//! Sets of squares: a number of far ranks, or squares, ranks and files by name.

use std::collections::BTreeSet;

use koma_text::Findings;
use koma_text::yaml::Node;

use super::sides::per_side;
use crate::Zone;
use crate::say;

/// Files and ranks of the board.
pub type Board = (u8, u8);

/// Reads a zone: `3`, `["*a", "5*", "5b"]` (the first player's; the other's is turned round), or
/// `{ sente: [...], gote: [...] }`.
pub fn read(node: &Node<'_>, what: &str, board: Board, out: &mut Findings) -> Option<Zone> {
    use koma_text::yaml::Kind::{Mapping, Scalar, Sequence};
    match &node.kind {
        Scalar { .. } => super::rules::far_ranks(node, what, board.1, out).map(Zone::FarRanks),
        Sequence(_) => {
            let sente = squares(node, what, board, out)?;
            let gote = sente.iter().map(|&(file, rank)| turned(file, rank, board));
            let gote: BTreeSet<_> = gote.collect();
            Some(Zone::Squares([sente, gote].map(|set| set.into_iter().collect())))
        }
        Mapping(_) => {
            let read = |node: &Node<'_>, out: &mut Findings| squares(node, what, board, out);
            let sets = per_side(node, what, read, out)?;
            Some(Zone::Squares(sets.map(|set| set.into_iter().collect())))
        }
    }
}

/// The square where the other player sees the same.
fn turned(file: u8, rank: u8, (files, ranks): Board) -> (u8, u8) {
    (files + 1 - file, ranks + 1 - rank)
}

fn squares(
    node: &Node<'_>,
    what: &str,
    (files, ranks): Board,
    out: &mut Findings,
) -> Option<BTreeSet<(u8, u8)>> {
    let mut set = BTreeSet::new();
    let mut good = true;
    for item in node.list(what, out)? {
        let Some(text) = item.text("a square", out) else {
            good = false;
            continue;
        };
        let Some((file, rank)) = parse(text) else {
            out.push(say::bad_square(text.escape_debug().to_string()).at(item.span));
            good = false;
            continue;
        };
        if file.is_some_and(|file| file > files) || rank.is_some_and(|rank| rank > ranks) {
            out.push(say::outside_board(text, files, ranks).at(item.span));
            good = false;
            continue;
        }
        for file in file.map_or(1..=files, |file| file..=file) {
            set.extend(rank.map_or(1..=ranks, |rank| rank..=rank).map(|rank| (file, rank)));
        }
    }
    good.then_some(set)
}

/// File and rank, counted from 1; `None` for `*`.
fn parse(text: &str) -> Option<(Option<u8>, Option<u8>)> {
    let split = text
        .find(|c: char| !c.is_ascii_digit() && c != '*')
        .or_else(|| text.strip_suffix('*').map(str::len))?;
    let (file, rank) = text.split_at(split);
    let file = match file {
        "*" => None,
        digits if digits.starts_with('0') => return None,
        digits => Some(digits.parse().ok().filter(|&file| file > 0)?),
    };
    let rank = match rank.as_bytes() {
        b"*" => None,
        &[letter @ b'a'..=b'z'] => Some(letter - b'a' + 1),
        &[b'a', letter @ b'a'..=b'z'] => Some(letter - b'a' + 27),
        _ => return None,
    };
    Some((file, rank))
}

/// Writes a zone; whole ranks are written as such.
pub fn write(zone: &Zone, (files, ranks): Board) -> String {
    let squares = match zone {
        Zone::FarRanks(ranks) => return ranks.to_string(),
        Zone::Squares(squares) => squares,
    };
    let side = |squares: &[(u8, u8)]| {
        let set: BTreeSet<(u8, u8)> = squares.iter().copied().collect();
        let whole = |rank: u8| (1..=files).all(|file| set.contains(&(file, rank)));
        let whole: Vec<u8> = (1..=ranks).filter(|&rank| whole(rank)).collect();
        let ranks = whole.iter().map(|&rank| format!("\"*{}\"", letters(rank)));
        let rest = set.iter().filter(|(_, rank)| !whole.contains(rank));
        let rest = rest.map(|&(file, rank)| format!("\"{file}{}\"", letters(rank)));
        ranks.chain(rest).collect::<Vec<_>>().join(", ")
    };
    let [sente, gote] = [side(&squares[0]), side(&squares[1])];
    format!("{{ sente: [{sente}], gote: [{gote}] }}")
}

/// The name of a rank: a to z, then aa to aj.
fn letters(rank: u8) -> String {
    let letter = |n: u8| char::from(b'a' + (n - 1) % 26);
    if rank > 26 { format!("a{}", letter(rank - 26)) } else { letter(rank).to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_ranks_and_files_are_told_apart() {
        for (text, expected) in [
            ("5b", Some((Some(5), Some(2)))),
            ("*b", Some((None, Some(2)))),
            ("36aj", Some((Some(36), Some(36)))),
            ("12*", Some((Some(12), None))),
            ("**", Some((None, None))),
            ("*", None),
            ("b5", None),
            ("0a", None),
            ("05b", None),
            ("5", None),
            ("5B", None),
            ("5abc", None),
            ("999b", None),
            ("", None),
            ("五", None),
        ] {
            assert_eq!(parse(text), expected, "{text}");
        }
    }
}
