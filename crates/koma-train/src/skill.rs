//! How the engine plays worse on purpose.

use koma_rules::{Declaration, Game, Move, Ruleset};
use koma_search::{Control, Engine, Limits, Score};

use crate::{Ladder, Random, points};

/// How well to play, whatever the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Strength {
    /// A level, as people choose one.
    Level(u8),
    /// A place between two levels, or above them.
    Between(f64),
    /// A grade: the same way of playing in every game, see [`Skill::graded`].
    Grade(f64),
}

impl Strength {
    /// As the options of engines say it: a level from -20 to 20, which is full strength, or a
    /// strength in Elo.
    pub fn of(skill_level: i64, elo: Option<i64>) -> Option<Self> {
        match elo {
            Some(elo) => Some(Self::Between((elo as f64 - 600.0) / 150.0)),
            None if skill_level >= 20 => None,
            None => Some(Self::Grade((skill_level as f64 + 20.0) / 2.0)),
        }
    }

    /// What that is in a game.
    pub fn skill(self, rules: &Ruleset) -> Skill {
        match self {
            Self::Level(level) => Skill::level(level, rules),
            Self::Between(level) => Skill::graded(Ladder::of(rules).grade(level)),
            Self::Grade(grade) => Skill::graded(grade),
        }
    }
}

/// How much worse than it can the engine plays: it looks at few positions or at none but the next,
/// and then misjudges what it sees. It never plays an illegal move, and takes a win it sees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skill {
    /// How long it thinks when it does, in times of the first grade that always does.
    effort: f64,
    /// The share of moves it thinks about; the others it judges at a glance.
    thought: f64,
    /// The deviation of misjudgements at a glance, in points.
    noise: f64,
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

impl Skill {
    /// The highest level, which holds nothing back.
    pub const MOST_LEVEL: u8 = 11;

    /// A level from 1, for whoever has just learnt the moves, to 10, about 150 Elo apart; which
    /// grades these are was measured for each game. 11 thinks as long as it may.
    pub fn level(level: u8, rules: &Ruleset) -> Self {
        if level >= Self::MOST_LEVEL {
            return Self { effort: f64::INFINITY, thought: 1.0, noise: 0.0 };
        }
        Self::graded(Ladder::of(rules).grade(f64::from(level.max(1))))
    }

    /// The way of playing of a grade, better and better from 0 to 30: to 6 every move is judged at
    /// a glance, more and more exactly; to 7 more and more moves are thought about; from there on
    /// all of them, for longer and longer.
    pub fn graded(grade: f64) -> Self {
        let grade = grade.clamp(0.0, 30.0);
        Self {
            effort: THOUGHT.powf((grade - THINKS).max(0.0)),
            thought: (grade - GLANCES).clamp(0.0, 1.0),
            noise: if grade < THINKS { GLANCE * (EXACT - grade).powi(2) } else { 0.0 },
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
        if self.thought == 0.0 || self.thought < 1.0 && random.unit() >= self.thought {
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

/// Up to this grade nothing is thought about, and from this one on everything.
const GLANCES: f64 = 6.0;
const THINKS: f64 = 7.0;

/// Misjudgement at a glance: so much times the square of the distance to a grade that has none.
const GLANCE: f64 = 16.4;
const EXACT: f64 = 8.0;

/// Positions of the first grade that always thinks: so many, and so many for each legal move.
const LOOKS: [f64; 2] = [120.0, 0.7];

/// How many times more positions the next grade looks at.
const THOUGHT: f64 = 1.4;
