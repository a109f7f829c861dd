//! Who asks: sessions, and requests that other pages make in somebody's name.

use std::convert::Infallible;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::{AUTHORIZATION, COOKIE, HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use koma_store::Login;

use crate::address::{host_of, is_machine};
use crate::{ApiError, App};

/// The cookie of a session.
pub const COOKIE_NAME: &str = "koma_session";
/// What unsafe requests of a session must say.
pub const CSRF: HeaderName = HeaderName::from_static("x-koma-csrf");

/// Who is signed in, if anybody: an extractor.
#[derive(Clone, Debug, Default)]
pub struct Viewer(pub Option<Login>);

impl<S: Sync> FromRequestParts<S> for Viewer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get::<Self>().cloned().unwrap_or_default())
    }
}

/// Finds the session of a request, and refuses unsafe ones that another page may have sent.
pub async fn guard(State(app): State<App>, mut request: Request, next: Next) -> Response {
    if !is_own_host(&app, request.headers()) {
        return bad_host().into_response();
    }
    let is_unsafe = !request.method().is_safe();
    if is_unsafe && !is_own_page(&app, request.headers()) {
        return bad_origin().into_response();
    }
    if let Some(secret) = cookie(request.headers()) {
        let session = match app.store.session(&hash(secret)).await {
            Ok(session) => session,
            Err(error) => return ApiError::from(error).into_response(),
        };
        if let Some(session) = &session {
            let said = request.headers().get(CSRF).map(|said| said.as_bytes());
            let is_right = said.is_some_and(|said| same(said, session.csrf.as_bytes()));
            if is_unsafe && !is_right {
                return bad_csrf().into_response();
            }
        }
        request.extensions_mut().insert(Viewer(session));
    }
    next.run(request).await
}

/// Whether a request is meant for us. A page of another site can give its own name our address
/// (DNS rebinding) and would then be on our side of every other wall: it is told by the name.
pub fn is_own_host(app: &App, headers: &HeaderMap) -> bool {
    let Some(host) = headers.get(HOST) else { return true };
    let Ok(host) = host.to_str() else { return false };
    let mut ours = app.config.origins.iter().filter_map(|origin| host_of(origin));
    is_machine(host) || ours.any(|known| known.eq_ignore_ascii_case(host))
}

/// Whether a page that asks is ours. Programs send no `Origin` and carry no cookies by accident.
pub fn is_own_page(app: &App, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let is_ours = |scheme| origin.strip_prefix(scheme).is_some_and(|rest| Some(rest) == host);
    let same = |known: &String| known.trim_end_matches('/').eq_ignore_ascii_case(origin);
    is_ours("http://") || is_ours("https://") || app.config.origins.iter().any(same)
}

/// The request names a host that nobody told us is ours.
fn bad_host() -> ApiError {
    ApiError::new(
        StatusCode::MISDIRECTED_REQUEST,
        "BAD_HOST",
        "this server does not know itself by this name (koma serve --origin https://NAME)",
        "このサーバーの名前ではありません（koma serve --origin https://名前）",
    )
}

/// A page that is not ours asks.
pub fn bad_origin() -> ApiError {
    ApiError::new(
        StatusCode::FORBIDDEN,
        "BAD_ORIGIN",
        "this page may not ask for that",
        "このページからは操作できません",
    )
}

fn bad_csrf() -> ApiError {
    ApiError::new(
        StatusCode::FORBIDDEN,
        "BAD_CSRF",
        "the request does not say the word of its session (x-koma-csrf)",
        "セッションの確認用トークン（x-koma-csrf）がありません",
    )
}

/// The key that a request shows.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, key) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| key.trim())
}

/// Whether a request shows the key of an administrator (`koma admin token`).
pub async fn is_admin(app: &App, headers: &HeaderMap) -> Result<bool, ApiError> {
    match bearer(headers) {
        Some(key) if key.starts_with(ADMIN_KEY) => Ok(app.store.token(&hash(key)).await?.is_some()),
        _ => Ok(false),
    }
}

/// How the keys of administrators begin.
pub const ADMIN_KEY: &str = "koma-admin-";

/// A key for something that a guest stores, and its hash; who is signed in needs none.
pub fn guest_key(account: Option<i64>) -> (Option<String>, Option<[u8; 32]>) {
    let key = account.is_none().then(|| format!("{:032x}", rand::random::<u128>()));
    let hash = key.as_deref().map(hash);
    (key, hash)
}

/// Whether the one who asks may change or delete something: an owner, who has its key, or an
/// administrator.
pub async fn may_change(
    app: &App,
    viewer: Option<&Login>,
    headers: &HeaderMap,
    owners: &[i64],
    key_hash: Option<&[u8]>,
) -> Result<(), ApiError> {
    if viewer.is_some_and(|session| owners.contains(&session.account.id)) {
        return Ok(());
    }
    let shown = bearer(headers);
    if let (Some(shown), Some(known)) = (shown, key_hash)
        && same(&hash(shown), known)
    {
        return Ok(());
    }
    if is_admin(app, headers).await? {
        return Ok(());
    }
    Err(match viewer.is_none() && shown.is_none() {
        true => ApiError::of_status(StatusCode::UNAUTHORIZED),
        false => ApiError::forbidden(),
    })
}

/// The secret of the session cookie.
pub fn cookie(headers: &HeaderMap) -> Option<&str> {
    let all = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = all.flat_map(|line| line.split(';')).map(str::trim);
    pairs.find_map(|pair| pair.strip_prefix(COOKIE_NAME)?.strip_prefix('='))
}

/// What is stored of a secret.
pub fn hash(secret: &str) -> [u8; 32] {
    *blake3::hash(secret.as_bytes()).as_bytes()
}

/// Whether two texts are the same, in a time that does not depend on where they differ.
fn same(one: &[u8], two: &[u8]) -> bool {
    blake3::hash(one) == blake3::hash(two)
}
