use std::collections::VecDeque;
use std::sync::Arc;

use koma_rules::{Reason, Ruleset};

use super::*;
use crate::{Choice, Greedy, RandomMover};

fn rules(name: &str) -> Arc<Ruleset> {
    Ruleset::compile(koma_variants::find(name).expect(name)).expect(name)
}

/// Plays what it was told to.
struct Script(VecDeque<Result<Choice, Trouble>>);

impl Script {
    fn of(words: &[&str], game: &Game) -> Self {
        let mut game = game.clone();
        let mut choices = VecDeque::new();
        for (index, word) in words.iter().enumerate() {
            let _ = game.play_usi(word);
            if index % 2 == 0 {
                let mv = game.moves().last().expect("a move");
                choices.push_back(Ok(Act::Move(mv).into()));
            }
        }
        Self(choices)
    }
}

impl Player for Script {
    fn name(&self) -> String {
        "script".to_owned()
    }

    fn new_game(&mut self, _: &Game, _: u64) -> Result<(), Trouble> {
        Ok(())
    }

    fn choose(&mut self, _: &Game, _: &Turn<'_>) -> Result<Choice, Trouble> {
        self.0.pop_front().unwrap_or(Ok(Act::Resign.into()))
    }
}

fn with(first: Vec<Result<Choice, Trouble>>) -> Finished {
    let game = Game::start(&rules("minishogi"));
    let mut sente = Script(first.into());
    let mut gote = RandomMover::default();
    play(game, [&mut sente, &mut gote], &Conditions::default())
}

#[test]
fn a_resignation_wins_for_the_other() {
    let finished = with(vec![Ok(Act::Resign.into())]);
    assert_eq!(finished.verdict.winner(), Some(Side::Gote));
    assert!(matches!(finished.verdict, Verdict::Ended(End { reason: Reason::Resignation, .. })));
}

#[test]
fn an_illegal_move_a_crash_and_a_false_declaration_lose_and_are_told_apart() {
    let word = Act::Illegal { word: "1a1b".into(), reason: "no".into() };
    let illegal = with(vec![Ok(word.into())]);
    assert!(matches!(illegal.verdict, Verdict::Illegal { side: Side::Sente, .. }));
    let crash = with(vec![Err(Trouble::Crashed("gone".into()))]);
    assert!(matches!(crash.verdict, Verdict::Failed { side: Side::Sente, .. }));
    let declared = with(vec![Ok(Act::Declare.into())]);
    for finished in [illegal, crash, declared] {
        assert_eq!(finished.verdict.winner(), Some(Side::Gote));
    }
}

#[test]
fn a_move_that_repeats_where_that_is_forbidden_is_illegal() {
    // A move of the list may be forbidden by what went before; the referee asks the game.
    let game = Game::start(&rules("tori"));
    let mut sente = Script::of(&["4g5f", "4a3b"], &game);
    let mut gote = RandomMover::default();
    let finished = play(game, [&mut sente, &mut gote], &Conditions::default());
    assert!(finished.verdict.winner().is_some());
}

#[test]
fn who_thinks_too_long_loses_on_time() {
    struct Slow;
    impl Player for Slow {
        fn name(&self) -> String {
            "slow".into()
        }
        fn new_game(&mut self, _: &Game, _: u64) -> Result<(), Trouble> {
            Ok(())
        }
        fn choose(&mut self, game: &Game, _: &Turn<'_>) -> Result<Choice, Trouble> {
            std::thread::sleep(Duration::from_millis(30));
            Ok(Act::Move(game.legal_moves()[0]).into())
        }
    }
    let limits =
        |time: u64| Limits { move_time: Some(Duration::from_millis(time)), ..Limits::default() };
    let conditions = Conditions {
        limits: [limits(1), limits(10_000)],
        margin: Duration::from_millis(1),
        most_plies: 4,
        ..Conditions::default()
    };
    let game = Game::start(&rules("minishogi"));
    let finished = play(game.clone(), [&mut Slow, &mut Slow], &conditions);
    assert!(matches!(finished.verdict, Verdict::TimeLoss { side: Side::Sente, .. }));
    let clock = Limits { main_time: Some(Duration::from_secs(60)), ..Limits::default() };
    let conditions = Conditions { limits: [clock, clock], ..conditions };
    let finished = play(game, [&mut Slow, &mut Slow], &conditions);
    assert_eq!(finished.verdict, Verdict::TooLong);
    assert_eq!(finished.effort.map(|effort| effort.moves), [2, 2]);
}

#[test]
fn greed_beats_chance() {
    let rules = rules("minishogi");
    let mut points = 0;
    for seed in 0..40 {
        let (mut greedy, mut random) = (Greedy::new(true), RandomMover::default());
        let game = Game::start(&rules);
        greedy.new_game(&game, seed).expect("it can");
        random.new_game(&game, seed + 1).expect("it can");
        let greedy_is = if seed % 2 == 0 { Side::Sente } else { Side::Gote };
        let finished = if seed % 2 == 0 {
            play(game, [&mut greedy, &mut random], &Conditions::default())
        } else {
            play(game, [&mut random, &mut greedy], &Conditions::default())
        };
        assert!(!finished.verdict.is_irregular(), "{:?}", finished.verdict);
        points += usize::from(finished.verdict.winner() == Some(greedy_is));
    }
    assert!(points >= 34, "greedy won {points} of 40");
}

#[test]
fn every_variant_can_be_played_by_players_that_know_nothing() {
    for variant in koma_variants::catalogue() {
        let rules = Ruleset::compile(variant).expect("it can be played");
        let large = rules.geometry().squares() > 200;
        let conditions =
            Conditions { most_plies: if large { 12 } else { 120 }, ..Conditions::default() };
        let (mut greedy, mut random) = (Greedy::new(false), RandomMover::default());
        let finished = play(Game::start(&rules), [&mut greedy, &mut random], &conditions);
        assert!(!finished.verdict.is_irregular(), "{}: {:?}", variant.slug, finished.verdict);
    }
}

#[test]
fn both_must_agree_for_a_while_before_a_game_is_given() {
    let thought = |score| Thought { score: Some(score), depth: 1, nodes: 1, time: Duration::ZERO };
    // The last of an even number of thoughts is Gote's.
    let both: Vec<Thought> =
        (0..8).map(|ply| thought(if ply % 2 == 0 { 900 } else { -900 })).collect();
    assert_eq!(agreed(&both, Side::Sente, Some(800)), Some(Side::Sente));
    assert_eq!(agreed(&both, Side::Sente, Some(1000)), None);
    assert_eq!(agreed(&both, Side::Sente, None), None);
    assert_eq!(agreed(&both[1..], Side::Sente, Some(800)), None);
    let split = vec![thought(900); 8];
    assert_eq!(agreed(&split, Side::Sente, Some(800)), None);
}
