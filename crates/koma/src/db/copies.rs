//! `koma db backup`, `restore` and `rescue`: copies of a database, and what is left of a damaged
//! one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use koma_store::DatabaseUrl;

use crate::failure::{CONTENT, Failure};
use crate::{lang, say};

/// Write a whole copy of the database to a file that is not there; a server may be running
#[derive(clap::Args)]
pub struct BackupArgs {
    /// The file to write
    file: PathBuf,
}

/// Put a copy that `koma db backup` wrote in the place of the database; the server must be stopped
#[derive(clap::Args)]
#[command(after_help = "What was there before stays beside it, as koma.db.before-restore.")]
pub struct RestoreArgs {
    /// The copy
    file: PathBuf,
}

/// Copy what can be read of a damaged database to a new one
#[derive(clap::Args)]
#[command(
    after_help = "The damaged file is not changed. Exit code 0: all of it, 1: something is lost."
)]
pub struct RescueArgs {
    /// The new database, a file that is not there
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

pub async fn backup(args: &BackupArgs, url: &DatabaseUrl) -> Result<ExitCode, Failure> {
    url.backup(&args.file).await.map_err(Failure::caused)?;
    DatabaseUrl::Sqlite(args.file.clone()).is_sound().await.map_err(Failure::damage)?;
    lang::tell(&say::copied(args.file.display().to_string(), url.to_string()));
    Ok(ExitCode::SUCCESS)
}

pub async fn restore(args: &RestoreArgs, url: &DatabaseUrl) -> Result<ExitCode, Failure> {
    let DatabaseUrl::Sqlite(path) = url else {
        return Err(Failure::misuse(say::use_pg_restore()));
    };
    let _lock = url.lock().map_err(Failure::caused)?;
    // A copy made by other means may have a log beside it; one of ours has none.
    DatabaseUrl::Sqlite(args.file.clone()).is_sound().await.map_err(Failure::damage)?;
    let beside = |end: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        PathBuf::from(name)
    };
    let fresh = beside(".restoring");
    let io = |at: &Path| {
        let at = at.display().to_string();
        move |error: std::io::Error| Failure::misuse(say::about(at, error.to_string()))
    };
    fs::copy(&args.file, &fresh).map_err(io(&fresh))?;
    fs::File::open(&fresh).and_then(|file| file.sync_all()).map_err(io(&fresh))?;
    for end in ["", "-wal", "-shm"] {
        let (old, kept) = (beside(end), beside(&format!(".before-restore{end}")));
        if old.exists() {
            fs::rename(&old, &kept).map_err(io(&old))?;
        }
    }
    fs::rename(&fresh, path).map_err(io(path))?;
    lang::tell(&say::restored(url.to_string(), args.file.display().to_string()));
    Ok(ExitCode::SUCCESS)
}

pub async fn rescue(args: &RescueArgs, url: &DatabaseUrl) -> Result<ExitCode, Failure> {
    let to = DatabaseUrl::Sqlite(args.output.clone());
    let rescued = url.rescue(&to).await.map_err(Failure::caused)?;
    for (table, rows) in rescued.rows.iter().filter(|(_, rows)| *rows > 0) {
        anstream::eprintln!("{table}: {rows}");
    }
    if rescued.lost == 0 && rescued.unreadable.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    let (breaks, records) = (rescued.lost, rescued.unreadable.len());
    lang::tell(&say::rescued(breaks, records));
    Ok(ExitCode::from(CONTENT))
}
