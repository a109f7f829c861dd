//! Directions beside each other, joined, counted and excepted.

use super::chart::Doubt;
use super::mean::{Comp, DIAGONAL, Dirs, Kind, ORTHOGONAL, cross, has, plain, region};
use super::rules::Out;
use super::value::{Conj, Leg, Val};

pub(super) fn union(a: &[Comp], b: &[Comp]) -> Dirs {
    a.iter().chain(b).copied().collect()
}

pub(super) fn minus(a: &[Comp], b: &[Comp]) -> Dirs {
    let out = plain(b);
    a.iter()
        .map(|comp| Comp::new(comp.region & !out, comp.plain & !out, comp.kind))
        .filter(|comp| comp.plain != 0)
        .map(|comp| Comp::new(comp.plain, comp.plain, Kind::Left))
        .collect()
}

/// The directions so counted, or `None` when the number fits nothing.
pub(super) fn counted(n: u16, dirs: &[Comp]) -> Option<Dirs> {
    let n = u32::from(n);
    if has(dirs, Kind::Rest) || n == 1 {
        return Some(dirs.to_vec());
    }
    if plain(dirs).count_ones() == n {
        return Some(dirs.to_vec());
    }
    (region(dirs).count_ones() == n).then(|| vec![Comp::class(region(dirs))])
}

pub(super) fn directions(
    a: &Val,
    b: &Val,
    (japanese, inner): (bool, (bool, bool)),
    out: &mut Out<'_>,
) {
    match (a, b) {
        (Val::Dirs(x), Val::Dirs(y)) => beside(x, y, (japanese, inner), out),
        (Val::Dirs(x), Val::EitherD(y)) => {
            if y.iter().any(|comp| matches!(comp.plain, DIAGONAL | ORTHOGONAL))
                && let Some(both) = cross(x, y)
            {
                out.say(Val::Dirs(both), 0.0);
            }
        }
        (Val::Either, Val::Dirs(x)) => {
            out.say(Val::EitherD(x.clone()), 0.0);
            out.say(Val::Dirs(x.clone()), 0.05);
        }
        (Val::Count(n), Val::Dirs(x)) | (Val::Dirs(x), Val::Count(n)) => match counted(*n, x) {
            // 「斜め前と後ろ3方」: behind it in three ways, or three in all.
            Some(dirs) => {
                let cost = if x.len() > 1 { 0.4 } else { 0.0 };
                let last = japanese && matches!(b, Val::Count(_));
                let wider = if last && plain(&dirs) != plain(x) { 0.15 } else { 0.0 };
                out.say(Val::Dirs(dirs), cost + wider);
            }
            None if has(x, Kind::All) => {}
            None => out.doubt(Val::Dirs(x.clone()), 3.0, Some(Doubt::Count)),
        },
        (Val::Count(n), Val::Tail(Conj::Comma, tail)) => {
            if let Val::Dirs(x) = &**tail {
                match counted(*n, x) {
                    Some(dirs) => out.say(Val::Dirs(dirs), 0.0),
                    None => out.doubt(Val::Dirs(x.clone()), 3.0, Some(Doubt::Count)),
                }
            }
        }
        (Val::Count(n), Val::ExcD(x, _)) => {
            let left = minus(&[Comp::ALL], x);
            let wrong = u32::from(*n) != plain(&left).count_ones();
            out.doubt(
                Val::Dirs(left),
                if wrong { 3.0 } else { 0.0 },
                wrong.then_some(Doubt::Count),
            );
        }
        (Val::Dirs(x), Val::Tail(conj, tail)) if *conj != Conj::Then => {
            if let Val::Dirs(y) = &**tail
                && !has(x, Kind::Straight)
                && !has(y, Kind::Straight)
            {
                joined(x, *conj, y, japanese, out);
            }
        }
        (Val::Dirs(x), Val::ExcD(y, firm)) => {
            let left = minus(x, y);
            if plain(x) & plain(y) == 0 {
                out.doubt(
                    Val::Dirs(left),
                    if *firm { 0.5 } else { 0.1 },
                    firm.then_some(Doubt::EmptyException),
                );
            } else if !left.is_empty() {
                out.say(Val::Dirs(left), 0.0);
            }
        }
        (Val::Dirs(x), Val::ExcPost) if !has(x, Kind::Rest) => {
            let left = minus(&[Comp::ALL], x);
            if !left.is_empty() {
                out.say(Val::Dirs(left), 0.0);
            }
            if has(x, Kind::All) && x.len() > 1 {
                return;
            }
            // 「斜め後ろを除く。」 after what it takes from.
            if !has(x, Kind::All) {
                out.say(Val::ExcD(x.clone(), true), 0.9);
            }
        }
        (Val::Exc(firm), Val::Dirs(x))
            if !(has(x, Kind::Straight) || x.len() > 1 && has(x, Kind::All)) =>
        {
            out.say(Val::ExcD(x.clone(), *firm), 0.0);
        }
        (Val::ExcD(x, firm), Val::Tail(conj, tail))
            if *conj != Conj::Then && *conj != Conj::Semi =>
        {
            if let Val::Dirs(y) = &**tail
                && !has(y, Kind::All)
            {
                out.say(Val::ExcD(union(x, y), *firm), 0.0);
            }
        }
        (Val::Only, Val::Dirs(x)) if !has(x, Kind::Straight) => {
            out.say(Val::OnlyD(x.clone()), 0.0);
        }
        (Val::Dirs(x), Val::Power) if japanese => {
            out.say(Val::Legs(vec![Leg::new(x.clone(), None)]), 0.2);
        }
        _ => {}
    }
}

