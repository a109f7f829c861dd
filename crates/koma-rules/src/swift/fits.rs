//! Whether the rules of a variant are all known to the fast way. Whether its men are is found out
//! while the tables are made ([`super::make`]).

use koma_variants::{Borrowed, Ending, EndingKind, PromotionWhen, Variant, Zone};

use crate::kinds::{KindRules, Squares};
use crate::ruleset::Core;

/// The ending that a position shows by itself, besides the loss of the last royal.
#[derive(Debug)]
pub(crate) enum AtOnce {
    /// There is none, or the first check wins.
    Plain,
    /// Where a royal wins, and whether only where nothing could take it.
    Goal(Squares, bool),
    /// A bare royal.
    Bare,
}

/// Whether a variant has only rules that the fast way knows.
pub(super) fn fits(core: &Core) -> bool {
    let Core { variant, kinds, facts, .. } = core;
    let drops = variant.drops.as_ref();
    let usual_drops = drops
        .is_none_or(|drops| drops.captures_to_hand && !drops.stays_promoted && drops.may_check);
    let usual_kind = |kind: &KindRules| {
        (!kind.turns_back || kind.zone.is_full())
            && kind.is_never_stuck()
            && kind.stays_out.is_none()
            && kind.most_on_board.is_none()
            && kind.most_per_file != Some(0)
    };
    let stuck = kinds.iter().any(|kind| kind.stuck.is_some());
    let taken = |ending: &Ending| ending.kind == EndingKind::RoyalTaken;
    // A man that turns into a royal does so on the board, and answers no drop with it.
    let usual_heirs = !facts.royals_are_made
        || kinds.iter().all(|kind| kind.other_side.is_none() && !kind.drop_mate_forbidden);
    let (promotion, special) = (&variant.promotion, &variant.special);
    matches!(promotion.when, PromotionWhen::StartsOrEndsInZone | PromotionWhen::EndsInZone)
        && (!promotion.only_captures || promotion.forced && !stuck)
        && usual_heirs
        && !promotion.forced_by_promoted
        && facts.royals_needed == 1
        && special.borrowed == Borrowed::No
        && !(special.royals_may_not_face || special.duple_check || special.no_checks)
        && !(facts.burns || facts.infects)
        && !facts.unusual
        && (variant.check_rules || variant.endings.iter().any(taken))
        && (facts.check_wins || !facts.state)
        && usual_drops
        && kinds.iter().all(usual_kind)
}

/// The ending that a position shows by itself, if there is at most one and the fast way knows it.
pub(super) fn at_once(core: &Core) -> Option<AtOnce> {
    let variant = &core.variant;
    let mut endings = variant.endings.iter().filter(|ending| ending.kind.is_at_once());
    match (endings.next().map(|ending| &ending.kind), endings.next()) {
        (None, _) => Some(AtOnce::Plain),
        _ if core.facts.check_wins => Some(AtOnce::Plain),
        (Some(EndingKind::BareRoyal { too_weak }), None) if too_weak.is_empty() => {
            Some(AtOnce::Bare)
        }
        (Some(EndingKind::Goal { .. }), None) if !variant.check_rules => {
            let (zone, safe) = royal_goal(variant)?;
            Some(AtOnce::Goal(Squares::of_zone(core.geometry, zone), safe))
        }
        _ => None,
    }
}

/// The goal of a variant, if a side reaches it with one royal and ends the game with that, and
/// whether only where nothing could take it.
fn royal_goal(variant: &Variant) -> Option<(&Zone, bool)> {
    variant.endings.iter().find_map(|ending| match &ending.kind {
        EndingKind::Goal { kinds, zone, count: 1, safe, last_move: false, .. } => {
            let royal = |index: usize| variant.kinds[index].royal;
            let all = |kinds: &Vec<usize>| {
                (0..variant.kinds.len()).all(|index| royal(index) == kinds.contains(&index))
            };
            kinds.iter().all(all).then_some((zone, *safe))
        }
        _ => None,
    })
}
