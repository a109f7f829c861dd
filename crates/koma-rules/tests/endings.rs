//! How games end.

mod support;

use koma_rules::{Declaration, End, Game, Reason, Refusal, Side};
use koma_variants::ImpasseProfile;
use support::{position, ruleset, shogi};

const SENTE: Option<Side> = Some(Side::Sente);
const GOTE: Option<Side> = Some(Side::Gote);

#[track_caller]
fn check(game: &Game, reason: Reason, winner: Option<Side>) {
    assert_eq!(game.end(), Some(End::new(reason, winner)));
    assert!(game.legal_moves().is_empty());
    assert_eq!(
        game.explain_usi(&"7g7f".parse().unwrap()).unwrap_err().code(),
        "GAME_ALREADY_ENDED"
    );
}

#[test]
fn mate_wins() {
    check(&shogi("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b"), Reason::Checkmate, SENTE);
}

#[test]
fn a_game_from_a_mate_is_over_before_it_begins() {
    check(&shogi("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", ""), Reason::Checkmate, SENTE);
}

#[test]
fn a_check_that_can_be_answered_is_not_mate() {
    assert_eq!(shogi("4k4/9/9/9/9/9/9/9/4K4 b G 1", "G*5b").end(), None);
}

#[test]
fn no_legal_move_loses_without_check_too() {
    check(&shogi("k8/9/K1G6/9/9/9/9/9/9 b - 1", "7c7b"), Reason::NoMove, SENTE);
}

#[test]
fn resignation_time_and_illegal_moves_lose() {
    let lost = |end: fn(&mut Game, Side) -> Result<(), Refusal>| {
        let mut game = shogi("startpos", "7g7f");
        end(&mut game, Side::Gote).unwrap();
        assert_eq!(end(&mut game, Side::Sente), Err(Refusal::Ended));
        game
    };
    check(&lost(Game::resign), Reason::Resignation, SENTE);
    check(&lost(Game::lose_on_time), Reason::TimeLoss, SENTE);
    check(&lost(Game::lose_by_illegal_move), Reason::IllegalMove, SENTE);
}

#[test]
fn people_may_agree_on_a_draw() {
    let mut game = shogi("startpos", "");
    game.agree_draw().unwrap();
    check(&game, Reason::AgreedDraw, None);
}

const DANCE: &str = "2h3h 8b7b 3h2h 7b8b ";

#[test]
fn the_fourth_occurrence_of_a_position_is_a_draw() {
    let game = shogi("startpos", &DANCE.repeat(2));
    assert_eq!((game.end(), game.occurrences()), (None, 3));
    check(&shogi("startpos", &DANCE.repeat(3)), Reason::Repetition, None);
}

#[test]
fn the_same_board_with_other_hands_is_another_position() {
    let game = shogi("4k4/9/9/9/9/9/9/9/4K4 b - 1", &"5i5h 5a5b 5h5i 5b5a ".repeat(3));
    check(&game, Reason::Repetition, None);
    let game = shogi("4k4/9/9/9/9/9/9/9/4K4 w p 1", "P*1b 5i5h 5a5b 5h5i 5b5a 5i5h 5a5b 5h5i 5b5a");
    assert_eq!(game.occurrences(), 3);
}

/// A rook and a lone king, Sente to move.
const CHASE: &str = "5R3/8k/9/9/9/9/9/9/4K4 b - 1";

#[test]
fn perpetual_check_loses() {
    check(&shogi(CHASE, &"4a4b 1b1a 4b4a 1a1b ".repeat(3)), Reason::PerpetualCheck, GOTE);
}

#[test]
fn a_cycle_with_one_quiet_move_is_an_ordinary_repetition() {
    check(&shogi(CHASE, &"4a4b 1b1c 4b4a 1c1b ".repeat(3)), Reason::Repetition, None);
}

#[test]
fn a_quiet_move_before_the_cycle_does_not_excuse_perpetual_check() {
    let cycle = "4b4c 1c1b 4c4b 1b1c ";
    let game = shogi(CHASE, &format!("5i5h 1b1c 4a4c 1c1b 4c4b 1b1c {}", cycle.repeat(2)));
    assert_eq!(game.end(), None);
    let game = shogi(CHASE, &format!("5i5h 1b1c 4a4c 1c1b 4c4b 1b1c {} 4b4c", cycle.repeat(2)));
    check(&game, Reason::PerpetualCheck, GOTE);
}

#[test]
fn in_minishogi_the_first_player_loses_by_repetition() {
    let mut game = Game::start(&ruleset("minishogi"));
    for mv in "1e1d 5a5b 1d1e 5b5a ".repeat(3).split_whitespace() {
        game.play_usi(mv).unwrap();
    }
    assert_eq!(game.end(), Some(End::new(Reason::Repetition, GOTE)));
}

