//! A picture as shapes, and as SVG.

use std::fmt;

use crate::diagram::Mark;

/// Where a board stands and how large its squares are.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub x: f32,
    pub y: f32,
    pub cell: f32,
}

/// A picture of shapes and words, of which the first lie below the later ones. As text it is SVG;
/// [`png`](crate::diagram::png) paints it.
#[derive(Clone, Debug)]
pub struct Drawing {
    width: f32,
    height: f32,
    title: String,
    shapes: Vec<Shape>,
}

pub(crate) type Point = (f32, f32);

/// A colour: `#` and three or six digits.
pub(crate) type Colour = &'static str;

/// A part of a picture.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    Rect {
        at: Point,
        size: Point,
        paint: Paint,
    },
    Circle {
        centre: Point,
        radius: f32,
        paint: Paint,
    },
    Polygon {
        points: Vec<Point>,
        paint: Paint,
    },
    /// Lines that are not closed.
    Lines {
        lines: Vec<Vec<Point>>,
        paint: Paint,
    },
    Text {
        at: Point,
        size: f32,
        anchor: Anchor,
        colour: Colour,
        text: String,
    },
    /// What comes next, up to [`Shape::TurnBack`], is turned half round a point.
    Turn(Point),
    TurnBack,
}

/// How a shape is filled and outlined.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Paint {
    pub fill: Option<Colour>,
    /// Filled so faintly, in percent; 0 is not faintly at all.
    pub faint: u8,
    pub stroke: Option<Colour>,
    pub width: f32,
    /// Corners, or the ends of lines, are round.
    pub round: bool,
    /// Dashes of such a length.
    pub dash: Option<f32>,
}

impl Paint {
    fn fill(colour: Colour) -> Self {
        Self { fill: Some(colour), ..Self::default() }
    }

    fn stroke(colour: Colour, width: f32) -> Self {
        Self { stroke: Some(colour), width, ..Self::default() }
    }

    fn filled(self, colour: Colour) -> Self {
        Self { fill: Some(colour), ..self }
    }
}

/// Which part of a text stands where it is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
}

/// The colour of characters, and of those of promoted men.
pub(crate) const INK: Colour = "#1b1b1b";
pub(crate) const RED: Colour = "#c0261c";
/// The colour of paper.
pub(crate) const PAPER: Colour = "#fffdf7";

const FONTS: &str = "KomaSerif, 'Noto Serif CJK JP', 'Noto Serif JP', 'Yu Mincho', serif";

impl Drawing {
    pub(crate) fn new(width: f32, height: f32, title: &str) -> Self {
        // Whole dots, as SVG says it.
        let (width, height) = (width.round(), height.round());
        Self { width, height, title: title.to_owned(), shapes: Vec::new() }
    }

    /// Width and height.
    pub fn size(&self) -> (f32, f32) {
        (self.width, self.height)
    }

    /// Everything that is written in it.
    pub fn words(&self) -> String {
        let words = |shape: &Shape| match shape {
            Shape::Text { text, .. } => Some(text.clone()),
            _ => None,
        };
        self.shapes.iter().filter_map(words).collect()
    }

    #[cfg(feature = "png")]
    pub(crate) fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    pub(crate) fn text(
        &mut self,
        at: Point,
        size: f32,
        anchor: Anchor,
        colour: Colour,
        text: impl Into<String>,
    ) {
        let text = text.into();
        if !text.is_empty() {
            self.shapes.push(Shape::Text { at, size, anchor, colour, text });
        }
    }

    /// Empty squares, so many across and so many down.
    pub(crate) fn grid(&mut self, place: Place, across: usize, down: usize) {
        let (width, height) = (place.cell * across as f32, place.cell * down as f32);
        let Place { x, y, cell } = place;
        let paint = Paint::stroke("#6b4f1d", 1.6).filled("#f5e6c0");
        self.shapes.push(Shape::Rect { at: (x, y), size: (width, height), paint });
        let at = |i: usize| cell * i as f32;
        let upright = (1..across).map(|i| vec![(x + at(i), y), (x + at(i), y + height)]);
        let level = (1..down).map(|i| vec![(x, y + at(i)), (x + width, y + at(i))]);
        let lines = upright.chain(level).collect();
        self.shapes.push(Shape::Lines { lines, paint: Paint::stroke("#b4945a", 0.8) });
    }

    fn circle(&mut self, centre: Point, radius: f32, paint: Paint) {
        self.shapes.push(Shape::Circle { centre, radius, paint });
    }

