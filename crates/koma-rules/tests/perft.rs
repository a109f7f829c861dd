//! Move counts that other people's programs got, too.

mod support;

use koma_rules::{Position, Setup};
use support::{position, ruleset, table};

/// A position with its counts.
#[derive(Default)]
struct Case {
    id: String,
    sfen: String,
    /// Depth and nodes.
    counts: Vec<(u32, u64)>,
}

/// The positions of a data file.
fn cases(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (key, value) = line.split_once(char::is_whitespace).expect("a key and a value");
        let value = value.trim();
        match key {
            "id" => cases.push(Case { id: value.to_owned(), ..Case::default() }),
            "sfen" => value.clone_into(&mut cases.last_mut().expect("an id first").sfen),
            "perft" => {
                let (depth, nodes) = value.split_once(' ').expect("depth and nodes");
                let count = (depth.parse().expect("a depth"), nodes.parse().expect("a count"));
                cases.last_mut().expect("an id first").counts.push(count);
            }
            "source" => {}
            _ => panic!("unknown key {key}"),
        }
    }
    cases
}

/// Checks a data file both ways: leaves counted by sets, and every move listed and played.
fn check(slug: &str, text: &str, fewest: usize) {
    let rules = ruleset(slug);
    let mut rows = 0;
    for Case { id, sfen, counts } in cases(text) {
        let setup = Setup::read(&rules, &sfen).expect("a position");
        let mut position = Position::forgiving(&rules, &setup).0;
        for (depth, nodes) in counts {
            assert_eq!(position.perft(depth), nodes, "{id} depth {depth} by sets");
            if nodes < 20_000 {
                assert_eq!(position.perft_by_list(depth), nodes, "{id} depth {depth} by list");
                let mut reference = position.on_reference_board();
                assert_eq!(reference.perft_by_list(depth), nodes, "{id} depth {depth} on cells");
            }
            rows += 1;
        }
    }
    assert!(rows >= fewest, "only {rows} rows of {slug}");
}

#[test]
fn shogi_counts_agree_with_other_programs() {
    check("shogi", include_str!("perft/shogi.perft"), 100);
}

#[test]
fn minishogi_counts_agree_with_other_programs() {
    check("minishogi", include_str!("perft/minishogi.perft"), 60);
}

#[test]
fn small_variant_counts_agree_with_other_programs() {
    check("gorogoro", include_str!("perft/gorogoro.perft"), 8);
    check("gorogoroplus", include_str!("perft/gorogoroplus.perft"), 8);
    check("judkins", include_str!("perft/judkins.perft"), 8);
    check("tori", include_str!("perft/tori.perft"), 8);
    check("yari", include_str!("perft/yari.perft"), 8);
    check("okisaki", include_str!("perft/okisaki.perft"), 8);
}

#[test]
fn counts_of_games_with_rules_of_their_own_agree_with_other_programs() {
    check("kyoto", include_str!("perft/kyoto.perft"), 20);
    check("micro", include_str!("perft/micro.perft"), 20);
    check("dobutsu", include_str!("perft/dobutsu.perft"), 20);
    check("euro", include_str!("perft/euro.perft"), 10);
    check("cannon", include_str!("perft/cannon.perft"), 8);
    check("checkshogi", include_str!("perft/checkshogi.perft"), 10);
    check("sho", include_str!("perft/sho.perft"), 10);
    check("annan", include_str!("perft/annan.perft"), 20);
    check("66shogi", include_str!("perft/66shogi.perft"), 20);
}

/// LIO-1 to LIO-6 of the specification, position by position.
#[test]
fn lions_are_taken_as_lishogi_lets_them() {
    for line in include_str!("perft/chu-lions.tsv").lines().filter(|l| !l.starts_with('#')) {
        let fields: Vec<_> = line.split('\t').collect();
        let mut position = position("chu", fields[1]);
        for mv in fields[2].split(' ').filter(|&mv| mv != "-") {
            let _undo = position.play_usi(mv).unwrap_or_else(|e| panic!("{} {mv}: {e}", fields[0]));
        }
        if fields[3] == "1" {
            position.pass();
        }
        let answer = position.explain_usi(&fields[4].parse().expect("a move"));
        assert_eq!(answer.is_ok(), fields[5] == "1", "{} {}: {answer:?}", fields[0], fields[4]);
    }
}

#[test]
fn counts_of_fairy_stockfish_agree() {
    let table = table("fairy.tsv");
    // Our names and those of the table.
    for (slug, theirs) in [
        ("shogi", "shogi"),
        ("minishogi", "minishogi"),
        ("gorogoro", "gorogoro"),
        ("gorogoroplus", "gorogoroplus"),
        ("judkins", "judkins"),
        ("tori", "torishogi"),
        ("yari", "yarishogi"),
        ("okisaki", "okisakishogi"),
    ] {
        let rules = ruleset(slug);
        let mut rows = 0;
        for line in table.lines().skip(1) {
            let fields: Vec<_> = line.split('\t').collect();
            if fields[1] != theirs {
                continue;
            }
            let setup = Setup::read(&rules, fields[3]).expect("a position");
            let position = Position::forgiving(&rules, &setup).0;
            let depth = fields[4].parse().expect("a depth");
            let nodes: u64 = fields[6].parse().expect("a count");
            assert_eq!(position.perft(depth), nodes, "{} depth {depth}", fields[0]);
            rows += 1;
        }
        assert!(rows > 60, "only {rows} rows of {slug}");
        eprintln!("{rows} rows of {slug} agree");
    }
}

#[test]
fn known_shogi_counts_agree() {
    let table = table("known.tsv");
    let mut rows = 0;
    for line in table.lines().skip(1) {
        let fields: Vec<_> = line.split('\t').collect();
        if fields[0] == "shogi" {
            let nodes: u64 = fields[3].parse().expect("a count");
            let depth = fields[2].parse().expect("a depth");
            assert_eq!(position("shogi", fields[1]).perft(depth), nodes, "{}", fields[1]);
            rows += 1;
        }
    }
    assert_eq!(rows, 3);
}

#[test]
fn division_adds_up() {
    let opening = position("shogi", "startpos");
    let parts = opening.divide(3);
    assert_eq!(parts.len(), 30);
    assert_eq!(parts.iter().map(|&(_, nodes)| nodes).sum::<u64>(), 25_470);
    assert_eq!(opening.perft(0), 1);
}
