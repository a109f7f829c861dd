//! A node of the tree: principal variation search with everything that shortens it.

use koma_rules::Move;
use koma_rules::field::Field;

use super::history::NOWHERE;
use super::picker::{Aids, Picker, Scored};
use super::{Past, Worker};
use crate::report::Bound;
use crate::score::{INFINITE, MATE, MATED, MOST, PLIES, restored, stored};
use crate::table::{Entry, NO_EVAL};

/// A window and what is asked of a node.
#[derive(Clone, Copy)]
pub(super) struct Task {
    pub alpha: i32,
    pub beta: i32,
    pub depth: i32,
    pub ply: usize,
    /// A move is expected to reach beta.
    pub cut: bool,
}

impl Task {
    fn is_pv(self) -> bool {
        self.beta - self.alpha > 1
    }
}

/// What a node knows before its moves.
#[derive(Clone, Copy)]
struct Known {
    in_check: bool,
    /// The evaluation as it is; mended by what was learnt about its errors and by the table.
    raw: i32,
    eval: i32,
    improving: bool,
    hash: Option<Entry>,
}

/// The moves a node has tried, to be blamed if a later one is better: the first few of each.
#[derive(Default)]
pub(super) struct Tried {
    quiets: Vec<Move>,
    captures: Vec<Move>,
}

impl Tried {
    const MOST: usize = 32;

    fn note(&mut self, mv: Move, quiet: bool) {
        let moves = if quiet { &mut self.quiets } else { &mut self.captures };
        if moves.len() < Self::MOST {
            moves.push(mv);
        }
    }

    fn clear(&mut self) {
        self.quiets.clear();
        self.captures.clear();
    }
}

