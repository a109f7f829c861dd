//! One game between two players, under our rules and our clock.

use std::time::{Duration, Instant};

use koma_rules::{End, Game, Side};

use crate::player::side_index;
use crate::{Act, Limits, Player, Trouble, Turn};

/// What holds for a game besides the rules.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// How long each side may think, Sente first.
    pub limits: [Limits; 2],
    /// A game of so many plies is a draw.
    pub most_plies: usize,
    /// Milliseconds over the limit that are forgiven: the machine's, not the player's.
    pub margin: Duration,
    /// The game is given to a side that both players say is so far ahead, for some moves.
    pub adjudicate: Option<i32>,
}

impl Default for Conditions {
    fn default() -> Self {
        Self {
            limits: Default::default(),
            most_plies: 1000,
            margin: Duration::from_millis(500),
            adjudicate: None,
        }
    }
}

/// How a game between players ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// By the rules: mate, repetition, resignation, declaration and so on.
    Ended(End),
    /// It was long enough, and is a draw.
    TooLong,
    /// Both players said who was winning.
    Adjudicated {
        /// The side they meant.
        winner: Side,
    },
    /// A side played what is not legal, and lost.
    Illegal {
        /// Which.
        side: Side,
        /// What it said.
        word: String,
        /// Why that is refused.
        reason: String,
        /// Whether it knows its rules from elsewhere.
        is_foreign: bool,
    },
    /// A side used up its time, and lost.
    TimeLoss {
        /// Which.
        side: Side,
        /// Milliseconds over its limit.
        over: u64,
    },
    /// A side crashed or fell silent, and lost.
    Failed {
        /// Which.
        side: Side,
        /// What happened.
        trouble: Trouble,
    },
}

impl Verdict {
    /// Who won; `None` is a draw.
    pub fn winner(&self) -> Option<Side> {
        match self {
            Self::Ended(end) => end.winner.side(),
            Self::TooLong => None,
            Self::Adjudicated { winner } => Some(*winner),
            Self::Illegal { side, .. }
            | Self::TimeLoss { side, .. }
            | Self::Failed { side, .. } => Some(side.other()),
        }
    }

    /// Whether the players rather than the rules ended it.
    pub fn is_irregular(&self) -> bool {
        matches!(self, Self::Illegal { .. } | Self::TimeLoss { .. } | Self::Failed { .. })
    }
}

/// What a side did in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Moves it made.
    pub moves: u64,
    /// Positions it says it looked at.
    pub nodes: u64,
    /// Plies it says it looked, summed over its moves.
    pub depths: u64,
    /// The time it took.
    pub time: Duration,
    /// The longest it went over its limit, and was forgiven.
    pub worst_overrun: Duration,
}

impl Effort {
    /// Positions a second.
    pub fn speed(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9)
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            moves: self.moves + other.moves,
            nodes: self.nodes + other.nodes,
            depths: self.depths + other.depths,
            time: self.time + other.time,
            worst_overrun: self.worst_overrun.max(other.worst_overrun),
        }
    }
}

/// What a player said with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thought {
    /// What it thinks of the position.
    pub score: Option<i32>,
    /// How deep it looked.
    pub depth: u32,
    /// Positions it looked at.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The game, opening included.
    pub game: Game,
    /// How it ended.
    pub verdict: Verdict,
    /// What each side did, Sente first.
    pub effort: [Effort; 2],
    /// What was said with each move after the opening.
    pub thoughts: Vec<Thought>,
}

impl Finished {
    /// A game that did not begin, because a side could not.
    pub fn failed(game: Game, side: Side, trouble: Trouble) -> Self {
        let verdict = Verdict::Failed { side, trouble };
        Self { game, verdict, effort: [Effort::default(); 2], thoughts: Vec::new() }
    }
}

/// The moves of both for which they must agree before a game is adjudicated.
const AGREED_PLIES: usize = 8;

