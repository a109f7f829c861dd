//! How games end, as a search asks: mate, no move, repetition, limits, goals.

use koma_rules::{End, Ruleset, Side};
use koma_variants::{Chase, DropMate, EndingKind, Outcome};

use crate::score::{BY_RULE, MATE};

/// The endings of a variant.
pub(crate) struct Ends {
    /// A position can be over as it stands.
    pub at_once: bool,
    mated: Option<Outcome>,
    stuck: Option<Outcome>,
    repeated: Option<(Chase, Outcome)>,
    /// How often a position of the game itself must have stood before it counts as repeated. In the
    /// tree once is enough: what can be done once can be done again.
    pub stood: usize,
    forbidden: Option<Chase>,
    move_limit: Option<(u32, Outcome)>,
    no_progress: Option<(u32, Outcome)>,
    /// Kinds that lose when they give mate by a drop.
    drop_loses: Vec<bool>,
}

/// What a repetition means to a search.
pub(crate) struct Cycle {
    /// The side to move gave check with every move of it.
    pub mover_checks: bool,
    /// The other side did.
    pub other_checks: bool,
}

impl Ends {
    pub fn of(rules: &Ruleset) -> Self {
        let variant = rules.variant();
        let find = |is: fn(&EndingKind) -> bool| {
            variant.endings.iter().find(|ending| is(&ending.kind)).map(|ending| ending.outcome)
        };
        let mut ends = Self {
            at_once: !variant.check_rules
                || variant.endings.iter().any(|ending| ending.kind.is_at_once()),
            mated: find(|kind| *kind == EndingKind::Checkmate),
            stuck: find(|kind| *kind == EndingKind::NoMove),
            repeated: None,
            stood: 1,
            forbidden: None,
            move_limit: None,
            no_progress: None,
            drop_loses: variant.kinds.iter().map(|k| k.drop_mate == DropMate::Loses).collect(),
        };
        for ending in &variant.endings {
            match &ending.kind {
                EndingKind::Repetition { chaser_loses, times } => {
                    ends.repeated = Some((*chaser_loses, ending.outcome));
                    ends.stood = usize::from(*times).saturating_sub(1).clamp(1, 2);
                }
                EndingKind::RepetitionForbidden { chaser, .. } => ends.forbidden = Some(*chaser),
                EndingKind::MoveLimit { plies } => ends.move_limit = Some((*plies, ending.outcome)),
                EndingKind::NoProgress { plies, .. } => {
                    ends.no_progress = Some((*plies, ending.outcome));
                }
                _ => {}
            }
        }
        ends
    }

    /// The score of a game that is over.
    pub fn over(&self, end: End, side: Side, ply: usize) -> i32 {
        won(end.winner.side(), side, MATE - ply as i32)
    }

    /// The score of a side without a legal move. `dropped` is the kind dropped last.
    pub fn no_move(&self, side: Side, ply: usize, checked: bool, dropped: Option<usize>) -> i32 {
        let most = MATE - ply as i32;
        if checked && dropped.is_some_and(|kind| self.drop_loses[kind]) {
            return most;
        }
        let outcome = if checked { self.mated } else { self.stuck };
        won(winner(outcome.unwrap_or(Outcome::Loss), side), side, most)
    }

    /// The score of a position that has stood before, if the rules say anything about it.
    pub fn repetition(&self, side: Side, cycle: &Cycle) -> Option<i32> {
        let chaser = match (cycle.mover_checks, cycle.other_checks) {
            (true, false) => Some(side),
            (false, true) => Some(side.other()),
            _ => None,
        };
        if let Some(chase) = self.forbidden {
            // The move that brought it about was illegal, or will be when it comes round again.
            return match (chase, chaser) {
                (Chase::Nothing, _) => Some(BY_RULE),
                (_, Some(chaser)) if chaser != side => Some(BY_RULE),
                _ => Some(0),
            };
        }
        let (chase, outcome) = self.repeated?;
        Some(match chaser {
            Some(chaser) if chase != Chase::Nothing => {
                if chaser == side {
                    -BY_RULE
                } else {
                    BY_RULE
                }
            }
            _ => won(winner(outcome, side), side, BY_RULE),
        })
    }

    /// The score of a game that has gone on too long: plies played, and without progress.
    pub fn too_long(&self, side: Side, played: u32, idle: u32) -> Option<i32> {
        let over = |limit: Option<(u32, Outcome)>, count: u32| {
            limit.filter(|&(plies, _)| count >= plies).map(|(_, outcome)| outcome)
        };
        let outcome = over(self.move_limit, played).or_else(|| over(self.no_progress, idle))?;
        Some(won(winner(outcome, side), side, BY_RULE))
    }
}

fn won(winner: Option<Side>, side: Side, most: i32) -> i32 {
    match winner {
        None => 0,
        Some(winner) if winner == side => most,
        Some(_) => -most,
    }
}

fn winner(outcome: Outcome, side: Side) -> Option<Side> {
    match outcome {
        Outcome::Loss => Some(side.other()),
        Outcome::Win => Some(side),
        Outcome::Draw => None,
        Outcome::FirstPlayerLoses => Some(Side::Gote),
        Outcome::SecondPlayerLoses => Some(Side::Sente),
    }
}
