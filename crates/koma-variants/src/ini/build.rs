//! From gathered options to a variant.

use std::collections::HashMap;

use koma_pieces::{Movement, PieceDef};
use koma_text::{Findings, Span};

use super::draft::{Draft, Start, Type};
use super::endings::endings;
use super::groups::{Group, MOST_GROUPS};
use super::pieces::{PROMOTED, TypeId};
use super::start::{self, Position};
use super::values::{Part, Region, Types, squares};
use crate::say;
use crate::{
    ChoiceGroup, Clock, DeadSquares, DropMate, DropRules, Impasse, ImpasseProfile, Kind, LionRules,
    Pass, PromotionRules, PromotionWhen, SetupPhase, SpecialRules, Variant, Zone,
};

/// The kinds of a variant and the type each one is: a promoted pawn may be of type gold.
pub struct Men {
    /// The kinds.
    pub kinds: Vec<Kind>,
    types: Vec<TypeId>,
}

impl Men {
    /// The kinds that are of these types, promoted men by what they move as.
    pub fn kinds_of(&self, types: &Types) -> Vec<usize> {
        (0..self.kinds.len()).filter(|&kind| types.has(self.types[kind])).collect()
    }

    /// The kinds of these types that can be in hand.
    fn in_hand(&self, types: &Types) -> Vec<usize> {
        let mut kinds = self.kinds_of(types);
        kinds.retain(|&kind| !self.kinds[kind].code.starts_with('+'));
        kinds
    }
}

/// The variant of a section; `None` when it has no start position that fits.
pub fn build(name: &str, at: Span, draft: &Draft, out: &mut Findings) -> Option<Variant> {
    let (files, ranks) = draft.board();
    let start = match &draft.start {
        Start::Missing => {
            out.push(say::ini_start_missing().at(at));
            return None;
        }
        Start::Fen(fen, place) => Some(start::read(fen, place.unwrap_or(at), draft, out)?),
        Start::Sfen(_) if draft.base.is_none_or(|b| (b.files, b.ranks) != (files, ranks)) => {
            out.push(say::ini_start_inherited().at(at));
            return None;
        }
        Start::Sfen(_) => None,
    };
    let mut start = start;
    if let Some(start) = start.as_mut().filter(|_| !draft.is("pieceDrops")) {
        if start.hands.iter().any(|hand| !hand.is_empty()) {
            out.push(say::ini_hands_without_drops().at(at));
        }
        start.hands = Default::default();
    }
    let men = match &start {
        Some(start) => men(draft, start),
        None => inherited_men(draft),
    };
    if men.kinds.is_empty() {
        out.push(say::ini_no_pieces().at(at));
        return None;
    }
    let mut men = men;
    let (check_rules, royals_needed) = royals(draft, &mut men, start.as_ref(), at, out);
    remarks(draft, &men, start.as_ref(), at, out);
    let endings = endings(draft, &men, start.as_ref(), check_rules);
    let sfen = match (&start, &draft.start) {
        (Some(start), _) => {
            let order: Vec<TypeId> = men
                .types
                .iter()
                .zip(&men.kinds)
                .filter(|(_, k)| !k.code.starts_with('+'))
                .map(|(&t, _)| t)
                .collect();
            let letters: HashMap<TypeId, char> =
                draft.types.iter().filter_map(|(&id, t)| Some((id, t.letter?))).collect();
            start.sfen(|id| letters.get(&id).copied().unwrap_or('?'), &order)
        }
        (None, Start::Sfen(sfen)) => sfen.clone(),
        (None, _) => return None,
    };
    let dead_squares = match draft.is("immobilityIllegal") {
        true => DeadSquares::Forbidden,
        false => DeadSquares::Allowed,
    };
    let groups = [0, 1].map(|side| {
        let own = draft.groups.0.iter().chain(&draft.groups.1[side]);
        if draft.groups.0.len() + draft.groups.1[side].len() > MOST_GROUPS {
            out.push(say::ini_groups_exceeded().at(at));
        }
        own.take(MOST_GROUPS).map(|group| choice_group(group, &men)).collect()
    });
    Some(Variant {
        slug: name.to_owned(),
        name: name.to_owned(),
        name_ja: name.to_owned(),
        aliases: Vec::new(),
        sources: draft.base.map(|base| base.sources.clone()).unwrap_or_default(),
        files,
        ranks,
        start: sfen,
        handicaps: Vec::new(),
        promotion: PromotionRules {
            zone: promotion_zone(draft),
            when: draft.base.map_or(PromotionWhen::StartsOrEndsInZone, |base| base.promotion.when),
            forced: draft.is("mandatoryPiecePromotion"),
            only_captures: draft.is("piecePromotionOnCapture"),
            forced_by_promoted: draft.base.is_some_and(|base| base.promotion.forced_by_promoted),
            turns_back: draft.is("pieceDemotion"),
            dead_squares,
        },
        drops: draft.is("pieceDrops").then(|| drop_rules(draft, &men, dead_squares)),
        setup: draft.is("setupDrops").then(|| setup(draft, &men)),
        choice_groups: groups,
        check_rules,
        royals_needed,
        special: special(draft, &men),
        endings,
        impasse: Impasse {
            profile: ImpasseProfile::None,
            zone: promotion_zone(draft),
            men_in_zone: 10,
        },
        clock: draft.base.map_or(Clock::None, |base| base.clock),
        kinds: men.kinds,
    })
}

