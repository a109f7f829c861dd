//! Distances and directions: legs, lists of them, and what is taken from them.

use super::chart::Doubt;
use super::formulas::{one_leg, perpendicular};
use super::mean::{Comp, Dist, Kind, cross, has, plain, region};
use super::rules::Out;
use super::settle::limit;
use super::value::{Conj, Leg, Mean, Mod, Val};
use super::ways::{counted, minus};

fn leg(dirs: &[Comp], dist: &Dist) -> Val {
    Val::Legs(vec![Leg::new(dirs.to_vec(), Some(dist.clone()))])
}

fn straight(dirs: &[Comp]) -> bool {
    has(dirs, Kind::Straight)
}

pub(super) fn legs(a: &Val, b: &Val, japanese: bool, out: &mut Out<'_>) {
    distances(a, b, japanese, out);
    lists(a, b, japanese, out);
    narrowed(a, b, japanese, out);
}

/// A direction and a distance.
fn distances(a: &Val, b: &Val, japanese: bool, out: &mut Out<'_>) {
    match (a, b) {
        // 「左右を除いた6マス」: so many squares, each one step away.
        (Val::Dirs(x), Val::Dist(Dist::N(n)))
            if japanese
                && has(x, Kind::Left)
                && *n > 3
                && plain(x).count_ones() == u32::from(*n) =>
        {
            out.say(leg(x, &Dist::N(1)), 0.0);
        }
        (Val::Dist(d), Val::Dirs(x)) if !straight(x) => {
            out.say(leg(x, d), if japanese { 0.6 } else { 0.0 });
        }
        (Val::Dirs(x), Val::Dist(d)) if !straight(x) => {
            out.say(leg(x, d), if japanese { 0.0 } else { 0.15 });
        }
        (Val::Adj, Val::Dirs(x)) | (Val::Dirs(x), Val::Adj) if !straight(x) => {
            out.say(leg(x, &Dist::N(1)), 0.0);
        }
        (Val::Adj, Val::ExcD(x, _)) | (Val::ExcD(x, _), Val::Adj) => {
            let left = minus(&[Comp::ALL], x);
            out.say(leg(&left, &Dist::N(1)), 0.0);
        }
        // 「一～二マス、どの方向にも」
        (Val::Dist(d), Val::Tail(Conj::Comma, tail)) if japanese => {
            if let Val::Dirs(x) = &**tail {
                out.say(leg(x, d), 0.4);
            }
        }
        (Val::Adj, Val::Tail(Conj::Comma, tail)) => {
            if let Val::Dirs(x) = &**tail {
                out.say(leg(x, &Dist::N(1)), 0.2);
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
                out.say(Val::Dist(Dist::Set(list)), 0.0);
            }
        }
        (Val::Dist(Dist::N(1) | Dist::UpTo(1)), Val::Adj) => out.say(Val::Adj, 0.0),
        (Val::Dist(d), Val::Dirs(x)) | (Val::Dirs(x), Val::Dist(d))
            if straight(x) && (japanese || matches!(d, Dist::Kth(_))) =>
        {
            out.say(Val::Dist(d.clone()), 0.1);
        }
        (Val::Only, Val::Dist(d)) => {
            let d = if let Dist::N(n) = d { Dist::UpTo(*n) } else { d.clone() };
            out.say(Val::Dist(d), 0.0);
        }
        (Val::Dirs(x), Val::Tail(Conj::Comma, tail))
            if !straight(x) && matches!(**tail, Val::Dist(_)) =>
        {
            if let Val::Dist(d) = &**tail {
                out.say(leg(x, d), if japanese { 0.2 } else { 0.5 });
            }
        }
        (Val::Where, Val::Dist(d)) => out.say(Val::WhereDist(d.clone()), 0.0),
        // "one square to any diagonally adjacent square", 「前の三マスに一マスずつ」
        (Val::Dist(d), Val::Legs(x)) | (Val::Legs(x), Val::Dist(d)) if *d == Dist::N(1) => {
            if matches!(&x[..], [one] if one.dist.as_ref() == Some(d)) {
                out.say(Val::Legs(x.clone()), 0.2);
            }
        }
        _ => {}
    }
}

