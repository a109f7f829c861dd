//! Live games: an acknowledged move is on disk.
//!
//! * [`session`] is a game as a value: what a command comes to at a time ([`clock`], [`event`],
//!   [`refusal`]). It does no I/O.
//! * `room` owns one game: it asks the session, stores the events, and only then tells them to the
//!   `audience`. `table` makes a game from its log, `timers` know when flags fall.
//! * `routes` and `socket` are the doors; [`wire`] is what goes through them.
//!
//! `docs/reliability.md` says what is promised.

mod audience;
pub mod chat;
pub mod clock;
pub mod event;
mod keys;
mod make;
pub(crate) mod record;
pub mod refusal;
mod room;
mod routes;
mod secret;
pub mod session;
mod sessions;
mod socket;
mod table;
mod timers;
pub mod wire;

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use futures_util::StreamExt as _;
use koma_store::{Games, Lives, Seat, Store, shard_of};
use tokio::sync::{Notify, mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::Instant;
use utoipa_axum::router::OpenApiRouter;

use clock::Tick;
use room::Room;
use sessions::Sessions;
use timers::Timers;

use crate::cluster::Cluster;
use crate::cluster::lease::{self, Changed, Place};
use crate::cluster::nats::Heard;
use crate::{ApiError, App, Lang, Rules, Work};

/// How long a game that nobody looks at stays in memory, in milliseconds.
const PATIENCE: u64 = 60_000;
/// How long sockets have to say goodbye.
const FAREWELL: Duration = Duration::from_millis(700);

/// All live games; cheap to clone.
#[derive(Clone, Debug)]
pub struct Live(Arc<Shared>);

/// What the owner of a server has decided about live games.
#[derive(Clone, Copy, Debug)]
pub struct Habits {
    /// Whether games whose players do not say otherwise go to the library.
    pub shares_games: bool,
    /// How long a player must be gone before the other may claim a game with a clock.
    pub claim_after: Duration,
}

impl Default for Habits {
    fn default() -> Self {
        Self { shares_games: true, claim_after: Duration::from_secs(60) }
    }
}

#[derive(Debug)]
struct Shared {
    store: Store,
    rules: Rules,
    rooms: Mutex<HashMap<Arc<str>, Arc<Room>>>,
    timers: Timers,
    began: Instant,
    closing: watch::Sender<bool>,
    sockets: AtomicUsize,
    sessions: Sessions,
    work: Work,
    habits: Habits,
    /// When servers lived before this one, or before it took games over.
    lives: RwLock<Lives>,
    /// The tasks that give signs of life, and give games to other servers in the end.
    living: Mutex<Vec<JoinHandle<()>>>,
    /// Some games may be due that were not looked at.
    look: Notify,
    /// The other servers, where there are several, and what they ask until somebody answers.
    cluster: Option<Cluster>,
    asks: Mutex<Option<mpsc::Receiver<Heard>>>,
}

/// Where ticks begin: a clock may have been set long before this server began.
const FIRST_TICK: Tick = 1 << 40;
/// How often a server that has clocks running gives a sign of life.
const BEAT: Duration = Duration::from_secs(5);
/// If the date is so much off in a beat, it has jumped.
const JUMP: u64 = 2000;
/// How long a game waits for somebody to join, in milliseconds.
const UNJOINED: u64 = 7 * 24 * 3600 * 1000;
/// So many times longer may a player be gone where nobody looks at a clock.
const UNHURRIED: u64 = 10;
/// How often is looked for games that are due, among several servers and on a single one, and how far ahead,
/// in milliseconds: their flags then have timers.
const DUE: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(5)];
const HORIZON: u64 = 10_000;
/// How many are looked at in one go, and how many at once.
const MANY: u32 = 1000;
const AT_ONCE: usize = 8;
/// How often is looked for games nobody joined.
const SWEEP: Duration = Duration::from_secs(600);

impl Live {
    /// The live games of a store. [`Live::start`] sets their clocks going.
    pub fn new(store: Store, rules: Rules, habits: Habits) -> Self {
        Self::among(store, rules, habits, None)
    }

