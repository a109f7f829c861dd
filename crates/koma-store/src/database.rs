//! The two databases behind one door.
//!
//! Statements are written once, with `$1`, and compiled for both by the macros here: sqlx's own
//! "any" database would lose types on the way.

use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection as _, PgConnection, PgPool, SqlitePool, postgres::PgPoolOptions};

use crate::{DatabaseUrl, StoreError, migrations};

/// Connections to a database.
#[derive(Clone, Debug)]
pub(crate) enum Database {
    /// SQLite has one writer at a time: one connection writes, several read beside it.
    Sqlite { writer: SqlitePool, readers: SqlitePool },
    /// PostgreSQL sorts it out itself.
    Postgres(PgPool),
}

/// How long SQLite waits for another process that writes.
const BUSY: Duration = Duration::from_secs(30);

/// Connections that read SQLite beside the one that writes.
const READERS: u32 = 4;

/// Connections to PostgreSQL.
const CONNECTIONS: u32 = 16;

impl Database {
    pub async fn open(url: &DatabaseUrl) -> Result<Self, StoreError> {
        let closed = |why: sqlx::Error| {
            let why = why.to_string();
            StoreError::Closed { url: url.to_string(), why }
        };
        match url {
            DatabaseUrl::Sqlite(path) => {
                if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty())
                {
                    let path = folder.display().to_string();
                    std::fs::create_dir_all(folder)
                        .map_err(|error| StoreError::Io { path, error })?;
                }
                let options = SqliteConnectOptions::new()
                    .filename(path)
                    .create_if_missing(true)
                    .journal_mode(SqliteJournalMode::Wal)
                    .synchronous(SqliteSynchronous::Full)
                    .busy_timeout(BUSY)
                    .foreign_keys(false)
                    // In KiB when negative: pages that an import touches again and again.
                    .pragma("cache_size", "-65536");
                let writer = SqlitePoolOptions::new().max_connections(1).idle_timeout(None);
                let writer = writer.max_lifetime(None).connect_with(options.clone());
                let writer = writer.await.map_err(closed)?;
                migrations::sqlite().run(&writer).await?;
                let options = options.pragma("query_only", "on").pragma("cache_size", "-8192");
                let readers = SqlitePoolOptions::new().max_connections(READERS);
                let readers = readers.connect_with(options).await?;
                Ok(Self::Sqlite { writer, readers })
            }
            DatabaseUrl::Postgres(url) => {
                // A pool would knock for half a minute before it said that nobody is at home.
                let first = PgConnection::connect(url).await.map_err(closed)?;
                first.close().await?;
                let pool = PgPoolOptions::new().max_connections(CONNECTIONS).connect(url).await?;
                migrations::postgres().run(&pool).await?;
                Ok(Self::Postgres(pool))
            }
        }
    }

    pub async fn close(&self) {
        match self {
            Self::Sqlite { writer, readers } => {
                readers.close().await;
                writer.close().await;
            }
            Self::Postgres(pool) => pool.close().await,
        }
    }
}

/// `reading!(store.database, pool => body)`: the body with a pool to read from.
macro_rules! reading {
    ($database:expr, $pool:ident => $body:expr) => {
        match &$database {
            $crate::database::Database::Sqlite { readers: $pool, .. } => $body,
            $crate::database::Database::Postgres($pool) => $body,
        }
    };
}

/// `writing!(store.database, tx => body)`: the body in one transaction, committed if it does not
/// return early. SQLite takes the lock at once: a reader that wants to write later may be refused.
macro_rules! writing {
    ($database:expr, $tx:ident => $body:expr) => {
        match &$database {
            $crate::database::Database::Sqlite { writer, .. } => {
                let mut $tx = writer.begin_with("BEGIN IMMEDIATE").await?;
                let value = $body;
                $tx.commit().await?;
                value
            }
            $crate::database::Database::Postgres(pool) => {
                let mut $tx = pool.begin().await?;
                let value = $body;
                $tx.commit().await?;
                value
            }
        }
    };
}

pub(crate) use {reading, writing};
