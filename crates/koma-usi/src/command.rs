//! What a program tells an engine.

use std::fmt::Write as _;

use thiserror::Error;

use crate::go::{short, write_clock};
use crate::{Clock, Dialect, Go};

/// A line from the program that drives an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `usi` or `uci`: say who you are, what your options are, and then that you speak it.
    Hello(Dialect),
    /// Say when you are ready.
    IsReady,
    /// Set an option; a button has no value.
    SetOption {
        /// The option.
        name: String,
        /// The value.
        value: Option<String>,
    },
    /// `usinewgame`, `ucinewgame`: what comes has nothing to do with what was.
    NewGame,
    /// The position to think about.
    Position(PositionWords),
    /// Think.
    Go(Go),
    /// The opponent played the expected move; some programs tell the clocks again.
    PonderHit(Clock),
    /// Answer now.
    Stop,
    /// The game is over, and how for this engine.
    GameOver(Option<Outcome>),
    /// Say more, or less, about what you do.
    Debug(bool),
    /// Leave.
    Quit,
    /// `d`: draw the position.
    Show,
    /// `eval`: judge the position without searching.
    Eval,
    /// `moves`: list the legal moves.
    Moves,
    /// `bench`: measure the speed.
    Bench,
}

/// How a game ended for an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It won.
    Win,
    /// It lost.
    Lose,
    /// Nobody won.
    Draw,
}

/// A position as words: nothing says that it, or its moves, make sense.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionWords {
    /// Where it starts.
    pub start: Start,
    /// The moves from there, as the language writes them.
    pub moves: Vec<String>,
}

/// Where the moves of a position start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// The start position of the game.
    #[default]
    Startpos,
    /// A position as SFEN.
    Sfen(String),
    /// A position as Fairy-Stockfish writes it, with the hands in brackets.
    Fen(String),
}

/// Why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CommandError {
    /// There is nothing in it.
    #[error("an empty line")]
    Empty,
    /// It starts with a word nobody knows.
    #[error("unknown command `{0}`")]
    Unknown(String),
    /// A known command with something else than it takes.
    #[error("{0}")]
    Malformed(String),
}

impl Command {
    /// Reads a line.
    ///
    /// ```
    /// use koma_usi::{Command, Dialect};
    ///
    /// let go = Command::read("go btime 60000 wtime 55000 byoyomi 1000", Dialect::Usi).unwrap();
    /// let Command::Go(go) = go else { panic!("it is a go") };
    /// assert_eq!(go.clock.time, [Some(60_000), Some(55_000)]);
    /// assert!(Command::read("go faster", Dialect::Usi).is_err());
    /// ```
    pub fn read(line: &str, dialect: Dialect) -> Result<Self, CommandError> {
        let mut words = line.split_whitespace();
        let first = words.next().ok_or(CommandError::Empty)?;
        Ok(match first {
            "usi" => Self::Hello(Dialect::Usi),
            "uci" => Self::Hello(Dialect::Uci),
            "isready" => Self::IsReady,
            "setoption" => set_option(&words.collect::<Vec<_>>())?,
            "usinewgame" | "ucinewgame" => Self::NewGame,
            "position" => Self::Position(PositionWords::read(&words.collect::<Vec<_>>())?),
            "go" => Self::Go(Go::read(words, dialect).map_err(CommandError::Malformed)?),
            "ponderhit" => {
                let go = Go::read(words, dialect).map_err(CommandError::Malformed)?;
                Self::PonderHit(go.clock)
            }
            "stop" => Self::Stop,
            "gameover" => Self::GameOver(words.next().and_then(Outcome::named)),
            "debug" => Self::Debug(words.next() == Some("on")),
            "quit" => Self::Quit,
            "d" => Self::Show,
            "eval" => Self::Eval,
            "moves" => Self::Moves,
            "bench" => Self::Bench,
            _ => return Err(CommandError::Unknown(short(first))),
        })
    }

    /// The line, without its end.
    pub fn write(&self, dialect: Dialect) -> String {
        match self {
            Self::Hello(dialect) => dialect.name().to_owned(),
            Self::IsReady => "isready".to_owned(),
            Self::SetOption { name, value: None } => format!("setoption name {name}"),
            Self::SetOption { name, value: Some(value) } => {
                format!("setoption name {name} value {value}")
            }
            Self::NewGame => format!("{}newgame", dialect.name()),
            Self::Position(position) => format!("position {}", position.write()),
            Self::Go(go) => {
                let mut text = "go".to_owned();
                go.write(dialect, &mut text);
                text
            }
            Self::PonderHit(clock) => {
                let mut text = "ponderhit".to_owned();
                write_clock(clock, dialect, &mut |word, value| {
                    if let Some(value) = value {
                        let _ = write!(text, " {word} {value}");
                    }
                });
                text
            }
            Self::Stop => "stop".to_owned(),
            Self::GameOver(None) => "gameover".to_owned(),
            Self::GameOver(Some(outcome)) => format!("gameover {}", outcome.name()),
            Self::Debug(on) => format!("debug {}", if *on { "on" } else { "off" }),
            Self::Quit => "quit".to_owned(),
            Self::Show => "d".to_owned(),
            Self::Eval => "eval".to_owned(),
            Self::Moves => "moves".to_owned(),
            Self::Bench => "bench".to_owned(),
        }
    }
}

impl Outcome {
    /// `win`, `lose` or `draw`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Lose => "lose",
            Self::Draw => "draw",
        }
    }

    fn named(name: &str) -> Option<Self> {
        [Self::Win, Self::Lose, Self::Draw].into_iter().find(|outcome| outcome.name() == name)
    }
}

