//! PostgreSQL goes away in the middle of a game: it is restarted, and its standby takes over.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use koma_rules::Game;
use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};

use crate::server::{Server, so_many};

/// The longest a server may take to be itself again, on a machine that others use, too.
const PATIENCE: Duration = Duration::from_secs(10);

/// A PostgreSQL of one's own, on a socket in its folder.
struct Postgres {
    folder: tempfile::TempDir,
    bin: PathBuf,
}

impl Postgres {
    /// A folder for one; `None` where PostgreSQL is not installed.
    fn prepare() -> Option<Self> {
        let mut bins: Vec<_> =
            fs::read_dir("/usr/lib/postgresql").ok()?.flatten().map(|d| d.path()).collect();
        bins.sort();
        let made = Self { folder: tempfile::tempdir().ok()?, bin: bins.pop()?.join("bin") };
        if is_root() {
            let _ = Command::new("chown").arg("postgres").arg(made.folder.path()).status();
        }
        Some(made)
    }

    /// An empty one that runs; `None`, said aloud, where there can be none.
    fn start() -> Option<Self> {
        let made = Self::prepare().filter(|made| {
            let args = ["-A", "trust", "-U", "postgres", "-N", "-D"];
            let made_data = made.tool("initdb", &args).arg(made.data()).output();
            made_data.is_ok_and(|done| done.status.success()) && made.control("start")
        });
        if made.is_none() {
            koma_testkit::skipped("no PostgreSQL that can be started here");
        }
        made
    }

    /// A copy of this one that follows it; from now on no commit is acknowledged before it has it.
    fn standby(&self) -> Self {
        let made = Self::prepare().expect("as before");
        let args = ["-U", "postgres", "-R", "-X", "stream", "-c", "fast", "-h", self.host(), "-D"];
        let copied = made.tool("pg_basebackup", &args).arg(made.data()).output().unwrap();
        assert!(copied.status.success(), "{}", String::from_utf8_lossy(&copied.stderr));
        assert!(made.control("start"));
        self.wait_for("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'");
        self.sql("ALTER SYSTEM SET synchronous_standby_names = '*'");
        self.sql("SELECT pg_reload_conf()");
        self.wait_for("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'");
        made
    }

    /// A tool of the server, as the user that may run it.
    fn tool(&self, name: &str, args: &[&str]) -> Command {
        let path = self.bin.join(name);
        let mut command = match is_root() {
            true => Command::new("runuser"),
            false => Command::new(&path),
        };
        if is_root() {
            command.args(["-u", "postgres", "--"]).arg(path);
        }
        command.args(args).current_dir(self.folder.path());
        command
    }

    fn control(&self, what: &str) -> bool {
        let folder = self.host();
        let options = format!("-c listen_addresses='' -c unix_socket_directories='{folder}'");
        let log = format!("{folder}/log");
        let mut command = self.tool("pg_ctl", &["-w", "-l", &log]);
        match what {
            "start" => command.args(["-o", &options]),
            "restart" => command.args(["-m", "immediate", "-o", &options]),
            "stop" => command.args(["-m", "immediate"]),
            _ => &mut command,
        };
        command.args([what, "-D"]).arg(self.data()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|done| done.success())
    }

    /// Ends it and all its helpers at once, as a machine does whose plug is pulled.
    fn pull_the_plug(&self) {
        let main = fs::read_to_string(self.data().join("postmaster.pid")).expect("it runs");
        let main = main.lines().next().expect("its number").to_owned();
        let children = fs::read_to_string(format!("/proc/{main}/task/{main}/children"));
        let children = children.unwrap_or_default();
        let all = std::iter::once(main.as_str()).chain(children.split_whitespace());
        let _ = Command::new("kill").arg("-9").args(all).stderr(Stdio::null()).status();
    }

    fn sql(&self, sql: &str) -> String {
        let args = ["-U", "postgres", "-h", self.host(), "-Atc", sql];
        let done = self.tool("psql", &args).output().unwrap();
        assert!(done.status.success(), "{sql}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8_lossy(&done.stdout).trim().to_owned()
    }

    /// Waits until a count is 1.
    fn wait_for(&self, sql: &str) {
        let began = Instant::now();
        while self.sql(sql) != "1" {
            assert!(began.elapsed() < Duration::from_secs(30), "{sql}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn host(&self) -> &str {
        self.folder.path().to_str().expect("a plain name")
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }
}

fn url(host: &Path) -> String {
    format!("postgres://postgres@localhost/postgres?host={}", host.display())
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|id| id.stdout.trim_ascii() == b"0")
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.control("stop");
    }
}

/// Moves of a game played by chance that does not end before.
fn moves(count: usize) -> Vec<String> {
    let rules = koma_kifu::ruleset("shogi").expect("in the catalogue");
    let mut random = SmallRng::seed_from_u64(3);
    loop {
        let mut game = Game::start(&rules);
        let mut moves = Vec::new();
        while game.end().is_none() && moves.len() < count {
            let legal = game.legal_moves();
            let mv = legal[random.random_range(0..legal.len())];
            moves.push(game.position().usi(mv).to_string());
            game.play_unchecked(mv);
        }
        if game.end().is_none() {
            return moves;
        }
    }
}

/// A game that goes on whatever happens: each move is sent until it is acknowledged.
struct Match<'s> {
    server: &'s Server,
    game: String,
    keys: [String; 2],
    moves: Vec<String>,
    is_over: AtomicBool,
}

