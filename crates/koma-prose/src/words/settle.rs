//! Directions and distances settled by a verb, and what modifiers do to a movement.

use super::chart::Doubt;
use super::mean::{ANY, Dist, Kind, Manner, Set, bits, direction, has, plain};
use super::value::{Leg, Mod};
use crate::known::{TABLE, lion};
use koma_pieces::{
    Anywhere, AreaMove, Direction, Hook, Hop, JumpOver, JumpSlide, LineArea, Mode, Movement,
    RangeCapture, RangeJump, Reach,
};

type Out<'a> = &'a mut dyn FnMut(Set, f32, Option<Doubt>);

/// What legs mean with a verb. Where a distance can be meant in two ways, both, the likelier cheaper.
pub(crate) fn resolve(manner: Manner, legs: &[Leg], out: Out<'_>) {
    let mut walked = Set::default();
    let mut leapt = Set::default();
    let (mut cost, mut open) = (0.0, false);
    let mut doubt = None;
    // "leaps two forward and one sideways" is likelier one leap than two moves.
    for pair in legs.chunks_exact(2).filter(|_| manner == Manner::Leap) {
        if super::formulas::perpendicular(&pair[0].dirs, &pair[1].dirs)
            && pair.iter().all(|leg| matches!(leg.dist, Some(Dist::N(_))))
        {
            cost += 0.9;
        }
    }
    for leg in legs {
        let (a, b, more, said) = settle(manner, leg);
        cost += more;
        doubt = doubt.or(said);
        walked.add(&a);
        match b {
            Some(b) => {
                open = true;
                leapt.add(&b);
            }
            None => leapt.add(&a),
        }
    }
    if walked.is_empty() && doubt.is_none() {
        return;
    }
    out(walked, cost, doubt);
    if open {
        out(leapt, cost + if manner == Manner::Slide { 3.0 } else { 1.5 }, doubt);
    }
}

/// One leg: its meaning, the leap it might be instead, a cost and a doubt.
fn settle(manner: Manner, leg: &Leg) -> (Set, Option<Set>, f32, Option<Doubt>) {
    if let Some(done) = &leg.done {
        return (done.clone(), None, 0.0, None);
    }
    let mask = plain(&leg.dirs);
    let rest = has(&leg.dirs, Kind::Rest);
    let walk = |far: u16| {
        let mut set = Set::walk(mask, far);
        if rest {
            set.rest = far;
            set.others = leg
                .dirs
                .iter()
                .filter(|comp| comp.kind == Kind::Rest)
                .fold(0, |n, comp| n.max(comp.region));
        }
        set
    };
    let jump = |far: u16| if rest { walk(far) } else { Set::leap(mask, far) };
    let each = |list: &[u16]| list.iter().fold(Set::default(), |set, &far| set.plus(&jump(far)));
    let leaps = manner == Manner::Leap || leg.leaps;
    let behind = leg.mods.contains(&Mod::Hop(Hop::Behind));
    let (set, other, cost, doubt) = match &leg.dist {
        None if behind => (walk(ANY), None, 0.0, None),
        None if leaps => (Set::default(), None, 4.0, Some(Doubt::LeapWithoutDistance)),
        None => match manner {
            Manner::Step => (walk(1), None, 0.0, None),
            Manner::Slide => (walk(ANY), None, 0.0, None),
            _ => (walk(1), None, 2.0, Some(Doubt::NoDistance)),
        },
        Some(Dist::N(0) | Dist::UpTo(0) | Dist::Exactly(0) | Dist::Kth(0)) => {
            (Set::default(), None, 4.0, Some(Doubt::Zero))
        }
        Some(Dist::N(n) | Dist::UpTo(n) | Dist::Exactly(n) | Dist::Kth(n)) if leaps && *n > 60 => {
            (Set::default(), None, 4.0, Some(Doubt::EndlessLeap))
        }
        Some(Dist::N(1)) => (walk(1), None, if manner == Manner::Leap { 0.2 } else { 0.0 }, None),
        Some(Dist::N(n)) if leaps => (jump(*n), None, 0.0, None),
        Some(Dist::N(n)) if !rest && *n <= 60 => (walk(*n), Some(jump(*n)), 0.0, None),
        Some(Dist::N(n)) => (walk(*n), None, 0.0, None),
        Some(Dist::UpTo(n)) if leaps => {
            let list: Vec<u16> = (1..=*n).collect();
            (each(&list), None, 0.1, None)
        }
        Some(Dist::UpTo(n)) => (walk(*n), None, 0.0, None),
        Some(Dist::Exactly(1) | Dist::Kth(1)) => (walk(1), None, 0.0, None),
        Some(Dist::Exactly(n) | Dist::Kth(n)) if leaps => (jump(*n), None, 0.0, None),
        Some(Dist::Exactly(n) | Dist::Kth(n)) => {
            (jump((*n).min(60)), None, 0.5, Some(Doubt::ExactLeap))
        }
        Some(Dist::Any) if leaps => (Set::default(), None, 4.0, Some(Doubt::EndlessLeap)),
        Some(Dist::Any) => (walk(ANY), None, 0.0, None),
        Some(Dist::Set(list)) => {
            let far = list.iter().any(|&n| n > 60);
            let doubt = if far {
                Some(Doubt::EndlessLeap)
            } else if leaps || list.first() == Some(&1) {
                None
            } else {
                Some(Doubt::ExactLeap)
            };
            (if far { Set::default() } else { each(list) }, None, 0.1, doubt)
        }
    };
    let mut set = set;
    for modifier in &leg.mods {
        match modified(&set, *modifier) {
            Some(changed) => set = changed,
            None => return (set, other, cost + 4.0, Some(Doubt::Unread)),
        }
    }
    (set, other, cost, doubt)
}

