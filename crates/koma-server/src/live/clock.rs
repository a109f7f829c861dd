//! Clocks as values: what a side has left, and what becomes of it when time passes.
//!
//! Nothing here reads a clock. Time is a [`Tick`], milliseconds on a scale that only goes forward;
//! whoever calls says what time it is.

use koma_rules::Side;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::view::SideName;

/// Milliseconds on a scale that only goes forward and starts anywhere.
pub type Tick = u64;

/// The longest thinking time anybody may set: thirty days.
const LONGEST_MAIN: u64 = 30 * 24 * 3600 * 1000;
/// The longest byoyomi or increment: a day.
const LONGEST_TURN: u64 = 24 * 3600 * 1000;
/// With more time than this, six hours, a game is not played in one sitting.
const LONGEST_SITTING: u64 = 6 * 3600 * 1000;
const MOST_PERIODS: u32 = 100;

/// How the time of a game is limited. All times are milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
pub enum TimeControl {
    /// Nobody looks at the clock.
    #[default]
    None,
    /// 切れ負け: when the time is up, the game is lost.
    Sudden {
        /// The time of each side.
        main: u64,
    },
    /// 秒読み: after the main time, so much for each move.
    Byoyomi {
        /// The time of each side before byoyomi.
        main: u64,
        /// The time for each move after that.
        byoyomi: u64,
        /// How often it may be used up: with the last one the game is lost.
        #[serde(default = "one")]
        periods: u32,
    },
    /// Each move adds to the time.
    Fischer {
        /// The time of each side at the start.
        main: u64,
        /// What each move adds.
        increment: u64,
    },
}

fn one() -> u32 {
    1
}

impl TimeControl {
    /// What is wrong with the figures, if anything: English, then Japanese.
    pub fn fault(self) -> Option<(&'static str, &'static str)> {
        let (main, turn, periods) = match self {
            Self::None => return None,
            Self::Sudden { main } => (main, 0, 1),
            Self::Byoyomi { main, byoyomi, periods } => (main, byoyomi, periods),
            Self::Fischer { main, increment } => (main, increment, 1),
        };
        if main > LONGEST_MAIN || turn > LONGEST_TURN || periods > MOST_PERIODS {
            return Some(("the clock has more time than a game may have", "持ち時間が長すぎます"));
        }
        let lacks_time = match self {
            Self::Byoyomi { byoyomi, periods, .. } => byoyomi < 1000 || periods == 0,
            _ => main < 1000,
        };
        lacks_time.then_some(("the clock leaves less than a second", "持ち時間が1秒もありません"))
    }

    /// Whether a turn may take most of a day: players of such games come and go.
    pub fn is_for_days(self) -> bool {
        let (main, turn) = match self {
            Self::None => return true,
            Self::Sudden { main } => (main, 0),
            Self::Byoyomi { main, byoyomi, .. } => (main, byoyomi),
            Self::Fischer { main, increment } => (main, increment),
        };
        main + turn > LONGEST_SITTING
    }

    /// What each side has at the start; `None` without a clock.
    pub fn start(self) -> Option<Clocks> {
        let each = match self {
            Self::None => return None,
            Self::Sudden { main } | Self::Fischer { main, .. } => {
                SideClock { main, byoyomi: 0, periods: 0 }
            }
            Self::Byoyomi { main, byoyomi, periods } => SideClock { main, byoyomi, periods },
        };
        Some(Clocks { sente: each, gote: each, running: None })
    }

    fn byoyomi(self) -> u64 {
        match self {
            Self::Byoyomi { byoyomi, .. } => byoyomi,
            _ => 0,
        }
    }

    pub(super) fn increment(self) -> u64 {
        match self {
            Self::Fischer { increment, .. } => increment,
            _ => 0,
        }
    }
}

/// What one side has left, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SideClock {
    /// Main time.
    pub main: u64,
    /// What is left of the byoyomi period that runs, or will.
    pub byoyomi: u64,
    /// Periods left, this one included.
    pub periods: u32,
}

impl SideClock {
    /// All the time there is until the flag falls.
    pub fn left(self, control: TimeControl) -> u64 {
        let later = u64::from(self.periods.saturating_sub(1)) * control.byoyomi();
        self.main + if self.periods == 0 { 0 } else { self.byoyomi + later }
    }

    /// After thinking for some time; `None` if the flag fell. Time used up to the last
    /// millisecond is time used up.
    #[must_use]
    pub fn after(mut self, spent: u64, control: TimeControl) -> Option<Self> {
        if spent >= self.left(control) {
            return None;
        }
        let over = spent.saturating_sub(self.main);
        self.main = self.main.saturating_sub(spent);
        if over < self.byoyomi || over == 0 {
            self.byoyomi -= over.min(self.byoyomi);
            return Some(self);
        }
        let period = control.byoyomi();
        let into_later = over - self.byoyomi;
        let whole = into_later / period;
        self.periods -= 1 + u32::try_from(whole).unwrap_or(u32::MAX - 1);
        self.byoyomi = period - into_later % period;
        Some(self)
    }

    /// After a move: the period is whole again, the increment is added.
    #[must_use]
    fn moved(mut self, control: TimeControl) -> Self {
        self.main = self.main.saturating_add(control.increment());
        if self.periods > 0 {
            self.byoyomi = control.byoyomi();
        }
        self
    }

