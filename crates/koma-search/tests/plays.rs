//! The engine plays every game of the catalogue: legally, the same way twice, and mates as it says.

use std::sync::Arc;

use koma_rules::{Game, Ruleset};
use koma_search::{Control, Engine, Limits, Options, Score};

fn all() -> impl Iterator<Item = Arc<Ruleset>> {
    koma_variants::catalogue().iter().map(|variant| Ruleset::compile(variant).unwrap())
}

fn ruleset(slug: &str) -> Arc<Ruleset> {
    Ruleset::compile(koma_variants::find(slug).unwrap()).unwrap()
}

/// Plays a game against itself.
fn play(rules: &Arc<Ruleset>, nodes: u64, plies: usize) -> (Game, u64) {
    // Sums kept up with the moves are compared with fresh ones at every evaluation.
    let options = Options { hash_mb: 1, verify: true, ..Options::default() };
    let mut engine = Engine::new(rules, options);
    let mut game = Game::start(rules);
    let mut total = 0;
    while game.end().is_none() && game.moves().len() < plies {
        let outcome = engine.search(&game, &Limits::nodes(nodes), &Control::free(), &mut |_| {});
        total += outcome.nodes;
        assert!(outcome.nodes <= nodes + 1, "{}: {} nodes", rules.variant().slug, outcome.nodes);
        let mv = outcome.best.expect("a game that goes on has a move");
        let slug = &rules.variant().slug;
        game.play(mv)
            .unwrap_or_else(|why| panic!("{slug}: {mv:?} in {}: {why}", game.position().sfen()));
    }
    (game, total)
}

#[test]
fn every_game_of_the_catalogue_is_played_legally_and_the_same_way_twice() {
    for rules in all() {
        let large = rules.geometry().squares() > 200;
        let (nodes, plies) = if large { (40, 2) } else { (80, 20) };
        let (first, total) = play(&rules, nodes, plies);
        let (second, again) = play(&rules, nodes, plies);
        assert!(first.moves().eq(second.moves()), "{}", rules.variant().slug);
        assert_eq!(total, again, "{}", rules.variant().slug);
    }
}

#[test]
fn a_mate_in_three_is_announced_and_mates() {
    for (slug, sfen, plies) in [
        // Gold and pawn: the gold drops in front of the king.
        ("shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", 1),
        ("shogi", "7nl/7k1/9/7P1/9/9/9/9/K8 b 2G 1", 3),
    ] {
        let rules = ruleset(slug);
        let setup = koma_rules::Setup::read(&rules, sfen).unwrap();
        let mut game = Game::from(koma_rules::Position::unjudged(&rules, &setup));
        let mut engine = Engine::new(&rules, Options::default());
        let outcome = engine.search(&game, &Limits::depth(7), &Control::free(), &mut |_| {});
        assert_eq!(outcome.score, Score::Mate(plies), "{sfen}: {:?}", outcome.pv);
        for &mv in &outcome.pv {
            game.play(mv).unwrap();
        }
        let winner = koma_rules::Winner::Side(koma_rules::Side::Sente);
        assert_eq!(game.end().unwrap().winner, winner);
    }
}

/// A side that is losing must not think it draws because a position of the game has stood once: the
/// other side need not play it again. The third time it may hope so.
#[test]
fn a_position_of_the_game_counts_as_repeated_when_it_has_stood_twice() {
    let rules = ruleset("shogi");
    let setup = koma_rules::Setup::read(&rules, "4k4/9/9/9/9/9/9/9/4K4 w 2R 1").unwrap();
    let mut game = Game::from(koma_rules::Position::unjudged(&rules, &setup));
    let mut scores = Vec::new();
    for _ in 0..2 {
        for mv in ["5a5b", "5i5h", "5b5a", "5h5i"] {
            game.play_usi(mv).expect("a legal move");
        }
        let mut engine = Engine::new(&rules, Options { hash_mb: 1, ..Options::default() });
        let found = engine.search(&game, &Limits::depth(2), &Control::free(), &mut |_| {});
        scores.push(found.score);
    }
    assert!(matches!(scores[0], Score::Cp(..=-300) | Score::Mate(..=-1)), "{scores:?}");
    assert_eq!(scores[1], Score::Cp(0), "{scores:?}");
}

/// A bishop that loses nothing by promoting is not offered without, unless it is asked about.
#[test]
fn a_move_is_not_offered_that_could_promote_and_lose_nothing() {
    let rules = ruleset("shogi");
    let mut game = Game::start(&rules);
    for mv in ["7g7f", "3c3d", "2g2f", "8c8d"] {
        game.play_usi(mv).expect("a legal move");
    }
    let options = Options { hash_mb: 1, multi_pv: 50, ..Options::default() };
    let mut engine = Engine::new(&rules, options);
    let mut offered = |limits: &Limits| {
        let mut firsts = std::collections::BTreeSet::new();
        engine.search(&game, limits, &Control::free(), &mut |report| {
            firsts.extend(report.pv.first().map(|&mv| game.position().usi(mv).to_string()));
        });
        firsts
    };
    let all = offered(&Limits::depth(2));
    assert!(all.contains("8h2b+") && !all.contains("8h2b"), "{all:?}");
    let plain = koma_rules::Move::board(
        game.position().rules().geometry().square(8, 8).expect("a square"),
        game.position().rules().geometry().square(2, 2).expect("a square"),
        false,
    );
    let asked = offered(&Limits { searchmoves: vec![plain], ..Limits::depth(2) });
    assert!(asked.contains("8h2b"), "{asked:?}");
}
