//! A game in memory, made from its log.

use std::collections::VecDeque;
use std::sync::Arc;

use koma_rules::{OutOfSteps, Ruleset, Side, spent_within};
use koma_store::LogEntry;

use super::Live;
use super::clock::Tick;
use super::event::{Command, Event, EventKind, Setting};
use super::keys::Keys;
use super::refusal::Refusal;
use super::room::{StoredEvent, unread};
use super::session::{Broken, GameSession};
use crate::rules::is_heavy;
use crate::{ApiError, work};

/// What the moves of a game may take in all, in steps of the rules, before it can only be resigned.
/// Whoever comes to a game that nobody looked at for a while has all of them judged again.
const MOST_STEPS: u64 = 4_000_000_000;
/// What judging them again may take: what was admitted, and room for the last of it.
pub const REPLAY: u64 = 2 * MOST_STEPS;

/// How many events are kept at hand for those who come back.
const RECENT: usize = 32;

/// A game's place in memory, whether or not it is there.
#[derive(Debug, Default)]
pub struct Owner {
    /// What the log says; `None` if it has to be read, first or again.
    pub table: Option<LoadedGame>,
    /// When its flag falls, as the timers know it.
    pub deadline: Option<Tick>,
    /// The newest event everybody was told and when its clocks were right, so that a clock does not
    /// stop when the log has to be read again.
    pub mark: Option<(u32, Option<Tick>)>,
    /// When the store says it is to be looked at, in Unix milliseconds.
    pub due: Option<i64>,
    /// Under which epoch this server owns it, where there are several; `None` if it does not.
    pub epoch: Option<i64>,
}

/// A game in memory.
#[derive(Debug)]
pub struct LoadedGame {
    /// The game.
    pub session: GameSession,
    /// Who may sit where.
    pub keys: Keys,
    /// Unix milliseconds of the first event.
    pub began: u64,
    /// Unix milliseconds of the last one.
    pub ended: u64,
    /// What its moves have taken so far, in steps of the rules: reading its log takes as much.
    pub steps: u64,
    /// Unix milliseconds of the event that set the clocks.
    set: i64,
    /// The newest events, as they are stored.
    recent: VecDeque<(u32, Arc<str>)>,
}

impl Owner {
    /// Reads the game from its log. If the log has more than anybody was told, gives the number of
    /// the last event they know.
    pub async fn read(&mut self, live: &Live, id: &Arc<str>) -> Result<Option<u32>, ApiError> {
        let mut table = LoadedGame::read(live, id).await?;
        let last = table.session.last();
        let known = match self.mark {
            Some((told, Some(since))) if told == last => {
                table.session.resume(since);
                None
            }
            mark => {
                self.mark = Some((last, Some(table.session.since())));
                mark.map(|(told, _)| told).filter(|&told| told < last)
            }
        };
        if live.cluster().is_none() || self.epoch.is_some() {
            let deadline = table.session.deadline();
            live.timers().change(id, self.deadline, deadline);
            self.deadline = deadline;
        }
        self.table = Some(table);
        Ok(known)
    }
}

impl LoadedGame {
    /// Makes a game from its log. Its clock has run while a server lived since it was set: nobody
    /// pays for the time the server was away, and nobody gets back what was used before.
    async fn read(live: &Live, id: &str) -> Result<Self, ApiError> {
        let log = live.games().log(id).await.map_err(|error| unread(id, &error))?;
        let broken = |why: String| {
            tracing::error!(game = id, why, "the log of a game makes no sense");
            ApiError::of_status(axum::http::StatusCode::INTERNAL_SERVER_ERROR)
        };
        let parse = |entry: &LogEntry| {
            serde_json::from_str::<Event>(&entry.data).map_err(|error| broken(error.to_string()))
        };
        let Some(first) = log.first() else { return Err(ApiError::not_found()) };
        let EventKind::Created(setting) = parse(first)?.what else {
            return Err(broken("it does not begin with the creation".to_owned()));
        };
        let rules = live.rules().ruleset(&setting.variant, &setting.options).await?;
        let now = live.tick();
        let is_heavy = is_heavy(&rules);
        let replay = move || spent_within(REPLAY, || Self::replay(&rules, setting, log, now));
        let replayed = live.work().run_if(is_heavy, replay).await?;
        let (table, steps) = replayed.map_err(|_| work::too_dear())?;
        let mut table = table.map_err(|why| broken(why.to_string()))?;
        table.steps = steps;
        let charged =
            if table.session.deadline().is_some() { live.charge(id, table.set) } else { 0 };
        table.session.resume(live.tick().saturating_sub(charged));
        Ok(table)
    }

