//! Values of pieces, fitted to games: logistic regression towards what the rules suggest.

use std::sync::Arc;

use koma_rules::{Game, Ruleset, Side};
use koma_search::{Engine, Options, Weights};

use crate::sample::{balance, is_royal, position_of};
use crate::{Random, Sample};

/// What was fitted, and how well.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The weights.
    pub weights: Weights,
    /// Points that make a win 2.7 times as likely as a loss.
    pub scale: f64,
    /// Positions learnt from, and kept apart to see whether it was learnt.
    pub samples: [usize; 2],
    /// The error on those kept apart, before and after.
    pub error: [f64; 2],
    /// Passes over all positions.
    pub passes: u32,
}

/// One position, ready to be learnt from.
struct Row {
    /// Kinds of which one side has more: number and difference, as Sente sees it.
    balance: Vec<(u32, f32)>,
    /// What the evaluation says besides the values.
    rest: f32,
    /// The chance of Sente to win, by the search and by the game.
    target: f32,
}

/// The share of the search in the target; the rest is how the game ended.
const SHARE: f64 = 0.75;
/// One position in so many is kept apart.
const APART: usize = 50;
const BATCH: usize = 4096;
const MOST_PASSES: u32 = 60;
/// Passes without progress after which it ends.
const PATIENCE: u32 = 6;
/// How strongly values are pulled to where they began.
const PULL: f64 = 1e-4;

/// The chance to win that points stand for.
fn chance(points: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-points / scale).exp())
}

/// Fits the values of the pieces, on the board and in hand, to positions of games. Everything else
/// of `weights` stays as it is; the values keep their mean over the men of the start position,
/// because the margins of the search count in it. `None` if there are too few positions.
pub fn fit(
    rules: &Arc<Ruleset>,
    weights: &Weights,
    samples: &[Sample],
    seed: u64,
) -> Option<Fitted> {
    let scale = scale_of(samples);
    let mut rows = rows(rules, weights, samples, scale);
    if rows.len() < 20 * APART {
        return None;
    }
    let mut random = Random::new(seed);
    shuffle(&mut rows, &mut random);
    let apart = rows.split_off(rows.len() - rows.len() / APART);
    let first = numbers(weights);
    let is_free: Vec<bool> = {
        let kinds = rules.kinds().len();
        let seen =
            |index: usize| rows.iter().any(|row| row.balance.iter().any(|b| b.0 as usize == index));
        (0..2 * kinds)
            .map(|index| {
                let kind = rules.kinds().nth(index % kinds);
                kind.is_some_and(|kind| !is_royal(rules, kind)) && seen(index)
            })
            .collect()
    };
    let mut adam = Adam::new(first.clone());
    let (mut best, mut best_error) = (first.clone(), error(&apart, &first, scale));
    let before = best_error;
    let (mut passes, mut idle) = (0, 0);
    while passes < MOST_PASSES && idle < PATIENCE {
        // The steps get smaller, as a cosine.
        let turn = f64::from(passes) / f64::from(MOST_PASSES) * std::f64::consts::PI;
        let step = 0.05 + 1.5 * (1.0 + turn.cos());
        shuffle(&mut rows, &mut random);
        for batch in rows.chunks(BATCH) {
            let gradient = gradient(batch, &adam.values, &first, scale, &is_free);
            adam.step(&gradient, step);
        }
        passes += 1;
        let now = error(&apart, &adam.values, scale);
        if now < best_error - 1e-7 {
            (best_error, idle) = (now, 0);
            best.clone_from(&adam.values);
        } else {
            idle += 1;
        }
    }
    let weights = with_numbers(rules, weights, &best);
    let samples = [rows.len(), apart.len()];
    Some(Fitted { weights, scale, samples, error: [before, best_error], passes })
}

