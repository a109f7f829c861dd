//! Connections: taken, answered, and ended when the server stops.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use axum::serve::{Listener as _, ListenerExt as _};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tower::ServiceExt as _;

use crate::{Asker, Network};

/// The largest head of a request; hyper keeps a buffer of this size for each connection at most.
const LARGEST_HEAD: usize = 16 << 10;

/// What connections may do.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How long the head of a request may take.
    pub head: Duration,
    /// How many connections one house may have at once; 0 is no limit.
    pub connections: usize,
    /// Proxies are many people in one.
    pub proxies: Vec<Network>,
}

/// How many connections each house has.
#[derive(Clone, Default)]
struct Houses(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// A connection's place in its house; it goes with the connection.
struct Place(Houses, Option<IpAddr>);

/// The same, in each request: a socket takes it along.
#[derive(Clone)]
pub struct Held(#[expect(dead_code, reason = "it is held, not looked at")] Arc<Place>);

impl Houses {
    /// A place for a connection, if its house has one left.
    fn enter(&self, address: IpAddr, limits: &Limits) -> Option<Place> {
        let address = address.to_canonical();
        if limits.connections == 0 || limits.proxies.iter().any(|network| network.has(address)) {
            return Some(Place(self.clone(), None));
        }
        let house = Asker(address).house();
        let mut houses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = houses.entry(house).or_default();
        if *count >= limits.connections {
            return None;
        }
        *count += 1;
        Some(Place(self.clone(), Some(house)))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let Some(house) = self.1 else { return };
        let mut houses = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = houses.get_mut(&house) {
            *count -= 1;
            if *count == 0 {
                houses.remove(&house);
            }
        }
    }
}

/// Answers until it is time to stop, then until all have heard the answer they wait for.
///
/// axum's own loop has no limit for the head of a request: whoever sends one letter a minute would
/// keep a connection for ever, and ten thousand of them all connections there are.
pub async fn answer(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    mut stopping: watch::Receiver<bool>,
) {
    // Messages are small and each is waited for: none is held back to be sent with the next.
    let mut listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.head).max_buf_size(LARGEST_HEAD);
    let houses = Houses::default();
    // Made ready once: whoever takes the routes as they are has all of them copied for each connection,
    // some 70 KB.
    let router: Router = router.with_state(());
    // Nobody sends on it: it ends when the last connection has let go of it.
    let (here, mut all_gone) = mpsc::channel::<()>(1);
    loop {
        let (stream, address) = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stopping.wait_for(|stopping| *stopping) => break,
        };
        let Some(place) = houses.enter(address.ip(), &limits) else {
            metrics::counter!("koma_connections_refused_total").increment(1);
            continue;
        };
        let held = Held(Arc::new(place));
        let connection = one(http.clone(), stream, address, held, router.clone(), stopping.clone());
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
    held: Held,
    router: Router,
    mut stopping: watch::Receiver<bool>,
) {
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(held.clone());
        request.extensions_mut().insert(ConnectInfo(address));
        router.clone().oneshot(request)
    });
    let connection = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
    tokio::pin!(connection);
    // How a connection ends is nobody's news: most are just closed.
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = stopping.wait_for(|stopping| *stopping) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
