//! The browser app, embedded.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::{ApiError, App, preview};

#[derive(RustEmbed)]
#[folder = "dist"]
struct Files;

/// A file of the app; every address that is none of them is a page, which the app itself draws.
pub async fn serve(State(app): State<App>, request: Request) -> Response {
    let path = request.uri().path();
    let is_ours = !path.starts_with("/api/") && path != "/api";
    if !is_ours || !matches!(*request.method(), Method::GET | Method::HEAD) {
        return ApiError::not_found().into_response();
    }
    let name = path.trim_start_matches('/');
    if let Some(file) = Files::get(name) {
        return answer(name, file, request.headers());
    }
    // A missing file is missing; only pages are drawn by the app.
    let last = name.rsplit('/').next().unwrap_or_default();
    let index = match Files::get("index.html") {
        Some(index) if !last.contains('.') => index,
        _ => return ApiError::not_found().into_response(),
    };
    let (parts, _) = request.into_parts();
    let html = std::str::from_utf8(&index.data).unwrap_or_default();
    match preview::page(&app, &parts, html).await {
        Some(html) => {
            let head = [(CONTENT_TYPE, kind("index.html")), (CACHE_CONTROL, "no-cache")];
            (head, html).into_response()
        }
        None => answer("index.html", index, &parts.headers),
    }
}

fn answer(name: &str, file: EmbeddedFile, asked: &HeaderMap) -> Response {
    let hash: String =
        file.metadata.sha256_hash()[..8].iter().map(|b| format!("{b:02x}")).collect();
    let tag = HeaderValue::from_str(&format!("\"{hash}\"")).expect("hexadecimal is a header");
    let is_known = asked.get(IF_NONE_MATCH).is_some_and(|known| {
        known.to_str().is_ok_and(|known| {
            known.split(',').any(|one| one.trim().trim_start_matches("W/") == tag)
        })
    });
    let mut response = match is_known {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => Body::from(file.data).into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(ETAG, tag);
    // The names of these files change with their content.
    let lasts = if name.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(lasts));
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind(name)));
    response
}

/// The type of a file by its name.
pub(crate) fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        "wasm" => "application/wasm",
        "mp3" => "audio/mpeg",
        _ => "application/octet-stream",
    }
}
