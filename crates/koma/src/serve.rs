//! `koma serve`: the API and the page.

use std::io::{self, IsTerminal as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use koma_server::{ClusterConfig, Config, Network, OwnEngine, Quota, Server, ServerError};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt;
use tracing_subscriber::prelude::*;

use crate::failure::Failure;
use crate::lang::Lang;
use crate::say;

/// Serve the API and the page, and open a browser
#[derive(clap::Args, Default, PartialEq)]
#[command(after_help = "Examples:\n  \
    koma serve --port 9000\n  \
    koma serve --bind 0.0.0.0 --no-open --database postgres://koma@localhost/koma\n  \
    koma serve --no-open --behind-proxy 127.0.0.1 --origin https://koma.example.org")]
pub struct Args {
    /// The address to listen on [default: 127.0.0.1]
    #[arg(long, value_name = "A")]
    bind: Option<IpAddr>,
    /// The port; 0 takes a free one [default: 8080]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// The folder of the data, made on first start [default: KOMA_DATA, or koma in the user's data
    /// folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The database, sqlite://PATH or postgres://... [default: a file in the data folder]
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    /// Requests a second one address may send for long; 0 is no limit [default: 50, or no limit
    /// where only this machine can ask]
    #[arg(long, value_name = "N")]
    rate: Option<u32>,
    /// An address under which people know this server, `https://koma.example.org`; may be given
    /// several times. Requests for other names than these and those of this machine are refused
    #[arg(long, value_name = "URL", value_parser = origin)]
    origin: Vec<String>,
    /// A network of proxies that may say for whom they ask (X-Forwarded-For), 10.0.0.0/8 or
    /// 127.0.0.1; may be given several times. Limits then count the people behind them
    #[arg(long, value_name = "CIDR")]
    behind_proxy: Vec<Network>,
    /// Connections one address may have at once; 0 is no limit [default: 512, or no limit where
    /// only this machine can ask]
    #[arg(long, value_name = "N")]
    connections: Option<usize>,
    /// Megabytes one address or account may store in a day; 0 is no limit [default: 64, or no limit
    /// where only this machine can ask]
    #[arg(long, value_name = "MB")]
    quota: Option<u64>,
    /// Another address for /metrics and /api/health, 127.0.0.1:9090; /metrics is then served there
    /// alone
    #[arg(long, value_name = "A:N")]
    admin_bind: Option<SocketAddr>,
    /// Whether live games go to everybody's library when they are over, where the players do not
    /// say [default: yes where only this machine can ask, else no]
    #[arg(long, value_name = "YES", value_parser = yes_or_no)]
    share_games: Option<bool>,
    /// Seconds a player whose move it is must be gone before the other may claim a game with a
    /// clock, or call it off; ten times as many to call off one without [default: 60]
    #[arg(long, value_name = "SECONDS")]
    claim_after: Option<u64>,
    /// An engine of your own that speaks USI, FILE or NAME=FILE; may be given several times. Only
    /// who sits at this machine can use it, and nobody through a proxy or under a name of the server
    #[arg(long, value_name = "FILE", value_parser = own_engine)]
    engine: Vec<OwnEngine>,
    /// Be one of several servers of one PostgreSQL, which talk through this NATS, nats://HOST:PORT; several
    /// with commas
    #[arg(long, value_name = "URL", requires = "database")]
    cluster: Option<String>,
    /// A name for this server among the others, for logs [default: koma]
    #[arg(long, value_name = "NAME", requires = "cluster")]
    node: Option<String>,
    /// Start although PostgreSQL has no synchronous standby: moves that were acknowledged may be lost with
    /// its machine
    #[arg(long, requires = "cluster")]
    without_standby: bool,
    /// Log JSON instead of text
    #[arg(long)]
    log_json: bool,
    /// Print the OpenAPI document and stop
    #[arg(long)]
    openapi: bool,
}

/// An address of a server, without anything after its host.
fn origin(text: &str) -> Result<String, String> {
    let text = text.trim_end_matches('/');
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    match host {
        Some(host) if !host.is_empty() && !host.contains(['/', '?', '#', '@', ' ']) => {
            Ok(text.to_ascii_lowercase())
        }
        _ => Err("an address looks like https://koma.example.org".to_owned()),
    }
}

/// `NAME=FILE`, or a file.
fn own_engine(text: &str) -> Result<OwnEngine, String> {
    let (name, file) = match text.split_once('=') {
        Some((name, file)) => (name.trim().to_owned(), PathBuf::from(file)),
        None => {
            let file = PathBuf::from(text);
            let name = file.file_stem().map(|name| name.to_string_lossy().into_owned());
            (name.unwrap_or_default(), file)
        }
    };
    if name.is_empty() || file.as_os_str().is_empty() {
        return Err("an engine is FILE or NAME=FILE".to_owned());
    }
    Ok(OwnEngine { name, file })
}

fn yes_or_no(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("yes or no".to_owned()),
    }
}

