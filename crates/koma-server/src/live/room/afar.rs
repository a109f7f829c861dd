//! A game that another server owns, where several are one site (`docs/scale.md`).
//!
//! The room of a game is its owner on the server that has its shard. On any other it follows: its
//! table is made from the log and goes on with the events the owner tells; it has no timer, stores
//! nothing, and hands on what players want. Once a second it says who is here and hears what the
//! newest event is, so that nothing told in between is missed for longer.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use koma_rules::{Side, spent_within};
use koma_store::Fence;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::sync::{Notify, mpsc};
use tokio::time::Instant;

use super::say::{chat_message, json, json_of, raw};
use super::{Room, StoredEvent};
use crate::cluster::lease::Place;
use crate::cluster::nats::{Heard, Subscription, Unanswered};
use crate::envelope::{Carried, NOT_OWNER};
use crate::live::chat::Saying;
use crate::live::event::{Event, EventKind};
use crate::live::keys::Credentials;
use crate::live::secret::SecretHash;
use crate::live::table::{LoadedGame, Owner};
use crate::live::wire::{CommandRequest, ServerMessage};
use crate::live::{Live, closed};
use crate::view::SideName;
use crate::{ApiError, work};

/// How long an owner has to answer before it is asked again, or the one after it.
const ANSWERING: Duration = Duration::from_secs(2);
/// How long somebody waits while the owner of a game changes.
const CHANGING: Duration = Duration::from_secs(6);
/// How long between two tries.
const RETRY: Duration = Duration::from_millis(100);
/// How often a follower says who is here.
const BEAT: Duration = Duration::from_secs(1);
/// After so many beats in which nobody was here a game is followed no longer.
const ALONE: u32 = 30;
/// How many notes of a game wait to be told.
const QUEUE: usize = 256;

/// What a room knows of the other servers.
#[derive(Debug, Default)]
pub struct Afar {
    /// Whether the owner's notes are heard.
    is_followed: AtomicBool,
    /// One at a time begins to follow.
    beginning: tokio::sync::Mutex<()>,
    /// Somebody came or went.
    changed: Notify,
}

/// What one server asks the owner of a game.
#[derive(Serialize, Deserialize)]
struct Ask {
    game: String,
    what: What,
}

#[derive(Serialize, Deserialize)]
pub(super) enum What {
    Command { who: Credentials, order: CommandRequest },
    Join(Seating),
    Say { who: Credentials, said: Saying },
    SetChat { who: Credentials, open: bool },
    Chat,
    Attend { node: String, counts: [usize; 3] },
    ReadAgain,
}

/// Somebody wants the empty seat.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Seating {
    pub invite: SecretHash,
    /// The hash of the key to the seat: the key itself stays where it was made.
    pub key: SecretHash,
    pub name: Option<String>,
    pub account: Option<i64>,
    pub share: Option<bool>,
}

#[derive(Serialize, Deserialize)]
pub(super) enum Reply {
    Told { n: u32, data: Box<RawValue> },
    Joined(SideName),
    Done,
    Chat(String),
    Here(Here),
    Refused(Carried),
}

/// A game as its owner has it.
#[derive(Serialize, Deserialize)]
pub(super) struct Here {
    last: u32,
    /// How long ago its clocks were set, in milliseconds.
    age: u64,
    gone: [Option<u64>; 2],
    spectators: usize,
}

/// What an owner tells those who follow.
#[derive(Serialize, Deserialize)]
enum Note {
    Event { n: u32, data: Box<RawValue> },
    ToPlayers(String),
    ReadAgain,
}

impl Reply {
    fn of<T>(result: Result<T, ApiError>, done: impl FnOnce(T) -> Self) -> Self {
        result.map_or_else(|error| Self::Refused(error.carried()), done)
    }
}

/// Answers what other servers ask.
pub async fn serve(live: Live, mut asks: mpsc::Receiver<Heard>) {
    while let Some(heard) = asks.recv().await {
        let live = live.clone();
        tokio::spawn(async move {
            let Ok(Ask { game, what }) = serde_json::from_slice(&heard.data) else { return };
            let Ok(room) = live.room(&game) else { return };
            let reply = room.answer(&live, &what).await;
            if let (Some(to), Some(cluster)) = (heard.reply, live.cluster()) {
                cluster.answer(&to, json_of(&reply).as_bytes());
            }
        });
    }
}

