//! The server put together: state, routes, layers, the listener.

use std::future::Future;
use std::net::SocketAddr;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use koma_store::Store;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::cluster::Cluster;
use crate::desk::Desk;
use crate::engine::Engines;
use crate::fonts::Fonts;
use crate::live::{Habits, Live};
use crate::routes::meta::Pulse;
use crate::{Config, Rules, Work, docs, layers, listen, page, request, routes};

/// How many bytes of large bodies are in memory at once, in parts of [`request::PART`].
const LARGE_AT_ONCE: usize = (128 << 20) / request::PART;

/// How many count the moves of a position at once: each has all its games in memory, a few bytes of
/// each.
const COUNTING_AT_ONCE: usize = 4;

/// How long requests may go on after the server was asked to stop.
const LAST_REQUESTS: Duration = Duration::from_millis(500);

/// What all handlers share; cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Shared>);

/// See [`App`].
pub struct Shared {
    /// How the server was set up.
    pub config: Config,
    /// Compiled rules.
    pub rules: Rules,
    /// Places for work that takes long.
    pub work: Work,
    /// Memory for large bodies.
    pub uploads: Semaphore,
    /// Turns to count what was played in a position.
    pub counting: Semaphore,
    /// Whether writing works, as far as is known.
    pub health: Pulse,
    /// What is kept.
    pub store: Store,
    /// Games that are played now.
    pub live: Live,
    /// Games at one screen.
    pub desk: Desk,
    /// The engine.
    pub engines: Engines,
    /// For names in pictures.
    pub fonts: Fonts,
}

impl Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl App {
    /// Opens what the server needs.
    pub async fn open(config: Config) -> Result<Self, ServerError> {
        let store = Store::open(&config.database_url()).await?;
        let (work, uploads) = (Work::default(), Semaphore::new(LARGE_AT_ONCE));
        let rules = Rules::new(store.clone(), work.clone());
        let habits = Habits { shares_games: config.shares_games, claim_after: config.claim_after };
        let cluster = match &config.cluster {
            Some(cluster) => Some(Cluster::join(cluster, &store).await?),
            None => None,
        };
        let live = Live::among(store.clone(), rules.clone(), habits, cluster);
        live.remember().await?;
        let (counting, health) = (Semaphore::new(COUNTING_AT_ONCE), Pulse::default());
        let (desk, engines) = (Desk::default(), Engines::new(&config));
        let fonts = Fonts::new(config.fonts.clone());
        Ok(Self(Arc::new(Shared {
            config,
            rules,
            work,
            uploads,
            counting,
            health,
            store,
            live,
            desk,
            engines,
            fonts,
        })))
    }

    /// The whole service.
    pub fn router(&self) -> Router {
        let (router, _) = api().split_for_parts();
        let router = router.merge(docs::router()).fallback(page::serve);
        layers::count();
        layers::around(router, self).with_state(self.clone())
    }
}

/// Why a server does not start or go on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServerError {
    /// The address is taken, or not ours.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why.
        error: std::io::Error,
    },
    /// It cannot be one of several.
    #[error("{0}")]
    Cluster(String),
    /// The database cannot be opened.
    #[error(transparent)]
    Store(#[from] koma_store::StoreError),
}

/// A server that listens and does not answer yet.
pub struct Server {
    listener: TcpListener,
    admin: Option<TcpListener>,
    app: App,
    /// Two servers on one file would show each other's games as they stood long ago.
    _lock: Option<koma_store::Lock>,
}

impl Server {
    /// Opens the data and the port.
    pub async fn bind(config: Config) -> Result<Self, ServerError> {
        let address = SocketAddr::new(config.bind, config.port);
        let admin = config.admin;
        let _lock = config.database_url().parse::<koma_store::DatabaseUrl>()?.lock()?;
        let app = App::open(config).await?;
        let listen = async |address: SocketAddr| {
            let bound = TcpListener::bind(address).await;
            bound.map_err(|error| ServerError::Listen { address, error })
        };
        let listener = listen(address).await?;
        let admin = match admin {
            Some(address) => Some(listen(address).await?),
            None => None,
        };
        Ok(Self { listener, admin, app, _lock })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.listener.local_addr().expect("a bound listener has an address")
    }

    /// Where it serves metrics and health, if not there.
    pub fn admin_address(&self) -> Option<SocketAddr> {
        self.admin.as_ref().and_then(|listener| listener.local_addr().ok())
    }

    /// What its handlers share.
    pub fn app(&self) -> &App {
        &self.app
    }

    /// Answers until `shutdown` is there, then finishes what it began.
    pub async fn run(
        self,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServerError> {
        let live = self.app.live.clone();
        live.start();
        let (stop, stopping) = tokio::sync::watch::channel(false);
        let config = &self.app.config;
        let limits = listen::Limits {
            head: config.head_timeout,
            connections: config.connections,
            proxies: config.proxies.clone(),
        };
        if let Some(admin) = self.admin {
            let router = routes::meta::admin_router().with_state(self.app.clone());
            tokio::spawn(listen::answer(admin, router, limits.clone(), stopping.clone()));
        }
        let serving = listen::answer(self.listener, self.app.router(), limits, stopping);
        tokio::pin!(serving);
        tokio::select! {
            () = &mut serving => {}
            () = shutdown => {
                let closing = async {
                    tokio::join!(live.shutdown(), self.app.engines.close());
                };
                // While games are told, requests are still answered.
                tokio::select! {
                    () = &mut serving => {}
                    () = closing => {}
                }
                let _ = stop.send(true);
                // Requests that go on have this long; what they asked for is stored or refused.
                let _ = tokio::time::timeout(LAST_REQUESTS, serving).await;
            }
        }
        let _ = tokio::time::timeout(LAST_REQUESTS, self.app.store.close()).await;
        Ok(())
    }
}

/// A server from start to end.
pub async fn run(
    config: Config,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServerError> {
    Server::bind(config).await?.run(shutdown).await
}

#[derive(OpenApi)]
#[openapi(info(
    title = "Koma",
    description = "Shogi and its variants: positions, records, live games. See docs/api.md.",
    license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
))]
struct Document;

fn api() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Document::openapi()).merge(routes::router()).merge(Live::router())
}

/// The OpenAPI document of all routes.
pub fn openapi() -> utoipa::openapi::OpenApi {
    api().into_openapi()
}

/// The OpenAPI document of all routes, as text.
pub fn openapi_json() -> String {
    openapi().to_pretty_json().unwrap_or_default()
}
