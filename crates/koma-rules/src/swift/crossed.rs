//! The survey where men hop, or move and take differently: a man that comes between can give
//! check as well as answer it, and two men can be pinned by one.
//!
//! Every enemy man on a line with the royal *binds* the side: it says where men may go so that it
//! does not attack the royal afterwards. Men between the two may be bound otherwise than the
//! rest. A move is legal if all bonds allow it.

use super::cpu::Cpu;
use super::survey::Survey;
use super::tables::Tables;
use crate::board::{CELLS, Planes, Set};

/// What one enemy man allows.
#[derive(Clone, Copy)]
struct Bond<const W: usize> {
    /// Where most men may go.
    targets: Set<W>,
    /// The men between it and the royal that are bound otherwise,
    men: Set<W>,
    /// and where they may go.
    instead: Set<W>,
}

impl<const W: usize> Bond<W> {
    /// Only these squares, whoever goes there.
    fn all(targets: Set<W>) -> Self {
        Self { targets, men: Set::EMPTY, instead: Set::EMPTY }
    }
}

/// [`Survey::of`] for a side whose royal must be guarded.
#[inline(always)]
pub(super) fn survey<P: Cpu, const W: usize, const C: usize>(
    cpu: P,
    tables: &Tables<W, C>,
    planes: &Planes<W, C>,
    cells: &[u8; CELLS],
    side: usize,
    royal: usize,
) -> Survey<W> {
    let mut survey = Survey::unbound(tables, planes, side, Some(royal));
    let (own, enemy) = (planes.sides[side], planes.sides[side ^ 1]);
    let enemy_tables = &tables.sides[side ^ 1];
    let without_royal = (own | enemy) ^ Set::of(royal);
    survey.free ^= Set::of(royal);
    each_bond(tables, planes, cells, side, royal, |bond| {
        survey.targets &= bond.targets;
        survey.drop_targets &= bond.targets;
        survey.free &= !bond.men;
    });
    let mut escapes = tables.sides[side].steps[tables.royal][royal] & !own;
    (enemy & enemy_tables.near[royal]).each(|man| {
        escapes &= !enemy_tables.steps[tables.class_in(cells[man])][man];
    });
    for group in 0..tables.groups {
        let near = tables.sliders(planes, group) & enemy & enemy_tables.slides_near[group][royal];
        near.each(|man| escapes &= !cpu.covers(tables, side ^ 1, group, man, without_royal));
    }
    survey.royal_targets = escapes;
    survey
}

/// Calls `each` with every man that is bound otherwise than the rest, and where it may go.
#[inline(always)]
pub(super) fn each_bound<const W: usize, const C: usize>(
    tables: &Tables<W, C>,
    planes: &Planes<W, C>,
    cells: &[u8; CELLS],
    side: usize,
    survey: &Survey<W>,
    mut each: impl FnMut(usize, Set<W>),
) {
    let Some(royal) = survey.royal else { return };
    let own = planes.sides[side];
    (own & !survey.free & !Set::of(royal)).each(|man| {
        let mut allowed = tables.board & !own;
        each_bond(tables, planes, cells, side, royal, |bond| {
            allowed &= if bond.men.has(man) { bond.instead } else { bond.targets };
        });
        each(man, allowed);
    });
}

/// Calls `each` with what every enemy man allows that attacks the royal, or could do so after one
/// move.
#[inline(always)]
fn each_bond<const W: usize, const C: usize>(
    tables: &Tables<W, C>,
    planes: &Planes<W, C>,
    cells: &[u8; CELLS],
    side: usize,
    royal: usize,
    mut each: impl FnMut(Bond<W>),
) {
    let (own, enemy) = (planes.sides[side], planes.sides[side ^ 1]);
    let (enemy_tables, occupied) = (&tables.sides[side ^ 1], own | enemy);
    (enemy & enemy_tables.near[royal]).each(|man| {
        if enemy_tables.steps[tables.class_in(cells[man])][man].has(royal) {
            each(Bond::all(Set::of(man)));
        }
    });
    for group in 0..tables.groups {
        let men = tables.sliders(planes, group) & enemy;
        (men & enemy_tables.slides_to[group][royal]).each(|man| {
            let between = tables.between(royal, man);
            let screen = between & occupied;
            let line = between | Set::of(man);
            if screen.is_empty() {
                each(Bond::all(line));
            } else if !screen.is_several() {
                each(Bond { targets: tables.board, men: screen & own, instead: line });
            }
        });
        (men & enemy_tables.hops_to[group][royal]).each(|man| {
            let between = tables.between(royal, man);
            let screen = between & occupied;
            // Whoever stays or comes between keeps the number of men there, or adds to it.
            let line = between & !occupied | Set::of(man);
            match screen.count() {
                0 => each(Bond::all(!between)),
                1 => each(Bond { targets: line, men: screen & own, instead: !between }),
                2 => each(Bond { targets: tables.board, men: screen & own, instead: line }),
                _ => {}
            }
        });
    }
}
