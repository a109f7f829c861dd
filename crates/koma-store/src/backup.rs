//! Copies: of a database that is in use, and of what is left of a damaged one.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection as _, QueryBuilder, Row as _, Sqlite};

use crate::{DatabaseUrl, Store, StoreError};

/// What could be saved of a damaged database.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rescued {
    /// Rows that were copied, by table.
    pub rows: Vec<(&'static str, u64)>,
    /// Rows that could not be read.
    pub lost: u64,
    /// Records whose moves cannot be read.
    pub unreadable: Vec<i64>,
}

/// The tables that are copied and their keys; the index of positions is made anew.
const TABLES: [(&str, &[&str]); 19] = [
    ("names", &["id"]),
    ("rulesets", &["digest"]),
    ("records", &["id"]),
    ("contents", &["record"]),
    ("headers", &["record", "place"]),
    ("shapes", &["shape", "record", "side"]),
    ("imports", &["digest"]),
    ("games", &["id"]),
    ("events", &["game", "n"]),
    ("variants", &["id"]),
    ("analysis", &["id"]),
    ("accounts", &["id"]),
    ("solved", &["account", "problem"]),
    ("tags", &["tag", "record"]),
    ("sessions", &["hash"]),
    ("owners", &["account", "record"]),
    ("seats", &["account", "game", "side"]),
    ("settings", &["name"]),
    ("tokens", &["hash"]),
];

impl DatabaseUrl {
    fn file(&self) -> Result<&Path, StoreError> {
        match self {
            Self::Sqlite(path) => Ok(path),
            Self::Postgres(_) => Err(StoreError::NotHere("pg_dump and pg_restore")),
        }
    }

    /// Writes a whole copy of an SQLite database that may be in use, to a file that is not there.
    pub async fn backup(&self, to: &Path) -> Result<(), StoreError> {
        let path = self.file()?;
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let io = |error| StoreError::Io { path: to.display().to_string(), error };
        // SQLite fills an empty file.
        options.open(to).map_err(io)?;
        let written = async {
            let options = SqliteConnectOptions::new().filename(path);
            let mut connection = options_connect(&options, self).await?;
            let copy = sqlx::query("VACUUM INTO $1").bind(to.display().to_string());
            copy.execute(&mut connection).await.map_err(|why| StoreError::closed(self, &why))?;
            connection.close().await?;
            std::fs::File::open(to).and_then(|file| file.sync_all()).map_err(io)
        };
        let written = written.await;
        if written.is_err() {
            let _ = std::fs::remove_file(to);
        }
        written
    }

    /// Looks whether a file is a whole database of ours.
    pub async fn is_sound(&self) -> Result<(), StoreError> {
        let options = SqliteConnectOptions::new().filename(self.file()?).read_only(true);
        let mut connection = options_connect(&options.immutable(true), self).await?;
        let closed = |why: sqlx::Error| StoreError::closed(self, &why);
        let lines: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check(1)")
            .fetch_all(&mut connection)
            .await
            .map_err(closed)?;
        let tables: i64 = sqlx::query_scalar(
            "SELECT count(*) FROM sqlite_master WHERE name IN ('records', 'games', 'events')",
        )
        .fetch_one(&mut connection)
        .await
        .map_err(closed)?;
        connection.close().await?;
        let what = self.to_string();
        match lines.first().map(String::as_str) {
            Some("ok") if tables == 3 => Ok(()),
            Some("ok") => {
                Err(StoreError::Damaged { what, why: "it is no database of Koma".into() })
            }
            other => Err(StoreError::Damaged { what, why: other.unwrap_or("empty").into() }),
        }
    }

    /// Copies what can be read of a damaged SQLite database to a new one, row by row.
    pub async fn rescue(&self, to: &DatabaseUrl) -> Result<Rescued, StoreError> {
        let path = self.file()?;
        let target = to.file()?;
        if target.exists() {
            let error = std::io::Error::from(std::io::ErrorKind::AlreadyExists);
            return Err(StoreError::Io { path: target.display().to_string(), error });
        }
        // Makes the tables, and closes it.
        Store::open_url(to).await?.close().await;
        let mut rescued = Rescued::default();
        let options = SqliteConnectOptions::new().filename(target).foreign_keys(false);
        let mut connection = options_connect(&options, to).await?;
        // Changes nothing in the file it looks at; what only its log has is read as well.
        let attach = sqlx::query("ATTACH DATABASE $1 AS old").bind(path.display().to_string());
        attach.execute(&mut connection).await.map_err(|why| StoreError::closed(self, &why))?;
        for (table, keys) in TABLES {
            let rows = copy(&mut connection, table, keys, &mut rescued.lost).await?;
            rescued.rows.push((table, rows));
        }
        connection.close().await?;
        rescued.unreadable = Store::open_url(to).await?.drop_unreadable().await?;
        Ok(rescued)
    }
}

