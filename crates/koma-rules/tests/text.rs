//! Positions and moves as text: what is written reads back, and nonsense is refused.

mod support;

use koma_rules::{Fault, Man, Position, Setup, Side, UsiMove};
use proptest::prelude::*;
use support::{ruleset, shogi};

#[test]
fn the_start_position_is_written_as_everybody_writes_it() {
    let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    assert_eq!(Position::start(&ruleset("shogi")).sfen(), sfen);
    assert_eq!(Position::start(&ruleset("minishogi")).sfen(), "rbsgk/4p/5/P4/KGSBR b - 1");
}

#[test]
fn hands_are_written_rook_first_and_read_in_any_order() {
    let rules = ruleset("shogi");
    let read = |text: &str| Setup::read(&rules, text).unwrap().write(&rules);
    let board = "4k4/9/9/9/9/9/9/9/4K4 w";
    assert_eq!(read(&format!("{board} p2PlLRb 7")), format!("{board} RL2Pblp 7"));
    assert_eq!(read(&format!("{board} 2P10PP")), format!("{board} 13P 1"));
    assert_eq!(read(board), format!("{board} - 1"));
    assert_eq!(read(&format!("  {board}   -  ")), format!("{board} - 1"));
}

#[test]
fn text_that_is_not_a_position_is_refused_with_the_place() {
    let rules = ruleset("shogi");
    for (text, what, column) in [
        ("", "no position", 1),
        ("9/9/9/9/9/9/9/9/9", "the side to move is missing, b or w", 18),
        ("9/9/9/9/9/9/9/9/9 x", "the side to move is b or w, not `x`", 19),
        ("9/9/9/9/9/9/9/9/8 b", "rank 9 has 8 squares instead of 9", 18),
        ("9/9/9/9/9/9/9/9 b", "the board has 8 ranks instead of 9", 16),
        ("9/9/9/9/9/9/9/9/9/9 b", "the board has only 9 ranks", 18),
        ("9/9/9/10/9/9/9/9/9 b", "10 empty squares do not fit on rank 4", 7),
        ("9/9/9/0/9/9/9/9/9 b", "0 empty squares do not fit on rank 4", 7),
        ("9/9/9/99999999999/9/9/9/9/9 b", "`99999999999` is not a piece of this game", 7),
        ("9/9/8kk/9/9/9/9/9/9 b", "rank 3 has more than 9 squares", 7),
        ("9/9/8+/9/9/9/9/9/9 b", "`+/` is not a piece of this game", 6),
        ("9/9/8+k/9/9/9/9/9/9 b", "`+k` is not a piece of this game", 6),
        ("9/9/8歩/9/9/9/9/9/9 b", "`歩` is not a piece of this game", 6),
        ("9/9/9/9/9/9/9/9/9 b K", "`K` is never held in hand", 21),
        ("9/9/9/9/9/9/9/9/9 b +P", "`+P` is never held in hand", 21),
        ("9/9/9/9/9/9/9/9/9 b 2", "a number at the end of the hands", 22),
        ("9/9/9/9/9/9/9/9/9 b 0P", "hands are written like R2P or -", 21),
        ("9/9/9/9/9/9/9/9/9 b 999P", "a hand holds at most 250 pieces of a kind", 24),
        ("9/9/9/9/9/9/9/9/9 b - 0", "`0` is not a move number", 23),
        ("9/9/9/9/9/9/9/9/9 b - x", "`x` is not a move number", 23),
        ("9/9/9/9/9/9/9/9/9 b - 1 2", "`2` is one field too many", 25),
    ] {
        let error = Setup::read(&rules, text).expect_err(text);
        assert_eq!((&*error.what.to_string(), error.at.start + 1), (what, column), "{text}");
    }
}

