//! Verbs with what they govern: moves, denials, and what is said of a move besides.

use super::chart::Doubt;
use super::mean::{ANY, Comp, Dirs, Dist, Kind, Manner, Set, bits, has, plain};
use super::rules::Out;
use super::settle::{leapt, modified, resolve, verbless};
use super::value::{Conj, Leg, Mean, Mod, Val};
use super::ways::{minus, union};
use koma_pieces::Movement;

pub(super) fn verbs(a: &Val, b: &Val, japanese: bool, out: &mut Out<'_>) {
    let mut settle = |manner: Manner, legs: &[Leg], cost: f32| {
        resolve(manner, legs, &mut |set, more, doubt: Option<Doubt>| {
            let vp = Val::vp(set);
            match doubt {
                Some(doubt) => out.doubt(vp, cost + more, Some(doubt)),
                None => out.say(vp, cost + more),
            }
        });
    };
    let bare = |dirs: &Dirs| vec![Leg::new(dirs.clone(), None)];
    let adjacent = || vec![Leg::new(vec![Comp::ALL], Some(Dist::N(1)))];
    match (a, b) {
        // In Japanese the verb stands behind.
        (Val::Verb(_), Val::Legs(_) | Val::Dirs(_)) if japanese => {}
        (Val::Verb(m), Val::Legs(x)) => settle(*m, x, 0.0),
        (Val::Legs(x), Val::Verb(m)) => settle(*m, x, if japanese { 0.0 } else { 0.7 }),
        (Val::Verb(m), Val::Dirs(x)) if !has(x, Kind::Straight) => {
            settle(*m, &bare(x), 0.1);
        }
        (Val::Dirs(x), Val::Verb(m)) if !has(x, Kind::Straight) => {
            settle(*m, &bare(x), if japanese { 0.1 } else { 0.35 });
        }
        (Val::Verb(m), Val::Adj) | (Val::Adj, Val::Verb(m)) => settle(*m, &adjacent(), 0.1),
        (Val::VerbFar(m, far), Val::Dirs(x)) | (Val::Dirs(x), Val::VerbFar(m, far)) => {
            settle(*m, &[Leg::new(x.clone(), Some(Dist::N(*far)))], 0.0);
        }
        (Val::VerbFar(..), Val::Adj) => settle(Manner::Step, &adjacent(), 0.0),
        (Val::VerbTo(m, comp), Val::Dist(d)) | (Val::Dist(d), Val::VerbTo(m, comp))
            if comp.kind != Kind::Straight =>
        {
            settle(*m, &[Leg::new(vec![*comp], Some(d.clone()))], 0.0);
        }
        (Val::VerbTo(m, comp), Val::Dirs(x)) | (Val::Dirs(x), Val::VerbTo(m, comp)) => {
            if let Some(dirs) = toward(*comp, x) {
                settle(*m, &bare(&dirs), 0.1);
            }
        }
        (Val::VerbTo(m, comp), Val::Legs(x)) | (Val::Legs(x), Val::VerbTo(m, comp)) => {
            let all: Option<Vec<Leg>> = x
                .iter()
                .map(|leg| Some(Leg { dirs: toward(*comp, &leg.dirs)?, ..leg.clone() }))
                .collect();
            if let Some(all) = all {
                settle(*m, &all, 0.0);
            }
        }
        (Val::Verb(m), Val::Vectors(v, weak)) | (Val::Vectors(v, weak), Val::Verb(m)) => {
            let vp = Val::Vp(Mean { set: Set::vectors(v.clone()), vague: false });
            match (weak, m) {
                (true, Manner::Leap) => out.say(vp, -0.3),
                (false, _) => out.say(vp, 0.0),
                (true, _) => out.doubt(vp, 1.6, Some(Doubt::Ambiguous)),
            }
        }
        (Val::Verb(_), Val::Like2(m)) | (Val::Like2(m), Val::Verb(_)) => {
            out.say(Val::Vp(m.clone()), 0.0);
        }
        (Val::Verb(_), Val::Piece(m)) => out.say(Val::Vp(m.clone()), 0.8),
        // "steps and slides"? no: "range move", 走り動く.
        (Val::Verb(x), Val::Verb(y)) if x == y || *y == Manner::Move => {
            out.say(Val::Verb(*x), 0.4);
        }
        (Val::Verb(m), Val::Dist(d)) | (Val::Dist(d), Val::Verb(m)) => {
            out.say(Val::VerbDist(*m, d.clone()), 0.0);
        }
        (Val::VerbDist(m, d), Val::Dirs(x)) if !japanese && !has(x, Kind::Straight) => {
            settle(*m, &[Leg::new(x.clone(), Some(d.clone()))], 0.3);
        }
        // "as far as it likes, horizontally or vertically"
        (Val::VerbDist(m, d), Val::Tail(Conj::Comma, tail)) if !japanese => {
            if let Val::Dirs(x) = &**tail
                && !has(x, Kind::Straight)
            {
                settle(*m, &[Leg::new(x.clone(), Some(d.clone()))], 0.3);
            }
        }
        // "moves one space, but not diagonally backwards"
        (Val::VerbDist(m, d), Val::ExcD(x, _) | Val::Neg(x)) => {
            let left = minus(&[Comp::ALL], x);
            settle(*m, &[Leg::new(left, Some(d.clone()))], 0.4);
        }
        (Val::VerbDist(m, d), Val::Tail(Conj::Or | Conj::And, tail)) => {
            if let Val::VerbDist(n, e) = &**tail {
                out.say(Val::Each(vec![(*m, d.clone()), (*n, e.clone())]), 0.0);
            }
        }
        // "moves diagonally, stepping one space or jumping two"
        (Val::Dirs(x), Val::Tail(Conj::Comma, tail)) if !has(x, Kind::Straight) => {
            if let Val::Each(each) = &**tail {
                let mut set = Set::default();
                for (manner, dist) in each {
                    let leg = [Leg::new(x.clone(), Some(dist.clone()))];
                    let mut first = None;
                    resolve(*manner, &leg, &mut |found, _, doubt| {
                        first = first.take().or(Some(found).filter(|_| doubt.is_none()));
                    });
                    let Some(found) = first else { return };
                    set.add(&found);
                }
                out.say(Val::Like2(Mean::exact(set)), 0.0);
            }
        }
        (Val::Dirs(x), Val::VerbDist(m, d)) if !has(x, Kind::Straight) => {
            settle(*m, &[Leg::new(x.clone(), Some(d.clone()))], 0.05);
        }
        (Val::Where, Val::VerbDist(_, d)) => out.say(Val::WhereDist(d.clone()), 0.0),
        (Val::Where, Val::NotVerb | Val::Not) => out.say(Val::NoJump, 0.0),
        (Val::But, Val::VerbDist(_, d)) => {
            out.say(Val::Tail(Conj::Comma, Box::new(Val::Dist(d.clone()))), 0.0);
        }
        (Val::Way, Val::Verb(_)) => out.say(Val::Verb(Manner::Leap), 0.2),
        _ => {}
    }
}

