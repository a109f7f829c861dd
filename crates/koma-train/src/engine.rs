//! Our engine as a player, and how it plays worse on purpose.

use std::sync::Arc;
use std::time::{Duration, Instant};

use koma_rules::{Declaration, Game, Move};
use koma_search::time::Clock;
use koma_search::{Control, Engine, Limits, Options, Score, Weights, WeightsError};

use crate::{Act, Choice, Player, Random, Trouble, Turn};

/// Our engine.
pub struct EnginePlayer {
    name: String,
    options: Options,
    skill: Option<Skill>,
    /// A file of weights.
    file: Option<Vec<u8>>,
    /// Nothing that was learnt is used.
    by_rules: bool,
    engine: Option<Engine>,
    seed: u64,
}

impl EnginePlayer {
    /// With these options, at full strength or less.
    pub fn new(name: impl Into<String>, options: Options, skill: Option<Skill>) -> Self {
        Self {
            name: name.into(),
            options,
            skill,
            file: None,
            by_rules: false,
            engine: None,
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

/// How much worse than it can the engine plays: it looks at few positions or at none but the next,
/// and then misjudges what it sees. It never plays an illegal move, and takes a win it sees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skill {
    /// How long it thinks, in times of the first level that does; at 0 every move is judged at a
    /// glance.
    pub effort: f64,
    /// The deviation of misjudgements at a glance, in points.
    pub noise: f64,
}

/// What somebody of a level comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The move to play; `None` if there is none.
    pub best: Option<Move>,
    /// What the position is worth to the side to move, as far as it sees.
    pub score: Score,
    /// A declaration of the entering king would win at once.
    pub declares: bool,
}

/// The level from which on it thinks before it moves.
const THINKS_FROM: f64 = 6.5;

impl Skill {
    /// The highest level, which holds nothing back.
    pub const MOST_LEVEL: u8 = 11;

    /// A level from 1, for whoever has just learnt the moves, to 10, about 150 Elo apart in shogi.
    /// The first six judge at a glance, more and more exactly; the others think. 11 thinks as long
    /// as it may.
    pub fn level(level: u8) -> Self {
        if level >= Self::MOST_LEVEL {
            return Self { effort: f64::INFINITY, noise: 0.0 };
        }
        Self::at(f64::from(level.max(1)))
    }

    /// Levels go on above the highest one.
    fn at(level: f64) -> Self {
        let level = level.clamp(0.0, 30.0);
        if level < THINKS_FROM {
            return Self { effort: 0.0, noise: GLANCE * (8.0 - level).powi(2) };
        }
        Self { effort: THOUGHT.powf(level - 7.0), noise: 0.0 }
    }

    /// As the options of engines say it: a level from -20 to 20, which is full strength, or a
    /// strength in Elo.
    pub fn of(skill_level: i64, elo: Option<i64>) -> Option<Self> {
        match elo {
            Some(elo) => Some(Self::at((elo as f64 - 600.0) / 150.0)),
            None if skill_level >= 20 => None,
            None => Some(Self::at((skill_level as f64 + 20.0) / 2.0)),
        }
    }

    /// The move it plays, the same for the same seed.
    pub fn choose(
        &self,
        engine: &mut Engine,
        game: &Game,
        limits: &Limits,
        control: &Control<'_>,
        seed: u64,
    ) -> Option<Move> {
        self.decide(engine, game, limits, control, seed).best
    }

    /// The same with what it thinks of the position.
    pub fn decide(
        &self,
        engine: &mut Engine,
        game: &Game,
        limits: &Limits,
        control: &Control<'_>,
        seed: u64,
    ) -> Decision {
        let mut random = Random::new(seed);
        if self.effort == 0.0 {
            return self.at_a_glance(engine, game, &mut random);
        }
        // Whoever has more moves must look at more to see as much; and not every game is the same.
        let nodes = LOOKS[0] + LOOKS[1] * game.legal_moves().len() as f64;
        let nodes = (nodes * self.effort * (0.75 + random.unit() / 2.0)).round() as u64;
        let nodes = limits.nodes.map_or(nodes, |most| nodes.min(most));
        let limits = Limits { nodes: Some(nodes), ..limits.clone() };
        let outcome = engine.search(game, &limits, control, &mut |_| {});
        Decision { best: outcome.best, score: outcome.score, declares: outcome.declares }
    }

    fn at_a_glance(&self, engine: &Engine, game: &Game, random: &mut Random) -> Decision {
        let felt = engine.glance(game).into_iter().map(|(mv, score)| {
            // The sum of twelve is near enough to a normal distribution.
            let noise = self.noise * ((0..12).map(|_| random.unit()).sum::<f64>() - 6.0);
            (f64::from(points(score)) + noise, mv, score)
        });
        let best = felt.max_by(|a, b| a.0.total_cmp(&b.0));
        Decision {
            best: best.map(|(_, mv, _)| mv),
            score: best.map_or(Score::Cp(0), |(.., score)| score),
            declares: game.declaration() == Declaration::Wins,
        }
    }
}

/// Misjudgement at a glance: so much times the square of the distance to level 8.
const GLANCE: f64 = 16.4;

/// Positions of level 7: so many, and so many for each legal move.
const LOOKS: [f64; 2] = [120.0, 0.7];

/// How many times more positions the next level looks at.
const THOUGHT: f64 = 1.4;
