//! A board with men on it, and the pieces that play on it.

use koma_pieces::PieceDef;
use koma_text::{Lang, kanji_number};

use super::Tiles;
use super::draw::{Anchor, Drawing, INK, Place, RED};

/// A man on a drawn board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Man<'a> {
    /// The characters on it.
    pub kanji: &'a str,
    /// Whether it is the second player's, who sits at the top.
    pub gote: bool,
    /// Whether it shows its promoted side.
    pub promoted: bool,
}

/// A position to draw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board<'a> {
    /// Columns.
    pub files: u8,
    /// Rows.
    pub ranks: u8,
    /// The men, by file and rank as in USI: file 1 on the right, rank 1 on top.
    pub men: Vec<((u8, u8), Man<'a>)>,
    /// The men in hand and how many of each, Sente's and Gote's.
    pub hands: [Vec<(&'a str, u16)>; 2],
    /// How many far ranks are the promotion zone, if that is what it is: dots mark it.
    pub zone: Option<u8>,
}

const HEAD: f32 = 52.0;
const EDGE: f32 = 30.0;

/// The picture of a game: its start position, then its pieces with a label each.
pub fn game(title: &str, board: &Board<'_>, pieces: &[(String, &PieceDef)], lang: Lang) -> Drawing {
    let cell = match board.files.max(board.ranks) {
        0..=6 => 56.0,
        7..=12 => 46.0,
        13..=20 => 40.0,
        _ => 36.0,
    };
    // Without a title the picture begins with the board.
    let head = if title.is_empty() { 0.0 } else { HEAD };
    let wide = f32::from(board.files) * cell;
    let high = f32::from(board.ranks) * cell;
    let columns = ((wide + 2.0 * EDGE - 20.0) / Tiles::WIDE) as usize;
    let columns = columns.clamp(8, 14).min(pieces.len().max(1));
    let tiles = Tiles { pieces, columns, lang };
    let hand = if board.hands.iter().all(Vec::is_empty) { 0.0 } else { cell + 14.0 };
    let width = (wide + 2.0 * EDGE).max(tiles.width()).max(super::text_width(title, 22.0) + 40.0);
    let board_high = high + 2.0 * EDGE + 2.0 * hand;
    let height = head + board_high + tiles.height() + 14.0;

    let mut canvas = Drawing::new(width, height, title);
    canvas.text((20.0, 36.0), 22.0, Anchor::Start, "#222", title);
    let place = Place { x: (width - wide) / 2.0, y: head + hand + EDGE, cell };
    draw_board(&mut canvas, board, place, lang);
    draw_hand(&mut canvas, &board.hands[1], true, Place { y: head, ..place });
    let below = place.y + high + EDGE;
    draw_hand(&mut canvas, &board.hands[0], false, Place { y: below, ..place });
    tiles.draw(&mut canvas, head + board_high + 14.0);
    canvas
}

fn draw_board(canvas: &mut Drawing, board: &Board<'_>, place: Place, lang: Lang) {
    let Place { x, y, cell } = place;
    canvas.grid(place, usize::from(board.files), usize::from(board.ranks));
    let right = x + f32::from(board.files) * cell;
    for file in 1..=board.files {
        let at = right - (f32::from(file) - 0.5) * cell;
        canvas.text((at, y - 8.0), 12.0, Anchor::Middle, "#666", file.to_string());
    }
    for rank in 1..=board.ranks {
        let at = y + (f32::from(rank) - 0.5) * cell + 4.0;
        let label = lang.pick(letters(rank), kanji_number(rank.into()));
        // Three characters (二十一) have the room of one.
        let size = if lang == Lang::Ja && rank > 10 { 8.0 } else { 12.0 };
        canvas.text((right + 6.0, at), size, Anchor::Start, "#666", label);
    }
    if let Some(zone) = board.zone.filter(|&zone| zone > 0 && zone < board.ranks) {
        for rank in [zone, board.ranks - zone] {
            // Where a real board has its dots: a third of the way in from each side.
            let inset = (board.files / 3).max(1);
            for file in [inset, board.files - inset] {
                let (dx, dy) = (f32::from(file) * cell, f32::from(rank) * cell);
                canvas.dot(x + dx, y + dy, cell * 0.08);
            }
        }
    }
    for &((file, rank), man) in &board.men {
        let centre = (right - (f32::from(file) - 0.5) * cell, y + (f32::from(rank) - 0.5) * cell);
        draw_man(canvas, man, centre, cell);
    }
}

fn draw_man(canvas: &mut Drawing, man: Man<'_>, centre: (f32, f32), cell: f32) {
    let ink = if man.promoted { RED } else { INK };
    if man.gote {
        canvas.turned(centre, |canvas| canvas.piece(man.kanji, centre, cell, ink));
    } else {
        canvas.piece(man.kanji, centre, cell, ink);
    }
}

fn draw_hand(canvas: &mut Drawing, hand: &[(&str, u16)], gote: bool, place: Place) {
    let Place { x, y, cell } = place;
    // A number needs room beside its man.
    let step = if hand.iter().any(|&(_, count)| count > 1) { 1.5 } else { 1.05 };
    for (i, &(kanji, count)) in hand.iter().enumerate() {
        let centre = (x + (i as f32 * step + 0.5) * cell, y + 0.5 * cell);
        draw_man(canvas, Man { kanji, gote, promoted: false }, centre, cell);
        if count > 1 {
            let beside = centre.0 + 0.5 * cell;
            canvas.text((beside, centre.1 + 5.0), 14.0, Anchor::Start, "#222", count.to_string());
        }
    }
}

/// The name of a rank: a to z, then aa to aj.
fn letters(rank: u8) -> String {
    let letter = |n: u8| char::from(b'a' + (n - 1) % 26);
    if rank > 26 { format!("a{}", letter(rank - 26)) } else { letter(rank).to_string() }
}
