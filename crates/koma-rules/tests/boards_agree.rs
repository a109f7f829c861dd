//! Two boards and three ways to find legal moves, compared on every ply of random games.

mod support;

use koma_rules::{Move, Position, Side};
use support::{Random, legal, position, ruleset};

/// Plays random games of at least `plies` plies in all.
fn check(slug: &str, plies: usize) {
    check_from(&Position::start(&ruleset(slug)), plies);
}

fn check_from(start: &Position, plies: usize) {
    assert!(start.is_on_sets(), "{} is played on sets", start.sfen());
    let mut random = Random(20_261_115);
    let mut played = 0;
    while played < plies {
        let mut fast = start.clone();
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
        assert_eq!(fast, *start);
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

/// Few men, where kings are in check, men become kings and kings are bare within some plies.
const SUCCESSIONS: [&str; 5] = [
    "4k4/9/3E1E3/2P1r4/4R4/4r4/3e1e3/9/4K4 b - 1",
    "r3k4/4p4/1E7/9/4B4/9/7e1/4P4/R3K4 b - 1",
    "2r1k4/9/9/4E4/4e4/4E4/4e4/9/4K1R2 w - 1",
    "4k4/9/9/3eP4/9/4pE3/9/9/4K4 b - 1",
    "3+e1k3/9/9/4R4/9/4b4/9/9/3+E1K3 w - 1",
];

#[test]
fn both_boards_agree_where_a_second_king_frees_the_first_and_a_bare_one_ends_the_game() {
    check("sho", 5_000);
    for sfen in SUCCESSIONS {
        let start = position("sho", sfen);
        check_from(&start, 3_000);
        for depth in 1..=3 {
            let by_list = start.on_reference_board().perft_by_list(depth);
            assert_eq!(start.perft(depth), by_list, "{sfen} depth {depth}");
        }
    }
}

/// Lines full of hoppers and hurdles before both kings.
const HOPS: [&str; 4] = [
    "lnsgkgsnl/1rci1uab1/p1p1p1p1p/4A4/4u4/4a4/P1P1P1P1P/1BAU1ICR1/LNSGKGSNL b UAui 1",
    "4k4/4u4/4P4/2I1a1c2/1A2U2a1/2C1+u1i2/4p4/4A4/4K4 b RBur 1",
    "a3k3A/9/2+c1p1+I2/4+U4/4+u4/2+i1P1+C2/9/9/A3K3a w GSgs 1",
    "U1u1k1a1A/3p1p3/2c1r1i2/9/R7r/9/2I1R1C2/3P1P3/A1a1K1u1U b 2P2p 1",
];

#[test]
fn both_boards_agree_where_men_hop_over_others_to_the_king() {
    check("cannon", 4_000);
    for sfen in HOPS {
        let start = position("cannon", sfen);
        check_from(&start, 2_000);
        let by_list = start.on_reference_board().perft_by_list(2);
        assert_eq!(start.perft(2), by_list, "{sfen}");
    }
}

#[test]
fn every_legal_move_is_explained_as_legal_and_no_other() {
    let starts = ["shogi", "minishogi", "kyoto", "micro", "dobutsu", "sho"]
        .map(|slug| Position::start(&ruleset(slug)));
    let crowned = position("sho", SUCCESSIONS[0]);
    let hopping = position("cannon", HOPS[0]);
    for start in starts.iter().chain([&crowned, &hopping]) {
        let mut random = Random(7);
        for _ in 0..3 {
            let mut position = start.clone();
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
        if position.explain_usi(&text.parse().expect("a move")).is_ok() {
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

/// Answers are counted by what the move before them touched: in every large game, at many
/// positions, the number must be that of the moves listed.
#[test]
fn answers_are_as_many_as_can_be_listed() {
    for variant in koma_variants::catalogue() {
        let start = Position::start(&ruleset(&variant.slug));
        if start.is_on_sets() {
            continue;
        }
        let squares = u32::from(variant.files) * u32::from(variant.ranks);
        let (games, plies, sample) = match squares {
            ..=200 => (3, 300, 12),
            201..=400 => (2, 300, 40),
            _ => (1, 600, 150),
        };
        let mut random = Random(squares.into());
        for _ in 0..games {
            let mut position = start.clone();
            for ply in 0..plies {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                if ply % sample == 0 {
                    let listed = position.clone().perft_by_list(2);
                    assert_eq!(position.perft(2), listed, "{}", position.sfen());
                }
                // Captures bring the men together.
                let takes = |mv: &&Move| position.man_at(mv.to()).is_some();
                let taking: Vec<_> = moves.iter().filter(takes).copied().collect();
                let moves = if taking.is_empty() || ply % 2 == 0 { moves } else { taking };
                let _ = position.play_unchecked(moves[random.below(moves.len())]);
            }
        }
    }
}
