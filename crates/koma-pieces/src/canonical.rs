//! One form of each movement: overlaps merged, the strongest kept, everything in order.

use crate::{
    Condition, Direction, Hook, Jump, JumpOver, JumpSlide, LineArea, Mode, Movement, Step,
};

impl Movement {
    /// The same moves in the one form in which movements are compared and written. Every reader
    /// ends with it.
    ///
    /// Directions stand clockwise from N, leaps by row and column. Two entries that differ in
    /// nothing but "only moves" and "only captures" are one that does both, and what a stronger
    /// entry does anyway is left out.
    ///
    /// ```
    /// use koma_betza::Dialect;
    /// use koma_pieces::{Direction::*, Movement, Reach, Step};
    ///
    /// let steps = [W, N, E, S].map(|direction| Step::new(direction, Reach::Single)).into();
    /// let wazir = Movement { steps, ..Movement::default() }.canonical();
    /// assert_eq!(wazir, koma_pieces::betza::read("mWcW", Dialect::Strict).0);
    /// assert_eq!(wazir.steps[3].direction, W);
    /// ```
    #[must_use]
    pub fn canonical(mut self) -> Self {
        steps(&mut self.steps);
        jumps(&mut self.jumps);
        for area in &mut self.area_moves {
            in_order(&mut area.dirs);
            if area.dirs.len() == Direction::ALL.len() {
                area.dirs.clear();
            }
        }
        in_order(&mut self.area_moves);
        jump_slides(&mut self.jump_slides);
        jump_over(&mut self.jump_over);
        hooks(&mut self.hooks);
        if let Some(LineArea { max_steps, .. }) = &mut self.line_area {
            max_steps.sort_by_key(|&(direction, steps)| (direction, std::cmp::Reverse(steps)));
            max_steps.dedup_by_key(|&mut (direction, _)| direction);
        }
        if let Some(flight) = &mut self.range_capture {
            in_order(&mut flight.dirs);
        }
        if let Some(flight) = &mut self.range_jump {
            in_order(&mut flight.dirs);
        }
        in_order(&mut self.igui);
        in_order(&mut self.paths);
        self
    }
}

/// Sorted, without repetitions.
fn in_order<T: Ord>(list: &mut Vec<T>) {
    list.sort();
    list.dedup();
}

fn covers(strong: Condition, weak: Condition) -> bool {
    (strong.mode == Mode::Both || strong.mode == weak.mode)
        && (!strong.initial || weak.initial)
        && (strong.takes_own || !weak.takes_own)
}

/// Makes one of entries that differ in `mode` alone; the others come first to last as `key` says.
fn unite<T: Copy + PartialEq, K: Ord>(
    list: &mut Vec<T>,
    key: impl Fn(&T) -> K,
    mode: impl Fn(&mut T) -> &mut Mode,
) {
    let without = |entry: &T| {
        let mut entry = *entry;
        *mode(&mut entry) = Mode::Both;
        entry
    };
    // Sorted without their modes, twins are neighbours.
    list.sort_by_key(|entry| key(&without(entry)));
    list.dedup_by(|next, kept| {
        let twins = without(next) == without(kept);
        if twins && *mode(next) != *mode(kept) {
            *mode(kept) = Mode::Both;
        }
        twins
    });
    list.sort_by_key(key);
}

/// Leaves out what another entry does anyway.
fn leave_out<T: Copy + PartialEq>(list: &mut Vec<T>, is_weaker: impl Fn(&T, &T) -> bool) {
    let all = list.clone();
    list.retain(|entry| !all.iter().any(|other| entry != other && is_weaker(entry, other)));
}

fn steps(steps: &mut Vec<Step>) {
    let key = |s: &Step| {
        let way = (s.direction, !s.is_plain(), s.when.initial, s.hop, s.skip);
        (way, s.when.mode, s.when.takes_own, s.reach)
    };
    unite(steps, key, |step| &mut step.when.mode);
    leave_out(steps, |a, b| {
        (a.direction, a.hop, a.skip) == (b.direction, b.hop, b.skip)
            && a.reach <= b.reach
            && covers(b.when, a.when)
    });
}

fn jumps(jumps: &mut Vec<Jump>) {
    let key = |j: &Jump| {
        let way = (j.rows, j.cols, !j.is_plain(), j.when.initial, j.lame, j.must_leap, j.hop);
        (way, j.when.mode, j.when.takes_own, j.rider)
    };
    unite(jumps, key, |jump| &mut jump.when.mode);
    leave_out(jumps, |a, b| {
        (a.rows, a.cols, a.hop) == (b.rows, b.cols, b.hop)
            && a.rider <= b.rider
            && (!b.lame || a.lame)
            && (!b.must_leap || a.must_leap)
            && covers(b.when, a.when)
    });
}

/// One for each square leapt to, with the farther slide.
fn jump_slides(slides: &mut Vec<JumpSlide>) {
    let place = |slide: &JumpSlide| (slide.dir, slide.leap);
    slides.sort_by_key(|slide| (place(slide), std::cmp::Reverse(slide.then)));
    slides.dedup_by_key(|slide| place(slide));
}

/// One for each direction, over the most men. Those without a limit are the base format's
/// `jump_overs`, which stand first in files.
fn jump_over(list: &mut Vec<JumpOver>) {
    let most = |over: &JumpOver| over.max_pieces.map_or(u16::MAX, u16::from);
    list.sort_by_key(|over| (over.dir, std::cmp::Reverse(most(over))));
    list.dedup_by_key(|over| over.dir);
    list.sort_by_key(|over| (over.max_pieces.is_some(), over.dir));
}

/// Hooks that turn alike are one.
fn hooks(hooks: &mut Vec<Hook>) {
    let turns = |hook: &Hook| (hook.max_turns, hook.turn, hook.then);
    hooks.sort_by_key(turns);
    hooks.dedup_by(|next, kept| {
        let alike = turns(next) == turns(kept);
        if alike {
            kept.dirs.append(&mut next.dirs);
        }
        alike
    });
    for hook in hooks {
        in_order(&mut hook.dirs);
    }
}
