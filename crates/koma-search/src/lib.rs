#![doc = include_str!("../README.md")]
//!
//! An engine for every shogi: position, limits and a stop flag in; reports and the best line out.
//!
//! Nothing here knows a variant or a piece by name: what the engine knows of a game it derives from
//! the rules ([`Weights::from_rules`]). It reads no clock, does no I/O, and starts only the threads
//! it is asked for; with one thread and a limit of nodes it does the same on every machine.
//!
//! # Examples
//!
//! ```
//! use koma_rules::{Game, Ruleset};
//! use koma_search::{Control, Engine, Limits, Options};
//!
//! let rules = Ruleset::compile(koma_variants::find("minishogi").unwrap()).unwrap();
//! let mut engine = Engine::new(&rules, Options::default());
//! let game = Game::start(&rules);
//! let outcome = engine.search(&game, &Limits::nodes(2_000), &Control::free(), &mut |_| {});
//! assert!(game.position().is_legal(outcome.best.unwrap()));
//! ```

pub mod bench;
mod engine;
mod eval;
mod limits;
pub mod mate;
mod params;
mod report;
mod score;
mod table;
pub mod time;
mod tree;

pub use engine::{Engine, Options};
pub use eval::{Evaluation, Weights, WeightsError, rules_digest};

pub mod learn {
    //! What a trainer needs to know of an evaluation.
    pub use crate::eval::{
        BUCKETS, DANGERS, Inputs, LANES, MOST_HIDDEN, Meaning, Net, ONE, OUT, POINTS, STEP, Seen,
        Span, Threat,
    };
}
pub use limits::{Control, Limits};
pub use params::Params;
pub use report::{Bound, Outcome, Report, Score};

/// The version of this engine, as weights say what they were made with.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