/// The kinds that can appear: those of the start, and their promoted sides.
fn men(draft: &Draft, start: &Position) -> Men {
    let mut order: Vec<TypeId> = start.types();
    let place = |id: &TypeId| draft.base_types.iter().position(|base| base == id);
    // Hands are written in the order of the kinds: the catalogue's, else the strongest first.
    let value = |id: &TypeId| {
        let movement = draft.types.get(id).map(|t| koma_pieces::value::by_movement(&t.movement));
        std::cmp::Reverse(movement.unwrap_or(0))
    };
    order.sort_by_key(|id| (*id == TypeId::KING, place(id).is_none(), place(id), value(id), *id));
    let mut men = Men { kinds: Vec::new(), types: Vec::new() };
    for &id in &order {
        let index = men.kinds.len();
        let letter = draft.types.get(&id).and_then(|t| t.letter).unwrap_or('?');
        let mut kind = kind(draft, id, None, letter, index);
        kind.in_hand = index;
        men.kinds.push(kind);
        men.types.push(id);
    }
    for (index, &id) in order.iter().enumerate() {
        let Some(&to) = draft.promoted.get(&id) else { continue };
        let promoted = men.kinds.len();
        let letter = draft.types.get(&id).and_then(|t| t.letter).unwrap_or('?');
        let mut kind = kind(draft, to, Some(id), letter, promoted);
        kind.in_hand = index;
        men.kinds[index].promotes_to = Some(promoted);
        men.kinds[index].piece.promotes_to = Some(kind.piece.id);
        men.kinds[index].piece.can_promote = true;
        men.kinds.push(kind);
        men.types.push(to);
    }
    men
}

