//! The server about itself: health, metrics, its own description.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use koma_store::Store;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::envelope::{Answer, Envelope, Failure, Payload};
use crate::{ApiError, App, layers, openapi_json};

/// The routes of this file.
pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(health)).routes(routes!(metrics)).routes(routes!(document))
}

/// That all is well.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Health {
    /// The version of the server.
    pub version: &'static str,
    /// Always true: what is not stored is a failure.
    pub stored: bool,
}

/// Whether writing works, found out at most once a second however many ask.
#[derive(Default)]
pub struct Pulse(tokio::sync::Mutex<Option<(Instant, Result<(), ApiError>)>>);

impl Pulse {
    async fn feel(&self, store: &Store) -> Result<(), ApiError> {
        let mut last = self.0.lock().await;
        if let Some((at, result)) = &*last
            && at.elapsed() < Duration::from_secs(1)
        {
            return result.clone();
        }
        let result = store.health_write().await.map_err(ApiError::from);
        *last = Some((Instant::now(), result.clone()));
        result
    }
}

/// Whether a row can be written and read back; looked at once a second.
#[utoipa::path(
    get, path = "/api/health", tag = "server",
    responses((status = 200, body = Envelope<Health>), (status = "default", body = Failure))
)]
async fn health(State(app): State<App>) -> Answer<Health> {
    app.health.feel(&app.store).await?;
    Ok(Payload(Health { version: env!("CARGO_PKG_VERSION"), stored: true }))
}

/// Counters and times for Prometheus. Where the server has an address of its own for that, not here.
#[utoipa::path(
    get, path = "/metrics", tag = "server",
    responses(
        (status = 200, body = String, content_type = "text/plain"),
        (status = "default", body = Failure)
    )
)]
async fn metrics(State(app): State<App>) -> Result<Response, ApiError> {
    if app.config.admin.is_some() {
        return Err(ApiError::not_found());
    }
    Ok(counted().await.into_response())
}

async fn counted() -> impl IntoResponse {
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    ([(CONTENT_TYPE, kind)], layers::metrics_text())
}

/// What is served on the address for administrators.
pub fn admin_router() -> Router<App> {
    Router::new().route("/metrics", get(counted)).route("/api/health", get(health))
}

/// The OpenAPI document of all this.
#[utoipa::path(
    get, path = "/api/openapi.json", tag = "server",
    responses((status = 200, body = Object, content_type = "application/json"))
)]
async fn document() -> impl IntoResponse {
    static TEXT: LazyLock<String> = LazyLock::new(openapi_json);
    ([(CONTENT_TYPE, "application/json")], TEXT.as_str())
}
