//! The set-up phase and choice groups, by the numbers and sentences of `docs/rules/66shogi.md`.

mod support;

use koma_rules::{Game, Position, Setup};
use support::{Random, ruleset, verdict};

/// A game of 66shogi after some moves.
fn game(moves: &str) -> Game {
    let mut game = Game::start(&ruleset("66shogi"));
    for mv in moves.split_whitespace() {
        game.play_usi(mv).unwrap_or_else(|reason| panic!("{mv}: {reason}"));
    }
    game
}

const ALL_BUT_TWO: &str = "K*6f K*6a G*5f G*5a S*4f S*4a N*3f N*3a L*2f L*2a";

#[test]
fn counts_of_the_set_up_are_those_of_reading() {
    let start = game("");
    for (depth, nodes) in [(1, 42), (2, 1764), (3, 50_400), (4, 1_440_000)] {
        assert_eq!(start.position().perft(depth), nodes, "S66-3 depth {depth}");
    }
    let late = game("K*6f K*6a G*5f G*5a S*4f S*4a N*3f N*3a");
    for (depth, nodes) in [(1, 6), (2, 36), (3, 48), (4, 64)] {
        assert_eq!(late.position().perft(depth), nodes, "depth {depth}");
    }
}

#[test]
fn counts_after_the_set_up_are_those_of_reading() {
    for (moves, counts) in [
        ("K*6f K*6a G*5f G*5a S*4f S*4a N*3f N*3a L*2f L*2a R*1f B*1a", [8, 64, 547, 4892, 47_019]),
        ("R*6f L*6a S*5f N*5a K*4f G*4a G*3f K*3a N*2f S*2a L*1f R*1a", [8, 64, 573, 4957, 49_456]),
    ] {
        let game = game(moves);
        for (depth, nodes) in (1..).zip(counts) {
            assert_eq!(game.position().perft(depth), nodes, "{moves} depth {depth}");
        }
    }
}

#[test]
fn only_drops_on_the_own_first_rank_are_legal_in_the_set_up() {
    let start = game("");
    for (mv, code) in [
        ("K*6f", "legal"),
        ("K*6d", "SETUP_REGION"),
        ("K*6a", "SETUP_REGION"),
        ("K*6e", "DROP_TO_INVALID_SQUARE"),
        ("6e6d", "SETUP_DROP_REQUIRED"),
        ("P*6c", "DROP_UNDEFINED_PIECE"),
        ("pass", "PASS_FORBIDDEN"),
    ] {
        assert_eq!(verdict(&start, mv), code, "S66-2 {mv}");
    }
    assert_eq!(verdict(&game("R*6f K*6a"), "B*5f"), "CHOICE_GROUP_LIMIT", "S66-4");
}

#[test]
fn the_man_not_chosen_is_put_away_and_stays_locked_when_captured() {
    let done = game(&format!("{ALL_BUT_TWO} R*1f B*1a"));
    let rules = done.position().rules().clone();
    for (side, code) in [(koma_rules::Side::Sente, "B"), (koma_rules::Side::Gote, "R")] {
        let kind = rules.kind(code).unwrap();
        assert_eq!(done.position().held(side, kind), 0, "S66-5: {code} is put away");
        assert!(!done.position().is_placing(side));
    }
    // Sente takes the bishop it did not choose: S66-6 as that page reads it.
    let locked = "5k/6/6/6/6/5K b B 30 setup:chose=R/chose=B";
    let locked = Position::unjudged(&rules, &Setup::read(&rules, locked).unwrap());
    assert_eq!(verdict(&Game::from(locked), "B*3c"), "CHOICE_GROUP_LOCKED", "S66-6");
    // Without the field nothing is known of a choice: every man in hand may be dropped.
    let free = Setup::read(&rules, "5k/6/6/6/6/5K b B 30").unwrap();
    let free = Position::unjudged(&rules, &free);
    assert_eq!(verdict(&Game::from(free), "B*3c"), "legal");
}

#[test]
fn a_required_limit_ends_with_the_set_up() {
    let rules = ruleset("66shogi");
    let chosen = "5k/6/6/6/6/R4K b R 30 setup:chose=R/chose=R";
    let position = Position::unjudged(&rules, &Setup::read(&rules, chosen).unwrap());
    assert_eq!(verdict(&Game::from(position), "R*3c"), "legal", "S66-7");
}

#[test]
fn the_order_of_placement_leaves_no_trace_in_key_or_text() {
    let one = game(&format!("{ALL_BUT_TWO} R*1f B*1a"));
    let other = game("R*1f B*1a L*2f L*2a N*3f N*3a S*4f S*4a G*5f G*5a K*6f K*6a");
    assert_eq!(one.position().key(), other.position().key(), "S66-5");
    assert_eq!(one.position().sfen(), other.position().sfen());
}

/// Undo restores hands, key and phase at every ply of random set-ups.
#[test]
fn undo_restores_everything_at_every_ply_of_random_set_ups() {
    let count = std::env::var("KOMA_SETUPS").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    let rules = ruleset("66shogi");
    let mut random = Random(66);
    for _ in 0..count {
        let mut game = Game::start(&rules);
        let mut trail = Vec::new();
        while game.moves().len() < 16 && game.end().is_none() {
            trail.push((game.position().sfen(), game.position().key()));
            let moves = game.legal_moves();
            let placing = game.position().is_placing(game.position().side());
            assert!(!placing || moves.iter().all(|mv| mv.dropped().is_some()));
            game.play_unchecked(moves[random.below(moves.len())]);
            let position = game.position();
            assert_eq!(position.key(), position.computed_key());
            let again = Setup::read(&rules, &position.sfen()).expect("what we wrote");
            assert_eq!(Position::unjudged(&rules, &again), *position, "{}", position.sfen());
        }
        while let Some((sfen, key)) = trail.pop() {
            game.undo().expect("a move was played");
            assert_eq!((game.position().sfen(), game.position().key()), (sfen, key));
        }
    }
}
