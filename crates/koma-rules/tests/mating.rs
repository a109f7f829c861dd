//! What a mate search asks, compared with the plain way on every ply of random games.

mod support;

use std::collections::BTreeSet;

use koma_rules::{Answers, Move, Position, Square};
use support::{Random, ruleset};

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_unstable();
    moves
}

fn counted(moves: &[Move], square: Square) -> Answers {
    let (drops, moves): (Vec<Move>, Vec<Move>) =
        moves.iter().partition(|mv| mv.dropped().is_some());
    Answers {
        moves: moves.len() as u32,
        taking: moves.iter().filter(|mv| mv.to() == square).count() as u32,
        drop_squares: drops.iter().map(|mv| mv.to()).collect::<BTreeSet<_>>().len() as u32,
    }
}

fn compare(position: &Position) {
    let (side, sfen) = (position.side(), position.sfen());
    let legal = position.legal_moves();
    let (mut checks, mut evasions) = (vec![Move::pass()], Vec::new());
    position.checks_into(&mut checks);
    position.evasions_into(&mut evasions);
    let (mut checks_by_trial, mut evasions_by_trial) = (Vec::new(), Vec::new());
    for mv in legal {
        let mut after = position.clone();
        let undo = after.play_unchecked(mv);
        if after.is_threatened(side.other()) {
            checks_by_trial.push(mv);
        }
        if position.rules().has_check_rules()
            || after.has_lost_royal(side.other())
            || !after.is_threatened(side)
        {
            evasions_by_trial.push(mv);
        }
        if let Some(ahead) = position.ahead(mv) {
            assert_eq!(ahead.board_key, after.board_key(), "{sfen} {}", position.usi(mv));
            for &kind in position.rules().hand_order() {
                let spent = u16::from(ahead.spent == Some(kind));
                let gained = u16::from(ahead.gained == Some(kind));
                let held = position.held(side, kind) + gained - spent;
                assert_eq!(held, after.held(side, kind), "{sfen} {}", position.usi(mv));
            }
        }
        after.undo(undo);
    }
    assert_eq!(sorted(checks), sorted(checks_by_trial), "checks of {sfen}");
    let squares = position.men(side.other()).into_iter().map(|(square, _)| square).take(3);
    let squares = squares.chain(evasions_by_trial.last().map(|mv| mv.to()));
    for square in squares.take_while(|_| !position.is_over()) {
        assert_eq!(position.answers(square), counted(&evasions_by_trial, square), "{sfen}");
    }
    assert_eq!(sorted(evasions), sorted(evasions_by_trial), "evasions of {sfen}");
    if position.is_threatened(side) && !position.may_interpose() {
        let mut moves = position.legal_moves();
        moves.retain(|mv| mv.dropped().is_some());
        assert!(moves.is_empty(), "{sfen}: a drop answers the check after all");
    }
}

/// Plays random games in which checks are preferred, so that both kinds of lists are full.
fn check(slug: &str, plies: usize) {
    let rules = ruleset(slug);
    let mut random = Random(20_261_116);
    let mut played = 0;
    while played < plies {
        let mut position = Position::start(&rules);
        for _ in 0..150 {
            compare(&position);
            played += 1;
            let mut moves = Vec::new();
            position.checks_into(&mut moves);
            if moves.is_empty() || random.below(3) > 0 {
                moves = position.legal_moves();
            }
            if moves.is_empty() || played >= plies {
                break;
            }
            let _ = position.play_unchecked(moves[random.below(moves.len())]);
        }
    }
}

#[test]
fn checks_and_evasions_of_shogi_are_those_found_by_trial() {
    check("shogi", 6_000);
}

#[test]
fn checks_and_evasions_of_every_variant_are_those_found_by_trial() {
    for variant in koma_variants::catalogue() {
        let squares = usize::from(variant.files) * usize::from(variant.ranks);
        check(&variant.slug, if squares <= 100 { 1_500 } else { 40_000 / squares / 8 });
    }
}

#[test]
fn hands_are_compared_where_men_only_change_sides() {
    for (slug, expected) in [("shogi", true), ("minishogi", true), ("chu", false), ("tori", true)] {
        assert_eq!(ruleset(slug).hands_can_be_compared(), expected, "{slug}");
    }
}