    /// With nothing left.
    fn empty() -> Self {
        Self { main: 0, byoyomi: 0, periods: 0 }
    }
}

/// What both sides have left, and whose clock runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Clocks {
    /// Sente's.
    pub sente: SideClock,
    /// Gote's.
    pub gote: SideClock,
    /// The side whose time runs.
    pub running: Option<SideName>,
}

impl Clocks {
    /// What a side has.
    pub fn of(&self, side: Side) -> SideClock {
        match side {
            Side::Sente => self.sente,
            Side::Gote => self.gote,
        }
    }

    fn of_mut(&mut self, side: Side) -> &mut SideClock {
        match side {
            Side::Sente => &mut self.sente,
            Side::Gote => &mut self.gote,
        }
    }

    /// After the running side thought for some time; a flag that fell shows nothing left.
    #[must_use]
    pub fn after(mut self, spent: u64, control: TimeControl) -> Self {
        if let Some(seat) = self.running {
            let clock = self.of_mut(seat.into());
            *clock = clock.after(spent, control).unwrap_or_else(SideClock::empty);
        }
        self
    }

    /// After a move of the running side that took some time; `None` if its flag had fallen.
    #[must_use]
    pub fn moved(mut self, spent: u64, next: Side, control: TimeControl) -> Option<Self> {
        if let Some(seat) = self.running {
            let clock = self.of_mut(seat.into());
            *clock = clock.after(spent, control)?.moved(control);
        }
        self.running = Some(next.into());
        Some(self)
    }

    /// With more main time for a side.
    #[must_use]
    pub fn with_more(mut self, side: Side, ms: u64) -> Self {
        let clock = self.of_mut(side);
        clock.main = clock.main.saturating_add(ms).min(2 * LONGEST_MAIN);
        self
    }

    /// The same, with another side's time running, or nobody's.
    #[must_use]
    pub fn running(mut self, side: Option<Side>) -> Self {
        self.running = side.map(SideName::from);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYOYOMI: TimeControl = TimeControl::Byoyomi { main: 5000, byoyomi: 3000, periods: 3 };

    /// What is left after thinking, and after the move; nothing if the flag fell.
    #[derive(Deserialize)]
    struct Case {
        control: TimeControl,
        spent: u64,
        left: Option<SideClock>,
        moved: Option<SideClock>,
    }

    /// The browser's clock is tried with the same cases (`web/src/play/clock.test.ts`).
    #[test]
    fn time_passes_as_in_the_cases_that_the_browser_has() {
        let cases = include_str!("../../../../web/src/play/clock-cases.json");
        let cases: Vec<Case> = serde_json::from_str(cases).unwrap();
        assert!(cases.len() > 10);
        for Case { control, spent, left, moved } in cases {
            let clocks = control.start().unwrap().running(Some(Side::Sente));
            assert_eq!(clocks.sente.after(spent, control), left, "{control:?} after {spent} ms");
            let after = clocks.moved(spent, Side::Gote, control).map(|clocks| clocks.sente);
            assert_eq!(after, moved, "{control:?}, a move after {spent} ms");
        }
        let (control, clock) = (BYOYOMI, BYOYOMI.start().unwrap().sente);
        assert_eq!(clock.after(u64::MAX, control), None);
    }

    #[test]
    fn time_that_is_given_counts_before_byoyomi() {
        let clocks = BYOYOMI.start().unwrap().running(Some(Side::Sente)).after(9000, BYOYOMI);
        let clock = clocks.with_more(Side::Sente, 1000).sente;
        assert_eq!(clock, SideClock { main: 1000, byoyomi: 2000, periods: 2 });
        assert_eq!(clock.left(BYOYOMI), 6000);
    }

    #[test]
    fn impossible_figures_are_refused() {
        for (control, is_fine) in [
            (TimeControl::None, true),
            (TimeControl::Sudden { main: 999 }, false),
            (TimeControl::Sudden { main: 1000 }, true),
            (TimeControl::Sudden { main: u64::MAX }, false),
            (TimeControl::Byoyomi { main: 0, byoyomi: 10_000, periods: 1 }, true),
            (TimeControl::Byoyomi { main: 0, byoyomi: 10_000, periods: 0 }, false),
            (TimeControl::Byoyomi { main: 0, byoyomi: 10_000, periods: u32::MAX }, false),
            (TimeControl::Fischer { main: 0, increment: 10_000 }, false),
            (TimeControl::Fischer { main: 1000, increment: u64::MAX }, false),
        ] {
            assert_eq!(control.fault().is_none(), is_fine, "{control:?}");
        }
    }

    #[test]
    fn the_wire_has_the_agreed_names() {
        let text = r#"{"kind":"byoyomi","main":600000,"byoyomi":30000}"#;
        let control: TimeControl = serde_json::from_str(text).unwrap();
        assert_eq!(control, TimeControl::Byoyomi { main: 600_000, byoyomi: 30_000, periods: 1 });
        let clocks = control.start().unwrap().running(Some(Side::Gote));
        assert_eq!(
            serde_json::to_string(&clocks).unwrap(),
            r#"{"sente":{"main":600000,"byoyomi":30000,"periods":1},"gote":{"main":600000,"byoyomi":30000,"periods":1},"running":"gote"}"#
        );
    }
}
