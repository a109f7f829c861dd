//! Moves, promotion and drops: what is legal and why the rest is not.

mod support;

use koma_rules::Side;
use support::{legal, position, ruleset, shogi, verdict};

/// Asks about moves in a position: `"7g7f legal, 7g7e INVALID_MOTION_VECTOR"`.
#[track_caller]
fn check(sfen: &str, questions: &str) {
    let game = shogi(sfen, "");
    for question in questions.split(',') {
        let (mv, answer) = question.trim().split_once(' ').expect("a move and an answer");
        assert_eq!(verdict(&game, mv), answer.trim(), "{mv} in {sfen}");
    }
}

#[test]
fn the_seven_positions_of_the_motion_vector_document_hold() {
    // Its coordinates: x = 9 - file, y = rank - 1.
    let name = |x: u8, y: u8| format!("{}{}", 9 - x, char::from(b'a' + y));
    let game = shogi("startpos", "");
    let ask = |from: (u8, u8), to: (u8, u8)| {
        verdict(&game, &format!("{}{}", name(from.0, from.1), name(to.0, to.1)))
    };
    for to in [(7, 4), (0, 7)] {
        assert_eq!(ask((7, 7), to), "LEAP_RESTRICTION");
    }
    for to in [(1, 1), (5, 4), (3, 7)] {
        assert_eq!(ask((1, 8), to), "INVALID_MOTION_VECTOR");
    }
    assert_eq!(ask((7, 7), (3, 7)), "legal");
    assert_eq!(ask((4, 8), (5, 7)), "legal");
}