#[test]
fn odd_positions_are_accepted_with_all_their_faults() {
    let rules = ruleset("shogi");
    let faults = |text: &str| {
        let setup = Setup::read(&rules, text).unwrap();
        let codes: Vec<_> =
            setup.faults(&rules).iter().map(|f| f.finding(&rules).code.to_string()).collect();
        codes.join(" ")
    };
    assert_eq!(faults("startpos"), "");
    assert_eq!(faults("4k4/9/9/9/9/9/9/9/9 b - 1"), "missing-royal");
    assert_eq!(faults("4k4/9/9/P8/P8/9/9/9/4K4 b - 1"), "file-overfull");
    assert_eq!(faults("P3k4/9/9/9/9/9/9/9/4K4 b - 1"), "dead-man");
    assert_eq!(faults("4k4/9/9/9/9/9/9/9/4K4 b 19P 1"), "too-many-men");
    assert_eq!(faults("4k4/4G4/9/9/9/9/9/9/4K4 b - 1"), "waiting-side-in-check");
    assert_eq!(
        faults("P8/P8/9/9/9/9/9/9/8R b 3R 1"),
        "missing-royal missing-royal too-many-men file-overfull dead-man"
    );
    let setup = Setup::read(&rules, "4k4/9/9/9/9/9/9/9/9 b - 1").unwrap();
    assert_eq!(Position::new(&rules, &setup), Err(vec![Fault::MissingRoyal { side: Side::Sente }]));
}

#[test]
fn keys_tell_side_and_hands_apart_and_do_not_depend_on_the_way() {
    let key = |moves: &str| shogi("startpos", moves).position().key();
    assert_eq!(key("7g7f 3c3d 2g2f"), key("2g2f 3c3d 7g7f"));
    assert_ne!(key("7g7f"), key("2g2f"));
    let mut position = Position::start(&ruleset("shogi"));
    let before = position.key();
    position.pass();
    assert_ne!(position.key(), before);
    assert_eq!(position.key(), position.computed_key());
    // Keys are stored with records: they must not change from one version to the next.
    assert_eq!(before, Position::start(&ruleset("shogi")).computed_key());
}

/// Any setup of a variant, sensible or not.
fn any_setup(slug: &'static str) -> impl Strategy<Value = Setup> {
    let rules = ruleset(slug);
    let squares = rules.geometry().squares();
    let kinds = rules.kinds().len();
    let cells = proptest::collection::vec(
        proptest::option::weighted(0.4, (0..kinds, any::<bool>())),
        squares,
    );
    let hands = proptest::collection::vec(0u16..20, rules.hand_order().len() * 2);
    (cells, hands, any::<bool>(), 1u32..1000).prop_map(move |(cells, hands, gote, ply)| {
        let side = |gote| if gote { Side::Gote } else { Side::Sente };
        let mut setup = Setup::empty(&rules);
        for (square, cell) in rules.geometry().all().zip(cells) {
            let man =
                |(kind, gote)| Man { kind: rules.kinds().nth(kind).unwrap(), side: side(gote) };
            setup.set(square, cell.map(man));
        }
        let order: Vec<_> = rules.hand_order().to_vec();
        for (index, held) in hands.into_iter().enumerate() {
            setup.hold(side(index % 2 == 1), order[index / 2], held);
        }
        (setup.side, setup.ply) = (side(gote), ply);
        setup
    })
}

proptest! {
    #[test]
    fn positions_read_back_as_they_were_written(
        shogi in any_setup("shogi"),
        mini in any_setup("minishogi"),
    ) {
        for (slug, setup) in [("shogi", shogi), ("minishogi", mini)] {
            let rules = ruleset(slug);
            let text = setup.write(&rules);
            prop_assert_eq!(Setup::read(&rules, &text).unwrap(), setup);
        }
    }

    #[test]
    fn any_position_can_be_played_both_ways_alike(setup in any_setup("shogi")) {
        let rules = ruleset("shogi");
        let (position, _) = Position::forgiving(&rules, &setup);
        let reference = position.on_reference_board();
        prop_assert_eq!(position.setup(), setup);
        prop_assert_eq!(support::legal(&position), support::legal(&reference));
        prop_assert_eq!(position.perft(1), position.legal_moves().len() as u64);
    }

    #[test]
    fn moves_read_back_as_they_were_written(text in "[0-9]{1,3}[a-z]{1,2}[0-9]{1,3}[a-z]{1,2}\\+?|\\+?[A-Z]{1,3}\\*[0-9]{1,2}[a-z]") {
        let mv: UsiMove = text.parse().unwrap();
        prop_assert_eq!(mv.to_string().parse::<UsiMove>().unwrap(), mv);
    }

    #[test]
    fn nonsense_is_refused_without_a_panic(text in "\\PC{0,60}", board in "[0-9/+a-zA-Z ]{0,80}") {
        let rules = ruleset("shogi");
        let _ = text.parse::<UsiMove>();
        for text in [text, board] {
            if let Ok(setup) = Setup::read(&rules, &text) {
                let _ = Position::forgiving(&rules, &setup);
            }
        }
    }
}