impl Room {
    /// Lets go of what a server knew when the game was owned elsewhere, or is not followed.
    pub(super) fn settle(&self, live: &Live, owner: &mut Owner) {
        let Some(cluster) = live.cluster() else { return };
        let epoch = cluster.shards().place(self.shard).epoch();
        if epoch != owner.epoch {
            live.timers().change(&self.id, owner.deadline, None);
            (owner.deadline, owner.due, owner.table) = (None, None, None);
            owner.epoch = epoch;
            // The clocks are counted anew.
            owner.mark = owner.mark.map(|(told, _)| (told, None));
        }
        if epoch.is_none() && !self.is_followed() {
            owner.table = None;
        }
    }

    /// What is to be said when the game is stored to; an error where that is not for this server.
    pub(super) fn fence(&self, live: &Live, owner: &Owner) -> Result<Option<Fence>, ApiError> {
        let Some(cluster) = live.cluster() else { return Ok(None) };
        match cluster.shards().place(self.shard) {
            Place::Here(epoch) if owner.epoch == Some(epoch) => {
                Ok(Some(Fence { shard: self.shard, epoch }))
            }
            _ => Err(ApiError::not_owner()),
        }
    }

    /// Whether the owner's notes are heard.
    fn is_followed(&self) -> bool {
        self.afar.is_followed.load(Acquire)
    }

    /// Whether another server owns it.
    pub(super) fn is_elsewhere(&self, live: &Live) -> bool {
        let place = |cluster: &crate::cluster::Cluster| cluster.shards().place(self.shard);
        live.cluster().is_some_and(|cluster| place(cluster) == Place::Elsewhere)
    }

    /// Tells the other servers what was stored.
    pub(super) fn announce(&self, live: &Live, owner: &Owner, told: &[StoredEvent]) {
        let Some(cluster) = live.cluster() else { return };
        if owner.epoch.is_some() {
            for told in told {
                let note = Note::Event { n: told.n, data: raw(&told.data) };
                cluster.tell(&self.id, json_of(&note).as_bytes());
            }
        }
    }

    /// Tells players on other servers what was said.
    pub(super) fn announce_to_players(&self, live: &Live, message: &Utf8Bytes) {
        if let Some(cluster) = live.cluster() {
            let note = Note::ToPlayers(message.as_str().to_owned());
            cluster.tell(&self.id, json_of(&note).as_bytes());
        }
    }

    /// Its log was changed: whoever has it reads it again.
    pub(in crate::live) async fn read_again(&self, live: &Live) {
        self.forget_table().await;
        if let Some(cluster) = live.cluster() {
            cluster.tell(&self.id, json_of(&Note::ReadAgain).as_bytes());
            let ask = Ask { game: self.id.to_string(), what: What::ReadAgain };
            cluster.send(&self.id, json_of(&ask).as_bytes());
        }
    }

    /// What a command came to, wherever the game is owned.
    pub(in crate::live) async fn command(
        self: &Arc<Self>,
        live: &Live,
        who: Credentials,
        side: Side,
        order: &CommandRequest,
        arrived: u64,
    ) -> Result<StoredEvent, ApiError> {
        if live.cluster().is_none() {
            return self.carry_out(live, side, order, arrived).await;
        }
        match self.through(live, &What::Command { who, order: order.clone() }).await? {
            Reply::Told { n, data } => {
                let told = StoredEvent { n, data: data.get().into() };
                // Whoever sent it hears of it before the answer.
                self.hear_event(live, told.clone()).await;
                Ok(told)
            }
            _ => Err(ApiError::not_stored()),
        }
    }

    /// Somebody takes the empty seat, wherever the game is owned.
    pub(super) async fn seat(
        self: &Arc<Self>,
        live: &Live,
        seating: Seating,
    ) -> Result<Side, ApiError> {
        if live.cluster().is_none() {
            return self.take_seat(live, seating).await;
        }
        match self.through(live, &What::Join(seating)).await? {
            Reply::Joined(side) => Ok(side.into()),
            _ => Err(ApiError::not_stored()),
        }
    }

