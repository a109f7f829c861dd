//! The rules: which two neighbours make what, the same for every language.

use super::chart::{Cell, Doubt, Note};
use super::evidence::evidence;
use super::formulas::{formulas, one_leg};
use super::mean::{ANY, Comp, Dirs, Dist, Kind, Manner, Set, cross, has, plain, region};
use super::settle::{limit, resolve, verbless};
use super::value::{Conj, Leg, Mean, Mod, Val};
use super::ways::{directions, minus, union};

pub(super) type Out<'a> = &'a mut dyn FnMut(Val, f32, &[Note]);

/// Offers every meaning that two neighbouring spans have together.
pub(crate) fn combine(
    a: &Cell,
    b: &Cell,
    (japanese, inner): (bool, (bool, bool)),
    (from, to): (usize, usize),
    out: Out<'_>,
) {
    let note = |doubt| Note { doubt, from: from as u8, to: to as u8 };
    let groups = left(&a.val) & right(&b.val);
    if groups == 0 {
        return;
    }
    if groups & DIRECTIONS != 0 {
        directions(&a.val, &b.val, (japanese, inner), &note, out);
    }
    if groups & LEGS != 0 {
        legs(&a.val, &b.val, japanese, &note, out);
    }
    if groups & VERBS != 0 {
        verbs(&a.val, &b.val, japanese, &note, out);
    }
    if groups & PIECES != 0 {
        pieces(&a.val, &b.val, japanese, &note, out);
    }
    if groups & FORMULAS != 0 {
        formulas(&a.val, &b.val, japanese, &note, out);
    }
    if groups & JOINTS != 0 {
        joints(&a.val, &b.val, &note, out);
    }
    if groups & EVIDENCE != 0 {
        evidence(&a.val, &b.val, &note, out);
    }
}

const DIRECTIONS: u8 = 1;
const LEGS: u8 = 2;
const VERBS: u8 = 4;
const PIECES: u8 = 8;
const FORMULAS: u8 = 16;
const JOINTS: u8 = 32;
const EVIDENCE: u8 = 64;

/// The groups of rules in which a meaning can stand on the left.
fn left(val: &Val) -> u8 {
    match val {
        Val::Dirs(_) => 255,
        Val::Legs(_)
        | Val::Vp(_)
        | Val::Piece(_)
        | Val::Like2(_)
        | Val::Vectors(..)
        | Val::Dist(_)
        | Val::Def(_) => !DIRECTIONS,
        Val::Either | Val::Only | Val::Adj | Val::ExcD(..) | Val::Count(_) => !EVIDENCE,
        Val::Exc(_) | Val::Partitive => DIRECTIONS,
        Val::Where
        | Val::Way
        | Val::NoJump
        | Val::Verb(_)
        | Val::VerbTo(..)
        | Val::VerbFar(..)
        | Val::Not
        | Val::NotVerb
        | Val::Neg(_)
        | Val::Mod(_)
        | Val::Span(_)
        | Val::Spans(_) => VERBS | LEGS,
        Val::But => PIECES | VERBS | JOINTS,
        Val::Lim | Val::Strong | Val::Like => PIECES,
        Val::Part1(_) => FORMULAS,
        Val::Conj(_) | Val::Colon => JOINTS | VERBS,
        _ => 0,
    }
}

/// The groups of rules in which a meaning can stand on the right.
fn right(val: &Val) -> u8 {
    match val {
        Val::Tail(..)
        | Val::Dirs(_)
        | Val::ExcD(..)
        | Val::Legs(_)
        | Val::Vp(_)
        | Val::Piece(_)
        | Val::Like2(_)
        | Val::Vectors(..)
        | Val::Dist(_)
        | Val::Evidence(_)
        | Val::Power
        | Val::Only
        | Val::OnlyD(_)
        | Val::Verb(_)
        | Val::Conj(_)
        | Val::Colon
        | Val::Count(_)
        | Val::Mod(_) => 255,
        Val::Dirn | Val::EitherD(_) | Val::ExcPost => DIRECTIONS | JOINTS,
        Val::Risky | Val::Cap(_) | Val::Note | Val::Unlike | Val::Stops | Val::Total(_) => 0,
        _ => !DIRECTIONS,
    }
}

