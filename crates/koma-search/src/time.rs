//! How long to think, as a function of the clock alone.

use std::time::Duration;

/// What the side to move has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Main time left.
    pub left: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// 秒読み: what each move may take once main time is gone.
    pub byoyomi: Duration,
    /// Exactly this long for the move; the rest does not matter.
    pub move_time: Option<Duration>,
    /// What is lost between the players: kept in reserve.
    pub overhead: Duration,
}

/// How long a move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// After so long no new depth is begun, if nothing is amiss.
    pub soft: Duration,
    /// After so long the search ends wherever it is.
    pub hard: Duration,
}

/// The shortest time a move is given.
const LEAST: Duration = Duration::from_millis(1);

impl Clock {
    /// Exactly so long.
    pub fn exactly(time: Duration) -> Self {
        Self { move_time: Some(time), ..Self::default() }
    }

    /// The budget of a move at `ply` of the game.
    ///
    /// ```
    /// use std::time::Duration;
    /// use koma_search::time::Clock;
    ///
    /// let second = Duration::from_secs(1);
    /// let byoyomi = Clock { byoyomi: 10 * second, ..Clock::default() };
    /// assert_eq!(byoyomi.budget(1).hard, 10 * second);
    /// let rich = Clock { left: 600 * second, ..Clock::default() };
    /// assert!(rich.budget(1).soft < 30 * second && rich.budget(1).hard < 120 * second);
    /// ```
    #[must_use]
    pub fn budget(&self, ply: u32) -> Budget {
        let usable = |time: Duration| time.saturating_sub(self.overhead).max(LEAST);
        if let Some(time) = self.move_time {
            return Budget { soft: usable(time), hard: usable(time) };
        }
        // An increment comes only after the move.
        let all = usable(self.left + self.byoyomi);
        // The moves still to come: many at first, and never few.
        let moves = 45_u32.saturating_sub(ply / 5).max(22);
        let share = self.left / moves + self.increment * 3 / 4 + self.byoyomi * 9 / 10;
        if self.left < self.byoyomi / 2 {
            // Nothing is saved by stopping early.
            return Budget { soft: all, hard: all };
        }
        let soft = usable(share).min(all);
        let hard = (soft * 4).min(usable(self.left / 4 + self.byoyomi + self.increment)).min(all);
        Budget { soft: soft.min(hard), hard }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_budget_is_longer_than_what_is_left() {
        let times = [0, 1, 7, 50, 400, 3_000, 60_000, 900_000].map(Duration::from_millis);
        for left in times {
            for increment in times {
                for byoyomi in times {
                    for ply in [1, 40, 200, 1_000] {
                        let overhead = Duration::from_millis(20);
                        let clock = Clock { left, increment, byoyomi, overhead, move_time: None };
                        let Budget { soft, hard } = clock.budget(ply);
                        assert!(soft <= hard && !soft.is_zero(), "{clock:?}");
                        let most = (left + byoyomi).saturating_sub(overhead).max(LEAST);
                        assert!(hard <= most, "{clock:?} {hard:?}");
                    }
                }
            }
        }
    }
}
