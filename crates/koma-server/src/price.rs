//! What the moves of a game may cost: looked at before anybody plays it.
//!
//! A few lines of text can describe a piece with more ways to move than there is time to list. The
//! price is a bound on the squares that all men of the start position look at on an empty board,
//! each as what it is or as what it promotes to, whichever looks farther.

use koma_pieces::{Movement, PieceDef, Reach};
use koma_rules::Ruleset;
use koma_text::Finding;
use koma_variants::{Kind, Variant};

/// The most squares one man may look at.
const MOST_OF_A_MAN: u64 = 40_000;
/// The most squares all men together may look at. Taikyoku is far below.
const MOST_IN_ALL: u64 = 1_500_000;

/// The price of a game, or the finding that names the piece that costs most.
pub fn check(rules: &Ruleset) -> Result<u64, Finding> {
    let variant = rules.variant();
    let prices: Vec<u64> = variant.kinds.iter().map(|kind| price_of(variant, kind)).collect();
    let dearest = (0..prices.len()).max_by_key(|&kind| prices[kind]);
    if let Some(kind) = dearest.filter(|&kind| prices[kind] > MOST_OF_A_MAN) {
        return Err(too_dear(&variant.kinds[kind].piece));
    }
    let (mut total, mut by_kind) = (0, vec![0; prices.len()]);
    let (men, held) = (rules.start().men(), rules.kinds());
    let on_board = men.map(|(_, man)| (man.kind.index(), 1));
    let in_hand = held.map(|kind| {
        let count = koma_rules::Side::BOTH.map(|side| u64::from(rules.start().held(side, kind)));
        (kind.index(), count.iter().sum())
    });
    for (kind, count) in on_board.chain(in_hand) {
        let promoted = variant.kinds[kind].promotes_to.map_or(0, |to| prices[to]);
        let price = prices[kind].max(promoted) * count;
        by_kind[kind] += price;
        total += price;
    }
    let dearest = (0..by_kind.len()).max_by_key(|&kind| by_kind[kind]);
    match dearest.filter(|_| total > MOST_IN_ALL) {
        Some(kind) => Err(too_dear(&variant.kinds[kind].piece)),
        None => Ok(total),
    }
}

fn too_dear(piece: &PieceDef) -> Finding {
    let message = format!("the moves of {} would take too long to find on this board", piece.name);
    Finding::error("moves-too-costly", message)
        .help("fewer of them, a smaller board, or fewer long legs in one move")
}

fn price_of(variant: &Variant, kind: &Kind) -> u64 {
    price(&kind.piece.movement, u64::from(variant.files.max(variant.ranks)))
}

/// The squares that a man looks at on an empty board whose longer side has so many.
fn price(movement: &Movement, side: u64) -> u64 {
    let reach = |reach: Reach| reach.limit().map_or(side, |limit| u64::from(limit).min(side));
    let power = |base: u64, times: u64| (0..times).fold(1_u64, |all, _| all.saturating_mul(base));
    let Movement { steps, jumps, area_moves, jump_slides, jump_over, hooks, .. } = movement;
    let mut total = steps.iter().map(|step| reach(step.reach)).sum::<u64>();
    total += jumps.iter().map(|jump| reach(jump.rider)).sum::<u64>();
    total += (jump_slides.len() as u64 + jump_over.len() as u64) * side;
    for area in area_moves {
        let dirs = if area.dirs.is_empty() { 8 } else { area.dirs.len() as u64 };
        total = total.saturating_add(power(dirs, area.max_steps.into()));
    }
    for hook in hooks {
        let turns = power(2 * reach(hook.then), hook.max_turns.into());
        let slide = hook.dirs.len() as u64 * side;
        total = total.saturating_add(slide.saturating_mul(turns));
    }
    if let Some(line) = &movement.line_area {
        total += line.max_steps.iter().map(|(_, steps)| u64::from(*steps).pow(2)).sum::<u64>();
    }
    let flights = [
        movement.range_capture.as_ref().map(|flight| flight.dirs.len()),
        movement.range_jump.as_ref().map(|flight| flight.dirs.len()),
    ];
    total += flights.into_iter().flatten().map(|dirs| dirs as u64 * side).sum::<u64>();
    if movement.anywhere.is_some() {
        total += side * side;
    }
    for path in &movement.paths {
        let ends = path.legs.iter().fold(1_u64, |all, leg| all.saturating_mul(reach(leg.reach)));
        total = total.saturating_add(ends.saturating_mul(path.legs.len() as u64));
    }
    total
}

#[cfg(test)]
mod tests {
    use koma_betza::Dialect;

    use super::*;

    #[test]
    fn every_game_of_the_catalogue_can_be_afforded() {
        for variant in koma_variants::catalogue() {
            let rules = Ruleset::compile(variant).unwrap();
            let price = check(&rules);
            println!("{} {price:?}", variant.slug);
            assert!(price.is_ok(), "{}: {price:?}", variant.slug);
        }
    }

    #[test]
    fn legs_multiply() {
        let price = |betza: &str| {
            let (movement, _) = koma_pieces::betza::read(betza, Dialect::Strict);
            price(&movement, 36)
        };
        assert_eq!(price("W"), 4);
        assert_eq!(price("R"), 4 * 36);
        assert!(price("RaaR") > 50 * price("R"), "{}", price("RaaR"));
    }
}
