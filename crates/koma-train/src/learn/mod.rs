//! Learning weights from games: logistic regression of all numbers of an evaluation at once,
//! tables, dangers and net, by Adam on small batches.

mod adam;
mod model;
mod net;
mod rows;

use std::sync::Arc;

use koma_rules::{Position, Ruleset, Side};
use koma_search::{Evaluation, Weights};

use crate::pack::{Sample, is_gote};
use crate::{Played, Random};
use model::Model;
use rows::Rows;

/// How to learn.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Neurons of the net; 0 is no net.
    pub hidden: usize,
    /// Pieces look different to the net where its own royal stands in another zone of the board;
    /// that wants more games.
    pub zoned: bool,
    /// Most passes over all positions. Positions of one game are alike, and share its end: in a
    /// second pass games are learnt by heart, and what was not seen is judged worse.
    pub passes: u32,
    /// The first size of a step.
    pub step: f32,
    /// The share of its own search in what is learnt of a position; the rest is what is learnt of
    /// the next one of the game, and so on to its end (a return with traces, TD(λ)).
    pub share: f32,
    /// How far to go from where it began to what was learnt, 0 to 1. Few games mislead: half the way
    /// is often better than all of it.
    pub trust: f32,
    /// Where the random numbers start.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Self {
        Self { hidden: 64, zoned: false, passes: 1, step: 1e-3, share: 0.15, trust: 1.0, seed: 1 }
    }
}

/// What was learnt, and how well.
#[derive(Clone, Debug)]
pub struct Learnt {
    /// The weights.
    pub weights: Weights,
    /// Positions learnt from, and kept apart to see whether it was learnt.
    pub samples: [usize; 2],
    /// The error on those kept apart, before and after.
    pub error: [f64; 2],
    /// Passes over all positions.
    pub passes: u32,
}

/// One game in so many is kept apart.
const APART: usize = 40;
/// Positions a step is made from: about a thousand steps a pass, where there are enough.
const BATCH: (usize, usize) = (128, 1024);
/// Passes without progress after which it ends.
const PATIENCE: u32 = 4;
/// Fewest positions.
const FEWEST: usize = 1000;

/// Learns from games. `tell` hears of each pass: its number, and the errors on what was learnt from
/// and on what was kept apart. `None` if there are too few positions.
pub fn learn(
    rules: &Arc<Ruleset>,
    from: &Weights,
    games: &[Played],
    plan: Plan,
    tell: &mut dyn FnMut(u32, f64, f64),
) -> Option<Learnt> {
    let eval = Evaluation::new(rules, from.clone());
    let scale = scale_of(games);
    let mut rows = Rows::new(rules);
    let mut apart = Rows::new(rules);
    for (number, game) in games.iter().enumerate() {
        let rows = if number % APART == APART - 1 { &mut apart } else { &mut rows };
        for (sample, target) in game.samples.iter().zip(targets(game, scale, plan.share)) {
            if let Some(target) = target {
                rows.add(rules, &eval, sample, target);
            }
        }
    }
    if rows.len() < FEWEST || apart.len() == 0 {
        return None;
    }
    let mut random = Random::new(plan.seed);
    let size = (rows.len() / 1000).clamp(BATCH.0, BATCH.1);
    let scale = calibrate(rules, from, &rows, plan, scale);
    let mut model = Model::new(rules, from, (plan.hidden, plan.zoned), scale, &mut random);
    let mut best = model.clone();
    let before = best.error(&apart);
    let (mut best_error, mut idle, mut passes) = (f64::INFINITY, 0, 0);
    let mut order: Vec<u32> = (0..rows.len() as u32).collect();
    while passes < plan.passes && idle < PATIENCE {
        for index in (1..order.len()).rev() {
            order.swap(index, random.below(index + 1));
        }
        let (mut sum, mut batches) = (0.0, 0.0);
        for (number, batch) in order.chunks(size).enumerate() {
            // The steps get smaller, as a cosine.
            let done = number as f32 * size as f32 / order.len() as f32;
            let turn = (passes as f32 + done) / plan.passes as f32 * std::f32::consts::PI;
            let step = plan.step * (0.01 + 0.495 * (1.0 + turn.cos()));
            sum += model.batch(&rows, batch, step, &mut random);
            batches += 1.0;
        }
        passes += 1;
        let error = model.error(&apart);
        tell(passes, sum / f64::max(batches, 1.0), error);
        if error < best_error - 1e-6 {
            (best_error, idle) = (error, 0);
            best = model.clone();
        } else {
            idle += 1;
        }
    }
    let samples = [rows.len(), apart.len()];
    let mut weights = best.weights(from, plan.trust);
    weights.scale = scale.round() as i32;
    Some(Learnt { weights, samples, error: [before, best_error], passes })
}

