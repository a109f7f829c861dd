//! A movement sorted into the clauses people would say.

use crate::betza::direction;
use crate::betza::families::{Family, families, take_triangles};
use crate::betza::named::second_squares;
use crate::{AreaMove, Condition, Direction, Hop, Jump, Movement, Reach, Step};

/// One thing to say about a movement.
pub(super) enum Clause {
    /// Steps and slides.
    Walk { dirs: Vec<Direction>, reach: Reach, hop: Option<Hop>, skip: u8, when: Condition },
    /// Leaps of one kind.
    Leap { offsets: Vec<(i8, i8)>, like: Jump },
    /// Leaps to one of these squares, then may slide.
    LeapThenSlide { dirs: Vec<Direction>, squares: Vec<u8>, then: Reach },
    /// Slides over men.
    Over { dirs: Vec<Direction>, most: Option<u8> },
    /// The lion.
    Lion { dirs: Vec<Direction> },
    /// Several steps in one turn; `home`: comes back over two other squares.
    Area { area: AreaMove, home: bool },
    /// A slide that turns.
    Hook { dirs: Vec<Direction>, turn: u16, turns: u8, then: Reach },
    /// A lion's moves along lines.
    Line { dirs: Vec<Direction>, steps: u8, jumps: bool, takes_each: bool, returns: bool },
    /// 居喰い.
    Igui { dirs: Vec<Direction> },
    /// Takes everything it flies over.
    Flight { dirs: Vec<Direction> },
    /// Jumps lower ranks.
    RankJump { dirs: Vec<Direction>, only_when_capturing: bool },
    /// Burns its neighbours.
    Burn,
    /// Goes to any square of the board.
    Anywhere { takes_guarded: bool },
    /// Moves of several legs.
    Legs(Family),
    /// So many paths that have no words.
    OtherPaths(usize),
}

/// The directions of an area move: an empty list means all eight.
fn or_all(dirs: &[Direction]) -> Vec<Direction> {
    if dirs.is_empty() { Direction::ALL.to_vec() } else { dirs.to_vec() }
}

pub(super) fn clauses(movement: &Movement) -> Vec<Clause> {
    let mut rest = movement.clone().canonical();
    leave_out_implied(movement, &mut rest);
    let mut clauses = Vec::new();
    walks(&rest.steps, &mut clauses);
    leaps(&rest.jumps, &mut clauses);
    leaps_then_slides(&rest, &mut clauses);
    for area in &movement.area_moves {
        clauses.push(if is_lion(area) {
            Clause::Lion { dirs: or_all(&area.dirs) }
        } else {
            let home = area.max_steps == 3 && !area.can_return && take_triangles(&mut rest.paths);
            Clause::Area { area: AreaMove { dirs: or_all(&area.dirs), ..area.clone() }, home }
        });
    }
    for over in &rest.jump_over {
        match clauses.last_mut() {
            Some(Clause::Over { dirs, most }) if *most == over.max_pieces => dirs.push(over.dir),
            _ => clauses.push(Clause::Over { dirs: vec![over.dir], most: over.max_pieces }),
        }
    }
    for hook in &rest.hooks {
        clauses.push(Clause::Hook {
            dirs: hook.dirs.clone(),
            turn: hook.turn,
            turns: hook.max_turns,
            then: hook.then,
        });
    }
    lines(&rest, &mut clauses);
    if !rest.igui.is_empty() {
        clauses.push(Clause::Igui { dirs: rest.igui.clone() });
    }
    if let Some(flight) = &rest.range_capture {
        clauses.push(Clause::Flight { dirs: flight.dirs.clone() });
    }
    if let Some(flight) = &rest.range_jump {
        let only_when_capturing = flight.only_when_capturing;
        clauses.push(Clause::RankJump { dirs: flight.dirs.clone(), only_when_capturing });
    }
    if rest.burn {
        clauses.push(Clause::Burn);
    }
    if let Some(anywhere) = rest.anywhere {
        clauses.push(Clause::Anywhere { takes_guarded: anywhere.takes_guarded });
    }
    let (families, others) = families(&rest.paths);
    clauses.extend(families.into_iter().map(Clause::Legs));
    if others > 0 {
        clauses.push(Clause::OtherPaths(others));
    }
    clauses
}

pub(super) fn is_lion(area: &AreaMove) -> bool {
    (area.radius, area.max_steps, area.captures, area.jump, area.can_return)
        == (2, 2, 2, true, true)
}

