//! The tables of move counts that stand beside the repository: other people's programs, every
//! variant they know.

mod support;

use std::sync::Arc;

use koma_rules::{Position, Ruleset, Setup};
use support::{ruleset, shared};

/// The rows of a table without comments and heading.
fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1)
        .map(|line| line.split('\t').collect())
}

fn read(rules: &Arc<Ruleset>, sfen: &str) -> Position {
    let setup = Setup::read(rules, sfen).unwrap_or_else(|error| panic!("{sfen}: {error}"));
    Position::forgiving(rules, &setup).0
}

/// Rows of at most so many nodes are counted; a whole run sets `KOMA_ALL_ROWS`.
fn fits(nodes: u64, most: u64) -> bool {
    nodes <= most || std::env::var_os("KOMA_ALL_ROWS").is_some()
}

#[test]
fn small_variants_agree_with_fairy_stockfish() {
    let Some(table) = shared("data/perft/fairy.tsv") else { return };
    for (slug, theirs) in [
        ("kyoto", "kyotoshogi"),
        ("micro", "micro"),
        ("dobutsu", "dobutsu"),
        ("euro", "euroshogi"),
        ("cannon", "cannonshogi"),
        ("checkshogi", "checkshogi"),
        ("sho", "shoshogi"),
    ] {
        let rules = ruleset(slug);
        let mut count = 0;
        for row in rows(&table).filter(|row| row[1] == theirs) {
            let (depth, nodes): (u32, u64) = (row[5].parse().unwrap(), row[7].parse().unwrap());
            if fits(nodes, 20_000) {
                let position = read(&rules, row[4]);
                assert_eq!(position.perft(depth), nodes, "{} depth {depth}: {}", row[0], row[4]);
                count += 1;
            }
        }
        assert!(count > 30, "only {count} rows of {slug}");
        eprintln!("{count} rows of {slug} agree");
    }
}

/// A position with a move that takes the man from which an enemy man borrows its moves: that man
/// moves by itself again and so attacks the king, which shogiops does not see.
const ANNAN_DOUBTED: [&str; 1] =
    ["2s1kg1n1/1+L2gs1bl/n2p2p2/2p1pp1p1/8p/2P1PPRP1/1p1P1PP1P/1B3GS2/+lNSKG2NL b R2p 33"];

#[test]
fn annan_agrees_with_lishogi() {
    let Some(table) = shared("data/perft/annan.tsv") else { return };
    let rules = ruleset("annan");
    let mut wrong = Vec::new();
    let mut count = 0;
    for row in rows(&table) {
        let (depth, nodes): (u32, u64) = (row[1].parse().unwrap(), row[2].parse().unwrap());
        if fits(nodes, 20_000) && !ANNAN_DOUBTED.contains(&row[0]) {
            let found = read(&rules, row[0]).perft(depth);
            if found != nodes {
                wrong.push(format!("{} depth {depth}: {found}, not {nodes}", row[0]));
            }
            count += 1;
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(count > 200, "only {count} rows");
}

#[test]
fn play_after_the_set_up_of_66shogi_agrees() {
    let Some(table) = shared("data/perft/66shogi.tsv") else { return };
    let rules = ruleset("66shogi");
    let mut count = 0;
    for row in rows(&table) {
        let (depth, nodes): (u32, u64) = (row[4].parse().unwrap(), row[6].parse().unwrap());
        if fits(nodes, 20_000) {
            assert_eq!(read(&rules, row[3]).perft(depth), nodes, "{} depth {depth}", row[3]);
            count += 1;
        }
    }
    assert!(count > 50, "only {count} rows");
}

/// Rows whose count at depth 2 we hold to be wrong: shogiops itself, asked for the moves after each
/// move, comes to our sum (and agrees with the table everywhere else).
const CHU_DEPTH_2_DOUBTED: [&str; 11] = [
    "chu-122", "chu-123", "chu-129", "chu-130", "chu-138", "chu-141", "chu-156", "chu-157",
    "chu-162", "chu-167", "chu-173",
];

#[test]
fn chu_agrees_with_lishogi() {
    let Some(table) = shared("data/perft/chu.tsv") else { return };
    let rules = ruleset("chu");
    let mut wrong = Vec::new();
    let mut count = 0;
    for row in rows(&table) {
        let mut position = read(&rules, row[2]);
        let mut check = |what: &str, nodes: u64, field: &str| {
            if !field.is_empty() && nodes.to_string() != field {
                wrong.push(format!("{what} of {} {}: {nodes}, not {field}", row[0], row[2]));
            }
        };
        check("listed", position.perft_listed(1), row[4]);
        check("unique", position.perft(1), row[5]);
        if !row[6].is_empty() && !CHU_DEPTH_2_DOUBTED.contains(&row[0]) {
            check("listed at depth 2", position.perft_listed(2), row[6]);
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(count > 200, "only {count} rows");
}

#[test]
fn chu_lion_cases_agree_with_lishogi() {
    let Some(table) = shared("data/perft/chu-lion-cases.tsv") else { return };
    let rules = ruleset("chu");
    let mut wrong = Vec::new();
    for row in rows(&table) {
        let mut position = read(&rules, row[2]);
        if row[3] != "-" {
            for mv in row[3].split(' ') {
                let _undo =
                    position.play_usi(mv).unwrap_or_else(|e| panic!("{} {mv}: {e}", row[0]));
            }
        }
        if row[4] == "1" {
            position.pass();
        }
        let answer = position.explain(&row[5].parse().unwrap());
        if answer.is_ok() != (row[6] == "1") {
            wrong.push(format!("{} {} {}: {answer:?}", row[0], row[2], row[5]));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
