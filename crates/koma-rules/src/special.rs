//! Moves that are no plain leap or slide, compiled: hops, skis, hooks, lions, flights, paths.
//!
//! Offsets are `(rows, cols)` for Sente. [`crate::board`] walks them; the reference interpreter
//! `koma_pieces::reach` says the same another way, and tests compare the two.

use koma_pieces::{Direction, Hop, Jump, Leg, Mode, Movement, Path, Step};
use koma_text::{Fact, Finding};
use koma_variants::Variant;

use crate::kinds::Leap;
use crate::{Geometry, Move, say};

/// What to say of a piece whose movement cannot be played.
pub(crate) type Refusal = fn(Fact) -> Finding;

/// A way of moving beyond leaps and slides.
#[derive(Clone, Debug)]
pub(crate) enum Special {
    /// One straight leg with conditions.
    Stride(Stride),
    /// A slide that passes over men.
    Over { dir: Direction, most: u16 },
    /// A slide that turns.
    Hook { dirs: Vec<Direction>, eighths: i8, turns: u8, then: u16 },
    /// Single steps one after the other, taking on the way.
    Area(Area),
    /// The same along one line.
    Line { dir: Direction, steps: u8, jumps: bool, takes_each: bool, returns: bool },
    /// Takes a neighbour without moving.
    Igui(Vec<Direction>),
    /// Flies over lower ranks and takes them all.
    RangeCapture { dirs: Vec<Direction>, rank: u8 },
    /// Jumps lower ranks and takes only where it ends.
    RangeJump { dirs: Vec<Direction>, rank: u8, only_takes: bool },
    /// To any square of the board.
    Anywhere { takes_guarded: bool },
    /// Leaps that make no other move than the lion moves beside them, but another path.
    OnlyPaths(Vec<Leap>),
    /// Several legs.
    Path { legs: Vec<Stride>, initial: bool },
}

/// One straight leg in full generality.
#[derive(Clone, Debug)]
pub(crate) struct Stride {
    pub rows: i16,
    pub cols: i16,
    /// How many leaps, counted from the start of the leg.
    pub limit: u16,
    pub on_empty: bool,
    pub takes: bool,
    pub takes_own: bool,
    /// May end on any man, which stays.
    pub hops: bool,
    pub hop: Option<Hop>,
    /// Squares passed first, whatever stands there.
    pub skip: u16,
    /// The squares one leap passes.
    pub passes: Vec<(i16, i16)>,
    /// All of them must be empty.
    pub lame: bool,
    /// All of them must be occupied.
    pub must_leap: bool,
    /// Only from a square where such a man starts the game.
    pub initial: bool,
}

/// An area move.
#[derive(Clone, Debug)]
pub(crate) struct Area {
    pub radius: u8,
    pub steps: u8,
    pub captures: u8,
    pub returns: bool,
    pub dirs: Vec<Direction>,
    /// Where it leaps to at once, as `(rows, cols)`.
    pub leaps: Vec<(i16, i16)>,
}

impl Stride {
    pub fn of_step(step: &Step) -> Self {
        Self { initial: step.when.initial, ..Self::of_leg(&step.into()) }
    }

    pub fn of_jump(jump: &Jump) -> Self {
        let (must_leap, initial) = (jump.must_leap, jump.when.initial);
        Self { must_leap, initial, ..Self::of_leg(&jump.into()) }
    }

    fn of_leg(leg: &Leg) -> Self {
        let (rows, cols) = (leg.rows.into(), leg.cols.into());
        Self {
            rows,
            cols,
            limit: leg.reach.limit().unwrap_or(u16::MAX),
            on_empty: leg.on_empty,
            takes: leg.takes,
            takes_own: leg.takes_own,
            hops: leg.hops,
            hop: leg.hop,
            skip: leg.skip.into(),
            passes: passes(rows, cols),
            lame: leg.lame,
            must_leap: false,
            initial: false,
        }
    }
}

