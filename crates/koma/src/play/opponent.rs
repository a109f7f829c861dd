//! The engine as the other player.

use std::time::{Duration, Instant};

use koma_rules::{Game, Move, Side};
use koma_search::time::Clock;
use koma_search::{Control, Engine, Limits, Options};
use koma_train::Skill;

/// The longest it thinks about a move.
const PATIENCE: Duration = Duration::from_secs(2);

/// The engine, at some level.
pub struct Opponent {
    engine: Engine,
    skill: Skill,
    side: Side,
    seed: u64,
}

impl Opponent {
    /// For a game, at a level from 1 to 11, with one of the sides. The same seed plays the same.
    pub fn new(game: &Game, level: u8, side: Side, seed: u64) -> Self {
        let engine = Engine::new(game.position().rules(), Options::default());
        Self { engine, skill: Skill::level(level, game.position().rules()), side, seed }
    }

    /// Whether the next move is its own.
    pub fn is_to_move(&self, game: &Game) -> bool {
        game.end().is_none() && game.position().side() == self.side
    }

    /// The move it plays.
    pub fn choose(&mut self, game: &Game) -> Option<Move> {
        let begun = Instant::now();
        let clock = || begun.elapsed();
        let limits = Limits::time(Clock::exactly(PATIENCE));
        let seed = self.seed ^ game.position().key();
        self.skill.choose(&mut self.engine, game, &limits, &Control::clock(&clock), seed)
    }
}
