//! A variant of the catalogue as the parent of a section.

use std::sync::{Arc, LazyLock};

use koma_betza::Dialect;
use koma_pieces::Movement;

use super::draft::{Draft, Start, Type};
use super::groups::Group;
use super::pieces::{BUILT_IN, TypeId};
use super::values::{Gain, Part, Region, Types, Value};
use crate::{Chase, ChoiceGroup, DeadSquares, DropMate, EndingKind, Outcome, Pass, Variant, Zone};

static MOVEMENTS: LazyLock<Vec<Arc<Movement>>> = LazyLock::new(|| {
    let read = |betza: &str| koma_pieces::betza::read(betza, Dialect::Fairy).0;
    BUILT_IN.iter().map(|piece| Arc::new(read(piece.betza))).collect()
});

const BOTH: [bool; 2] = [true, true];
const SIDES: [[bool; 2]; 2] = [[true, false], [false, true]];

/// What a section inherits that names a variant of the catalogue as its parent.
///
/// Rules that no option can say (lion trading, borrowed moves, impasse) come along with
/// [`Draft::base`].
pub fn draft(variant: &'static Variant) -> Draft {
    let mut draft = Draft::template();
    draft.base = Some(variant);
    let types = types(variant, &mut draft);
    draft.base_types.clone_from(&types);
    board(variant, &mut draft);
    promotion(variant, &mut draft);
    drops(variant, &types, &mut draft);
    set_up(variant, &types, &mut draft);
    royals(variant, &types, &mut draft);
    endings(variant, &types, &mut draft);
    draft
}

/// The type of each kind.
///
/// A kind that moves as a built-in piece is that piece, so that its key means it; the king is one
/// only where losing it loses.
fn types(variant: &'static Variant, draft: &mut Draft) -> Vec<TypeId> {
    let royals = variant.kinds.iter().filter(|kind| kind.royal).count();
    let sole_royal = variant.check_rules && royals == 1 && variant.royals_needed == 1;
    let mut next = TypeId::FIRST_OF_CATALOGUE;
    let mut ids = vec![TypeId::KING; variant.kinds.len()];
    // Men as they start come first: a promoted man that moves as one of them is called so.
    let (promoted, plain): (Vec<usize>, Vec<usize>) =
        (0..variant.kinds.len()).partition(|&index| variant.kinds[index].code.starts_with('+'));
    for index in plain.into_iter().chain(promoted) {
        let kind = &variant.kinds[index];
        let movement = Arc::new(kind.piece.movement.clone());
        let is_promoted = kind.code.starts_with('+');
        let built_in = if kind.royal && sole_royal {
            Some(TypeId::KING)
        } else {
            let same = |id: &u16| *MOVEMENTS[usize::from(*id)] == *movement;
            let free = |id: &u16| {
                *id != TypeId::KING.0 && (is_promoted || !draft.types.contains_key(&TypeId(*id)))
            };
            // Later names are shogi's own: a man that moves as several is the last of them.
            (0..BUILT_IN.len() as u16).rev().find(|id| free(id) && same(id)).map(TypeId)
        };
        let id = built_in.unwrap_or_else(|| {
            next += 1;
            TypeId(next - 1)
        });
        ids[index] = id;
        let code = kind.code.to_ascii_lowercase();
        let mut letters = code.chars();
        let letter = match (letters.next(), letters.next()) {
            (Some(letter), None) => Some(letter),
            _ => None,
        };
        let kind = Some(Arc::new(kind.clone()));
        match draft.types.get_mut(&id) {
            // A promoted man that moves as another: the other keeps its letter and its name.
            Some(known) if known.letter.is_some() || letter.is_none() => {}
            Some(known) => *known = Type { letter, movement, kind },
            None => drop(draft.types.insert(id, Type { letter, movement, kind })),
        }
    }
    for (index, kind) in variant.kinds.iter().enumerate() {
        if let Some(promoted) = kind.promotes_to {
            let pair = (ids[index], ids[promoted]);
            draft.promoted.insert(pair.0, pair.1);
            draft.promoted_kinds.insert(pair, Arc::new(variant.kinds[promoted].clone()));
        }
        if let Some(most) = kind.most_on_board {
            draft.limits.insert(ids[index], most.into());
        }
        if let Some(zone) = &kind.stays_in {
            let regions = regions(zone, variant);
            draft.mobility.insert(ids[index], regions.map(Some));
        }
    }
    ids
}

