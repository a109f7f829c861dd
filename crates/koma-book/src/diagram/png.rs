//! Diagrams as PNG, with a font of our own so that kanji show on every machine.

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Path, PathBuilder, Pixmap, Rect, Stroke, StrokeDash,
    Transform,
};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

use super::svg::Drawing;
use super::svg::draw::{Anchor, Colour, PAPER, Paint, Point, Shape};

/// KomaSerif, a subset of Noto Serif CJK JP Bold (SIL Open Font License 1.1, `fonts/OFL.txt`).
pub const FONT: &[u8] = include_bytes!("../../fonts/KomaSerif-Bold.otf");

/// Why a picture could not be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// A font that cannot be read.
    #[error("a font cannot be read: {0}")]
    Font(#[from] ttf_parser::FaceParsingError),
    /// Too large to hold in memory.
    #[error("a picture of {width} x {height} dots is too large")]
    TooLarge {
        /// Dots across.
        width: u32,
        /// Dots down.
        height: u32,
    },
    /// The dots cannot be written as a file.
    #[error("the picture cannot be written: {0}")]
    Write(String),
}

/// The most dots a picture may have (256 MB in memory).
const MOST_DOTS: u64 = 1 << 26;

/// Draws a picture of [`super::svg`], `scale` times its size, and gives the bytes of a PNG file.
///
/// `fonts` are further font files, for characters that [`FONT`] lacks (see [`missing`]).
pub fn render(drawing: &Drawing, scale: f32, fonts: &[Vec<u8>]) -> Result<Vec<u8>, PngError> {
    let picture = Painter::new(fonts)?.draw(drawing, scale)?;
    picture.encode_png().map_err(|e| PngError::Write(e.to_string()))
}

/// The characters of a text that [`FONT`] cannot show.
pub fn missing(text: &str) -> Vec<char> {
    let known = include_str!("../../fonts/characters.txt");
    text.chars().filter(|&c| !known.contains(c)).collect()
}

/// Draws many pictures with the same fonts.
pub(crate) struct Painter<'f> {
    /// Ours first.
    fonts: Vec<Face<'f>>,
}

impl<'f> Painter<'f> {
    /// With further font files.
    pub fn new(fonts: &'f [Vec<u8>]) -> Result<Self, PngError> {
        let mut faces = vec![Face::parse(FONT, 0)?];
        for font in fonts {
            for face in 0..ttf_parser::fonts_in_collection(font).unwrap_or(1) {
                faces.push(Face::parse(font, face)?);
            }
        }
        Ok(Self { fonts: faces })
    }

    /// The dots of a drawing, `scale` times its size.
    pub fn draw(&self, drawing: &Drawing, scale: f32) -> Result<Pixmap, PngError> {
        let size = drawing.size();
        let dots = |side: f32| (side * scale).ceil().max(1.0) as u32;
        let (width, height) = (dots(size.0), dots(size.1));
        let too_large = PngError::TooLarge { width, height };
        if u64::from(width) * u64::from(height) > MOST_DOTS {
            return Err(too_large);
        }
        let mut picture = Pixmap::new(width, height).ok_or(too_large)?;
        picture.fill(colour(PAPER));
        let upright = Transform::from_scale(scale, scale);
        let mut turn = upright;
        for shape in drawing.shapes() {
            match shape {
                Shape::Turn((x, y)) => {
                    turn = upright.pre_concat(Transform::from_rotate_at(180.0, *x, *y));
                }
                Shape::TurnBack => turn = upright,
                Shape::Text { at, size, anchor, colour, text } => {
                    let path = self.outline(text, *at, *size, *anchor);
                    let paint = Paint { fill: Some(*colour), ..Paint::default() };
                    put(&mut picture, path, paint, turn);
                }
                Shape::Rect { at: (x, y), size: (width, height), paint } => {
                    let rect = Rect::from_xywh(*x, *y, *width, *height);
                    put(&mut picture, rect.map(PathBuilder::from_rect), *paint, turn);
                }
                Shape::Circle { centre: (x, y), radius, paint } => {
                    put(&mut picture, PathBuilder::from_circle(*x, *y, *radius), *paint, turn);
                }
                Shape::Polygon { points, paint } => {
                    put(&mut picture, path(std::slice::from_ref(points), true), *paint, turn);
                }
                Shape::Lines { lines, paint } => {
                    put(&mut picture, path(lines, false), *paint, turn);
                }
            }
        }
        Ok(picture)
    }

    /// The outline of a text. A character that no font has leaves a gap.
    fn outline(&self, text: &str, (x, y): Point, size: f32, anchor: Anchor) -> Option<Path> {
        let glyphs: Vec<(&Face<'f>, GlyphId)> = text
            .chars()
            .filter(|c| !c.is_control())
            .filter_map(|c| {
                let found = self.fonts.iter().find_map(|face| Some((face, face.glyph_index(c)?)));
                found.or_else(|| Some((self.fonts.first()?, GlyphId(0))))
            })
            .collect();
        let advance = |&(face, glyph): &(&Face<'f>, GlyphId)| {
            let units = face.glyph_hor_advance(glyph).unwrap_or_else(|| face.units_per_em());
            f32::from(units) * size / f32::from(face.units_per_em())
        };
        let width: f32 = glyphs.iter().map(advance).sum();
        let mut at = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width / 2.0,
        };
        let mut path = PathBuilder::new();
        for glyph in &glyphs {
            let (face, id) = *glyph;
            if id != GlyphId(0) {
                let scale = size / f32::from(face.units_per_em());
                face.outline_glyph(id, &mut Pen { path: &mut path, at: (at, y), scale });
            }
            at += advance(glyph);
        }
        path.finish()
    }
}