/// "cannot move backward", 横には動けない.
pub(super) fn denials(a: &Val, b: &Val, out: &mut Out<'_>) {
    match (a, b) {
        (Val::Not, Val::Verb(_)) => out.say(Val::NotVerb, 0.0),
        (Val::Not, Val::VerbTo(_, comp)) => out.say(Val::Neg(vec![*comp]), 0.0),
        (Val::NotVerb | Val::Not, Val::Dirs(x)) if !has(x, Kind::Straight) => {
            out.say(Val::Neg(x.clone()), 0.0);
        }
        (Val::Not, Val::Legs(x)) | (Val::NotVerb, Val::Legs(x)) => {
            if let [Leg { dirs, dist: Some(Dist::N(1)), .. }] = &x[..] {
                out.say(Val::Neg(dirs.clone()), 0.3);
            }
        }
        (Val::Neg(x), Val::Tail(conj, tail)) if *conj != Conj::Then && *conj != Conj::Semi => {
            if let Val::Dirs(y) = &**tail
                && !has(y, Kind::All)
            {
                out.say(Val::Neg(union(x, y)), 0.0);
            }
        }
        (Val::Dirs(x), Val::NegVerb(comp)) => match comp {
            None => out.say(Val::Neg(x.clone()), 0.0),
            Some(comp) => {
                if let Some(dirs) = toward(*comp, x) {
                    out.say(Val::Neg(dirs), 0.0);
                }
            }
        },
        (Val::NegVerb(None), Val::Dirs(x)) if !has(x, Kind::Straight) => {
            out.say(Val::Neg(x.clone()), 0.3);
        }
        (Val::Dist(Dist::N(n)), Val::NegVerb(_)) => out.say(Val::NegDist(*n, 0xff), 0.0),
        // 「前に1マスだけ進むことはできない」
        (Val::Legs(x), Val::NegVerb(None)) => {
            if let [Leg { dirs, dist: Some(Dist::N(n) | Dist::UpTo(n)), .. }] = &x[..] {
                out.say(Val::NegDist(*n, plain(dirs)), 0.0);
            }
        }
        _ => {}
    }
}

