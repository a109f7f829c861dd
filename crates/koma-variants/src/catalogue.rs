//! The variants that come with Koma, embedded.

use std::sync::LazyLock;

use koma_text::Source;

use crate::{Variant, read};

/// The shipped variant files: name and text.
const VARIANT_FILES: [(&str, &str); 8] = [
    ("shogi.yaml", include_str!("../catalogue/shogi.yaml")),
    ("minishogi.yaml", include_str!("../catalogue/minishogi.yaml")),
    ("gorogoro.yaml", include_str!("../catalogue/gorogoro.yaml")),
    ("gorogoroplus.yaml", include_str!("../catalogue/gorogoroplus.yaml")),
    ("judkins.yaml", include_str!("../catalogue/judkins.yaml")),
    ("tori.yaml", include_str!("../catalogue/tori.yaml")),
    ("yari.yaml", include_str!("../catalogue/yari.yaml")),
    ("okisaki.yaml", include_str!("../catalogue/okisaki.yaml")),
];

static CATALOGUE: LazyLock<Vec<Variant>> = LazyLock::new(|| {
    let read = VARIANT_FILES.map(|(name, text)| {
        let (variant, findings) = read(&Source::new(name, text), koma_pieces::shipped::file);
        debug_assert!(findings.is_empty(), "{name}: {findings:?}");
        variant
    });
    read.into_iter().flatten().collect()
});

/// All shipped variants, the most common first.
///
/// ```
/// let slugs: Vec<&str> = koma_variants::catalogue().iter().map(|v| v.slug.as_str()).collect();
/// assert!(slugs.contains(&"minishogi"));
/// ```
pub fn catalogue() -> &'static [Variant] {
    &CATALOGUE
}

/// The shipped variant of that slug or alias, in any case.
///
/// ```
/// assert_eq!(koma_variants::find("Standard").map(|v| v.slug.as_str()), Some("shogi"));
/// assert!(koma_variants::find("draughts").is_none());
/// ```
pub fn find(name: &str) -> Option<&'static Variant> {
    let wanted = name.trim().to_lowercase();
    let by = |test: &dyn Fn(&Variant) -> bool| catalogue().iter().find(|variant| test(variant));
    by(&|variant| variant.slug == wanted)
        .or_else(|| by(&|variant| variant.aliases.iter().any(|a| a.to_lowercase() == wanted)))
}

/// The text of a shipped variant file, by slug: the example to start a new variant from.
pub fn variant_file(slug: &str) -> Option<Source> {
    let name = format!("{slug}.yaml");
    VARIANT_FILES.iter().find(|(file, _)| *file == name).map(|&(f, text)| Source::new(f, text))
}
