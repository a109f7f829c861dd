//! The movement being put together, statement by statement.

use super::dirs::Dirs;
use super::known::step_dirs;
use koma_pieces::{Direction, Jump, JumpOver, JumpSlide, Movement, Reach, Step};

/// A movement under construction.
#[derive(Clone, Debug, Default)]
pub(super) struct Build {
    pub(super) movement: Movement,
}

impl Build {
    pub(super) fn reach(&self, direction: Direction) -> Option<Reach> {
        self.movement.steps.iter().find(|step| step.direction == direction).map(|step| step.reach)
    }

    /// Adds a step; the stronger of two wins.
    pub(super) fn step(&mut self, direction: Direction, reach: Reach) {
        match self.movement.steps.iter_mut().find(|step| step.direction == direction) {
            Some(step) => step.reach = step.reach.max(reach),
            None => self.movement.steps.push(Step::new(direction, reach)),
        }
    }

    pub(super) fn set_step(&mut self, direction: Direction, reach: Reach) {
        self.remove_steps(Dirs::one(direction));
        self.movement.steps.push(Step::new(direction, reach));
    }

    pub(super) fn remove_steps(&mut self, dirs: Dirs) {
        self.movement.steps.retain(|step| !dirs.contains(step.direction));
    }

    pub(super) fn jump(&mut self, rows: i8, cols: i8) {
        self.add_jump(Jump::new(rows, cols));
    }

    pub(super) fn add_jump(&mut self, jump: Jump) {
        if !self.movement.jumps.contains(&jump) {
            self.movement.jumps.push(jump);
        }
    }

    pub(super) fn jump_slide(&mut self, dir: Direction, leap: u8, then: Reach) {
        match self.movement.jump_slides.iter_mut().find(|js| js.dir == dir && js.leap == leap) {
            Some(slide) => slide.then = slide.then.max(then),
            None => self.movement.jump_slides.push(JumpSlide { dir, leap, then }),
        }
    }

    /// A slide that passes over men; it replaces the plain slide there.
    pub(super) fn jump_over(&mut self, dir: Direction, max_pieces: Option<u8>) {
        self.remove_steps(Dirs::one(dir));
        self.movement.jump_over.retain(|over| over.dir != dir);
        self.movement.jump_over.push(JumpOver { dir, max_pieces });
    }

    /// Adds all of another movement.
    pub(super) fn add(&mut self, other: &Movement) {
        for step in &other.steps {
            self.step(step.direction, step.reach);
        }
        for jump in &other.jumps {
            self.add_jump(*jump);
        }
        for slide in &other.jump_slides {
            self.jump_slide(slide.dir, slide.leap, slide.then);
        }
        for over in &other.jump_over {
            self.jump_over(over.dir, over.max_pieces);
        }
        let to = &mut self.movement;
        for area in &other.area_moves {
            if !to.area_moves.contains(area) {
                to.area_moves.push(area.clone());
            }
        }
        for hook in &other.hooks {
            if !to.hooks.contains(hook) {
                to.hooks.push(hook.clone());
            }
        }
        to.line_area = other.line_area.clone().or(to.line_area.take());
        to.range_capture = other.range_capture.clone().or(to.range_capture.take());
        to.range_jump = other.range_jump.clone().or(to.range_jump.take());
        for &dir in &other.igui {
            if !to.igui.contains(&dir) {
                to.igui.push(dir);
            }
        }
        to.burn |= other.burn;
        to.anywhere = other.anywhere.or(to.anywhere);
        for path in &other.paths {
            if !to.paths.contains(path) {
                to.paths.push(path.clone());
            }
        }
    }

    /// The directions in which it moves at all.
    pub(super) fn dirs(&self) -> Dirs {
        let movement = &self.movement;
        let over = movement.jump_over.iter().fold(Dirs::NONE, |set, o| set | Dirs::one(o.dir));
        let fly = movement.range_capture.as_ref().map_or(Dirs::NONE, |fly| Dirs::of(&fly.dirs));
        step_dirs(movement) | over | fly
    }

    /// The directions in which it slides without limit.
    pub(super) fn ranging(&self) -> Dirs {
        self.movement
            .steps
            .iter()
            .filter(|step| step.reach == Reach::Ranging)
            .fold(Dirs::NONE, |set, step| set | Dirs::one(step.direction))
    }

    /// The movement with its lists in the order in which files are written.
    pub(super) fn finish(mut self) -> Movement {
        let movement = &mut self.movement;
        movement.steps.sort_by_key(|step| step.direction);
        movement.jumps.sort_by_key(|jump| (jump.rows, jump.cols));
        movement.jump_slides.sort_by_key(|slide| (slide.dir, slide.leap));
        movement.jump_over.sort_by_key(|over| over.dir);
        movement.igui.sort();
        self.movement
    }
}

/// The part of a movement that points into `keep`.
pub(super) fn filtered(movement: &Movement, keep: Dirs) -> Movement {
    let mut part = movement.clone();
    part.steps.retain(|step| keep.contains(step.direction));
    part.jumps.retain(|jump| keep.contains(octant(jump.rows, jump.cols)));
    part.jump_slides.retain(|slide| keep.contains(slide.dir));
    part.jump_over.retain(|over| keep.contains(over.dir));
    for hook in &mut part.hooks {
        hook.dirs.retain(|&dir| keep.contains(dir));
    }
    part.hooks.retain(|hook| !hook.dirs.is_empty());
    if let Some(fly) = &mut part.range_capture {
        fly.dirs.retain(|&dir| keep.contains(dir));
    }
    part
}

/// The direction a leap points to; a knight's leap counts as the diagonal it lies beside.
fn octant(rows: i8, cols: i8) -> Direction {
    let sign = (rows.signum(), cols.signum());
    Direction::ALL.into_iter().find(|dir| dir.offset() == sign).unwrap_or(Direction::N)
}
