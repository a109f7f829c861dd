//! What a side must know before it moves: checkers, pinned men, squares its royal may enter.

use super::cpu::Cpu;
use super::tables::Tables;
use crate::board::{CELLS, Planes, Set};

/// The state of the side to move.
pub(crate) struct Survey<const W: usize> {
    /// Where its royal may go.
    pub royal_targets: Set<W>,
    /// Where other men may go: everywhere, or where a check is answered.
    pub targets: Set<W>,
    /// Where men may be dropped, as far as checks are concerned.
    pub drop_targets: Set<W>,
    /// Men that are neither royal nor pinned.
    pub free: Set<W>,
    /// Pinned men with the slider that pins each.
    pins: [(u8, u8); 8],
    pin_count: usize,
    pub royal: Option<usize>,
}

impl<const W: usize> Survey<W> {
    /// Looks around for `side`.
    #[inline(always)]
    pub fn of<P: Cpu, const C: usize>(
        tables: &Tables<W, C>,
        planes: &Planes<W, C>,
        cells: &[u8; CELLS],
        side: usize,
    ) -> Self {
        let enemy_tables = &tables.sides[side ^ 1];
        let (own, enemy) = (planes.sides[side], planes.sides[side ^ 1]);
        let occupied = own | enemy;
        let everywhere = Self {
            royal_targets: Set::EMPTY,
            targets: tables.board & !own,
            drop_targets: tables.board & !occupied,
            free: own,
            pins: [(0, 0); 8],
            pin_count: 0,
            royal: None,
        };
        let Some(royal) = (planes.classes[tables.royal] & own).first() else { return everywhere };
        let mut survey = Self { royal: Some(royal), ..everywhere };
        let royal_bit = Set::of(royal);
        survey.free &= !royal_bit;

        let mut checkers = Set::EMPTY;
        let mut sliders = [Set::EMPTY; super::tables::GROUPS];
        for group in 0..tables.groups {
            sliders[group] = tables.sliders(planes, group) & enemy;
            for sniper in sliders[group] & enemy_tables.slides_to[group][royal] {
                let screen = tables.between(royal, sniper) & occupied;
                match screen.first() {
                    None => checkers |= Set::of(sniper),
                    Some(man) if own.has(man) && !screen.is_several() => {
                        survey.pins[survey.pin_count & 7] = (man as u8, sniper as u8);
                        survey.pin_count += 1;
                        survey.free &= !screen;
                    }
                    Some(_) => {}
                }
            }
        }
        let mut danger = Set::EMPTY;
        for man in enemy & enemy_tables.near[royal] {
            let steps = enemy_tables.steps[tables.class(usize::from(cells[man] - 1) >> 1)][man];
            danger |= steps;
            if steps.has(royal) {
                checkers |= Set::of(man);
            }
        }
        let mut escapes = tables.sides[side].steps[tables.royal][royal] & !own & !danger;
        if !escapes.is_empty() {
            for group in 0..tables.groups {
                for slider in sliders[group] & enemy_tables.slides_near[group][royal] {
                    escapes &= !P::slides(tables, side ^ 1, group, slider, occupied ^ royal_bit);
                }
            }
        }
        survey.royal_targets = escapes;
        if let Some(checker) = checkers.first() {
            let answers =
                if checkers.is_several() { Set::EMPTY } else { tables.between(royal, checker) };
            survey.drop_targets &= answers;
            survey.targets = answers | checkers;
            if checkers.is_several() {
                survey.targets = Set::EMPTY;
            }
            survey.pin_count = 0;
        }
        survey
    }

    /// The pinned men that may move along their line, and the squares they may go to.
    #[inline(always)]
    pub fn pinned<'a, const C: usize>(
        &'a self,
        tables: &'a Tables<W, C>,
    ) -> impl Iterator<Item = (usize, Set<W>)> + 'a {
        let royal = self.royal.unwrap_or(0);
        self.pins[..self.pin_count.min(8)].iter().map(move |&(man, sniper)| {
            let line = tables.between(royal, sniper.into()) | Set::of(sniper.into());
            (man.into(), line & self.targets)
        })
    }
}