/// The scale at which what is learnt counts men as the weights did that it began with: the margins
/// of the search are counted in men.
fn calibrate(rules: &Arc<Ruleset>, from: &Weights, rows: &Rows, plan: Plan, scale: f64) -> f64 {
    const ROWS: usize = 60_000;
    const PASSES: usize = 3;
    let mut random = Random::new(plan.seed);
    let few: Vec<u32> = (0..rows.len() as u32).step_by(rows.len().div_ceil(ROWS)).collect();
    if from.net.is_some() {
        // Its men share their worth with the net: only what all of it says together can be scaled.
        let said = Model::new(rules, from, (plan.hidden, plan.zoned), scale, &mut random);
        return valley(|scale| said.scaled(scale).error_of(rows, &few));
    }
    let mut model = Model::new(rules, from, (0, false), scale, &mut random);
    for pass in 0..PASSES {
        for batch in few.chunks(BATCH.1) {
            model.batch(rows, batch, 3.0 * plan.step / (1 + pass) as f32, &mut random);
        }
    }
    let learnt = model.weights(from, 1.0);
    let start = Position::start(rules);
    let worth = |weights: &Weights| -> i32 {
        let men = start.men(Side::Sente);
        men.iter().map(|&(_, kind)| weights.board[kind.index()]).sum()
    };
    let ratio = f64::from(worth(from)) / f64::from(worth(&learnt).max(1));
    scale * ratio.clamp(0.25, 4.0)
}

/// What each position of a game should come to, to the side to move: from its end back, a share of
/// its own search and the rest of what comes after it. `None` where the search saw a repetition,
/// which says nothing about the position.
fn targets(game: &Played, scale: f64, share: f32) -> Vec<Option<f32>> {
    let seen = |sample: &Sample, chance: f32| if is_gote(sample) { 1.0 - chance } else { chance };
    let ended = |sample: &Sample| seen(sample, f32::from(sample.result) / 2.0);
    let mut ahead = game.samples.last().map_or(0.5, ended);
    let mut targets: Vec<Option<f32>> = game
        .samples
        .iter()
        .rev()
        .map(|sample| {
            let chance = chance(f64::from(sample.score), scale) as f32;
            (sample.score != 0).then(|| {
                ahead += share * (seen(sample, chance) - ahead);
                seen(sample, ahead)
            })
        })
        .collect();
    targets.reverse();
    targets
}

/// The chance to win that points stand for.
fn chance(points: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-points / scale).exp())
}

/// The scale that makes scores say best how games end.
pub fn scale_of(games: &[Played]) -> f64 {
    let samples: Vec<(f64, f64)> = games
        .iter()
        .flat_map(|game| &game.samples)
        .map(|sample| (f64::from(sample.score), f64::from(sample.result) / 2.0))
        .step_by(games.len().div_ceil(2000).max(1))
        .collect();
    let loss = |scale: f64| -> f64 {
        let of = |&(score, result): &(f64, f64)| {
            let p = chance(score, scale).clamp(1e-9, 1.0 - 1e-9);
            -(result * p.ln() + (1.0 - result) * (1.0 - p).ln())
        };
        samples.iter().map(of).sum()
    };
    valley(loss)
}

/// The scale at which a loss is least, which has one valley: by golden section.
fn valley(loss: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (50.0_f64, 5000.0_f64);
    let ratio = (5.0_f64.sqrt() - 1.0) / 2.0;
    for _ in 0..30 {
        let (a, b) = (high - ratio * (high - low), low + ratio * (high - low));
        if loss(a) < loss(b) { high = b } else { low = a }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(gote: bool, score: i16, result: u8) -> Sample {
        Sample { packed: vec![u8::from(gote) << 7], score, result }
    }

    /// A position is worth a share of what its search said and the rest of what came after it, each
    /// side with its own eyes; a repetition in sight is left out.
    #[test]
    fn targets_come_from_the_end_of_a_game_back() {
        let samples = vec![
            sample(false, 400, 2),
            sample(true, 0, 0),
            sample(true, 400, 0),
            sample(false, -400, 2),
        ];
        let game = Played { index: 0, samples };
        let (high, low) = (chance(400.0, 400.0) as f32, chance(-400.0, 400.0) as f32);
        let last = 0.25 * low + 0.75;
        let before = 0.25 * low + 0.75 * last;
        let first = 0.25 * high + 0.75 * before;
        let expected = [Some(first), None, Some(1.0 - before), Some(last)];
        let found = targets(&game, 400.0, 0.25);
        for (found, expected) in found.iter().zip(expected) {
            assert_eq!(found.is_some(), expected.is_some());
            let off = found.unwrap_or(0.0) - expected.unwrap_or(0.0);
            assert!(off.abs() < 1e-6, "{found:?} {expected:?}");
        }
    }
}
