//! The one owner of a game: rule, store, tell, in this order. Where several servers are one site, a
//! room of the others follows it (`afar`).
//!
//! Whoever wants something of a game takes its lock, and holds it until what happened is stored and
//! told. If storing fails, nobody has heard of it; the session is thrown away and made from the log
//! again, which alone knows the truth.

mod afar;
mod keep;
mod say;

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicU64};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use koma_rules::Side;
use koma_store::{AppendError, Change, GameState, LogEntry, shard_of};
use serde_json::value::RawValue;
use tokio::sync::{MutexGuard, mpsc};
use tokio::time::timeout;

pub use afar::serve;
use afar::{Afar, Seating};
use say::{event_message, position_message, refused, said_so_far};
pub use say::{json, json_of, not_stored, raw, unread};

use super::Live;
use super::audience::Audience;
use super::chat::{Chat, Saying};
use super::clock::Tick;
use super::event::{Command, Event, EventKind};
use super::keys::{Credentials, Keys};
use super::refusal::Refusal;
use super::secret::{Secret, SecretHash};
use super::session::Stage;
use super::table::{LoadedGame, Owner, command_key};
use super::wire::{About, CommandRequest, GameView, ServerMessage};
use crate::envelope::MAYBE_STORED;
use crate::rules::is_heavy;
use crate::view::Sides;
use crate::{ApiError, Lang, work};

/// How long a player whose command may have been stored waits for the log to tell.
const LOOKING: Duration = Duration::from_secs(1);
/// How long between looks into a log that cannot be read.
const LONG: Duration = Duration::from_secs(5);
/// After so many milliseconds a game that is over and no record yet is looked at again.
const UNRECORDED: u64 = 30_000;

/// A game and everybody at it.
#[derive(Debug)]
pub struct Room {
    /// The game's id.
    pub id: Arc<str>,
    owner: tokio::sync::Mutex<Owner>,
    audience: Mutex<Audience>,
    chat: Mutex<Chat>,
    /// When it was last asked for anything.
    used: AtomicU64,
    /// The number of the newest event everybody was told.
    last: AtomicU32,
    /// By which it belongs to one of several servers.
    shard: u8,
    afar: Afar,
}

/// An event that is stored: its number and its JSON.
#[derive(Clone, Debug)]
pub struct StoredEvent {
    /// Its number.
    pub n: u32,
    /// The event.
    pub data: Arc<str>,
}

impl StoredEvent {
    /// The JSON as it is.
    pub fn raw(&self) -> Box<RawValue> {
        raw(&self.data)
    }
}

/// What is stored together.
#[derive(Default)]
struct Append<'a> {
    events: Vec<EventKind>,
    /// Whose command, and its id: of the first event.
    by: Option<(Side, &'a str)>,
    /// Keys that the first event gives.
    keys: Option<Keys>,
    /// What changes besides.
    change: Change,
}

impl From<Vec<EventKind>> for Append<'_> {
    fn from(events: Vec<EventKind>) -> Self {
        Self { events, ..Self::default() }
    }
}

/// What somebody who comes to a game gets.
#[derive(Debug)]
pub struct Entrance {
    /// Their number, to leave with.
    pub id: u64,
    /// The side they play.
    pub side: Option<Side>,
    /// What to send first.
    pub first: Vec<Utf8Bytes>,
    /// What happens from now on.
    pub messages: mpsc::Receiver<Utf8Bytes>,
}

impl Room {
    /// A game that is not in memory yet.
    pub fn new(id: Arc<str>, now: Tick) -> Self {
        Self {
            shard: shard_of(&id),
            id,
            owner: tokio::sync::Mutex::default(),
            audience: Mutex::default(),
            chat: Mutex::default(),
            used: AtomicU64::new(now),
            last: AtomicU32::new(0),
            afar: Afar::default(),
        }
    }

    /// Whether it can be forgotten until somebody asks again: nobody is there, no clock runs, and
    /// nothing was asked for a while.
    pub fn is_idle(&self, now: Tick, patience: u64) -> bool {
        let used = self.used.load(Relaxed);
        let is_still = || self.owner.try_lock().is_ok_and(|owner| owner.deadline.is_none());
        now.saturating_sub(used) >= patience && is_still() && self.audience().is_empty()
    }

    /// Lets go of the game if nobody was there for a while: while its clock runs only the room
    /// stays, which knows when the flag falls.
    pub fn rest(&self, now: Tick, patience: u64) {
        let used = self.used.load(Relaxed);
        if now.saturating_sub(used) < patience || !self.audience().is_empty() {
            return;
        }
        if let Ok(mut owner) = self.owner.try_lock() {
            owner.table = None;
        }
    }

