//! From the tree to the primitive moves it stands for.

use std::fmt;

use koma_text::Finding;

use crate::direction::{self, UNITS, Word};
use crate::fairy;
use crate::leg::{Conditions, conditions};
use crate::say;
use crate::tree::{BracketLeg, Dialect, Group, Head, Joint, Letter, Mark, Shape, Tree};

/// The greatest number of moves a text may expand to. The area move of three king steps has 456.
pub const MAX_MOVES: usize = 5_000;

/// How a leg treats the hurdle it must jump, a man of either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hop {
    /// `p`: goes on as a slider behind it, as the cannon.
    Over,
    /// `g`: lands right behind it, as the grasshopper.
    Behind,
}

/// One leg of a [`Move`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveLeg {
    /// Squares to the right per leap.
    pub dx: i8,
    /// Squares forward per leap.
    pub dy: i8,
    /// How many leaps at most, counted from where the leg starts; `None` without limit.
    pub reach: Option<u16>,
    /// May end on an empty square.
    pub on_empty: bool,
    /// May end on an enemy, which is taken.
    pub takes: bool,
    /// May end on an own man, which is taken off.
    pub takes_own: bool,
    /// May end on any man, which stays.
    pub hops: bool,
    /// Must jump exactly one man on the way.
    pub hop: Option<Hop>,
    /// So many squares are skipped first, whatever stands there.
    pub skip: u8,
    /// Every square a leap passes must be empty.
    pub lame: bool,
    /// Every square a leap passes must be occupied.
    pub must_leap: bool,
}

/// A primitive move: its legs are made one after the other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The legs, at least one.
    pub legs: Vec<MoveLeg>,
    /// Only while the piece has never moved.
    pub initial: bool,
    /// The group it comes from, as an index into [`Tree::groups`].
    pub group: usize,
}

/// The text stands for more than [`MAX_MOVES`] moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyMoves;

impl fmt::Display for TooManyMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the notation stands for more than {MAX_MOVES} moves")
    }
}

impl std::error::Error for TooManyMoves {}

/// All primitive moves of a tree. Groups that cannot be read give none: [`crate::parse()`] reported
/// them.
///
/// # Errors
///
/// [`TooManyMoves`], when the tree was not made by [`crate::parse()`], which refuses such texts.
pub fn expand(tree: &Tree) -> Result<Vec<Move>, TooManyMoves> {
    if tree.dialect == Dialect::Fairy {
        return Ok(fairy::expand(&tree.groups, 0).unwrap_or_default());
    }
    let mut out = Vec::new();
    for (index, group) in tree.groups.iter().enumerate() {
        match expand_group(group, index, tree.dialect, &mut out) {
            Ok(()) | Err(Fault::Unreadable(_)) => {}
            Err(Fault::TooMany) => return Err(TooManyMoves),
        }
        if tree.dialect == Dialect::Neo
            && let Some(head) = neo_sideways(&tree.groups, index)
        {
            for (dx, dy) in [(1, 0), (-1, 0)] {
                let both = Conditions { empty: true, takes: true, ..Conditions::default() };
                if let Some(leg) = both.leg((dx, dy), head.reach()) {
                    out.push(Move { legs: vec![leg], initial: false, group: index });
                }
            }
        }
    }
    Ok(out)
}

/// The `b` part of a pair `f<8-way>b<8-way>` that ends at `index`.
pub(crate) fn neo_sideways(groups: &[Group], index: usize) -> Option<Head> {
    let part = |group: &Group, letter: Letter| match &group.shape {
        Shape::Legs { legs, head } if head.atom.is_eight_way() && legs.len() == 1 => {
            matches!(legs[0][..], [Mark { letter: only, .. }] if only == letter).then_some(*head)
        }
        _ => None,
    };
    part(groups.get(index.checked_sub(1)?)?, Letter::Forward)?;
    part(&groups[index], Letter::Backward)
}

/// Why a group has no moves.
pub(crate) enum Fault {
    /// It cannot be read.
    Unreadable(Box<Finding>),
    /// It stands for too many.
    TooMany,
}

impl From<Box<Finding>> for Fault {
    fn from(finding: Box<Finding>) -> Self {
        Self::Unreadable(finding)
    }
}

/// Appends the moves of a group.
pub(crate) fn expand_group(
    group: &Group,
    index: usize,
    dialect: Dialect,
    out: &mut Vec<Move>,
) -> Result<(), Fault> {
    if dialect == Dialect::Fairy {
        out.extend(fairy::expand(std::slice::from_ref(group), index)?);
        return Ok(());
    }
    match &group.shape {
        Shape::Legs { legs, head } => {
            let stages: Vec<Stage> = legs
                .iter()
                .enumerate()
                .map(|(i, marks)| stage(marks, *head, dialect, i + 1 == legs.len()))
                .collect::<Result<_, _>>()?;
            refuse_oblique_legs(&stages)?;
            refuse_leaps_on_legs(&stages, legs)?;
            Walk { stages: &stages, in_bracket: false, index, visited: 0, out }.start()
        }
        Shape::Bracket(legs) => {
            // A move may stop after every leg that is followed by `?`.
            let ends = (1..=legs.len())
                .filter(|&end| end == legs.len() || legs[end].joint == Joint::MayStop);
            for end in ends {
                let stages: Vec<Stage> = legs[..end]
                    .iter()
                    .enumerate()
                    .map(|(i, BracketLeg { marks, head, .. })| {
                        stage(marks, *head, dialect, i + 1 == end)
                    })
                    .collect::<Result<_, _>>()?;
                refuse_oblique_bracket(legs)?;
                let marks: Vec<Vec<Mark>> = legs[..end].iter().map(|l| l.marks.clone()).collect();
                refuse_leaps_on_legs(&stages, &marks)?;
                Walk { stages: &stages, in_bracket: true, index, visited: 0, out }.start()?;
            }
            Ok(())
        }
    }
}

