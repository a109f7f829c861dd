//! Work that takes long: done aside, so much at a time, not for ever, and after everything else.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use koma_rules::{Ruleset, within};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::ApiError;

/// How long a job may take. Jobs of many parts ask [`check_time`] between them; no part takes long,
/// because texts, records and lists of moves have limits of their own.
const LONGEST: Duration = Duration::from_secs(10);

/// The same in steps of the rules ([`koma_rules::within`]), which end also a part that takes long.
const STEPS: u64 = 5_000_000_000;

/// How many lists of moves the questions about one position may take, see
/// [`Ruleset::step_budget`].
const LISTS: u64 = 6;

/// Does a job about one position. A position that somebody sends, or plays to, can be dearer than
/// that from which its variant was judged: then it is refused.
pub fn of_position<T>(rules: &Ruleset, job: impl FnOnce() -> T) -> Result<T, ApiError> {
    within(position_steps(rules), job).map_err(|_| too_dear())
}

/// What the questions about one position may take, in steps.
pub fn position_steps(rules: &Ruleset) -> u64 {
    LISTS * rules.step_budget()
}

/// The steps are used up.
pub fn too_dear() -> ApiError {
    metrics::counter!("koma_jobs_cut_short_total").increment(1);
    ApiError::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        "TOO_DEAR",
        "there are too many moves to look for: this takes longer than a game can bear",
        "調べる指し手が多すぎて、対局に使える時間では終わりません",
    )
}

/// How far a job stands back behind the threads that answer, store and tell. Where both want to run
/// the job gets a third of what they get; where nobody else does it gets all. Not more: on a machine
/// that other programs use, too, jobs stand back behind those as well.
const NICE: i32 = 5;

/// The same for the jobs of live games, which go before files and pictures.
const NICE_IN_GAMES: i32 = 2;

/// A few places for work that takes long. Whoever finds none waits, as long as its request may.
///
/// One place is never given to [`Work::run_long`], so that a few large uploads do not hold up
/// pictures and sign-ins.
#[derive(Clone, Debug)]
pub struct Work {
    places: Arc<Semaphore>,
    for_long: Arc<Semaphore>,
    crew: Arc<Crew>,
    longest: Duration,
    steps: u64,
}

impl Default for Work {
    fn default() -> Self {
        Self::behind(NICE)
    }
}

/// Threads of our own, one for each place, hired with the first job: they stand back behind all
/// others, which a thread that is lent from elsewhere could not take back.
#[derive(Debug)]
pub struct Crew {
    size: usize,
    nice: i32,
    jobs: OnceLock<Mutex<Sender<Job>>>,
}

/// What a crew does.
pub type Job = Box<dyn FnOnce() + Send>;

impl Crew {
    /// So many threads that stand back so far.
    pub fn new(size: usize, nice: i32) -> Self {
        Self { size, nice, jobs: OnceLock::new() }
    }

    /// Hands a job to whoever is free; `false` if no thread could be had.
    pub fn take(&self, job: Job) -> bool {
        let jobs = self.jobs.get_or_init(|| Mutex::new(self.hire()));
        jobs.lock().unwrap_or_else(PoisonError::into_inner).send(job).is_ok()
    }

    fn hire(&self) -> Sender<Job> {
        let (jobs, todo) = mpsc::channel();
        let todo = Arc::new(Mutex::new(todo));
        for _ in 0..self.size {
            let (todo, nice) = (Arc::clone(&todo), self.nice);
            let thread = std::thread::Builder::new().name("koma-work".to_owned());
            let hired = thread.spawn(move || {
                stand_back(nice);
                work_off(&todo);
            });
            if let Err(error) = hired {
                tracing::error!(%error, "a thread for long work could not be started");
            }
        }
        jobs
    }
}

/// Does what comes until the last [`Work`] is gone.
fn work_off(todo: &Mutex<Receiver<Job>>) {
    loop {
        let next = todo.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = next else { return };
        job();
    }
}

/// Lets all other threads go first. Where threads have no rank of their own nothing happens.
fn stand_back(nice: i32) {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{getpriority_process, setpriority_process};
        // On Linux this is about the thread that asks, whatever the calls are named.
        let usual = getpriority_process(None).unwrap_or(0);
        let _ = setpriority_process(None, (usual + nice).min(19));
    }
    #[cfg(not(target_os = "linux"))]
    let _ = nice;
}

