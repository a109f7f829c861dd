//! Databases for tests: each one new and empty.
//!
//! The PostgreSQL server is the one `KOMA_TEST_POSTGRES` names (`./test` starts one of its own and
//! sets it); where it is not set, tests run on SQLite only and say so.

mod disk;
#[cfg(unix)]
mod proxy;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use koma_kifu::{Board, End, Ending, Millis, NodeId, Play, Record, Table, ruleset};
use koma_rules::Ruleset;
use sqlx::migrate::Migrator;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, PgConnection, QueryBuilder, raw_sql};
use tempfile::TempDir;

pub use disk::SmallDisk;
#[cfg(unix)]
pub use proxy::Cutter;

/// A new database.
#[derive(Debug)]
pub struct TestDatabase {
    /// `SQLite` or `PostgreSQL`.
    pub name: &'static str,
    /// Its address.
    pub url: String,
    folder: Option<TempDir>,
}

impl TestDatabase {
    /// An SQLite database in a folder that goes when this goes.
    pub fn sqlite() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let url = format!("sqlite://{}", folder.path().join("koma.db").display());
        Self { name: "SQLite", url, folder: Some(folder) }
    }

    /// An SQLite database as an older version left it: made in so many steps of the schema, with
    /// what `other` has for their tables.
    pub async fn of_step(step: i64, other: &Path) -> Self {
        let made = Self::sqlite();
        let steps = crate::migrations::sqlite();
        let steps = steps.iter().filter(|one| one.version <= step).cloned().collect();
        let options = SqliteConnectOptions::new().filename(made.file().expect("a file"));
        let options = options.create_if_missing(true).foreign_keys(false);
        let mut connection = options.connect().await.expect("it opens");
        Migrator::with_migrations(steps).run(&mut connection).await.expect("the steps");
        let attach = sqlx::query("ATTACH $1 AS other").bind(other.display().to_string());
        attach.execute(&mut connection).await.expect("the other one");
        let both = "SELECT a.name, group_concat(c.name, ', ') FROM main.sqlite_master a \
                    JOIN other.sqlite_master b ON a.name = b.name AND b.type = 'table' \
                    JOIN pragma_table_info(a.name, 'main') c \
                    JOIN pragma_table_info(b.name, 'other') d ON c.name = d.name \
                    WHERE a.type = 'table' AND a.name NOT LIKE '%sqlx%' AND a.name NOT LIKE 'sqlite%' \
                    GROUP BY a.name";
        let tables: Vec<(String, String)> =
            sqlx::query_as(both).fetch_all(&mut connection).await.expect("tables");
        for (table, columns) in tables {
            let mut sql = QueryBuilder::<sqlx::Sqlite>::new("INSERT OR REPLACE INTO main.");
            sql.push(&table).push(" (").push(&columns).push(") SELECT ").push(&columns);
            sql.push(" FROM other.").push(&table);
            sql.build().execute(&mut connection).await.expect("rows");
        }
        connection.close().await.expect("it closes");
        made
    }

    /// A database of the PostgreSQL server for tests, if there is one.
    pub async fn postgres() -> Option<Self> {
        let Ok(server) = std::env::var("KOMA_TEST_POSTGRES") else {
            println!("not run on PostgreSQL: KOMA_TEST_POSTGRES is not set");
            return None;
        };
        let name = format!("koma_test_{:016x}", rand::random::<u64>());
        let mut connection =
            PgConnection::connect(&server).await.expect("KOMA_TEST_POSTGRES is a server");
        let mut sql = QueryBuilder::<sqlx::Postgres>::new("CREATE DATABASE ");
        sql.push(&name);
        raw_sql(sql.into_sql()).execute(&mut connection).await.expect("a new database");
        let (before, after) = server.split_once('?').unwrap_or((&server, ""));
        let (before, _) = before.rsplit_once('/').expect("an address ends with a database");
        let url = format!("{before}/{name}?{after}");
        Some(Self { name: "PostgreSQL", url, folder: None })
    }

    /// One of each kind there is.
    pub async fn all() -> Vec<Self> {
        std::iter::once(Self::sqlite()).chain(Self::postgres().await).collect()
    }

    /// The file of an SQLite database.
    pub fn file(&self) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.path().join("koma.db"))
    }
}

/// A game of a variant of the catalogue played at random; the same one for the same seed. The
/// openings are crowded as in life: the first moves are chosen from few.
pub fn playout(variant: &str, seed: u64, plies: u64) -> Record {
    let rules = ruleset(variant).expect("the catalogue has it");
    playout_of(&rules, seed, plies)
}

/// A game played at random by some rules.
pub fn playout_of(rules: &Arc<Ruleset>, seed: u64, plies: u64) -> Record {
    let mut record = Record::new(Board::start(rules));
    let mut table = Table::new(&Board::start(rules));
    let mut state = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state >> 11
    };
    let year = 1950 + random() % 70;
    record.headers.push("開始日時", format!("{year}/{:02}/01", 1 + random() % 12));
    record.headers.push("棋戦", format!("cup {}", random() % 50));
    record.headers.push("先手", format!("player {}", random() % 1000));
    record.headers.push("後手", format!("player {}", random() % 1000));
    let mut here = NodeId::ROOT;
    for ply in 0..plies {
        let mut moves = table.position().legal_moves();
        // They come in the order of the board: the first few are as good as any to be usual.
        let choice = if ply < 12 { moves.len().min(3) } else { moves.len() };
        if choice == 0 || table.position().is_over() {
            break;
        }
        let mv = moves.swap_remove(usize::try_from(random()).unwrap_or(0) % choice);
        here = record.add(here, Play::Move(mv));
        record.node_mut(here).time = Some(Millis::seconds(random() % 60));
        table.play_unchecked(mv);
    }
    let end = [End::Resign, End::Repetition, End::Interrupted, End::OpponentIllegal];
    let end = end[usize::try_from(random()).unwrap_or(0) % end.len()];
    record.add(here, Play::End(Box::new(Ending::new(end, table.position().side()))));
    record
}
