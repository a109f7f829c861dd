//! What a side must know before it moves: checkers, pinned men, squares its royal may enter.

use super::cpu::Cpu;
use super::tables::{Guard, SLIDER_GROUPS, Tables};
use crate::board::{CELLS, Planes, Set};

/// The state of the side to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Survey<const W: usize> {
    /// Where the royal stands that it must guard. Without one all its royals move like other men.
    pub royal: Option<usize>,
    /// Where its royal may go.
    pub royal_targets: Set<W>,
    /// Where other men may go: everywhere, or where a check is answered.
    pub targets: Set<W>,
    /// Where men may be dropped, as far as checks are concerned.
    pub drop_targets: Set<W>,
    /// Men that are neither guarded nor pinned; in check only those that might answer it.
    pub free: Set<W>,
    /// Pinned men with the slider that pins each.
    pins: [(u8, u8); 8],
    pin_count: usize,
}

impl<const W: usize> Survey<W> {
    /// Looks around for `side`.
    #[inline(always)]
    pub fn of<P: Cpu, const C: usize>(
        cpu: P,
        tables: &Tables<W, C>,
        planes: &Planes<W, C>,
        cells: &[u8; CELLS],
        side: usize,
    ) -> Self {
        let royals = planes.classes[tables.royal] & planes.sides[side];
        match (tables.guard, tables.guarded(royals)) {
            (Guard::Crossed, Some(royal)) => cpu.survey(tables, planes, cells, side, royal),
            (_, royal) => Self::plain(cpu, tables, planes, cells, side, royal),
        }
    }

    /// What there is to say before anybody looks.
    #[inline(always)]
    pub fn unbound<const C: usize>(
        tables: &Tables<W, C>,
        planes: &Planes<W, C>,
        side: usize,
        royal: Option<usize>,
    ) -> Self {
        let own = planes.sides[side];
        Self {
            royal,
            royal_targets: Set::EMPTY,
            targets: tables.board & !own,
            drop_targets: tables.board & !(planes.sides[0] | planes.sides[1]),
            free: own,
            pins: [(0, 0); 8],
            pin_count: 0,
        }
    }

    /// [`Survey::of`] where all that goes along lines slides.
    #[inline(always)]
    pub fn plain<P: Cpu, const C: usize>(
        cpu: P,
        tables: &Tables<W, C>,
        planes: &Planes<W, C>,
        cells: &[u8; CELLS],
        side: usize,
        royal: Option<usize>,
    ) -> Self {
        let enemy_tables = &tables.sides[side ^ 1];
        let (own, enemy) = (planes.sides[side], planes.sides[side ^ 1]);
        let occupied = own | enemy;
        let mut survey = Self::unbound(tables, planes, side, royal);
        let Some(royal) = royal else { return survey };
        let royal_bit = Set::of(royal);
        survey.free ^= royal_bit;

        let mut checkers = Set::EMPTY;
        let mut leaping_checkers = Set::EMPTY;
        let mut sliders = [Set::EMPTY; SLIDER_GROUPS];
        for (group, sliders) in sliders.iter_mut().enumerate().take(tables.groups) {
            *sliders = tables.sliders(planes, group) & enemy;
            (*sliders & enemy_tables.slides_to[group][royal]).each(|sniper| {
                let screen = tables.between(royal, sniper) & occupied;
                match screen.first() {
                    None => checkers |= Set::of(sniper),
                    Some(man) if own.has(man) && !screen.is_several() => {
                        debug_assert!(survey.pin_count < 8, "one a direction");
                        survey.pins[survey.pin_count & 7] = (man as u8, sniper as u8);
                        survey.pin_count += 1;
                        survey.free ^= screen;
                    }
                    Some(_) => {}
                }
            });
        }
        let mut escapes = tables.sides[side].steps[tables.royal][royal] & !own;
        (enemy & enemy_tables.near[royal]).each(|man| {
            let steps = enemy_tables.steps[tables.class_in(cells[man])][man];
            escapes &= !steps;
            if steps.has(royal) {
                leaping_checkers |= Set::of(man);
            }
        });
        checkers |= leaping_checkers;
        if !escapes.is_empty() {
            for (group, &sliders) in sliders.iter().enumerate().take(tables.groups) {
                (sliders & enemy_tables.slides_near[group][royal]).each(|slider| {
                    escapes &= !cpu.slides(tables, side ^ 1, group, slider, occupied ^ royal_bit);
                });
            }
        }
        survey.royal_targets = escapes;
        if let Some(checker) = checkers.first() {
            survey.pin_count = 0;
            if checkers.is_several() {
                survey.targets = Set::EMPTY;
                survey.drop_targets = Set::EMPTY;
                survey.free = Set::EMPTY;
            } else {
                // Nothing can come between a leaper and its target, even along a line.
                let leaps = leaping_checkers.has(checker);
                let between = if leaps { Set::EMPTY } else { tables.between(royal, checker) };
                survey.targets = between | checkers;
                survey.drop_targets &= between;
                survey.free &= tables.might_reach(planes, side, survey.targets);
            }
        }
        survey
    }

    /// The pinned men that may move along their line, and the squares they may go to.
    /// ([`super::crossed`] has its own.)
    #[inline(always)]
    pub fn each_pinned<const C: usize>(
        &self,
        tables: &Tables<W, C>,
        mut each: impl FnMut(usize, Set<W>),
    ) {
        let Some(royal) = self.royal else { return };
        for &(man, sniper) in self.pins.iter().take(self.pin_count) {
            let sniper = usize::from(sniper) & (CELLS - 1);
            let line = tables.between(royal, sniper) | Set::of(sniper);
            each(usize::from(man) & (CELLS - 1), line & self.targets);
        }
    }
}
