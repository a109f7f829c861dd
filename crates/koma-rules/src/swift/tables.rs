//! The tables behind the fast way, made from the compiled kinds.

use koma_pieces::Mode;

use super::lines::{Answers, Line, LineShape};
use crate::board::{CELLS, HAND_KINDS, Planes, Set};
use crate::ruleset::{Facts, KindRules, Leap, Slide, Squares};
use crate::{Geometry, Side, Square};

/// The most ways of sliding.
pub(crate) const GROUPS: usize = 8;

/// No class, group, hand slot or kind.
const NONE: u8 = u8::MAX;

/// One set for every square.
type PerSquare<const W: usize> = Box<[Set<W>; CELLS]>;

/// Everything the hot loops look up.
#[derive(Debug)]
pub(crate) struct Tables<const W: usize, const C: usize> {
    pub facts: Facts,
    pub board: Set<W>,
    kinds: [KindEntry; CELLS],
    /// Number of classes and groups in use.
    pub classes: usize,
    pub groups: usize,
    pub royal: usize,
    class_group: [u8; C],
    /// The classes that slide in each group.
    group_classes: [u16; GROUPS],
    pub sides: [SideTables<W, C>; 2],
    /// `between[a * CELLS + b]`: the squares strictly between two squares of a line.
    between: Vec<Set<W>>,
    /// The file of each square.
    pub file: PerSquare<W>,
    /// Rays in the eight directions, for processors without bit gathering.
    rays: Vec<PerSquare<W>>,
    answers: Answers,
}

#[derive(Clone, Copy, Debug)]
struct KindEntry {
    class: u8,
    promoted: u8,
    hand: u8,
}

/// What depends on who moves.
#[derive(Debug)]
pub(crate) struct SideTables<const W: usize, const C: usize> {
    /// Squares a man of a class leaps to.
    pub steps: Vec<PerSquare<W>>,
    /// Squares from which a man of a class leaps to a square.
    pub steps_to: Vec<PerSquare<W>>,
    /// Squares from which a slider of a group reaches a square of the empty board.
    pub slides_to: Vec<PerSquare<W>>,
    /// What a slider of a group reaches on the empty board.
    slides_empty: Vec<PerSquare<W>>,
    /// Squares from which some man leaps to the enemy royal's square or a neighbour of it.
    pub near: PerSquare<W>,
    /// Squares from which a slider of a group might reach them.
    pub slides_near: Vec<PerSquare<W>>,
    lines: Vec<Line<W>>,
    /// `[group][square]`: the lines of a slider.
    line_ranges: Vec<[(u16, u16); CELLS]>,
    /// Directions of each group as indices of rays.
    group_rays: [Vec<u8>; GROUPS],
    pub unions: Vec<Union<W>>,
    pub promotions: Vec<ClassPromotion<W>>,
    pub zone: [Set<W>; C],
    pub forced: [Set<W>; C],
    pub sliders: Vec<Slider>,
    pub drops: Vec<DropGroup<W>>,
}

/// Men that own the same steps, and those steps.
#[derive(Debug)]
pub(crate) struct Union<const W: usize> {
    pub classes: Vec<u8>,
    pub slots: Vec<Slot<W>>,
}

/// A step offset.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot<const W: usize> {
    /// The squares from which it counts.
    pub from: Set<W>,
    /// How much higher (or lower) the index of the target is.
    pub by: i32,
}

impl<const W: usize> Slot<W> {
    /// The squares from which this step leads to one of `targets`.
    #[inline(always)]
    pub fn origins(&self, targets: Set<W>) -> Set<W> {
        let shifted = if self.by > 0 {
            targets.down(self.by as u32)
        } else {
            targets.up(self.by.unsigned_abs())
        };
        shifted & self.from
    }
}

/// The steps with which a class may promote or not: each counts once more.
#[derive(Debug)]
pub(crate) struct ClassPromotion<const W: usize> {
    pub class: usize,
    /// Squares from which any of the steps may promote.
    pub near_zone: Set<W>,
    pub slots: Vec<Slot<W>>,
}

/// A class that slides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slider {
    pub class: u8,
    pub group: u8,
    pub promotes: bool,
}