/// "forward or sideways": both, or, where "and" stands between two sides, their corner.
fn joined(x: &Dirs, conj: Conj, y: &Dirs, japanese: bool, out: &mut Out<'_>) {
    let cost = if conj == Conj::Semi {
        1.5
    } else if has(x, Kind::Left) || has(y, Kind::Left) {
        0.5
    } else {
        0.0
    };
    // "up and to the right": a corner or two lines.
    let corner = !japanese
        && conj == Conj::And
        && x.len() == 1
        && x[0].kind == Kind::Half
        && y[0].kind == Kind::Half
        && x[0].cross(y[0]).is_some();
    let split = |p: &Comp, q: &Comp| p.region & q.region != 0 || p.kind != Kind::Half;
    let loose = !japanese
        && conj == Conj::And
        && y[0].kind == Kind::Half
        && matches!(&x[..], [.., p, q] if q.kind == Kind::Half && split(p, q) && q.cross(y[0]).is_some());
    if loose {
        out.doubt(Val::Dirs(union(x, y)), cost, Some(Doubt::Ambiguous));
        return;
    }
    if corner
        && y.len() == 1
        && let Some(both) = x[0].cross(y[0])
    {
        out.doubt(Val::Dirs(vec![both]), cost + 0.1, Some(Doubt::Ambiguous));
    }
    // 「前以外、後ろ」 says either of two things.
    let torn = japanese && (has(x, Kind::Left) || has(y, Kind::Left));
    let cost = if corner { cost + 0.2 } else { cost };
    // "along a diagonal, forwards or backwards": two more lines, or the same four.
    let opposite = |p: &Comp, q: &Comp| {
        p.kind == Kind::Half && q.kind == Kind::Half && p.region & q.region == 0
    };
    let slanted = !japanese
        && conj == Conj::Comma
        && matches!(&x[..], [one] if *one == Comp::class(DIAGONAL))
        && matches!(&y[..], [p, q] if opposite(p, q));
    let told = corner || torn || slanted || conj == Conj::Semi;
    out.doubt(Val::Dirs(union(x, y)), cost, told.then_some(Doubt::Ambiguous));
    // "in any direction, orthogonal or diagonal"
    if has(x, Kind::All)
        && conj == Conj::Comma
        && (y.len() > 1 || y[0].kind == Kind::Class)
        && let Some(both) = cross(x, y)
    {
        out.say(Val::Dirs(both), 0.0);
    }
}