/// One kind: of type `id`, or the side to which `promoted_from` turns.
fn kind(
    draft: &Draft,
    id: TypeId,
    promoted_from: Option<TypeId>,
    letter: char,
    index: usize,
) -> Kind {
    let plain = Type { letter: None, movement: Default::default(), kind: None };
    let of_type = draft.types.get(&id).unwrap_or(&plain);
    let known = match promoted_from {
        Some(from) => draft.promoted_kinds.get(&(from, id)).or(of_type.kind.as_ref()),
        None => of_type.kind.as_ref(),
    };
    let movement = playable(draft, &of_type.movement);
    let (name, name_ja, name_kanji) =
        names(draft, id, promoted_from, letter, known.map(|k| &k.piece));
    let dead = draft.is("immobilityIllegal");
    let upper = letter.to_ascii_uppercase();
    let piece = PieceDef {
        id: index as u32 + 1,
        value: match known {
            Some(kind) => kind.piece.value,
            None => koma_pieces::value::estimate(&name, &name_ja, &movement, &[]),
        },
        name,
        name_ja,
        name_kanji,
        can_promote: false,
        promotes_to: None,
        movement,
        special_rules: Vec::new(),
    };
    let is_plain = promoted_from.is_none();
    let nifu = is_plain && draft.types_of("dropNoDoubled", 0).is_some_and(|types| types.has(id));
    let big =
        matches!(id.built_in().map(|b| b.key), Some("rook" | "bishop" | "bers" | "dragonHorse"));
    Kind {
        piece,
        code: if is_plain { upper.to_string() } else { format!("+{upper}") },
        promotes_to: None,
        in_hand: index,
        royal: false,
        zone: known.and_then(|kind| kind.zone.clone()),
        must_promote_ranks: known.filter(|_| dead).map_or(0, |kind| kind.must_promote_ranks),
        most_per_file: nifu.then(|| draft.number("dropNoDoubledCount").min(255) as u8),
        no_drop_ranks: known.filter(|_| dead).map_or(0, |kind| kind.no_drop_ranks),
        drop_mate: drop_mate(draft, id, known.map(|kind| kind.drop_mate), is_plain),
        points: known.map_or(if big { 5 } else { 1 }, |kind| kind.points),
        stays_in: draft.mobility.get(&id).map(|regions| zone_of(draft, regions)),
        most_on_board: draft.limits.get(&id).map(|&most| most.min(255) as u8),
    }
}

/// 打ち歩詰め: the catalogue's rule is kept; the option alone means what Fairy-Stockfish plays.
fn drop_mate(draft: &Draft, id: TypeId, known: Option<DropMate>, is_plain: bool) -> DropMate {
    match known {
        _ if !draft.is("shogiPawnDropMateIllegal") || !is_plain => DropMate::Allowed,
        Some(DropMate::Forbidden) => DropMate::Forbidden,
        _ if id == TypeId::SHOGI_PAWN => DropMate::Loses,
        _ => DropMate::Allowed,
    }
}

fn names(
    draft: &Draft,
    id: TypeId,
    promoted_from: Option<TypeId>,
    letter: char,
    known: Option<&PieceDef>,
) -> (String, String, String) {
    if let Some(piece) = known {
        return (piece.name.clone(), piece.name_ja.clone(), piece.name_kanji.clone());
    }
    let key = |id: TypeId| id.built_in().map(|built_in| built_in.key);
    let usual = PROMOTED
        .iter()
        .find(|(from, to, ..)| promoted_from.and_then(key) == Some(from) && key(id) == Some(to));
    if let Some((_, _, name, name_ja, kanji)) = usual {
        return ((*name).into(), (*name_ja).into(), (*kanji).into());
    }
    let upper = letter.to_ascii_uppercase();
    let mark = if promoted_from.is_some() { "+" } else { "" };
    match id.built_in() {
        Some(piece) if piece.kanji.is_empty() => {
            (piece.name.into(), piece.name_ja.into(), format!("{mark}{upper}"))
        }
        Some(piece) => (piece.name.into(), piece.name_ja.into(), piece.kanji.into()),
        None => {
            let own = draft.types.get(&id).and_then(|t| t.letter).unwrap_or(letter);
            let own = own.to_ascii_uppercase();
            (format!("Piece {own}"), format!("駒{own}"), format!("{mark}{upper}"))
        }
    }
}

/// Without the moves of the start, unless chess's first steps are on.
fn playable(draft: &Draft, movement: &Movement) -> Movement {
    let mut movement = movement.clone();
    if !draft.is("doubleStep") {
        movement.steps.retain(|step| !step.when.initial);
        movement.jumps.retain(|jump| !jump.when.initial);
        movement.paths.retain(|path| !path.initial);
    }
    movement
}

/// All kinds of the catalogue's variant, when its start is kept.
fn inherited_men(draft: &Draft) -> Men {
    let kinds = draft.base.map(|base| base.kinds.clone()).unwrap_or_default();
    Men { kinds, types: draft.base_types.clone() }
}

