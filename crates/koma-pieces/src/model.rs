//! The movement model: everything a shogi piece can do, as plain data.
//!
//! Directions are relative to the mover: [`Direction::N`] is forward for the owner and
//! [`Direction::E`] is the owner's right. Offsets are `(rows, cols)` as in
//! `jumps: [rows, cols]` of piece files: a negative row is forward, a positive column is right.

use koma_betza::Hop;

/// One of the eight directions, relative to the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Forward.
    N,
    /// Forward right.
    NE,
    /// Right.
    E,
    /// Backward right.
    SE,
    /// Backward.
    S,
    /// Backward left.
    SW,
    /// Left.
    W,
    /// Forward left.
    NW,
}

impl Direction {
    /// All eight, clockwise from forward: the order in which files are written.
    pub const ALL: [Self; 8] =
        [Self::N, Self::NE, Self::E, Self::SE, Self::S, Self::SW, Self::W, Self::NW];

    /// The offset of one step, `(rows, cols)`; negative rows are forward.
    pub const fn offset(self) -> (i8, i8) {
        match self {
            Self::N => (-1, 0),
            Self::NE => (-1, 1),
            Self::E => (0, 1),
            Self::SE => (1, 1),
            Self::S => (1, 0),
            Self::SW => (1, -1),
            Self::W => (0, -1),
            Self::NW => (-1, -1),
        }
    }

    /// The name in files: `N`, `NE`, ...
    pub const fn name(self) -> &'static str {
        match self {
            Self::N => "N",
            Self::NE => "NE",
            Self::E => "E",
            Self::SE => "SE",
            Self::S => "S",
            Self::SW => "SW",
            Self::W => "W",
            Self::NW => "NW",
        }
    }

    /// The direction of that name, in capitals.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|d| d.name() == name)
    }

    /// This direction turned clockwise by `eighths` of a full turn.
    #[must_use]
    pub const fn turn(self, eighths: i8) -> Self {
        Self::ALL[(self as i8 + eighths).rem_euclid(8) as usize]
    }

    /// Whether this is one of N, E, S, W.
    pub const fn is_orthogonal(self) -> bool {
        (self as u8).is_multiple_of(2)
    }
}

/// How far a step or a rider goes; the farther is the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reach {
    /// One square (`single`).
    Single,
    /// Up to this many squares (`{ limited: n }`), at least 2.
    Limited(u16),
    /// Any number of empty squares (`ranging`).
    Ranging,
}

impl Reach {
    /// The reach of at most `n` squares; `None` for 0.
    pub const fn up_to(n: u16) -> Option<Self> {
        match n {
            0 => None,
            1 => Some(Self::Single),
            n => Some(Self::Limited(n)),
        }
    }

    /// The greatest number of squares, `None` when there is no limit.
    pub const fn limit(self) -> Option<u16> {
        match self {
            Self::Single => Some(1),
            Self::Limited(n) => Some(n),
            Self::Ranging => None,
        }
    }
}

/// Whether a move may end on an empty square, on an enemy, or on both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// Moves and captures the same way (the default).
    #[default]
    Both,
    /// Only to empty squares (Betza `m`).
    MoveOnly,
    /// Only by capturing an enemy (Betza `c`).
    CaptureOnly,
}

/// When and on what a step, jump or path applies, beyond its geometry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Condition {
    /// Moves, captures or both.
    pub mode: Mode,
    /// Only while the piece has never moved (Betza `i`).
    pub initial: bool,
    /// May also (Betza `d`) end on an own man, which is taken off.
    pub takes_own: bool,
}

/// A move along one of the eight directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Which way.
    pub direction: Direction,
    /// How far. With `hop` or `skip` the squares count from the origin.
    pub reach: Reach,
    /// Jumps a hurdle on the way.
    pub hop: Option<Hop>,
    /// Ski (Betza `j`): this many squares are skipped first, whatever stands there.
    pub skip: u8,
    /// When it applies.
    pub when: Condition,
}

impl Step {
    /// A plain step, slide or limited slide.
    pub fn new(direction: Direction, reach: Reach) -> Self {
        Self { direction, reach, hop: None, skip: 0, when: Condition::default() }
    }

    /// Whether the base format can say it: no attribute beyond direction and type.
    pub fn is_plain(&self) -> bool {
        self.hop.is_none() && self.skip == 0 && self.when == Condition::default()
    }
}

