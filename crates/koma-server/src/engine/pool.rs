//! Places for thinking: few, fair, after everything else, and given up when nobody waits.

use std::collections::{HashMap, HashSet, VecDeque};
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use koma_rules::within;
use tokio::sync::oneshot;

use crate::ApiError;
use crate::work::{Crew, internal, too_dear};

/// So many jobs wait at most; the next is refused.
const MOST_WAITING: usize = 200;

/// And so many of one house or account.
const MOST_OF_ONE: usize = 60;

/// No job takes more steps of the rules, whatever it is: minutes.
const MOST_STEPS: u64 = 200 * super::STEPS_A_SECOND;

/// For whom the engine thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Who {
    /// Somebody who is signed in.
    Account(i64),
    /// A guest, by address.
    House(IpAddr),
}

/// Threads that think, one job for each. Of one user one job is done at a time, and who was served
/// longest ago is served next.
#[derive(Clone)]
pub struct Pool(Arc<Inner>);

struct Inner {
    name: &'static str,
    size: usize,
    crew: Crew,
    state: Mutex<State>,
    /// How many wait, for jobs that go on for long.
    waiting: AtomicUsize,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Waiting>,
    /// Those for whom a job is done now.
    thinking: HashSet<Who>,
    /// What stops the jobs that are done now.
    stops: HashMap<u64, Arc<AtomicBool>>,
    /// When each was served last, in jobs.
    served: HashMap<Who, u64>,
    jobs: u64,
    closed: bool,
}

struct Waiting {
    number: u64,
    who: Who,
    stop: Arc<AtomicBool>,
    since: Instant,
    job: Box<dyn FnOnce() + Send>,
}

/// What a job knows of its place.
pub struct Turn {
    stop: Arc<AtomicBool>,
    begun: Instant,
    pool: Pool,
}

impl Turn {
    /// Set when nobody waits for the answer any more.
    pub fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// Whether somebody else should have the place for a while, after so long.
    pub fn should_yield(&self, slice: Duration) -> bool {
        self.pool.0.waiting.load(Ordering::Relaxed) > 0 && self.begun.elapsed() >= slice
    }
}

/// Gives a job up when whoever asked goes away.
struct Asked {
    pool: Pool,
    number: u64,
    stop: Arc<AtomicBool>,
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let mut state = self.pool.state();
        state.waiting.retain(|waiting| waiting.number != self.number);
        self.pool.tell(&state);
    }
}

/// Frees the place of a job, however it ends.
struct Place {
    pool: Pool,
    number: u64,
    who: Who,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut state = self.pool.state();
        state.thinking.remove(&self.who);
        state.stops.remove(&self.number);
        self.pool.go_on(state);
    }
}

