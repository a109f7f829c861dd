//! What a variant costs: its moves are looked for once, under the budget of a list, before anybody
//! plays it.

use std::sync::Arc;

use koma_pieces::Leg;
use koma_text::{Fact, Finding};
use koma_variants::{Kind, Variant};

use crate::board::{Board, CellBoard, Listing};
use crate::budget::spent_within;
use crate::say;
use crate::{Geometry, KindId, Man, Position, Ruleset, Setup, Side, Square};

/// How many lists all kinds together may take, each alone on the board.
const LISTS_FOR_KINDS: u64 = 4;

/// Why a variant is too dear to be played: a piece whose moves take too many steps, alone or in
/// the start position.
pub(crate) fn too_dear(rules: &Arc<Ruleset>) -> Option<Finding> {
    let budget = rules.step_budget();
    let mut left = LISTS_FOR_KINDS * budget;
    let mut alone = Vec::with_capacity(rules.kinds.len());
    let mut board = CellBoard::new(rules);
    let geometry = rules.geometry;
    let middle = geometry
        .square(u16::from(geometry.files()).div_ceil(2), u16::from(geometry.ranks()).div_ceil(2))?;
    for kind in rules.kinds() {
        let Ok(steps) = steps_alone(rules, &mut board, middle, kind, budget.min(left)) else {
            let dearest = most(rules, &alone, |_| 1).filter(|_| left < budget).unwrap_or(kind);
            return Some(finding(&rules.variant, dearest.index(), budget));
        };
        left -= steps;
        alone.push(steps);
    }
    Side::BOTH.into_iter().find_map(|side| {
        let setup = Setup { side, ..rules.start().clone() };
        let position = Position::unjudged(rules, &setup);
        spent_within(budget, || position.legal_moves()).err()?;
        let count = |kind: KindId| setup.men().filter(|(_, man)| man.kind == kind).count() as u64;
        most(rules, &alone, count).map(|kind| finding(&rules.variant, kind.index(), budget))
    })
}

/// The steps it takes to list the moves of a man that stands alone.
fn steps_alone(
    rules: &Ruleset,
    board: &mut CellBoard,
    square: Square,
    kind: KindId,
    budget: u64,
) -> Result<u64, crate::OutOfSteps> {
    let man = Man { kind, side: Side::Sente };
    board.put(rules, square, man);
    let spent = spent_within(budget, || board.ways(rules, square, man, Listing::Moves, |_| {}));
    board.take(rules, square);
    spent.map(|((), steps)| steps)
}

/// The kind that takes most steps, so many of it as there are.
fn most(rules: &Ruleset, alone: &[u64], count: impl Fn(KindId) -> u64) -> Option<KindId> {
    let price = |&(kind, steps): &(KindId, &u64)| steps * count(kind);
    rules.kinds().zip(alone).max_by_key(price).map(|(kind, _)| kind)
}

/// The steps that all legs of all kinds may take where they are compiled: each is followed once
/// from every square.
const STEPS_FOR_LEGS: usize = 100_000_000;

/// Why the paths of a variant are too many to be compiled.
pub(crate) fn too_many_legs(variant: &Variant, geometry: Geometry) -> Option<Finding> {
    let longest = u16::from(geometry.files().max(geometry.ranks()));
    let steps = |leg: &Leg| usize::from(leg.reach.limit().unwrap_or(longest).min(longest));
    let mut left = STEPS_FOR_LEGS;
    for (index, kind) in variant.kinds.iter().enumerate() {
        let legs = kind.piece.movement.paths.iter().flat_map(|path| &path.legs);
        let price = legs.map(|leg| steps(leg) * geometry.squares()).sum();
        match left.checked_sub(price) {
            Some(rest) => left = rest,
            None => return Some(finding(variant, index, STEPS_FOR_LEGS as u64)),
        }
    }
    None
}

fn finding(variant: &Variant, kind: usize, steps: u64) -> Finding {
    let piece = say_piece(&variant.kinds[kind]);
    say::moves_too_dear(piece, steps, variant.files, variant.ranks)
}

/// A piece by its names.
pub(crate) fn say_piece(kind: &Kind) -> Fact {
    Fact::named(&kind.piece.name, &kind.piece.name_ja)
}