/// A leap by an offset, possibly repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Jump {
    /// Rows; negative is forward.
    pub rows: i8,
    /// Columns; positive is right.
    pub cols: i8,
    /// How often the leap may be repeated in line; `Single` is a plain leaper.
    pub rider: Reach,
    /// Lame (Betza `n`): every square of the path must be empty.
    pub lame: bool,
    /// Betza `j` on a leaper: every square of the path must be occupied.
    pub must_leap: bool,
    /// A rider that jumps a hurdle on one of its landing squares.
    pub hop: Option<Hop>,
    /// When it applies.
    pub when: Condition,
}

impl Jump {
    /// A plain leap.
    pub fn new(rows: i8, cols: i8) -> Self {
        Self {
            rows,
            cols,
            rider: Reach::Single,
            lame: false,
            must_leap: false,
            hop: None,
            when: Condition::default(),
        }
    }

    /// Whether the base format can say it: a bare `[rows, cols]`.
    pub fn is_plain(&self) -> bool {
        *self == Self::new(self.rows, self.cols)
    }
}

/// Several king steps in one turn (獅子: the lion; also the area movers of tenjiku).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AreaMove {
    /// How far from the origin it gets, in squares.
    pub radius: u8,
    /// How many single steps make the move, at most.
    pub max_steps: u8,
    /// May come back to the origin.
    pub can_return: bool,
    /// How many men it may take in one move. 1: it stops at its first capture. The base format's
    /// three fields mean a lion, so the reader's default is `max_steps`.
    pub captures: u8,
    /// Leaps directly to any square its steps could bring it to on an empty board (for all eight
    /// directions: any square within `radius`). Default: true when `captures` > 1.
    pub jump: bool,
    /// The directions of its steps; all eight when empty.
    pub dirs: Vec<Direction>,
}

/// Slide after a leap: leaps to exactly the k-th square, then goes on in the same direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct JumpSlide {
    /// Which way.
    pub dir: Direction,
    /// The square it leaps to, counted from the origin (2 = over the adjacent square).
    pub leap: u8,
    /// How far it may go on from there, if that square was empty.
    pub then: Reach,
}

/// A slide that may pass over men of either side without taking them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct JumpOver {
    /// Which way.
    pub dir: Direction,
    /// How many men at most; `None` is any number (the base format's `jump_overs`).
    pub max_pieces: Option<u8>,
}

/// 鉤行: slides, may turn a right angle on an empty square and slide again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Hook {
    /// The first slide.
    pub dirs: Vec<Direction>,
    /// Degrees of the turn, to either side (90 in every known piece).
    pub turn: u16,
    /// How often it may turn.
    pub max_turns: u8,
    /// How far it goes after a turn.
    pub then: Reach,
}

/// Up to n steps along one straight line (飛鷲, 奔鷲, lion dog): at each square it may take,
/// leap over, go on or return.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LineArea {
    /// Direction and number of steps.
    pub max_steps: Vec<(Direction, u8)>,
    /// May pass over men without taking them.
    pub can_jump: bool,
    /// May take on each of the squares.
    pub can_capture_each: bool,
    /// May come back along the line, down to the origin (居喰い, じっと).
    pub can_return: bool,
}

/// Flies over lower-ranking men and takes all of them, own ones too (Taikyoku's generals).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RangeCapture {
    /// Its lines.
    pub dirs: Vec<Direction>,
    /// Its rank: men of this rank or above stop the flight.
    pub rank: u8,
    /// The pieces that stop it, by slug, for people to read; the ranks decide.
    pub cannot_jump: Vec<String>,
}

/// Jumps any number of lower-ranking men and takes only on its last square (Tenjiku's generals).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RangeJump {
    /// Its lines.
    pub dirs: Vec<Direction>,
    /// Its rank: men of this rank or above cannot be jumped.
    pub rank: u8,
    /// The pieces it cannot jump, by slug, for people to read; the ranks decide.
    pub cannot_jump: Vec<String>,
    /// Jumps only when the move captures.
    pub only_when_capturing: bool,
}