/// What a named form says already need not be said again.
fn leave_out_implied(movement: &Movement, rest: &mut Movement) {
    let mut steps = Vec::new();
    let mut jumps: Vec<(i8, i8)> = Vec::new();
    for area in &movement.area_moves {
        let dirs = or_all(&area.dirs);
        steps.extend(dirs.iter().map(|&d| Step::new(d, Reach::Single)));
        if is_lion(area) {
            for (rows, cols) in second_squares(&dirs) {
                steps.extend(direction(rows, cols).map(|way| Step::new(way, Reach::Single)));
                jumps.push((rows, cols));
            }
        }
    }
    for hook in &movement.hooks {
        steps.extend(hook.dirs.iter().map(|&d| Step::new(d, Reach::Ranging)));
    }
    if let Some(line) = &movement.line_area {
        for &(d, far) in &line.max_steps {
            let (rows, cols) = d.offset();
            let far = far.min(16);
            steps.extend((1..=far).filter_map(|n| Reach::up_to(n.into())).map(|r| Step::new(d, r)));
            if line.can_jump {
                jumps.extend((2..=far as i8).map(|n| (rows * n, cols * n)));
            }
        }
    }
    rest.steps.retain(|step| !steps.contains(step));
    rest.jumps.retain(|jump| !(jump.is_plain() && jumps.contains(&(jump.rows, jump.cols))));
    // A leap that a leap-and-slide begins with.
    rest.jump_slides.iter().for_each(|slide| {
        let (rows, cols) = slide.dir.offset();
        let leap = slide.leap as i8;
        let begins = Jump::new(rows.saturating_mul(leap), cols.saturating_mul(leap));
        rest.jumps.retain(|jump| *jump != begins);
    });
}

fn walks(steps: &[Step], clauses: &mut Vec<Clause>) {
    let mut walks: Vec<(Step, Vec<Direction>)> = Vec::new();
    for step in steps {
        let like = Step { direction: Direction::N, ..*step };
        match walks.iter_mut().find(|(other, _)| *other == like) {
            Some((_, dirs)) => dirs.push(step.direction),
            None => walks.push((like, vec![step.direction])),
        }
    }
    walks.sort_by_key(|(s, _)| {
        (
            !s.is_plain(),
            s.when.initial,
            s.hop,
            s.skip,
            s.when.mode,
            s.reach.limit().is_none(),
            s.reach.limit(),
        )
    });
    for (Step { reach, hop, skip, when, .. }, dirs) in walks {
        clauses.push(Clause::Walk { dirs, reach, hop, skip, when });
    }
}

fn leaps(jumps: &[Jump], clauses: &mut Vec<Clause>) {
    // Length and sidestep; straight leaps of one length are said together.
    type Kind = (u8, Option<u8>);
    let kind = |jump: &Jump| -> Kind {
        let (a, b) = (jump.rows.unsigned_abs(), jump.cols.unsigned_abs());
        (a.max(b), Some(a.min(b)).filter(|&short| short != 0 && a != b))
    };
    let mut said: Vec<(Kind, Clause)> = Vec::new();
    for jump in jumps {
        let jump_like = Jump { rows: 0, cols: 0, ..*jump };
        let found = said.iter_mut().find_map(|(k, clause)| match clause {
            Clause::Leap { offsets, like } if *k == kind(jump) && *like == jump_like => {
                Some(offsets)
            }
            _ => None,
        });
        match found {
            Some(offsets) => offsets.push((jump.rows, jump.cols)),
            None => {
                let offsets = vec![(jump.rows, jump.cols)];
                said.push((kind(jump), Clause::Leap { offsets, like: jump_like }));
            }
        }
    }
    said.sort_by_key(|(kind, _)| *kind);
    clauses.extend(said.into_iter().map(|(_, clause)| clause));
}

fn leaps_then_slides(movement: &Movement, clauses: &mut Vec<Clause>) {
    // First the squares of each direction, then the directions that share them.
    let mut by_dir: Vec<(Direction, Reach, Vec<u8>)> = Vec::new();
    for slide in &movement.jump_slides {
        match by_dir.iter_mut().find(|(d, then, _)| *d == slide.dir && *then == slide.then) {
            Some((.., squares)) => squares.push(slide.leap),
            None => by_dir.push((slide.dir, slide.then, vec![slide.leap])),
        }
    }
    let mut said: Vec<(Reach, Vec<u8>, Vec<Direction>)> = Vec::new();
    for (dir, then, squares) in by_dir {
        match said.iter_mut().find(|(t, s, _)| *t == then && *s == squares) {
            Some((.., dirs)) => dirs.push(dir),
            None => said.push((then, squares, vec![dir])),
        }
    }
    for (then, squares, dirs) in said {
        clauses.push(Clause::LeapThenSlide { dirs, squares, then });
    }
}

fn lines(movement: &Movement, clauses: &mut Vec<Clause>) {
    let Some(line) = &movement.line_area else { return };
    let mut said: Vec<(u8, Vec<Direction>)> = Vec::new();
    for &(dir, steps) in &line.max_steps {
        match said.iter_mut().find(|(s, _)| *s == steps) {
            Some((_, dirs)) => dirs.push(dir),
            None => said.push((steps, vec![dir])),
        }
    }
    for (steps, dirs) in said {
        clauses.push(Clause::Line {
            dirs,
            steps,
            jumps: line.can_jump,
            takes_each: line.can_capture_each,
            returns: line.can_return,
        });
    }
}
