//! The two databases behind one door.
//!
//! Statements are written once, with `$1`, and compiled for both by the macros here: sqlx's own
//! "any" database would lose types on the way.

use std::cmp::Ordering;
use std::path::Path;
use std::time::Duration;

use sqlx::migrate::MigrateError;
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

/// What a database is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Whole,
    ReadOnly,
}

/// How long SQLite waits for another process that writes.
const BUSY: Duration = Duration::from_secs(30);

/// Connections that read SQLite beside the one that writes.
const READERS: u32 = 4;

/// Connections to PostgreSQL.
const CONNECTIONS: u32 = 16;

impl Database {
    pub async fn open(url: &DatabaseUrl, access: Access) -> Result<Self, StoreError> {
        let closed = |why: sqlx::Error| StoreError::closed(url, &why);
        let not_migrated = |why: MigrateError| match why {
            MigrateError::Execute(why) => closed(why),
            MigrateError::VersionMissing(_) => StoreError::newer(url),
            why => StoreError::Migration(why),
        };
        match url {
            DatabaseUrl::Sqlite(path) => {
                let options = SqliteConnectOptions::new().filename(path).busy_timeout(BUSY);
                let options = options.foreign_keys(false);
                if access == Access::ReadOnly {
                    // Nothing beside the file is looked at or made: it may lie on a read-only disk.
                    let options = options.read_only(true).immutable(true);
                    let readers = SqlitePoolOptions::new().max_connections(READERS);
                    let readers = readers.connect_with(options).await.map_err(closed)?;
                    // They are not brought up to date here.
                    let steps = "SELECT coalesce(max(version), 0) FROM _sqlx_migrations";
                    let step: i64 =
                        sqlx::query_scalar(steps).fetch_one(&readers).await.map_err(closed)?;
                    let last = migrations::sqlite().iter().map(|step| step.version).max();
                    match Some(step).cmp(&last) {
                        Ordering::Less => return Err(StoreError::older(url)),
                        Ordering::Equal => {}
                        Ordering::Greater => return Err(StoreError::newer(url)),
                    }
                    return Ok(Self::Sqlite { writer: readers.clone(), readers });
                }
                make_private(path)?;
                let options = options
                    .create_if_missing(true)
                    .journal_mode(SqliteJournalMode::Wal)
                    .synchronous(SqliteSynchronous::Full)
                    // In KiB when negative: pages that an import touches again and again.
                    .pragma("cache_size", "-65536");
                let writer = SqlitePoolOptions::new().max_connections(1).idle_timeout(None);
                let writer = writer.max_lifetime(None).connect_with(options.clone());
                let writer = writer.await.map_err(closed)?;
                migrations::sqlite().run(&writer).await.map_err(not_migrated)?;
                // A file that may not be written to is opened all the same, for reading: better to be
                // told now than with the first move.
                let nothing = sqlx::query("DELETE FROM games WHERE 1 = 0").execute(&writer);
                nothing.await.map_err(closed)?;
                let options = options.pragma("query_only", "on").pragma("cache_size", "-8192");
                let readers = SqlitePoolOptions::new().max_connections(READERS);
                let readers = readers.connect_with(options).await?;
                Ok(Self::Sqlite { writer, readers })
            }
            DatabaseUrl::Postgres(url) => {
                // A pool would try to connect for half a minute before it gave up.
                let first = PgConnection::connect(url).await.map_err(closed)?;
                first.close().await?;
                let pool = PgPoolOptions::new().max_connections(CONNECTIONS).connect(url).await?;
                migrations::postgres().run(&pool).await.map_err(not_migrated)?;
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

/// Makes the folder and the file of a database for their owner alone: there are hashes of passwords
/// in it. SQLite's other files take after it.
fn make_private(path: &Path) -> Result<(), StoreError> {
    let io = |at: &Path| {
        let path = at.display().to_string();
        move |error| StoreError::Io { path, error }
    };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.exists()) {
        let mut builder = std::fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(folder).map_err(io(folder))?;
    }
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            close_to_others(path);
            Ok(())
        }
        // SQLite says it better.
        Err(_) => Ok(()),
    }
}

/// Takes from others what they may do with a file of ours; where it is not ours, nothing changes.
fn close_to_others(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        for end in ["", "-wal", "-shm"] {
            let mut name = path.as_os_str().to_owned();
            name.push(end);
            let Ok(about) = std::fs::metadata(&name) else { continue };
            if about.permissions().mode() & 0o077 != 0 {
                let mode = about.permissions().mode() & 0o700;
                let _ = std::fs::set_permissions(&name, std::fs::Permissions::from_mode(mode));
            }
        }
    }
    #[cfg(not(unix))]
    let _ = path;
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
/// fail; an error leaves the function. SQLite takes the lock at once: a reader that wants to write
/// later may be refused.
///
/// A connection on which anything failed is not used again. SQLite rolls back by itself where the
/// disk is full or fails; sqlx does not hear of it and would believe for ever that a transaction is
/// open.
macro_rules! writing {
    ($database:expr, $tx:ident => $body:expr) => {
        match &$database {
            $crate::database::Database::Sqlite { writer, .. } => {
                $crate::database::in_transaction!(writer, "BEGIN IMMEDIATE", $tx => $body)
            }
            $crate::database::Database::Postgres(pool) => {
                $crate::database::in_transaction!(pool, "BEGIN", $tx => $body)
            }
        }
    };
}

macro_rules! in_transaction {
    ($pool:expr, $begin:expr, $tx:ident => $body:expr) => {{
        let mut connection = $pool.acquire().await?;
        let written = async {
            let mut $tx = sqlx::Connection::begin_with(&mut *connection, $begin).await?;
            let value = $body;
            $tx.commit().await.map_err($crate::StoreError::at_commit)?;
            Ok::<_, $crate::StoreError>(value)
        };
        match written.await {
            Ok(value) => value,
            Err(error) => {
                connection.close_on_drop();
                return Err(error);
            }
        }
    }};
}

pub(crate) use {in_transaction, reading, writing};
