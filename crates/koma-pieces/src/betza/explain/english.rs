//! English.

use super::clauses::Clause;
use crate::betza::families::{Family, Turned};
use crate::{AreaMove, Condition, Direction, Hop, Jump, Leg, Mode, Reach};

pub(super) fn sentence(clauses: &[Clause]) -> String {
    if clauses.is_empty() {
        return "Does not move.".to_owned();
    }
    let text = clauses.iter().map(clause).collect::<Vec<_>>().join("; ");
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).chain(['.']).collect()
}

fn clause(clause: &Clause) -> String {
    match clause {
        Clause::Walk { dirs, reach, hop, skip, when } => {
            conditioned(walk(&ways(dirs), *reach, *hop, *skip), *when)
        }
        Clause::Leap { offsets, like } => leap(offsets, like),
        Clause::LeapThenSlide { dirs, squares, then } => {
            let squares: Vec<String> = squares.iter().map(|&n| ordinal(n)).collect();
            let more = match then {
                Reach::Single => "one more square".to_owned(),
                Reach::Limited(n) => format!("up to {} more squares", number(*n)),
                Reach::Ranging => "any number of squares".to_owned(),
            };
            let squares = either(&squares);
            format!(
                "leaps to the {squares} square {} and may slide on from there {more}",
                ways(dirs)
            )
        }
        Clause::Over { dirs, most } => {
            let most = match most {
                None => "any number of pieces".to_owned(),
                Some(1) => "at most one piece".to_owned(),
                Some(n) => format!("up to {} pieces", number(*n)),
            };
            format!("slides any number of squares {}, passing over {most}", ways(dirs))
        }
        Clause::Lion { dirs } if dirs.len() == 8 => "moves as a lion: takes up to two king steps \
            in one turn, capturing on each, or leaps straight to any square within two squares, \
            and may capture a neighbour without moving or pass the turn"
            .to_owned(),
        Clause::Lion { dirs } => format!(
            "takes up to two steps {} in one turn, capturing on each, or leaps straight to where \
             they would end, and may capture a neighbour without moving or pass the turn",
            ways(dirs)
        ),
        Clause::Area { area, home } => area_words(area, *home),
        Clause::Hook { dirs, turn, turns, then } => {
            let angle = match turn {
                90 => "a right angle".to_owned(),
                degrees => format!("{degrees} degrees"),
            };
            let times = match turns {
                1 => "once".to_owned(),
                2 => "twice".to_owned(),
                n => format!("up to {} times", number(*n)),
            };
            let then = match then {
                Reach::Single => "go one square".to_owned(),
                Reach::Limited(n) => format!("go up to {} squares", number(*n)),
                Reach::Ranging => "slide again".to_owned(),
            };
            let ways = ways(dirs);
            format!(
                "slides any number of squares {ways} and may then turn {angle} {times} and {then}"
            )
        }
        Clause::Line { dirs, steps, jumps, takes_each, returns } => {
            let mut may = Vec::new();
            for (can, word) in [
                (*takes_each, "capturing on each"),
                (*jumps, "jumping over pieces"),
                (*returns, "coming back"),
            ] {
                if can {
                    may.push(word.to_owned());
                }
            }
            let may = if may.is_empty() { String::new() } else { format!(", {}", either(&may)) };
            let far = if *steps == 1 {
                "one step".to_owned()
            } else {
                format!("up to {} steps", number(*steps))
            };
            format!("takes {far} along one line {} in one turn{may}", ways(dirs))
        }
        Clause::Igui { dirs } if dirs.len() == 8 => {
            "may capture any adjacent enemy without moving (igui)".to_owned()
        }
        Clause::Igui { dirs } => {
            format!("may capture without moving (igui) {}", ways(dirs))
        }
        Clause::Flight { dirs } => format!(
            "flies any number of squares {} over lower-ranking pieces, friend and enemy, and \
             captures all of them",
            ways(dirs)
        ),
        Clause::RankJump { dirs, only_when_capturing } => {
            let when = if *only_when_capturing { "to make a capture" } else { "on its way" };
            format!(
                "slides any number of squares {} and may jump any number of lower-ranking \
                pieces {when}, capturing only where it lands",
                ways(dirs)
            )
        }
        Clause::Burn => "burns every enemy beside the square where it stops, and every enemy that \
            stops beside it"
            .to_owned(),
        Clause::Anywhere { takes_guarded: true } => "leaps to any square of the board".to_owned(),
        Clause::Anywhere { takes_guarded: false } => {
            "leaps to any square of the board, but may not capture a guarded piece".to_owned()
        }
        Clause::Legs(family) => path(family),
        Clause::OtherPaths(1) => "has one more move, along a path of its own".to_owned(),
        Clause::OtherPaths(n) => format!("has {n} more moves, along paths of their own"),
    }
}

