//! Legal moves by masks: for each man the squares it may go to, expanded by the caller.

use super::cpu::{Cpu, on_this_machine};
use super::crossed;
use super::drop_mate::is_drop_mate;
use super::survey::Survey;
use super::tables::{DropGroup, Guard, Tables};
use crate::board::{CELLS, Planes, Set, SetBoard};
use crate::{KindId, Move, Side, Square};

/// Moves that share their man.
pub(crate) enum Batch<const W: usize> {
    /// A man on the board: where it may go as it is, and where it may go and promote.
    Man { from: usize, plain: Set<W>, promoting: Set<W> },
    /// A man in hand, and what it is on the board.
    Drop { slot: usize, kind: usize, to: Set<W> },
}

/// Calls `each` with all legal moves of `side`.
#[inline(always)]
pub(crate) fn each_batch<P: Cpu, const W: usize, const C: usize>(
    cpu: P,
    tables: &Tables<W, C>,
    planes: &Planes<W, C>,
    cells: &[u8; CELLS],
    side: usize,
    each: impl FnMut(Batch<W>),
) {
    let survey = Survey::of(cpu, tables, planes, cells, side);
    each_surveyed(cpu, tables, planes, cells, side, &survey, each);
}

/// The same, of the men that a survey leaves.
#[inline(always)]
pub(crate) fn each_surveyed<P: Cpu, const W: usize, const C: usize>(
    cpu: P,
    tables: &Tables<W, C>,
    planes: &Planes<W, C>,
    cells: &[u8; CELLS],
    side: usize,
    survey: &Survey<W>,
    mut each: impl FnMut(Batch<W>),
) {
    if let Some(from) = survey.royal {
        each(Batch::Man { from, plain: survey.royal_targets, promoting: Set::EMPTY });
    }
    survey.free.each(|from| each(man(cpu, tables, planes, cells, side, from, survey.targets)));
    survey.each_pinned(tables, |from, line| {
        each(man(cpu, tables, planes, cells, side, from, line));
    });
    if tables.guard.knows_more() {
        each_otherwise(cpu, tables, planes, cells, side, survey, &mut each);
    }
    if planes.held[side] == 0 || survey.drop_targets.is_empty() {
        return;
    }
    for group in &tables.sides[side].drops {
        let held = planes.held[side] & group.slots;
        if held == 0 {
            continue;
        }
        let to = drop_region(cpu, tables, planes, cells, side, group, survey.drop_targets);
        Set::<1>([u64::from(held)]).each(|slot| {
            let kind = tables.dropped(group, slot);
            each(Batch::Drop { slot, kind, to });
        });
    }
}

impl<const W: usize, const C: usize> SetBoard<W, C> {
    /// Appends all legal moves of a side.
    pub fn legal_moves(&self, side: Side, moves: &mut Vec<Move>) {
        on_this_machine!(cpu => cpu.list(&self.tables, self, side as usize, moves));
    }
}

/// Appends all legal moves.
#[inline(always)]
pub(crate) fn list<P: Cpu, const W: usize, const C: usize>(
    cpu: P,
    tables: &Tables<W, C>,
    board: &SetBoard<W, C>,
    side: usize,
    moves: &mut Vec<Move>,
) {
    let square = |index: usize| Square(index as u16);
    each_batch(cpu, tables, &board.planes, &board.cells, side, |batch| match batch {
        Batch::Man { from, plain, promoting } => {
            moves.extend(plain.map(|to| Move::board(square(from), square(to), false)));
            moves.extend(promoting.map(|to| Move::board(square(from), square(to), true)));
        }
        Batch::Drop { kind, to, .. } => {
            let kind = KindId(kind as u16);
            moves.extend(to.map(|to| Move::drop(kind, square(to))));
        }
    });
}

/// The moves of one man that is not royal, to `targets` at most.
#[inline(always)]
pub(crate) fn man<P: Cpu, const W: usize, const C: usize>(
    cpu: P,
    tables: &Tables<W, C>,
    planes: &Planes<W, C>,
    cells: &[u8; CELLS],
    side: usize,
    from: usize,
    targets: Set<W>,
) -> Batch<W> {
    let class = tables.class_in(cells[from]);
    let own = &tables.sides[side];
    let mut reach = own.steps[class][from];
    if let Some(group) = tables.group(class) {
        reach |= cpu.slides(tables, side, group, from, planes.sides[0] | planes.sides[1]);
    }
    reach &= targets;
    let leaves = tables.promotes_on_leaving && own.zone[class].has(from);
    let mut promoting = if leaves { reach } else { reach & own.zone[class] };
    if tables.only_captures {
        promoting &= planes.sides[side ^ 1];
    }
    let withheld = if tables.promotion_forced { promoting } else { own.forced[class] };
    Batch::Man { from, plain: reach & !withheld, promoting: promoting | reach & own.forced[class] }
}

/// Calls `each` with the moves that only [`Guard::Last`] and [`Guard::Crossed`] know: of men bound
/// by hoppers, and promotions to a second royal that a check or a pin would forbid. With them the
/// first needs no guard any more.
#[inline(always)]
pub(crate) fn each_otherwise<P: Cpu, const W: usize, const C: usize>(
    cpu: P,
    tables: &Tables<W, C>,
    planes: &Planes<W, C>,
    cells: &[u8; CELLS],
    side: usize,
    survey: &Survey<W>,
    mut each: impl FnMut(Batch<W>),
) {
    let own = planes.sides[side];
    let heirs = tables.heirs.union(planes) & own;
    if tables.guard == Guard::Crossed {
        crossed::each_bound(tables, planes, cells, side, survey, |from, targets| {
            each(man(cpu, tables, planes, cells, side, from, targets));
        });
    }
    heirs.each(|from| {
        let mut bound = if survey.free.has(from) { survey.targets } else { Set::EMPTY };
        let mut note = |man: usize, targets: Set<W>| {
            if man == from {
                bound = targets;
            }
        };
        if tables.guard == Guard::Crossed {
            crossed::each_bound(tables, planes, cells, side, survey, note);
        } else {
            survey.each_pinned(tables, &mut note);
        }
        let others = tables.board & !own & !bound;
        if others.is_empty() {
            return;
        }
        let batch = man(cpu, tables, planes, cells, side, from, others);
        if let Batch::Man { promoting, .. } = batch
            && !promoting.is_empty()
        {
            each(Batch::Man { from, plain: Set::EMPTY, promoting });
        }
    });
}

/// Where the kinds of a group may be dropped.
#[inline(always)]
pub(crate) fn drop_region<P: Cpu, const W: usize, const C: usize>(
    cpu: P,
    tables: &Tables<W, C>,
    planes: &Planes<W, C>,
    cells: &[u8; CELLS],
    side: usize,
    group: &DropGroup<W>,
    targets: Set<W>,
) -> Set<W> {
    let mut region = targets & group.region;
    if region.is_empty() {
        return region;
    }
    if let Some((class, most)) = group.most_per_file {
        let crowd = planes.classes[class] & planes.sides[side];
        crowd.each(|man| {
            let file = tables.file[man];
            if most == 1 || (crowd & file).count() >= most {
                region &= !file;
            }
        });
    }
    if let Some(class) = group.no_mate {
        let royal = planes.classes[tables.royal] & planes.sides[side ^ 1];
        if let Some(royal) = royal.first() {
            for square in region & tables.sides[side].steps_to[class][royal] {
                if is_drop_mate(cpu, tables, planes, cells, side, class, square, royal) {
                    region &= !Set::of(square);
                }
            }
        }
    }
    region
}
