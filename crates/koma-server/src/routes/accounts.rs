//! Accounts and sessions. Guests need none.

use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash};
use argon2::{Argon2, Params};
use axum::extract::State;
use axum::http::header::{ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use koma_store::Account;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::envelope::{Answer, Envelope, Failure, Payload};
use crate::guard::{COOKIE_NAME, Viewer, cookie, hash};
use crate::request::Json;
use crate::{ApiError, App};

/// How long a session lasts, in seconds.
const LASTS: i64 = 30 * 24 * 60 * 60;

/// The routes of this file.
pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create)).routes(routes!(sign_in, sign_out, session))
}

/// A name and its password.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The name: 1 to 40 characters.
    #[schema(min_length = 1, max_length = 40)]
    pub name: String,
    /// The password: 8 to 200 characters.
    #[schema(min_length = 8, max_length = 200)]
    pub password: String,
}

/// Who is signed in; all null for a guest.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SessionView {
    /// The name of the account.
    pub name: Option<String>,
    /// What unsafe requests must say in `x-koma-csrf`.
    pub csrf: Option<String>,
}

/// Makes an account and signs in.
#[utoipa::path(
    post, path = "/api/accounts", tag = "accounts", request_body = Credentials,
    responses((status = 200, body = Envelope<SessionView>), (status = "default", body = Failure))
)]
async fn create(
    State(app): State<App>,
    headers: HeaderMap,
    Json(credentials): Json<Credentials>,
) -> Result<Response, ApiError> {
    let Credentials { name, password } = credentials;
    let name = name.trim().to_owned();
    let is_name = (1..=40).contains(&name.chars().count())
        && !name.chars().any(|c| c.is_control() || is_invisible(c))
        && !koma_store::fold(&name).is_empty();
    if !is_name {
        return Err(ApiError::new(
            StatusCode::BAD_REQUEST,
            "BAD_NAME",
            "a name is 1 to 40 visible characters",
            "名前は1文字から40文字までです",
        ));
    }
    if !(8..=200).contains(&password.chars().count()) {
        return Err(ApiError::new(
            StatusCode::BAD_REQUEST,
            "BAD_PASSWORD",
            "a password is 8 to 200 characters",
            "パスワードは8文字から200文字までです",
        ));
    }
    let hashed = app.work.run(move || hash_password(&password)).await??;
    let account = app.store.create_account(&name, &hashed).await?;
    begin(&app, account, &headers).await
}

/// Characters that show nothing, or turn the text around them.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// Signs in.
#[utoipa::path(
    post, path = "/api/session", tag = "accounts", request_body = Credentials,
    responses((status = 200, body = Envelope<SessionView>), (status = "default", body = Failure))
)]
async fn sign_in(
    State(app): State<App>,
    headers: HeaderMap,
    Json(credentials): Json<Credentials>,
) -> Result<Response, ApiError> {
    let Credentials { name, password } = credentials;
    let account = app.store.account(&name).await?;
    // Where there is no such account the work is done all the same: the time tells nothing.
    let stored = account.as_ref().map(|account| account.password.clone());
    let is_right = app.work.run(move || is_password(&password, stored.as_deref())).await?;
    match account.filter(|_| is_right) {
        Some(account) => begin(&app, account, &headers).await,
        None => Err(ApiError::new(
            StatusCode::UNAUTHORIZED,
            "NOT_SIGNED_IN",
            "the name or the password is wrong",
            "名前またはパスワードが違います",
        )),
    }
}

/// Signs out.
#[utoipa::path(
    delete, path = "/api/session", tag = "accounts",
    responses((status = 200, body = Envelope<SessionView>), (status = "default", body = Failure))
)]
async fn sign_out(State(app): State<App>, headers: HeaderMap) -> Result<Response, ApiError> {
    if let Some(secret) = cookie(&headers) {
        app.store.delete_session(&hash(secret)).await?;
    }
    let gone = format!("{COOKIE_NAME}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
    Ok(with_cookie(SessionView { name: None, csrf: None }, &gone))
}

/// Who is signed in.
#[utoipa::path(
    get, path = "/api/session", tag = "accounts",
    responses((status = 200, body = Envelope<SessionView>), (status = "default", body = Failure))
)]
async fn session(Viewer(session): Viewer) -> Answer<SessionView> {
    let (name, csrf) = session.map(|session| (session.account.name, session.csrf)).unzip();
    Ok(Payload(SessionView { name, csrf }))
}

/// A new session for an account; the one before it, if any, is over.
async fn begin(app: &App, account: Account, headers: &HeaderMap) -> Result<Response, ApiError> {
    if let Some(old) = cookie(headers) {
        app.store.delete_session(&hash(old)).await?;
    }
    let secret = format!("{:032x}", rand::random::<u128>());
    let csrf = format!("{:032x}", rand::random::<u128>());
    let expires = Timestamp::now().as_millisecond() + LASTS * 1000;
    app.store.put_session(&hash(&secret), account.id, &csrf, expires).await?;
    let origin = headers.get(ORIGIN).and_then(|origin| origin.to_str().ok()).unwrap_or_default();
    let secure = if origin.starts_with("https://") { "; Secure" } else { "" };
    let cookie =
        format!("{COOKIE_NAME}={secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age={LASTS}{secure}");
    Ok(with_cookie(SessionView { name: Some(account.name), csrf: Some(csrf) }, &cookie))
}

fn with_cookie(view: SessionView, cookie: &str) -> Response {
    let mut response = Payload(view).into_response();
    if let Ok(cookie) = HeaderValue::from_str(cookie) {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    response
}

/// Argon2id with 19 MiB and two passes, as OWASP recommends.
fn argon2() -> Argon2<'static> {
    Argon2::new(argon2::Algorithm::Argon2id, argon2::Version::V0x13, Params::default())
}

fn hash_password(password: &str) -> Result<String, ApiError> {
    let hashed = argon2().hash_password(password.as_bytes());
    hashed.map(|hash| hash.to_string()).map_err(|error| {
        tracing::error!(%error, "a password could not be hashed");
        ApiError::of_status(StatusCode::INTERNAL_SERVER_ERROR)
    })
}

fn is_password(password: &str, stored: Option<&str>) -> bool {
    let Some(hash) = stored.and_then(|stored| PasswordHash::new(stored).ok()) else {
        let _ = hash_password(password);
        return false;
    };
    argon2().verify_password(password.as_bytes(), &hash).is_ok()
}
