//! The routes, one file a subject.

pub mod account;
pub mod accounts;
pub mod admin;
pub mod engine;
pub mod kifu;
pub mod meta;
pub mod object;
pub mod pieces;
pub mod position;
pub mod reach;
pub mod tsume;
pub mod variants;

use utoipa_axum::router::OpenApiRouter;

use crate::App;

/// All routes of the API but those of live games.
pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(position::router())
        .merge(reach::router())
        .merge(variants::router())
        .merge(object::router())
        .merge(pieces::router())
        .merge(kifu::router())
        .merge(engine::router())
        .merge(tsume::router())
        .merge(accounts::router())
        .merge(account::router())
        .merge(admin::router())
        .merge(meta::router())
}
