//! What threatens royals, by sets of attacked squares.

use std::sync::Arc;

use super::{Danger, Gains};
use crate::board::{Set, SetBoard};
use crate::swift::GROUPS;
use crate::swift::cpu::{Cpu, Task, run};
use crate::{Geometry, KindId, Square};

/// The squares around each square: three by three, moved inward at the edge.
pub(super) fn rings<const W: usize>(geometry: Geometry) -> Arc<[Set<W>]> {
    let (files, ranks) = (u16::from(geometry.files()), u16::from(geometry.ranks()));
    let inward = |place: u16, most: u16| place.clamp(2.min(most), most.saturating_sub(1).max(1));
    let ring = |square| {
        let file = inward(geometry.file(square), files);
        let rank = inward(geometry.rank(square), ranks);
        let around =
            (file - 1..=file + 1).flat_map(|file| (rank - 1..=rank + 1).map(move |r| (file, r)));
        around.filter_map(|(f, r)| geometry.square(f, r)).map(Square::index).collect()
    };
    geometry.all().map(ring).collect()
}

/// What threatens both sides; `None` unless each has exactly one royal.
pub(super) fn dangers<const W: usize, const C: usize>(
    board: &SetBoard<W, C>,
    rings: &[Set<W>],
    gains: &Gains,
    cheapest: Option<KindId>,
) -> Option<[Danger; 2]> {
    run(Looking { board, rings, gains, cheapest })
}

/// [`dangers`] as processors without bit gathering see them.
#[cfg(test)]
pub(super) fn dangers_anywhere<const W: usize, const C: usize>(
    board: &SetBoard<W, C>,
    rings: &[Set<W>],
    gains: &Gains,
    cheapest: Option<KindId>,
) -> Option<[Danger; 2]> {
    Looking { board, rings, gains, cheapest }.go(crate::swift::cpu::Any)
}

struct Looking<'a, const W: usize, const C: usize> {
    board: &'a SetBoard<W, C>,
    rings: &'a [Set<W>],
    gains: &'a Gains,
    cheapest: Option<KindId>,
}

impl<const W: usize, const C: usize> Task for Looking<'_, W, C> {
    type Out = Option<[Danger; 2]>;

    #[inline(always)]
    fn go<P: Cpu>(self, cpu: P) -> Self::Out {
        let Self { board, rings, gains, cheapest } = self;
        let royals = [0, 1].map(|side| {
            let royals = board.planes.classes[board.tables.royal] & board.planes.sides[side];
            royals.first().filter(|_| !royals.is_several())
        });
        let royals = [royals[0]?, royals[1]?];
        let around = royals.map(|royal| rings[royal]);
        let mut attacks = [Attacks::NONE; 2];
        for (side, attacks) in attacks.iter_mut().enumerate() {
            attacks.fill(cpu, board, side, around);
        }
        let cheapest = cheapest.and_then(|kind| board.tables.hand_slot(kind.index()));
        let mut dangers = [Danger::default(); 2];
        for side in [0, 1] {
            dangers[side] =
                danger(cpu, board, side, royals[side], around[side], &attacks, cheapest);
            dangers[side].hanging = hanging(board, side, &attacks, gains);
        }
        Some(dangers)
    }
}

/// What the men of a side attack.
struct Attacks<const W: usize, const C: usize> {
    /// All of them together.
    once: Set<W>,
    twice: Set<W>,
    /// Without the royal.
    guarded: Set<W>,
    classes: [Set<W>; C],
    /// Men that attack next to the enemy royal, and men besides the royal next to their own.
    attackers: u16,
    guards: u16,
    mobility: u16,
}

impl<const W: usize, const C: usize> Attacks<W, C> {
    const NONE: Self = Self {
        once: Set::EMPTY,
        twice: Set::EMPTY,
        guarded: Set::EMPTY,
        classes: [Set::EMPTY; C],
        attackers: 0,
        guards: 0,
        mobility: 0,
    };

