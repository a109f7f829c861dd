//! `Position::is_legal` against the list of all legal moves.

use std::collections::HashSet;

use koma_rules::{Move, Position, Ruleset, Setup};

/// Asks about every conceivable move on every ply of random games.
fn check(slug: &str, start: &str, games: usize, plies: usize) {
    let variant = koma_variants::find(slug).expect("in the catalogue");
    let rules = Ruleset::compile(variant).expect("it compiles");
    let geometry = rules.geometry();
    let mut seed = 2026_u64;
    for _ in 0..games {
        let setup = Setup::read(&rules, start).expect("a position");
        let mut position = Position::unjudged(&rules, &setup);
        for _ in 0..plies {
            let legal: HashSet<Move> = position.legal_moves().into_iter().collect();
            let board = geometry.all().flat_map(|from| {
                geometry.all().flat_map(move |to| {
                    [false, true].map(|promotes| Move::board(from, to, promotes))
                })
            });
            let drops =
                rules.kinds().flat_map(|kind| geometry.all().map(move |to| Move::drop(kind, to)));
            for mv in board.chain(drops) {
                let says = position.is_legal(mv);
                if says != legal.contains(&mv) {
                    panic!("{} in {}: {says}", position.usi(mv), position.sfen());
                }
            }
            let mut moves: Vec<_> = legal.into_iter().collect();
            moves.sort_unstable();
            if moves.is_empty() {
                break;
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040);
            let _ = position.play_unchecked(moves[(seed >> 33) as usize % moves.len()]);
        }
    }
}

#[test]
fn a_single_move_is_judged_as_in_the_list_of_all_moves() {
    check("shogi", "startpos", 3, 150);
    check("minishogi", "startpos", 5, 100);
}

#[test]
fn a_single_move_is_judged_right_in_check_and_at_a_drop_mate() {
    check("shogi", "8k/7r1/7GN/9/9/9/9/9/K8 b P 1", 1, 1);
    check("shogi", "4k4/9/4r4/9/4B4/4K4/9/9/9 b GSNLPgsnlp 1", 3, 40);
    check("shogi", "9/9/9/9/4k4/9/9/9/9 b 2R2B4G4S4N4L18P 1", 2, 20);
}