/// "diagonally forward", 右斜め前: one narrows the other.
fn beside(x: &Dirs, y: &Dirs, (japanese, inner): (bool, (bool, bool)), out: &mut Out<'_>) {
    let every = |list: &[Comp]| matches!(list, [one] if one.kind == Kind::All);
    // "in any direction forwards, backwards, left, right, or diagonally", 「縦・横・斜めのすべての方向」
    if every(x) && plain(y) == 0xff && (y.len() > 1 || japanese) || japanese && every(x) && every(y)
    {
        return out.say(Val::Dirs(x.clone()), -0.3);
    }
    if let Some(both) = cross(x, y) {
        // "diagonally forward or backward": both halves bare, all four diagonals.
        let pair = |list: &[Comp]| matches!(list, [p, q] if p.kind == Kind::Half && q.kind == Kind::Half && p.region & q.region == 0);
        let halves = pair(y) && !inner.1;
        let sides = pair(x) && !inner.0 && y.len() == 1 && y[0].kind != Kind::Half;
        let wide = y.len() > 1 && !matches!(x[0].kind, Kind::All | Kind::Straight);
        let aside = halves && x[0].kind == Kind::Half;
        // "diagonally back to the left or to the right" names its two corners.
        let again = !japanese && pair(y) && matches!(x[..], [one] if one.kind == Kind::Corner);
        let again = again && plain(&both) == plain(x);
        let cost = if again {
            -0.3
        } else if x.len() > 1 && !sides || aside {
            0.5
        } else if halves || x.len() > 1 {
            -0.3
        } else if wide {
            0.45
        } else {
            0.05
        };
        // "backward in any direction"
        let side = |list: &[Comp]| list.iter().any(|c| matches!(c.kind, Kind::Half | Kind::Corner));
        // 「横縦横」: in Japanese only corners and sides make a direction together.
        let slant = |list: &[Comp]| list.iter().all(|c| c.plain & ORTHOGONAL == 0);
        let halves = |list: &[Comp]| list.iter().all(|c| c.kind == Kind::Half);
        let straight = |list: &[Comp]| list[0].kind == Kind::Straight;
        let clumsy = japanese
            && !(slant(x) || slant(y) || straight(x) || straight(y))
            && !(halves(x) && halves(y) || x.len() > 1 && every(y));
        // 「斜め左、右」: two corners and a side, or four corners.
        let apart = |list: &[Comp]| list.len() > 1 && list.iter().all(|c| c.kind == Kind::Half);
        let clumsy = clumsy || japanese && apart(y) && slant(x);
        // "left and diagonally backward": only opposite sides take a word behind them together.
        let half = |list: &[Comp]| list.len() > 1 && list.iter().any(|c| c.kind == Kind::Half);
        let clumsy = clumsy || !japanese && half(x) && !sides;
        // "diagonally backward and to the left to the left": said again.
        let said = |a: &[Comp], b: &[Comp]| {
            matches!((a, b), ([p], [q])
            if p.plain.count_ones() == 1 && p.plain & DIAGONAL != 0 && p.plain & !q.region == 0
                && (q.kind == Kind::Half || q.kind == Kind::Corner))
        };
        let clumsy = clumsy || !japanese && (said(x, y) || said(y, x));
        let odd = clumsy
            || again
            || japanese && (every(x) || every(y))
            || every(x) && side(y)
            || every(y) && side(x);
        out.doubt(Val::Dirs(both), cost, odd.then_some(Doubt::Ambiguous));
    } else if x.iter().chain(y).all(|comp| comp.kind == Kind::Class && comp.plain.count_ones() == 1)
    {
        // "N NE NW": points of the compass in a row.
        out.say(Val::Dirs(union(x, y)), 0.1);
    } else if japanese && !has(x, Kind::Straight) {
        out.doubt(Val::Dirs(union(x, y)), 2.5, Some(Doubt::Ambiguous));
    }
}