    /// Whether the game itself is in memory.
    #[cfg(test)]
    pub fn is_at_hand(&self) -> bool {
        self.owner.try_lock().is_ok_and(|owner| owner.table.is_some())
    }

    /// The number of the newest event everybody was told.
    pub fn last(&self) -> u32 {
        self.last.load(Relaxed)
    }

    /// The game as it stands.
    pub async fn view(self: &Arc<Self>, live: &Live, lang: Lang) -> Result<GameView, ApiError> {
        let mut owner = self.owner(live).await;
        let table = self.table(live, &mut owner).await?;
        Ok(self.view_of(live, table, lang))
    }

    /// Whether there is such a game.
    pub async fn exists(self: &Arc<Self>, live: &Live) -> Result<(), ApiError> {
        let mut owner = self.owner(live).await;
        self.table(live, &mut owner).await.map(|_| ())
    }

    /// It is to be looked at: its clock runs from now on, and a finished game becomes a record. Notes
    /// when it is to be looked at again, should nobody have done it by then.
    pub async fn wake(self: &Arc<Self>, live: &Live) -> Result<(), ApiError> {
        let mut owner = self.owner(live).await;
        if self.fence(live, &owner).is_err() {
            return Ok(());
        }
        let mut due = owner.deadline.map(|deadline| live.date_of(deadline));
        if due.is_none() {
            let is_at_hand = owner.table.is_some();
            let table = self.table(live, &mut owner).await?;
            let is_unrecorded = table.is_unrecorded();
            self.set_timer(live, &mut owner);
            due = owner.deadline.map(|deadline| live.date_of(deadline));
            if is_unrecorded {
                due = Some(live.date_of(live.tick() + UNRECORDED));
                self.keep_record(live);
            }
            if !is_at_hand {
                // It is enough to know when its flag falls.
                owner.table = None;
            }
        }
        if due.is_none_or(|due| due > live.date_of(live.tick() + super::HORIZON)) {
            let dues = vec![(self.id.to_string(), due)];
            let change = Change { dues, fence: self.fence(live, &owner)?, ..Change::default() };
            let noted = live.games().append(change).await;
            noted.map_err(|error| not_stored(&self.id, &error))?;
            owner.due = due;
        }
        Ok(())
    }

    /// The log has changed, as it does when somebody takes their name away: it is read again.
    pub async fn forget_table(&self) {
        self.owner.lock().await.table = None;
    }

    /// The side of one who shows credentials.
    pub async fn side_of(
        self: &Arc<Self>,
        live: &Live,
        credentials: Credentials,
    ) -> Result<Option<Side>, ApiError> {
        let mut owner = self.owner(live).await;
        Ok(self.table(live, &mut owner).await?.keys.side(credentials))
    }

    /// Somebody takes the empty seat; gives the side and its key.
    pub async fn join(
        self: &Arc<Self>,
        live: &Live,
        invite: SecretHash,
        name: Option<String>,
        account: Option<i64>,
        share: Option<bool>,
    ) -> Result<(Side, Secret), ApiError> {
        let secret = Secret::new()?;
        let seating = Seating { invite, key: secret.hash(), name, account, share };
        Ok((self.seat(live, seating).await?, secret))
    }

    async fn take_seat(
        self: &Arc<Self>,
        live: &Live,
        Seating { invite, key, name, account, share }: Seating,
    ) -> Result<Side, ApiError> {
        let mut owner = self.owner(live).await;
        let table = self.table(live, &mut owner).await?;
        if !table.keys.invites(invite) {
            return Err(ApiError::forbidden());
        }
        if let Some(side) = table.keys.side(Credentials { key: Some(key), account: None }) {
            // Asked again: the first answer was lost.
            return Ok(side);
        }
        let side = table.session.empty_seat().ok_or_else(|| refused(&Refusal::SeatTaken))?;
        let joined = table.session.join(name, live.tick()).map_err(|refusal| refused(&refusal))?;
        let keys = Keys::of_seat(side, key, account).sharing(side, share);
        let id = self.id.to_string();
        let at = i64::try_from(live.unix()).unwrap_or(i64::MAX);
        let change = Change {
            waits: vec![(id.clone(), super::make::waits(table.session.setting().clock))],
            seats: account.map(|account| (account, id, side, at)).into_iter().collect(),
            ..Change::default()
        };
        let append = Append { events: vec![joined], by: None, keys: Some(keys), change };
        self.store(live, &mut owner, append).await?;
        Ok(side)
    }

