//! The routes, one file a subject.

pub mod position;
pub mod variants;

use utoipa_axum::router::OpenApiRouter;

use crate::App;

/// All routes of the API but those of live games.
pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().merge(position::router()).merge(variants::router())
}
