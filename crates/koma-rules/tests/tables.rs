//! The tables of move counts in `perft/tables`: other people's programs, every
//! variant they know.

mod support;

use std::sync::Arc;

use koma_rules::{Position, Ruleset, Setup};
use support::{ruleset, table};

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
    let table = table("fairy.tsv");
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
            let (depth, nodes): (u32, u64) = (row[4].parse().unwrap(), row[6].parse().unwrap());
            if fits(nodes, 20_000) {
                let position = read(&rules, row[3]);
                assert_eq!(position.perft(depth), nodes, "{} depth {depth}: {}", row[0], row[3]);
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
    let table = table("annan.tsv");
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
    let table = table("66shogi.tsv");
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
    let table = table("chu.tsv");
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
        check("unique", position.perft_outcomes(1), row[5]);
        let listed = position.perft_by_list(1).to_string();
        check("by list", position.perft(1), &listed);
        if !row[6].is_empty() && !CHU_DEPTH_2_DOUBTED.contains(&row[0]) {
            check("listed at depth 2", position.perft_listed(2), row[6]);
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(count > 200, "only {count} rows");
}
