//! The server put together: state, routes, layers, the listener.

use std::future::Future;
use std::net::SocketAddr;
use std::ops::Deref;
use std::sync::Arc;

use axum::Router;
use axum::extract::{FromRequestParts, Request};
use axum::http::StatusCode;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use thiserror::Error;
use tokio::net::TcpListener;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::{ApiError, Config, Lang, Rules, Work, routes};

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
        Ok(Self(Arc::new(Shared { config, rules: Rules::default(), work: Work::default() })))
    }

    /// The whole service.
    pub fn router(&self) -> Router {
        let (router, _) = api().split_for_parts();
        router
            .fallback(|| async { ApiError::not_found() })
            .layer(middleware::from_fn(speak))
            .with_state(self.clone())
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
    /// The listener broke.
    #[error("cannot serve: {0}")]
    Serve(std::io::Error),
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
        let service = self.app.router().into_make_service_with_connect_info::<SocketAddr>();
        axum::serve(self.listener, service)
            .with_graceful_shutdown(shutdown)
            .await
            .map_err(ServerError::Serve)
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
    OpenApiRouter::with_openapi(Document::openapi()).merge(routes::router())
}

/// The OpenAPI document of all routes.
pub fn openapi() -> utoipa::openapi::OpenApi {
    api().into_openapi()
}

/// [`openapi`] as text.
pub fn openapi_json() -> String {
    openapi().to_pretty_json().unwrap_or_default()
}

/// Failures leave in the language of the request and in the envelope, also those that a library
/// made.
async fn speak(request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let lang = match Lang::from_request_parts(&mut parts, &()).await {
        Ok(lang) => lang,
        Err(never) => match never {},
    };
    let response = next.run(Request::from_parts(parts, body)).await;
    let status = response.status();
    if !status.is_client_error() && !status.is_server_error() {
        return response;
    }
    match response.extensions().get::<ApiError>() {
        Some(_) if lang == Lang::En => response,
        Some(error) => error.response(lang),
        None => translate(status, response, lang),
    }
}

fn translate(status: StatusCode, response: Response, lang: Lang) -> Response {
    let mut answer = ApiError::of_status(status).response(lang);
    for (name, value) in response.headers() {
        let is_about_body = ["content-type", "content-length", "content-encoding"];
        if !is_about_body.contains(&name.as_str()) {
            answer.headers_mut().insert(name, value.clone());
        }
    }
    answer.into_response()
}
