//! Movement diagrams: what a piece reaches, as a text grid, as SVG and (feature `png`) as PNG.
//!
//! [`Diagram::of`] works out which squares around a piece carry which [`Mark`]; [`text`] and
//! [`svg`] only draw it. The picture shows an otherwise empty board from the owner's side,
//! forward is up. Lines that go on past the picture end in an arrow.
//!
//! ```
//! use koma_book::diagram;
//! use koma_pieces::{Jump, Movement};
//!
//! let knight = Movement { jumps: vec![Jump::new(-2, -1), Jump::new(-2, 1)], ..Movement::default() };
//! let picture = diagram::text::grid(&diagram::Diagram::of(&knight), "桂");
//! assert_eq!(picture.lines().next(), Some("·  ☆  ·  ☆  ·"));
//! ```

#[cfg(feature = "png")]
pub mod png;
pub mod svg;
#[cfg(test)]
mod tests;
pub mod text;

use std::collections::{BTreeMap, BTreeSet};

use koma_pieces::{AreaMove, Direction, Leg, Mode, Movement, Reach};
use koma_text::Lang;

/// How a square is reached, weakest first: of several ways the last one is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// ◇ after a turn: the second leg of a hook or of another move of several legs.
    Turn,
    /// ○ a step, or a slide of limited length.
    Step,
    /// ● a slide of any length.
    Slide,
    /// ▽ over exactly one man (cannons, grasshoppers).
    Hop,
    /// ☆ a leap, whatever stands between.
    Leap,
    /// △ a slide that leaps first, or passes over men.
    Over,
    /// ◆ a flight that takes everything it passes, or jumps lower ranks.
    Fly,
    /// ◎ a lion's square: it may take there and go on, leap over it, or come back.
    Lion,
    /// □ only to move, not to take.
    MoveOnly,
    /// × only to take.
    CaptureOnly,
}

impl Mark {
    /// Every mark, in the order of the legend.
    pub const ALL: [Self; 10] = [
        Self::Step,
        Self::Slide,
        Self::Leap,
        Self::Over,
        Self::Turn,
        Self::Lion,
        Self::Fly,
        Self::Hop,
        Self::MoveOnly,
        Self::CaptureOnly,
    ];

    /// The sign in text grids.
    pub const fn sign(self) -> char {
        match self {
            Self::Turn => '◇',
            Self::Step => '○',
            Self::Slide => '●',
            Self::Hop => '▽',
            Self::Leap => '☆',
            Self::Over => '△',
            Self::Fly => '◆',
            Self::Lion => '◎',
            Self::MoveOnly => '□',
            Self::CaptureOnly => '×',
        }
    }

    /// What it means, for the legend.
    pub fn meaning(self, lang: Lang) -> &'static str {
        let (english, japanese) = match self {
            Self::Turn => ("after a turn", "曲がった先"),
            Self::Step => ("step", "1マス動く"),
            Self::Slide => ("slide, any distance", "何マスでも走る"),
            Self::Hop => ("over exactly one piece", "駒をちょうど一つ飛び越える"),
            Self::Leap => ("leap", "飛んで行く"),
            Self::Over => ("slide after a leap or over pieces", "飛んだ先や駒越しに走る"),
            Self::Fly => ("flight over lower ranks", "格下の駒を飛び越える"),
            Self::Lion => ("lion: take and go on or return", "獅子の動き（取って進む・戻る）"),
            Self::MoveOnly => ("moves only", "動くだけ（取れない）"),
            Self::CaptureOnly => ("captures only", "取る時だけ"),
        };
        lang.pick(english, japanese)
    }
}

/// The picture of a movement, before it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// Squares shown in each direction from the piece.
    pub radius: i8,
    /// The squares reached, by `(rows, cols)`; negative rows are forward.
    pub marks: BTreeMap<(i8, i8), Mark>,
    /// The directions in which it goes on past the picture, and how.
    pub rays: BTreeMap<Direction, Mark>,
    /// 居喰い: where it takes without moving.
    pub igui: Vec<Direction>,
    /// Whether it burns its neighbours.
    pub burns: bool,
    /// Whether it goes to any square of the board.
    pub anywhere: bool,
    /// How many squares reached lie outside the picture (far leaps and long limited slides).
    pub outside: usize,
}

/// The picture is never larger than this: 2 x 9 + 1 squares wide.
const MOST: i8 = 9;
/// A picture shows at least this many squares each way.
const LEAST: i8 = 2;

impl Diagram {
    /// The picture of a movement, just large enough.
    pub fn of(movement: &Movement) -> Self {
        Self::with_radius(movement, radius_of(movement))
    }

