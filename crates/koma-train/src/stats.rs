//! What the results of pairs of games say.
//!
//! Two games from one opening with colours swapped are one observation, for what the opening
//! decides happens in both: five outcomes, hence pentanomial.

/// How many pairs of games gave 0, ½, 1, 1½ and 2 points to the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u64; 5]);

/// A difference of strength with the bounds in which it lies with 95%.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The best guess.
    pub value: f64,
    /// At least, with 97.5%.
    pub low: f64,
    /// At most, with 97.5%.
    pub high: f64,
}

/// 97.5% of a normal distribution lie below so many deviations.
const DEVIATIONS: f64 = 1.959_963_984_540_054;

impl Pairs {
    /// Counts a pair by the half points of the first player, 0 to 4.
    pub fn add(&mut self, half_points: u8) {
        self.0[usize::from(half_points.min(4))] += 1;
    }

    /// How many pairs.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Mean and variance of the share of points in a pair. A tenth of a pair of each kind is
    /// added, so that a few pairs that ended alike do not seem certain.
    fn moments(&self) -> (f64, f64) {
        let counts = self.0.map(|count| count as f64 + 0.1);
        let total: f64 = counts.iter().sum();
        let share = |index: usize| index as f64 / 4.0;
        let mean: f64 = counts.iter().enumerate().map(|(i, n)| n * share(i)).sum::<f64>() / total;
        let square = |(i, n): (usize, &f64)| n * (share(i) - mean).powi(2);
        (mean, counts.iter().enumerate().map(square).sum::<f64>() / total)
    }

    /// The share of all points, 0 to 1; one half where there are no pairs.
    pub fn share(&self) -> f64 {
        let points: u64 = self.0.iter().enumerate().map(|(index, &n)| index as u64 * n).sum();
        if self.count() == 0 { 0.5 } else { points as f64 / (4 * self.count()) as f64 }
    }

    /// The difference in strength.
    pub fn elo(&self) -> Elo {
        if self.count() == 0 {
            return Elo { value: 0.0, low: f64::NEG_INFINITY, high: f64::INFINITY };
        }
        let (_, variance) = self.moments();
        let (share, error) = (self.share(), (variance / self.count() as f64).sqrt() * DEVIATIONS);
        Elo { value: elo(share), low: elo(share - error), high: elo(share + error) }
    }

    /// The chance that the first player is the stronger one.
    pub fn superiority(&self) -> f64 {
        if self.count() == 0 {
            return 0.5;
        }
        let (mean, variance) = self.moments();
        normal((mean - 0.5) / (variance / self.count() as f64).sqrt())
    }
}

/// The difference in strength that gives a share of points.
fn elo(share: f64) -> f64 {
    match share {
        share if share <= 0.0 => f64::NEG_INFINITY,
        share if share >= 1.0 => f64::INFINITY,
        share => -400.0 * (1.0 / share - 1.0).log10(),
    }
}

/// The part of a normal distribution below so many deviations (Zelen and Severo, 1964: exact to
/// seven digits).
fn normal(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let poly = t
        * (0.319_381_530
            + t * (-0.356_563_782
                + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
    let tail = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * poly;
    if x >= 0.0 { 1.0 - tail } else { tail }
}

/// A sequential test between two strengths, in normalised Elo: so many deviations of one game's
/// result, 800 / ln 10 of them to a point. It needs about as many games whatever the share of draws.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// If it is no stronger than this, the test should fail.
    pub nelo0: f64,
    /// If it is at least as strong as this, the test should pass.
    pub nelo1: f64,
    /// The chance of either error.
    pub error: f64,
}

/// Where a sequential test stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtState {
    /// More games are needed.
    Open,
    /// Stronger.
    Passed,
    /// Not stronger.
    Failed,
}

impl Sprt {
    /// The usual test, with 5% of errors.
    pub const fn new(nelo0: f64, nelo1: f64) -> Self {
        Self { nelo0, nelo1, error: 0.05 }
    }

