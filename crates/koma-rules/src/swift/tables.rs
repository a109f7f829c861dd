//! The tables behind the fast way, and how to look things up in them.

use super::lines::{Answers, Line};
use crate::board::{CELLS, Planes, Set};

/// The most ways of going along lines.
pub(crate) const GROUPS: usize = 12;

/// The most where all of them are slides.
pub(crate) const SLIDER_GROUPS: usize = 8;

/// The most unions of men that own the same steps.
pub(crate) const UNIONS: usize = 16;

/// No class, group, hand slot or kind.
pub(super) const NONE: u8 = u8::MAX;

/// One set for every square.
pub(super) type PerSquare<const W: usize> = [Set<W>; CELLS];

/// Everything the hot loops look up.
#[derive(Debug)]
pub(crate) struct Tables<const W: usize, const C: usize> {
    /// A promotion that is possible must be made.
    pub promotion_forced: bool,
    /// A move may promote by starting in the zone.
    pub promotes_on_leaving: bool,
    /// Only captures promote.
    pub only_captures: bool,
    /// The first check wins.
    pub check_wins: bool,
    /// A game can end at once, besides by the loss of royals.
    pub ends_at_once: bool,
    pub guard: Guard,
    /// All that goes along lines slides, moving and taking alike.
    pub plain: bool,
    /// Where a royal wins, if it does anywhere.
    pub goal: Option<Goal<W>>,
    /// Which men count for nothing, if a bare royal ends the game.
    pub stuck: Option<Stuck<W, C>>,
    pub board: Set<W>,
    pub(super) kinds: [KindEntry; CELLS],
    /// The kind in each hand slot.
    pub(super) hand_kinds: [u8; C],
    /// Number of classes and groups in use.
    pub classes: usize,
    pub groups: usize,
    pub royal: usize,
    /// The classes that promote to it.
    pub heirs: List<C>,
    pub(super) class_group: [u8; C],
    /// The classes that slide in each group.
    pub(super) group_classes: [List<C>; GROUPS],
    pub sides: [SideTables<W, C>; 2],
    /// The squares strictly between two squares of a line.
    pub(super) between: Box<[PerSquare<W>; CELLS]>,
    /// The file of each square.
    pub file: Box<PerSquare<W>>,
    /// Rays in the eight directions, for processors without bit gathering.
    pub(super) rays: Box<[PerSquare<W>; 8]>,
    pub(super) answers: Answers,
}

/// Which royals may not be left where they can be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guard {
    /// The one each side has.
    Only,
    /// None.
    Nobody,
    /// The last one: while a side has more, none.
    Last,
    /// The last one, and men hop or move and take differently.
    Crossed,
}

impl Guard {
    /// Whether there are moves besides those of free and pinned men.
    #[inline(always)]
    pub fn knows_more(self) -> bool {
        matches!(self, Self::Last | Self::Crossed)
    }
}

/// The try: a royal that reaches the zone of its side ends the game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal<const W: usize> {
    pub zone: [Set<W>; 2],
    /// Only where no enemy could take it.
    pub safe: bool,
}

/// Where men of each side can never move again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stuck<const W: usize, const C: usize> {
    pub classes: [[Set<W>; C]; 2],
    /// Where some class cannot.
    pub any: [Set<W>; 2],
}

#[derive(Clone, Copy, Debug)]
pub(super) struct KindEntry {
    pub class: u8,
    pub promoted: u8,
    pub hand: u8,
}

/// A short list of classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct List<const C: usize> {
    items: [u8; C],
    length: u8,
}

impl<const C: usize> List<C> {
    pub const EMPTY: Self = Self { items: [0; C], length: 0 };

    pub fn push(&mut self, class: usize) {
        self.items[usize::from(self.length)] = class as u8;
        self.length += 1;
    }

    /// The union of the sets of these classes.
    #[inline(always)]
    pub fn union<const W: usize>(&self, planes: &Planes<W, C>) -> Set<W> {
        let mut all = Set::EMPTY;
        for &class in self.items.iter().take(self.length.into()) {
            all |= planes.classes[usize::from(class)];
        }
        all
    }
}