impl Pool {
    /// So many places, whose threads stand back so far.
    pub fn new(name: &'static str, size: usize, nice: i32) -> Self {
        let (state, waiting) = (Mutex::default(), AtomicUsize::new(0));
        Self(Arc::new(Inner { name, size, crew: Crew::new(size, nice), state, waiting }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many jobs wait.
    pub fn waiting(&self) -> usize {
        self.0.waiting.load(Ordering::Relaxed)
    }

    /// Stops everything, and does nothing more.
    pub fn close(&self) {
        let mut state = self.state();
        state.closed = true;
        state.waiting.clear();
        state.stops.values().for_each(|stop| stop.store(true, Ordering::Relaxed));
        self.tell(&state);
    }

    /// Does a job when its turn comes. When the one who waits for it goes away it is stopped, or
    /// never begun.
    pub async fn run<T: Send + 'static>(
        &self,
        who: Who,
        job: impl FnOnce(&Turn) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let (answer, done) = oneshot::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let (pool, stopped) = (self.clone(), Arc::clone(&stop));
        let job = move || {
            let turn = Turn { stop: stopped, begun: Instant::now(), pool };
            let done = catch_unwind(AssertUnwindSafe(|| within(MOST_STEPS, || job(&turn))));
            turn.pool.note("koma_engine_seconds", turn.begun.elapsed());
            let _ = answer.send(done);
        };
        let asked = self.line_up(who, stop, Box::new(job))?;
        let done = done.await;
        drop(asked);
        match done {
            Ok(Ok(done)) => done.map_err(|_| too_dear()),
            Ok(Err(_)) => {
                tracing::error!(pool = self.0.name, "a job of the engine panicked");
                Err(internal())
            }
            // It was never begun: the server stops.
            Err(_) => Err(busy()),
        }
    }

    fn line_up(
        &self,
        who: Who,
        stop: Arc<AtomicBool>,
        job: Box<dyn FnOnce() + Send>,
    ) -> Result<Asked, ApiError> {
        let mut state = self.state();
        let of_one = state.waiting.iter().filter(|waiting| waiting.who == who).count();
        if state.closed || state.waiting.len() >= MOST_WAITING || of_one >= MOST_OF_ONE {
            metrics::counter!("koma_engine_refused_total", "pool" => self.0.name).increment(1);
            return Err(busy());
        }
        state.jobs += 1;
        let number = state.jobs;
        let waiting = Waiting { number, who, stop: Arc::clone(&stop), since: Instant::now(), job };
        state.waiting.push_back(waiting);
        let asked = Asked { pool: self.clone(), number, stop };
        self.go_on(state);
        Ok(asked)
    }

    /// Gives free places to those who wait.
    fn go_on(&self, mut state: MutexGuard<'_, State>) {
        let mut begun = Vec::new();
        while state.stops.len() < self.0.size
            && let Some(next) = state.next()
        {
            state.thinking.insert(next.who);
            state.stops.insert(next.number, Arc::clone(&next.stop));
            begun.push(next);
        }
        self.tell(&state);
        drop(state);
        for Waiting { number, who, since, job, .. } in begun {
            self.note("koma_engine_wait_seconds", since.elapsed());
            let place = Place { pool: self.clone(), number, who };
            let job = move || {
                // Freed at the end, also where there is no thread to begin.
                let _place = place;
                job();
            };
            self.0.crew.take(Box::new(job));
        }
    }

    /// Tells how many wait and think.
    fn tell(&self, state: &State) {
        self.0.waiting.store(state.waiting.len(), Ordering::Relaxed);
        let gauge = |name, value: usize| {
            metrics::gauge!(name, "pool" => self.0.name).set(value as f64);
        };
        gauge("koma_engine_waiting", state.waiting.len());
        gauge("koma_engine_thinking", state.stops.len());
    }

    fn note(&self, name: &'static str, time: Duration) {
        metrics::histogram!(name, "pool" => self.0.name).record(time);
    }
}

impl State {
    /// The job whose turn it is.
    fn next(&mut self) -> Option<Waiting> {
        let free = self.waiting.iter().enumerate().filter(|(_, w)| !self.thinking.contains(&w.who));
        let last = |who: &Who| self.served.get(who).copied().unwrap_or(0);
        let (at, _) = free.min_by_key(|(_, waiting)| (last(&waiting.who), waiting.number))?;
        let next = self.waiting.remove(at)?;
        self.jobs += 1;
        self.served.insert(next.who, self.jobs);
        if self.served.len() > 4 * MOST_WAITING {
            let here: HashSet<Who> = self.waiting.iter().map(|waiting| waiting.who).collect();
            self.served.retain(|who, _| here.contains(who));
        }
        Some(next)
    }
}

/// Too many want the engine.
fn busy() -> ApiError {
    ApiError::new(
        StatusCode::TOO_MANY_REQUESTS,
        "BUSY",
        "the engine thinks for too many others at the moment; try again in a little while",
        "ただいま多くの方がエンジンを使っています。少し待ってからもう一度試してください",
    )
    .retry_after(5)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn account(id: i64) -> Who {
        Who::Account(id)
    }

    /// A job that thinks until it is stopped.
    fn endless(turn: &Turn) {
        while !turn.stop().load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    async fn until(what: &str, mut is_so: impl FnMut() -> bool) {
        for _ in 0..2000 {
            if is_so() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        panic!("{what}");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_job_ends_when_nobody_waits_for_it_and_one_that_waits_never_begins() {
        let pool = Pool::new("test", 1, 0);
        let job = |id| {
            let pool = pool.clone();
            tokio::spawn(async move { pool.run(account(id), endless).await.is_ok() })
        };
        let first = job(1);
        until("the first begins", || pool.state().stops.len() == 1).await;
        let second = job(2);
        until("the second waits", || pool.waiting() == 1).await;
        second.abort();
        until("the second is forgotten", || pool.waiting() == 0).await;
        first.abort();
        until("the first ends", || pool.state().stops.is_empty()).await;
        assert_eq!(pool.run(account(3), |_| 3).await.unwrap(), 3);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn who_was_served_longest_ago_is_served_next_and_nobody_twice_at_once() {
        let pool = Pool::new("test", 2, 0);
        let (told, order) = mpsc::channel();
        let holding = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(account(0), endless).await.is_ok() }
        });
        let (go, gate) = mpsc::channel::<()>();
        let first = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(account(1), move |_| gate.recv().is_ok()).await.is_ok() }
        });
        until("both places are taken", || pool.state().stops.len() == 2).await;
        let mut jobs = Vec::new();
        for (number, id) in [0, 1, 1, 1, 2].into_iter().enumerate() {
            let (waits, pool, told) = (pool.clone(), pool.clone(), told.clone());
            jobs.push(tokio::spawn(async move {
                pool.run(account(id), move |_| told.send(id).is_ok()).await.is_ok()
            }));
            until("it waits", || waits.waiting() == number + 1).await;
        }
        drop(go);
        assert!(first.await.unwrap());
        let heard: Vec<i64> =
            (0..4).map(|_| order.recv_timeout(Duration::from_secs(10)).unwrap()).collect();
        assert_eq!(heard, [2, 1, 1, 1], "and the one who thinks already waits");
        assert_eq!(pool.waiting(), 1);
        holding.abort();
        assert_eq!(order.recv_timeout(Duration::from_secs(10)).unwrap(), 0);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn too_many_are_refused_in_a_sentence_and_one_house_does_not_fill_the_queue() {
        let pool = Pool::new("test", 1, 0);
        let job = |id| {
            let pool = pool.clone();
            tokio::spawn(async move { pool.run(account(id), endless).await.map(|()| 0) })
        };
        let mut jobs = vec![job(0)];
        until("the first begins", || pool.state().stops.len() == 1).await;
        jobs.extend((0..MOST_OF_ONE).map(|_| job(1)));
        until("one house waits", || pool.waiting() == MOST_OF_ONE).await;
        assert_eq!(job(1).await.unwrap().unwrap_err().code(), "BUSY");
        jobs.extend((MOST_OF_ONE..MOST_WAITING).map(|id| job(100 + id as i64)));
        until("all wait", || pool.waiting() == MOST_WAITING).await;
        let refused = job(7).await.unwrap().unwrap_err();
        assert_eq!((refused.code(), refused.status()), ("BUSY", StatusCode::TOO_MANY_REQUESTS));
        // The server stops: everybody hears something.
        pool.close();
        for job in jobs {
            let ended = tokio::time::timeout(Duration::from_secs(5), job).await;
            let _ = ended.expect("in time").unwrap();
        }
        assert!(pool.run(account(1), |_| ()).await.is_err());
    }

    #[tokio::test]
    async fn a_job_that_panics_takes_no_place_with_it() {
        let pool = Pool::new("test", 1, 0);
        let who = account(1);
        let panicked = pool.run(who, |_| -> u8 { panic!("on purpose") }).await;
        assert_eq!(panicked.unwrap_err().code(), "INTERNAL");
        assert_eq!(pool.run(who, |_| 7).await.unwrap(), 7);
    }
}
