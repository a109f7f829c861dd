//! Diagrams as SVG: one piece with its legend, a contact sheet of many, a board with its pieces.
//!
//! The writer knows nothing but shapes and text. All marks are shapes, so only names need a font.

pub(crate) mod draw;
mod game;

pub use draw::Drawing;
use draw::{Anchor, Place};
pub use game::{Board, Man, game};

use koma_pieces::PieceDef;
use koma_pieces::betza::japanese_ways;
use koma_text::Lang;

use super::{Diagram, Mark};

/// Side of a square in a picture of one piece.
const CELL: f32 = 40.0;
/// Room around the board, for arrows.
const MARGIN: f32 = 30.0;
const TITLE: f32 = 58.0;
const LEGEND_LINE: f32 = 24.0;

/// The picture of one piece: names, board, legend. `note` stands under the names (its Betza, say).
pub fn piece(piece: &PieceDef, note: &str, lang: Lang) -> Drawing {
    picture(piece, Some(note), lang)
}

/// The same without the names, for a page that has them.
pub fn moves(piece: &PieceDef, lang: Lang) -> Drawing {
    picture(piece, None, lang)
}

fn picture(piece: &PieceDef, note: Option<&str>, lang: Lang) -> Drawing {
    let diagram = Diagram::of(&piece.movement);
    let legend = diagram.legend();
    let extra = extra_lines(&diagram, lang);
    let side = CELL * f32::from(2 * diagram.radius + 1);
    let (first, second) = lang.pick((&piece.name, &piece.name_ja), (&piece.name_ja, &piece.name));
    let title = format!("{first} {second}");
    let (head, heading) = note
        .map_or((0.0, 0.0), |note| (TITLE, text_width(&title, 20.0).max(text_width(note, 13.0))));
    let text_width = heading.max(230.0);
    let width = (side + 2.0 * MARGIN).max(text_width + 2.0 * MARGIN);
    let lines = (legend.len() + extra.len()) as f32;
    let height = head + MARGIN + side + MARGIN + lines * LEGEND_LINE + 12.0;

    let mut canvas = Drawing::new(width, height, &title);
    if let Some(note) = note {
        canvas.text((MARGIN, 32.0), 20.0, Anchor::Start, "#222", title);
        canvas.text((MARGIN, 52.0), 13.0, Anchor::Start, "#666", note);
    }
    let left = (width - side) / 2.0;
    board(
        &mut canvas,
        &diagram,
        &piece.name_kanji,
        Place { x: left, y: head + MARGIN, cell: CELL },
    );

    let mut y = head + side + 2.0 * MARGIN + 14.0;
    for mark in legend {
        canvas.mark(mark, MARGIN + 10.0, y, 22.0);
        canvas.text((MARGIN + 30.0, y + 5.0), 14.0, Anchor::Start, "#333", mark.meaning(lang));
        y += LEGEND_LINE;
    }
    for line in extra {
        canvas.text((MARGIN, y + 5.0), 14.0, Anchor::Start, "#333", line);
        y += LEGEND_LINE;
    }
    canvas
}

/// A contact sheet: every piece in a tile with its id and names, eight to a row.
pub fn sheet(title: &str, pieces: &[PieceDef], lang: Lang) -> Drawing {
    const HEAD: f32 = 56.0;
    let tiles: Vec<(String, &PieceDef)> = pieces.iter().map(|p| (p.id.to_string(), p)).collect();
    let tiles = Tiles { pieces: &tiles, columns: pieces.len().clamp(1, 8), lang };
    let width = tiles.width().max(340.0);
    let mut canvas = Drawing::new(width, HEAD + tiles.height(), title);
    canvas.text((20.0, 36.0), 22.0, Anchor::Start, "#222", title);
    tiles.draw(&mut canvas, HEAD);
    canvas
}

/// Pieces side by side with a label each, and the legend of all of them.
struct Tiles<'a> {
    pieces: &'a [(String, &'a PieceDef)],
    columns: usize,
    lang: Lang,
}

