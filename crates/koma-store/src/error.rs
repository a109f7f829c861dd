//! What can go wrong with a database.

use crate::DatabaseUrl;

/// Why something could not be stored or found.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The address is of no database that is known here.
    #[error("`{url}` is no database: sqlite://PATH or postgres://USER@HOST/NAME is")]
    UnknownDatabase {
        /// The address without anything secret.
        url: String,
    },
    /// The database cannot be opened.
    #[error("{url} cannot be opened: {why}{}", .advice.map_or(String::new(), |advice| format!("; {advice}")))]
    Closed {
        /// The address without anything secret.
        url: String,
        /// What the database says.
        why: String,
        /// What can be done about it.
        advice: Option<&'static str>,
    },
    /// Another server has this database.
    #[error("{path} is used by another server{}", .server.as_ref().map_or(String::new(), |id| format!(" (process {id})")))]
    InUse {
        /// The file.
        path: String,
        /// The process, if it said so.
        server: Option<String>,
    },
    /// This kind of database has a tool of its own for that.
    #[error("PostgreSQL is copied with its own tools: {0}")]
    NotHere(&'static str),
    /// The database itself says no.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// The connection broke, or the disk failed, while the database was committing: what was to be
    /// written may be there or not.
    #[error("the database may or may not have stored it: {0}")]
    Unknown(sqlx::Error),
    /// The tables could not be brought up to date.
    #[error("the tables cannot be brought up to date: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// What stands there is not what was stored.
    #[error("{what} is damaged: {why}")]
    Damaged {
        /// Which thing.
        what: String,
        /// What is wrong with it.
        why: String,
    },
    /// A name that somebody else has.
    #[error("the name `{name}` is taken")]
    Taken {
        /// The name.
        name: String,
    },
    /// A file or folder cannot be used.
    #[error("{path}: {error}")]
    Io {
        /// Where.
        path: String,
        /// Why not.
        error: std::io::Error,
    },
}

impl StoreError {
    /// A database that cannot be opened, in words that help.
    pub(crate) fn closed(url: &DatabaseUrl, why: &sqlx::Error) -> Self {
        let code = match why {
            sqlx::Error::Database(said) => said.code().and_then(|code| code.parse::<u32>().ok()),
            _ => None,
        };
        let advice = match (url, code.map(|code| code & 0xff)) {
            (DatabaseUrl::Sqlite(_), Some(code)) => advice(code),
            _ => None,
        };
        Self::Closed { url: url.to_string(), why: why.to_string(), advice }
    }

    /// A database that a newer version of this program has brought up to date.
    pub(crate) fn newer(url: &DatabaseUrl) -> Self {
        Self::Closed {
            url: url.to_string(),
            why: "its tables are newer than this version of Koma".to_owned(),
            advice: Some("install the version that made them, or restore a copy from before"),
        }
    }

    /// A database that would have to be brought up to date, and may only be read.
    pub(crate) fn older(url: &DatabaseUrl) -> Self {
        Self::Closed {
            url: url.to_string(),
            why: "its tables are older than this version of Koma".to_owned(),
            advice: Some("open a copy of it without `--read-only`, which brings them up to date"),
        }
    }

    /// What a commit that failed means. A database that says no has not stored anything; where
    /// nothing was heard from it, or its disk failed, nobody knows.
    pub(crate) fn at_commit(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Database(said) if !is_disk_failure(said.as_ref()) => Self::Database(error),
            _ => Self::Unknown(error),
        }
    }

    /// Nothing was heard from the database.
    pub fn silent() -> Self {
        Self::Database(sqlx::Error::PoolTimedOut)
    }

    /// Whether the same row is there already.
    pub fn is_conflict(&self) -> bool {
        matches!(self, Self::Database(sqlx::Error::Database(error)) if error.is_unique_violation())
    }
}

/// SQLite's `IOERR` in all its shades: a commit whose flush failed may still be in the log.
fn is_disk_failure(error: &dyn sqlx::error::DatabaseError) -> bool {
    let code = error.code().and_then(|code| code.parse::<u32>().ok());
    let is_sqlite = error.try_downcast_ref::<sqlx::sqlite::SqliteError>().is_some();
    is_sqlite && code.is_some_and(|code| code & 0xff == 10)
}

/// What can be done about an error of SQLite.
fn advice(code: u32) -> Option<&'static str> {
    Some(match code {
        5 | 6 => "another program is writing to it: try again",
        8 => "it may not be written to: `koma db --read-only` reads it as it is",
        10 => "the disk fails: copy the file elsewhere and look at it with `koma db verify`",
        11 | 26 => {
            "the file is damaged: `koma db rescue -o NEW.db` copies what can be read, \
             `koma db restore` puts a backup in its place"
        }
        13 => "the disk is full: make room and start again, nothing is lost",
        14 => {
            "look whether the folder is there and may be written to; `koma db --read-only` reads \
               a copy on a read-only disk"
        }
        _ => return None,
    })
}
