//! What the options change, and where they apply.

use koma_pieces::{AreaMove, Direction, Jump, Movement, Reach, SpecialRule, Step};

use crate::{
    Chase, Contagion, CounterStrike, DeadSquares, Ending, EndingKind, Kind, LockUnused, Outcome,
    PawnBridge, PromotionRules, PromotionWhen, Variant, Zone, find,
};

pub(super) fn set_bridge(variant: &mut Variant, bridge: PawnBridge) {
    if let Some(lions) = &mut variant.special.lions {
        lions.pawn_bridge = bridge;
    }
}

pub(super) fn set_counter_strike(variant: &mut Variant, strike: CounterStrike) {
    if let Some(lions) = &mut variant.special.lions {
        lions.counter_strike = strike;
    }
}

/// Puts other rules of repetition in the place of those there are.
pub(super) fn set_repetition(
    variant: &mut Variant,
    forbidden: Option<(u8, Chase)>,
    ends: Option<(u8, Chase)>,
) {
    let is_old = |ending: &Ending| {
        use EndingKind::{Repetition, RepetitionForbidden};
        matches!(ending.kind, Repetition { .. } | RepetitionForbidden { .. })
    };
    let at = variant.endings.iter().position(is_old).unwrap_or(variant.endings.len());
    variant.endings.retain(|ending| !is_old(ending));
    let forbidden =
        forbidden.map(|(times, chaser)| EndingKind::RepetitionForbidden { times, chaser });
    let ends = ends.map(|(times, chaser_loses)| EndingKind::Repetition { times, chaser_loses });
    let new = forbidden.into_iter().chain(ends);
    let new = new.map(|kind| Ending { kind, outcome: Outcome::Draw });
    variant.endings.splice(at..at, new);
}

pub(super) fn set_burners(variant: &mut Variant, ways: [Direction; 2]) {
    for kind in variant.kinds.iter_mut().filter(|kind| kind.piece.movement.burn) {
        let steps = &mut kind.piece.movement.steps;
        steps.retain(|step| !step.direction.is_orthogonal());
        steps.extend(ways.map(|way| Step::new(way, Reach::Ranging)));
        steps.sort_by_key(|step| step.direction);
    }
}

pub(super) fn has_range_capture(variant: &Variant) -> bool {
    variant.kinds.iter().any(|kind| kind.piece.movement.range_capture.is_some())
}

pub(super) fn has_piece(variant: &Variant, name: &str) -> bool {
    variant.kinds.iter().any(|kind| kind.piece.name == name)
}

pub(super) fn pieces<'a>(
    variant: &'a mut Variant,
    name: &'a str,
) -> impl Iterator<Item = &'a mut Movement> {
    let named = variant.kinds.iter_mut().filter(move |kind| kind.piece.name == name);
    named.map(|kind| &mut kind.piece.movement)
}

/// Lets the men of this name move as the catalogue's game has them, whatever they did before.
pub(super) fn restore(variant: &mut Variant, game: &str, name: &str) {
    let kinds = find(game).map_or(&[][..], |game| &game.kinds);
    let Some(shipped) = kinds.iter().find(|kind| kind.piece.name == name) else { return };
    for kind in variant.kinds.iter_mut().filter(|kind| kind.piece.name == name) {
        kind.piece.movement = shipped.piece.movement.clone();
        kind.piece.special_rules = shipped.piece.special_rules.clone();
    }
}

/// Whether the variant has the free eagle of the game whose men burn.
pub(super) fn is_tenjiku_eagle(variant: &Variant) -> bool {
    has_piece(variant, "Free eagle") && variant.kinds.iter().any(|kind| kind.piece.movement.burn)
}

pub(super) fn set_free_eagle(variant: &mut Variant, steps: bool, leaps: &[(i8, i8)]) {
    let dirs = vec![Direction::NE, Direction::SE, Direction::SW, Direction::NW];
    let area =
        AreaMove { radius: 2, max_steps: 2, can_return: true, captures: 2, jump: false, dirs };
    restore(variant, "tenjiku", "Free eagle");
    if !steps {
        take_single(variant, "Free eagle");
    }
    for movement in pieces(variant, "Free eagle") {
        movement.area_moves = if steps { vec![area.clone()] } else { Vec::new() };
        movement.jumps = leaps.iter().map(|&(rows, cols)| Jump::new(rows, cols)).collect();
    }
}

/// The lion hawk goes, and takes, only to the square where it stops.
pub(super) fn set_plain_lion_hawk(variant: &mut Variant) {
    restore(variant, "tenjiku", "Lion hawk");
    take_single(variant, "Lion hawk");
}

/// Men of this name go, and take, only to the square where they stop.
fn take_single(variant: &mut Variant, name: &str) {
    for kind in variant.kinds.iter_mut().filter(|kind| kind.piece.name == name) {
        let movement = &mut kind.piece.movement;
        (movement.area_moves, movement.line_area) = (Vec::new(), None);
        movement.igui.clear();
        let is_lion =
            |rule: &SpecialRule| matches!(rule, SpecialRule::Igui | SpecialRule::CanCaptureTwo);
        kind.piece.special_rules.retain(|rule| !is_lion(rule));
    }
}