    /// The game after the events of its log.
    fn replay(
        rules: &Arc<Ruleset>,
        setting: Setting,
        log: Vec<LogEntry>,
        now: Tick,
    ) -> Result<Self, Broken> {
        let unix = |at: i64| u64::try_from(at).unwrap_or_default();
        let first = log.first().map_or(0, |entry| entry.at);
        let mut table = Self {
            session: GameSession::new(rules, setting, now)?,
            keys: Keys::default(),
            began: unix(first),
            ended: unix(first),
            steps: 0,
            set: first,
            recent: VecDeque::new(),
        };
        for entry in log {
            let broken = |error: serde_json::Error| Broken { n: entry.n, why: error.to_string() };
            if entry.n > 1 {
                let event: Event = serde_json::from_str(&entry.data).map_err(broken)?;
                table.session.apply(&event.what, now)?;
                if event.what.sets_clocks() {
                    table.set = entry.at;
                }
            }
            if let Some(sealed) = &entry.sealed {
                let keys: Keys = serde_json::from_str(sealed).map_err(broken)?;
                table.keys.learn(&keys);
            }
            if let Some((side, command)) = entry.command.as_deref().and_then(read_command_key) {
                table.session.note_done(side, command, entry.n);
            }
            table.ended = unix(entry.at);
            table.remember(entry.n, entry.data.into());
        }
        Ok(table)
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Arc<Ruleset> {
        self.session.game().position().rules()
    }

    /// Carries out a command ([`GameSession::command`]) in as many steps as one may take. If it takes
    /// more, the game is to be made from its log again.
    pub fn command(
        &mut self,
        side: Side,
        ply: Option<u32>,
        command: &Command,
        next: Option<&str>,
        now: Tick,
    ) -> Result<Result<Vec<EventKind>, Refusal>, OutOfSteps> {
        let steps = work::position_steps(self.rules());
        let judged = spent_within(steps, || self.session.command(side, ply, command, next, now));
        let (events, steps) = judged?;
        self.steps += steps;
        Ok(events)
    }

    /// What every command has to pass.
    pub fn admit(&self, ply: Option<u32>, command: &Command) -> Result<(), Refusal> {
        if self.steps > MOST_STEPS && *command != Command::Resign {
            return Err(Refusal::TooLong);
        }
        self.session.admit(ply, command)
    }

    /// Whether it is over and its record is still to be made.
    pub fn is_unrecorded(&self) -> bool {
        super::record::is_worth_keeping(&self.session)
            && self.session.outcome().is_some_and(|outcome| outcome.record.is_none())
    }

    /// Keeps an event at hand.
    pub fn remember(&mut self, n: u32, data: Arc<str>) {
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back((n, data));
    }

    /// The events after a number, if all of them are at hand.
    pub fn recent_since(&self, since: u32) -> Option<Vec<StoredEvent>> {
        let reaches = self.recent.front().is_some_and(|(first, _)| *first <= since + 1);
        let told = |(n, data): &(u32, Arc<str>)| StoredEvent { n: *n, data: Arc::clone(data) };
        reaches.then(|| self.recent.iter().filter(|(n, _)| *n > since).map(told).collect())
    }
}

/// A command's id as it is stored: whose it was, and the id.
pub fn command_key(side: Side, id: &str) -> String {
    format!("{}:{id}", if side == Side::Sente { "sente" } else { "gote" })
}

fn read_command_key(text: &str) -> Option<(Side, &str)> {
    let (side, id) = text.split_once(':')?;
    Some((if side == "sente" { Side::Sente } else { Side::Gote }, id))
}