/// What depends on who moves.
#[derive(Debug)]
pub(crate) struct SideTables<const W: usize, const C: usize> {
    /// Squares a man of a class leaps to.
    pub steps: Box<[PerSquare<W>; C]>,
    /// Squares from which a man of a class leaps to a square.
    pub steps_to: Box<[PerSquare<W>; C]>,
    /// Squares from which some man leaps to a square.
    pub leaps_to: Box<PerSquare<W>>,
    /// Squares from which a slider of a group takes on a square of the empty board.
    pub slides_to: Box<[PerSquare<W>; GROUPS]>,
    /// Squares from which a man of a class might go somewhere and attack a square from there, as it
    /// is or promoted.
    pub checks_from: Box<[PerSquare<W>; C]>,
    /// Where a slider of a group takes on the empty board.
    pub(super) slides_empty: Box<[PerSquare<W>; GROUPS]>,
    /// Squares from which a hopper of a group takes on a square, if one man stands between.
    pub hops_to: Box<[PerSquare<W>; GROUPS]>,
    /// Squares from which some man leaps to the enemy royal's square or a neighbour of it.
    pub near: Box<PerSquare<W>>,
    /// Squares from which a slider or hopper of a group might take there.
    pub slides_near: Box<[PerSquare<W>; GROUPS]>,
    /// The lines of each slider, `group_lines` of a group for each square.
    pub(super) lines: [Vec<Line<W>>; GROUPS],
    pub(super) group_lines: [u8; GROUPS],
    /// Directions of each group as indices of rays.
    pub(super) group_rays: [Vec<u8>; GROUPS],
    /// Men that own the same steps.
    pub unions: Vec<List<C>>,
    /// The steps of the unions; those that lead to higher indices first.
    pub slots: Vec<Slot<W>>,
    /// How many of the slots lead to higher indices.
    pub upward: usize,
    pub promotions: Vec<ClassPromotion<W>>,
    /// Squares from which any of these steps may promote.
    pub near_zone: Set<W>,
    pub zone: [Set<W>; C],
    pub forced: [Set<W>; C],
    /// Squares a man of a class may go to from a square and choose whether to promote.
    pub optional: Box<[PerSquare<W>; C]>,
    pub sliders: Vec<Slider>,
    pub drops: Vec<DropGroup<W>>,
}

/// A step offset.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot<const W: usize> {
    /// The squares from which it counts.
    pub from: Set<W>,
    /// How much higher or lower the index of the target is.
    pub by: u32,
    /// The men that own it.
    pub union: u32,
    /// Whether the target's index is higher.
    pub up: bool,
}

impl<const W: usize> Slot<W> {
    /// The squares from which this step, to a higher index, leads to one of `targets`.
    #[inline(always)]
    pub fn origins_upward(&self, targets: Set<W>) -> Set<W> {
        targets.down(self.by) & self.from
    }

    /// The same for a step to a lower index.
    #[inline(always)]
    pub fn origins_downward(&self, targets: Set<W>) -> Set<W> {
        targets.up(self.by) & self.from
    }

    /// The same for any step.
    #[inline(always)]
    pub fn origins(&self, targets: Set<W>) -> Set<W> {
        if self.up { self.origins_upward(targets) } else { self.origins_downward(targets) }
    }
}

/// The steps with which a class may promote or not: each counts once more.
#[derive(Debug)]
pub(crate) struct ClassPromotion<const W: usize> {
    pub class: usize,
    pub slots: Vec<Slot<W>>,
}

/// A class that slides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slider {
    pub class: u8,
    pub group: u8,
    /// Whether it may promote or not.
    pub promotes: bool,
}

/// Kinds that may be dropped on the same squares.
#[derive(Debug)]
pub(crate) struct DropGroup<const W: usize> {
    /// Their hand slots.
    pub slots: u32,
    /// They are dropped with their other side up.
    pub turned: bool,
    pub region: Set<W>,
    /// The class that may not be crowded on a file, and how many make a crowd.
    pub most_per_file: Option<(usize, u64)>,
    /// The class, if its drop may not give mate.
    pub no_mate: Option<usize>,
}

impl<const W: usize, const C: usize> Tables<W, C> {
    #[inline(always)]
    pub fn class(&self, kind: usize) -> usize {
        self.kinds[kind & (CELLS - 1)].class as usize
    }

