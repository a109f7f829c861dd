//! The position index in large: sorted runs of blocks.
//!
//! What a transaction adds is a run of its own, merged at once with the runs before it that are
//! not much larger. So there are few runs to look into, each visit is written a few times only,
//! and always beside its neighbours, however large the index is.

use rayon::prelude::*;
use sqlx::{PgConnection, SqliteConnection};

use crate::bulk::{Bulk, Column};
use crate::database::{reading, writing};
use crate::records::read_content;
use crate::visits::{Block, Broken, Visit, pack, unpack};
use crate::{Prepared, RecordId, Store, StoreError};

/// A run is merged with the new one if it is at most so many times as large: each run is less than
/// half of the one before it.
const FAR_LARGER: u64 = 2;

/// Visits of a run that stays as it is: what a merge reads, sorts and writes at once.
const MOST_VISITS: u64 = 1 << 20;

/// Records read at once where the index is made anew.
const PAGE: i64 = 2_000;

/// A run and the number of its visits.
type Run = (i64, i64);

/// What adding to the index asks of a connection.
pub(crate) trait Runs: Bulk {
    /// All runs, the newest first, for this transaction alone to change.
    async fn runs(&mut self) -> Result<Vec<Run>, sqlx::Error>;

    /// Takes a run away and gives its blocks.
    async fn take_run(&mut self, run: i64) -> Result<Vec<Vec<u8>>, sqlx::Error>;
}

macro_rules! runs_of {
    ($connection:ty, $alone:expr) => {
        impl Runs for $connection {
            async fn runs(&mut self) -> Result<Vec<Run>, sqlx::Error> {
                let alone: Option<&'static str> = $alone;
                if let Some(sql) = alone {
                    sqlx::query(sql).execute(&mut *self).await?;
                }
                let sql = "SELECT id, visits FROM position_runs ORDER BY id DESC";
                sqlx::query_as(sql).fetch_all(&mut *self).await
            }

            async fn take_run(&mut self, run: i64) -> Result<Vec<Vec<u8>>, sqlx::Error> {
                let sql = "SELECT data FROM position_blocks WHERE run = $1 ORDER BY first, place";
                let blocks = sqlx::query_scalar(sql).bind(run).fetch_all(&mut *self).await?;
                for sql in [
                    "DELETE FROM position_blocks WHERE run = $1",
                    "DELETE FROM position_runs WHERE id = $1",
                ] {
                    sqlx::query(sql).bind(run).execute(&mut *self).await?;
                }
                Ok(blocks)
            }
        }
    };
}

// One transaction at a time merges runs. SQLite has one writer anyway; in PostgreSQL another
// program could be importing.
runs_of!(SqliteConnection, None);
runs_of!(PgConnection, Some("LOCK TABLE position_runs IN SHARE ROW EXCLUSIVE MODE"));

/// Adds visits to the index.
pub(crate) async fn add_visits(
    connection: &mut impl Runs,
    visits: Vec<Visit<'_>>,
) -> Result<(), StoreError> {
    let runs = connection.runs().await?;
    let name = runs.first().map_or(1, |run| run.0 + 1);
    let mut size = visits.len() as u64;
    let mut old = Vec::new();
    for (run, visits) in runs {
        let visits = visits.unsigned_abs();
        if visits > size.saturating_mul(FAR_LARGER) || visits + size > MOST_VISITS {
            break;
        }
        size += visits;
        old.extend(connection.take_run(run).await?);
    }
    let (blocks, count) = merged(&old, visits)?;
    connection
        .insert(
            "INSERT INTO position_runs (id, visits)",
            vec![Column::Ints(vec![name]), Column::Ints(vec![count.cast_signed()])],
            "",
        )
        .await?;
    let (mut first, mut data) = (Vec::new(), Vec::new());
    for block in blocks {
        first.push(block.first);
        data.push(block.data);
    }
    let rows = vec![
        Column::Ints(vec![name; first.len()]),
        Column::Ints((0..).take(first.len()).collect()),
        Column::Ints(first),
        Column::Blobs(data),
    ];
    let into = "INSERT INTO position_blocks (run, place, first, data)";
    Ok(connection.insert(into, rows, "").await?)
}

/// Old blocks and new visits as one run.
fn merged<'a>(old: &'a [Vec<u8>], mut visits: Vec<Visit<'a>>) -> Result<(Vec<Block>, u64), Broken> {
    for data in old {
        for visit in unpack(data) {
            visits.push(visit?);
        }
    }
    // Not the unstable one: this one notices what is in order already, and all but the new is.
    visits.sort();
    Ok(pack(visits))
}