    /// Carries out a command that arrived at a time, or says why not.
    async fn carry_out(
        self: &Arc<Self>,
        live: &Live,
        side: Side,
        order: &CommandRequest,
        arrived: Tick,
    ) -> Result<StoredEvent, ApiError> {
        let mut owner = self.owner(live).await;
        self.audience().heard(side);
        let table = self.table(live, &mut owner).await?;
        if let Some(n) = table.session.done(side, &order.id) {
            return self.told(live, table, n).await;
        }
        if live.is_closing() {
            return Err(ApiError::not_stored());
        }
        if let Some(end) = table.session.flag(arrived) {
            self.store(live, &mut owner, vec![end].into()).await?;
        }
        let table = self.table(live, &mut owner).await?;
        table.admit(order.ply, &order.command).map_err(|refusal| refused(&refusal))?;
        let is_claim = matches!(order.command, Command::Claim { .. });
        if is_claim && !self.is_abandoned(live, table, side.other()) {
            return Err(refused(&Refusal::NotGone));
        }
        let makes_next = table.session.makes_next(side, &order.command);
        let next = makes_next.then(super::secret::game_id).transpose()?;
        let (ply, command, id) = (order.ply, order.command.clone(), next.clone());
        let judge = move |table: &mut LoadedGame| {
            table.command(side, ply, &command, id.as_deref(), arrived)
        };
        let judged = self.aside(live, &mut owner, judge).await?;
        let Ok(judged) = judged else {
            // What was done of it is nothing to go on from.
            owner.table = None;
            return Err(work::too_dear());
        };
        let events = judged.map_err(|refusal| refused(&refusal))?;
        let Some(table) = &mut owner.table else { return Err(ApiError::not_stored()) };
        let mut change = Change::default();
        if let Some(next) = &next {
            // Made in the same transaction.
            change = super::make::rematch(live, &self.id, &table.session, &table.keys, next);
        }
        let by = Some((side, &*order.id));
        let append = Append { events, by, keys: None, change };
        let stored = self.store(live, &mut owner, append).await;
        match stored {
            Err(error) if error.code() == MAYBE_STORED => {
                // The log may know by now; if not, the sender is told that nobody does.
                let looking = timeout(LOOKING, self.table(live, &mut owner)).await;
                let Ok(Ok(table)) = looking else { return Err(error) };
                let Some(n) = table.session.done(side, &order.id) else { return Err(error) };
                self.told(live, table, n).await
            }
            stored => stored,
        }
    }

    /// Ends it if nobody has joined.
    pub async fn expire(self: &Arc<Self>, live: &Live) -> Result<(), ApiError> {
        let mut owner = self.owner(live).await;
        if self.fence(live, &owner).is_err() {
            return Ok(());
        }
        let table = self.table(live, &mut owner).await?;
        let maker = table.session.setting().side.into();
        if table.session.stage() != Stage::Waiting {
            return Ok(());
        }
        let ended = table.session.command(maker, None, &Command::Resign, None, live.tick());
        let events = ended.map_err(|refusal| refused(&refusal))?;
        self.store(live, &mut owner, events.into()).await.map(|_| ())
    }

    /// The flag may have fallen.
    pub async fn look_at_clock(self: &Arc<Self>, live: &Live) -> Result<(), ApiError> {
        let mut owner = self.owner(live).await;
        // The timer that brought us here is used up.
        owner.deadline = None;
        if self.is_elsewhere(live) {
            return Ok(());
        }
        let table = self.table(live, &mut owner).await?;
        match table.session.flag(live.tick()) {
            Some(end) => {
                self.store(live, &mut owner, vec![end].into()).await?;
            }
            None => self.set_timer(live, &mut owner),
        }
        Ok(())
    }

