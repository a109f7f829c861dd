//! Our engine as a player.

use std::sync::Arc;
use std::time::{Duration, Instant};

use koma_rules::Game;
use koma_search::time::Clock;
use koma_search::{Control, Engine, Limits, Options, Score, Weights, WeightsError};

use crate::{Act, Choice, Player, Skill, Strength, Trouble, Turn};

/// Our engine.
pub struct EnginePlayer {
    name: String,
    options: Options,
    strength: Option<Strength>,
    /// A file of weights.
    file: Option<Vec<u8>>,
    /// Nothing that was learnt is used.
    by_rules: bool,
    engine: Option<Engine>,
    /// How it plays the game that was begun, where it holds something back.
    skill: Option<Skill>,
    seed: u64,
}

impl EnginePlayer {
    /// With these options, at full strength or less.
    pub fn new(name: impl Into<String>, options: Options, strength: Option<Strength>) -> Self {
        Self {
            name: name.into(),
            options,
            strength,
            file: None,
            by_rules: false,
            engine: None,
            skill: None,
            seed: 0,
        }
    }

    /// With what the rules suggest instead of weights that were learnt.
    #[must_use]
    pub fn by_rules_alone(mut self) -> Self {
        self.by_rules = true;
        self
    }

    /// With the weights of a file, which must be for the game that is played.
    #[must_use]
    pub fn with_weights(mut self, file: Vec<u8>) -> Self {
        self.file = Some(file);
        self
    }
}

impl Player for EnginePlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self, game: &Game, seed: u64) -> Result<(), Trouble> {
        let rules = game.position().rules();
        match &mut self.engine {
            Some(engine) if Arc::ptr_eq(engine.rules(), rules) => engine.new_game(),
            engine => {
                let mut options = self.options.clone();
                if self.by_rules {
                    options.weights = Some(Weights::from_rules(rules));
                }
                if let Some(file) = &self.file {
                    let weights = Weights::read(rules, file);
                    let refused = |why: WeightsError| Trouble::Unable(why.to_string());
                    options.weights = Some(weights.map_err(refused)?);
                }
                *engine = Some(Engine::new(rules, options));
            }
        }
        self.skill = self.strength.map(|strength| strength.skill(rules));
        self.seed = seed;
        Ok(())
    }

    fn choose(&mut self, game: &Game, turn: &Turn<'_>) -> Result<Choice, Trouble> {
        let not_begun = || Trouble::Unable("no game was begun".to_owned());
        let engine = self.engine.as_mut().ok_or_else(not_begun)?;
        let begun = Instant::now();
        let clock = || begun.elapsed();
        let control = Control::clock(&clock);
        let limits = limits(game, turn);
        if let Some(skill) = &self.skill {
            let seed = self.seed ^ game.position().key();
            let best = skill.choose(engine, game, &limits, &control, seed);
            return Ok(best.map_or(Act::Resign, Act::Move).into());
        }
        let outcome = engine.search(game, &limits, &control, &mut |_| {});
        let act = match outcome.best {
            _ if outcome.declares => Act::Declare,
            Some(mv) => Act::Move(mv),
            None => Act::Resign,
        };
        let score = Some(points(outcome.score));
        Ok(Choice { act, nodes: outcome.nodes, depth: outcome.depth, score })
    }
}

/// The limits of a turn, as the engine takes them.
fn limits(game: &Game, turn: &Turn<'_>) -> Limits {
    let limits = turn.limits;
    let side = game.position().side() as usize;
    let clock = match (limits.move_time, turn.left) {
        (Some(time), _) => Some(Clock::exactly(time)),
        (None, Some(left)) => Some(Clock {
            left: left[side],
            increment: limits.increment,
            byoyomi: limits.byoyomi,
            move_time: None,
            overhead: Duration::from_millis(10),
        }),
        (None, None) => None,
    };
    Limits { nodes: limits.nodes, depth: limits.depth, time: clock, ..Limits::default() }
}

/// A score as one number; a mate is 30,000 and more.
pub fn points(score: Score) -> i32 {
    match score {
        Score::Cp(points) => points.clamp(-29_000, 29_000),
        Score::Mate(plies) if plies > 0 => 31_000 - plies.min(1000),
        Score::Mate(plies) => -31_000 - plies.max(-1000),
    }
}

/// The chance of the side to move to win, a draw counting half. `scale` is what the weights of the
/// engine say: the points that make a win 2.7 times as likely as a loss.
pub fn win_probability(score: Score, scale: i32) -> f64 {
    match score {
        Score::Cp(points) => 1.0 / (1.0 + (-f64::from(points) / f64::from(scale.max(1))).exp()),
        Score::Mate(plies) => f64::from(u8::from(plies > 0)),
    }
}
