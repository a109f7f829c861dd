//! A game as a state machine: what stands, what a command comes to, what an event changes.
//!
//! No I/O and no clock: whoever owns the session says what time it is, stores the events and tells
//! them. A session made from stored events is the same as the one that made them.

use std::collections::HashMap;
use std::sync::Arc;

use koma_rules::{Game, IllegalMove, Position, Reason, Ruleset, Setup, Side, UsiMove, Winner};
use thiserror::Error;

use super::clock::{Clocks, Tick, TimeControl};
use super::event::{Claim, Command, EventKind, Proposal, Setting};
use super::refusal::Refusal;
use crate::view::{EndReason, MoveText, WinnerName};

/// What a side that grants 待った gains.
pub const TAKEBACK_GAIN: u64 = 15_000;
/// A game with so many events can only be resigned.
const MOST_EVENTS: u32 = 50_000;

/// Whether a game has begun, or is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Stage {
    /// A seat is empty.
    Waiting,
    /// Both play.
    Playing,
    /// It is over.
    Ended,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What happened.
    pub reason: EndReason,
    /// Who won; `None` where there is no result.
    pub winner: Option<Winner>,
    /// The id of the record.
    pub record: Option<String>,
}

/// A turn that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Who moved.
    pub side: Side,
    /// The move.
    pub text: MoveText,
    /// Thinking time in milliseconds.
    pub spent: u64,
    /// The clocks when the turn began.
    before: Option<Clocks>,
    /// What each side had been given by then.
    gifts: [u64; 2],
}

/// A stored event that does not fit those before it.
#[derive(Debug, Error)]
#[error("event {n} does not follow from those before it: {why}")]
pub struct Broken {
    /// Its number.
    pub n: u32,
    /// What is wrong.
    pub why: String,
}

/// A game: setting, board, clocks, offers, end.
#[derive(Clone, Debug)]
pub struct GameSession {
    setting: Setting,
    game: Game,
    names: [Option<String>; 2],
    seated: [bool; 2],
    clocks: Option<Clocks>,
    /// When `clocks` were right.
    since: Tick,
    /// What the side to move had spent on this turn by then.
    spent: u64,
    /// The clocks when this turn began.
    turn_began: Option<Clocks>,
    /// What each side was given in all.
    gifts: [u64; 2],
    turns: Vec<Turn>,
    offers: [Vec<Proposal>; 2],
    /// What each side has asked for since the last move.
    asked: [Vec<Proposal>; 2],
    outcome: Option<Outcome>,
    next: Option<String>,
    last: u32,
    done: HashMap<(Side, String), u32>,
}

impl GameSession {
    /// A game nobody has joined yet: the state after its first event.
    pub fn new(rules: &Arc<Ruleset>, setting: Setting, now: Tick) -> Result<Self, Broken> {
        let broken = |why: String| Broken { n: 1, why };
        let setup = Setup::read(rules, &setting.start_sfen).map_err(|e| broken(e.to_string()))?;
        let start = Position::new(rules, &setup).map_err(|faults| broken(format!("{faults:?}")))?;
        let clocks = setting.clock.start();
        let mut session = Self {
            game: Game::from(start),
            names: [None, None],
            seated: [false, false],
            clocks,
            since: now,
            spent: 0,
            turn_began: clocks,
            gifts: [0, 0],
            turns: Vec::new(),
            offers: [Vec::new(), Vec::new()],
            asked: [Vec::new(), Vec::new()],
            outcome: None,
            next: None,
            last: 1,
            done: HashMap::new(),
            setting,
        };
        session.sit(session.setting.side.into(), session.setting.name.clone());
        Ok(session)
    }

    /// The setting.
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// The board and its history.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The turns played, without those that were taken back.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The number of the newest event.
    pub fn last(&self) -> u32 {
        self.last
    }

    /// The number of the move that is next, as SFEN counts.
    pub fn ply(&self) -> u32 {
        self.game.position().ply()
    }

    /// The name of who sits there.
    pub fn name(&self, side: Side) -> Option<&str> {
        self.names[side as usize].as_deref()
    }

    /// Whether somebody sits there.
    pub fn is_seated(&self, side: Side) -> bool {
        self.seated[side as usize]
    }

    /// Whether it has begun, or is over.
    pub fn stage(&self) -> Stage {
        match (&self.outcome, self.seated) {
            (Some(_), _) => Stage::Ended,
            (None, [true, true]) => Stage::Playing,
            (None, _) => Stage::Waiting,
        }
    }

