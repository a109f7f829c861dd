//! Live games as event logs, written by group commit.
//!
//! Whoever appends waits until its events are on disk. All that is asked for while one transaction
//! is being written goes into the next one, so that many games share the cost of one flush. The key
//! (game, n) fences: of two owners of one game only one can write event n. Where several servers
//! share a database, the epoch of a shard fences before that ([`crate::Leases`]).

use std::collections::HashSet;
use std::sync::Arc;

use koma_rules::Side;
use sqlx::QueryBuilder;
use thiserror::Error;
use tokio::sync::{mpsc, oneshot};

use crate::StoreError;
use crate::cluster::{Fence, shard_of};
use crate::database::{Database, reading, writing};
use crate::owners::side_code;

/// The most requests that share a transaction.
const MOST_IN_ONE: usize = 1024;
/// How many requests may wait before whoever asks waits as well.
const QUEUE: usize = 8192;

/// The live games of a store.
#[derive(Clone, Debug)]
pub struct Games {
    database: Database,
    queue: mpsc::Sender<Request>,
}

/// What is to be stored together, or not at all.
#[derive(Clone, Debug, Default)]
pub struct Change {
    /// Games that are new: id and time of creation in Unix milliseconds.
    pub created: Vec<(String, i64)>,
    /// Events, those of one game in order.
    pub events: Vec<LogEntry>,
    /// Games that are in another state from now on.
    pub states: Vec<(String, GameState)>,
    /// Games that wait for something else from now on.
    pub waits: Vec<(String, Waits)>,
    /// Who sits where from now on, if they are signed in: account, game, side, when.
    pub seats: Vec<(i64, String, Side, i64)>,
    /// When games are to be looked at again, at the latest, in Unix milliseconds.
    pub dues: Vec<(String, Option<i64>)>,
    /// Under which epoch its shard is owned, where several servers share a database.
    pub fence: Option<Fence>,
}

/// What a game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    /// Somebody to join.
    ForAPlayer = 0,
    /// A flag to fall.
    ForAClock = 1,
    /// A move, whenever it may come.
    ForAMove = 2,
}

/// An event as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// The game.
    pub game: String,
    /// The number of the event, from 1 without gaps.
    pub n: u32,
    /// When, in Unix milliseconds.
    pub at: i64,
    /// What anybody may know of it, as JSON.
    pub data: String,
    /// The command that caused it, and whose it was.
    pub command: Option<String>,
    /// What nobody is told, as JSON: hashes of secrets.
    pub sealed: Option<String>,
}

/// How far a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameState {
    /// It goes on, or nobody has joined.
    Open = 0,
    /// It is over and not a record yet.
    Ended = 1,
    /// Nothing is left to do.
    Closed = 2,
}

/// Why a change was not stored. Nothing of it happened, but for [`AppendError::Unknown`].
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum AppendError {
    /// Somebody else wrote an event of this number, or a game of this id.
    #[error("somebody else has written to this game")]
    Conflict,
    /// The shard has a newer owner.
    #[error("another server has this game now")]
    NotOwner,
    /// The database failed.
    #[error("{0}")]
    Failed(Arc<StoreError>),
    /// The answer of the commit was lost: all of it is stored or nothing. Reading the log again
    /// tells, perhaps a moment later.
    #[error("{0}")]
    Unknown(Arc<StoreError>),
    /// The store is closed.
    #[error("the store is closed")]
    Closed,
}

#[derive(Debug)]
enum Request {
    Append(Change, oneshot::Sender<Result<(), AppendError>>),
    Flush(oneshot::Sender<()>),
}

impl Games {
    /// Starts the one who writes. It ends with the last clone.
    pub(crate) fn new(database: &Database) -> Self {
        let (queue, requests) = mpsc::channel(QUEUE);
        tokio::spawn(write_all(database.clone(), requests));
        Self { database: database.clone(), queue }
    }

    /// Stores a change: when this returns, it is on disk.
    pub async fn append(&self, change: Change) -> Result<(), AppendError> {
        let (answer, stored) = oneshot::channel();
        let sent = self.queue.send(Request::Append(change, answer)).await;
        sent.map_err(|_| AppendError::Closed)?;
        stored.await.map_err(|_| AppendError::Closed)?
    }

    /// Waits until everything asked for so far is stored or refused.
    pub async fn flush(&self) {
        let (answer, done) = oneshot::channel();
        if self.queue.send(Request::Flush(answer)).await.is_ok() {
            let _ = done.await;
        }
    }

    /// The events of a game after number `since`, at most `limit`.
    pub async fn events(
        &self,
        game: &str,
        since: u32,
        limit: u32,
    ) -> Result<Vec<LogEntry>, StoreError> {
        let sql = "SELECT n, at, data, command, sealed FROM events \
                   WHERE game = $1 AND n > $2 ORDER BY n LIMIT $3";
        let rows: Vec<EventRow> = reading!(self.database, pool => {
            let query = sqlx::query_as(sql).bind(game);
            query.bind(i64::from(since)).bind(i64::from(limit)).fetch_all(pool).await?
        });
        let entries = rows.into_iter().map(|(n, at, data, command, sealed)| {
            let n = u32::try_from(n).map_err(|_| damaged(game, n))?;
            Ok(LogEntry { game: game.to_owned(), n, at, data, command, sealed })
        });
        entries.collect()
    }

