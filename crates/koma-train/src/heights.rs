//! How far apart grades are, from matches between any two of them.
//!
//! The steps between the grades of a scale are fitted to all results together. Few games say little,
//! so steps next to each other are taken to be alike unless many games say otherwise, and a better
//! grade is no worse.

use crate::Rung;

/// Elo by which two steps next to each other usually differ.
const ALIKE: f64 = 60.0;

/// Elo of every step where the fit begins.
const FIRST: f64 = 80.0;

/// The logarithm of the odds that one Elo makes.
const ODDS: f64 = std::f64::consts::LN_10 / 400.0;

/// The height in Elo of each step of a scale.
pub(crate) fn heights(scale: &[f64], rungs: &[Rung]) -> Vec<f64> {
    let played = rungs.iter().filter(|rung| rung.pairs.count() > 0);
    let parts: Vec<_> = played.map(|rung| (shares(scale, rung), rung.pairs)).collect();
    let mut heights = vec![FIRST; scale.len().saturating_sub(1)];
    // One step after the other, each to where its slope ends: the sum is convex.
    for _ in 0..5_000 {
        let mut moved: f64 = 0.0;
        for at in 0..heights.len() {
            let (mut slope, mut bend) = (0.0, 1e-9);
            for (part, pairs) in parts.iter().filter(|(part, _)| part[at] > 0.0) {
                let games = 2.0 * pairs.count() as f64;
                let elo: f64 = part.iter().zip(&heights).map(|(part, height)| part * height).sum();
                let expected = 1.0 / (1.0 + (-ODDS * elo).exp());
                slope += ODDS * part[at] * games * (expected - pairs.share());
                bend += (ODDS * part[at]).powi(2) * games * expected * (1.0 - expected);
            }
            for next in [at.checked_sub(1), Some(at + 1)].into_iter().flatten() {
                if let Some(height) = heights.get(next) {
                    slope += (heights[at] - height) / ALIKE.powi(2);
                    bend += 1.0 / ALIKE.powi(2);
                }
            }
            let height = (heights[at] - slope / bend).clamp(0.0, heights[at] + 200.0);
            moved = moved.max((height - heights[at]).abs());
            heights[at] = height;
        }
        if moved < 1e-4 {
            break;
        }
    }
    heights
}

/// How much of each step of a scale lies between two grades.
fn shares(scale: &[f64], rung: &Rung) -> Vec<f64> {
    let below =
        |grade: f64, pair: &[f64]| ((grade - pair[0]) / (pair[1] - pair[0])).clamp(0.0, 1.0);
    scale.windows(2).map(|pair| below(rung.to, pair) - below(rung.from, pair)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pairs;

    fn rung(from: f64, to: f64, lost: u64, won: u64) -> Rung {
        Rung { from, to, pairs: Pairs([lost, 0, 0, 0, won]) }
    }

    fn rounded(scale: &[f64], rungs: &[Rung]) -> Vec<i32> {
        heights(scale, rungs).into_iter().map(|height| height.round() as i32).collect()
    }

    #[test]
    fn many_games_speak_for_themselves() {
        let rungs = [rung(1.0, 2.0, 20_000, 80_000), rung(2.0, 3.0, 40_000, 60_000)];
        assert_eq!(rounded(&[1.0, 2.0, 3.0], &rungs), [241, 70]);
    }

    #[test]
    fn few_games_say_little_and_a_better_grade_is_no_worse() {
        let many = rung(1.0, 2.0, 20_000, 80_000);
        let few = rounded(&[1.0, 2.0, 3.0], &[many, rung(2.0, 3.0, 4, 6)])[1];
        assert!((150..241).contains(&few), "{few}");
        assert_eq!(rounded(&[1.0, 2.0, 3.0], &[many, rung(2.0, 3.0, 600, 400)])[1], 0);
        // Nothing was played: like its neighbour.
        assert_eq!(rounded(&[1.0, 2.0, 3.0], &[many]), [241, 241]);
    }

    #[test]
    fn a_match_over_several_steps_counts_for_all_of_them() {
        let long = rung(1.5, 3.0, 10_000, 90_000);
        let steps = heights(&[1.0, 2.0, 3.0], &[long]);
        assert!((steps[0] / 2.0 + steps[1] - 382.0).abs() < 1.0, "{steps:?}");
    }
}
