//! The large games are what their facts and the piece files say.

use koma_variants::{Variant, find};

/// Men of a side at the start, kinds on the board at the start, and all kinds.
fn counts(variant: &Variant) -> (usize, usize, usize) {
    let board = variant.start.split(' ').next().unwrap_or_default();
    let (mut men, mut kinds) = (0, std::collections::BTreeSet::new());
    for word in board.split(['/', ',']).filter(|w| w.starts_with(|c: char| c.is_ascii_uppercase()))
    {
        let code = word.trim_end_matches(|c: char| c.is_ascii_digit());
        men += word[code.len()..].parse::<usize>().unwrap_or(1);
        kinds.insert(code);
    }
    (men, kinds.len(), variant.kinds.len())
}

#[test]
fn the_large_games_have_as_many_men_as_history_says() {
    for (slug, expected) in [
        ("wa", (27, 17, 31)),
        ("dai", (65, 29, 55)),
        ("tenjiku", (78, 36, 66)),
        ("dai-dai", (96, 64, 85)),
        ("maka-dai-dai", (96, 50, 100)),
        ("heian-dai", (34, 13, 24)),
        // TAI-1: 402 men a side, 209 types and the backs of 195 of them.
        ("taikyoku", (402, 209, 404)),
    ] {
        assert_eq!(counts(find(slug).unwrap()), expected, "{slug}");
    }
}

#[test]
fn a_man_promotes_once() {
    for variant in koma_variants::catalogue() {
        for kind in &variant.kinds {
            let Some(back) = kind.promotes_to.map(|back| &variant.kinds[back]) else { continue };
            assert_eq!(back.code, format!("+{}", kind.code), "{}", variant.slug);
            assert_eq!(back.promotes_to, None, "{} {}", variant.slug, back.code);
        }
    }
}