/// Kinds that may be dropped on the same squares.
#[derive(Debug)]
pub(crate) struct DropGroup<const W: usize> {
    /// Their hand slots.
    pub slots: u16,
    pub region: Set<W>,
    /// The class that may not be crowded on a file, and how many make a crowd.
    pub most_per_file: Option<(usize, u64)>,
    /// The class, if its drop may not give mate.
    pub no_mate: Option<usize>,
}

impl<const W: usize, const C: usize> Tables<W, C> {
    /// The tables, or `None` where the fast way does not fit the variant.
    pub fn compile(geometry: Geometry, kinds: &[KindRules], facts: Facts) -> Option<Self> {
        let shape_fits = geometry.squares() <= (64 * W).min(CELLS)
            && geometry.files() <= 12
            && geometry.ranks() <= 12
            && kinds.len() < CELLS - 1;
        if !shape_fits || !facts.check_rules || !kinds.iter().all(|kind| moves_fit(geometry, kind))
        {
            return None;
        }
        let classes = Classes::of(kinds);
        let groups = Groups::of(&classes.kinds);
        let royal = classes.royal()?;
        if classes.kinds.len() > C || groups.slides.len() > GROUPS {
            return None;
        }
        let hand_slots = hand_slots(kinds)?;
        let mut entries = [KindEntry { class: NONE, promoted: NONE, hand: NONE }; CELLS];
        for (index, kind) in kinds.iter().enumerate() {
            entries[index] = KindEntry {
                class: classes.of_kind[index] as u8,
                promoted: kind.promotes_to.map_or(NONE, |to| to.0 as u8),
                hand: kind.in_hand.map_or(NONE, |held| hand_slots[held.index()]),
            };
        }
        let mut class_group = [NONE; C];
        let mut group_classes = [0; GROUPS];
        for (class, group) in groups.of_class.iter().enumerate() {
            if let Some(group) = group {
                class_group[class] = *group as u8;
                group_classes[*group] |= 1 << class;
            }
        }
        let mut answers = Answers::default();
        let maker = Maker { geometry, facts, classes: &classes, groups: &groups, royal };
        let sides = Side::BOTH.map(|side| maker.side(side, kinds, &hand_slots, &mut answers));
        Some(Self {
            facts,
            board: geometry.all().map(Square::index).collect(),
            kinds: entries,
            classes: classes.kinds.len(),
            groups: groups.slides.len(),
            royal,
            class_group,
            group_classes,
            sides,
            between: between(geometry),
            file: per_square(geometry, |square| {
                geometry
                    .all()
                    .filter(|&s| geometry.file(s) == geometry.file(square))
                    .map(Square::index)
                    .collect()
            }),
            rays: RAYS
                .iter()
                .map(|&(rows, cols)| {
                    per_square(geometry, |s| ray(geometry, s, Side::Sente, rows, cols, u16::MAX))
                })
                .collect(),
            answers,
        })
    }

    #[inline(always)]
    pub fn class(&self, kind: usize) -> usize {
        self.kinds[kind & (CELLS - 1)].class as usize
    }

    /// The hand slot of a captured man of this kind.
    #[inline(always)]
    pub fn hand_slot(&self, kind: usize) -> Option<usize> {
        let slot = self.kinds[kind & (CELLS - 1)].hand;
        (slot != NONE).then_some(slot as usize)
    }

    /// The promoted side of a kind, which has one.
    #[inline(always)]
    pub fn promoted(&self, kind: usize) -> usize {
        self.kinds[kind & (CELLS - 1)].promoted as usize
    }

    /// The kind in a hand slot.
    pub fn kind_in_hand(&self, slot: usize) -> usize {
        let is_it = |entry: &KindEntry| entry.hand as usize == slot;
        self.kinds.iter().position(is_it).expect("every slot has its kind")
    }

    #[inline(always)]
    pub fn group(&self, class: usize) -> Option<usize> {
        let group = self.class_group[class];
        (group != NONE).then_some(group as usize)
    }