impl<F: Field> Worker<'_, F> {
    /// The score of the position at `task.ply` to the side to move.
    pub(super) fn node(&mut self, mut task: Task) -> i32 {
        if task.depth <= 0 {
            return self.quiesce(task.alpha, task.beta, 0, task.ply);
        }
        let ply = task.ply;
        self.frame(ply).pv.clear();
        self.visit(ply);
        if self.stopped {
            return 0;
        }
        if self.shared.ends.at_once
            && let Some(end) = self.field.end_at_once()
        {
            return self.shared.ends.over(end, self.side(), ply);
        }
        let look = self.field.look();
        let in_check = self.field.in_check(&look);
        self.note_check(in_check);
        if let Some(score) = self.end_by_history(in_check) {
            return score;
        }
        if ply >= PLIES {
            return if in_check { 0 } else { self.evaluate(ply) };
        }
        // A mate found nearer to the root is better than anything here.
        task.alpha = task.alpha.max(-MATE + ply as i32);
        task.beta = task.beta.min(MATE - ply as i32 - 1);
        if task.alpha >= task.beta {
            return task.alpha;
        }
        let excluded = self.frame(ply).excluded;
        let key = self.field.key() ^ excluded.map_or(0, |mv| u64::from(mv.pack()) << 16);
        let hash = self.shared.table.get(key);
        if let Some(score) = self.by_hash(task, hash) {
            self.confirm(task, hash, score);
            return score;
        }
        let known = self.know(task, in_check, hash);
        if !in_check && excluded.is_none() {
            if let Some(score) = self.by_eval(task, known) {
                return score;
            }
            if self.stopped {
                return 0;
            }
        }
        if task.depth >= 4 && hash.is_none_or(|hash| hash.mv == 0) && (task.is_pv() || task.cut) {
            task.depth -= 1;
        }
        let (best, best_move) = self.moves(task, &look, known);
        if self.stopped {
            return 0;
        }
        if excluded.is_none() {
            self.note_error(task, known, best, best_move);
        }
        if excluded.is_none() || best > -INFINITE {
            let bound = match best {
                _ if best >= task.beta => Bound::Lower,
                _ if task.is_pv() && best_move.is_some() && best > task.alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            let mv = best_move.map_or(0, Move::pack);
            let score = stored(best, ply);
            let eval = if in_check { NO_EVAL } else { known.raw };
            self.shared.table.put(key, Entry { mv, score, eval, depth: task.depth, bound });
        }
        best
    }

    pub(super) fn evaluate(&mut self, ply: usize) -> i32 {
        self.stack.score(self.shared.eval, &self.field, ply)
    }

    /// A score that is known already, for nodes off the principal variation.
    fn by_hash(&self, task: Task, hash: Option<Entry>) -> Option<i32> {
        let hash = hash.filter(|hash| !task.is_pv() && hash.depth >= task.depth)?;
        let score = restored(hash.score, task.ply);
        match hash.bound {
            Bound::Exact => Some(score),
            Bound::Lower => (score >= task.beta).then_some(score),
            Bound::Upper => (score <= task.alpha).then_some(score),
        }
    }

    /// A quiet move of the table was good enough once more.
    fn confirm(&mut self, task: Task, hash: Option<Entry>, score: i32) {
        let mv = hash.filter(|_| score >= task.beta).and_then(|hash| Move::unpack(hash.mv));
        if let Some(mv) = mv.filter(|&mv| !mv.promotes() && !self.takes(mv))
            && let Some(kind) = self.kind(mv)
        {
            let (side, before) = (self.side(), self.before(task.ply));
            let arrival = self.history.arrival(side, kind, mv.to());
            self.history.reward(side, mv, arrival, &before, bonus(task.depth) / 2);
        }
    }

    fn know(&mut self, task: Task, in_check: bool, hash: Option<Entry>) -> Known {
        let ply = task.ply;
        let raw = match hash.map(|hash| hash.eval).filter(|&eval| eval != NO_EVAL) {
            _ if in_check => -INFINITE,
            Some(eval) => eval,
            None => self.evaluate(ply),
        };
        let eval = if in_check { raw } else { self.mended(raw, ply) };
        self.frame(ply).eval = eval;
        self.frame(ply + 2).killers = [Move::pass(); 2];
        self.frame(ply + 1).cutoffs = 0;
        let earlier = |back: usize| self.frames[ply + super::BEFORE - back].eval;
        let improving = !in_check
            && match (earlier(2), earlier(4)) {
                _ if ply < 2 => true,
                (before, _) if before != -INFINITE => eval > before,
                (_, before) if ply >= 4 && before != -INFINITE => eval > before,
                _ => true,
            };
        // A bound from the table is a better guess than the evaluation.
        let mut better = eval;
        if let Some(hash) = hash.filter(|_| !in_check) {
            let score = restored(hash.score, ply);
            let fits = match hash.bound {
                Bound::Exact => true,
                Bound::Lower => score > eval,
                Bound::Upper => score < eval,
            };
            if fits && score.abs() < MATED {
                better = score;
            }
        }
        Known { in_check, raw, eval: better, improving, hash }
    }

    /// An evaluation, mended by how far those of similar positions were off.
    #[inline(always)]
    pub(super) fn mended(&self, eval: i32, ply: usize) -> i32 {
        let share = self.shared.params.correction;
        if share == 0 {
            return eval;
        }
        let error = self.history.error(self.side(), self.hands(), &self.before(ply));
        (eval + error / share).clamp(-MOST, MOST)
    }

    /// Stands for the men in hand.
    #[inline(always)]
    fn hands(&self) -> u64 {
        let position = self.field.position();
        position.key() ^ position.board_key()
    }

    /// Learns how far the evaluation of a node was off, if its score says so.
    fn note_error(&mut self, task: Task, known: Known, best: i32, best_move: Option<Move>) {
        let eval = self.frames[task.ply + super::BEFORE].eval;
        let says_nothing = known.in_check
            || best.abs() >= MATED
            || best_move.is_some_and(|mv| mv.promotes() || self.takes(mv))
            || best >= task.beta && best <= eval
            || best_move.is_none() && best >= eval;
        if says_nothing {
            return;
        }
        let by = ((best - eval) * task.depth.min(16) * 4).clamp(-2_048, 2_048);
        let before = self.before(task.ply);
        let (side, hands) = (self.side(), self.hands());
        self.history.note_error(side, hands, &before, by);
    }

    /// A score from the evaluation alone, or from what happens if the side does nothing.
    fn by_eval(&mut self, task: Task, known: Known) -> Option<i32> {
        let Task { alpha, beta, depth, ply, .. } = task;
        let params = self.shared.params;
        let eval = known.eval;
        if task.is_pv() || beta.abs() >= MATED || self.large && depth < 2 {
            return None;
        }
        if depth == 1 && eval + params.razor < alpha {
            let score = self.quiesce(alpha, alpha + 1, 0, ply);
            if score <= alpha {
                return Some(score);
            }
        }
        let margin = params.reverse_futility * (depth - i32::from(known.improving));
        if depth <= params.reverse_futility_depth && eval - margin >= beta && eval < MATED {
            return Some((eval + beta) / 2);
        }
        let passed = self.frames[ply + super::BEFORE - 1].mv.is_pass() && ply > 0;
        if depth >= 3
            && eval >= beta
            && !passed
            && self.may_pass()
            && known
                .hash
                .is_none_or(|hash| hash.bound != Bound::Upper || restored(hash.score, ply) >= beta)
        {
            let more = ((eval - beta) / params.null_margin).min(3);
            let reduced = depth - params.null_base - depth / params.null_slope - more;
            let score = self.passed(task, reduced);
            if self.stopped {
                return None;
            }
            if score >= beta {
                return Some(if score >= MATED { beta } else { score });
            }
        }
        self.by_capture(task, known)
    }

    /// A score from a capture that is good enough by far in a shallower search.
    fn by_capture(&mut self, task: Task, known: Known) -> Option<i32> {
        let Task { beta, depth, ply, .. } = task;
        let params = self.shared.params;
        let raised = beta + params.probcut - if known.improving { params.probcut / 4 } else { 0 };
        let doubtful = known
            .hash
            .is_some_and(|hash| hash.depth >= depth - 3 && restored(hash.score, ply) < raised);
        if params.probcut == 0 || depth < 5 || self.large || doubtful {
            return None;
        }
        let look = self.field.look();
        let before = self.before(ply);
        let lists = self.pool.pop().unwrap_or_default();
        let packed = known.hash.map_or(0, |hash| hash.mv);
        let mut picker = Picker::quiescent(lists, packed, false, false);
        let mut found = None;
        loop {
            let aids = Aids { history: self.history, eval: self.shared.eval, before };
            let Some(scored) = picker.next(&self.field, &look, &aids) else { break };
            let mv = scored.mv;
            if !self.field.exchange(mv, self.shared.eval.gains(), raised - known.eval) {
                continue;
            }
            self.make(mv, ply);
            let mut score = -self.quiesce(-raised, -raised + 1, 0, ply + 1);
            if score >= raised && !self.stopped {
                score = -self.node(child(raised - 1, raised, depth - 4, ply, !task.cut));
            }
            self.unmake();
            if self.stopped {
                break;
            }
            if score >= raised {
                let entry = Entry {
                    mv: mv.pack(),
                    score: stored(score, ply),
                    eval: known.raw,
                    depth: depth - 3,
                    bound: Bound::Lower,
                };
                self.shared.table.put(self.field.key(), entry);
                found = Some(score);
                break;
            }
        }
        self.pool.push(picker.into_lists());
        found
    }

    /// Whether doing nothing is worse than any move, as far as anybody knows.
    fn may_pass(&self) -> bool {
        let side = self.side();
        if self.field.rules().variant().drops.is_some() {
            return !self.field.position().is_placing(side);
        }
        let mut men = 0;
        self.field.each_man(side, |_, kind| men += i32::from(!self.shared.eval.is_royal(kind)));
        men >= 4
    }

    /// The score if the side passes its turn.
    fn passed(&mut self, task: Task, depth: i32) -> i32 {
        let ply = task.ply;
        let frame = self.frame(ply);
        (frame.mv, frame.arrival) = (Move::pass(), NOWHERE);
        self.stack.same(ply);
        self.field.pass_turn();
        self.past.push(Past { key: self.field.key(), check: false, idle: 0, null: true });
        let (alpha, beta) = (-task.beta, -task.beta + 1);
        let score = -self.node(Task { alpha, beta, depth, ply: ply + 1, cut: !task.cut });
        self.past.pop();
        self.field.pass_turn();
        score
    }

    /// Searches the moves of a node: the best score, and the move that raised alpha.
    fn moves(&mut self, task: Task, look: &F::Look, known: Known) -> (i32, Option<Move>) {
        let Task { beta, depth, ply, .. } = task;
        let mut alpha = task.alpha;
        let (mut best, mut best_move) = (-INFINITE, None);
        let (mut count, mut searched) = (0_usize, 0_usize);
        let mut tried = self.tried.pop().unwrap_or_default();
        tried.clear();
        let before = self.before(ply);
        let excluded = self.frame(ply).excluded;
        let killers = self.frame(ply).killers;
        let answer = self.history.answer(self.side(), before[0]);
        let lists = self.pool.pop().unwrap_or_default();
        let packed = known.hash.map_or(0, |hash| hash.mv);
        let mut picker =
            Picker::new(lists, packed, [killers[0], killers[1], answer], known.in_check);
        loop {
            let aids = Aids { history: self.history, eval: self.shared.eval, before };
            let Some(scored) = picker.next(&self.field, look, &aids) else { break };
            let mv = scored.mv;
            if Some(mv) == excluded {
                continue;
            }
            count += 1;
            let quiet = !mv.promotes() && !self.takes(mv);
            let checks = self.field.gives_check(look, mv);
            let history = self.history_of(mv, quiet, &before);
            if best > -MATED && !task.is_pv() | (count > 1) {
                let late =
                    self.is_hopeless(task, known, &scored, count, quiet.then_some(history), checks);
                picker.skip_quiets |= late == Hopeless::AllQuiets;
                if late != Hopeless::No {
                    continue;
                }
            }
            let extension = match self.extension(task, known, mv, count) {
                Ok(extension) => extension,
                Err(score) => {
                    self.pool.push(picker.into_lists());
                    self.tried.push(tried);
                    return (score, None);
                }
            };
            let new_depth = depth - 1 + extension;
            self.make(mv, ply);
            let mut score = -INFINITE;
            let mut full = searched > 0 || !task.is_pv();
            if depth >= 2 && searched > usize::from(task.is_pv()) && extension <= 0 {
                let reduced = self.reduce(task, known, count, quiet, checks, history);
                let less = (new_depth - reduced).clamp(1, new_depth.max(1));
                score = -self.node(child(alpha, alpha + 1, less, ply, true));
                full = score > alpha && less < new_depth;
            }
            if full && !self.stopped {
                score = -self.node(child(alpha, alpha + 1, new_depth, ply, !task.cut));
            }
            if task.is_pv() && (searched == 0 || score > alpha) && !self.stopped {
                score = -self.node(child(alpha, beta, new_depth, ply, false));
            }
            self.unmake();
            searched += 1;
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if task.is_pv() {
                        self.keep_line(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
            tried.note(mv, quiet);
        }
        self.pool.push(picker.into_lists());
        if count == 0 && !self.stopped {
            if excluded.is_some() {
                return (alpha, None);
            }
            let dropped = if ply == 0 { None } else { self.frame(ply - 1).mv.dropped() };
            let dropped = dropped.map(koma_rules::KindId::index);
            return (self.shared.ends.no_move(self.side(), ply, known.in_check, dropped), None);
        }
        if best == -INFINITE {
            // All that was not searched is below alpha.
            best = task.alpha;
        }
        if best >= beta
            && !self.stopped
            && let Some(mv) = best_move
        {
            self.learn(task, mv, &tried, &before);
        }
        self.tried.push(tried);
        if best_move.is_none() && !self.stopped && excluded.is_none() {
            self.praise_last(task);
        }
        (best, best_move)
    }

    /// Whether a move takes something.
    fn takes(&self, mv: Move) -> bool {
        mv.from().is_some()
            && (self.field.man_at(mv.to()).is_some_and(|man| man.side != self.side())
                || mv.via().any(|square| self.field.man_at(square).is_some()))
    }

    fn history_of(&self, mv: Move, quiet: bool, before: &[super::Arrival; 3]) -> i32 {
        let Some(kind) = self.kind(mv).filter(|_| quiet) else { return 0 };
        let arrival = self.history.arrival(self.side(), kind, mv.to());
        self.history.quiet(self.side(), mv, arrival, before)
    }

    /// Whether a move is not worth making.
    fn is_hopeless(
        &self,
        task: Task,
        known: Known,
        scored: &Scored,
        count: usize,
        quiet: Option<i32>,
        checks: bool,
    ) -> Hopeless {
        let params = self.shared.params;
        let depth = task.depth;
        let mv = scored.mv;
        if known.in_check && quiet.is_some() {
            return Hopeless::No;
        }
        if let Some(history) = quiet {
            let reduced = (depth - self.shared.reductions.get(depth, count) / 1024 - 1).max(0);
            let square = params.late_slope * depth * depth / if known.improving { 2 } else { 4 };
            let late = if self.large {
                params.large_quiets[0] + params.large_quiets[1] * depth
            } else {
                params.late_base + square
            };
            if depth <= params.late_depth && count as i32 > late {
                return Hopeless::AllQuiets;
            }
            if checks {
                return self.loses(mv, -params.exchange_capture * depth, depth);
            }
            if depth <= 4 && history < -params.history_prune * depth {
                return Hopeless::Yes;
            }
            let hope = known.eval + params.futility + params.futility_slope * reduced;
            if depth <= params.futility_depth && !known.in_check && hope <= task.alpha {
                return Hopeless::Yes;
            }
            return self.loses(mv, -params.exchange_quiet * depth * depth, depth);
        }
        self.loses(mv, -params.exchange_capture * depth, depth)
    }

    /// Whether the exchange a move begins loses more than `least`.
    fn loses(&self, mv: Move, least: i32, depth: i32) -> Hopeless {
        let lost = depth <= self.shared.params.exchange_depth
            && !self.field.exchange(mv, self.shared.eval.gains(), least);
        if lost { Hopeless::Yes } else { Hopeless::No }
    }

    /// How many plies deeper a move is searched: one, if it has no equal. An error is the score of a
    /// node with several moves that are good enough.
    fn extension(&mut self, task: Task, known: Known, mv: Move, count: usize) -> Result<i32, i32> {
        let Task { depth, ply, .. } = task;
        let params = self.shared.params;
        if ply > PLIES / 2 {
            return Ok(0);
        }
        if let Some(hash) = known.hash
            && count == 1
            && depth >= params.singular_depth
            && hash.mv == mv.pack()
            && hash.bound != Bound::Upper
            && hash.depth >= depth - 3
            && hash.score.abs() < MATED
            && self.frame(ply).excluded.is_none()
        {
            let least = restored(hash.score, ply) - params.singular_margin * depth;
            self.frame(ply).excluded = Some(mv);
            let half = (depth - 1) / 2;
            let others = Task { alpha: least - 1, beta: least, depth: half, ..task };
            let pv = std::mem::take(&mut self.frame(ply).pv);
            let score = self.node(others);
            self.frame(ply).pv = pv;
            self.frame(ply).excluded = None;
            return Ok(match () {
                () if self.stopped => 0,
                () if score < least => 1,
                () if least >= task.beta && !task.is_pv() => return Err(least),
                () if restored(hash.score, ply) >= task.beta => -1,
                () => 0,
            });
        }
        Ok(0)
    }

    /// How many plies less a late move is searched.
    fn reduce(
        &self,
        task: Task,
        known: Known,
        count: usize,
        quiet: bool,
        checks: bool,
        history: i32,
    ) -> i32 {
        let params = self.shared.params;
        let mut less = self.shared.reductions.get(task.depth, count);
        less -= if task.is_pv() { 1024 } else { 0 };
        less += if task.cut { params.reduction_cut } else { 0 };
        less += if known.improving { 0 } else { params.reduction_worse };
        less -= if checks || known.in_check { 1024 } else { 0 };
        let cutoffs = self.frames[task.ply + super::BEFORE + 1].cutoffs;
        less += if cutoffs > 3 { 512 } else { 0 };
        if quiet {
            less -= history * 1024 / params.reduction_history;
        } else {
            less -= 1024;
        }
        (less / 1024).max(0)
    }

    /// Puts a move before the line of the next ply.
    pub(super) fn keep_line(&mut self, ply: usize, mv: Move) {
        let next = std::mem::take(&mut self.frame(ply + 1).pv);
        let frame = self.frame(ply);
        frame.pv.clear();
        frame.pv.push(mv);
        frame.pv.extend_from_slice(&next);
        self.frame(ply + 1).pv = next;
    }

    /// A move was good enough: it is remembered, and those before it are blamed.
    fn learn(&mut self, task: Task, mv: Move, tried: &Tried, before: &[super::Arrival; 3]) {
        let side = self.side();
        let bonus = bonus(task.depth);
        self.frame(task.ply).cutoffs += 1;
        let arrival = |this: &Self, mv: Move| {
            this.kind(mv).map(|kind| this.history.arrival(side, kind, mv.to()))
        };
        if !mv.promotes() && !self.takes(mv) {
            let frame = self.frame(task.ply);
            if frame.killers[0] != mv {
                frame.killers = [mv, frame.killers[0]];
            }
            self.history.note_answer(side, before[0], mv);
            if let Some(place) = arrival(self, mv) {
                self.history.reward(side, mv, place, before, bonus);
            }
            for &other in &tried.quiets {
                if let Some(place) = arrival(self, other) {
                    self.history.reward(side, other, place, before, -bonus);
                }
            }
        } else {
            self.reward_capture(mv, bonus);
        }
        for &other in &tried.captures {
            self.reward_capture(other, -bonus);
        }
    }

    /// No answer to the last move was good enough: it was a good one.
    fn praise_last(&mut self, task: Task) {
        let last = &self.frames[task.ply + super::BEFORE - 1];
        let (mv, arrival) = (last.mv, last.arrival);
        let took = self.field.last().is_none_or(|undo| undo.victims().next().is_some());
        if !mv.is_pass() && arrival != NOWHERE && !mv.promotes() && !took {
            let (side, before) = (self.side().other(), self.before(task.ply - 1));
            self.history.reward(side, mv, arrival, &before, bonus(task.depth) / 2);
        }
    }

    fn reward_capture(&mut self, mv: Move, by: i32) {
        let Some(kind) = self.kind(mv) else { return };
        let victim = mv
            .via()
            .chain([mv.to()])
            .find_map(|square| self.field.man_at(square).filter(|man| man.side != self.side()));
        let arrival = self.history.arrival(self.side(), kind, mv.to());
        self.history.reward_capture(arrival, victim.map_or(kind, |man| man.kind), by);
    }
}

/// What a good move earns at a depth.
fn bonus(depth: i32) -> i32 {
    (140 * depth - 60).clamp(60, 1_700)
}

/// Whether a move is searched.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hopeless {
    No,
    Yes,
    /// Nor any quiet move after it.
    AllQuiets,
}

/// The task of the next ply.
fn child(alpha: i32, beta: i32, depth: i32, ply: usize, cut: bool) -> Task {
    Task { alpha: -beta, beta: -alpha, depth, ply: ply + 1, cut }
}
