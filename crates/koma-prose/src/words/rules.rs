//! The rules: which two neighbours make what, the same for every language.

use super::chart::{Cell, Doubt, Note};
use super::evidence::evidence;
use super::fillers::{left_stays, right_stays};
use super::formulas::formulas;
use super::legs::legs;
use super::pieces::pieces;
use super::value::{Conj, Val};
use super::verbs::{denials, turns, verbs};
use super::ways::directions;

/// Two neighbouring spans, and where what they mean together goes.
pub(crate) struct Out<'a> {
    pub(crate) cells: (&'a Cell, &'a Cell),
    pub(crate) place: (usize, usize),
    pub(crate) found: &'a mut Vec<Cell>,
}

impl Out<'_> {
    /// Offers a meaning of both.
    pub(super) fn say(&mut self, val: Val, cost: f32) {
        self.doubt(val, cost, None);
    }

    /// Offers what was said twice: cheaper by `bonus` where both agree, else told.
    pub(super) fn compared(&mut self, val: Val, same: bool, bonus: f32) {
        self.doubt(val, if same { -bonus } else { 5.0 }, (!same).then_some(Doubt::Differs));
    }

    /// Offers a meaning with what is to be told of it; the cheapest derivation of each is kept.
    pub(super) fn doubt(&mut self, val: Val, cost: f32, doubt: Option<Doubt>) {
        let (a, b) = self.cells;
        let cost = a.cost + b.cost + cost;
        let known = self.found.iter_mut().find(|cell| cell.val == val);
        if known.as_ref().is_some_and(|cell| cell.cost <= cost) {
            return;
        }
        let (from, to) = (self.place.0 as u8, self.place.1 as u8);
        let note = doubt.map(|doubt| Note { doubt, from, to });
        let notes = a.notes.iter().chain(&b.notes).copied().chain(note).collect();
        match known {
            Some(cell) => (cell.cost, cell.notes) = (cost, notes),
            None => self.found.push(Cell { val, cost, notes }),
        }
    }
}

/// Offers every meaning that two neighbouring spans have together.
pub(crate) fn combine((japanese, inner): (bool, (bool, bool)), out: &mut Out<'_>) {
    let (a, b) = out.cells;
    if let Some(cost) = left_stays(&a.val, &b.val, japanese) {
        out.say(a.val.clone(), cost);
    }
    if let Some(cost) = right_stays(&a.val, &b.val, japanese) {
        out.say(b.val.clone(), cost);
    }
    let groups = left(&a.val) & right(&b.val);
    if groups == 0 {
        return;
    }
    if groups & DIRECTIONS != 0 {
        directions(&a.val, &b.val, (japanese, inner), out);
    }
    if groups & LEGS != 0 {
        legs(&a.val, &b.val, japanese, out);
    }
    if groups & VERBS != 0 {
        verbs(&a.val, &b.val, japanese, out);
        denials(&a.val, &b.val, out);
        turns(&a.val, &b.val, out);
    }
    if groups & PIECES != 0 {
        pieces(&a.val, &b.val, japanese, out);
    }
    if groups & FORMULAS != 0 {
        formulas(&a.val, &b.val, japanese, out);
    }
    if groups & JOINTS != 0 {
        joints(&a.val, &b.val, out);
    }
    if groups & EVIDENCE != 0 {
        evidence(&a.val, &b.val, out);
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
        | Val::VerbDist(..)
        | Val::NegVerb(_)
        | Val::Not
        | Val::NotVerb
        | Val::Neg(_)
        | Val::Mod(_)
        | Val::Walks(..)
        | Val::Span(_)
        | Val::Spans(_) => VERBS | LEGS,
        Val::But => PIECES | VERBS | JOINTS,
        Val::Lim | Val::Strong | Val::Like | Val::Tail(..) => PIECES,
        Val::Part1(_) | Val::OneDir | Val::OthDir => FORMULAS | EVIDENCE,
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
        | Val::Deed
        | Val::Only
        | Val::OnlyD(_)
        | Val::Verb(_)
        | Val::Conj(_)
        | Val::Colon
        | Val::Count(_)
        | Val::Mod(_) => 255,
        Val::Dirn | Val::EitherD(_) | Val::ExcPost => DIRECTIONS | JOINTS,
        Val::Risky | Val::Cap(_) | Val::Note | Val::Unlike | Val::Stops | Val::Total(..) => 0,
        _ => !DIRECTIONS,
    }
}

/// Words that join, with what they join.
fn joints(a: &Val, b: &Val, out: &mut Out<'_>) {
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
            | Val::VerbDist(..)
            | Val::Each(_)
            | Val::Adj,
        ) => {
            out.say(Val::Tail(*conj, Box::new(b.clone())), 0.0);
        }
        (Val::Conj(Conj::Comma | Conj::Semi), Val::Conj(stays))
        | (Val::Conj(stays), Val::Conj(Conj::Comma)) => out.say(Val::Conj(*stays), 0.2),
        _ => {}
    }
}
