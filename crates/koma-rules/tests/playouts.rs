//! Random games of every variant: the moves against the reference interpreter of movements, keys
//! and undo at every ply, and an end for every game.

mod support;

use std::collections::BTreeSet;

use koma_pieces::reach::{self, Board, Mover, Options};
use koma_rules::{Game, KindId, Man, Move, Position, Ruleset, Side, Square};
use koma_variants::Borrowed;
use support::{Random, ruleset};

/// A board move by what it does: from, to, the squares it empties, whether the mover is burnt.
type Outcome = (Square, Square, BTreeSet<Square>, bool);

fn to_reach(rules: &Ruleset, square: Square) -> reach::Square {
    let name = rules.geometry().name(square);
    let col = u16::from(rules.geometry().files()) - name.file;
    reach::Square { row: (name.rank - 1) as u8, col: col as u8 }
}

fn from_reach(rules: &Ruleset, square: reach::Square) -> Square {
    let file = u16::from(rules.geometry().files()) - u16::from(square.col);
    rules.geometry().square(file, u16::from(square.row) + 1).expect("on the board")
}

/// Which flights a man stops, from its definition.
fn rank(rules: &Ruleset, kind: KindId) -> u8 {
    let kind = &rules.variant().kinds[kind.index()];
    let movement = &kind.piece.movement;
    let flight = movement.range_capture.as_ref().map(|flight| flight.rank);
    let jump = movement.range_jump.as_ref().map(|flight| flight.rank);
    if kind.royal { u8::MAX } else { flight.max(jump).unwrap_or(0) }
}

/// Everything the men of a side could do, by the reference interpreter.
fn reference(position: &Position, side: Side) -> BTreeSet<Outcome> {
    let rules = position.rules();
    let (files, ranks) = (rules.geometry().files(), rules.geometry().ranks());
    let men: Vec<(Square, Man)> = Side::BOTH
        .into_iter()
        .flat_map(|side| {
            position.men(side).into_iter().map(move |(s, kind)| (s, Man { kind, side }))
        })
        .collect();
    let mut outcomes = BTreeSet::new();
    for &(from, man) in men.iter().filter(|(_, man)| man.side == side) {
        let mut board = Board::new(ranks, files);
        for &(square, other) in men.iter().filter(|(square, _)| *square != from) {
            let movement = &rules.variant().kinds[other.kind.index()].piece.movement;
            let seen = reach::Man {
                own: other.side == side,
                rank: rank(rules, other.kind),
                burns: movement.burn,
            };
            board.put(to_reach(rules, square), seen);
        }
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
        for outcome in reached.moves {
            let captured = outcome.captured.iter().map(|&s| from_reach(rules, s)).collect();
            outcomes.insert((from, from_reach(rules, outcome.to), captured, outcome.burnt));
        }
    }
    outcomes
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

/// Plays random games; every `sample`th position is compared with the reference.
fn play(slug: &str, games: u64, most_plies: usize, sample: usize) {
    let rules = ruleset(slug);
    let mut random = Random(slug.bytes().fold(7, |n, b| n * 31 + u64::from(b)));
    for _ in 0..games {
        let mut game = Game::start(&rules);
        let start = game.position().clone();
        while game.end().is_none() && game.moves().len() < most_plies {
            let moves = game.legal_moves();
            assert!(!moves.is_empty(), "{slug}: no end and no move: {}", game.position().sfen());
            if game.moves().len().is_multiple_of(sample) {
                compare(game.position());
                let text = game.position().sfen();
                let again = koma_rules::Setup::read(&rules, &text).expect("what we wrote");
                assert_eq!(Position::unjudged(&rules, &again), *game.position(), "{text}");
            }
            let mv = moves[random.below(moves.len())];
            game.play(mv).unwrap_or_else(|reason| {
                panic!("{slug}: {} {:?}: {reason}", game.position().sfen(), mv)
            });
            assert_eq!(game.position().key(), game.position().computed_key(), "{slug} {mv:?}");
        }
        while game.undo().is_ok() {
            let position = game.position();
            debug_assert_eq!(position.key(), position.computed_key());
        }
        assert_eq!(*game.position(), start, "{slug}");
    }
}

#[test]
fn random_games_of_every_variant_obey_the_reference() {
    let asked = std::env::var("KOMA_PLAYOUTS").ok().and_then(|n| n.parse().ok());
    for variant in koma_variants::catalogue() {
        let squares = u32::from(variant.files) * u32::from(variant.ranks);
        // Large boards take longer, for us and for the reference.
        let (games, plies, sample) = match squares {
            ..=100 => (4, 300, 9),
            101..=400 => (2, 150, 29),
            _ => (1, 60, 59),
        };
        match asked {
            Some(games) => play(&variant.slug, games, 20_000, 97),
            None => play(&variant.slug, games, plies, sample),
        }
        eprintln!("{} done", variant.slug);
    }
}