    /// How it ended.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// The id of the rematch.
    pub fn next(&self) -> Option<&str> {
        self.next.as_deref()
    }

    /// What a side asks for.
    pub fn offers(&self, side: Side) -> &[Proposal] {
        &self.offers[side as usize]
    }

    /// The event a command of a side caused, if it was carried out before.
    pub fn done(&self, side: Side, command: &str) -> Option<u32> {
        self.done.get(&(side, command.to_owned())).copied()
    }

    /// Notes that a command of a side caused an event.
    pub fn note_done(&mut self, side: Side, command: &str, n: u32) {
        self.done.insert((side, command.to_owned()), n);
    }

    /// The clocks at a time.
    pub fn clocks(&self, now: Tick) -> Option<Clocks> {
        let elapsed = now.saturating_sub(self.since);
        self.clocks.map(|clocks| clocks.after(elapsed, self.setting.clock))
    }

    /// When the flag of the side to move falls, if nothing happens before.
    pub fn deadline(&self) -> Option<Tick> {
        let clocks = self.clocks?;
        let running = clocks.running?;
        let left = clocks.of(running.into()).left(self.setting.clock);
        Some(self.since.saturating_add(left))
    }

    /// When the clocks were set.
    pub fn since(&self) -> Tick {
        self.since
    }

    /// Sets the clocks going at a time: that of loading, so that nobody pays for a restart.
    pub fn resume(&mut self, now: Tick) {
        self.since = now;
    }

    /// The end by time, if the flag has fallen.
    pub fn flag(&mut self, now: Tick) -> Option<EventKind> {
        let late = self.deadline().is_some_and(|deadline| now >= deadline);
        let loser = Side::from(late.then(|| self.clocks?.running)??);
        self.game.lose_on_time(loser).ok()?;
        Some(self.end_now(Reason::TimeLoss, loser.other(), now))
    }

    /// Somebody takes the empty seat.
    pub fn join(&mut self, name: Option<String>, now: Tick) -> Result<EventKind, Refusal> {
        if self.outcome.is_some() {
            return Err(Refusal::Ended);
        }
        let side = self.empty_seat().ok_or(Refusal::SeatTaken)?;
        let clocks = self.clocks.map(|clocks| clocks.running(Some(self.game.position().side())));
        let event = EventKind::Joined { side: side.into(), name, clocks };
        self.note(&event, now);
        Ok(event)
    }

