//! Quiescence: captures, promotions and first checks, until the position can be judged.

use koma_rules::Move;
use koma_rules::field::Field;

use super::Worker;
use super::picker::{Aids, Picker};
use crate::report::Bound;
use crate::score::{INFINITE, MATE, MATED, PLIES, restored, stored};
use crate::table::{Entry, NO_EVAL};

/// What entries of quiescence are worth: with checks, and without.
const DEPTH_CHECKS: i32 = 0;
const DEPTH: i32 = -1;

impl<F: Field> Worker<'_, F> {
    /// The score of a position by captures alone. `depth` is 0 at the first ply, and falls.
    pub(super) fn quiesce(&mut self, mut alpha: i32, beta: i32, depth: i32, ply: usize) -> i32 {
        let is_pv = beta - alpha > 1;
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
        if depth == 0
            && let Some(score) = self.end_by_history(in_check)
        {
            return score;
        }
        if ply >= PLIES {
            return if in_check { 0 } else { self.evaluate(ply) };
        }
        let key = self.field.key();
        let hash = self.shared.table.get(key);
        let worth = if depth == 0 { DEPTH_CHECKS } else { DEPTH };
        if let Some(hash) = hash.filter(|hash| !is_pv && hash.depth >= worth) {
            let score = restored(hash.score, ply);
            let fits = match hash.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if fits {
                return score;
            }
        }
        let (mut best, eval) = if in_check {
            (-INFINITE, NO_EVAL)
        } else {
            let known = hash.map(|hash| hash.eval).filter(|&eval| eval != NO_EVAL);
            let raw = known.unwrap_or_else(|| self.evaluate(ply));
            let eval = self.mended(raw, ply);
            let mut stands = eval;
            if let Some(hash) = hash {
                let score = restored(hash.score, ply);
                let fits = match hash.bound {
                    Bound::Exact => true,
                    Bound::Lower => score > eval,
                    Bound::Upper => score < eval,
                };
                if fits && score.abs() < MATED {
                    stands = score;
                }
            }
            if stands >= beta {
                return stands;
            }
            (stands, raw)
        };
        let first = alpha;
        alpha = alpha.max(best);
        let packed = hash.map_or(0, |hash| hash.mv);
        let window = (&mut alpha, beta, &mut best);
        let mv = self.captures(&look, packed, depth, ply, window, in_check);
        if self.stopped {
            return 0;
        }
        if in_check && best == -INFINITE {
            let dropped = if ply == 0 { None } else { self.frame(ply - 1).mv.dropped() };
            let dropped = dropped.map(koma_rules::KindId::index);
            return self.shared.ends.no_move(self.side(), ply, true, dropped);
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if is_pv && best > first => Bound::Exact,
            _ => Bound::Upper,
        };
        let packed = mv.map_or(0, Move::pack);
        let score = stored(best, ply);
        self.shared.table.put(key, Entry { mv: packed, score, eval, depth: worth, bound });
        best
    }

    /// Searches the moves of quiescence; gives the one that raised alpha.
    fn captures(
        &mut self,
        look: &F::Look,
        packed: u32,
        depth: i32,
        ply: usize,
        (alpha, beta, best): (&mut i32, i32, &mut i32),
        in_check: bool,
    ) -> Option<Move> {
        let is_pv = beta - *alpha > 1;
        let stands = *best;
        let before = self.before(ply);
        let lists = self.pool.pop().unwrap_or_default();
        let checks = depth == 0 && !self.large;
        let mut picker = Picker::quiescent(lists, packed, in_check, checks);
        let mut best_move = None;
        let (mut count, mut quiets) = (0, 0);
        let last = self.frames[ply + super::BEFORE - 1].mv.to();
        loop {
            let aids = Aids { history: self.history, eval: self.shared.eval, before };
            let Some(scored) = picker.next(&self.field, look, &aids) else { break };
            let mv = scored.mv;
            count += 1;
            if *best > -MATED {
                if in_check {
                    // A few quiet answers to a check are enough to see that there is one.
                    let victim = self.field.man_at(mv.to());
                    quiets += i32::from(victim.is_none());
                    if victim.is_none() && quiets > 3 && depth < 0 {
                        break;
                    }
                } else {
                    if self.large
                        && (count > self.shared.params.large_captures
                            || depth <= -4 && mv.to() != last)
                    {
                        break;
                    }
                    let hope = stands + self.shared.params.delta + self.gain(mv);
                    if mv.from().is_some() && hope <= *alpha && !self.field.gives_check(look, mv) {
                        *best = (*best).max(hope);
                        continue;
                    }
                    if !self.field.exchange(mv, self.shared.eval.gains(), 0) {
                        continue;
                    }
                }
            }
            self.make(mv, ply);
            let score = -self.quiesce(-beta, -*alpha, depth - 1, ply + 1);
            self.unmake();
            if self.stopped {
                break;
            }
            if score > *best {
                *best = score;
                if score > *alpha {
                    best_move = Some(mv);
                    if is_pv {
                        self.keep_line(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                    *alpha = score;
                }
            }
        }
        self.pool.push(picker.into_lists());
        debug_assert!(*best <= MATE, "scores stay in range");
        best_move
    }

    /// What a move could bring at most: what it takes, and what it turns into.
    fn gain(&self, mv: Move) -> i32 {
        let eval = self.shared.eval;
        let squares = mv.via().chain([mv.to()]).filter(|&square| Some(square) != mv.from());
        let victims = squares.filter_map(|square| self.field.man_at(square));
        let taken: i32 = victims
            .filter(|man| man.side != self.side())
            .map(|man| eval.gains().of(man.kind))
            .sum();
        let mover = mv.from().and_then(|from| self.field.man_at(from));
        let turned = mover.filter(|_| mv.promotes()).and_then(|man| {
            let promoted = self.field.rules().promoted(man.kind)?;
            Some(eval.value(promoted) - eval.value(man.kind))
        });
        taken + turned.unwrap_or(0)
    }
}
