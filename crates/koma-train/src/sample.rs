//! Games of the engine with itself.

use std::sync::Arc;

use koma_rules::{Game, Move, Position, Side};
use koma_search::{Control, Engine, Limits, Score};

use crate::pack::{Played, Sample, pack};
use crate::{Lines, Random, points, random_opening};

/// How games are played to learn from.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlay {
    /// Positions a move.
    pub nodes: u64,
    /// Where the random numbers start.
    pub seed: u64,
    /// A game of so many plies is a draw.
    pub most_plies: usize,
}

/// A game is decided when the score is beyond this for some plies.
const DECIDED: i32 = 2500;
const DECIDED_PLIES: usize = 4;
/// Random plies at the start: from, and how many more there may be.
const OPENING: (usize, usize) = (2, 8);
/// In the first plies another move is played once in so many, if it is not much worse.
const STRAYING_PLIES: usize = 30;
const STRAYS: usize = 8;
const STRAY_LOSS: i32 = 80;

impl SelfPlay {
    /// Plays game number `index` with itself, and gives the positions worth learning from: quiet
    /// ones that nobody has won yet. The same for the same numbers and engine.
    pub fn game(&self, engine: &mut Engine, index: u64) -> Played {
        let rules = Arc::clone(engine.rules());
        let mut random = Random::of(self.seed ^ 0x706c_6179, index);
        let plies = OPENING.0 + random.below(OPENING.1);
        let start = Game::start(&rules);
        let Ok(mut game) = random_opening(&start, plies, self.seed, index) else {
            return Played { index, samples: Vec::new() };
        };
        engine.new_game();
        let limits = Limits::nodes(self.nodes);
        let mut seen: Vec<(Side, Sample)> = Vec::new();
        let mut decided = 0;
        let winner = loop {
            if let Some(end) = game.end() {
                break end.winner.side();
            }
            if game.moves().len() >= self.most_plies {
                break None;
            }
            let is_straying =
                game.moves().len() < plies + STRAYING_PLIES && random.below(STRAYS) == 0;
            engine.set_multi_pv(if is_straying { 4 } else { 1 });
            let mut lines = Lines::default();
            let outcome =
                engine.search(&game, &limits, &Control::free(), &mut |report| lines.note(report));
            let side = game.position().side();
            let Some(mut best) = outcome.best else { break Some(side.other()) };
            if outcome.declares {
                break Some(side);
            }
            let score = points(outcome.score);
            if is_straying {
                let mut near = lines.finish();
                near.retain(|line| points(line.score) >= score - STRAY_LOSS);
                if !near.is_empty() {
                    best = near[random.below(near.len())].pv[0];
                }
            } else if score.abs() < DECIDED
                // A repetition in sight is worth nothing, whatever the position is worth.
                && matches!(outcome.score, Score::Cp(score) if score != 0)
                && is_quiet(game.position(), best)
            {
                let packed = pack(game.position());
                seen.push((side, Sample { packed, score: score as i16, result: 1 }));
            }
            decided = if score.abs() > DECIDED { decided + 1 } else { 0 };
            if decided >= DECIDED_PLIES {
                break Some(if score > 0 { side } else { side.other() });
            }
            if game.play(best).is_err() {
                break Some(side.other());
            }
        };
        engine.set_multi_pv(1);
        let judged = |(side, sample): (Side, Sample)| {
            let result = winner.map_or(1, |winner| if winner == side { 2 } else { 0 });
            Sample { result, ..sample }
        };
        Played { index, samples: seen.into_iter().map(judged).collect() }
    }
}

/// Whether a position is at rest: no check, and the best move takes and turns nothing.
fn is_quiet(position: &Position, best: Move) -> bool {
    if best.promotes() || position.is_placing(position.side()) || position.in_check() {
        return false;
    }
    best.dropped().is_some() || best.via().next().is_none() && position.man_at(best.to()).is_none()
}
