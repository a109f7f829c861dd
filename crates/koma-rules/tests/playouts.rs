//! Random games of every variant: the moves against the reference interpreter of movements, keys
//! and undo at every ply, and an end for every game.

mod support;

use std::collections::BTreeSet;

use koma_pieces::reach::{self, Board, Mover, Options};
use koma_rules::{Game, KindId, Man, Move, Position, Side, Square};
use koma_variants::{Borrowed, DeadSquares, PromotionWhen, Zone};
use support::reference::{drop_fault, from_reach, is_dead, is_in, rank, to_reach};
use support::{Random, ruleset};

/// A board move by what it does: from, to, the squares it empties, whether the mover is burnt.
type Outcome = (Square, Square, BTreeSet<Square>, bool);

/// Everything the men of a side could do, by the reference interpreter.
fn reference(position: &Position, side: Side) -> BTreeSet<Outcome> {
    let board = seen_by(position, side);
    let men = position.men(side).into_iter();
    men.flat_map(|(from, kind)| reference_of(position, &board, from, Man { kind, side })).collect()
}

/// The board as the men of a side see it.
fn seen_by(position: &Position, side: Side) -> Board {
    let rules = position.rules();
    let mut board = Board::new(rules.geometry().ranks(), rules.geometry().files());
    for owner in Side::BOTH {
        for (square, kind) in position.men(owner) {
            let burns = rules.variant().kinds[kind.index()].piece.movement.burn;
            let seen = reach::Man { own: owner == side, rank: rank(rules, kind), burns };
            board.put(to_reach(rules, square), seen);
        }
    }
    board
}

/// Everything one man could do, by the reference interpreter.
fn reference_of(position: &Position, board: &Board, from: Square, man: Man) -> Vec<Outcome> {
    let (rules, side) = (position.rules(), man.side);
    let mut board = board.clone();
    board.clear(to_reach(rules, from));
    let behind = rules.geometry().name(from);
    let behind_rank = if side == Side::Sente { behind.rank + 1 } else { behind.rank - 1 };
    let behind = rules.geometry().square(behind.file, behind_rank);
    let lender = behind
        .and_then(|square| position.man_at(square))
        .filter(|other| other.side == side)
        .filter(|_| rules.variant().special.borrowed == Borrowed::Behind);
    let kind = &rules.variant().kinds[lender.unwrap_or(man).kind.index()];
    let mover = Mover {
        movement: &kind.piece.movement,
        at: to_reach(rules, from),
        virgin: rules.start().man_at(from) == Some(man),
        faces_down: side == Side::Gote,
    };
    let special = &rules.variant().special;
    let options = Options {
        range_capture_blocker: special.range_capture_blocker,
        range_land_own: special.range_land_own,
        list_ways: false,
        ..Options::default()
    };
    let reached = reach::reach(&board, mover, options).expect("no hostile movement");
    let outcome = |outcome: reach::Outcome| {
        let captured = outcome.captured.iter().map(|&s| from_reach(rules, s)).collect();
        (from, from_reach(rules, outcome.to), captured, outcome.burnt)
    };
    reached.moves.into_iter().map(outcome).collect()
}

/// What a move of the engine does, seen by playing it.
fn outcome(position: &Position, mv: Move) -> Option<Outcome> {
    let from = mv.from()?;
    let mut after = position.clone();
    let undo = after.play_unchecked(mv);
    let captured = undo.victims().map(|(square, _)| square).collect();
    let burnt = after.man_at(mv.to()).is_none();
    Some((from, mv.to(), captured, burnt))
}

/// Whether a side could take a royal that must be guarded, by the reference interpreter.
fn hangs(position: &Position, side: Side) -> bool {
    let rules = position.rules();
    let royal = |kind: KindId| rules.variant().kinds[kind.index()].royal;
    let royals: Vec<Square> =
        position.men(side).into_iter().filter(|&(_, k)| royal(k)).map(|(s, _)| s).collect();
    let guarded = royals.len() <= usize::from(rules.variant().royals_needed);
    let taken = |outcome: &Outcome| royals.iter().any(|royal| outcome.2.contains(royal));
    guarded && reference(position, side.other()).iter().any(taken)
}