thread_local! {
    /// Until when the job of this thread may go on.
    static UNTIL: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Ends a job whose time is up: jobs of many parts ask before each.
pub fn check_time() -> Result<(), ApiError> {
    match UNTIL.get() {
        Some(until) if Instant::now() >= until => {
            metrics::counter!("koma_jobs_cut_short_total").increment(1);
            Err(ApiError::of_status(StatusCode::REQUEST_TIMEOUT))
        }
        _ => Ok(()),
    }
}

/// The time of a job, also where it panics: threads are used again.
struct Timed;

impl Timed {
    fn until(end: Instant) -> Self {
        UNTIL.set(Some(end));
        Self
    }
}

impl Drop for Timed {
    fn drop(&mut self) {
        UNTIL.set(None);
    }
}

impl Work {
    fn behind(nice: i32) -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from).max(2);
        Self {
            places: Arc::new(Semaphore::new(cores)),
            for_long: Arc::new(Semaphore::new(cores - 1)),
            crew: Arc::new(Crew::new(cores, nice)),
            longest: LONGEST,
            steps: STEPS,
        }
    }

    /// Places for the jobs of live games.
    pub fn of_games() -> Self {
        Self::behind(NICE_IN_GAMES)
    }

    /// The same with another limit of time.
    #[must_use]
    pub fn within(self, longest: Duration) -> Self {
        Self { longest, ..self }
    }

    /// The same with another limit of steps.
    #[must_use]
    pub fn of_steps(self, steps: u64) -> Self {
        Self { steps, ..self }
    }

    /// Does `job` aside.
    pub async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        self.run_with(None, job).await
    }

    /// Does a `job` aside that may take seconds: a whole file, many variants.
    pub async fn run_long<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let turn = Arc::clone(&self.for_long).acquire_owned().await.map_err(|_| internal())?;
        self.run_with(Some(turn), job).await
    }

    async fn run_with<T: Send + 'static>(
        &self,
        turn: Option<OwnedSemaphorePermit>,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let slot = Arc::new(Mutex::new(None));
        let answer = Arc::clone(&slot);
        let job = move || {
            let done = job();
            *answer.lock().unwrap_or_else(PoisonError::into_inner) = Some(done);
        };
        self.hand_over(turn, Box::new(job)).await?;
        let done = slot.lock().unwrap_or_else(PoisonError::into_inner).take();
        done.ok_or_else(internal)
    }

    /// Has a job done and waits for it. It is compiled once, whatever jobs answer.
    async fn hand_over(
        &self,
        turn: Option<OwnedSemaphorePermit>,
        job: Job,
    ) -> Result<(), ApiError> {
        let place = Arc::clone(&self.places).acquire_owned().await.map_err(|_| internal())?;
        let (longest, steps) = (self.longest, self.steps);
        let (answer, done) = oneshot::channel();
        // The place goes with the job: a client that hangs up does not free it early.
        let job = move || {
            let place = (place, turn);
            let timed = Timed::until(Instant::now() + longest);
            let done = catch_unwind(AssertUnwindSafe(|| within(steps, job)));
            drop((timed, place));
            // Nobody may be waiting any more.
            let _ = answer.send(done);
        };
        if !self.crew.take(Box::new(job)) {
            return Err(internal());
        }
        match done.await {
            Ok(Ok(done)) => done.map_err(|_| too_dear()),
            Ok(Err(panic)) => resume_unwind(panic),
            Err(_) => Err(internal()),
        }
    }

    /// Does `job` aside if it is `long`, at once otherwise.
    pub async fn run_if<T: Send + 'static>(
        &self,
        long: bool,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        if long { self.run(job).await } else { within(self.steps, job).map_err(|_| too_dear()) }
    }
}

/// Something of ours went wrong.
pub fn internal() -> ApiError {
    ApiError::of_status(StatusCode::INTERNAL_SERVER_ERROR)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_job_of_many_parts_ends_when_its_time_is_up() {
        let work = Work::default().within(Duration::from_millis(20));
        let endless = || loop {
            if let Err(error) = check_time() {
                return error;
            }
            std::thread::sleep(Duration::from_millis(1));
        };
        let ended = work.run(endless).await.unwrap();
        assert_eq!(ended.status(), StatusCode::REQUEST_TIMEOUT);
        assert!(check_time().is_ok(), "outside of jobs there is no limit");
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn jobs_stand_back_behind_those_who_answer_and_games_go_first() {
        let nice = || rustix::process::getpriority_process(None).unwrap();
        let (before, file) = (nice(), Work::default().run(nice).await.unwrap());
        let game = Work::of_games().run(nice).await.unwrap();
        assert_eq!((file, game), ((before + NICE).min(19), (before + NICE_IN_GAMES).min(19)));
        assert_eq!(nice(), before, "nobody else does");
    }

    #[tokio::test]
    async fn a_job_that_panics_takes_neither_place_nor_thread_with_it() {
        let work = Work::default();
        for _ in 0..=work.crew.size {
            let job = tokio::spawn({
                let work = work.clone();
                async move { work.run(|| -> u8 { panic!("on purpose") }).await }
            });
            assert!(job.await.unwrap_err().is_panic());
        }
        assert_eq!(work.run(|| 1).await.unwrap(), 1);
        assert!(work.run(check_time).await.unwrap().is_ok(), "its time is its own");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn long_jobs_leave_a_place_for_the_others() {
        let work = Work::default();
        let (release, held) = std::sync::mpsc::channel::<()>();
        let held = Arc::new(std::sync::Mutex::new(held));
        let jobs: Vec<_> = (0..16)
            .map(|_| {
                let (work, held) = (work.clone(), Arc::clone(&held));
                tokio::spawn(async move {
                    let wait = move || held.lock().is_ok_and(|held| held.recv().is_ok());
                    work.run_long(wait).await.is_ok()
                })
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(50)).await;
        let quick = tokio::time::timeout(Duration::from_secs(5), work.run(|| 1)).await;
        assert_eq!(quick.expect("it found a place").unwrap(), 1);
        drop(release);
        for job in jobs {
            assert!(job.await.unwrap());
        }
    }
}
