//! Work that takes long: done aside, so much at a time.

use std::sync::Arc;

use axum::http::StatusCode;
use tokio::sync::Semaphore;

use crate::ApiError;

/// A few places for work that takes long. Whoever finds none waits, as long as its request may.
#[derive(Clone, Debug)]
pub struct Work {
    places: Arc<Semaphore>,
}

impl Default for Work {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self { places: Arc::new(Semaphore::new(cores.max(2))) }
    }
}

impl Work {
    /// Does `job` aside.
    pub async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let internal = || ApiError::of_status(StatusCode::INTERNAL_SERVER_ERROR);
        let place = Arc::clone(&self.places).acquire_owned().await.map_err(|_| internal())?;
        // The place goes with the job: a client that hangs up does not free it early.
        let job = move || {
            let _place = place;
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