    /// Somebody comes to play or to watch. They miss nothing: what happened after `since` is in
    /// their first messages, what happens from now on in the others.
    pub async fn enter(
        self: &Arc<Self>,
        live: &Live,
        credentials: Credentials,
        since: Option<u32>,
        positions: bool,
        lang: Lang,
    ) -> Result<Entrance, ApiError> {
        self.follow(live).await;
        let mut owner = self.owner(live).await;
        let table = self.table(live, &mut owner).await?;
        let side = table.keys.side(credentials);
        if side.is_none() && credentials.key.is_some() {
            return Err(ApiError::forbidden());
        }
        let missed = match since {
            Some(since) => self.events_since(live, table, since).await?,
            None => Vec::new(),
        };
        let positions = positions.then_some(lang);
        let position = match positions {
            Some(lang) => Some(self.position(live, &mut owner, lang, 0).await?),
            None => None,
        };
        let Some(table) = &owner.table else { return Err(ApiError::not_stored()) };
        let (id, messages) = self.audience().enter(side, positions);
        self.say_who_is_here();
        let game = self.view_of(live, table, lang);
        let welcome =
            ServerMessage::Welcome { role: side.into(), game: Box::new(game), now: live.unix() };
        let mut first = vec![json(&welcome)];
        first.extend(missed.iter().map(|told| event_message(&told.data)));
        first.extend(position);
        drop(owner);
        if side.is_some() {
            first.push(self.chat_so_far(live).await);
        }
        self.tell_presence_soon(live);
        Ok(Entrance { id, side, first, messages })
    }

    /// Somebody goes.
    pub fn leave(self: &Arc<Self>, live: &Live, id: u64) {
        self.audience().leave(id);
        self.say_who_is_here();
        self.tell_presence_soon(live);
    }

    /// Stores events that the session has made, and then tells them. The answer is the first one.
    async fn store(
        self: &Arc<Self>,
        live: &Live,
        owner: &mut Owner,
        append: Append<'_>,
    ) -> Result<StoredEvent, ApiError> {
        let Append { events, by, keys, mut change } = append;
        change.fence = self.fence(live, owner).inspect_err(|_| owner.table = None)?;
        let Some(table) = &mut owner.table else { return Err(ApiError::not_stored()) };
        let at = live.unix();
        let before = table.session.last() - events.len() as u32;
        let events: Vec<Event> =
            (before + 1..).zip(events).map(|(n, what)| Event { n, at, what }).collect();
        let mut told = Vec::with_capacity(events.len());
        for (index, event) in events.iter().enumerate() {
            let is_first = index == 0;
            let data = json_of(event);
            told.push(StoredEvent { n: event.n, data: data.as_str().into() });
            change.events.push(LogEntry {
                game: self.id.to_string(),
                n: event.n,
                at: i64::try_from(at).unwrap_or(i64::MAX),
                data,
                command: by.filter(|_| is_first).map(|(side, id)| command_key(side, id)),
                sealed: keys.filter(|_| is_first).map(|keys| json_of(&keys)),
            });
        }
        let has_ended = events.iter().any(|event| matches!(event.what, EventKind::Ended { .. }));
        let is_recorded =
            events.iter().any(|event| matches!(event.what, EventKind::Recorded { .. }));
        let has_record = super::record::is_worth_keeping(&table.session);
        let state = match (has_ended, is_recorded) {
            (_, true) => Some(GameState::Closed),
            (true, false) if has_record => Some(GameState::Ended),
            (true, false) => Some(GameState::Closed),
            (false, false) => None,
        };
        change.states.extend(state.map(|state| (self.id.to_string(), state)));
        let due = match (state, table.session.deadline()) {
            (Some(GameState::Ended), _) => Some(live.date_of(live.tick() + UNRECORDED)),
            (None, Some(deadline)) => Some(live.date_of(deadline)),
            _ => None,
        };
        // It falls later with every move: what was noted says when to look, at the latest.
        let is_noted =
            state.is_none() && due.is_none_or(|due| owner.due.is_some_and(|old| old <= due));
        if !is_noted {
            change.dues.push((self.id.to_string(), due));
        }
        if let Err(error) = live.games().append(change).await {
            owner.table = None;
            if let AppendError::Unknown(_) | AppendError::Conflict = error {
                self.look_again(live);
            }
            return Err(not_stored(&self.id, &error));
        }
        if !is_noted {
            owner.due = due;
        }
        let Some(first) = told.first().cloned() else { return Err(ApiError::not_stored()) };
        if let Some((side, id)) = by {
            table.session.note_done(side, id, first.n);
        }
        if let Some(keys) = keys {
            table.keys.learn(&keys);
        }
        for told in &told {
            table.remember(told.n, Arc::clone(&told.data));
        }
        table.ended = at;
        owner.mark = Some((table.session.last(), Some(table.session.since())));
        self.last.store(table.session.last(), Relaxed);
        let moves = events.iter().filter(|event| matches!(event.what, EventKind::Moved { .. }));
        metrics::counter!("koma_moves_total").increment(moves.count() as u64);
        let changes_position = events.iter().any(|event| event.what.changes_position());
        self.announce(live, owner, &told);
        self.tell(live, owner, &told, changes_position).await;
        self.set_timer(live, owner);
        if has_ended && has_record {
            self.keep_record(live);
        }
        Ok(first)
    }