    /// A player says something, wherever the game is owned.
    pub(in crate::live) async fn say(
        self: &Arc<Self>,
        live: &Live,
        who: Credentials,
        side: Side,
        said: Saying,
    ) -> Result<(), ApiError> {
        if live.cluster().is_none() {
            return self.take_down(live, side, said);
        }
        self.through(live, &What::Say { who, said }).await.map(|_| ())
    }

    /// A player closes the chat, or opens it again, wherever the game is owned.
    pub(in crate::live) async fn set_chat(
        self: &Arc<Self>,
        live: &Live,
        who: Credentials,
        side: Side,
        open: bool,
    ) {
        if live.cluster().is_none() {
            self.open_chat(live, side, open);
        } else if let Err(error) = self.through(live, &What::SetChat { who, open }).await {
            tracing::warn!(game = %self.id, code = error.code(), "the chat was not closed or opened");
        }
    }

    /// What the players have said so far, as a message.
    pub(super) async fn chat_so_far(self: &Arc<Self>, live: &Live) -> Utf8Bytes {
        if self.is_elsewhere(live)
            && let Ok(Reply::Chat(text)) = self.ask(live, &What::Chat, BEAT).await
        {
            return text.into();
        }
        chat_message(&self.chat())
    }

    /// Has the owner do something: this server or another one. While there is none, it is tried again.
    async fn through(self: &Arc<Self>, live: &Live, what: &What) -> Result<Reply, ApiError> {
        let began = Instant::now();
        let mut is_doubtful = false;
        loop {
            let is_elsewhere = self.is_elsewhere(live);
            let reply = match is_elsewhere {
                false => Ok(self.answer(live, what).await),
                true => self.ask(live, what, ANSWERING).await,
            };
            match reply {
                Ok(Reply::Refused(refused)) if refused.is(NOT_OWNER) => {}
                Ok(Reply::Refused(refused)) => return Err(refused.into()),
                Ok(reply) => return Ok(reply),
                Err(Unanswered::Silent) => is_doubtful = true,
                Err(Unanswered::Nobody | Unanswered::Down) => {}
            }
            // What is said cannot be told apart when it is said twice.
            let is_said = matches!(what, What::Say { .. });
            let is_cut_off = is_elsewhere && live.cluster().is_none_or(|cluster| !cluster.is_up());
            if began.elapsed() > CHANGING
                || live.is_closing()
                || is_doubtful && is_said
                || is_cut_off
            {
                let error =
                    if is_doubtful { ApiError::maybe_stored() } else { ApiError::not_stored() };
                return Err(error.retry_after(1));
            }
            tokio::time::sleep(RETRY).await;
        }
    }

    async fn ask(&self, live: &Live, what: &What, patience: Duration) -> Result<Reply, Unanswered> {
        let Some(cluster) = live.cluster() else { return Err(Unanswered::Down) };
        let ask = AskRef { game: &self.id, what };
        let answer = cluster.ask(&self.id, json_of(&ask).as_bytes(), patience).await?;
        serde_json::from_slice(&answer).map_err(|_| Unanswered::Silent)
    }

    /// What the owner of the game says.
    async fn answer(self: &Arc<Self>, live: &Live, what: &What) -> Reply {
        let place = live.cluster().map(|cluster| cluster.shards().place(self.shard));
        if !matches!(place, Some(Place::Here(_))) || live.is_closing() {
            return Reply::Refused(ApiError::not_owner().carried());
        }
        match what {
            What::Command { who, order } => {
                let told = async {
                    let side = self.side_of(live, *who).await?.ok_or_else(ApiError::forbidden)?;
                    self.carry_out(live, side, order, live.tick()).await
                };
                Reply::of(told.await, |told| Reply::Told { n: told.n, data: told.raw() })
            }
            What::Join(seating) => {
                let side = self.take_seat(live, seating.clone()).await;
                Reply::of(side, |side| Reply::Joined(side.into()))
            }
            What::Say { who, said } => {
                let said = async {
                    let side = self.side_of(live, *who).await?.ok_or_else(ApiError::forbidden)?;
                    self.take_down(live, side, said.clone())
                };
                Reply::of(said.await, |()| Reply::Done)
            }
            What::SetChat { who, open } => {
                let side = self.side_of(live, *who).await;
                let side = side.and_then(|side| side.ok_or_else(ApiError::forbidden));
                Reply::of(side, |side| {
                    self.open_chat(live, side, *open);
                    Reply::Done
                })
            }
            What::Chat => Reply::Chat(chat_message(&self.chat()).as_str().to_owned()),
            What::Attend { node, counts } => {
                Reply::of(self.attended(live, node, *counts).await, Reply::Here)
            }
            What::ReadAgain => {
                self.forget_table().await;
                Reply::Done
            }
        }
    }

