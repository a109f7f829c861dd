//! One sentence: the chart over its chunks and the cheapest way through it.

use std::rc::Rc;

use super::chart::{Chart, Doubt, LONGEST, Note};
use super::mean::Manner;
use super::settle::resolve;
use super::value::{Conj, Mean, Val};

/// Something a sentence says, in its order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Item {
    /// Moves: added to what stands.
    Moves(Mean),
    /// Directions that still have no distance.
    Open(u8),
    Override(Mean),
    Neg(u8),
    /// So far, in these directions.
    NegDist(u16, u8),
    Only(u8),
    Except(u8),
    Limit(super::mean::Dist),
    NoJump,
    Way,
    Total(u16, bool),
    Mod(super::value::Mod),
    /// A bracket that stands alone.
    Evidence(Mean),
    /// A bracket that names the directions again.
    Lines(u8),
    Capture(bool),
}

/// One way to read a sentence.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    pub(crate) items: Vec<Item>,
    pub(crate) cost: f32,
    pub(crate) notes: Vec<Note>,
}

/// Readings kept.
const KEPT: usize = 8;

/// A reading of the chunks so far; those that begin alike share what they have said.
#[derive(Clone, Default)]
struct Path {
    last: Option<Rc<Said>>,
    cost: f32,
    notes: Vec<Note>,
}

struct Said {
    item: Rc<Item>,
    before: Option<Rc<Said>>,
}

impl Path {
    fn say(&mut self, item: Rc<Item>) {
        self.last = Some(Rc::new(Said { item, before: self.last.take() }));
    }

    fn same(&self, other: &Self) -> bool {
        let (mut a, mut b) = (&self.last, &other.last);
        while let (Some(x), Some(y)) = (a, b) {
            if Rc::ptr_eq(x, y) {
                return true;
            }
            if !Rc::ptr_eq(&x.item, &y.item) && x.item != y.item {
                return false;
            }
            (a, b) = (&x.before, &y.before);
        }
        a.is_none() && b.is_none()
    }

    fn reading(self) -> Reading {
        let mut items = Vec::new();
        let mut at = &self.last;
        while let Some(said) = at {
            items.push((*said.item).clone());
            at = &said.before;
        }
        items.reverse();
        Reading { items, cost: self.cost, notes: self.notes }
    }
}

/// The best ways to read a sentence, cheapest first.
pub(crate) fn readings(
    chunks: &[Vec<(Val, f32)>],
    japanese: &[bool],
    starts: &[bool],
    alone: bool,
) -> Vec<Reading> {
    let n = chunks.len().min(LONGEST);
    let chart = Chart::parse(&chunks[..n], &japanese[..n], starts);
    let mut best: Vec<Vec<Path>> = vec![Vec::new(); n + 1];
    best[0].push(Path::default());
    for from in 0..n {
        let here = std::mem::take(&mut best[from]);
        for (to, ends) in best.iter_mut().enumerate().skip(from + 1) {
            for cell in chart.at(from, to) {
                let first = from == 0
                    || chunks[from - 1].iter().any(|(val, _)| {
                        matches!(val, Val::Conj(_) | Val::Colon | Val::But | Val::Either)
                    });
                top(&cell.val, alone && first, &mut |item, cost, doubt| {
                    let note = doubt.map(|doubt| Note { doubt, from: from as u8, to: to as u8 });
                    let moves = matches!(item, Some(Item::Moves(_)));
                    let bare = cell.notes.iter().chain(&note).any(|n| n.doubt == Doubt::NoDistance);
                    let open = match &item {
                        Some(Item::Moves(mean)) if bare => {
                            let one = (0..8).filter(|&at| mean.set.reach[at] == 1);
                            Some(Rc::new(Item::Open(one.fold(0, |mask, at| mask | 1 << at))))
                        }
                        _ => None,
                    };
                    let item = item.map(Rc::new);
                    for before in &here {
                        // "It moves two squares." says something of what stands before, "and moves two" not.
                        if matches!(cell.val, Val::VerbDist(..)) && before.last.is_some() {
                            continue;
                        }
                        // What stands beside another without a joint is dearer.
                        let free = before
                            .last
                            .as_ref()
                            .is_none_or(|said| *said.item == Item::Capture(true));
                        let joint = if free || first { 0.0 } else { 0.7 };
                        let mut next = before.clone();
                        next.cost += cell.cost + cost + joint + 0.1;
                        item.iter().chain(&open).for_each(|item| next.say(item.clone()));
                        next.notes.extend(&cell.notes);
                        next.notes.extend(note);
                        if joint > 0.0 && moves && !(japanese[from] && closes(&chunks[from - 1])) {
                            next.notes.push(Note {
                                doubt: Doubt::Ambiguous,
                                from: from as u8,
                                to: to as u8,
                            });
                        }
                        ends.push(next);
                    }
                });
            }
        }
        // A chunk that no meaning covers.
        let (cost, told) = unread(&chunks[from]);
        let told = told || dangles(chunks, from, n) || lost(chunks, from, n);
        for before in &here {
            let mut next = before.clone();
            next.cost += cost;
            if told {
                next.notes.push(Note {
                    doubt: Doubt::Unread,
                    from: from as u8,
                    to: from as u8 + 1,
                });
            }
            best[from + 1].push(next);
        }
        prune(&mut best[from + 1]);
    }
    prune(&mut best[n]);
    let mut out: Vec<Reading> =
        std::mem::take(&mut best[n]).into_iter().map(Path::reading).collect();
    if chunks.len() > n {
        for reading in &mut out {
            reading.notes.push(Note { doubt: Doubt::Unread, from: n as u8, to: n as u8 + 1 });
        }
    }
    out
}

