//! What a search says.

use koma_rules::Move;

/// A score, seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a cheap man, roughly.
    Cp(i32),
    /// The side to move mates in so many plies; negative: is mated. 0 is mated already.
    Mate(i32),
}

/// How exact a score is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// As it says.
    Exact,
    /// At least so much.
    Lower,
    /// At most so much.
    Upper,
}

/// The state of a search after a depth, or when something changed.
#[derive(Clone, Debug)]
pub struct Report {
    /// Plies searched to the full.
    pub depth: u32,
    /// The deepest ply seen.
    pub seldepth: u32,
    /// Which of several lines it is, from 1.
    pub multipv: usize,
    /// The score.
    pub score: Score,
    /// How exact the score is.
    pub bound: Bound,
    /// Positions looked at by all threads.
    pub nodes: u64,
    /// How full the hash table is, in thousandths.
    pub hashfull: u32,
    /// The line, the move to play first.
    pub pv: Vec<Move>,
}

/// What a search came to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The move to play; `None` if there is none.
    pub best: Option<Move>,
    /// The answer it expects.
    pub ponder: Option<Move>,
    /// What the position is worth to the side to move.
    pub score: Score,
    /// The last depth that was searched to the end.
    pub depth: u32,
    /// Positions looked at by all threads.
    pub nodes: u64,
    /// The line.
    pub pv: Vec<Move>,
    /// A declaration of the entering king would win at once.
    pub declares: bool,
}
