//! Lengths and lines: the shortest mate, and the defence that lasts longest.

use koma_rules::Move;

use super::Verdict;
use super::dfpn::{Budget, FOREVER, Finding, Search, Style};
use super::ground::Ground;
use super::table::{Glances, Paths, Table};

/// Problems are made to be found: up to so many plies a mate is short.
const SHORT: u16 = 11;

/// What is tried first, and with how many nodes: any mate, then a short one. Lines that go on and on
/// can hide short mates.
const FIRST: [(u16, Style); 2] = [(FOREVER, Style::Half), (SHORT, Style::Half)];
const FIRST_NODES: u64 = 50_000;

/// Then two styles take turns: numbers that add up get three times as many nodes, which long
/// problems need, and the next pair twice as many again.
const TURNS: [(Style, u64); 2] = [(Style::Sum, 300_000), (Style::Half, 100_000)];

/// How many defences of equal length are played out to see what they leave in hand.
const TIES: u32 = 60;

/// What it takes to ask one question after another about a problem.
pub(super) struct Lines<'a, 'b> {
    pub ground: &'a mut Ground,
    pub table: &'a mut Table,
    pub paths: &'a mut Paths,
    pub glances: &'a mut Glances,
    pub budget: &'a mut Budget<'b>,
    /// Whether numbers add up where others take the hardest, and the other way round.
    pub otherwise: bool,
    ties: u32,
}

/// A mate played out.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// Its moves.
    pub moves: Vec<Move>,
    /// Whether no mate is shorter and no defence longer.
    pub shortest: bool,
    /// Whether it goes on to the mate, and was not broken off.
    complete: bool,
    /// The men the attacker holds at the end.
    left: u32,
}

impl<'a, 'b> Lines<'a, 'b> {
    pub fn new(
        ground: &'a mut Ground,
        table: &'a mut Table,
        paths: &'a mut Paths,
        glances: &'a mut Glances,
        budget: &'a mut Budget<'b>,
    ) -> Self {
        Self { ground, table, paths, glances, budget, otherwise: false, ties: TIES }
    }

    /// The verdict, and a mate if there is one.
    pub fn solve(&mut self, shortest: bool) -> (Verdict, Line) {
        let mut length = match self.ask_first() {
            Finding::Mate { plies, .. } => plies,
            Finding::NoMate => return (Verdict::NoMate, Line::default()),
            Finding::Open => return (Verdict::Unknown, Line::default()),
        };
        let mut exact = length == 1;
        while shortest && !exact {
            match self.ask(length - 2, Style::Sum) {
                Finding::Mate { plies, .. } => {
                    length = plies;
                    exact = length == 1;
                }
                Finding::NoMate => exact = true,
                Finding::Open => break,
            }
        }
        let line = self.line(length, exact);
        // Stopped on the way: a mate that cannot be played out is no answer.
        if line.complete { (Verdict::Mate, line) } else { (Verdict::Unknown, Line::default()) }
    }

    /// A shortest mate as is the custom of problems, where futile drops are not played and do not
    /// count. `None` if the budget did not suffice.
    pub fn by_custom(&mut self, full: &[Move]) -> Option<Vec<Move>> {
        if !self.ground.slots.compares() || full.len() < 3 {
            return Some(full.to_vec());
        }
        self.ground.by_custom = true;
        let mut length = full.len() as u16;
        let exact = loop {
            if length == 1 {
                break true;
            }
            match self.ask(length - 2, Style::Sum) {
                Finding::Mate { plies, .. } => length = plies,
                Finding::NoMate => break true,
                Finding::Open => break false,
            }
        };
        let is_shorter = usize::from(length) < full.len();
        let line = (exact && is_shorter).then(|| self.line(length, true));
        let line = line.filter(|line| line.complete).map(|line| line.moves);
        self.ground.by_custom = false;
        if is_shorter { line } else { exact.then(|| full.to_vec()) }
    }

    /// Some mate from here; empty if none is found.
    pub fn any_line(&mut self) -> Vec<Move> {
        let line = match self.ask(FOREVER, Style::Half) {
            Finding::Mate { plies, .. } => Some(self.line(plies, false)),
            _ => None,
        };
        line.filter(|line| line.complete).map(|line| line.moves).unwrap_or_default()
    }

