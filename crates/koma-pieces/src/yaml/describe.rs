//! A movement in one English line, for the comment above a piece.

use crate::{Direction, Hop, Jump, JumpOver, Mode, Movement, Reach, Step};

/// What a movement does, in one line: the strongest first, parts joined by ` + `.
///
/// ```
/// # use koma_pieces::{Direction::*, Movement, Reach, Step, yaml::describe};
/// let steps = [(N, Reach::Ranging), (E, Reach::Single), (S, Reach::Limited(2)), (W, Reach::Single)];
/// let steps = steps.map(|(direction, reach)| Step::new(direction, reach)).into();
/// let movement = Movement { steps, ..Movement::default() };
/// assert_eq!(describe(&movement), "Ranging N + up to 2 squares S + 1 step E/W");
/// ```
pub fn describe(movement: &Movement) -> String {
    let m = movement;
    let mut parts = Vec::new();
    if let Some(flight) = &m.range_capture {
        let along = along(&flight.dirs);
        parts
            .push(format!("flies {along} over pieces below rank {}, taking them all", flight.rank));
    }
    if let Some(flight) = &m.range_jump {
        let when = if flight.only_when_capturing { " when capturing" } else { "" };
        parts.push(format!(
            "jumps {} over pieces below rank {}{when}",
            along(&flight.dirs),
            flight.rank
        ));
    }
    for hook in &m.hooks {
        let turns =
            if hook.max_turns == 1 { "once".into() } else { format!("{} times", hook.max_turns) };
        let then = match hook.then {
            Reach::Ranging => "range again".into(),
            reach => format!("go on {}", reach_words(reach)),
        };
        let along = along(&hook.dirs);
        parts.push(format!("ranging {along}, may turn {} degrees {turns} and {then}", hook.turn));
    }
    parts.extend(steps(&m.steps));
    parts.extend(jump_overs(&m.jump_over));
    let slides = group(&m.jump_slides, |s| (s.leap, s.then), |s| s.dir);
    parts.extend(slides.into_iter().map(|((leap, then), dirs)| {
        format!("leaps to square {leap} {}, then {}", along(&dirs), reach_words(then))
    }));
    parts.extend(jumps(&m.jumps));
    for area in &m.area_moves {
        let mut part = format!("area move: {} king steps within {}", area.max_steps, area.radius);
        if !area.dirs.is_empty() {
            part = format!(
                "area move: {} steps {} within {}",
                area.max_steps,
                along(&area.dirs),
                area.radius
            );
        }
        if area.jump {
            part.push_str(", may jump");
        }
        if area.captures > 1 {
            part.push_str(&format!(", takes up to {}", area.captures));
        }
        if area.can_return {
            part.push_str(", may return");
        }
        parts.push(part);
    }
    if let Some(line) = &m.line_area {
        for (steps, dirs) in group(&line.max_steps, |&(_, n)| n, |&(d, _)| d) {
            parts.push(format!("lion move of {steps} steps in line {}", along(&dirs)));
        }
    }
    if !m.igui.is_empty() {
        parts.push(format!("igui {}", along(&m.igui)));
    }
    if m.burn {
        parts.push("burns adjacent enemies".into());
    }
    if let Some(anywhere) = m.anywhere {
        let but = if anywhere.takes_guarded { "" } else { ", but takes no guarded piece" };
        parts.push(format!("any square of the board{but}"));
    }
    if !m.paths.is_empty() {
        let many = if m.paths.len() == 1 { "path" } else { "paths" };
        parts.push(format!("{} {many} of several legs", m.paths.len()));
    }
    let line = parts.join(" + ");
    let mut letters = line.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => "Does not move".into(),
    }
}

/// The straight line a jump lies on, if it does.
pub(super) fn line_of(jump: &Jump) -> Option<Direction> {
    let (rows, cols) = (i16::from(jump.rows), i16::from(jump.cols));
    if rows != 0 && cols != 0 && rows.abs() != cols.abs() {
        return None;
    }
    let unit = (rows.signum() as i8, cols.signum() as i8);
    Direction::ALL.into_iter().find(|d| d.offset() == unit)
}

