#![doc = include_str!("../README.md")]
//!
//! Games, records and positions kept: SQLite by default, PostgreSQL by choice.
//!
//! A [`Store`] is opened by the address of its database and cheap to clone. What is asked of it is
//! written once for both databases; nothing of a caller's text ever becomes part of a statement.
//!
//! * live games as event logs: [`Store::games`];
//! * records (棋譜), with every position of every main line: [`Store::put_record`],
//!   [`Store::import`], [`Store::find_records`], [`Store::explore`];
//! * people's own variants, accounts and sessions: plain tables.

mod accounts;
mod analysis;
mod backup;
mod bulk;
mod cluster;
mod database;
mod error;
mod explore;
mod find;
mod games;
mod health;
mod import;
mod intake;
mod limits;
mod lives;
mod lock;
mod migrations;
mod names;
mod owners;
mod place;
mod prepare;
mod records;
mod runs;
mod shapes;
mod solved;
mod summary;
mod tags;
#[cfg(feature = "testing")]
pub mod testing;
mod variants;
mod verify;
mod visits;

pub use accounts::{Account, Login, Revoked};
pub use backup::Rescued;
pub use cluster::{Fence, Leases, Round, Taken, shard_of};
pub use error::StoreError;
pub use explore::{Counted, Explored, Hit, NextMove, Visits};
pub use find::{Cursor, Filter, Found, NoCursor, NoSort, Page, Sort};
pub use games::{AppendError, Change, GameState, Games, LogEntry, Waits};
pub use import::{FileMark, Imported};
pub use intake::{Fate, Intake, Report};
pub use limits::Trier;
pub use lives::Lives;
pub use lock::Lock;
pub use names::{fold, is_unseen, looks};
pub use owners::{Eyes, Keeping, Seat, Sight, Standing};
pub use place::{DatabaseUrl, default_data_dir};
pub use prepare::{Prepared, position_key};
pub use records::{Put, Stored};
pub use shapes::StoredShape;
pub use summary::{Date, RecordId, Summary};
pub use tags::tag;
pub use variants::StoredVariant;
pub use verify::{Fault, Verified};

use database::{Access, Database};

/// A database of games and records. Clones share its connections.
#[derive(Clone, Debug)]
pub struct Store {
    database: Database,
    games: Games,
}

impl Store {
    /// Opens a database, makes it if it is an SQLite file that is not there, and brings its tables
    /// up to date.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        Self::open_url(&url.parse()?).await
    }

    /// Opens a database whose address has been read.
    pub async fn open_url(url: &DatabaseUrl) -> Result<Self, StoreError> {
        let database = Database::open(url, Access::Whole).await?;
        let games = Games::new(&database);
        let store = Self { database, games };
        store.index_if_missing().await?;
        store.look_at_names().await?;
        Ok(store)
    }

    /// Opens a database to look at it: nothing is written, not even beside it. Whoever writes to
    /// it meanwhile is not noticed.
    pub async fn open_read_only(url: &DatabaseUrl) -> Result<Self, StoreError> {
        let database = Database::open(url, Access::ReadOnly).await?;
        let games = Games::new(&database);
        Ok(Self { database, games })
    }

    /// The live games.
    pub fn games(&self) -> &Games {
        &self.games
    }

    /// Closes all connections. What was committed is safe without it; SQLite tidies up its files.
    pub async fn close(&self) {
        self.database.close().await;
    }
}

/// Milliseconds since 1970.
fn now() -> i64 {
    jiff::Timestamp::now().as_millisecond()
}