    /// Whether there is a mate at all.
    fn ask_first(&mut self) -> Finding {
        let most = self.budget.most;
        for (plies, style) in FIRST {
            self.budget.most = most.min(self.budget.nodes.saturating_add(FIRST_NODES));
            let finding = self.ask(plies, style);
            self.budget.most = most;
            match finding {
                Finding::Mate { .. } => return finding,
                Finding::NoMate if plies == FOREVER => return finding,
                _ => {}
            }
        }
        for (turn, (style, nodes)) in TURNS.into_iter().cycle().enumerate() {
            let nodes = nodes << (turn / 2).min(30);
            self.budget.most = most.min(self.budget.nodes.saturating_add(nodes));
            let finding = self.ask(FOREVER, style);
            self.budget.most = most;
            if !matches!(finding, Finding::Open) || self.budget.is_spent() {
                return finding;
            }
        }
        Finding::Open
    }

    /// Whether there is a mate in so many plies from where we are.
    pub fn ask(&mut self, plies: u16, style: Style) -> Finding {
        let style = match style {
            Style::Half if self.otherwise => Style::Sum,
            Style::Sum if self.otherwise => Style::Half,
            style => style,
        };
        Search::new(self.ground, self.table, self.paths, self.glances, self.budget, style)
            .run(plies)
    }

    /// The same with as much again, whatever is left of the budget: for what was proved and may
    /// have been forgotten.
    fn ask_again(&mut self, plies: u16) -> Finding {
        let most = self.budget.most;
        self.budget.most = self.budget.nodes.saturating_add(most.max(1 << 20));
        let finding = self.ask(plies, Style::Sum);
        self.budget.most = most;
        finding
    }

    /// A mate of at most `length` plies, as far as its moves count. The attacker mates as fast as
    /// it can, the defender holds out as long as it can, and so that the attacker has the fewest
    /// men left.
    fn line(&mut self, mut length: u16, exact: bool) -> Line {
        let mut line = Line { shortest: exact, ..Line::default() };
        let mut rest = None;
        while let Finding::Mate { plies, best, answers } = self.ask_again(length) {
            length = plies;
            let mv = if self.ground.attacks() {
                best
            } else {
                let (longest, sure) = self.longest(answers, length, line.shortest);
                line.shortest &= sure;
                if longest.len() > 1 && self.ties > 0 {
                    rest = self.choose(&longest, length, line.shortest);
                    break;
                }
                longest.first().copied()
            };
            let Some(mv) = mv else {
                line.complete = !self.ground.attacks();
                break;
            };
            self.ground.make(mv);
            line.moves.push(mv);
            length -= 1;
        }
        line.left = self.ground.held();
        line.moves.iter().for_each(|_| self.ground.unmake());
        if let Some(rest) = rest {
            line.moves.extend(rest.moves);
            line.complete = rest.complete;
            (line.left, line.shortest) = (rest.left, line.shortest && rest.shortest);
        }
        line
    }

    /// Of several defences that last equally long the one that leaves the attacker the fewest men.
    fn choose(&mut self, answers: &[Move], length: u16, exact: bool) -> Option<Line> {
        let mut best: Option<Line> = None;
        for &mv in answers {
            if best.is_some() && self.ties == 0 {
                break;
            }
            self.ties = self.ties.saturating_sub(1);
            self.ground.make(mv);
            let mut line = self.line(length - 1, exact);
            self.ground.unmake();
            line.moves.insert(0, mv);
            if best.as_ref().is_none_or(|best| line.left < best.left) {
                best = Some(line);
            }
        }
        best
    }

    /// The answers that last longest, and whether they are known to.
    fn longest(
        &mut self,
        mut answers: Vec<(Move, u16)>,
        length: u16,
        exact: bool,
    ) -> (Vec<Move>, bool) {
        answers.sort_by_key(|&(_, plies)| std::cmp::Reverse(plies));
        let first: Vec<Move> = answers.first().map(|&(mv, _)| mv).into_iter().collect();
        if !exact || first.is_empty() {
            return (first, exact);
        }
        let mut longest = Vec::new();
        for &(mv, _) in answers.iter().take_while(|&&(_, plies)| plies + 1 >= length) {
            self.ground.make(mv);
            let finding =
                if length < 4 { Finding::NoMate } else { self.ask(length - 3, Style::Sum) };
            self.ground.unmake();
            match finding {
                Finding::NoMate => longest.push(mv),
                Finding::Mate { .. } => {}
                Finding::Open if longest.is_empty() => return (first, false),
                Finding::Open => {}
            }
        }
        if longest.is_empty() { (first, false) } else { (longest, true) }
    }
}
