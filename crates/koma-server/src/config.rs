//! How a server is set up.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use crate::{ClusterConfig, Network};

/// How a server is set up. The default is a server for this machine alone, which keeps its data
/// in a folder.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on.
    pub bind: IpAddr,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// The folder of the data, made on first start.
    pub data: PathBuf,
    /// The database, `sqlite://PATH` or `postgres://…`; without it a file in [`Config::data`].
    pub database: Option<String>,
    /// Font files for names in pictures, which our own font lacks, the likeliest first.
    pub fonts: Vec<PathBuf>,
    /// How many requests a second one address may send for long, and ten times as many at once; 0
    /// is no limit.
    pub rate: u32,
    /// How long a request may take.
    pub timeout: Duration,
    /// How long its head may take to arrive, counted from the answer before it: a connection that
    /// is silent or slow for longer is closed.
    pub head_timeout: Duration,
    /// The largest record that may be sent, in bytes.
    pub largest_record: usize,
    /// The largest body of any other request, in bytes.
    pub largest_body: usize,
    /// Addresses under which people know this server, besides that of this machine, e.g.
    /// `https://koma.example.org`: requests for other hosts are refused, and pages of other
    /// addresses may not use the API.
    pub origins: Vec<String>,
    /// Networks of proxies that may say for whom they ask.
    pub proxies: Vec<Network>,
    /// How many connections one address may have at once; 0 is no limit.
    pub connections: usize,
    /// What one address or account may store in a day; `None` is no limit.
    pub quota: Option<Quota>,
    /// Another address for metrics and health, which are then not served on the first.
    pub admin: Option<SocketAddr>,
    /// Whether live games whose players do not say otherwise go to the library.
    pub shares_games: bool,
    /// How long a player must be gone before the other may claim a game with a clock.
    pub claim_after: Duration,
    /// Engines of the person at this machine, for nobody else.
    pub engines: Vec<OwnEngine>,
    /// The other servers of the same database, if this is to be one of several.
    pub cluster: Option<ClusterConfig>,
}

/// An engine of one's own: a program that speaks USI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnEngine {
    /// What to call it.
    pub name: String,
    /// The program.
    pub file: PathBuf,
}

/// What somebody may store in a day, and how long the engine thinks for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    /// Bytes of records and variants that are sent.
    pub bytes: u64,
    /// Live games made.
    pub games: u64,
    /// Seconds for which the engine thinks, in an hour.
    pub thinking: u64,
}

impl Default for Quota {
    fn default() -> Self {
        Self { bytes: 64 << 20, games: 500, thinking: 1200 }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 8080,
            data: PathBuf::from("koma-data"),
            database: None,
            fonts: Vec::new(),
            rate: 0,
            timeout: Duration::from_secs(30),
            head_timeout: Duration::from_secs(20),
            largest_record: 16 << 20,
            largest_body: 1 << 20,
            origins: Vec::new(),
            proxies: Vec::new(),
            connections: 0,
            quota: None,
            admin: None,
            shares_games: true,
            claim_after: Duration::from_secs(60),
            engines: Vec::new(),
            cluster: None,
        }
    }
}

impl Config {
    /// The address of the database.
    pub fn database_url(&self) -> String {
        match &self.database {
            Some(url) => url.clone(),
            None => format!("sqlite://{}", self.data.join("koma.db").display()),
        }
    }
}