/// One leg of a [`Path`]: a repeated offset, then a condition on the square where it ends.
///
/// An occupied square always ends a leg. During continuation legs the origin counts as empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Leg {
    /// Rows of one step; negative is forward.
    pub rows: i8,
    /// Columns of one step; positive is right.
    pub cols: i8,
    /// How many steps at most, over empty squares.
    pub reach: Reach,
    /// May end on an empty square.
    pub on_empty: bool,
    /// May end on an enemy, which is taken.
    pub takes: bool,
    /// May end on an own man, which is taken off (Betza `d`).
    pub takes_own: bool,
    /// May end on any man, which stays (Betza `p` on a leg that is not the last).
    pub hops: bool,
    /// The single-leg modifiers of Betza on this leg: a hurdle on the way.
    pub hop: Option<Hop>,
    /// Squares skipped first, whatever stands there (Betza `j`).
    pub skip: u8,
    /// Lame (Betza `n`).
    pub lame: bool,
}

impl Leg {
    /// The leg that does what a step or leap of that condition does.
    fn under(when: Condition, (rows, cols): (i8, i8), reach: Reach, hop: Option<Hop>) -> Self {
        Self {
            rows,
            cols,
            reach,
            on_empty: when.mode != Mode::CaptureOnly,
            takes: when.mode != Mode::MoveOnly,
            takes_own: when.takes_own,
            hops: false,
            hop,
            skip: 0,
            lame: false,
        }
    }
}

impl From<&Step> for Leg {
    fn from(step: &Step) -> Self {
        let leg = Self::under(step.when, step.direction.offset(), step.reach, step.hop);
        Self { skip: step.skip, ..leg }
    }
}

impl From<&Jump> for Leg {
    /// Without [`Jump::must_leap`], which no leg has.
    fn from(jump: &Jump) -> Self {
        let leg = Self::under(jump.when, (jump.rows, jump.cols), jump.rider, jump.hop);
        Self { lame: jump.lame, ..leg }
    }
}

/// A move of several legs: the general form behind Betza's `a` and brackets.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path {
    /// The legs, first to last; all of them are made.
    pub legs: Vec<Leg>,
    /// Only while the piece has never moved.
    pub initial: bool,
}

/// 自在天王: goes to any square of the board at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Anywhere {
    /// May take a man that another enemy man guards (maka dai dai's emperor may not).
    pub takes_guarded: bool,
}

/// How a piece moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Movement {
    /// Steps and slides along the eight directions.
    pub steps: Vec<Step>,
    /// Leaps.
    pub jumps: Vec<Jump>,
    /// Lion and area moves.
    pub area_moves: Vec<AreaMove>,
    /// Leap, then slide.
    pub jump_slides: Vec<JumpSlide>,
    /// Slides that pass over men.
    pub jump_over: Vec<JumpOver>,
    /// Slides that turn.
    pub hooks: Vec<Hook>,
    /// Lion moves along lines.
    pub line_area: Option<LineArea>,
    /// Flies and takes everything it passes.
    pub range_capture: Option<RangeCapture>,
    /// Jumps lower ranks.
    pub range_jump: Option<RangeJump>,
    /// 居喰い: takes an adjacent man without moving, in these directions.
    pub igui: Vec<Direction>,
    /// Burns every adjacent enemy when it stops, and every enemy that stops beside it.
    pub burn: bool,
    /// To any square of the board.
    pub anywhere: Option<Anywhere>,
    /// Moves of several legs that no field above says.
    pub paths: Vec<Path>,
}

/// What a piece is subject to beyond its movement: the base format's `special_rules`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SpecialRule {
    /// Losing the last one loses the game.
    Royal,
    /// 二歩: may not be dropped on a file that holds another of its kind.
    NifuProhibited,
    /// May not be dropped on the last n ranks.
    CannotDropInZone(u8),
    /// Must promote when it ends its move on the last n ranks.
    MustPromoteInZone(u8),
    /// 居喰い: may capture without moving.
    Igui,
    /// May capture two men in one move.
    CanCaptureTwo,
}

/// A piece definition: one entry of a piece file, in the ten fields of the base format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceDef {
    /// Unique over all files used together.
    pub id: u32,
    /// English name.
    pub name: String,
    /// Japanese name.
    pub name_ja: String,
    /// The one or two characters on the piece.
    pub name_kanji: String,
    /// Estimated value; a rook is 1000.
    pub value: u32,
    /// Whether it has a promoted side.
    pub can_promote: bool,
    /// The id of its promoted side.
    pub promotes_to: Option<u32>,
    /// How it moves.
    pub movement: Movement,
    /// What it is subject to.
    pub special_rules: Vec<SpecialRule>,
}
