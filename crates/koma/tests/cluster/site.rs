//! A site for tests: nodes, a NATS, a PostgreSQL and a load balancer, all real and all on this machine.

use std::fs;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::postgres::{Postgres, url};
use crate::server::Server;

/// A free port of this machine; it is free until somebody takes it.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("bound").port()
}

/// Waits until somebody listens there.
pub fn wait_for(port: u16) {
    let began = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(began.elapsed() < Duration::from_secs(20), "nobody listens on {port}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A program that is killed when this goes.
pub struct Running(Child);

impl Running {
    fn start(command: &mut Command) -> Option<Self> {
        let quiet = command.stdout(Stdio::null()).stderr(Stdio::null());
        quiet.spawn().ok().map(Self)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Where a package puts its program; Debian's are not in everybody's path.
fn program(name: &str) -> PathBuf {
    let sbin = Path::new("/usr/sbin").join(name);
    if sbin.exists() { sbin } else { PathBuf::from(name) }
}

/// A NATS on a port.
pub fn nats(port: u16) -> Option<Running> {
    let mut command = Command::new(program("nats-server"));
    let started = Running::start(command.args(["-a", "127.0.0.1", "-p", &port.to_string()]))?;
    wait_for(port);
    Some(started)
}

/// Nodes that are one site.
pub struct Site {
    pub postgres: Postgres,
    pub nats: Option<Running>,
    pub nats_port: u16,
    /// The nodes and their ports; `None` where one is down.
    pub nodes: Vec<Option<Server>>,
    pub ports: Vec<u16>,
    pub folder: tempfile::TempDir,
    database: String,
}

impl Site {
    /// So many nodes; `None`, said aloud, where the parts are not installed. Without a standby: who wants one
    /// makes it.
    pub fn start(nodes: usize) -> Option<Self> {
        let postgres = Postgres::start()?;
        let database = url(postgres.folder.path());
        Self::over(postgres, database, nodes)
    }

    /// The same, through another address of the database.
    pub fn over(postgres: Postgres, database: String, nodes: usize) -> Option<Self> {
        let nats_port = free_port();
        let Some(nats) = nats(nats_port) else {
            koma_testkit::skipped("no nats-server that can be started here");
            return None;
        };
        let ports = (0..nodes).map(|_| free_port()).collect();
        let folder = tempfile::tempdir().ok()?;
        let down = (0..nodes).map(|_| None).collect();
        let nats = Some(nats);
        let mut site = Self { postgres, nats, nats_port, nodes: down, ports, folder, database };
        for node in 0..nodes {
            site.raise(node);
        }
        site.wait_for_owners(nodes);
        Some(site)
    }

    /// Starts a node that is down.
    pub fn raise(&mut self, node: usize) {
        let folder = self.folder.path().join(format!("node{node}"));
        let (nats, port) = (format!("nats://127.0.0.1:{}", self.nats_port), self.ports[node]);
        let (port, name) = (port.to_string(), format!("node{node}"));
        let flags = [
            ("--database", self.database.as_str()),
            ("--cluster", nats.as_str()),
            ("--node", name.as_str()),
            ("--port", port.as_str()),
            ("--share-games", "no"),
        ];
        let mut command = vec![("--without-standby", "")];
        command.extend(flags);
        self.nodes[node] = Some(Server::start(&folder, &command).expect("a node"));
    }

    /// Waits until all shards have owners, and so many nodes have some.
    pub fn wait_for_owners(&self, nodes: usize) {
        let began = Instant::now();
        let sql = "SELECT count(DISTINCT owner) || ' ' || count(*) FROM shards WHERE until > now()";
        while self.postgres.sql(sql) != format!("{nodes} 256") {
            assert!(began.elapsed() < Duration::from_secs(30), "{}", self.postgres.sql(sql));
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// The node that owns a game.
    pub fn owner(&self, game: &str) -> Option<usize> {
        let game = game.rsplit('/').next().unwrap_or(game);
        let sql = format!(
            "SELECT owner FROM shards JOIN games ON shards.id = shard WHERE games.id = '{game}'"
        );
        let owner = self.postgres.sql(&sql);
        let name = owner.split('-').next().and_then(|name| name.strip_prefix("node"));
        name.and_then(|node| node.parse().ok())
    }

    pub fn node(&self, node: usize) -> &Server {
        self.nodes[node].as_ref().expect("it is up")
    }

    /// Where the nodes that are up listen.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.nodes.iter().flatten().map(|node| node.address).collect()
    }

    /// A load balancer before the nodes, and where it listens.
    pub fn balancer(&self) -> Option<(Running, SocketAddr)> {
        let port = free_port();
        let mut text = format!(
            "defaults\n  mode http\n  timeout connect 1s\n  timeout client 1h\n  \
             timeout server 1h\n  timeout tunnel 1h\n  option redispatch\n  retries 3\n  \
             retry-on conn-failure\nfrontend koma\n  bind 127.0.0.1:{port}\n  \
             default_backend nodes\nbackend nodes\n  balance roundrobin\n  option httpchk GET /api/health\n"
        );
        for (node, port) in self.ports.iter().enumerate() {
            text +=
                &format!("  server node{node} 127.0.0.1:{port} check inter 500 fall 1 rise 1\n");
        }
        let file = self.folder.path().join("haproxy.cfg");
        fs::write(&file, text).ok()?;
        let Some(running) = Running::start(Command::new(program("haproxy")).arg("-f").arg(file))
        else {
            koma_testkit::skipped("no HAProxy that can be started here");
            return None;
        };
        wait_for(port);
        Some((running, SocketAddr::from(([127, 0, 0, 1], port))))
    }
}
