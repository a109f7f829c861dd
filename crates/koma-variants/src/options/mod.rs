//! Rules on which the sources disagree, as options with named values.
//!
//! One table holds them all: the program's `--option`, the rules pages and `docs/options.md` are
//! made from it.

use koma_text::nearest;

use crate::Variant;

mod set;
mod table;

use table::OPTIONS;

/// A rule that can be played in several ways.
#[derive(Clone, Copy, Debug)]
pub struct RuleOption {
    /// The name: `lion_pawn_bridge`.
    pub name: &'static str,
    /// The statement of the rules it is about: `LIO-4`.
    pub statement: &'static str,
    /// The question it answers, in English.
    pub question: &'static str,
    /// The same in Japanese.
    pub question_ja: &'static str,
    /// The ways to play; the first is the catalogue's.
    pub values: &'static [OptionValue],
    applies: fn(&Variant) -> bool,
}

/// One way to play.
#[derive(Clone, Copy, Debug)]
pub struct OptionValue {
    /// The name: `jcsa`.
    pub name: &'static str,
    /// What it means, in English.
    pub meaning: &'static str,
    /// The same in Japanese.
    pub meaning_ja: &'static str,
    /// Who plays so.
    pub source: &'static str,
    set: fn(&mut Variant),
}

/// Why an option could not be set.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionError {
    /// No option has that name.
    UnknownOption {
        /// The name asked for.
        name: String,
        /// The name that was probably meant.
        nearest: Option<&'static str>,
    },
    /// The variant has nothing to which the option could apply.
    NotInThisVariant {
        /// The option.
        option: &'static str,
        /// The variant.
        variant: String,
    },
    /// The option has no such value.
    UnknownValue {
        /// The option.
        option: &'static str,
        /// The value asked for.
        value: String,
        /// The values it has.
        values: Vec<&'static str>,
    },
}

impl std::fmt::Display for OptionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::UnknownOption { name, nearest } => {
                write!(f, "there is no option `{}`", name.escape_debug())?;
                match nearest {
                    Some(near) => write!(f, "; did you mean `{near}`?"),
                    None => {
                        let names: Vec<&str> = all().iter().map(|option| option.name).collect();
                        write!(f, "; there are {}", names.join(", "))
                    }
                }
            }
            Self::NotInThisVariant { option, variant } => {
                write!(f, "the option `{option}` means nothing in {variant}")
            }
            Self::UnknownValue { option, value, values } => {
                let value = value.escape_debug();
                write!(f, "`{option}` cannot be `{value}`; one of: {}", values.join(", "))
            }
        }
    }
}

impl std::error::Error for OptionError {}

impl RuleOption {
    /// Which of its values a variant plays; `None` if none of them, or if it does not apply.
    pub fn current(&self, variant: &Variant) -> Option<&'static OptionValue> {
        let same = |value: &&OptionValue| {
            let mut changed = variant.clone();
            (value.set)(&mut changed);
            changed == *variant
        };
        (self.applies)(variant).then(|| self.values.iter().find(same))?
    }
}

/// Every option there is.
pub fn all() -> &'static [RuleOption] {
    OPTIONS
}

/// The options that mean something in a variant.
///
/// ```
/// let chu = koma_variants::find("chu").unwrap();
/// let names: Vec<&str> = koma_variants::options::all_for(chu).map(|o| o.name).collect();
/// assert_eq!(names, ["lion_pawn_bridge", "counter_strike", "repetition", "quiet_promotion"]);
/// ```
pub fn all_for(variant: &Variant) -> impl Iterator<Item = &'static RuleOption> {
    OPTIONS.iter().filter(move |option| (option.applies)(variant))
}

/// Plays a variant in another way.
///
/// ```
/// let mut chu = koma_variants::find("chu").unwrap().clone();
/// koma_variants::options::apply(&mut chu, "counter_strike", "okazaki").unwrap();
/// assert!(koma_variants::options::apply(&mut chu, "promotion", "first_capture").is_err());
/// ```
pub fn apply(variant: &mut Variant, name: &str, value: &str) -> Result<(), OptionError> {
    let Some(option) = OPTIONS.iter().find(|option| option.name == name) else {
        let nearest = nearest(name, OPTIONS.iter().map(|option| option.name));
        return Err(OptionError::UnknownOption { name: name.into(), nearest });
    };
    if !(option.applies)(variant) {
        let variant = variant.slug.clone();
        return Err(OptionError::NotInThisVariant { option: option.name, variant });
    }
    let Some(chosen) = option.values.iter().find(|known| known.name == value) else {
        let values = option.values.iter().map(|value| value.name).collect();
        let value = value.into();
        return Err(OptionError::UnknownValue { option: option.name, value, values });
    };
    (chosen.set)(variant);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{catalogue, find};

    #[test]
    fn every_value_can_be_set_and_is_then_the_current_one() {
        let mut seen = 0;
        for variant in catalogue() {
            for option in all_for(variant) {
                for value in option.values {
                    let mut changed = (*variant).clone();
                    apply(&mut changed, option.name, value.name).unwrap();
                    let current = option.current(&changed).map(|value| value.name);
                    assert_eq!(current, Some(value.name), "{} {}", variant.slug, option.name);
                    seen += 1;
                }
            }
        }
        assert!(seen > 25, "{seen}");
    }

    #[test]
    fn a_value_can_be_taken_back() {
        for variant in catalogue() {
            for option in all_for(variant) {
                let pairs = option
                    .values
                    .iter()
                    .flat_map(|one| option.values.iter().map(move |two| (one, two)));
                for (one, two) in pairs {
                    let set = |names: &[&str]| {
                        let mut changed = (*variant).clone();
                        names.iter().for_each(|value| {
                            apply(&mut changed, option.name, value).unwrap();
                        });
                        changed
                    };
                    let both = set(&[one.name, two.name]);
                    assert_eq!(both, set(&[two.name]), "{} {}", variant.slug, option.name);
                }
            }
        }
    }

    #[test]
    fn the_catalogue_plays_the_first_value() {
        for variant in catalogue() {
            for option in all_for(variant) {
                let current = option.current(variant).map(|value| value.name);
                let first = option.values[0].name;
                // The rules of impasse differ from game to game.
                let differs = option.name == "impasse" && variant.slug != "shogi";
                assert!(current == Some(first) || differs, "{} {}", variant.slug, option.name);
            }
        }
    }

    #[test]
    fn what_is_unknown_is_refused_with_the_nearest() {
        let mut chu = find("chu").unwrap().clone();
        let refused = |name: &str, value: &str, chu: &mut Variant| {
            apply(chu, name, value).unwrap_err().to_string()
        };
        assert_eq!(
            refused("counterstrike", "x", &mut chu),
            "there is no option `counterstrike`; did you mean `counter_strike`?"
        );
        assert_eq!(
            refused("counter_strike", "x", &mut chu),
            "`counter_strike` cannot be `x`; one of: forbidden, okazaki, allowed"
        );
        assert_eq!(
            refused("promotion", "first_capture", &mut chu),
            "the option `promotion` means nothing in chu"
        );
        assert_eq!(Some(&chu), find("chu"));
    }
}
