//! Diagrams for the terminal.

use std::fmt::Write as _;

use koma_pieces::Direction;
use koma_pieces::betza::japanese_ways;
use koma_text::Lang;

use super::Diagram;

/// The grid: one line a row, each square three columns wide, the piece's kanji in the middle.
///
/// A ring of arrows surrounds the grid where lines go on past it; without such lines there is no
/// ring. The widths assume a terminal that shows signs in one column and kanji in two.
pub fn grid(diagram: &Diagram, kanji: &str) -> String {
    let ring = i8::from(!diagram.rays.is_empty());
    let edge = diagram.radius + ring;
    let mut out = String::new();
    for row in -edge..=edge {
        let mut line = String::new();
        for col in -edge..=edge {
            let cell = if (row, col) == (0, 0) {
                centre(kanji)
            } else if row.abs() > diagram.radius || col.abs() > diagram.radius {
                arrow(diagram, row, col).into()
            } else {
                diagram.marks.get(&(row, col)).map_or('·', |mark| mark.sign()).into()
            };
            line.push_str(&cell);
            let width: usize = cell.chars().map(columns).sum();
            line.push_str(&" ".repeat(3_usize.saturating_sub(width)));
        }
        // Of the ring only the rows that have arrows.
        if row.abs() <= diagram.radius || !line.trim().is_empty() {
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
    out
}

/// The grid with its legend: everything a reader needs.
pub fn with_legend(diagram: &Diagram, kanji: &str, lang: Lang) -> String {
    let mut out = grid(diagram, kanji);
    out.push('\n');
    for mark in diagram.legend() {
        let _ = writeln!(out, "{} {}", mark.sign(), mark.meaning(lang));
    }
    if !diagram.rays.is_empty() {
        let on = lang.pick("goes on to the edge of the board", "盤の端まで続く");
        let _ = writeln!(out, "↑ {on}");
    }
    if !diagram.igui.is_empty() {
        let names: Vec<_> = diagram.igui.iter().map(|d| d.name()).collect();
        let igui = lang.pick(
            format!("takes without moving (igui): {}", names.join(" ")),
            format!("動かずに取る（居喰い）: {}", japanese_ways(&diagram.igui)),
        );
        let _ = writeln!(out, "{igui}");
    }
    if diagram.burns {
        out.push_str(lang.pick("burns every enemy next to it\n", "隣の敵をすべて焼く\n"));
    }
    if diagram.anywhere {
        let to = lang.pick("goes to any square of the board\n", "盤上のどのマスにも行ける\n");
        out.push_str(to);
    }
    if diagram.outside > 0 {
        let more = diagram.outside;
        let outside = lang.pick(
            format!("{more} squares it reaches lie outside the picture"),
            format!("図の外にあと{more}マス"),
        );
        let _ = writeln!(out, "{outside}");
    }
    out
}

/// What stands in the middle: the first character; two columns if it is a kanji.
fn centre(kanji: &str) -> String {
    kanji.chars().find(|c| !c.is_control()).unwrap_or('駒').into()
}

fn arrow(diagram: &Diagram, row: i8, col: i8) -> char {
    let straight = row == 0 || col == 0 || row.abs() == col.abs();
    let direction = Direction::ALL.into_iter().find(|d| d.offset() == (row.signum(), col.signum()));
    match direction {
        Some(direction) if straight && diagram.rays.contains_key(&direction) => {
            ['↑', '↗', '→', '↘', '↓', '↙', '←', '↖'][direction as usize]
        }
        _ => ' ',
    }
}

/// Columns of a character: kanji and kana take two.
fn columns(c: char) -> usize {
    if matches!(c, '\u{2e80}'..='\u{a4cf}' | '\u{f900}'..='\u{faff}' | '\u{ff01}'..='\u{ff60}' | '\u{20000}'..='\u{3fffd}')
    {
        2
    } else {
        1
    }
}
