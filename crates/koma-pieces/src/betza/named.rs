//! Recognises the moves that have names: lion, area move, hook, igui, lion moves along a line.
//!
//! A named form is used only where it gives exactly the moves of the paths it replaces.

use std::collections::BTreeSet;

use super::direction;
use crate::{AreaMove, Direction, Hook, Jump, Leg, LineArea, Movement, Path, Reach, Step};

/// Replaces paths by named forms where these say exactly the same.
pub(super) fn recognise(movement: &mut Movement) {
    let mut pairs = StepPairs::take(&mut movement.paths);
    for dirs in DIRECTION_SETS {
        lion(movement, &mut pairs, dirs);
        area(movement, &mut pairs, dirs);
    }
    line_area(movement, &mut pairs);
    pairs.igui(movement);
    pairs.give_back(&mut movement.paths);
    hooks(movement);
}

/// All eight, the diagonals, the orthogonals: the sets of directions an area move may have.
const DIRECTION_SETS: [&[Direction]; 3] = [
    &Direction::ALL,
    &[Direction::NE, Direction::SE, Direction::SW, Direction::NW],
    &[Direction::N, Direction::E, Direction::S, Direction::W],
];

/// The paths made of two single steps, the second of which moves and captures.
#[derive(Default)]
struct StepPairs {
    /// The first step goes to an empty square.
    over_empty: BTreeSet<(Direction, Direction)>,
    /// The first step takes an enemy.
    taking: BTreeSet<(Direction, Direction)>,
}

/// A single step that asks for nothing but `on_empty` and `takes`.
fn single_step(leg: &Leg) -> Option<Direction> {
    let plain = leg.reach == Reach::Single
        && !leg.takes_own
        && !leg.hops
        && leg.hop.is_none()
        && leg.skip == 0
        && !leg.lame;
    direction(leg.rows, leg.cols).filter(|_| plain)
}

impl StepPairs {
    fn take(paths: &mut Vec<Path>) -> Self {
        let mut pairs = Self::default();
        paths.retain(|path| {
            let ([first, second], false) = (&path.legs[..], path.initial) else { return true };
            let (Some(a), Some(b)) = (single_step(first), single_step(second)) else { return true };
            // Where the second step returns to the origin there is nothing to take.
            let usual = second.on_empty && (second.takes || b == a.turn(4));
            if !usual {
                return true;
            }
            if first.on_empty {
                pairs.over_empty.insert((a, b));
            }
            if first.takes {
                pairs.taking.insert((a, b));
            }
            false
        });
        pairs
    }

    /// What no name was found for becomes paths again.
    fn give_back(self, paths: &mut Vec<Path>) {
        let all: BTreeSet<_> = self.over_empty.union(&self.taking).copied().collect();
        let mut back = Vec::with_capacity(all.len());
        for pair in all {
            let (on_empty, takes) = (self.over_empty.contains(&pair), self.taking.contains(&pair));
            let legs = vec![step_leg(pair.0, on_empty, takes), step_leg(pair.1, true, true)];
            back.push(Path { legs, initial: false });
        }
        back.append(paths);
        *paths = back;
    }

    fn igui(&mut self, movement: &mut Movement) {
        for a in Direction::ALL {
            if self.taking.remove(&(a, a.turn(4))) {
                movement.igui.push(a);
            }
        }
    }
}

fn step_leg(direction: Direction, on_empty: bool, takes: bool) -> Leg {
    let (rows, cols) = direction.offset();
    Leg {
        rows,
        cols,
        reach: Reach::Single,
        on_empty,
        takes,
        takes_own: false,
        hops: false,
        hop: None,
        skip: 0,
        lame: false,
    }
}

fn has_step(movement: &Movement, direction: Direction) -> bool {
    movement.steps.iter().any(|step| step.direction == direction && step.is_plain())
}

/// Whether it leaps there; to a neighbour that is a step.
fn has_leap(movement: &Movement, rows: i8, cols: i8) -> bool {
    if let Some(direction) = direction(rows, cols) {
        return has_step(movement, direction);
    }
    movement.jumps.contains(&Jump::new(rows, cols))
        || movement.jumps.iter().any(|jump| {
            (jump.rows, jump.cols) == (rows, cols)
                && Jump { rider: Reach::Single, ..*jump } == Jump::new(rows, cols)
        })
}

/// The squares two steps of these directions lead to, where one such step does not: with
/// orthogonal steps the diagonal neighbours too.
pub(super) fn second_squares(dirs: &[Direction]) -> BTreeSet<(i8, i8)> {
    let mut squares = BTreeSet::new();
    for a in dirs {
        for b in dirs {
            let ((ar, ac), (br, bc)) = (a.offset(), b.offset());
            squares.insert((ar + br, ac + bc));
        }
    }
    squares.retain(|&square| square != (0, 0) && !dirs.iter().any(|d| d.offset() == square));
    squares
}

fn listed(dirs: &[Direction]) -> Vec<Direction> {
    if dirs.len() == 8 { Vec::new() } else { dirs.to_vec() }
}

/// 獅子: leaps to the second square, takes twice, takes and returns, passes.
fn lion(movement: &mut Movement, pairs: &mut StepPairs, dirs: &[Direction]) {
    let leaps = dirs.iter().all(|&d| has_step(movement, d))
        && second_squares(dirs).into_iter().all(|(r, c)| has_leap(movement, r, c));
    let takes_twice = dirs.iter().all(|&a| dirs.iter().all(|&b| pairs.taking.contains(&(a, b))));
    let passes = dirs.iter().all(|&a| pairs.over_empty.contains(&(a, a.turn(4))));
    if !(leaps && takes_twice && passes) {
        return;
    }
    movement.area_moves.push(AreaMove {
        radius: 2,
        max_steps: 2,
        can_return: true,
        captures: 2,
        jump: true,
        dirs: listed(dirs),
    });
    let inside = |&(a, b): &(Direction, Direction)| dirs.contains(&a) && dirs.contains(&b);
    pairs.taking.retain(|pair| !inside(pair));
    pairs.over_empty.retain(|pair| !inside(pair));
}

