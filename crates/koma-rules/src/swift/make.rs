//! Making the tables from the compiled kinds.

use super::along::{Along, Moves, index_offset};
use super::fits::AtOnce;
use super::lines::{Answers, Course, Line, LineShape};
use super::tables::{
    ClassPromotion, DropGroup, GROUPS, Goal, Guard, KindEntry, List, NONE, PerSquare, RAYS,
    SLIDER_GROUPS, SideTables, Slider, Slot, Stuck, Tables, UNIONS,
};
use crate::board::{CELLS, Set};
use crate::kinds::{KindRules, Leap, Squares};
use crate::ruleset::Core;
use crate::{Geometry, Side, Square};

impl<const W: usize, const C: usize> Tables<W, C> {
    /// The tables, or `None` where the fast way does not fit the variant.
    pub fn compile(core: &Core, ending: &AtOnce) -> Option<Self> {
        let (geometry, kinds) = (core.geometry, &core.kinds[..]);
        let shape_fits = geometry.squares() <= (64 * W).min(CELLS)
            && geometry.files() <= 12
            && geometry.ranks() <= 12
            && kinds.len() < CELLS - 1;
        if !shape_fits {
            return None;
        }
        let moves: Option<Vec<_>> = kinds.iter().map(|kind| Moves::of(geometry, kind)).collect();
        let moves = moves?;
        let plain = moves.iter().all(|moves| moves.along.iter().all(Along::is_slide));
        // A drop that may not give mate belongs to check rules, and gives check by a step.
        let fits = |(kind, moves): (&KindRules, &Moves)| {
            let steps = moves.along.is_empty();
            (!kind.royal || steps && kind.promotes_to.is_none())
                && (!kind.drop_mate_forbidden || steps && plain && core.variant.check_rules)
        };
        if !kinds.iter().zip(&moves).all(fits) {
            return None;
        }
        let classes = Classes::of(kinds, moves);
        let groups = Groups::of(&classes.moves);
        let royal = classes.royal()?;
        let hand_slots = hand_slots(kinds);
        let held = kinds.iter().enumerate().filter(|&(kind, _)| hand_slots[kind] != NONE).count();
        let most_groups = if plain { SLIDER_GROUPS } else { GROUPS };
        if classes.kinds.len() > C || groups.ways.len() > most_groups || held > C.min(32) {
            return None;
        }
        let mut entries = [KindEntry { class: NONE, promoted: NONE, hand: NONE }; CELLS];
        for (index, kind) in kinds.iter().enumerate() {
            entries[index] = KindEntry {
                class: classes.of_kind[index] as u8,
                promoted: kind.promotes_to.map_or(NONE, |to| to.0 as u8),
                hand: kind.in_hand.map_or(NONE, |held| hand_slots[held.index()]),
            };
        }
        let mut hand_kinds = [NONE; C];
        for (kind, &slot) in hand_slots.iter().enumerate().filter(|&(_, &slot)| slot != NONE) {
            hand_kinds[usize::from(slot)] = kind as u8;
        }
        let mut class_group = [NONE; C];
        let mut group_classes = [List::EMPTY; GROUPS];
        for (class, group) in groups.of_class.iter().enumerate() {
            if let Some(group) = *group {
                class_group[class] = group as u8;
                group_classes[group].push(class);
            }
        }
        let mut answers = Answers::default();
        let guard = guard(core, plain);
        let maker = Maker { core, classes: &classes, groups: &groups, royal, guard };
        let sides = Side::BOTH.map(|side| maker.side(side, kinds, &hand_slots, &mut answers));
        if sides.iter().any(|side: &SideTables<W, C>| side.unions.len() > UNIONS) {
            return None;
        }
        let same_file = |square| {
            let file = geometry.all().filter(move |&s| geometry.file(s) == geometry.file(square));
            file.map(Square::index).collect()
        };
        let rays = |(rows, cols)| {
            per_square(geometry, |square| ray(geometry, square, Side::Sente, rows, cols, u16::MAX))
        };
        let inside = |squares: &Squares, side| {
            geometry.all().filter(|&square| squares.has(square, side)).map(Square::index).collect()
        };
        let goal = match ending {
            AtOnce::Goal(zone, safe) => {
                Some(Goal { zone: Side::BOTH.map(|side| inside(zone, side)), safe: *safe })
            }
            _ => None,
        };
        let stuck = matches!(ending, AtOnce::Bare).then(|| {
            let mut stuck = Stuck { classes: [[Set::EMPTY; C]; 2], any: [Set::EMPTY; 2] };
            for (side, (class, kind)) in Side::BOTH
                .into_iter()
                .flat_map(|s| classes.kinds.iter().enumerate().map(move |k| (s, k)))
            {
                let squares = inside(&kind.dead, side);
                stuck.classes[side as usize][class] = squares;
                stuck.any[side as usize] |= squares;
            }
            stuck
        });
        let mut heirs = List::EMPTY;
        for (class, kind) in classes.kinds.iter().enumerate() {
            if is_heir(kinds, kind) {
                heirs.push(class);
            }
        }
        Some(Self {
            promotion_forced: core.variant.promotion.forced,
            promotes_on_leaving: core.facts.promotes_on_leaving,
            only_captures: core.variant.promotion.only_captures,
            check_wins: core.facts.check_wins,
            ends_at_once: core.facts.ends_at_once,
            guard,
            plain,
            goal,
            stuck,
            heirs,
            board: geometry.all().map(Square::index).collect(),
            kinds: entries,
            hand_kinds,
            classes: classes.kinds.len(),
            groups: groups.ways.len(),
            royal,
            class_group,
            group_classes,
            sides,
            between: between(geometry),
            file: Box::new(per_square(geometry, same_file)),
            rays: boxed(RAYS.into_iter().map(rays)),
            answers,
        })
    }
}