/// Legs without a verb, if nothing is in doubt.
pub(crate) fn verbless(legs: &[Leg]) -> Option<Set> {
    let mut found = None;
    resolve(Manner::None, legs, &mut |set, _, doubt| {
        if doubt.is_none() && found.is_none() {
            found = Some(set);
        }
    });
    found
}

/// The walk as far as so said.
pub(crate) fn limit(mask: u8, dist: &Dist) -> Set {
    Set::walk(mask, far(dist).unwrap_or(0))
}

fn far(dist: &Dist) -> Option<u16> {
    match dist {
        Dist::N(n) | Dist::UpTo(n) => Some(*n),
        Dist::Any => Some(ANY),
        _ => None,
    }
}

/// "like a rook, but no more than three squares".
pub(crate) fn limited(set: &Set, dist: &Dist) -> Option<Set> {
    let n = far(dist).filter(|n| *n > 0 && *n != ANY)?;
    let plain = set.leaps.is_empty() && set.more.is_none() && !set.is_empty();
    let slides = plain && set.reach.contains(&ANY);
    // "one step like a king"
    let same = plain && set.reach.iter().all(|&far| far == 0 || far == n);
    (slides || same).then(|| set.at_most(n))
}

/// Steps of several squares as leaps to each of them.
pub(crate) fn leapt(set: &Set) -> Set {
    let mut out = set.clone();
    for d in Direction::ALL {
        let far = set.reach[d as usize];
        if (2..=60).contains(&far) {
            out.reach[d as usize] = 0;
            out.add(&Set::leap(1 << d as u8, 1));
            (2..=far).for_each(|n| out.add(&Set::leap(1 << d as u8, n)));
        }
    }
    out
}

/// What the second says instead of what the first says in its directions.
pub(crate) fn replaced(set: &Set, by: &Set) -> Set {
    let lines = by.mask();
    let shorter = (0..8).all(|at| by.reach[at] == 0 || set.reach[at] > by.reach[at]);
    if shorter && by.leaps.is_empty() { set.without(lines).plus(by) } else { set.plus(by) }
}