pub fn run(args: &Args, lang: Lang) -> Result<ExitCode, Failure> {
    if args.openapi {
        writeln!(io::stdout().lock(), "{}", koma_server::openapi_json())?;
        return Ok(ExitCode::SUCCESS);
    }
    logs(args.log_json);
    raise_open_files();
    let usual = Config::default();
    let bind = args.bind.unwrap_or(usual.bind);
    // Behind a proxy or under a name it is for others, wherever it listens.
    let is_home = bind.is_loopback() && args.behind_proxy.is_empty() && args.origin.is_empty();
    let config = Config {
        bind,
        port: args.port.unwrap_or(usual.port),
        data: args.data.clone().unwrap_or_else(koma_store::default_data_dir),
        database: args.database.clone(),
        fonts: crate::fonts::of_machine(),
        rate: args.rate.unwrap_or(if is_home { 0 } else { 50 }),
        origins: args.origin.clone(),
        proxies: args.behind_proxy.clone(),
        connections: args.connections.unwrap_or(if is_home { 0 } else { 512 }),
        quota: match args.quota {
            Some(0) => None,
            Some(mb) => Some(Quota { bytes: mb << 20, ..Quota::default() }),
            None => (!is_home).then(Quota::default),
        },
        admin: args.admin_bind,
        engines: args.engine.clone(),
        cluster: args.cluster.clone().map(|nats| ClusterConfig {
            nats,
            node: args.node.clone(),
            without_standby: args.without_standby,
        }),
        shares_games: args.share_games.unwrap_or(is_home),
        claim_after: Duration::from_secs(args.claim_after.unwrap_or(60)),
        ..usual
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::misuse(say::cannot_start(error.to_string())))?;
    let served = runtime.block_on(async {
        let server = Server::bind(config).await.map_err(cannot_start)?;
        let address = tell_addresses(server.address(), lang);
        if !args.no_open {
            // Where there is no browser, the line above has the address.
            let _ = open::that_detached(&address);
        }
        if let Some(admin) = server.admin_address() {
            anstream::eprintln!("http://{admin}/metrics");
        }
        server.run(asked_to_stop()).await.map_err(Failure::caused)
    });
    // As in `koma db`: everything is stored and closed, nothing is left to wait for.
    runtime.shutdown_background();
    served.map(|()| ExitCode::SUCCESS)
}

/// Says where the server is, and gives the address for a browser of this machine. Where it listens to all addresses, those
/// of the network are what others need: 0.0.0.0 is none that can be opened.
fn tell_addresses(bound: SocketAddr, lang: Lang) -> String {
    let at = |ip: IpAddr| format!("http://{}/", SocketAddr::new(ip, bound.port()));
    let sentence = lang.pick("Koma is at", "Komaのアドレス:");
    if !bound.ip().is_unspecified() {
        anstream::eprintln!("{sentence} {}", at(bound.ip()));
        return at(bound.ip());
    }
    let here = at(IpAddr::V4(Ipv4Addr::LOCALHOST));
    anstream::eprintln!("{sentence} {here}");
    for lan in network_addresses() {
        let address = at(lan);
        let words = lang.pick("In your network:", "ネットワーク内の端末からは:");
        anstream::eprintln!("{words} {address}");
        if lan.is_ipv4() && io::stderr().is_terminal() {
            let coloured =
                anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never;
            anstream::eprint!("{}", qr(&address, coloured));
        }
    }
    here
}

