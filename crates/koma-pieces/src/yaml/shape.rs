//! The shape of a movement in files: which fields, in which order, with which words.
//!
//! One description serves the YAML writer and JSON.

use serde_json::json;

use crate::{
    AreaMove, Condition, Direction, Hop, Jump, JumpOver, Leg, Mode, Movement, Reach, Step,
};

/// A value on its way into a file.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Number(i64),
    Flag(bool),
    /// A word of the format, without quotes.
    Word(&'static str),
    /// Somebody's text or a direction, always in quotes.
    Text(String),
    List(Vec<Value>),
    Map(Vec<(Key, Value)>),
}

/// The key of a mapping: a field's name, or a direction (in quotes).
#[derive(Clone, Copy, Debug)]
pub(super) enum Key {
    Field(&'static str),
    Direction(Direction),
}

/// A movement as JSON in the shape of the base format, our additions under the names of piece files.
/// `steps` and `jumps` are always there.
///
/// ```
/// # use koma_pieces::{Direction, Movement, Reach, Step, yaml};
/// let lance = Movement { steps: vec![Step::new(Direction::N, Reach::Ranging)], ..Movement::default() };
/// let json = yaml::movement_to_json(&lance);
/// assert_eq!(json.to_string(), r#"{"steps":[{"direction":"N","type":"ranging"}],"jumps":[]}"#);
/// ```
pub fn movement_to_json(movement: &Movement) -> serde_json::Value {
    let mut object = serde_json::Map::new();
    object.insert("steps".into(), json!([]));
    object.insert("jumps".into(), json!([]));
    for (name, value) in fields(movement) {
        object.insert(name.into(), to_json(&value));
    }
    object.into()
}

fn to_json(value: &Value) -> serde_json::Value {
    match value {
        Value::Number(number) => json!(number),
        Value::Flag(flag) => json!(flag),
        Value::Word(word) => json!(word),
        Value::Text(text) => json!(text),
        Value::List(items) => items.iter().map(to_json).collect::<Vec<_>>().into(),
        Value::Map(entries) => {
            let entries = entries.iter().map(|(key, value)| {
                let key = match key {
                    Key::Field(name) => name,
                    Key::Direction(direction) => direction.name(),
                };
                (key.to_string(), to_json(value))
            });
            serde_json::Value::Object(entries.collect())
        }
    }
}

/// The fields of a movement in the order they are written; `steps` always, the others
/// where they say something.
pub(super) fn fields(m: &Movement) -> Vec<(&'static str, Value)> {
    let mut fields = vec![("steps", list(&m.steps, step))];
    if !m.jumps.is_empty() {
        fields.push(("jumps", list(&m.jumps, jump)));
    }
    if !m.area_moves.is_empty() {
        fields.push(("area_moves", list(&m.area_moves, area)));
    }
    let (limited, free): (Vec<JumpOver>, Vec<JumpOver>) =
        m.jump_over.iter().partition(|over| over.max_pieces.is_some());
    if !free.is_empty() {
        fields.push(("jump_overs", list(&free, |over| direction(over.dir))));
    }
    if !limited.is_empty() {
        fields.push((
            "jump_over",
            list(&limited, |over| {
                let most = over.max_pieces.unwrap_or(u8::MAX);
                map([("dir", direction(over.dir)), ("max_pieces", number(most))])
            }),
        ));
    }
    if !m.jump_slides.is_empty() {
        fields.push((
            "jump_slides",
            list(&m.jump_slides, |slide| {
                let then = reach_number(slide.then);
                map([("dir", direction(slide.dir)), ("leap", number(slide.leap)), ("then", then)])
            }),
        ));
    }
    if !m.hooks.is_empty() {
        fields.push((
            "hooks",
            list(&m.hooks, |hook| {
                map([
                    ("dirs", directions(&hook.dirs)),
                    ("turn", number(hook.turn)),
                    ("max_turns", number(hook.max_turns)),
                    ("then", reach_number(hook.then)),
                ])
            }),
        ));
    }
    if let Some(line) = &m.line_area {
        let steps = line.max_steps.iter().map(|&(d, n)| (Key::Direction(d), number(n)));
        fields.push((
            "line_area",
            map([
                ("max_steps", Value::Map(steps.collect())),
                ("can_jump", Value::Flag(line.can_jump)),
                ("can_capture_each", Value::Flag(line.can_capture_each)),
                ("can_return", Value::Flag(line.can_return)),
            ]),
        ));
    }
    if let Some(flight) = &m.range_capture {
        fields.push((
            "range_capture",
            map([
                ("dirs", directions(&flight.dirs)),
                ("rank", number(flight.rank)),
                ("cannot_jump", list(&flight.cannot_jump, |slug| Value::Text(slug.clone()))),
            ]),
        ));
    }
    if let Some(flight) = &m.range_jump {
        fields.push((
            "range_jump",
            map([
                ("dirs", directions(&flight.dirs)),
                ("rank", number(flight.rank)),
                ("cannot_jump", list(&flight.cannot_jump, |slug| Value::Text(slug.clone()))),
                ("only_when_capturing", Value::Flag(flight.only_when_capturing)),
            ]),
        ));
    }
    if !m.igui.is_empty() {
        fields.push(("igui", directions(&m.igui)));
    }
    if m.burn {
        fields.push(("burn", Value::Flag(true)));
    }
    if let Some(anywhere) = m.anywhere {
        let takes_guarded = Value::Flag(anywhere.takes_guarded);
        fields.push(("anywhere", map([("takes_guarded", takes_guarded)])));
    }
    if !m.paths.is_empty() {
        fields.push((
            "paths",
            list(&m.paths, |path| {
                let mut entries = vec![(Key::Field("legs"), list(&path.legs, leg))];
                flag(&mut entries, "initial", path.initial);
                Value::Map(entries)
            }),
        ));
    }
    fields
}

fn step(step: &Step) -> Value {
    let reach = match step.reach {
        Reach::Single => Value::Word("single"),
        Reach::Limited(n) => map([("limited", number(n))]),
        Reach::Ranging => Value::Word("ranging"),
    };
    let mut entries =
        vec![(Key::Field("direction"), direction(step.direction)), (Key::Field("type"), reach)];
    hop(&mut entries, step.hop);
    skip(&mut entries, step.skip);
    condition(&mut entries, step.when);
    Value::Map(entries)
}

fn jump(jump: &Jump) -> Value {
    let to = Value::List(vec![Value::Number(jump.rows.into()), Value::Number(jump.cols.into())]);
    if jump.is_plain() {
        return to;
    }
    let mut entries = vec![(Key::Field("to"), to)];
    rider(&mut entries, jump.rider);
    flag(&mut entries, "lame", jump.lame);
    flag(&mut entries, "must_leap", jump.must_leap);
    hop(&mut entries, jump.hop);
    condition(&mut entries, jump.when);
    Value::Map(entries)
}

fn area(area: &AreaMove) -> Value {
    let mut entries = vec![
        (Key::Field("radius"), number(area.radius)),
        (Key::Field("max_steps"), number(area.max_steps)),
        (Key::Field("can_return"), Value::Flag(area.can_return)),
    ];
    if area.captures != area.max_steps {
        entries.push((Key::Field("captures"), number(area.captures)));
    }
    if area.jump != (area.captures > 1) {
        entries.push((Key::Field("jump"), Value::Flag(area.jump)));
    }
    if !area.dirs.is_empty() {
        entries.push((Key::Field("dirs"), directions(&area.dirs)));
    }
    Value::Map(entries)
}

fn leg(leg: &Leg) -> Value {
    let to = Value::List(vec![Value::Number(leg.rows.into()), Value::Number(leg.cols.into())]);
    let mut entries = vec![(Key::Field("to"), to)];
    rider(&mut entries, leg.reach);
    let ends =
        [("empty", leg.on_empty), ("enemy", leg.takes), ("own", leg.takes_own), ("any", leg.hops)];
    if ends.map(|(_, may)| may) != [true, true, false, false] {
        let words = ends.into_iter().filter(|&(_, may)| may).map(|(word, _)| Value::Word(word));
        entries.push((Key::Field("ends_on"), Value::List(words.collect())));
    }
    hop(&mut entries, leg.hop);
    skip(&mut entries, leg.skip);
    flag(&mut entries, "lame", leg.lame);
    Value::Map(entries)
}

type Entries = Vec<(Key, Value)>;

fn condition(entries: &mut Entries, when: Condition) {
    match when.mode {
        Mode::Both => {}
        Mode::MoveOnly => entries.push((Key::Field("mode"), Value::Word("move"))),
        Mode::CaptureOnly => entries.push((Key::Field("mode"), Value::Word("capture"))),
    }
    flag(entries, "initial", when.initial);
    flag(entries, "takes_own", when.takes_own);
}

fn hop(entries: &mut Entries, hop: Option<Hop>) {
    let Some(hop) = hop else { return };
    let word = match hop {
        Hop::Over => "over",
        Hop::Behind => "behind",
    };
    entries.push((Key::Field("hop"), Value::Word(word)));
}

fn skip(entries: &mut Entries, skip: u8) {
    if skip > 0 {
        entries.push((Key::Field("skip"), number(skip)));
    }
}

fn rider(entries: &mut Entries, reach: Reach) {
    if reach != Reach::Single {
        entries.push((Key::Field("rider"), reach_number(reach)));
    }
}

fn flag(entries: &mut Entries, name: &'static str, flag: bool) {
    if flag {
        entries.push((Key::Field(name), Value::Flag(true)));
    }
}

/// How far, as the catalogue of variants says it: a number or `ranging`.
fn reach_number(reach: Reach) -> Value {
    reach.limit().map_or(Value::Word("ranging"), number)
}

fn number(number: impl Into<i64>) -> Value {
    Value::Number(number.into())
}

fn direction(direction: Direction) -> Value {
    Value::Text(direction.name().into())
}

fn directions(directions: &[Direction]) -> Value {
    list(directions, |&d| direction(d))
}

fn list<T>(items: &[T], value: impl Fn(&T) -> Value) -> Value {
    Value::List(items.iter().map(value).collect())
}

fn map<const N: usize>(entries: [(&'static str, Value); N]) -> Value {
    Value::Map(entries.map(|(name, value)| (Key::Field(name), value)).into())
}
