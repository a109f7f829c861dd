//! The fast door says what the position says, in random games of every variant.

mod plain;
mod support;

use koma_rules::field::{Change, Field, Gains, Stage, Visitor};
use koma_rules::{Man, Move, Position, Ruleset, Side, Square};
use plain::Plain;
use support::Random;

/// A random game on a field, everything asked twice.
struct Compare<'a> {
    random: &'a mut Random,
    plies: usize,
    /// The board sees every check, also one that is uncovered.
    sets: bool,
}

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_unstable();
    moves
}

const STAGES: [Stage; 6] = [
    Stage::Captures,
    Stage::Promotions,
    Stage::Quiets,
    Stage::Drops,
    Stage::QuietChecks,
    Stage::All,
];

impl Visitor for Compare<'_> {
    type Out = ();

    fn visit<F: Field>(self, mut field: F) {
        let rules = std::sync::Arc::clone(field.rules());
        let slug = rules.variant().slug.clone();
        let gains = Gains(rules.kinds().map(|kind| 40 + 37 * (kind.index() as i32 % 23)).collect());
        let start = field.position().clone();
        for ply in 0..self.plies {
            if field.position().is_over() {
                break;
            }
            let place = format!("{slug} ply {ply}: {}", field.position().sfen());
            let mut plain = Plain(field.position().clone());
            let look = field.look();
            assert_eq!(field.in_check(&look), plain.0.in_check(), "{place}");
            let legal = sorted(field.position().legal_moves());
            let mut parts = Vec::new();
            let large = rules.geometry().squares() > 200;
            for stage in STAGES {
                if large && ply % 3 != 0 || !self.sets && stage == Stage::QuietChecks {
                    continue;
                }
                let mut listed = Vec::new();
                field.list(&look, stage, &mut listed);
                if matches!(
                    stage,
                    Stage::Captures | Stage::Promotions | Stage::Quiets | Stage::Drops
                ) {
                    parts.extend(listed.iter().copied());
                }
                let mut expected = Vec::new();
                if !large {
                    plain.list(stage, &mut expected);
                    assert_eq!(sorted(listed), sorted(expected), "{stage:?} {place}");
                }
            }
            if !(large && ply % 3 != 0) {
                assert_eq!(sorted(parts), legal, "{place}");
            }
            if legal.is_empty() {
                break;
            }
            let several = [0, 1, 2, 3].map(|_| legal[self.random.below(legal.len())]);
            for mv in several {
                self.ask(&mut field, &plain, &look, mv, &gains, &place);
            }
            self.ask_about_any_move(&field, &look, &place);
            self.ask_about_attacks(&field, &plain, &place);
            field.pass_turn();
            plain.0.pass();
            assert_eq!(field.key(), plain.0.key(), "{place}");
            field.pass_turn();
            field.make(several[0]);
        }
        while field.last().is_some() {
            field.unmake();
        }
        assert_eq!(*field.position(), start, "{slug}");
    }
}

impl Compare<'_> {
    fn ask<F: Field>(
        &self,
        field: &mut F,
        plain: &Plain,
        look: &F::Look,
        mv: Move,
        gains: &Gains,
        place: &str,
    ) {
        let text = field.position().usi(mv).to_string();
        assert!(field.is_legal(look, mv), "{text} {place}");
        assert_eq!(Move::unpack(mv.pack()).unwrap_or(mv), mv, "{text} {place}");
        assert_eq!(field.key_after(mv), plain.key_after(mv), "{text} {place}");
        let (fast, slow) = (field.gives_check(look, mv), plain.gives_check(mv));
        assert!(fast == slow || !self.sets && slow, "gives check: {text} {place}");
        if self.sets {
            for least in [-300, -100, 0, 1, 150, 400] {
                let (fast, slow) =
                    (field.exchange(mv, gains, least), plain.exchange(mv, gains, least));
                assert_eq!(fast, slow, "exchange {least}: {text} {place}");
            }
        }
        self.follow(field, mv, place);
    }

    /// The changes of a move lead from one position to the next.
    fn follow<F: Field>(&self, field: &mut F, mv: Move, place: &str) {
        let before = field.position().setup();
        field.make(mv);
        let mut board: Vec<Option<Man>> =
            field.rules().geometry().all().map(|square| before.man_at(square)).collect();
        let mut hands = Side::BOTH.map(|side| {
            field.rules().kinds().map(|kind| i32::from(before.held(side, kind))).collect::<Vec<_>>()
        });
        field.changes(|change| match change {
            Change::Taken(man, square) => {
                assert_eq!(board[square.index()].take(), Some(man), "{place}");
            }
            Change::Put(man, square) => {
                assert_eq!(board[square.index()].replace(man), None, "{place}");
            }
            Change::Held(side, kind, more) => {
                hands[side as usize][kind.index()] += i32::from(more);
            }
        });
        let after = field.position();
        for square in field.rules().geometry().all() {
            assert_eq!(board[square.index()], after.man_at(square), "{place}");
        }
        for side in Side::BOTH {
            for &kind in field.rules().hand_order() {
                let held = i32::from(after.held(side, kind));
                assert_eq!(hands[side as usize][kind.index()], held, "{place}");
            }
        }
        field.unmake();
        assert_eq!(field.position().setup(), before, "{place}");
    }

    fn ask_about_any_move<F: Field>(&self, field: &F, look: &F::Look, place: &str) {
        let mut random = Random(field.key());
        for _ in 0..20 {
            let packed = (random.below(1 << 12) << 12 | random.below(1 << 12)) as u32;
            let Some(mv) = Move::unpack(packed) else { continue };
            // Squares and kinds of other boards are asked about, too.
            let legal = field.is_legal(look, mv);
            let listed = field.position().legal_moves().contains(&mv);
            assert_eq!(legal, listed, "{mv:?} {place}");
        }
    }

    fn ask_about_attacks<F: Field>(&self, field: &F, plain: &Plain, place: &str) {
        let squares: Vec<Square> = field.rules().geometry().all().collect();
        let mut random = Random(field.key());
        for _ in 0..6 {
            let square = squares[random.below(squares.len())];
            for side in Side::BOTH {
                let (fast, slow) =
                    (field.is_attacked(square, side), plain.0.is_attacked(square, side));
                assert_eq!(fast, slow, "{side:?} on {square:?} {place}");
            }
        }
    }
}

