//! Lengths and lines: the shortest mate, and the defence that lasts longest.

use koma_rules::Move;

use super::Verdict;
use super::dfpn::{Budget, FOREVER, Finding, Search};
use super::ground::Ground;
use super::table::{Paths, Table};

/// What is tried first: lengths, and how many nodes each may take.
const FIRST: [(u16, u64); 4] = [(FOREVER, 25_000), (5, 5_000), (9, 10_000), (13, 20_000)];

/// What it takes to ask one question after another about a problem.
pub(super) struct Lines<'a, 'b> {
    pub ground: &'a mut Ground,
    pub table: &'a mut Table,
    pub paths: &'a mut Paths,
    pub budget: &'a mut Budget<'b>,
}

impl Lines<'_, '_> {
    /// The verdict, a line, and whether its length is the shortest there is.
    pub fn solve(&mut self, shortest: bool) -> (Verdict, Vec<Move>, bool) {
        let mut length = match self.ask_first() {
            Finding::Mate { plies, .. } => plies,
            Finding::NoMate => return (Verdict::NoMate, Vec::new(), false),
            Finding::Open => return (Verdict::Unknown, Vec::new(), false),
        };
        let mut exact = length == 1;
        while shortest && !exact {
            match self.ask(length - 2) {
                Finding::Mate { plies, .. } => {
                    length = plies;
                    exact = length == 1;
                }
                Finding::NoMate => exact = true,
                Finding::Open => break,
            }
        }
        let (line, whole) = self.line(length, exact);
        (Verdict::Mate, line, exact && whole)
    }

    /// Whether there is a mate at all. If none shows itself soon, short ones are looked for: without
    /// a bound, lines that go on and on can hide them.
    fn ask_first(&mut self) -> Finding {
        let most = self.budget.most;
        for (plies, nodes) in FIRST {
            self.budget.most = most.min(self.budget.nodes.saturating_add(nodes));
            let finding = self.ask(plies);
            self.budget.most = most;
            match finding {
                Finding::Mate { .. } => return finding,
                Finding::NoMate if plies == FOREVER => return finding,
                _ => {}
            }
        }
        self.ask(FOREVER)
    }

    /// Whether there is a mate in so many plies from where we are.
    pub fn ask(&mut self, plies: u16) -> Finding {
        Search::new(self.ground, self.table, self.paths, self.budget).run(plies)
    }

    /// The same with as much again, whatever is left of the budget: for what was proved and may
    /// have been forgotten.
    fn ask_again(&mut self, plies: u16) -> Finding {
        let most = self.budget.most;
        self.budget.most = self.budget.nodes.saturating_add(most.max(1 << 20));
        let finding = self.ask(plies);
        self.budget.most = most;
        finding
    }

    /// A mate of at most `length` plies, played out, and whether the defender's answers are known
    /// to be the longest.
    fn line(&mut self, mut length: u16, exact: bool) -> (Vec<Move>, bool) {
        let mut line = Vec::new();
        let mut whole = exact;
        while let Finding::Mate { plies, best, answers } = self.ask_again(length) {
            length = plies;
            let mv = if self.ground.attacks() {
                best
            } else {
                let (mv, sure) = self.longest(answers, length, whole);
                whole &= sure;
                mv
            };
            let Some(mv) = mv else { break };
            self.ground.make(mv);
            line.push(mv);
            length -= 1;
        }
        line.iter().for_each(|_| self.ground.unmake());
        (line, whole)
    }

    /// The answer that lasts longest.
    fn longest(
        &mut self,
        mut answers: Vec<(Move, u16)>,
        length: u16,
        exact: bool,
    ) -> (Option<Move>, bool) {
        answers.sort_by_key(|&(_, plies)| std::cmp::Reverse(plies));
        let first = answers.first().map(|&(mv, _)| mv);
        if !exact || length < 4 {
            return (first, exact);
        }
        for &(mv, plies) in &answers {
            if plies + 1 < length {
                break;
            }
            self.ground.make(mv);
            let finding = self.ask(length - 3);
            self.ground.unmake();
            match finding {
                Finding::NoMate => return (Some(mv), true),
                Finding::Mate { .. } => {}
                Finding::Open => return (first, false),
            }
        }
        (first, false)
    }
}