/// Plays a game from where it stands. The first player has Sente.
pub fn play(mut game: Game, players: [&mut dyn Player; 2], conditions: &Conditions) -> Finished {
    let mut effort = [Effort::default(); 2];
    let mut thoughts = Vec::new();
    let mut left = conditions.limits.each_ref().map(|limits| limits.main_time.unwrap_or_default());
    let verdict = loop {
        let side = game.position().side();
        if let Some(end) = game.end() {
            break Verdict::Ended(end);
        }
        if game.moves().len() >= conditions.most_plies {
            break Verdict::TooLong;
        }
        if let Some(winner) = agreed(&thoughts, side, conditions.adjudicate) {
            break Verdict::Adjudicated { winner };
        }
        let at = side_index(side);
        let limits = &conditions.limits[at];
        let turn = Turn {
            limits,
            left: limits.has_clock().then_some(left),
            patience: patience(limits, left[at], conditions.margin),
        };
        let begun = Instant::now();
        let choice = players[at].choose(&game, &turn);
        let time = begun.elapsed();
        let choice = match choice {
            Ok(choice) => choice,
            Err(trouble) => break Verdict::Failed { side, trouble },
        };
        let done = &mut effort[at];
        (done.moves, done.time) = (done.moves + 1, done.time + time);
        (done.nodes, done.depths) =
            (done.nodes + choice.nodes, done.depths + u64::from(choice.depth));
        let over = overrun(limits, &mut left[at], time);
        if over > conditions.margin {
            break Verdict::TimeLoss { side, over: over.as_millis() as u64 };
        }
        done.worst_overrun = done.worst_overrun.max(over);
        let (depth, nodes, score) = (choice.depth, choice.nodes, choice.score);
        match choice.act {
            // What a player gives may still be forbidden by how the game went.
            Act::Move(mv) => match game.play(mv) {
                Ok(()) => thoughts.push(Thought { score, depth, nodes, time }),
                Err(reason) => {
                    let word = game.position().usi(mv).to_string();
                    break illegal(side, word, reason.to_string(), players[at].is_foreign());
                }
            },
            Act::Illegal { word, reason } => {
                break illegal(side, word, reason, players[at].is_foreign());
            }
            Act::Resign => {
                let _ = game.resign(side);
            }
            Act::Declare => {
                if game.declare().is_err() {
                    let reason = "this game has no declaration".to_owned();
                    break illegal(side, "win".to_owned(), reason, players[at].is_foreign());
                }
            }
        }
    };
    Finished { game, verdict, effort, thoughts }
}

fn illegal(side: Side, word: String, reason: String, is_foreign: bool) -> Verdict {
    Verdict::Illegal { side, word, reason, is_foreign }
}

/// How long to wait for an answer before a player counts as silent.
fn patience(limits: &Limits, left: Duration, margin: Duration) -> Duration {
    let longest = match limits.move_time {
        Some(time) => time,
        None if limits.has_clock() => left + limits.byoyomi + limits.increment,
        // Counted in positions: whatever it takes, but not for ever.
        None => return Duration::from_secs(600),
    };
    longest + margin + Duration::from_secs(5)
}

/// Takes the time of a move off the clock; gives what it was too long.
fn overrun(limits: &Limits, left: &mut Duration, time: Duration) -> Duration {
    if let Some(limit) = limits.move_time {
        return time.saturating_sub(limit);
    }
    if !limits.has_clock() {
        return Duration::ZERO;
    }
    let over = time.saturating_sub(*left + limits.byoyomi);
    *left = left.saturating_sub(time) + limits.increment;
    over
}

/// The side that both players have held to be winning for some moves, if that is asked for.
fn agreed(thoughts: &[Thought], to_move: Side, limit: Option<i32>) -> Option<Side> {
    let limit = limit?;
    let last = thoughts.len().checked_sub(AGREED_PLIES).map(|start| &thoughts[start..])?;
    // The last thought is of the side that is not to move now.
    let mut side = to_move;
    let mut winner = None;
    for thought in last.iter().rev() {
        side = side.other();
        let score = thought.score.filter(|score| score.abs() >= limit)?;
        let ahead = if score > 0 { side } else { side.other() };
        if winner.is_some_and(|winner| winner != ahead) {
            return None;
        }
        winner = Some(ahead);
    }
    winner
}

#[cfg(test)]
mod tests;
