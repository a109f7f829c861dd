//! The root: depth after depth, line after line.

use koma_rules::Move;
use koma_rules::field::Field;

use super::Worker;
use super::node::Task;
use crate::report::Bound;
use crate::score::{INFINITE, MATE, MATED, PLIES};

/// A move of the root.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub mv: Move,
    /// The score if the game knows it: the move ends it.
    pub ends: Option<i32>,
    score: i32,
    /// The score of the depth before.
    last: i32,
    nodes: u64,
    pv: Vec<Move>,
}

impl RootMove {
    pub fn new(mv: Move, ends: Option<i32>) -> Self {
        Self { mv, ends, score: -INFINITE, last: -INFINITE, nodes: 0, pv: vec![mv] }
    }
}

/// A line and its score.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub depth: u32,
    pub number: usize,
    pub score: i32,
    pub bound: Bound,
    pub pv: Vec<Move>,
}

impl<F: Field> Worker<'_, F> {
    /// Searches deeper and deeper. Tells every line it finds; gives the best.
    pub fn deepen(
        &mut self,
        mut moves: Vec<RootMove>,
        lines: usize,
        skew: u32,
        tell: &mut dyn FnMut(&Self, &Line),
    ) -> Line {
        let mut best = Line {
            depth: 0,
            number: 1,
            score: 0,
            bound: Bound::Exact,
            pv: moves.iter().map(|root| root.mv).take(1).collect(),
        };
        let deepest =
            self.shared.limits.depth.unwrap_or(PLIES as u32 - 20).clamp(1, PLIES as u32 - 20);
        let lines = lines.clamp(1, moves.len().max(1));
        let mut calm = Calm::default();
        for depth in 1..=deepest {
            // Threads beside the first skip a depth now and then, each another.
            if skew > 0 && (depth + skew).is_multiple_of(3 + skew % 3) && depth < deepest {
                continue;
            }
            for root in &mut moves {
                root.last = root.score;
            }
            for number in 0..lines {
                let found = self.line(&mut moves, number, depth, tell);
                if number == 0
                    && let Some(line) = found
                {
                    best = line;
                }
                if self.stopped {
                    break;
                }
            }
            if self.stopped || !self.leads {
                if self.stopped {
                    break;
                }
                continue;
            }
            let share = moves[0].nodes * 100 / self.nodes.max(1);
            if self.is_enough(&best, moves.len(), lines, calm.factor(&best, share)) {
                break;
            }
        }
        best
    }

    /// Searches one line at a depth, the moves of earlier lines aside, with a window round its last
    /// score.
    fn line(
        &mut self,
        moves: &mut [RootMove],
        number: usize,
        depth: u32,
        tell: &mut dyn FnMut(&Self, &Line),
    ) -> Option<Line> {
        let guess = moves[number].last;
        let mut width = self.shared.params.aspiration + guess.abs().min(3_000) / 50;
        let (mut alpha, mut beta) = if depth < 4 || guess.abs() >= MATED {
            (-INFINITE, INFINITE)
        } else {
            (guess - width, guess + width)
        };
        let mut less = 0;
        let mut kept = None;
        loop {
            self.seldepth = 0;
            let searched = (depth as i32 - less).max(1);
            let score = self.root(&mut moves[number..], alpha, beta, searched);
            // What was not searched keeps its order.
            moves[number..].sort_by_key(|root| std::cmp::Reverse(root.score));
            let line = |score: i32, bound: Bound| Line {
                depth,
                number: number + 1,
                score,
                bound,
                pv: moves[number].pv.clone(),
            };
            if self.stopped {
                // A new best move of an unfinished depth is better than that of the last.
                let root = &moves[number];
                if root.score > -INFINITE && root.score > alpha && root.score < beta {
                    kept = Some(line(root.score, Bound::Lower));
                }
                return kept;
            }
            if score > alpha && score < beta {
                let line = line(score, Bound::Exact);
                tell(self, &line);
                return Some(line);
            }
            let bound = if score <= alpha { Bound::Upper } else { Bound::Lower };
            let told = line(score, bound);
            if depth > 8 {
                tell(self, &told);
            }
            if score <= alpha {
                beta = i32::midpoint(alpha, beta);
                alpha = (score - width).max(-INFINITE);
                less = 0;
            } else {
                kept = Some(told);
                beta = (score + width).min(INFINITE);
                less = (less + 1).min(2);
            }
            width += width;
            if width > 2_000 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    fn root(&mut self, moves: &mut [RootMove], mut alpha: i32, beta: i32, depth: i32) -> i32 {
        self.visit(0);
        self.frame(0).pv.clear();
        let look = self.field.look();
        let in_check = self.field.in_check(&look);
        self.frame(0).eval = if in_check { -INFINITE } else { self.evaluate(0) };
        self.frame(2).killers = [Move::pass(); 2];
        let mut best = -INFINITE;
        for root in moves.iter_mut() {
            root.score = -INFINITE;
        }
        for (count, root) in moves.iter_mut().enumerate() {
            let before = self.nodes;
            let checks = self.field.gives_check(&look, root.mv);
            self.make(root.mv, 0);
            let task = |alpha: i32, beta: i32, depth: i32, cut: bool| Task {
                alpha: -beta,
                beta: -alpha,
                depth,
                ply: 1,
                cut,
            };
            let score = match root.ends {
                Some(score) => {
                    self.frame(1).pv.clear();
                    score
                }
                None if count == 0 => -self.node(task(alpha, beta, depth - 1, false)),
                None => {
                    let mut less = 0;
                    if depth >= 3 && count > 3 && !checks && !in_check {
                        less = (self.shared.reductions.get(depth, count) / 1024 - 1).max(0);
                    }
                    let mut score =
                        -self.node(task(alpha, alpha + 1, (depth - 1 - less).max(1), true));
                    if score > alpha && less > 0 && !self.stopped {
                        score = -self.node(task(alpha, alpha + 1, depth - 1, true));
                    }
                    if score > alpha && score < beta && !self.stopped {
                        score = -self.node(task(alpha, beta, depth - 1, false));
                    }
                    score
                }
            };
            self.unmake();
            root.nodes += self.nodes - before;
            if self.stopped {
                break;
            }
            if count == 0 || score > alpha {
                root.score = score;
                root.pv.clear();
                root.pv.push(root.mv);
                let rest = &self.frames[super::BEFORE + 1].pv;
                root.pv.extend_from_slice(rest);
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if score >= beta {
                break;
            }
        }
        best
    }

    /// Whether it knows enough to play: after a depth that was searched to its end. `factor` is how
    /// much of the time it should take, in hundredths.
    fn is_enough(&self, best: &Line, moves: usize, lines: usize, factor: u32) -> bool {
        let limits = self.shared.limits;
        if limits.infinite {
            return false;
        }
        let mate = MATE - best.score.abs();
        if limits.mate.is_some_and(|most| best.score >= MATED && mate <= most as i32) {
            return true;
        }
        // A mate is shortest once every shorter line was searched to the full.
        if lines == 1 && best.score.abs() >= MATED && best.depth as i32 > 2 * mate + 2 {
            return true;
        }
        if self.shared.budget.is_none() || limits.time.is_some_and(|t| t.move_time.is_some()) {
            return false;
        }
        if self.shared.control.pondering.load(std::sync::atomic::Ordering::Relaxed) {
            return false;
        }
        moves == 1 && best.depth >= 6
            || self.is_past(|budget| {
                // The next depth takes about as long as all before it.
                (budget.soft * factor / 100).min(budget.hard) * 6 / 10
            })
    }
}

/// How settled the best move is.
#[derive(Default)]
struct Calm {
    best: Option<Move>,
    score: i32,
    /// Depths since the best move changed.
    depths: u32,
}

impl Calm {
    /// How much time the move deserves, in hundredths, now that a depth is done. `share` is how
    /// much of the work went to the best move, in hundredths.
    fn factor(&mut self, best: &Line, share: u64) -> u32 {
        let changed = self.best != best.pv.first().copied();
        let fell = (self.score - best.score).clamp(0, 200) as u32;
        self.best = best.pv.first().copied();
        self.score = best.score;
        self.depths = if changed { 0 } else { self.depths + 1 };
        let settled = 130 - 8 * self.depths.min(8);
        let narrow = 160 - share.min(100) as u32;
        (settled + fell / 2) * narrow / 100
    }
}