/// Several legs.
fn lists(a: &Val, b: &Val, japanese: bool, out: &mut Out<'_>) {
    match (a, b) {
        (Val::Legs(x), Val::Dirs(y))
            if y.len() == 1
                && y[0].kind == Kind::Class
                && x.iter()
                    .all(|leg| plain(&leg.dirs) & !y[0].plain == 0 && leg.done.is_none()) =>
        {
            out.doubt(Val::Legs(x.clone()), 0.2, japanese.then_some(Doubt::Ambiguous));
        }
        (Val::Legs(x), Val::Tail(conj, tail)) if *conj != Conj::Then => match &**tail {
            Val::Legs(y) => {
                // 「…先に飛び越えて行け、…先に飛んで」 are two moves.
                let apart = japanese && x.last().is_some_and(|leg| leg.leaps);
                let cost =
                    if *conj == Conj::Semi { 0.5 } else { 0.0 } + if apart { 0.8 } else { 0.0 };
                // "one step to the side, and two steps forward" may be a knight's leap.
                let knight = !japanese
                    && *conj == Conj::And
                    && matches!((one_leg(a), one_leg(tail)), (Some((p, n)), Some((q, m)))
                        if n != m && perpendicular(p, q));
                let told = (knight || japanese && squares(x, y)).then_some(Doubt::Ambiguous);
                out.doubt(Val::Legs(x.iter().chain(y).cloned().collect()), cost, told);
            }
            // One distance for what follows, too, when something stands between.
            Val::Dirs(y) if !straight(y) && *conj != Conj::Semi => {
                let mut all = x.clone();
                if let Some(last) = x.last()
                    && last.dist.is_some()
                {
                    all.push(Leg::new(y.clone(), last.dist.clone()));
                    let cost = if *conj == Conj::Or { 0.8 } else { 1.0 };
                    let again = x.iter().any(|leg| plain(&leg.dirs) & plain(y) != 0);
                    let sure = last.dist == Some(Dist::Any) && *conj == Conj::Or && !again;
                    out.doubt(Val::Legs(all), cost, (!sure).then_some(Doubt::Ambiguous));
                }
            }
            Val::Adj => {
                let mut all = x.clone();
                all.push(Leg::new(vec![Comp::ALL], Some(Dist::N(1))));
                out.say(Val::Legs(all), 0.1);
            }
            _ => {}
        },
        (Val::Dirs(x), Val::Tail(conj, tail)) if *conj != Conj::Then => {
            // "vertically, or sideways up to two squares": the first waits for the verb.
            if let Val::Legs(y) = &**tail {
                // "the three squares ahead or three squares behind"
                if let ([one], Some((dirs, 3))) = (&x[..], one_leg(tail))
                    && one.kind == Kind::Class
                    && one.plain.count_ones() == 3
                    && region(dirs).count_ones() == 3
                {
                    out.say(Val::Dirs(vec![*one, Comp::class(region(dirs))]), -0.2);
                }
                let mut all = vec![Leg::new(x.clone(), None)];
                all.extend(y.iter().cloned());
                if !straight(x) {
                    let limited = matches!(y[0].dist, Some(Dist::UpTo(_)));
                    out.say(Val::Legs(all), if *conj == Conj::And && limited { 0.0 } else { 1.0 });
                }
            }
        }
        (Val::Legs(x), Val::Legs(y)) => {
            let all = Val::Legs(x.iter().chain(y).cloned().collect());
            out.doubt(
                all,
                if japanese { 0.5 } else { 0.8 },
                (!japanese).then_some(Doubt::Ambiguous),
            );
        }
        // "any of the three adjoining squares in front of it"
        (Val::Count(n), Val::Legs(x)) => {
            if let [one] = &x[..]
                && one.dist == Some(Dist::N(1))
                && let Some(dirs) = counted(*n, &one.dirs)
            {
                out.say(Val::Legs(vec![Leg { dirs, ..one.clone() }]), 0.0);
            }
        }
        (Val::Dirs(x), Val::Legs(y)) if x.len() == 1 && x[0].kind == Kind::Class => {
            // "diagonally three ahead and two back"
            let each: Option<Vec<Leg>> = y
                .iter()
                .map(|leg| Some(Leg { dirs: cross(x, &leg.dirs)?, ..leg.clone() }))
                .collect();
            if let Some(each) = each.filter(|each| each.len() > 1) {
                out.say(Val::Legs(each), 0.1);
            }
        }
        (Val::Legs(x), Val::Dist(d)) if japanese => {
            if let [one] = &x[..]
                && one.dist.is_none()
            {
                out.say(Val::Legs(vec![Leg { dist: Some(d.clone()), ..one.clone() }]), 0.0);
            }
        }
        (Val::Legs(x), Val::Pos) => {
            let short = matches!(&x[..], [Leg { dist: Some(Dist::N(1)), .. }]);
            out.say(Val::Legs(x.clone()), if x.len() == 2 || short { 0.6 } else { 0.0 });
        }
        _ => {}
    }
}

