//! `koma db`: the database of game records.

mod copies;
mod export;
mod filter;
mod import;
#[cfg(feature = "export")]
mod parquet;
mod search;
mod shapes;
mod sources;
mod verify;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;
use koma_store::{DatabaseUrl, Store, default_data_dir};

use crate::failure::Failure;
use crate::lang::Lang;
use crate::say;

/// Import, search, export, verify and copy the database of records
#[derive(clap::Args)]
#[command(after_help = "The database is that of `koma serve`, which may be running.\n\n\
    Examples:\n  \
    koma db import games/ more.zip            folders, files, archives; again to go on\n  \
    koma db search --player 羽生 --from 1995 --to-date 1996\n  \
    koma db search --moves \"7g7f 3c3d\"         what was played here, and by whom\n  \
    koma db export --player 羽生 --to csa -o habu.csa\n  \
    koma db search --shape yagura             openings and castles by name (docs/shapes.md)\n  \
    koma db shapes                            how many records have which\n  \
    koma db verify\n  \
    koma db backup monday.db                  a whole copy, also of a server that is running\n  \
    koma db --read-only search --player 羽生   a copy on a disk that may not be written to")]
pub struct Args {
    // The ids are their own: the server has flags of these names, and global ones are shared by id.
    /// The folder of the data [default: KOMA_DATA, or koma in the user's data folder]
    #[arg(id = "db_data", long = "data", value_name = "DIR", global = true)]
    data: Option<PathBuf>,
    /// The database, sqlite://PATH or postgres://... [default: a file in the data folder]
    #[arg(id = "db_database", long = "database", value_name = "URL", global = true)]
    database: Option<String>,
    /// Only read, and nothing beside the file is made: for a copy on a read-only disk (SQLite)
    #[arg(long, global = true)]
    read_only: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Import(import::Args),
    Search(Box<search::Args>),
    Shapes(shapes::Args),
    Export(Box<export::Args>),
    Verify(verify::Args),
    Backup(copies::BackupArgs),
    Restore(copies::RestoreArgs),
    Rescue(copies::RescueArgs),
}

pub fn run(args: &Args, lang: Lang) -> Result<ExitCode, Failure> {
    let url = match &args.database {
        Some(url) => url.parse().map_err(Failure::caused)?,
        None => DatabaseUrl::in_folder(&args.data.clone().unwrap_or_else(default_data_dir)),
    };
    // Only an import makes a database; to search one that is not there is a slip of the pen.
    if let DatabaseUrl::Sqlite(path) = &url
        && !matches!(args.command, Command::Import(_) | Command::Restore(_))
        && !path.exists()
    {
        return Err(Failure::misuse(say::no_database(url.to_string(), "koma db import")));
    }
    if args.read_only && matches!(args.command, Command::Import(_) | Command::Restore(_)) {
        return Err(Failure::misuse(say::read_only()));
    }
    wait_for(async {
        match &args.command {
            // These do not open it as others do.
            Command::Backup(args) => return copies::backup(args, &url).await,
            Command::Restore(args) => return copies::restore(args, &url).await,
            Command::Rescue(args) => return copies::rescue(args, &url).await,
            _ => {}
        }
        let opened = match args.read_only {
            true => Store::open_read_only(&url).await,
            false => Store::open_url(&url).await,
        };
        let store = opened.map_err(|error| match args.command {
            // Asked whether it is sound, this is the answer.
            Command::Verify(_) => Failure::damage(error),
            _ => Failure::caused(error),
        })?;
        let result = match &args.command {
            Command::Import(args) => import::run(args, &store).await,
            Command::Search(args) => search::run(args, &store, lang).await,
            Command::Shapes(shapes) => shapes::run(shapes, &store, args.read_only, lang).await,
            Command::Export(args) => export::run(args, &store).await,
            Command::Verify(args) => verify::run(args, &store).await,
            Command::Backup(_) | Command::Restore(_) | Command::Rescue(_) => Ok(ExitCode::SUCCESS),
        };
        store.close().await;
        result
    })
}

/// Does what has to wait for a database.
pub fn wait_for(
    work: impl Future<Output = Result<ExitCode, Failure>>,
) -> Result<ExitCode, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::misuse(say::cannot_start(error.to_string())))?;
    let result = runtime.block_on(work);
    // Not waited for: a closed pool's housekeeping was once seen to spin and never end.
    runtime.shutdown_background();
    result
}
