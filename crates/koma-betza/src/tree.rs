//! The tree of a Betza text: what was written, in the order it was written.

use std::fmt;

use koma_text::Span;

/// Which reading of the notation is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// The notation as specified: the default everywhere.
    #[default]
    Strict,
    /// The generator's `neo_shogi` reading: in a pair `f<8-way>b<8-way>` such as `fQbK` the two
    /// sideways squares belong to the `b` part.
    Neo,
    /// Fairy-Stockfish's reading, for piece definitions in a `variants.ini`.
    Fairy,
}

impl Dialect {
    /// The name in commands and files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Neo => "neo",
            Self::Fairy => "fairy",
        }
    }

    /// The dialect of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Strict, Self::Neo, Self::Fairy].into_iter().find(|d| d.name() == name)
    }
}

/// A lower-case modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Letter {
    /// `f`: forward.
    Forward,
    /// `b`: backward.
    Backward,
    /// `l`: left.
    Left,
    /// `r`: right.
    Right,
    /// `v`: forward and backward.
    Vertical,
    /// `s`: to both sides.
    Sideways,
    /// `h`: half of an oblique leaper's targets.
    Half,
    /// `m`: to an empty square.
    Move,
    /// `c`: capturing an enemy.
    Capture,
    /// `d`: capturing an own man.
    Own,
    /// `i`: while the piece has never moved.
    Initial,
    /// `n`: lame.
    Lame,
    /// `j`: ski, or a leap that needs something to leap over.
    Jump,
    /// `p`: hopper.
    Hop,
    /// `g`: grasshopper.
    Grasshopper,
}

impl Letter {
    const TABLE: [(char, Self); 15] = [
        ('f', Self::Forward),
        ('b', Self::Backward),
        ('l', Self::Left),
        ('r', Self::Right),
        ('v', Self::Vertical),
        ('s', Self::Sideways),
        ('h', Self::Half),
        ('m', Self::Move),
        ('c', Self::Capture),
        ('d', Self::Own),
        ('i', Self::Initial),
        ('n', Self::Lame),
        ('j', Self::Jump),
        ('p', Self::Hop),
        ('g', Self::Grasshopper),
    ];

    /// The modifier written with this letter.
    pub fn from_char(c: char) -> Option<Self> {
        Self::TABLE.into_iter().find(|&(letter, _)| letter == c).map(|(_, l)| l)
    }

    /// The letter it is written with.
    pub fn as_char(self) -> char {
        Self::TABLE[self as usize].0
    }

    /// Whether it selects directions.
    pub fn is_direction(self) -> bool {
        self <= Self::Half
    }
}

/// A modifier at its place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    /// Which modifier.
    pub letter: Letter,
    /// Where it stands.
    pub span: Span,
}

/// A capital letter or a generic leap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Atom {
    /// Wazir: one square orthogonally.
    W,
    /// Ferz: one square diagonally.
    F,
    /// Dabbaba: leaps two squares orthogonally.
    D,
    /// Knight, all eight leaps.
    N,
    /// Alfil: leaps two squares diagonally.
    A,
    /// Threeleaper: leaps three squares orthogonally.
    H,
    /// Camel, (1,3).
    C,
    /// Zebra, (2,3).
    Z,
    /// Tripper: leaps three squares diagonally.
    G,
    /// The old letter of the camel.
    L,
    /// The old letter of the zebra.
    J,
    /// King: W and F.
    K,
    /// Queen: R and B.
    Q,
    /// Rook: W without limit.
    R,
    /// Bishop: F without limit.
    B,
    /// A leap written with numbers, `(m,n)`, as written.
    Leap(u8, u8),
}

impl Atom {
    const TABLE: [(char, Self); 15] = [
        ('W', Self::W),
        ('F', Self::F),
        ('D', Self::D),
        ('N', Self::N),
        ('A', Self::A),
        ('H', Self::H),
        ('C', Self::C),
        ('Z', Self::Z),
        ('G', Self::G),
        ('L', Self::L),
        ('J', Self::J),
        ('K', Self::K),
        ('Q', Self::Q),
        ('R', Self::R),
        ('B', Self::B),
    ];

    /// The atom of a capital letter.
    pub fn from_char(c: char) -> Option<Self> {
        Self::TABLE.into_iter().find(|&(letter, _)| letter == c).map(|(_, a)| a)
    }

    /// The capital letter; `None` for a leap in numbers.
    pub fn as_char(self) -> Option<char> {
        Self::TABLE.into_iter().find(|&(_, a)| a == self).map(|(letter, _)| letter)
    }

