//! When a search stops, and who may stop it.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use koma_rules::Move;

use crate::time::Clock;

/// When a search stops: at the first limit it meets. Without any it searches until it is stopped,
/// or to the greatest depth.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
    /// The clock of the side to move.
    pub time: Option<Clock>,
    /// It is enough to find a mate in so many plies.
    pub mate: Option<u32>,
    /// Only these moves are thought about; all if empty.
    pub searchmoves: Vec<Move>,
    /// It goes on until it is stopped, even when it knows all.
    pub infinite: bool,
}

impl Limits {
    /// So many positions.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// So many plies.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A clock.
    pub fn time(clock: Clock) -> Self {
        Self { time: Some(clock), ..Self::default() }
    }
}

/// How a search is told what happens outside.
pub struct Control<'a> {
    /// Set by anybody to end the search soon.
    pub stop: &'a AtomicBool,
    /// Set while the search thinks in the other side's time: no clock runs until it is cleared.
    pub pondering: &'a AtomicBool,
    /// The time since the search began. It is asked every few hundred positions, and only if there
    /// is a limit of time.
    pub clock: &'a (dyn Fn() -> Duration + Sync),
}

static NEVER: AtomicBool = AtomicBool::new(false);

impl Control<'static> {
    /// Nobody stops it, and no clock runs.
    pub fn free() -> Self {
        Self { stop: &NEVER, pondering: &NEVER, clock: &|| Duration::ZERO }
    }
}

impl<'a> Control<'a> {
    /// A clock alone.
    pub fn clock(clock: &'a (dyn Fn() -> Duration + Sync)) -> Self {
        Self { stop: &NEVER, pondering: &NEVER, clock }
    }
}
