//! Lions that take lions (LIO-1 to LIO-7 of the chu rules).

use koma_variants::{CounterStrike, LionRules, PawnBridge};

use crate::board::Board;
use crate::budget::afford;
use crate::legal::View;
use crate::{Man, Move, Square};

/// Why a lion may not be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LionRefusal {
    /// It is two squares away and guarded by this man.
    Protected { lion: Square, by: Square },
    /// A lion was taken just before, and this is another one.
    CounterStrike { lion: Square },
}

fn is_lion(rules: &LionRules, man: Man) -> bool {
    rules.lions.contains(&man.kind.index())
}

impl<B: Board> View<'_, B> {
    /// Why the rules about lions forbid a move.
    pub fn lion_refusal(self, mover: Man, mv: Move) -> Option<LionRefusal> {
        let lions = self.rules.variant.special.lions.as_ref()?;
        let from = mv.from()?;
        let enemy = |square: Square| self.board.man_at(square).filter(|man| man.side != mover.side);
        let first = mv.via().find_map(|square| enemy(square).map(|man| (square, man)));
        let last = enemy(mv.to()).map(|man| (mv.to(), man));
        if !is_lion(lions, mover) {
            let struck = self.state.and_then(|state| state.struck)?;
            let other = |&(square, man): &(Square, Man)| square != struck && is_lion(lions, man);
            let (lion, _) = first.into_iter().chain(last).find(other)?;
            let refused = match lions.counter_strike {
                CounterStrike::Allowed => false,
                CounterStrike::Forbidden => true,
                CounterStrike::Unguarded => self.guard_of(mover, from, None, lion).is_some(),
            };
            return refused.then_some(LionRefusal::CounterStrike { lion });
        }
        let (lion, _) = last.filter(|&(_, man)| is_lion(lions, man))?;
        if self.distance(from, lion) < 2 {
            return None;
        }
        let by = match first {
            None => self.guard_of(mover, from, None, lion)?,
            Some((_, man)) if !lions.baits.contains(&man.kind.index()) => return None,
            Some((square, man)) => {
                let bridge = lions.pawn_bridge == PawnBridge::Jcsa
                    && self.board.attacks(self.rules, square, man, lion);
                if bridge { square } else { self.guard_of(mover, from, Some(square), lion)? }
            }
        };
        Some(LionRefusal::Protected { lion, by })
    }

    /// The square where a move by no lion takes a lion: what binds the other side next.
    pub fn strikes(self, mover: Man, mv: Move) -> Option<Square> {
        let lions = self.rules.variant.special.lions.as_ref()?;
        if is_lion(lions, mover) {
            return None;
        }
        let lion = |&square: &Square| {
            let man = self.board.man_at(square);
            man.is_some_and(|man| man.side != mover.side && is_lion(lions, man))
        };
        mv.via().chain([mv.to()]).find(lion)
    }

    /// A man that could take back on `lion` once `mover` has gone there and `taken` is gone.
    fn guard_of(
        self,
        mover: Man,
        from: Square,
        taken: Option<Square>,
        lion: Square,
    ) -> Option<Square> {
        if !afford(self.rules.frame.size()) {
            return None;
        }
        let mut board = self.board.clone();
        board.take(self.rules, from);
        if let Some(taken) = taken {
            board.take(self.rules, taken);
        }
        board.take(self.rules, lion);
        board.put(self.rules, lion, mover);
        let after = View { board: &board, ..self };
        after.attackers(lion, mover.side.other()).first().copied()
    }

    /// King steps from one square to another.
    pub fn distance(self, a: Square, b: Square) -> u16 {
        let geometry = self.rules.geometry;
        let files = geometry.file(a).abs_diff(geometry.file(b));
        files.max(geometry.rank(a).abs_diff(geometry.rank(b)))
    }
}