    /// The class of the man in a cell.
    #[inline(always)]
    pub fn class_in(&self, cell: u8) -> usize {
        self.class(usize::from(cell.wrapping_sub(1)) >> 1)
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

    /// The kind that a drop of a group puts down.
    #[inline(always)]
    pub fn dropped(&self, group: &DropGroup<W>, slot: usize) -> usize {
        let kind = self.kind_in_hand(slot);
        if group.turned { self.promoted(kind) } else { kind }
    }

    /// The kind in a hand slot.
    #[inline(always)]
    pub fn kind_in_hand(&self, slot: usize) -> usize {
        self.hand_kinds[slot].into()
    }

    #[inline(always)]
    pub fn group(&self, class: usize) -> Option<usize> {
        let group = self.class_group[class];
        (group != NONE).then_some(group as usize)
    }

    /// The one of a side's royals that must be guarded.
    #[inline(always)]
    pub fn guarded(&self, royals: Set<W>) -> Option<usize> {
        match self.guard {
            Guard::Only => royals.first(),
            Guard::Nobody => None,
            Guard::Last | Guard::Crossed => royals.first().filter(|_| !royals.is_several()),
        }
    }

    /// All sliders of a group, of both sides.
    #[inline(always)]
    pub fn sliders(&self, planes: &Planes<W, C>, group: usize) -> Set<W> {
        self.group_classes[group].union(planes)
    }

    #[inline(always)]
    pub fn between(&self, a: usize, b: usize) -> Set<W> {
        self.between[a][b]
    }

    #[inline(always)]
    pub fn lines(&self, side: usize, group: usize, square: usize) -> &[Line<W>] {
        let side = &self.sides[side];
        let count = usize::from(side.group_lines[group]);
        &side.lines[group][square * count..][..count]
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
            let rays = &self.rays[usize::from(direction)];
            let ray = rays[square];
            let men = ray & occupied;
            let first = if RAY_IS_UP[usize::from(direction)] { men.first() } else { men.last() };
            reached |= first.map_or(ray, |first| ray & !rays[first]);
        }
        reached & tables.slides_empty[group][square]
    }

    /// The squares seen from a square along all eight rays, the first man on each included.
    #[inline(always)]
    pub fn seen_from(&self, square: usize, occupied: Set<W>) -> Set<W> {
        let mut seen = Set::EMPTY;
        for (rays, up) in self.rays.iter().zip(RAY_IS_UP) {
            let ray = rays[square];
            let men = ray & occupied;
            let first = if up { men.first() } else { men.last() };
            seen |= first.map_or(ray, |first| ray & !rays[first]);
        }
        seen
    }

    /// Where a man of a group may go along its lines, whoever owns the men there.
    #[inline(always)]
    pub fn goes(&self, side: usize, group: usize, square: usize, occupied: Set<W>) -> Set<W> {
        if self.plain {
            return self.slides_by_rays(side, group, square, occupied);
        }
        let look_up = |line: &Line<W>| line.look_up(line.answers, &self.answers, occupied);
        self.lines(side, group, square).iter().map(look_up).fold(Set::EMPTY, |all, set| all | set)
    }

    /// Where a man of a group would take along its lines, were an enemy there.
    #[inline(always)]
    pub fn covers(&self, side: usize, group: usize, square: usize, occupied: Set<W>) -> Set<W> {
        if self.plain {
            return self.slides_by_rays(side, group, square, occupied);
        }
        let look_up = |line: &Line<W>| line.look_up(line.covers, &self.answers, occupied);
        self.lines(side, group, square).iter().map(look_up).fold(Set::EMPTY, |all, set| all | set)
    }

    /// The squares a man of a class reaches, whoever owns the men there.
    pub fn reach(&self, side: usize, class: usize, square: usize, occupied: Set<W>) -> Set<W> {
        let along = self.group(class).map(|group| self.goes(side, group, square, occupied));
        self.sides[side].steps[class][square] | along.unwrap_or(Set::EMPTY)
    }

    /// The squares on which a man of a class would take, were an enemy there.
    pub fn attacks(&self, side: usize, class: usize, square: usize, occupied: Set<W>) -> Set<W> {
        let along = self.group(class).map(|group| self.covers(side, group, square, occupied));
        self.sides[side].steps[class][square] | along.unwrap_or(Set::EMPTY)
    }