    /// The whole log of a game; empty if there is no such game. A gap is an error.
    pub async fn log(&self, game: &str) -> Result<Vec<LogEntry>, StoreError> {
        let log = self.events(game, 0, u32::MAX).await?;
        match (1..).zip(&log).find(|(n, entry)| entry.n != *n) {
            Some((n, _)) => Err(damaged(game, n)),
            None => Ok(log),
        }
    }

    /// The ids of games that are to be looked at by a time, the most urgent first, at most so many.
    pub async fn due(&self, by: i64, limit: u32) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT id FROM games WHERE due <= $1 ORDER BY due LIMIT $2";
        Ok(reading!(self.database, pool => {
            sqlx::query_scalar(sql).bind(by).bind(i64::from(limit)).fetch_all(pool).await?
        }))
    }

    /// The same of some shards; of none with SQLite, which has one server.
    pub async fn due_in(
        &self,
        shards: &[u8],
        by: i64,
        limit: u32,
    ) -> Result<Vec<String>, StoreError> {
        let Database::Postgres(pool) = &self.database else { return Ok(Vec::new()) };
        let shards: Vec<i64> = shards.iter().copied().map(i64::from).collect();
        let sql = "SELECT id FROM games WHERE due <= $1 AND shard = ANY($2) ORDER BY due LIMIT $3";
        let query = sqlx::query_scalar(sql).bind(by).bind(shards).bind(i64::from(limit));
        Ok(query.fetch_all(pool).await?)
    }

    /// The ids of games that were made before a time and still wait for a player, at most so many.
    pub async fn unjoined(&self, before: i64, limit: u32) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT id FROM games WHERE state < 2 AND state = 0 AND waits = 0 \
                   AND created < $1 ORDER BY created, id LIMIT $2";
        Ok(reading!(self.database, pool => {
            let query = sqlx::query_scalar(sql).bind(before).bind(i64::from(limit));
            query.fetch_all(pool).await?
        }))
    }

    /// The ids of games that something is left to do for, the oldest first.
    pub async fn open(&self) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT id FROM games WHERE state < 2 ORDER BY created, id";
        Ok(reading!(self.database, pool => sqlx::query_scalar(sql).fetch_all(pool).await?))
    }
}

/// Number, time, what may be told, command, what is sealed.
type EventRow = (i64, i64, String, Option<String>, Option<String>);

fn damaged(game: &str, n: impl std::fmt::Display) -> StoreError {
    let why = format!("event {n} is not where it should be");
    StoreError::Damaged { what: format!("the log of game {game}"), why }
}

/// Writes until nobody can ask any more.
async fn write_all(database: Database, mut requests: mpsc::Receiver<Request>) {
    let mut batch = Vec::new();
    while requests.recv_many(&mut batch, MOST_IN_ONE).await > 0 {
        let mut changes = Vec::with_capacity(batch.len());
        let mut waiting = Vec::with_capacity(batch.len());
        let mut flushed = Vec::new();
        for request in batch.drain(..) {
            match request {
                Request::Append(change, answer) => {
                    changes.push(change);
                    waiting.push(answer);
                }
                Request::Flush(answer) => flushed.push(answer),
            }
        }
        let results = write(&database, &changes).await;
        // Whoever went away while waiting will find out by reading.
        for (answer, result) in waiting.into_iter().zip(results) {
            let _ = answer.send(result);
        }
        for answer in flushed {
            let _ = answer.send(());
        }
    }
}

/// Writes all changes in one transaction. Where one of them conflicts with what is stored, each is
/// tried on its own, so that only that one fails; any other failure is everybody's.
async fn write(database: &Database, changes: &[Change]) -> Vec<Result<(), AppendError>> {
    if changes.is_empty() {
        return Vec::new();
    }
    match write_together(database, changes).await {
        Ok(lost) if lost.is_empty() => changes.iter().map(|_| Ok(())).collect(),
        Ok(lost) => changes.iter().map(|change| kept(change, &lost)).collect(),
        Err(error) if error.is_conflict() && changes.len() > 1 => {
            let mut results = Vec::with_capacity(changes.len());
            for change in changes {
                let result = write_together(database, std::slice::from_ref(change)).await;
                results
                    .push(result.map_err(AppendError::from).and_then(|lost| kept(change, &lost)));
            }
            results
        }
        Err(error) => {
            tracing::error!(%error, changes = changes.len(), "events could not be stored");
            let error = AppendError::from(error);
            changes.iter().map(|_| Err(error.clone())).collect()
        }
    }
}

/// Whether a change was written, where these fences did not hold.
fn kept(change: &Change, lost: &HashSet<Fence>) -> Result<(), AppendError> {
    match &change.fence {
        Some(fence) if lost.contains(fence) => Err(AppendError::NotOwner),
        _ => Ok(()),
    }
}