/// Sente's king and ten more men in the zone, not in check: 28 points with the pawns in hand.
const ENTERED: &str = "KGGSSNNLL/RBPPPP3/9/9/9/9/9/9/8k b 5P9p 1";

#[test]
fn a_declaration_counts_men_in_the_zone_and_in_hand() {
    let game = shogi(ENTERED, "");
    let points = game.points(Side::Sente);
    assert_eq!((points.declared, points.men_in_zone, points.royal_in_zone), (27, 14, true));
    assert_eq!(game.points(Side::Gote).declared, 9);
    assert_eq!(game.declaration(), Declaration::Fails); // One point short.
    let mut game = shogi(&ENTERED.replace("5P", "6P"), "");
    assert_eq!(game.declaration(), Declaration::Wins);
    game.declare().unwrap();
    check(&game, Reason::Declaration, SENTE);
}

#[test]
fn gote_needs_a_point_less() {
    let turned = "K8/9/9/9/9/9/9/3pppp1b/llnnssggk w r5p9P 1";
    let game = shogi(turned, "");
    assert_eq!(game.points(Side::Gote).declared, 27);
    assert_eq!(game.declaration(), Declaration::Wins);
}

#[test]
fn a_declaration_needs_the_king_ten_men_and_no_check() {
    let fails =
        |sfen: &str| assert_eq!(shogi(sfen, "").declaration(), Declaration::Fails, "{sfen}");
    fails("1GGSSNNLL/RBPPPP3/9/K8/9/9/9/9/8k b 9P 1"); // The king has not entered.
    fails("KGG6/RBPPPP3/9/9/9/9/9/9/8k b 4S4N4L9P 1"); // Eight men.
    fails("KGGSSNNLL/1BPPPP3/9/9/9/9/9/9/r7k b R9P 1"); // In check.
    let mut game = shogi("1GGSSNNLL/RBPPPP3/9/K8/9/9/9/9/8k b 9P 1", "");
    game.declare().unwrap();
    check(&game, Reason::FalseDeclaration, GOTE);
}

#[test]
fn promoted_rooks_and_bishops_count_five() {
    let game = shogi("K+R+B6/9/9/9/9/9/9/9/8k b - 1", "");
    assert_eq!(game.points(Side::Sente).declared, 10);
}

#[test]
fn under_the_24_point_rule_31_points_win_and_24_draw() {
    let declaration = |pawns: u32| {
        let sfen = ENTERED.replace("5P", &format!("{pawns}P"));
        shogi(&sfen, "").with_impasse_profile(ImpasseProfile::Points24).declaration()
    };
    assert_eq!(declaration(9), Declaration::Wins);
    assert_eq!(declaration(8), Declaration::Draws);
    assert_eq!(declaration(2), Declaration::Draws);
    assert_eq!(
        shogi(&ENTERED.replace("5P", ""), "")
            .with_impasse_profile(ImpasseProfile::Points24)
            .declaration(),
        Declaration::Fails
    );
}

#[test]
fn by_agreement_a_side_under_24_points_loses() {
    let agreed = |sfen: &str| {
        let mut game = shogi(sfen, "");
        game.agree_impasse().unwrap();
        game.end().unwrap().winner.side()
    };
    assert_eq!(agreed(ENTERED), SENTE);
    assert_eq!(agreed("startpos"), None);
    let mut game = shogi(ENTERED, "").with_impasse_profile(ImpasseProfile::Agreement);
    assert_eq!(game.declare(), Err(Refusal::NoDeclaration));
}

#[test]
fn the_giver_of_a_handicap_counts_the_missing_men() {
    let game = shogi("lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", "");
    assert_eq!((game.points(Side::Gote).all, game.points(Side::Sente).all), (27, 27));
    // A position from the middle of something is no handicap.
    let bare = shogi("4k4/9/9/9/9/9/9/9/4K3R b - 1", "");
    assert_eq!((bare.points(Side::Gote).all, bare.points(Side::Sente).all), (0, 5));
    let even = shogi("startpos", "");
    assert_eq!((even.points(Side::Gote).all, even.points(Side::Sente).all), (27, 27));
}

#[test]
fn taking_back_the_last_move_restores_everything() {
    let mut game = shogi("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b");
    assert!(game.end().is_some());
    game.undo().unwrap();
    assert_eq!(game.end(), None);
    assert_eq!(game.position(), &position("shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"));
    assert_eq!(game.undo(), Err(Refusal::NoMove));
}