/// Compares the legal moves with those of the reference.
fn compare(position: &Position) {
    let rules = position.rules();
    let variant = rules.variant();
    let engine: BTreeSet<Outcome> = position
        .legal_moves()
        .into_iter()
        .filter(|mv| !(mv.promotes() && variant.kinds.iter().any(|k| k.piece.movement.burn)))
        .filter_map(|mv| outcome(position, mv))
        .collect();
    let reference = reference(position, position.side());
    for found in &engine {
        assert!(reference.contains(found), "{}: {found:?} is no move", position.sfen());
    }
    let unsure = variant.special.lions.is_some()
        || variant.special.must_capture
        || position.is_placing(position.side())
        || variant.kinds.iter().any(|kind| kind.piece.movement.anywhere.is_some())
        || variant.kinds.iter().any(|kind| kind.piece.movement.burn);
    if unsure {
        return;
    }
    for found in reference.difference(&engine) {
        // Only a royal left to be taken can be the reason.
        assert!(variant.check_rules, "{}: {found:?} is missing", position.sfen());
        let mut setup = position.setup();
        let man = setup.man_at(found.0);
        setup.set(found.0, None);
        found.2.iter().for_each(|&square| setup.set(square, None));
        setup.set(found.1, man);
        setup.side = position.side().other();
        let after = Position::unjudged(rules, &setup);
        assert!(hangs(&after, position.side()), "{}: {found:?} is missing", position.sfen());
    }
}

/// Why a move of the engine should not be one: its way, its turning over, its drop, or a royal
/// it leaves to be taken. Written from the definitions, without regard to speed.
fn fault(position: &Position, mv: Move) -> Option<&'static str> {
    let (rules, side) = (position.rules(), position.side());
    let variant = rules.variant();
    let mut after = position.clone();
    let undo = after.play_unchecked(mv);
    if variant.check_rules && hangs(&after, side) {
        return Some("a royal can be taken");
    }
    if let Some(kind) = mv.dropped() {
        return drop_fault(position, kind, mv.to());
    }
    let from = mv.from()?;
    let Some(man) = position.man_at(from).filter(|man| man.side == side) else {
        return Some("no man of the side stands there");
    };
    let seen = outcome(position, mv)?;
    // A man may turn into one that burns, which the reference does not know of.
    let kindles = mv.promotes() && variant.kinds.iter().any(|kind| kind.piece.movement.burn);
    let is_it = |way: &Outcome| *way == seen || kindles && (way.0, way.1) == (seen.0, seen.1);
    if !reference_of(position, &seen_by(position, side), from, man).iter().any(is_it) {
        return Some("the man does not move so");
    }
    let (kind, rules_of) = (&variant.kinds[man.kind.index()], &variant.promotion);
    let front = variant.kinds.iter().position(|k| k.promotes_to == Some(man.kind.index()));
    let turns_back = rules_of.turns_back && front.is_some();
    let zone = kind.zone.as_ref().unwrap_or(&rules_of.zone);
    let (starts, ends) = (is_in(rules, zone, from, side), is_in(rules, zone, mv.to(), side));
    let takes = undo.victims().any(|(_, victim)| victim.side != side);
    let dead =
        !variant.special.borrowed.eq(&Borrowed::Behind) && is_dead(rules, man.kind, mv.to(), side);
    let fits = match rules_of.when {
        _ if turns_back => true,
        PromotionWhen::StartsOrEndsInZone => starts || ends,
        PromotionWhen::EndsInZone => ends,
        PromotionWhen::TouchesZone => ends || mv.via().any(|s| is_in(rules, zone, s, side)),
        PromotionWhen::EntersOrCaptures => ends && (!starts || takes || dead) || starts && takes,
    };
    let may =
        (kind.promotes_to.is_some() || turns_back) && fits && (takes || !rules_of.only_captures);
    let stuck = rules_of.dead_squares == DeadSquares::Forbidden && dead;
    let far = is_in(rules, &Zone::FarRanks(kind.must_promote_ranks), mv.to(), side);
    let promoted =
        |kind: KindId| variant.kinds.iter().any(|front| front.promotes_to == Some(kind.index()));
    let takes_promoted = undo.victims().any(|(_, man)| man.side != side && promoted(man.kind));
    let forced = rules_of.forced || rules_of.forced_by_promoted && takes_promoted;
    let must = may && forced || kind.promotes_to.is_some() && (stuck || far);
    match mv.promotes() {
        true if !(may || must) => Some("it may not turn over"),
        false if must => Some("it must turn over"),
        _ => None,
    }
}

