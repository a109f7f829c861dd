//! What a line of the file of shapes asks of a position and of the move that led to it.

use koma_rules::Side;

/// The kinds of shogi, as SFEN writes them; a set of them is a mask over this list.
pub(super) const KINDS: [&str; 14] =
    ["K", "R", "B", "G", "S", "N", "L", "P", "+R", "+B", "+S", "+N", "+L", "+P"];
/// Any kind.
pub(super) const ANY: u16 = (1 << KINDS.len()) - 1;

/// A set of squares of a 9x9 board: bit `(file - 1) * 9 + rank - 1`.
pub(super) type Squares = u128;

/// Files and ranks.
pub(super) const SIZE: u16 = 9;

/// How a man came to its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    Moved,
    Dropped,
    Either,
}

/// What the last move must be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Last {
    pub how: How,
    pub to: Squares,
    pub kinds: u16,
}

/// A man somebody has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Who {
    /// Whether it is the opponent's.
    pub foe: bool,
    pub kinds: u16,
    /// It moved last.
    pub just_moved: bool,
    /// Nobody guards it.
    pub is_loose: bool,
}

/// One condition. Squares and directions are as the side sees them that has the shape.
#[derive(Clone, Debug)]
pub(super) enum Test {
    /// One of the kinds stands on one of the squares, or (`not`) none does.
    Stands {
        squares: Squares,
        who: Who,
        not: bool,
    },
    /// One of the squares is empty.
    Empty(Squares),
    /// On the square so far from the man that moved stands this; nobody if `None`.
    Near {
        rows: i16,
        cols: i16,
        who: Option<Who>,
    },
    /// The first man in a direction from the man that moved is this; with `second`, the one behind.
    Ray {
        rows: i16,
        cols: i16,
        who: Who,
        second: bool,
    },
    /// One of the kinds is in hand, or (`not`) none is.
    Hand {
        foe: bool,
        kinds: u16,
        not: bool,
    },
    /// The move took one of the kinds.
    Takes(u16),
    /// The opponent's move before it took one of the kinds.
    FoeTook(u16),
    /// The move started from one of the squares.
    From(Squares),
    /// The number of the move.
    Ply(u32, u32),
    /// The rank of the man that moved; 1 is the far one.
    Rank(u16, u16),
    /// Whose shape it can be.
    Side(Side),
    /// The side has one of these shapes, or (`not`) none of them.
    Has {
        foe: bool,
        shapes: Vec<u16>,
        not: bool,
    },
    /// The man that moved attacks one of the kinds.
    Hits(u16),
    Promotes,
    /// The opponent can take the man that moved.
    Hung,
    Check,
    DoubleCheck,
    /// Another man than the one that moved gives check.
    OpenedCheck,
    Mate,
    /// Of a game: so many sides (0, 1, 2) have one of these shapes.
    Sides(usize, Vec<u16>),
}

impl Test {
    /// Cheap questions come first.
    pub fn cost(&self) -> u8 {
        match self {
            Self::Ply(..) | Self::Side(_) | Self::Rank(..) | Self::From(_) | Self::Promotes => 0,
            Self::Takes(_) | Self::FoeTook(_) | Self::Sides(..) => 0,
            Self::Stands { .. } | Self::Empty(_) | Self::Near { .. } | Self::Hand { .. } => 1,
            Self::Has { .. } => 2,
            Self::Ray { .. } => 3,
            Self::Hung | Self::Check => 4,
            Self::Hits(_) | Self::DoubleCheck | Self::OpenedCheck => 5,
            Self::Mate => 6,
        }
    }
}

/// One way to have a shape: everything of it holds.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub last: Option<Last>,
    pub tests: Vec<Test>,
}
