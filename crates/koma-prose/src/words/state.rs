//! What a text says so far: readings of all its sentences, and what a further sentence makes of them.

use super::chart::{Doubt, Note};
use super::evidence::agrees;
use super::mean::{Set, direction, on_side};
use super::sentence::{Item, Reading};
use super::settle::{leapt, limited, modified, replaced};
use super::value::Mean;
use crate::say;
use koma_pieces::Movement;
use koma_text::{Finding, Span};

/// One way to read all sentences so far.
#[derive(Clone, Default)]
pub(super) struct State {
    pub(super) set: Set,
    /// Directions denied before anything was said, and at any time.
    pub(super) denied: u8,
    pub(super) ruled_out: u8,
    pub(super) vague: Option<Mean>,
    /// Directions still without a distance.
    pub(super) open: u8,
    pub(super) captures: Option<Set>,
    /// What a restatement says instead.
    pub(super) said: Option<Set>,
    pub(super) cost: f32,
    pub(super) findings: Vec<(Doubt, Span)>,
}

/// What the words may mean besides the best reading, the likeliest first.
pub(super) fn others(best: &State, states: &[State]) -> Vec<Movement> {
    let mut sets: Vec<Set> = best.said.iter().cloned().collect();
    if best.open != 0 {
        let far = Set::walk(best.open, super::mean::ANY);
        sets.push(best.set.without(best.open).plus(&far));
    }
    let near = states.iter().filter(|s| s.cost - best.cost < 2.5 && !s.set.is_empty());
    sets.extend(near.map(|state| state.set.without(state.denied)));
    let mut out: Vec<Movement> = Vec::new();
    let taken = best.set.without(best.denied).movement();
    for movement in sets.iter().map(Set::movement) {
        if movement != taken && !out.contains(&movement) && out.len() < 3 {
            out.push(movement);
        }
    }
    out
}

pub(super) fn place(note: Note, spans: &[Span]) -> Span {
    let first = spans.get(note.from as usize).or(spans.last()).copied().unwrap_or(Span::new(0, 0));
    let last = spans.get((note.to as usize).max(1) - 1).or(spans.last()).copied().unwrap_or(first);
    first.to(last)
}

/// Readings of the text so far that are carried on.
const KEPT: usize = 6;

pub(super) fn keep(mut states: Vec<State>) -> Vec<State> {
    states.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    let mut kept: Vec<State> = Vec::new();
    for state in states {
        if kept.len() < KEPT
            && !kept.iter().any(|other| {
                other.set == state.set
                    && other.denied == state.denied
                    && other.captures == state.captures
            })
        {
            kept.push(state);
        }
    }
    kept
}

