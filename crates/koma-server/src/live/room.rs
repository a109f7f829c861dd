//! The one owner of a game: rule, store, tell, in this order.
//!
//! Whoever wants something of a game takes its lock, and holds it until what happened is stored and
//! told. If storing fails, nobody has heard of it; the session is thrown away and made from the log
//! again, which alone knows the truth.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use koma_rules::Side;
use koma_store::{AppendError, Change, GameState, LogEntry};
use serde::Serialize;
use serde_json::value::RawValue;
use tokio::sync::{MutexGuard, mpsc};

use super::Live;
use super::audience::Audience;
use super::clock::Tick;
use super::event::{Event, Happening};
use super::keys::{Keys, Knock};
use super::refusal::Refusal;
use super::secret::{Secret, SecretHash};
use super::session::Session;
use super::table::{Owner, Table, command_key};
use super::wire::{GameView, Order, ServerMessage};
use crate::view::PositionView;
use crate::{ApiError, Lang};

/// On boards of more squares finding legal moves takes milliseconds.
const MANY_SQUARES: usize = 400;

/// A game and everybody at it.
#[derive(Debug)]
pub struct Room {
    /// The game's id.
    pub id: Arc<str>,
    owner: tokio::sync::Mutex<Owner>,
    audience: Mutex<Audience>,
    /// When it was last asked for anything.
    used: std::sync::atomic::AtomicU64,
}

/// An event that is stored: its number and its JSON.
#[derive(Clone, Debug)]
pub struct Told {
    /// Its number.
    pub n: u32,
    /// The event.
    pub data: Arc<str>,
}

impl Told {
    /// The JSON as it is.
    pub fn raw(&self) -> Box<RawValue> {
        raw(&self.data)
    }
}