    /// A small dot.
    pub(crate) fn dot(&mut self, x: f32, y: f32, radius: f32) {
        self.circle((x, y), radius, Paint::fill("#6b4f1d"));
    }

    /// What `draw` draws, turned round a point: a man of the other side.
    pub(crate) fn turned(&mut self, point: Point, draw: impl FnOnce(&mut Self)) {
        self.shapes.push(Shape::Turn(point));
        draw(self);
        self.shapes.push(Shape::TurnBack);
    }

    /// A shaded square around a point.
    pub(crate) fn shade(&mut self, x: f32, y: f32, side: f32) {
        let at = (x - side / 2.0, y - side / 2.0);
        let paint = Paint { faint: 22, ..Paint::fill("#e25822") };
        self.shapes.push(Shape::Rect { at, size: (side, side), paint });
    }

    /// A ring around a point.
    pub(crate) fn ring(&mut self, centre: Point, radius: f32, colour: Colour) {
        let paint = Paint::stroke(colour, radius * 0.16);
        self.shapes.push(Shape::Circle { centre, radius, paint });
    }

    /// A broad arrow that what lies below shines through.
    pub(crate) fn arrow(&mut self, from: Point, to: Point, cell: f32, colour: Colour) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy).max(1.0);
        let (ux, uy) = (dx / length, dy / length);
        let (shaft, head) = (cell * 0.08, cell * 0.22);
        // Along the arrow, and across it.
        let at = |along: f32, across: f32| {
            (from.0 + ux * along - uy * across, from.1 + uy * along + ux * across)
        };
        let (start, neck, tip) = (cell * 0.2, length - cell * 0.42, length - cell * 0.06);
        let points = vec![
            at(start, -shaft),
            at(neck, -shaft),
            at(neck, -head),
            at(tip, 0.0),
            at(neck, head),
            at(neck, shaft),
            at(start, shaft),
        ];
        let paint = Paint { faint: 72, ..Paint::fill(colour) };
        self.shapes.push(Shape::Polygon { points, paint });
    }

    /// A line with an arrow head, in the style of its mark.
    pub(crate) fn ray(&mut self, mark: Mark, from: Point, to: Point, cell: f32) {
        let colour = colour(mark);
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy).max(1.0);
        let (ux, uy) = (dx / length, dy / length);
        let width = cell * if mark == Mark::Fly { 0.12 } else { 0.055 };
        let dash = matches!(mark, Mark::Over | Mark::Hop).then_some(cell * 0.16);
        let head = cell * 0.3;
        let neck = (to.0 - ux * head, to.1 - uy * head);
        let paint = Paint { dash, ..Paint::stroke(colour, width) };
        self.shapes.push(Shape::Lines { lines: vec![vec![from, neck]], paint });
        let half = head * 0.55;
        let points = vec![
            to,
            (neck.0 - uy * half, neck.1 + ux * half),
            (neck.0 + uy * half, neck.1 - ux * half),
        ];
        self.shapes.push(Shape::Polygon { points, paint: Paint::fill(colour) });
    }

    /// A mark of the given size around a point.
    pub(crate) fn mark(&mut self, mark: Mark, x: f32, y: f32, size: f32) {
        let colour = colour(mark);
        let r = size * 0.36;
        let stroke = size * 0.1;
        let ring = Paint::stroke(colour, stroke).filled(PAPER);
        match mark {
            Mark::Step => self.circle((x, y), r, ring),
            Mark::Slide => self.circle((x, y), r, Paint::fill(colour)),
            Mark::Lion => {
                self.circle((x, y), r, ring);
                self.circle((x, y), r * 0.45, Paint::fill(colour));
            }
            Mark::Leap => self.polygon(star(x, y, size * 0.46), colour, colour, stroke * 0.5),
            Mark::Over => self.polygon(triangle(x, y, size * 0.42), colour, colour, stroke * 0.6),
            Mark::Hop => self.polygon(triangle(x, y, -size * 0.42), PAPER, colour, stroke),
            Mark::Turn => {
                self.polygon(diamond(x, y, size * 0.36), PAPER, colour, stroke * 0.8);
            }
            Mark::Fly => self.polygon(diamond(x, y, size * 0.44), colour, colour, stroke * 0.5),
            Mark::MoveOnly => {
                let d = size * 0.3;
                let corners = [(x - d, y - d), (x + d, y - d), (x + d, y + d), (x - d, y + d)];
                self.polygon(corners, PAPER, colour, stroke);
            }
            Mark::CaptureOnly => {
                let d = size * 0.3;
                let lines = vec![
                    vec![(x - d, y - d), (x + d, y + d)],
                    vec![(x + d, y - d), (x - d, y + d)],
                ];
                let paint = Paint { round: true, ..Paint::stroke(colour, stroke * 1.4) };
                self.shapes.push(Shape::Lines { lines, paint });
            }
        }
    }

    fn polygon(&mut self, points: impl Into<Vec<Point>>, fill: Colour, stroke: Colour, width: f32) {
        let paint = Paint { round: true, ..Paint::stroke(stroke, width).filled(fill) };
        self.shapes.push(Shape::Polygon { points: points.into(), paint });
    }

    /// Red corners on a square: 居喰い.
    pub(crate) fn corners(&mut self, x: f32, y: f32, cell: f32) {
        let (h, arm) = (cell * 0.44, cell * 0.16);
        let corner = |(sx, sy): Point| {
            let (cx, cy) = (x + sx * h, y + sy * h);
            vec![(cx - sx * arm, cy), (cx, cy), (cx, cy - sy * arm)]
        };
        let lines = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(corner).into();
        self.shapes.push(Shape::Lines { lines, paint: Paint::stroke("#c0392b", cell * 0.06) });
    }

    /// The piece itself: a pentagon with its characters in a colour.
    pub(crate) fn piece(&mut self, kanji: &str, (x, y): Point, cell: f32, colour: Colour) {
        let at = |dx: f32, dy: f32| (x + dx * cell, y + dy * cell);
        let outline =
            [at(0.0, -0.47), at(0.31, -0.35), at(0.41, 0.45), at(-0.41, 0.45), at(-0.31, -0.35)];
        self.polygon(outline, "#fbeec6", "#5b4420", cell * 0.035);
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
            let at = (sx, sy + 0.38 * size * cell);
            self.text(at, round(size * cell), Anchor::Middle, colour, sign);
        }
    }
}