async fn options_connect(
    options: &SqliteConnectOptions,
    url: &DatabaseUrl,
) -> Result<SqliteConnection, StoreError> {
    let opened = SqliteConnection::connect_with(options).await;
    opened.map_err(|why| StoreError::closed(url, &why))
}

/// Copies a table from both ends as far as it can be read.
async fn copy(
    connection: &mut SqliteConnection,
    table: &'static str,
    keys: &[&'static str],
    lost: &mut u64,
) -> Result<u64, StoreError> {
    let Ok(old) = columns(connection, "old", table).await else { return Ok(0) };
    let new = columns(connection, "main", table).await?;
    let both: Vec<String> = new.into_iter().filter(|column| old.contains(column)).collect();
    if both.is_empty() {
        return Ok(0);
    }
    let (list, key) = (both.join(", "), keys.join(", "));
    let before = count(connection, table).await?;
    for order in ["ASC", "DESC"] {
        // A few rows at a time, each time after the last one that was read.
        let mut offset = 0_i64;
        let mut part = 1000_i64;
        loop {
            let mut sql = QueryBuilder::<Sqlite>::new("INSERT OR IGNORE INTO main.");
            sql.push(table).push(" (").push(&list).push(") SELECT ").push(&list);
            sql.push(" FROM old.").push(table).push(" ORDER BY ");
            sql.push(key.replace(", ", &format!(" {order}, "))).push(" ").push(order);
            sql.push(" LIMIT ").push_bind(part).push(" OFFSET ").push_bind(offset);
            match sql.build().execute(&mut *connection).await {
                Ok(_) => {
                    let mut sql =
                        QueryBuilder::<Sqlite>::new("SELECT count(*) FROM (SELECT 1 FROM old.");
                    sql.push(table).push(" LIMIT ").push_bind(part).push(" OFFSET ");
                    sql.push_bind(offset).push(")");
                    let there = sql.build_query_scalar::<i64>().fetch_one(&mut *connection).await;
                    offset += part;
                    if there.unwrap_or(0) == 0 {
                        break;
                    }
                }
                // A binary search finds what is broken.
                Err(_) if part > 1 => part /= 2,
                Err(_) => {
                    *lost += u64::from(order == "ASC");
                    break;
                }
            }
        }
    }
    Ok((count(connection, table).await? - before).unsigned_abs())
}

async fn columns(
    connection: &mut SqliteConnection,
    schema: &'static str,
    table: &'static str,
) -> Result<Vec<String>, sqlx::Error> {
    let mut sql = QueryBuilder::<Sqlite>::new("PRAGMA ");
    sql.push(schema).push(".table_info(").push(table).push(")");
    let rows = sql.build().fetch_all(connection).await?;
    rows.iter().map(|row| row.try_get::<String, _>("name")).collect()
}

async fn count(connection: &mut SqliteConnection, table: &'static str) -> Result<i64, StoreError> {
    let mut sql = QueryBuilder::<Sqlite>::new("SELECT count(*) FROM main.");
    sql.push(table);
    Ok(sql.build_query_scalar().fetch_one(connection).await?)
}

impl Store {
    /// Removes records whose moves cannot be read; gives their numbers.
    async fn drop_unreadable(&self) -> Result<Vec<i64>, StoreError> {
        let ids: Vec<i64> = crate::database::reading!(self.database, pool => {
            sqlx::query_scalar("SELECT id FROM records WHERE sight < 3 ORDER BY id")
                .fetch_all(pool)
                .await?
        });
        let mut unreadable = Vec::new();
        for id in ids {
            let id = crate::RecordId(id);
            if !matches!(self.record(id).await, Ok(Some(_))) {
                self.delete_record(id).await?;
                unreadable.push(id.0);
            }
        }
        self.close().await;
        Ok(unreadable)
    }
}

#[cfg(all(test, feature = "testing"))]
mod tests {
    use super::*;
    use crate::testing::TestDatabase;

    /// Made anew, or of no use in another place: indexes, counts of the day, what runs now.
    const LEFT: [&str; 7] =
        ["attempts", "health", "lives", "position_blocks", "position_runs", "revocations", "usage"];

    #[tokio::test]
    async fn every_table_is_rescued_or_left_on_purpose() {
        let database = TestDatabase::sqlite();
        Store::open(&database.url).await.unwrap().close().await;
        let options = SqliteConnectOptions::new().filename(database.file().unwrap());
        let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
        let all: Vec<String> =
            sqlx::query_scalar("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
                .fetch_all(&mut connection)
                .await
                .unwrap();
        connection.close().await.unwrap();
        let ours = |name: &&String| !name.starts_with("sqlite_") && !name.starts_with("_sqlx");
        let mut known: Vec<&str> = TABLES.iter().map(|(name, _)| *name).chain(LEFT).collect();
        known.sort_unstable();
        assert_eq!(all.iter().filter(ours).collect::<Vec<_>>(), known);
    }
}
