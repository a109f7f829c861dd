//! Drawing a position as a picture: SVG, or PNG with the font we ship.

use std::fmt::Write as _;

use koma_pieces::diagram::png::PngError;
use koma_rules::{Man, Position, Side, Square};

/// Side of a square.
const CELL: f32 = 48.0;
/// Room for a hand, on each side of the board.
const HAND: f32 = 70.0;
/// Room for the numbers of files and ranks.
const LABEL: f32 = 22.0;
const CAPTION: f32 = 34.0;

/// A position with what stands around it.
pub struct Picture<'p> {
    /// The position.
    pub position: &'p Position,
    /// The squares of the last move: they are marked.
    pub marked: &'p [Square],
    /// One line under the board.
    pub caption: &'p str,
    /// Gote sits at the bottom.
    pub flipped: bool,
}

/// The largest picture drawn as PNG, in dots across or down.
const WIDEST: f32 = 2000.0;

/// An SVG of ours as PNG, twice its size where that is not too large.
pub fn png(svg: &str) -> Result<Vec<u8>, PngError> {
    let width = |svg: &str| -> Option<f32> {
        let (_, rest) = svg.split_once("viewBox=\"0 0 ")?;
        let mut sides = rest.split(['"', ' ']).filter_map(|side| side.parse::<f32>().ok());
        Some(sides.next()?.max(sides.next()?))
    };
    let scale = width(svg).map_or(1.0, |width| (WIDEST / width).min(2.0));
    koma_pieces::diagram::png::render(svg, scale, &[])
}

impl Picture<'_> {
    /// The picture as SVG. Files are numbered from the right, ranks in kanji from the top.
    pub fn svg(&self) -> String {
        let geometry = self.position.rules().geometry();
        let (files, ranks) = (f32::from(geometry.files()), f32::from(geometry.ranks()));
        let (left, top) = (HAND, LABEL + 8.0);
        let (width, height) = (files * CELL + 2.0 * HAND + LABEL, ranks * CELL + top + CAPTION);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" font-family=\"KomaSerif, serif\">\n\
             <title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
             <rect x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\" fill=\"#f4d9a4\"/>\n",
            escape(self.caption),
            files * CELL,
            ranks * CELL
        );
        let corner = |square: Square| {
            let across = f32::from(geometry.file(square) as u8) - 1.0;
            let down = f32::from(geometry.rank(square) as u8) - 1.0;
            let (across, down) = match self.flipped {
                true => (across, ranks - 1.0 - down),
                false => (files - 1.0 - across, down),
            };
            (left + across * CELL, top + down * CELL)
        };
        for &square in self.marked {
            let (x, y) = corner(square);
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#e8b452\"/>"
            );
        }
        grid(&mut svg, left, top, geometry.files(), geometry.ranks());
        for file in 1..=geometry.files() {
            let column = if self.flipped { file } else { geometry.files() + 1 - file };
            let x = left + (f32::from(column) - 0.5) * CELL;
            text(&mut svg, x, top - 8.0, 15.0, "#333", &file.to_string());
        }
        for rank in 1..=geometry.ranks() {
            let row = if self.flipped { geometry.ranks() + 1 - rank } else { rank };
            let (x, y) = (left + files * CELL, top + (f32::from(row) - 0.5) * CELL + 5.0);
            let label = kanji_number(rank.into());
            let size = if label.chars().count() > 2 {
                7.0
            } else if rank > 10 {
                10.0
            } else {
                15.0
            };
            text(&mut svg, x + LABEL / 2.0 + 2.0, y, size, "#333", &label);
        }
        for side in Side::BOTH {
            for (square, kind) in self.position.men(side) {
                let (x, y) = corner(square);
                self.man(&mut svg, x + CELL / 2.0, y + CELL / 2.0, CELL, Man { kind, side });
            }
        }
        let bottom = top + ranks * CELL;
        let far = if self.flipped { Side::Sente } else { Side::Gote };
        self.hand(&mut svg, far, HAND / 2.0, top);
        self.hand(&mut svg, far.other(), width - HAND / 2.0, bottom);
        text(&mut svg, width / 2.0, bottom + 24.0, 17.0, "#222", self.caption);
        svg.push_str("</svg>\n");
        svg
    }

    /// A hand: the far side's from the top down, the near side's from the bottom up, as they lie
    /// beside a board.
    fn hand(&self, svg: &mut String, side: Side, x: f32, edge: f32) {
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
        let is_far = (side == Side::Gote) != self.flipped;
        let down = if is_far { 1.0 } else { -1.0 };
        for (at, &(kind, count)) in held.iter().enumerate() {
            let y = edge + down * (at as f32 + 0.5) * step;
            let turn = if is_far { -1.0 } else { 1.0 };
            self.man(svg, x - 8.0 * turn, y, step, Man { kind, side });
            if count > 1 {
                text(svg, x + 20.0 * turn, y + 5.0, 15.0, "#333", &count.to_string());
            }
        }
    }

    /// A man: a pentagon that points forward, its kanji on it, a promoted one in red.
    fn man(&self, svg: &mut String, x: f32, y: f32, cell: f32, man: Man) {
        let rules = self.position.rules();
        let piece = &rules.variant().kinds[man.kind.index()].piece;
        let is_promoted = rules.code(man.kind).starts_with('+');
        let is_far = (man.side == Side::Gote) != self.flipped;
        let turn = if is_far { " rotate(180)" } else { "" };
        let unit = cell / 48.0;
        let _ = write!(svg, "<g transform=\"translate({x} {y}){turn} scale({unit})\">");
        svg.push_str(
            "<path d=\"M0 -21 L13 -15 L18 20 L-18 20 L-13 -15 Z\" fill=\"#fdf3dc\" stroke=\"#6b4a1f\"/>",
        );
        let colour = if is_promoted { "#b3161b" } else { "#111" };
        let kanji: Vec<char> = piece.name_kanji.chars().take(2).collect();
        match kanji[..] {
            [one, two] => {
                text(svg, 0.0, 1.0, 15.0, colour, &one.to_string());
                text(svg, 0.0, 17.0, 15.0, colour, &two.to_string());
            }
            _ => text(svg, 0.0, 12.0, 25.0, colour, &piece.name_kanji),
        }
        svg.push_str("</g>\n");
    }
}