/// Marks the royals; whether they must be saved from check, and how many a side needs.
fn royals(
    draft: &Draft,
    men: &mut Men,
    start: Option<&Position>,
    at: Span,
    out: &mut Findings,
) -> (bool, u8) {
    let pseudo = draft.is("extinctionPseudoRoyal");
    let none = Types::Some(Vec::new());
    let extinct = draft.types_of("extinctionPieceTypes", 0).filter(|_| pseudo).unwrap_or(&none);
    if start.is_none() {
        let base = draft.base.map_or((true, 1), |base| (base.check_rules, base.royals_needed));
        return base;
    }
    let mut any = false;
    for (kind, id) in men.kinds.iter_mut().zip(&men.types) {
        kind.royal = *id == TypeId::KING || extinct.has(*id);
        if kind.royal {
            kind.points = 0;
            any = true;
        }
    }
    if extinct.is_none() {
        return (any, 1);
    }
    // Each type is royal by itself once so few of it are left: count those each side starts with.
    let each = draft.number("extinctionPieceCount") as usize + 1;
    let needed = [true, false].map(|first| {
        let mut counts: HashMap<TypeId, usize> = HashMap::new();
        let placed = start.into_iter().flat_map(|start| start.rows.iter().flatten().flatten());
        for man in placed.filter(|man| man.first == first) {
            let id = if man.promoted { draft.promoted.get(&man.id) } else { None };
            *counts.entry(id.copied().unwrap_or(man.id)).or_default() += 1;
        }
        let present = counts.keys().filter(|id| **id == TypeId::KING || extinct.has(**id)).count();
        each * present
    });
    if needed[0] != needed[1] {
        out.push(say::ini_uneven_royals().at(at));
    }
    (any, needed[0].min(needed[1]).clamp(1, 255) as u8)
}

/// What other games have and this one may seem to need.
fn remarks(draft: &Draft, men: &Men, start: Option<&Position>, at: Span, out: &mut Findings) {
    let mut warnings: Vec<&str> = Vec::new();
    let mut warn = |message| warnings.push(message);
    if start.is_some_and(|start| start.castling) && draft.is("castling") {
        warn("castling is a rule of chess");
    }
    let promotes_to = draft.types_of("promotionPieceTypes", 0).is_none_or(|types| !types.is_none());
    let chess_pawns = match draft.types_of("promotionPawnTypes", 0) {
        Some(types) => men.kinds_of(types),
        None => men.kinds_of(&Types::Some(vec![TypeId::CHESS_PAWN])),
    };
    if promotes_to && !chess_pawns.is_empty() {
        warn("the promotion of chess pawns is a rule of chess");
    }
    if draft.is("doubleStep") {
        if !men.kinds_of(&Types::Some(vec![TypeId::CHESS_PAWN])).is_empty() {
            warn("the first two steps of chess pawns are a rule of chess");
        }
        let starts = |movement: &Movement| {
            movement.steps.iter().any(|step| step.when.initial)
                || movement.jumps.iter().any(|jump| jump.when.initial)
        };
        if men.kinds.iter().any(|kind| starts(&kind.piece.movement)) {
            out.push(say::ini_initial().at(at));
        }
    }
    let janggi_cannon = TypeId::of_key("janggiCannon").into_iter().collect();
    if !men.kinds_of(&Types::Some(janggi_cannon)).is_empty() {
        warn("that janggi cannons neither jump nor take each other is a rule of janggi");
    }
    if draft.is("dropLoop") && draft.is("dropPromoted") {
        warn("`dropLoop` beside `dropPromoted`");
    }
    for message in warnings {
        out.push(say::ini_unsupported(message).at(at));
    }
}

fn promotion_zone(draft: &Draft) -> Zone {
    let region = |side: usize, rank: u8| {
        draft.region("promotionRegion", side).cloned().unwrap_or_else(|| vec![Part::Rank(rank)])
    };
    zone_of(draft, &[Some(region(0, 8)), Some(region(1, 1))])
}