fn board(variant: &Variant, draft: &mut Draft) {
    draft.set("maxFile", BOTH, Value::Number(variant.files.into()));
    draft.set("maxRank", BOTH, Value::Number(variant.ranks.into()));
    let many_letters = variant.kinds.iter().any(|k| k.code.trim_start_matches('+').len() > 1);
    draft.start = match many_letters {
        true => Start::Sfen(variant.start.clone()),
        false => Start::Fen(super::start::fen(variant), None),
    };
}

fn promotion(variant: &Variant, draft: &mut Draft) {
    let rules = &variant.promotion;
    for (side, region) in regions(&rules.zone, variant).into_iter().enumerate() {
        draft.set("promotionRegion", SIDES[side], Value::Region(region));
    }
    draft.set("mandatoryPiecePromotion", BOTH, Value::Bool(rules.forced));
    draft.set("piecePromotionOnCapture", BOTH, Value::Bool(rules.only_captures));
    draft.set("pieceDemotion", BOTH, Value::Bool(rules.turns_back));
    let dead = rules.dead_squares == DeadSquares::Forbidden;
    draft.set("immobilityIllegal", BOTH, Value::Bool(dead));
}

fn drops(variant: &Variant, types: &[TypeId], draft: &mut Draft) {
    draft.set("pieceDrops", BOTH, Value::Bool(variant.drops.is_some()));
    let no_mate = variant.kinds.iter().any(|kind| kind.drop_mate != DropMate::Allowed);
    draft.set("shogiPawnDropMateIllegal", BOTH, Value::Bool(no_mate));
    let doubled = variant.kinds.iter().zip(types).find(|(kind, _)| kind.most_per_file.is_some());
    if let Some((kind, &id)) = doubled {
        draft.set("dropNoDoubled", BOTH, Value::Types(Types::Some(vec![id])));
        let count = kind.most_per_file.unwrap_or(1).into();
        draft.set("dropNoDoubledCount", BOTH, Value::Number(count));
    }
    let Some(rules) = &variant.drops else { return };
    draft.set("capturesToHand", BOTH, Value::Bool(rules.captures_to_hand));
    draft.set("dropPromoted", BOTH, Value::Bool(rules.either_side));
    draft.set("dropLoop", BOTH, Value::Bool(rules.stays_promoted));
    draft.set("dropChecks", BOTH, Value::Bool(rules.may_check));
    if let Some(zone) = &rules.zone {
        for (side, region) in regions(zone, variant).into_iter().enumerate() {
            draft.set("dropRegion", SIDES[side], Value::Region(region));
        }
    }
    if let Some(&kind) = rules.must_drop.first() {
        draft.set("mustDrop", BOTH, Value::Bool(true));
        let one = rules.must_drop.len() == 1;
        let which = if one { Types::Some(vec![types[kind]]) } else { Types::All };
        draft.set("mustDropType", BOTH, Value::Types(which));
    }
}

fn set_up(variant: &Variant, types: &[TypeId], draft: &mut Draft) {
    let named = |kinds: &[usize]| Types::Some(kinds.iter().map(|&kind| types[kind]).collect());
    if let Some(phase) = &variant.setup {
        draft.set("setupDrops", BOTH, Value::Bool(true));
        draft.set("setupMustDrop", BOTH, Value::Bool(phase.must_drop));
        for (sides, kinds) in SIDES.into_iter().zip(&phase.kinds) {
            draft.set("setupDropPieceTypes", sides, Value::Types(named(kinds)));
        }
        if let Some(zone) = &phase.zone {
            for (side, region) in regions(zone, variant).into_iter().enumerate() {
                draft.set("setupDropRegion", SIDES[side], Value::Region(region));
            }
        }
    }
    let group = |group: &ChoiceGroup| Group {
        options: named(&group.options),
        limit: group.limit,
        required: group.required,
        lock_unused: group.lock_unused,
    };
    let [first, second] = &variant.choice_groups;
    draft.groups = match first == second {
        true => (first.iter().map(group).collect(), Default::default()),
        false => {
            let own = [first, second].map(|groups| groups.iter().map(group).collect());
            (Vec::new(), own)
        }
    };
}

fn royals(variant: &Variant, types: &[TypeId], draft: &mut Draft) {
    let royals = variant.kinds.iter().zip(types).filter(|(kind, _)| kind.royal);
    let mut royals: Vec<TypeId> = royals.map(|(_, &id)| id).collect();
    royals.dedup();
    if royals == [TypeId::KING] || royals.is_empty() {
        return;
    }
    draft.set("extinctionValue", BOTH, Value::Outcome(Gain::Loss));
    draft.set("extinctionPieceTypes", BOTH, Value::Types(Types::Some(royals)));
    let too_few = u32::from(variant.royals_needed).saturating_sub(1);
    draft.set("extinctionPieceCount", BOTH, Value::Number(too_few));
    draft.set("extinctionPseudoRoyal", BOTH, Value::Bool(variant.check_rules));
}