/// Writes changes in one transaction, but for those of shards that have a newer owner: gives their fences.
async fn write_together(
    database: &Database,
    changes: &[Change],
) -> Result<HashSet<Fence>, StoreError> {
    let mut fences: Vec<Fence> = changes.iter().filter_map(|change| change.fence).collect();
    fences.sort_unstable();
    fences.dedup();
    Ok(writing!(*database, tx => {
        let mut lost: HashSet<Fence> = fences.iter().copied().collect();
        if !fences.is_empty() {
            // Held until the commit: the next owner of a shard waits for it.
            let sql = "SELECT id, epoch FROM shards WHERE (id, epoch) IN (SELECT * FROM unnest( \
                       string_to_array($1, ',')::BIGINT[], string_to_array($2, ',')::BIGINT[])) \
                       ORDER BY id FOR KEY SHARE";
            let list = |number: fn(&Fence) -> i64| -> String {
                let numbers: Vec<String> = fences.iter().map(|f| number(f).to_string()).collect();
                numbers.join(",")
            };
            let held = sqlx::query_as(sql).bind(list(|fence| i64::from(fence.shard)));
            let held: Vec<(i64, i64)> =
                held.bind(list(|fence| fence.epoch)).fetch_all(&mut *tx).await?;
            lost.retain(|fence| !held.contains(&(i64::from(fence.shard), fence.epoch)));
        }
        let changes = || {
            let is_kept = |change: &&Change| change.fence.is_none_or(|fence| !lost.contains(&fence));
            changes.iter().filter(is_kept)
        };
        let created: Vec<_> = changes().flat_map(|change| &change.created).collect();
        let events: Vec<_> = changes().flat_map(|change| &change.events).collect();
        for rows in few_sizes(&created) {
            let mut sql = QueryBuilder::new("INSERT INTO games (id, state, created, waits, shard) ");
            sql.push_values(rows, |mut row, (id, at)| {
                row.push_bind(id.as_str());
                row.push_bind(GameState::Open as i64);
                row.push_bind(*at);
                row.push_bind(Waits::ForAPlayer as i64);
                row.push_bind(i64::from(shard_of(id)));
            });
            sql.build().execute(&mut *tx).await?;
        }
        for rows in few_sizes(&events) {
            let mut sql =
                QueryBuilder::new("INSERT INTO events (game, n, at, data, command, sealed) ");
            sql.push_values(rows, |mut row, entry| {
                row.push_bind(entry.game.as_str());
                row.push_bind(i64::from(entry.n));
                row.push_bind(entry.at);
                row.push_bind(entry.data.as_str());
                row.push_bind(entry.command.as_deref());
                row.push_bind(entry.sealed.as_deref());
            });
            sql.build().execute(&mut *tx).await?;
        }
        for (id, state) in changes().flat_map(|change| &change.states) {
            let update = sqlx::query("UPDATE games SET state = $1 WHERE id = $2");
            update.bind(*state as i64).bind(id.as_str()).execute(&mut *tx).await?;
        }
        for (id, what) in changes().flat_map(|change| &change.waits) {
            let update = sqlx::query("UPDATE games SET waits = $1 WHERE id = $2");
            update.bind(*what as i64).bind(id.as_str()).execute(&mut *tx).await?;
        }
        for (account, game, side, at) in changes().flat_map(|change| &change.seats) {
            let sql = "INSERT INTO seats (account, game, side, at) VALUES ($1, $2, $3, $4) \
                       ON CONFLICT DO NOTHING";
            let insert = sqlx::query(sql).bind(account).bind(game.as_str()).bind(side_code(*side));
            insert.bind(at).execute(&mut *tx).await?;
        }
        for (id, due) in changes().flat_map(|change| &change.dues) {
            let update = sqlx::query("UPDATE games SET due = $1 WHERE id = $2");
            update.bind(due).bind(id.as_str()).execute(&mut *tx).await?;
        }
        lost
    }))
}

/// A list in parts of 256, 64, 16, 4 and 1: statements of few lengths, which are prepared once.
fn few_sizes<T>(mut rows: &[T]) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let size = [256, 64, 16, 4, 1].into_iter().find(|&size| size <= rows.len())?;
        let (part, rest) = rows.split_at(size);
        rows = rest;
        Some(part)
    })
}

impl From<StoreError> for AppendError {
    fn from(error: StoreError) -> Self {
        match error {
            error if error.is_conflict() => Self::Conflict,
            error @ StoreError::Unknown(_) => Self::Unknown(Arc::new(error)),
            error => Self::Failed(Arc::new(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_cut_into_few_sizes() {
        for length in [0, 1, 3, 5, 255, 1000] {
            let rows: Vec<usize> = (0..length).collect();
            let parts: Vec<&[usize]> = few_sizes(&rows).collect();
            assert_eq!(parts.concat(), rows);
            assert!(parts.iter().all(|part| [256, 64, 16, 4, 1].contains(&part.len())));
        }
    }
}