fn area_words(area: &AreaMove, home: bool) -> String {
    let stops = match area.captures {
        0 => "without capturing".to_owned(),
        1 => "stopping at its first capture".to_owned(),
        n => format!("capturing up to {} pieces", number(n)),
    };
    let returns = match (area.can_return, home) {
        (true, _) => ", and may come back to where it started",
        (false, true) => ", and may come back to where it started over two other squares",
        (false, false) => "",
    };
    let jumps = if area.jump { ", or leaps straight to where they would end" } else { "" };
    let near = if area.radius < area.max_steps {
        format!(" within {} squares of its start", number(area.radius))
    } else {
        String::new()
    };
    let steps = number(area.max_steps);
    format!(
        "takes up to {steps} steps {}{near} in one turn, {stops}{jumps}{returns}",
        ways(&area.dirs)
    )
}

fn walk(ways: &str, reach: Reach, hop: Option<Hop>, skip: u8) -> String {
    let at_most = match reach.limit() {
        None => String::new(),
        Some(n) => format!(", at most {} squares from where it started", number(n)),
    };
    match (hop, skip, reach) {
        (None, 0, Reach::Single) => format!("steps one square {ways}"),
        (None, 0, Reach::Limited(n)) => format!("moves up to {} squares {ways}", number(n)),
        (None, 0, Reach::Ranging) => format!("slides any number of squares {ways}"),
        (Some(hop), skip, _) => {
            let lands = match hop {
                Hop::Over => "lands anywhere behind it up to the next piece",
                Hop::Behind => "lands right behind it",
            };
            let first = match skip {
                0 => String::new(),
                n => format!(" (the first {} do not count)", squares(n)),
            };
            format!("jumps exactly one piece {ways}{first} and {lands}{at_most}")
        }
        (None, skip, _) => {
            format!(
                "skips the first {} {ways}, whatever stands there, and slides on{at_most}",
                squares(skip)
            )
        }
    }
}

fn squares(n: u8) -> String {
    if n == 1 { "square".to_owned() } else { format!("{} squares", number(n)) }
}

fn conditioned(what: String, when: Condition) -> String {
    let before = if when.initial { "on its first move " } else { "" };
    let own = if when.takes_own { ", capturing own pieces too" } else { "" };
    let mode = match when.mode {
        Mode::Both => "",
        Mode::MoveOnly => ", only without capturing",
        Mode::CaptureOnly => ", only to capture",
    };
    format!("{before}{what}{mode}{own}")
}