    /// The picture of a movement with `radius` squares in each direction.
    pub fn with_radius(movement: &Movement, radius: i8) -> Self {
        let mut canvas = Canvas {
            radius: radius.clamp(1, MOST),
            marks: BTreeMap::new(),
            rays: BTreeMap::new(),
            outside: 0,
        };
        canvas.draw(movement);
        let show = |spot: Spot| match spot.mode {
            Mode::Both => spot.mark,
            Mode::MoveOnly => Mark::MoveOnly,
            Mode::CaptureOnly => Mark::CaptureOnly,
        };
        Self {
            radius: canvas.radius,
            marks: canvas.marks.into_iter().map(|(square, spot)| (square, show(spot))).collect(),
            rays: canvas.rays.into_iter().map(|(way, spot)| (way, show(spot))).collect(),
            igui: movement.igui.clone(),
            burns: movement.burn,
            anywhere: movement.anywhere.is_some(),
            outside: canvas.outside,
        }
    }

    /// The marks that occur, in the order of the legend.
    pub fn legend(&self) -> Vec<Mark> {
        let used = |mark: &Mark| {
            self.marks.values().any(|m| m == mark) || self.rays.values().any(|m| m == mark)
        };
        Mark::ALL.into_iter().filter(used).collect()
    }
}

/// How many squares each way it takes to show what a movement does.
fn radius_of(movement: &Movement) -> i8 {
    let small = |n: u16| i8::try_from(n).unwrap_or(MOST);
    let mut radius = LEAST;
    let mut need = |n: i8| radius = radius.max(n.min(MOST));
    for step in &movement.steps {
        need(step.reach.limit().map_or(LEAST, small));
        need(step.skip.saturating_add(2).min(9) as i8);
    }
    for jump in &movement.jumps {
        need(small(u16::from(jump.rows.unsigned_abs().max(jump.cols.unsigned_abs()))));
    }
    for area in &movement.area_moves {
        need(small(area.radius.into()));
    }
    for slide in &movement.jump_slides {
        let after = slide.then.limit().unwrap_or(1);
        need(small(u16::from(slide.leap).saturating_add(after)));
    }
    for &(_, steps) in movement.line_area.iter().flat_map(|area| &area.max_steps) {
        need(small(steps.into()));
    }
    if !movement.hooks.is_empty() || !movement.paths.is_empty() {
        need(3);
    }
    radius
}

/// How a square is reached and what for.
#[derive(Clone, Copy)]
struct Spot {
    mark: Mark,
    mode: Mode,
}

impl From<Mark> for Spot {
    fn from(mark: Mark) -> Self {
        Self { mark, mode: Mode::Both }
    }
}

impl Spot {
    /// Of two ways to reach a square the one to draw. Two halves make a whole: a square
    /// reached by moving one way and by capturing another is simply reached.
    fn join(self, other: Self) -> Self {
        match (self.mode, other.mode) {
            (a, b) if a == b => Self { mark: self.mark.max(other.mark), mode: a },
            (Mode::Both, _) => self,
            (_, Mode::Both) => other,
            _ => Self { mark: self.mark.max(other.mark), mode: Mode::Both },
        }
    }
}

/// Marks being set, with the bounds of the picture.
struct Canvas {
    radius: i8,
    marks: BTreeMap<(i8, i8), Spot>,
    rays: BTreeMap<Direction, Spot>,
    outside: usize,
}

impl Canvas {
    fn draw(&mut self, movement: &Movement) {
        self.draw_turns(movement);
        if movement.anywhere.is_some() {
            let all = -self.radius..=self.radius;
            for square in all.clone().flat_map(|row| all.clone().map(move |col| (row, col))) {
                self.mark(square, Mark::Leap.into());
            }
        }
        for step in &movement.steps {
            let mark = match (step.hop, step.reach) {
                (Some(_), _) => Mark::Hop,
                (None, Reach::Ranging) => Mark::Slide,
                (None, _) => Mark::Step,
            };
            let spot = Spot { mark, mode: step.when.mode };
            // A hurdle stands on the first square at the nearest.
            let first = 1 + u16::from(step.skip) + u16::from(step.hop.is_some());
            self.line(step.direction.offset(), first, step.reach, spot);
            if step.reach == Reach::Ranging {
                self.ray(step.direction, spot);
            }
        }
        for jump in &movement.jumps {
            let mark = if jump.hop.is_some() { Mark::Hop } else { Mark::Leap };
            let spot = Spot { mark, mode: jump.when.mode };
            self.line((jump.rows, jump.cols), 1, jump.rider, spot);
        }
        for slide in &movement.jump_slides {
            let offset = slide.dir.offset();
            let leap = u16::from(slide.leap);
            self.line(offset, leap, reach_to(leap), Mark::Leap.into());
            let last = slide.then.limit().map(|n| leap.saturating_add(n));
            self.line(offset, leap + 1, last.map_or(Reach::Ranging, reach_to), Mark::Over.into());
            if slide.then == Reach::Ranging {
                self.ray(slide.dir, Mark::Over.into());
            }
        }
        for over in &movement.jump_over {
            self.whole_line(over.dir, Mark::Over);
        }
        let flown = movement.range_capture.iter().flat_map(|flight| &flight.dirs);
        let jumped = movement.range_jump.iter().flat_map(|flight| &flight.dirs);
        for &direction in flown.chain(jumped) {
            self.whole_line(direction, Mark::Fly);
        }
        for area in &movement.area_moves {
            self.draw_area(area);
        }
        for &(direction, steps) in movement.line_area.iter().flat_map(|area| &area.max_steps) {
            self.line(direction.offset(), 1, reach_to(steps.into()), Mark::Lion.into());
        }
    }

