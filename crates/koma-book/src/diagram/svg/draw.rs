//! The shapes of a diagram.

use std::fmt::Write as _;

use crate::diagram::Mark;

/// Where a board stands and how large its squares are.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub x: f32,
    pub y: f32,
    pub cell: f32,
}

/// An SVG being written.
pub(crate) struct Canvas {
    out: String,
}

/// The colour of characters, and of those of promoted men.
pub(crate) const INK: &str = "#1b1b1b";
pub(crate) const RED: &str = "#c0261c";

const FONTS: &str = "KomaSerif, 'Noto Serif CJK JP', 'Noto Serif JP', 'Yu Mincho', serif";

impl Canvas {
    pub fn new(width: f32, height: f32, title: &str) -> Self {
        let mut out = String::new();
        let _ = write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
             width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"{FONTS}\" role=\"img\">\n\
             <title>{}</title>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fffdf7\"/>\n",
            escape(title)
        );
        Self { out }
    }

    pub fn finish(mut self) -> String {
        self.out.push_str("</svg>\n");
        self.out
    }

    fn line(&mut self, shape: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.out, "{shape}");
    }

    pub fn text(&mut self, x: f32, y: f32, size: f32, anchor: &str, colour: &str, text: &str) {
        if text.is_empty() {
            return;
        }
        self.line(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" text-anchor=\"{anchor}\" \
             fill=\"{colour}\">{}</text>",
            escape(text)
        ));
    }

    /// Empty squares, so many across and so many down.
    pub fn grid(&mut self, place: Place, across: usize, down: usize) {
        let (width, height) = (place.cell * across as f32, place.cell * down as f32);
        let Place { x, y, cell } = place;
        self.line(format_args!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
             fill=\"#f5e6c0\" stroke=\"#6b4f1d\" stroke-width=\"1.6\"/>"
        ));
        let mut path = String::new();
        for i in 1..across {
            let _ = write!(path, "M{:.1} {y:.1}v{height:.1}", x + cell * i as f32);
        }
        for i in 1..down {
            let _ = write!(path, "M{x:.1} {:.1}h{width:.1}", y + cell * i as f32);
        }
        self.line(format_args!(
            "<path d=\"{path}\" stroke=\"#b4945a\" stroke-width=\"0.8\" fill=\"none\"/>"
        ));
    }

    /// A small dot.
    pub fn dot(&mut self, x: f32, y: f32, radius: f32) {
        self.line(format_args!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"#6b4f1d\"/>"
        ));
    }

    /// What `draw` draws, turned round a point: a man of the other side.
    pub fn turned(&mut self, (x, y): (f32, f32), draw: impl FnOnce(&mut Self)) {
        self.line(format_args!("<g transform=\"rotate(180 {x:.1} {y:.1})\">"));
        draw(self);
        self.line(format_args!("</g>"));
    }

    /// A shaded square around a point.
    pub fn shade(&mut self, x: f32, y: f32, side: f32) {
        self.line(format_args!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" \
             fill=\"#e25822\" fill-opacity=\"0.22\"/>",
            x - side / 2.0,
            y - side / 2.0
        ));
    }

    /// A line with an arrow head, in the style of its mark.
    pub fn ray(&mut self, mark: Mark, from: (f32, f32), to: (f32, f32), cell: f32) {
        let colour = colour(mark);
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy).max(1.0);
        let (ux, uy) = (dx / length, dy / length);
        let width = cell * if mark == Mark::Fly { 0.12 } else { 0.055 };
        let dash = match mark {
            Mark::Over | Mark::Hop => format!(" stroke-dasharray=\"{:.1}\"", cell * 0.16),
            _ => String::new(),
        };
        let head = cell * 0.3;
        let neck = (to.0 - ux * head, to.1 - uy * head);
        self.line(format_args!(
            "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"{colour}\" stroke-width=\"{width:.1}\"{dash}/>",
            from.0, from.1, neck.0, neck.1
        ));
        let half = head * 0.55;
        self.line(format_args!(
            "<path d=\"M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}z\" fill=\"{colour}\"/>",
            to.0,
            to.1,
            neck.0 - uy * half,
            neck.1 + ux * half,
            neck.0 + uy * half,
            neck.1 - ux * half
        ));
    }

    /// A mark of the given size around a point.
    pub fn mark(&mut self, mark: Mark, x: f32, y: f32, size: f32) {
        let colour = colour(mark);
        let r = size * 0.36;
        let stroke = size * 0.1;
        match mark {
            Mark::Step => self.line(format_args!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\" fill=\"#fffdf7\" \
                 stroke=\"{colour}\" stroke-width=\"{stroke:.1}\"/>"
            )),
            Mark::Slide => self.line(format_args!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\" fill=\"{colour}\"/>"
            )),
            Mark::Lion => {
                self.line(format_args!(
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\" fill=\"#fffdf7\" \
                     stroke=\"{colour}\" stroke-width=\"{stroke:.1}\"/>"
                ));
                self.line(format_args!(
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"{colour}\"/>",
                    r * 0.45
                ));
            }
            Mark::Leap => self.polygon(&star(x, y, size * 0.46), colour, colour, stroke * 0.5),
            Mark::Over => self.polygon(&triangle(x, y, size * 0.42), colour, colour, stroke * 0.6),
            Mark::Hop => self.polygon(&triangle(x, y, -size * 0.42), "#fffdf7", colour, stroke),
            Mark::Turn => {
                self.polygon(&diamond(x, y, size * 0.36), "#fffdf7", colour, stroke * 0.8);
            }
            Mark::Fly => self.polygon(&diamond(x, y, size * 0.44), colour, colour, stroke * 0.5),
            Mark::MoveOnly => {
                let d = size * 0.3;
                let corners = [(x - d, y - d), (x + d, y - d), (x + d, y + d), (x - d, y + d)];
                self.polygon(&corners, "#fffdf7", colour, stroke);
            }
            Mark::CaptureOnly => {
                let d = size * 0.3;
                self.line(format_args!(
                    "<path d=\"M{:.1} {:.1}l{:.1} {:.1}m0 {:.1}l{:.1} {:.1}\" stroke=\"{colour}\" \
                     stroke-width=\"{:.1}\" stroke-linecap=\"round\"/>",
                    x - d,
                    y - d,
                    2.0 * d,
                    2.0 * d,
                    -2.0 * d,
                    -2.0 * d,
                    2.0 * d,
                    stroke * 1.4
                ));
            }
        }
    }

    fn polygon(&mut self, points: &[(f32, f32)], fill: &str, stroke: &str, width: f32) {
        let list: Vec<_> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        self.line(format_args!(
            "<polygon points=\"{}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{width:.1}\" \
             stroke-linejoin=\"round\"/>",
            list.join(" ")
        ));
    }

    /// Red corners on a square: 居喰い.
    pub fn corners(&mut self, x: f32, y: f32, cell: f32) {
        let (h, arm) = (cell * 0.44, cell * 0.16);
        let mut path = String::new();
        for (sx, sy) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            let (cx, cy) = (x + sx * h, y + sy * h);
            let _ = write!(
                path,
                "M{:.1} {cy:.1}L{cx:.1} {cy:.1}L{cx:.1} {:.1}",
                cx - sx * arm,
                cy - sy * arm
            );
        }
        self.line(format_args!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"#c0392b\" stroke-width=\"{:.1}\"/>",
            cell * 0.06
        ));
    }

    /// The piece itself: a pentagon with its characters in a colour.
    pub fn piece(&mut self, kanji: &str, (x, y): (f32, f32), cell: f32, colour: &str) {
        let at = |dx: f32, dy: f32| (x + dx * cell, y + dy * cell);
        let outline =
            [at(0.0, -0.47), at(0.31, -0.35), at(0.41, 0.45), at(-0.41, 0.45), at(-0.31, -0.35)];
        self.polygon(&outline, "#fbeec6", "#5b4420", cell * 0.035);
        let signs: Vec<String> =
            kanji.chars().filter(|c| !c.is_control()).take(4).map(String::from).collect();
        // Size in squares, then the centre of each sign: one, two or three in a column, four in two.
        let (size, spots): (f32, &[(f32, f32)]) = match signs.len() {
            0 => return,
            1 => (0.56, &[(0.0, 0.05)]),
            2 => (0.385, &[(0.0, -0.135), (0.0, 0.235)]),
            3 => (0.27, &[(0.0, -0.21), (0.0, 0.055), (0.0, 0.32)]),
            _ => (0.3, &[(0.15, -0.1), (0.15, 0.22), (-0.15, -0.1), (-0.15, 0.22)]),
        };
        for (sign, &(dx, dy)) in signs.iter().zip(spots) {
            let (sx, sy) = at(dx, dy);
            // A kanji's middle lies 0.38 of its size above the base line.
            self.text(sx, sy + 0.38 * size * cell, round(size * cell), "middle", colour, sign);
        }
    }
}

