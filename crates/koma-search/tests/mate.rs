//! The mate solver beside second ways to the same answers.

mod mating;

use std::sync::atomic::{AtomicBool, Ordering};

use koma_rules::{Game, Position, Reason, Ruleset};
use koma_search::mate::{Answer, Progress, Solver, Task, Unsolvable, Verdict};
use mating::{
    Random, attacks, exact, mates_within, position, refutes_every_defence, replay, ruleset,
    solve_in, sparse,
};

fn solve(position: &Position, task: Task) -> Answer {
    solve_in(&mut Solver::new(8 << 20), position, task)
}

#[track_caller]
fn check(sfen: &str, plies: usize) -> Answer {
    let position = position("shogi", sfen);
    let answer = solve(&position, Task::shortest(200_000));
    assert_eq!(answer.verdict, Verdict::Mate, "{sfen}");
    assert_eq!(answer.line.len(), plies, "{sfen}");
    assert!(answer.shortest, "{sfen}");
    replay(&position, &answer);
    answer
}

#[test]
fn a_gold_at_the_head_mates() {
    let answer = check("4k4/9/4P4/9/9/9/9/9/9 b G 1", 1);
    assert_eq!(ruleset("shogi").usi(answer.line[0]).to_string(), "G*5b");
}

#[test]
fn a_dropped_pawn_does_not_mate() {
    // 打ち歩詰め: P*1b would be mate, and may not be played. With a gold in hand it is mate.
    let pawn = position("shogi", "7nk/9/7S1/9/9/9/9/9/9 b P 1");
    assert_eq!(solve(&pawn, Task::any(10_000)).verdict, Verdict::NoMate);
    check("7nk/9/7S1/9/9/9/9/9/9 b G 1", 1);
}

#[test]
fn a_position_without_checks_has_no_mate() {
    let answer = solve(&position("shogi", "4k4/9/9/9/9/9/9/9/4K4 b - 1"), Task::any(10_000));
    assert_eq!((answer.verdict, answer.line.len()), (Verdict::NoMate, 0));
}

#[test]
fn going_round_in_circles_is_no_mate_and_ends() {
    // A rook alone checks for ever, and never mates.
    let answer = solve(&position("shogi", "4k4/9/9/9/9/9/9/9/3R5 b - 1"), Task::any(2_000_000));
    assert_eq!(answer.verdict, Verdict::NoMate, "{} nodes", answer.nodes);
}

#[test]
fn what_is_no_problem_is_refused_in_a_sentence() {
    for (sfen, expected) in [
        ("9/9/9/9/9/9/9/9/4K4 b G 1", Unsolvable::NoRoyal),
        ("4k4/4G4/9/9/9/9/9/9/4K4 b - 1", Unsolvable::AlreadyInCheck),
    ] {
        let mut solver = Solver::new(1 << 20);
        let stop = AtomicBool::new(false);
        let answer = solver.solve(&position("shogi", sfen), &Task::any(100), &stop, &mut |_| {});
        assert_eq!(answer, Err(expected), "{sfen}");
        assert!(!expected.to_string().ends_with('.'));
    }
}

#[test]
fn a_stopped_search_says_unknown() {
    let stop = AtomicBool::new(true);
    let hard = "1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6 b SP2gn2l11p 1";
    let hard = position("shogi", hard);
    let answer = Solver::new(1 << 20).solve(&hard, &Task::any(u64::MAX), &stop, &mut |_| {});
    assert_eq!(answer.map(|answer| answer.verdict), Ok(Verdict::Unknown));
}

/// Compares the solver, with much and with little memory, with two plain ways: the whole graph of a
/// problem where it is small, and everything tried to five plies where it is not.
fn compare(slug: &str, count: usize) -> [usize; 3] {
    let (mut large, mut small) = (Solver::new(8 << 20), Solver::new(1 << 16));
    let (rules, mut random) = (ruleset(slug), Random(20_261_116));
    let (mut whole, mut walked, mut mates) = (0, 0, 0);
    for _ in 0..count {
        let Some(position) = sparse(&rules, &mut random) else { continue };
        let sfen = position.sfen();
        let truth = exact(&position, 300);
        let short = [1, 3, 5].into_iter().find(|&plies| mates_within(&position, plies));
        for solver in [&mut large, &mut small] {
            let answer = solve_in(solver, &position, Task::shortest(100_000));
            let length = (answer.verdict == Verdict::Mate).then_some(answer.line.len() as u16);
            if let Some(truth) = truth {
                assert_eq!(length, truth, "{slug} {sfen}: {answer:?}");
                assert_ne!(answer.verdict, Verdict::Unknown, "{slug} {sfen}");
                assert_eq!(answer.shortest, length.is_some(), "{slug} {sfen}");
            }
            if answer.shortest || answer.verdict == Verdict::NoMate {
                assert_eq!(length.filter(|&plies| plies <= 5), short, "{slug} {sfen}: {answer:?}");
            }
            if length.is_some() {
                replay(&position, &answer);
            }
        }
        whole += usize::from(truth.is_some());
        walked += 1;
        mates += usize::from(short.is_some_and(|plies| plies > 1));
    }
    eprintln!("{slug}: {whole} whole graphs, {walked} walked, {mates} mates in 3 or 5");
    [whole, walked, mates]
}

