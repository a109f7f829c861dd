//! Who asks: sessions, and requests that other pages make in somebody's name.

use std::convert::Infallible;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::{COOKIE, HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use koma_store::Session;

use crate::{ApiError, App};

/// The cookie of a session.
pub const COOKIE_NAME: &str = "koma_session";
/// What unsafe requests of a session must say.
pub const CSRF: HeaderName = HeaderName::from_static("x-koma-csrf");

/// Who is signed in, if anybody: an extractor.
#[derive(Clone, Debug, Default)]
pub struct Viewer(pub Option<Session>);

impl<S: Sync> FromRequestParts<S> for Viewer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get::<Self>().cloned().unwrap_or_default())
    }
}

/// Finds the session of a request, and refuses unsafe ones that another page may have sent.
pub async fn guard(State(app): State<App>, mut request: Request, next: Next) -> Response {
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

/// Whether a page that asks is ours. Programs send no `Origin` and carry no cookies by accident.
pub fn is_own_page(app: &App, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let is_ours = |scheme| origin.strip_prefix(scheme).is_some_and(|rest| Some(rest) == host);
    is_ours("http://")
        || is_ours("https://")
        || app.config.origins.iter().any(|allowed| allowed.eq_ignore_ascii_case(origin))
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