fn grid(svg: &mut String, left: f32, top: f32, files: u8, ranks: u8) {
    let (width, height) = (f32::from(files) * CELL, f32::from(ranks) * CELL);
    svg.push_str("<path d=\"");
    for file in 1..files {
        let _ = write!(svg, "M{} {top}v{height}", left + f32::from(file) * CELL);
    }
    for rank in 1..ranks {
        let _ = write!(svg, "M{left} {}h{width}", top + f32::from(rank) * CELL);
    }
    let _ = writeln!(
        svg,
        "\" stroke=\"#6b4a1f\" fill=\"none\"/>\n<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" \
         height=\"{height}\" fill=\"none\" stroke=\"#3d2a10\" stroke-width=\"2\"/>"
    );
}

fn text(svg: &mut String, x: f32, y: f32, size: f32, colour: &str, text: &str) {
    let _ = writeln!(
        svg,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"middle\" fill=\"{colour}\">{}</text>",
        escape(text)
    );
}

/// 一, 十二.
fn kanji_number(number: u16) -> String {
    const DIGITS: [&str; 10] = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    let (tens, ones) = (usize::from(number / 10), usize::from(number % 10));
    let tens = match tens {
        0 => String::new(),
        1 => "十".to_owned(),
        _ => format!("{}十", DIGITS[tens.min(9)]),
    };
    tens + DIGITS[ones]
}

/// Text as XML holds it. Control characters have no place in it.
fn escape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars().filter(|c| !c.is_control()) {
        match c {
            '&' => plain.push_str("&amp;"),
            '<' => plain.push_str("&lt;"),
            '>' => plain.push_str("&gt;"),
            '"' => plain.push_str("&quot;"),
            c => plain.push(c),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_becomes_a_picture_with_every_man() {
        let rules = koma_kifu::ruleset("shogi").expect("in the catalogue");
        let position = Position::start(&rules);
        let svg =
            Picture { position: &position, marked: &[], caption: "<1> & 2", flipped: false }.svg();
        assert_eq!(svg.matches("<g transform").count(), 40);
        assert!(svg.contains("&lt;1&gt; &amp; 2") && !svg.contains("<1>"));
        assert!(svg.contains(">九</text>") && svg.contains(">9</text>"));
        // The other way round, the other side's twenty men lie upside down.
        let flipped = Picture { position: &position, marked: &[], caption: "", flipped: true };
        assert_eq!(flipped.svg().matches("rotate(180)").count(), 20);
        assert_ne!(flipped.svg(), svg);
    }

    #[test]
    fn ranks_are_numbered_in_kanji() {
        assert_eq!(
            [1, 9, 10, 12, 20, 36].map(kanji_number),
            ["一", "九", "十", "十二", "二十", "三十六"]
        );
    }
}
