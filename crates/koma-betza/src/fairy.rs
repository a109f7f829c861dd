//! How Fairy-Stockfish reads what it accepts, where that differs from the notation as specified.
//!
//! Learned by asking it: the facts stand as cases in `koma-pieces/tests/betza_fairy.rs`. The groups
//! of a notation are not independent there: along one line the last range written holds, and
//! where one group slides and another hops on the same line, each goes as far as either may.

use std::collections::BTreeMap;

use koma_text::{Finding, Span};

use crate::direction::{self, Word};
use crate::expand::{Hop, Move, MoveLeg};
use crate::leg::{Conditions, conditions};
use crate::tree::{Atom, Dialect, Group, Head, Letter, Mark, Range, Shape};

/// Whether it passes over a letter without a word.
pub(crate) fn ignores(c: char) -> bool {
    matches!(c, 'j' | 'o' | 'z' | 'q' | 'y' | 'u' | 't' | 'x' | 'k' | 'a' | 'd')
}

/// Leaves out the direction words that it accepts and finds no way for: `v` or `s` first in a pair,
/// on anything but an orthogonal atom. False when no word is left of those that were written.
fn keep_ways(head: &Head, words: &mut Vec<(Word, Span)>) -> bool {
    let orthogonal = matches!(head.atom, Atom::W | Atom::D | Atom::H | Atom::R);
    let written = words.len();
    words.retain(|(word, _)| {
        orthogonal || !matches!(word, Word::Pair(Letter::Vertical | Letter::Sideways, _))
    });
    written == 0 || !words.is_empty()
}

/// How a group goes to one of its squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Straight there.
    Leap,
    /// There if the path is empty.
    Lame,
    /// Again and again, at most so often; `None` without limit.
    Slide(Option<u16>),
    /// Over a hurdle and on, at most so far.
    Over(Option<u16>),
    /// Right behind a hurdle, however far that is.
    Behind,
}

impl Way {
    /// The way of a group; `None` where it is accepted and never moves.
    pub(crate) fn of(head: &Head, asked: &Conditions) -> Option<Self> {
        use Atom::{A, B, D, F, J, K, N, Q, R, W, Z};
        let is_step = matches!(head.atom, W | F | K | R | B | Q);
        let leaps = head.range == Range::Bare && !matches!(head.atom, R | B | Q);
        match asked.hop {
            _ if asked.initial && !asked.empty => None,
            // A bare step has no path that could be lame, and so no lame form.
            Some(_) if leaps && asked.lame => None,
            // `g` is `p` with a range of 1; a number after the atom overrules it.
            Some(hop) if is_step => Some(match (head.range, hop) {
                (Range::Number { value: 1, .. }, _) => Self::Behind,
                (Range::Number { value, .. }, _) => Self::Over((value > 0).then_some(value)),
                (_, Hop::Behind) => Self::Behind,
                (_, Hop::Over) => Self::Over(None),
            }),
            Some(_) => None,
            None if leaps && asked.lame => {
                matches!(head.atom, N | D | A | Z | J).then_some(Self::Lame)
            }
            None if leaps => Some(Self::Leap),
            // Slides ignore `n`; most leapers have no riders.
            None => (is_step || head.atom == N).then_some(Self::Slide(head.reach())),
        }
    }
}

/// The moves of some groups together. `first` is the index of the first of them.
pub(crate) fn expand(groups: &[Group], first: usize) -> Result<Vec<Move>, Box<Finding>> {
    let mut parts = [Part::default(), Part::default(), Part::default()];
    for (index, group) in groups.iter().enumerate() {
        let Shape::Legs { legs, head } = &group.shape else { continue };
        let marks: &[Mark] = legs.first().map_or(&[], |marks| marks);
        let asked = conditions(marks, true, Dialect::Fairy)?;
        let mut words = direction::words(marks, Dialect::Fairy)?;
        let some_way = keep_ways(head, &mut words);
        for leap in head.atom.all_leaps() {
            let offsets = direction::select(leap, &words, !head.atom.is_eight_way())?;
            for offset in offsets.into_iter().filter(|_| some_way) {
                // A move of the start never captures there.
                let wanted = match asked.initial {
                    true => [false, false, asked.empty],
                    false => [asked.empty, asked.takes, false],
                };
                for (part, _) in parts.iter_mut().zip(wanted).filter(|(_, wanted)| *wanted) {
                    part.add(offset, Way::of(head, &asked), head, first + index);
                }
            }
        }
    }
    let mut all: BTreeMap<(bool, MoveLeg), (bool, bool, usize)> = BTreeMap::new();
    for (which, part) in parts.iter().enumerate() {
        for (leg, group) in part.legs() {
            let entry = all.entry((which == INITIAL, leg)).or_insert((false, false, group));
            (entry.0, entry.1) = (entry.0 || which != CAPTURES, entry.1 || which == CAPTURES);
        }
    }
    let mut moves: Vec<Move> = all
        .into_iter()
        .map(|((initial, leg), (on_empty, takes, group))| {
            let legs = vec![MoveLeg { on_empty, takes, ..leg }];
            Move { legs, initial, group }
        })
        .collect();
    moves.sort_by_key(|m| m.group);
    Ok(moves)
}