fn steps(steps: &[Step]) -> Vec<String> {
    // Farthest first; plain ones before conditional ones of the same reach.
    let far = |reach: Reach| reach.limit().map_or(0, |n| u32::from(u16::MAX - n) + 1);
    let mut groups = group(steps, |s| (s.reach, s.hop, s.skip, s.when), |s| s.direction);
    groups.sort_by_key(|((reach, hop, skip, when), _)| {
        (far(*reach), hop.is_some(), *skip, when.initial, when.mode, when.takes_own)
    });
    let words = groups.into_iter().map(|((reach, hop, skip, when), dirs)| {
        let mut part = format!("{} {}", reach_words(reach), along(&dirs));
        if let Some(hop) = hop {
            part.push_str(hop_words(hop));
        }
        if skip > 0 {
            part.push_str(&format!(" from beyond {skip}"));
        }
        part + &condition(when.mode, when.initial, when.takes_own)
    });
    words.collect()
}

fn jumps(jumps: &[Jump]) -> Vec<String> {
    let key = |j: &Jump| Jump { rows: 0, cols: 0, ..*j };
    let mut kinds: Vec<(Jump, Vec<&Jump>)> = Vec::new();
    for jump in jumps {
        match kinds.iter_mut().find(|(kind, _)| *kind == key(jump)) {
            Some((_, list)) => list.push(jump),
            None => kinds.push((key(jump), vec![jump])),
        }
    }
    let words = kinds.into_iter().map(|(kind, list)| {
        let to: Vec<String> = list.iter().map(|j| format!("[{}, {}]", j.rows, j.cols)).collect();
        let mut part = format!("jumps {}", to.join(" "));
        match kind.rider {
            Reach::Single => {}
            Reach::Limited(n) => part.push_str(&format!(", up to {n} times in line")),
            Reach::Ranging => part.push_str(", again and again in line"),
        }
        if kind.lame {
            part.push_str(", not over pieces");
        }
        if kind.must_leap {
            part.push_str(", only over pieces");
        }
        if let Some(hop) = kind.hop {
            part.push_str(hop_words(hop));
        }
        part + &condition(kind.when.mode, kind.when.initial, kind.when.takes_own)
    });
    words.collect()
}

fn jump_overs(overs: &[JumpOver]) -> Vec<String> {
    let words = group(overs, |o| o.max_pieces, |o| o.dir).into_iter().map(|(most, dirs)| {
        let men = match most {
            None => "any number of pieces".into(),
            Some(1) => "1 piece".into(),
            Some(n) => format!("up to {n} pieces"),
        };
        format!("ranging {} over {men}", along(&dirs))
    });
    words.collect()
}

fn reach_words(reach: Reach) -> String {
    match reach {
        Reach::Single => "1 step".into(),
        Reach::Limited(n) => format!("up to {n} squares"),
        Reach::Ranging => "ranging".into(),
    }
}

fn hop_words(hop: Hop) -> &'static str {
    match hop {
        Hop::Over => " over one piece",
        Hop::Behind => " to right behind the first piece",
    }
}

fn condition(mode: Mode, initial: bool, takes_own: bool) -> String {
    let mut words = Vec::new();
    match mode {
        Mode::Both => {}
        Mode::MoveOnly => words.push("not capturing"),
        Mode::CaptureOnly => words.push("only capturing"),
    }
    if initial {
        words.push("first move only");
    }
    if takes_own {
        words.push("own pieces too");
    }
    if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) }
}

fn along(directions: &[Direction]) -> String {
    match directions.len() {
        8 => "in all 8 directions".into(),
        _ => directions.iter().map(|d| d.name()).collect::<Vec<_>>().join("/"),
    }
}

/// Items with the same key together, in the order the keys first occur.
fn group<T, K: PartialEq, V>(
    items: &[T],
    key: impl Fn(&T) -> K,
    value: impl Fn(&T) -> V,
) -> Vec<(K, Vec<V>)> {
    let mut groups: Vec<(K, Vec<V>)> = Vec::new();
    for item in items {
        match groups.iter_mut().find(|(known, _)| *known == key(item)) {
            Some((_, values)) => values.push(value(item)),
            None => groups.push((key(item), vec![value(item)])),
        }
    }
    groups
}
