//! Pieces by name: alone, together, narrowed, limited, and with what replaces part of their moves.

use super::chart::Doubt;
use super::mean::{Comp, DIAGONAL, Dist, Kind, ORTHOGONAL, Set, direction, has, plain, region};
use super::rules::Out;
use super::settle::{limit, limited, modified, replaced, verbless};
use super::value::{Conj, Mean, Val};

fn narrowed(m: &Mean, dirs: &[Comp]) -> Option<Mean> {
    Some(Mean { set: m.set.within(region(dirs))?, vague: m.vague })
}

pub(super) fn pieces(a: &Val, b: &Val, japanese: bool, out: &mut Out<'_>) {
    names(a, b, japanese, out);
    changes(a, b, out);
}

fn names(a: &Val, b: &Val, japanese: bool, out: &mut Out<'_>) {
    match (a, b) {
        (Val::Dirs(x), Val::Piece(m)) if !has(x, Kind::Rest) => {
            if let Some(m) = narrowed(m, x) {
                out.say(Val::Piece(m), 0.1);
            }
        }
        (Val::Piece(m) | Val::Like2(m), Val::Dirs(x) | Val::OnlyD(x))
            if !has(x, Kind::Rest) && !has(x, Kind::All) =>
        {
            let like = matches!(a, Val::Like2(_));
            let oblique = m.set.leaps.iter().any(|&(r, c)| direction(r, c).is_none());
            if let Some(m) = narrowed(m, x) {
                // "like a lance, forward and backward": it does not go backward.
                let idle = x.iter().any(|comp| m.set.within(comp.region).is_none());
                let told = (oblique || idle).then_some(Doubt::Ambiguous);
                out.doubt(if like { Val::Like2(m) } else { Val::Piece(m) }, 0.4, told);
            }
        }
        // "like a knight in all eight directions"
        (Val::Like2(m), Val::Dirs(x))
            if !japanese && x.len() == 1 && x[0].kind == Kind::All && !m.set.leaps.is_empty() =>
        {
            out.say(Val::Like2(m.clone()), 0.2);
        }
        // "forward like a lance"
        (Val::Dirs(x), Val::Like2(m))
            if !has(x, Kind::Rest) && !has(x, Kind::All) && m.set.leaps.is_empty() =>
        {
            let all = m.set.mask();
            if let Some(m) = narrowed(m, x) {
                // "forward as a rook, or backward as a bishop": two likenesses.
                let whole = matches!(all, ORTHOGONAL | DIAGONAL | 0xff) || m.set.mask() == all;
                out.say(Val::Like2(m), if whole { 1.0 } else { 2.0 });
            }
        }
        (Val::Lim, Val::Piece(m)) | (Val::Piece(m), Val::Lim) => {
            out.say(Val::Piece(m.vague()), 0.0);
        }
        (Val::Lim, Val::Like2(m)) => out.say(Val::Like2(m.vague()), 0.0),
        (Val::Piece(m), Val::Like) if !japanese => out.say(Val::Like2(m.clone()), 0.3),
        (Val::Like2(m), Val::Lim) => out.say(Val::Like2(m.vague()), 0.0),
        (Val::Strong, Val::Piece(m)) => {
            out.doubt(Val::Piece(m.vague()), 2.0, Some(Doubt::Unread));
        }
        (Val::Piece(m), Val::Power | Val::Like) if japanese => out.say(Val::Like2(m.clone()), 0.0),
        (Val::Count(n), Val::Piece(m)) => {
            let right = m.set.count() == usize::from(*n);
            out.doubt(
                Val::Piece(m.clone()),
                if right { 0.0 } else { 2.0 },
                (!right).then_some(Doubt::Count),
            );
        }
        (Val::Like, Val::Piece(m) | Val::Like2(m)) => out.say(Val::Like2(m.clone()), 0.0),
        (Val::Piece(m) | Val::Like2(m), Val::Tail(Conj::And | Conj::Or | Conj::Comma, tail)) => {
            let like = matches!(a, Val::Like2(_));
            if let Val::Piece(n) | Val::Like2(n) = &**tail {
                let both = Mean { set: m.set.plus(&n.set), vague: m.vague || n.vague };
                let cost = if like || matches!(**tail, Val::Piece(_)) { 0.0 } else { 0.2 };
                out.say(Val::Like2(both), cost);
            }
        }
        (Val::Vectors(v, _), Val::Piece(m)) | (Val::Piece(m), Val::Vectors(v, _))
            if m.set == Set::vectors(v.clone()) =>
        {
            out.say(Val::Piece(m.clone()), -0.2);
        }
        (Val::Piece(m), Val::Piece(n)) if !japanese => {
            let both = Mean { set: m.set.plus(&n.set), vague: m.vague || n.vague };
            out.doubt(Val::Piece(both), 1.5, Some(Doubt::Ambiguous));
        }
        _ => {}
    }
}

