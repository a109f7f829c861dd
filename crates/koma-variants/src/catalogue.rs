//! The variants that come with Koma, embedded.

use std::sync::{LazyLock, OnceLock};

use koma_text::Source;

use crate::{Variant, read};

/// The shipped variant files: name and text.
const VARIANT_FILES: [(&str, &str); 27] = [
    ("shogi.yaml", include_str!("../catalogue/shogi.yaml")),
    ("minishogi.yaml", include_str!("../catalogue/minishogi.yaml")),
    ("gorogoro.yaml", include_str!("../catalogue/gorogoro.yaml")),
    ("gorogoroplus.yaml", include_str!("../catalogue/gorogoroplus.yaml")),
    ("judkins.yaml", include_str!("../catalogue/judkins.yaml")),
    ("kyoto.yaml", include_str!("../catalogue/kyoto.yaml")),
    ("micro.yaml", include_str!("../catalogue/micro.yaml")),
    ("dobutsu.yaml", include_str!("../catalogue/dobutsu.yaml")),
    ("tori.yaml", include_str!("../catalogue/tori.yaml")),
    ("euro.yaml", include_str!("../catalogue/euro.yaml")),
    ("yari.yaml", include_str!("../catalogue/yari.yaml")),
    ("okisaki.yaml", include_str!("../catalogue/okisaki.yaml")),
    ("cannon.yaml", include_str!("../catalogue/cannon.yaml")),
    ("annan.yaml", include_str!("../catalogue/annan.yaml")),
    ("checkshogi.yaml", include_str!("../catalogue/checkshogi.yaml")),
    ("66shogi.yaml", include_str!("../catalogue/66shogi.yaml")),
    ("sho.yaml", include_str!("../catalogue/sho.yaml")),
    ("wa.yaml", include_str!("../catalogue/wa.yaml")),
    ("wa-drops.yaml", include_str!("../catalogue/wa-drops.yaml")),
    ("chu.yaml", include_str!("../catalogue/chu.yaml")),
    ("dai.yaml", include_str!("../catalogue/dai.yaml")),
    ("tenjiku.yaml", include_str!("../catalogue/tenjiku.yaml")),
    ("dai-dai.yaml", include_str!("../catalogue/dai-dai.yaml")),
    ("maka-dai-dai.yaml", include_str!("../catalogue/maka-dai-dai.yaml")),
    ("heian.yaml", include_str!("../catalogue/heian.yaml")),
    ("heian-dai.yaml", include_str!("../catalogue/heian-dai.yaml")),
    ("taikyoku.yaml", include_str!("../catalogue/taikyoku.yaml")),
];

/// Each variant is read when it is first asked for: whoever plays one game does not wait for all.
static VARIANTS: [OnceLock<Variant>; VARIANT_FILES.len()] =
    [const { OnceLock::new() }; VARIANT_FILES.len()];

static CATALOGUE: LazyLock<Vec<&'static Variant>> =
    LazyLock::new(|| (0..VARIANT_FILES.len()).map(shipped).collect());

fn shipped(index: usize) -> &'static Variant {
    VARIANTS[index].get_or_init(|| {
        let (name, text) = VARIANT_FILES[index];
        let (variant, findings) = read(&Source::new(name, text), koma_pieces::shipped::file);
        variant.unwrap_or_else(|| panic!("the shipped {name} is wrong: {findings:?}"))
    })
}

/// All shipped variants, the most common first.
///
/// ```
/// let slugs: Vec<&str> = koma_variants::catalogue().iter().map(|v| v.slug.as_str()).collect();
/// assert!(slugs.contains(&"minishogi"));
/// ```
pub fn catalogue() -> &'static [&'static Variant] {
    &CATALOGUE
}

/// The shipped variant of that slug or alias, in any case. Only that one is read.
///
/// ```
/// assert_eq!(koma_variants::find("Standard").map(|v| v.slug.as_str()), Some("shogi"));
/// assert!(koma_variants::find("draughts").is_none());
/// ```
pub fn find(name: &str) -> Option<&'static Variant> {
    let wanted = name.trim().to_lowercase();
    let by_slug = |(file, _): &(&str, &str)| file.strip_suffix(".yaml") == Some(wanted.as_str());
    let by_alias = |(_, text): &(&str, &str)| {
        let line = text.lines().find(|line| line.starts_with("aliases:"));
        line.is_some_and(|line| line.to_lowercase().contains(&format!("\"{wanted}\"")))
    };
    let position = |test: &dyn Fn(&(&str, &str)) -> bool| VARIANT_FILES.iter().position(test);
    let variant = shipped(position(&by_slug).or_else(|| position(&by_alias))?);
    // The line was only looked at; the variant knows.
    let named = |alias: &String| alias.to_lowercase() == wanted;
    (variant.slug == wanted || variant.aliases.iter().any(named)).then_some(variant)
}

/// The text of a shipped variant file, by slug: the example to start a new variant from.
pub fn variant_file(slug: &str) -> Option<Source> {
    let name = format!("{slug}.yaml");
    VARIANT_FILES.iter().find(|(file, _)| *file == name).map(|&(f, text)| Source::new(f, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_file_is_named_after_its_variant_and_has_nothing_to_report() {
        for (index, (name, text)) in VARIANT_FILES.into_iter().enumerate() {
            let (variant, findings) = read(&Source::new(name, text), koma_pieces::shipped::file);
            assert_eq!(findings, [], "{name}");
            assert_eq!(format!("{}.yaml", variant.expect("it is read").slug), name);
            let shipped = shipped(index);
            for name in shipped.aliases.iter().chain([&shipped.slug]) {
                assert_eq!(find(&name.to_uppercase()), Some(shipped), "{name}");
            }
        }
    }

    #[test]
    fn no_two_variants_share_a_name() {
        let names = |variant: &&Variant| {
            let aliases = variant.aliases.iter().map(|alias| alias.to_lowercase());
            aliases.chain([variant.slug.clone()]).collect::<Vec<_>>()
        };
        let mut all: Vec<_> = catalogue().iter().flat_map(names).collect();
        all.sort_unstable();
        let count = all.len();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