/// How to play: so many games of so many plies at most; every `sample`th position has all its
/// moves compared with the reference, every `judged`th move is judged by it.
#[derive(Clone, Copy)]
struct Plan {
    games: u64,
    plies: usize,
    sample: usize,
    judged: usize,
}

/// Plays random games, and says how many plies they had.
fn play(slug: &str, plan: Plan) -> usize {
    let rules = ruleset(slug);
    let mut random = Random(slug.bytes().fold(7, |n, b| n * 31 + u64::from(b)));
    let mut plies = 0;
    for _ in 0..plan.games {
        let mut game = Game::start(&rules);
        let start = game.position().clone();
        while game.end().is_none() && game.moves().len() < plan.plies {
            let moves = game.legal_moves();
            assert!(!moves.is_empty(), "{slug}: no end and no move: {}", game.position().sfen());
            if game.moves().len().is_multiple_of(plan.sample) {
                compare(game.position());
                let text = game.position().sfen();
                let again = koma_rules::Setup::read(&rules, &text).expect("what we wrote");
                assert_eq!(Position::unjudged(&rules, &again), *game.position(), "{text}");
            }
            let mv = moves[random.below(moves.len())];
            if game.moves().len().is_multiple_of(plan.judged)
                && let Some(fault) = fault(game.position(), mv)
            {
                let position = game.position();
                panic!("{slug}: {} in {}: {fault}", position.usi(mv), position.sfen());
            }
            game.play(mv).unwrap_or_else(|reason| {
                panic!("{slug}: {} {:?}: {reason}", game.position().sfen(), mv)
            });
            assert_eq!(game.position().key(), game.position().computed_key(), "{slug} {mv:?}");
        }
        plies += game.moves().len();
        while game.undo().is_ok() {
            let position = game.position();
            debug_assert_eq!(position.key(), position.computed_key());
        }
        assert_eq!(*game.position(), start, "{slug}");
    }
    plies
}

/// `KOMA_PLAYOUTS=1000` plays so many games of every variant to their ends; with
/// `KOMA_PLAYOUTS_OF=chu,dai` of these only.
#[test]
fn random_games_of_every_variant_obey_the_reference() {
    let asked = std::env::var("KOMA_PLAYOUTS").ok().and_then(|n| n.parse().ok());
    let only = std::env::var("KOMA_PLAYOUTS_OF").unwrap_or_default();
    let only: Vec<&str> = only.split(',').filter(|slug| !slug.is_empty()).collect();
    for variant in koma_variants::catalogue() {
        if !only.is_empty() && !only.contains(&variant.slug.as_str()) {
            continue;
        }
        let squares = u32::from(variant.files) * u32::from(variant.ranks);
        // Large boards take longer, for us and for the reference.
        let plan = match (asked, squares) {
            (Some(games), ..=400) => Plan { games, plies: 20_000, sample: 97, judged: 1 },
            (Some(games), _) => Plan { games, plies: 20_000, sample: 997, judged: 1 },
            (None, ..=100) => Plan { games: 4, plies: 300, sample: 9, judged: 1 },
            (None, 101..=400) => Plan { games: 2, plies: 150, sample: 29, judged: 1 },
            (None, _) => Plan { games: 1, plies: 60, sample: 59, judged: 7 },
        };
        let plies = play(&variant.slug, plan);
        eprintln!("{}: {} games, {plies} plies", variant.slug, plan.games);
    }
}
