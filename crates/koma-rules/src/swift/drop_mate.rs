//! 打ち歩詰め: whether a dropped man that checks by a step gives mate.

use super::cpu::Cpu;
use super::tables::Tables;
use crate::board::{CELLS, Planes, Set};

/// Whether dropping a man of `class` on `square` mates the enemy royal on `royal`.
///
/// The man checks by a step, so nothing can come between: the royal must go, or the man be taken.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "the processor is a token without size")]
pub(crate) fn is_drop_mate<P: Cpu, const W: usize, const C: usize>(
    cpu: P,
    tables: &Tables<W, C>,
    planes: &Planes<W, C>,
    cells: &[u8; CELLS],
    side: usize,
    class: usize,
    square: usize,
    royal: usize,
) -> bool {
    let (own_tables, enemy_tables) = (&tables.sides[side], &tables.sides[side ^ 1]);
    let (own, enemy) = (planes.sides[side], planes.sides[side ^ 1]);
    let dropped = Set::of(square);
    let occupied = own | enemy | dropped;
    let royal_bit = Set::of(royal);

    // The royal goes.
    let mut escapes =
        enemy_tables.steps[tables.royal][royal] & !enemy & !own_tables.steps[class][square];
    (own & own_tables.near[royal]).each(|man| {
        escapes &= !own_tables.steps[tables.class_in(cells[man])][man];
    });
    for group in 0..tables.groups {
        let sliders = tables.sliders(planes, group) & own & own_tables.slides_near[group][royal];
        sliders.each(|slider| {
            escapes &= !cpu.slides(tables, side, group, slider, occupied ^ royal_bit);
        });
    }
    if !escapes.is_empty() {
        return false;
    }

    // The man is taken by another man, which must not uncover the royal.
    let mut takers = Set::EMPTY;
    for class in (0..tables.classes).filter(|&class| class != tables.royal) {
        takers |= enemy_tables.steps_to[class][square] & planes.classes[class];
    }
    for group in 0..tables.groups {
        for slider in tables.sliders(planes, group) & enemy & enemy_tables.slides_to[group][square]
        {
            if (tables.between(square, slider) & occupied).is_empty() {
                takers |= Set::of(slider);
            }
        }
    }
    takers &= enemy;
    // The dropped man itself is not among `planes`, so it is gone once taken.
    !takers
        .into_iter()
        .any(|taker| !tables.is_attacked(planes, royal, side, occupied ^ Set::of(taker)))
}