/// The teaching king slides like a queen and does nothing else.
pub(super) fn set_plain_teaching_king(variant: &mut Variant) {
    restore(variant, "maka-dai-dai", "Teaching king");
    take_single(variant, "Teaching king");
    pieces(variant, "Teaching king").for_each(|movement| movement.jumps.clear());
}

/// The heavenly tetrarchs do not slide forward and backward.
pub(super) fn set_level_tetrarchs(variant: &mut Variant) {
    restore(variant, "tenjiku", "Heavenly tetrarchs");
    for movement in pieces(variant, "Heavenly tetrarchs") {
        movement.jump_slides.retain(|slide| !matches!(slide.dir, Direction::N | Direction::S));
    }
}

/// The men that make several steps and take one man at most.
pub(super) fn area_movers(variant: &Variant) -> impl Iterator<Item = &AreaMove> {
    let areas = variant.kinds.iter().flat_map(|kind| &kind.piece.movement.area_moves);
    areas.filter(|area| area.captures == 1 && area.max_steps > 1)
}

pub(super) fn set_area_pass(variant: &mut Variant, may: bool) {
    let areas = variant.kinds.iter_mut().flat_map(|kind| &mut kind.piece.movement.area_moves);
    areas.filter(|area| area.captures == 1 && area.max_steps > 1).for_each(|area| {
        area.can_return = may;
    });
}

/// Whether a variant has the zone of chu shogi: four ranks or more of a board of twelve or more,
/// and men that promote by entering it.
pub(super) fn has_chu_zone(variant: &Variant) -> bool {
    let far = variant.promotion.zone.far_ranks().is_some_and(|ranks| (4..=5).contains(&ranks));
    let when = variant.promotion.when;
    far && variant.ranks >= 12
        && matches!(when, PromotionWhen::EntersOrCaptures | PromotionWhen::StartsOrEndsInZone)
}

pub(super) fn has_devas(variant: &Variant) -> bool {
    has_piece(variant, "Deva") && has_piece(variant, "Teaching king")
}

/// Who takes a deva or a dark spirit becomes what these promote to; `spares` says whether the
/// drunk elephant is spared besides the royals.
pub(super) fn set_contagion(variant: &mut Variant, spares: Option<bool>) {
    let Some(elephant) = spares else {
        variant.special.contagion.clear();
        return;
    };
    let all = |holds: &dyn Fn(&Kind) -> bool| -> Vec<usize> {
        (0..variant.kinds.len()).filter(|&index| holds(&variant.kinds[index])).collect()
    };
    let spared = all(&|kind| kind.royal || elephant && kind.piece.name == "Drunk elephant");
    let spread = [("Deva", "Teaching king"), ("Dark spirit", "Buddhist spirit")];
    variant.special.contagion = spread
        .into_iter()
        .filter_map(|(front, back)| {
            let taken = all(&|kind| kind.piece.name == front || kind.piece.name == back);
            let becomes = variant.kinds.iter().position(|kind| kind.piece.name == back)?;
            Some(Contagion { taken, becomes, spares: spared.clone() })
        })
        .collect();
}

pub(super) fn set_major_promotion(variant: &mut Variant, promotes: bool) {
    for code in ["DK", "DH", "FK"] {
        let back = variant.kinds.iter().position(|kind| kind.code == format!("+{code}"));
        if let Some(kind) = variant.kinds.iter_mut().find(|kind| kind.code == code) {
            kind.promotes_to = back.filter(|_| promotes);
        }
    }
}

pub(super) fn set_free_demons(variant: &mut Variant, backward: bool) {
    for name in ["Free demon", "Free dream-eater"] {
        for movement in pieces(variant, name) {
            let behind = [Direction::SE, Direction::SW];
            movement.steps.retain(|step| !behind.contains(&step.direction));
            if backward {
                movement.steps.extend(behind.map(|dir| Step::new(dir, Reach::Ranging)));
            }
            movement.steps.sort_by_key(|step| step.direction);
        }
    }
}

pub(super) fn set_white_tiger(variant: &mut Variant, long: Direction, short: Direction) {
    for movement in pieces(variant, "White tiger") {
        for step in &mut movement.steps {
            if step.direction == long {
                step.reach = Reach::Ranging;
            } else if step.direction == short {
                step.reach = Reach::Single;
            }
        }
    }
}

pub(super) fn set_promotion(variant: &mut Variant, ranks: u8, when: PromotionWhen, forced: bool) {
    variant.promotion = PromotionRules {
        zone: Zone::FarRanks(ranks.min(variant.ranks)),
        when,
        forced,
        only_captures: false,
        forced_by_promoted: false,
        turns_back: false,
        dead_squares: DeadSquares::Allowed,
    };
}

pub(super) fn set_no_progress(variant: &mut Variant, plies: Option<u32>) {
    variant.endings.retain(|ending| !matches!(ending.kind, EndingKind::NoProgress { .. }));
    let kind = plies.map(|plies| EndingKind::NoProgress { plies, kinds: Default::default() });
    variant.endings.extend(kind.map(|kind| Ending { kind, outcome: Outcome::Draw }));
}

pub(super) fn set_lock(variant: &mut Variant, lock: LockUnused) {
    for group in variant.choice_groups.iter_mut().flatten() {
        group.lock_unused = lock;
    }
}
