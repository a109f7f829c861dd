//! The options of our engine: names, bounds and values.

use thiserror::Error;

use crate::{Dialect, OptionKind, OptionLine};

/// What was set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Megabytes of the table of positions.
    pub hash: u64,
    /// Threads.
    pub threads: u64,
    /// Whether the program will let it think in the opponent's time; it may plan for that.
    pub ponder: bool,
    /// How many lines to show.
    pub multi_pv: u64,
    /// A file of weights; empty for those it comes with.
    pub eval_file: String,
    /// From -20 to 20, the full strength.
    pub skill_level: i64,
    /// Whether to play at [`Settings::elo`].
    pub limit_strength: bool,
    /// The strength to play at.
    pub elo: i64,
    /// Analysing, not playing: no strength limits, no resignation.
    pub analyse: bool,
    /// Whether to tell wins, draws and losses expected.
    pub show_wdl: bool,
    /// Milliseconds lost on the way of each move.
    pub overhead: u64,
    /// Milliseconds every move takes at least.
    pub minimum_time: u64,
    /// Give up when so many points behind.
    pub resign_value: i64,
    /// Milliseconds between lines.
    pub pv_interval: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hash: 256,
            threads: 1,
            ponder: false,
            multi_pv: 1,
            eval_file: String::new(),
            skill_level: 20,
            limit_strength: false,
            elo: 1500,
            analyse: false,
            show_wdl: false,
            overhead: 30,
            minimum_time: 0,
            resign_value: NEVER_RESIGNS,
            pv_interval: 0,
        }
    }
}

/// Behind by so much nobody ever is.
const NEVER_RESIGNS: i64 = 99_999;

/// Why a value was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SettingError {
    /// There is no such option.
    #[error("no such option: {0}")]
    Unknown(String),
    /// It takes a number between two others.
    #[error("{name} takes a number from {min} to {max}, not `{value}`")]
    OutOfBounds {
        /// The option.
        name: &'static str,
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
        /// What was given.
        value: String,
    },
    /// It is on or off.
    #[error("{name} takes true or false, not `{value}`")]
    NotACheck {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
    },
}

/// One option: its names, what it takes and where that goes.
struct Row {
    /// As USI programs call it, and the names other programs use.
    usi: &'static str,
    /// As UCI programs call it.
    uci: &'static str,
    takes: Takes,
}

enum Takes {
    Number { min: i64, max: i64, get: fn(&Settings) -> i64, set: fn(&mut Settings, i64) },
    Check { get: fn(&Settings) -> bool, set: fn(&mut Settings, bool) },
    File { get: fn(&Settings) -> &str, set: fn(&mut Settings, String) },
}

macro_rules! number {
    ($usi:literal, $uci:literal, $field:ident, $min:literal, $max:expr) => {
        Row {
            usi: $usi,
            uci: $uci,
            takes: Takes::Number {
                min: $min,
                max: $max,
                get: |settings| settings.$field as i64,
                set: |settings, value| settings.$field = value as _,
            },
        }
    };
}

macro_rules! check {
    ($usi:literal, $uci:literal, $field:ident) => {
        Row {
            usi: $usi,
            uci: $uci,
            takes: Takes::Check {
                get: |settings| settings.$field,
                set: |settings, value| settings.$field = value,
            },
        }
    };
}

const TABLE: &[Row] = &[
    number!("USI_Hash", "Hash", hash, 1, 1 << 20),
    number!("Threads", "Threads", threads, 1, 512),
    check!("USI_Ponder", "Ponder", ponder),
    number!("MultiPV", "MultiPV", multi_pv, 1, 500),
    Row {
        usi: "EvalFile",
        uci: "EvalFile",
        takes: Takes::File {
            get: |settings| &settings.eval_file,
            set: |settings, value| settings.eval_file = value,
        },
    },
    number!("Skill_Level", "Skill Level", skill_level, -20, 20),
    check!("USI_LimitStrength", "UCI_LimitStrength", limit_strength),
    number!("USI_Elo", "UCI_Elo", elo, 0, 4000),
    check!("USI_AnalyseMode", "UCI_AnalyseMode", analyse),
    check!("UCI_ShowWDL", "UCI_ShowWDL", show_wdl),
    number!("Move_Overhead", "Move Overhead", overhead, 0, 10_000),
    number!("MinimumThinkingTime", "Minimum Thinking Time", minimum_time, 0, 100_000),
    number!("ResignValue", "ResignValue", resign_value, 0, NEVER_RESIGNS),
    number!("PvInterval", "PvInterval", pv_interval, 0, 100_000),
];

