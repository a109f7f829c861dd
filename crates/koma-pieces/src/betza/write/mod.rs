//! From a movement to notation: the canonical form.
//!
//! The canonical form lists steps by reach, shortest first, orthogonals before diagonals; then
//! leaps by length; then everything that has legs. It is the form of the shipped data.

mod letters;
mod paths;
mod shortest;

use std::collections::BTreeMap;

use crate::betza::direction;
use crate::betza::families::take_triangles;
use crate::betza::named::second_squares;
use crate::{
    AreaMove, Condition, Direction, Hook, Hop, Jump, LineArea, Mode, Movement, Reach, Step,
};
use letters::{among_leaps, diagonal, orthogonal};

pub use shortest::shortest;

/// A part of a movement for which Betza has no words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Unsayable {
    /// Flies over men and takes them all.
    #[error("Betza cannot say that everything passed over is taken")]
    RangeCapture,
    /// Jumps men of lower rank.
    #[error("Betza cannot say that only lower ranks are jumped")]
    RangeJump,
    /// Burns its neighbours.
    #[error("Betza cannot say that neighbours are burnt")]
    Burn,
    /// Goes to any square of the board.
    #[error("Betza cannot say that any square of the board is reached")]
    Anywhere,
    /// Slides over a number of men.
    #[error("Betza cannot say how many pieces a slide may pass over")]
    JumpOver,
    /// An area move other than of two or three steps, or a lion of other than two.
    #[error("Betza has no short form of this area move")]
    AreaMove,
    /// A lion move along a line of other than two steps.
    #[error("Betza has no short form of this lion move along a line")]
    LineArea,
    /// A hook with more than one turn, or turning by another angle than 45, 90 or 135 degrees.
    #[error("Betza has no short form of this hook")]
    Hook,
    /// A path with an oblique leg, or a leg that ends in a way Betza has no letter for.
    #[error("Betza cannot say one of the paths")]
    Path,
}

/// The canonical Betza of a movement.
///
/// # Errors
///
/// Everything in the movement that Betza cannot say, in the order of the fields.
///
/// # Examples
///
/// ```
/// use koma_betza::Dialect;
/// use koma_pieces::betza::{canonical, read};
///
/// let (running_rabbit, _) = read("fQbK", Dialect::Strict);
/// assert_eq!(canonical(&running_rabbit).as_deref(), Ok("bWbFfRfB"));
/// ```
pub fn canonical(movement: &Movement) -> Result<String, Vec<Unsayable>> {
    let movement = complete(movement);
    let mut out = String::new();
    write_steps(&movement.steps, &mut out);
    finish(movement, out)
}

/// Everything but the steps, behind `out`, which says them.
fn finish(mut movement: Movement, mut out: String) -> Result<String, Vec<Unsayable>> {
    let mut faults = Vec::new();
    let mut legs = String::new();
    for area in std::mem::take(&mut movement.area_moves) {
        match write_area(&area, &mut movement, &mut legs) {
            Ok(()) => {}
            Err(fault) => faults.push(fault),
        }
    }
    let mut jumps = String::new();
    if legs.starts_with("caKmcabK") {
        // The lion's own order, known to everybody.
        let is_lions = |jump: &Jump| jump.is_plain() && jump.rows.abs().max(jump.cols.abs()) == 2;
        movement.jumps.retain(|jump| !is_lions(jump));
        write_jumps(&movement.jumps, &mut jumps);
        // A capital written twice would be a rider.
        let lion = if jumps.starts_with('D') { "NDA" } else { "NAD" };
        jumps.insert_str(0, lion);
    } else {
        write_jumps(&movement.jumps, &mut jumps);
    }
    out += &jumps;
    let mut slides: BTreeMap<(u8, bool, u16), Vec<Direction>> = BTreeMap::new();
    for slide in &movement.jump_slides {
        let then = slide.then.limit();
        slides.entry((slide.leap, then.is_none(), then.unwrap_or(0))).or_default().push(slide.dir);
    }
    for ((leap, ranging, then), dirs) in slides {
        let reach = if ranging { Reach::Ranging } else { Reach::Limited(u16::from(leap) + then) };
        write_lines(&dirs, "", &"j".repeat(usize::from(leap.saturating_sub(1))), reach, &mut out);
    }
    out.push_str(&legs);
    for hook in &movement.hooks {
        write_hook(hook, &mut out).unwrap_or_else(|fault| faults.push(fault));
    }
    if let Some(line) = &movement.line_area {
        write_line_area(line, &mut out).unwrap_or_else(|fault| faults.push(fault));
    }
    write_lines(&movement.igui, "", "cab", Reach::Single, &mut out);
    paths::write(&movement.paths, &mut out).unwrap_or_else(|fault| faults.push(fault));
    if movement.jump_over.iter().any(|over| over.max_pieces != Some(0)) {
        faults.push(Unsayable::JumpOver);
    }
    if movement.range_capture.is_some() {
        faults.push(Unsayable::RangeCapture);
    }
    if movement.range_jump.is_some() {
        faults.push(Unsayable::RangeJump);
    }
    if movement.burn {
        faults.push(Unsayable::Burn);
    }
    if movement.anywhere.is_some() {
        faults.push(Unsayable::Anywhere);
    }
    if faults.is_empty() { Ok(out) } else { Err(faults) }
}

