//! A game: a position with its history and its end.

use std::sync::Arc;

use koma_variants::{Chase, DropMate, Ending, EndingKind, ImpasseProfile};
use thiserror::Error;

use crate::ends::winner;
use crate::impasse::handicap_bonus;
use crate::{
    Declaration, End, IllegalMove, Move, Points, Position, Reason, Ruleset, Side, Square, Undo,
    UsiMove,
};

/// A game in progress or over.
///
/// # Examples
///
/// ```
/// use koma_rules::{Game, Reason, Ruleset, Side, Winner};
///
/// let rules = Ruleset::compile(koma_variants::find("minishogi").unwrap()).unwrap();
/// let mut game = Game::start(&rules);
/// game.play_usi("5e5c").unwrap_err(); // The king steps one square.
/// game.resign(Side::Gote).unwrap();
/// assert_eq!(game.end().unwrap().winner, Winner::Side(Side::Sente));
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

#[derive(Clone, Debug)]
struct Played {
    undo: Undo,
    key: u64,
    check: bool,
    /// It gave check or attacked something, where that matters.
    attack: bool,
    /// It took, promoted, dropped a man, or moved one that counts as progress.
    progress: bool,
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

    /// Plays by another impasse rule than the variant's own.
    #[must_use]
    pub fn with_impasse_profile(mut self, profile: ImpasseProfile) -> Self {
        self.profile = profile;
        self
    }