/// Keeps the cheapest of each meaning, and few of them.
fn prune(list: &mut Vec<Path>) {
    if list.len() < 2 {
        return;
    }
    list.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    let mut kept: Vec<Path> = Vec::with_capacity(KEPT);
    for reading in list.drain(..) {
        if kept.len() < KEPT && !kept.iter().any(|other| other.same(&reading)) {
            kept.push(reading);
        }
    }
    *list = kept;
}

/// Whether a Japanese clause ends here: what follows is another.
fn closes(vals: &[(Val, f32)]) -> bool {
    vals.iter().any(|(val, _)| {
        !matches!(val, Val::Dirs(_) | Val::Dist(_) | Val::Adj | Val::Count(_) | Val::Only)
    })
}

/// Whether a verb is left over before what it should govern.
fn lost(chunks: &[Vec<(Val, f32)>], at: usize, n: usize) -> bool {
    let is = |at: usize, test: fn(&Val) -> bool| chunks[at].iter().any(|(val, _)| test(val));
    is(at, |val| matches!(val, Val::Verb(Manner::Move)))
        && at + 1 < n
        && is(at + 1, |val| matches!(val, Val::Dist(_) | Val::Dirs(_) | Val::Adj))
}

/// Whether "and" or "or" has nothing behind it that it could join.
fn dangles(chunks: &[Vec<(Val, f32)>], at: usize, n: usize) -> bool {
    let is = |at: usize, test: fn(&Val) -> bool| chunks[at].iter().any(|(val, _)| test(val));
    is(at, |val| matches!(val, Val::Conj(Conj::And | Conj::Or)))
        && at > 0
        && (at + 1 == n
            || is(at + 1, |val| matches!(val, Val::Conj(Conj::And | Conj::Or | Conj::Semi))))
}

/// What a chunk costs when it is left over, and whether that is told.
fn unread(vals: &[(Val, f32)]) -> (f32, bool) {
    // A verb that says how is never beside the point.
    if vals.iter().any(|(v, _)| matches!(v, Val::Verb(Manner::Leap | Manner::Slide | Manner::Step)))
    {
        return (4.0, true);
    }
    let costs = vals.iter().map(|(val, _)| -> (f32, bool) {
        match val {
            Val::Conj(Conj::Then) => (3.0, true),
            Val::Conj(_) | Val::Either | Val::Same | Val::Colon => (0.05, false),
            Val::But | Val::Pos => (0.2, false),
            Val::Power | Val::Deed | Val::Dirn | Val::NoJump => (0.6, false),
            Val::Lim | Val::Like => (1.0, false),
            Val::Verb(Manner::Move) => (1.5, false),
            _ => (4.0, true),
        }
    });
    costs.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((0.0, false))
}

