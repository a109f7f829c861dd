//! Somebody else's program, spoken to by lines.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::Trouble;

/// The longest line read; what is longer is cut.
const MOST_BYTES: u64 = 1 << 20;
/// Lines that wait to be read. A program that says more is made to wait.
const MOST_LINES: usize = 10_000;

/// A running program. It is ended with this value, whatever state it is in.
pub struct Process {
    name: String,
    child: Child,
    /// Lines go through a thread, so that a program that does not listen stops nobody.
    input: Option<Sender<String>>,
    output: Receiver<String>,
}

impl Process {
    /// Starts a program: its name or path, then its arguments.
    pub fn start(words: &[String]) -> Result<Self, Trouble> {
        let (program, args) = words.split_first().ok_or_else(|| unable("", "no program named"))?;
        let spawn = |program: &str| {
            Command::new(program)
                .args(args)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
        };
        let child = spawn(program).or_else(|error| {
            // Debian keeps games where the path of many users does not lead.
            let is_bare = !program.contains('/') && error.kind() == std::io::ErrorKind::NotFound;
            if is_bare {
                spawn(&format!("/usr/games/{program}")).map_err(|_| error)
            } else {
                Err(error)
            }
        });
        let mut child = child.map_err(|error| unable(program, &error.to_string()))?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let (Some(mut stdin), Some(stdout)) = (stdin, stdout) else {
            return Err(unable(program, "it has no pipes"));
        };
        let (input, lines) = channel::<String>();
        thread::spawn(move || {
            for line in lines {
                if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        });
        let (send, output) = sync_channel(MOST_LINES);
        thread::spawn(move || {
            let mut reader = BufReader::new(stdout);
            let mut bytes = Vec::new();
            loop {
                bytes.clear();
                let read = reader.by_ref().take(MOST_BYTES).read_until(b'\n', &mut bytes);
                let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
                if !matches!(read, Ok(1..)) || send.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Self { name: program.clone(), child, input: Some(input), output })
    }

    /// Sends a line.
    pub fn say(&mut self, line: &str) -> Result<(), Trouble> {
        let gone = || Trouble::Crashed(format!("{} reads no more", self.name));
        self.input.as_ref().ok_or_else(gone)?.send(format!("{line}\n")).map_err(|_| gone())
    }

    /// The next line, if it comes in time.
    pub fn hear(&mut self, deadline: Instant) -> Result<String, Trouble> {
        let wait = deadline.saturating_duration_since(Instant::now());
        match self.output.recv_timeout(wait) {
            Ok(line) => Ok(line),
            Err(RecvTimeoutError::Timeout) => {
                Err(Trouble::Silent(format!("{} said nothing for {wait:.0?}", self.name)))
            }
            Err(RecvTimeoutError::Disconnected) => {
                let status = self.child.wait().map(|status| status.to_string());
                let status = status.unwrap_or_else(|error| error.to_string());
                Err(Trouble::Crashed(format!("{} has ended ({status})", self.name)))
            }
        }
    }

    /// The first line that something can be made of.
    pub fn await_line<T>(
        &mut self,
        wait: Duration,
        mut take: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Trouble> {
        let deadline = Instant::now() + wait;
        loop {
            let line = self.hear(deadline)?;
            if let Some(taken) = take(&line) {
                return Ok(taken);
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.say("quit");
        self.input = None;
        let deadline = Instant::now() + Duration::from_millis(300);
        while Instant::now() < deadline {
            match self.child.try_wait() {
                Ok(Some(_)) => return,
                Ok(None) => thread::sleep(Duration::from_millis(5)),
                Err(_) => break,
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn unable(program: &str, why: &str) -> Trouble {
    Trouble::Unable(format!("cannot start {program}: {why}"))
}
