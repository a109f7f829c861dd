//! Meanings: sets of directions, distances, and movements compared as sets of moves.

use koma_pieces::{Direction, Jump, Movement, Reach, Step};

/// Any distance.
pub(crate) const ANY: u16 = u16::MAX;
/// Directions as bits, N first, clockwise.
pub(crate) const ORTHOGONAL: u8 = 0b0101_0101;
pub(crate) const DIAGONAL: u8 = 0b1010_1010;
pub(crate) const VERTICAL: u8 = 0b0001_0001;
pub(crate) const HORIZONTAL: u8 = 0b0100_0100;

/// What sort of word a direction came from: it decides how two of them compose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// A family of lines: diagonally, vertically, 横.
    Class,
    /// A side: forward is one line, but three directions lie on it.
    Half,
    /// The result of a composition: one or two lines.
    Corner,
    /// Any direction.
    All,
    /// "straight", which only narrows what stands beside it.
    Straight,
    /// "any other direction": settled when all else is read.
    Rest,
    /// "those directions": settled by the sentence before.
    Those,
    /// What an exception left: nothing narrows it further.
    Left,
}

/// One direction word or a composition of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Comp {
    /// All directions that lie on it.
    pub(crate) region: u8,
    /// Those meant when nothing else is said.
    pub(crate) plain: u8,
    pub(crate) kind: Kind,
}

impl Comp {
    /// Any direction.
    pub(crate) const ALL: Self = Self::new(0xff, 0xff, Kind::All);

    pub(crate) const fn new(region: u8, plain: u8, kind: Kind) -> Self {
        Self { region, plain, kind }
    }

    pub(crate) const fn class(mask: u8) -> Self {
        Self::new(mask, mask, Kind::Class)
    }

    /// The words beside each other: "diagonally forward", 右斜め前. `None` where that is nothing.
    pub(crate) fn cross(self, other: Self) -> Option<Self> {
        use Kind::{All, Class, Corner, Half, Left, Rest, Straight, Those};
        let meet = |mask: u8, kind| (mask != 0).then_some(Self::new(mask, mask, kind));
        match (self.kind, other.kind) {
            (Rest | Those, _) | (_, Rest | Those) => None,
            (All, All) | (Straight, Straight) => None,
            (All, Straight) => Some(self),
            (Straight, All) => Some(other),
            (All, _) => Some(other),
            (_, All) => Some(self),
            (Left, _) | (_, Left) => None,
            (Straight, Half) => meet(other.plain, Class),
            (Half, Straight) => meet(self.plain, Class),
            (Straight, _) => Some(other),
            (_, Straight) => Some(self),
            (Half, Half) => {
                meet(self.region & other.region & DIAGONAL, Corner).filter(|_| self != other)
            }
            (Half, Class | Corner) => meet(self.region & other.plain, Corner),
            (Class | Corner, Half) => meet(self.plain & other.region, Corner),
            (Corner, Corner) => None,
            (Class | Corner, Class | Corner) => meet(self.plain & other.plain, Corner),
        }
    }
}

/// Alternatives: "forward or sideways".
pub(crate) type Dirs = Vec<Comp>;

/// Every alternative of one side beside every alternative of the other.
pub(crate) fn cross(a: &[Comp], b: &[Comp]) -> Option<Dirs> {
    if a.len() > 1 && b.len() > 1 {
        return None;
    }
    let mut out = Vec::new();
    for x in a {
        for y in b {
            out.push(x.cross(*y)?);
        }
    }
    Some(out)
}

pub(crate) fn plain(dirs: &[Comp]) -> u8 {
    dirs.iter().fold(0, |mask, comp| mask | comp.plain)
}

pub(crate) fn region(dirs: &[Comp]) -> u8 {
    dirs.iter().fold(0, |mask, comp| mask | comp.region)
}

pub(crate) fn has(dirs: &[Comp], kind: Kind) -> bool {
    dirs.iter().any(|comp| comp.kind == kind)
}

/// How far.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Dist {
    /// "two squares": up to two, or exactly, as the verb says.
    N(u16),
    UpTo(u16),
    Exactly(u16),
    /// "the second square".
    Kth(u16),
    Any,
    /// "one or three squares".
    Set(Vec<u16>),
}

/// How a piece goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Manner {
    None,
    Move,
    Step,
    Slide,
    Leap,
}

/// A movement as a set of moves; two ways of saying the same are equal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Set {
    /// Squares per direction; 0 none, [`ANY`] any.
    pub(crate) reach: [u16; 8],
    /// Leaps of more than one square, sorted.
    pub(crate) leaps: Vec<(i8, i8)>,
    /// How far in all directions not named, and how many they were said to be.
    pub(crate) rest: u16,
    pub(crate) others: u8,
    /// What is said of them besides.
    pub(crate) other_mod: Option<super::value::Mod>,
    /// Its leaps along lines on which it slides go on as slides.
    pub(crate) slides_on: bool,
    /// Everything that is no plain step, slide or leap.
    pub(crate) more: Option<Box<Movement>>,
}

