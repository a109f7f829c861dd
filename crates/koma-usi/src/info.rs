//! `info`: what an engine tells while it thinks.

use std::fmt::Write as _;

use crate::Dialect;
use crate::go::short;

/// What an engine says of its search, or in words of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// How deep it looked, in plies.
    pub depth: Option<u32>,
    /// How deep the longest line is.
    pub seldepth: Option<u32>,
    /// Which of several lines, from 1.
    pub multipv: Option<u32>,
    /// What it thinks of the position, for the side to move.
    pub score: Option<Score>,
    /// Whether the score is one, or only a bound.
    pub bound: Bound,
    /// Wins, draws and losses expected in a thousand games.
    pub wdl: Option<[u32; 3]>,
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// Positions a second.
    pub nps: Option<u64>,
    /// How full the table is, in thousandths.
    pub hashfull: Option<u32>,
    /// Milliseconds since it began.
    pub time: Option<u64>,
    /// The move it looks at now.
    pub currmove: Option<String>,
    /// The line it expects.
    pub pv: Vec<String>,
    /// Anything in words; the rest of the line.
    pub string: Option<String>,
}

/// What an engine thinks of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// In hundredths of a pawn.
    Cp(i32),
    /// Mate.
    Mate(Mate),
}

/// A forced mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mate {
    /// Whether the side to move is mated.
    pub is_loss: bool,
    /// Plies to mate; USI allows not to say.
    pub plies: Option<u32>,
}

/// Whether a score is exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// It is.
    #[default]
    Exact,
    /// It is at least that.
    Lower,
    /// It is at most that.
    Upper,
}

/// The words that begin something, and so end a line of moves.
const WORDS: [&str; 19] = [
    "depth",
    "seldepth",
    "multipv",
    "score",
    "lowerbound",
    "upperbound",
    "wdl",
    "nodes",
    "nps",
    "hashfull",
    "time",
    "currmove",
    "currmovenumber",
    "cpuload",
    "tbhits",
    "sbhits",
    "pv",
    "string",
    "refutation",
];

impl Info {
    /// Words of an engine's own.
    pub fn words(text: impl AsRef<str>) -> Self {
        // One line, whatever is quoted in it.
        let words: Vec<&str> = text.as_ref().split_whitespace().collect();
        Self { string: Some(words.join(" ")), ..Self::default() }
    }

    /// Reads what follows `info`. What nobody knows is passed over.
    pub(crate) fn read(rest: &str, dialect: Dialect) -> Self {
        let mut info = Self::default();
        let mut words = rest.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = words.next().and_then(|w| w.parse().ok()),
                "seldepth" => info.seldepth = words.next().and_then(|w| w.parse().ok()),
                "multipv" => info.multipv = words.next().and_then(|w| w.parse().ok()),
                "nodes" => info.nodes = words.next().and_then(|w| w.parse().ok()),
                "nps" => info.nps = words.next().and_then(|w| w.parse().ok()),
                "hashfull" => info.hashfull = words.next().and_then(|w| w.parse().ok()),
                "time" => info.time = words.next().and_then(|w| w.parse().ok()),
                "currmove" => info.currmove = words.next().map(str::to_owned),
                "lowerbound" => info.bound = Bound::Lower,
                "upperbound" => info.bound = Bound::Upper,
                "wdl" => {
                    let mut number = || words.next().and_then(|w| w.parse().ok());
                    info.wdl = number()
                        .zip(number())
                        .zip(number())
                        .map(|((win, draw), loss)| [win, draw, loss]);
                }
                "score" => {
                    let kind = words.next();
                    info.score = Score::read(kind, words.next(), dialect);
                }
                "pv" => {
                    while let Some(mv) = words.next_if(|word| !WORDS.contains(word)) {
                        info.pv.push(mv.to_owned());
                    }
                }
                "string" => {
                    info.string = Some(words.by_ref().collect::<Vec<_>>().join(" "));
                }
                _ => {}
            }
        }
        info
    }

    /// What follows `info`, a space before each word.
    pub(crate) fn write(&self, dialect: Dialect, text: &mut String) {
        say(text, "depth", self.depth.map(u64::from));
        say(text, "seldepth", self.seldepth.map(u64::from));
        say(text, "multipv", self.multipv.map(u64::from));
        if let Some(score) = self.score {
            let _ = write!(text, " score {}", score.write(dialect));
        }
        text.push_str(match self.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        });
        if let Some([win, draw, loss]) = self.wdl {
            let _ = write!(text, " wdl {win} {draw} {loss}");
        }
        say(text, "nodes", self.nodes);
        say(text, "nps", self.nps);
        say(text, "hashfull", self.hashfull.map(u64::from));
        say(text, "time", self.time);
        if let Some(mv) = &self.currmove {
            let _ = write!(text, " currmove {mv}");
        }
        if !self.pv.is_empty() {
            let _ = write!(text, " pv {}", self.pv.join(" "));
        }
        if let Some(words) = &self.string {
            let _ = write!(text, " string {words}");
        }
    }
}

fn say(text: &mut String, word: &str, value: Option<u64>) {
    if let Some(value) = value {
        let _ = write!(text, " {word} {value}");
    }
}

impl Score {
    fn read(kind: Option<&str>, value: Option<&str>, dialect: Dialect) -> Option<Self> {
        let value = value?;
        match kind? {
            "cp" => value.parse().ok().map(Self::Cp),
            "mate" => {
                let is_loss = value.starts_with('-');
                let digits = value.trim_start_matches(['+', '-']);
                let plies = match (digits.parse::<u32>().ok(), dialect) {
                    (None, _) if !digits.is_empty() => return None,
                    (None, _) => None,
                    (Some(plies), Dialect::Usi) => Some(plies),
                    (Some(moves), Dialect::Uci) => {
                        Some(moves.saturating_mul(2).saturating_sub(u32::from(!is_loss)))
                    }
                };
                // Mated in none is mated now.
                let is_loss = is_loss || plies == Some(0);
                Some(Self::Mate(Mate { is_loss, plies }))
            }
            _ => None,
        }
    }

    fn write(self, dialect: Dialect) -> String {
        match self {
            Self::Cp(points) => format!("cp {points}"),
            Self::Mate(Mate { is_loss, plies }) => {
                let sign = if is_loss { "-" } else { "" };
                match (plies, dialect) {
                    (Some(plies), Dialect::Usi) => format!("mate {sign}{plies}"),
                    (Some(plies), Dialect::Uci) => format!("mate {sign}{}", plies.div_ceil(2)),
                    (None, _) => format!("mate {}", if is_loss { '-' } else { '+' }),
                }
            }
        }
    }
}

impl std::fmt::Display for Score {
    /// `+1.23`, `mate in 5`, `mated in 4`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Cp(points) => write!(f, "{:+.2}", f64::from(*points) / 100.0),
            Self::Mate(Mate { is_loss, plies }) => {
                f.write_str(if *is_loss { "mated" } else { "mate" })?;
                plies.map_or(Ok(()), |plies| write!(f, " in {plies}"))
            }
        }
    }
}

/// The rest of a line in words, kept short.
pub(crate) fn quote(text: &str) -> String {
    short(text)
}
