//! Work that takes long: done aside, so much at a time, and not for ever.

use std::cell::Cell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::ApiError;

/// How long a job may take. Jobs of many parts ask [`check_time`] between them; no part takes long,
/// because texts, records and lists of moves have limits of their own.
const LONGEST: Duration = Duration::from_secs(10);

/// A few places for work that takes long. Whoever finds none waits, as long as its request may.
///
/// One place is never given to [`Work::run_long`], so that a few large uploads do not hold up
/// pictures and sign-ins.
#[derive(Clone, Debug)]
pub struct Work {
    places: Arc<Semaphore>,
    for_long: Arc<Semaphore>,
    longest: Duration,
}

impl Default for Work {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from).max(2);
        Self {
            places: Arc::new(Semaphore::new(cores)),
            for_long: Arc::new(Semaphore::new(cores - 1)),
            longest: LONGEST,
        }
    }
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
    /// The same with another limit of time.
    #[must_use]
    pub fn within(self, longest: Duration) -> Self {
        Self { longest, ..self }
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
        let place = Arc::clone(&self.places).acquire_owned().await.map_err(|_| internal())?;
        let longest = self.longest;
        // The place goes with the job: a client that hangs up does not free it early.
        let job = move || {
            let _place = (place, turn);
            let _timed = Timed::until(Instant::now() + longest);
            job()
        };
        match tokio::task::spawn_blocking(job).await {
            Ok(value) => Ok(value),
            Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
            Err(_) => Err(internal()),
        }
    }

    /// Does `job` aside if it is `long`, at once otherwise.
    pub async fn run_if<T: Send + 'static>(
        &self,
        long: bool,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        if long { self.run(job).await } else { Ok(job()) }
    }
}

fn internal() -> ApiError {
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
        // Outside of jobs there is no limit, also on a thread that had one.
        assert!(tokio::task::spawn_blocking(check_time).await.unwrap().is_ok());
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
