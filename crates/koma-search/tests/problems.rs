//! The problems of other people, used in place: every line is played to its mate, and every defence
//! is refuted by a walker that takes nothing from the solver but the attacker's moves. A sample;
//! with `KOMA_FULL=1` all of them.

mod mating;

use std::sync::atomic::AtomicBool;

use koma_rules::Position;
use koma_search::mate::{Solver, Task, Verdict, read};
use mating::{full, mates_within, refutes_every_defence, replay, rows, ruleset, solve_in};

/// Lines up to so many plies have every defence refuted.
const REFUTED: usize = 9;

/// Within so many nodes a mate is found, and within so many it is proved to be the shortest.
const FOUND: u64 = 100_000;
const PROVED: u64 = 20_000_000;

struct Row {
    position: Position,
    sfen: String,
    label: Option<usize>,
    /// The notes say that the mate is shorter than its label.
    shorter: bool,
}

/// The rows of a file of problems, one in so many unless all are asked for.
fn problems(name: &str, step: usize) -> Option<Vec<Row>> {
    let text = std::fs::read_to_string(koma_testkit::shared(name)?).expect("a file of problems");
    let rules = ruleset("shogi");
    let row = |fields: Vec<&str>| Row {
        position: read(&rules, fields[0]).unwrap_or_else(|error| panic!("{}: {error}", fields[0])),
        sfen: fields[0].to_owned(),
        label: fields.get(1).and_then(|label| label.parse().ok()),
        shorter: fields.get(3).is_some_and(|note| note.contains("SHORTER-THAN-LABEL")),
    };
    Some(rows(&text).step_by(if full() { 1 } else { step }).map(row).collect())
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
    let Some(rows) = problems("data/tsume/mates.tsv", 40) else { return };
    let mut solver = Solver::new(64 << 20);
    let (mut open, mut inexact, mut odd) = (Vec::new(), Vec::new(), Vec::new());
    let (mut solved, mut refuted, mut met, mut most) = (0, 0, 0, 0);
    for Row { position, sfen, label, shorter } in &rows {
        let Some(label) = label.filter(|&label| label <= 11) else { continue };
        let answer = solve_in(&mut solver, position, Task::any(FOUND));
        assert_ne!(answer.verdict, Verdict::NoMate, "{sfen}");
        if answer.verdict != Verdict::Mate {
            open.push(sfen);
            continue;
        }
        replay(position, &answer);
        solved += 1;
        let answer = solve_in(&mut solver, position, Task::shortest(PROVED));
        most = most.max(answer.nodes);
        if !answer.shortest {
            inexact.push(sfen);
            continue;
        }
        replay(position, &answer);
        // Labels count every ply, or leave out futile drops.
        let length = answer.line.len();
        let custom = answer.custom.map_or(length, |line| line.len());
        let as_labelled = length == label || custom == label;
        if !(as_labelled || *shorter && custom < label) {
            // The label is too short, whoever counts: trying everything finds no such mate.
            assert!(label < custom && !mates_within(position, label as u16), "{sfen}");
            odd.push((sfen, label, length, custom));
        }
        if length <= REFUTED {
            refuted += 1;
            met += refute(&mut solver, position, length, true);
        }
    }
    eprintln!(
        "{solved} solved, the longest proof {most} nodes; {refuted} refuted with {met} positions"
    );
    eprintln!("not solved: {open:?}\nnot proved: {inexact:?}\nlabels too short: {odd:?}");
    assert!(open.is_empty() && inexact.is_empty(), "{open:?} {inexact:?}");
    assert!(solved > 90 && refuted > 50, "{solved} {refuted}");
}

/// These positions have no mate in 1. What is proved there is a longer mate, and is refuted in
/// every defence whatever its length.
#[test]
fn no_mate_is_claimed_where_there_is_none() {
    let Some(rows) = problems("data/tsume/nomate1.tsv", 10) else { return };
    let (mut solver, mut verdicts, mut met) = (Solver::new(16 << 20), [0; 3], 0);
    for Row { position, sfen, .. } in &rows {
        let answer = solve_in(&mut solver, position, Task::any(FOUND));
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