/// The slot of every kind that can be held.
fn hand_slots(kinds: &[KindRules]) -> Vec<u8> {
    let mut slots = vec![NONE; kinds.len()];
    let mut held: Vec<_> = kinds.iter().filter_map(|kind| kind.in_hand).collect();
    held.sort_unstable();
    held.dedup();
    for (slot, kind) in held.iter().enumerate() {
        slots[kind.index()] = slot as u8;
    }
    slots
}

/// Kinds sorted into classes.
struct Classes<'a> {
    of_kind: Vec<usize>,
    /// One kind of each class.
    kinds: Vec<&'a KindRules>,
    /// How the men of each class go.
    moves: Vec<Moves>,
}

impl<'a> Classes<'a> {
    fn of(kinds: &'a [KindRules], moves: Vec<Moves>) -> Self {
        let mut classes = Self { of_kind: Vec::new(), kinds: Vec::new(), moves: Vec::new() };
        for (kind, moves) in kinds.iter().zip(moves) {
            // A kind that counts on its file needs a set of its own.
            let counts = |kind: &KindRules| kind.most_per_file.is_some();
            let same = |class: &usize| {
                let other = classes.kinds[*class];
                !counts(kind)
                    && !counts(other)
                    && moves == classes.moves[*class]
                    && key(kind) == key(other)
                    && is_heir(kinds, kind) == is_heir(kinds, other)
            };
            let class = (0..classes.kinds.len()).find(same).unwrap_or_else(|| {
                classes.kinds.push(kind);
                classes.moves.push(moves);
                classes.kinds.len() - 1
            });
            classes.of_kind.push(class);
        }
        classes
    }

    /// The class of royals, if there is exactly one.
    fn royal(&self) -> Option<usize> {
        let mut royals = (0..self.kinds.len()).filter(|&class| self.kinds[class].royal);
        royals.next().filter(|_| royals.next().is_none())
    }
}

/// Whether a kind promotes to a royal.
fn is_heir(kinds: &[KindRules], kind: &KindRules) -> bool {
    kind.promotes_to.is_some_and(|to| kinds[to.index()].royal)
}

