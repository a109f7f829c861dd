//! Whether one move is legal, without looking at any other.

use super::cpu;
use super::drop_mate::is_drop_mate;
use super::tables::{DropGroup, Guard, Tables};
use crate::board::{Set, SetBoard};
use crate::{Move, Side};

impl<const W: usize, const C: usize> Tables<W, C> {
    /// Whether `side` may make a move. Both royals stand, or were never there.
    pub fn is_legal(&self, board: &SetBoard<W, C>, side: Side, mv: Move) -> bool {
        let to = mv.to().index();
        if !self.board.has(to) {
            return false;
        }
        match (mv.from(), mv.dropped()) {
            (Some(from), _) => self.may_go(board, side as usize, from.index(), to, mv.promotes()),
            (None, Some(kind)) => self.may_drop(board, side as usize, kind.index(), to),
            (None, None) => false,
        }
    }

    fn may_go(
        &self,
        board: &SetBoard<W, C>,
        side: usize,
        from: usize,
        to: usize,
        promotes: bool,
    ) -> bool {
        let planes = &board.planes;
        let (own, enemy) = (planes.sides[side], planes.sides[side ^ 1]);
        if !own.has(from) || own.has(to) {
            return false;
        }
        let occupied = own | enemy;
        let class = self.class_in(board.cells[from]);
        let steps = self.sides[side].steps[class][from].has(to);
        let slides = || {
            self.group(class).is_some_and(|group| {
                if !self.plain {
                    return self.goes(side, group, from, occupied).has(to);
                }
                self.sides[side].slides_to[group][to].has(from)
                    && (self.between(from, to) & occupied).is_empty()
            })
        };
        if !steps && !slides() {
            return false;
        }
        let (zone, forced) = (self.sides[side].zone[class], self.sides[side].forced[class]);
        let may = (zone.has(to) || self.promotes_on_leaving && zone.has(from))
            && (enemy.has(to) || !self.only_captures);
        let must = forced.has(to) || may && self.promotion_forced;
        if if promotes { !may && !must } else { must } {
            return false;
        }
        if self.guard == Guard::Nobody {
            return true;
        }
        let after = (occupied ^ Set::of(from)) | Set::of(to);
        let mut royals = planes.classes[self.royal] & own & !Set::of(from);
        let kind = usize::from(board.cells[from] - 1) >> 1;
        if self.class(if promotes { self.promoted(kind) } else { kind }) == self.royal {
            royals |= Set::of(to);
        }
        let men = enemy & !Set::of(to);
        self.guarded(royals)
            .is_none_or(|royal| !self.attacks_royal(planes, royal, side ^ 1, men, after))
    }

    fn may_drop(&self, board: &SetBoard<W, C>, side: usize, kind: usize, to: usize) -> bool {
        let planes = &board.planes;
        let (own, enemy) = (planes.sides[side], planes.sides[side ^ 1]);
        let occupied = own | enemy;
        let Some(slot) = self.hand_slot(kind) else { return false };
        if planes.hands[side][slot] == 0 || occupied.has(to) {
            return false;
        }
        // A promoted man has the slot of what it is in hand, but few can be dropped themselves.
        let has_slot = |group: &&DropGroup<W>| {
            group.slots & 1 << slot != 0 && self.dropped(group, slot) == kind
        };
        let Some(group) = self.sides[side].drops.iter().find(has_slot) else { return false };
        if !group.region.has(to) {
            return false;
        }
        if let Some((class, most)) = group.most_per_file
            && (planes.classes[class] & own & self.file[to]).count() >= most
        {
            return false;
        }
        if self.guard == Guard::Nobody {
            return true;
        }
        let after = occupied | Set::of(to);
        if let Some(royal) = self.royal_of(board, side)
            && self.attacks_royal(planes, royal, side ^ 1, enemy, after)
        {
            return false;
        }
        let mates = group.no_mate.is_some_and(|class| {
            self.royal_of(board, side ^ 1).is_some_and(|royal| {
                self.sides[side].steps[class][to].has(royal)
                    && is_drop_mate(cpu::Any, self, planes, &board.cells, side, class, to, royal)
            })
        });
        !mates
    }

    /// Where a side's royal stands.
    #[inline]
    pub fn royal_of(&self, board: &SetBoard<W, C>, side: usize) -> Option<usize> {
        (board.planes.classes[self.royal] & board.planes.sides[side]).first()
    }
}
