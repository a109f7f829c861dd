//! What can go wrong with a database.

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
    #[error("{url} cannot be opened: {why}")]
    Closed {
        /// The address without anything secret.
        url: String,
        /// What the database says.
        why: String,
    },
    /// The database itself says no.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
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
    /// Whether the same row is there already.
    pub fn is_conflict(&self) -> bool {
        matches!(self, Self::Database(sqlx::Error::Database(error)) if error.is_unique_violation())
    }
}
