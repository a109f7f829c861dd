//! What an engine answers.

use std::fmt::Write as _;

use crate::info::quote;
use crate::{Dialect, Info, OptionLine};

/// A line from an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// `id name`.
    Name(String),
    /// `id author`.
    Author(String),
    /// An option it has.
    Option(OptionLine),
    /// `usiok`, `uciok`: it speaks the language.
    HelloOk(Dialect),
    /// It is ready.
    ReadyOk,
    /// News of the search.
    Info(Box<Info>),
    /// What it plays, and what it expects then.
    BestMove {
        /// What it plays.
        best: Best,
        /// What it would think about in the opponent's time.
        ponder: Option<String>,
    },
    /// What came of looking for a mate.
    Checkmate(Checkmate),
    /// Anything else: engines greet, draw boards and complain.
    Other(String),
}

/// What an engine does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Best {
    /// It plays a move.
    Move(String),
    /// It gives up.
    Resign,
    /// 入玉宣言: it declares to have won.
    Win,
    /// It has no move; only UCI says so.
    None,
}

/// What came of looking for a mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checkmate {
    /// The mate.
    Moves(Vec<String>),
    /// There is none.
    NoMate,
    /// There was not enough time.
    Timeout,
    /// The engine does not look for mates.
    NotImplemented,
}

impl Answer {
    /// Reads a line; whatever it is, it is some answer.
    pub fn read(line: &str, dialect: Dialect) -> Self {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let other = || Self::Other(line.to_owned());
        match first {
            "id" => match rest.split_once(char::is_whitespace) {
                Some(("name", name)) => Self::Name(name.trim().to_owned()),
                Some(("author", name)) => Self::Author(name.trim().to_owned()),
                _ => other(),
            },
            "option" => OptionLine::read(rest).map_or_else(other, Self::Option),
            "usiok" => Self::HelloOk(Dialect::Usi),
            "uciok" => Self::HelloOk(Dialect::Uci),
            "readyok" => Self::ReadyOk,
            "info" => Self::Info(Box::new(Info::read(rest, dialect))),
            "bestmove" => {
                let mut words = rest.split_whitespace();
                let best = match words.next() {
                    Some("resign") => Best::Resign,
                    Some("win") => Best::Win,
                    None | Some("(none)" | "0000" | "none") => Best::None,
                    Some(mv) => Best::Move(mv.to_owned()),
                };
                let ponder = words.next().filter(|&word| word == "ponder");
                Self::BestMove { best, ponder: ponder.and(words.next()).map(str::to_owned) }
            }
            "checkmate" => Self::Checkmate(match rest {
                "nomate" => Checkmate::NoMate,
                "timeout" => Checkmate::Timeout,
                "notimplemented" => Checkmate::NotImplemented,
                moves => Checkmate::Moves(moves.split_whitespace().map(str::to_owned).collect()),
            }),
            _ => other(),
        }
    }

    /// The line, without its end.
    pub fn write(&self, dialect: Dialect) -> String {
        match self {
            Self::Name(name) => format!("id name {name}"),
            Self::Author(name) => format!("id author {name}"),
            Self::Option(option) => option.write(dialect),
            Self::HelloOk(dialect) => format!("{}ok", dialect.name()),
            Self::ReadyOk => "readyok".to_owned(),
            Self::Info(info) => {
                let mut text = "info".to_owned();
                info.write(dialect, &mut text);
                text
            }
            Self::BestMove { best, ponder } => {
                let mut text = match (best, dialect) {
                    (Best::Move(mv), _) => format!("bestmove {mv}"),
                    (Best::Win, _) => "bestmove win".to_owned(),
                    (Best::Resign, Dialect::Usi) => "bestmove resign".to_owned(),
                    (Best::None, Dialect::Usi) => "bestmove none".to_owned(),
                    (Best::Resign | Best::None, Dialect::Uci) => "bestmove (none)".to_owned(),
                };
                if let Some(mv) = ponder {
                    let _ = write!(text, " ponder {mv}");
                }
                text
            }
            Self::Checkmate(Checkmate::Moves(moves)) => format!("checkmate {}", moves.join(" ")),
            Self::Checkmate(Checkmate::NoMate) => "checkmate nomate".to_owned(),
            Self::Checkmate(Checkmate::Timeout) => "checkmate timeout".to_owned(),
            Self::Checkmate(Checkmate::NotImplemented) => "checkmate notimplemented".to_owned(),
            Self::Other(line) => line.clone(),
        }
    }

    /// `info string` with one line of words, somebody's text in it kept short.
    pub fn words(text: impl AsRef<str>) -> Self {
        Self::Info(Box::new(Info::words(text)))
    }

    /// What to say of something somebody sent that makes no sense.
    pub(crate) fn complaint(what: &str, text: &str) -> Self {
        Self::words(format!("{what}: {}", quote(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bound, Mate, Score};

    #[test]
    fn lines_are_written_as_they_were_read() {
        for line in [
            "id name Koma 0.1",
            "id author many people",
            "usiok",
            "uciok",
            "readyok",
            "bestmove 7g7f",
            "bestmove 7g7f ponder 3c3d",
            "bestmove resign",
            "bestmove win",
            "checkmate nomate",
            "checkmate timeout",
            "checkmate notimplemented",
            "checkmate G*5b 5a4a",
            "info depth 5 seldepth 9 multipv 1 score cp -31 nodes 1234 nps 99 hashfull 3 time 12 \
             pv 7g7f 3c3d",
            "info depth 5 score mate 7 lowerbound wdl 990 10 0 pv G*5b",
            "info score mate -",
            "info score mate +",
            "info string any words at all",
            "option name USI_Hash type spin default 256 min 1 max 1048576",
            "option name USI_Ponder type check default false",
            "option name Style type combo default a var a var b",
            "option name Clear type button",
            "option name EvalFile type filename default <empty>",
            "Fairy-Stockfish 11.1 LB 64 by Fabian Fichter",
        ] {
            assert_eq!(Answer::read(line, Dialect::Usi).write(Dialect::Usi), line);
        }
    }

    #[test]
    fn mates_are_plies_in_usi_and_moves_in_uci() {
        let mate = |line: &str| match Answer::read(line, Dialect::Uci) {
            Answer::Info(info) => info.score,
            other => panic!("{other:?}"),
        };
        let score = |is_loss, plies| Some(Score::Mate(Mate { is_loss, plies: Some(plies) }));
        assert_eq!(mate("info score mate 3"), score(false, 5));
        assert_eq!(mate("info score mate -2"), score(true, 4));
        assert_eq!(mate("info score mate 0"), score(true, 0));
        let info = Info { score: score(false, 5), ..Info::default() };
        assert_eq!(Answer::Info(Box::new(info)).write(Dialect::Uci), "info score mate 3");
    }

    #[test]
    fn unknown_words_of_an_info_are_passed_over() {
        let line = "info depth 3 tbhits 0 score cp 5 upperbound currmovenumber 3 pv 7g7f nodes 9";
        let Answer::Info(info) = Answer::read(line, Dialect::Usi) else { panic!("an info") };
        assert_eq!((info.depth, info.nodes, info.bound), (Some(3), Some(9), Bound::Upper));
        assert_eq!(info.pv, ["7g7f"]);
    }
}
