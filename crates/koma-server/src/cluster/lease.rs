//! Which games this server owns, as far as it knows.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use koma_store::{Fence, Leases, Lives, Round, StoreError};
use tokio::time::Instant;

/// How often leases are renewed and shards looked for.
pub const ROUND: Duration = Duration::from_millis(500);
/// How long an owner trusts itself after it asked for a renewal. In the database a lease is a second longer.
const TRUST: Duration = Duration::from_secs(2);
/// How long a lease is in the database, in milliseconds.
const LEASE: u64 = 3000;
/// An owner has lived at least so long before its last sign, in milliseconds: the life of its server is
/// written down less often.
const LIVED: i64 = 5000;
/// How long a round may take.
const PATIENCE: Duration = Duration::from_millis(1500);

/// The shards this server owns.
#[derive(Debug)]
pub struct Shards {
    leases: Leases,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    held: Vec<Option<Held>>,
    trusted_until: Instant,
}

/// A shard that is owned.
#[derive(Clone, Copy, Debug)]
struct Held {
    epoch: i64,
    /// Since when, by the monotonic clock.
    since: Instant,
    /// The last sign of life of the owner before, in Unix milliseconds.
    before: i64,
}

/// Where a game is owned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Here, under an epoch.
    Here(i64),
    /// Here the last time that was heard of; the database does not answer.
    Doubtful(i64),
    /// On another server, or nowhere for a moment.
    Elsewhere,
}

impl Place {
    /// The epoch, if it was owned here the last time that was heard of.
    pub fn epoch(self) -> Option<i64> {
        match self {
            Self::Here(epoch) | Self::Doubtful(epoch) => Some(epoch),
            Self::Elsewhere => None,
        }
    }
}

/// What a round has changed.
#[derive(Debug, Default)]
pub struct Changed {
    /// Shards that are owned here from now on.
    pub gained: Vec<u8>,
    /// Shards that are not any more.
    pub lost: Vec<u8>,
    /// Whether others should look at once.
    pub has_given: bool,
}

impl Shards {
    /// None yet.
    pub fn new(leases: Leases) -> Self {
        let state = State { held: vec![None; 256], trusted_until: Instant::now() };
        Self { leases, state: Mutex::new(state) }
    }

    /// This server's name.
    pub fn node(&self) -> &str {
        self.leases.node()
    }

    /// Where a shard is owned.
    pub fn place(&self, shard: u8) -> Place {
        let state = self.state();
        match state.held[usize::from(shard)] {
            Some(held) if Instant::now() < state.trusted_until => Place::Here(held.epoch),
            Some(held) => Place::Doubtful(held.epoch),
            None => Place::Elsewhere,
        }
    }

    /// The shards that are owned here.
    pub fn mine(&self) -> Vec<u8> {
        let state = self.state();
        (0..=u8::MAX).filter(|shard| state.held[usize::from(*shard)].is_some()).collect()
    }

    /// How long the clock of a game of a shard owned here has run that was set at a time, in milliseconds:
    /// while a server lived up to the last sign of the owner before, and since it is owned here.
    pub fn charge(&self, shard: u8, set: i64, now: i64, lives: &Lives) -> u64 {
        let state = self.state();
        let passed = u64::try_from(now - set).unwrap_or_default();
        let Some(held) = state.held[usize::from(shard)] else { return passed };
        let here = u64::try_from(held.since.elapsed().as_millis()).unwrap_or(u64::MAX);
        let lives = lives.clone().and(held.before - LIVED, held.before);
        lives.between(set, held.before).saturating_add(here).min(passed)
    }

    /// Renews, gives back and takes; gives also when this began.
    pub async fn round(&self) -> Result<(Instant, Round), StoreError> {
        let asked = Instant::now();
        let round = tokio::time::timeout(PATIENCE, self.leases.round()).await;
        Ok((asked, round.unwrap_or_else(|_| Err(StoreError::silent()))?))
    }

    /// Goes by what came of a round, at a time in Unix milliseconds.
    pub fn learn(&self, asked: Instant, round: &Round, now: i64) -> Changed {
        let mut state = self.state();
        state.trusted_until = asked + TRUST;
        let mut changed = Changed { has_given: round.has_given, ..Changed::default() };
        let still = |shard: u8, epoch: i64| round.held.contains(&Fence { shard, epoch });
        for shard in 0..=u8::MAX {
            let slot = &mut state.held[usize::from(shard)];
            if slot.is_some_and(|held| !still(shard, held.epoch)) {
                *slot = None;
                changed.lost.push(shard);
            }
        }
        let taken = round.taken.iter().map(|taken| (taken.fence, taken.silent));
        // Those too that were taken in a round whose answer was lost.
        let unheard = round.held.iter().map(|fence| (*fence, LEASE));
        for (fence, silent) in taken.chain(unheard) {
            let slot = &mut state.held[usize::from(fence.shard)];
            if slot.is_none() {
                let before = now.saturating_sub(i64::try_from(silent).unwrap_or(i64::MAX));
                *slot = Some(Held { epoch: fence.epoch, since: Instant::now(), before });
                changed.gained.push(fence.shard);
            }
        }
        changed
    }

    /// Gives all back; what is asked from now on is for others.
    pub async fn leave(&self) {
        self.state().held.fill(None);
        let left = tokio::time::timeout(PATIENCE, self.leases.leave()).await;
        if !matches!(left, Ok(Ok(()))) {
            tracing::warn!("the shards could not be given back; their leases run out");
        }
    }

    /// Closes the connection of the leases.
    pub async fn close(&self) {
        self.leases.close().await;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