    /// All sliders of a group, of both sides.
    #[inline(always)]
    pub fn sliders(&self, planes: &Planes<W, C>, group: usize) -> Set<W> {
        let mut classes = self.group_classes[group];
        let mut all = Set::EMPTY;
        while classes != 0 {
            all |= planes.classes[classes.trailing_zeros() as usize % C];
            classes &= classes - 1;
        }
        all
    }

    #[inline(always)]
    pub fn between(&self, a: usize, b: usize) -> Set<W> {
        self.between[a * CELLS + b]
    }

    #[inline(always)]
    pub fn lines(&self, side: usize, group: usize, square: usize) -> &[Line<W>] {
        let side = &self.sides[side];
        let (start, end) = side.line_ranges[group][square];
        &side.lines[start as usize..end as usize]
    }

    #[inline(always)]
    pub fn answers(&self) -> &Answers {
        &self.answers
    }

    #[inline(always)]
    pub fn slides_by_rays(
        &self,
        side: usize,
        group: usize,
        square: usize,
        occupied: Set<W>,
    ) -> Set<W> {
        let tables = &self.sides[side];
        let mut reached = Set::EMPTY;
        for &direction in &tables.group_rays[group] {
            let rays = &self.rays[direction as usize];
            let ray = rays[square];
            let men = ray & occupied;
            let first = if RAY_IS_UP[direction as usize] { men.first() } else { men.last() };
            reached |= first.map_or(ray, |first| ray & !rays[first]);
        }
        reached & tables.slides_empty[group][square]
    }

    /// The squares a man of a class reaches, whoever stands there.
    pub fn reach(&self, side: usize, class: usize, square: usize, occupied: Set<W>) -> Set<W> {
        let slides =
            self.group(class).map(|group| self.slides_by_rays(side, group, square, occupied));
        self.sides[side].steps[class][square] | slides.unwrap_or(Set::EMPTY)
    }

    /// Whether a man of `by` attacks a square.
    pub fn is_attacked(
        &self,
        planes: &Planes<W, C>,
        target: usize,
        by: usize,
        occupied: Set<W>,
    ) -> bool {
        let men = planes.sides[by] & occupied;
        let tables = &self.sides[by];
        let steps = (0..self.classes).any(|class| {
            !(tables.steps_to[class][target] & planes.classes[class] & men).is_empty()
        });
        steps
            || (0..self.groups).any(|group| {
                let snipers = self.sliders(planes, group) & men & tables.slides_to[group][target];
                { snipers }.any(|sniper| (self.between(target, sniper) & occupied).is_empty())
            })
    }

    pub fn memory(&self) -> usize {
        let per_square = size_of::<[Set<W>; CELLS]>();
        let side = |side: &SideTables<W, C>| {
            (side.steps.len() * 2 + side.slides_to.len() * 3 + 1) * per_square
                + side.lines.len() * size_of::<Line<W>>()
                + side.line_ranges.len() * size_of::<[(u16, u16); CELLS]>()
        };
        size_of::<Self>()
            + self.sides.iter().map(side).sum::<usize>()
            + self.between.len() * size_of::<Set<W>>()
            + (self.rays.len() + 1) * per_square
            + self.answers.memory()
    }
}

/// The eight directions for Sente, and whether indices grow along them (files count from the
/// right, ranks from the top).
const RAYS: [(i16, i16); 8] =
    [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];
const RAY_IS_UP: [bool; 8] = [false, false, false, false, true, true, true, true];

/// Whether all moves of a kind are of the sort the fast way knows.
fn moves_fit(geometry: Geometry, kind: &KindRules) -> bool {
    let offset =
        |leap: &Leap| i32::from(leap.rows) - i32::from(leap.cols) * i32::from(geometry.ranks());
    let leaps = kind
        .leaps
        .iter()
        .all(|leap| leap.mode == Mode::Both && (1..=63).contains(&offset(leap).abs()));
    let slides = kind
        .slides
        .iter()
        .all(|slide| slide.mode == Mode::Both && RAYS.contains(&(slide.rows, slide.cols)));
    let royal = !kind.royal || kind.slides.is_empty() && kind.promotes_to.is_none();
    let drop_mate = !kind.drop_mate_forbidden || kind.slides.is_empty();
    leaps && slides && royal && drop_mate
}