/// Which royals are guarded.
fn guard(core: &Core, plain: bool) -> Guard {
    match core.facts.royals_are_made {
        _ if !core.variant.check_rules => Guard::Nobody,
        _ if !plain => Guard::Crossed,
        true => Guard::Last,
        false => Guard::Only,
    }
}

/// What men of a class have in common, besides their moves.
fn key(kind: &KindRules) -> (&Squares, &Squares, bool, bool) {
    (&kind.zone, &kind.must_promote, kind.promotes_to.is_some(), kind.royal)
}

/// Classes sorted by how they go along lines.
struct Groups<'a> {
    of_class: Vec<Option<usize>>,
    ways: Vec<&'a [Along]>,
}

impl<'a> Groups<'a> {
    fn of(classes: &'a [Moves]) -> Self {
        let mut groups = Self { of_class: Vec::new(), ways: Vec::new() };
        for class in classes {
            let along = class.along.as_slice();
            let group = (!along.is_empty()).then(|| {
                groups.ways.iter().position(|&other| other == along).unwrap_or_else(|| {
                    groups.ways.push(along);
                    groups.ways.len() - 1
                })
            });
            groups.of_class.push(group);
        }
        groups
    }
}

struct Maker<'a> {
    core: &'a Core,
    classes: &'a Classes<'a>,
    groups: &'a Groups<'a>,
    royal: usize,
    guard: Guard,
}