/// JSON of ours, as it is.
pub fn raw(data: &str) -> Box<RawValue> {
    RawValue::from_string(data.to_owned()).unwrap_or_default()
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
            id,
            owner: tokio::sync::Mutex::default(),
            audience: Mutex::default(),
            used: std::sync::atomic::AtomicU64::new(now),
        }
    }

    /// Whether it can be forgotten until somebody asks again: nobody is there, no clock runs, and
    /// nothing was asked for a while.
    pub fn is_idle(&self, now: Tick, patience: u64) -> bool {
        let used = self.used.load(std::sync::atomic::Ordering::Relaxed);
        let is_still = || self.owner.try_lock().is_ok_and(|owner| owner.deadline.is_none());
        now.saturating_sub(used) >= patience && is_still() && self.audience().is_empty()
    }

    /// The game as it stands.
    pub async fn view(&self, live: &Live) -> Result<GameView, ApiError> {
        let mut owner = self.owner(live).await;
        let table = owner.table(live, &self.id).await?;
        Ok(GameView::of(&self.id, &table.session, self.audience().online(), live.tick()))
    }

    /// Brings it into memory, so that its clock runs and a finished game becomes a record.
    pub async fn wake(self: &Arc<Self>, live: &Live) -> Result<(), ApiError> {
        let mut owner = self.owner(live).await;
        let table = owner.table(live, &self.id).await?;
        let is_unrecorded = super::record::is_worth_keeping(&table.session)
            && table.session.outcome().is_some_and(|outcome| outcome.record.is_none());
        self.set_timer(live, &mut owner);
        if is_unrecorded {
            self.keep_record(live);
        }
        Ok(())
    }

    /// The side of one who knocks.
    pub async fn side_of(&self, live: &Live, knock: Knock) -> Result<Option<Side>, ApiError> {
        let mut owner = self.owner(live).await;
        Ok(owner.table(live, &self.id).await?.keys.side(knock))
    }

    /// Somebody takes the empty seat; gives the side and its key.
    pub async fn join(
        self: &Arc<Self>,
        live: &Live,
        invite: SecretHash,
        name: Option<String>,
        account: Option<i64>,
    ) -> Result<(Side, Secret), ApiError> {
        let mut owner = self.owner(live).await;
        let table = owner.table(live, &self.id).await?;
        if !table.keys.invites(invite) {
            return Err(ApiError::forbidden());
        }
        let side = table.session.empty_seat().ok_or_else(|| refused(&Refusal::SeatTaken))?;
        let secret = Secret::new()?;
        let joined = table.session.join(name, live.tick()).map_err(|refusal| refused(&refusal))?;
        let keys = Keys::of_seat(side, secret.hash(), account);
        self.store(live, &mut owner, vec![joined], None, Some(keys)).await?;
        Ok((side, secret))
    }

    /// Carries out a command that arrived at a time, or says why not.
    pub async fn command(
        self: &Arc<Self>,
        live: &Live,
        side: Side,
        order: &Order,
        arrived: Tick,
    ) -> Result<Told, ApiError> {
        let mut owner = self.owner(live).await;
        let table = owner.table(live, &self.id).await?;
        if let Some(n) = table.session.done(side, &order.id) {
            return self.told(live, table, n).await;
        }
        if live.is_closing() {
            return Err(ApiError::not_stored());
        }
        if let Some(end) = table.session.flag(arrived) {
            self.store(live, &mut owner, vec![end], None, None).await?;
        }
        let next = super::secret::game_id()?;
        let table = owner.table(live, &self.id).await?;
        let squares = table.session.game().position().rules().geometry().squares();
        let events =
            aside(squares, || table.session.command(side, order.ply, &order.command, arrived));
        let mut events = events.map_err(|refusal| refused(&refusal))?;
        let mut change = Change::default();
        if let Some(Happening::Rematch { game }) = events.first_mut() {
            game.clone_from(&next);
            table.session.set_next(game);
            // Made in the same transaction.
            change = super::make::rematch(live, &self.id, &table.session, &table.keys, &next);
        }
        self.store_with(live, &mut owner, events, Some((side, &order.id)), None, change).await
    }

    /// The flag may have fallen.
    pub async fn look_at_clock(self: &Arc<Self>, live: &Live) -> Result<(), ApiError> {
        let mut owner = self.owner(live).await;
        // The timer that brought us here is used up.
        owner.deadline = None;
        let table = owner.table(live, &self.id).await?;
        match table.session.flag(live.tick()) {
            Some(end) => {
                self.store(live, &mut owner, vec![end], None, None).await?;
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
        knock: Knock,
        since: Option<u32>,
        positions: Option<Lang>,
    ) -> Result<Entrance, ApiError> {
        let mut owner = self.owner(live).await;
        let table = owner.table(live, &self.id).await?;
        let side = table.keys.side(knock);
        if side.is_none() && knock.key.is_some() {
            return Err(ApiError::forbidden());
        }
        let missed = match since {
            Some(since) => self.events_since(live, table, since).await?,
            None => Vec::new(),
        };
        let (id, messages, online) = {
            let mut audience = self.audience();
            let (id, messages) = audience.enter(side, positions);
            (id, messages, audience.online())
        };
        let game = GameView::of(&self.id, &table.session, online, live.tick());
        let welcome =
            ServerMessage::Welcome { role: side.into(), game: Box::new(game), now: live.unix() };
        let mut first = vec![json(&welcome)];
        first.extend(missed.iter().map(|told| event_message(&told.data)));
        first.extend(positions.map(|lang| position_message(&table.session, lang)));
        self.tell_presence_soon(live);
        Ok(Entrance { id, side, first, messages })
    }

    /// Somebody goes.
    pub fn leave(self: &Arc<Self>, live: &Live, id: u64) {
        self.audience().leave(id);
        self.tell_presence_soon(live);
    }

    /// Stores events that the session has made, and then tells them. The answer is the first one.
    async fn store(
        self: &Arc<Self>,
        live: &Live,
        owner: &mut Owner,
        events: Vec<Happening>,
        by: Option<(Side, &str)>,
        keys: Option<Keys>,
    ) -> Result<Told, ApiError> {
        self.store_with(live, owner, events, by, keys, Change::default()).await
    }

    async fn store_with(
        self: &Arc<Self>,
        live: &Live,
        owner: &mut Owner,
        events: Vec<Happening>,
        by: Option<(Side, &str)>,
        keys: Option<Keys>,
        mut change: Change,
    ) -> Result<Told, ApiError> {
        let Some(table) = &mut owner.table else { return Err(ApiError::not_stored()) };
        let at = live.unix();
        let before = table.session.last() - events.len() as u32;
        let events: Vec<Event> =
            (before + 1..).zip(events).map(|(n, what)| Event { n, at, what }).collect();
        let mut told = Vec::with_capacity(events.len());
        for (index, event) in events.iter().enumerate() {
            let is_first = index == 0;
            let data = json_of(event);
            told.push(Told { n: event.n, data: data.as_str().into() });
            change.events.push(LogEntry {
                game: self.id.to_string(),
                n: event.n,
                at: i64::try_from(at).unwrap_or(i64::MAX),
                data,
                command: by.filter(|_| is_first).map(|(side, id)| command_key(side, id)),
                sealed: keys.filter(|_| is_first).map(|keys| json_of(&keys)),
            });
        }
        let has_ended = events.iter().any(|event| matches!(event.what, Happening::Ended { .. }));
        let is_recorded =
            events.iter().any(|event| matches!(event.what, Happening::Recorded { .. }));
        let has_record = super::record::is_worth_keeping(&table.session);
        let state = match (has_ended, is_recorded) {
            (_, true) => Some(GameState::Closed),
            (true, false) if has_record => Some(GameState::Ended),
            (true, false) => Some(GameState::Closed),
            (false, false) => None,
        };
        change.states.extend(state.map(|state| (self.id.to_string(), state)));
        if let Err(error) = live.games().append(change).await {
            owner.table = None;
            return Err(not_stored(&self.id, &error));
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
        owner.mark = Some((table.session.last(), table.session.since()));
        let moves = events.iter().filter(|event| matches!(event.what, Happening::Moved { .. }));
        metrics::counter!("koma_moves_total").increment(moves.count() as u64);
        self.tell(table, &events, &told);
        self.set_timer(live, owner);
        if has_ended && has_record {
            self.keep_record(live);
        }
        Ok(first)
    }

    fn tell(&self, table: &Table, events: &[Event], told: &[Told]) {
        let mut audience = self.audience();
        if audience.is_empty() {
            return;
        }
        for told in told {
            audience.tell(&event_message(&told.data));
        }
        let changes_position = events.iter().any(|event| {
            use Happening::{Ended, Joined, Moved, TakenBack};
            matches!(event.what, Moved { .. } | TakenBack { .. } | Ended { .. } | Joined { .. })
        });
        for lang in [Lang::En, Lang::Ja] {
            if changes_position && audience.wants_positions(lang) {
                audience.tell_position(lang, &position_message(&table.session, lang));
            }
        }
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
            let [sente, gote] = audience.online();
            let spectators = u32::try_from(audience.spectators()).unwrap_or(u32::MAX);
            audience.tell(&json(&ServerMessage::Presence { sente, gote, spectators }));
            drop(audience);
            room.touch(&live);
        });
    }

    /// Makes the record of a game that is over, aside. If it does not work out, the next start of
    /// the server tries again.
    fn keep_record(self: &Arc<Self>, live: &Live) {
        let (room, live) = (Arc::clone(self), live.clone());
        tokio::spawn(async move {
            if let Err(error) = room.record(&live).await {
                tracing::error!(game = %room.id, code = error.code(), "the record was not kept");
            }
        });
    }

    async fn record(self: &Arc<Self>, live: &Live) -> Result<(), ApiError> {
        let (began, ended, session) = {
            let mut owner = self.owner(live).await;
            let table = owner.table(live, &self.id).await?;
            (table.began, table.ended, table.session.clone())
        };
        let Some(record) = super::record::record(&session, began, ended) else { return Ok(()) };
        let put = live.store().keep_record(&record).await.map_err(|error| {
            tracing::error!(game = %self.id, %error, "the record could not be stored");
            ApiError::not_stored()
        })?;
        let mut owner = self.owner(live).await;
        let table = owner.table(live, &self.id).await?;
        if table.session.outcome().is_some_and(|outcome| outcome.record.is_some()) {
            return Ok(());
        }
        let event = table.session.recorded(&put.id.to_string());
        self.store(live, &mut owner, vec![event], None, None).await.map(|_| ())
    }

    /// An event by its number.
    async fn told(&self, live: &Live, table: &Table, n: u32) -> Result<Told, ApiError> {
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
        table: &Table,
        since: u32,
    ) -> Result<Vec<Told>, ApiError> {
        if since >= table.session.last() {
            return Ok(Vec::new());
        }
        if let Some(recent) = table.recent_since(since) {
            return Ok(recent);
        }
        let entries = live.games().events(&self.id, since, u32::MAX).await;
        let entries = entries.map_err(|error| unread(&self.id, &error))?;
        let told = |entry: LogEntry| Told { n: entry.n, data: entry.data.into() };
        Ok(entries.into_iter().map(told).collect())
    }

    fn set_timer(&self, live: &Live, owner: &mut Owner) {
        let deadline = owner.table.as_ref().and_then(|table| table.session.deadline());
        live.timers().change(&self.id, owner.deadline, deadline);
        owner.deadline = deadline;
    }

    async fn owner(&self, live: &Live) -> MutexGuard<'_, Owner> {
        self.touch(live);
        self.owner.lock().await
    }

    fn touch(&self, live: &Live) {
        self.used.store(live.tick(), std::sync::atomic::Ordering::Relaxed);
    }

    fn audience(&self) -> std::sync::MutexGuard<'_, Audience> {
        self.audience.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Our own types as JSON.
