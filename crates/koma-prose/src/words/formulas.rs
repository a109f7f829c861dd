//! Leap formulas: two moves that are one leap.

use super::chart::Doubt;
use super::mean::{Comp, DIAGONAL, Dirs, Dist, HORIZONTAL, ORTHOGONAL, VERTICAL, bits, plain};
use super::rules::Out;
use super::value::{Conj, Leg, Val};

/// A single line and a number of squares.
pub(super) fn one_leg(val: &Val) -> Option<(&Dirs, u16)> {
    match val {
        Val::Legs(legs) => match &legs[..] {
            [
                Leg {
                    dirs,
                    dist: Some(Dist::N(n) | Dist::Kth(n) | Dist::Exactly(n)),
                    done: None,
                    ..
                },
            ] => Some((dirs, *n)),
            _ => None,
        },
        _ => None,
    }
}

/// Two moves made one: a leap.
fn sum(a: (&Dirs, u16), b: (&Dirs, u16)) -> Option<Vec<(i8, i8)>> {
    let (x, y) = (plain(a.0), plain(b.0));
    let mut out = Vec::new();
    for d in bits(x) {
        for e in bits(y) {
            let turn = (d as i8 - e as i8).rem_euclid(8);
            let bend = if d.is_orthogonal() == e.is_orthogonal() { [2, 6] } else { [1, 7] };
            if !bend.contains(&turn) {
                continue;
            }
            let (n, m) = (a.1.min(60) as i8, b.1.min(60) as i8);
            out.push((d.offset().0 * n + e.offset().0 * m, d.offset().1 * n + e.offset().1 * m));
        }
    }
    out.sort_unstable();
    out.dedup();
    (!out.is_empty()).then_some(out)
}

/// Two legs across each other as one leap.
pub(super) fn leap_of(p: &Leg, q: &Leg) -> Option<Val> {
    let (a, b) = (Val::Legs(vec![p.clone()]), Val::Legs(vec![q.clone()]));
    let (x, y) = (one_leg(&a)?, one_leg(&b)?);
    let vectors = sum(x, y).filter(|_| perpendicular(x.0, y.0) && x.1 != y.1)?;
    Some(Val::Vectors(vectors, false))
}

/// Whether the sum of two legs is likely a formula: across each other, or outward by a half turn.
pub(crate) fn perpendicular(a: &Dirs, b: &Dirs) -> bool {
    let (x, y) = (plain(a), plain(b));
    let across = |p: u8, q: u8| p & !VERTICAL == 0 && q & !HORIZONTAL == 0;
    across(x, y)
        || across(y, x)
        || x & !ORTHOGONAL == 0 && y & !DIAGONAL == 0 && x.count_ones() == 1
}

/// "vertically and backward" says a direction twice: no part of a leap.
fn repeats(dirs: &Dirs) -> bool {
    let within = |a: &Comp, b: &Comp| a != b && a.plain & !b.plain == 0;
    dirs.iter().any(|a| dirs.iter().any(|b| within(a, b)))
}

/// 「前の2マス先」: a square of its own, no part of a leap.
fn squares(val: &Val) -> bool {
    matches!(val, Val::Legs(legs) if legs.iter().any(|leg| matches!(leg.dist, Some(Dist::Kth(_)))))
}

/// "one forward and one diagonally forward" is a leap, "five forward and two diagonally" is not.
fn upright(a: (&Dirs, u16), b: (&Dirs, u16)) -> bool {
    plain(b.0) & DIAGONAL == 0 || (a.1, b.1) == (1, 1)
}