    /// The legal moves; none once the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.end.is_some() { Vec::new() } else { self.legal_moves_now() }
    }

    /// The legal move a text means, or why it is refused.
    pub fn explain_usi(&self, mv: &UsiMove) -> Result<Move, IllegalMove> {
        if self.end.is_some() {
            return Err(IllegalMove::GameEnded);
        }
        self.explain(self.position.rules().read_move(mv)?)
    }

    /// The legal move that a move means ([`Position::explain`]), or why it is refused.
    pub fn explain(&self, mv: Move) -> Result<Move, IllegalMove> {
        if self.end.is_some() {
            return Err(IllegalMove::GameEnded);
        }
        let mv = self.position.explain(mv)?;
        match self.forbidden_repetition() {
            Some(rule) if self.repeats(mv, rule) => Err(IllegalMove::Repeats),
            _ => Ok(mv),
        }
    }

    /// Plays a move if it is legal, and sees whether the game is over.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let mv = self.explain(mv)?;
        self.push(mv);
        Ok(())
    }

    /// Plays a move of [`Game::legal_moves`] without asking again. Any other move may panic, or
    /// give a position that makes no sense.
    pub fn play_unchecked(&mut self, mv: Move) {
        self.push(mv);
    }

    /// Plays a move given as text.
    pub fn play_usi(&mut self, text: &str) -> Result<(), IllegalMove> {
        let mv = text.parse().map_err(|_| IllegalMove::NotAMove { text: text.to_owned() })?;
        let mv = self.explain_usi(&mv)?;
        self.push(mv);
        Ok(())
    }

    /// Takes back the last move (待った is negotiated by whoever asks for this). A game that was
    /// over by that move goes on.
    pub fn undo(&mut self) -> Result<Move, Refusal> {
        let played = self.played.pop().ok_or(Refusal::NoMove)?;
        let mv = played.undo.mv();
        self.position.undo(played.undo);
        self.end = None;
        Ok(mv)
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
                self.end = Some(End::new(reason, winner));
                Ok(())
            }
        }
    }

    fn push(&mut self, mv: Move) {
        self.record(mv);
        self.end = self.natural_end();
    }

    /// Plays a move and notes what the endings will ask about it.
    fn record(&mut self, mv: Move) {
        let undo = self.position.play_unchecked(mv);
        let (key, check) = (self.position.key(), self.position.in_check());
        let attack = check || self.chases_matter() && self.attacks_something(mv.to());
        let progress = mv.promotes()
            || undo.victims().next().is_some()
            || mv.from().is_none_or(|from| self.is_final(from, mv.to()));
        self.played.push(Played { undo, key, check, attack, progress });
    }

    fn chases_matter(&self) -> bool {
        let chase = |ending: &Ending| {
            use EndingKind::{Repetition, RepetitionForbidden};
            matches!(
                ending.kind,
                Repetition { chaser_loses: Chase::Attack, .. }
                    | RepetitionForbidden { chaser: Chase::Attack, .. }
            )
        };
        self.position.rules().variant.endings.iter().any(chase)
    }

    /// Whether the man on a square could take something next.
    fn attacks_something(&self, square: Square) -> bool {
        let Some(man) = self.position.man_at(square) else { return false };
        let enemies = self.position.men(man.side.other());
        enemies.into_iter().any(|(target, _)| self.position.attacks(square, man, target))
    }

    /// Whether the move just played is one of men that count as progress, and its man could not go
    /// back at once.
    fn is_final(&self, from: Square, to: Square) -> bool {
        let Some(man) = self.position.man_at(to) else { return false };
        let counts = |ending: &Ending| match &ending.kind {
            EndingKind::NoProgress { kinds, .. } => {
                kinds[man.side as usize].contains(&man.kind.index())
            }
            _ => false,
        };
        self.position.rules().variant.endings.iter().any(counts)
            && !self.position.attacks(to, man, from)
    }

    /// The first of the variant's endings that has come about.
    fn natural_end(&self) -> Option<End> {
        let rules = Arc::clone(self.position.rules());
        let side = self.position.side();
        if let Some(end) = self.position.end_at_once() {
            return Some(end);
        }
        let stuck = !self.has_legal_move();
        rules.variant.endings.iter().find_map(|ending| {
            let winner = winner(ending.outcome, side);
            match ending.kind {
                EndingKind::Checkmate => {
                    (stuck && self.position.in_check()).then(|| self.mate(winner))
                }
                EndingKind::NoMove => {
                    (stuck && !self.position.in_check()).then_some(End::new(Reason::NoMove, winner))
                }
                EndingKind::Repetition { times, chaser_loses } => {
                    self.repetition(times, chaser_loses, winner)
                }
                EndingKind::MoveLimit { plies } => {
                    let over = self.played.len() as u64 >= u64::from(plies);
                    over.then_some(End::new(Reason::MoveLimit, winner))
                }
                EndingKind::NoProgress { plies, .. } => {
                    let idle = self.played.iter().rev().take_while(|played| !played.progress);
                    let over = idle.take(plies as usize).count() >= plies as usize;
                    over.then_some(End::new(Reason::NoProgress, winner))
                }
                _ => None,
            }
        })
    }

    /// Mate; a drop that may not give it loses.
    fn mate(&self, winner: Option<Side>) -> End {
        let dropped = self.played.last().and_then(|played| played.undo.mv().dropped());
        let loses = dropped.is_some_and(|kind| {
            let variant = &self.position.rules().variant;
            variant.kinds[kind.index()].drop_mate == DropMate::Loses
        });
        if loses {
            return End::new(Reason::DropMate, Some(self.position.side()));
        }
        End::new(Reason::Checkmate, winner)
    }

    fn has_legal_move(&self) -> bool {
        match self.forbidden_repetition() {
            None => self.position.has_legal_move(),
            Some(_) => !self.legal_moves_now().is_empty(),
        }
    }

    /// The occurrence of a position that may not come about, if the variant has such a rule.
    fn forbidden_repetition(&self) -> Option<(u8, Chase)> {
        self.position.rules().variant.endings.iter().find_map(|ending| match ending.kind {
            EndingKind::RepetitionForbidden { times, chaser } => Some((times, chaser)),
            _ => None,
        })
    }

    /// Whether a legal move brings a position about once too often, by a side that may not.
    fn repeats(&self, mv: Move, (times, chaser): (u8, Chase)) -> bool {
        let mut after = self.position.clone();
        let _ = after.play_unchecked(mv);
        let keys = std::iter::once(self.start.key()).chain(self.played.iter().map(|p| p.key));
        if keys.filter(|&key| key == after.key()).count() + 1 < usize::from(times) {
            return false;
        }
        let mut game = self.clone();
        game.record(mv);
        let lost = game.repetition(times, chaser, None).and_then(|end| end.winner.side());
        chaser == Chase::Nothing || lost == Some(self.position.side().other())
    }

    fn legal_moves_now(&self) -> Vec<Move> {
        let mut moves = self.position.legal_moves();
        if let Some(rule) = self.forbidden_repetition() {
            moves.retain(|&mv| !self.repeats(mv, rule));
        }
        moves
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

    fn repetition(&self, times: u8, chaser_loses: Chase, winner: Option<Side>) -> Option<End> {
        let first = self.earlier_occurrences().next()?;
        if self.occurrences() < usize::from(times) {
            return None;
        }
        // The side to move now made the first move of the cycle.
        let side = self.position.side();
        let cycle = &self.played[first..];
        let only = |does: fn(&Played) -> bool| {
            let always = |offset: usize| cycle.iter().skip(offset).step_by(2).all(does);
            match (always(0), always(1)) {
                (true, false) => Some(side),
                (false, true) => Some(side.other()),
                _ => None,
            }
        };
        let loser = |chaser: Side, reason| End::new(reason, Some(chaser.other()));
        let checker = only(|played| played.check).filter(|_| chaser_loses != Chase::Nothing);
        if let Some(checker) = checker {
            return Some(loser(checker, Reason::PerpetualCheck));
        }
        let chaser = only(|played| played.attack).filter(|_| chaser_loses == Chase::Attack);
        Some(match chaser {
            Some(chaser) => loser(chaser, Reason::PerpetualAttack),
            None => End::new(Reason::Repetition, winner),
        })
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