impl Maker<'_> {
    fn side<const W: usize, const C: usize>(
        &self,
        side: Side,
        kinds: &[KindRules],
        hand_slots: &[u8],
        answers: &mut Answers,
    ) -> SideTables<W, C> {
        let geometry = self.core.geometry;
        let (classes, groups) = (&self.classes.kinds, self.groups.ways.len());
        let leap = |from, leap: &Leap| geometry.offset(from, side, leap.rows, leap.cols);
        let steps: Box<[PerSquare<W>; C]> = boxed(self.classes.moves.iter().map(|class| {
            per_square(geometry, |from| {
                class.leaps.iter().filter_map(|l| leap(from, l)).map(Square::index).collect()
            })
        }));
        // Where the men of each group could take on the empty board, by slides or by hops.
        let lines = |hops: bool| -> Box<[PerSquare<W>; GROUPS]> {
            boxed(self.groups.ways.iter().map(|ways| {
                per_square(geometry, |from| {
                    let ways = ways.iter().filter(|way| way.takes() && way.hops == hops);
                    let ray =
                        |way: &Along| ray(geometry, from, side, way.rows, way.cols, way.limit);
                    ways.map(ray).fold(Set::EMPTY, |all, ray| all | ray)
                })
            }))
        };
        let (slides_empty, hops_empty) = (lines(false), lines(true));
        let steps_to: Box<[PerSquare<W>; C]> =
            boxed(steps.iter().take(classes.len()).map(|table| reversed(geometry, table)));
        let slides_to: Box<[PerSquare<W>; GROUPS]> =
            boxed(slides_empty.iter().take(groups).map(|table| reversed(geometry, table)));
        let hops_to: Box<[PerSquare<W>; GROUPS]> =
            boxed(hops_empty.iter().take(groups).map(|table| reversed(geometry, table)));
        let attackers = |class: usize, to: usize| {
            let slides = self.groups.of_class[class].map(|group| slides_to[group][to]);
            steps_to[class][to] | slides.unwrap_or(Set::EMPTY)
        };
        let checks_from = boxed((0..classes.len()).map(|class| {
            // Men that move alike may promote to different ones.
            let of_class = kinds.iter().zip(&self.classes.of_kind).filter(|(_, c)| **c == class);
            let promoted = of_class.filter_map(|(kind, _)| kind.promotes_to);
            let promoted: Vec<_> =
                promoted.map(|kind| self.classes.of_kind[kind.index()]).collect();
            per_square(geometry, |royal| {
                let after = promoted.iter().chain([&class]);
                let aims = after.fold(Set::EMPTY, |all, &c| all | attackers(c, royal.index()));
                aims.fold(Set::EMPTY, |all, square| all | attackers(class, square))
            })
        }));
        let squares_of = |squares: &Squares| {
            geometry.all().filter(|&square| squares.has(square, side)).map(Square::index).collect()
        };
        let mut zone = [Set::EMPTY; C];
        let mut forced = [Set::EMPTY; C];
        for (class, kind) in classes.iter().enumerate() {
            zone[class] = squares_of(&kind.zone);
            forced[class] = squares_of(&kind.must_promote);
        }
        let board: Set<W> = geometry.all().map(Square::index).collect();
        let optional = boxed((0..classes.len()).map(|class| {
            per_square(geometry, |from| {
                let leaves = self.core.facts.promotes_on_leaving && zone[class].has(from.index());
                let promoting = if leaves { board } else { zone[class] };
                if self.core.variant.promotion.forced {
                    Set::EMPTY
                } else {
                    promoting & !forced[class]
                }
            })
        }));
        let promotions = self.promotions(side, &optional);
        let near_zone = promotions.iter().flat_map(|promotion| &promotion.slots);
        let near_zone = near_zone.fold(Set::EMPTY, |all, slot| all | slot.from);
        let (unions, slots) = self.unions(side);
        let (lines, group_lines) = self.lines(side, answers);
        let sliders = self.groups.of_class.iter().enumerate().filter_map(|(class, group)| {
            let promotes =
                classes[class].promotes_to.is_some() && !self.core.variant.promotion.forced;
            Some(Slider { class: class as u8, group: (*group)? as u8, promotes })
        });
        let leaps_to = per_square(geometry, |to| {
            steps_to.iter().fold(Set::EMPTY, |all, table| all | table[to.index()])
        });
        SideTables {
            leaps_to: Box::new(leaps_to),
            near: Box::new(self.near(side, &steps_to[..])),
            slides_near: boxed(
                slides_to
                    .iter()
                    .zip(&*hops_to)
                    .take(groups)
                    .map(|(&a, &b)| self.near(side, &[a, b])),
            ),
            sliders: sliders.collect(),
            upward: slots.iter().filter(|slot| slot.up).count(),
            unions,
            slots,
            promotions,
            near_zone,
            drops: self.drops(side, kinds, hand_slots),
            group_rays: self.group_rays(side),
            steps,
            steps_to,
            slides_to,
            checks_from,
            slides_empty,
            hops_to,
            lines,
            group_lines,
            zone,
            forced,
            optional,
        }
    }

    /// For each square of the enemy royal: from where its square or a neighbour is attacked.
    fn near<const W: usize>(&self, side: Side, attackers: &[PerSquare<W>]) -> PerSquare<W> {
        let geometry = self.core.geometry;
        let royal = &self.classes.moves[self.royal];
        per_square(geometry, |square| {
            let goes = |l: &Leap| geometry.offset(square, side.other(), l.rows, l.cols);
            let haunts = royal.leaps.iter().filter_map(goes).chain([square]);
            haunts.fold(Set::EMPTY, |all, s| {
                attackers.iter().fold(all, |all, table| all | table[s.index()])
            })
        })
    }

    fn slot<const W: usize>(
        &self,
        side: Side,
        leap: Leap,
        union: usize,
        counts: impl Fn(Square, Square) -> bool,
    ) -> Slot<W> {
        let geometry = self.core.geometry;
        let target = |from| geometry.offset(from, side, leap.rows, leap.cols);
        let from = geometry.all().filter(|&from| target(from).is_some_and(|to| counts(from, to)));
        let by = index_offset(geometry, &leap);
        Slot {
            from: from.map(Square::index).collect(),
            by: by.unsigned_abs(),
            up: (by > 0) == (side == Side::Sente),
            union: union as u32,
        }
    }

    fn unions<const W: usize, const C: usize>(&self, side: Side) -> (Vec<List<C>>, Vec<Slot<W>>) {
        let steppers = self
            .classes
            .moves
            .iter()
            .enumerate()
            .filter(|&(class, _)| class != self.royal || self.guard != Guard::Only);
        let steppers: Vec<_> = steppers.collect();
        let mut leaps: Vec<Leap> =
            steppers.iter().flat_map(|(_, kind)| kind.leaps.clone()).collect();
        leaps.sort_unstable();
        leaps.dedup();
        let mut unions: Vec<List<C>> = Vec::new();
        let mut slots = Vec::new();
        for leap in leaps {
            let mut owners = List::EMPTY;
            steppers
                .iter()
                .filter(|(_, kind)| kind.leaps.contains(&leap))
                .for_each(|&(c, _)| owners.push(c));
            let union = unions.iter().position(|union| *union == owners).unwrap_or_else(|| {
                unions.push(owners);
                unions.len() - 1
            });
            slots.push(self.slot(side, leap, union, |_, _| true));
        }
        slots.sort_by_key(|slot: &Slot<W>| (!slot.up, slot.union));
        (unions, slots)
    }

    fn promotions<const W: usize, const C: usize>(
        &self,
        side: Side,
        optional: &[PerSquare<W>; C],
    ) -> Vec<ClassPromotion<W>> {
        let promotable =
            self.classes.kinds.iter().enumerate().filter(|(_, kind)| {
                kind.promotes_to.is_some() && !self.core.variant.promotion.forced
            });
        promotable
            .map(|(class, _)| (class, &self.classes.moves[class].leaps))
            .filter(|(_, leaps)| !leaps.is_empty())
            .map(|(class, leaps)| {
                let counts =
                    |from: Square, to: Square| optional[class][from.index()].has(to.index());
                let slots = leaps.iter().map(|&leap| self.slot(side, leap, 0, counts)).collect();
                ClassPromotion { class, slots }
            })
            .collect()
    }

    fn drops<const W: usize>(
        &self,
        side: Side,
        kinds: &[KindRules],
        hand_slots: &[u8],
    ) -> Vec<DropGroup<W>> {
        let mut groups: Vec<DropGroup<W>> = Vec::new();
        // What is held, and what it is on the board: the same, or its other side.
        let held = (0..kinds.len()).filter(|&held| hand_slots[held] != NONE);
        let drops = held.flat_map(|held| {
            let other = kinds[held].other_side.map(|other| (held, other.index(), true));
            [Some((held, held, false)), other].into_iter().flatten()
        });
        for (held, index, turned) in drops {
            let (kind, class) = (&kinds[index], self.classes.of_kind[index]);
            let region = self.core.geometry.all().filter(|&square| !kind.no_drop.has(square, side));
            let region: Set<W> = region.map(Square::index).collect();
            let slots = 1 << hand_slots[held];
            let most_per_file = kind.most_per_file.map(|most| (class, u64::from(most)));
            let no_mate = kind.drop_mate_forbidden.then_some(class);
            let plain = most_per_file.is_none() && no_mate.is_none();
            let same = |group: &&mut DropGroup<W>| {
                plain
                    && group.turned == turned
                    && group.region == region
                    && group.most_per_file.is_none()
                    && group.no_mate.is_none()
            };
            match groups.iter_mut().find(same) {
                Some(group) => group.slots |= slots,
                None => groups.push(DropGroup { slots, turned, region, most_per_file, no_mate }),
            }
        }
        groups
    }

    fn group_rays(&self, side: Side) -> [Vec<u8>; GROUPS] {
        let mut rays: [Vec<u8>; GROUPS] = Default::default();
        for (group, ways) in self.groups.ways.iter().enumerate() {
            let turned = |way: &Along| match side {
                Side::Sente => (way.rows, way.cols),
                Side::Gote => (-way.rows, -way.cols),
            };
            let direction = |way| RAYS.iter().position(|&ray| ray == turned(way));
            rays[group] = ways.iter().filter_map(direction).map(|d| d as u8).collect();
        }
        rays
    }

    /// The lines of every slider on every square; slides in opposite directions share their line.
    fn lines<const W: usize>(
        &self,
        side: Side,
        answers: &mut Answers,
    ) -> ([Vec<Line<W>>; GROUPS], [u8; GROUPS]) {
        let geometry = self.core.geometry;
        let mut lines: [Vec<Line<W>>; GROUPS] = Default::default();
        let mut counts = [0; GROUPS];
        for (group, ways) in self.groups.ways.iter().enumerate() {
            let toward = |rows: i16, cols: i16| {
                let turned = if side == Side::Sente { (rows, cols) } else { (-rows, -cols) };
                ways.iter().filter(move |way| (way.rows, way.cols) == turned)
            };
            // Half of the directions, all to higher indices; each stands for its opposite too.
            let used: Vec<_> = [(1, 0), (1, -1), (0, -1), (-1, -1)]
                .into_iter()
                .filter(|&(rows, cols)| toward(rows, cols).chain(toward(-rows, -cols)).count() > 0)
                .collect();
            counts[group] = used.len() as u8;
            for square in geometry.all() {
                for &(rows, cols) in &used {
                    let before = ray::<W>(geometry, square, Side::Sente, -rows, -cols, u16::MAX);
                    let after = ray::<W>(geometry, square, Side::Sente, rows, cols, u16::MAX);
                    let mask = before | after | Set::of(square.index());
                    let (up, down) = (|| toward(rows, cols), || toward(-rows, -cols));
                    let shape = |up, down| LineShape {
                        length: mask.count() as u32,
                        place: before.count() as u32,
                        up,
                        down,
                    };
                    let going = shape(
                        up().map(Course::going).collect(),
                        down().map(Course::going).collect(),
                    );
                    let taking = shape(
                        up().filter_map(Course::taking).collect(),
                        down().filter_map(Course::taking).collect(),
                    );
                    let (answers, covers) = (answers.of(going), answers.of(taking));
                    lines[group].push(Line { mask, answers, covers });
                }
            }
        }
        (lines, counts)
    }
}

