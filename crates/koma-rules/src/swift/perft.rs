//! Counting move sequences, leaves by sets.

use super::cpu::{Cpu, on_this_machine};
use super::generate::{Batch, drop_region, each_batch, each_otherwise};
use super::survey::Survey;
use super::tables::{Guard, Tables, UNIONS};
use crate::board::{CELLS, Planes, Set, SetBoard};

/// The number of legal sequences of `depth` moves.
pub(crate) fn perft<const W: usize, const C: usize>(
    board: &SetBoard<W, C>,
    side: usize,
    depth: u32,
) -> u64 {
    let (tables, mut cells) = (&*board.tables, board.cells);
    on_this_machine!(cpu => cpu.perft(tables, &board.planes, &mut cells, side, depth))
}

/// One node of the recursion. `depth` is at least 1.
#[inline(always)]
pub(crate) fn node<P: Cpu, const W: usize, const C: usize>(
    cpu: P,
    tables: &Tables<W, C>,
    planes: &Planes<W, C>,
    cells: &mut [u8; CELLS],
    side: usize,
    depth: u32,
) -> u64 {
    if depth == 1 {
        return count::<P, false, W, C>(cpu, tables, planes, cells, side);
    }
    let mut nodes = 0;
    let before = *cells;
    each_batch(cpu, tables, planes, &before, side, |batch| match batch {
        Batch::Man { from, plain, promoting } => {
            let kind = usize::from(cells[from] - 1) >> 1;
            let mut lifted = *planes;
            lifted.classes[tables.class(kind)] ^= Set::of(from);
            lifted.sides[side] ^= Set::of(from);
            cells[from] = 0;
            plain.each(|to| {
                nodes += arrive(cpu, tables, &lifted, cells, side, kind, to, depth);
            });
            if !promoting.is_empty() {
                let promoted = tables.promoted(kind);
                promoting.each(|to| {
                    nodes += arrive(cpu, tables, &lifted, cells, side, promoted, to, depth);
                });
            }
            cells[from] = before[from];
        }
        Batch::Drop { slot, kind, to } => {
            let mut lifted = *planes;
            lifted.spend(side, slot);
            to.each(|to| {
                nodes += arrive(cpu, tables, &lifted, cells, side, kind, to, depth);
            });
        }
    });
    nodes
}

/// Puts a man down, takes what stood there, goes on with the other side, and tidies up.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "the processor is a token without size")]
fn arrive<P: Cpu, const W: usize, const C: usize>(
    cpu: P,
    tables: &Tables<W, C>,
    lifted: &Planes<W, C>,
    cells: &mut [u8; CELLS],
    side: usize,
    kind: usize,
    to: usize,
    depth: u32,
) -> u64 {
    let mut planes = *lifted;
    let bit = Set::of(to);
    let taken = cells[to];
    if taken != 0 {
        let victim = usize::from(taken - 1) >> 1;
        let class = tables.class(victim);
        planes.classes[class] ^= bit;
        planes.sides[side ^ 1] ^= bit;
        if class == tables.royal && (planes.classes[class] & planes.sides[side ^ 1]).is_empty() {
            return 0; // The game is over.
        }
        if let Some(slot) = tables.hand_slot(victim) {
            planes.gain(side, slot);
        }
    }
    planes.classes[tables.class(kind)] ^= bit;
    planes.sides[side] ^= bit;
    if tables.ends_at_once && tables.is_over(&planes, side) {
        return 0;
    }
    cells[to] = crate::board::code(kind, side);
    let nodes = cpu.perft(tables, &planes, cells, side ^ 1, depth - 1);
    cells[to] = taken;
    nodes
}

/// The number of legal moves.
///
/// `OTHERWISE` is for the guards that know of more moves. It is compiled apart, so that the others
/// carry nothing of it.
#[inline(always)]
pub(crate) fn count<P: Cpu, const OTHERWISE: bool, const W: usize, const C: usize>(
    cpu: P,
    tables: &Tables<W, C>,
    planes: &Planes<W, C>,
    cells: &[u8; CELLS],
    side: usize,
) -> u64 {
    if !OTHERWISE && tables.guard.knows_more() {
        return cpu.count_otherwise(tables, planes, cells, side);
    }
    let own = &tables.sides[side];
    let occupied = planes.sides[0] | planes.sides[1];
    let survey = if OTHERWISE {
        Survey::of(cpu, tables, planes, cells, side)
    } else {
        let royals = planes.classes[tables.royal] & planes.sides[side];
        let royal = royals.first().filter(|_| tables.guard == Guard::Only);
        Survey::plain(cpu, tables, planes, cells, side, royal)
    };
    let mut moves = survey.royal_targets.count();

    if !survey.targets.is_empty() {
        moves += steps(tables, planes, &survey, side);
        for slider in &own.sliders {
            let (class, group) = (usize::from(slider.class), usize::from(slider.group));
            (planes.classes[class] & survey.free).each(|from| {
                let reach = cpu.slides(tables, side, group, from, occupied) & survey.targets;
                moves += reach.count();
                if slider.promotes {
                    moves += (reach & own.optional[class][from]).count();
                }
            });
        }
        survey.each_pinned(tables, |from, line| {
            let batch = super::generate::man(cpu, tables, planes, cells, side, from, line);
            if let Batch::Man { plain, promoting, .. } = batch {
                moves += plain.count() + promoting.count();
            }
        });
    }

    if OTHERWISE {
        each_otherwise(cpu, tables, planes, cells, side, &survey, |batch| {
            if let Batch::Man { plain, promoting, .. } = batch {
                moves += plain.count() + promoting.count();
            }
        });
    }

    let held = planes.held[side];
    if held != 0 && !survey.drop_targets.is_empty() {
        for group in &own.drops {
            let kinds = held & group.slots;
            if kinds != 0 {
                let region =
                    drop_region(cpu, tables, planes, cells, side, group, survey.drop_targets);
                moves += u64::from(kinds.count_ones()) * region.count();
            }
        }
    }
    moves
}

/// The number of steps of all men that are neither royal nor pinned.
#[inline(always)]
fn steps<const W: usize, const C: usize>(
    tables: &Tables<W, C>,
    planes: &Planes<W, C>,
    survey: &Survey<W>,
    side: usize,
) -> u64 {
    let own = &tables.sides[side];
    let mut steps = 0;
    let mut men = [Set::EMPTY; UNIONS];
    for (men, union) in men.iter_mut().zip(&own.unions) {
        *men = union.union(planes) & survey.free;
    }
    let (upward, downward) = own.slots.split_at(own.upward);
    for slot in upward {
        steps += (men[slot.union as usize % UNIONS] & slot.origins_upward(survey.targets)).count();
    }
    for slot in downward {
        steps +=
            (men[slot.union as usize % UNIONS] & slot.origins_downward(survey.targets)).count();
    }
    let near_zone = survey.free & own.near_zone;
    if !near_zone.is_empty() {
        for promotion in &own.promotions {
            let men = planes.classes[promotion.class] & near_zone;
            if !men.is_empty() {
                for slot in &promotion.slots {
                    steps += (men & slot.origins(survey.targets)).count();
                }
            }
        }
    }
    steps
}