pub fn json_of(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("our own types have names for all they hold")
}

/// A refusal as an answer of the API.
pub fn refused(refusal: &Refusal) -> ApiError {
    use axum::http::StatusCode;
    match refusal {
        Refusal::Illegal(reason) => ApiError::illegal(StatusCode::CONFLICT, reason),
        Refusal::BadTime | Refusal::NeedsPly => ApiError::new(
            StatusCode::BAD_REQUEST,
            refusal.code(),
            refusal.to_string(),
            refusal.japanese(),
        ),
        Refusal::Stale { next } => {
            let (en, ja) = (refusal.to_string(), refusal.japanese());
            ApiError::new(StatusCode::CONFLICT, refusal.code(), en, ja).at_ply(*next)
        }
        _ => {
            let (en, ja) = (refusal.to_string(), refusal.japanese());
            ApiError::new(StatusCode::CONFLICT, refusal.code(), en, ja)
        }
    }
}

fn not_stored(game: &str, error: &AppendError) -> ApiError {
    metrics::counter!("koma_not_stored_total").increment(1);
    tracing::error!(game, %error, "an event was not stored");
    ApiError::not_stored()
}

/// The log of a game cannot be read.
pub fn unread(game: &str, error: &koma_store::StoreError) -> ApiError {
    tracing::error!(game, %error, "a game could not be read");
    ApiError::not_stored()
}

/// Does what may take long on a large board without holding up others of this thread.
pub fn aside<T>(squares: usize, work: impl FnOnce() -> T) -> T {
    use tokio::runtime::{Handle, RuntimeFlavor};
    let has_threads = || Handle::current().runtime_flavor() == RuntimeFlavor::MultiThread;
    if squares > MANY_SQUARES && has_threads() { tokio::task::block_in_place(work) } else { work() }
}

/// A message to a socket.
pub fn json(message: &ServerMessage) -> Utf8Bytes {
    json_of(message).into()
}

/// A stored event as a message, without reading it again.
fn event_message(data: &str) -> Utf8Bytes {
    format!(r#"{{"type":"event","event":{data}}}"#).into()
}

fn position_message(session: &Session, lang: Lang) -> Utf8Bytes {
    let squares = session.game().position().rules().geometry().squares();
    let played = session.turns().iter().map(|turn| turn.text.clone()).collect();
    let position = aside(squares, || PositionView::with_played(session.game(), played, lang));
    let position = PositionView { variant: session.setting().variant.clone(), ..position };
    json(&ServerMessage::Position { position: Box::new(position), last: session.last() })
}
