//! The one form of a movement that is written: in order, without repetitions.

use crate::{Direction, Movement, Step};

/// The same movement in the order files are written in: N NE E SE S SW W NW, overlapping steps
/// merged to the strongest, repetitions left out.
///
/// Steps merge only when nothing but their reach differs: a capture-only slide and a move-only
/// step in one direction are two moves.
pub fn normalised(movement: &Movement) -> Movement {
    let mut m = movement.clone();
    m.steps = merged_steps(&m.steps);
    m.jumps.sort_by_key(|j| (j.rows, j.cols, !j.is_plain()));
    dedup(&mut m.jumps);
    for area in &mut m.area_moves {
        sort_directions(&mut area.dirs);
        if area.dirs.len() == 8 {
            area.dirs.clear();
        }
    }
    dedup(&mut m.area_moves);
    m.jump_slides.sort_by_key(|j| (j.dir, j.leap));
    dedup(&mut m.jump_slides);
    // Those without a limit are the base format's `jump_overs`, which stand first in files.
    m.jump_over.sort_by_key(|j| (j.max_pieces.is_some(), j.dir, j.max_pieces));
    dedup(&mut m.jump_over);
    for hook in &mut m.hooks {
        sort_directions(&mut hook.dirs);
    }
    dedup(&mut m.hooks);
    if let Some(line) = &mut m.line_area {
        line.max_steps.sort_by_key(|&(direction, steps)| (direction, std::cmp::Reverse(steps)));
        line.max_steps.dedup_by_key(|&mut (direction, _)| direction);
    }
    if let Some(flight) = &mut m.range_capture {
        sort_directions(&mut flight.dirs);
    }
    if let Some(flight) = &mut m.range_jump {
        sort_directions(&mut flight.dirs);
    }
    sort_directions(&mut m.igui);
    dedup(&mut m.paths);
    m
}

fn merged_steps(steps: &[Step]) -> Vec<Step> {
    let mut merged: Vec<Step> = Vec::with_capacity(steps.len());
    for step in steps {
        let same = |other: &&mut Step| Step { reach: step.reach, ..**other } == *step;
        match merged.iter_mut().find(same) {
            Some(other) => other.reach = other.reach.max(step.reach),
            None => merged.push(*step),
        }
    }
    merged.sort_by_key(|s| (s.direction, !s.is_plain()));
    merged
}

fn sort_directions(directions: &mut Vec<Direction>) {
    directions.sort();
    directions.dedup();
}

/// Leaves out what occurred before. The lists are short: at most a few dozen entries in any
/// known piece, and the reader bounds them.
fn dedup<T: PartialEq>(list: &mut Vec<T>) {
    let mut at = 0;
    while at < list.len() {
        if list[..at].contains(&list[at]) {
            list.remove(at);
        } else {
            at += 1;
        }
    }
}