pub(super) type Noter<'a> = &'a dyn Fn(Doubt) -> Note;

fn leg(dirs: &[Comp], dist: &Dist) -> Val {
    Val::Legs(vec![Leg::new(dirs.to_vec(), Some(dist.clone()))])
}

pub(super) fn legs(a: &Val, b: &Val, japanese: bool, note: Noter<'_>, out: Out<'_>) {
    let straight = |dirs: &[Comp]| has(dirs, Kind::Straight);
    match (a, b) {
        (Val::Dist(d), Val::Dirs(x)) if !straight(x) => {
            out(leg(x, d), if japanese { 0.6 } else { 0.0 }, &[]);
        }
        (Val::Dirs(x), Val::Dist(d)) if !straight(x) => {
            out(leg(x, d), if japanese { 0.0 } else { 0.15 }, &[]);
        }
        (Val::Adj, Val::Dirs(x)) | (Val::Dirs(x), Val::Adj) if !straight(x) => {
            out(leg(x, &Dist::N(1)), 0.0, &[]);
        }
        (Val::Adj, Val::ExcD(x, _)) | (Val::ExcD(x, _), Val::Adj) => {
            let left = minus(&[Comp::new(0xff, 0xff, Kind::All)], x);
            out(leg(&left, &Dist::N(1)), 0.0, &[]);
        }
        (Val::Adj, Val::Tail(Conj::Comma, tail)) => {
            if let Val::Dirs(x) = &**tail {
                out(leg(x, &Dist::N(1)), 0.2, &[]);
            }
        }
        (
            Val::Dist(d @ (Dist::Kth(_) | Dist::Set(_))),
            Val::Tail(Conj::Or | Conj::And | Conj::Comma, tail),
        ) => {
            if let Val::Dist(Dist::Kth(k)) = **tail {
                let mut list = match d {
                    Dist::Set(list) => list.clone(),
                    Dist::Kth(n) => vec![*n],
                    _ => Vec::new(),
                };
                list.push(k);
                out(Val::Dist(Dist::Set(list)), 0.0, &[]);
            }
        }
        (Val::Legs(x), Val::Dirs(y))
            if y.len() == 1
                && y[0].kind == Kind::Class
                && x.iter()
                    .all(|leg| plain(&leg.dirs) & !y[0].plain == 0 && leg.done.is_none()) =>
        {
            out(Val::Legs(x.clone()), 0.2, &[]);
        }
        (Val::Dist(Dist::N(1) | Dist::UpTo(1)), Val::Adj) => out(Val::Adj, 0.0, &[]),
        (Val::Dist(d), Val::Dirs(x)) | (Val::Dirs(x), Val::Dist(d)) if japanese && straight(x) => {
            out(Val::Dist(d.clone()), 0.1, &[])
        }
        (Val::Only, Val::Dist(d)) => {
            let d = if let Dist::N(n) = d { Dist::UpTo(*n) } else { d.clone() };
            out(Val::Dist(d), 0.0, &[]);
        }
        (Val::Dist(d), Val::Only) => out(Val::Dist(d.clone()), 0.1, &[]),
        (Val::Only, Val::Legs(x)) => out(Val::Legs(x.clone()), 0.2, &[]),
        (Val::Legs(x), Val::Only) => out(Val::Legs(x.clone()), 0.2, &[]),
        (Val::Legs(x), Val::Tail(conj, tail)) if *conj != Conj::Then => match &**tail {
            Val::Legs(y) => {
                let cost = if *conj == Conj::Semi { 0.5 } else { 0.0 };
                out(Val::Legs(x.iter().chain(y).cloned().collect()), cost, &[]);
            }
            // One distance for what follows, too, when something stands between.
            Val::Dirs(y) if !straight(y) && *conj != Conj::Semi => {
                let mut all = x.clone();
                if let Some(last) = x.last()
                    && last.dist.is_some()
                {
                    all.push(Leg::new(y.clone(), last.dist.clone()));
                    out(Val::Legs(all), if *conj == Conj::Or { 0.8 } else { 1.0 }, &[]);
                }
            }
            Val::Adj => {
                let mut all = x.clone();
                all.push(Leg::new(vec![Comp::new(0xff, 0xff, Kind::All)], Some(Dist::N(1))));
                out(Val::Legs(all), 0.1, &[]);
            }
            _ => {}
        },
        (Val::Dirs(x), Val::Tail(Conj::Comma, tail))
            if !straight(x) && matches!(**tail, Val::Dist(_)) =>
        {
            if let Val::Dist(d) = &**tail {
                out(leg(x, d), if japanese { 0.2 } else { 0.5 }, &[]);
            }
        }
        (Val::Dirs(x), Val::Tail(conj, tail)) if *conj != Conj::Then => {
            // "vertically, or sideways up to two squares": the first waits for the verb.
            if let Val::Legs(y) = &**tail {
                // "the three squares ahead or three squares behind"
                if let ([one], Some((dirs, 3))) = (&x[..], one_leg(tail))
                    && one.kind == Kind::Class
                    && one.plain.count_ones() == 3
                    && region(dirs).count_ones() == 3
                {
                    out(Val::Dirs(vec![*one, Comp::class(region(dirs))]), -0.2, &[]);
                }
                let mut all = vec![Leg::new(x.clone(), None)];
                all.extend(y.iter().cloned());
                if !straight(x) {
                    let limited = matches!(y[0].dist, Some(Dist::UpTo(_)));
                    out(Val::Legs(all), if *conj == Conj::And && limited { 0.0 } else { 1.0 }, &[]);
                }
            }
        }
        (Val::Legs(x), Val::Legs(y)) => {
            out(
                Val::Legs(x.iter().chain(y).cloned().collect()),
                if japanese { 0.5 } else { 0.8 },
                &[],
            );
        }
        (Val::Dirs(x), Val::Legs(y)) if x.len() == 1 && x[0].kind == Kind::Class => {
            // "diagonally three ahead and two back"
            let each: Option<Vec<Leg>> = y
                .iter()
                .map(|leg| Some(Leg { dirs: cross(x, &leg.dirs)?, ..leg.clone() }))
                .collect();
            if let Some(each) = each.filter(|each| each.len() > 1) {
                out(Val::Legs(each), 0.1, &[]);
            }
        }
        (Val::Legs(x), Val::ExcD(y, firm)) => {
            let mut all = x.clone();
            if let Some(last) = all.last_mut() {
                let left = minus(&last.dirs, y);
                if left.len() == last.dirs.len() && plain(&left) == plain(&last.dirs) {
                    let notes = [note(Doubt::EmptyException)];
                    out(
                        Val::Legs(x.clone()),
                        if *firm { 0.5 } else { 0.1 },
                        if *firm { &notes } else { &[] },
                    );
                } else if !left.is_empty() {
                    last.dirs = left;
                    out(Val::Legs(all), 0.1, &[]);
                }
            }
        }
        (Val::ExcD(y, firm), Val::Conj(Conj::Comma)) => out(Val::ExcD(y.clone(), *firm), 0.0, &[]),
        (Val::ExcD(y, _), Val::Legs(x)) => {
            let all: Vec<Leg> =
                x.iter().map(|leg| Leg { dirs: minus(&leg.dirs, y), ..leg.clone() }).collect();
            if all.iter().all(|leg| !leg.dirs.is_empty()) {
                out(Val::Legs(all), 0.1, &[]);
            }
        }
        (Val::Where, Val::Dist(d)) => out(Val::WhereDist(d.clone()), 0.0, &[]),
        (Val::ExcD(y, _), Val::WhereDist(d)) => {
            let set = limit(plain(y), d);
            out(Val::Override(Mean { set, vague: false }), 0.0, &[]);
        }
        (Val::Legs(x), Val::Way) | (Val::Way, Val::Legs(x)) => {
            let all = x.iter().map(|leg| Leg { leaps: true, ..leg.clone() }).collect();
            out(Val::Legs(all), 0.1, &[]);
        }
        (Val::Dirs(x), Val::Mod(m)) if japanese => {
            let mut one = Leg::new(x.clone(), None);
            one.mods.push(*m);
            out(Val::Legs(vec![one]), 0.1, &[]);
        }
        (Val::Legs(x), Val::Dist(d)) if japanese => {
            if let [one] = &x[..]
                && one.dist.is_none()
            {
                out(Val::Legs(vec![Leg { dist: Some(d.clone()), ..one.clone() }]), 0.0, &[]);
            }
        }
        (Val::Legs(x), Val::Mod(m @ (Mod::Over(_) | Mod::Onward(_)))) => {
            let mut all = x.clone();
            if let Some(last) = all.last_mut() {
                last.mods.push(*m);
                out(Val::Legs(all), 0.1, &[]);
            }
        }
        (Val::Legs(x), Val::Pos) => {
            out(Val::Legs(x.clone()), if x.len() == 2 { 0.6 } else { 0.0 }, &[])
        }
        (Val::Legs(x), Val::NoJump | Val::Same) => out(Val::Legs(x.clone()), 0.0, &[]),
        (Val::NoJump, Val::Legs(x)) => out(Val::Legs(x.clone()), 0.0, &[]),
        (Val::NoJump, Val::Dist(x)) | (Val::Dist(x), Val::NoJump) => {
            out(Val::Dist(x.clone()), 0.0, &[])
        }
        (Val::Dirs(x), Val::NoJump) => out(Val::Dirs(x.clone()), 0.0, &[]),
        (Val::Either, Val::Legs(x)) => out(Val::Legs(x.clone()), 0.0, &[]),
        (Val::Either, Val::Dist(x)) => out(Val::Dist(x.clone()), 0.0, &[]),
        _ => {}
    }
}