/// Other names for the options above.
const ALIASES: &[(&str, &str)] = &[
    ("NetworkDelay", "Move_Overhead"),
    ("NetworkDelay2", "Move_Overhead"),
    ("USI_MultiPV", "MultiPV"),
    ("EvalDir", "EvalFile"),
];

/// A name without what programs write differently: `Skill Level`, `Skill_Level`, `USI_Hash`.
pub(crate) fn key(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    let key: String = letters.map(|c| c.to_ascii_lowercase()).collect();
    let bare = key.strip_prefix("usi").or_else(|| key.strip_prefix("uci"));
    bare.filter(|bare| !bare.is_empty()).unwrap_or(&key).to_owned()
}

impl Settings {
    /// The options as an engine announces them.
    pub fn options(dialect: Dialect) -> Vec<OptionLine> {
        let default = Self::default();
        let row = |row: &Row| {
            let kind = match row.takes {
                Takes::Number { min, max, get, .. } => {
                    OptionKind::Spin { default: get(&default), min, max }
                }
                Takes::Check { get, .. } => OptionKind::Check { default: get(&default) },
                Takes::File { get, .. } => OptionKind::File { default: get(&default).to_owned() },
            };
            let name = if dialect == Dialect::Usi { row.usi } else { row.uci };
            OptionLine { name: name.to_owned(), kind }
        };
        TABLE.iter().map(row).collect()
    }

    /// Sets an option by any of its names.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        let wanted = key(name);
        let alias = ALIASES.iter().find(|(alias, _)| key(alias) == wanted);
        let wanted = alias.map_or(wanted, |(_, name)| key(name));
        let row = TABLE.iter().find(|row| key(row.usi) == wanted || key(row.uci) == wanted);
        let short = |text: &str| text.chars().filter(|c| !c.is_control()).take(40).collect();
        let row = row.ok_or_else(|| SettingError::Unknown(short(name)))?;
        match row.takes {
            Takes::Number { min, max, set, .. } => {
                let number =
                    value.trim().parse().ok().filter(|number| (min..=max).contains(number));
                let refused =
                    || SettingError::OutOfBounds { name: row.usi, min, max, value: short(value) };
                set(self, number.ok_or_else(refused)?);
            }
            Takes::Check { set, .. } => {
                let value = match value.trim().to_ascii_lowercase().as_str() {
                    "true" | "on" | "1" => true,
                    "false" | "off" | "0" => false,
                    _ => {
                        return Err(SettingError::NotACheck { name: row.usi, value: short(value) });
                    }
                };
                set(self, value);
            }
            Takes::File { set, .. } => {
                let value = if value == "<empty>" { "" } else { value };
                set(self, value.to_owned());
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_set_by_each_of_its_names_to_its_default() {
        for dialect in [Dialect::Usi, Dialect::Uci] {
            for option in Settings::options(dialect) {
                let value = match option.kind {
                    OptionKind::Check { default } => default.to_string(),
                    OptionKind::Spin { default, min, max } => {
                        assert!(min <= default && default <= max, "{}", option.name);
                        default.to_string()
                    }
                    OptionKind::File { default } => default,
                    other => panic!("{other:?}"),
                };
                let mut settings = Settings::default();
                settings.set(&option.name, &value).expect(&option.name);
                assert_eq!(settings, Settings::default(), "{}", option.name);
                assert!(dialect == Dialect::Uci || !option.name.contains(' '), "{}", option.name);
            }
        }
    }

    #[test]
    fn other_programs_names_mean_the_same() {
        let mut settings = Settings::default();
        for (name, value) in [
            ("Hash", "16"),
            ("usi_hash", "32"),
            ("USI_MultiPV", "3"),
            ("NetworkDelay", "200"),
            ("Skill Level", "-3"),
            ("USI_AnalyseMode", "true"),
        ] {
            settings.set(name, value).expect(name);
        }
        assert_eq!((settings.hash, settings.multi_pv, settings.overhead), (32, 3, 200));
        assert_eq!((settings.skill_level, settings.analyse), (-3, true));
    }

    #[test]
    fn nonsense_is_refused_in_words_and_changes_nothing() {
        let mut settings = Settings::default();
        for (name, value, says) in [
            ("Hush", "5", "no such option: Hush"),
            ("USI_Hash", "0", "takes a number from 1 to"),
            ("USI_Hash", "lots", "not `lots`"),
            ("USI_Hash", "99999999999999999999", "takes a number"),
            ("USI_Ponder", "perhaps", "true or false"),
            ("", "", "no such option"),
        ] {
            let error = settings.set(name, value).expect_err(name);
            assert!(error.to_string().contains(says), "{error}");
        }
        assert_eq!(settings, Settings::default());
    }
}