/// The number of the event of an acknowledged move, and when its sender heard of it.
type Acknowledged = (u64, Instant);

impl<'s> Match<'s> {
    fn begin(server: &'s Server) -> Self {
        let (game, keys) = server.game(json!({ "kind": "none" }));
        Self { server, game, keys, moves: moves(300), is_over: AtomicBool::new(false) }
    }

    /// Plays while something else happens.
    fn during(&self, happens: impl FnOnce()) -> Vec<Acknowledged> {
        std::thread::scope(|scope| {
            let play = scope.spawn(|| self.play());
            happens();
            std::thread::sleep(Duration::from_millis(500));
            self.is_over.store(true, Relaxed);
            play.join().expect("it plays")
        })
    }

    fn play(&self) -> Vec<Acknowledged> {
        let mut told = Vec::new();
        let path = format!("{}/commands", self.game);
        while !self.is_over.load(Relaxed) && told.len() < self.moves.len() {
            let ply = told.len() + 1;
            let order = json!({ "id": format!("m{ply}"), "ply": ply,
                "command": { "type": "move", "usi": self.moves[ply - 1] } });
            let began = Instant::now();
            loop {
                let key = &self.keys[(ply + 1) % 2];
                let (status, answer) = self.server.ask("POST", &path, key, &order);
                match status {
                    200 => {
                        let n = answer["payload"]["n"].as_u64().expect("a number");
                        break told.push((n, Instant::now()));
                    }
                    // It is not stored, or perhaps: under its id it may be sent again.
                    408 | 503 => std::thread::sleep(Duration::from_millis(50)),
                    _ => panic!("{status} {answer}"),
                }
                assert!(began.elapsed() < Duration::from_secs(60), "{answer}");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        told
    }

    /// The log has every acknowledged move, once, in order, without gaps.
    fn has(&self, acknowledged: &[Acknowledged]) {
        let path = format!("{}/events", self.game);
        let (status, log) = self.server.ask("GET", &path, "", &json!({}));
        assert_eq!(status, 200, "{log}");
        let events = log["payload"]["events"].as_array().expect("events");
        let numbers = events.iter().map(|event| event["n"].as_u64());
        assert!(numbers.eq((1..=events.len() as u64).map(Some)), "no gaps");
        assert!(acknowledged.len() > 5, "{} moves", acknowledged.len());
        let moved: Vec<&Value> = events.iter().filter(|e| e["type"] == "moved").collect();
        assert!(moved.len() <= acknowledged.len() + 1, "none twice");
        for ((ply, (n, _)), event) in (1..).zip(acknowledged).zip(moved) {
            assert_eq!((&event["n"], &event["ply"]), (&json!(n), &json!(ply)));
            assert_eq!(event["usi"], self.moves[ply - 1]);
        }
    }
}

/// How long it took from a moment until a move was acknowledged.
fn until_a_move(acknowledged: &[Acknowledged], after: Instant) -> Duration {
    let next = acknowledged.iter().find(|(_, at)| *at > after);
    next.expect("a move after it").1 - after
}

#[test]
fn a_database_that_restarts_in_the_middle_loses_nothing() {
    let Some(postgres) = Postgres::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let url = url(postgres.folder.path());
    let server = Server::start(folder.path(), &[("--database", &url)]).expect("it starts");
    let game = Match::begin(&server);
    let mut slowest = Duration::ZERO;
    let acknowledged = game.during(|| {
        for _ in 0..so_many(8, 2) {
            std::thread::sleep(Duration::from_millis(400));
            assert!(postgres.control("restart"));
            let back = Instant::now();
            while server.ask("GET", "/api/health", "", &json!({})).0 != 200 {
                assert!(back.elapsed() < Duration::from_secs(60), "it stays away");
                std::thread::sleep(Duration::from_millis(20));
            }
            slowest = slowest.max(back.elapsed());
        }
    });
    println!("{} moves acknowledged, itself again after {slowest:?}", acknowledged.len());
    game.has(&acknowledged);
    assert!(slowest < PATIENCE, "{slowest:?}");
}

#[test]
fn a_standby_that_takes_over_has_every_move() {
    let Some(mut primary) = Postgres::start() else { return };
    // The server knows a name, behind which another machine may stand tomorrow.
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().join("primary");
    symlink(primary.folder.path(), &name).unwrap();
    let server = Server::start(folder.path(), &[("--database", &url(&name))]).expect("it starts");
    for _ in 0..so_many(3, 1) {
        let standby = primary.standby();
        let game = Match::begin(&server);
        let mut taken_over = Instant::now();
        let acknowledged = game.during(|| {
            std::thread::sleep(Duration::from_millis(1000));
            primary.pull_the_plug();
            std::thread::sleep(Duration::from_millis(200));
            assert!(standby.control("promote"));
            let next = folder.path().join("next");
            symlink(standby.folder.path(), &next).unwrap();
            fs::rename(next, &name).unwrap();
            taken_over = Instant::now();
            std::thread::sleep(Duration::from_millis(1500));
        });
        let waited = until_a_move(&acknowledged, taken_over);
        println!("{} moves acknowledged, the first one after {waited:?}", acknowledged.len());
        game.has(&acknowledged);
        assert!(waited < PATIENCE, "{waited:?}");
        primary = standby;
    }
}