    /// The same on one of several servers.
    pub fn among(
        store: Store,
        rules: Rules,
        habits: Habits,
        cluster: Option<(Cluster, mpsc::Receiver<Heard>)>,
    ) -> Self {
        let (cluster, asks) = cluster.unzip();
        Self(Arc::new(Shared {
            store,
            rules,
            rooms: Mutex::default(),
            timers: Timers::default(),
            began: Instant::now(),
            closing: watch::Sender::new(false),
            sockets: AtomicUsize::new(0),
            sessions: Sessions::default(),
            // Of their own: players do not wait for strangers' files.
            work: Work::of_games().of_steps(table::REPLAY),
            habits,
            lives: RwLock::default(),
            living: Mutex::default(),
            look: Notify::new(),
            cluster,
            asks: Mutex::new(asks),
        }))
    }

    /// The routes of live games.
    pub fn router() -> OpenApiRouter<App> {
        routes::router()
    }

    /// Finds out how long clocks have run before this server began.
    pub async fn remember(&self) -> Result<(), koma_store::StoreError> {
        let lives = self.store().lives().await?;
        *self.0.lives.write().unwrap_or_else(PoisonError::into_inner) = lives;
        Ok(())
    }

    /// How long a clock of a game has run that was set at a time, in milliseconds: while a server lived
    /// before this one, and since this one has the game.
    fn charge(&self, game: &str, set: i64) -> u64 {
        let lives = self.0.lives.read().unwrap_or_else(PoisonError::into_inner);
        let now = i64::try_from(self.unix()).unwrap_or(i64::MAX);
        if let Some(cluster) = self.cluster() {
            return cluster.shards().charge(shard_of(game), set, now, &lives);
        }
        let here = u64::try_from(self.0.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let passed = u64::try_from(now - set).unwrap_or_default();
        lives.since(set).saturating_add(here.min(passed))
    }

    /// The other servers, where there are several.
    fn cluster(&self) -> Option<&Cluster> {
        self.0.cluster.as_ref()
    }

    /// Wakes the games that were going on, and lets flags fall from now on.
    pub fn start(&self) {
        tokio::spawn(watch_clocks(self.clone()));
        tokio::spawn(forget_idle(self.clone()));
        tokio::spawn(wake_due(self.clone()));
        let mut living = vec![tokio::spawn(live_on(self.clone()))];
        let asks = self.0.asks.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let (Some(cluster), Some(asks)) = (self.cluster(), asks) {
            tokio::spawn(room::serve(self.clone(), asks));
            living.push(tokio::spawn(keep_shards(self.clone(), cluster.clone())));
        }
        *self.0.living.lock().unwrap_or_else(PoisonError::into_inner) = living;
        tokio::spawn(end_unjoined(self.clone()));
        let sessions = self.0.sessions.clone();
        tokio::spawn(sessions.look(self.0.store.clone(), self.closing()));
    }

    /// Tells everybody goodbye and waits until all that was asked for is stored. Commands that come
    /// later are refused; their senders try again with the next server.
    pub async fn shutdown(&self) {
        self.0.closing.send_replace(true);
        let sockets_gone = async {
            while self.0.sockets.load(Ordering::Acquire) > 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let _ = tokio::time::timeout(FAREWELL, sockets_gone).await;
        self.games().flush().await;
        let living = {
            let mut living = self.0.living.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::take(&mut *living)
        };
        let lived = async {
            for task in living {
                let _ = task.await;
            }
        };
        let _ = tokio::time::timeout(FAREWELL, lived).await;
    }

    /// How many games are in memory, and how many sockets are open.
    pub fn counts(&self) -> (usize, usize) {
        (self.rooms().len(), self.0.sockets.load(Ordering::Relaxed))
    }

    /// A game as it stands.
    pub async fn view(&self, id: &str, lang: Lang) -> Result<wire::GameView, ApiError> {
        self.room(id)?.view(self, lang).await
    }

    /// The room of a game, whether or not there is such a game.
    fn room(&self, id: &str) -> Result<Arc<Room>, ApiError> {
        if !secret::is_game_id(id) {
            return Err(ApiError::not_found());
        }
        let mut rooms = self.rooms();
        if let Some(room) = rooms.get(id) {
            return Ok(Arc::clone(room));
        }
        let id: Arc<str> = id.into();
        let room = Arc::new(Room::new(Arc::clone(&id), self.tick()));
        rooms.insert(id, Arc::clone(&room));
        Ok(room)
    }

    /// Somebody has taken their name out of these games: what is in memory is read again.
    pub async fn read_again(&self, games: &[Seat]) {
        for seat in games {
            let room = self.rooms().get(seat.game.as_str()).map(Arc::clone);
            match room {
                Some(room) => room.read_again(self).await,
                // Another server may have it.
                None if self.cluster().is_some() => {
                    if let Ok(room) = self.room(&seat.game) {
                        room.read_again(self).await;
                    }
                }
                None => {}
            }
        }
    }

    /// Forgets rooms that nobody holds and nothing happens in, and the games of those where only a
    /// clock runs.
    fn forget(&self, patience: u64) {
        let now = self.tick();
        let mut rooms = self.rooms();
        for room in rooms.values() {
            room.rest(now, patience);
        }
        rooms.retain(|_, room| Arc::strong_count(room) > 1 || !room.is_idle(now, patience));
        metrics::gauge!("koma_games").set(rooms.len() as f64);
        drop(rooms);
        metrics::gauge!("koma_sockets").set(self.0.sockets.load(Ordering::Relaxed) as f64);
    }

    fn rooms(&self) -> std::sync::MutexGuard<'_, HashMap<Arc<str>, Arc<Room>>> {
        self.0.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn games(&self) -> &Games {
        self.0.store.games()
    }

    fn store(&self) -> &Store {
        &self.0.store
    }

    fn rules(&self) -> &Rules {
        &self.0.rules
    }

    fn work(&self) -> &Work {
        &self.0.work
    }

    /// How long the other side must be gone before a game with such a clock may be claimed or called
    /// off; `None` where games take days.
    fn patience(&self, clock: clock::TimeControl) -> Option<u64> {
        let quick = u64::try_from(self.0.habits.claim_after.as_millis()).unwrap_or(u64::MAX);
        match clock {
            clock::TimeControl::None => Some(quick.saturating_mul(UNHURRIED)),
            clock if clock.is_for_days() => None,
            _ => Some(quick),
        }
    }

    fn shares_games(&self) -> bool {
        self.0.habits.shares_games
    }

    fn timers(&self) -> &Timers {
        &self.0.timers
    }

    /// Milliseconds since this server began: what clocks count, whatever the date does.
    fn tick(&self) -> Tick {
        FIRST_TICK + u64::try_from(self.0.began.elapsed().as_millis()).unwrap_or(u64::MAX / 2)
    }

    /// The date, in Unix milliseconds: for people to read, not for clocks.
    fn unix(&self) -> u64 {
        u64::try_from(jiff::Timestamp::now().as_millisecond()).unwrap_or_default()
    }

    /// Whether this server owns a game.
    fn has(&self, game: &str) -> bool {
        let place = |cluster: &Cluster| cluster.shards().place(shard_of(game));
        self.cluster().is_none_or(|cluster| matches!(place(cluster), Place::Here(_)))
    }

    /// The date of a tick, in Unix milliseconds.
    fn date_of(&self, tick: Tick) -> i64 {
        let ahead =
            i64::try_from(tick).unwrap_or(i64::MAX) - i64::try_from(self.tick()).unwrap_or(0);
        i64::try_from(self.unix()).unwrap_or(i64::MAX).saturating_add(ahead)
    }

    fn is_closing(&self) -> bool {
        *self.0.closing.borrow()
    }

    fn closing(&self) -> watch::Receiver<bool> {
        self.0.closing.subscribe()
    }
}

/// Waits until the server closes.
async fn closed(closing: &mut watch::Receiver<bool>) {
    let _ = closing.wait_for(|closing| *closing).await;
}

/// Ends games whose flags fall.
async fn watch_clocks(live: Live) {
    let mut closing = live.closing();
    loop {
        let (due, next) = live.timers().due(live.tick());
        for id in due {
            let Ok(room) = live.room(&id) else { continue };
            let live = live.clone();
            tokio::spawn(async move {
                while let Err(error) = room.look_at_clock(&live).await {
                    tracing::error!(game = %room.id, code = error.code(), "a flag was not stored");
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    if live.is_closing() {
                        return;
                    }
                }
            });
        }
        // A millisecond later, because ticks are whole.
        let until = next.map_or(Duration::from_secs(3600), |next| {
            Duration::from_millis(next.saturating_sub(live.tick()) + 1)
        });
        tokio::select! {
            () = tokio::time::sleep(until) => {}
            () = live.timers().earlier() => {}
            () = closed(&mut closing) => return,
        }
    }
}

/// Gives signs of life while clocks run, so that the next server knows how long they have. A date
/// that jumps ends a life: what was before cannot be compared with what comes.
async fn live_on(live: Live) {
    let unix = |ms: u64| i64::try_from(ms).unwrap_or(i64::MAX);
    let mut closing = live.closing();
    let mut life = None;
    let (mut tick, mut date) = (live.tick(), live.unix());
    loop {
        let is_closing = tokio::select! {
            () = tokio::time::sleep(BEAT) => false,
            () = closed(&mut closing) => true,
        };
        let (now, today) = (live.tick(), live.unix());
        let passed = now - tick;
        if (date + passed).abs_diff(today) > JUMP {
            life = None;
        }
        (tick, date) = (now, today);
        let is_running = !live.timers().is_empty();
        if is_running || life.is_some() {
            let given = match life {
                Some(id) => live.store().go_on_living(id, unix(today)).await.map(|()| id),
                None => live.store().live(unix(today.saturating_sub(passed)), unix(today)).await,
            };
            match given {
                Ok(id) => life = Some(id).filter(|_| is_running),
                Err(error) => tracing::error!(%error, "no sign of life could be given"),
            }
        }
        if is_closing {
            return;
        }
    }
}

/// Ends games nobody joined.
async fn end_unjoined(live: Live) {
    let mut closing = live.closing();
    loop {
        let before = i64::try_from(live.unix().saturating_sub(UNJOINED)).unwrap_or_default();
        let old = live.games().unjoined(before, 200).await.unwrap_or_default();
        let is_more = old.len() == 200;
        for id in old {
            if !live.has(&id) {
                continue;
            }
            let Ok(room) = live.room(&id) else { continue };
            if let Err(error) = room.expire(&live).await {
                tracing::error!(game = id, code = error.code(), "a game could not be ended");
            }
        }
        let rest = if is_more { Duration::from_secs(1) } else { SWEEP };
        tokio::select! {
            () = tokio::time::sleep(rest) => {}
            () = closed(&mut closing) => return,
        }
    }
}

/// Forgets games that nobody looks at.
async fn forget_idle(live: Live) {
    let mut closing = live.closing();
    loop {
        tokio::select! {
            () = tokio::time::sleep(Duration::from_millis(PATIENCE / 4)) => live.forget(PATIENCE),
            () = closed(&mut closing) => return,
        }
    }
}

/// Looks at games that are due: sets the clocks going whose flags fall soon, and makes records of those
/// that ended when a server did.
async fn wake_due(live: Live) {
    let mut closing = live.closing();
    loop {
        let is_more = look_at_due(&live).await;
        let usual = DUE[usize::from(live.cluster().is_none())];
        let rest = if is_more { Duration::from_millis(50) } else { usual };
        tokio::select! {
            () = tokio::time::sleep(rest) => {}
            () = live.0.look.notified() => {}
            () = closed(&mut closing) => return,
        }
    }
}

/// Looks at games that are due; whether there may be more.
async fn look_at_due(live: &Live) -> bool {
    let by = live.date_of(live.tick() + HORIZON);
    let due = match live.cluster() {
        None => live.games().due(by, MANY).await,
        Some(cluster) => live.games().due_in(&cluster.shards().mine(), by, MANY).await,
    };
    let due = due.unwrap_or_else(|error| {
        tracing::error!(%error, "the games that are due cannot be listed");
        Vec::new()
    });
    let is_more = due.len() == MANY as usize;
    let wake = async |id: String| {
        if live.is_closing() {
            return;
        }
        let Ok(room) = live.room(&id) else { return };
        if let Err(error) = room.wake(live).await {
            tracing::error!(game = id, code = error.code(), "a game cannot go on");
        }
    };
    futures_util::stream::iter(due).for_each_concurrent(AT_ONCE, wake).await;
    is_more
}

/// Owns shards, and gives them back in the end.
async fn keep_shards(live: Live, cluster: Cluster) {
    let mut closing = live.closing();
    let (queue, mut pokes) = mpsc::channel(4);
    let _heard = cluster.pokes(queue).await;
    let mut served = HashMap::new();
    let mut is_answered = true;
    loop {
        match keep_round(&live, &cluster).await {
            Ok(changed) => {
                is_answered = true;
                for shard in &changed.lost {
                    served.remove(shard);
                }
                for &shard in &changed.gained {
                    served.insert(shard, cluster.serve(shard));
                }
                if changed.has_given {
                    cluster.poke();
                }
                if !changed.gained.is_empty() || !changed.lost.is_empty() {
                    tracing::info!(
                        gained = changed.gained.len(),
                        lost = changed.lost.len(),
                        "shards"
                    );
                    live.0.look.notify_one();
                    tokio::spawn(change_places(live.clone(), changed));
                }
            }
            Err(error) if std::mem::replace(&mut is_answered, false) => {
                tracing::error!(%error, "leases cannot be renewed");
            }
            Err(_) => {}
        }
        tokio::select! {
            () = tokio::time::sleep(lease::ROUND) => {}
            _ = pokes.recv() => {}
            () = closed(&mut closing) => break,
        }
    }
    served.clear();
    cluster.shards().leave().await;
    cluster.poke();
    // What was said last is still to be sent.
    tokio::time::sleep(Duration::from_millis(20)).await;
    cluster.shards().close().await;
}

async fn keep_round(live: &Live, cluster: &Cluster) -> Result<Changed, koma_store::StoreError> {
    let (asked, round) = cluster.shards().round().await?;
    if !round.taken.is_empty() {
        // How long clocks have run before is known before anybody may ask.
        live.remember().await?;
    }
    let now = i64::try_from(live.unix()).unwrap_or(i64::MAX);
    Ok(cluster.shards().learn(asked, &round, now))
}

/// Games that people here look at have other owners now.
async fn change_places(live: Live, changed: Changed) {
    let is_meant = |room: &Arc<Room>| {
        let shard = shard_of(&room.id);
        changed.gained.contains(&shard) || changed.lost.contains(&shard)
    };
    let rooms: Vec<Arc<Room>> =
        live.rooms().values().filter(|room| is_meant(room)).cloned().collect();
    let change = async |room: Arc<Room>| room.change_place(&live).await;
    futures_util::stream::iter(rooms).for_each_concurrent(AT_ONCE, change).await;
}

#[cfg(test)]
mod tests {
    use super::clock::TimeControl;
    use super::secret::SecretHash;
    use koma_store::Change;

    use super::wire::NewGame;
    use super::*;
    use crate::Lang;

    /// A game that both have joined; gives its id.
    async fn game(live: &Live, clock: TimeControl) -> String {
        let wish = serde_json::json!({ "clock": clock });
        let wish: NewGame = serde_json::from_value(wish).unwrap();
        let made = make::make(live, wish, None).await.unwrap();
        let room = live.room(&made.id).unwrap();
        room.join(live, SecretHash::of(&made.invite), None, None, None).await.unwrap();
        made.id
    }

    #[tokio::test]
    async fn games_nobody_looks_at_leave_memory_and_come_back_as_they_were() {
        let folder = std::env::temp_dir().join(format!("koma-live-{}", std::process::id()));
        let url = format!("sqlite://{}", folder.join("koma.db").display());
        let store = Store::open(&url).await.unwrap();
        let live =
            Live::new(store.clone(), Rules::new(store.clone(), Work::default()), Habits::default());
        let still = game(&live, TimeControl::None).await;
        let timed = game(&live, TimeControl::Sudden { main: 600_000 }).await;
        let before = live.room(&still).unwrap().view(&live, Lang::En).await.unwrap();
        assert_eq!(live.counts(), (2, 0));
        live.forget(0);
        // A running clock is not forgotten, but its game is.
        assert_eq!(live.counts(), (1, 0));
        assert!(!live.room(&timed).unwrap().is_at_hand());
        assert!(live.rooms().contains_key(timed.as_str()));
        assert_eq!(live.room(&still).unwrap().view(&live, Lang::En).await.unwrap(), before);
        // One that is looked at stays.
        let room = live.room(&still).unwrap();
        live.forget(0);
        assert_eq!(live.counts(), (2, 0));
        drop(room);
        // Another server wakes the game with the clock, and leaves the other where it is.
        let next =
            Live::new(store.clone(), Rules::new(store.clone(), Work::default()), Habits::default());
        look_at_due(&next).await;
        next.forget(0);
        assert_eq!(next.counts(), (0, 0), "its flag falls in ten minutes");
        store
            .games()
            .append(Change { dues: vec![(timed.clone(), Some(0))], ..Change::default() })
            .await
            .unwrap();
        look_at_due(&next).await;
        next.forget(0);
        assert_eq!(next.counts(), (1, 0));
        assert!(next.timers().due(0).1.is_some(), "its flag will fall");
        let due = store.games().due(next.date_of(next.tick() + 600_000), 9).await.unwrap();
        assert_eq!(due, [timed], "and is noted anew");
        store.close().await;
        std::fs::remove_dir_all(folder).unwrap();
    }

    /// The memory of this process, in bytes.
    fn memory() -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.map(|line| line.trim().trim_end_matches("kB").trim().parse::<u64>());
        kilobytes.and_then(Result::ok).unwrap_or(0) << 10
    }

    /// `KOMA_IDLE_GAMES` is how many games of each kind begin in an hour; 50 in full.
    #[tokio::test]
    async fn a_week_of_games_nobody_looks_at_takes_no_memory() {
        let games: usize = std::env::var("KOMA_IDLE_GAMES").map_or(1, |n| n.parse().unwrap());
        let folder = std::env::temp_dir().join(format!("koma-week-{}", std::process::id()));
        let url = format!("sqlite://{}", folder.join("koma.db").display());
        let store = Store::open(&url).await.unwrap();
        let live =
            Live::new(store.clone(), Rules::new(store.clone(), Work::default()), Habits::default());
        let (month, day) = (30 * 24 * 3_600_000, 24 * 3_600_000);
        let clocks_of_a_day = TimeControl::Byoyomi { main: 0, byoyomi: day, periods: 1 };
        let clocks = [TimeControl::None, TimeControl::Sudden { main: month }, clocks_of_a_day];
        let stored = || std::fs::metadata(folder.join("koma.db")).map_or(0, |file| file.len());
        let (mut first_day, mut last) = ((0, 0), String::new());
        for hour in 0..7 * 24 {
            for _ in 0..games {
                for clock in clocks {
                    last = game(&live, clock).await;
                }
            }
            tokio::time::pause();
            tokio::time::advance(Duration::from_secs(3600)).await;
            tokio::time::resume();
            // What the task that watches clocks does.
            for id in live.timers().due(live.tick()).0 {
                live.room(&id).unwrap().look_at_clock(&live).await.unwrap();
            }
            // A game whose flag fell was looked at now, and is let go of a little later.
            tokio::time::pause();
            tokio::time::advance(Duration::from_millis(PATIENCE + PATIENCE / 4)).await;
            tokio::time::resume();
            live.forget(PATIENCE);
            let at_hand = live.rooms().values().filter(|room| room.is_at_hand()).count();
            assert_eq!(at_hand, 0, "after {hour} h");
            if hour == 24 {
                first_day = (memory(), stored());
            }
        }
        // The database keeps pages of its file in memory, up to a limit of its own.
        let pages = stored().saturating_sub(first_day.1);
        let grown = memory().saturating_sub(first_day.0);
        let rooms = live.counts().0;
        let kilobytes = [grown, pages].map(|bytes| bytes >> 10);
        println!("{rooms} clocks run; memory and file grew by {kilobytes:?} KB after a day");
        // Half of the days' clocks have run out; what is left is a room for each that runs.
        assert!(rooms <= games * (7 * 24 + 25), "{rooms}");
        // Where other tests run in this process, too, its memory tells nothing.
        if std::env::var_os("NEXTEST").is_some() || std::env::var_os("KOMA_IDLE_GAMES").is_some() {
            assert!(grown < (16 << 20) + 2048 * rooms as u64 + pages, "{grown} bytes");
        }
        // And the clock of the one that began last has used its hour.
        let clocks = live.room(&last).unwrap().view(&live, Lang::En).await.unwrap().clocks.unwrap();
        let text = serde_json::to_string(&clocks).unwrap();
        let left = clocks.sente.left(clocks_of_a_day);
        assert!((day - 3_700_000..=day - 3_600_000).contains(&left), "{text}");
        store.close().await;
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[tokio::test]
    async fn a_clock_has_run_while_a_server_lived_and_not_while_none_did() {
        let folder = std::env::temp_dir().join(format!("koma-lives-{}", std::process::id()));
        let url = format!("sqlite://{}", folder.join("koma.db").display());
        let store = Store::open(&url).await.unwrap();
        let rules = || Rules::new(store.clone(), Work::default());
        let live = Live::new(store.clone(), rules(), Habits::default());
        let clock = TimeControl::Byoyomi { main: 0, byoyomi: 6000, periods: 1 };
        let id = game(&live, clock).await;
        let joined = store.games().log(&id).await.unwrap().last().unwrap().at;
        // It lived for two seconds after that, was away for a minute, and lived for another one.
        store.live(joined - 1000, joined + 2000).await.unwrap();
        store.live(joined + 60_000, joined + 61_000).await.unwrap();
        let next = Live::new(store.clone(), rules(), Habits::default());
        next.remember().await.unwrap();
        let clocks = next.room(&id).unwrap().view(&next, Lang::En).await.unwrap().clocks.unwrap();
        assert!((2000..=3000).contains(&clocks.sente.byoyomi), "{clocks:?}");
        assert_eq!(clocks.gote.byoyomi, 6000);
        // However often it is started, nothing is given back: with the next life the flag falls.
        store.live(joined + 70_000, joined + 73_500).await.unwrap();
        let last = Live::new(store.clone(), rules(), Habits::default());
        last.remember().await.unwrap();
        last.room(&id).unwrap().look_at_clock(&last).await.unwrap();
        let view = last.room(&id).unwrap().view(&last, Lang::En).await.unwrap();
        assert_eq!(view.end.map(|end| end.reason), Some(koma_rules::Reason::TimeLoss.into()));
        store.close().await;
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[tokio::test]
    async fn games_nobody_joined_are_not_woken_and_end() {
        let folder = std::env::temp_dir().join(format!("koma-unjoined-{}", std::process::id()));
        let url = format!("sqlite://{}", folder.join("koma.db").display());
        let store = Store::open(&url).await.unwrap();
        let rules = || Rules::new(store.clone(), Work::default());
        let live = Live::new(store.clone(), rules(), Habits::default());
        let wish: NewGame = serde_json::from_value(
            serde_json::json!({ "clock": { "kind": "sudden", "main": 5000 } }),
        )
        .unwrap();
        let alone = make::make(&live, wish, None).await.unwrap().id;
        let both = game(&live, TimeControl::None).await;
        let next = Live::new(store.clone(), rules(), Habits::default());
        look_at_due(&next).await;
        assert_eq!(next.counts(), (0, 0), "nothing is due");
        let soon = i64::try_from(live.unix()).unwrap() + 1000;
        assert_eq!(store.games().unjoined(soon, 10).await.unwrap(), std::slice::from_ref(&alone));
        for id in [&alone, &both] {
            next.room(id).unwrap().expire(&next).await.unwrap();
        }
        let stage =
            async |id: &str| next.room(id).unwrap().view(&next, Lang::En).await.unwrap().state;
        assert_eq!(stage(&alone).await, session::Stage::Ended);
        assert_eq!(stage(&both).await, session::Stage::Playing);
        assert!(store.games().unjoined(soon, 10).await.unwrap().is_empty());
        store.close().await;
        std::fs::remove_dir_all(folder).unwrap();
    }
}