impl PositionWords {
    fn read(words: &[&str]) -> Result<Self, CommandError> {
        let malformed = |what: &str| Err(CommandError::Malformed(format!("position {what}")));
        let split = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let (start, moves) = words.split_at(split);
        let moves = moves.iter().skip(1).map(|&word| word.to_owned()).collect();
        let start = match start {
            ["startpos"] => Start::Startpos,
            ["sfen" | "fen"] | [] => return malformed("needs startpos, or sfen and a position"),
            // Some programs write `sfen startpos`.
            ["sfen" | "fen", "startpos"] => Start::Startpos,
            ["sfen", rest @ ..] => Start::Sfen(rest.join(" ")),
            ["fen", rest @ ..] => Start::Fen(rest.join(" ")),
            [other, ..] => {
                return malformed(&format!("starts with startpos or sfen, not `{}`", short(other)));
            }
        };
        Ok(Self { start, moves })
    }

    /// What follows `position`.
    pub fn write(&self) -> String {
        let mut text = match &self.start {
            Start::Startpos => "startpos".to_owned(),
            Start::Sfen(sfen) => format!("sfen {sfen}"),
            Start::Fen(fen) => format!("fen {fen}"),
        };
        if !self.moves.is_empty() {
            let _ = write!(text, " moves {}", self.moves.join(" "));
        }
        text
    }
}

/// `name N value V`; names and values may have spaces.
fn set_option(words: &[&str]) -> Result<Command, CommandError> {
    let malformed = || {
        let message = "setoption is written: setoption name NAME value VALUE";
        CommandError::Malformed(message.to_owned())
    };
    let ["name", rest @ ..] = words else { return Err(malformed()) };
    let split = rest.iter().position(|&word| word == "value").unwrap_or(rest.len());
    let (name, value) = rest.split_at(split);
    if name.is_empty() {
        return Err(malformed());
    }
    let value = value.split_first().map(|(_, value)| value.join(" "));
    Ok(Command::SetOption { name: name.join(" "), value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn same(line: &str) -> Command {
        let command = Command::read(line, Dialect::Usi).expect(line);
        assert_eq!(command.write(Dialect::Usi), line);
        command
    }

    #[test]
    fn lines_are_written_as_they_were_read() {
        for line in [
            "usi",
            "uci",
            "isready",
            "setoption name USI_Hash value 256",
            "setoption name Clear Hash",
            "setoption name EvalDir value a folder with spaces",
            "usinewgame",
            "position startpos",
            "position startpos moves 7g7f 3c3d 8h2b+ P*5e 6f5e4d +L*3c pass",
            "position sfen 9/9/9/9/9/9/9/9/9 b - 1 moves 1a1b",
            "position fen 9/9[Pp] w - - 0 1",
            "go",
            "go btime 1 binc 2 wtime 3 winc 4 byoyomi 5",
            "go movetime 10 depth 5 nodes 1000",
            "go mate infinite",
            "go mate 5000",
            "go infinite",
            "go btime 0 wtime 0 ponder",
            "go nodes 5 searchmoves 7g7f 2g2f",
            "go perft 3",
            "ponderhit",
            "ponderhit btime 5",
            "stop",
            "gameover win",
            "gameover lose",
            "gameover",
            "debug on",
            "quit",
            "d",
            "eval",
            "moves",
            "bench",
        ] {
            same(line);
        }
    }

    #[test]
    fn what_programs_write_in_other_ways_is_understood() {
        let read = |line| Command::read(line, Dialect::Usi);
        assert_eq!(read("position startpos moves "), read("position startpos"));
        assert_eq!(read("position sfen startpos"), read("position startpos"));
        assert_eq!(read("  go   infinite "), read("go infinite"));
        assert_eq!(read("go mate"), read("go mate infinite"));
        assert_eq!(read("go btime -5"), read("go btime 0"));
        assert_eq!(read("go searchmoves 7g7f depth 3"), read("go depth 3 searchmoves 7g7f"));
        assert_eq!(read("gameover timeout"), Ok(Command::GameOver(None)));
        let huge = read("go nodes 999999999999999999999999");
        assert!(matches!(huge, Ok(Command::Go(Go { nodes: Some(_), .. }))));
    }

    #[test]
    fn the_clock_of_the_first_mover_is_blacks_in_usi_and_whites_in_uci() {
        let clock = |dialect| match Command::read("go btime 1 wtime 2", dialect) {
            Ok(Command::Go(go)) => go.clock.time,
            other => panic!("{other:?}"),
        };
        assert_eq!(clock(Dialect::Usi), [Some(1), Some(2)]);
        assert_eq!(clock(Dialect::Uci), [Some(2), Some(1)]);
    }

    #[test]
    fn what_is_no_command_is_refused_in_words() {
        for (line, says) in [
            ("", "an empty line"),
            ("joho", "unknown command `joho`"),
            ("position", "position needs"),
            ("position sfen", "position needs"),
            ("position there", "not `there`"),
            ("setoption USI_Hash 5", "setoption is written"),
            ("setoption name value 5", "setoption is written"),
            ("go depth", "needs a number"),
            ("go depth deep", "needs a number"),
            ("go ztime 5", "does not know"),
            ("go ünlimited", "does not know"),
        ] {
            let error = Command::read(line, Dialect::Usi).expect_err(line);
            assert!(error.to_string().contains(says), "{line}: {error}");
        }
    }
}
