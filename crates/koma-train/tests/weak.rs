//! The engine beats those that know nothing, in every game of the catalogue.
//!
//! By default a few games with few positions a move are played. `KOMA_WEAK=20` plays so many
//! against each, at 1,000 positions a move, in all games; `KOMA_WEAK_OF=chu,dai` in these only.

use std::time::Duration;

use koma_rules::{Game, Ruleset};
use koma_search::Options;
use koma_train::{
    Conditions, EnginePlayer, Greedy, Limits, Player, RandomMover, play, random_opening,
};

/// Games that are small enough to be played to their ends in a test.
const QUICK: [&str; 7] =
    ["dobutsu", "micro", "minishogi", "kyoto", "judkins", "gorogoro", "66shogi"];

#[test]
fn the_engine_beats_chance_and_greed() {
    let full = std::env::var("KOMA_WEAK").ok().and_then(|n| n.parse::<u64>().ok());
    let only = std::env::var("KOMA_WEAK_OF").unwrap_or_default();
    let games = full.unwrap_or(2);
    let nodes = if full.is_some() { 1_000 } else { 300 };
    let mut sum = 0.0;
    let mut count = 0.0;
    for variant in koma_variants::catalogue() {
        let wanted = if only.is_empty() {
            full.is_some() || QUICK.contains(&variant.slug.as_str())
        } else {
            only.split(',').any(|slug| slug == variant.slug)
        };
        if !wanted {
            continue;
        }
        let mut random = RandomMover::default();
        let mut greedy = Greedy::new(false);
        let others: [(&mut dyn Player, f64); 2] = [(&mut random, 1.0), (&mut greedy, 0.98)];
        for (other, least) in others {
            let (points, told) = score(variant, other, games, nodes);
            let share = points / games as f64;
            println!("{:<14} {:<7} {points} of {games}  {told}", variant.slug, other.name());
            sum += points;
            count += games as f64;
            if full.is_some() {
                assert!(share >= least, "{} against {}: {told}", variant.slug, other.name());
            }
        }
    }
    // A few games at few positions say little of each game, but enough of all together.
    assert!(sum >= 0.85 * count, "{sum} of {count} points");
}

/// The engine's points in so many games, and how they ended.
fn score(
    variant: &koma_variants::Variant,
    other: &mut dyn Player,
    games: u64,
    nodes: u64,
) -> (f64, String) {
    let rules = Ruleset::compile(variant).unwrap();
    let mut engine = EnginePlayer::new("koma", Options { hash_mb: 4, ..Options::default() }, None);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let conditions = Conditions {
        limits: [limits, limits],
        most_plies: 3_000,
        margin: Duration::from_secs(600),
        adjudicate: None,
    };
    let (mut points, mut told) = (0.0, String::new());
    for number in 0..games {
        let opening = random_opening(&Game::start(&rules), 2, 17, number / 2).unwrap();
        engine.new_game(&opening, number).unwrap();
        other.new_game(&opening, number).unwrap();
        let engine_first = number % 2 == 0;
        let mover = opening.position().side();
        let side = if engine_first { mover } else { mover.other() };
        let players: [&mut dyn Player; 2] = if side == koma_rules::Side::Sente {
            [&mut engine, &mut *other]
        } else {
            [&mut *other, &mut engine]
        };
        let finished = play(opening, players, &conditions);
        let gained = match finished.verdict.winner() {
            Some(winner) if winner == side => 1.0,
            None => 0.5,
            Some(_) => 0.0,
        };
        points += gained;
        if gained < 1.0 {
            told += &format!("game {number}: {:?}; ", finished.verdict);
        }
        assert!(!finished.verdict.is_irregular(), "{}: {:?}", variant.slug, finished.verdict);
    }
    (points, told)
}