    /// Whether a man of `by` attacks a square.
    pub fn is_attacked(
        &self,
        planes: &Planes<W, C>,
        target: usize,
        by: usize,
        occupied: Set<W>,
    ) -> bool {
        self.is_attacked_by(planes, target, by, planes.sides[by] & occupied, occupied)
    }

    /// Where men stand that could reach one of these squares if nothing stood in their way.
    #[inline(always)]
    pub fn might_reach(&self, planes: &Planes<W, C>, side: usize, squares: Set<W>) -> Set<W> {
        let tables = &self.sides[side];
        let (mut leapers, mut sliders) = (Set::EMPTY, [Set::EMPTY; SLIDER_GROUPS]);
        squares.each(|square| {
            leapers |= tables.leaps_to[square];
            for (group, from) in sliders.iter_mut().enumerate().take(self.groups) {
                *from |= tables.slides_to[group][square];
            }
        });
        let mut men = leapers;
        for (group, from) in sliders.into_iter().enumerate().take(self.groups) {
            men |= self.sliders(planes, group) & from;
        }
        men
    }

    /// Whether one of these men of `by` attacks the other side's royal on `target`.
    ///
    /// Most of the time no man is near enough to step there, which one look tells.
    #[inline]
    pub fn attacks_royal(
        &self,
        planes: &Planes<W, C>,
        target: usize,
        by: usize,
        men: Set<W>,
        occupied: Set<W>,
    ) -> bool {
        let tables = &self.sides[by];
        let close = men & tables.near[target];
        let steps = !close.is_empty()
            && (0..self.classes).any(|class| {
                !(tables.steps_to[class][target] & planes.classes[class] & close).is_empty()
            });
        steps || self.slides_to(planes, target, by, men, occupied)
    }

    /// Whether one of these men of `by` attacks a square.
    #[inline]
    pub fn is_attacked_by(
        &self,
        planes: &Planes<W, C>,
        target: usize,
        by: usize,
        men: Set<W>,
        occupied: Set<W>,
    ) -> bool {
        let tables = &self.sides[by];
        let steps = (0..self.classes).any(|class| {
            !(tables.steps_to[class][target] & planes.classes[class] & men).is_empty()
        });
        steps || self.slides_to(planes, target, by, men, occupied)
    }

    /// Whether one of these men of `by` takes on a square along a line.
    #[inline]
    fn slides_to(
        &self,
        planes: &Planes<W, C>,
        target: usize,
        by: usize,
        men: Set<W>,
        occupied: Set<W>,
    ) -> bool {
        let tables = &self.sides[by];
        let mut snipers = Set::EMPTY;
        for slider in &tables.sliders {
            let lines = tables.slides_to[usize::from(slider.group)][target];
            snipers |= planes.classes[usize::from(slider.class)] & lines;
        }
        (snipers & men).any(|sniper| (self.between(target, sniper) & occupied).is_empty())
            || !self.plain && self.hops_to(planes, target, by, men, occupied)
    }

    /// Whether one of these men of `by` takes on a square over another man.
    fn hops_to(
        &self,
        planes: &Planes<W, C>,
        target: usize,
        by: usize,
        men: Set<W>,
        occupied: Set<W>,
    ) -> bool {
        let tables = &self.sides[by];
        (0..self.groups).any(|group| {
            let lines = tables.hops_to[group][target];
            (self.sliders(planes, group) & lines & men).any(|hopper| {
                let screen = self.between(target, hopper) & occupied;
                !screen.is_empty() && !screen.is_several()
            })
        })
    }

    pub fn memory(&self) -> usize {
        let per_square = size_of::<PerSquare<W>>();
        let lines = |side: &SideTables<W, C>| side.lines.iter().map(Vec::len).sum::<usize>();
        size_of::<Self>()
            + 2 * (3 * C + 4 * GROUPS + 1) * per_square
            + self.sides.iter().map(|side| lines(side) * size_of::<Line<W>>()).sum::<usize>()
            + (CELLS + 9) * per_square
            + self.answers.memory()
    }
}

/// The eight directions for Sente, and whether indices grow along them (files count from the
/// right, ranks from the top).
pub(super) const RAYS: [(i16, i16); 8] =
    [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];
const RAY_IS_UP: [bool; 8] = [false, false, false, false, true, true, true, true];
