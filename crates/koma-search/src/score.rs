//! Scores as the search counts them.

use crate::report::Score;

/// Above every score.
pub(crate) const INFINITE: i32 = 32_001;

/// Mate now; one less for every ply until it.
pub(crate) const MATE: i32 = 32_000;

/// Scores from here on are mates.
pub(crate) const MATED: i32 = MATE - 1_000;

/// Won by a rule about repetition, as far as the line shows: better than any evaluation, and no
/// mate.
pub(crate) const BY_RULE: i32 = 29_000;

/// The greatest evaluation.
pub(crate) const MOST: i32 = 25_000;

/// The deepest ply.
pub(crate) const PLIES: usize = 120;

/// A score as it is reported.
pub(crate) fn shown(score: i32) -> Score {
    if score >= MATED {
        Score::Mate(MATE - score)
    } else if score <= -MATED {
        Score::Mate(-(MATE + score))
    } else {
        Score::Cp(score)
    }
}

/// A score of a node at `ply` as it is stored: mates count from the node.
pub(crate) fn stored(score: i32, ply: usize) -> i32 {
    match score {
        MATED.. => score + ply as i32,
        ..=-31_000 => score - ply as i32,
        _ => score,
    }
}

/// A stored score as a node at `ply` sees it.
pub(crate) fn restored(score: i32, ply: usize) -> i32 {
    match score {
        MATED.. => score - ply as i32,
        ..=-31_000 => score + ply as i32,
        _ => score,
    }
}
