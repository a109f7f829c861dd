//! `koma play`: two people at one terminal.

mod command;
mod session;

use std::io::{self, BufRead as _, Write as _};
use std::process::ExitCode;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use koma_rules::Game;

use crate::board::Drawing;
use crate::failure::{CONTENT, Failure};
use crate::files;
use crate::lang::Lang;
use crate::select::GameSelectors;
use session::{Flow, Session};

/// Play a game: two people at one terminal
#[derive(clap::Args)]
#[command(
    after_help = "Type moves in USI (7g7f, 8h2b+, P*5e), or `help` for the other commands. Moves may \
    also be\npiped in; then the board is drawn once, at the end.\n\nExamples:\n  \
    koma play --variant minishogi\n  \
    koma play --sfen \"$(cat game.usi)\"      continue a saved game\n  \
    printf '7g7f\\n3c3d\\n' | koma play"
)]
pub struct Args {
    #[command(flatten)]
    pub game: GameSelectors,
    /// Draw with letters instead of kanji
    #[arg(long)]
    pub letters: bool,
}

impl Default for Args {
    /// A game of shogi.
    fn default() -> Self {
        let game = GameSelectors {
            variant: None,
            variant_file: None,
            variants_ini: None,
            options: Vec::new(),
            sfen: None,
            handicap: None,
            moves: String::new(),
        };
        Self { game, letters: false }
    }
}

pub fn run(args: &Args, lang: Lang) -> Result<ExitCode, Failure> {
    let mut session = session(args, lang)?;
    if !files::stdin_is_a_person() {
        return piped(&mut session, &mut lines());
    }
    let mut out = io::stdout();
    writeln!(out, "{}", session.welcome())?;
    session.show(&mut out)?;
    let mut lines = io::stdin().lock().lines();
    loop {
        write!(out, "> ")?;
        out.flush()?;
        // What cannot be read (a broken character) is asked for again.
        let line = match lines.next() {
            None => break,
            Some(Ok(line)) => line,
            Some(Err(_)) => continue,
        };
        let mut ask = |question: &str| {
            print!("{question} ");
            let _ = io::stdout().flush();
            lines.next().and_then(Result::ok)
        };
        if session.line(&line, &mut out, Some(&mut ask))? == Flow::Quit {
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// `koma` without a command: a game of shogi; but where nobody sits at the terminal and nothing
/// is piped in, the start position and how to go on.
pub fn run_default(lang: Lang) -> Result<ExitCode, Failure> {
    if files::stdin_is_a_person() {
        return run(&Args::default(), lang);
    }
    let mut session = session(&Args::default(), lang)?;
    let mut lines = lines();
    // An open pipe that says nothing must not keep us waiting for ever.
    match lines.first_within(Duration::from_secs(2)) {
        Some(()) => piped(&mut session, &mut lines),
        None => {
            let mut out = io::stdout();
            session.show(&mut out)?;
            writeln!(out, "{}", session.nobody_there())?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn session(args: &Args, lang: Lang) -> Result<Session, Failure> {
    let selected = args.game.select(lang)?;
    let (start, _) = koma_rules::Position::forgiving(&selected.rules, &selected.start);
    let mut game = Game::from(start);
    for &mv in &selected.moves {
        game.play(mv).map_err(|reason| Failure::misuse(reason.to_string()))?;
    }
    let colour = files::stdout_colour();
    Ok(Session::new(game, Drawing { lang, colour, letters: args.letters, flipped: false }))
}

/// Plays what is piped in, then draws the board.
fn piped(session: &mut Session, lines: &mut Lines) -> Result<ExitCode, Failure> {
    let mut out = io::stdout();
    let mut all_good = true;
    for line in lines {
        match session.line(&line, &mut out, None)? {
            Flow::Quit => break,
            Flow::Refused => all_good = false,
            Flow::Go => {}
        }
    }
    session.show(&mut out)?;
    Ok(if all_good { ExitCode::SUCCESS } else { ExitCode::from(CONTENT) })
}

/// The lines of standard input, read on a thread of their own so that one can stop waiting.
struct Lines {
    receiver: mpsc::Receiver<String>,
    first: Option<String>,
}

fn lines() -> Lines {
    let (sender, receiver) = mpsc::sync_channel(64);
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        let mut bytes = Vec::new();
        // Bytes, not text: a broken character is the line's fault, not the stream's.
        while let Ok(1..) = input.read_until(b'\n', &mut bytes) {
            if sender.send(String::from_utf8_lossy(&bytes).trim().to_string()).is_err() {
                return;
            }
            bytes.clear();
        }
    });
    Lines { receiver, first: None }
}

impl Lines {
    /// Waits for the first line; `None` when none came in time or there is none.
    fn first_within(&mut self, patience: Duration) -> Option<()> {
        self.first = self.receiver.recv_timeout(patience).ok();
        self.first.as_ref().map(|_| ())
    }
}

impl Iterator for Lines {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        self.first.take().or_else(|| self.receiver.recv().ok())
    }
}