impl Set {
    pub(crate) fn walk(mask: u8, far: u16) -> Self {
        let mut set = Self::default();
        for (at, reach) in set.reach.iter_mut().enumerate() {
            if mask >> at & 1 == 1 {
                *reach = far;
            }
        }
        set
    }

    pub(crate) fn leap(mask: u8, far: u16) -> Self {
        if far <= 1 {
            return Self::walk(mask, far);
        }
        let far = far.min(100) as i8;
        let vectors = bits(mask).map(|d| (d.offset().0 * far, d.offset().1 * far));
        Self::vectors(vectors.collect())
    }

    pub(crate) fn vectors(mut leaps: Vec<(i8, i8)>) -> Self {
        leaps.sort_unstable();
        leaps.dedup();
        let mut set = Self::default();
        leaps.retain(|&(r, c)| match direction(r, c) {
            Some(d) if r.abs().max(c.abs()) == 1 => {
                set.reach[d as usize] = 1;
                false
            }
            _ => (r, c) != (0, 0),
        });
        set.leaps = leaps;
        set
    }

    pub(crate) fn of(movement: &Movement) -> Self {
        let mut set = Self::default();
        let mut more = movement.clone();
        more.steps.retain(|step| {
            let plain = step.is_plain();
            if plain {
                let far = step.reach.limit().unwrap_or(ANY);
                let to = &mut set.reach[step.direction as usize];
                *to = (*to).max(far);
            }
            !plain
        });
        let mut leaps = Vec::new();
        more.jumps.retain(|jump| {
            if jump.is_plain() {
                leaps.push((jump.rows, jump.cols));
            }
            !jump.is_plain()
        });
        set.add(&Self::vectors(leaps));
        if more != Movement::default() {
            set.more = Some(Box::new(more));
        }
        set
    }

    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub(crate) fn add(&mut self, other: &Self) {
        for (to, from) in self.reach.iter_mut().zip(other.reach) {
            *to = (*to).max(from);
        }
        if !other.leaps.is_empty() {
            self.leaps.extend(&other.leaps);
            self.leaps.sort_unstable();
            self.leaps.dedup();
        }
        self.rest = self.rest.max(other.rest);
        self.others = self.others.max(other.others);
        self.other_mod = self.other_mod.or(other.other_mod);
        self.slides_on |= other.slides_on;
        if let Some(more) = &other.more {
            let mine = self.more.get_or_insert_default();
            union(mine, more);
        }
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        let mut out = self.clone();
        out.add(other);
        out
    }

    /// The directions of steps and slides.
    pub(crate) fn mask(&self) -> u8 {
        (0..8).filter(|&at| self.reach[at] > 0).fold(0, |mask, at| mask | 1 << at)
    }

    /// All lines touched, leaps along a line included.
    pub(crate) fn lines(&self) -> u8 {
        let leaps = self.leaps.iter().filter_map(|&(r, c)| direction(r, c));
        leaps.fold(self.mask(), |mask, d| mask | 1 << d as u8)
    }

    /// How many ways out it has.
    pub(crate) fn count(&self) -> usize {
        self.mask().count_ones() as usize + self.leaps.len()
    }

    /// Only what lies in these directions; `None` when the restriction cannot be said of it.
    pub(crate) fn within(&self, region: u8) -> Option<Self> {
        let mut out = Self::walk(0, 0);
        for (at, far) in self.reach.iter().enumerate() {
            if region >> at & 1 == 1 {
                out.reach[at] = *far;
            }
        }
        out.leaps = self.leaps.iter().copied().filter(|&(r, c)| on_side(r, c, region)).collect();
        match &self.more {
            None => {}
            Some(more) => {
                let mut more = (**more).clone();
                let keep = |d: &Direction| region >> *d as u8 & 1 == 1;
                if more.area_moves.len() == 1 && more.area_moves[0].max_steps == 2 {
                    // A lion along some lines only.
                    out.leaps.retain(|&(r, c)| direction(r, c).is_some());
                    let max_steps = bits(region).map(|d| (d, 2)).collect();
                    more.area_moves.clear();
                    more.line_area = Some(koma_pieces::LineArea {
                        max_steps,
                        can_jump: true,
                        can_capture_each: true,
                        can_return: true,
                    });
                    more.igui = bits(region).collect();
                } else {
                    more.steps.retain(|step| keep(&step.direction));
                    more.jump_slides.retain(|slide| keep(&slide.dir));
                    more.jump_over.retain(|over| keep(&over.dir));
                    more.hooks.iter_mut().for_each(|hook| hook.dirs.retain(keep));
                    more.hooks.retain(|hook| !hook.dirs.is_empty());
                }
                out.more = Some(Box::new(more)).filter(|m| **m != Movement::default());
            }
        }
        (out != Self::default()).then_some(out)
    }

