//! 手合割: the named handicaps of shogi, one table for all formats.
//!
//! Names and positions are those of the catalogue; here is what the formats add.

use std::sync::LazyLock;

use crate::notation::token::digit;

/// A handicap a file names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// The name as the file has it (`二枚落ち`, `詰将棋`), or KIF's name where the file has a code.
    pub name: String,
}

/// The presets of JKF, by the slugs of the catalogue.
const PRESETS: [(&str, &str); 15] = [
    ("lance", "KY"),
    ("right-lance", "KY_R"),
    ("bishop", "KA"),
    ("rook", "HI"),
    ("rook-lance", "HIKY"),
    ("two-piece", "2"),
    ("three-piece", "3"),
    ("four-piece", "4"),
    ("five-piece", "5"),
    ("left-five-piece", "5_L"),
    ("six-piece", "6"),
    ("left-seven-piece", "7_L"),
    ("right-seven-piece", "7_R"),
    ("eight-piece", "8"),
    ("ten-piece", "10"),
];

/// The presets that no program lacks.
const COMMON: [&str; 11] = ["HIRATE", "KY", "KY_R", "KA", "HI", "HIKY", "2", "4", "6", "8", "10"];

/// One handicap as the formats know it.
struct Row {
    /// The name of KIF.
    name: &'static str,
    /// Other spellings.
    aliases: &'static [String],
    /// The preset of JKF; empty where it has none.
    preset: &'static str,
    /// The start position without the number of the move.
    sfen: &'static str,
}

/// Even terms first, then the handicaps of the catalogue.
static TABLE: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let shogi = koma_variants::find("shogi").expect("in the catalogue");
    let start = |sfen: &'static str| sfen.rsplit_once(' ').map_or(sfen, |(start, _)| start);
    let even = Row { name: "平手", aliases: &[], preset: "HIRATE", sfen: start(&shogi.start) };
    let row = |handicap: &'static koma_variants::Handicap| {
        let preset = PRESETS.iter().find(|(slug, _)| *slug == handicap.slug);
        Row {
            name: &handicap.name_ja,
            aliases: &handicap.aliases,
            preset: preset.map_or("", |(_, preset)| preset),
            sfen: start(&handicap.start),
        }
    };
    std::iter::once(even).chain(shogi.handicaps.iter().map(row)).collect()
});

impl Handicap {
    /// A handicap by its name in KIF, as the file has it.
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: name.into() }
    }

    /// The handicap of a preset of JKF (`HIRATE`, `KY_R`, `5_L`).
    pub fn from_preset(preset: &str) -> Option<Self> {
        let row = TABLE.iter().find(|row| !preset.is_empty() && row.preset == preset)?;
        Some(Self::named(row.name))
    }

    /// The handicap of a start position without the number of the move, if it has a name.
    pub fn from_sfen(sfen: &str) -> Option<Self> {
        TABLE.iter().find(|row| row.sfen == sfen).map(|row| Self::named(row.name))
    }

    /// The preset of JKF.
    pub fn preset(&self) -> Option<&'static str> {
        self.row().map(|row| row.preset).filter(|preset| !preset.is_empty())
    }

    /// The start position as SFEN, without the number of the move.
    pub fn sfen(&self) -> Option<&'static str> {
        self.row().map(|row| row.sfen)
    }

    /// KIF's name for it (`香落ち` for `香落`), or the file's where KIF has none.
    pub fn usual_name(&self) -> &str {
        self.row().filter(|row| !row.preset.is_empty()).map_or(&self.name, |row| row.name)
    }

    /// Whether every program knows the name and where its pieces stand.
    pub fn is_common(&self) -> bool {
        self.row().is_some_and(|row| COMMON.contains(&row.preset))
    }

    /// Whether the name is one that KIF itself defines.
    pub fn is_exact(&self) -> bool {
        self.row().is_some_and(|row| row.name == self.name)
    }

    /// Whether the game is played on even terms.
    pub fn is_even(&self) -> bool {
        self.row().is_some_and(|row| row.preset == "HIRATE")
    }

    /// The row of the name, in whatever spelling.
    fn row(&self) -> Option<&'static Row> {
        let name = self.name.trim();
        if name == TABLE[0].name {
            return Some(&TABLE[0]);
        }
        let find = |name: &str| {
            let is = |other: &str| other == name;
            TABLE.iter().find(|row| is(row.name) || row.aliases.iter().any(|other| is(other)))
        };
        find(name).or_else(|| {
            let usual = usual(name);
            let other = SPELLINGS.iter().find(|(_, names)| names.contains(&&*usual));
            find(other.map_or(&usual, |(name, _)| name))
        })
    }
}