/// The slot of every kind that can be held.
fn hand_slots(kinds: &[KindRules]) -> Option<Vec<u8>> {
    let mut slots = vec![NONE; kinds.len()];
    let mut held: Vec<_> = kinds.iter().filter_map(|kind| kind.in_hand).collect();
    held.sort_unstable();
    held.dedup();
    for (slot, kind) in held.iter().enumerate() {
        slots[kind.index()] = slot as u8;
    }
    (held.len() <= HAND_KINDS).then_some(slots)
}

/// Kinds sorted into classes.
struct Classes<'a> {
    of_kind: Vec<usize>,
    /// One kind of each class.
    kinds: Vec<&'a KindRules>,
}

impl<'a> Classes<'a> {
    fn of(kinds: &'a [KindRules]) -> Self {
        let mut classes = Self { of_kind: Vec::new(), kinds: Vec::new() };
        for kind in kinds {
            // A kind that counts on its file needs a set of its own.
            let same = |other: &&&KindRules| {
                kind.most_per_file.is_none()
                    && other.most_per_file.is_none()
                    && key(kind) == key(other)
            };
            let class = classes.kinds.iter().position(|other| same(&other)).unwrap_or_else(|| {
                classes.kinds.push(kind);
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

/// What men of a class have in common.
fn key(kind: &KindRules) -> (&[Leap], &[Slide], &Squares, &Squares, bool, bool) {
    let promotes = kind.promotes_to.is_some();
    (&kind.leaps, &kind.slides, &kind.zone, &kind.must_promote, promotes, kind.royal)
}

/// Classes sorted by how they slide.
struct Groups<'a> {
    of_class: Vec<Option<usize>>,
    slides: Vec<&'a [Slide]>,
}

impl<'a> Groups<'a> {
    fn of(classes: &[&'a KindRules]) -> Self {
        let mut groups = Self { of_class: Vec::new(), slides: Vec::new() };
        for class in classes {
            let slides = class.slides.as_slice();
            let group = (!slides.is_empty()).then(|| {
                groups.slides.iter().position(|&other| other == slides).unwrap_or_else(|| {
                    groups.slides.push(slides);
                    groups.slides.len() - 1
                })
            });
            groups.of_class.push(group);
        }
        groups
    }
}

struct Maker<'a> {
    geometry: Geometry,
    facts: Facts,
    classes: &'a Classes<'a>,
    groups: &'a Groups<'a>,
    royal: usize,
}

impl Maker<'_> {
    fn side<const W: usize, const C: usize>(
        &self,
        side: Side,
        kinds: &[KindRules],
        hand_slots: &[u8],
        answers: &mut Answers,
    ) -> SideTables<W, C> {
        let geometry = self.geometry;
        let leap = |from, leap: &Leap| geometry.offset(from, side, leap.rows, leap.cols);
        let steps: Vec<PerSquare<W>> = self
            .classes
            .kinds
            .iter()
            .map(|class| {
                per_square(geometry, |from| {
                    class.leaps.iter().filter_map(|l| leap(from, l)).map(Square::index).collect()
                })
            })
            .collect();
        let slides_empty: Vec<PerSquare<W>> = self
            .groups
            .slides
            .iter()
            .map(|slides| {
                per_square(geometry, |from| {
                    slides.iter().fold(Set::EMPTY, |set, slide| {
                        set | ray(geometry, from, side, slide.rows, slide.cols, slide.limit)
                    })
                })
            })
            .collect();
        let steps_to: Vec<_> = steps.iter().map(|table| reversed(geometry, table)).collect();
        let slides_to: Vec<_> =
            slides_empty.iter().map(|table| reversed(geometry, table)).collect();
        // Where the enemy royal may be next turn.
        let royal = self.classes.kinds[self.royal];
        let haunt = |square: Square| {
            let goes = |l: &Leap| geometry.offset(square, side.other(), l.rows, l.cols);
            royal
                .leaps
                .iter()
                .filter_map(goes)
                .chain([square])
                .map(Square::index)
                .collect::<Vec<_>>()
        };
        let attackers = |tables: &[PerSquare<W>], square| {
            let squares = haunt(square);
            tables
                .iter()
                .fold(Set::EMPTY, |set, table| squares.iter().fold(set, |set, &s| set | table[s]))
        };
        let near = per_square(geometry, |square| attackers(&steps_to, square));
        let slides_near = slides_to
            .iter()
            .map(|table| {
                per_square(geometry, |square| attackers(std::slice::from_ref(table), square))
            })
            .collect();
        let (lines, line_ranges) = self.lines(side, answers);
        let squares_of = |squares: &Squares| {
            geometry.all().filter(|&square| squares.has(square, side)).map(Square::index).collect()
        };
        let mut zone = [Set::EMPTY; C];
        let mut forced = [Set::EMPTY; C];
        for (class, kind) in self.classes.kinds.iter().enumerate() {
            zone[class] = squares_of(&kind.zone);
            forced[class] = squares_of(&kind.must_promote);
        }
        let mut group_rays: [Vec<u8>; GROUPS] = Default::default();
        for (group, slides) in self.groups.slides.iter().enumerate() {
            let turned = |slide: &Slide| match side {
                Side::Sente => (slide.rows, slide.cols),
                Side::Gote => (-slide.rows, -slide.cols),
            };
            let direction = |slide| RAYS.iter().position(|&ray| ray == turned(slide));
            group_rays[group] = slides.iter().filter_map(direction).map(|d| d as u8).collect();
        }
        let sliders = self.groups.of_class.iter().enumerate().filter_map(|(class, group)| {
            let promotes =
                self.classes.kinds[class].promotes_to.is_some() && !self.facts.promotion_forced;
            Some(Slider { class: class as u8, group: (*group)? as u8, promotes })
        });
        SideTables {
            sliders: sliders.collect(),
            unions: self.unions(side),
            promotions: self.promotions(side, &zone, &forced),
            drops: self.drops(side, kinds, hand_slots),
            steps,
            steps_to,
            slides_to,
            slides_empty,
            near,
            slides_near,
            lines,
            line_ranges,
            group_rays,
            zone,
            forced,
        }
    }

    fn slot<const W: usize>(
        &self,
        side: Side,
        leap: Leap,
        counts: impl Fn(Square, Square) -> bool,
    ) -> Slot<W> {
        let geometry = self.geometry;
        let target = |from| geometry.offset(from, side, leap.rows, leap.cols);
        let from = geometry.all().filter(|&from| target(from).is_some_and(|to| counts(from, to)));
        let by = i32::from(leap.rows) - i32::from(leap.cols) * i32::from(geometry.ranks());
        let by = if side == Side::Sente { by } else { -by };
        Slot { from: from.map(Square::index).collect(), by }
    }

    fn unions<const W: usize>(&self, side: Side) -> Vec<Union<W>> {
        let steppers: Vec<_> = self
            .classes
            .kinds
            .iter()
            .enumerate()
            .filter(|&(class, _)| class != self.royal)
            .collect();
        let mut leaps: Vec<Leap> =
            steppers.iter().flat_map(|(_, kind)| kind.leaps.clone()).collect();
        leaps.sort_unstable();
        leaps.dedup();
        let mut unions: Vec<Union<W>> = Vec::new();
        for leap in leaps {
            let owners = steppers.iter().filter(|(_, kind)| kind.leaps.contains(&leap));
            let owners: Vec<u8> = owners.map(|&(class, _)| class as u8).collect();
            let slot = self.slot(side, leap, |_, _| true);
            match unions.iter_mut().find(|union| union.classes == owners) {
                Some(union) => union.slots.push(slot),
                None => unions.push(Union { classes: owners, slots: vec![slot] }),
            }
        }
        unions
    }

    fn promotions<const W: usize>(
        &self,
        side: Side,
        zone: &[Set<W>],
        forced: &[Set<W>],
    ) -> Vec<ClassPromotion<W>> {
        if self.facts.promotion_forced {
            return Vec::new();
        }
        let promotable = self
            .classes
            .kinds
            .iter()
            .enumerate()
            .filter(|(_, kind)| kind.promotes_to.is_some() && !kind.leaps.is_empty());
        promotable
            .map(|(class, kind)| {
                let counts = |from: Square, to: Square| {
                    let leaves = self.facts.promotes_on_leaving && zone[class].has(from.index());
                    (leaves || zone[class].has(to.index())) && !forced[class].has(to.index())
                };
                let slots: Vec<Slot<W>> =
                    kind.leaps.iter().map(|&leap| self.slot(side, leap, counts)).collect();
                let near_zone = slots.iter().fold(Set::EMPTY, |set, slot| set | slot.from);
                ClassPromotion { class, near_zone, slots }
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
        for (index, kind) in
            kinds.iter().enumerate().filter(|&(index, _)| hand_slots[index] != NONE)
        {
            let class = self.classes.of_kind[index];
            let region = self.geometry.all().filter(|&square| !kind.no_drop.has(square, side));
            let region: Set<W> = region.map(Square::index).collect();
            let slots = 1 << hand_slots[index];
            let most_per_file = kind.most_per_file.map(|most| (class, u64::from(most)));
            let no_mate = kind.drop_mate_forbidden.then_some(class);
            let plain = most_per_file.is_none() && no_mate.is_none();
            let same = |group: &&mut DropGroup<W>| {
                plain
                    && group.region == region
                    && group.most_per_file.is_none()
                    && group.no_mate.is_none()
            };
            match groups.iter_mut().find(same) {
                Some(group) => group.slots |= slots,
                None => groups.push(DropGroup { slots, region, most_per_file, no_mate }),
            }
        }
        groups
    }

    /// The lines of every slider on every square, with the directions of a group's slides that lie
    /// on the same line taken together.
    fn lines<const W: usize>(
        &self,
        side: Side,
        answers: &mut Answers,
    ) -> (Vec<Line<W>>, Vec<[(u16, u16); CELLS]>) {
        let geometry = self.geometry;
        let mut lines = Vec::new();
        let mut ranges = Vec::new();
        for slides in &self.groups.slides {
            let mut range = [(0, 0); CELLS];
            for square in geometry.all() {
                let start = lines.len();
                // Half of the directions; each stands for its opposite too.
                for (rows, cols) in [(1, 0), (1, -1), (0, -1), (-1, -1)] {
                    let reach = |rows: i16, cols: i16| {
                        let turned =
                            if side == Side::Sente { (rows, cols) } else { (-rows, -cols) };
                        let slide = slides.iter().find(|slide| (slide.rows, slide.cols) == turned);
                        slide.map_or(0, |slide| u32::from(slide.limit).min(CELLS as u32))
                    };
                    let (up, down) = (reach(rows, cols), reach(-rows, -cols));
                    if up == 0 && down == 0 {
                        continue;
                    }
                    let before = ray::<W>(geometry, square, Side::Sente, -rows, -cols, u16::MAX);
                    let after = ray::<W>(geometry, square, Side::Sente, rows, cols, u16::MAX);
                    let mask = before | after | Set::of(square.index());
                    let (length, place) = (mask.count() as u32, before.count() as u32);
                    if length > 1 {
                        let shape =
                            LineShape { length, place, up: up.min(length), down: down.min(length) };
                        lines.push(Line { mask, answers: answers.of(shape) });
                    }
                }
                range[square.index()] = (start as u16, lines.len() as u16);
            }
            ranges.push(range);
        }
        (lines, ranges)
    }
}

fn per_square<const W: usize>(geometry: Geometry, make: impl Fn(Square) -> Set<W>) -> PerSquare<W> {
    let mut table = Box::new([Set::EMPTY; CELLS]);
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

fn between<const W: usize>(geometry: Geometry) -> Vec<Set<W>> {
    let mut table = vec![Set::EMPTY; CELLS * CELLS];
    for from in geometry.all() {
        for (rows, cols) in RAYS {
            let mut passed = Set::EMPTY;
            let next = |&square: &Square| geometry.offset(square, Side::Sente, rows, cols);
            for to in std::iter::successors(Some(from), next).skip(1) {
                table[from.index() * CELLS + to.index()] = passed;
                passed |= Set::of(to.index());
            }
        }
    }
    table
}
