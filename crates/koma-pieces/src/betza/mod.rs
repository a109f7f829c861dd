//! Betza in and out: a tree becomes a [`Movement`], a movement becomes notation again.

mod explain;
mod families;
mod named;
mod write;

use koma_betza::{Move, MoveLeg, Tree};
use koma_text::Finding;

use crate::say;
use crate::{Condition, Direction, Jump, JumpSlide, Leg, Mode, Movement, Path, Reach, Step};

pub use explain::{Explanation, explain, japanese_ways};
pub use write::{Unsayable, canonical, shortest};

/// The movement a tree stands for, in the named fields wherever they say exactly the same.
///
/// # Examples
///
/// ```
/// use koma_betza::{Dialect, parse};
/// use koma_pieces::betza::lower;
///
/// let (tree, _) = parse("RmasR", Dialect::Strict);
/// let (hook_mover, findings) = lower(&tree);
/// assert!(findings.is_empty());
/// assert_eq!(hook_mover.hooks[0].dirs.len(), 4);
/// assert!(hook_mover.paths.is_empty());
/// ```
pub fn lower(tree: &Tree) -> (Movement, Vec<Finding>) {
    let (mut movement, findings) = lower_literally(tree);
    named::recognise(&mut movement);
    (movement.canonical(), findings)
}

/// Parses and lowers in one go; the findings of both.
pub fn read(text: &str, dialect: koma_betza::Dialect) -> (Movement, Vec<Finding>) {
    let (tree, mut findings) = koma_betza::parse(text, dialect);
    let (movement, more) = lower(&tree);
    findings.extend(more);
    (movement, findings)
}

/// The movement with every move of several legs as a path, whatever it is called. This is what
/// [`lower`] is tested against.
pub fn lower_literally(tree: &Tree) -> (Movement, Vec<Finding>) {
    let mut movement = Movement::default();
    let mut findings = Vec::new();
    match koma_betza::expand(tree) {
        Ok(moves) => {
            for m in &moves {
                if !add(&mut movement, m) {
                    findings.push(own_men_over_a_hurdle(tree, m));
                }
            }
            findings.dedup();
        }
        Err(_) => findings.push(say::too_many_moves(koma_betza::MAX_MOVES)),
    }
    (movement.canonical(), findings)
}

/// No field holds a leap that needs a hurdle and takes nothing but own men.
fn own_men_over_a_hurdle(tree: &Tree, m: &Move) -> Finding {
    let finding = say::own_men_over_a_hurdle();
    match tree.groups.get(m.group) {
        Some(group) => finding.at(group.span),
        None => finding,
    }
}

/// Adds a move; false when no field can hold it.
fn add(movement: &mut Movement, m: &Move) -> bool {
    let [leg] = m.legs[..] else {
        let legs = m.legs.iter().map(path_leg).collect();
        movement.paths.push(Path { legs, initial: m.initial });
        return true;
    };
    let mode = match (leg.on_empty, leg.takes) {
        (true, true) => Mode::Both,
        (true, false) => Mode::MoveOnly,
        (false, true) => Mode::CaptureOnly,
        // `d` alone: no mode says "own men only".
        (false, false) if leg.must_leap => return false,
        (false, false) => {
            movement.paths.push(Path { legs: vec![path_leg(&leg)], initial: m.initial });
            return true;
        }
    };
    let when = Condition { mode, initial: m.initial, takes_own: leg.takes_own };
    let reach = reach(leg.reach);
    let (rows, cols) = (-leg.dy, leg.dx);
    let hop = leg.hop;
    match direction(rows, cols) {
        Some(dir) if leg.skip > 0 && hop.is_none() && when == Condition::default() => {
            let leap = leg.skip + 1;
            match leg.reach.map(|limit| limit - u16::from(leap)) {
                None => movement.jump_slides.push(JumpSlide { dir, leap, then: Reach::Ranging }),
                Some(more) => match Reach::up_to(more) {
                    Some(then) => movement.jump_slides.push(JumpSlide { dir, leap, then }),
                    None => movement.jumps.push(Jump::new(rows * leap as i8, cols * leap as i8)),
                },
            }
        }
        Some(direction) => {
            movement.steps.push(Step { direction, reach, hop, skip: leg.skip, when });
        }
        None => movement.jumps.push(Jump {
            rows,
            cols,
            rider: reach,
            lame: leg.lame,
            must_leap: leg.must_leap,
            hop,
            when,
        }),
    }
    true
}

fn path_leg(leg: &MoveLeg) -> Leg {
    Leg {
        rows: -leg.dy,
        cols: leg.dx,
        reach: reach(leg.reach),
        on_empty: leg.on_empty,
        takes: leg.takes,
        takes_own: leg.takes_own,
        hops: leg.hops,
        hop: leg.hop,
        skip: leg.skip,
        lame: leg.lame,
    }
}

fn reach(limit: Option<u16>) -> Reach {
    limit.map_or(Reach::Ranging, |limit| Reach::up_to(limit).unwrap_or(Reach::Single))
}

/// The direction of a single step.
fn direction(rows: i8, cols: i8) -> Option<Direction> {
    Direction::ALL.into_iter().find(|direction| direction.offset() == (rows, cols))
}
