//! Brackets and restatements: what confirms a reading, and what contradicts it.

use super::chart::Doubt;
use super::legs::legs;
use super::mean::{ANY, Dist, Manner, ORTHOGONAL, Set, cross, plain, region};
use super::pieces::pieces;
use super::rules::Out;
use super::settle::{resolve, verbless};
use super::value::{Conj, Leg, Mean, Val};
use super::ways::directions;

/// Whether two readings say the same.
pub(crate) fn agrees(said: &Set, evidence: &Mean) -> bool {
    let e = &evidence.set;
    if said == e {
        return true;
    }
    let lines = said.lines();
    if evidence.vague {
        // "a limited bishop": the same lines or fewer.
        return lines & !e.lines() == 0 && said.leaps.iter().all(|leap| e.leaps.contains(leap));
    }
    // "forward (like a rook)": the rook as far as it goes that way.
    let slides =
        e.reach.iter().all(|&far| far == 0 || far == ANY) && e.leaps.is_empty() && e.more.is_none();
    slides && said.more.is_none() && e.within(lines).as_ref() == Some(said)
}

pub(super) fn evidence(a: &Val, b: &Val, out: &mut Out<'_>) {
    match (a, b) {
        (Val::Piece(m) | Val::Like2(m) | Val::Vp(m), Val::Colon) => {
            out.say(Val::Def(m.clone()), 0.0);
        }
        (Val::Vectors(v, _), Val::Colon) => {
            out.say(Val::Def(Mean::exact(Set::vectors(v.clone()))), 0.0);
        }
        (Val::Legs(x), Val::Colon) => {
            if let Some(set) = verbless(x) {
                out.say(Val::Def(Mean::exact(set)), 0.0);
            }
        }
        (Val::Def(m), _) => {
            let mean = b.mean();
            let Some(n) = mean else { return };
            let said = if m.vague { n.clone() } else { m.clone() };
            if agrees(&n.set, m) || agrees(&m.set, &n) {
                out.say(Val::Vp(said), -0.4);
            } else {
                out.doubt(Val::Vp(said), 4.0, Some(Doubt::Differs));
            }
        }
        (Val::Vp(m) | Val::Like2(m) | Val::Piece(m), Val::Tail(Conj::Comma, tail)) => {
            // "as the alfil, two squares diagonally": the verb is left out, it may be a leap.
            let mut said = Vec::new();
            match &**tail {
                Val::Legs(x) => {
                    said.extend(verbless(x));
                    resolve(Manner::Leap, x, &mut |set, _, doubt| {
                        said.extend(Some(set).filter(|_| doubt.is_none()));
                    });
                }
                Val::Vectors(v, _) => said.push(Set::vectors(v.clone())),
                _ => {}
            }
            if let Some(set) =
                said.into_iter().find(|set| *set == m.set || m.vague && agrees(set, m))
            {
                out.say(Val::Vp(if m.vague { Mean::exact(set) } else { m.clone() }), -0.4);
            }
        }
        // "in an L-shape: two squares forward, ..., then one to the side"
        (Val::Vp(m), Val::Vectors(v, _)) if m.set == Set::vectors(v.clone()) => {
            out.say(a.clone(), -0.3);
        }
        (Val::Legs(_) | Val::Vp(_), Val::Like2(_)) => attach(a, b, out),
        // "just like the king it moves one square in any direction"
        (Val::Like2(m), Val::Vp(n)) if agrees(&n.set, m) => out.say(b.clone(), -0.2),
        (
            Val::Dirs(_) | Val::Legs(_) | Val::Vp(_) | Val::Piece(_) | Val::Like2(_),
            Val::Evidence(e),
        ) if matches!(**e, Val::ExcD(..) | Val::OnlyD(_)) => {
            directions(a, e, (false, (false, false)), out);
            legs(a, e, false, out);
            pieces(a, e, false, out);
        }
        // "two squares in one direction (horizontally or vertically)"
        (Val::OneDir | Val::Part1(_), Val::Evidence(e)) => {
            if matches!(&**e, Val::Dirs(x) if plain(x) == ORTHOGONAL) {
                out.say(a.clone(), 0.0);
            }
        }
        // "in all directions (8)"
        (Val::Dirs(x), Val::Evidence(e)) if matches!(**e, Val::Dist(Dist::N(n)) if u32::from(n) == plain(x).count_ones() && n > 3) =>
        {
            out.say(a.clone(), 0.0);
        }
        (Val::Dirs(_), Val::Evidence(e)) if matches!(**e, Val::Dist(_)) => {
            legs(a, e, false, out);
        }
        (_, Val::Evidence(e)) => attach(a, e, out),
        _ => {}
    }
}

