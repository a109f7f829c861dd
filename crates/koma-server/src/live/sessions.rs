//! Sockets of people who are signed in: closed when their session ends.
//!
//! Sessions end here, on another server, or by the hand of an administrator; all of them write it
//! down, and one task looks there while anybody is signed in.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use koma_store::{Login, Store};
use tokio::sync::{Notify, watch};

use super::closed;

/// How often is looked whether a session has ended.
const LOOK: Duration = Duration::from_millis(400);

/// How many numbers later a session that ended may still come to light.
const LATE: i64 = 100;

/// The sessions that have sockets.
#[derive(Clone, Debug, Default)]
pub struct Sessions(Arc<Shared>);

/// Sessions by hash: whose it is, who waits for its end, and how many do.
type Open = HashMap<Vec<u8>, (i64, watch::Sender<bool>)>;

#[derive(Debug, Default)]
struct Shared {
    open: Mutex<Open>,
    /// Somebody is there.
    came: Notify,
}

/// A socket's hold on its session.
pub struct Watched {
    sessions: Sessions,
    hash: Vec<u8>,
    ended: watch::Receiver<bool>,
}

impl Watched {
    /// Waits until the session is over.
    pub async fn ended(&mut self) {
        let _ = self.ended.wait_for(|ended| *ended).await;
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let mut open = self.sessions.open();
        // This one still counts.
        if open.get(&self.hash).is_some_and(|(_, sender)| sender.receiver_count() <= 1) {
            open.remove(&self.hash);
        }
    }
}

impl Sessions {
    /// Watches over a session for a socket.
    pub fn watch(&self, session: &Login) -> Watched {
        let mut open = self.open();
        let (_, sender) = open
            .entry(session.hash.clone())
            .or_insert_with(|| (session.account.id, watch::Sender::new(false)));
        let ended = sender.subscribe();
        drop(open);
        self.0.came.notify_one();
        Watched { sessions: self.clone(), hash: session.hash.clone(), ended }
    }

    fn open(&self) -> std::sync::MutexGuard<'_, Open> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends one session of an account, or all.
    fn end(&self, account: i64, hash: Option<&[u8]>) {
        self.open().retain(|known, (owner, sender)| {
            let is_meant = *owner == account && hash.is_none_or(|hash| known == hash);
            if is_meant {
                sender.send_replace(true);
            }
            !is_meant
        });
    }

    /// Looks for sessions that have ended, until the server closes.
    pub async fn look(self, store: Store, mut closing: watch::Receiver<bool>) {
        // Two that end at once may be numbered in one order and stored in the other.
        let mut seen: BTreeSet<i64> = BTreeSet::new();
        for revoked in store.revoked(0).await.unwrap_or_default() {
            seen.insert(revoked.id);
        }
        loop {
            let rest = async {
                if self.open().is_empty() {
                    self.0.came.notified().await;
                }
                tokio::time::sleep(LOOK).await;
            };
            tokio::select! {
                () = rest => {}
                () = closed(&mut closing) => return,
            }
            // Where the store does not answer, commands are refused anyway.
            let from = seen.last().map_or(0, |last| last - LATE);
            for revoked in store.revoked(from).await.unwrap_or_default() {
                if seen.insert(revoked.id) {
                    self.end(revoked.account, revoked.hash.as_deref());
                }
            }
            seen = seen.split_off(&seen.last().map_or(0, |last| last - LATE));
        }
    }
}
