//! Identities that hold for every notation: names say the same as the paths they stand for, and
//! what is written is what was read.

use koma_betza::Dialect;
use koma_pieces::Movement;
use koma_pieces::betza::{canonical, explain, lower, lower_literally, read, shortest};
use koma_pieces::reach::{Board, Man, Mover, Options, Outcome, Square, reach};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// A group of notation, mostly readable.
fn group() -> impl Strategy<Value = String> {
    let directions = || prop_oneof![3 => Just(String::new()), 3 => "[fblrvs]", 2 => "[fblrvs]{2}"];
    let conditions =
        || prop_oneof![5 => Just(String::new()), 2 => "[mc]", 1 => "[mcdnjpgi]", 1 => "[mcdnj]{2}"];
    let atom = || {
        let range = prop_oneof![6 => Just(""), 1 => Just("2"), 1 => Just("3"), 1 => Just("0"), 1 => Just("10")];
        (prop_oneof![4 => "[WFKRBQ]", 2 => "[DNAHCZG]", 1 => "KK|WW|FF", 1 => Just("(1,4)".to_owned())], range)
            .prop_map(|(atom, range)| format!("{atom}{range}"))
    };
    let single = (directions(), conditions(), atom()).prop_map(|(d, c, a)| format!("{d}{c}{a}"));
    let second = prop_oneof![Just(""), Just("s"), Just("v"), Just("b"), Just("fs"), Just("f")];
    let first = prop_oneof![Just("m"), Just("c"), Just("mc"), Just("p"), Just("")];
    let legs = (directions(), first, second, atom())
        .prop_map(|(d, first, second, atom)| format!("{d}{first}a{second}{atom}"));
    let bracket = (directions(), atom(), "[-?]", directions(), conditions(), atom())
        .prop_map(|(d, a, joint, e, c, b)| format!("[{d}{a}{joint}{e}{c}{b}]"));
    let known = prop_oneof![
        Just("KNADcaKmcabK"),
        Just("KmaK"),
        Just("KmaKmamaK"),
        Just("KmaKmamaKmabK"),
        Just("FmaFmamaF"),
        Just("FDAcaFmcabF"),
        Just("WDcaWmcabW"),
        Just("WFDcaWmcabW"),
        Just("RmasRcabKKNADcaKmcabK"),
        Just("RmasR"),
        Just("BmasB"),
        Just("fWfDfcavWfmabW"),
        Just("fFfAfcavFfmabF"),
        Just("cabK"),
        Just("jBvjRsjR3"),
    ]
    .prop_map(str::to_owned);
    prop_oneof![6 => single, 3 => legs, 2 => bracket, 3 => known]
}

fn notation() -> impl Strategy<Value = String> {
    prop::collection::vec(group(), 1..5).prop_map(|groups| groups.concat())
}

fn board() -> impl Strategy<Value = (Board, Square)> {
    let man = prop_oneof![5 => Just(None), 2 => Just(Some(true)), 3 => Just(Some(false))];
    (prop::collection::vec(man, 81), 0..9_u8, 0..9_u8).prop_map(|(men, row, col)| {
        let mut board = Board::new(9, 9);
        for (i, own) in men.into_iter().enumerate() {
            if let Some(own) = own {
                let square = Square { row: (i / 9) as u8, col: (i % 9) as u8 };
                board.put(square, Man { own, ..Man::default() });
            }
        }
        (board, Square { row, col })
    })
}

fn moves(board: &Board, at: Square, movement: &Movement) -> Option<BTreeSet<Outcome>> {
    let mover = Mover { movement, at, virgin: true, faces_down: false };
    reach(board, mover, Options::default()).ok().map(|reached| reached.moves)
}

/// Paths are a set: their order says nothing.
fn sorted(mut movement: Movement) -> Movement {
    movement.paths.sort_by_key(|path| format!("{path:?}"));
    movement
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 500,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_named_form_moves_exactly_as_its_paths(text in notation(), (board, at) in board()) {
        let (tree, _) = koma_betza::parse(&text, Dialect::Strict);
        let (named, _) = lower(&tree);
        let (literal, _) = lower_literally(&tree);
        let (named, literal) = (moves(&board, at, &named), moves(&board, at, &literal));
        if let (Some(named), Some(literal)) = (named, literal) {
            prop_assert_eq!(named, literal, "{}", text);
        }
    }

    #[test]
    fn the_canonical_form_reads_as_the_movement(text in notation(), (board, at) in board()) {
        let (movement, _) = read(&text, Dialect::Strict);
        let written = canonical(&movement).expect("everything read can be written");
        let (again, findings) = read(&written, Dialect::Strict);
        if !written.is_empty() {
            prop_assert!(findings.iter().all(|f| !f.is_error()), "{} {} {:?}", text, written, findings);
        }
        prop_assert_eq!(sorted(again), sorted(movement.clone()), "{} -> {}", text, written);
        let short = shortest(&movement).expect("as sayable as the canonical form");
        prop_assert!(short.len() <= written.len());
        let (shorter, _) = read(&short, Dialect::Strict);
        prop_assert_eq!(
            moves(&board, at, &shorter), moves(&board, at, &movement), "{} -> {}", text, short
        );
    }

    #[test]
    fn any_text_is_answered_in_bounded_time(text in "\\PC{0,60}", dialect in 0..3_usize) {
        let dialect = [Dialect::Strict, Dialect::Neo, Dialect::Fairy][dialect];
        let (tree, findings) = koma_betza::parse(&text, dialect);
        prop_assert!(!tree.groups.is_empty() || !findings.is_empty());
        let _ = lower(&tree);
    }

    #[test]
    fn any_pile_of_letters_is_answered_in_bounded_time(text in "[fblrvshmcdinjpgaWFDNAHCZGKQRB0-9()\\[\\]?,-]{0,80}") {
        let (movement, _) = read(&text, Dialect::Strict);
        let _ = canonical(&movement);
        let words = explain(&movement);
        prop_assert!(words.english.ends_with('.') && words.japanese.ends_with('。'));
    }
}