    /// The leaps it is made of, `(short, long)`.
    pub fn leaps(self) -> &'static [(u8, u8)] {
        match self {
            Self::W | Self::R => &[(0, 1)],
            Self::F | Self::B => &[(1, 1)],
            Self::D => &[(0, 2)],
            Self::N => &[(1, 2)],
            Self::A => &[(2, 2)],
            Self::H => &[(0, 3)],
            Self::C | Self::L => &[(1, 3)],
            Self::Z | Self::J => &[(2, 3)],
            Self::G => &[(3, 3)],
            Self::K | Self::Q => &[(0, 1), (1, 1)],
            Self::Leap(..) => &[],
        }
    }

    /// The leaps it is made of, generic ones included.
    pub(crate) fn all_leaps(self) -> Vec<(u8, u8)> {
        match self {
            Self::Leap(m, n) => vec![(m.min(n), m.max(n))],
            other => other.leaps().to_vec(),
        }
    }

    /// Whether it goes all eight ways, by two families at once.
    pub fn is_eight_way(self) -> bool {
        matches!(self, Self::K | Self::Q)
    }

    /// Whether it has no limit of its own.
    pub fn is_unlimited(self) -> bool {
        matches!(self, Self::R | Self::B | Self::Q)
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Leap(m, n) => write!(f, "({m},{n})"),
            letter => write!(f, "{}", letter.as_char().unwrap_or('?')),
        }
    }
}

/// What is written after an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Range {
    /// Nothing.
    Bare,
    /// A number; 0 is no limit.
    Number {
        /// Its value.
        value: u16,
        /// How many digits it was written with.
        digits: u8,
    },
    /// The same capital again: no limit.
    Again,
}

/// An atom with its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Head {
    /// The atom.
    pub atom: Atom,
    /// Its range.
    pub range: Range,
    /// Where it stands.
    pub span: Span,
}

impl Head {
    /// How many times the leap may be repeated; `None` without limit.
    pub fn reach(&self) -> Option<u16> {
        match self.range {
            Range::Bare if self.atom.is_unlimited() => None,
            Range::Bare => Some(1),
            Range::Number { value: 0, .. } | Range::Again => None,
            Range::Number { value, .. } => Some(value),
        }
    }
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.atom)?;
        match self.range {
            Range::Bare => Ok(()),
            Range::Number { value, digits } => {
                write!(f, "{value:0width$}", width = usize::from(digits))
            }
            Range::Again => write!(f, "{}", self.atom),
        }
    }
}

/// How two legs of a bracket are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Joint {
    /// `-`: the move goes on.
    MustGoOn,
    /// `?`: the move may stop here.
    MayStop,
}

/// One leg of a bracket, with its own atom.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BracketLeg {
    /// How it is joined to the leg before; of no meaning for the first.
    pub joint: Joint,
    /// Its modifiers.
    pub marks: Vec<Mark>,
    /// Its atom and range.
    pub head: Head,
}

/// The two shapes a group has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// `legs` separated by `a`, one atom for all of them.
    Legs {
        /// The modifiers of each leg; one leg for most pieces.
        legs: Vec<Vec<Mark>>,
        /// The atom of every leg.
        head: Head,
    },
    /// `[leg-leg]`.
    Bracket(Vec<BracketLeg>),
}

/// One part of a compound.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Group {
    /// What it says.
    pub shape: Shape,
    /// Where it stands.
    pub span: Span,
}

impl Group {
    /// The capital it begins with.
    fn bare_atom(&self) -> Option<Atom> {
        match &self.shape {
            Shape::Legs { legs, head } if matches!(&legs[..], [marks] if marks.is_empty()) => {
                Some(head.atom)
            }
            _ => None,
        }
    }

    /// The capital it ends with, to which a range could still be added.
    fn open_atom(&self) -> Option<Atom> {
        match &self.shape {
            Shape::Legs { head, .. } if head.range == Range::Bare => Some(head.atom),
            _ => None,
        }
    }
}

/// A parsed text: the union of its groups.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tree {
    /// The parts, in the order written.
    pub groups: Vec<Group>,
    /// How it is to be read.
    pub dialect: Dialect,
}

fn write_marks(f: &mut fmt::Formatter<'_>, marks: &[Mark]) -> fmt::Result {
    for (i, mark) in marks.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| marks[i]);
        // Only Fairy-Stockfish passes over letters. They keep two directions from being a pair.
        let apart =
            |before: Mark| before.letter.is_direction() && before.span.end < mark.span.start;
        if mark.letter.is_direction() && before.is_some_and(apart) {
            write!(f, "z")?;
        }
        write!(f, "{}", mark.letter.as_char())?;
    }
    Ok(())
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.shape {
            Shape::Legs { legs, head } => {
                for (i, marks) in legs.iter().enumerate() {
                    if i > 0 {
                        write!(f, "a")?;
                    }
                    write_marks(f, marks)?;
                }
                write!(f, "{head}")
            }
            Shape::Bracket(legs) => {
                write!(f, "[")?;
                for (i, leg) in legs.iter().enumerate() {
                    match leg.joint {
                        _ if i == 0 => {}
                        Joint::MustGoOn => write!(f, "-")?,
                        Joint::MayStop => write!(f, "?")?,
                    }
                    write_marks(f, &leg.marks)?;
                    write!(f, "{}", leg.head)?;
                }
                write!(f, "]")
            }
        }
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = None;
        for group in &self.groups {
            // Two equal capitals in a row would be one without limit; `mc` is what a bare one says.
            if group.bare_atom().is_some_and(|atom| before == Some(atom)) {
                write!(f, "mc")?;
            }
            write!(f, "{group}")?;
            before = group.open_atom();
        }
        Ok(())
    }
}
