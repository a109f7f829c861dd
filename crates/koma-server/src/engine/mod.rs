//! The engine for those who ask: who may think how much, and engines kept for the next one.

mod kept;
mod own;
mod pool;

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;

pub use kept::{Kept, Mind};
pub use own::{Own, Owned};
pub use pool::{Pool, Turn, Who};

use crate::guard::Viewer;
use crate::{ApiError, Asker, Config};

/// How far those who think stand back: moves that somebody waits for before files, analysis after
/// them, all behind the jobs of live games.
const NICE_MOVES: i32 = 4;
const NICE_ANALYSIS: i32 = 8;

/// More steps of the rules than are made in a second of thinking (1.2 thousand millions were seen, in
/// tenjiku on a quiet core): what takes as many is a list of moves that does not end.
pub const STEPS_A_SECOND: u64 = 3_000_000_000;

/// The engine.
pub struct Engines {
    /// Places for moves of games against it, which are waited for.
    pub moves: Pool,
    /// Places for analysis.
    pub analysis: Pool,
    /// Engines of the last games.
    pub kept: Kept,
    /// Engines of the person at this machine.
    pub own: Own,
    /// Seconds an hour for each, where they are counted.
    most: Option<f64>,
    used: Mutex<HashMap<Who, Used>>,
}

/// What somebody has used: it is forgotten evenly within an hour.
#[derive(Clone, Copy)]
struct Used {
    seconds: f64,
    at: Instant,
}

impl Used {
    /// What is left of it, where an hour forgets `most`.
    fn now(self, most: f64) -> f64 {
        (self.seconds - self.at.elapsed().as_secs_f64() * most / HOUR).max(0.0)
    }
}

const HOUR: f64 = 3600.0;

/// More who use the engine are looked through for those who do no more.
const MANY: usize = 10_000;

impl Engines {
    /// Places as the machine and the configuration have them.
    pub fn new(config: &Config) -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let places = (cores - 1).max(1);
        Self {
            moves: Pool::new("moves", places, NICE_MOVES),
            analysis: Pool::new("analysis", places, NICE_ANALYSIS),
            kept: Kept::new(2 * places + 2),
            own: Own::new(&config.engines),
            most: config.quota.map(|quota| quota.thinking as f64),
            used: Mutex::default(),
        }
    }

    /// Stops everything.
    pub async fn close(&self) {
        self.moves.close();
        self.analysis.close();
        self.own.close().await;
    }

    /// Whether somebody has something left to use.
    pub fn may_think(&self, who: Who) -> Result<(), ApiError> {
        let Some(most) = self.most else { return Ok(()) };
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let now = used.get(&who).map_or(0.0, |used| used.now(most));
        if now < most {
            return Ok(());
        }
        Err(ApiError::new(
            StatusCode::TOO_MANY_REQUESTS,
            "QUOTA",
            "the engine has thought for you for long; let it rest for a few minutes",
            "エンジンを長く使いました。数分休ませてからもう一度試してください",
        )
        .retry_after(60))
    }

    /// Notes that the engine has thought for somebody.
    pub fn charge(&self, who: Who, time: Duration) {
        let Some(most) = self.most else { return };
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        if used.len() > MANY {
            used.retain(|_, used| used.now(most) > 0.0);
        }
        let seconds = used.get(&who).map_or(0.0, |used| used.now(most)) + time.as_secs_f64();
        used.insert(who, Used { seconds, at: Instant::now() });
    }
}

impl Who {
    /// Who asks.
    pub fn of(viewer: &Viewer, asker: Asker) -> Self {
        match &viewer.0 {
            Some(session) => Self::Account(session.account.id),
            None => Self::House(asker.house()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Quota;

    #[test]
    fn who_used_much_rests_and_others_do_not() {
        let engines = Engines::new(&Config { quota: Some(Quota::default()), ..Config::default() });
        let [one, other] = [1, 2].map(Who::Account);
        engines.charge(one, Duration::from_secs(Quota::default().thinking / 2));
        assert!(engines.may_think(one).is_ok());
        engines.charge(one, Duration::from_secs(Quota::default().thinking));
        assert_eq!(engines.may_think(one).unwrap_err().code(), "QUOTA");
        assert!(engines.may_think(other).is_ok());
        // At home nothing is counted.
        let home = Engines::new(&Config::default());
        home.charge(one, Duration::from_secs(1 << 30));
        assert!(home.may_think(one).is_ok());
    }
}
