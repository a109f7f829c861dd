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

/// The characters of a text that neither [`FONT`] nor these font files can show, each once. A picture has a
/// box in their places.
pub fn missing(text: &str, fonts: &[Vec<u8>]) -> Vec<char> {
    let known = include_str!("../../fonts/characters.txt");
    let drawn = |c: &char| !c.is_control() && !c.is_whitespace() && !known.contains(*c);
    let mut out: Vec<char> = text.chars().filter(drawn).collect();
    out.sort_unstable();
    out.dedup();
    for font in fonts {
        let shown = shows(font, &out);
        out.retain(|c| !shown.contains(c));
    }
    out
}

/// Those of some characters that a font file shows; none if it is no font.
pub fn shows(font: &[u8], characters: &[char]) -> Vec<char> {
    let faces: Vec<Face<'_>> = faces(font).flatten().collect();
    let shown = |c: &&char| faces.iter().any(|face| face.glyph_index(**c).is_some());
    characters.iter().filter(shown).copied().collect()
}

fn faces(font: &[u8]) -> impl Iterator<Item = Result<Face<'_>, ttf_parser::FaceParsingError>> {
    (0..ttf_parser::fonts_in_collection(font).unwrap_or(1)).map(|face| Face::parse(font, face))
}

koma_text::findings! {
    /// What there is to say about pictures.
    pub static FINDINGS;

    warning "no-glyph" no_glyph(characters) {
        "no font here shows {characters}: a box stands for each",
        "{characters} を表示できるフォントがないため、四角で描きました"
        help "give a font file with --font FILE", "--font で字体のファイルを指定してください"
    }
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
            for face in self::faces(font) {
                faces.push(face?);
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

    /// The outline of a text. A character that no font has becomes a box.
    fn outline(&self, text: &str, (x, y): Point, size: f32, anchor: Anchor) -> Option<Path> {
        type Glyph<'a, 'f> = Option<(&'a Face<'f>, GlyphId)>;
        let glyphs: Vec<(char, Glyph<'_, 'f>)> = text
            .chars()
            .filter(|c| !c.is_control())
            .map(|c| (c, self.fonts.iter().find_map(|face| Some((face, face.glyph_index(c)?)))))
            .collect();
        let advance = |(_, glyph): &(char, Glyph<'_, 'f>)| match glyph {
            Some((face, id)) => {
                let units = face.glyph_hor_advance(*id).unwrap_or_else(|| face.units_per_em());
                f32::from(units) * size / f32::from(face.units_per_em())
            }
            None => size,
        };
        let width: f32 = glyphs.iter().map(advance).sum();
        let mut at = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width / 2.0,
        };
        let mut path = PathBuilder::new();
        for glyph in &glyphs {
            match *glyph {
                (_, Some((face, id))) => {
                    let scale = size / f32::from(face.units_per_em());
                    face.outline_glyph(id, &mut Pen { path: &mut path, at: (at, y), scale });
                }
                (c, None) if !c.is_whitespace() => empty_box(&mut path, (at, y), size),
                _ => {}
            }
            at += advance(glyph);
        }
        path.finish()
    }
}

/// What stands for a character that cannot be shown: a frame of its size, upon the line.
fn empty_box(path: &mut PathBuilder, (x, y): Point, size: f32) {
    let (left, right, top, bottom) = (x + 0.1 * size, x + 0.9 * size, y - 0.75 * size, y);
    let line = 0.06 * size;
    // The inner side runs the other way round, and so is left empty.
    let outer = [(left, top), (right, top), (right, bottom), (left, bottom)];
    let (l, r, t, b) = (left + line, right - line, top + line, bottom - line);
    for corners in [outer, [(l, t), (l, b), (r, b), (r, t)]] {
        for (at, (x, y)) in corners.into_iter().enumerate() {
            if at == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
        }
        path.close();
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
        assert!(missing("飛龍王𠵇", &[]).is_empty());
        assert_eq!(missing("飛鯱 鯱\n", &[]), ['鯱']);
        assert_eq!(missing("飛鯱", &[b"no font".to_vec()]), ['鯱']);
        let all: Vec<char> =
            include_str!("../../fonts/characters.txt").trim_end().chars().collect();
        assert_eq!(shows(FONT, &all), all, "the list is that of the font");
        assert!(shows(FONT, &['鯱']).is_empty());
    }

    #[test]
    fn what_no_font_shows_is_a_box_and_never_a_hole() {
        let draw = |kanji| {
            render(&super::super::svg::piece(&piece(kanji), "", Lang::En), 1.0, &[]).unwrap()
        };
        let (unknown, other, blank) = (draw("鯱"), draw("鱚"), draw(""));
        assert!(unknown != blank, "something stands there");
        assert!(unknown == other, "a box is a box");
        assert!(draw("\u{3000}") == blank, "a blank is no box");
    }

    /// Everything the pictures say is in our font, in both languages.
    #[test]
    fn words_of_pictures_need_no_other_font() {
        for piece in koma_pieces::shipped::pieces() {
            for lang in [Lang::En, Lang::Ja] {
                let words = super::super::svg::piece(&piece.piece, "", lang).words();
                assert_eq!(missing(&words, &[]), [' '; 0], "{}", piece.piece.name);
            }
        }
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