    /// Another server says who is there, and hears how the game stands.
    async fn attended(
        self: &Arc<Self>,
        live: &Live,
        node: &str,
        counts: [usize; 3],
    ) -> Result<Here, ApiError> {
        if self.audience().hear_from(node, counts, live.tick()) {
            self.tell_presence_soon(live);
        }
        let mut owner = self.owner(live).await;
        let session = &self.table(live, &mut owner).await?.session;
        let (last, age) = (session.last(), live.tick().saturating_sub(session.since()));
        drop(owner);
        let mut audience = self.audience();
        let (gone, spectators) = (audience.gone(live.tick()), audience.spectators());
        Ok(Here { last, age, gone, spectators })
    }

    /// Begins to hear what the owner tells, if another server owns the game.
    pub(in crate::live) async fn follow(self: &Arc<Self>, live: &Live) {
        let Some(cluster) = live.cluster() else { return };
        if !self.is_elsewhere(live) || self.is_followed() {
            return;
        }
        let _one = self.afar.beginning.lock().await;
        if self.is_followed() {
            return;
        }
        let (queue, notes) = mpsc::channel(QUEUE);
        let subscription = cluster.listen(&self.id, queue).await;
        self.afar.is_followed.store(true, Relaxed);
        tokio::spawn(hear_all(Arc::clone(self), live.clone(), notes));
        self.attend(live).await;
        tokio::spawn(attend_all(Arc::clone(self), live.clone(), subscription));
    }

    /// Says that somebody came or went.
    pub(super) fn say_who_is_here(&self) {
        self.afar.changed.notify_one();
    }

    /// Tells the owner who is here, and hears how the game stands. If it says nothing, the log does.
    async fn attend(self: &Arc<Self>, live: &Live) {
        let Some(cluster) = live.cluster() else { return };
        let (node, counts) = (cluster.shards().node().to_owned(), self.audience().counts());
        let is_known = match self.ask(live, &What::Attend { node, counts }, BEAT).await {
            Ok(Reply::Here(here)) => self.learn(live, here).await,
            _ => false,
        };
        if !is_known {
            let _ = self.look(live).await;
        }
    }

    /// Takes over what the owner says; false if there is something in the log that is not known here.
    async fn learn(self: &Arc<Self>, live: &Live, here: Here) -> bool {
        if self.audience().hear_of(here.gone, here.spectators, live.tick()) {
            self.tell_presence_soon(live);
        }
        let mut owner = self.owner(live).await;
        let since = live.tick().saturating_sub(here.age);
        let known = owner.mark.map_or(here.last, |(told, _)| told);
        if owner.epoch.is_some() || known > here.last {
            return true;
        }
        if known == here.last {
            owner.mark = Some((known, Some(since)));
            if let Some(table) = owner.table.as_mut().filter(|table| table.session.last() == known)
            {
                table.session.resume(since);
            }
        }
        known == here.last
    }

    /// Tells everybody here an event the owner has told.
    async fn hear_event(self: &Arc<Self>, live: &Live, told: StoredEvent) {
        let mut owner = self.owner(live).await;
        let known = owner.mark.map_or(0, |(known, _)| known);
        if owner.epoch.is_some() || !self.is_followed() || told.n <= known {
            return;
        }
        let event = serde_json::from_str::<Event>(&told.data).ok();
        let last = owner.table.as_ref().map(|table| table.session.last());
        // Who took a seat by which key stands in the log alone.
        let next = event.filter(|event| {
            last == Some(told.n - 1) && !matches!(event.what, EventKind::Joined { .. })
        });
        let is_applied = match next {
            Some(event) => self.apply(live, &mut owner, event, &told).await,
            None => false,
        };
        if !is_applied {
            owner.table = None;
            let _ = self.table(live, &mut owner).await;
        }
    }