    pub(crate) fn without(&self, mask: u8) -> Self {
        let mut out = self.clone();
        for at in 0..8 {
            if mask >> at & 1 == 1 {
                out.reach[at] = 0;
            }
        }
        out.leaps.retain(|&(r, c)| direction(r, c).is_none_or(|d| mask >> d as u8 & 1 == 0));
        if let Some(more) = &mut out.more {
            let keep = |d: &Direction| mask >> *d as u8 & 1 == 0;
            more.steps.retain(|step| keep(&step.direction));
            more.jump_slides.retain(|slide| keep(&slide.dir));
            more.jump_over.retain(|over| keep(&over.dir));
        }
        out.more = out.more.filter(|m| **m != Movement::default());
        out
    }

    /// No farther than this.
    pub(crate) fn at_most(&self, far: u16) -> Self {
        let mut out = self.clone();
        out.reach.iter_mut().for_each(|reach| *reach = (*reach).min(far));
        out
    }

    /// Settles "any other direction" and puts everything in the order of files.
    pub(crate) fn movement(&self) -> Movement {
        let mut set = self.clone();
        if set.rest > 0 {
            let named = set.lines();
            let mut rest = Self::walk(!named, set.rest);
            if let Some(modifier) = set.other_mod {
                rest = super::settle::modified(&rest, modifier).unwrap_or(rest);
            }
            set.add(&rest);
        }
        let mut movement = set.more.as_deref().cloned().unwrap_or_default();
        let over: u8 = movement.jump_over.iter().fold(0, |mask, over| mask | 1 << over.dir as u8);
        let steps = Direction::ALL.into_iter().filter_map(|d| {
            let far = set.reach[d as usize];
            // A slide that passes over pieces says the plain one too.
            let said = over >> d as u8 & 1 == 1 && far == ANY;
            let reach = if far == ANY { Some(Reach::Ranging) } else { Reach::up_to(far) };
            reach.filter(|_| !said).map(|reach| Step::new(d, reach))
        });
        let mut all: Vec<Step> = steps.collect();
        all.append(&mut movement.steps);
        movement.steps = all;
        let mut jumps: Vec<Jump> = set.leaps.iter().map(|&(r, c)| Jump::new(r, c)).collect();
        jumps.append(&mut movement.jumps);
        movement.jumps = jumps;
        movement.canonical()
    }
}

/// Adds what is not there yet.
fn union(to: &mut Movement, from: &Movement) {
    fn add<T: Clone + PartialEq>(to: &mut Vec<T>, from: &[T]) {
        for item in from {
            if !to.contains(item) {
                to.push(item.clone());
            }
        }
    }
    add(&mut to.steps, &from.steps);
    add(&mut to.jumps, &from.jumps);
    add(&mut to.area_moves, &from.area_moves);
    add(&mut to.jump_slides, &from.jump_slides);
    add(&mut to.jump_over, &from.jump_over);
    add(&mut to.hooks, &from.hooks);
    add(&mut to.paths, &from.paths);
    add(&mut to.igui, &from.igui);
    to.igui.sort();
    to.burn |= from.burn;
    match (&mut to.line_area, &from.line_area) {
        (Some(mine), Some(other)) => {
            for step in &other.max_steps {
                mine.max_steps.retain(|(dir, _)| *dir != step.0);
                mine.max_steps.push(*step);
            }
            mine.max_steps.sort();
        }
        (mine @ None, Some(other)) => *mine = Some(other.clone()),
        _ => {}
    }
    to.range_capture = to.range_capture.take().or_else(|| from.range_capture.clone());
    to.range_jump = to.range_jump.take().or_else(|| from.range_jump.clone());
    to.anywhere = to.anywhere.or(from.anywhere);
}

pub(crate) fn bits(mask: u8) -> impl Iterator<Item = Direction> {
    Direction::ALL.into_iter().filter(move |d| mask >> *d as u8 & 1 == 1)
}

/// The direction of a vector along one of the eight lines.
pub(crate) fn direction(rows: i8, cols: i8) -> Option<Direction> {
    if rows != 0 && cols != 0 && rows.abs() != cols.abs() {
        return None;
    }
    let sign = (rows.signum(), cols.signum());
    Direction::ALL.into_iter().find(|d| d.offset() == sign)
}

/// Whether a leap lies on a side or line.
pub(crate) fn on_side(rows: i8, cols: i8, region: u8) -> bool {
    match direction(rows, cols) {
        Some(d) => region >> d as u8 & 1 == 1,
        None => {
            // An oblique leap lies between its straight and its diagonal line; the narrow pair.
            let long =
                if rows.abs() > cols.abs() { (rows.signum(), 0) } else { (0, cols.signum()) };
            let line = direction(long.0, long.1).map_or(0, |d| 1u8 << d as u8);
            region & line != 0
        }
    }
}