/// A movement with something more said of it; `None` when it cannot be said of this one.
pub(crate) fn modified(set: &Set, modifier: Mod) -> Option<Set> {
    let ranging = (0..8).filter(|&at| set.reach[at] == ANY).fold(0u8, |mask, at| mask | 1 << at);
    let mut out = set.clone();
    match modifier {
        Mod::Over(max_pieces) => {
            if ranging == 0 && set.rest == ANY {
                out.other_mod = Some(modifier);
                return Some(out);
            }
            if ranging == 0 {
                return None;
            }
            out = out.without(ranging);
            let more: &mut Movement = out.more.get_or_insert_default();
            more.jump_over.extend(bits(ranging).map(|dir| JumpOver { dir, max_pieces }));
        }
        Mod::Hook(max_turns) => {
            if ranging == 0 || !(1..=2).contains(&max_turns) {
                return None;
            }
            let more: &mut Movement = out.more.get_or_insert_default();
            let hook =
                Hook { dirs: bits(ranging).collect(), turn: 90, max_turns, then: Reach::Ranging };
            more.hooks.push(hook);
        }
        Mod::Fly => {
            let over = set
                .more
                .as_ref()
                .map_or(0, |m| m.jump_over.iter().fold(0u8, |mask, o| mask | 1 << o.dir as u8));
            let lines = ranging | over;
            if lines == 0 {
                return None;
            }
            out = out.without(lines);
            let more: &mut Movement = out.more.get_or_insert_default();
            let dirs = bits(lines).collect();
            more.range_capture =
                Some(RangeCapture { dirs, rank: 1, cannot_jump: TABLE.stoppers(1) });
        }
        Mod::Onward(then) => {
            let (lines, rest): (Vec<_>, Vec<_>) =
                set.leaps.iter().partition(|(r, c)| direction(*r, *c).is_some());
            if lines.is_empty() {
                return None;
            }
            out.leaps = rest;
            let more: &mut Movement = out.more.get_or_insert_default();
            for (r, c) in lines {
                let leap = r.unsigned_abs().max(c.unsigned_abs());
                let dir = direction(r, c)?;
                more.jump_slides.push(JumpSlide { dir, leap, then });
            }
        }
        Mod::Area(n) => {
            let lion = set.more.as_ref().is_some_and(|more| !more.area_moves.is_empty());
            if lion && n == 2 {
                return Some(out);
            }
            let n = n as i8;
            out.add(&Set::walk(0xff, 1));
            let near = (-n..=n).flat_map(|r| (-n..=n).map(move |c| (r, c)));
            out.add(&Set::vectors(near.filter(|&v| v != (0, 0)).collect()));
        }
        Mod::Next(then) => {
            let lines = set.mask();
            let more: &mut Movement = out.more.get_or_insert_default();
            more.jump_slides.extend(bits(lines).map(|dir| JumpSlide { dir, leap: 2, then }));
            out.reach = [0; 8];
        }
        Mod::LionEnd => return several(set, 2, true, true),
        Mod::Walk { captures, jump, back } => return several(set, captures, jump, back),
        Mod::Line { takes, jumps, back, slides } => {
            return along(set, takes, jumps, back).map(|set| Set { slides_on: slides, ..set });
        }
        Mod::Within(n) => {
            let hops = |more: &Movement| more.steps.iter().all(|step| step.hop.is_some());
            let more = out.more.as_mut().filter(|more| hops(more))?;
            let reach = Reach::up_to(n.into())?;
            more.steps.iter_mut().for_each(|step| step.reach = reach);
        }
        Mod::Twice => {
            if *set != Set::walk(0xff, 1) {
                return None;
            }
            return modified(set, Mod::Lion);
        }
        Mod::Lion => {
            out.add(&lion_set());
        }
        Mod::Only(mode) => return only(set, mode),
        Mod::Hurdle => return None,
        Mod::Hop(hop) => {
            let mut movement = set.movement();
            movement.steps.iter_mut().for_each(|step| step.hop = Some(hop));
            let walks = set.leaps.is_empty() && set.more.is_none() && set.rest == 0;
            return walks.then(|| Set::of(&movement));
        }
        Mod::Ranks(only_when_capturing) => {
            if ranging == 0 {
                return None;
            }
            out = out.without(ranging);
            let (dirs, cannot_jump) = (bits(ranging).collect(), TABLE.stoppers(1));
            let ranks = RangeJump { dirs, rank: 1, cannot_jump, only_when_capturing };
            out.more.get_or_insert_default().range_jump = Some(ranks);
        }
        Mod::Burn => out.more.get_or_insert_default().burn = true,
        Mod::Anywhere(takes_guarded) => {
            out.more.get_or_insert_default().anywhere = Some(Anywhere { takes_guarded });
        }
        Mod::Igui => {
            let more: &mut Movement = out.more.get_or_insert_default();
            if more.area_moves.is_empty() || more.line_area.is_some() {
                more.igui = Direction::ALL.to_vec();
            }
        }
    }
    if out.more.as_deref() == Some(&Movement::default()) {
        out.more = None;
    }
    Some(out)
}

/// Plain moves with a condition.
fn only(set: &Set, mode: Mode) -> Option<Set> {
    let mut movement = set.movement();
    let (steps, jumps) = (&mut movement.steps, &mut movement.jumps);
    let free = steps.iter().all(|s| s.when.mode == Mode::Both)
        && jumps.iter().all(|j| j.when.mode == Mode::Both);
    steps.iter_mut().for_each(|step| step.when.mode = mode);
    jumps.iter_mut().for_each(|jump| jump.when.mode = mode);
    let (steps, jumps) = (Vec::new(), Vec::new());
    let rest = Movement { steps, jumps, ..movement.clone() };
    let plain = rest == Movement::default() && set.rest == 0;
    (free && plain).then(|| Set::of(&movement))
}

