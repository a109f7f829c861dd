//! `go`: how long to think.

use std::fmt::Write as _;
use std::str::SplitWhitespace;

use koma_rules::Side;

use crate::Dialect;

/// What stands on the clocks, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// What is left to each side, Sente first.
    pub time: [Option<u64>; 2],
    /// What each side gets with every move.
    pub increment: [Option<u64>; 2],
    /// 秒読み: the time for each move once the clock has run down.
    pub byoyomi: Option<u64>,
    /// The moves until more time is given; only UCI has it.
    pub moves_to_go: Option<u64>,
}

impl Clock {
    /// Whether nothing was said about time.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// How long to look for a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateTime {
    /// So many milliseconds; UCI means moves.
    Limit(u64),
    /// Until it is found, or `stop`.
    Infinite,
}

/// `go` with everything that may follow it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The clocks.
    pub clock: Clock,
    /// Exactly this long, in milliseconds.
    pub movetime: Option<u64>,
    /// No deeper than so many plies.
    pub depth: Option<u64>,
    /// No more than so many positions.
    pub nodes: Option<u64>,
    /// Look for a mate instead.
    pub mate: Option<MateTime>,
    /// Count move sequences instead.
    pub perft: Option<u64>,
    /// Until `stop`.
    pub infinite: bool,
    /// In the opponent's time: the last move of the position is only expected.
    pub ponder: bool,
    /// Only these moves.
    pub searchmoves: Vec<String>,
}

/// Greater numbers than this mean it: 285,000 years, and still no sum of two overflows.
const MOST: u64 = 1 << 53;

/// A number as programs write them: negative time is none left, and nothing is too large.
fn number(word: Option<&str>) -> Option<u64> {
    let word = word?;
    if let Some(digits) = word.strip_prefix('-') {
        return (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then_some(0);
    }
    let is_number = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| word.parse().unwrap_or(MOST).min(MOST))
}

impl Go {
    /// Reads what follows `go`.
    pub(crate) fn read(words: SplitWhitespace<'_>, dialect: Dialect) -> Result<Self, String> {
        let mut go = Self::default();
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "mate" if words.next_if_eq(&"infinite").is_some() => {
                    go.mate = Some(MateTime::Infinite);
                }
                // Without a limit, as some programs ask.
                "mate" if words.peek().is_none() => go.mate = Some(MateTime::Infinite),
                "searchmoves" => {
                    while let Some(mv) = words.next_if(|word| !is_keyword(word)) {
                        go.searchmoves.push(mv.to_owned());
                    }
                }
                _ => {
                    let slot = go.slot(word, dialect);
                    let slot = slot.ok_or_else(|| format!("go does not know `{}`", short(word)))?;
                    let value = number(words.next());
                    let value = value.ok_or_else(|| format!("go {word} needs a number"))?;
                    slot.set(value);
                }
            }
        }
        Ok(go)
    }

    fn slot(&mut self, word: &str, dialect: Dialect) -> Option<Slot<'_>> {
        let clock = &mut self.clock;
        let number = match word {
            "movetime" => &mut self.movetime,
            "depth" => &mut self.depth,
            "nodes" => &mut self.nodes,
            "perft" => &mut self.perft,
            "byoyomi" => &mut clock.byoyomi,
            "movestogo" => &mut clock.moves_to_go,
            "mate" => return Some(Slot::Mate(&mut self.mate)),
            _ => {
                let side = dialect.side(word.chars().next()?)? as usize;
                match &word[1..] {
                    "time" => &mut clock.time[side],
                    "inc" => &mut clock.increment[side],
                    _ => return None,
                }
            }
        };
        Some(Slot::Number(number))
    }

    /// What follows `go`, a space before each word.
    pub(crate) fn write(&self, dialect: Dialect, text: &mut String) {
        let mut say = |word: &str, value: Option<u64>| {
            if let Some(value) = value {
                let _ = write!(text, " {word} {value}");
            }
        };
        write_clock(&self.clock, dialect, &mut say);
        say("movetime", self.movetime);
        say("depth", self.depth);
        say("nodes", self.nodes);
        say("perft", self.perft);
        match self.mate {
            Some(MateTime::Limit(limit)) => say("mate", Some(limit)),
            Some(MateTime::Infinite) => text.push_str(" mate infinite"),
            None => {}
        }
        text.push_str(if self.infinite { " infinite" } else { "" });
        text.push_str(if self.ponder { " ponder" } else { "" });
        if !self.searchmoves.is_empty() {
            let _ = write!(text, " searchmoves {}", self.searchmoves.join(" "));
        }
    }
}

pub(crate) fn write_clock(clock: &Clock, dialect: Dialect, say: &mut dyn FnMut(&str, Option<u64>)) {
    for side in Side::BOTH {
        let letter = dialect.letter(side);
        say(&format!("{letter}time"), clock.time[side as usize]);
        say(&format!("{letter}inc"), clock.increment[side as usize]);
    }
    say("byoyomi", clock.byoyomi);
    say("movestogo", clock.moves_to_go);
}

enum Slot<'a> {
    Number(&'a mut Option<u64>),
    Mate(&'a mut Option<MateTime>),
}

impl Slot<'_> {
    fn set(self, value: u64) {
        match self {
            Self::Number(slot) => *slot = Some(value),
            Self::Mate(slot) => *slot = Some(MateTime::Limit(value)),
        }
    }
}

/// The words of `go`, which end a list of moves.
fn is_keyword(word: &str) -> bool {
    const KEYWORDS: [&str; 15] = [
        "btime",
        "wtime",
        "binc",
        "winc",
        "byoyomi",
        "movestogo",
        "movetime",
        "depth",
        "nodes",
        "mate",
        "perft",
        "infinite",
        "ponder",
        "searchmoves",
        "rtime",
    ];
    KEYWORDS.contains(&word)
}

/// The start of a word that somebody sent.
pub(crate) fn short(word: &str) -> String {
    word.chars().filter(|c| !c.is_control()).take(40).collect()
}
