//! The check of a problem: what a composer wants to know beyond the mate itself.

use std::sync::atomic::AtomicBool;

use koma_rules::{KindId, Move, Position};

use super::dfpn::{Budget, FOREVER, Finding, Style};
use super::ground::Ground;
use super::length::Lines;
use super::{Progress, Solver};

/// What is to be said about a mate as a problem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    /// 余詰: other checks on the line that mate as well, in order.
    pub others: Vec<Other>,
    /// 駒余り: what the attacker still holds at the end of the line.
    pub left: Vec<(KindId, u16)>,
    /// Whether every other check was decided.
    pub complete: bool,
}

/// Another check that mates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Other {
    /// How many moves of the line come before it.
    pub after: usize,
    /// The check.
    pub mv: Move,
    /// The plies to the end, this move counted; at most so many.
    pub plies: u16,
}

impl Problem {
    /// Whether the problem has one solution but for its last move, and nothing is left over.
    pub fn is_clean(&self, line: &[Move]) -> bool {
        let before_last = |other: &&Other| other.after + 1 < line.len();
        self.complete && self.left.is_empty() && !self.others.iter().any(|o| before_last(&o))
    }
}

impl Solver {
    /// Looks for other mates beside every move of the attacker on a line that mates, with at most
    /// so many nodes in all. What [`Solver::solve`] just found out about the position is used.
    pub fn check(
        &mut self,
        position: &Position,
        line: &[Move],
        nodes: u64,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(Progress),
    ) -> Problem {
        let mut problem = Problem { complete: true, ..Problem::default() };
        let mut ground = Ground::new(position);
        let mut report = |nodes| progress(Progress { nodes });
        let mut budget = Budget::new(nodes, stop, &mut report);
        let mut checks = Vec::new();
        for (after, &solution) in line.iter().enumerate() {
            if ground.attacks() {
                ground.list(&mut checks);
                checks.sort_unstable();
                let share = budget.nodes + (nodes - budget.nodes.min(nodes)) / 4;
                for &mv in checks.iter().filter(|&&mv| mv != solution) {
                    budget.most = share.max(budget.nodes + 1000).min(nodes);
                    ground.make(mv);
                    let (table, paths) = (&mut self.table, &mut self.paths);
                    let mut lines = Lines::new(&mut ground, table, paths, &mut budget);
                    match lines.ask(FOREVER - 1, Style::Hardest) {
                        Finding::Mate { plies, .. } => {
                            problem.others.push(Other { after, mv, plies: plies + 1 });
                        }
                        Finding::NoMate => {}
                        Finding::Open => problem.complete = false,
                    }
                    ground.unmake();
                }
            }
            ground.make(solution);
        }
        let end = ground.position();
        let held = |&kind: &KindId| (kind, end.held(position.side(), kind));
        let order = position.rules().hand_order();
        problem.left = order.iter().map(held).filter(|&(_, count)| count > 0).collect();
        problem
    }
}