#[test]
fn the_fast_door_says_what_the_position_says() {
    let mut random = Random(17);
    for variant in koma_variants::catalogue() {
        let rules = Ruleset::compile(variant).unwrap();
        let squares = rules.geometry().squares();
        let (games, plies) = match squares {
            ..=128 => (3, 70),
            129..=200 => (1, 40),
            201..=400 => (1, 12),
            _ => (1, 4),
        };
        for _ in 0..games {
            let position = Position::start(&rules);
            let sets = position.is_on_sets();
            position.enter(Compare { random: &mut random, plies, sets });
            if sets && squares <= 100 {
                let cells = position.on_reference_board();
                cells.enter(Compare { random: &mut random, plies: 20, sets: false });
            }
        }
    }
}

#[test]
fn mates_in_one_are_found_and_are_mates() {
    let mut random = Random(5);
    let (mut asked, mut found) = (0, 0);
    for slug in ["shogi", "minishogi", "kyoto", "judkins", "tori"] {
        let rules = support::ruleset(slug);
        for _ in 0..6 {
            let mut position = Position::start(&rules);
            for _ in 0..120 {
                let moves = position.legal_moves();
                if moves.is_empty() || position.is_over() {
                    break;
                }
                struct Ask;
                impl Visitor for Ask {
                    type Out = Option<Move>;
                    fn visit<F: Field>(self, mut field: F) -> Option<Move> {
                        let look = field.look();
                        let fast = field.mate_in_one(&look);
                        let slow = Plain(field.position().clone()).mate_in_one();
                        assert_eq!(fast.is_some(), slow.is_some(), "{}", field.position().sfen());
                        fast
                    }
                }
                asked += 1;
                let mate = position.enter(Ask);
                found += usize::from(mate.is_some());
                let mv = mate.unwrap_or(moves[random.below(moves.len())]);
                let _ = position.play_unchecked(mv);
                assert!(mate.is_none() || position.in_check() && !position.has_legal_move());
            }
        }
    }
    assert!(asked > 500 && found > 3, "{found} of {asked}");
}

/// Exchanges of men that do not slide: nobody comes into line, so large boards must be exact, too.
#[test]
fn exchanges_of_short_men_are_exact_on_cells() {
    struct Ask<'a>(&'a Gains);
    impl Visitor for Ask<'_> {
        type Out = [usize; 2];
        fn visit<F: Field>(self, field: F) -> [usize; 2] {
            let plain = Plain(field.position().clone());
            let (mut asked, mut several) = (0, 0);
            for mv in field.position().legal_moves() {
                for least in [-300, -100, 0, 1, 150, 400] {
                    let (fast, slow) =
                        (field.exchange(mv, self.0, least), plain.exchange(mv, self.0, least));
                    let text = field.position().usi(mv).to_string();
                    assert_eq!(fast, slow, "{text} {least} {}", field.position().sfen());
                }
                asked += 1;
                several += usize::from(mv.via().next().is_some());
            }
            [asked, several]
        }
    }
    let rules = support::ruleset("chu");
    let gains = Gains(rules.kinds().map(|kind| 40 + 37 * (kind.index() as i32 % 23)).collect());
    let short: Vec<_> = ["N", "P", "G", "S", "C", "F", "I", "T", "O", "X", "E"]
        .into_iter()
        .map(|code| rules.kind(code).unwrap())
        .collect();
    let squares: Vec<Square> = rules.geometry().all().collect();
    let mut random = Random(3);
    let mut total = [0, 0];
    for _ in 0..40 {
        let mut setup = koma_rules::Setup::empty(&rules);
        for _ in 0..50 {
            let side = if random.below(2) == 0 { Side::Sente } else { Side::Gote };
            let man = Man { kind: short[random.below(short.len())], side };
            setup.set(squares[random.below(squares.len())], Some(man));
        }
        let king = rules.kind("K").unwrap();
        setup.set(squares[0], Some(Man { kind: king, side: Side::Gote }));
        setup.set(squares[squares.len() - 1], Some(Man { kind: king, side: Side::Sente }));
        let counts = Position::unjudged(&rules, &setup).enter(Ask(&gains));
        total = [0, 1].map(|place: usize| total[place] + counts[place]);
    }
    assert!(total[0] > 1_000 && total[1] > 300, "{total:?}");
}