/// A move with a turn, a flight, a second step.
pub(super) fn turns(a: &Val, b: &Val, out: &mut Out<'_>) {
    match (a, b) {
        (Val::Vp(m), Val::Way) => {
            let set = leapt(&m.set);
            out.say(Val::Vp(m.with(set)), 1.0);
        }
        (Val::Vp(m), Val::Mod(modifier)) => {
            if let Some(set) = modified(&m.set, *modifier) {
                out.say(Val::Vp(m.with(set)), 0.0);
            }
        }
        (Val::Mod(m @ Mod::Only(_)), Val::Vp(mean)) => {
            if let Some(set) = modified(&mean.set, *m) {
                out.say(Val::Vp(mean.with(set)), 0.0);
            }
        }
        // "jumps exactly one piece orthogonally and lands right behind it"
        (Val::Mod(Mod::Hurdle), Val::Dirs(x)) if !has(x, Kind::Straight) => {
            let mut leg = Leg::new(x.clone(), Some(Dist::Any));
            leg.mods.push(Mod::Hurdle);
            out.say(Val::Legs(vec![leg]), 0.0);
        }
        (Val::Legs(x), Val::Mod(m @ Mod::Hop(_))) => {
            if let [Leg { dirs, mods, .. }] = &x[..]
                && mods[..] == [Mod::Hurdle]
                && let Some(set) = modified(&Set::walk(plain(dirs), ANY), *m)
            {
                out.say(Val::vp(set), 0.0);
            }
        }
        // 「前の隣の敵の駒を動かずに取れる」
        (Val::Mod(Mod::Igui), Val::Dirs(x)) | (Val::Dirs(x), Val::Mod(Mod::Igui))
            if !has(x, Kind::Straight) && !has(x, Kind::Rest) =>
        {
            let igui = bits(plain(x)).collect();
            let more = Some(Box::new(Movement { igui, ..Movement::default() }));
            out.say(Val::Vp(Mean { set: Set { more, ..Set::default() }, vague: false }), 0.0);
        }
        (Val::Dirs(x), Val::Times(n)) if !has(x, Kind::Straight) && !has(x, Kind::Rest) => {
            out.say(Val::Walks(plain(x), *n), 0.0);
        }
        (Val::Walks(mask, n), Val::Mod(m)) => {
            if let Some(set) = modified(&Set::walk(*mask, *n), *m) {
                out.say(Val::vp(set), 0.0);
            }
        }
        (Val::Mod(Mod::Fly), Val::Dirs(x)) if !has(x, Kind::Straight) => {
            if let Some(set) = modified(&Set::walk(plain(x), ANY), Mod::Fly) {
                out.say(Val::vp(set), 0.0);
            }
        }
        (Val::Dirs(x), Val::Mod(m @ (Mod::Next(_) | Mod::Fly))) if !has(x, Kind::Straight) => {
            let far = if *m == Mod::Fly { ANY } else { 1 };
            if let Some(set) = modified(&Set::walk(plain(x), far), *m) {
                out.say(Val::vp(set), 0.0);
            }
        }
        (
            Val::Legs(x),
            Val::Mod(m @ (Mod::LionEnd | Mod::Walk { .. } | Mod::Line { .. } | Mod::Hook(_))),
        ) => {
            if let Some(set) = verbless(x).and_then(|set| modified(&set, *m)) {
                out.say(Val::vp(set), 0.0);
            }
        }
        (Val::Def(m), Val::Mod(modifier))
            if modified(&m.set, *modifier).as_ref() == Some(&m.set) =>
        {
            out.say(Val::Vp(m.clone()), -0.2);
        }
        (Val::Span(n), Val::Evidence(e)) => {
            if let Val::Legs(x) = &**e
                && let Some(set) = verbless(x)
            {
                let all = Set::walk(0xff, *n);
                out.say(Val::Spans(all.without(set.mask()).plus(&set)), 0.0);
            }
        }
        (Val::Span(n), Val::Mod(m @ Mod::Line { .. })) => {
            if let Some(set) = modified(&Set::walk(0xff, *n), *m) {
                out.say(Val::vp(set), 0.0);
            }
        }
        (Val::Spans(set), Val::Mod(m @ Mod::Line { .. })) => {
            if let Some(set) = modified(set, *m) {
                out.say(Val::vp(set), 0.0);
            }
        }
        _ => {}
    }
}

/// "retreats diagonally": the verb's side and the words beside it.
fn toward(comp: Comp, dirs: &[Comp]) -> Option<Dirs> {
    let out: Dirs = dirs
        .iter()
        .filter_map(|d| if d.plain & !comp.region == 0 { Some(*d) } else { comp.cross(*d) })
        .collect();
    (out.len() == dirs.len()).then_some(out)
}