fn leap(offsets: &[(i8, i8)], like: &Jump) -> String {
    let (rows, cols) = offsets[0];
    let (long, short) = (
        rows.unsigned_abs().max(cols.unsigned_abs()),
        rows.unsigned_abs().min(cols.unsigned_abs()),
    );
    let mut text = if short == 0 || short == long {
        let dirs: Vec<Direction> = offsets
            .iter()
            .filter_map(|&(r, c)| super::super::direction(r.signum(), c.signum()))
            .collect();
        let far =
            if long == 1 { "one square".to_owned() } else { format!("{} squares", number(long)) };
        format!("leaps exactly {far} {}", ways(&dirs))
    } else {
        format!("leaps {}", oblique(offsets, long, short))
    };
    match like.rider {
        Reach::Single => {}
        Reach::Limited(n) => {
            text += &format!(", up to {} times in a row along one line", number(n));
        }
        Reach::Ranging => text += ", any number of times in a row along one line",
    }
    text += match like.hop {
        None => "",
        Some(Hop::Over) => ", over exactly one piece on a square where it touches down",
        Some(Hop::Behind) => {
            ", over exactly one piece on a square where it touches down and right behind it"
        }
    };
    if like.lame {
        text += ", if every square on the way is empty";
    }
    if like.must_leap {
        text += ", if every square on the way is occupied";
    }
    conditioned(text, like.when)
}

fn oblique(offsets: &[(i8, i8)], long: u8, short: u8) -> String {
    let (far, near) = (number(long), number(short));
    let plural = if long == 1 { "" } else { "s" };
    if offsets.len() == 8 && (long, short) == (2, 1) {
        return "like a chess knight".to_owned();
    }
    if offsets.len() == 8 {
        return format!("{far} square{plural} orthogonally and {near} at a right angle to that");
    }
    let mut parts = Vec::new();
    for vertical in [true, false] {
        let group: Vec<(i8, i8)> =
            offsets.iter().copied().filter(|&(r, c)| (r.abs() > c.abs()) == vertical).collect();
        let rows = word_of(
            group.iter().map(|o| o.0.signum()),
            ["forward", "backward", "forward or backward"],
        );
        let cols = word_of(
            group.iter().map(|o| o.1.signum()),
            ["to the left", "to the right", "to either side"],
        );
        let whole = group.len() == rows.1 * cols.1;
        let say = |rows: &str, cols: &str| match vertical {
            true => format!("{far} square{plural} {rows} and {near} {cols}"),
            false => format!("{far} square{plural} {cols} and {near} {rows}"),
        };
        if group.is_empty() {
            continue;
        }
        if whole {
            parts.push(say(rows.0, cols.0));
        } else {
            parts.extend(group.iter().map(|&(r, c)| {
                say(
                    if r < 0 { "forward" } else { "backward" },
                    if c < 0 { "to the left" } else { "to the right" },
                )
            }));
        }
    }
    either(&parts)
}

