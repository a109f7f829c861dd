//! How games end, from the options about it.

use super::build::{Men, zone_of};
use super::draft::Draft;
use super::pieces::TypeId;
use super::start::Position;
use super::values::{Gain, Types};
use crate::{Chase, Ending, EndingKind, Outcome};

/// The endings of a draft. Those Fairy-Stockfish looks at before any move come first.
pub fn endings(
    draft: &Draft,
    men: &Men,
    start: Option<&Position>,
    check_rules: bool,
) -> Vec<Ending> {
    let mut endings = Vec::new();
    let mut add = |kind: EndingKind, gain: Gain| {
        let outcome = match gain {
            Gain::Win => Outcome::Win,
            Gain::Loss => Outcome::Loss,
            Gain::Draw => Outcome::Draw,
            Gain::None => return,
        };
        endings.push(Ending { kind, outcome });
    };
    let pseudo_royal = draft.is("extinctionPseudoRoyal");
    if !pseudo_royal {
        // Each type by itself, its men of all kinds together.
        let types: Vec<Vec<usize>> = match draft.types_of("extinctionPieceTypes", 0) {
            Some(Types::All) => vec![Vec::new()],
            Some(Types::Some(types)) => {
                let kinds = |id: &TypeId| men.kinds_of(&Types::Some(vec![*id]));
                types.iter().map(kinds).filter(|kinds| !kinds.is_empty()).collect()
            }
            None => Vec::new(),
        };
        for kinds in types {
            let at_most = draft.number("extinctionPieceCount") as u16;
            let other_has = draft.number("extinctionOpponentPieceCount") as u16;
            let claim = draft.is("extinctionClaim");
            let kind = EndingKind::Extinction { kinds, at_most, other_has, claim };
            add(kind, draft.gain("extinctionValue"));
        }
    }
    if let Some(goal) = goal(draft, men) {
        add(goal, Gain::Loss);
    }
    if draft.is("checkCounting") {
        let checks = start.and_then(|start| start.checks).unwrap_or([1, 1]);
        let checks = checks.map(|checks| checks.max(1));
        add(EndingKind::Checks { checks }, Gain::Loss);
    }
    if check_rules {
        add(EndingKind::Checkmate, draft.gain("checkmateValue"));
    }
    add(EndingKind::NoMove, draft.gain("stalemateValue"));
    let times = draft.number("nFoldRule") as u8;
    if times > 1 {
        let perpetual = check_rules && draft.is("perpetualCheckIllegal");
        let chaser_loses = if perpetual { chase(draft) } else { Chase::Nothing };
        let kind = EndingKind::Repetition { times, chaser_loses };
        let gain = draft.gain("nFoldValue");
        if draft.is("nFoldValueAbsolute") && matches!(gain, Gain::Win | Gain::Loss) {
            let outcome = match gain {
                Gain::Loss => Outcome::FirstPlayerLoses,
                _ => Outcome::SecondPlayerLoses,
            };
            endings.push(Ending { kind, outcome });
        } else {
            add(kind, gain);
        }
    }
    let moves = draft.number("nMoveRule");
    if moves > 0 {
        let pawns = Types::Some(vec![TypeId::CHESS_PAWN]);
        let kinds = |side| match draft.types_of("nMoveRuleTypes", side).unwrap_or(&pawns) {
            // `*` names no type there.
            Types::All => Vec::new(),
            types => men.kinds_of(types),
        };
        let kinds = [kinds(0), kinds(1)];
        let plies = 2 * moves;
        endings
            .push(Ending { kind: EndingKind::NoProgress { plies, kinds }, outcome: Outcome::Draw });
    }
    endings.extend(inherited(draft, men));
    endings
}

/// What may not be repeated: as in the catalogue, where it is more than check.
fn chase(draft: &Draft) -> Chase {
    let attack = draft.base.into_iter().flat_map(|base| &base.endings).any(|ending| {
        matches!(ending.kind, EndingKind::Repetition { chaser_loses: Chase::Attack, .. })
    });
    if attack { Chase::Attack } else { Chase::Check }
}

/// The endings of the catalogue that no option speaks of.
fn inherited(draft: &Draft, men: &Men) -> Vec<Ending> {
    let Some(base) = draft.base else { return Vec::new() };
    let again = |kinds: &[usize]| -> Vec<usize> {
        let types = kinds.iter().map(|&kind| draft.base_types[kind]).collect();
        men.kinds_of(&Types::Some(types))
    };
    let kind = |ending: &Ending| match &ending.kind {
        kind @ (EndingKind::MoveLimit { .. } | EndingKind::RepetitionForbidden { .. }) => {
            Some(kind.clone())
        }
        EndingKind::BareRoyal { too_weak } => {
            Some(EndingKind::BareRoyal { too_weak: again(too_weak) })
        }
        _ => None,
    };
    let with_outcome =
        |ending: &Ending| kind(ending).map(|kind| Ending { kind, outcome: ending.outcome });
    base.endings.iter().filter_map(with_outcome).collect()
}

/// The goal, if there is one to reach.
fn goal(draft: &Draft, men: &Men) -> Option<EndingKind> {
    let region = |side| Some(draft.region("flagRegion", side).cloned().unwrap_or_default());
    let zone = zone_of(draft, &[region(0), region(1)]);
    let kinds = |side| men.kinds_of(draft.types_of("flagPiece", side).unwrap_or(&Types::All));
    (!zone.is_empty()).then(|| EndingKind::Goal {
        kinds: [kinds(0), kinds(1)],
        zone,
        count: draft.number("flagPieceCount").clamp(1, 255) as u8,
        safe: draft.is("flagPieceSafe"),
        last_move: draft.is("flagMove"),
        when_full: draft.is("flagPieceBlockedWin"),
    })
}
