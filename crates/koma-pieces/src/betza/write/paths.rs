//! Paths as notation: equal shapes from several directions share one group.

use super::letters::{among_leaps, diagonal, orthogonal};
use super::{Unsayable, hop_letter, leap_atom};
use crate::betza::families::{Family, Turned, families};
use crate::{Direction, Leg, Path, Reach};

pub(super) fn write(paths: &[Path], out: &mut String) -> Result<(), Unsayable> {
    let (single, several): (Vec<&Path>, Vec<&Path>) =
        paths.iter().partition(|path| path.legs.len() == 1);
    write_single(&single, out)?;
    let several: Vec<Path> = several.into_iter().cloned().collect();
    if !several.iter().all(is_sayable) {
        return Err(Unsayable::Path);
    }
    let (families, others) = families(&several);
    if others > 0 {
        return Err(Unsayable::Path);
    }
    families.iter().for_each(|family| write_family(family, out));
    Ok(())
}

/// Whether there is a letter for the way every leg ends.
fn is_sayable(path: &Path) -> bool {
    path.legs.iter().enumerate().all(|(i, leg)| {
        let last = i + 1 == path.legs.len();
        let ends = leg.on_empty || leg.takes || leg.takes_own || leg.hops;
        let long = leg.rows.abs().max(leg.cols.abs()) > 1;
        ends && !(last && leg.hops) && (last || leg.hop.is_none()) && !(long && leg.skip > 0)
    })
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
            (_, 1) => atom(&Turned { turns: Vec::new(), length: 1, leg }, Some(short == 1)),
            _ => leap_atom(short, long, leg.reach),
        };
        for word in among_leaps(&offsets) {
            *out += &format!("{initial}{word}{conditions}{atom}");
        }
    }
    Ok(())
}

fn write_family(family: &Family, out: &mut String) {
    let first = &family.legs[0];
    let initial = if family.initial { "i" } else { "" };
    let one_atom = family
        .legs
        .iter()
        .all(|leg| leg.length == first.length && leg.leg.reach == first.leg.reach);
    let all = Direction::ALL.iter().all(|d| family.starts.contains(d));
    if one_atom && all && first.length == 1 {
        for legs in leg_words(family, true, true) {
            let words: Vec<String> = legs.into_iter().map(|(word, _)| word).collect();
            *out += &format!("{initial}{}{}", words.join("a"), atom(first, None));
        }
        return;
    }
    let starts = [(orthogonal(&family.starts), false), (diagonal(&family.starts), true)];
    for (words, slanted) in starts {
        for word in words {
            for legs in leg_words(family, one_atom, false) {
                if one_atom {
                    let legs: Vec<String> = legs.into_iter().map(|(word, _)| word).collect();
                    let atom = atom(first, Some(slanted));
                    *out += &format!("{initial}{word}{}{atom}", legs.join("a"));
                    continue;
                }
                // In a bracket every leg names its own atom, by the way it has come to face.
                let mut slanted = slanted;
                let mut texts = Vec::with_capacity(legs.len());
                for (leg, (text, turn)) in family.legs.iter().zip(legs) {
                    slanted ^= turn % 2 == 1;
                    texts.push(format!("{text}{}", atom(leg, Some(slanted))));
                }
                *out += &format!("[{initial}{word}{}]", texts.join("-"));
            }
        }
    }
}

fn atom(turned: &Turned, slanted: Option<bool>) -> String {
    let reach = turned.leg.reach;
    let number = match reach {
        Reach::Limited(n) => n.to_string(),
        _ => String::new(),
    };
    match (turned.length, reach == Reach::Single, slanted) {
        (1, true, None) => "K".to_owned(),
        (1, true, Some(false)) => "W".to_owned(),
        (1, true, Some(true)) => "F".to_owned(),
        (1, false, None) => format!("Q{number}"),
        (1, false, Some(false)) => format!("R{number}"),
        (1, false, Some(true)) => format!("B{number}"),
        (n, _, slanted) => leap_atom(if slanted == Some(true) { n } else { 0 }, n, reach),
    }
}

/// The modifiers of every leg, each with one of the turns they stand for, in as many groups as the
/// turns need words. The first leg's direction is written by the caller.
fn leg_words(family: &Family, with_a: bool, eight_way: bool) -> Vec<Vec<(String, u8)>> {
    let count = family.legs.len();
    let mut groups = vec![Vec::with_capacity(count)];
    for (i, turned) in family.legs.iter().enumerate() {
        let conditions = conditions(&turned.leg, i + 1 == count, with_a);
        let words = match i {
            0 => vec![(String::new(), 0)],
            _ => turn_words(&turned.turns, with_a, eight_way),
        };
        groups = groups
            .into_iter()
            .flat_map(|group: Vec<(String, u8)>| {
                words.iter().map(move |(word, turn)| (group.clone(), word, *turn))
            })
            .map(|(mut group, word, turn)| {
                group.push((format!("{word}{conditions}"), turn));
                group
            })
            .collect();
    }
    groups
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
