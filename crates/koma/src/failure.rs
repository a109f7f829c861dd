//! Why the program stops early, and with which exit code.

use std::fmt;
use std::io;
use std::process::ExitCode;

/// The exit code for errors in the content of a file or record, and for an illegal move.
pub const CONTENT: u8 = 1;
/// The exit code for misuse: a bad flag, SFEN, USI move or depth, a missing file.
pub const MISUSE: u8 = 2;

/// A reason to stop, in one line.
#[derive(Debug)]
pub struct Failure {
    message: String,
    code: u8,
}

impl Failure {
    /// The caller asked for something that makes no sense.
    pub fn misuse(message: impl fmt::Display) -> Self {
        Self { message: message.to_string(), code: MISUSE }
    }

    /// A file or record has errors; its findings have been shown.
    pub fn content(message: impl fmt::Display) -> Self {
        Self { message: message.to_string(), code: CONTENT }
    }

    /// Says so on stderr and gives the exit code.
    pub fn report(&self) -> ExitCode {
        // Somebody's text may be quoted here: keep it to one line whatever it holds.
        let line: String =
            self.message.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
        anstream::eprintln!("error: {line}");
        ExitCode::from(self.code)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Writing to standard output failed.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        // The reader has gone (`koma legal | head -1`): it has what it wanted.
        if error.kind() == io::ErrorKind::BrokenPipe {
            std::process::exit(0);
        }
        Self::misuse(format!("cannot write: {error}"))
    }
}
