//! Weights against weights.

use std::sync::Arc;
use std::time::Duration;

use koma_rules::{Game, Ruleset, Side};
use koma_search::{Engine, Options, Weights};

use crate::{Conditions, Effort, EnginePlayer, Limits, Pairs, Player, Random, even_opening, play};

/// Random plies at the start of a game of a check.
const PLIES: usize = 6;

/// A match between weights.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// What each move may take.
    pub limits: Limits,
    /// Pairs of games.
    pub pairs: u64,
    /// Where the random numbers of the openings start.
    pub seed: u64,
}

impl Check {
    /// So many pairs at so many positions a move.
    pub fn nodes(nodes: u64, pairs: u64, seed: u64) -> Self {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        Self { limits, pairs, seed }
    }

    /// So many pairs at so much time a move.
    pub fn time(time: Duration, pairs: u64, seed: u64) -> Self {
        let limits = Limits { move_time: Some(time), ..Limits::default() };
        Self { limits, pairs, seed }
    }

    /// Plays the match; gives the results of the first weights and what both did. `tell` hears of
    /// each pair and may end the match.
    pub fn run(
        &self,
        rules: &Arc<Ruleset>,
        weights: [&Weights; 2],
        tell: &mut dyn FnMut(&Pairs) -> bool,
    ) -> (Pairs, [Effort; 2]) {
        let options = |weights: &Weights| Options {
            hash_mb: 16,
            weights: Some(weights.clone()),
            ..Options::default()
        };
        let mut players = [
            EnginePlayer::new("new", options(weights[0]), None),
            EnginePlayer::new("old", options(weights[1]), None),
        ];
        let conditions = Conditions {
            limits: [self.limits; 2],
            margin: Duration::from_secs(5),
            adjudicate: Some(3000),
            ..Conditions::default()
        };
        let start = Game::start(rules);
        // Neither of the two says what is even.
        let by_rules = Weights::from_rules(rules);
        let mut judge = Engine::new(rules, Options { hash_mb: 4, ..options(&by_rules) });
        let mut pairs = Pairs::default();
        let mut efforts = [Effort::default(); 2];
        for index in 0..self.pairs {
            let mut plies = PLIES;
            let opening = loop {
                match even_opening(&mut judge, &start, plies, self.seed, index) {
                    Ok(game) => break game,
                    Err(_) if plies > 0 => plies -= 1,
                    Err(_) => break start.clone(),
                }
            };
            let mut half_points = 0;
            for first in [Side::Sente, Side::Gote] {
                let [new, old] = &mut players;
                let seed = Random::of(self.seed, index).next_u64();
                for player in [&mut *new, &mut *old] {
                    let _ = player.new_game(&opening, seed);
                }
                let seated: [&mut dyn Player; 2] = match first {
                    Side::Sente => [new, old],
                    Side::Gote => [old, new],
                };
                let finished = play(opening.clone(), seated, &conditions);
                half_points += match finished.verdict.winner() {
                    Some(winner) if winner == first => 2,
                    Some(_) => 0,
                    None => 1,
                };
                let [sente, gote] = finished.effort;
                let (own, their) = if first == Side::Sente { (sente, gote) } else { (gote, sente) };
                efforts = [efforts[0].plus(own), efforts[1].plus(their)];
            }
            pairs.add(half_points);
            if !tell(&pairs) {
                break;
            }
        }
        (pairs, efforts)
    }
}
