//! Words between others that change nothing: what stays when two neighbours stand together.

use super::chunk::{Chunk, Role};
use super::mean::{Dist as Far, Kind, Manner, has};
use super::value::{Conj, Sort, Sort::*, Val};
use koma_text::Span;

/// What a small word needs beside it.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// Something after it: articles and prepositions.
    Before,
    /// A noun phrase around it: "square" after "the".
    Noun,
    /// A verb after it, or something before it.
    Subject,
    /// A word before it: particles.
    After,
}

const PLACES: [(Place, &[&str]); 4] = [
    (
        Place::Before,
        &[
            "a", "an", "the", "its", "to", "of", "in", "on", "at", "by", "for", "from", "along",
            "toward", "towards", "onto", "into", "via", "any", "each", "every",
        ],
    ),
    (
        Place::Noun,
        &[
            "square", "squares", "space", "spaces", "cell", "cells", "distance", "マス", "升目",
            "目",
        ],
    ),
    (Place::Subject, &["it", "they", "he", "she", "you"]),
    (
        Place::After,
        &[
            "に", "へ", "を", "の", "が", "で", "には", "へは", "へも", "まで", "だけ", "のみ",
            "から", "ずつ",
        ],
    ),
];

/// 「前にまっすぐ」
fn is_straight(val: &Val) -> bool {
    matches!(val, Val::Dirs(dirs) if has(dirs, Kind::Straight))
}

