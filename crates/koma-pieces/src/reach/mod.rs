//! The reference interpreter of movements: what a man reaches, straight from the definitions.
//!
//! It is written to be read and believed, not to be fast: the rules engine is checked against it.
//! A move is a destination and the set of men it takes off the board; two ways that agree in both
//! are one move. [`Reached::listed`] keeps the ways apart, as some programs count them.

mod dead;
pub mod json;
mod lines;
mod strides;
mod walks;

use std::collections::BTreeSet;

use crate::Movement;

pub use dead::{can_ever_move, mobile_squares};

/// A square by row and column from the top left as the board lies on the table; row 0 is the far
/// side for a man that does not face down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// Row, from the top.
    pub row: u8,
    /// Column, from the left.
    pub col: u8,
}

/// A man as the mover sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Man {
    /// Whether it is on the mover's side.
    pub own: bool,
    /// Its rank, for movements that fly over lower ranks.
    pub rank: u8,
    /// Whether it burns what stops beside it.
    pub burns: bool,
}

/// A board with the men on it, except the one that moves.
#[derive(Clone, Debug)]
pub struct Board {
    rows: u8,
    cols: u8,
    men: Vec<Option<Man>>,
}

impl Board {
    /// An empty board.
    pub fn new(rows: u8, cols: u8) -> Self {
        Self { rows, cols, men: vec![None; usize::from(rows) * usize::from(cols)] }
    }

    /// Puts a man down. Squares outside the board are left alone.
    pub fn put(&mut self, square: Square, man: Man) {
        if square.row < self.rows && square.col < self.cols {
            let index = self.index(square);
            self.men[index] = Some(man);
        }
    }

    /// Takes the man off a square.
    pub fn clear(&mut self, square: Square) {
        if square.row < self.rows && square.col < self.cols {
            let index = self.index(square);
            self.men[index] = None;
        }
    }

    /// The man on a square of the board.
    pub fn man(&self, square: Square) -> Option<Man> {
        self.men.get(self.index(square)).copied().flatten()
    }

    /// All squares, row by row.
    fn squares(&self) -> impl Iterator<Item = Square> {
        let (rows, cols) = (self.rows, self.cols);
        (0..rows).flat_map(move |row| (0..cols).map(move |col| Square { row, col }))
    }

    /// The place of a square among [`Board::squares`].
    fn index(&self, square: Square) -> usize {
        usize::from(square.row) * usize::from(self.cols) + usize::from(square.col)
    }

    /// The square at an offset, if it is on the board.
    fn step(&self, from: Square, (rows, cols): (i16, i16)) -> Option<Square> {
        let row = u8::try_from(i16::from(from.row) + rows).ok().filter(|&row| row < self.rows)?;
        let col = u8::try_from(i16::from(from.col) + cols).ok().filter(|&col| col < self.cols)?;
        Some(Square { row, col })
    }
}

/// The man that moves.
#[derive(Clone, Copy, Debug)]
pub struct Mover<'a> {
    /// How it moves.
    pub movement: &'a Movement,
    /// Where it stands.
    pub at: Square,
    /// Whether it has never moved.
    pub virgin: bool,
    /// Whether it moves towards greater rows (the second player's men).
    pub faces_down: bool,
}

/// The readings on which the sources differ, and what is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether `takes_own` (Betza `d`) is in force.
    pub own_captures: bool,
    /// TAI-6: a flight that takes all it passes may take the enemy that stops it.
    pub range_capture_blocker: bool,
    /// TAI-7: such a flight may end on an own man, which is lost too.
    pub range_land_own: bool,
    /// Whether [`Reached::listed`] tells the ways of paths apart. Without, paths that meet are
    /// followed once, and far longer ones can be answered.
    pub list_ways: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            own_captures: true,
            range_capture_blocker: true,
            range_land_own: false,
            list_ways: true,
        }
    }
}

/// One move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Outcome {
    /// Where the mover ends.
    pub to: Square,
    /// The squares whose men are taken off, burnt ones included.
    pub captured: BTreeSet<Square>,
    /// The mover is burnt by a man it stopped beside.
    pub burnt: bool,
}

/// Everything a man reaches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// The distinct moves.
    pub moves: BTreeSet<Outcome>,
    /// The ways: every square where the mover touches down, the destination last.
    pub listed: BTreeSet<Vec<Square>>,
}

/// The movement has too many ways to be followed one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the movement has too many ways to follow them one by one")]
pub struct TooManyWays;

/// How many states are followed before [`TooManyWays`]; more where ways that meet are one state.
const BUDGET: usize = 400_000;
const BUDGET_UNLISTED: usize = 1_500_000;