/// Two or three steps through empty squares, ending with the first capture.
fn area(movement: &mut Movement, pairs: &mut StepPairs, dirs: &[Direction]) {
    let onward = |a: Direction| dirs.iter().copied().filter(move |&b| b != a.turn(4));
    let walks = dirs
        .iter()
        .all(|&a| has_step(movement, a) && onward(a).all(|b| pairs.over_empty.contains(&(a, b))));
    if !walks {
        return;
    }
    let can_return = dirs.iter().all(|&a| pairs.over_empty.contains(&(a, a.turn(4))));
    pairs.over_empty.retain(|&(a, b)| {
        !(dirs.contains(&a) && dirs.contains(&b) && (can_return || b != a.turn(4)))
    });
    let triples: BTreeSet<[Direction; 3]> = movement.paths.iter().filter_map(three_steps).collect();
    let three =
        dirs.iter().all(|&a| onward(a).all(|b| onward(b).all(|c| triples.contains(&[a, b, c]))));
    if three {
        // Coming home over three squares is part of the name only if coming home over one is.
        movement.paths.retain(|path| {
            three_steps(path).is_none_or(|[a, b, c]| {
                let inside = [a, b, c].iter().all(|d| dirs.contains(d));
                let straight_back = b == a.turn(4) || c == b.turn(4);
                let home = path.legs.iter().map(|leg| leg.rows).sum::<i8>() == 0
                    && path.legs.iter().map(|leg| leg.cols).sum::<i8>() == 0;
                !inside || (straight_back || home) && !can_return
            })
        });
    }
    let steps = if three { 3 } else { 2 };
    movement.area_moves.push(AreaMove {
        radius: steps,
        max_steps: steps,
        can_return,
        captures: 1,
        jump: false,
        dirs: listed(dirs),
    });
}

/// Three single steps, the first two to empty squares.
fn three_steps(path: &Path) -> Option<[Direction; 3]> {
    let ([a, b, c], false) = (&path.legs[..], path.initial) else { return None };
    let free = |leg: &Leg| leg.on_empty && !leg.takes;
    if !(free(a) && free(b) && c.on_empty && c.takes) {
        return None;
    }
    Some([single_step(a)?, single_step(b)?, single_step(c)?])
}

/// 飛鷲, 角鷹: a lion's moves along single lines.
fn line_area(movement: &mut Movement, pairs: &mut StepPairs) {
    let mut max_steps = Vec::new();
    for d in Direction::ALL {
        let (rows, cols) = d.offset();
        let back = d.turn(4);
        if has_step(movement, d)
            && has_leap(movement, 2 * rows, 2 * cols)
            && pairs.taking.contains(&(d, d))
            && pairs.taking.contains(&(d, back))
            && pairs.over_empty.contains(&(d, back))
        {
            for way in [d, back] {
                pairs.taking.remove(&(d, way));
                pairs.over_empty.remove(&(d, way));
            }
            max_steps.push((d, 2));
        }
    }
    if !max_steps.is_empty() {
        movement.line_area =
            Some(LineArea { max_steps, can_jump: true, can_capture_each: true, can_return: true });
    }
}

/// 鉤行: slides with one turn.
fn hooks(movement: &mut Movement) {
    let slides =
        |direction: Direction| movement.steps.contains(&Step::new(direction, Reach::Ranging));
    let mut bends: Vec<(Direction, i8, Reach)> = Vec::new();
    for path in &movement.paths {
        if let Some((d, turn, then)) = bend(path).filter(|&(d, ..)| slides(d)) {
            bends.push((d, turn, then));
        }
    }
    let both_ways = |&(d, turn, then): &(Direction, i8, Reach)| bends.contains(&(d, -turn, then));
    let whole: Vec<(Direction, i8, Reach)> = bends.iter().copied().filter(both_ways).collect();
    if whole.is_empty() {
        return;
    }
    movement.paths.retain(|path| bend(path).is_none_or(|bend| !whole.contains(&bend)));
    for (dir, eighths, then) in whole.into_iter().filter(|&(_, turn, _)| turn > 0) {
        let turn = eighths as u16 * 45;
        let hook = movement.hooks.iter_mut().find(|hook| hook.turn == turn && hook.then == then);
        match hook {
            Some(hook) if hook.dirs.contains(&dir) => {}
            Some(hook) => hook.dirs.push(dir),
            None => movement.hooks.push(Hook { dirs: vec![dir], turn, max_turns: 1, then }),
        }
    }
    for hook in &mut movement.hooks {
        hook.dirs.sort();
    }
}

/// A slide to an empty square, a turn (in eighths, negative to the left), and a slide.
fn bend(path: &Path) -> Option<(Direction, i8, Reach)> {
    let ([first, second], false) = (&path.legs[..], path.initial) else { return None };
    let plain = |leg: &Leg| single_step(&Leg { reach: Reach::Single, ..*leg });
    let (a, b) = (plain(first)?, plain(second)?);
    let usual = first.reach == Reach::Ranging
        && first.on_empty
        && !first.takes
        && second.on_empty
        && second.takes;
    let turn = (b as i8 - a as i8 + 12).rem_euclid(8) - 4;
    (usual && turn.abs() < 4 && turn != 0).then_some((a, turn, second.reach))
}