    /// The game, read from its log if it is not at hand. What stands there and nobody was told,
    /// because the answer of its commit was lost, is told now.
    async fn table<'o>(
        self: &Arc<Self>,
        live: &Live,
        owner: &'o mut Owner,
    ) -> Result<&'o mut LoadedGame, ApiError> {
        if owner.table.is_none() {
            let known = owner.read(live, &self.id).await?;
            if let (Some(known), Some(table)) = (known, &owner.table) {
                if table.is_unrecorded() && !self.is_elsewhere(live) {
                    self.keep_record(live);
                }
                match table.recent_since(known) {
                    Some(news) => {
                        self.announce(live, owner, &news);
                        self.tell(live, owner, &news, true).await;
                    }
                    // Who comes back is told all of it.
                    None => self.audience().dismiss(),
                }
            }
            self.last.store(owner.mark.map_or(0, |(last, _)| last), Relaxed);
        }
        owner.table.as_mut().ok_or_else(ApiError::not_stored)
    }

    /// Looks into the log a few times, until it can be read and some time longer: a commit whose
    /// answer was lost may still be on its way.
    fn look_again(self: &Arc<Self>, live: &Live) {
        let (room, live) = (Arc::clone(self), live.clone());
        tokio::spawn(async move {
            let mut waits = [50, 200, 1000, 3000].map(Duration::from_millis).into_iter();
            let mut is_read = false;
            while let Some(wait) = waits.next().or((!is_read).then_some(LONG)) {
                tokio::time::sleep(wait).await;
                if live.is_closing() {
                    return;
                }
                is_read = room.look(&live).await.is_ok();
            }
        });
    }

    /// Reads the log if it is longer than what is known.
    async fn look(self: &Arc<Self>, live: &Live) -> Result<(), ApiError> {
        let mut owner = self.owner(live).await;
        if let Some(table) = &owner.table {
            let more = live.games().events(&self.id, table.session.last(), 1).await;
            if more.map_err(|error| unread(&self.id, &error))?.is_empty() {
                return Ok(());
            }
            owner.table = None;
        }
        self.table(live, &mut owner).await.map(|_| ())
    }

    /// Tells everybody what is stored, and those who want it the position.
    async fn tell(
        &self,
        live: &Live,
        owner: &mut Owner,
        told: &[StoredEvent],
        changes_position: bool,
    ) {
        {
            let mut audience = self.audience();
            for told in told {
                audience.tell(&event_message(&told.data));
            }
        }
        for lang in [Lang::En, Lang::Ja] {
            if !changes_position || !self.audience().wants_positions(lang) {
                continue;
            }
            let Some(table) = &owner.table else { return };
            // Those who listen know all moves but the newest; a take-back may be among the news.
            let from = table.session.turns().len().saturating_sub(told.len());
            match self.position(live, owner, lang, from).await {
                Ok(message) => self.audience().tell_position(lang, &message),
                Err(error) => {
                    tracing::error!(game = %self.id, code = error.code(), "a position was not told");
                }
            }
        }
    }

    /// The position as a message, with the moves after the first `from`.
    async fn position(
        &self,
        live: &Live,
        owner: &mut Owner,
        lang: Lang,
        from: usize,
    ) -> Result<Utf8Bytes, ApiError> {
        let job = move |table: &mut LoadedGame| {
            let said = || position_message(&table.session, lang, from);
            let said = work::of_position(table.rules(), said);
            said.unwrap_or_else(|_| json(&ServerMessage::TooLarge { what: "position" }))
        };
        self.aside(live, owner, job).await
    }

    /// Does what may take long on a large board where it holds up nobody else.
    async fn aside<T: Send + 'static>(
        &self,
        live: &Live,
        owner: &mut Owner,
        job: impl FnOnce(&mut LoadedGame) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let Some(mut table) = owner.table.take() else { return Err(ApiError::not_stored()) };
        let is_heavy = is_heavy(table.rules());
        // If this is broken off, the game is read from its log again.
        let work = move || {
            let done = job(&mut table);
            (table, done)
        };
        let (table, done) = live.work().run_if(is_heavy, work).await?;
        owner.table = Some(table);
        Ok(done)
    }

    /// What is known of the players besides the game.
    fn about(&self, live: &Live, table: &LoadedGame) -> [About; 2] {
        let (accounts, gone) = (table.keys.accounts(), self.audience().gone(live.tick()));
        [0, 1].map(|side| About { account: accounts[side].is_some(), gone: gone[side] })
    }

    fn view_of(&self, live: &Live, table: &LoadedGame, lang: Lang) -> GameView {
        let (about, session) = (self.about(live, table), &table.session);
        let claim = live.patience(session.setting().clock);
        GameView::of(&self.id, session, about, claim, live.tick(), lang)
    }

    /// Whether a side has been gone for so long that the other may end the game.
    fn is_abandoned(&self, live: &Live, table: &LoadedGame, side: Side) -> bool {
        let gone = self.audience().gone(live.tick())[side as usize];
        let patience = live.patience(table.session.setting().clock);
        gone.zip(patience).is_some_and(|(gone, patience)| gone >= patience)
    }

    /// A player says something to the other.
    fn take_down(&self, live: &Live, side: Side, said: Saying) -> Result<(), ApiError> {
        let mut chat = self.chat();
        let line = chat.say(side, said, live.unix()).map_err(|refusal| refused(&refusal))?;
        self.tell_players(live, &ServerMessage::Said { line: line.clone() });
        Ok(())
    }

    /// A player closes the chat, or opens it again.
    fn open_chat(&self, live: &Live, side: Side, open: bool) {
        let mut chat = self.chat();
        chat.set_open(side, open);
        self.tell_players(live, &said_so_far(&chat));
    }

    /// Who holds this may ask for the audience, and never the other way round.
    fn chat(&self) -> std::sync::MutexGuard<'_, Chat> {
        self.chat.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says who is there, soon: many who come at once are told once.
    fn tell_presence_soon(self: &Arc<Self>, live: &Live) {
        let crowd = {
            let mut audience = self.audience();
            if std::mem::replace(&mut audience.is_telling, true) {
                return;
            }
            audience.len()
        };
        let (room, live) = (Arc::clone(self), live.clone());
        tokio::spawn(async move {
            let delay = if crowd < 100 { 50 } else { 1000 };
            tokio::time::sleep(Duration::from_millis(delay)).await;
            let mut audience = room.audience();
            audience.is_telling = false;
            let gone = audience.gone(live.tick());
            let [sente, gote] = gone.map(|gone| gone.is_none());
            let gone_ms = Sides::each(|side| gone[side as usize]);
            let spectators = u32::try_from(audience.spectators()).unwrap_or(u32::MAX);
            audience.tell(&json(&ServerMessage::Presence { sente, gote, gone_ms, spectators }));
            drop(audience);
            room.touch(&live);
        });
    }

    /// An event by its number.
    async fn told(&self, live: &Live, table: &LoadedGame, n: u32) -> Result<StoredEvent, ApiError> {
        let mut found = self.events_since(live, table, n - 1).await?;
        if found.is_empty() {
            return Err(ApiError::not_stored());
        }
        Ok(found.swap_remove(0))
    }

    /// The events after a number: those at hand, or read from the store.
    async fn events_since(
        &self,
        live: &Live,
        table: &LoadedGame,
        since: u32,
    ) -> Result<Vec<StoredEvent>, ApiError> {
        if since >= table.session.last() {
            return Ok(Vec::new());
        }
        if let Some(recent) = table.recent_since(since) {
            return Ok(recent);
        }
        let entries = live.games().events(&self.id, since, u32::MAX).await;
        let entries = entries.map_err(|error| unread(&self.id, &error))?;
        let told = |entry: LogEntry| StoredEvent { n: entry.n, data: entry.data.into() };
        Ok(entries.into_iter().map(told).collect())
    }

    fn set_timer(&self, live: &Live, owner: &mut Owner) {
        if self.is_elsewhere(live) {
            return;
        }
        let deadline = owner.table.as_ref().and_then(|table| table.session.deadline());
        live.timers().change(&self.id, owner.deadline, deadline);
        owner.deadline = deadline;
    }

    async fn owner(&self, live: &Live) -> MutexGuard<'_, Owner> {
        self.touch(live);
        let mut owner = self.owner.lock().await;
        self.settle(live, &mut owner);
        owner
    }

    fn touch(&self, live: &Live) {
        self.used.store(live.tick(), Relaxed);
    }

    fn audience(&self) -> std::sync::MutexGuard<'_, Audience> {
        self.audience.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