fn endings(variant: &Variant, types: &[TypeId], draft: &mut Draft) {
    let special = &variant.special;
    draft.set("mustCapture", BOTH, Value::Bool(special.must_capture));
    draft.set("checking", BOTH, Value::Bool(!special.no_checks));
    draft.set("flyingGeneral", BOTH, Value::Bool(special.royals_may_not_face));
    draft.set("dupleCheck", BOTH, Value::Bool(special.duple_check));
    for (sides, pass) in SIDES.into_iter().zip(special.pass) {
        draft.set("pass", sides, Value::Bool(pass == Pass::Always));
        draft.set("passOnStalemate", sides, Value::Bool(pass == Pass::WithoutMove));
    }
    draft.set("nMoveRule", BOTH, Value::Number(0));
    draft.set("nFoldRule", BOTH, Value::Number(0));
    for ending in &variant.endings {
        let gain = Value::Outcome(match ending.outcome {
            Outcome::Win => Gain::Win,
            Outcome::Draw => Gain::Draw,
            _ => Gain::Loss,
        });
        let all =
            |kinds: &[usize]| Value::Types(Types::Some(kinds.iter().map(|&k| types[k]).collect()));
        match &ending.kind {
            EndingKind::Checkmate => draft.set("checkmateValue", BOTH, gain),
            EndingKind::NoMove => draft.set("stalemateValue", BOTH, gain),
            EndingKind::Repetition { times, chaser_loses } => {
                draft.set("nFoldRule", BOTH, Value::Number((*times).into()));
                draft.set("nFoldValue", BOTH, gain);
                let absolute = ending.outcome == Outcome::FirstPlayerLoses;
                draft.set("nFoldValueAbsolute", BOTH, Value::Bool(absolute));
                let chase = *chaser_loses != Chase::Nothing;
                draft.set("perpetualCheckIllegal", BOTH, Value::Bool(chase));
            }
            EndingKind::NoProgress { plies, kinds } => {
                draft.set("nMoveRule", BOTH, Value::Number(plies.div_ceil(2)));
                for (side, kinds) in SIDES.into_iter().zip(kinds) {
                    draft.set("nMoveRuleTypes", side, all(kinds));
                }
            }
            EndingKind::Checks { .. } => draft.set("checkCounting", BOTH, Value::Bool(true)),
            EndingKind::Extinction { kinds, at_most, other_has, claim } => {
                draft.set("extinctionValue", BOTH, gain);
                let kinds = if kinds.is_empty() { Value::Types(Types::All) } else { all(kinds) };
                draft.set("extinctionPieceTypes", BOTH, kinds);
                draft.set("extinctionPieceCount", BOTH, Value::Number((*at_most).into()));
                let other = Value::Number((*other_has).into());
                draft.set("extinctionOpponentPieceCount", BOTH, other);
                draft.set("extinctionClaim", BOTH, Value::Bool(*claim));
            }
            EndingKind::Goal { kinds, zone, count, safe, last_move, when_full } => {
                for (side, kinds) in SIDES.into_iter().zip(kinds) {
                    draft.set("flagPiece", side, all(kinds));
                }
                for (side, region) in regions(zone, variant).into_iter().enumerate() {
                    draft.set("flagRegion", SIDES[side], Value::Region(region));
                }
                draft.set("flagPieceCount", BOTH, Value::Number((*count).into()));
                draft.set("flagPieceSafe", BOTH, Value::Bool(*safe));
                draft.set("flagMove", BOTH, Value::Bool(*last_move));
                draft.set("flagPieceBlockedWin", BOTH, Value::Bool(*when_full));
            }
            _ => {}
        }
    }
}

/// The squares of a zone for both sides.
fn regions(zone: &Zone, variant: &Variant) -> [Region; 2] {
    let (files, ranks) = (variant.files, variant.ranks);
    match zone {
        Zone::FarRanks(far) => {
            let first = (ranks + 1).saturating_sub(*far)..=ranks;
            [first.map(Part::Rank).collect(), (1..=*far).map(Part::Rank).collect()]
        }
        Zone::Squares(sides) => sides.clone().map(|squares| {
            let part = |(file, rank): (u8, u8)| Part::Square(files + 1 - file, ranks + 1 - rank);
            squares.into_iter().map(part).collect()
        }),
    }
}
