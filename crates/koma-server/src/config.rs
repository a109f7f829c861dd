//! How a server is set up.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

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
    /// Addresses of pages that may use the API with cookies besides our own, e.g.
    /// `https://example.org`.
    pub origins: Vec<String>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 8080,
            data: PathBuf::from("koma-data"),
            database: None,
            rate: 0,
            timeout: Duration::from_secs(30),
            head_timeout: Duration::from_secs(20),
            largest_record: 16 << 20,
            largest_body: 1 << 20,
            origins: Vec::new(),
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