/// Small words that stand where they cannot: "goes squares forward", 「左、に」.
pub(super) fn misplaced(chunks: &[Chunk]) -> Vec<Span> {
    let joint = |c: Option<&Chunk>| {
        c.is_none_or(|c| {
            c.role == Role::Word && c.vals.iter().all(|(v, _)| matches!(v, Val::Conj(_)))
        })
    };
    let verb = |c: Option<&Chunk>| c.is_some_and(|c| c.is(&[Verb]));
    let far = |c: Option<&Chunk>| c.is_some_and(|c| c.is(&[Dist]));
    let mut out = Vec::new();
    for (at, chunk) in chunks.iter().enumerate().filter(|(_, c)| c.role == Role::Skip) {
        // "a dabbaba rider" goes on and on.
        let rides = chunk.says(&["rider", "riders"]);
        if rides && at > 0 && chunks[at - 1].is_piece() {
            out.push(chunk.span);
        }
        let Some((place, _)) = PLACES.iter().find(|(_, list)| chunk.says(list)) else {
            continue;
        };
        let before = at.checked_sub(1).map(|n| &chunks[n]);
        let after = chunks.get(at + 1);
        let wrong = match place {
            Place::Before => joint(after),
            // "three backward squares"
            Place::Noun => {
                let dirs = before.is_some_and(|c| c.is(&[Dirs]));
                let of = |n: usize| chunks[n].says(&["of"]);
                let first = at.checked_sub(2).map(|n| if n > 0 && of(n) { n - 1 } else { n });
                let first = first.map(|n| &chunks[n]);
                let torn = at > 1 && of(at - 1) && chunks[at - 2].is(&[Dirs]);
                joint(before) || verb(before) || far(before) || dirs && far(first) || torn
            }
            Place::Subject => {
                let dirs = before.is_some_and(|c| c.is(&[Dirs]));
                far(before)
                    || dirs && verb(after)
                    || joint(before)
                        && (joint(after)
                            || far(after)
                            || chunks[at + 1..]
                                .iter()
                                .take(2)
                                .take_while(|c| !verb(Some(c)))
                                .any(|c| c.is(&[Dirs])))
            }
            Place::After => joint(before) || verb(before) && chunk.says(&["に"]),
        };
        if wrong {
            out.push(chunk.span);
        }
    }
    for (at, pair) in chunks.windows(2).enumerate() {
        let dirs = |c: &Chunk| c.role == Role::Word && c.is(&[Dirs]);
        // "right right", "to backward the right", 「斜めに前」
        let far = pair[0].is(&[Dist]);
        let same = (dirs(&pair[0]) || far) && pair[0].vals == pair[1].vals;
        let split = dirs(&pair[0])
            && pair[1].role == Role::Skip
            && pair[1].says(&["the", "に", "へ"])
            && chunks.get(at + 2).is_some_and(|c| dirs(c) && !c.any(is_straight));
        // "in direction"
        let alone = pair[0].role == Role::Skip
            && pair[0].says(&["in", "to"])
            && pair[1].role == Role::Word
            && pair[1].vals.iter().all(|(val, _)| *val == Val::Dirn);
        // "to forward the left", "in two any direction"
        let next = chunks.get(at + 2).map_or("", |c| &c.word);
        let late = pair[0].role == Role::Skip
            && pair[0].says(&["to", "in"])
            && pair[1].is(&[Dirs, Dist])
            && (next.starts_with("the ") || next.starts_with("any "));
        // "to the two right or to the left"
        let side = pair[1].says(&["left", "right"]);
        let counted = side && pair[0].is(&[Count]);
        if same || split || alone || late || counted {
            out.push(pair[1].span);
        }
    }
    out.extend(twisted(chunks));
    // "diagonally any number of squares diagonally backward"
    let said: Vec<&Chunk> = chunks.iter().filter(|c| c.role != Role::Skip).collect();
    for three in said.windows(3) {
        let slant = |c: &Chunk| c.word.contains("diagonal");
        if slant(three[0]) && far(Some(three[1])) && slant(three[2]) {
            out.push(three[2].span);
        }
    }
    // "goes two squares or forward", "..., and moves two squares."
    for (at, four) in chunks.windows(4).enumerate() {
        let is = |n: usize, sorts: &[Sort]| four[n].is(sorts);
        let torn = is(0, &[Verb]) && is(1, &[Dist]) && is(2, &[And, Or]) && is(3, &[Dirs]);
        let last = chunks.get(at + 4).is_none_or(|c| c.is(&[Semi]));
        let bare = is(0, &[Dirs]) && is(1, &[And, Or]) && is(2, &[Verb]) && is(3, &[Dist]) && last;
        if !four[0].japanese && (torn || bare) {
            out.push(four[2].span);
        }
    }
    // "backward any number of squares vertically or sideways", "one square forward two or sideways".
    let way = |c: &Chunk| c.role == Role::Word && c.is(&[Dirs]);
    for five in said.windows(5).filter(|five| !five[0].japanese) {
        let joins = five[3].is(&[And, Or]) && way(five[4]);
        let narrowed = way(five[0]) && far(Some(five[1])) && way(five[2]);
        let torn = far(Some(five[0])) && way(five[1]) && far(Some(five[2]));
        if joins && (narrowed || torn) {
            out.push(five[2].span);
        }
    }
    // "; backward moves one square vertically"
    for (at, four) in said.windows(4).enumerate().filter(|(_, four)| !four[0].japanese) {
        let opens = at == 0 || said[at - 1].is(&[Semi]);
        let twice = way(four[0]) && verb(Some(four[1])) && far(Some(four[2])) && way(four[3]);
        if opens && twice {
            out.push(four[0].span);
        }
    }
    // "or straight diagonally forward or backward", "straight diagonally backward and to the left"
    for (at, pair) in said.windows(2).enumerate() {
        let listed = at > 0 && said[at - 1].is(&[And, Or]) || pair[1].word.contains(" and ");
        if pair[0].says(&["straight"]) && pair[1].word.starts_with("diagonally") && listed {
            out.push(pair[0].span);
        }
    }
    // "forward and not orthogonally": nothing is left.
    let lines = |c: &Chunk| match c.vals.first() {
        Some((Val::Dirs(dirs), _)) if !has(dirs, Kind::Straight) => super::mean::plain(dirs),
        _ => 0,
    };
    for three in said.windows(3).filter(|three| !three[0].japanese && three[1].is(&[Exc])) {
        let (first, other) = (lines(three[0]), lines(three[2]));
        if first != 0 && first & !other == 0 {
            out.push(three[2].span);
        }
    }
    // 「斜め前方・後方」: diagonally backward, or straight.
    let dotted = |at: usize| at > 0 && chunks[at - 1].says(&["・"]);
    let threes = chunks.windows(3).enumerate();
    for (_, three) in threes.filter(|(at, three)| three[0].japanese && !dotted(*at)) {
        let one = |c: &Chunk| {
            c.vals.iter().find_map(|(val, _)| match val {
                Val::Dirs(dirs) if dirs.len() == 1 => Some(dirs[0]),
                _ => None,
            })
        };
        let dot = three[1].says(&["・"]);
        if let (true, Some(a), Some(b)) = (dot, one(&three[0]), one(&three[2]))
            && a.kind == Kind::Corner
            && a.plain.count_ones() == 2
            && b.kind == Kind::Half
            && a.plain & b.region == 0
        {
            out.push(three[2].span);
        }
    }
    // 「にと」, 「に以外」, and a joint with nothing before it.
    for (at, chunk) in chunks.iter().enumerate().filter(|(_, c)| c.role == Role::Word && c.japanese)
    {
        let joint = chunk.says(&["と", "や", "か", "または", "・"]);
        let before = at.checked_sub(1).map(|n| &chunks[n]);
        let particle = before.is_some_and(|c| c.says(&["に", "へ"]));
        if joint && (before.is_none() || particle) || particle && chunk.is(&[ExcPost]) {
            out.push(chunk.span);
        }
    }
    out
}

