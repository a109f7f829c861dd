//! `koma bench serve`: load on the server, and what becomes of moves when it is killed.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;

use super::report::Report;
use super::server::Server;
use super::{analysts, kills, load, player};

/// Put load on a server, or kill it under load and look for what was lost
///
/// Starts a server of its own on this machine unless --url names one. With --kills the server is
/// killed again and again while games go on; every move it acknowledged must be there afterwards.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    koma bench serve\n  \
    koma bench serve --only throughput --seconds 30\n  \
    koma bench serve --kills 100 --moves 1000000 --data run1\n  \
    koma bench serve --kills 5 --term --database postgres://koma@localhost/bench")]
pub struct Args {
    /// A server that runs already, http://HOST:PORT
    #[arg(long, value_name = "URL", conflicts_with_all = ["kills", "database", "data"])]
    url: Option<String>,
    /// The database of the server that is started [default: SQLite in the data folder]
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// The folder of its data and of the list of acknowledged moves; a run with --kills that was
    /// broken off goes on from there [default: one that is removed at the end]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Only these loads
    #[arg(long, value_enum, value_delimiter = ',', value_name = "LOAD")]
    only: Vec<Load>,
    /// How long each load lasts
    #[arg(long, value_name = "N", default_value_t = 10)]
    seconds: u64,
    /// Games of the loads `throughput` and `analysis`, and of --kills
    #[arg(long, value_name = "N", default_value_t = 200)]
    games: usize,
    /// Games of the load `games`, which move once in two seconds
    #[arg(long, value_name = "N", default_value_t = 2000)]
    paced: usize,
    /// Sockets of the load `idle`
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    spectators: usize,
    /// Requests a second of the load `legal`
    #[arg(long, value_name = "N", default_value_t = 2000)]
    requests: usize,
    /// People of the load `analysis`, who have one position after the other thought about
    #[arg(long, value_name = "N", default_value_t = 50)]
    analysts: usize,
    /// Kill the server so often
    #[arg(long, value_name = "N")]
    kills: Option<u32>,
    /// With --kills: go on until so many moves were acknowledged
    #[arg(long, value_name = "N", default_value_t = 0, requires = "kills")]
    moves: u64,
    /// With --kills: the longest the server lives after its first move, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 3000, requires = "kills")]
    life: u64,
    /// With --kills: ask the server to stop (SIGTERM) instead of killing it
    #[arg(long, requires = "kills")]
    term: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Load {
    /// As many durable moves as possible
    Throughput,
    /// Many games at an even pace
    Games,
    /// Many who watch one game
    Idle,
    /// Legal moves over HTTP
    Legal,
    /// Many who analyse, while games go on at an even pace
    Analysis,
}

pub async fn measure(args: &Args) -> anyhow::Result<Report> {
    let mut report = Report::new(args.json);
    let scripts = player::scripts(64, 20_261_116);
    let (folder, is_ours) = match &args.data {
        Some(folder) => (folder.clone(), false),
        None => {
            let name = format!("koma-bench-{}", std::process::id());
            (std::env::temp_dir().join(name), true)
        }
    };
    let database = args.database.as_deref();
    if let Some(kills) = args.kills {
        let plan = kills::Plan {
            folder: folder.clone(),
            database: database.map(str::to_owned),
            games: args.games,
            kills,
            moves: args.moves,
            life: Duration::from_millis(args.life.max(300)),
            term: args.term,
        };
        kills::run(&plan, &scripts, &mut report).await?;
    } else {
        let server = match &args.url {
            Some(_) => None,
            None => Some(Server::start(&folder, database)?),
        };
        let at = match (&server, &args.url) {
            (Some(server), _) => server.address,
            (None, url) => address(url.as_deref().unwrap_or_default()).await?,
        };
        let time = Duration::from_secs(args.seconds);
        let wants = |load| args.only.is_empty() || args.only.contains(&load);
        if wants(Load::Throughput) {
            load::throughput(at, server.as_ref(), &scripts, args.games, time, &mut report).await?;
        }
        if wants(Load::Games) {
            load::paced(at, &scripts, args.paced, time, &mut report).await?;
        }
        if wants(Load::Legal) {
            load::legal(at, &scripts, args.requests, time, &mut report).await?;
        }
        if wants(Load::Idle) {
            load::idle(at, server.as_ref(), &scripts, args.spectators, &mut report).await?;
        }
        if wants(Load::Analysis) {
            let people = (args.analysts, args.games);
            analysts::analysis(at, server.as_ref(), &scripts, people, time, &mut report).await?;
        }
    }
    if is_ours && report.failures.is_empty() {
        let _ = std::fs::remove_dir_all(&folder);
    }
    Ok(report)
}

async fn address(url: &str) -> anyhow::Result<SocketAddr> {
    let host = url.strip_prefix("http://").context("the address begins with http://")?;
    let host = host.trim_end_matches('/');
    let mut found = tokio::net::lookup_host(host).await.context("no such host")?;
    found.next().context("no such host")
}