/// The squares a leap passes: straight along the longer axis first, then diagonally.
fn passes(rows: i16, cols: i16) -> Vec<(i16, i16)> {
    let (long, short) = (rows.abs().max(cols.abs()), rows.abs().min(cols.abs()));
    let ahead = if rows.abs() >= cols.abs() { (rows.signum(), 0) } else { (0, cols.signum()) };
    let aslant = (rows.signum(), cols.signum());
    let mut at = (0, 0);
    (1..long)
        .map(|step| {
            let (rows, cols) = if step <= long - short { ahead } else { aslant };
            at = (at.0 + rows, at.1 + cols);
            at
        })
        .collect()
}

impl Special {
    /// Adds everything of a movement that is no step or jump, or says what cannot be played.
    pub fn compile(
        movement: &Movement,
        variant: &Variant,
        out: &mut Vec<Self>,
    ) -> Result<(), Refusal> {
        for slide in &movement.jump_slides {
            let (rows, cols) = slide.dir.offset();
            let leap = u16::from(slide.leap);
            let mut stride = Stride::of_step(&Step::new(slide.dir, koma_pieces::Reach::Ranging));
            (stride.rows, stride.cols) = (rows.into(), cols.into());
            stride.skip = leap.saturating_sub(1);
            stride.limit = slide.then.limit().map_or(u16::MAX, |then| then.saturating_add(leap));
            out.push(Self::Stride(stride));
        }
        for slide in &movement.jump_over {
            let most = slide.max_pieces.map_or(u16::MAX, u16::from);
            out.push(Self::Over { dir: slide.dir, most });
        }
        for hook in &movement.hooks {
            if hook.max_turns > 2 {
                return Err(say::hook_turns);
            }
            out.push(Self::Hook {
                dirs: hook.dirs.clone(),
                eighths: (hook.turn / 45) as i8,
                turns: hook.max_turns,
                then: hook.then.limit().unwrap_or(u16::MAX),
            });
        }
        for area in &movement.area_moves {
            if usize::from(area.max_steps) > Move::MOST_VIA + 1 || area.radius > 8 {
                return Err(say::area_steps);
            }
            let dirs =
                if area.dirs.is_empty() { Direction::ALL.to_vec() } else { area.dirs.clone() };
            let (radius, steps) = (area.radius, area.max_steps);
            let leaps = if area.jump && area.captures > 0 {
                area_leaps(&dirs, radius, steps)
            } else {
                Vec::new()
            };
            let (captures, returns) = (area.captures, area.can_return);
            out.push(Self::Area(Area { radius, steps, captures, returns, dirs, leaps }));
        }
        if let Some(line) = &movement.line_area {
            for &(dir, steps) in &line.max_steps {
                if usize::from(steps) > Move::MOST_VIA + 1 {
                    return Err(say::line_steps);
                }
                out.push(Self::Line {
                    dir,
                    steps,
                    jumps: line.can_jump,
                    takes_each: line.can_capture_each,
                    returns: line.can_return,
                });
            }
        }
        if !movement.igui.is_empty() {
            out.push(Self::Igui(movement.igui.clone()));
        }
        if let Some(flight) = &movement.range_capture {
            out.push(Self::RangeCapture { dirs: flight.dirs.clone(), rank: flight.rank });
        }
        if let Some(flight) = &movement.range_jump {
            let only_takes = flight.only_when_capturing && !variant.special.range_jump_freely;
            out.push(Self::RangeJump { dirs: flight.dirs.clone(), rank: flight.rank, only_takes });
        }
        if let Some(anywhere) = movement.anywhere {
            out.push(Self::Anywhere { takes_guarded: anywhere.takes_guarded });
        }
        movement.paths.iter().try_for_each(|path| Self::path(path, out))
    }

    fn path(path: &Path, out: &mut Vec<Self>) -> Result<(), Refusal> {
        if path.legs.len() > Move::MOST_VIA + 1 {
            return Err(say::legs);
        }
        let legs = path.legs.iter().map(Stride::of_leg).collect();
        out.push(Self::Path { legs, initial: path.initial });
        Ok(())
    }

