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
use utoipa_swagger_ui::{self as swagger, SwaggerUi};

use crate::live::Live;
use crate::{Config, Rules, Work, layers, listen, page, routes};

/// How many large bodies are read at once.
const LARGE_AT_ONCE: usize = 8;

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
    /// Turns of large bodies.
    pub uploads: Semaphore,
    /// What is kept.
    pub store: Store,
    /// Games that are played now.
    pub live: Live,
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
        let rules = Rules::new(store.clone());
        let (work, uploads) = (Work::default(), Semaphore::new(LARGE_AT_ONCE));
        let live = Live::new(store.clone(), rules.clone());
        Ok(Self(Arc::new(Shared { config, rules, work, uploads, store, live })))
    }

    /// The whole service.
    pub fn router(&self) -> Router {
        let (router, _) = api().split_for_parts();
        let docs = SwaggerUi::new("/api/docs").config(swagger::Config::from("/api/openapi.json"));
        let router = router.merge(docs).fallback(page::serve);
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
    /// The database cannot be opened.
    #[error(transparent)]
    Store(#[from] koma_store::StoreError),
}

/// A server that listens and does not answer yet.
pub struct Server {
    listener: TcpListener,
    app: App,
}

impl Server {
    /// Opens the data and the port.
    pub async fn bind(config: Config) -> Result<Self, ServerError> {
        let address = SocketAddr::new(config.bind, config.port);
        let app = App::open(config).await?;
        let listener = TcpListener::bind(address)
            .await
            .map_err(|error| ServerError::Listen { address, error })?;
        Ok(Self { listener, app })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.listener.local_addr().expect("a bound listener has an address")
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
        let head = self.app.config.head_timeout;
        let serving = listen::answer(self.listener, self.app.router(), head, stopping);
        tokio::pin!(serving);
        tokio::select! {
            () = &mut serving => {}
            () = shutdown => {
                // While games are told, requests are still answered.
                tokio::select! {
                    () = &mut serving => {}
                    () = live.shutdown() => {}
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

/// [`openapi`] as text.
pub fn openapi_json() -> String {
    openapi().to_pretty_json().unwrap_or_default()
}
