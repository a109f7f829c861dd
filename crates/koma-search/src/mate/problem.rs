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
    /// 余詰: other checks on the line that mate as well, in order; then those of side lines, but
    /// for last moves.
    pub others: Vec<Other>,
    /// 駒余り: what the attacker still holds at the end of the line.
    pub left: Vec<(KindId, u16)>,
    /// Whether every other check on the line was decided.
    pub complete: bool,
    /// Whether every other check on every side line was.
    pub sides_complete: bool,
}

/// Another check that mates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Other {
    /// How many moves of the line come before it, or before the answer that leaves the line.
    pub after: usize,
    /// The side line: an answer that leaves the line, and the moves after it. Empty on the line.
    pub side: Vec<Move>,
    /// The check.
    pub mv: Move,
    /// The plies to the end, this move counted; at most so many.
    pub plies: u16,
    /// The plies to the end by the line, or the side line, itself.
    pub instead_of: usize,
}

impl Other {
    /// Whether it mates sooner (早詰).
    pub fn is_early(&self) -> bool {
        usize::from(self.plies) < self.instead_of
    }

    /// Whether it stands in place of the last move: every mate has several.
    pub fn is_last(&self) -> bool {
        self.instead_of == 1
    }
}

impl Problem {
    /// Whether the problem has one solution but for its last move, and nothing is left over. Side
    /// lines may have several.
    pub fn is_clean(&self) -> bool {
        let spoils = |other: &Other| other.side.is_empty() && !other.is_last();
        self.complete && self.left.is_empty() && !self.others.iter().any(spoils)
    }
}

impl Solver {
    /// Looks for other mates beside every move of the attacker on a line that mates, and on the
    /// lines that other answers lead to, with at most so many nodes for the line and as many for
    /// the others. What [`Solver::solve`] just found out about the position is used.
    pub fn check(
        &mut self,
        position: &Position,
        line: &[Move],
        nodes: u64,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(Progress),
    ) -> Problem {
        let mut ground = Ground::new(position);
        let mut report = |nodes| progress(Progress { nodes });
        let mut budget = Budget::new(nodes, stop, &mut report);
        let super::Mind { table, paths, glances } = &mut self.minds[self.last];
        let mut lines = Lines::new(&mut ground, table, paths, glances, &mut budget);
        let mut problem = Problem { sides_complete: true, ..Problem::default() };
        (problem.others, problem.complete) = lines.beside(line, false, nodes);
        let most = lines.budget.nodes.saturating_add(nodes);
        for (after, &mv) in line.iter().enumerate() {
            if !lines.ground.attacks() {
                problem.sides_complete &= lines.sides(line, after, most, &mut problem.others);
            }
            lines.ground.make(mv);
        }
        let end = lines.ground.position();
        let held = |&kind: &KindId| (kind, end.held(position.side(), kind));
        let order = position.rules().hand_order();
        problem.left = order.iter().map(held).filter(|&(_, count)| count > 0).collect();
        problem
    }
}

impl Lines<'_, '_> {
    /// The other mates beside the attacker's moves on a line from here, and whether all checks were
    /// decided before so many nodes were used.
    fn beside(&mut self, line: &[Move], but_last: bool, most: u64) -> (Vec<Other>, bool) {
        let (mut others, mut complete) = (Vec::new(), true);
        let mut checks = Vec::new();
        for (after, &solution) in line.iter().enumerate() {
            let instead_of = line.len() - after;
            if self.ground.attacks() && !(but_last && instead_of == 1) {
                self.ground.list(&mut checks);
                checks.sort_unstable();
                let share = self.budget.nodes + most.saturating_sub(self.budget.nodes) / 4;
                for &mv in checks.iter().filter(|&&mv| mv != solution) {
                    self.budget.most = share.max(self.budget.nodes + 1000).min(most);
                    self.ground.make(mv);
                    match self.ask(FOREVER - 1, Style::Half) {
                        Finding::Mate { plies, .. } => {
                            let plies = plies + 1;
                            others.push(Other { after, side: Vec::new(), mv, plies, instead_of });
                        }
                        Finding::NoMate => {}
                        Finding::Open => complete = false,
                    }
                    self.ground.unmake();
                }
            }
            self.ground.make(solution);
        }
        line.iter().for_each(|_| self.ground.unmake());
        (others, complete)
    }

    /// The same for every line that another answer leads to, here after so many moves of the line.
    fn sides(&mut self, line: &[Move], after: usize, most: u64, others: &mut Vec<Other>) -> bool {
        let mut complete = true;
        let mut answers = Vec::new();
        self.ground.list(&mut answers);
        answers.sort_unstable();
        for &answer in answers.iter().filter(|&&mv| mv != line[after]) {
            self.budget.most = most;
            if self.budget.is_spent() {
                return false;
            }
            self.ground.make(answer);
            let side = self.any_line();
            let (found, all) = self.beside(&side, true, most);
            complete &= all && !side.is_empty();
            self.ground.unmake();
            others.extend(found.into_iter().map(|other| {
                let mut moves = vec![answer];
                moves.extend_from_slice(&side[..other.after]);
                Other { after, side: moves, ..other }
            }));
        }
        complete
    }
}
