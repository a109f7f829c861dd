//! Drawing a position as a picture: SVG, or PNG with the font we ship and those given.

use koma_rules::{Geometry, Man, Position, Side, Square, SquareName};
use koma_text::kanji_number;

#[cfg(feature = "png")]
use crate::diagram::png::{self, PngError};
use crate::diagram::svg::draw::{Anchor, Colour, Drawing, INK, Place, RED};

/// Side of a square.
const CELL: f32 = 48.0;
/// Room for a hand, on each side of the board.
const HAND: f32 = 70.0;
/// Room for the numbers of files and ranks.
const LABEL: f32 = 22.0;
const CAPTION: f32 = 34.0;
/// Room for a line above the board.
const HEADING: f32 = 28.0;

/// A position with what stands around it.
#[derive(Clone, Copy)]
pub struct Picture<'p> {
    /// The position.
    pub position: &'p Position,
    /// The squares of the last move: they are marked.
    pub marked: &'p [Square],
    /// One line above the board, such as who plays.
    pub heading: &'p str,
    /// One line under the board.
    pub caption: &'p str,
    /// Arrows and rings, as people draw them on a board.
    pub drawn: &'p [Drawn],
    /// Gote sits at the bottom.
    pub flipped: bool,
}

/// An arrow from one square to another, or a ring around one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// Where an arrow begins; a ring has no such place.
    pub from: Option<Square>,
    /// Where it ends.
    pub to: Square,
    colour: Colour,
}

/// Names of colours and what they are on paper.
const COLOURS: [(&str, Colour); 4] =
    [("green", "#15781b"), ("red", "#b3201a"), ("blue", "#1c4fa0"), ("yellow", "#b9870b")];

impl Drawn {
    /// What a line of marks says, as records have it: `7g7f:green 5e:red`. What is no square of the
    /// board is passed over.
    pub fn read(line: &str, geometry: Geometry) -> Vec<Self> {
        line.split_whitespace().filter_map(|word| Self::of(word, geometry)).collect()
    }

    fn of(word: &str, geometry: Geometry) -> Option<Self> {
        let (squares, colour) = word.split_once(':').unwrap_or((word, "green"));
        let known = COLOURS.iter().find(|(name, _)| *name == colour).unwrap_or(&COLOURS[0]);
        let square = |text: &str| {
            let SquareName { file, rank } = text.parse().ok()?;
            geometry.square(file, rank)
        };
        let letters = squares.find(|c: char| c.is_ascii_lowercase())?;
        let second = squares[letters..].find(|c: char| c.is_ascii_digit()).map(|at| letters + at);
        let (first, last) = squares.split_at(second.unwrap_or(0));
        let from = if second.is_some() { Some(square(first)?) } else { None };
        Some(Self { from, to: square(last)?, colour: known.1 })
    }
}

/// The largest picture drawn as PNG, in dots across or down.
#[cfg(feature = "png")]
const WIDEST: f32 = 2000.0;

/// A drawing as PNG, twice its size where that is not too large. `fonts` as for [`png::render`].
#[cfg(feature = "png")]
pub fn png(drawing: &Drawing, fonts: &[Vec<u8>]) -> Result<Vec<u8>, PngError> {
    let (width, height) = drawing.size();
    png::render(drawing, (WIDEST / width.max(height)).min(2.0), fonts)
}