/// Several steps in one turn, as far as the set goes.
fn several(set: &Set, captures: u8, jump: bool, back: bool) -> Option<Set> {
    let mask = set.mask();
    let steps = bits(mask).map(|d| set.reach[d as usize]).max().filter(|n| (2..=9).contains(n))?;
    let dirs: Vec<Direction> = if mask == 0xff { Vec::new() } else { bits(mask).collect() };
    let mut out = Set::walk(mask, 1);
    let steps = steps as u8;
    if captures == 2 && steps == 2 && jump && back {
        let squares = bits(mask).flat_map(|a| {
            bits(mask).map(move |b| (a.offset().0 + b.offset().0, a.offset().1 + b.offset().1))
        });
        out.add(&Set::vectors(squares.filter(|&v| v != (0, 0)).collect()));
    }
    let area = AreaMove { radius: steps, max_steps: steps, can_return: back, captures, jump, dirs };
    out.more = Some(Box::new(Movement { area_moves: vec![area], ..Movement::default() }));
    Some(out)
}

/// Steps along one line, with a lion's freedom.
fn along(set: &Set, takes: bool, jumps: bool, back: bool) -> Option<Set> {
    let mut out = set.clone();
    let max_steps: Vec<(Direction, u8)> =
        bits(set.mask()).map(|d| (d, set.reach[d as usize].min(200) as u8)).collect();
    if max_steps.is_empty() || set.reach.contains(&ANY) {
        return None;
    }
    if jumps {
        for &(d, far) in &max_steps {
            (2..=u16::from(far)).for_each(|n| out.add(&Set::leap(1 << d as u8, n)));
        }
    }
    let line = LineArea { max_steps, can_jump: jumps, can_capture_each: takes, can_return: back };
    let more: &mut Movement = out.more.get_or_insert_default();
    more.line_area = Some(line);
    Some(out)
}

/// The lion's whole move.
pub(crate) fn lion_set() -> Set {
    let mut set = Set::walk(0xff, 1);
    for r in -2i8..=2 {
        for c in -2i8..=2 {
            if r.abs().max(c.abs()) == 2 {
                set.leaps.push((r, c));
            }
        }
    }
    let more = Movement { area_moves: vec![lion()], ..Movement::default() };
    set.more = Some(Box::new(more));
    set
}

/// Moves that differ from captures: what both have stays, the rest gets its mode.
pub(crate) fn split(moves: &Movement, captures: &Movement) -> Movement {
    use koma_pieces::{Condition, Mode};
    let mut out = moves.clone();
    for step in &mut out.steps {
        if !captures.steps.contains(step) {
            step.when = Condition { mode: Mode::MoveOnly, ..step.when };
        }
    }
    for jump in &mut out.jumps {
        if !captures.jumps.contains(jump) {
            jump.when = Condition { mode: Mode::MoveOnly, ..jump.when };
        }
    }
    for step in captures.steps.iter().filter(|step| !moves.steps.contains(step)) {
        let when = Condition { mode: Mode::CaptureOnly, ..step.when };
        out.steps.push(koma_pieces::Step { when, ..*step });
    }
    for jump in captures.jumps.iter().filter(|jump| !moves.jumps.contains(jump)) {
        let when = Condition { mode: Mode::CaptureOnly, ..jump.when };
        out.jumps.push(koma_pieces::Jump { when, ..*jump });
    }
    out
}

/// Along lines on which it also slides, the leaps of a line mover go on as slides.
pub(crate) fn line_slides(mut movement: Movement) -> Movement {
    let Some(line) = movement.line_area.clone() else { return movement };
    for (dir, far) in line.max_steps {
        let slides = movement
            .steps
            .iter()
            .any(|s| s.direction == dir && s.reach == Reach::Ranging && s.is_plain());
        if !slides {
            continue;
        }
        for leap in 2..=far {
            let (r, c) = dir.offset();
            let begins = (r * leap as i8, c * leap as i8);
            movement.jumps.retain(|jump| !(jump.is_plain() && (jump.rows, jump.cols) == begins));
            let slide = JumpSlide { dir, leap, then: Reach::Ranging };
            if !movement.jump_slides.contains(&slide) {
                movement.jump_slides.push(slide);
            }
        }
    }
    movement.jump_slides.sort_by_key(|slide| (slide.dir, slide.leap));
    if line.can_return && movement.igui.is_empty() {
        movement.igui = Direction::ALL.to_vec();
    }
    movement
}