/// A bracket after something: it limits, narrows, confirms, or contradicts.
fn attach(a: &Val, evidence: &Val, out: &mut Out<'_>) {
    let mean = evidence.mean();
    match (a, evidence) {
        (Val::Dirs(x), Val::Dirs(y)) => match cross(x, y) {
            Some(both) if plain(&both) & !region(x) == 0 => out.say(Val::Dirs(both), 0.0),
            _ if plain(x) == plain(y) => out.say(Val::Dirs(x.clone()), -0.3),
            _ => out.compared(Val::Dirs(x.clone()), false, 0.0),
        },
        (Val::Legs(x), Val::Dirs(y)) => {
            let all = x.iter().fold(0, |mask, leg| mask | plain(&leg.dirs));
            if all == plain(y) {
                return out.say(a.clone(), -0.3);
            }
            let mut legs = x.clone();
            if let Some(last) = legs.last_mut()
                && let Some(both) = cross(&last.dirs, y)
                && plain(&both) & !region(&last.dirs) == 0
            {
                last.dirs = both;
                out.say(Val::Legs(legs), 0.0);
            } else {
                out.compared(a.clone(), false, 0.0);
            }
        }
        (Val::Vp(m) | Val::Like2(m) | Val::Piece(m), Val::Dirs(y)) => {
            if m.set.lines() == plain(y) {
                out.say(a.clone(), -0.3);
            } else {
                out.compared(a.clone(), false, 0.0);
            }
        }
        // "one square sideways or diagonally forward (4)"
        (Val::Vp(m), Val::Dist(Dist::N(n)) | Val::Total(n, _))
            if *n > 2 && m.set.count() == usize::from(*n) =>
        {
            out.say(a.clone(), -0.4);
        }
        (Val::Legs(x), Val::Dist(Dist::N(n)) | Val::Total(n, _))
            if *n > 2 && verbless(x).is_some_and(|set| set.count() == usize::from(*n)) =>
        {
            out.say(a.clone(), -0.4);
        }
        (Val::Vp(m) | Val::Like2(m) | Val::Piece(m), Val::Dist(d)) => {
            if let Some(set) = super::settle::limited(&m.set, d) {
                out.say(Val::Like2(Mean::exact(set)), 0.0);
            }
        }
        (Val::Piece(m) | Val::Like2(m) | Val::Vp(m), Val::Lim) => {
            out.say(Val::Like2(m.vague()), 0.3);
        }
        (Val::Legs(_) | Val::Vp(_) | Val::Dirs(_), Val::Way | Val::NoJump) => {
            plainly(a, evidence, out);
        }
        (Val::Dirs(x), _) => {
            let Some(n) = mean else { return };
            if !n.set.leaps.is_empty() {
                return;
            }
            let same = n.set.lines() == plain(x) || n.vague && plain(x) & !n.set.lines() == 0;
            out.compared(a.clone(), same, 0.2);
        }
        (Val::Legs(x), _) => {
            let Some(n) = mean else { return };
            compare_legs(x, &n, out);
        }
        (Val::Vectors(v, _), _) => {
            let Some(n) = mean else { return };
            let same = agrees(&Set::vectors(v.clone()), &n);
            out.compared(Val::Vectors(v.clone(), false), same, 0.4);
        }
        (Val::Vp(m) | Val::Like2(m) | Val::Piece(m), _) => {
            let Some(n) = mean else { return };
            if n.set.rest > 0 {
                let set = m.set.plus(&n.set);
                return out.say(Val::Like2(m.with(set)), 0.0);
            }
            let mut same = agrees(&m.set, &n) || agrees(&n.set, m);
            if let Val::Legs(x) = evidence {
                // "alfil jumps (two squares diagonally)": the bracket leaves the verb out.
                resolve(Manner::Leap, x, &mut |set, _, doubt| {
                    same |= doubt.is_none() && agrees(&m.set, &Mean::exact(set));
                });
            }
            let said = if m.vague && !n.vague { n } else { m.clone() };
            let val = if matches!(a, Val::Vp(_)) { Val::Vp(said) } else { Val::Like2(said) };
            out.compared(val, same, 0.4);
        }
        _ => {}
    }
}

/// A bracket that only says how it passes others.
fn plainly(a: &Val, evidence: &Val, out: &mut Out<'_>) {
    match (a, evidence) {
        (Val::Legs(x), Val::Way) => {
            // "one step to the side and two forward (it may jump over others)"
            if let [p, q] = &x[..]
                && let Some(leap) = super::formulas::leap_of(p, q)
            {
                out.say(leap, -0.2);
            }
            out.say(
                Val::Legs(x.iter().map(|leg| Leg { leaps: true, ..leg.clone() }).collect()),
                0.0,
            );
        }
        (Val::Vp(m), Val::Way) => {
            out.say(Val::Vp(Mean { set: super::settle::leapt(&m.set), vague: m.vague }), 0.0);
        }
        _ => out.say(a.clone(), 0.0),
    }
}

/// A bracket may speak of the last leg or of all of them; it also tells a leap from a walk.
fn compare_legs(x: &[Leg], n: &Mean, out: &mut Out<'_>) {
    let mut found = false;
    for from in [x.len().saturating_sub(1), 0] {
        let part = &x[from..];
        let mut settled: Option<(Set, f32)> = None;
        for manner in [Manner::None, Manner::Leap] {
            resolve(manner, part, &mut |set, cost, doubt| {
                if doubt.is_none()
                    && agrees(&set, n)
                    && settled.as_ref().is_none_or(|(_, c)| cost < *c)
                {
                    settled = Some((set, cost));
                }
            });
        }
        if let Some((set, _)) = settled {
            let mut legs = x[..from].to_vec();
            let plain_walk = part.iter().all(|leg| !matches!(leg.dist, Some(Dist::N(k)) if k > 1));
            if plain_walk {
                legs.extend(part.iter().cloned());
            } else {
                let mut done = Leg::new(Vec::new(), None);
                done.done = Some(set);
                legs.push(done);
            }
            out.say(Val::Legs(legs), -0.4);
            found = true;
        }
        if from == 0 {
            break;
        }
    }
    if !found {
        out.compared(Val::Legs(x.to_vec()), false, 0.0);
    }
}