impl Picture<'_> {
    /// The picture. Files are numbered from the right, ranks in kanji from the top.
    pub fn draw(&self) -> Drawing {
        let geometry = self.position.rules().geometry();
        let (files, ranks) = (geometry.files(), geometry.ranks());
        let (wide, high) = (f32::from(files) * CELL, f32::from(ranks) * CELL);
        let heading = if self.heading.is_empty() { 0.0 } else { HEADING };
        let (left, top) = (HAND, LABEL + 8.0 + heading);
        let (width, height) = (wide + 2.0 * HAND + LABEL, high + top + CAPTION);
        let mut canvas = Drawing::new(width, height, self.caption);
        canvas.text((width / 2.0, 22.0), 17.0, Anchor::Middle, "#222", self.heading);
        canvas.grid(Place { x: left, y: top, cell: CELL }, files.into(), ranks.into());
        let centre = |square: Square| {
            let column = self.column(geometry.file(square) as u8, files);
            let row = self.row(geometry.rank(square) as u8, ranks);
            (left + (column + 0.5) * CELL, top + (row + 0.5) * CELL)
        };
        for &square in self.marked {
            let (x, y) = centre(square);
            canvas.shade(x, y, CELL);
        }
        for file in 1..=files {
            let x = left + (self.column(file, files) + 0.5) * CELL;
            canvas.text((x, top - 8.0), 15.0, Anchor::Middle, "#333", file.to_string());
        }
        for rank in 1..=ranks {
            let y = top + (self.row(rank, ranks) + 0.5) * CELL + 5.0;
            let label = kanji_number(rank.into());
            let size = match label.chars().count() {
                1 => 15.0,
                2 => 10.0,
                _ => 7.0,
            };
            canvas.text((left + wide + LABEL / 2.0 + 2.0, y), size, Anchor::Middle, "#333", label);
        }
        for side in Side::BOTH {
            for (square, kind) in self.position.men(side) {
                self.man(&mut canvas, centre(square), CELL, Man { kind, side });
            }
        }
        for drawn in self.drawn {
            match drawn.from.filter(|from| *from != drawn.to) {
                Some(from) => canvas.arrow(centre(from), centre(drawn.to), CELL, drawn.colour),
                None => canvas.ring(centre(drawn.to), CELL * 0.42, drawn.colour),
            }
        }
        let far = if self.flipped { Side::Sente } else { Side::Gote };
        self.hand(&mut canvas, far, HAND / 2.0, top);
        self.hand(&mut canvas, far.other(), width - HAND / 2.0, top + high);
        canvas.text((width / 2.0, top + high + 24.0), 17.0, Anchor::Middle, "#222", self.caption);
        canvas
    }

    /// The column of a file, from the left.
    fn column(&self, file: u8, files: u8) -> f32 {
        f32::from(if self.flipped { file - 1 } else { files - file })
    }

    /// The row of a rank, from the top.
    fn row(&self, rank: u8, ranks: u8) -> f32 {
        f32::from(if self.flipped { ranks - rank } else { rank - 1 })
    }

    /// A hand: the far side's from the top down, the near side's from the bottom up, as they lie
    /// beside a board.
    fn hand(&self, canvas: &mut Drawing, side: Side, x: f32, edge: f32) {
        let rules = self.position.rules();
        let held: Vec<_> = rules
            .hand_order()
            .iter()
            .map(|&kind| (kind, self.position.held(side, kind)))
            .filter(|&(_, count)| count > 0)
            .collect();
        let ranks = f32::from(rules.geometry().ranks());
        // Many kinds share the height of the board.
        let step = (CELL * 0.85).min(ranks * CELL / held.len().max(1) as f32);
        let turn = if self.is_far(side) { -1.0 } else { 1.0 };
        for (at, &(kind, count)) in held.iter().enumerate() {
            let y = edge - turn * (at as f32 + 0.5) * step;
            self.man(canvas, (x - 8.0 * turn, y), step, Man { kind, side });
            if count > 1 {
                let x = x + 20.0 * turn;
                canvas.text((x, y + 5.0), 15.0, Anchor::Middle, "#333", count.to_string());
            }
        }
    }

    fn is_far(&self, side: Side) -> bool {
        (side == Side::Gote) != self.flipped
    }

    fn man(&self, canvas: &mut Drawing, centre: (f32, f32), cell: f32, man: Man) {
        let rules = self.position.rules();
        let kanji = &rules.variant().kinds[man.kind.index()].piece.name_kanji;
        let ink = if rules.code(man.kind).starts_with('+') { RED } else { INK };
        if self.is_far(man.side) {
            canvas.turned(centre, |canvas| canvas.piece(kanji, centre, cell, ink));
        } else {
            canvas.piece(kanji, centre, cell, ink);
        }
    }
}

#[cfg(test)]
mod tests {
    use koma_rules::Ruleset;

    use super::*;

    #[test]
    fn a_position_becomes_a_picture_with_every_man() {
        let rules = Ruleset::compile(koma_variants::find("shogi").unwrap()).unwrap();
        let position = Position::start(&rules);
        let plain = Picture {
            position: &position,
            marked: &[],
            heading: "",
            caption: "",
            drawn: &[],
            flipped: false,
        };
        let svg = Picture { caption: "<1> & 2", ..plain }.draw().to_string();
        assert_eq!(svg.matches("<polygon").count(), 40);
        assert!(svg.contains("&lt;1&gt; &amp; 2") && !svg.contains("<1>"));
        assert!(
            svg.contains(">九</text>")
                && svg.contains(">9</text>")
                && !svg.contains("fill-opacity")
        );
        // The other way round, the other side's twenty men lie upside down.
        let flipped = Picture { flipped: true, ..plain };
        assert_eq!(flipped.draw().to_string().matches("rotate(180 ").count(), 20);
        assert_ne!(flipped.draw().to_string(), svg);
        // An arrow and a ring; what is no square is passed over.
        let drawn = Drawn::read("7g7f:red 5e:blue 99z", rules.geometry());
        assert_eq!(drawn.len(), 2);
        assert!(drawn[0].from.is_some() && drawn[1].from.is_none());
        let marked = Picture { drawn: &drawn, ..plain }.draw().to_string();
        assert_eq!(marked.matches("<polygon").count(), 41);
        assert!(marked.contains("<circle") && marked.contains("#b3201a"));
        // Names make room for themselves.
        let named = Picture { heading: "☗ A ☖ B", ..plain }.draw().to_string();
        assert!(named.contains(">☗ A ☖ B</text>") && named.len() > plain.draw().to_string().len());
    }
}
