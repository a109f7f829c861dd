//! Shogi Zukou, the 100 problems of 1755 (`data/zukou.tsv`): within 100,000 nodes each, and with
//! `KOMA_FULL=1` within 50 million.

mod mating;

use koma_search::mate::{Solver, Task, Verdict, read};
use mating::{full, replay, rows, ruleset, solve_in};

/// Nodes, megabytes, and how many are solved with them at least.
const QUICK: (u64, usize, usize) = (100_000, 32, 42);
const FULL: (u64, usize, usize) = (50_000_000, 1_024, 98);

#[test]
fn most_problems_of_zukou_are_mates_and_none_is_refuted() {
    let (nodes, megabytes, least) = if full() { FULL } else { QUICK };
    let mut solver = Solver::new(megabytes << 20);
    let (rules, mut solved, mut open) = (ruleset("shogi"), 0, Vec::new());
    for row in rows(include_str!("data/zukou.tsv")) {
        let [number, sfen, ..] = row[..] else { panic!("{row:?}") };
        let posed = read(&rules, sfen).unwrap_or_else(|error| panic!("{number}: {error}"));
        let answer = solve_in(&mut solver, &posed, Task::any(nodes));
        assert_ne!(answer.verdict, Verdict::NoMate, "{number}");
        if answer.verdict == Verdict::Mate {
            replay(&posed, &answer);
            solved += 1;
        } else {
            open.push(number);
        }
    }
    assert_eq!(solved + open.len(), 100);
    eprintln!("{solved} of 100 problems within {nodes} nodes each; open: {open:?}");
    assert!(solved >= least, "{solved} of {least}: {open:?}");
}