/// What limits, excepts or replaces part of a move.
fn changes(a: &Val, b: &Val, out: &mut Out<'_>) {
    match (a, b) {
        (Val::Piece(m) | Val::Like2(m), Val::ExcD(x, firm)) => {
            let set = m.set.without(plain(x));
            let same = set == m.set && *firm;
            out.doubt(Val::Like2(m.with(set)), 0.1, same.then_some(Doubt::EmptyException));
        }
        (Val::Piece(m) | Val::Like2(m) | Val::Vp(m), Val::Dist(d)) => {
            if let Some(set) = limited(&m.set, d) {
                let mean = Mean::exact(set);
                // "any number of squares vertically two"
                match a {
                    Val::Vp(_) => out.doubt(Val::Vp(mean), 0.5, Some(Doubt::Ambiguous)),
                    _ => out.say(Val::Like2(mean), 0.5),
                }
            }
        }
        (Val::Dist(d), Val::Piece(m) | Val::Like2(m)) => {
            if let Some(set) = limited(&m.set, d) {
                let sure = matches!(b, Val::Like2(_)) || !matches!(d, Dist::N(2..));
                out.doubt(Val::Like2(Mean::exact(set)), 0.6, (!sure).then_some(Doubt::Ambiguous));
            }
        }
        (Val::But | Val::Only, Val::Dist(d)) => {
            out.say(Val::Tail(Conj::Comma, Box::new(Val::Dist(d.clone()))), 0.0);
        }
        (Val::Piece(m) | Val::Like2(m) | Val::Vp(m), Val::Tail(Conj::Comma, tail)) => {
            if let Val::Dist(d) = &**tail
                && let Some(set) = limited(&m.set, d)
            {
                let mean = Mean::exact(set);
                // "any number of squares to the right, two"
                match a {
                    Val::Vp(_) if matches!(d, Dist::N(_)) => {
                        out.doubt(Val::Vp(mean), 0.2, Some(Doubt::Ambiguous));
                    }
                    Val::Vp(_) => out.say(Val::Vp(mean), 0.2),
                    _ => out.say(Val::Like2(mean), 0.2),
                }
            }
        }
        (Val::Tail(Conj::Comma, tail), Val::Dirs(x))
            if !has(x, Kind::Straight) && !has(x, Kind::Rest) =>
        {
            if let Val::Dist(d) = &**tail {
                let set = limit(plain(x), d);
                out.say(Val::Override(Mean::exact(set)), 0.1);
            }
        }
        (Val::But | Val::Only, Val::Legs(x)) => {
            if let Some(set) = verbless(x) {
                out.say(Val::Override(Mean::exact(set)), 0.1);
            }
        }
        (Val::But, Val::Vp(m)) => out.say(Val::Override(m.clone()), 0.1),
        (Val::But, Val::Dirs(x)) if !has(x, Kind::Straight) => {
            out.say(Val::ExcD(x.clone(), true), 0.3);
        }
        (Val::Piece(m) | Val::Like2(m) | Val::Vp(m), Val::Override(n)) => {
            let set = replaced(&m.set, &n.set);
            out.say(Val::Vp(m.with(set)), 0.1);
        }
        (Val::Legs(x), Val::Override(n)) => {
            if let Some(set) = verbless(x) {
                let set = replaced(&set, &n.set);
                out.say(Val::vp(set), 0.2);
            }
        }
        (Val::Vp(m), Val::OnlyD(x)) => {
            let oblique = m.set.leaps.iter().any(|&(r, c)| direction(r, c).is_none());
            if let Some(m) = narrowed(m, x) {
                out.doubt(Val::Vp(m), 0.2, oblique.then_some(Doubt::Ambiguous));
            }
        }
        (Val::Vp(m), Val::ExcD(x, firm)) => {
            let set = m.set.without(plain(x));
            let same = set == m.set && *firm;
            out.doubt(Val::Vp(m.with(set)), 0.2, same.then_some(Doubt::EmptyException));
        }
        (Val::ExcD(x, _), Val::Vp(m)) => {
            let set = m.set.without(plain(x));
            if set != m.set {
                out.say(Val::Vp(m.with(set)), 0.2);
            }
        }
        (Val::Piece(m) | Val::Like2(m), Val::Mod(modifier)) => {
            if let Some(set) = modified(&m.set, *modifier) {
                out.say(Val::Like2(m.with(set)), 0.1);
            }
        }
        _ => {}
    }
}
