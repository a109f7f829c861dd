#![doc = include_str!("../README.md")]
//!
//! A variant as data: everything the rules engine must know about a game, and nothing it must do.
//!
//! [`read`] makes a [`Variant`] from a variant file (`docs/variant-files.md`), [`write()`] makes a
//! file from a variant, and [`catalogue()`] holds the ones that come with Koma.

// No I/O, no clock, no thread: `clippy.toml` has the list.
#![cfg_attr(
    not(test),
    warn(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

mod catalogue;
mod file;
mod ini;
mod model;
pub mod options;
mod say;
mod write;

pub use catalogue::{catalogue, find, variant_file};
pub use file::{MOST_FILES_AND_RANKS, MOST_KINDS, read};
pub use ini::{IniLimits, IniSections, option_table, piece_table, read_ini, visit_ini};
pub use model::{
    Borrowed, Chase, ChoiceGroup, Clock, Contagion, CounterStrike, DeadSquares, DropMate,
    DropRules, Ending, EndingKind, Handicap, Impasse, ImpasseProfile, JumpTakes, Kind, LionRules,
    LockUnused, Outcome, Pass, PawnBridge, PromotionRules, PromotionWhen, SetupPhase, SpecialRules,
    Variant, Zone,
};
pub use say::FINDINGS;
pub use write::write;
