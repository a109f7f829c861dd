//! The words of `special_rules`.

use std::fmt;
use std::str::FromStr;

use koma_text::{Finding, nearest};

use crate::{SpecialRule, say};

/// The names of the special rules, and whether a number of ranks follows.
const NAMES: [(&str, bool); 6] = [
    ("Royal", false),
    ("NifuProhibited", false),
    ("CannotDropInZone", true),
    ("MustPromoteInZone", true),
    ("Igui", false),
    ("CanCaptureTwo", false),
];

/// Why a text is not a special rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadRule {
    /// No rule of that name is known.
    Unknown {
        /// The name.
        name: String,
    },
    /// The rule needs one number of ranks, from 1 to 255.
    NeedsRanks {
        /// The name.
        name: &'static str,
    },
    /// The rule stands alone.
    TakesNoRanks {
        /// The name.
        name: &'static str,
    },
}

impl BadRule {
    /// The finding that says so, with a rule that may have been meant.
    pub fn finding(&self) -> Finding {
        match self {
            Self::Unknown { name } => {
                let names = NAMES.map(|(name, _)| name);
                say::unknown_rule(name).help(match nearest(name, names) {
                    Some(near) => koma_text::did_you_mean(near),
                    None => say::known_rules(names.join(", ")),
                })
            }
            Self::NeedsRanks { name } => say::rule_needs_ranks(*name),
            Self::TakesNoRanks { name } => say::rule_takes_no_ranks(*name),
        }
    }
}

impl fmt::Display for BadRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.finding().message.fmt(f)
    }
}

impl std::error::Error for BadRule {}

/// As in files: `Royal`, `CannotDropInZone 2`.
impl fmt::Display for SpecialRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Royal => f.write_str("Royal"),
            Self::NifuProhibited => f.write_str("NifuProhibited"),
            Self::CannotDropInZone(ranks) => write!(f, "CannotDropInZone {ranks}"),
            Self::MustPromoteInZone(ranks) => write!(f, "MustPromoteInZone {ranks}"),
            Self::Igui => f.write_str("Igui"),
            Self::CanCaptureTwo => f.write_str("CanCaptureTwo"),
        }
    }
}

/// ```
/// # use koma_pieces::SpecialRule;
/// assert_eq!("CannotDropInZone 2".parse(), Ok(SpecialRule::CannotDropInZone(2)));
/// assert!("HookMove".parse::<SpecialRule>().is_err());
/// ```
impl FromStr for SpecialRule {
    type Err = BadRule;

    fn from_str(text: &str) -> Result<Self, BadRule> {
        let mut words = text.split_whitespace();
        let word = words.next().unwrap_or("");
        let Some(&(name, needs_ranks)) = NAMES.iter().find(|(name, _)| *name == word) else {
            return Err(BadRule::Unknown { name: word.into() });
        };
        let ranks = match (needs_ranks, words.next(), words.next()) {
            (true, Some(ranks), None) => ranks.parse().ok().filter(|&ranks: &u8| ranks > 0),
            (false, None, None) => Some(0),
            (false, ..) => return Err(BadRule::TakesNoRanks { name }),
            _ => None,
        };
        let ranks = ranks.ok_or(BadRule::NeedsRanks { name })?;
        Ok(match name {
            "Royal" => Self::Royal,
            "NifuProhibited" => Self::NifuProhibited,
            "CannotDropInZone" => Self::CannotDropInZone(ranks),
            "MustPromoteInZone" => Self::MustPromoteInZone(ranks),
            "Igui" => Self::Igui,
            _ => Self::CanCaptureTwo,
        })
    }
}