/// What a cell says when it stands by itself.
fn top(val: &Val, alone: bool, out: &mut dyn FnMut(Option<Item>, f32, Option<Doubt>)) {
    match val {
        Val::Vp(m) => out(Some(Item::Moves(m.clone())), 0.0, None),
        Val::Like2(m) => out(Some(Item::Moves(m.clone())), 0.2, None),
        Val::Piece(m) if alone => out(Some(Item::Moves(m.clone())), 0.5, None),
        Val::Vectors(v, weak) => {
            let mean = Mean::exact(super::mean::Set::vectors(v.clone()));
            out(
                Some(Item::Moves(mean)),
                if *weak { 1.6 } else { 0.3 },
                weak.then_some(Doubt::Ambiguous),
            );
        }
        Val::Legs(legs) => resolve(Manner::None, legs, &mut |set, cost, doubt| {
            out(Some(Item::Moves(Mean::exact(set))), cost + 0.4, doubt);
        }),
        Val::Dirs(dirs) if !super::mean::has(dirs, super::mean::Kind::Straight) => {
            let leg = super::value::Leg::new(dirs.clone(), None);
            resolve(Manner::None, &[leg], &mut |set, cost, doubt| {
                out(Some(Item::Moves(Mean::exact(set))), cost + 1.5, doubt);
            });
        }
        Val::Adj => out(Some(Item::Moves(Mean::exact(super::mean::Set::walk(0xff, 1)))), 0.6, None),
        Val::VerbTo(_, comp) if comp.plain.count_ones() == 1 => {
            let set = super::mean::Set::walk(comp.plain, 1);
            out(Some(Item::Moves(Mean::exact(set))), 2.5, Some(Doubt::NoDistance));
        }
        Val::Override(m) => out(Some(Item::Override(m.clone())), 0.1, None),
        Val::Neg(dirs) => out(Some(Item::Neg(super::mean::plain(dirs))), 0.0, None),
        Val::NegVerb(Some(comp)) => out(Some(Item::Neg(comp.plain)), 0.0, None),
        Val::NegDist(n, mask) => out(Some(Item::NegDist(*n, *mask)), 0.0, None),
        Val::OnlyD(dirs) => out(Some(Item::Only(super::mean::region(dirs))), 0.5, None),
        Val::VerbDist(Manner::Move | Manner::None, d) => {
            out(Some(Item::Limit(d.clone())), 1.0, None);
        }
        Val::ExcD(dirs, _) => out(Some(Item::Except(super::mean::plain(dirs))), 0.3, None),
        Val::NoJump => out(Some(Item::NoJump), 0.0, None),
        Val::Way => out(Some(Item::Way), 0.1, None),
        Val::Total(n, squares) => out(Some(Item::Total(*n, *squares)), 0.0, None),
        Val::Mod(
            m @ (super::value::Mod::Over(_)
            | super::value::Mod::Onward(_)
            | super::value::Mod::Hook(_)),
        ) => out(Some(Item::Mod(*m)), 2.0, None),
        Val::Mod(m) => out(Some(Item::Mod(*m)), 0.1, None),
        Val::Cap(takes) => out(Some(Item::Capture(*takes)), 0.5, None),
        Val::Dist(d) if !matches!(d, super::mean::Dist::N(_)) => {
            out(Some(Item::Limit(d.clone())), 1.0, None);
        }
        Val::Dist(d) => out(Some(Item::Limit(d.clone())), 1.5, None),
        Val::Evidence(e) => {
            let mean = e.mean();
            match (mean, &**e) {
                (Some(mean), _) => out(Some(Item::Evidence(mean)), 0.3, None),
                (None, Val::NoJump) => out(Some(Item::NoJump), 0.1, None),
                (None, Val::Way) => out(Some(Item::Way), 0.1, None),
                (None, Val::Dirs(dirs)) => {
                    out(Some(Item::Lines(super::mean::plain(dirs))), 0.3, None);
                }
                (None, Val::Lim) => out(None, 0.2, None),
                (None, Val::Total(n, squares)) => {
                    out(Some(Item::Total(*n, *squares)), 0.1, None);
                }
                (None, Val::Dist(d)) => out(Some(Item::Limit(d.clone())), 1.5, None),
                _ => {}
            }
        }
        _ => {}
    }
}

/// The one thing a bracket says, if it says one thing.
pub(crate) fn single(chunks: &[Vec<(Val, f32)>], japanese: &[bool]) -> Option<Val> {
    let n = chunks.len();
    if n == 0 || n > LONGEST {
        return None;
    }
    let chart = Chart::parse(chunks, japanese, &[]);
    let fit = |val: &Val| {
        matches!(
            val,
            Val::Vp(_)
                | Val::Like2(_)
                | Val::Piece(_)
                | Val::Legs(_)
                | Val::Vectors(..)
                | Val::Dirs(_)
                | Val::Dist(_)
                | Val::Way
                | Val::NoJump
                | Val::Lim
                | Val::Total(..)
                | Val::ExcD(..)
                | Val::OnlyD(_)
        )
    };
    // A leading or trailing joint is no matter: "(like a bishop,)", "(or sideways)".
    let found = chart.at(0, n).iter().filter(|cell| {
        fit(&cell.val) && cell.notes.iter().all(|note| note.doubt == Doubt::ExactLeap)
    });
    found.min_by(|a, b| a.cost.total_cmp(&b.cost)).map(|cell| cell.val.clone())
}