/// The scale that makes scores say best how games end.
fn scale_of(samples: &[Sample]) -> f64 {
    let loss = |scale: f64| -> f64 {
        let of = |sample: &Sample| {
            let p = chance(f64::from(sample.score), scale).clamp(1e-9, 1.0 - 1e-9);
            let result = f64::from(sample.result);
            -(result * p.ln() + (1.0 - result) * (1.0 - p).ln())
        };
        samples.iter().map(of).sum()
    };
    // Golden section: the loss has one valley.
    let (mut low, mut high) = (50.0_f64, 3000.0_f64);
    let ratio = (5.0_f64.sqrt() - 1.0) / 2.0;
    for _ in 0..40 {
        let (a, b) = (high - ratio * (high - low), low + ratio * (high - low));
        if loss(a) < loss(b) { high = b } else { low = a }
    }
    f64::midpoint(low, high)
}

fn rows(rules: &Arc<Ruleset>, weights: &Weights, samples: &[Sample], scale: f64) -> Vec<Row> {
    let options = Options { hash_mb: 1, weights: Some(weights.clone()), ..Options::default() };
    let engine = Engine::new(rules, options);
    let numbers = numbers(weights);
    let row = |sample: &Sample| {
        let position = position_of(rules, sample)?;
        let balance: Vec<(u32, f32)> = (0..)
            .zip(balance(&position))
            .filter(|&(_, difference)| difference != 0)
            .map(|(index, difference)| (index, f32::from(difference)))
            .collect();
        let side = position.side();
        let game = Game::from(position);
        let points = engine.evaluate(&game);
        let points = if side == Side::Sente { points } else { -points };
        let values: f64 = balance.iter().map(|&(i, n)| numbers[i as usize] * f64::from(n)).sum();
        let target = SHARE * chance(f64::from(sample.score), scale)
            + (1.0 - SHARE) * f64::from(sample.result);
        Some(Row { balance, rest: (f64::from(points) - values) as f32, target: target as f32 })
    };
    samples.iter().filter_map(row).collect()
}

/// The values as one list: on the board, then in hand.
fn numbers(weights: &Weights) -> Vec<f64> {
    weights.board.iter().chain(&weights.hand).map(|&value| f64::from(value)).collect()
}

/// The weights with other values, of the same mean over the men of the start position.
fn with_numbers(rules: &Arc<Ruleset>, weights: &Weights, numbers: &[f64]) -> Weights {
    let kinds = rules.kinds().len();
    let start = koma_rules::Position::start(rules);
    let mut men = vec![0.0; 2 * kinds];
    for side in Side::BOTH {
        start.men(side).iter().for_each(|(_, kind)| men[kind.index()] += 1.0);
        for &kind in rules.hand_order() {
            men[kinds + kind.index()] += f64::from(start.held(side, kind));
        }
    }
    let sum = |values: &[f64]| men.iter().zip(values).map(|(n, value)| n * value).sum::<f64>();
    let factor = sum(&self::numbers(weights)) / sum(numbers).max(1.0);
    let value = |index: usize| (numbers[index] * factor).round().clamp(0.0, 6_000.0) as i32;
    let mut fitted = weights.clone();
    fitted.board = (0..kinds).map(value).collect();
    fitted.hand = (kinds..2 * kinds).map(value).collect();
    fitted
}

fn shuffle(rows: &mut [Row], random: &mut Random) {
    for index in (1..rows.len()).rev() {
        rows.swap(index, random.below(index + 1));
    }
}

fn predict(row: &Row, values: &[f64], scale: f64) -> f64 {
    let points: f64 = row.balance.iter().map(|&(i, n)| values[i as usize] * f64::from(n)).sum();
    chance(points + f64::from(row.rest), scale)
}

/// The mean of the squared errors.
fn error(rows: &[Row], values: &[f64], scale: f64) -> f64 {
    let of = |row: &Row| (predict(row, values, scale) - f64::from(row.target)).powi(2);
    rows.iter().map(of).sum::<f64>() / rows.len().max(1) as f64
}

/// Where the error of a batch grows, with the pull to the first values.
fn gradient(
    batch: &[Row],
    values: &[f64],
    first: &[f64],
    scale: f64,
    is_free: &[bool],
) -> Vec<f64> {
    let mut gradient = vec![0.0; values.len()];
    for row in batch {
        // Of the cross entropy: what a value changes in the logarithm of the odds.
        let wrong = (predict(row, values, scale) - f64::from(row.target)) / batch.len() as f64;
        row.balance.iter().for_each(|&(i, n)| gradient[i as usize] += wrong * f64::from(n));
    }
    for (index, slope) in gradient.iter_mut().enumerate() {
        *slope += PULL * (values[index] - first[index]) / scale;
        *slope *= f64::from(u8::from(is_free[index]));
    }
    gradient
}

