//! Two boards and three ways to find legal moves, compared on every ply of random games.

mod support;

use koma_rules::{Move, Position, Side};
use support::{Random, legal, ruleset};

/// Plays random games of at least `plies` plies in all.
fn check(slug: &str, plies: usize) {
    let rules = ruleset(slug);
    let mut random = Random(20_261_115);
    let mut played = 0;
    while played < plies {
        let mut fast = Position::start(&rules);
        let mut undos = Vec::new();
        let mut reference = fast.on_reference_board();
        for _ in 0..200 {
            compare(&fast, &reference);
            let moves = fast.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.below(moves.len())];
            undos.push(fast.play_unchecked(mv));
            let _ = reference.play(mv).expect("legal on one board is legal on the other");
            played += 1;
        }
        while let Some(undo) = undos.pop() {
            fast.undo(undo);
            assert_eq!(fast.key(), fast.computed_key());
        }
        assert_eq!(fast, Position::start(&rules));
    }
}

fn compare(fast: &Position, reference: &Position) {
    let sfen = fast.sfen();
    assert_eq!(sfen, reference.sfen());
    let moves = legal(fast);
    assert_eq!(moves, legal(reference), "{sfen}");
    let mut by_trial: Vec<_> =
        fast.legal_moves_by_trial().iter().map(|&mv| fast.usi(mv).to_string()).collect();
    by_trial.sort_unstable();
    assert_eq!(moves, by_trial, "{sfen}");
    assert_eq!(moves.len() as u64, fast.perft(1), "{sfen}");
    assert_eq!(fast.key(), reference.key(), "{sfen}");
    assert_eq!(fast.key(), fast.computed_key(), "{sfen}");
    assert_eq!(fast.checked_royals(), reference.checked_royals(), "{sfen}");
    for side in Side::BOTH {
        for square in fast.rules().geometry().all() {
            let attackers = fast.attackers(side, square);
            assert_eq!(attackers, reference.attackers(side, square), "{sfen}");
        }
    }
}

#[test]
fn both_boards_agree_over_random_games_of_shogi() {
    check("shogi", 10_000);
}

#[test]
fn both_boards_agree_over_random_games_of_minishogi() {
    check("minishogi", 10_000);
}

#[test]
fn both_boards_agree_over_random_games_of_the_other_small_variants() {
    for slug in ["gorogoro", "gorogoroplus", "judkins", "tori", "yari", "okisaki"] {
        check(slug, 3_000);
    }
}

#[test]
fn both_boards_agree_over_games_whose_men_turn_over_or_whose_lions_are_taken() {
    for slug in ["kyoto", "micro", "dobutsu"] {
        check(slug, 3_000);
    }
}

#[test]
fn every_legal_move_is_explained_as_legal_and_no_other() {
    for slug in ["shogi", "minishogi", "kyoto", "micro", "dobutsu"] {
        let rules = ruleset(slug);
        let mut random = Random(7);
        for _ in 0..6 {
            let mut position = Position::start(&rules);
            for _ in 0..120 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                check_explanations(&position);
                let mv = moves[random.below(moves.len())];
                let _ = position.play_unchecked(mv);
            }
        }
    }
}

/// Asks about every move that can be written on this board.
fn check_explanations(position: &Position) {
    let rules = position.rules();
    let geometry = rules.geometry();
    let legal = legal(position);
    let names: Vec<_> = geometry.all().map(|square| geometry.name(square).to_string()).collect();
    let mut accepted = Vec::new();
    let mut ask = |text: String| {
        if position.explain(&text.parse().expect("a move")).is_ok() {
            accepted.push(text);
        }
    };
    for (from, to) in geometry.all().flat_map(|from| geometry.all().map(move |to| (from, to))) {
        for mv in [Move::board(from, to, false), Move::board(from, to, true)] {
            let is_listed = legal.binary_search(&position.usi(mv).to_string()).is_ok();
            assert_eq!(
                position.is_legal(mv),
                is_listed,
                "{} in {}",
                position.usi(mv),
                position.sfen()
            );
        }
    }
    for (kind, to) in rules.kinds().flat_map(|kind| geometry.all().map(move |to| (kind, to))) {
        let mv = Move::drop(kind, to);
        let is_listed = legal.binary_search(&position.usi(mv).to_string()).is_ok();
        assert_eq!(position.is_legal(mv), is_listed, "{} in {}", position.usi(mv), position.sfen());
    }
    for (from, to) in names.iter().flat_map(|from| names.iter().map(move |to| (from, to))) {
        ask(format!("{from}{to}"));
        ask(format!("{from}{to}+"));
    }
    for kind in rules.kinds() {
        names.iter().for_each(|to| ask(format!("{}*{to}", rules.code(kind))));
    }
    accepted.sort_unstable();
    assert_eq!(accepted, legal, "{}", position.sfen());
}
