//! A game: a position with its history and its end.

use std::sync::Arc;

use koma_variants::{Chase, EndingKind, ImpasseProfile, Outcome};
use thiserror::Error;

use crate::impasse::handicap_bonus;
use crate::{Declaration, IllegalMove, Move, Points, Position, Ruleset, Side, Undo, UsiMove};

/// A game in progress or over.
///
/// # Examples
///
/// ```
/// use koma_rules::{Game, Reason, Ruleset, Side};
///
/// let rules = Ruleset::compile(koma_variants::find("minishogi").unwrap()).unwrap();
/// let mut game = Game::start(&rules);
/// game.play_usi("5e5c").unwrap_err(); // The king steps one square.
/// game.resign(Side::Gote).unwrap();
/// assert_eq!(game.end().unwrap().winner, Some(Side::Sente));
/// assert_eq!(game.end().unwrap().reason, Reason::Resignation);
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    position: Position,
    played: Vec<Played>,
    bonus: [u32; 2],
    profile: ImpasseProfile,
    end: Option<End>,
}

#[derive(Clone, Copy, Debug)]
struct Played {
    undo: Undo,
    key: u64,
    check: bool,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// What happened.
    pub reason: Reason,
    /// Who won; `None` is a draw.
    pub winner: Option<Side>,
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// 詰み.
    Checkmate,
    /// No legal move, though not in check.
    NoMove,
    /// The last royal was taken.
    RoyalTaken,
    /// 千日手.
    Repetition,
    /// 連続王手の千日手: the side that gave check with every move loses.
    PerpetualCheck,
    /// The greatest number of moves was played.
    MoveLimit,
    /// 入玉宣言: a declaration that held.
    Declaration,
    /// A declaration that did not hold.
    FalseDeclaration,
    /// 持将棋 by agreement.
    AgreedImpasse,
    /// A draw by agreement.
    AgreedDraw,
    /// 投了.
    Resignation,
    /// 時間切れ.
    TimeLoss,
    /// 反則.
    IllegalMove,
}

/// Why a game would not do something that is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The game is over.
    #[error("the game is over")]
    Ended,
    /// The impasse profile has no declarations.
    #[error("this game has no entering-king declaration")]
    NoDeclaration,
    /// There is nothing to take back.
    #[error("no move has been played")]
    NoMove,
}

impl Game {
    /// A game from the start position.
    pub fn start(rules: &Arc<Ruleset>) -> Self {
        Self::from(Position::start(rules))
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position it began with.
    pub fn first_position(&self) -> &Position {
        &self.start
    }

    /// The moves played.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> {
        self.played.iter().map(|played| played.undo.mv())
    }

    /// The last move played, with what it took.
    pub fn last(&self) -> Option<&Undo> {
        self.played.last().map(|played| &played.undo)
    }

    /// The end, once there is one.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The impasse rule in force.
    pub fn impasse_profile(&self) -> ImpasseProfile {
        self.profile
    }

    /// Plays by another impasse rule than the variant's own.
    #[must_use]
    pub fn with_impasse_profile(mut self, profile: ImpasseProfile) -> Self {
        self.profile = profile;
        self
    }