#[test]
fn verdicts_and_lengths_of_shogi_are_those_of_plain_ways() {
    let [whole, walked, mates] = compare("shogi", 300);
    assert!(whole > 2 && walked > 50 && mates > 5, "{whole} {walked} {mates}");
}

#[test]
fn verdicts_and_lengths_of_other_games_are_those_of_plain_ways() {
    for slug in ["minishogi", "kyoto", "judkins", "gorogoro", "tori", "annan", "dobutsu", "sho"] {
        let [_, walked, mates] = compare(slug, 60);
        assert!(walked > 3, "{slug}: {walked} {mates}");
    }
}

#[test]
fn every_defence_of_a_mate_is_refuted() {
    let (rules, mut random) = (ruleset("shogi"), Random(7));
    let mut solver = Solver::new(8 << 20);
    let mut mates = 0;
    for _ in 0..2_000 {
        let Some(position) = sparse(&rules, &mut random) else { continue };
        let answer = solve_in(&mut solver, &position, Task::shortest(2_000));
        if answer.verdict == Verdict::Mate && (3..=9).contains(&answer.line.len()) {
            mates += 1;
            let mut reply = |position: &Position| {
                solve_in(&mut solver, position, Task::shortest(200_000)).line.first().copied()
            };
            refutes_every_defence(&position, answer.line.len(), &mut reply);
        }
    }
    assert!(mates > 20, "{mates}");
}

#[test]
fn mates_made_from_random_play_are_played_to_their_end_in_every_game() {
    for variant in koma_variants::catalogue() {
        let rules = Ruleset::compile(variant).unwrap();
        let squares = rules.geometry().squares();
        if squares > 150 {
            continue;
        }
        let mut solver = Solver::new(4 << 20);
        let mut lengths = [0; 4];
        for position in attacks(&variant.slug, if squares <= 100 { 10 } else { 1 }, 3) {
            let answer = solve_in(&mut solver, &position, Task::any(1_000));
            if answer.verdict == Verdict::Mate {
                replay(&position, &answer);
                lengths[(answer.line.len() / 2).min(3)] += 1;
            }
        }
        eprintln!("{}: mates in 1, 3, 5, more: {lengths:?}", variant.slug);
    }
}

#[test]
fn hostile_positions_get_an_answer() {
    // 593 legal moves; all men in one hand; more men than there are; no attacker at all.
    for sfen in [
        "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
        "4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1",
        "4k4/9/9/9/9/9/9/9/9 b 99P 1",
        "4k4/9/9/9/9/9/9/9/9 b - 1",
    ] {
        let position = position("shogi", sfen);
        let answer = solve_in(&mut Solver::new(1), &position, Task::shortest(20_000));
        assert!(answer.nodes < 100_000, "{sfen}: {}", answer.nodes);
        if answer.verdict == Verdict::Mate {
            replay(&position, &answer);
        }
    }
}

#[test]
fn progress_is_told_every_thousand_nodes_and_stops_at_once() {
    let hard = "1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6 b SP2gn2l11p 1";
    let stop = AtomicBool::new(false);
    let mut told = Vec::new();
    let mut progress = |progress: Progress| {
        told.push(progress.nodes);
        stop.store(progress.nodes > 20_000, Ordering::Relaxed);
    };
    let hard = position("shogi", hard);
    let answer = Solver::new(8 << 20).solve(&hard, &Task::any(u64::MAX), &stop, &mut progress);
    let answer = answer.expect("a problem");
    assert_eq!(answer.verdict, Verdict::Unknown);
    assert!(told.windows(2).all(|two| two[1] - two[0] < 1_500), "{told:?}");
    assert!(answer.nodes < 22_000, "{}", answer.nodes);
}

#[test]
fn a_mate_is_never_told_without_its_whole_line() {
    // Stopped after every number of nodes on the way: either the mate is played out, or it is
    // unknown.
    let posed = position("shogi", "7nl/4+B1k2/5pp1p/9/7G1/9/9/9/9 b GN2rb2g4s2n3l15p 1");
    let mut verdicts = [0; 3];
    for least in 0..12 {
        let (stop, mut calls) = (AtomicBool::new(least == 0), 0);
        let mut progress = |_| {
            calls += 1;
            stop.store(calls >= least, Ordering::Relaxed);
        };
        let task = Task::shortest(u64::MAX);
        let answer = Solver::new(1 << 20).solve(&posed, &task, &stop, &mut progress);
        let answer = answer.expect("a problem");
        verdicts[answer.verdict as usize] += 1;
        if answer.verdict == Verdict::Mate {
            replay(&posed, &answer);
        }
    }
    assert!(verdicts[Verdict::Mate as usize] > 0 && verdicts[Verdict::Unknown as usize] > 0);
}

