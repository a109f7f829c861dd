//! A PostgreSQL of one's own that can be restarted, lost and replaced.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use koma_rules::Game;
use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng as _};

/// A PostgreSQL of one's own, on a socket in its folder.
pub struct Postgres {
    /// Where it lives, its socket too.
    pub folder: tempfile::TempDir,
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
    pub fn start() -> Option<Self> {
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
    pub fn standby(&self) -> Self {
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

    /// Starts, restarts, stops or promotes it.
    pub fn control(&self, what: &str) -> bool {
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
    pub fn pull_the_plug(&self) {
        let main = fs::read_to_string(self.data().join("postmaster.pid")).expect("it runs");
        let main = main.lines().next().expect("its number").to_owned();
        let children = fs::read_to_string(format!("/proc/{main}/task/{main}/children"));
        let children = children.unwrap_or_default();
        let all = std::iter::once(main.as_str()).chain(children.split_whitespace());
        let _ = Command::new("kill").arg("-9").args(all).stderr(Stdio::null()).status();
    }

    /// What it says to a question.
    pub fn sql(&self, sql: &str) -> String {
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

/// The address of the one in a folder.
pub fn url(host: &Path) -> String {
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
pub fn moves(count: usize) -> Vec<String> {
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