/// Adam (Kingma and Ba, 2015).
struct Adam {
    values: Vec<f64>,
    mean: Vec<f64>,
    square: Vec<f64>,
    steps: i32,
}

impl Adam {
    fn new(values: Vec<f64>) -> Self {
        let zeros = vec![0.0; values.len()];
        Self { mean: zeros.clone(), square: zeros, values, steps: 0 }
    }

    fn step(&mut self, gradient: &[f64], size: f64) {
        const MEAN: f64 = 0.9;
        const SQUARE: f64 = 0.999;
        self.steps += 1;
        let corrections = (1.0 - MEAN.powi(self.steps), 1.0 - SQUARE.powi(self.steps));
        for (index, &slope) in gradient.iter().enumerate() {
            self.mean[index] = MEAN * self.mean[index] + (1.0 - MEAN) * slope;
            self.square[index] = SQUARE * self.square[index] + (1.0 - SQUARE) * slope * slope;
            let mean = self.mean[index] / corrections.0;
            let root = (self.square[index] / corrections.1).sqrt();
            self.values[index] -= size * mean / (root + 1e-12);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_opening;
    use koma_search::Evaluation;

    fn rules(name: &str) -> Arc<Ruleset> {
        Ruleset::compile(koma_variants::find(name).expect(name)).expect(name)
    }

    /// Positions whose results follow from known values: the fit must find these.
    #[test]
    fn values_that_games_follow_are_found_again() {
        let rules = rules("minishogi");
        let start = Weights::from_rules(&rules);
        let mut truth = start.clone();
        // Silvers are dear in this world, bishops cheap.
        let (silver, bishop) = (rules.kind("S").expect("it"), rules.kind("B").expect("it"));
        truth.board[silver.index()] *= 2;
        truth.hand[silver.index()] *= 2;
        truth.board[bishop.index()] /= 2;
        truth.hand[bishop.index()] /= 2;
        let engine = Engine::new(
            &rules,
            Options { hash_mb: 1, weights: Some(truth.clone()), ..Options::default() },
        );
        let samples: Vec<Sample> = (0..3000)
            .filter_map(|index| random_opening(&Game::start(&rules), 20, 3, index).ok())
            .map(|game| {
                let points = engine.evaluate(&game);
                let score = if game.position().side() == Side::Sente { points } else { -points };
                let result = if score > 0 { 1.0 } else { 0.0 };
                Sample { sfen: game.position().sfen(), score, result }
            })
            .collect();
        let fitted = fit(&rules, &start, &samples, 1).expect("enough samples");
        assert!(fitted.error[1] < fitted.error[0] / 2.0, "{:?}", fitted.error);
        let ratio = |weights: &Weights| {
            f64::from(weights.board[silver.index()]) / f64::from(weights.board[bishop.index()])
        };
        let (was, is, wanted) = (ratio(&start), ratio(&fitted.weights), ratio(&truth));
        assert!((is - wanted).abs() < (was - wanted).abs() / 2.0, "{was} -> {is}, wanted {wanted}");
        let _ = Evaluation::new(&rules, fitted.weights);
    }

    #[test]
    fn too_few_positions_teach_nothing() {
        let rules = rules("minishogi");
        assert!(fit(&rules, &Weights::from_rules(&rules), &[], 1).is_none());
    }

    #[test]
    fn samples_are_read_as_they_were_written() {
        let sample = Sample { sfen: "a b - 1".to_owned(), score: -35, result: 0.5 };
        assert_eq!(Sample::read(&sample.write()), Some(sample));
        for wrong in ["", "a\t1", "a\tx\t1", "a\t1\t0.3", "a\t999999999\t1"] {
            assert_eq!(Sample::read(wrong), None, "{wrong}");
        }
    }
}