/// An array on the heap, filled from the front; the rest is empty.
fn boxed<const W: usize, const N: usize>(
    tables: impl Iterator<Item = PerSquare<W>>,
) -> Box<[PerSquare<W>; N]> {
    let mut all: Vec<_> = tables.take(N).collect();
    all.resize(N, [Set::EMPTY; CELLS]);
    all.into_boxed_slice().try_into().expect("it has N tables")
}

fn per_square<const W: usize>(geometry: Geometry, make: impl Fn(Square) -> Set<W>) -> PerSquare<W> {
    let mut table = [Set::EMPTY; CELLS];
    for square in geometry.all() {
        table[square.index()] = make(square);
    }
    table
}

fn reversed<const W: usize>(geometry: Geometry, table: &PerSquare<W>) -> PerSquare<W> {
    per_square(geometry, |to| {
        geometry.all().map(Square::index).filter(|&from| table[from].has(to.index())).collect()
    })
}

fn ray<const W: usize>(
    geometry: Geometry,
    from: Square,
    side: Side,
    rows: i16,
    cols: i16,
    limit: u16,
) -> Set<W> {
    let next = |&square: &Square| geometry.offset(square, side, rows, cols);
    std::iter::successors(Some(from), next).skip(1).take(limit.into()).map(Square::index).collect()
}

fn between<const W: usize>(geometry: Geometry) -> Box<[PerSquare<W>; CELLS]> {
    let mut table: Box<[PerSquare<W>; CELLS]> = boxed(std::iter::empty());
    for from in geometry.all() {
        for (rows, cols) in RAYS {
            let mut passed = Set::EMPTY;
            let next = |&square: &Square| geometry.offset(square, Side::Sente, rows, cols);
            for to in std::iter::successors(Some(from), next).skip(1) {
                table[from.index()][to.index()] = passed;
                passed |= Set::of(to.index());
            }
        }
    }
    table
}