fn round(size: f32) -> f32 {
    (size * 10.0).round() / 10.0
}

fn colour(mark: Mark) -> &'static str {
    match mark {
        Mark::Step => "#1f5f99",
        Mark::Slide => "#1b1b1b",
        Mark::Leap => "#c0392b",
        Mark::Over => "#7d3c98",
        Mark::Turn => "#1e8449",
        Mark::Lion => "#ca6f1e",
        Mark::Fly => "#922b21",
        Mark::Hop => "#0e6f78",
        Mark::MoveOnly => "#566573",
        Mark::CaptureOnly => "#d01c1c",
    }
}

fn star(x: f32, y: f32, r: f32) -> Vec<(f32, f32)> {
    (0..10)
        .map(|i| {
            let radius = if i % 2 == 0 { r } else { r * 0.42 };
            let angle = std::f32::consts::PI * (i as f32 / 5.0 - 0.5);
            (x + radius * angle.cos(), y + radius * angle.sin())
        })
        .collect()
}

fn triangle(x: f32, y: f32, r: f32) -> [(f32, f32); 3] {
    [(x, y - r), (x + r * 0.95, y + r * 0.7), (x - r * 0.95, y + r * 0.7)]
}

fn diamond(x: f32, y: f32, r: f32) -> [(f32, f32); 4] {
    [(x, y - r), (x + r, y), (x, y + r), (x - r, y)]
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML 1.0 has no place for most control characters.
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
