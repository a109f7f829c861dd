//! Why the program stops early, and with which exit code.

use std::fmt;
use std::io;
use std::process::ExitCode;

use koma_text::{Phrase, Severity};

use crate::{lang, say};

/// The exit code for errors in the content of a file or record, and for an illegal move.
pub const CONTENT: u8 = 1;
/// The exit code for misuse: a bad flag, SFEN, USI move or depth, a missing file.
pub const MISUSE: u8 = 2;

/// The exit code of a command that looked at many things: of the worst of them.
pub fn worst(misuse: bool, errors: bool) -> ExitCode {
    match (misuse, errors) {
        (true, _) => ExitCode::from(MISUSE),
        (false, true) => ExitCode::from(CONTENT),
        (false, false) => ExitCode::SUCCESS,
    }
}

/// A reason to stop, in one line.
#[derive(Debug)]
pub struct Failure {
    message: Phrase,
    code: u8,
}

impl Failure {
    /// The caller asked for something that makes no sense.
    pub fn misuse(message: impl Into<Phrase>) -> Self {
        Self { message: message.into(), code: MISUSE }
    }

    /// A file or record has errors; its findings have been shown.
    pub fn content(message: impl Into<Phrase>) -> Self {
        Self { message: message.into(), code: CONTENT }
    }

    /// The system, the database or a library refused; the words are its own.
    pub fn caused(error: impl fmt::Display) -> Self {
        Self::misuse(error.to_string())
    }

    /// What is stored is damaged; the words are the database's.
    pub fn damage(error: impl fmt::Display) -> Self {
        Self::content(error.to_string())
    }

    /// Says so on stderr and gives the exit code.
    pub fn report(&self) -> ExitCode {
        // Somebody's text may be quoted here: keep it to one line whatever it holds.
        let lang = lang::chosen();
        let line = self.message.say(lang).replace(char::is_control, "\u{fffd}");
        anstream::eprintln!("{}: {line}", Severity::Error.word(lang));
        ExitCode::from(self.code)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message.fmt(f)
    }
}

/// Writing to standard output failed.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        // The reader has gone (`koma legal | head -1`): it has what it wanted.
        if error.kind() == io::ErrorKind::BrokenPipe {
            std::process::exit(0);
        }
        Self::misuse(say::cannot_write_out(error.to_string()))
    }
}