/// The captures and the moves of the start among the three parts; the other is all other moves.
const CAPTURES: usize = 1;
const INITIAL: usize = 2;

/// Everything a piece does with one purpose: to move, to capture, or to move from the start.
#[derive(Default)]
struct Part {
    leaps: BTreeMap<(i8, i8), usize>,
    lame: BTreeMap<(i8, i8), usize>,
    slides: BTreeMap<(i8, i8), (Option<u16>, usize)>,
    /// Hurdles: `Some(1)` is right behind it.
    hops: BTreeMap<(i8, i8), (Option<u16>, usize)>,
    /// Riders by two squares: they move only where something else slides along the line.
    doubles: BTreeMap<(i8, i8), (Option<u16>, usize)>,
}

impl Part {
    fn add(&mut self, offset: (i8, i8), way: Option<Way>, head: &Head, group: usize) {
        match way {
            Some(Way::Leap) => drop(self.leaps.insert(offset, group)),
            Some(Way::Lame) => drop(self.lame.insert(offset, group)),
            Some(Way::Slide(limit)) => drop(self.slides.insert(offset, (limit, group))),
            Some(Way::Over(limit)) => drop(self.hops.insert(offset, (limit, group))),
            Some(Way::Behind) => drop(self.hops.insert(offset, (Some(1), group))),
            None if matches!(head.atom, Atom::D | Atom::A) && head.range != Range::Bare => {
                self.doubles.insert(offset, (head.reach(), group));
            }
            None => {}
        }
    }

    fn legs(&self) -> Vec<(MoveLeg, usize)> {
        let mut legs = Vec::new();
        for (&offset, &group) in &self.leaps {
            legs.push((leg(offset, Some(1)), group));
        }
        let rides_as_knight = self.slides.keys().any(|&offset| axis(offset).is_none());
        for (&offset, &group) in &self.lame {
            let is_knight = axis(offset).is_none() && offset.0.abs().max(offset.1.abs()) == 2;
            let lame = !(is_knight && rides_as_knight);
            legs.push((MoveLeg { lame, ..leg(offset, Some(1)) }, group));
            if self.hops.keys().any(|&hop| axis(hop).is_some() && axis(hop) == axis(offset)) {
                let way = (offset.0 / 2, offset.1 / 2);
                legs.push((MoveLeg { hop: Some(Hop::Over), ..leg(way, Some(2)) }, group));
            }
        }
        for (&offset, &(limit, group)) in &self.slides {
            if axis(offset).is_none() {
                legs.push((leg(offset, limit), group));
            }
        }
        for (&way, &(limit, group)) in &self.doubles {
            if self.slides.keys().any(|&slide| axis(slide) == axis(way)) {
                legs.push((MoveLeg { lame: true, ..leg(way, limit) }, group));
            }
        }
        for way in direction::UNITS {
            let same_line = |&other: &(i8, i8)| axis(other) == axis(way);
            let hops = |behind: bool| {
                self.hops
                    .iter()
                    .any(|(other, &(limit, _))| same_line(other) && (limit == Some(1)) == behind)
            };
            let slide = self.slides.get(&way).copied();
            let hop = self.hops.get(&way).map(|&(limit, group)| (limit.filter(|&n| n > 1), group));
            let (reach, group) = match (slide, hop) {
                (None, None) => continue,
                (Some(only), None) | (None, Some(only)) => only,
                (Some((a, group)), Some((b, other))) => {
                    (a.zip(b).map(|(a, b)| a.max(b)), group.max(other))
                }
            };
            if self.slides.keys().any(same_line) {
                legs.push((leg(way, reach), group));
            }
            for (hop, wanted) in [(Hop::Over, hops(false)), (Hop::Behind, hops(true))] {
                if wanted && reach.is_none_or(|reach| reach > 1) {
                    legs.push((MoveLeg { hop: Some(hop), ..leg(way, reach) }, group));
                }
            }
        }
        legs
    }
}

/// Files, ranks or diagonals: what it treats as one line. `None` for oblique leaps.
fn axis((dx, dy): (i8, i8)) -> Option<u8> {
    match (dx, dy) {
        (0, _) => Some(0),
        (_, 0) => Some(1),
        _ if dx.abs() == dy.abs() => Some(2),
        _ => None,
    }
}

fn leg((dx, dy): (i8, i8), reach: Option<u16>) -> MoveLeg {
    MoveLeg {
        dx,
        dy,
        reach,
        on_empty: false,
        takes: false,
        takes_own: false,
        hops: false,
        hop: None,
        skip: 0,
        lame: false,
        must_leap: false,
    }
}
