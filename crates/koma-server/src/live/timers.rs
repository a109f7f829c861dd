//! When flags fall: one sorted list for all games, and one task that looks at its head.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Notify;

use super::clock::Tick;

/// The next flag of every game whose clock runs.
#[derive(Debug, Default)]
pub struct Timers {
    list: Mutex<BTreeSet<(Tick, Arc<str>)>>,
    earlier: Notify,
}

impl Timers {
    /// Moves a game's flag from one time to another.
    pub fn change(&self, game: &Arc<str>, from: Option<Tick>, to: Option<Tick>) {
        if from == to {
            return;
        }
        let mut list = self.list.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(from) = from {
            list.remove(&(from, Arc::clone(game)));
        }
        let Some(to) = to else { return };
        let is_first = list.first().is_none_or(|(first, _)| to < *first);
        list.insert((to, Arc::clone(game)));
        drop(list);
        if is_first {
            self.earlier.notify_one();
        }
    }

    /// Whether no clock runs.
    pub fn is_empty(&self) -> bool {
        self.list.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// The games whose flags have fallen by now, and when the next one does.
    pub fn due(&self, now: Tick) -> (Vec<Arc<str>>, Option<Tick>) {
        let mut list = self.list.lock().unwrap_or_else(PoisonError::into_inner);
        let mut due = Vec::new();
        while list.first().is_some_and(|(first, _)| *first <= now) {
            due.extend(list.pop_first().map(|(_, game)| game));
        }
        (due, list.first().map(|(first, _)| *first))
    }

    /// Waits until a flag falls earlier than any known before.
    pub async fn earlier(&self) {
        self.earlier.notified().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_fall_in_the_order_of_their_times() {
        let timers = Timers::default();
        let [a, b, c] = ["a", "b", "c"].map(Arc::<str>::from);
        timers.change(&a, None, Some(30));
        timers.change(&b, None, Some(10));
        timers.change(&c, None, Some(10));
        timers.change(&c, Some(10), Some(20));
        assert_eq!(timers.due(9), (vec![], Some(10)));
        assert_eq!(timers.due(20), (vec![b, Arc::clone(&c)], Some(30)));
        timers.change(&a, Some(30), None);
        assert_eq!(timers.due(99), (vec![], None));
    }
}