    /// Leaves out what a lion move says already: its own leaps and captures without moving.
    pub fn drop_repeated(leaps: &mut Vec<Leap>, special: &mut Vec<Self>) {
        let mut covered: Vec<(i16, i16)> = Vec::new();
        let mut eaten: Vec<Direction> = Vec::new();
        for part in &*special {
            match part {
                Self::Area(area) if area.captures > 0 => {
                    covered.extend(&area.leaps);
                    let there_and_back = |dir: &&Direction| area.dirs.contains(&dir.turn(4));
                    if area.captures > 1 && area.steps > 1 && area.returns {
                        eaten.extend(area.dirs.iter().filter(there_and_back));
                    }
                }
                Self::Line { dir, steps, jumps: true, takes_each, returns } => {
                    let (rows, cols) = dir.offset();
                    let square = |n: i16| (i16::from(rows) * n, i16::from(cols) * n);
                    covered.extend((1..=i16::from(*steps)).map(square));
                    if *steps > 1 && *takes_each && *returns {
                        eaten.push(*dir);
                    }
                }
                _ => {}
            }
        }
        let is_covered =
            |leap: &Leap| leap.mode == Mode::Both && covered.contains(&(leap.rows, leap.cols));
        let repeated: Vec<Leap> = leaps.iter().copied().filter(is_covered).collect();
        leaps.retain(|leap| !is_covered(leap));
        if !repeated.is_empty() {
            special.push(Self::OnlyPaths(repeated));
        }
        for part in &mut *special {
            if let Self::Igui(dirs) = part {
                dirs.retain(|dir| !eaten.contains(dir));
            }
        }
        special.retain(|part| !matches!(part, Self::Igui(dirs) if dirs.is_empty()));
    }

    /// Whether the man stops on its way.
    pub fn has_stops(&self) -> bool {
        matches!(self, Self::Hook { .. } | Self::Area(_) | Self::Line { .. } | Self::Path { .. })
    }

    /// Adds where its ways end on the empty board, and what they take on the way. `false` where two
    /// of them may meet.
    pub fn ends(&self, ends: &mut Ends) -> bool {
        const BOTH: (bool, bool) = (true, true);
        let straight = |dir: Direction| (dir.offset().0.into(), dir.offset().1.into());
        match self {
            Self::Stride(stride) => {
                let modes = (stride.on_empty, stride.takes || stride.takes_own);
                ends.line((stride.rows, stride.cols), stride.skip, stride.limit, modes);
                stride.hop.is_none()
            }
            Self::Over { dir, .. } => {
                ends.line(straight(*dir), 0, u16::MAX, BOTH);
                true
            }
            Self::RangeCapture { dirs, .. } | Self::RangeJump { dirs, .. } => {
                dirs.iter().for_each(|&dir| ends.line(straight(dir), 0, u16::MAX, BOTH));
                true
            }
            Self::Area(area) if area.captures < 2 && area.leaps.is_empty() => {
                let reached = area_leaps(&area.dirs, area.radius, area.steps);
                reached.into_iter().for_each(|to| ends.push(to, (true, area.captures > 0)));
                true
            }
            Self::Area(area) if (area.captures, area.steps) == (2, 2) => {
                area.leaps.iter().for_each(|&to| ends.push(to, BOTH));
                for &first in &area.dirs {
                    let mid = straight(first);
                    let on = |dir: Direction| (mid.0 + straight(dir).0, mid.1 + straight(dir).1);
                    area.dirs.iter().for_each(|&dir| ends.push_over(mid, on(dir)));
                }
                !area.leaps.is_empty()
            }
            Self::Line { dir, steps: steps @ 0..=2, takes_each, .. } => {
                ends.line(straight(*dir), 0, (*steps).into(), BOTH);
                if *steps == 2 && *takes_each {
                    let (rows, cols) = straight(*dir);
                    ends.push_over((rows, cols), (2 * rows, 2 * cols));
                    ends.push_over((rows, cols), (0, 0));
                }
                true
            }
            Self::Igui(dirs) => {
                dirs.iter().for_each(|&dir| ends.push_over(straight(dir), (0, 0)));
                true
            }
            Self::Anywhere { .. } => {
                let far = ends.longest as i16;
                let all = (-far..=far).flat_map(|rows| (-far..=far).map(move |cols| (rows, cols)));
                all.filter(|&to| to != (0, 0)).for_each(|to| ends.push(to, BOTH));
                true
            }
            Self::OnlyPaths(_) => true,
            Self::Hook { .. } | Self::Area(_) | Self::Line { .. } | Self::Path { .. } => false,
        }
    }