/// "diagonally backward and to the left diagonally", "to the right diagonally backward and to the right": lists in which
/// "diagonally" stands behind a side and the words come again.
fn twisted(chunks: &[Chunk]) -> Vec<Span> {
    use super::mean::{Comp, DIAGONAL};
    let listed = |c: &&Chunk| c.role == Role::Skip || c.is(&[Dirs, Conj]);
    let one = |c: &Chunk| {
        c.vals.iter().find_map(|(val, _)| match val {
            Val::Dirs(dirs) if dirs.len() == 1 => Some(dirs[0]),
            _ => None,
        })
    };
    let mut out = Vec::new();
    for run in chunks.split(|c| c.japanese || !listed(&c)) {
        let said: Vec<&Chunk> = run.iter().filter(|c| c.role != Role::Skip).collect();
        let slant = |c: &Chunk| one(c) == Some(Comp::class(DIAGONAL));
        for (at, pair) in said.windows(2).enumerate() {
            let both = pair.iter().all(|c| c.word.contains("diagonal"));
            if both && slant(pair[1]) {
                out.push(pair[1].span);
            }
            let Some(side) = one(pair[0]).filter(|d| d.kind == Kind::Half) else { continue };
            let corner = |c: &Chunk| one(c).is_some_and(|d| d.plain & !DIAGONAL == 0);
            let twice = slant(pair[1]) && at > 0 && corner(said[0]);
            let again = said[at + 2..].iter().any(|c| one(c) == Some(side));
            if twice || corner(pair[1]) && again {
                out.push(pair[1].span);
            }
        }
    }
    out
}

/// What it costs when the left one stays, if it may.
pub(super) fn left_stays(a: &Val, b: &Val, japanese: bool) -> Option<f32> {
    Some(match (a, b) {
        (Val::Legs(_) | Val::Vp(_), Val::NoJump | Val::Same) => 0.0,
        (Val::Dist(_) | Val::Dirs(_), Val::NoJump) => 0.0,
        // "any number of squares forward, until interrupted"
        (Val::Legs(x), Val::Dist(Far::Any)) if x.iter().all(|leg| leg.dist == Some(Far::Any)) => {
            0.0
        }
        (Val::Dist(_) | Val::Verb(_) | Val::Vp(_), Val::Only) => 0.1,
        (Val::Legs(_), Val::Only) => 0.2,
        (Val::Dirs(_), Val::Only) if japanese => 0.3,
        (Val::Dirs(_) | Val::Dist(_) | Val::Count(_), Val::Colon) => 0.05,
        (Val::Verb(_), Val::Colon | Val::Either | Val::NoJump | Val::Same) => 0.05,
        (Val::Neg(_), Val::Verb(_) | Val::Power) => 0.1,
        (Val::Piece(_), Val::Power | Val::Deed) if !japanese => 0.0,
        (Val::Piece(_), Val::Verb(_)) => 0.3,
        (Val::Like2(_), Val::Power | Val::Like | Val::Deed) => 0.0,
        (Val::Like2(_), Val::Dirs(x)) if has(x, Kind::Straight) => 0.2,
        (Val::Vectors(..), Val::Power | Val::Deed) => 0.1,
        (Val::Vectors(..), Val::Dirs(x)) if has(x, Kind::All) => 0.1,
        (Val::ExcD(..), Val::Conj(Conj::Comma)) => 0.0,
        (Val::ExcD(..), Val::Power | Val::Dirn | Val::Verb(Manner::Move | Manner::Step)) => 0.1,
        (Val::Dirs(_) | Val::Count(_), Val::Dirn) => 0.0,
        (Val::Dirs(_), Val::Pos) if japanese => 0.3,
        (Val::Dirs(_), Val::Power) if !japanese => 0.8,
        (Val::Verb(_), Val::Dirs(x)) if has(x, Kind::Straight) => 0.2,
        (Val::Conj(_), Val::Either) => 0.0,
        (Val::Colon, Val::Conj(Conj::Comma)) => 0.0,
        _ => return None,
    })
}

/// What it costs when the right one stays, if it may.
pub(super) fn right_stays(a: &Val, b: &Val, japanese: bool) -> Option<f32> {
    Some(match (a, b) {
        (Val::NoJump, Val::Legs(_) | Val::Dist(_)) => 0.0,
        (Val::NoJump, Val::Verb(_)) => 0.05,
        (Val::Only, Val::Legs(_)) => 0.2,
        (Val::Only, Val::Verb(_)) => 0.1,
        (Val::Conj(Conj::Comma), Val::Verb(_)) if japanese => 0.3,
        (Val::Dirs(x), Val::Verb(_)) if japanese && has(x, Kind::Straight) => 0.1,
        (
            Val::Either,
            Val::Legs(_)
            | Val::Dist(_)
            | Val::Vp(_)
            | Val::Like2(_)
            | Val::Piece(_)
            | Val::Count(_)
            | Val::Vectors(..)
            | Val::Tail(..),
        ) => 0.0,
        (Val::But, Val::NoJump | Val::Same | Val::Only | Val::Neg(_) | Val::Exc(_)) => 0.0,
        (
            Val::Conj(Conj::Comma),
            Val::Exc(_)
            | Val::Only
            | Val::But
            | Val::Where
            | Val::Colon
            | Val::EitherD(_)
            | Val::Not,
        ) => 0.0,
        (Val::Lim, Val::Dirs(_)) => 0.5,
        (Val::Like, Val::Vectors(..)) => 0.1,
        (Val::Partitive, Val::Dirs(_)) => 0.1,
        (Val::Conj(Conj::And), Val::Only) => 0.0,
        (Val::Like2(_), Val::NoJump) => 0.3,
        _ => return None,
    })
}