#[test]
fn a_solver_goes_on_with_what_it_knows() {
    let posed = position("shogi", "7nl/4+B1k2/5pp1p/9/7G1/9/9/9/9 b GN2rb2g4s2n3l15p 1");
    let stop = AtomicBool::new(false);
    let mut solver = Solver::new(8 << 20);
    let whole = solve_in(&mut solver, &posed, Task::any(100_000));
    let mut after = posed.clone();
    whole.line[..2].iter().for_each(|&mv| drop(after.play_unchecked(mv)));
    let alone = solve(&after, Task::any(100_000));
    let on = solver.go_on(&after, &Task::any(100_000), &stop, &mut |_| {}).expect("a problem");
    assert_eq!(on.verdict, Verdict::Mate);
    assert!(on.nodes < alone.nodes, "{} {}", on.nodes, alone.nodes);
    replay(&after, &on);
    // Another problem is not mistaken for this one, though its board is the same.
    let other = position("shogi", "7nl/4+B1k2/5pp1p/9/7G1/9/9/9/9 b N2rb3g4s2n3l15p 1");
    let fresh = solve(&other, Task::any(100_000));
    let on = solver.go_on(&other, &Task::any(100_000), &stop, &mut |_| {}).expect("a problem");
    assert_eq!(on.verdict, fresh.verdict);
}

#[test]
fn the_end_of_a_line_is_checkmate_and_nothing_else() {
    let position = position("shogi", "4k4/9/4P4/9/9/9/9/9/9 b G 1");
    let answer = solve(&position, Task::any(1_000));
    let mut game = Game::from(position);
    answer.line.iter().for_each(|&mv| game.play(mv).unwrap());
    assert_eq!(game.end().map(|end| end.reason), Some(Reason::Checkmate));
}

#[test]
fn futile_drops_do_not_count_by_custom() {
    // Every piece put between the far bishop and the king is simply taken.
    let far = position("shogi", "k8/9/1K7/9/9/9/8B/8B/9 b 2r4g4s4n4l18p 1");
    let answer = solve(&far, Task::shortest(200_000));
    assert_eq!((answer.line.len(), answer.custom.map(|line| line.len())), (13, Some(1)));
    replay(&far, &solve(&far, Task::any(200_000)));
    // Where nothing can be put between, custom changes nothing.
    let near = check("4k4/9/4P4/9/9/9/9/9/9 b G 1", 1);
    assert_eq!(near.custom, Some(near.line));
}

#[test]
fn several_threads_find_the_same_lengths() {
    let (rules, mut random) = (ruleset("shogi"), Random(18));
    let (mut one, mut three) = (Solver::new(4 << 20), Solver::with_threads(6 << 20, 3));
    let mut mates = 0;
    for _ in 0..200 {
        let Some(position) = sparse(&rules, &mut random) else { continue };
        let alone = solve_in(&mut one, &position, Task::shortest(20_000));
        let together = solve_in(&mut three, &position, Task::shortest(200_000));
        if alone.shortest && together.shortest {
            assert_eq!(alone.line.len(), together.line.len(), "{}", position.sfen());
            replay(&position, &together);
            mates += 1;
        } else if alone.verdict != Verdict::Unknown && together.verdict != Verdict::Unknown {
            assert_eq!(alone.verdict, together.verdict, "{}", position.sfen());
        }
    }
    assert!(mates > 3, "{mates}");
}

#[test]
fn every_other_mate_of_a_check_mates() {
    let (rules, mut random) = (ruleset("shogi"), Random(5));
    let mut solver = Solver::new(8 << 20);
    let (mut on_line, mut on_sides) = (0, 0);
    for _ in 0..600 {
        let Some(position) = sparse(&rules, &mut random) else { continue };
        let answer = solve_in(&mut solver, &position, Task::shortest(5_000));
        if !answer.shortest || answer.line.len() < 3 {
            continue;
        }
        let stop = AtomicBool::new(false);
        let problem = solver.check(&position, &answer.line, 20_000, &stop, &mut |_| {});
        for other in &problem.others {
            let mut there = position.clone();
            let before = answer.line[..other.after].iter().chain(&other.side).chain([&other.mv]);
            for &mv in before {
                assert!(there.is_legal(mv), "{}: {other:?}", position.sfen());
                let _ = there.play_unchecked(mv);
            }
            if usize::from(other.plies) <= 3 {
                let mut answers = Vec::new();
                there.evasions_into(&mut answers);
                for mv in answers {
                    let mut after = there.clone();
                    let _ = after.play_unchecked(mv);
                    assert!(mates_within(&after, 1), "{}: {other:?}", position.sfen());
                }
            }
            if other.side.is_empty() { on_line += 1 } else { on_sides += 1 }
        }
    }
    assert!(on_line > 5 && on_sides > 0, "{on_line} {on_sides}");
}