    /// The greatest distance of one step along either axis.
    pub fn extent(&self) -> i16 {
        let of = |stride: &Stride| stride.rows.abs().max(stride.cols.abs());
        match self {
            Self::Stride(stride) => of(stride),
            Self::Area(area) => area
                .leaps
                .iter()
                .map(|&(rows, cols)| rows.abs().max(cols.abs()))
                .max()
                .unwrap_or(1)
                .max(1),
            Self::Path { legs, .. } => legs.iter().map(of).max().unwrap_or(1),
            Self::OnlyPaths(leaps) => {
                leaps.iter().map(|leap| leap.rows.abs().max(leap.cols.abs())).max().unwrap_or(1)
            }
            _ => 1,
        }
    }
}

/// The end of a way, the square of a man taken before it, whether one is taken there.
type Ended = ((i16, i16), Option<(i16, i16)>, bool);

/// Where ways end, as `(rows, cols)`, and what they take: equal entries are the same move.
#[derive(Debug)]
pub(crate) struct Ends {
    /// The longer side of the board: no line leads farther.
    longest: u16,
    /// Each way that was pushed.
    list: Vec<Ended>,
}

impl Ends {
    /// None yet, on a board of this shape.
    pub fn new(geometry: Geometry) -> Self {
        Self { longest: geometry.files().max(geometry.ranks()).into(), list: Vec::new() }
    }

    /// A way to a square, with `(on_empty, takes)`.
    pub fn push(&mut self, to: (i16, i16), (on_empty, takes): (bool, bool)) {
        self.list.extend(on_empty.then_some((to, None, false)));
        self.list.extend(takes.then_some((to, None, true)));
    }

    /// Ways along a line, past its first `skip` squares.
    pub fn line(&mut self, (rows, cols): (i16, i16), skip: u16, limit: u16, modes: (bool, bool)) {
        let limit = limit.min(self.longest);
        (skip + 1..=limit).for_each(|far| self.push((rows * far as i16, cols * far as i16), modes));
    }

    /// A way that takes a man on its way.
    fn push_over(&mut self, over: (i16, i16), to: (i16, i16)) {
        self.list.extend([false, true].map(|takes| (to, Some(over), takes)));
    }

    /// Whether two ways are the same move.
    pub fn has_twins(mut self) -> bool {
        self.list.sort_unstable();
        self.list.windows(2).any(|pair| pair[0] == pair[1])
    }
}

/// Where single steps lead on an empty board, the origin left out.
fn area_leaps(dirs: &[Direction], radius: u8, steps: u8) -> Vec<(i16, i16)> {
    let mut near = vec![(0, 0)];
    let mut begin = 0;
    for _ in 0..steps {
        let end = near.len();
        for at in begin..end {
            for dir in dirs {
                let (rows, cols) = dir.offset();
                let next: (i16, i16) = (near[at].0 + i16::from(rows), near[at].1 + i16::from(cols));
                let inside = next.0.abs().max(next.1.abs()) <= i16::from(radius);
                if inside && !near.contains(&next) {
                    near.push(next);
                }
            }
        }
        begin = end;
    }
    near.remove(0);
    near
}
