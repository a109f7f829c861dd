//! A game in memory, made from its log.

use std::collections::VecDeque;
use std::sync::Arc;

use koma_rules::Side;
use koma_store::LogEntry;

use super::Live;
use super::clock::Tick;
use super::event::{Event, Happening};
use super::keys::Keys;
use super::room::{Told, aside, unread};
use super::session::Session;
use crate::ApiError;

/// How many events are kept at hand for those who come back.
const RECENT: usize = 32;

/// A game's place in memory, whether or not it is there.
#[derive(Debug, Default)]
pub struct Owner {
    /// What the log says; `None` if it has to be read, first or again.
    pub table: Option<Table>,
    /// When its flag falls, as the timers know it.
    pub deadline: Option<Tick>,
    /// The newest stored event and when its clocks were right, so that a clock does not stop when
    /// the log has to be read again.
    pub mark: Option<(u32, Tick)>,
}

/// A game in memory.
#[derive(Debug)]
pub struct Table {
    /// The game.
    pub session: Session,
    /// Who may sit where.
    pub keys: Keys,
    /// Unix milliseconds of the first event.
    pub began: u64,
    /// Unix milliseconds of the last one.
    pub ended: u64,
    /// The newest events, as they are stored.
    recent: VecDeque<(u32, Arc<str>)>,
}

impl Owner {
    /// The game, read from its log if it is not at hand.
    pub async fn table(&mut self, live: &Live, id: &Arc<str>) -> Result<&mut Table, ApiError> {
        if self.table.is_none() {
            let mut table = Table::read(live, id).await?;
            match self.mark {
                Some((last, since)) if last == table.session.last() => table.session.resume(since),
                _ => self.mark = Some((table.session.last(), table.session.since())),
            }
            let deadline = table.session.deadline();
            live.timers().change(id, self.deadline, deadline);
            self.deadline = deadline;
            self.table = Some(table);
        }
        self.table.as_mut().ok_or_else(ApiError::not_stored)
    }
}

impl Table {
    /// Makes a game from its log. Its clock goes on from the last stored event: nobody pays for
    /// the time the server was away.
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
        let Happening::Created(setting) = parse(first)?.what else {
            return Err(broken("it does not begin with the creation".to_owned()));
        };
        let rules = live.rules().ruleset(&setting.variant, &setting.options).await?;
        let now = live.tick();
        let session = Session::new(&rules, setting, now).map_err(|why| broken(why.to_string()))?;
        let unix = |at: i64| u64::try_from(at).unwrap_or_default();
        let mut table = Self {
            session,
            keys: Keys::default(),
            began: unix(first.at),
            ended: unix(first.at),
            recent: VecDeque::new(),
        };
        let squares = rules.geometry().squares();
        for entry in log {
            if entry.n > 1 {
                let event = parse(&entry)?.what;
                let applied = aside(squares, || table.session.apply(&event, now));
                applied.map_err(|why| broken(why.to_string()))?;
            }
            if let Some(sealed) = &entry.sealed {
                let keys: Keys =
                    serde_json::from_str(sealed).map_err(|error| broken(error.to_string()))?;
                table.keys.learn(&keys);
            }
            if let Some((side, command)) = entry.command.as_deref().and_then(read_command_key) {
                table.session.note_done(side, command, entry.n);
            }
            table.ended = unix(entry.at);
            table.remember(entry.n, entry.data.into());
        }
        table.session.resume(live.tick());
        Ok(table)
    }

    /// Keeps an event at hand.
    pub fn remember(&mut self, n: u32, data: Arc<str>) {
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back((n, data));
    }

    /// The events after a number, if all of them are at hand.
    pub fn recent_since(&self, since: u32) -> Option<Vec<Told>> {
        let reaches = self.recent.front().is_some_and(|(first, _)| *first <= since + 1);
        let told = |(n, data): &(u32, Arc<str>)| Told { n: *n, data: Arc::clone(data) };
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
