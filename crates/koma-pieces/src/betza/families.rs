//! Paths that are alike: the same legs from several directions, with several turns.

use super::direction;
use crate::{Direction, Leg, Path, Reach};

/// Paths that go out in every one of `starts` and turn in every combination of turns.
pub(super) struct Family {
    pub(super) initial: bool,
    pub(super) starts: Vec<Direction>,
    pub(super) legs: Vec<Turned>,
}

/// A leg of a family.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Turned {
    /// Eighths clockwise from the leg before, sorted; empty for the first leg.
    pub(super) turns: Vec<u8>,
    /// Squares per leap.
    pub(super) length: u8,
    /// The leg; its direction is in the turn.
    pub(super) leg: Leg,
}

/// The families of a list of paths, and how many paths belong to none: those with an oblique leg.
pub(super) fn families(paths: &[Path]) -> (Vec<Family>, usize) {
    let mut families: Vec<Family> = Vec::new();
    let mut others = 0;
    for path in paths {
        let Some((start, legs)) = turned(path) else {
            others += 1;
            continue;
        };
        let initial = path.initial;
        match families.iter_mut().find(|f| f.initial == initial && f.legs == legs) {
            Some(family) => family.starts.push(start),
            None => families.push(Family { initial, starts: vec![start], legs }),
        }
    }
    for family in &mut families {
        family.starts.sort();
        family.starts.dedup();
    }
    let most = families.iter().map(|family| family.legs.len()).max().unwrap_or(0);
    for position in (1..most).rev() {
        families = united(families, position);
    }
    (families, others)
}

/// Families that differ only in how they turn into one leg become one.
fn united(families: Vec<Family>, position: usize) -> Vec<Family> {
    let mut united: Vec<Family> = Vec::new();
    for mut family in families {
        let twin = united.iter_mut().find(|other| {
            other.initial == family.initial
                && other.starts == family.starts
                && other.legs.len() == family.legs.len()
                && position < family.legs.len()
                && other.legs.iter().zip(&family.legs).enumerate().all(|(i, (a, b))| {
                    a == b || (i == position && (a.length, a.leg) == (b.length, b.leg))
                })
        });
        match twin {
            Some(twin) => {
                let turns = &mut twin.legs[position].turns;
                turns.append(&mut family.legs[position].turns);
                turns.sort_unstable();
                turns.dedup();
            }
            None => united.push(family),
        }
    }
    united
}

/// A path as a start and turns; `None` when a leg is oblique or goes nowhere.
fn turned(path: &Path) -> Option<(Direction, Vec<Turned>)> {
    let mut start = None;
    let mut before = Direction::N;
    let mut legs = Vec::with_capacity(path.legs.len());
    for leg in &path.legs {
        let straight = leg.rows == 0 || leg.cols == 0 || leg.rows.abs() == leg.cols.abs();
        let heading = direction(leg.rows.signum(), leg.cols.signum()).filter(|_| straight)?;
        let length = leg.rows.unsigned_abs().max(leg.cols.unsigned_abs());
        let turns = match start {
            None => Vec::new(),
            Some(_) => vec![(heading as i8 - before as i8).rem_euclid(8) as u8],
        };
        start = start.or(Some(heading));
        before = heading;
        legs.push(Turned { turns, length, leg: Leg { rows: 0, cols: 0, ..*leg } });
    }
    start.map(|start| (start, legs))
}

/// Takes out the paths that come home over two other squares, if all of them are there.
pub(super) fn take_triangles(paths: &mut Vec<Path>) -> bool {
    let step = |leg: &Leg, takes: bool| {
        let expected = Leg { reach: Reach::Single, on_empty: true, takes, ..*leg };
        let plain = *leg == expected
            && !leg.takes_own
            && !leg.hops
            && leg.hop.is_none()
            && leg.skip == 0
            && !leg.lame;
        plain && direction(leg.rows, leg.cols).is_some()
    };
    let is_triangle = |path: &Path| match &path.legs[..] {
        [a, b, c] => {
            !path.initial
                && step(a, false)
                && step(b, false)
                && step(c, true)
                && (a.rows + b.rows + c.rows, a.cols + b.cols + c.cols) == (0, 0)
        }
        _ => false,
    };
    // Eight first steps: four ways on from an orthogonal one, two from a diagonal one.
    if paths.iter().filter(|path| is_triangle(path)).count() < 24 {
        return false;
    }
    paths.retain(|path| !is_triangle(path));
    true
}
