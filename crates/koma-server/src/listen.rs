//! Connections: taken, answered, and ended when the server stops.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::serve::{Listener as _, ListenerExt as _};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tower::{Service as _, ServiceExt as _};

/// Answers until it is time to stop, then until all have heard the answer they wait for.
///
/// axum's own loop has no limit for the head of a request: whoever sends one letter a minute would
/// keep a connection for ever, and ten thousand of them all connections there are.
pub async fn answer(
    listener: TcpListener,
    router: Router,
    head: Duration,
    mut stopping: watch::Receiver<bool>,
) {
    // Messages are small and each is waited for: none is held back to be sent with the next.
    let mut listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(head);
    // Nobody sends on it: it ends when the last connection has let go of it.
    let (here, mut all_gone) = mpsc::channel::<()>(1);
    loop {
        let (stream, address) = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stopping.wait_for(|stopping| *stopping) => break,
        };
        let connection = one(http.clone(), stream, address, router.clone(), stopping.clone());
        let here = here.clone();
        tokio::spawn(async move {
            connection.await;
            drop(here);
        });
    }
    drop((here, listener));
    all_gone.recv().await;
}

/// Answers the requests of one connection.
async fn one(
    http: http1::Builder,
    stream: TcpStream,
    address: SocketAddr,
    router: Router,
    mut stopping: watch::Receiver<bool>,
) {
    let mut made = router.into_make_service_with_connect_info::<SocketAddr>();
    let Ok(service) = made.call(address).await;
    let service = service_fn(move |request: Request<Incoming>| service.clone().oneshot(request));
    let connection = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
    tokio::pin!(connection);
    // How a connection ends is nobody's news: most are just closed.
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = stopping.wait_for(|stopping| *stopping) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
