//! Players, and the two that know nothing.

use std::time::Duration;

use koma_rules::{Game, Move, Position, Side};
use thiserror::Error;

use crate::Random;

/// How long a player may think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Positions a move.
    pub nodes: Option<u64>,
    /// Plies.
    pub depth: Option<u32>,
    /// Time a move.
    pub move_time: Option<Duration>,
    /// Time for the game, to which the next two are added.
    pub main_time: Option<Duration>,
    /// Time given with each move.
    pub increment: Duration,
    /// 秒読み: time for each move once the main time is used up.
    pub byoyomi: Duration,
}

impl Limits {
    /// Whether a clock runs over the whole game.
    pub fn has_clock(&self) -> bool {
        self.main_time.is_some() || !self.byoyomi.is_zero() || !self.increment.is_zero()
    }
}

/// What a player is told when it is to move.
#[derive(Clone, Debug)]
pub struct Turn<'a> {
    /// How long it may think.
    pub limits: &'a Limits,
    /// What is left on both clocks, Sente first, where clocks run.
    pub left: Option<[Duration; 2]>,
    /// The longest time after which somebody who has not answered is given up.
    pub patience: Duration,
}

/// What a player does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// It plays a legal move.
    Move(Move),
    /// It plays something else.
    Illegal {
        /// What it said.
        word: String,
        /// Why that is refused.
        reason: String,
    },
    /// It gives up.
    Resign,
    /// 入玉宣言: it declares to have won.
    Declare,
}

/// What a player does, and how it came to it.
#[derive(Clone, Debug)]
pub struct Choice {
    /// What it does.
    pub act: Act,
    /// Positions it looked at; 0 if it does not say.
    pub nodes: u64,
    /// How deep it looked.
    pub depth: u32,
    /// What it thinks of the position, in hundredths of a pawn; a mate is 30,000 and more.
    pub score: Option<i32>,
}

impl From<Act> for Choice {
    fn from(act: Act) -> Self {
        Self { act, nodes: 0, depth: 0, score: None }
    }
}

/// Why a player cannot play on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Trouble {
    /// It is gone.
    #[error("crashed: {0}")]
    Crashed(String),
    /// It does not answer.
    #[error("no answer: {0}")]
    Silent(String),
    /// It cannot play this game.
    #[error("cannot play this: {0}")]
    Unable(String),
}

/// Somebody who plays.
pub trait Player: Send {
    /// What to call it.
    fn name(&self) -> String;

    /// Another game begins. Players that use chance take it from `seed`.
    fn new_game(&mut self, game: &Game, seed: u64) -> Result<(), Trouble>;

    /// Asks for a move of a game that is not over.
    fn choose(&mut self, game: &Game, turn: &Turn<'_>) -> Result<Choice, Trouble>;

    /// Whether it knows the rules from elsewhere, so that an illegal move may be a disagreement.
    fn is_foreign(&self) -> bool {
        false
    }
}

/// Plays any legal move.
#[derive(Debug)]
pub struct RandomMover(Random);

impl Default for RandomMover {
    fn default() -> Self {
        Self(Random::new(0))
    }
}

impl Player for RandomMover {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn new_game(&mut self, _: &Game, seed: u64) -> Result<(), Trouble> {
        self.0 = Random::new(seed);
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: &Turn<'_>) -> Result<Choice, Trouble> {
        let moves = game.legal_moves();
        if moves.is_empty() {
            return Ok(Act::Resign.into());
        }
        Ok(Act::Move(moves[self.0.below(moves.len())]).into())
    }
}

/// Takes the dearest man it can, promotes, mates in one, and otherwise plays any move. With
/// exchanges it also minds whether the man it moves can be taken then.
#[derive(Debug)]
pub struct Greedy {
    random: Random,
    exchanges: bool,
}

impl Greedy {
    /// Without exchanges it looks at one ply.
    pub const fn new(exchanges: bool) -> Self {
        Self { random: Random::new(0), exchanges }
    }

    /// What a move gains at once.
    fn gain(&self, position: &mut Position, mv: Move) -> i64 {
        let side = position.side();
        let value = |position: &Position, kind: koma_rules::KindId| {
            let kind = &position.rules().variant().kinds[kind.index()];
            if kind.royal { ROYAL } else { i64::from(kind.piece.value) }
        };
        let undo = position.play_unchecked(mv);
        let mut gain: i64 = undo
            .victims()
            .map(|(_, man)| {
                let sign = if man.side == side { -1 } else { 1 };
                sign * value(position, man.kind)
            })
            .sum();
        if let Some(man) = position.man_at(mv.to()).filter(|man| man.side == side) {
            if mv.dropped().is_none() {
                gain += value(position, man.kind) - value(position, undo.mover().kind);
            }
            if self.exchanges && position.is_attacked(mv.to(), side.other()) {
                gain -= value(position, man.kind);
            }
        }
        if position.rules().variant().check_rules
            && position.in_check()
            && !position.has_legal_move()
        {
            gain += ROYAL;
        }
        position.undo(undo);
        gain
    }
}

/// More than everything else on a board.
const ROYAL: i64 = 1 << 40;

impl Player for Greedy {
    fn name(&self) -> String {
        if self.exchanges { "exchange" } else { "greedy" }.to_owned()
    }

    fn new_game(&mut self, _: &Game, seed: u64) -> Result<(), Trouble> {
        self.random = Random::new(seed);
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: &Turn<'_>) -> Result<Choice, Trouble> {
        let mut position = game.position().clone();
        let mut best: Vec<Move> = Vec::new();
        let mut most = i64::MIN;
        for mv in game.legal_moves() {
            let gain = self.gain(&mut position, mv);
            if gain > most {
                most = gain;
                best.clear();
            }
            if gain == most {
                best.push(mv);
            }
        }
        if best.is_empty() {
            return Ok(Act::Resign.into());
        }
        Ok(Act::Move(best[self.random.below(best.len())]).into())
    }
}

/// The time a side is told it has.
pub(crate) fn side_index(side: Side) -> usize {
    side as usize
}