/// 「前3マスと横2マス」: so many squares beside it, or so far.
fn squares(x: &[Leg], y: &[Leg]) -> bool {
    let count = |leg: &Leg| match leg.dist {
        Some(Dist::N(n)) => {
            Some((n.into(), plain(&leg.dirs).count_ones(), region(&leg.dirs).count_ones()))
        }
        _ => None,
    };
    let all: Option<Vec<(u32, u32, u32)>> = x.iter().chain(y).map(count).collect();
    all.is_some_and(|all| {
        all.iter().all(|(n, lines, side)| n == lines || n == side)
            && all.iter().any(|(n, lines, side)| n == side && lines < side || n == lines && *n > 2)
    })
}

/// What is taken from legs, or said of them besides.
fn narrowed(a: &Val, b: &Val, japanese: bool, out: &mut Out<'_>) {
    match (a, b) {
        (Val::Legs(x), Val::ExcD(y, firm)) => {
            let mut all = x.clone();
            if let Some(last) = all.last_mut() {
                let left = minus(&last.dirs, y);
                if left.len() == last.dirs.len() && plain(&left) == plain(&last.dirs) {
                    out.doubt(
                        Val::Legs(x.clone()),
                        if *firm { 0.5 } else { 0.1 },
                        firm.then_some(Doubt::EmptyException),
                    );
                } else if !left.is_empty() {
                    last.dirs = left;
                    out.say(Val::Legs(all), 0.1);
                }
            }
        }
        (Val::ExcD(y, _), Val::Legs(x)) => {
            let all: Vec<Leg> =
                x.iter().map(|leg| Leg { dirs: minus(&leg.dirs, y), ..leg.clone() }).collect();
            if all.iter().all(|leg| !leg.dirs.is_empty()) {
                out.say(Val::Legs(all), 0.1);
            }
        }
        (Val::ExcD(y, _), Val::WhereDist(d)) => {
            let set = limit(plain(y), d);
            out.say(Val::Override(Mean::exact(set)), 0.0);
        }
        (Val::Legs(x), Val::Way) | (Val::Way, Val::Legs(x)) => {
            let all = x.iter().map(|leg| Leg { leaps: true, ..leg.clone() }).collect();
            // Nothing stands between neighbours.
            let near = x.iter().all(|leg| leg.dist == Some(Dist::N(1)));
            out.doubt(Val::Legs(all), 0.1, near.then_some(Doubt::Ambiguous));
        }
        (Val::Dirs(x), Val::Mod(m)) if japanese => {
            let mut one = Leg::new(x.clone(), None);
            one.mods.push(*m);
            out.say(Val::Legs(vec![one]), 0.1);
        }
        (Val::Legs(x), Val::Mod(m @ (Mod::Over(_) | Mod::Onward(_)))) => {
            let mut all = x.clone();
            if let Some(last) = all.last_mut() {
                last.mods.push(*m);
                out.say(Val::Legs(all), 0.1);
            }
        }
        _ => {}
    }
}
