//! Sets of directions, and how direction words combine into one.

use std::fmt;

use koma_pieces::Direction;

/// A set of the eight directions.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct Dirs(u8);

impl Dirs {
    pub(super) const NONE: Self = Self(0);
    pub(super) const ALL: Self = Self(0xff);
    pub(super) const ORTHOGONAL: Self = Self(0b0101_0101);
    pub(super) const DIAGONAL: Self = Self(0b1010_1010);
    pub(super) const VERTICAL: Self = Self(0b0001_0001);
    pub(super) const HORIZONTAL: Self = Self(0b0100_0100);

    pub(super) fn one(direction: Direction) -> Self {
        Self(1 << direction as u8)
    }

    pub(super) fn of(directions: &[Direction]) -> Self {
        directions.iter().fold(Self::NONE, |set, &d| set | Self::one(d))
    }

    pub(super) fn contains(self, direction: Direction) -> bool {
        self.0 >> direction as u8 & 1 == 1
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Clockwise from forward: the order of every list.
    pub(super) fn iter(self) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |&d| self.contains(d))
    }

    pub(super) fn list(self) -> Vec<Direction> {
        self.iter().collect()
    }

    pub(super) fn within(self, other: Self) -> bool {
        self & other == self
    }
}

impl std::ops::BitOr for Dirs {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl std::ops::BitAnd for Dirs {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl std::ops::Not for Dirs {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl fmt::Debug for Dirs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Direction::name)).finish()
    }
}

/// One side of the piece: a word such as "forward" or 左.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Half {
    Forward,
    Backward,
    Left,
    Right,
}

impl Half {
    pub(super) fn is_vertical(self) -> bool {
        matches!(self, Self::Forward | Self::Backward)
    }

    /// The one orthogonal direction.
    pub(super) fn straight(self) -> Dirs {
        Dirs::one(match self {
            Self::Forward => Direction::N,
            Self::Backward => Direction::S,
            Self::Left => Direction::W,
            Self::Right => Direction::E,
        })
    }

    /// The three directions on that side.
    pub(super) fn plane(self) -> Dirs {
        use Direction::{E, N, NE, NW, S, SE, SW, W};
        Dirs::of(match self {
            Self::Forward => &[N, NE, NW],
            Self::Backward => &[S, SE, SW],
            Self::Left => &[W, NW, SW],
            Self::Right => &[E, NE, SE],
        })
    }
}

/// A pair or family of lines: "vertically", 斜め, "in every direction".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    Vertical,
    Horizontal,
    Orthogonal,
    Diagonal,
    All,
}

impl Axis {
    pub(super) fn dirs(self) -> Dirs {
        match self {
            Self::Vertical => Dirs::VERTICAL,
            Self::Horizontal => Dirs::HORIZONTAL,
            Self::Orthogonal => Dirs::ORTHOGONAL,
            Self::Diagonal => Dirs::DIAGONAL,
            Self::All => Dirs::ALL,
        }
    }
}

/// The words of one direction phrase, before they become a set.
#[derive(Clone, Debug, Default)]
pub(super) struct Compose {
    pub(super) halves: Vec<Half>,
    pub(super) axes: Vec<Axis>,
    pub(super) compass: Dirs,
    /// "straight", 真.
    pub(super) straight: bool,
    /// A plural noun stood there ("the forward directions"), so a side means its three lines.
    pub(super) noun: bool,
    /// The diagonal word came after the sides ("forward or backward diagonally").
    pub(super) diagonal_last: bool,
    /// Two sides joined by "and to the": a corner, but perhaps a list.
    pub(super) corner: bool,
}

impl Compose {
    fn side(&self, vertical: bool) -> Vec<Half> {
        self.halves.iter().copied().filter(|h| h.is_vertical() == vertical).collect()
    }

    fn planes(halves: &[Half]) -> Dirs {
        if halves.is_empty() {
            return Dirs::ALL;
        }
        halves.iter().fold(Dirs::NONE, |set, h| set | h.plane())
    }

    fn lines(halves: &[Half]) -> Dirs {
        halves.iter().fold(Dirs::NONE, |set, h| set | h.straight())
    }

