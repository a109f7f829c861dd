//! Endings that stop counting: a goal reached, a check that wins, a bare royal.

use super::tables::{Goal, Stuck, Tables};
use crate::bare::{Few, Remains, bare};
use crate::board::{Planes, Set};

impl<const W: usize, const C: usize> Tables<W, C> {
    /// Whether the game is over by one of the endings that look at the position alone, now that
    /// `moved` has moved. That both sides have royals is for the caller to see.
    #[inline(never)]
    pub fn is_over(&self, planes: &Planes<W, C>, moved: usize) -> bool {
        self.check_wins && self.gives_check(planes, moved)
            || self.goal.as_ref().is_some_and(|goal| self.is_goal_reached(goal, planes))
            || self.stuck.as_ref().is_some_and(|stuck| self.is_bare(stuck, planes, moved ^ 1))
    }

    /// Whether a side attacks a royal of the enemy.
    fn gives_check(&self, planes: &Planes<W, C>, side: usize) -> bool {
        let occupied = planes.sides[0] | planes.sides[1];
        let mut royals = planes.classes[self.royal] & planes.sides[side ^ 1];
        royals.any(|royal| self.is_attacked(planes, royal, side, occupied))
    }

    /// Whether a royal of either side has reached its goal.
    fn is_goal_reached(&self, goal: &Goal<W>, planes: &Planes<W, C>) -> bool {
        let occupied = planes.sides[0] | planes.sides[1];
        [0, 1].into_iter().any(|side| {
            let mut there = planes.classes[self.royal] & planes.sides[side] & goal.zone[side];
            there.any(|royal| !goal.safe || !self.is_attacked(planes, royal, side ^ 1, occupied))
        })
    }

    /// Whether a side is bare and the game over, with `side` to move.
    fn is_bare(&self, stuck: &Stuck<W, C>, planes: &Planes<W, C>, side: usize) -> bool {
        let live = |side: usize| {
            let classes = planes.classes.iter().zip(&stuck.classes[side]);
            classes.fold(Set::EMPTY, |all, (&men, &stuck)| all | men & !stuck) & planes.sides[side]
        };
        let is_several = |side: usize| {
            // Most of the time two men stand where nobody is stuck.
            (planes.sides[side] & !stuck.any[side]).is_several() || live(side).is_several()
        };
        if is_several(0) && is_several(1) {
            return false;
        }
        let royals = planes.classes[self.royal];
        let remains = |men: Set<W>| Remains {
            royals: Few::of(men & royals),
            strong: Few::of(men & !royals),
            men: men.count() as usize,
        };
        let occupied = planes.sides[0] | planes.sides[1];
        let takes = |target: usize| self.is_attacked(planes, target, side, occupied);
        bare(remains(live(side)), remains(live(side ^ 1)), takes).is_some()
    }
}