    async fn apply(
        self: &Arc<Self>,
        live: &Live,
        owner: &mut Owner,
        event: Event,
        told: &StoredEvent,
    ) -> bool {
        let changes_position = event.what.changes_position();
        let (n, data, now) = (told.n, Arc::clone(&told.data), live.tick());
        let job = move |table: &mut LoadedGame| {
            let steps = work::position_steps(table.rules());
            let applied = spent_within(steps, || table.session.apply(&event.what, now));
            table.remember(n, data);
            table.ended = event.at;
            matches!(applied, Ok((Ok(()), _)))
        };
        if !matches!(self.aside(live, owner, job).await, Ok(true)) {
            return false;
        }
        owner.mark = Some((n, Some(now)));
        self.last.store(n, Relaxed);
        self.tell(live, owner, std::slice::from_ref(told), changes_position).await;
        true
    }

    async fn hear(self: &Arc<Self>, live: &Live, heard: &Heard) {
        match serde_json::from_slice(&heard.data) {
            Ok(Note::Event { n, data }) => {
                self.hear_event(live, StoredEvent { n, data: data.get().into() }).await;
            }
            Ok(Note::ToPlayers(_)) if !self.is_elsewhere(live) => {}
            Ok(Note::ToPlayers(text)) => self.audience().tell_players(&text.into()),
            Ok(Note::ReadAgain) => self.forget_table().await,
            Err(error) => tracing::warn!(game = %self.id, %error, "a note cannot be read"),
        }
    }

    /// The game has another owner now: this server, or one that is to be followed.
    pub(in crate::live) async fn change_place(self: &Arc<Self>, live: &Live) {
        if self.audience().is_empty() {
            // Its timer, if it had one, goes.
            drop(self.owner(live).await);
        } else if self.is_elsewhere(live) {
            self.follow(live).await;
        } else if let Err(error) = self.look(live).await {
            tracing::warn!(game = %self.id, code = error.code(), "a game was taken over unread");
            self.look_again(live);
        }
    }

    /// Tells players everywhere a message of the chat.
    pub(super) fn tell_players(&self, live: &Live, message: &ServerMessage) {
        let message = json(message);
        self.audience().tell_players(&message);
        self.announce_to_players(live, &message);
    }
}

/// [`Ask`], borrowed.
#[derive(Serialize)]
struct AskRef<'a> {
    game: &'a str,
    what: &'a What,
}

/// Hears the notes of a game until it is followed no longer.
async fn hear_all(room: Arc<Room>, live: Live, mut notes: mpsc::Receiver<Heard>) {
    while let Some(note) = notes.recv().await {
        room.hear(&live, &note).await;
    }
}

/// Says who is here once a second, until nobody was for a while or the game is owned here.
async fn attend_all(room: Arc<Room>, live: Live, subscription: Subscription) {
    let mut closing = live.closing();
    let mut alone = 0;
    while alone < ALONE && room.is_elsewhere(&live) {
        tokio::select! {
            () = tokio::time::sleep(BEAT) => {}
            () = room.afar.changed.notified() => {}
            () = closed(&mut closing) => break,
        }
        alone = if room.audience().is_empty() { alone + 1 } else { 0 };
        room.attend(&live).await;
    }
    room.afar.is_followed.swap(false, AcqRel);
    drop(subscription);
    // Somebody may have come, or the shard gone, in this moment.
    if !live.is_closing() && !room.audience().is_empty() {
        begin_again(room, live).await;
    }
}

/// [`Room::change_place`]; a type of its own, because it may begin what ends with it.
fn begin_again(room: Arc<Room>, live: Live) -> Pin<Box<dyn Future<Output = ()> + Send>> {
    Box::pin(async move { room.change_place(&live).await })
}
