//! Paths as notation: equal shapes from several directions share one group.

use super::letters::{among_leaps, diagonal, orthogonal};
use super::{Unsayable, hop_letter, leap_atom};
use crate::betza::direction;
use crate::{Direction, Leg, Path, Reach};

/// One leg without its absolute direction.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Shape {
    /// Eighths clockwise from the leg before; 0 for the first.
    turn: u8,
    /// Squares per leap.
    length: u8,
    leg: Leg,
}

/// Paths that differ only in where they start out and how they turn last.
struct Family {
    initial: bool,
    shapes: Vec<Shape>,
    starts: Vec<Direction>,
    last_turns: Vec<u8>,
}

pub(super) fn write(paths: &[Path], out: &mut String) -> Result<(), Unsayable> {
    let (single, several): (Vec<&Path>, Vec<&Path>) =
        paths.iter().partition(|path| path.legs.len() == 1);
    write_single(&single, out)?;
    let mut families: Vec<Family> = Vec::new();
    for path in several {
        let (start, shapes) = shape(path)?;
        let found = families
            .iter_mut()
            .find(|family| family.initial == path.initial && family.shapes == shapes);
        match found {
            Some(family) => family.starts.push(start),
            None => {
                let last_turns = vec![shapes[shapes.len() - 1].turn];
                families.push(Family {
                    initial: path.initial,
                    shapes,
                    starts: vec![start],
                    last_turns,
                });
            }
        }
    }
    for family in united(families) {
        write_family(&family, out)?;
    }
    Ok(())
}

/// Paths of one leg: what no step or leap can say, such as taking own men only (`dR`).
fn write_single(paths: &[&Path], out: &mut String) -> Result<(), Unsayable> {
    // Initial or not, the leg without its direction, the kind of leap; then its offsets.
    type Key = (bool, Leg, (u8, u8));
    let mut buckets: Vec<(Key, Vec<(i8, i8)>)> = Vec::new();
    for path in paths {
        let leg = path.legs[0];
        let (a, b) = (leg.rows.unsigned_abs(), leg.cols.unsigned_abs());
        let kind = (a.min(b), a.max(b));
        let ends = leg.on_empty || leg.takes || leg.takes_own;
        if leg.hops || !ends || kind == (0, 0) || (leg.skip > 0 && kind.1 > 1) {
            return Err(Unsayable::Path);
        }
        let bare = Leg { rows: 0, cols: 0, ..leg };
        let found = buckets.iter_mut().find(|(key, _)| *key == (path.initial, bare, kind));
        match found {
            Some((_, offsets)) => offsets.push((leg.rows, leg.cols)),
            None => buckets.push(((path.initial, bare, kind), vec![(leg.rows, leg.cols)])),
        }
    }
    for ((initial, leg, (short, long)), offsets) in buckets {
        let initial = if initial { "i" } else { "" };
        let conditions = conditions(&leg, true, false);
        let atom = match (short, long) {
            (_, 1) => atom(Shape { turn: 0, length: 1, leg }, Some(short == 1)),
            _ => leap_atom(short, long, leg.reach),
        };
        for word in among_leaps(&offsets) {
            *out += &format!("{initial}{word}{conditions}{atom}");
        }
    }
    Ok(())
}

/// Families that differ only in the last turn become one.
fn united(families: Vec<Family>) -> Vec<Family> {
    let mut united: Vec<Family> = Vec::new();
    for mut family in families {
        family.starts.sort();
        let twin = united.iter_mut().find(|other| {
            let last = other.shapes.len() - 1;
            other.initial == family.initial
                && other.starts == family.starts
                && other.shapes.len() == family.shapes.len()
                && last > 0
                && other.shapes[..last] == family.shapes[..last]
                && Shape { turn: 0, ..other.shapes[last] }
                    == Shape { turn: 0, ..family.shapes[last] }
        });
        match twin {
            Some(twin) => twin.last_turns.append(&mut family.last_turns),
            None => united.push(family),
        }
    }
    for family in &mut united {
        family.last_turns.sort_unstable();
    }
    united
}

fn shape(path: &Path) -> Result<(Direction, Vec<Shape>), Unsayable> {
    let mut start = None;
    let mut before = Direction::N;
    let mut shapes = Vec::with_capacity(path.legs.len());
    for (i, leg) in path.legs.iter().enumerate() {
        let last = i + 1 == path.legs.len();
        let straight = leg.rows == 0 || leg.cols == 0 || leg.rows.abs() == leg.cols.abs();
        let heading = direction(leg.rows.signum(), leg.cols.signum()).filter(|_| straight);
        let heading = heading.ok_or(Unsayable::Path)?;
        let length = leg.rows.unsigned_abs().max(leg.cols.unsigned_abs());
        let ends = leg.on_empty || leg.takes || leg.takes_own || leg.hops;
        let sayable = ends
            && !(last && leg.hops)
            && (last || leg.hop.is_none())
            && (leg.skip == 0 || length == 1);
        if !sayable {
            return Err(Unsayable::Path);
        }
        let turn = match start {
            None => 0,
            Some(_) => (heading as i8 - before as i8).rem_euclid(8) as u8,
        };
        start = start.or(Some(heading));
        before = heading;
        // The direction is in the turn; what is left must compare equal from every start.
        shapes.push(Shape { turn, length, leg: Leg { rows: 0, cols: 0, ..*leg } });
    }
    start.map(|start| (start, shapes)).ok_or(Unsayable::Path)
}

