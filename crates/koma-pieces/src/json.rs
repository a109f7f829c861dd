//! A movement as JSON: the base format's `steps` and `jumps`, and the extensions under their names.

use serde_json::{Map, Value, json};

use crate::{Direction, Movement, Reach, Step};

/// The movement as JSON. `steps` and `jumps` are always there, everything else only when it says
/// something.
pub fn movement(movement: &Movement) -> Value {
    let mut out = Map::new();
    out.insert("steps".into(), movement.steps.iter().map(step).collect());
    out.insert("jumps".into(), movement.jumps.iter().map(jump).collect());
    let areas: Vec<Value> = movement.area_moves.iter().map(area).collect();
    match &areas[..] {
        [] => {}
        [one] => put(&mut out, "area", one.clone()),
        _ => put(&mut out, "area", areas.into()),
    }
    let list = |values: Vec<Value>| (!values.is_empty()).then_some(Value::from(values));
    let slides = movement
        .jump_slides
        .iter()
        .map(|s| json!({ "dir": s.dir.name(), "leap": s.leap, "then": reach(s.then) }));
    let over = movement
        .jump_over
        .iter()
        .map(|o| json!({ "dir": o.dir.name(), "max_pieces": o.max_pieces }));
    let hooks = movement.hooks.iter().map(|h| json!({ "dirs": names(&h.dirs), "turn": h.turn, "max_turns": h.max_turns, "then": reach(h.then) }));
    let lines = movement.line_area.as_ref().map(|line| {
        let max_steps: Map<String, Value> = line.max_steps.iter().map(|(dir, n)| (dir.name().to_owned(), (*n).into())).collect();
        json!({ "max_steps": max_steps, "can_jump": line.can_jump, "can_capture_each": line.can_capture_each, "can_return": line.can_return })
    });
    let fly = movement
        .range_capture
        .as_ref()
        .map(|f| json!({ "dirs": names(&f.dirs), "rank": f.rank, "cannot_jump": f.cannot_jump }));
    let range_jump = movement.range_jump.as_ref().map(|f| {
        json!({ "dirs": names(&f.dirs), "rank": f.rank, "cannot_jump": f.cannot_jump, "only_when_capturing": f.only_when_capturing })
    });
    let igui = match &movement.igui[..] {
        [] => None,
        all if all.len() == Direction::ALL.len() => Some(json!(true)),
        some => Some(names(some)),
    };
    let paths = movement.paths.iter().map(path);
    let fields = [
        ("jump_slides", list(slides.collect())),
        ("jump_over", list(over.collect())),
        ("hooks", list(hooks.collect())),
        ("line_area", lines),
        ("range_capture", fly),
        ("range_jump", range_jump),
        ("igui", igui),
        ("burn", movement.burn.then_some(json!(true))),
        ("anywhere", movement.anywhere.map(|a| json!({ "takes_guarded": a.takes_guarded }))),
        ("paths", list(paths.collect())),
    ];
    for (key, value) in fields {
        if let Some(value) = value {
            put(&mut out, key, value);
        }
    }
    out.into()
}

fn put(out: &mut Map<String, Value>, key: &str, value: Value) {
    out.insert(key.to_owned(), value);
}

fn names(dirs: &[Direction]) -> Value {
    dirs.iter().map(|dir| dir.name()).collect()
}

/// `ranging`, or the number of squares.
fn reach(reach: Reach) -> Value {
    reach.limit().map_or_else(|| json!("ranging"), Value::from)
}

fn step(step: &Step) -> Value {
    let kind = match step.reach {
        Reach::Single => json!("single"),
        Reach::Limited(n) => json!({ "limited": n }),
        Reach::Ranging => json!("ranging"),
    };
    let mut out = Map::new();
    put(&mut out, "direction", step.direction.name().into());
    put(&mut out, "type", kind);
    if let Some(hop) = step.hop {
        put(&mut out, "hop", hop_name(hop).into());
    }
    if step.skip > 0 {
        put(&mut out, "skip", step.skip.into());
    }
    condition(&mut out, step.when);
    out.into()
}

/// `[rows, cols]`, or the same with its attributes when there are any.
fn jump(jump: &crate::Jump) -> Value {
    let at = json!([jump.rows, jump.cols]);
    if jump.is_plain() {
        return at;
    }
    let mut out = Map::new();
    put(&mut out, "to", at);
    if jump.rider != Reach::Single {
        put(&mut out, "rider", reach(jump.rider));
    }
    for (key, holds) in [("lame", jump.lame), ("must_leap", jump.must_leap)] {
        if holds {
            put(&mut out, key, true.into());
        }
    }
    if let Some(hop) = jump.hop {
        put(&mut out, "hop", hop_name(hop).into());
    }
    condition(&mut out, jump.when);
    out.into()
}

fn hop_name(hop: crate::Hop) -> &'static str {
    match hop {
        crate::Hop::Over => "over",
        crate::Hop::Behind => "behind",
    }
}

fn condition(out: &mut Map<String, Value>, when: crate::Condition) {
    match when.mode {
        crate::Mode::Both => {}
        crate::Mode::MoveOnly => put(out, "mode", "move".into()),
        crate::Mode::CaptureOnly => put(out, "mode", "capture".into()),
    }
    for (key, holds) in [("initial", when.initial), ("takes_own", when.takes_own)] {
        if holds {
            put(out, key, true.into());
        }
    }
}

fn area(area: &crate::AreaMove) -> Value {
    let lion = area.captures > 1;
    let mut out = Map::new();
    let kind = match (lion, area.dirs.is_empty()) {
        (true, true) => "lion",
        (true, false) => "line-lion",
        _ => "area",
    };
    put(&mut out, "type", kind.into());
    put(&mut out, "radius", area.radius.into());
    put(&mut out, "max_steps", area.max_steps.into());
    put(&mut out, "can_return", area.can_return.into());
    put(&mut out, "igui", (lion && area.can_return).into());
    put(&mut out, "captures", area.captures.into());
    if area.jump != lion {
        put(&mut out, "jump", area.jump.into());
    }
    if !area.dirs.is_empty() {
        put(&mut out, "dirs", names(&area.dirs));
    }
    out.into()
}

fn path(path: &crate::Path) -> Value {
    let legs: Vec<Value> = path
        .legs
        .iter()
        .map(|leg| {
            let mut out = Map::new();
            put(&mut out, "to", json!([leg.rows, leg.cols]));
            put(&mut out, "reach", reach(leg.reach));
            let flags = [
                ("on_empty", leg.on_empty),
                ("takes", leg.takes),
                ("takes_own", leg.takes_own),
                ("hops", leg.hops),
                ("lame", leg.lame),
            ];
            for (key, holds) in flags {
                if holds {
                    put(&mut out, key, true.into());
                }
            }
            if let Some(hop) = leg.hop {
                put(&mut out, "hop", hop_name(hop).into());
            }
            if leg.skip > 0 {
                put(&mut out, "skip", leg.skip.into());
            }
            out.into()
        })
        .collect();
    let mut out = Map::new();
    put(&mut out, "legs", legs.into());
    if path.initial {
        put(&mut out, "initial", true.into());
    }
    out.into()
}
