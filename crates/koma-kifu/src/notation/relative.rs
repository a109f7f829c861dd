//! 左右直上寄引: which of several men moves.

use koma_rules::{Geometry, KindId, Position, Side, Square};

use super::token::{Beside, Motion, Words};

/// The men of a kind that could go to a square, whether or not they are pinned, as their mover
/// sees them.
#[derive(Clone, Debug)]
pub(crate) struct Candidates {
    men: Vec<Candidate>,
    /// Whether the kind steps like a gold or a silver, so that 直 is said of it.
    is_stepper: bool,
}

/// A man seen from the square it could go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub square: Square,
    /// How far to the left it stands; negative is right.
    left: i32,
    /// How far behind it stands; negative is ahead.
    behind: i32,
}

impl Candidate {
    fn motion(self) -> Motion {
        match self.behind {
            1.. => Motion::Up,
            0 => Motion::Sideways,
            _ => Motion::Back,
        }
    }

    fn is_straight_behind(self) -> bool {
        self.left == 0 && self.behind == 1
    }
}

impl Candidates {
    /// The side to move's men of a kind that attack a square.
    pub fn of(position: &Position, kind: KindId, to: Square) -> Self {
        let rules = position.rules();
        let geometry = rules.geometry();
        let side = position.side();
        let is_it = |&square: &Square| position.man_at(square).is_some_and(|man| man.kind == kind);
        let attackers = position.attackers(side, to).into_iter().filter(is_it);
        // Sliders and their promoted sides never move "straight".
        let is_stepper = !matches!(rules.code(kind), "R" | "B" | "+R" | "+B");
        Self { men: attackers.map(|from| seen(geometry, side, from, to)).collect(), is_stepper }
    }

    pub fn squares(&self) -> impl Iterator<Item = Square> {
        self.men.iter().map(|man| man.square)
    }

    pub fn is_empty(&self) -> bool {
        self.men.is_empty()
    }

    /// The men some words mean.
    pub fn select(&self, words: Words) -> Vec<Square> {
        let mut men = self.men.clone();
        if let Some(motion) = words.motion {
            men.retain(|man| man.motion() == motion);
        }
        match words.side {
            Some(Beside::Straight) => men.retain(|man| man.is_straight_behind()),
            Some(Beside::Left) => {
                let most = men.iter().map(|man| man.left).max();
                men.retain(|man| Some(man.left) == most);
            }
            Some(Beside::Right) => {
                let least = men.iter().map(|man| man.left).min();
                men.retain(|man| Some(man.left) == least);
            }
            None => {}
        }
        men.iter().map(|man| man.square).collect()
    }

    /// The words that tell a man from the others; `None` if no words do.
    pub fn words(&self, from: Square) -> Option<Words> {
        let Some(&man) = self.men.iter().find(|man| man.square == from) else {
            return Some(Words::default());
        };
        let others = || self.men.iter().filter(|other| other.square != from);
        if others().next().is_none() {
            return Some(Words::default());
        }
        let motion = Some(man.motion());
        if others().all(|other| other.motion() != man.motion()) {
            return Some(Words { side: None, motion });
        }
        let side = self.side(man);
        if side.is_some() && others().all(|&other| self.side(other) != side) {
            return Some(Words { side, motion: None });
        }
        let both = Words { side, motion };
        (side.is_some() && self.select(both) == [from]).then_some(both)
    }

    /// Which side a man comes from. Steppers are seen from the target, the others from one another.
    fn side(&self, man: Candidate) -> Option<Beside> {
        if self.is_stepper {
            return match man.left {
                1.. => Some(Beside::Left),
                0 => man.is_straight_behind().then_some(Beside::Straight),
                _ => Some(Beside::Right),
            };
        }
        let same_motion = |other: &&Candidate| other.motion() == man.motion();
        let lefts = || self.men.iter().filter(same_motion).map(|other| other.left);
        if lefts().max() == Some(man.left) {
            Some(Beside::Left)
        } else if lefts().min() == Some(man.left) {
            Some(Beside::Right)
        } else {
            None
        }
    }
}

fn seen(geometry: Geometry, side: Side, from: Square, to: Square) -> Candidate {
    let files = i32::from(geometry.file(from)) - i32::from(geometry.file(to));
    let ranks = i32::from(geometry.rank(from)) - i32::from(geometry.rank(to));
    let turn = if side == Side::Sente { 1 } else { -1 };
    Candidate { square: from, left: files * turn, behind: ranks * turn }
}
