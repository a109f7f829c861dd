//! Mates in 3 and in 5 of every game with check rules, made from random play, found by the solver and
//! proved by trying everything. A few of each game; with `KOMA_FULL=1` a hundred.

mod mating;

use std::sync::atomic::AtomicBool;

use koma_rules::{Game, Position, Ruleset, Winner};
use koma_search::mate::{Solver, Task, Verdict};
use mating::{Random, mates_within};

/// Plays at random, with a taste for checks, and calls `each` where the side to move has a check.
fn wander(rules: &std::sync::Arc<Ruleset>, random: &mut Random, mut each: impl FnMut(&Position)) {
    let mut position = Position::start(rules);
    let mut moves = Vec::new();
    for ply in 0..160 {
        position.checks_into(&mut moves);
        if ply > 10 && !moves.is_empty() && !position.is_threatened(position.side().other()) {
            each(&position);
        }
        if moves.is_empty() || random.below(2) > 0 {
            moves = position.legal_moves();
        }
        if moves.is_empty() || position.is_over() {
            return;
        }
        let _ = position.play_unchecked(moves[random.below(moves.len())]);
    }
}

/// Whether a line of the solver ends the game for its side.
fn mates(position: &Position, line: &[koma_rules::Move]) -> bool {
    let mut game = Game::from(position.clone());
    line.iter().all(|&mv| game.play(mv).is_ok())
        && game.end().is_some_and(|end| end.winner == Winner::Side(position.side()))
}

#[test]
fn mates_in_three_and_five_of_every_game_are_found_and_proved() {
    let full = std::env::var_os("KOMA_FULL").is_some();
    let (wanted, games) = if full { (100, 20_000) } else { (3, 40) };
    for variant in koma_variants::catalogue() {
        let rules = Ruleset::compile(variant).expect("the catalogue compiles");
        let squares = rules.geometry().squares();
        if !rules.has_check_rules() || squares > 200 {
            continue;
        }
        let mut solver = Solver::new(4 << 20);
        let (mut random, mut found, mut played) = (Random(1_755), [0, 0], 0);
        let games = if squares > 100 { games / 10 } else { games };
        while played < games && found.iter().any(|&count| count < wanted) {
            played += 1;
            wander(&rules, &mut random, |position| {
                if found.iter().all(|&count| count >= wanted) {
                    return;
                }
                let (task, stop) = (Task::shortest(1_500), AtomicBool::new(false));
                let Ok(answer) = solver.solve(position, &task, &stop, &mut |_| {}) else { return };
                let length = answer.line.len();
                if answer.verdict != Verdict::Mate || !answer.shortest || ![3, 5].contains(&length)
                {
                    return;
                }
                let count = &mut found[usize::from(length == 5)];
                if *count >= wanted {
                    return;
                }
                *count += 1;
                let sfen = position.sfen();
                assert!(mates(position, &answer.line), "{} {sfen}", variant.slug);
                assert!(mates_within(position, length as u16), "{} {sfen}", variant.slug);
                assert!(!mates_within(position, length as u16 - 2), "{} {sfen}", variant.slug);
            });
        }
        eprintln!("{}: {} in 3, {} in 5, {played} games", variant.slug, found[0], found[1]);
        if ["shogi", "minishogi"].contains(&variant.slug.as_str()) {
            assert!(found[0] >= wanted, "{}: {found:?}", variant.slug);
        }
    }
}
