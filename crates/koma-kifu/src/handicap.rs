//! 手合割: the named handicaps of shogi, one table for all formats.

/// A handicap a file names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// The name as the file has it (`二枚落ち`, `詰将棋`), or KIF's name where the file has a code.
    pub name: String,
}

/// The name of KIF, other spellings, the preset of JKF (empty where it has none), the start position
/// without the number of the move.
type Row = (&'static str, &'static [&'static str], &'static str, &'static str);

#[rustfmt::skip]
const TABLE: &[Row] = &[
    ("平手", &[], "HIRATE", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -"),
    ("香落ち", &["左香落ち"], "KY", "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -"),
    ("右香落ち", &[], "KY_R", "1nsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -"),
    ("角落ち", &[], "KA", "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -"),
    ("飛車落ち", &["飛落ち"], "HI", "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -"),
    ("飛香落ち", &["飛車香落ち"], "HIKY", "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -"),
    ("二枚落ち", &[], "2", "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -"),
    ("三枚落ち", &[], "3", "lnsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -"),
    ("四枚落ち", &[], "4", "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -"),
    ("五枚落ち", &["右五枚落ち"], "5", "2sgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -"),
    ("左五枚落ち", &[], "5_L", "1nsgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -"),
    ("六枚落ち", &[], "6", "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -"),
    ("左七枚落ち", &["七枚落ち"], "7_L", "2sgkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -"),
    ("右七枚落ち", &[], "7_R", "3gkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -"),
    ("八枚落ち", &[], "8", "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -"),
    ("十枚落ち", &[], "10", "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -"),
    ("両香落ち", &[], "", "1nsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -"),
    ("トンボ", &[], "", "4k4/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -"),
    ("歩三兵", &[], "", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 3p"),
    ("裸玉", &[], "", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -"),
    ("青空将棋", &["青空"], "", "lnsgkgsnl/1r5b1/9/9/9/9/9/1B5R1/LNSGKGSNL b -"),
];

impl Handicap {
    /// A handicap by its name in KIF, as the file has it.
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: name.into() }
    }

    /// The handicap of a preset of JKF (`HIRATE`, `KY_R`, `5_L`).
    pub fn from_preset(preset: &str) -> Option<Self> {
        let row = TABLE.iter().find(|row| !preset.is_empty() && row.2 == preset)?;
        Some(Self::named(row.0))
    }

    /// The handicap of a start position without the number of the move, if it has a name.
    pub fn from_sfen(sfen: &str) -> Option<Self> {
        TABLE.iter().find(|row| row.3 == sfen).map(|row| Self::named(row.0))
    }

    /// The preset of JKF.
    pub fn preset(&self) -> Option<&'static str> {
        self.row().map(|row| row.2).filter(|preset| !preset.is_empty())
    }

    /// The start position as SFEN, without the number of the move.
    pub fn sfen(&self) -> Option<&'static str> {
        self.row().map(|row| row.3)
    }

    /// Whether the name is one that KIF itself defines.
    pub fn is_exact(&self) -> bool {
        self.row().is_some_and(|row| row.0 == self.name)
    }

    /// Whether the game is played on even terms.
    pub fn is_even(&self) -> bool {
        self.row().is_some_and(|row| row.2 == "HIRATE")
    }

    /// The row of the name; 香落 is read like 香落ち.
    fn row(&self) -> Option<&'static Row> {
        let name = self.name.trim();
        if name == TABLE[0].0 {
            return Some(&TABLE[0]);
        }
        let is = |other: &str| {
            other == name || name.ends_with('落') && other.strip_suffix('ち') == Some(name)
        };
        TABLE.iter().find(|row| is(row.0) || row.1.iter().any(|other| is(other)))
    }
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
        let rows = TABLE.iter().filter(|row| !row.2.is_empty());
        assert_eq!(rows.clone().count(), 16);
        for row in rows {
            assert_eq!(Handicap::from_preset(row.2), Some(Handicap::named(row.0)));
            assert_eq!(Handicap::from_sfen(row.3), Some(Handicap::named(row.0)));
            let white_first = row.3.ends_with("w -");
            assert_eq!(white_first, row.0 != "平手", "{}", row.0);
        }
    }

    #[test]
    fn names_without_the_last_kana_are_understood() {
        assert_eq!(Handicap::named("香落").preset(), Some("KY"));
        assert_eq!(Handicap::named("飛落").preset(), Some("HI"));
        assert_eq!(Handicap::named("詰将棋").sfen(), None);
        assert_eq!(Handicap::named("その他").sfen(), None);
    }
}