/// The movement with everything its named forms imply written out as steps and leaps.
fn complete(movement: &Movement) -> Movement {
    let mut whole = movement.clone();
    for area in &movement.area_moves {
        let dirs = area_dirs(area);
        whole.steps.extend(dirs.iter().map(|&d| Step::new(d, Reach::Single)));
        if area.jump && area.radius >= 2 {
            for (rows, cols) in second_squares(dirs) {
                match direction(rows, cols) {
                    Some(way) => whole.steps.push(Step::new(way, Reach::Single)),
                    None => whole.jumps.push(Jump::new(rows, cols)),
                }
            }
        }
    }
    for hook in &movement.hooks {
        whole.steps.extend(hook.dirs.iter().map(|&d| Step::new(d, Reach::Ranging)));
    }
    for &(d, steps) in movement.line_area.iter().flat_map(|line| &line.max_steps) {
        let (rows, cols) = d.offset();
        if steps > 0 {
            whole.steps.push(Step::new(d, Reach::Single));
        }
        if steps == 2 {
            whole.jumps.push(Jump::new(2 * rows, 2 * cols));
        }
    }
    for over in movement.jump_over.iter().filter(|over| over.max_pieces == Some(0)) {
        whole.steps.push(Step::new(over.dir, Reach::Ranging));
    }
    for slide in whole.jump_slides.extract_if(.., |slide| slide.leap <= 1) {
        let reach = match slide.then.limit() {
            None => Reach::Ranging,
            Some(more) => Reach::Limited(more.saturating_add(1)),
        };
        whole.steps.push(Step::new(slide.dir, reach));
    }
    whole.canonical()
}

fn area_dirs(area: &AreaMove) -> &[Direction] {
    if area.dirs.is_empty() { &Direction::ALL } else { &area.dirs }
}

/// The letters of a mode, empty for a plain one.
fn mode_letters(when: Condition) -> &'static str {
    match (when.mode, when.takes_own) {
        (Mode::Both, false) => "",
        (Mode::Both, true) => "mcd",
        (Mode::MoveOnly, false) => "m",
        (Mode::MoveOnly, true) => "md",
        (Mode::CaptureOnly, false) => "c",
        (Mode::CaptureOnly, true) => "cd",
    }
}

fn hop_letter(hop: Option<Hop>) -> &'static str {
    match hop {
        None => "",
        Some(Hop::Over) => "p",
        Some(Hop::Behind) => "g",
    }
}

fn initial_letter(when: Condition) -> &'static str {
    if when.initial { "i" } else { "" }
}

/// Sorts shorter reaches first.
fn reach_key(reach: Reach) -> (bool, Option<u16>) {
    (reach.limit().is_none(), reach.limit())
}

fn write_steps(steps: &[Step], out: &mut String) {
    type Key = (bool, bool, Option<Hop>, u8, Mode, bool, (bool, Option<u16>));
    let mut buckets: BTreeMap<Key, Vec<Step>> = BTreeMap::new();
    for step in steps {
        let Step { when, hop, skip, .. } = *step;
        let plain = step.is_plain();
        let key =
            (!plain, when.initial, hop, skip, when.mode, when.takes_own, reach_key(step.reach));
        buckets.entry(key).or_default().push(*step);
    }
    for bucket in buckets.values() {
        let Step { when, hop, skip, reach, .. } = bucket[0];
        let dirs: Vec<Direction> = bucket.iter().map(|step| step.direction).collect();
        let skips = "j".repeat(usize::from(skip));
        let after = format!("{}{skips}{}", mode_letters(when), hop_letter(hop));
        write_lines(&dirs, initial_letter(when), &after, reach, out);
    }
}

/// A set of directions with one reach: `before`, direction letters, `after`, atom, range.
fn write_lines(dirs: &[Direction], before: &str, after: &str, reach: Reach, out: &mut String) {
    let (atoms, number) = match reach {
        Reach::Single => (["K", "W", "F"], String::new()),
        Reach::Limited(n) => (["Q", "R", "B"], n.to_string()),
        Reach::Ranging => (["Q", "R", "B"], String::new()),
    };
    let [all, straight, slanted] = atoms;
    if Direction::ALL.iter().all(|d| dirs.contains(d)) {
        *out += &format!("{before}{after}{all}{number}");
        return;
    }
    for (words, atom) in [(orthogonal(dirs), straight), (diagonal(dirs), slanted)] {
        for word in words {
            *out += &format!("{before}{word}{after}{atom}{number}");
        }
    }
}