#[test]
fn every_man_moves_as_its_movement_says() {
    let reach = |code: &str| {
        let board = format!("9/8k/9/9/4{code}4/9/9/9/1K7 b - 1");
        let moves = legal(&position("shogi", &board));
        moves
            .iter()
            .filter(|mv| mv.starts_with("5e"))
            .map(|mv| mv[2..].to_owned())
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(reach("P"), "5d");
    assert_eq!(reach("N"), "4c 4c+ 6c 6c+");
    assert_eq!(reach("S"), "4d 4f 5d 6d 6f");
    for gold in ["G", "+P", "+L", "+N", "+S"] {
        assert_eq!(reach(gold), "4d 4e 5d 5f 6d 6e", "{gold}");
    }
    assert_eq!(reach("L"), "5a 5b 5b+ 5c 5c+ 5d".replace("5a ", "5a+ "));
    assert_eq!(reach("+R").split(' ').count(), 20);
    assert_eq!(reach("+B").split(' ').count(), 20);
}

#[test]
fn gote_moves_down_the_board() {
    let moves = legal(&position("shogi", "4k4/9/4p4/9/9/9/9/9/4K4 w - 1"));
    assert!(moves.contains(&"5c5d".to_owned()) && !moves.contains(&"5c5b".to_owned()));
}

#[test]
fn reasons_come_in_the_order_players_are_told() {
    check(
        "startpos",
        "0a1b OUT_OF_BOARD, 7g7z OUT_OF_BOARD, 10a1a OUT_OF_BOARD, 5e5d MOVE_UNDEFINED_PIECE,
         3c3d MOVE_OPPONENT_SIDES_PIECE, 7g7e INVALID_MOTION_VECTOR, 7g7g INVALID_MOTION_VECTOR,
         2h2b LEAP_RESTRICTION, 2h3h legal, 8h7g MOVE_TO_INVALID_SQUARE, 9i9h legal,
         7g7f+ INVALID_PROMOTION, P*5e DROP_UNDEFINED_PIECE, X*5e DROP_UNDEFINED_PIECE,
         +P*5e DROP_UNDEFINED_PIECE, P*0a OUT_OF_BOARD, K*5e DROP_UNDEFINED_PIECE",
    );
}

#[test]
fn each_refusal_says_why_in_two_languages_and_names_the_squares() {
    let game = shogi("startpos", "");
    let reason = game.explain_usi(&"2h2b".parse().unwrap()).unwrap_err();
    assert_eq!(reason.to_string(), "the rook can’t move to 2b: the pawn on 2g is in the way");
    assert_eq!(
        reason.say(koma_text::Lang::Ja),
        "２七の歩兵が邪魔をしているため、飛車は２二へ進めません"
    );
    let squares: Vec<_> = reason.squares().iter().map(ToString::to_string).collect();
    assert_eq!(squares, ["2h", "2b", "2g"]);
}

#[test]
fn a_refusal_names_the_man_that_stops_a_flight_and_the_step_that_is_none() {
    let flight = "15,k/16/8,r,7/16/8,gg,7/16/8,p,7/16/8,GG,7/16/16/16/16/16/16/K,15 b - 1";
    for (variant, sfen, usi, reason) in [
        (
            "tenjiku",
            flight,
            "8i8c",
            "the great general can’t move to 8c: the great general on 8e is in the way",
        ),
        ("chu", "startpos", "7j7h6h", "the lion can’t move to 7h"),
        ("chu", "startpos", "7j8i7h", "your own pawn stands on 8i"),
    ] {
        let refused = position(variant, sfen).explain_usi(&usi.parse().unwrap()).unwrap_err();
        assert_eq!(refused.to_string(), reason, "{usi}");
    }
}

#[test]
fn a_move_that_starts_or_ends_in_the_zone_may_promote() {
    // Into the zone, out of it, within it; not outside; never gold, king or a promoted man.
    check(
        "4k4/3S5/9/7S1/9/2B6/9/9/4K4 b - 1",
        "2d2c+ legal, 2d2c legal, 6b7c+ legal, 6b7c legal, 6b7a+ legal, 7f5d+ INVALID_PROMOTION, 7f5d legal,
         7f4c+ legal, 7f1e INVALID_MOTION_VECTOR, 5i5h+ INVALID_PROMOTION",
    );
    check("4k4/3R5/9/9/9/9/9/9/4K4 b - 1", "6b6f+ legal, 6b6f legal");
    check(
        "4k4/G1+R6/9/9/9/9/9/9/4K4 b - 1",
        "9b9a+ INVALID_PROMOTION, 7b7a+ INVALID_PROMOTION, 9b9a legal",
    );
}

#[test]
fn promotion_is_forced_where_the_man_could_never_move_again() {
    check(
        "9/P1N2k3/2N6/9/8L/9/9/9/4K4 b - 1",
        "9b9a FORCED_PROMOTION, 9b9a+ legal, 7b6a INVALID_MOTION_VECTOR, 7c6a FORCED_PROMOTION,
         7c6a+ legal, 1e1a FORCED_PROMOTION, 1e1a+ legal, 1e1b legal, 1e1b+ legal",
    );
    check("5k3/9/9/2N6/9/9/9/9/4K4 b - 1", "7d6b FORCED_PROMOTION, 7d6b+ legal");
}

#[test]
fn men_in_hand_are_dropped_on_empty_squares_where_they_can_move() {
    check(
        "4k4/9/9/9/4p4/9/9/9/4K4 b RGNLP 1",
        "G*5e DROP_TO_INVALID_SQUARE, G*5a DROP_TO_INVALID_SQUARE, G*9a legal, R*1a legal,
         P*9a DROP_TO_INVALID_SQUARE, L*9a DROP_TO_INVALID_SQUARE, N*9a DROP_TO_INVALID_SQUARE,
         N*9b DROP_TO_INVALID_SQUARE, N*9c legal, P*9b legal, L*9b legal, B*9c DROP_UNDEFINED_PIECE",
    );
    check(
        "4k4/9/9/9/9/9/9/9/4K4 w np 1",
        "P*5i DROP_TO_INVALID_SQUARE, N*9h DROP_TO_INVALID_SQUARE, N*9g legal",
    );
}

#[test]
fn nifu_counts_own_unpromoted_pawns_of_the_file() {
    check(
        "4k4/9/9/P2p5/3+P5/9/9/9/4K4 b P 1",
        "P*9g DOUBLE_PAWN, P*9b DOUBLE_PAWN, P*6g legal, P*8c legal, P*6c legal",
    );
}

/// A king shut in by its own men, a square before it that a gold guards, and something in hand.
fn shut_in(ranks: &str, hand: &str) -> String {
    format!("{ranks}/9/9/9/9/9/K8 b {hand} 1")
}

#[test]
fn a_pawn_drop_may_not_give_mate() {
    check(&shut_in("5lkl1/5n1n1/6G2", "P"), "P*3b DROP_PAWN_MATE");
    // A gold in its place is mate and legal, and so is a pawn that moves there.
    check(&shut_in("5lkl1/5n1n1/6G2", "G"), "G*3b legal");
    check("5lkl1/5n1n1/6P2/6L2/9/9/9/9/K8 b - 1", "3c3b legal, 3c3b+ legal");
}

#[test]
fn a_pawn_drop_that_can_be_answered_is_legal() {
    check(&shut_in("5lkl1/5n1n1/9", "P"), "P*3b legal"); // Not guarded: the king takes it.
    check(&shut_in("5lk2/5n1n1/6G2", "P"), "P*3b legal"); // The king goes to 2a.
    check(&shut_in("5gkl1/5n1n1/6G2", "P"), "P*3b legal"); // The gold takes it.
    check(&shut_in("5lkl1/4rn1n1/6G2", "P"), "P*3b DROP_PAWN_MATE"); // The rook is blocked,
    check(&shut_in("5lkl1/5n2r/6G2", "P"), "P*3b legal"); // and here it is not.
    check("5lkl1/5n1n1/6G2/8b/9/9/9/9/K8 b P 1", "P*3b legal"); // The bishop takes it.
    check(&shut_in("5lkl1/5n1n1/6G1b", "P"), "P*3b DROP_PAWN_MATE");
}

#[test]
fn a_pinned_man_does_not_save_the_king_from_a_pawn_drop_mate() {
    // The silver on 2a could take on 3b, but is pinned by the rook on 1a.
    check(&shut_in("5lksR/5n1n1/6G2", "P"), "P*3b DROP_PAWN_MATE");
    check(&shut_in("5lks1/5n1n1/6G2", "P"), "P*3b legal");
}

#[test]
fn the_king_may_not_step_into_check() {
    check(
        "4k4/9/9/9/9/9/9/4r4/3K5 b - 1",
        "6i5i MOVE_INTO_CHECK, 6i6h MOVE_INTO_CHECK, 6i5h legal, 6i7i legal",
    );
    check("4k4/9/9/9/9/9/4g4/4r4/3K5 b - 1", "6i5h MOVE_INTO_CHECK");
}

#[test]
fn a_king_may_not_retreat_along_the_line_of_a_check() {
    check(
        "4k4/9/9/9/4r4/9/9/4K4/9 b - 1",
        "5h5i MOVE_INTO_CHECK, 5h5g MOVE_INTO_CHECK, 5h4h legal",
    );
}

#[test]
fn a_check_is_answered_by_taking_moving_away_or_interposing_drops_included() {
    let sfen = "4k4/9/9/4r4/9/9/9/3G5/4K3B b GP 1";
    check(
        sfen,
        "5i4h legal, 6h5h legal, P*5e legal, G*5h legal, 1i5e legal, 6h6g SELF_CHECKED,
         P*1c SELF_CHECKED, 5i5h MOVE_INTO_CHECK, 1i2h SELF_CHECKED",
    );
}

#[test]
fn a_pinned_man_moves_only_along_its_line() {
    let sfen = "4k4/9/9/4r4/9/9/4R4/9/4K4 b - 1";
    check(
        sfen,
        "5g5d legal, 5g5e legal, 5g5h legal, 5g4g MOVE_INTO_CHECK, 5g5d+ INVALID_PROMOTION",
    );
}

#[test]
fn in_double_check_only_the_king_moves() {
    let moves = legal(&position("shogi", "4k4/9/9/4r4/9/9/3n5/5G3/4K4 b G 1"));
    assert!(!moves.is_empty() && moves.iter().all(|mv| mv.starts_with("5i")), "{moves:?}");
}

#[test]
fn a_side_without_royals_moves_freely_and_never_loses_one() {
    let tsume = position("shogi", "4k4/9/4P4/9/9/9/9/9/9 b G 1");
    assert!(legal(&tsume).contains(&"G*5b".to_owned()));
    assert!(!tsume.has_lost_royal(Side::Sente) && !tsume.is_over());
}

#[test]
fn taking_the_royal_of_a_side_that_left_it_in_check_ends_the_game() {
    let mut position = position("shogi", "4k4/4G4/9/9/9/9/9/9/4K4 b - 1");
    assert!(legal(&position).contains(&"5b5a".to_owned()));
    assert_eq!(position.perft(1), position.perft_by_list(1));
    assert_eq!(position.perft(2), position.perft_by_list(2));
    let _ = position.play_usi("5b5a").unwrap();
    assert!(position.is_over() && position.legal_moves().is_empty() && position.perft(1) == 0);
    assert_eq!(position.play_usi("5i5h").unwrap_err().code(), "GAME_ALREADY_ENDED");
}

#[test]
fn two_kings_a_side_fall_back_to_the_general_way() {
    let two = position("shogi", "k3k4/9/9/9/9/9/9/9/4K3K b P 1");
    assert_eq!(two.clone().perft_by_list(2), two.perft(2));
    assert!(two.legal_moves().len() > 10);
}

#[test]
fn minishogi_promotes_on_the_last_rank_only() {
    let rules = ruleset("minishogi");
    let moves = legal(&position("minishogi", "4k/S4/5/5/K4 b - 1"));
    assert!(moves.contains(&"5b5a+".to_owned()) && moves.contains(&"5b5a".to_owned()));
    assert!(!legal(&position("minishogi", "4k/5/S4/5/K4 b - 1")).contains(&"5c5b+".to_owned()));
    assert_eq!(rules.geometry().squares(), 25);
}
