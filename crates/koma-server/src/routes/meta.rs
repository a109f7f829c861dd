//! The server about itself: health, metrics, its own description.

use std::sync::LazyLock;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::envelope::{Answer, Envelope, Failure, Payload};
use crate::{App, layers, openapi_json};

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

/// Writes a row and reads it back.
#[utoipa::path(
    get, path = "/api/health", tag = "server",
    responses((status = 200, body = Envelope<Health>), (status = "default", body = Failure))
)]
async fn health(State(app): State<App>) -> Answer<Health> {
    app.store.health_write().await?;
    Ok(Payload(Health { version: env!("CARGO_PKG_VERSION"), stored: true }))
}

/// Counters and times for Prometheus.
#[utoipa::path(
    get, path = "/metrics", tag = "server",
    responses((status = 200, body = String, content_type = "text/plain"))
)]
async fn metrics() -> impl IntoResponse {
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    ([(CONTENT_TYPE, kind)], layers::metrics_text())
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
