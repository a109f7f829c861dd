//! Diagrams as PNG, with a font of our own so that kanji show on every machine.

use std::sync::{Arc, LazyLock};

use resvg::{tiny_skia, usvg};

/// KomaSerif, a subset of Noto Serif CJK JP Bold (SIL Open Font License 1.1, `fonts/OFL.txt`).
pub const FONT: &[u8] = include_bytes!("../../fonts/KomaSerif-Bold.otf");

/// Why a picture could not be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// The SVG is not one our writer makes.
    #[error("the SVG cannot be drawn: {0}")]
    Svg(String),
    /// Too large to hold in memory.
    #[error("a picture of {width} x {height} dots is too large")]
    TooLarge {
        /// Dots across.
        width: u32,
        /// Dots down.
        height: u32,
    },
}

/// The most dots a picture may have (256 MB in memory).
const MOST_DOTS: u64 = 1 << 26;

static FONTS: LazyLock<Arc<usvg::fontdb::Database>> = LazyLock::new(|| Arc::new(database(&[])));

/// Draws an SVG of [`super::svg`], `scale` times its size, and gives the bytes of a PNG file.
///
/// `fonts` are further font files, for characters that [`FONT`] lacks (see [`missing`]).
pub fn render(svg: &str, scale: f32, fonts: &[Vec<u8>]) -> Result<Vec<u8>, PngError> {
    Painter::new(fonts).draw(svg, scale)?.encode_png().map_err(|e| PngError::Svg(e.to_string()))
}

/// Draws many pictures with the same fonts.
pub(crate) struct Painter {
    options: usvg::Options<'static>,
}

impl Painter {
    /// With further font files.
    pub fn new(fonts: &[Vec<u8>]) -> Self {
        let fontdb = if fonts.is_empty() { FONTS.clone() } else { Arc::new(database(fonts)) };
        let font_family = "KomaSerif".into();
        Self { options: usvg::Options { fontdb, font_family, ..usvg::Options::default() } }
    }

    /// The dots of an SVG, `scale` times its size.
    pub fn draw(&self, svg: &str, scale: f32) -> Result<tiny_skia::Pixmap, PngError> {
        let tree = usvg::Tree::from_str(svg, &self.options);
        let tree = tree.map_err(|e| PngError::Svg(e.to_string()))?;
        let size = tree.size();
        let dots = |side: f32| (side * scale).ceil().max(1.0) as u32;
        let (width, height) = (dots(size.width()), dots(size.height()));
        if u64::from(width) * u64::from(height) > MOST_DOTS {
            return Err(PngError::TooLarge { width, height });
        }
        let mut picture =
            tiny_skia::Pixmap::new(width, height).ok_or(PngError::TooLarge { width, height })?;
        let transform = tiny_skia::Transform::from_scale(scale, scale);
        resvg::render(&tree, transform, &mut picture.as_mut());
        Ok(picture)
    }
}

/// The characters of a text that [`FONT`] cannot show.
pub fn missing(text: &str) -> Vec<char> {
    let known = include_str!("../../fonts/characters.txt");
    text.chars().filter(|&c| !known.contains(c)).collect()
}

fn database(more: &[Vec<u8>]) -> usvg::fontdb::Database {
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_font_data(FONT.to_vec());
    for font in more {
        fonts.load_font_data(font.clone());
    }
    fonts.set_serif_family("KomaSerif");
    fonts
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
    fn a_picture_too_large_is_refused() {
        let sheet = super::super::svg::sheet("many", &vec![piece("飛"); 404], Lang::En);
        assert!(matches!(render(&sheet, 50.0, &[]), Err(PngError::TooLarge { .. })));
    }
}