pub(super) fn formulas(a: &Val, b: &Val, japanese: bool, out: &mut Out<'_>) {
    let n = |d: &Dist| match d {
        Dist::N(n) | Dist::Kth(n) | Dist::Exactly(n) => Some(*n),
        _ => None,
    };
    match (a, b) {
        (Val::Dist(d), Val::OneDir) => {
            if let Some(n) = n(d) {
                out.say(Val::Part1(n), 0.0);
            }
        }
        (Val::OthDir, Val::Dist(d)) if japanese => {
            if let Some(n) = n(d) {
                out.say(Val::Part2(n), 0.0);
            }
        }
        (Val::Dist(d), Val::OthDir) => {
            if let Some(n) = n(d) {
                out.say(Val::Part2(n), 0.0);
            }
        }
        (Val::Part1(n), Val::Tail(conj, tail)) if *conj != Conj::Semi => match &**tail {
            Val::Part2(m) => out.say(Val::Vectors(super::value::oblique(*n, *m), false), 0.0),
            Val::Dist(d) => {
                if let Dist::N(m) = d {
                    out.say(Val::Vectors(super::value::oblique(*n, *m), false), 0.6);
                }
            }
            other => {
                if let Some((dirs, m)) = one_leg(other)
                    && plain(dirs) & !HORIZONTAL == 0
                {
                    out.say(Val::Vectors(super::value::oblique(*n, m), false), 0.1);
                }
            }
        },
        (Val::Legs(_), Val::Tail(conj, tail)) => {
            if let (Some(x), Val::Part2(m)) = (one_leg(a), &**tail)
                && *conj != Conj::Semi
            {
                // "two squares orthogonally and one at a right angle to that"
                let both = [Comp::class(VERTICAL), Comp::class(HORIZONTAL)];
                let across: Vec<(i8, i8)> = [(VERTICAL, &both[1]), (HORIZONTAL, &both[0])]
                    .into_iter()
                    .filter_map(|(line, other)| {
                        let first = vec![Comp::class(plain(x.0) & line)];
                        sum((&first, x.1), (&vec![*other], *m))
                    })
                    .flatten()
                    .collect();
                if !across.is_empty() {
                    out.say(Val::Vectors(across, false), 0.0);
                }
            }
            // "three squares horizontally or vertically and then one to either side": of the way it goes.
            if let (Some(x), Some(y)) = (one_leg(a), one_leg(tail))
                && plain(x.0) == ORTHOGONAL
                && plain(y.0) == HORIZONTAL
                && x.1 != y.1
                && !japanese
                && matches!(conj, Conj::Then | Conj::And)
            {
                let weak = *conj == Conj::And;
                out.say(Val::Vectors(super::value::oblique(x.1, y.1), weak), 0.0);
            } else if let (Some(x), Some(y)) = (one_leg(a), one_leg(tail))
                && !(repeats(x.0) || repeats(y.0))
                && (perpendicular(x.0, y.0) && upright(x, y) || *conj == Conj::Then)
                && !(japanese && (squares(a) || squares(tail)))
                && let Some(vectors) = sum(x, y)
            {
                match conj {
                    Conj::Then => out.say(Val::Vectors(vectors, false), 0.0),
                    Conj::And | Conj::Comma => out.say(Val::Vectors(vectors, true), 0.0),
                    _ => {}
                }
            }
        }
        (Val::Legs(x), Val::Pos) => {
            if let [p, q] = &x[..]
                && let (Some(Dist::N(n) | Dist::Kth(n)), Some(Dist::N(m) | Dist::Kth(m))) =
                    (&p.dist, &q.dist)
                && let Some(vectors) = sum((&p.dirs, *n), (&q.dirs, *m))
            {
                out.say(Val::Vectors(vectors, false), 0.0);
            }
        }
        (Val::Legs(_), Val::Legs(_)) => {
            if let (Some(x), Some(y)) = (one_leg(a), one_leg(b))
                && perpendicular(x.0, y.0)
                && let Some(vectors) = sum(x, y)
            {
                out.say(Val::Vectors(vectors, true), 0.3);
            }
        }
        (Val::Legs(_), Val::Dirs(y)) if japanese => {
            if let Some(x) = one_leg(a)
                && x.1 > 1
                && perpendicular(x.0, y)
                && let Some(vectors) = sum(x, (y, 1))
            {
                out.doubt(Val::Vectors(vectors, true), 0.2, Some(Doubt::Ambiguous));
            }
        }
        // "three one way and one the other (1,3)"
        (Val::Vectors(v, _), Val::Vectors(u, _)) if v == u => {
            out.say(Val::Vectors(v.clone(), false), -0.4);
        }
        (Val::Vectors(v, weak), Val::Count(n)) => {
            let right = v.len() == usize::from(*n);
            out.doubt(
                Val::Vectors(v.clone(), *weak && !right),
                if right { 0.0 } else { 3.0 },
                (!right).then_some(Doubt::Count),
            );
        }
        (Val::Vectors(v, w), Val::Pos | Val::Only | Val::Same | Val::Way | Val::OneDir) => {
            out.say(Val::Vectors(v.clone(), *w && !matches!(b, Val::Pos | Val::Way)), 0.0);
        }
        (Val::Vectors(v, weak), Val::Tail(conj, tail)) if *conj != Conj::Then => {
            if let Val::Vectors(u, also) = &**tail {
                let all = v.iter().chain(u).copied().collect();
                out.say(Val::Vectors(all, *weak && *also), 0.0);
            }
        }
        _ => {}
    }
}
