//! How much a stranger may store in a day, and whether anything may be stored at all.

use axum::http::StatusCode;
use koma_store::Login;

use crate::routes::accounts::{CLOSED, UPLOADS};
use crate::{ApiError, App, Asker, Quota};

/// Games of one file that are stored for somebody whose quota is limited.
pub const MOST_GAMES: usize = 5_000;
/// Moves of one record, likewise.
pub const MOST_MOVES: usize = 20_000;

/// Adds to what the one who asks has used today, or refuses. Where the server has no quotas, nothing
/// is counted.
pub async fn quota(
    app: &App,
    asker: Asker,
    viewer: Option<&Login>,
    what: &str,
    amount: u64,
    most: impl FnOnce(&Quota) -> u64,
) -> Result<(), ApiError> {
    let Some(quota) = &app.config.quota else { return Ok(()) };
    let who = match viewer {
        Some(session) => format!("account {}", session.account.id),
        None => format!("house {}", asker.house()),
    };
    if app.store.use_up(&who, what, amount, most(quota)).await? {
        return Ok(());
    }
    Err(ApiError::new(
        StatusCode::TOO_MANY_REQUESTS,
        "QUOTA",
        "this is more than may be stored in a day; try again tomorrow",
        "1日に保存できる量を超えています。明日もう一度試してください",
    )
    .retry_after(3600))
}

/// Whether records and variants may be stored, and so many bytes of them.
pub async fn may_store(
    app: &App,
    asker: Asker,
    viewer: Option<&Login>,
    bytes: usize,
) -> Result<(), ApiError> {
    if app.store.setting(UPLOADS).await?.as_deref() == Some(CLOSED) {
        return Err(ApiError::new(
            StatusCode::CONFLICT,
            "UPLOADS_CLOSED",
            "nothing can be stored here at the moment",
            "現在、保存は受け付けていません",
        ));
    }
    quota(app, asker, viewer, "bytes", bytes as u64, |quota| quota.bytes).await
}