    /// The seat nobody sits on.
    pub fn empty_seat(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| !self.seated[side as usize])
    }

    /// Carries out a command, or says why not. The events must be stored before anybody hears of
    /// them; if that fails, the session is to be thrown away and made from the log again.
    ///
    /// `next` is the id of the next game, if this command makes one.
    pub fn command(
        &mut self,
        side: Side,
        ply: Option<u32>,
        command: &Command,
        next: Option<&str>,
        now: Tick,
    ) -> Result<Vec<EventKind>, Refusal> {
        self.admit(ply, command)?;
        match command {
            Command::Move { usi } => self.play(side, usi, now),
            Command::Resign => self.resign(side, now).map(|event| vec![event]),
            Command::Declare => self.declare(side, now).map(|event| vec![event]),
            Command::Offer { what } => self.offer(side, *what, next, now).map(|event| vec![event]),
            Command::Accept { what } => {
                self.accept(side, *what, next, now).map(|event| vec![event])
            }
            Command::Decline { what } => self.decline(side, *what, now).map(|event| vec![event]),
            Command::AddTime { ms } => self.add_time(side, *ms, now).map(|event| vec![event]),
            Command::Claim { what } => self.claim(side, *what, now).map(|event| vec![event]),
        }
    }

    /// Applies a stored event.
    pub fn apply(&mut self, event: &EventKind, now: Tick) -> Result<(), Broken> {
        let broken = |why: String| Broken { n: self.last + 1, why };
        match event {
            EventKind::Created(_) => return Err(broken("a game is made once".to_owned())),
            EventKind::Moved { usi, .. } => {
                self.game.play_usi(usi).map_err(|reason| broken(format!("{usi}: {reason}")))?;
            }
            EventKind::TakenBack { ply, .. } => {
                while self.ply() > *ply {
                    self.game.undo().map_err(|reason| broken(reason.to_string()))?;
                }
            }
            EventKind::Ended { reason, winner, .. } => self.end_board(*reason, *winner),
            _ => {}
        }
        self.note(event, now);
        Ok(())
    }

    /// Whether such a command of a side would make the next game: both want it then.
    pub fn makes_next(&self, side: Side, command: &Command) -> bool {
        let rematch = Proposal::Rematch;
        let agrees = matches!(command, Command::Offer { what } | Command::Accept { what } if *what == rematch);
        agrees && self.next.is_none() && self.offers(side.other()).contains(&rematch)
    }

    /// The game has become a record.
    pub fn recorded(&mut self, id: &str) -> EventKind {
        let event = EventKind::Recorded { record: id.to_owned() };
        self.note(&event, self.since);
        event
    }

    fn sit(&mut self, side: Side, name: Option<String>) {
        self.names[side as usize] = name;
        self.seated[side as usize] = true;
    }

    /// What every command has to pass.
    pub fn admit(&self, ply: Option<u32>, command: &Command) -> Result<(), Refusal> {
        use Command::{Accept, Declare, Decline, Move, Offer, Resign};
        let rematch = matches!(
            command,
            Offer { what: Proposal::Rematch }
                | Accept { what: Proposal::Rematch }
                | Decline { what: Proposal::Rematch }
        );
        match self.stage() {
            Stage::Ended if !rematch => return Err(Refusal::Ended),
            Stage::Playing | Stage::Waiting if rematch => return Err(Refusal::NotEnded),
            Stage::Waiting if *command != Resign => return Err(Refusal::NotStarted),
            _ => {}
        }
        match ply {
            Some(ply) if ply != self.ply() => return Err(Refusal::Stale { next: self.ply() }),
            None if matches!(command, Move { .. } | Declare) => return Err(Refusal::NeedsPly),
            _ => {}
        }
        if self.last >= MOST_EVENTS && *command != Resign {
            return Err(Refusal::TooLong);
        }
        Ok(())
    }

    fn play(&mut self, side: Side, usi: &str, now: Tick) -> Result<Vec<EventKind>, Refusal> {
        let position = self.game.position();
        if position.side() != side {
            return Err(Refusal::NotYourTurn);
        }
        let asked: UsiMove = usi
            .parse()
            .map_err(|_| Refusal::Illegal(IllegalMove::NotAMove { text: shorten(usi) }))?;
        let mv = self.game.explain_usi(&asked).map_err(Refusal::Illegal)?;
        let geometry = position.rules().geometry();
        let last_to = self.game.last().map(|undo| geometry.name(undo.mv().to()));
        let text = MoveText::of(position, &position.usi(mv), last_to);
        let ply = position.ply();
        self.game.play_unchecked(mv);
        let elapsed = now.saturating_sub(self.since);
        let next = self.game.position().side();
        let clocks = self.clocks.map(|clocks| {
            let moved = clocks.moved(elapsed, next, self.setting.clock);
            moved.unwrap_or_else(|| clocks.after(elapsed, self.setting.clock).running(Some(next)))
        });
        let moved = EventKind::Moved {
            side: side.into(),
            ply,
            usi: text.usi,
            japanese: text.japanese,
            english: text.english,
            spent: self.spent + elapsed,
            clocks,
            sfen: self.game.position().sfen(),
        };
        self.note(&moved, now);
        let mut events = vec![moved];
        if let Some(end) = self.game.end() {
            events.push(self.end_now(end.reason, end.winner, now));
        }
        Ok(events)
    }

    fn resign(&mut self, side: Side, now: Tick) -> Result<EventKind, Refusal> {
        if self.stage() == Stage::Waiting {
            return Ok(self.end(EndReason::Aborted, None, now));
        }
        self.game.resign(side).map_err(|_| Refusal::Ended)?;
        Ok(self.end_now(Reason::Resignation, side.other(), now))
    }

    fn declare(&mut self, side: Side, now: Tick) -> Result<EventKind, Refusal> {
        if self.game.position().side() != side {
            return Err(Refusal::NotYourTurn);
        }
        let end = self.game.declare().map_err(|refusal| match refusal {
            koma_rules::Refusal::NoDeclaration => Refusal::NoDeclaration,
            _ => Refusal::Ended,
        })?;
        Ok(self.end_now(end.reason, end.winner, now))
    }

    fn offer(
        &mut self,
        side: Side,
        what: Proposal,
        next: Option<&str>,
        now: Tick,
    ) -> Result<EventKind, Refusal> {
        if self.offers(side.other()).contains(&what) {
            // Both want it.
            return self.accept(side, what, next, now);
        }
        if what == Proposal::Rematch && self.next.is_some() {
            return Err(Refusal::HasNext);
        }
        if what == Proposal::Rematch && !self.seated[side.other() as usize] {
            return Err(Refusal::NotStarted);
        }
        if what == Proposal::Takeback && self.last_turn_of(side).is_none() {
            return Err(Refusal::NothingToTakeBack);
        }
        if self.asked[side as usize].contains(&what) {
            return Err(Refusal::AlreadyOffered);
        }
        let event = EventKind::Offered { side: side.into(), what };
        self.note(&event, now);
        Ok(event)
    }

    fn accept(
        &mut self,
        side: Side,
        what: Proposal,
        next: Option<&str>,
        now: Tick,
    ) -> Result<EventKind, Refusal> {
        if !self.offers(side.other()).contains(&what) {
            return Err(Refusal::NotOffered);
        }
        match what {
            Proposal::Draw => {
                self.game.agree_draw().map_err(|_| Refusal::Ended)?;
                Ok(self.end_now(Reason::AgreedDraw, Winner::Draw, now))
            }
            Proposal::Impasse => {
                self.game.agree_impasse().map_err(|_| Refusal::Ended)?;
                let winner = self.game.end().map_or(Winner::Draw, |end| end.winner);
                Ok(self.end_now(Reason::AgreedImpasse, winner, now))
            }
            Proposal::Takeback => self.take_back(side.other(), now),
            Proposal::Rematch if self.next.is_some() => Err(Refusal::HasNext),
            Proposal::Rematch => {
                let game = next.ok_or(Refusal::NotEnded)?.to_owned();
                let event = EventKind::Rematch { game };
                self.note(&event, now);
                Ok(event)
            }
        }
    }

    fn decline(&mut self, side: Side, what: Proposal, now: Tick) -> Result<EventKind, Refusal> {
        if !Side::BOTH.into_iter().any(|side| self.offers(side).contains(&what)) {
            return Err(Refusal::NotOffered);
        }
        let event = EventKind::Declined { side: side.into(), what };
        self.note(&event, now);
        Ok(event)
    }

    /// Goes back to before the last move of the side that asked.
    fn take_back(&mut self, asker: Side, now: Tick) -> Result<EventKind, Refusal> {
        let index = self.last_turn_of(asker).ok_or(Refusal::NothingToTakeBack)?;
        let turn = self.turns[index].clone();
        for _ in index..self.turns.len() {
            self.game.undo().map_err(|_| Refusal::NothingToTakeBack)?;
        }
        // What was given since stays given.
        let gain = if turn.before.is_some() { TAKEBACK_GAIN } else { 0 };
        let clocks = turn.before.map(|before| {
            let since = |side: Side| self.gifts[side as usize] - turn.gifts[side as usize];
            let given = before
                .with_more(Side::Sente, since(Side::Sente))
                .with_more(Side::Gote, since(Side::Gote));
            given.with_more(asker.other(), gain).running(Some(asker))
        });
        let event = EventKind::TakenBack {
            side: asker.into(),
            ply: self.ply(),
            gain,
            clocks,
            sfen: self.game.position().sfen(),
        };
        self.note(&event, now);
        Ok(event)
    }

    fn last_turn_of(&self, side: Side) -> Option<usize> {
        self.turns.iter().rposition(|turn| turn.side == side)
    }

    fn add_time(&mut self, side: Side, ms: u64, now: Tick) -> Result<EventKind, Refusal> {
        if self.setting.clock == TimeControl::None {
            return Err(Refusal::NoClock);
        }
        if !(1000..=3_600_000).contains(&ms) {
            return Err(Refusal::BadTime);
        }
        let event = EventKind::TimeAdded {
            side: side.other().into(),
            ms,
            spent: self.spent + now.saturating_sub(self.since),
            clocks: self.clocks(now).map(|clocks| clocks.with_more(side.other(), ms)),
        };
        self.note(&event, now);
        Ok(event)
    }

    /// Ends the game for a side that was left alone; that it was is for the caller to know.
    fn claim(&mut self, side: Side, what: Claim, now: Tick) -> Result<EventKind, Refusal> {
        if self.game.position().side() == side {
            return Err(Refusal::YourTurn);
        }
        if what == Claim::Win && self.setting.clock == TimeControl::None {
            return Err(Refusal::NoClock);
        }
        let winner = (what == Claim::Win).then_some(Winner::Side(side));
        Ok(self.end(EndReason::Abandoned, winner, now))
    }

    fn end_now(&mut self, reason: Reason, winner: impl Into<Winner>, now: Tick) -> EventKind {
        self.end(reason.into(), Some(winner.into()), now)
    }

    fn end(&mut self, reason: EndReason, winner: Option<Winner>, now: Tick) -> EventKind {
        let clocks = self.clocks(now).map(|clocks| clocks.running(None));
        let winner = winner.map(WinnerName::from);
        let event = EventKind::Ended { reason, winner, clocks };
        self.note(&event, now);
        event
    }

    /// Ends the board's game as a stored event says; moves have ended theirs already.
    fn end_board(&mut self, reason: EndReason, winner: Option<WinnerName>) {
        let EndReason::Rules(reason) = reason else { return };
        let winner = winner.and_then(|winner| Winner::from(winner).side());
        let loser = winner.map(Side::other);
        // A game that is over by its last move refuses, and is right.
        let _ = match (reason, loser) {
            (Reason::Resignation, Some(loser)) => self.game.resign(loser),
            (Reason::TimeLoss, Some(loser)) => self.game.lose_on_time(loser),
            (Reason::AgreedDraw, _) => self.game.agree_draw(),
            (Reason::AgreedImpasse, _) => self.game.agree_impasse(),
            (Reason::Declaration | Reason::FalseDeclaration, _) => self.game.declare().map(|_| ()),
            _ => Ok(()),
        };
    }

    /// Everything an event changes besides the board.
    fn note(&mut self, event: &EventKind, now: Tick) {
        self.last += 1;
        match event {
            EventKind::Created(_) => {}
            EventKind::Joined { side, name, clocks } => {
                self.sit((*side).into(), name.clone());
                self.begin_turn(*clocks, now);
            }
            EventKind::Moved { side, usi, japanese, english, spent, clocks, .. } => {
                self.turns.push(Turn {
                    side: (*side).into(),
                    text: MoveText {
                        usi: usi.clone(),
                        japanese: japanese.clone(),
                        english: english.clone(),
                    },
                    spent: *spent,
                    before: self.turn_began,
                    gifts: self.gifts,
                });
                self.begin_turn(*clocks, now);
            }
            EventKind::Offered { side, what } => {
                self.offers[*side as usize].push(*what);
                self.asked[*side as usize].push(*what);
            }
            EventKind::Declined { what, .. } => {
                self.offers.iter_mut().for_each(|offers| offers.retain(|offer| offer != what));
            }
            EventKind::TakenBack { side, clocks, gain, ply, .. } => {
                let first = self.game.first_position().ply();
                self.turns.truncate(ply.saturating_sub(first) as usize);
                self.gifts[Side::from(*side).other() as usize] += gain;
                self.begin_turn(*clocks, now);
            }
            EventKind::TimeAdded { side, ms, spent, clocks } => {
                self.gifts[*side as usize] += ms;
                self.turn_began = self.turn_began.map(|began| began.with_more((*side).into(), *ms));
                self.set_clocks(*clocks, now);
                self.spent = *spent;
            }
            EventKind::Ended { reason, winner, clocks } => {
                // The first logs wrote a draw as null, too.
                let winner = match reason {
                    EndReason::Aborted => None,
                    EndReason::Abandoned => winner.map(Winner::from),
                    EndReason::Rules(_) => Some(winner.map_or(Winner::Draw, Winner::from)),
                };
                self.outcome = Some(Outcome { reason: *reason, winner, record: None });
                self.set_clocks(*clocks, now);
                self.forget_offers();
            }
            EventKind::Recorded { record } => {
                if let Some(outcome) = &mut self.outcome {
                    outcome.record = Some(record.clone());
                }
            }
            EventKind::Rematch { game } => {
                self.next = Some(game.clone());
                self.forget_offers();
            }
        }
    }

    fn begin_turn(&mut self, clocks: Option<Clocks>, now: Tick) {
        self.set_clocks(clocks, now);
        self.turn_began = clocks;
        self.forget_offers();
    }

    fn set_clocks(&mut self, clocks: Option<Clocks>, now: Tick) {
        self.clocks = clocks;
        self.since = now;
        self.spent = 0;
    }

    fn forget_offers(&mut self) {
        self.offers.iter_mut().chain(&mut self.asked).for_each(Vec::clear);
    }
}

/// As much of a text as is worth repeating.
fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests;
