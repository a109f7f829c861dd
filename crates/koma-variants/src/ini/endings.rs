//! How games end, from the options about it.

use koma_text::{Finding, Findings, Span};

use super::build::{Men, zone_of};
use super::draft::Draft;
use super::pieces::TypeId;
use super::start::Position;
use super::values::{Gain, Region, Types};
use crate::{Chase, Ending, EndingKind, Outcome};

/// The endings of a draft. Those Fairy-Stockfish looks at before any move come first.
pub fn endings(
    draft: &Draft,
    men: &Men,
    start: Option<&Position>,
    check_rules: bool,
    at: Span,
    out: &mut Findings,
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
    for goal in goals(draft, men, at, out) {
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
        let kinds = match (draft.types_of("nMoveRuleTypes", 0), draft.types_of("nMoveRuleTypes", 1))
        {
            (Some(first), Some(second)) if first != second => {
                let message = "one set of `nMoveRuleTypes` for both sides is supported";
                out.push(Finding::warning("ini-unsupported", message).at(at));
                men.kinds_of(first)
            }
            (Some(types), _) | (None, Some(types)) => men.kinds_of(types),
            (None, None) => men.kinds_of(&Types::Some(vec![TypeId::CHESS_PAWN])),
        };
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

/// The goals: one for both sides, or one each where their pieces differ.
fn goals(draft: &Draft, men: &Men, at: Span, out: &mut Findings) -> Vec<EndingKind> {
    let region = |side| Some(draft.region("flagRegion", side).cloned().unwrap_or_default());
    let types = [0, 1].map(|side| draft.types_of("flagPiece", side).unwrap_or(&Types::All));
    let goal = |regions: &[Option<Region>; 2], types: &Types| {
        let zone = zone_of(draft, regions);
        (!zone.is_empty()).then(|| EndingKind::Goal {
            kinds: men.kinds_of(types),
            zone,
            count: draft.number("flagPieceCount").clamp(1, 255) as u8,
            safe: draft.is("flagPieceSafe"),
            last_move: draft.is("flagMove"),
            when_full: draft.is("flagPieceBlockedWin"),
        })
    };
    if types[0] == types[1] {
        return goal(&[region(0), region(1)], types[0]).into_iter().collect();
    }
    if draft.is("flagMove") {
        let message = "`flagMove` with a `flagPiece` for each side is not supported";
        out.push(Finding::warning("ini-unsupported", message).at(at));
    }
    let none = || Some(Region::default());
    let each = [goal(&[region(0), none()], types[0]), goal(&[none(), region(1)], types[1])];
    each.into_iter().flatten().collect()
}