fn path(lines: &[Vec<Point>], closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for line in lines {
        for (at, &(x, y)) in line.iter().enumerate() {
            match at {
                0 => path.move_to(x, y),
                _ => path.line_to(x, y),
            }
        }
        if closed {
            path.close();
        }
    }
    path.finish()
}

/// Fills and outlines a path; one without any extent leaves no dots.
fn put(picture: &mut Pixmap, path: Option<Path>, paint: Paint, turn: Transform) {
    let Some(path) = path else { return };
    let dye = |name: Colour, opacity: f32| {
        let mut dye = tiny_skia::Paint { anti_alias: true, ..tiny_skia::Paint::default() };
        let mut colour = colour(name);
        colour.apply_opacity(opacity);
        dye.set_color(colour);
        dye
    };
    if let Some(fill) = paint.fill {
        let opacity = if paint.faint == 0 { 1.0 } else { f32::from(paint.faint) / 100.0 };
        picture.fill_path(&path, &dye(fill, opacity), FillRule::Winding, turn, None);
    }
    if let Some(stroke) = paint.stroke {
        let (line_cap, line_join) = match paint.round {
            true => (LineCap::Round, LineJoin::Round),
            false => (LineCap::Butt, LineJoin::Miter),
        };
        let dash = paint.dash.and_then(|dash| StrokeDash::new(vec![dash, dash], 0.0));
        let how = Stroke { width: paint.width, line_cap, line_join, dash, ..Stroke::default() };
        picture.stroke_path(&path, &dye(stroke, 1.0), &how, turn, None);
    }
}

/// The colour of `#rgb` or `#rrggbb`.
fn colour(name: Colour) -> Color {
    let digits = name.trim_start_matches('#');
    let number = u32::from_str_radix(digits, 16).unwrap_or(0);
    let [_, r, g, b] = match digits.len() {
        3 => [0, number >> 8 & 15, number >> 4 & 15, number & 15].map(|digit| digit as u8 * 17),
        _ => number.to_be_bytes(),
    };
    Color::from_rgba8(r, g, b, 255)
}

/// Writes a glyph, whose units count upwards, where it belongs.
struct Pen<'p> {
    path: &'p mut PathBuilder,
    at: Point,
    scale: f32,
}

impl Pen<'_> {
    fn point(&self, x: f32, y: f32) -> Point {
        (self.at.0 + x * self.scale, self.at.1 - y * self.scale)
    }
}

impl OutlineBuilder for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.point(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.point(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.point(x1, y1), self.point(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2)) = (self.point(x1, y1), self.point(x2, y2));
        let (x, y) = self.point(x, y);
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use koma_pieces::{Direction, Movement, PieceDef, Reach, Step};
    use koma_text::Lang;

    fn piece(kanji: &str) -> PieceDef {
        PieceDef {
            id: 1,
            name: "Rook <&>".into(),
            name_ja: "飛車".into(),
            name_kanji: kanji.into(),
            value: 1000,
            can_promote: false,
            promotes_to: None,
            movement: Movement {
                steps: vec![Step::new(Direction::N, Reach::Ranging)],
                ..Movement::default()
            },
            special_rules: vec![],
        }
    }

    #[test]
    fn kanji_are_really_drawn() {
        let draw = |kanji| {
            render(&super::super::svg::piece(&piece(kanji), "", Lang::En), 1.0, &[]).unwrap()
        };
        let (rook, king, blank) = (draw("飛"), draw("王"), draw(""));
        assert!(rook.starts_with(b"\x89PNG"));
        assert!(rook != king && rook != blank, "different characters, different dots");
        assert!(missing("飛龍王𠵇").is_empty());
        assert_eq!(missing("飛魚"), ['魚']);
    }

    #[test]
    fn shapes_are_painted_in_their_colours() {
        let mut drawing = Drawing::new(20.0, 10.0, "");
        drawing.dot(5.0, 5.0, 3.0);
        drawing.turned((10.0, 5.0), |drawing| drawing.dot(2.0, 5.0, 1.5));
        let picture = Painter::new(&[]).unwrap().draw(&drawing, 2.0).unwrap();
        assert_eq!((picture.width(), picture.height()), (40, 20));
        let dot = |x, y| {
            let dot = picture.pixel(x, y).unwrap();
            [dot.red(), dot.green(), dot.blue()]
        };
        assert_eq!(dot(10, 10), [0x6b, 0x4f, 0x1d]);
        assert_eq!(dot(36, 10), [0x6b, 0x4f, 0x1d], "turned round the middle");
        assert_eq!(dot(20, 2), [0xff, 0xfd, 0xf7]);
        assert!(matches!(Painter::new(&[b"no font".to_vec()]), Err(PngError::Font(_))));
    }

    #[test]
    fn a_picture_too_large_is_refused() {
        let sheet = super::super::svg::sheet("many", &vec![piece("飛"); 404], Lang::En);
        assert!(matches!(render(&sheet, 50.0, &[]), Err(PngError::TooLarge { .. })));
    }
}