/// The addresses of this machine by which others reach it: those it would send from. Nothing is sent.
fn network_addresses() -> Vec<IpAddr> {
    let ways = [
        (IpAddr::from(Ipv4Addr::UNSPECIFIED), "192.0.2.1:9"),
        (IpAddr::from(Ipv6Addr::UNSPECIFIED), "[2001:db8::1]:9"),
    ];
    let own = |(from, to): (IpAddr, &str)| -> io::Result<IpAddr> {
        let socket = UdpSocket::bind((from, 0))?;
        socket.connect(to)?;
        Ok(socket.local_addr()?.ip())
    };
    let found = ways.into_iter().filter_map(|way| own(way).ok());
    found.filter(|ip| !ip.is_unspecified() && !ip.is_loopback()).collect()
}

/// An address to be read by a phone, two rows in a line; none where it is too long for one.
fn qr(address: &str, coloured: bool) -> String {
    use qrcode::render::unicode::Dense1x2;
    let Ok(code) = qrcode::QrCode::new(address) else { return String::new() };
    let mut picture = code.render::<Dense1x2>();
    if !coloured {
        // Light on dark, as most terminals are: the camera needs the light edge.
        picture.dark_color(Dense1x2::Light).light_color(Dense1x2::Dark);
        return format!("{}\n", picture.build());
    }
    // Black on white of our own, so that it is the same on a light terminal and on a dark one. The two colours are those
    // of the cube of 256, which no theme changes.
    let picture = picture.build();
    picture.lines().map(|line| format!("\x1b[38;5;16;48;5;231m{line}\x1b[0m\n")).collect()
}

fn cannot_start(error: ServerError) -> Failure {
    let in_use = matches!(&error, ServerError::Listen { error, .. } if error.kind() == io::ErrorKind::AddrInUse);
    match in_use {
        true => Failure::misuse(say::address_in_use(error.to_string())),
        false => Failure::caused(error),
    }
}

/// Every socket is an open file: as many as the system lets us have.
pub fn raise_open_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        // Where it does not work, fewer will be served.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    }
}

fn logs(json: bool) {
    // A person at a terminal wants the address to stay, not a line for every request.
    let usual = if io::stderr().is_terminal() { "info,koma_server::layers=warn" } else { "info" };
    let filter = std::env::var("KOMA_LOG").ok().and_then(|filter| filter.parse().ok());
    let filter: Targets = filter.unwrap_or_else(|| usual.parse().expect("a filter"));
    let lines =
        fmt::layer().with_ansi(io::stderr().is_terminal()).with_writer(io::stderr as fn() -> _);
    let lines = if json { lines.json().boxed() } else { lines.boxed() };
    tracing_subscriber::registry().with(lines.with_filter(filter)).init();
}

/// Ctrl-C, or SIGTERM.
async fn asked_to_stop() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = interrupt.await;
}

#[cfg(test)]
mod tests {
    use super::qr;

    #[test]
    fn a_qr_code_is_dark_on_light_on_every_terminal() {
        let coloured = qr("http://192.0.2.1:8080/", true);
        for line in coloured.lines() {
            assert!(
                line.starts_with("\x1b[38;5;16;48;5;231m") && line.ends_with("\x1b[0m"),
                "{line:?}"
            );
        }
        // The quiet edge is the paper: where it is drawn in blocks, it would be black here.
        assert!(coloured.lines().next().is_some_and(|line| !line.contains('█')));
        let plain = qr("http://192.0.2.1:8080/", false);
        assert!(plain.starts_with('█') && !plain.contains('\x1b'));
    }
}