fn write_jumps(jumps: &[Jump], out: &mut String) {
    type Key = (bool, (u8, u8), bool, bool, bool, Option<Hop>, Mode, bool, (bool, Option<u16>));
    let mut buckets: BTreeMap<Key, Vec<Jump>> = BTreeMap::new();
    for jump in jumps {
        let Jump { when, .. } = *jump;
        let (a, b) = (jump.rows.unsigned_abs(), jump.cols.unsigned_abs());
        let key = (
            !jump.is_plain(),
            (a.max(b), a.min(b)),
            when.initial,
            jump.lame,
            jump.must_leap,
            jump.hop,
            when.mode,
            when.takes_own,
            reach_key(jump.rider),
        );
        buckets.entry(key).or_default().push(*jump);
    }
    for (key, bucket) in &buckets {
        let first = bucket[0];
        let (long, short) = key.1;
        let atom = leap_atom(short, long, first.rider);
        let offsets: Vec<(i8, i8)> = bucket.iter().map(|jump| (jump.rows, jump.cols)).collect();
        let lame = if first.lame { "n" } else { "" };
        let leap = if first.must_leap { "j" } else { "" };
        for word in among_leaps(&offsets) {
            *out += initial_letter(first.when);
            *out += &word;
            *out += mode_letters(first.when);
            *out += lame;
            *out += leap;
            *out += hop_letter(first.hop);
            *out += &atom;
        }
    }
}

/// The atom of a leap with its range.
fn leap_atom(short: u8, long: u8, rider: Reach) -> String {
    let letter = match (short, long) {
        (0, 1) => "W",
        (1, 1) => "F",
        (0, 2) => "D",
        (1, 2) => "N",
        (2, 2) => "A",
        (0, 3) => "H",
        (1, 3) => "C",
        (2, 3) => "Z",
        (3, 3) => "G",
        _ => "",
    };
    let (name, again) = match letter {
        "" => (format!("({short},{long})"), "0"),
        letter => (letter.to_owned(), letter),
    };
    match rider {
        Reach::Single => name,
        Reach::Limited(n) => format!("{name}{n}"),
        Reach::Ranging => format!("{name}{again}"),
    }
}

fn write_area(area: &AreaMove, movement: &mut Movement, out: &mut String) -> Result<(), Unsayable> {
    let dirs = area_dirs(area);
    let atom = match (dirs.len(), orthogonal(dirs).len(), diagonal(dirs).len()) {
        (8, ..) => "K",
        (4, 1, 0) => "W",
        (4, 0, 1) => "F",
        _ => return Err(Unsayable::AreaMove),
    };
    let steps = area.max_steps;
    let is_lion = (steps, area.radius, area.captures, area.jump, area.can_return);
    if is_lion == (2, 2, 2, true, true) {
        *out += &format!("ca{atom}mcab{atom}");
        return Ok(());
    }
    if area.captures != 1 || area.jump || area.radius < steps || !(1..=3).contains(&steps) {
        return Err(Unsayable::AreaMove);
    }
    if steps >= 2 {
        *out += &format!("ma{atom}");
    }
    if steps == 3 {
        // The third step of `mama` may come home over two squares; without `can_return` that
        // must be among the paths.
        if atom == "K" && !area.can_return && !take_triangles(&mut movement.paths) {
            return Err(Unsayable::AreaMove);
        }
        *out += &format!("mama{atom}");
    }
    if steps >= 2 && area.can_return {
        *out += &format!("mab{atom}");
    }
    Ok(())
}

fn write_hook(hook: &Hook, out: &mut String) -> Result<(), Unsayable> {
    let turn = match (hook.turn, hook.max_turns) {
        (_, 0) => return Ok(()),
        (45, 1) => "fs",
        (90, 1) => "s",
        (135, 1) => "bs",
        _ => return Err(Unsayable::Hook),
    };
    if (hook.turn, hook.then) == (90, Reach::Ranging) {
        write_lines(&hook.dirs, "", "mas", Reach::Ranging, out);
        return Ok(());
    }
    let families = [(orthogonal(&hook.dirs), "R"), (diagonal(&hook.dirs), "B")];
    for (words, atom) in families {
        let turned = match (hook.turn, atom) {
            (90, same) => same,
            (_, "R") => "B",
            _ => "R",
        };
        let then = match hook.then {
            Reach::Single => "1".to_owned(),
            Reach::Limited(n) => n.to_string(),
            Reach::Ranging => String::new(),
        };
        for word in words {
            *out += &format!("[{word}{atom}-{turn}{turned}{then}]");
        }
    }
    Ok(())
}

fn write_line_area(line: &LineArea, out: &mut String) -> Result<(), Unsayable> {
    let usual = line.can_jump && line.can_capture_each && line.can_return;
    let double: Vec<Direction> =
        line.max_steps.iter().filter(|(_, steps)| *steps == 2).map(|&(d, _)| d).collect();
    if (!usual && !double.is_empty()) || line.max_steps.iter().any(|&(_, steps)| steps > 2) {
        return Err(Unsayable::LineArea);
    }
    write_lines(&double, "", "cav", Reach::Single, out);
    write_lines(&double, "", "mab", Reach::Single, out);
    Ok(())
}