impl Tiles<'_> {
    const WIDE: f32 = 160.0;
    const HIGH: f32 = 196.0;

    fn legend(&self) -> Vec<Mark> {
        let marks = |(_, p): &(String, &PieceDef)| Diagram::with_radius(&p.movement, 5).legend();
        let used: Vec<Mark> = self.pieces.iter().flat_map(marks).collect();
        Mark::ALL.into_iter().filter(|mark| used.contains(mark)).collect()
    }

    fn legend_columns(&self) -> usize {
        (self.columns / 2).max(1)
    }

    fn rows_height(&self) -> f32 {
        Self::HIGH * self.pieces.len().div_ceil(self.columns) as f32
    }

    fn width(&self) -> f32 {
        20.0 + Self::WIDE * self.columns as f32
    }

    fn height(&self) -> f32 {
        let legend_rows = self.legend().len().div_ceil(self.legend_columns());
        self.rows_height() + LEGEND_LINE * legend_rows as f32 + 16.0
    }

    fn draw(&self, canvas: &mut Drawing, top: f32) {
        for (i, (label, piece)) in self.pieces.iter().enumerate() {
            let x = 10.0 + Self::WIDE * (i % self.columns) as f32;
            let y = top + Self::HIGH * (i / self.columns) as f32;
            let needed = Diagram::of(&piece.movement).radius;
            let diagram = Diagram::with_radius(&piece.movement, needed.min(5));
            // The arrows around the board need three quarters of a square on each side.
            let cell = 140.0 / (f32::from(2 * diagram.radius + 1) + 1.5);
            let inset = 10.0 + 0.75 * cell;
            board(canvas, &diagram, &piece.name_kanji, Place { x: x + inset, y: y + inset, cell });
            let middle = x + Self::WIDE / 2.0;
            let name = format!("{label} {}", piece.name_ja);
            canvas.text((middle, y + 168.0), 12.0, Anchor::Middle, "#222", name);
            canvas.text((middle, y + 183.0), 10.0, Anchor::Middle, "#666", piece.name.as_str());
        }
        let top = top + self.rows_height() + 12.0;
        for (i, mark) in self.legend().into_iter().enumerate() {
            let x = 20.0 + 2.0 * Self::WIDE * (i % self.legend_columns()) as f32;
            let y = top + LEGEND_LINE * (i / self.legend_columns()) as f32;
            canvas.mark(mark, x + 10.0, y, 20.0);
            canvas.text((x + 28.0, y + 5.0), 13.0, Anchor::Start, "#333", mark.meaning(self.lang));
        }
    }
}

/// What the legend says besides the marks.
fn extra_lines(diagram: &Diagram, lang: Lang) -> Vec<String> {
    let mut lines = Vec::new();
    if !diagram.igui.is_empty() {
        let names: Vec<_> = diagram.igui.iter().map(|d| d.name()).collect();
        let all = names.len() == 8;
        let ways = if all { "all round".into() } else { names.join(" ") };
        lines.push(lang.pick(
            format!("red corners: takes without moving, {ways}"),
            format!("赤いしるし: 動かずに取る（{}）", japanese_ways(&diagram.igui)),
        ));
    }
    if diagram.burns {
        let burns = lang.pick("shaded: burns every enemy next to it", "影: 隣の敵をすべて焼く");
        lines.push(burns.into());
    }
    if diagram.anywhere {
        let anywhere = lang.pick("goes to any square of the board", "盤上のどのマスにも行ける");
        lines.push(anywhere.into());
    }
    if diagram.outside > 0 {
        let more = diagram.outside;
        lines.push(lang.pick(
            format!("{more} more squares lie outside the picture"),
            format!("図の外にあと{more}マス"),
        ));
    }
    lines
}

fn board(canvas: &mut Drawing, diagram: &Diagram, kanji: &str, place: Place) {
    let radius = diagram.radius;
    let squares = usize::from((2 * radius + 1).unsigned_abs());
    canvas.grid(place, squares, squares);
    let centre = |row: i8, col: i8| {
        let at = |n: i8| f32::from(n + radius) + 0.5;
        (place.x + at(col) * place.cell, place.y + at(row) * place.cell)
    };
    if diagram.burns {
        let (x, y) = centre(0, 0);
        canvas.shade(x, y, 3.0 * place.cell);
    }
    for (&direction, &mark) in &diagram.rays {
        let (rows, cols) = direction.offset();
        let from = centre(0, 0);
        let edge = centre(rows * radius, cols * radius);
        let reach = 1.05 * place.cell;
        let to = (edge.0 + reach * f32::from(cols), edge.1 + reach * f32::from(rows));
        canvas.ray(mark, from, to, place.cell);
    }
    for (&(row, col), &mark) in &diagram.marks {
        let (x, y) = centre(row, col);
        canvas.mark(mark, x, y, place.cell * 0.62);
    }
    for direction in &diagram.igui {
        let (rows, cols) = direction.offset();
        let (x, y) = centre(rows, cols);
        canvas.corners(x, y, place.cell);
    }
    let (x, y) = centre(0, 0);
    canvas.piece(kanji, (x, y), place.cell, draw::INK);
}

/// A rough width of a text, kanji counted full: enough to make room for it.
fn text_width(text: &str, size: f32) -> f32 {
    text.chars().map(|c| if c.is_ascii() { 0.56 } else { 1.0 }).sum::<f32>() * size
}