    /// The legal moves; none once the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.end.is_some() { Vec::new() } else { self.position.legal_moves() }
    }

    /// The legal move a text means, or why it is refused.
    pub fn explain(&self, mv: &UsiMove) -> Result<Move, IllegalMove> {
        if self.end.is_some() { Err(IllegalMove::GameEnded) } else { self.position.explain(mv) }
    }

    /// Plays a move if it is legal, and sees whether the game is over.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let mv = self.explain(&self.position.usi(mv))?;
        self.push(mv);
        Ok(())
    }

    /// Plays a move given as text.
    pub fn play_usi(&mut self, text: &str) -> Result<(), IllegalMove> {
        let mv = text.parse().map_err(|_| IllegalMove::NotAMove { text: text.to_owned() })?;
        let mv = self.explain(&mv)?;
        self.push(mv);
        Ok(())
    }

    /// Takes back the last move (待った is negotiated by whoever asks for this). A game that was
    /// over by that move goes on.
    pub fn undo(&mut self) -> Result<Move, Refusal> {
        let played = self.played.pop().ok_or(Refusal::NoMove)?;
        self.position.undo(played.undo);
        self.end = None;
        Ok(played.undo.mv())
    }

    /// A side gives up.
    pub fn resign(&mut self, side: Side) -> Result<(), Refusal> {
        self.finish(Reason::Resignation, Some(side.other()))
    }

    /// A side's time is up.
    pub fn lose_on_time(&mut self, side: Side) -> Result<(), Refusal> {
        self.finish(Reason::TimeLoss, Some(side.other()))
    }

    /// A side made an illegal move where that loses.
    pub fn lose_by_illegal_move(&mut self, side: Side) -> Result<(), Refusal> {
        self.finish(Reason::IllegalMove, Some(side.other()))
    }

    /// Both sides agree on a draw.
    pub fn agree_draw(&mut self) -> Result<(), Refusal> {
        self.finish(Reason::AgreedDraw, None)
    }

    /// Both sides agree on an impasse: all men count, a side under 24 points loses.
    pub fn agree_impasse(&mut self) -> Result<(), Refusal> {
        let poor = Side::BOTH.map(|side| self.points(side).all < 24);
        let winner = match poor {
            [true, false] => Some(Side::Gote),
            [false, true] => Some(Side::Sente),
            _ => None,
        };
        self.finish(Reason::AgreedImpasse, winner)
    }

    /// The impasse points of a side, which can be asked for at any time.
    pub fn points(&self, side: Side) -> Points {
        self.position.points_with(side, self.bonus[side as usize])
    }

    /// What a declaration by the side to move would come to. Whether it has time left is for the
    /// caller to know.
    pub fn declaration(&self) -> Declaration {
        let bonus = self.bonus[self.position.side() as usize];
        self.position.declaration_with(self.profile, bonus)
    }

    /// 入玉宣言: the side to move declares. A false declaration loses.
    pub fn declare(&mut self) -> Result<End, Refusal> {
        let side = self.position.side();
        match self.declaration() {
            Declaration::Wins => self.finish(Reason::Declaration, Some(side))?,
            Declaration::Draws => self.finish(Reason::Declaration, None)?,
            Declaration::Fails => self.finish(Reason::FalseDeclaration, Some(side.other()))?,
            Declaration::NotOffered => return Err(Refusal::NoDeclaration),
        }
        self.end.ok_or(Refusal::Ended)
    }

    /// How often the position now has stood on the board, this time included.
    pub fn occurrences(&self) -> usize {
        1 + self.earlier_occurrences().count()
    }

    fn finish(&mut self, reason: Reason, winner: Option<Side>) -> Result<(), Refusal> {
        match self.end {
            Some(_) => Err(Refusal::Ended),
            None => {
                self.end = Some(End { reason, winner });
                Ok(())
            }
        }
    }

    fn push(&mut self, mv: Move) {
        let undo = self.position.play_unchecked(mv);
        let (key, check) = (self.position.key(), self.position.in_check());
        self.played.push(Played { undo, key, check });
        self.end = self.natural_end();
    }

    /// The first of the variant's endings that has come about.
    fn natural_end(&self) -> Option<End> {
        let rules = Arc::clone(self.position.rules());
        let side = self.position.side();
        let stuck = self.position.legal_moves().is_empty();
        rules.variant.endings.iter().find_map(|ending| {
            let winner = match ending.outcome {
                Outcome::Loss => Some(side.other()),
                Outcome::Win => Some(side),
                Outcome::Draw => None,
                Outcome::FirstPlayerLoses => Some(Side::Gote),
            };
            match ending.kind {
                EndingKind::RoyalTaken => self
                    .position
                    .has_lost_royal(side)
                    .then_some(End { reason: Reason::RoyalTaken, winner }),
                EndingKind::Checkmate => (stuck && self.position.in_check())
                    .then_some(End { reason: Reason::Checkmate, winner }),
                EndingKind::NoMove => (stuck && !self.position.in_check())
                    .then_some(End { reason: Reason::NoMove, winner }),
                EndingKind::Repetition { times, chaser_loses } => {
                    self.repetition(times, chaser_loses == Chase::Check, winner)
                }
                EndingKind::MoveLimit { plies } => {
                    let over = self.played.len() as u64 >= u64::from(plies);
                    over.then_some(End { reason: Reason::MoveLimit, winner })
                }
                _ => None,
            }
        })
    }

    /// The numbers of moves after which the position now had stood before; 0 is the start.
    fn earlier_occurrences(&self) -> impl Iterator<Item = usize> {
        let now = self.position.key();
        let keys =
            std::iter::once(self.start.key()).chain(self.played.iter().map(|played| played.key));
        keys.take(self.played.len())
            .enumerate()
            .filter(move |&(_, key)| key == now)
            .map(|(ply, _)| ply)
    }

    fn repetition(
        &self,
        times: u8,
        perpetual_check_loses: bool,
        winner: Option<Side>,
    ) -> Option<End> {
        let first = self.earlier_occurrences().next()?;
        if self.occurrences() < usize::from(times) {
            return None;
        }
        // The side to move now made the first move of the cycle.
        let side = self.position.side();
        let cycle = &self.played[first..];
        let always_checked =
            |offset: usize| cycle.iter().skip(offset).step_by(2).all(|played| played.check);
        let checker = match (always_checked(0), always_checked(1)) {
            (true, false) => Some(side),
            (false, true) => Some(side.other()),
            _ => None,
        };
        match checker.filter(|_| perpetual_check_loses) {
            Some(checker) => {
                Some(End { reason: Reason::PerpetualCheck, winner: Some(checker.other()) })
            }
            None => Some(End { reason: Reason::Repetition, winner }),
        }
    }
}

impl From<Position> for Game {
    /// A game from any position. It may be over before it begins: a side that is mated, or has no
    /// move, has lost.
    fn from(start: Position) -> Self {
        let first = start.setup();
        let bonus = Side::BOTH.map(|side| handicap_bonus(&first, start.rules(), side));
        let profile = start.rules().variant.impasse.profile;
        let mut game =
            Self { position: start.clone(), start, played: Vec::new(), bonus, profile, end: None };
        game.end = game.natural_end();
        game
    }
}
