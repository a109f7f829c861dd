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

/// Positions a game is given at most: a large board has that many captures at the first depth.
const NODES: u64 = 4_000;

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

/// Searches the start position of a game to its depth, or to its limit of positions, with one
/// thread.
pub fn run(rules: &Arc<Ruleset>) -> Row {
    let mut engine = Engine::new(rules, Options::default());
    let depth = depth(rules);
    let limits = Limits { depth: Some(depth), nodes: Some(NODES), ..Limits::default() };
    let outcome = engine.search(&Game::start(rules), &limits, &Control::free(), &mut |_| {});
    Row { slug: rules.variant().slug.clone(), depth, nodes: outcome.nodes }
}

/// The signature of several games: the sum of their nodes.
pub fn signature(rows: &[Row]) -> u64 {
    rows.iter().map(|row| row.nodes).sum()
}
