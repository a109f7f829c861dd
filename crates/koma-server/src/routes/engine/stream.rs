//! Answers that are told line by line, for as long as somebody listens.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use serde::Serialize;
use tokio::sync::mpsc;

use crate::envelope::NDJSON;

/// Lines that wait to be read.
const WAITING: usize = 16;

/// Who reads nothing for so long has gone.
const SILENCE: Duration = Duration::from_secs(30);

/// Where lines are told.
pub struct Teller(mpsc::Sender<Bytes>);

/// Nobody listens any more.
pub struct Gone;

impl Teller {
    /// Tells one line.
    pub async fn tell(&self, line: &impl Serialize) -> Result<(), Gone> {
        let mut bytes = serde_json::to_vec(line).map_err(|_| Gone)?;
        bytes.push(b'\n');
        self.0.send_timeout(bytes.into(), SILENCE).await.map_err(|_| Gone)
    }
}

/// An answer of what a task tells. When the one who asked goes away, the task is dropped.
pub fn stream<F>(task: impl FnOnce(Teller) -> F) -> Response
where
    F: Future<Output = Result<(), Gone>> + Send + 'static,
{
    let (send, mut lines) = mpsc::channel(WAITING);
    let task = task(Teller(send.clone()));
    tokio::spawn(async move {
        tokio::select! {
            () = send.closed() => {}
            _ = task => {}
        }
    });
    let lines = futures_util::stream::poll_fn(move |context| {
        lines.poll_recv(context).map(|line| line.map(Ok::<_, Infallible>))
    });
    ([(CONTENT_TYPE, NDJSON)], Body::from_stream(lines)).into_response()
}
