//! Accounts and sessions. Guests need none.

use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash};
use argon2::{Argon2, Params};
use axum::extract::{Extension, State};
use axum::http::header::{ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use koma_store::{Account, Trier};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::envelope::{Answer, Envelope, Failure, Payload};
use crate::guard::{COOKIE_NAME, Viewer, cookie, hash};
use crate::quota::quota;
use crate::request::Json;
use crate::{ApiError, App, Asker};

/// What an administrator decides about signing up and about storing; absent or `closed`.
pub const SIGN_UP: &str = "sign-up";
/// See [`SIGN_UP`].
pub const UPLOADS: &str = "uploads";
/// See [`SIGN_UP`].
pub const CLOSED: &str = "closed";

/// How many accounts one house may make in a day, where there are quotas.
const ACCOUNTS_A_DAY: u64 = 50;

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

/// Who is signed in, and what the server is open for.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionView {
    /// The name of the account; null for a guest.
    pub name: Option<String>,
    /// What unsafe requests must say in `x-koma-csrf`; null for a guest.
    pub csrf: Option<String>,
    /// Whether anybody can make an account.
    pub sign_up: bool,
    /// Whether live games go to everybody's library where the players do not say.
    pub shares_games: bool,
}

impl SessionView {
    async fn of(app: &App, session: Option<(String, String)>) -> Result<Self, ApiError> {
        let (name, csrf) = session.unzip();
        let sign_up = app.store.setting(SIGN_UP).await?.as_deref() != Some(CLOSED);
        Ok(Self { name, csrf, sign_up, shares_games: app.config.shares_games })
    }
}

/// Makes an account and signs in.
#[utoipa::path(
    post, path = "/api/accounts", tag = "accounts", request_body = Credentials,
    responses((status = 200, body = Envelope<SessionView>), (status = "default", body = Failure))
)]
async fn create(
    State(app): State<App>,
    Extension(asker): Extension<Asker>,
    headers: HeaderMap,
    Json(credentials): Json<Credentials>,
) -> Result<Response, ApiError> {
    let Credentials { name, password } = credentials;
    let name = check_name(&name)?;
    check_password(&password)?;
    if app.store.setting(SIGN_UP).await?.as_deref() == Some(CLOSED) {
        return Err(ApiError::new(
            StatusCode::CONFLICT,
            "SIGN_UP_CLOSED",
            "nobody can sign up here; ask whoever runs this server",
            "新規登録は受け付けていません。管理者に問い合わせてください",
        ));
    }
    // The cheap questions first.
    if app.store.account(&name).await?.is_some() {
        return Err(koma_store::StoreError::Taken { name }.into());
    }
    quota(&app, asker, None, "accounts", 1, |_| ACCOUNTS_A_DAY).await?;
    let hashed = app.work.run(move || hash_password(&password)).await??;
    let account = app.store.create_account(&name, &hashed).await?;
    begin(&app, account, &headers).await
}

/// A name without blanks around it, if it can be one.
pub fn check_name(name: &str) -> Result<String, ApiError> {
    let name = name.trim().to_owned();
    let is_name = (1..=40).contains(&name.chars().count())
        && !name.chars().any(koma_store::is_unseen)
        && !koma_store::fold(&name).is_empty();
    if is_name {
        return Ok(name);
    }
    Err(ApiError::new(
        StatusCode::BAD_REQUEST,
        "BAD_NAME",
        "a name is 1 to 40 visible characters",
        "名前は1文字から40文字までです",
    ))
}

/// Whether a text can be a password.
pub fn check_password(password: &str) -> Result<(), ApiError> {
    if (8..=200).contains(&password.chars().count()) {
        return Ok(());
    }
    Err(ApiError::new(
        StatusCode::BAD_REQUEST,
        "BAD_PASSWORD",
        "a password is 8 to 200 characters",
        "パスワードは8文字から200文字までです",
    ))
}

/// Whoever tries passwords: this name from this house, this name from anywhere, anything from this
/// house. A stranger can make the owner of a name wait a minute at most.
fn triers(name: &str, asker: Asker) -> [Trier; 3] {
    let short = |text: String| blake3::hash(text.as_bytes()).to_hex()[..32].to_owned();
    let (name, house) = (koma_store::fold(name), asker.house());
    let minute = 60_000;
    [
        Trier { who: short(format!("{name}\n{house}")), free: 5, longest: 15 * minute },
        Trier { who: short(name), free: 50, longest: minute },
        Trier { who: short(house.to_string()), free: 30, longest: 15 * minute },
    ]
}

/// Signs in.
#[utoipa::path(
    post, path = "/api/session", tag = "accounts", request_body = Credentials,
    responses((status = 200, body = Envelope<SessionView>), (status = "default", body = Failure))
)]
async fn sign_in(
    State(app): State<App>,
    Extension(asker): Extension<Asker>,
    headers: HeaderMap,
    Json(credentials): Json<Credentials>,
) -> Result<Response, ApiError> {
    let Credentials { name, password } = credentials;
    match verified(&app, asker, &name, password).await? {
        Some(account) => begin(&app, account, &headers).await,
        None => Err(ApiError::new(
            StatusCode::UNAUTHORIZED,
            "NOT_SIGNED_IN",
            "the name or the password is wrong",
            "名前またはパスワードが違います",
        )),
    }
}

/// The account of a name, if this is its password. Who was wrong too often has to wait first.
pub async fn verified(
    app: &App,
    asker: Asker,
    name: &str,
    password: String,
) -> Result<Option<Account>, ApiError> {
    let triers = triers(name, asker);
    let wait = app.store.wait_of(&triers).await?;
    if wait > 0 {
        let seconds = (wait + 999) / 1000;
        return Err(ApiError::new(
            StatusCode::TOO_MANY_REQUESTS,
            "TOO_MANY_ATTEMPTS",
            format!("too many wrong passwords; try again in {seconds} s"),
            format!("パスワードの間違いが多すぎます。{seconds}秒後にもう一度試してください"),
        )
        .retry_after(seconds.unsigned_abs()));
    }
    let account = app.store.account(name).await?;
    // Where there is no such account the work is done all the same: the time tells nothing.
    let stored = account.as_ref().map(|account| account.password.clone());
    let is_right = app.work.run(move || is_password(&password, stored.as_deref())).await?;
    let account = account.filter(|account| is_right && !account.is_banned);
    match account {
        Some(_) => app.store.succeeded(&triers[..2]).await?,
        None => app.store.failed(&triers).await?,
    }
    Ok(account)
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
    Ok(with_cookie(SessionView::of(&app, None).await?, &gone))
}

/// Who is signed in.
#[utoipa::path(
    get, path = "/api/session", tag = "accounts",
    responses((status = 200, body = Envelope<SessionView>), (status = "default", body = Failure))
)]
async fn session(State(app): State<App>, Viewer(session): Viewer) -> Answer<SessionView> {
    let session = session.map(|session| (session.account.name, session.csrf));
    SessionView::of(&app, session).await.map(Payload)
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
    Ok(with_cookie(SessionView::of(app, Some((account.name, csrf))).await?, &cookie))
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

/// A password as it is kept.
pub fn hash_password(password: &str) -> Result<String, ApiError> {
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