/// What people call a handicap by the pieces that are left out.
const SPELLINGS: &[(&str, &[&str])] = &[
    ("平手", &["互先", "ハンデなし"]),
    ("香落ち", &["左香落ち", "香一枚落ち"]),
    ("飛車落ち", &["飛落ち"]),
    ("飛香落ち", &["香飛落ち"]),
    ("二枚落ち", &["飛角落ち", "角飛落ち", "両落ち"]),
    ("三枚落ち", &["飛角香落ち", "飛角左香落ち"]),
    ("四枚落ち", &["飛角両香落ち", "飛角香香落ち", "飛角香二枚落ち"]),
    ("六枚落ち", &["飛角両香両桂落ち", "飛角香桂落ち", "飛角桂香落ち"]),
    ("八枚落ち", &["飛角銀桂香落ち", "飛角香桂銀落ち"]),
    ("十枚落ち", &["飛角金銀桂香落ち", "飛角香桂銀金落ち"]),
];

/// A name with kanji for digits, pieces by their short names, 落ち at its end: `２枚落` is 二枚落ち,
/// `飛車角落` 飛角落ち.
fn usual(name: &str) -> String {
    const DIGITS: [&str; 10] = ["〇", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    let name: String = name.chars().filter(|c| !c.is_whitespace() && *c != '・').collect();
    let name = name.replace("10", "十").replace("１０", "十");
    let kanji = |c: char| match digit(c) {
        Some(value) => DIGITS[usize::from(value)].to_owned(),
        None => c.to_string(),
    };
    let mut name: String = name.chars().map(kanji).collect();
    for (long, short) in [
        ("飛車", "飛"),
        ("角行", "角"),
        ("香車", "香"),
        ("桂馬", "桂"),
        ("銀将", "銀"),
        ("金将", "金"),
        ("落とし", "落ち"),
        ("おち", "落ち"),
        ("の手合", ""),
        ("と", ""),
    ] {
        name = name.replace(long, short);
    }
    if name.ends_with('落') {
        name.push('ち');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn left_and_right_are_seen_by_the_stronger_player() {
        for (name, ranks) in [
            ("香落ち", "lnsgkgsn1/1r5b1"),
            ("右香落ち", "1nsgkgsnl/1r5b1"),
            ("五枚落ち", "2sgkgsn1/9"),
            ("左五枚落ち", "1nsgkgs2/9"),
            ("右七枚落ち", "3gkgs2/9"),
            ("左七枚落ち", "2sgkg3/9"),
        ] {
            assert!(Handicap::named(name).sfen().unwrap().starts_with(ranks), "{name}");
        }
    }

    #[test]
    fn all_sixteen_handicaps_have_presets_and_come_back_from_them() {
        let rows = TABLE.iter().filter(|row| !row.preset.is_empty());
        assert_eq!(rows.clone().count(), 16);
        for row in rows {
            assert_eq!(Handicap::from_preset(row.preset), Some(Handicap::named(row.name)));
            assert_eq!(Handicap::from_sfen(row.sfen), Some(Handicap::named(row.name)));
            let white_first = row.sfen.ends_with("w -");
            assert_eq!(white_first, row.name != "平手", "{}", row.name);
        }
    }

    #[test]
    fn names_without_the_last_kana_are_understood() {
        assert_eq!(Handicap::named("香落").preset(), Some("KY"));
        assert_eq!(Handicap::named("飛落").preset(), Some("HI"));
        for (name, preset) in [
            ("2枚落ち", "2"),
            ("２枚落ち", "2"),
            ("２枚落", "2"),
            ("飛車角落ち", "2"),
            ("飛車・角落ち", "2"),
            ("飛角落", "2"),
            ("3枚落ち", "3"),
            ("4枚落ち", "4"),
            ("飛角両香落ち", "4"),
            ("６枚落ち", "6"),
            ("8枚落", "8"),
            ("10枚落ち", "10"),
            ("１０枚落ち", "10"),
            ("香車落ち", "KY"),
            ("左香車落ち", "KY"),
            ("右香車落ち", "KY_R"),
            ("角行落ち", "KA"),
            ("角落とし", "KA"),
            ("飛車香車落ち", "HIKY"),
            ("左5枚落ち", "5_L"),
        ] {
            assert_eq!(Handicap::named(name).preset(), Some(preset), "{name}");
        }
        for name in ["枚落ち", "11枚落ち", "落ち", "角", ""] {
            assert_eq!(Handicap::named(name).sfen(), None, "{name}");
        }
        assert_eq!(Handicap::named("詰将棋").sfen(), None);
        for (name, usual, common) in [
            ("香落", "香落ち", true),
            ("２枚落", "二枚落ち", true),
            ("平手", "平手", true),
            ("3枚落ち", "三枚落ち", false),
            ("左七枚落ち", "左七枚落ち", false),
            ("トンボ", "トンボ", false),
            ("詰将棋", "詰将棋", false),
        ] {
            let handicap = Handicap::named(name);
            assert_eq!((handicap.usual_name(), handicap.is_common()), (usual, common), "{name}");
        }
        assert_eq!(Handicap::named("その他").sfen(), None);
    }
}
