//! What whoever runs the server may do over the API, with a key of `koma admin token`.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::accounts::{CLOSED, SIGN_UP, UPLOADS, check_password, hash_password};
use crate::envelope::{Answer, Deleted, Envelope, Failure, Payload};
use crate::request::Json;
use crate::{ApiError, App, guard};

/// The routes of this file.
pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(settings, change_settings))
        .routes(routes!(list))
        .routes(routes!(change_account, delete_account))
}

/// The most accounts in the list.
const MOST: u32 = 10_000;

async fn admin_only(app: &App, headers: &HeaderMap) -> Result<(), ApiError> {
    match guard::is_admin(app, headers).await? {
        true => Ok(()),
        false => Err(ApiError::of_status(StatusCode::UNAUTHORIZED)),
    }
}

/// What the server is open for.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Settings {
    /// Whether anybody can make an account.
    pub sign_up: bool,
    /// Whether records and variants can be stored.
    pub uploads: bool,
}

async fn current(app: &App) -> Answer<Settings> {
    let is_open = async |name| {
        let setting = app.store.setting(name).await?;
        Ok::<_, ApiError>(setting.as_deref() != Some(CLOSED))
    };
    Ok(Payload(Settings { sign_up: is_open(SIGN_UP).await?, uploads: is_open(UPLOADS).await? }))
}

/// What the server is open for.
#[utoipa::path(
    get, path = "/api/admin/settings", tag = "server", security(("seat" = [])),
    responses((status = 200, body = Envelope<Settings>), (status = "default", body = Failure))
)]
async fn settings(State(app): State<App>, headers: HeaderMap) -> Answer<Settings> {
    admin_only(&app, &headers).await?;
    current(&app).await
}

/// Opens or closes signing up and storing.
#[utoipa::path(
    put, path = "/api/admin/settings", tag = "server", request_body = Settings, security(("seat" = [])),
    responses((status = 200, body = Envelope<Settings>), (status = "default", body = Failure))
)]
async fn change_settings(
    State(app): State<App>,
    headers: HeaderMap,
    Json(wanted): Json<Settings>,
) -> Answer<Settings> {
    admin_only(&app, &headers).await?;
    for (name, is_open) in [(SIGN_UP, wanted.sign_up), (UPLOADS, wanted.uploads)] {
        app.store.set_setting(name, (!is_open).then_some(CLOSED)).await?;
    }
    current(&app).await
}

/// An account as administrators see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AccountLine {
    /// The name.
    pub name: String,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// Whether it is closed.
    pub banned: bool,
}

/// The accounts, the newest first, at most 10,000.
#[utoipa::path(
    get, path = "/api/admin/accounts", tag = "server", security(("seat" = [])),
    responses((status = 200, body = Envelope<Vec<AccountLine>>), (status = "default", body = Failure))
)]
async fn list(State(app): State<App>, headers: HeaderMap) -> Answer<Vec<AccountLine>> {
    admin_only(&app, &headers).await?;
    let line = |account: koma_store::Account| AccountLine {
        name: account.name,
        created: account.created,
        banned: account.is_banned,
    };
    Ok(Payload(app.store.accounts(MOST).await?.into_iter().map(line).collect()))
}

/// What to do with an account.
#[derive(Clone, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AccountChange {
    /// Close it, or open it again.
    pub banned: Option<bool>,
    /// A new password.
    pub password: Option<String>,
}

async fn found(app: &App, name: &str) -> Result<koma_store::Account, ApiError> {
    app.store.account(name).await?.ok_or_else(ApiError::not_found)
}

/// Closes an account, opens it again, gives it another password. All its sessions end.
#[utoipa::path(
    put, path = "/api/admin/accounts/{name}", tag = "server", request_body = AccountChange,
    params(("name" = String, Path)), security(("seat" = [])),
    responses((status = 200, body = Envelope<AccountLine>), (status = "default", body = Failure))
)]
async fn change_account(
    State(app): State<App>,
    headers: HeaderMap,
    Path(name): Path<String>,
    Json(AccountChange { banned, password }): Json<AccountChange>,
) -> Answer<AccountLine> {
    admin_only(&app, &headers).await?;
    let account = found(&app, &name).await?;
    if let Some(password) = password {
        check_password(&password)?;
        let hashed = app.work.run(move || hash_password(&password)).await??;
        app.store.set_password(account.id, &hashed, None).await?;
    }
    if let Some(banned) = banned {
        app.store.set_banned(account.id, banned).await?;
    }
    let account = found(&app, &name).await?;
    let (name, created, banned) = (account.name, account.created, account.is_banned);
    Ok(Payload(AccountLine { name, created, banned }))
}

/// Deletes an account with everything it stored.
#[utoipa::path(
    delete, path = "/api/admin/accounts/{name}", tag = "server", params(("name" = String, Path)),
    security(("seat" = [])),
    responses((status = 200, body = Envelope<Deleted>), (status = "default", body = Failure))
)]
async fn delete_account(
    State(app): State<App>,
    headers: HeaderMap,
    Path(name): Path<String>,
) -> Answer<Deleted> {
    admin_only(&app, &headers).await?;
    let account = found(&app, &name).await?;
    super::account::delete(&app, account.id).await?;
    Ok(Payload(Deleted { deleted: true }))
}
