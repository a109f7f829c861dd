//! The signature of the search: one number that changes when the search does.

use std::sync::Arc;

use koma_rules::{Game, Ruleset};

use crate::{Control, Engine, Limits, Options};

/// What one game came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The slug of the variant.
    pub slug: String,
    /// Plies searched.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
}

/// How deep a game is searched: less on larger boards, so that each takes about as long.
pub fn depth(rules: &Ruleset) -> u32 {
    match rules.geometry().squares() {
        ..=30 => 7,
        31..=100 => 5,
        101..=170 => 3,
        171..=400 => 2,
        _ => 1,
    }
}

/// Searches the start position of a game to its depth with one thread.
pub fn run(rules: &Arc<Ruleset>) -> Row {
    let mut engine = Engine::new(rules, Options::default());
    let depth = depth(rules);
    let outcome =
        engine.search(&Game::start(rules), &Limits::depth(depth), &Control::free(), &mut |_| {});
    Row { slug: rules.variant().slug.clone(), depth, nodes: outcome.nodes }
}

/// The signature of several games: the sum of their nodes.
pub fn signature(rows: &[Row]) -> u64 {
    rows.iter().map(|row| row.nodes).sum()
}
