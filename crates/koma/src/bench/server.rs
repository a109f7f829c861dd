//! A server process of its own: started, watched, stopped, killed.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};

/// A server in a process of its own. It is killed when this is dropped.
pub struct Server {
    child: Child,
    /// Where it listens.
    pub address: SocketAddr,
}

impl Server {
    /// Starts this same program as a server and waits until it says where it listens.
    pub fn start(data: &Path, database: Option<&str>) -> anyhow::Result<Self> {
        Self::start_with(data, database, &[])
    }

    /// The same with more flags.
    pub fn start_with(data: &Path, database: Option<&str>, more: &[&str]) -> anyhow::Result<Self> {
        let program = std::env::current_exe().context("which program is this?")?;
        let mut command = Command::new(program);
        command.args([
            "--lang",
            "en",
            "serve",
            "--port",
            "0",
            "--no-open",
            "--rate",
            "0",
            "--data",
        ]);
        command.arg(data).args(more);
        if let Some(database) = database {
            command.args(["--database", database]);
        }
        if std::env::var_os("KOMA_LOG").is_none() {
            command.env("KOMA_LOG", "warn");
        }
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .context("cannot start the server")?;
        let mut lines = BufReader::new(child.stderr.take().context("no output")?).lines();
        let mut said = Vec::new();
        let address = loop {
            let Some(line) = lines.next() else {
                let _ = child.wait();
                bail!("the server does not start: {}", said.join("\n"));
            };
            let line = line?;
            let address = line.split_once("http://").map(|(_, rest)| rest.trim_end_matches('/'));
            match address.and_then(|address| address.parse().ok()) {
                Some(address) => break address,
                None => said.push(line),
            }
        };
        // What it logs later is worth seeing.
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                anstream::eprintln!("server: {line}");
            }
        });
        Ok(Self { child, address })
    }

    /// Its memory, in bytes.
    pub fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
        Some(kilobytes << 10)
    }

    /// The time its threads have run in all.
    pub fn cpu(&self) -> Option<Duration> {
        cpu(&self.child.id().to_string())
    }

    /// `kill -9`.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Asks it to stop (SIGTERM); gives how long that took, and whether it went in peace.
    pub fn stop(&mut self) -> anyhow::Result<(Duration, bool)> {
        let began = Instant::now();
        ask_to_stop(&self.child)?;
        loop {
            if let Some(status) = self.child.try_wait()? {
                return Ok((began.elapsed(), status.success()));
            }
            if began.elapsed() > Duration::from_secs(30) {
                bail!("the server does not stop");
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// The time the threads of a process have run in all; `self` is this one.
pub fn cpu(process: &str) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name, in brackets, may hold anything.
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    // Linux counts hundredths of a second here, whatever its own clock does.
    Some(Duration::from_millis(10 * (ticks()? + ticks()?)))
}

#[cfg(unix)]
fn ask_to_stop(child: &Child) -> anyhow::Result<()> {
    use rustix::process::{Pid, Signal, kill_process};
    let pid = Pid::from_child(child);
    Ok(kill_process(pid, Signal::TERM)?)
}

#[cfg(not(unix))]
fn ask_to_stop(_: &Child) -> anyhow::Result<()> {
    bail!("only where there are signals")
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}