impl Prepared {
    /// Where the game was, if it is stored under this number.
    pub(crate) fn visits(&self, record: i64) -> impl Iterator<Item = Visit<'_>> {
        self.passed.iter().map(move |passed| Visit {
            key: passed.key,
            usi: &passed.usi,
            record,
            ply: passed.ply,
            winner: self.winner as u8,
        })
    }
}

impl Store {
    /// The blocks that may have visits of a position: of each run those that begin with its key,
    /// and the last one that begins before it.
    pub(crate) async fn blocks_of(&self, key: i64) -> Result<Vec<Vec<u8>>, StoreError> {
        // A cross join: SQLite would rather look at all blocks for their runs.
        let sql = "SELECT b.data FROM position_runs r CROSS JOIN position_blocks b \
                   WHERE b.run = r.id AND b.first = $1 \
                   UNION ALL \
                   SELECT (SELECT b.data FROM position_blocks b \
                   WHERE b.run = r.id AND b.first < $1 ORDER BY b.first DESC, b.place DESC LIMIT 1) \
                   FROM position_runs r";
        let blocks: Vec<Option<Vec<u8>>> = reading!(self.database, pool => {
            sqlx::query_scalar(sql).bind(key).fetch_all(pool).await?
        });
        Ok(blocks.into_iter().flatten().collect())
    }

    /// The records in which a position was on the board, in order.
    pub(crate) async fn records_at(&self, key: i64) -> Result<Vec<i64>, StoreError> {
        let mut records = Vec::new();
        for data in self.blocks_of(key).await? {
            for visit in visits_at(&data, key) {
                records.push(visit?.record);
            }
        }
        records.sort_unstable();
        records.dedup();
        Ok(records)
    }

    /// Makes the position index of a database that has none: one from before it was packed, or one
    /// whose index somebody emptied because it was damaged.
    pub(crate) async fn index_if_missing(&self) -> Result<(), StoreError> {
        let missing = "SELECT count(*) FROM records WHERE NOT EXISTS \
                       (SELECT 1 FROM position_runs)";
        let records: i64 = reading!(self.database, pool => {
            sqlx::query_scalar(missing).fetch_one(pool).await?
        });
        if records == 0 {
            return Ok(());
        }
        tracing::info!(records, "making the index of positions");
        let page = "SELECT r.id, c.content, s.yaml FROM records r \
                    JOIN contents c ON c.record = r.id LEFT JOIN rulesets s ON s.digest = r.rules \
                    WHERE r.id > $1 ORDER BY r.id LIMIT $2";
        writing!(self.database, tx => {
            tx.take_turn().await?;
            // Somebody else may have made it meanwhile.
            let missing: i64 = sqlx::query_scalar(missing).fetch_one(&mut *tx).await?;
            let mut last = (missing > 0).then_some(0);
            while let Some(id) = last {
                let rows: Vec<(i64, Vec<u8>, Option<String>)> =
                    sqlx::query_as(page).bind(id).bind(PAGE).fetch_all(&mut *tx).await?;
                last = rows.last().map(|row| row.0);
                let prepared: Vec<(i64, Prepared)> =
                    rows.into_par_iter().filter_map(again).collect();
                let visits = prepared.iter().flat_map(|(id, record)| record.visits(*id)).collect();
                add_visits(&mut *tx, visits).await?;
            }
        });
        Ok(())
    }
}

/// The visits of a position in a block.
pub(crate) fn visits_at(data: &[u8], key: i64) -> impl Iterator<Item = Result<Visit<'_>, Broken>> {
    let is_before = move |visit: &Result<Visit, Broken>| visit.is_ok_and(|visit| visit.key < key);
    let is_there = move |visit: &Result<Visit, Broken>| visit.is_ok_and(|visit| visit.key == key);
    unpack(data).skip_while(is_before).take_while(move |visit| visit.is_err() || is_there(visit))
}

/// A stored record made ready once more. One that cannot be read has no positions: verifying tells.
fn again((id, content, yaml): (i64, Vec<u8>, Option<String>)) -> Option<(i64, Prepared)> {
    let record = read_content(RecordId(id), &content, yaml).ok()?;
    Some((id, Prepared::of(&record)))
}
