//! Mates in 3 and in 5 of every game with check rules, made from random play, found by the solver and
//! proved by trying everything. A few of each game; with `KOMA_FULL=1` a hundred of each.

mod mating;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use koma_rules::{Move, Position, Ruleset, Square};
use koma_search::mate::{Solver, Task, Verdict};
use koma_variants::{Ending, EndingKind};
use mating::{Random, full, mates_within, replay, solve_in};

/// Plays at random; one side has a taste for men, for checks and for squares near the other's
/// royal, so that it comes to attack. Calls `each` where it has a check.
fn wander(rules: &Arc<Ruleset>, random: &mut Random, mut each: impl FnMut(&Position)) {
    let mut position = Position::start(rules);
    let strong = koma_rules::Side::BOTH[random.below(2)];
    let greed = random.below(4);
    let mut checks = Vec::new();
    let geometry = rules.geometry();
    let apart = |a: Square, b: Square| {
        let (a, b) = (geometry.name(a), geometry.name(b));
        a.file.abs_diff(b.file).max(a.rank.abs_diff(b.rank))
    };
    for _ in 0..6 * rules.geometry().squares() {
        let mut moves = position.legal_moves();
        if moves.is_empty() || position.is_over() {
            return;
        }
        if position.side() == strong {
            position.checks_into(&mut checks);
            if !checks.is_empty() && !position.is_threatened(strong.other()) {
                each(&position);
            }
            let takes = |mv: &Move| mv.dropped().is_none() && position.man_at(mv.to()).is_some();
            if random.below(4) < greed && moves.iter().any(takes) {
                moves.retain(takes);
            } else if !checks.is_empty() && random.below(4) == 0 {
                std::mem::swap(&mut moves, &mut checks);
            }
        }
        let mut mv = moves[random.below(moves.len())];
        if position.side() == strong
            && let Some(royal) = position.only_royal(strong.other())
        {
            for _ in 0..greed {
                let other = moves[random.below(moves.len())];
                if apart(other.to(), royal) < apart(mv.to(), royal) {
                    mv = other;
                }
            }
        }
        let _ = position.play_unchecked(mv);
    }
}

/// Whether every check ends the game at once, so that no mate takes more than one move.
fn a_check_wins(rules: &Ruleset) -> bool {
    let first = |ending: &Ending| matches!(ending.kind, EndingKind::Checks { checks: [1, 1] });
    rules.variant().endings.iter().any(first)
}

#[test]
fn mates_in_three_and_five_of_every_game_are_found_and_proved() {
    let (wanted, games) = if full() { (100, 100_000) } else { (3, 40) };
    let mut lacking = Vec::new();
    for variant in koma_variants::catalogue() {
        let rules = Ruleset::compile(variant).expect("the catalogue compiles");
        if !rules.has_check_rules() || a_check_wins(&rules) {
            continue;
        }
        let mut solver = Solver::new(4 << 20);
        let (mut random, mut found, mut played) = (Random(1_755), [0, 0], 0);
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
                replay(position, &answer);
                assert!(mates_within(position, length as u16), "{} {sfen}", variant.slug);
                assert!(!mates_within(position, length as u16 - 2), "{} {sfen}", variant.slug);
            });
        }
        eprintln!("{}: {} in 3, {} in 5, {played} games", variant.slug, found[0], found[1]);
        if found.iter().any(|&count| count < wanted) {
            lacking.push(variant.slug.as_str());
        }
    }
    eprintln!("not enough: {lacking:?}");
    let asked = |slug: &&str| full() || ["shogi", "minishogi"].contains(slug);
    assert!(!lacking.iter().any(asked), "{lacking:?}");
}

#[test]
fn where_the_first_check_wins_every_mate_is_one_move() {
    let rules = mating::ruleset("checkshogi");
    assert!(a_check_wins(&rules));
    let (mut solver, mut random, mut met) = (Solver::new(1 << 20), Random(18), 0);
    for _ in 0..10 {
        wander(&rules, &mut random, |position| {
            let answer = solve_in(&mut solver, position, Task::shortest(100));
            assert_eq!(answer.line.len(), 1, "{}", position.sfen());
            met += 1;
        });
    }
    assert!(met > 5, "{met}");
}
