//! The document of all routes to be browsed: Swagger UI, out of its archive.

use std::collections::HashMap;
use std::io::{Cursor, Read};
use std::sync::LazyLock;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use bytes::Bytes;
use utoipa_swagger_ui_vendored::SWAGGER_UI_VENDORED;
use zip::ZipArchive;

use crate::{ApiError, App, page};

/// What the page needs, by name.
const NAMES: [&str; 7] = [
    "index.html",
    "index.css",
    "favicon-16x16.png",
    "favicon-32x32.png",
    "swagger-ui.css",
    "swagger-ui-bundle.js",
    "swagger-ui-standalone-preset.js",
];

/// Ours in the place of the archive's, which shows another API.
const INITIALIZER: &str = "window.onload = () => {
  window.ui = SwaggerUIBundle({
    url: '/api/openapi.json',
    dom_id: '#swagger-ui',
    deepLinking: true,
    presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
    layout: 'StandaloneLayout',
  });
};
";

/// The files, unpacked once.
static FILES: LazyLock<HashMap<&str, Bytes>> = LazyLock::new(|| {
    let mut files =
        HashMap::from([("swagger-initializer.js", Bytes::from_static(INITIALIZER.as_bytes()))]);
    let Ok(mut archive) = ZipArchive::new(Cursor::new(SWAGGER_UI_VENDORED)) else { return files };
    for at in 0..archive.len() {
        let Ok(mut file) = archive.by_index(at) else { continue };
        let wanted = file.name().ok().and_then(|path| {
            let (_, name) = path.split_once("/dist/")?;
            NAMES.into_iter().find(|one| *one == name)
        });
        let Some(name) = wanted else { continue };
        let mut bytes = Vec::new();
        if !files.contains_key(name) && file.read_to_end(&mut bytes).is_ok() {
            files.insert(name, bytes.into());
        }
    }
    files
});

/// The routes under `/api/docs`.
pub fn router() -> Router<App> {
    Router::new()
        .route("/api/docs", get(async || Redirect::permanent("/api/docs/")))
        .route("/api/docs/", get(async |State(app): State<App>| file(&app, "index.html").await))
        .route(
            "/api/docs/{file}",
            get(async |State(app): State<App>, Path(name): Path<String>| file(&app, &name).await),
        )
}

async fn file(app: &App, name: &str) -> Result<Response, ApiError> {
    let kind = page::kind(name);
    let name = name.to_owned();
    let found = app.work.run(move || FILES.get(name.as_str()).cloned()).await?;
    let bytes = found.ok_or_else(ApiError::not_found)?;
    Ok(([(CONTENT_TYPE, kind)], bytes).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_archive_has_every_file_the_page_names() {
        let index = std::str::from_utf8(&FILES["index.html"]).unwrap();
        let named: Vec<&str> =
            index.split('"').filter_map(|part| part.trim().strip_prefix("./")).collect();
        assert!(named.len() >= 5, "{index}");
        for name in named {
            assert!(FILES.contains_key(name), "{name}");
        }
        assert_eq!(FILES.len(), NAMES.len() + 1);
    }
}
