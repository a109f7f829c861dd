//! The steps from one schema to the next, embedded.
//!
//! `sqlx::migrate!` would embed them, too, but with sqlx's macros SQLite is built a second time, for
//! the compiler.

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};

// `SQLITE` and `POSTGRES`: names and texts of the files of `migrations/`, from `build.rs`.
include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// The steps of SQLite.
pub(crate) fn sqlite() -> Migrator {
    migrator(SQLITE)
}

/// The steps of PostgreSQL.
pub(crate) fn postgres() -> Migrator {
    migrator(POSTGRES)
}

/// `0002_games` is step 2, "games". Both are stored, with the digest of the text.
fn migrator(files: &[(&'static str, &'static str)]) -> Migrator {
    let step = |&(name, sql): &(&'static str, &'static str)| {
        let (version, words) = name.split_once('_').expect("NUMBER_WORDS");
        let version = version.parse().expect("NUMBER_WORDS");
        let words = words.replace('_', " ").into();
        Migration::new(version, words, MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(files.iter().map(step).collect())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use sqlx::migrate::Migrator;

    /// What sqlx itself makes of the folder, number, words and digest, is what is embedded.
    #[tokio::test]
    async fn every_file_of_the_folders_is_a_step() {
        for (folder, embedded) in [("sqlite", super::sqlite()), ("postgres", super::postgres())] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(folder);
            let there = Migrator::new(&*folder).await.unwrap();
            let steps = |all: &Migrator| -> Vec<(i64, String, Vec<u8>)> {
                all.iter()
                    .map(|one| (one.version, one.description.to_string(), one.checksum.to_vec()))
                    .collect()
            };
            assert_eq!(steps(&embedded), steps(&there), "{}", folder.display());
        }
    }
}