/// A leg ready to be walked.
struct Stage {
    leaps: Vec<(u8, u8)>,
    eight_way: bool,
    reach: Option<u16>,
    words: Vec<(Word, koma_text::Span)>,
    conditions: Conditions,
    head: Head,
}

fn stage(marks: &[Mark], head: Head, dialect: Dialect, last: bool) -> Result<Stage, Box<Finding>> {
    Ok(Stage {
        leaps: head.atom.all_leaps(),
        eight_way: head.atom.is_eight_way(),
        reach: head.reach(),
        words: direction::words(marks, dialect)?,
        conditions: conditions(marks, last, dialect)?,
        head,
    })
}

fn refuse_oblique_legs(stages: &[Stage]) -> Result<(), Box<Finding>> {
    if stages.len() > 1
        && let Some(head) = stages.iter().find(|s| is_oblique(&s.leaps)).map(|s| s.head)
    {
        return Err(say::oblique_leg(head.atom.to_string()).at(head.span).into());
    }
    Ok(())
}

fn refuse_oblique_bracket(legs: &[BracketLeg]) -> Result<(), Box<Finding>> {
    match legs.iter().find(|leg| is_oblique(&leg.head.atom.all_leaps())) {
        Some(leg) => Err(say::oblique_bracket(leg.head.atom.to_string()).at(leg.head.span).into()),
        None => Ok(()),
    }
}

fn is_oblique(leaps: &[(u8, u8)]) -> bool {
    leaps.iter().any(|&(short, long)| short != 0 && short != long)
}

/// `j` on a leaper that is one leg of several has no agreed meaning.
fn refuse_leaps_on_legs(stages: &[Stage], legs: &[Vec<Mark>]) -> Result<(), Box<Finding>> {
    for (stage, marks) in stages.iter().zip(legs) {
        let leaper = stage.leaps.iter().any(|&(_, long)| long > 1);
        if legs.len() > 1
            && leaper
            && let Some(mark) = marks.iter().find(|mark| mark.letter == Letter::Jump)
        {
            return Err(say::jump_on_leg().at(mark.span).into());
        }
    }
    Ok(())
}

/// Walks the legs of one group and collects every combination of directions.
struct Walk<'a> {
    stages: &'a [Stage],
    in_bracket: bool,
    index: usize,
    /// Legs tried so far: dead ends count too, so that they cannot take for ever.
    visited: usize,
    out: &'a mut Vec<Move>,
}

impl Walk<'_> {
    fn start(&mut self) -> Result<(), Fault> {
        // Directions of every continuation leg are checked even where no path reaches it.
        for stage in &self.stages[1..] {
            direction::turns(&stage.words)?;
        }
        let first = &self.stages[0];
        for &leap in &first.leaps {
            for offset in direction::select(leap, &first.words, true)? {
                if let Some(leg) = first.conditions.leg(offset, first.reach) {
                    self.go_on(&mut vec![leg], leap.1)?;
                }
            }
        }
        Ok(())
    }

    fn go_on(&mut self, legs: &mut Vec<MoveLeg>, length: u8) -> Result<(), Fault> {
        self.visited += 1;
        if self.visited > 10 * MAX_MOVES {
            return Err(Fault::TooMany);
        }
        let Some(stage) = self.stages.get(legs.len()) else {
            if self.out.len() >= MAX_MOVES {
                return Err(Fault::TooMany);
            }
            let initial = self.stages.iter().any(|stage| stage.conditions.initial);
            self.out.push(Move { legs: legs.clone(), initial, group: self.index });
            return Ok(());
        };
        let last = legs[legs.len() - 1];
        let heading = direction::heading((last.dx, last.dy));
        for (turn, length) in self.continuations(stage, heading, length)? {
            let (ux, uy) = UNITS[usize::from((heading + turn) % 8)];
            let offset = (ux * length as i8, uy * length as i8);
            if let Some(leg) = stage.conditions.leg(offset, stage.reach) {
                legs.push(leg);
                self.go_on(legs, length)?;
                legs.pop();
            }
        }
        Ok(())
    }

    /// The turns a leg may make, each with the length of its leap.
    fn continuations(
        &self,
        stage: &Stage,
        heading: u8,
        length: u8,
    ) -> Result<Vec<(u8, u8)>, Box<Finding>> {
        let turns = direction::turns(&stage.words)?;
        if !self.in_bracket {
            let turns = match (turns.is_empty(), stage.eight_way) {
                (false, _) => turns,
                (true, true) => vec![0, 1, 2, 3, 5, 6, 7],
                (true, false) => vec![0, 2, 6],
            };
            return Ok(turns.into_iter().map(|turn| (turn, length)).collect());
        }
        let mut ways = Vec::new();
        for &(short, long) in &stage.leaps {
            let same_family = (heading % 2 == 1) == (short == long);
            let turns: &[u8] = match (turns.is_empty(), same_family) {
                (false, _) => &turns,
                (true, true) => &[0],
                (true, false) => &[1, 7],
            };
            ways.extend(
                turns
                    .iter()
                    .filter(|&turn| (turn % 2 == 0) == same_family)
                    .map(|&turn| (turn, long)),
            );
        }
        Ok(ways)
    }
}
