//! One way to write each movement: overlaps merged, the strongest kept, everything in order.

use std::collections::HashSet;

use crate::{Condition, Jump, JumpSlide, Mode, Movement, Reach, Step};

/// Merges overlapping moves (the strongest per direction stays) and sorts every list:
/// directions clockwise from N, leaps by row and column.
pub fn tidy(movement: &mut Movement) {
    tidy_steps(&mut movement.steps);
    tidy_jumps(&mut movement.jumps);
    tidy_jump_slides(&mut movement.jump_slides);
    movement.jump_over.sort_by_key(|over| (over.dir, over.max_pieces.is_none(), over.max_pieces));
    movement.jump_over.dedup();
    movement.igui.sort();
    movement.igui.dedup();
    let mut seen = HashSet::new();
    movement.paths.retain(|path| seen.insert(path.clone()));
}

fn covers(strong: Condition, weak: Condition) -> bool {
    (strong.mode == Mode::Both || strong.mode == weak.mode)
        && (!strong.initial || weak.initial)
        && (strong.takes_own || !weak.takes_own)
}

fn at_least(strong: Reach, weak: Reach) -> bool {
    strong.max(weak) == strong
}

/// The mode of two entries that differ in nothing else.
fn united(a: Mode, b: Mode) -> Mode {
    if a == b { a } else { Mode::Both }
}

fn tidy_steps(steps: &mut Vec<Step>) {
    let mut kept: Vec<Step> = Vec::with_capacity(steps.len());
    for step in steps.drain(..) {
        let twin = kept.iter_mut().find(|other| {
            **other == Step { when: Condition { mode: other.when.mode, ..step.when }, ..step }
        });
        match twin {
            Some(twin) => twin.when.mode = united(twin.when.mode, step.when.mode),
            None => kept.push(step),
        }
    }
    let weaker = |a: &Step, b: &Step| {
        a != b
            && (a.direction, a.hop, a.skip) == (b.direction, b.hop, b.skip)
            && at_least(b.reach, a.reach)
            && covers(b.when, a.when)
    };
    let all = kept.clone();
    kept.retain(|step| !all.iter().any(|other| weaker(step, other)));
    kept.sort_by_key(|s| {
        let way = (s.direction, !s.is_plain(), s.when.initial, s.hop, s.skip);
        (way, s.when.mode, s.when.takes_own, s.reach.limit())
    });
    *steps = kept;
}

fn tidy_jumps(jumps: &mut Vec<Jump>) {
    let mut kept: Vec<Jump> = Vec::with_capacity(jumps.len());
    for jump in jumps.drain(..) {
        let twin = kept.iter_mut().find(|other| {
            **other == Jump { when: Condition { mode: other.when.mode, ..jump.when }, ..jump }
        });
        match twin {
            Some(twin) => twin.when.mode = united(twin.when.mode, jump.when.mode),
            None => kept.push(jump),
        }
    }
    let weaker = |a: &Jump, b: &Jump| {
        a != b
            && (a.rows, a.cols, a.hop) == (b.rows, b.cols, b.hop)
            && at_least(b.rider, a.rider)
            && (b.lame, b.must_leap) <= (a.lame, a.must_leap)
            && (!b.lame || a.lame)
            && (!b.must_leap || a.must_leap)
            && covers(b.when, a.when)
    };
    let all = kept.clone();
    kept.retain(|jump| !all.iter().any(|other| weaker(jump, other)));
    kept.sort_by_key(|j| {
        let way = (j.rows, j.cols, !j.is_plain(), j.when.initial, j.lame, j.must_leap, j.hop);
        (way, j.when.mode, j.when.takes_own, j.rider.limit())
    });
    *jumps = kept;
}

fn tidy_jump_slides(slides: &mut Vec<JumpSlide>) {
    slides.sort_by_key(|slide| (slide.dir, slide.leap));
    let mut kept: Vec<JumpSlide> = Vec::with_capacity(slides.len());
    for slide in slides.drain(..) {
        match kept.last_mut().filter(|last| (last.dir, last.leap) == (slide.dir, slide.leap)) {
            Some(last) => last.then = last.then.max(slide.then),
            None => kept.push(slide),
        }
    }
    *slides = kept;
}