fn write_family(family: &Family, out: &mut String) -> Result<(), Unsayable> {
    let first = family.shapes[0];
    let initial = if family.initial { "i" } else { "" };
    let one_atom = family
        .shapes
        .iter()
        .all(|shape| shape.length == first.length && shape.leg.reach == first.leg.reach);
    let all = Direction::ALL.iter().all(|d| family.starts.contains(d));
    if one_atom && all && first.length == 1 {
        for (legs, _) in leg_words(family, true, true) {
            *out += &format!("{initial}{}", legs.join("a"));
            *out += &atom(first, None);
        }
        return Ok(());
    }
    let starts = [(orthogonal(&family.starts), false), (diagonal(&family.starts), true)];
    for (words, slanted) in starts {
        for word in words {
            for (legs, last_turn) in leg_words(family, one_atom, false) {
                if one_atom {
                    let atom = atom(first, Some(slanted));
                    *out += &format!("{initial}{word}{}{atom}", legs.join("a"));
                    continue;
                }
                let mut slanted = slanted;
                let mut texts = Vec::new();
                for (shape, text) in family.shapes.iter().zip(&legs) {
                    let last = texts.len() + 1 == legs.len();
                    let turn = if last { last_turn } else { shape.turn };
                    slanted ^= !texts.is_empty() && turn % 2 == 1;
                    texts.push(format!("{text}{}", atom(*shape, Some(slanted))));
                }
                *out += &format!("[{initial}{word}{}]", texts.join("-"));
            }
        }
    }
    Ok(())
}

fn atom(shape: Shape, slanted: Option<bool>) -> String {
    let number = match shape.leg.reach {
        Reach::Limited(n) => n.to_string(),
        _ => String::new(),
    };
    match (shape.length, shape.leg.reach == Reach::Single, slanted) {
        (1, true, None) => "K".to_owned(),
        (1, true, Some(false)) => "W".to_owned(),
        (1, true, Some(true)) => "F".to_owned(),
        (1, false, None) => format!("Q{number}"),
        (1, false, Some(false)) => format!("R{number}"),
        (1, false, Some(true)) => format!("B{number}"),
        (n, _, slanted) => leap_atom(if slanted == Some(true) { n } else { 0 }, n, shape.leg.reach),
    }
}

/// The modifiers of every leg, once for each word the last turns need, with one of these turns.
/// The first leg's direction is written by the caller.
fn leg_words(family: &Family, with_a: bool, eight_way: bool) -> Vec<(Vec<String>, u8)> {
    let count = family.shapes.len();
    let turns = if count == 1 {
        vec![(String::new(), 0)]
    } else {
        turn_words(&family.last_turns, with_a, eight_way)
    };
    turns
        .into_iter()
        .map(|(last_turn, eighths)| {
            let mut legs = Vec::with_capacity(count);
            for (i, shape) in family.shapes.iter().enumerate() {
                let turn = match i {
                    0 => "",
                    i if i + 1 == count => &last_turn,
                    _ => TURNS[usize::from(shape.turn)],
                };
                legs.push(format!("{turn}{}", conditions(&shape.leg, i + 1 == count, with_a)));
            }
            (legs, eighths)
        })
        .collect()
}

const TURNS: [&str; 8] = ["f", "fr", "r", "br", "b", "bl", "l", "fl"];

fn turn_words(turns: &[u8], with_a: bool, eight_way: bool) -> Vec<(String, u8)> {
    let whole = match turns {
        [0, 2, 6] if with_a && !eight_way => Some(""),
        [0, 1, 2, 3, 5, 6, 7] if with_a && eight_way => Some(""),
        [0, 4] => Some("v"),
        [2, 6] => Some("s"),
        [1, 7] => Some("fs"),
        [3, 5] => Some("bs"),
        _ => None,
    };
    match whole {
        Some(word) => vec![(word.to_owned(), turns[0])],
        None => turns.iter().map(|&turn| (TURNS[usize::from(turn)].to_owned(), turn)).collect(),
    }
}

fn conditions(leg: &Leg, last: bool, with_a: bool) -> String {
    let mut text = String::new();
    let usual = leg.on_empty && leg.takes == last && !leg.takes_own && !leg.hops;
    // `masR` is written with its `m`; a bracket needs none.
    if !usual || (!last && with_a) {
        for (asked, letter) in
            [(leg.on_empty, 'm'), (leg.takes, 'c'), (leg.takes_own, 'd'), (leg.hops, 'p')]
        {
            if asked {
                text.push(letter);
            }
        }
    }
    if leg.lame {
        text.push('n');
    }
    text.extend(std::iter::repeat_n('j', leg.skip.into()));
    text + hop_letter(leg.hop)
}

/// Takes out the paths that come home over two other squares, if all of them are there.
pub(super) fn take_triangles(paths: &mut Vec<Path>) -> bool {
    let step = |leg: &Leg, takes: bool| {
        let expected = Leg { reach: Reach::Single, on_empty: true, takes, ..*leg };
        let plain = *leg == expected
            && !leg.takes_own
            && !leg.hops
            && leg.hop.is_none()
            && leg.skip == 0
            && !leg.lame;
        plain && direction(leg.rows, leg.cols).is_some()
    };
    let is_triangle = |path: &Path| match &path.legs[..] {
        [a, b, c] => {
            !path.initial
                && step(a, false)
                && step(b, false)
                && step(c, true)
                && (a.rows + b.rows + c.rows, a.cols + b.cols + c.cols) == (0, 0)
        }
        _ => false,
    };
    // Eight first steps: four ways on from an orthogonal one, two from a diagonal one.
    if paths.iter().filter(|path| is_triangle(path)).count() < 24 {
        return false;
    }
    paths.retain(|path| !is_triangle(path));
    true
}