impl fmt::Display for Drawing {
    /// The drawing as SVG.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = self.size();
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" font-family=\"{FONTS}\" role=\"img\">\n\
             <title>{}</title>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"{PAPER}\"/>",
            escape(&self.title)
        )?;
        self.shapes.iter().try_for_each(|shape| writeln!(f, "{shape}"))?;
        writeln!(f, "</svg>")
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rect { at: (x, y), size: (width, height), paint } => write!(
                f,
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"{paint}/>"
            ),
            Self::Circle { centre: (x, y), radius, paint } => {
                write!(f, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"{paint}/>")
            }
            Self::Polygon { points, paint } => {
                let points: Vec<_> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
                let join = if paint.round { " stroke-linejoin=\"round\"" } else { "" };
                write!(f, "<polygon points=\"{}\"{paint}{join}/>", points.join(" "))
            }
            Self::Lines { lines, paint } => {
                f.write_str("<path d=\"")?;
                for line in lines {
                    for (at, (x, y)) in line.iter().enumerate() {
                        write!(f, "{}{x:.1} {y:.1}", if at == 0 { 'M' } else { 'L' })?;
                    }
                }
                let cap = if paint.round { " stroke-linecap=\"round\"" } else { "" };
                write!(f, "\" fill=\"none\"{paint}{cap}/>")
            }
            Self::Text { at: (x, y), size, anchor, colour, text } => {
                let anchor = match anchor {
                    Anchor::Start => "start",
                    Anchor::Middle => "middle",
                };
                write!(
                    f,
                    "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" text-anchor=\"{anchor}\" \
                     fill=\"{colour}\">{}</text>",
                    escape(text)
                )
            }
            Self::Turn((x, y)) => write!(f, "<g transform=\"rotate(180 {x:.1} {y:.1})\">"),
            Self::TurnBack => f.write_str("</g>"),
        }
    }
}

impl fmt::Display for Paint {
    /// As attributes, each with a blank before it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(colour) = self.fill {
            write!(f, " fill=\"{colour}\"")?;
        }
        if self.faint > 0 {
            write!(f, " fill-opacity=\"0.{:02}\"", self.faint)?;
        }
        if let Some(colour) = self.stroke {
            write!(f, " stroke=\"{colour}\" stroke-width=\"{:.1}\"", self.width)?;
        }
        self.dash.map_or(Ok(()), |dash| write!(f, " stroke-dasharray=\"{dash:.1}\""))
    }
}

fn round(size: f32) -> f32 {
    (size * 10.0).round() / 10.0
}

fn colour(mark: Mark) -> Colour {
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