/// The squares of two regions on the board; everything where there is no region.
pub fn zone_of(draft: &Draft, regions: &[Option<Region>; 2]) -> Zone {
    let (files, ranks) = draft.board();
    let all: Region = (1..=ranks).map(Part::Rank).collect();
    let sides = [0, 1].map(|side| squares(regions[side].as_ref().unwrap_or(&all), files, ranks));
    // The same number of far ranks for both is what most games have, and reads better.
    let far = |sides: &[Vec<(u8, u8)>; 2], count: u8| {
        let whole = |near: bool| {
            let inside = move |rank: u8| if near { rank <= count } else { rank > ranks - count };
            move |&(_, rank): &(u8, u8)| inside(rank)
        };
        let size = usize::from(files) * usize::from(count);
        sides.iter().all(|side| side.len() == size)
            && sides[0].iter().all(whole(true))
            && sides[1].iter().all(whole(false))
    };
    match (0..=ranks).find(|&count| far(&sides, count)) {
        Some(count) => Zone::FarRanks(count),
        None => Zone::Squares(sides),
    }
}

fn drop_rules(draft: &Draft, men: &Men, dead_squares: DeadSquares) -> DropRules {
    let must_drop = match draft.types_of("mustDropType", 0) {
        _ if !draft.is("mustDrop") => Vec::new(),
        Some(types) => men.in_hand(types),
        None => men.in_hand(&Types::All),
    };
    DropRules {
        dead_squares,
        zone: region_pair(draft, "dropRegion"),
        either_side: draft.is("dropPromoted"),
        // With either side up it makes no difference which one a man shows in hand.
        stays_promoted: draft.is("dropLoop") && !draft.is("dropPromoted"),
        captures_to_hand: draft.is("capturesToHand"),
        may_check: draft.is("dropChecks"),
        must_drop,
    }
}

/// The zone of an option that means the whole board when it is absent.
fn region_pair(draft: &Draft, name: &str) -> Option<Zone> {
    let regions = [0, 1].map(|side| draft.region(name, side).cloned());
    let zone = regions.iter().any(Option::is_some).then(|| zone_of(draft, &regions))?;
    (zone != Zone::FarRanks(draft.board().1)).then_some(zone)
}

fn setup(draft: &Draft, men: &Men) -> SetupPhase {
    let kinds = [0, 1].map(|side| {
        draft.types_of("setupDropPieceTypes", side).map(|t| men.in_hand(t)).unwrap_or_default()
    });
    SetupPhase {
        must_drop: draft.is("setupMustDrop"),
        zone: region_pair(draft, "setupDropRegion"),
        kinds,
    }
}

fn choice_group(group: &Group, men: &Men) -> ChoiceGroup {
    ChoiceGroup {
        options: men.in_hand(&group.options),
        limit: group.limit,
        required: group.required,
        lock_unused: group.lock_unused,
    }
}

fn special(draft: &Draft, men: &Men) -> SpecialRules {
    let base = draft.base.map(|base| base.special.clone()).unwrap_or_default();
    let again = |kinds: &[usize]| -> Vec<usize> {
        let types = kinds.iter().map(|&kind| draft.base_types[kind]).collect();
        men.kinds_of(&Types::Some(types))
    };
    let lions = base.lions.as_ref().map(|lions| LionRules {
        lions: again(&lions.lions),
        baits: again(&lions.baits),
        ..lions.clone()
    });
    let pass = [0, 1].map(|side| match side {
        side if draft.is_for("pass", side) => Pass::Always,
        side if draft.is_for("passOnStalemate", side) => Pass::WithoutMove,
        _ => Pass::Never,
    });
    SpecialRules {
        must_capture: draft.is("mustCapture"),
        no_checks: !draft.is("checking"),
        royals_may_not_face: draft.is("flyingGeneral"),
        duple_check: draft.is("dupleCheck"),
        pass,
        lions,
        ..base
    }
}
