//! The piece files that come with Koma, embedded.

use std::sync::LazyLock;

use koma_text::Source;

use crate::{PieceDef, slug, yaml};

/// The shipped piece files: name and text. Standard shogi first, then by game.
pub const FILES: &[(&str, &str)] = &[
    ("standard_shogi.yaml", include_str!("../data/standard_shogi.yaml")),
    ("cannon.yaml", include_str!("../data/cannon.yaml")),
    ("chu.yaml", include_str!("../data/chu.yaml")),
    ("dai.yaml", include_str!("../data/dai.yaml")),
    ("dai_dai.yaml", include_str!("../data/dai_dai.yaml")),
    ("dobutsu.yaml", include_str!("../data/dobutsu.yaml")),
    ("heian.yaml", include_str!("../data/heian.yaml")),
    ("heian_dai.yaml", include_str!("../data/heian_dai.yaml")),
    ("kyoto.yaml", include_str!("../data/kyoto.yaml")),
    ("maka_dai_dai.yaml", include_str!("../data/maka_dai_dai.yaml")),
    ("micro.yaml", include_str!("../data/micro.yaml")),
    ("okisaki.yaml", include_str!("../data/okisaki.yaml")),
    ("sho.yaml", include_str!("../data/sho.yaml")),
    ("taikyoku_a.yaml", include_str!("../data/taikyoku_a.yaml")),
    ("taikyoku_b.yaml", include_str!("../data/taikyoku_b.yaml")),
    ("taikyoku_c.yaml", include_str!("../data/taikyoku_c.yaml")),
    ("taikyoku_d.yaml", include_str!("../data/taikyoku_d.yaml")),
    ("tenjiku.yaml", include_str!("../data/tenjiku.yaml")),
    ("tori.yaml", include_str!("../data/tori.yaml")),
    ("wa.yaml", include_str!("../data/wa.yaml")),
    ("yari.yaml", include_str!("../data/yari.yaml")),
];

/// A shipped piece and the file it stands in.
#[derive(Clone, Debug)]
pub struct Shipped {
    /// The name of the file.
    pub file: &'static str,
    /// The piece.
    pub piece: PieceDef,
}

static PIECES: LazyLock<Vec<Shipped>> = LazyLock::new(|| {
    let read = |&(file, text): &(&'static str, &str)| {
        let (read, _) = yaml::read(&Source::new(file, text));
        read.pieces.into_iter().map(move |piece| Shipped { file, piece })
    };
    FILES.iter().flat_map(read).collect()
});

/// All pieces of the shipped files.
pub fn pieces() -> &'static [Shipped] {
    &PIECES
}

/// The shipped file of that name, with or without `.yaml`.
pub fn file(name: &str) -> Option<Source> {
    let name = name.strip_suffix(".yaml").unwrap_or(name);
    let found = FILES.iter().find(|(file, _)| file.strip_suffix(".yaml") == Some(name));
    found.map(|&(file, text)| Source::new(file, text))
}

/// The shipped pieces with that id or that name (English in any case, Japanese, or the
/// characters on the piece), the best match first.
///
/// ```
/// use koma_pieces::shipped::find;
///
/// assert_eq!(find("140")[0].piece.name, "Running rabbit");
/// assert_eq!(find("gold general")[0].file, "standard_shogi.yaml");
/// assert_eq!(find("獅子")[0].piece.name, "Lion");
/// assert!(find("unicorn's cousin").is_empty());
/// ```
pub fn find(wanted: &str) -> Vec<&'static Shipped> {
    let wanted = wanted.trim();
    if let Ok(id) = wanted.parse::<u32>() {
        return pieces().iter().filter(|p| p.piece.id == id).collect();
    }
    let key = slug(wanted);
    let tests: [&dyn Fn(&PieceDef) -> bool; 2] =
        [&|piece| slug(&piece.name) == key || piece.name_ja == wanted, &|piece| {
            piece.name_kanji == wanted
        }];
    let by = |test: &dyn Fn(&PieceDef) -> bool| {
        pieces().iter().filter(|p| test(&p.piece)).collect::<Vec<_>>()
    };
    tests.into_iter().map(by).find(|found| !found.is_empty()).unwrap_or_default()
}