/// The word for a set of signs, and how many signs it stands for.
fn word_of(
    signs: impl Iterator<Item = i8> + Clone,
    words: [&'static str; 3],
) -> (&'static str, usize) {
    match (signs.clone().any(|s| s < 0), signs.clone().any(|s| s > 0)) {
        (true, true) => (words[2], 2),
        (true, false) => (words[0], 1),
        _ => (words[1], 1),
    }
}

fn path(Family { initial, starts, legs }: &Family) -> String {
    let mut text = if *initial { "on its first move ".to_owned() } else { String::new() };
    for (i, turned) in legs.iter().enumerate() {
        let last = i + 1 == legs.len();
        let way = if i == 0 { ways(starts) } else { turn(&turned.turns) };
        if i > 0 {
            text += ", then ";
        }
        text += &leg(turned, &way, last);
    }
    text
}

fn leg(turned: &Turned, way: &str, last: bool) -> String {
    let Leg { reach, hop, skip, lame, .. } = turned.leg;
    let mut text = if turned.length == 1 {
        walk(way, reach, hop, skip)
    } else {
        let repeated = match reach {
            Reach::Single => String::new(),
            Reach::Limited(n) => format!(" up to {} times", number(n)),
            Reach::Ranging => " any number of times".to_owned(),
        };
        let clear = if lame { " over empty squares" } else { "" };
        format!("leaps {} squares {way}{repeated}{clear}", number(turned.length))
    };
    let ends = ends(&turned.leg);
    if ends != "to an empty square or capturing" || !last {
        text += &format!(", {ends}");
    }
    text
}

/// How a leg may end.
fn ends(leg: &Leg) -> String {
    let mut ends = Vec::new();
    for (can, words) in [
        (leg.on_empty, "to an empty square"),
        (leg.takes, "capturing"),
        (leg.takes_own, "capturing an own piece"),
        (leg.hops, "onto a piece that stays"),
    ] {
        if can {
            ends.push(words.to_owned());
        }
    }
    either(&ends)
}

fn turn(turns: &[u8]) -> String {
    match turns {
        [0] => "straight on".to_owned(),
        [4] => "straight back".to_owned(),
        [0, 4] => "straight on or back".to_owned(),
        [2, 6] => "at a right angle to either side".to_owned(),
        [1, 7] => "at 45 degrees to either side".to_owned(),
        [3, 5] => "at 135 degrees to either side".to_owned(),
        [0, 2, 6] => "straight on or at a right angle to either side".to_owned(),
        [0, 1, 2, 3, 5, 6, 7] => "in any direction but straight back".to_owned(),
        turns => {
            let words: Vec<String> = turns
                .iter()
                .map(|turn| match turn {
                    0 => "straight on".to_owned(),
                    4 => "straight back".to_owned(),
                    n if *n < 4 => format!("{} degrees to the right", u16::from(*n) * 45),
                    n => format!("{} degrees to the left", (8 - u16::from(*n)) * 45),
                })
                .collect();
            either(&words)
        }
    }
}

/// A set of directions as an adverb.
fn ways(dirs: &[Direction]) -> String {
    let has = |d: Direction| dirs.contains(&d);
    if Direction::ALL.into_iter().all(has) {
        return "in any direction".to_owned();
    }
    let missing: Vec<Direction> = Direction::ALL.into_iter().filter(|&d| !has(d)).collect();
    let words = plain_ways(dirs);
    match &plain_ways(&missing)[..] {
        [exception] if words.len() > 2 => format!("in any direction except {exception}"),
        _ => either(&words),
    }
}

fn plain_ways(dirs: &[Direction]) -> Vec<String> {
    use Direction::{E, N, NE, NW, S, SE, SW, W};
    let has = |d: Direction| dirs.contains(&d);
    let mut words: Vec<&str> = Vec::new();
    match [N, E, S, W].map(has) {
        [true, true, true, true] => words.push("orthogonally"),
        [n, e, s, w] => {
            match (n, s) {
                (true, true) => words.push("vertically"),
                (true, false) => words.push("straight forward"),
                (false, true) => words.push("straight backward"),
                (false, false) => {}
            }
            match (w, e) {
                (true, true) => words.push("sideways"),
                (true, false) => words.push("to the left"),
                (false, true) => words.push("to the right"),
                (false, false) => {}
            }
        }
    }
    match [NW, NE, SW, SE].map(has) {
        [true, true, true, true] => words.push("diagonally"),
        [true, false, true, false] => words.push("diagonally to the left"),
        [false, true, false, true] => words.push("diagonally to the right"),
        [nw, ne, sw, se] => {
            match (nw, ne) {
                (true, true) => words.push("diagonally forward"),
                (true, false) => words.push("diagonally forward to the left"),
                (false, true) => words.push("diagonally forward to the right"),
                (false, false) => {}
            }
            match (sw, se) {
                (true, true) => words.push("diagonally backward"),
                (true, false) => words.push("diagonally backward to the left"),
                (false, true) => words.push("diagonally backward to the right"),
                (false, false) => {}
            }
        }
    }
    words.into_iter().map(str::to_owned).collect()
}

/// `a, b or c`.
fn either(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

fn number(n: impl Into<u16>) -> String {
    const WORDS: [&str; 11] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let n = n.into();
    WORDS.get(usize::from(n)).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

fn ordinal(n: u8) -> String {
    const WORDS: [&str; 7] = ["", "first", "second", "third", "fourth", "fifth", "sixth"];
    match WORDS.get(usize::from(n)) {
        Some(word) => (*word).to_owned(),
        None => format!("{n}th"),
    }
}
