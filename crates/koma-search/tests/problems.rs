//! The problems of other people, used in place: every line is played to its mate, and every defence
//! is refuted by a walker that takes nothing from the solver but the attacker's moves. A sample;
//! with `KOMA_FULL=1` all of them.

mod mating;

use std::sync::atomic::AtomicBool;

use koma_rules::{Game, Position, Setup, Winner};
use koma_search::mate::{Answer, Solver, Task, Verdict};
use mating::{refutes_every_defence, ruleset};

/// Lines up to so many plies have every defence refuted.
const REFUTED: usize = 9;

struct Row {
    position: Position,
    sfen: String,
    label: Option<usize>,
}

/// The rows of a file of problems, one in so many unless all are asked for.
fn rows(name: &str, step: usize) -> Option<Vec<Row>> {
    let text = std::fs::read_to_string(koma_testkit::shared(name)?).expect("a file of problems");
    let rules = ruleset("shogi");
    let step = if std::env::var_os("KOMA_FULL").is_some() { 1 } else { step };
    let row = |line: &str| {
        let mut fields = line.split('\t');
        let sfen = fields.next().unwrap_or_default();
        // Some say that the defender holds the royal that the attacker does not have.
        let words: Vec<_> = sfen.split(' ').collect();
        let [board, side, hand, ..] = words[..] else { panic!("{sfen}") };
        let setup = Setup::read(&rules, &format!("{board} {side} {} 1", hand.replace('k', "")))
            .unwrap_or_else(|error| panic!("{sfen}: {error}"));
        let label = fields.next().and_then(|label| label.parse().ok());
        Row { position: Position::unjudged(&rules, &setup), sfen: sfen.to_owned(), label }
    };
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    Some(lines.step_by(step).map(row).collect())
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

/// Refutes every defence of what was just solved, within so many plies, and counts the positions.
fn refute(solver: &mut Solver, position: &Position, plies: usize, shortest: bool) -> usize {
    let stop = AtomicBool::new(false);
    let task = Task { nodes: 2_000_000, shortest };
    refutes_every_defence(position, plies, &mut |position: &Position| {
        solver.go_on(position, &task, &stop, &mut |_| {}).ok()?.line.first().copied()
    })
}

#[test]
fn problems_up_to_eleven_plies_are_solved_and_every_defence_is_refuted() {
    let Some(rows) = rows("data/tsume/mates.tsv", 40) else { return };
    let (mut solver, mut open) = (Solver::new(16 << 20), Vec::new());
    let (mut solved, mut exact, mut refuted, mut met) = (0, 0, 0, 0);
    for Row { position, sfen, label } in &rows {
        if label.is_none_or(|label| label > 11) {
            continue;
        }
        let answer = solve(&mut solver, position, Task::shortest(100_000));
        assert_ne!(answer.verdict, Verdict::NoMate, "{sfen}");
        if answer.verdict != Verdict::Mate {
            open.push(sfen);
            continue;
        }
        replay(position, &answer);
        solved += 1;
        exact += usize::from(answer.shortest);
        if answer.shortest && answer.line.len() <= REFUTED {
            refuted += 1;
            met += refute(&mut solver, position, answer.line.len(), true);
        }
    }
    eprintln!("{solved} solved, {exact} the shortest; {refuted} refuted with {met} positions");
    eprintln!("not solved: {open:?}");
    assert!(open.len() * 1_000 <= rows.len(), "{open:?}");
    assert!(exact * 100 >= solved * 97, "{exact} of {solved}");
    assert!(solved > 90 && refuted > 50, "{solved} {refuted}");
}

/// These positions have no mate in 1. What is proved there is a longer mate, and is refuted in
/// every defence whatever its length.
#[test]
fn no_mate_is_claimed_where_there_is_none() {
    let Some(rows) = rows("data/tsume/nomate1.tsv", 10) else { return };
    let (mut solver, mut verdicts, mut met) = (Solver::new(16 << 20), [0; 3], 0);
    for Row { position, sfen, .. } in &rows {
        let answer = solve(&mut solver, position, Task::any(100_000));
        verdicts[answer.verdict as usize] += 1;
        if answer.verdict == Verdict::Mate {
            assert!(answer.line.len() > 1, "{sfen}");
            replay(position, &answer);
            met += refute(&mut solver, position, 400, false);
        }
    }
    let [mates, none, open] = verdicts;
    eprintln!("{mates} mates, refuted with {met} positions; {none} without, {open} not decided");
    assert!(none > rows.len() / 2, "{verdicts:?}");
}