/// Acts on what a sentence says, item by item.
pub(super) fn apply(state: &mut State, reading: &Reading, spans: &[Span]) {
    let whole = || spans.iter().copied().reduce(Span::to).unwrap_or(Span::new(0, 0));
    let mut captures = false;
    // "moves forward and captures diagonally": nothing else is said.
    let two_ways =
        matches!(&reading.items[..], [Item::Moves(_), Item::Capture(true), Item::Moves(_)])
            && reading.notes.is_empty();
    // "has three moves: ...": counted when all is said.
    let counts = |item: &&Item| matches!(item, Item::Total(..));
    let all = reading.items.iter().filter(|item| !counts(item));
    for item in all.chain(reading.items.iter().filter(counts)) {
        match item {
            Item::Moves(mean) if mean.vague => {
                if !state.set.is_empty() && !agrees(&state.set, mean) {
                    doubt(state, Doubt::Unread, whole(), 2.0);
                }
                state.vague = Some(mean.clone());
            }
            Item::Moves(mean) if captures => {
                state.captures.get_or_insert_default().add(&mean.set);
            }
            Item::Moves(mean) => {
                // 「横に1マス、縦に2マス、…横に2マス、縦に1マス」: the same ways again, and not as far.
                let walks =
                    |set: &Set| set.leaps.is_empty() && !set.reach.contains(&super::mean::ANY);
                let again = state.set.mask() == mean.set.mask() && state.set != mean.set;
                if again && mean.set.mask() != 0 && walks(&state.set) && walks(&mean.set) {
                    doubt(state, Doubt::Ambiguous, whole(), 0.0);
                }
                state.set.add(&mean.set);
            }
            Item::Open(mask) => state.open = *mask,
            Item::Override(mean) => state.set = replaced(&state.set, &mean.set),
            Item::Neg(mask) | Item::Except(mask) => {
                state.ruled_out |= mask;
                // A leap lies between lines: what is denied of it is told.
                let leans = |&(r, c): &(i8, i8)| direction(r, c).is_none() && on_side(r, c, *mask);
                if state.set.is_empty() {
                    state.denied |= mask;
                } else {
                    let leaps = state.set.leaps.len();
                    state.set = state.set.without(*mask);
                    state.set.leaps.retain(|leap| !leans(leap));
                    if state.set.leaps.len() < leaps
                        && state.set.leaps.iter().any(|&(r, c)| direction(r, c).is_none())
                    {
                        doubt(state, Doubt::Ambiguous, whole(), 0.0);
                    }
                }
            }
            Item::Only(mask) => match state.set.within(*mask) {
                Some(set) => state.set = set,
                None => doubt(state, Doubt::Unread, whole(), 3.0),
            },
            Item::Limit(dist)
                if state.open != 0 && !super::settle::limit(state.open, dist).is_empty() =>
            {
                let far = super::settle::limit(state.open, dist);
                state.set = state.set.without(state.open).plus(&far);
                state.open = 0;
                // Only what was said before is settled by it.
                let here = whole().start;
                state
                    .findings
                    .retain(|(doubt, at)| *doubt != Doubt::NoDistance || at.start >= here);
                state.cost -= 2.0;
            }
            Item::Limit(dist) => match limited(&state.set, dist) {
                Some(set) => state.set = set,
                None => {
                    let vague = state.vague.as_ref().and_then(|mean| limited(&mean.set, dist));
                    match vague {
                        Some(set) if state.set.is_empty() => state.set = set,
                        _ => doubt(state, Doubt::NoDirection, whole(), 3.0),
                    }
                }
            },
            Item::NegDist(n, mask) => {
                let far = |at: usize| if mask >> at & 1 == 1 { state.set.reach[at] } else { 0 };
                let walks = (0..8).any(|at| far(at) >= *n);
                if walks || state.set.leaps.is_empty() {
                    doubt(state, Doubt::Unread, whole(), 2.0);
                } else {
                    state.cost -= 1.6;
                }
            }
            Item::NoJump => {
                let leaps = !state.set.leaps.is_empty() || state.set.more.is_some();
                if leaps {
                    doubt(state, Doubt::Unread, whole(), 0.5);
                }
            }
            Item::Way => {
                let short = |far: &u16| (2..=60).contains(far);
                if state.set.leaps.is_empty() && state.set.reach.iter().any(short) {
                    state.set = leapt(&state.set);
                    state.cost += 0.5;
                } else if state.set.leaps.is_empty() {
                    doubt(state, Doubt::Unread, whole(), 2.0);
                } else {
                    state.cost -= 1.6;
                    state.findings.retain(|(doubt, _)| *doubt != Doubt::ExactLeap);
                }
            }
            Item::Total(n, squares) => {
                let far = |far: &u16| usize::from(*far);
                let all = state.set.reach.iter().map(far).sum::<usize>() + state.set.leaps.len();
                if state.set.count() != usize::from(*n) {
                    doubt(state, Doubt::Count, whole(), 2.0);
                } else if *squares && all != usize::from(*n) {
                    // 「左前方、正面、右前方の3マスと左右2マス…の計6マス」: so many squares, not so far.
                    state.set = state.set.at_most(1);
                    doubt(state, Doubt::Ambiguous, whole(), 0.5);
                }
            }
            Item::Mod(modifier) => match modified(&state.set, *modifier) {
                Some(_)
                    if !modifier.of_piece()
                        && reading.items.iter().filter(|i| matches!(i, Item::Moves(_))).count()
                            > 1
                        && state.set.reach.iter().filter(|&&r| r > 1).count() > 1 =>
                {
                    state.set = modified(&state.set, *modifier).unwrap_or_default();
                    doubt(state, Doubt::Ambiguous, whole(), 0.5);
                }
                Some(set) => state.set = set,
                None => doubt(state, Doubt::Unread, whole(), 3.0),
            },
            Item::Evidence(mean) => {
                if state.set.is_empty() && !mean.vague {
                    state.set = mean.set.clone();
                } else if agrees(&state.set, mean) {
                    state.cost -= 0.4;
                } else {
                    state.said = Some(mean.set.clone());
                    doubt(state, Doubt::Differs, whole(), 4.0);
                }
            }
            Item::Lines(mask) => {
                if state.set.lines() != *mask {
                    doubt(state, Doubt::Differs, whole(), 4.0);
                }
            }
            Item::Capture(takes) => {
                captures = *takes;
                let told = if two_ways { Doubt::TwoWays } else { Doubt::Unread };
                doubt(state, told, whole(), 0.5);
            }
        }
    }
}

fn doubt(state: &mut State, doubt: Doubt, span: Span, cost: f32) {
    state.cost += cost;
    state.findings.push((doubt, span));
}

pub(super) fn tell(doubt: Doubt, words: String) -> Finding {
    match doubt {
        Doubt::NoDistance => say::no_distance(),
        Doubt::NoDirection => say::no_direction(words),
        Doubt::Ambiguous => say::two_ways(words),
        Doubt::ExactLeap => say::exactly_so_many(),
        Doubt::Differs => say::restatement_differs(words),
        Doubt::Count => say::counted_otherwise(words),
        Doubt::EmptyException => say::exception_empty(words),
        Doubt::LeapWithoutDistance => say::leap_without_distance(),
        Doubt::Zero => say::zero_distance(),
        Doubt::EndlessLeap => say::endless_leap(),
        Doubt::Unread => say::not_understood(words),
        Doubt::TwoWays => say::captures_differ(words),
    }
}