    /// Hooks and paths: where the second and later legs end.
    fn draw_turns(&mut self, movement: &Movement) {
        for hook in &movement.hooks {
            let eighths = i8::try_from(hook.turn / 45).unwrap_or(2).clamp(1, 4);
            for &first in &hook.dirs {
                for second in [first.turn(eighths), first.turn(-eighths)] {
                    for corner in 1..=self.radius {
                        let (rows, cols) = first.offset();
                        let from = (rows * corner, cols * corner);
                        self.line_from(from, second.offset(), 1, hook.then, Mark::Turn.into());
                    }
                }
            }
        }
        for path in &movement.paths {
            // Eight legs are more than any known piece makes; the picture need not follow more.
            self.follow((0, 0), &path.legs[..path.legs.len().min(8)]);
        }
    }

    /// Marks where a chain of legs may end, over an empty board.
    fn follow(&mut self, first: (i8, i8), legs: &[Leg]) {
        let mut at = BTreeSet::from([first]);
        for leg in legs {
            let mut next = BTreeSet::new();
            for from in at {
                for n in 1..=leg.reach.limit().unwrap_or(u16::MAX).min(2 * MOST as u16) {
                    let Some(square) = self.square(from, (leg.rows, leg.cols), n) else { break };
                    next.insert(square);
                }
            }
            at = next;
        }
        for square in at {
            self.mark(square, Mark::Turn.into());
        }
    }

    fn draw_area(&mut self, area: &AreaMove) {
        let radius = i8::try_from(area.radius).unwrap_or(MOST).min(self.radius);
        let dirs: &[Direction] = if area.dirs.is_empty() { &Direction::ALL } else { &area.dirs };
        let mark = if area.captures > 1 { Mark::Lion } else { Mark::Turn };
        let mut at = BTreeSet::from([(0, 0)]);
        for step in 1..=area.max_steps.min(2 * MOST as u8) {
            let mut next = BTreeSet::new();
            for &(row, col) in &at {
                for (rows, cols) in dirs.iter().map(|d| d.offset()) {
                    let square = (row + rows, col + cols);
                    if square.0.abs() <= radius && square.1.abs() <= radius {
                        next.insert(square);
                    }
                }
            }
            for &square in &next {
                // The first step of an area mover that stops at its first capture is a step.
                self.mark(square, if step == 1 { mark.max(Mark::Step) } else { mark }.into());
            }
            at = next;
        }
    }

    fn whole_line(&mut self, direction: Direction, mark: Mark) {
        self.line(direction.offset(), 1, Reach::Ranging, mark.into());
        self.ray(direction, mark.into());
    }

    /// Marks the multiples `first..` of an offset as far as the reach goes.
    fn line(&mut self, offset: (i8, i8), first: u16, reach: Reach, spot: Spot) {
        self.line_from((0, 0), offset, first, reach, spot);
    }

    fn line_from(
        &mut self,
        from: (i8, i8),
        offset: (i8, i8),
        first: u16,
        reach: Reach,
        spot: Spot,
    ) {
        let last = reach.limit();
        for n in first..=last.unwrap_or(u16::MAX).max(first) {
            match self.square(from, offset, n) {
                Some(square) => self.mark(square, spot),
                None => {
                    if let Some(last) = last {
                        self.outside += usize::from(last.saturating_sub(n)) + 1;
                    }
                    break;
                }
            }
        }
    }

    /// `from` plus `n` times `offset`, if it lies in the picture.
    fn square(&self, from: (i8, i8), offset: (i8, i8), n: u16) -> Option<(i8, i8)> {
        let along = |from: i8, by: i8| i32::from(from) + i32::from(by) * i32::from(n);
        let square = (along(from.0, offset.0), along(from.1, offset.1));
        let radius = i32::from(self.radius);
        let inside = square.0.abs() <= radius && square.1.abs() <= radius && offset != (0, 0);
        inside.then_some((square.0 as i8, square.1 as i8))
    }

    fn mark(&mut self, square: (i8, i8), spot: Spot) {
        if square != (0, 0) {
            self.marks.entry(square).and_modify(|s| *s = s.join(spot)).or_insert(spot);
        }
    }

    fn ray(&mut self, direction: Direction, spot: Spot) {
        self.rays.entry(direction).and_modify(|s| *s = s.join(spot)).or_insert(spot);
    }
}

fn reach_to(n: u16) -> Reach {
    Reach::up_to(n).unwrap_or(Reach::Single)
}
