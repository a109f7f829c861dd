//! Shogi Zukou, the 100 problems of 1755 (`data/zukou.tsv`).

mod mating;

use std::sync::atomic::AtomicBool;

use koma_rules::{Game, Position, Setup, Winner};
use koma_search::mate::{Answer, Solver, Task, Verdict};
use mating::ruleset;

struct Posed {
    number: usize,
    position: Position,
}

fn zukou() -> Vec<Posed> {
    let rules = ruleset("shogi");
    let lines = include_str!("data/zukou.tsv").lines().filter(|line| !line.starts_with('#'));
    let posed = |line: &str| {
        let mut fields = line.split('\t');
        let number = fields.next().and_then(|n| n.parse().ok()).expect("a number");
        let sfen = fields.next().expect("a position");
        let setup = Setup::read(&rules, sfen).unwrap_or_else(|error| panic!("{number}: {error}"));
        Posed { number, position: Position::unjudged(&rules, &setup) }
    };
    lines.map(posed).collect()
}

fn solve(solver: &mut Solver, position: &Position, task: Task) -> Answer {
    let stop = AtomicBool::new(false);
    solver.solve(position, &task, &stop, &mut |_| {}).unwrap_or_else(|reason| panic!("{reason}"))
}

/// Plays a line to its end, which must be mate.
#[track_caller]
fn replay(position: &Position, answer: &Answer) {
    let mut game = Game::from(position.clone());
    for &mv in &answer.line {
        game.play(mv).unwrap_or_else(|reason| panic!("{}: {reason}", position.sfen()));
    }
    let won = game.end().is_some_and(|end| end.winner == Winner::Side(position.side()));
    assert!(won, "{}: {:?}", position.sfen(), game.end());
}

#[test]
fn many_problems_of_zukou_are_mates_and_none_is_refuted() {
    let problems = zukou();
    assert_eq!(problems.len(), 100);
    let mut solver = Solver::new(32 << 20);
    let mut solved = Vec::new();
    for Posed { number, position } in &problems {
        let answer = solve(&mut solver, position, Task::any(100_000));
        assert_ne!(answer.verdict, Verdict::NoMate, "{number}");
        if answer.verdict == Verdict::Mate {
            replay(position, &answer);
            solved.push(number);
        }
    }
    eprintln!("{} of 100 problems within 100,000 nodes: {solved:?}", solved.len());
    assert!(solved.len() >= LEAST, "{}: {solved:?}", solved.len());
}

/// How many problems of Zukou are solved within 100,000 nodes each, at least: it was 28.
const LEAST: usize = 26;