/// The moves of a man on a board.
///
/// # Errors
///
/// [`TooManyWays`] for movements that only a hostile text would contain.
///
/// # Examples
///
/// ```
/// use koma_pieces::{Direction, Movement, Reach, Step};
/// use koma_pieces::reach::{Board, Mover, Options, Square, reach};
///
/// let lance = Movement { steps: vec![Step::new(Direction::N, Reach::Ranging)], ..Default::default() };
/// let mover = Mover { movement: &lance, at: Square { row: 8, col: 0 }, virgin: true, faces_down: false };
/// let reached = reach(&Board::new(9, 9), mover, Options::default())?;
/// assert_eq!(reached.moves.len(), 8);
/// # Ok::<_, koma_pieces::reach::TooManyWays>(())
/// ```
pub fn reach(board: &Board, mover: Mover<'_>, options: Options) -> Result<Reached, TooManyWays> {
    let movement = mover.movement;
    let mut scene = Scene { board, mover, options, spent: 0, reached: Reached::default() };
    scene.steps(&movement.steps)?;
    scene.jumps(&movement.jumps)?;
    scene.paths(&movement.paths)?;
    for area in &movement.area_moves {
        scene.area(area)?;
    }
    for hook in &movement.hooks {
        scene.hook(hook)?;
    }
    if let Some(line_area) = &movement.line_area {
        scene.line_area(line_area)?;
    }
    scene.igui(&movement.igui);
    scene.jump_slides(&movement.jump_slides);
    scene.jump_over(&movement.jump_over);
    if let Some(flight) = &movement.range_capture {
        scene.range_capture(flight);
    }
    if let Some(flight) = &movement.range_jump {
        scene.range_jump(flight);
    }
    if movement.anywhere.is_some() {
        scene.anywhere();
    }
    let mut reached = scene.reached;
    reached.moves =
        reached.moves.into_iter().map(|outcome| burn(board, movement.burn, outcome)).collect();
    Ok(reached)
}

/// Fire: TEN-3 (active), TEN-5 (passive), TEN-6 (the standing burner burns first).
fn burn(board: &Board, burns: bool, mut outcome: Outcome) -> Outcome {
    let beside: Vec<(Square, Man)> = crate::Direction::ALL
        .into_iter()
        .filter_map(|d| {
            let (rows, cols) = d.offset();
            board.step(outcome.to, (rows.into(), cols.into()))
        })
        .filter(|square| !outcome.captured.contains(square))
        .filter_map(|square| board.man(square).map(|man| (square, man)))
        .filter(|(_, man)| !man.own)
        .collect();
    outcome.burnt = beside.iter().any(|(_, man)| man.burns);
    if burns && !outcome.burnt {
        outcome.captured.extend(beside.into_iter().map(|(square, _)| square));
    }
    outcome
}

/// What a square means to the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    Empty,
    Own(Man),
    Enemy(Man),
}

/// A question being answered.
struct Scene<'a> {
    board: &'a Board,
    mover: Mover<'a>,
    options: Options,
    spent: usize,
    reached: Reached,
}

impl Scene<'_> {
    /// The square at an offset seen by the mover.
    fn step(&self, from: Square, (rows, cols): (i16, i16)) -> Option<Square> {
        let sign = if self.mover.faces_down { -1 } else { 1 };
        self.board.step(from, (sign * rows, sign * cols))
    }

    fn ahead(&self, from: Square, direction: crate::Direction) -> Option<Square> {
        let (rows, cols) = direction.offset();
        self.step(from, (rows.into(), cols.into()))
    }

    /// What stands there once the mover has left its square and `taken` are gone.
    fn content(&self, square: Square, taken: &BTreeSet<Square>) -> Content {
        if square == self.mover.at || taken.contains(&square) {
            return Content::Empty;
        }
        match self.board.man(square) {
            None => Content::Empty,
            Some(man) if man.own => Content::Own(man),
            Some(man) => Content::Enemy(man),
        }
    }

    /// To every square. Whether a man is guarded depends on all others: the caller knows.
    fn anywhere(&mut self) {
        for row in 0..self.board.rows {
            for col in 0..self.board.cols {
                let to = Square { row, col };
                match self.content(to, &BTreeSet::new()) {
                    Content::Empty if to == self.mover.at => {}
                    Content::Empty => self.note(&[to], BTreeSet::new()),
                    Content::Enemy(_) => self.note(&[to], BTreeSet::from([to])),
                    Content::Own(_) => {}
                }
            }
        }
    }

    /// Notes a move by the squares it touches, the last one being its end.
    fn note(&mut self, touched: &[Square], captured: BTreeSet<Square>) {
        let Some(&to) = touched.last() else { return };
        self.reached.listed.insert(touched.to_vec());
        self.reached.moves.insert(Outcome { to, captured, burnt: false });
    }

    fn spend(&mut self) -> Result<(), TooManyWays> {
        self.spent += 1;
        let budget = if self.options.list_ways { BUDGET } else { BUDGET_UNLISTED };
        if self.spent > budget { Err(TooManyWays) } else { Ok(()) }
    }
}