    /// How much likelier the greater strength is than the smaller, as a logarithm.
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let (mean, variance) = pairs.moments();
        let deviation = variance.sqrt();
        // A pair has half the variance of a game.
        let expected = |nelo: f64| {
            0.5 + nelo * std::f64::consts::LN_10 / 800.0 * deviation * std::f64::consts::SQRT_2
        };
        let (first, second) = (expected(self.nelo0), expected(self.nelo1));
        let distance = (mean - first).powi(2) - (mean - second).powi(2);
        pairs.count() as f64 * distance / (2.0 * variance)
    }

    /// The ratio beyond which the test is decided, either way.
    pub fn bound(&self) -> f64 {
        ((1.0 - self.error) / self.error).ln()
    }

    /// Where it stands.
    pub fn state(&self, pairs: &Pairs) -> SprtState {
        match self.ratio(pairs) {
            ratio if ratio >= self.bound() => SprtState::Passed,
            ratio if ratio <= -self.bound() => SprtState::Failed,
            _ => SprtState::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    #[test]
    fn even_pairs_say_nothing_and_won_pairs_much() {
        let even = Pairs([10, 20, 40, 20, 10]);
        assert!(even.elo().value.abs() < 1e-9 && (even.superiority() - 0.5).abs() < 1e-9);
        let elo = Pairs([1, 5, 20, 40, 34]).elo();
        assert!(elo.low > 100.0 && elo.value > elo.low && elo.high > elo.value, "{elo:?}");
        let all = Pairs([0, 0, 0, 0, 10]);
        assert_eq!(all.elo().value, f64::INFINITY);
        assert!(all.elo().low > 200.0 && all.superiority() > 0.99);
        let one = Pairs([0, 0, 1, 0, 0]).elo();
        assert!(one.low < -300.0 && one.high > 300.0, "one pair says little: {one:?}");
        assert_eq!(Pairs::default().elo().value, 0.0);
    }

    #[test]
    fn three_quarters_of_the_points_are_191_elo() {
        let elo = Pairs([0, 0, 100, 0, 100]).elo();
        assert!((elo.value - 190.85).abs() < 0.01, "{elo:?}");
        // 200 pairs with deviation 1/4 have an error of 0.25 / sqrt(200) * 1.96 = 0.0346.
        assert!((elo.low - -400.0 * (1.0_f64 / (0.75 - 0.03465) - 1.0).log10()).abs() < 1.0);
    }

    #[test]
    fn the_part_of_a_normal_distribution_is_what_tables_say() {
        for (x, part) in [(0.0, 0.5), (1.0, 0.841_344_7), (-1.96, 0.024_997_9), (3.0, 0.998_650_1)]
        {
            assert!((normal(x) - part).abs() < 2e-7, "{x}");
        }
    }

    /// Games with a known strength: how often the test passes, and after how many pairs.
    fn simulate(win: f64, draw: f64, sprt: Sprt) -> (u32, u64) {
        let mut random = Random::new(7);
        let (mut passed, mut played) = (0, 0);
        for _ in 0..300 {
            let mut pairs = Pairs::default();
            while sprt.state(&pairs) == SprtState::Open && pairs.count() < 20_000 {
                let mut game = || match random.unit() {
                    u if u < win => 2,
                    u if u < win + draw => 1,
                    _ => 0,
                };
                let points = game() + game();
                pairs.add(points);
            }
            passed += u32::from(sprt.state(&pairs) == SprtState::Passed);
            played += pairs.count();
        }
        (passed, played / 300)
    }

    #[test]
    fn the_test_errs_about_as_rarely_as_it_promises() {
        let sprt = Sprt::new(0.0, 20.0);
        let (passed, _) = simulate(0.4, 0.2, sprt);
        assert!(passed <= 30, "{passed} of 300 passed though equal");
        // 20 normalised Elo are 0.0576 deviations of a game; here a deviation is 0.447.
        let (passed, pairs) = simulate(0.4 + 0.0258, 0.2, sprt);
        assert!(passed >= 270, "{passed} of 300 passed though stronger");
        assert!((500..2500).contains(&pairs), "{pairs} pairs on average");
    }
}