fn verbs(a: &Val, b: &Val, japanese: bool, note: Noter<'_>, out: Out<'_>) {
    let mut settle = |manner: Manner, legs: &[Leg], cost: f32| {
        resolve(manner, legs, &mut |set, more, doubt: Option<Doubt>| {
            let vp = Val::Vp(Mean { set, vague: false });
            match doubt {
                Some(doubt) => out(vp, cost + more, &[note(doubt)]),
                None => out(vp, cost + more, &[]),
            }
        });
    };
    let bare = |dirs: &Dirs| vec![Leg::new(dirs.clone(), None)];
    let adjacent = || vec![Leg::new(vec![Comp::new(0xff, 0xff, Kind::All)], Some(Dist::N(1)))];
    match (a, b) {
        (Val::Verb(m), Val::Legs(x)) => settle(*m, x, if japanese { 1.5 } else { 0.0 }),
        (Val::Legs(x), Val::Verb(m)) => settle(*m, x, if japanese { 0.0 } else { 0.7 }),
        (Val::Verb(m), Val::Dirs(x)) if !has(x, Kind::Straight) => {
            settle(*m, &bare(x), if japanese { 1.5 } else { 0.1 })
        }
        (Val::Dirs(x), Val::Verb(m)) if !has(x, Kind::Straight) => {
            settle(*m, &bare(x), if japanese { 0.1 } else { 0.35 })
        }
        (Val::Verb(m), Val::Adj) | (Val::Adj, Val::Verb(m)) => settle(*m, &adjacent(), 0.1),
        (Val::VerbFar(m, far), Val::Dirs(x)) | (Val::Dirs(x), Val::VerbFar(m, far)) => {
            settle(*m, &[Leg::new(x.clone(), Some(Dist::N(*far)))], 0.0);
        }
        (Val::VerbFar(..), Val::Adj) => settle(Manner::Step, &adjacent(), 0.0),
        (Val::VerbTo(m, comp), Val::Dist(d)) | (Val::Dist(d), Val::VerbTo(m, comp)) => {
            if comp.kind != Kind::Straight {
                settle(*m, &[Leg::new(vec![*comp], Some(d.clone()))], 0.0);
            }
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
                (true, Manner::Leap) => out(vp, -0.3, &[]),
                (false, _) => out(vp, 0.0, &[]),
                (true, _) => out(vp, 1.6, &[note(Doubt::Ambiguous)]),
            }
        }
        (Val::Verb(_), Val::Like2(m)) | (Val::Like2(m), Val::Verb(_)) => {
            out(Val::Vp(m.clone()), 0.0, &[])
        }
        (Val::Verb(_), Val::Piece(m)) => out(Val::Vp(m.clone()), 0.8, &[]),
        (Val::Verb(x), Val::Verb(y)) => {
            // "steps and slides"? no: "range move", 走り動く.
            if x == y || *y == Manner::Move {
                out(Val::Verb(*x), 0.4, &[]);
            }
        }
        (Val::Verb(m), Val::Dist(d)) | (Val::Dist(d), Val::Verb(m)) => {
            out(Val::VerbDist(*m, d.clone()), 0.0, &[])
        }
        (Val::Dirs(x), Val::VerbDist(m, d)) if !has(x, Kind::Straight) => {
            settle(*m, &[Leg::new(x.clone(), Some(d.clone()))], 0.05);
        }
        (Val::Dirs(x), Val::Verb(m)) if japanese && has(x, Kind::Straight) => {
            out(Val::Verb(*m), 0.1, &[])
        }
        (Val::Only, Val::Verb(m)) | (Val::Verb(m), Val::Only) => out(Val::Verb(*m), 0.1, &[]),
        (Val::Conj(Conj::Comma), Val::Verb(m)) if japanese => out(Val::Verb(*m), 0.3, &[]),
        (Val::Vp(m), Val::Only) => out(Val::Vp(m.clone()), 0.1, &[]),
        (Val::Where, Val::VerbDist(_, d)) => out(Val::WhereDist(d.clone()), 0.0, &[]),
        (Val::Where, Val::NotVerb | Val::Not) => out(Val::NoJump, 0.0, &[]),
        (Val::But, Val::VerbDist(_, d)) => {
            out(Val::Tail(Conj::Comma, Box::new(Val::Dist(d.clone()))), 0.0, &[])
        }
        (Val::Verb(m), Val::Colon | Val::Either | Val::NoJump | Val::Same) => {
            out(Val::Verb(*m), 0.05, &[])
        }
        (Val::NoJump, Val::Verb(m)) => out(Val::Verb(*m), 0.05, &[]),
        (Val::Way, Val::Verb(_)) => out(Val::Verb(Manner::Leap), 0.2, &[]),
        (Val::Not, Val::Verb(_)) => out(Val::NotVerb, 0.0, &[]),
        (Val::Not, Val::VerbTo(_, comp)) => out(Val::Neg(vec![*comp]), 0.0, &[]),
        (Val::NotVerb | Val::Not, Val::Dirs(x)) if !has(x, Kind::Straight) => {
            out(Val::Neg(x.clone()), 0.0, &[])
        }
        (Val::Not, Val::Legs(x)) | (Val::NotVerb, Val::Legs(x)) => {
            if let [Leg { dirs, dist: Some(Dist::N(1)), .. }] = &x[..] {
                out(Val::Neg(dirs.clone()), 0.3, &[]);
            }
        }
        (Val::Neg(x), Val::Verb(_) | Val::Power) => out(Val::Neg(x.clone()), 0.1, &[]),
        (Val::Neg(x), Val::Tail(conj, tail)) if *conj != Conj::Then && *conj != Conj::Semi => {
            if let Val::Dirs(y) = &**tail {
                out(Val::Neg(union(x, y)), 0.0, &[]);
            }
        }
        (Val::Dirs(x), Val::NegVerb(comp)) => match comp {
            None => out(Val::Neg(x.clone()), 0.0, &[]),
            Some(comp) => {
                if let Some(dirs) = toward(*comp, x) {
                    out(Val::Neg(dirs), 0.0, &[]);
                }
            }
        },
        (Val::Dirs(x), Val::Not) => out(Val::Neg(x.clone()), 0.3, &[]),
        (Val::Dist(Dist::N(n)), Val::NegVerb(_)) => out(Val::NegDist(*n), 0.0, &[]),
        (Val::Vp(m), Val::Way) => {
            let set = super::settle::leapt(&m.set);
            out(Val::Vp(Mean { set, vague: m.vague }), 1.0, &[]);
        }
        (Val::Vp(m), Val::NoJump | Val::Same) => out(Val::Vp(m.clone()), 0.0, &[]),
        (Val::Vp(m), Val::Mod(modifier)) => {
            if let Some(set) = super::settle::modified(&m.set, *modifier) {
                out(Val::Vp(Mean { set, vague: m.vague }), 0.0, &[]);
            }
        }
        (Val::Mod(Mod::Fly), Val::Dirs(x)) if !has(x, Kind::Straight) => {
            if let Some(set) = super::settle::modified(&Set::walk(plain(x), ANY), Mod::Fly) {
                out(Val::Vp(Mean { set, vague: false }), 0.0, &[]);
            }
        }
        (Val::Dirs(x), Val::Mod(m @ (Mod::Next(_) | Mod::Fly))) if !has(x, Kind::Straight) => {
            let far = if *m == Mod::Fly { ANY } else { 1 };
            if let Some(set) = super::settle::modified(&Set::walk(plain(x), far), *m) {
                out(Val::Vp(Mean { set, vague: false }), 0.0, &[]);
            }
        }
        (
            Val::Legs(x),
            Val::Mod(m @ (Mod::LionEnd | Mod::Walk { .. } | Mod::Line { .. } | Mod::Hook(_))),
        ) => {
            if let Some(set) = verbless(x).and_then(|set| super::settle::modified(&set, *m)) {
                out(Val::Vp(Mean { set, vague: false }), 0.0, &[]);
            }
        }
        (Val::Def(m), Val::Mod(modifier)) => {
            if super::settle::modified(&m.set, *modifier).as_ref() == Some(&m.set) {
                out(Val::Vp(m.clone()), -0.2, &[]);
            }
        }
        (Val::Span(n), Val::Evidence(e)) => {
            if let Val::Legs(x) = &**e
                && let Some(set) = verbless(x)
            {
                let all = Set::walk(0xff, *n);
                out(Val::Spans(all.without(set.mask()).plus(&set)), 0.0, &[]);
            }
        }
        (Val::Span(n), Val::Mod(m @ Mod::Line { .. })) => {
            if let Some(set) = super::settle::modified(&Set::walk(0xff, *n), *m) {
                out(Val::Vp(Mean { set, vague: false }), 0.0, &[]);
            }
        }
        (Val::Spans(set), Val::Mod(m @ Mod::Line { .. })) => {
            if let Some(set) = super::settle::modified(set, *m) {
                out(Val::Vp(Mean { set, vague: false }), 0.0, &[]);
            }
        }
        (Val::Either, Val::Vp(m)) => out(Val::Vp(m.clone()), 0.0, &[]),
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

pub(super) fn pieces(a: &Val, b: &Val, japanese: bool, note: Noter<'_>, out: Out<'_>) {
    let narrowed = |m: &Mean, dirs: &Dirs| {
        let set = m.set.within(region(dirs))?;
        Some(Mean { set, vague: m.vague })
    };
    match (a, b) {
        (Val::Dirs(x), Val::Piece(m)) if !has(x, Kind::Rest) => {
            if let Some(m) = narrowed(m, x) {
                out(Val::Piece(m), 0.1, &[]);
            }
        }
        (Val::Piece(m) | Val::Like2(m), Val::Dirs(x) | Val::OnlyD(x))
            if !has(x, Kind::Rest) && !has(x, Kind::All) =>
        {
            let like = matches!(a, Val::Like2(_));
            let oblique = m.set.leaps.iter().any(|&(r, c)| super::mean::direction(r, c).is_none());
            if let Some(m) = narrowed(m, x) {
                let notes = [note(Doubt::Ambiguous)];
                let notes = if oblique { &notes[..] } else { &[] };
                out(if like { Val::Like2(m) } else { Val::Piece(m) }, 0.4, notes);
            }
        }
        (Val::Lim, Val::Piece(m)) | (Val::Piece(m), Val::Lim) => {
            out(Val::Piece(Mean { vague: true, ..m.clone() }), 0.0, &[])
        }
        (Val::Lim, Val::Like2(m)) => out(Val::Like2(Mean { vague: true, ..m.clone() }), 0.0, &[]),
        (Val::Piece(m), Val::Like) if !japanese => out(Val::Like2(m.clone()), 0.3, &[]),
        (Val::Like2(m), Val::Dirs(x)) if has(x, Kind::Straight) => {
            out(Val::Like2(m.clone()), 0.2, &[])
        }
        (Val::Like2(m), Val::Lim) => out(Val::Like2(Mean { vague: true, ..m.clone() }), 0.0, &[]),
        (Val::Lim, Val::Dirs(x)) => out(Val::Dirs(x.clone()), 0.5, &[]),
        (Val::Strong, Val::Piece(m)) => {
            out(Val::Piece(Mean { vague: true, ..m.clone() }), 2.0, &[note(Doubt::Unread)])
        }
        (Val::Piece(m), Val::Power) if !japanese => out(Val::Piece(m.clone()), 0.0, &[]),
        (Val::Piece(m), Val::Power | Val::Like) if japanese => out(Val::Like2(m.clone()), 0.0, &[]),
        (Val::Count(n), Val::Piece(m)) => {
            let notes = [note(Doubt::Count)];
            let right = m.set.count() == usize::from(*n);
            out(
                Val::Piece(m.clone()),
                if right { 0.0 } else { 2.0 },
                if right { &[] } else { &notes },
            );
        }
        (Val::Piece(m), Val::Verb(_)) => out(Val::Piece(m.clone()), 0.3, &[]),
        (Val::Like2(m), Val::Power | Val::Like) => out(Val::Like2(m.clone()), 0.0, &[]),
        (Val::Like, Val::Piece(m) | Val::Like2(m)) => out(Val::Like2(m.clone()), 0.0, &[]),
        (Val::Like, Val::Vectors(v, w)) => out(Val::Vectors(v.clone(), *w), 0.1, &[]),
        (Val::Vectors(v, w), Val::Power) => out(Val::Vectors(v.clone(), *w), 0.1, &[]),
        (Val::Piece(m) | Val::Like2(m), Val::Tail(conj, tail))
            if matches!(conj, Conj::And | Conj::Or | Conj::Comma) =>
        {
            let like = matches!(a, Val::Like2(_));
            if let Val::Piece(n) | Val::Like2(n) = &**tail {
                let both = Mean { set: m.set.plus(&n.set), vague: m.vague || n.vague };
                let cost = if like || matches!(**tail, Val::Piece(_)) { 0.0 } else { 0.2 };
                out(Val::Like2(both), cost, &[]);
            }
        }
        (Val::Vectors(v, _), Val::Piece(m)) | (Val::Piece(m), Val::Vectors(v, _))
            if m.set == Set::vectors(v.clone()) =>
        {
            out(Val::Piece(m.clone()), -0.2, &[]);
        }
        (Val::Piece(m), Val::Piece(n)) if !japanese => {
            let both = Mean { set: m.set.plus(&n.set), vague: m.vague || n.vague };
            out(Val::Piece(both), 1.5, &[note(Doubt::Ambiguous)]);
        }
        (Val::Piece(m) | Val::Like2(m), Val::ExcD(x, firm)) => {
            let set = m.set.without(plain(x));
            let same = set == m.set && *firm;
            let notes = [note(Doubt::EmptyException)];
            out(Val::Like2(Mean { set, vague: m.vague }), 0.1, if same { &notes } else { &[] });
        }
        (Val::Piece(m) | Val::Like2(m) | Val::Vp(m), Val::Dist(d)) => {
            if let Some(set) = super::settle::limited(&m.set, d) {
                let vague = false;
                out(
                    match a {
                        Val::Vp(_) => Val::Vp(Mean { set, vague }),
                        _ => Val::Like2(Mean { set, vague }),
                    },
                    0.5,
                    &[],
                );
            }
        }
        (Val::Dist(d), Val::Piece(m) | Val::Like2(m)) => {
            if let Some(set) = super::settle::limited(&m.set, d) {
                let notes = [note(Doubt::Ambiguous)];
                let sure = matches!(b, Val::Like2(_)) || !matches!(d, Dist::N(_));
                out(Val::Like2(Mean { set, vague: false }), 0.6, if sure { &[] } else { &notes });
            }
        }
        (Val::But | Val::Only, Val::Dist(d)) => {
            out(Val::Tail(Conj::Comma, Box::new(Val::Dist(d.clone()))), 0.0, &[])
        }
        (Val::Piece(m) | Val::Like2(m) | Val::Vp(m), Val::Tail(Conj::Comma | Conj::And, tail)) => {
            if let Val::Dist(d) = &**tail
                && let Some(set) = super::settle::limited(&m.set, d)
            {
                let mean = Mean { set, vague: false };
                out(
                    if matches!(a, Val::Vp(_)) { Val::Vp(mean) } else { Val::Like2(mean) },
                    0.2,
                    &[],
                );
            }
        }
        (Val::But, Val::Legs(x)) => {
            if let Some(set) = verbless(x) {
                out(Val::Override(Mean { set, vague: false }), 0.1, &[]);
            }
        }
        (Val::But, Val::Vp(m)) => out(Val::Override(m.clone()), 0.1, &[]),
        (Val::But, Val::Dirs(x)) if !has(x, Kind::Straight) => {
            out(Val::ExcD(x.clone(), true), 0.3, &[])
        }
        (Val::But, Val::Neg(x)) => out(Val::Neg(x.clone()), 0.0, &[]),
        (Val::But, Val::NoJump | Val::Same | Val::Only) => out(b.clone(), 0.0, &[]),
        (Val::Piece(m) | Val::Like2(m) | Val::Vp(m), Val::Override(n)) => {
            let set = super::settle::replaced(&m.set, &n.set);
            out(Val::Vp(Mean { set, vague: m.vague }), 0.1, &[]);
        }
        (Val::Legs(x), Val::Override(n)) => {
            if let Some(set) = verbless(x) {
                let set = super::settle::replaced(&set, &n.set);
                out(Val::Vp(Mean { set, vague: false }), 0.2, &[]);
            }
        }
        (Val::Vp(m), Val::OnlyD(x)) => {
            if let Some(m) = narrowed(m, x) {
                out(Val::Vp(m), 0.2, &[]);
            }
        }
        (Val::Vp(m), Val::ExcD(x, firm)) => {
            let set = m.set.without(plain(x));
            let notes = [note(Doubt::EmptyException)];
            let same = set == m.set && *firm;
            out(Val::Vp(Mean { set, vague: m.vague }), 0.2, if same { &notes } else { &[] });
        }
        (Val::ExcD(x, _), Val::Vp(m)) => {
            let set = m.set.without(plain(x));
            if set != m.set {
                out(Val::Vp(Mean { set, vague: m.vague }), 0.2, &[]);
            }
        }
        (Val::Piece(m) | Val::Like2(m), Val::Mod(modifier)) => {
            if let Some(set) = super::settle::modified(&m.set, *modifier) {
                out(Val::Like2(Mean { set, vague: m.vague }), 0.1, &[]);
            }
        }
        (Val::Either, Val::Like2(m)) => out(Val::Like2(m.clone()), 0.0, &[]),
        (Val::Either, Val::Piece(m)) => out(Val::Piece(m.clone()), 0.0, &[]),
        _ => {}
    }
}

fn joints(a: &Val, b: &Val, note: Noter<'_>, out: Out<'_>) {
    let _ = note;
    match (a, b) {
        (
            Val::Conj(conj),
            Val::Dirs(_)
            | Val::Legs(_)
            | Val::Piece(_)
            | Val::Like2(_)
            | Val::Dist(_)
            | Val::Vectors(..)
            | Val::Part2(_)
            | Val::Adj,
        ) => {
            out(Val::Tail(*conj, Box::new(b.clone())), 0.0, &[]);
        }
        (Val::Conj(conj), Val::Conj(other)) => {
            if *conj == Conj::Comma || *other == Conj::Comma || *conj == Conj::Semi {
                out(
                    Val::Conj(if *conj == Conj::Comma || *conj == Conj::Semi {
                        *other
                    } else {
                        *conj
                    }),
                    0.2,
                    &[],
                );
            }
        }
        (Val::Conj(Conj::Comma), Val::Exc(_) | Val::Only | Val::But | Val::Where | Val::Colon) => {
            out(b.clone(), 0.0, &[])
        }
        (Val::Conj(Conj::Comma), Val::EitherD(x)) => out(Val::EitherD(x.clone()), 0.0, &[]),
        (Val::Conj(_), Val::Either) => out(a.clone(), 0.0, &[]),
        (Val::Either, Val::Tail(..)) => out(b.clone(), 0.0, &[]),
        (Val::Dirs(_) | Val::Dist(_) | Val::Count(_), Val::Colon) => out(a.clone(), 0.05, &[]),
        (Val::But, Val::Exc(firm)) => out(Val::Exc(*firm), 0.0, &[]),
        (Val::Colon, Val::Conj(Conj::Comma)) | (Val::Conj(Conj::Comma), Val::Not) => {
            out(if *a == Val::Colon { Val::Colon } else { Val::Not }, 0.0, &[])
        }
        _ => {}
    }
}