    /// Adds all attacks of a side.
    #[inline(always)]
    fn fill<P: Cpu>(&mut self, cpu: P, board: &SetBoard<W, C>, side: usize, around: [Set<W>; 2]) {
        let (tables, planes) = (&*board.tables, &board.planes);
        let occupied = planes.sides[0] | planes.sides[1];
        let (own, near) = (planes.sides[side], [around[side ^ 1], around[side]]);
        for class in 0..tables.classes {
            let group = tables.group(class);
            let mut together = Set::EMPTY;
            (planes.classes[class] & own).each_at_length(|from| {
                let mut reach = tables.sides[side].steps[class][from];
                if let Some(group) = group {
                    reach |= cpu.covers(tables, side, group, from, occupied);
                }
                self.twice |= self.once & reach;
                self.once |= reach;
                together |= reach;
                if class != tables.royal {
                    self.mobility += (reach & !own).count() as u16;
                    self.attackers += u16::from(!(reach & near[0]).is_empty());
                    self.guards += u16::from(!(reach & near[1]).is_empty());
                }
            });
            if class != tables.royal {
                self.guarded |= together;
                self.classes[class] = together;
            }
        }
    }
}

#[inline(always)]
fn danger<P: Cpu, const W: usize, const C: usize>(
    cpu: P,
    board: &SetBoard<W, C>,
    side: usize,
    royal: usize,
    around: Set<W>,
    attacks: &[Attacks<W, C>; 2],
    cheapest: Option<usize>,
) -> Danger {
    let (tables, planes) = (&*board.tables, &board.planes);
    let by = side ^ 1;
    let (own, their) = (&attacks[side], &attacks[by]);
    let occupied = planes.sides[0] | planes.sides[1];
    let steps = tables.sides[side].steps[tables.royal][royal];
    let count = |set: Set<W>| set.count() as u16;
    // A man is safe where nobody takes it, or only the royal could and another man guards it.
    let unguarded = !own.guarded & !steps;
    let safe_to_go = (unguarded | !own.guarded & their.twice) & !planes.sides[by];
    let safe_to_drop = (unguarded | !own.guarded & their.once) & !occupied;
    // Groups of men that go along the same lines check from the same squares.
    let mut along = [Set::EMPTY; GROUPS];
    for (group, along) in along.iter_mut().enumerate().take(tables.groups) {
        *along = cpu.covers(tables, side, group, royal, occupied);
    }
    let mut checking = [Set::EMPTY; C];
    let (mut safe_checks, mut unsafe_checks) = (0, 0);
    for (class, checking) in checking.iter_mut().enumerate().take(tables.classes) {
        if class == tables.royal {
            continue;
        }
        let lines = tables.group(class).map_or(Set::EMPTY, |group| along[group]);
        *checking = tables.sides[side].steps[class][royal] | lines;
        let checks = their.classes[class] & *checking & !planes.sides[by];
        safe_checks += u16::from(!(checks & safe_to_go).is_empty());
        unsafe_checks += count(checks & !safe_to_go);
    }
    let (mut drop_checks, mut hand) = (0, 0);
    for group in &tables.sides[by].drops {
        let held = planes.held[by] & group.slots;
        Set::<1>([u64::from(held)]).each_at_length(|slot| {
            if Some(slot) == cheapest {
                return;
            }
            let class = tables.class(tables.dropped(group, slot));
            let checks = checking[class] & group.region & safe_to_drop;
            drop_checks += u16::from(!checks.is_empty());
            hand += u16::from(planes.hands[by][slot]);
        });
    }
    Danger {
        attackers: their.attackers,
        weak: count(around & their.once & !own.guarded),
        attacks: count(around & their.once) + count(around & their.twice),
        escapes: count(steps & !planes.sides[side] & !their.once),
        safe_checks,
        drop_checks,
        unsafe_checks,
        hand,
        guards: own.guards,
        mobility: own.mobility,
        hanging: 0,
    }
}

/// What the enemy of a side could take: whole men that nobody guards, half of men that cheaper ones
/// attack.
#[inline(always)]
fn hanging<const W: usize, const C: usize>(
    board: &SetBoard<W, C>,
    side: usize,
    attacks: &[Attacks<W, C>; 2],
    gains: &Gains,
) -> i32 {
    let (tables, planes) = (&*board.tables, &board.planes);
    let gain = |square: usize| gains.0[usize::from(board.cells[square] - 1) >> 1];
    let royals = planes.classes[tables.royal];
    let attacked = planes.sides[side] & attacks[side ^ 1].once & !royals;
    let mut sum = 0;
    (attacked & !attacks[side].once).each(|square| sum += gain(square));
    (attacked & attacks[side].once).each_at_length(|square| {
        let worth = gain(square);
        let mut cheaper = 0;
        for class in 0..tables.classes {
            if attacks[side ^ 1].classes[class].has(square) {
                let mut men = planes.classes[class] & planes.sides[side ^ 1];
                let price = men.next().map_or(0, gain);
                cheaper = cheaper.max(worth - price);
            }
        }
        sum += cheaper / 2;
    });
    sum
}