    pub(super) fn is_diagonal(&self) -> bool {
        self.axes == [Axis::Diagonal]
    }

    /// A single side and nothing else: "backward", "left".
    pub(super) fn bare(&self) -> Option<Half> {
        match self.halves[..] {
            [half]
                if self.axes.is_empty()
                    && self.compass.is_empty()
                    && !self.straight
                    && !self.noun =>
            {
                Some(half)
            }
            _ => None,
        }
    }

    /// Whether the words can be read in two ways.
    pub(super) fn is_ambiguous(&self) -> bool {
        // 前後斜め: "forward, backward and diagonally" or "the diagonals forward and backward".
        self.corner
            || self.is_diagonal()
                && self.diagonal_last
                && self.side(true).len() == 2
                && self.side(false).is_empty()
                && !self.noun
    }

    /// The directions meant.
    pub(super) fn dirs(&self) -> Dirs {
        let (vertical, horizontal) = (self.side(true), self.side(false));
        let narrower =
            [Axis::Vertical, Axis::Horizontal].iter().any(|axis| self.axes.contains(axis));
        // "orthogonally sideways" is sideways.
        let axes = self.axes.iter().filter(|&&axis| match axis {
            Axis::Orthogonal => !narrower,
            // "diagonally in any direction"
            Axis::All => self.axes.len() == 1,
            _ => true,
        });
        let on_side = Self::planes(&vertical) & Self::planes(&horizontal);
        let words = if self.axes.is_empty() {
            match (&vertical[..], &horizontal[..]) {
                ([], []) => Dirs::NONE,
                // "front right": the corner between the two.
                ([_], [_]) => on_side & Dirs::DIAGONAL,
                _ if self.noun && !self.straight => {
                    Self::planes(&vertical) & Self::planes(&horizontal)
                }
                _ => Self::lines(&vertical) | Self::lines(&horizontal),
            }
        } else if self.axes.contains(&Axis::Diagonal)
            && vertical.len() == 2
            && horizontal.len() == 2
        {
            Dirs::ALL
        } else {
            axes.fold(Dirs::NONE, |set, axis| {
                set | (axis.dirs() & self.cut(*axis, on_side, &vertical, &horizontal))
            })
        };
        words | self.compass
    }

    fn cut(&self, axis: Axis, on_side: Dirs, vertical: &[Half], horizontal: &[Half]) -> Dirs {
        match axis {
            // "orthogonally forward" is one line, "orthogonally forward and sideways" comes as two phrases.
            Axis::Orthogonal if !self.halves.is_empty() => {
                Self::lines(vertical) | Self::lines(horizontal)
            }
            Axis::Vertical | Axis::Horizontal if !self.halves.is_empty() => {
                Self::lines(vertical) | Self::lines(horizontal)
            }
            _ => on_side,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_and_axes_combine_as_people_say_them() {
        let check = |halves: &[Half], axes: &[Axis], noun: bool, expected: &str| {
            let words = Compose {
                halves: halves.to_vec(),
                axes: axes.to_vec(),
                noun,
                ..Compose::default()
            };
            let names: Vec<_> = words.dirs().iter().map(Direction::name).collect();
            assert_eq!(names.join(" "), expected, "{words:?}");
        };
        check(&[Half::Forward], &[], false, "N");
        check(&[Half::Forward], &[], true, "N NE NW");
        check(&[Half::Forward, Half::Right], &[], false, "NE");
        check(&[Half::Left, Half::Right], &[], false, "E W");
        check(&[Half::Forward, Half::Backward, Half::Left, Half::Right], &[], false, "N E S W");
        check(&[Half::Forward], &[Axis::Diagonal], false, "NE NW");
        check(&[Half::Right, Half::Backward], &[Axis::Diagonal], false, "SE");
        check(&[Half::Left], &[Axis::Diagonal], false, "SW NW");
        check(&[Half::Forward], &[Axis::Orthogonal], false, "N");
        check(
            &[],
            &[Axis::Vertical, Axis::Horizontal, Axis::Diagonal],
            false,
            "N NE E SE S SW W NW",
        );
    }
}
