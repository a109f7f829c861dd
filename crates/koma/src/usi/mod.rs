//! `koma usi` and `koma uci`: the engine for programs that show boards.
//!
//! One thread reads lines, one thinks, and this one talks: [`koma_usi::Session`] decides what is
//! said and done, here it is carried out.

mod worker;

pub use worker::read_weights;

use std::io::{self, BufRead as _, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use koma_usi::{Action, Answer, Dialect, SearchOutcome, Session};

use crate::failure::Failure;
use crate::say;
use crate::select::VariantFile;
use worker::{Job, Worker};

/// The engine, speaking USI: for ShogiHome, Shogidokoro and other boards
#[derive(clap::Args)]
#[command(
    after_help = "Register `koma usi` as an engine in your shogi program (where it takes no \
    arguments, make a script of\none line). Every variant of `koma variant list` is played: \
    `setoption name USI_Variant value chu`; a variant\nfile of your own or a variants.ini is read with \
    `setoption name VariantPath value FILE`.\n\nExamples:\n  \
    printf 'usi\\nquit\\n' | koma usi                                    its options\n  \
    printf 'position startpos\\ngo nodes 5000\\n' | koma usi              one move"
)]
pub struct UsiArgs {}

/// The engine, speaking UCI as Fairy-Stockfish does: for its scripts and programs
#[derive(clap::Args)]
#[command(
    after_help = "The coordinates are Fairy-Stockfish's (a1 is at the lower left, drops are P@e5), \
    and so are the names of options\n(UCI_Variant, VariantPath, Hash, Skill Level).\n\nExamples:\n  \
    printf 'uci\\nquit\\n' | koma uci\n  \
    printf 'setoption name UCI_Variant value minishogi\\nposition startpos\\ngo depth 6\\n' | koma uci"
)]
pub struct UciArgs {}

/// What happens.
pub enum Event {
    /// A line came.
    Line(String),
    /// Nothing will come any more.
    Closed,
    /// The engine is ready.
    Ready,
    /// A search has ended.
    Done(u64, SearchOutcome),
}

/// Between the lines that show a program that somebody is alive.
const PULSE: Duration = Duration::from_secs(1);

pub fn run(dialect: Dialect) -> Result<ExitCode, Failure> {
    let (events, inbox) = channel();
    let worker = Worker::start(events.clone());
    read_lines(events);
    let mut talk = Talk { session: Session::new(dialect), worker, is_preparing: false };
    // A reader that went away ends the talk: the search must not go on for nobody.
    let result = talk.go_on(&inbox);
    talk.worker.stop();
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::misuse(say::cannot_write_out(error.to_string())))
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// Sends what comes in, line by line.
fn read_lines(events: Sender<Event>) {
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let mut bytes = Vec::new();
            let event = match input.read_until(b'\n', &mut bytes) {
                Ok(1..) => Event::Line(String::from_utf8_lossy(&bytes).trim_end().to_owned()),
                _ => Event::Closed,
            };
            let is_closed = matches!(event, Event::Closed);
            if events.send(event).is_err() || is_closed {
                return;
            }
        }
    });
}

struct Talk {
    session: Session,
    worker: Worker,
    is_preparing: bool,
}

impl Talk {
    fn go_on(&mut self, inbox: &Receiver<Event>) -> io::Result<()> {
        let mut is_closed = false;
        loop {
            let event = match inbox.recv_timeout(PULSE) {
                Ok(event) => event,
                Err(RecvTimeoutError::Timeout) => {
                    if self.is_preparing {
                        say("")?;
                    }
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            };
            let actions = match event {
                Event::Line(line) => self.session.line(&line),
                Event::Ready => {
                    self.is_preparing = false;
                    say("readyok")?;
                    Vec::new()
                }
                Event::Done(id, outcome) => self.session.finished(id, outcome),
                // What was asked for is still answered, but nothing is waited for.
                Event::Closed => {
                    is_closed = true;
                    self.session.line("ponderhit")
                }
            };
            for action in actions {
                if !self.act(action)? {
                    return Ok(());
                }
            }
            if is_closed && !self.session.is_searching() && !self.is_preparing {
                return Ok(());
            }
        }
    }

    /// Does what the session asks for; `false` to leave.
    fn act(&mut self, action: Action) -> io::Result<bool> {
        let dialect = self.session.dialect();
        match action {
            Action::Say(answer) => say(&answer.write(dialect))?,
            Action::Load(path) => self.load(&path)?,
            Action::Ready(rules) => {
                self.is_preparing = true;
                self.worker.send(Job::Prepare(rules, self.session.settings().clone()));
            }
            Action::NewGame => self.worker.send(Job::NewGame),
            Action::Search(request) => self.worker.search(request),
            Action::Stop => self.worker.stop(),
            Action::PonderHit(_) => self.worker.ponder_hit(),
            Action::Eval(game) => {
                self.worker.send(Job::Eval(game, self.session.settings().clone()));
            }
            Action::Bench => self.worker.send(Job::Bench),
            Action::Quit => return Ok(false),
        }
        Ok(true)
    }

    /// Reads a file of variants; what is wrong in it is told, one line each.
    fn load(&mut self, path: &str) -> io::Result<()> {
        let dialect = self.session.dialect();
        let file = match VariantFile::read(Path::new(path)) {
            Ok(file) => file,
            Err(failure) => return say(&Answer::words(failure.to_string()).write(dialect)),
        };
        for finding in file.findings.iter().filter(|finding| finding.is_error()) {
            let place = finding.span.map(|span| file.source.line_col(span.start).line);
            let place = place.map_or(String::new(), |line| format!(", line {line}"));
            let words = format!("{path}{place}: {}: {}", finding.code, finding.message);
            say(&Answer::words(words).write(dialect))?;
        }
        for action in self.session.bring(file.rules) {
            self.act(action)?;
        }
        Ok(())
    }
}

/// Writes a line at once.
pub fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(line.as_bytes())?;
    out.write_all(b"\n")?;
    out.flush()
}
