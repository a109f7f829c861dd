//! What requests carry: JSON bodies, read with errors that say where.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use koma_text::FindingJson;
use serde::de::DeserializeOwned;

use crate::ApiError;

/// A JSON body.
#[derive(Clone, Debug)]
pub struct Json<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        if !is_json(request.headers()) {
            return Err(ApiError::of_status(StatusCode::UNSUPPORTED_MEDIA_TYPE));
        }
        let bytes = body(request, state).await?;
        read_json(&bytes).map(Self)
    }
}

/// The whole body, up to the limit of the route.
pub async fn body<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, ApiError> {
    Bytes::from_request(request, state)
        .await
        .map_err(|rejection| ApiError::of_status(rejection.status()))
}

/// Whether the body says it is JSON.
pub fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let kind = kind.split(';').next().unwrap_or("").trim().to_ascii_lowercase();
    kind == "application/json" || kind.starts_with("application/") && kind.ends_with("+json")
}

/// Reads JSON; what is wrong is told with its line and column.
pub fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    // Serde would also take a list of the fields in their order.
    if bytes.trim_ascii_start().first().is_some_and(|&first| first != b'{') {
        return Err(ApiError::bad_request(
            "the body must be a JSON object",
            "リクエストはJSONのオブジェクトでなければなりません",
        ));
    }
    serde_json::from_slice(bytes).map_err(|error| {
        let message = error.to_string();
        let place = Some(error.line()).filter(|&line| line > 0);
        let finding = FindingJson {
            file: None,
            severity: "error",
            code: if error.is_data() { "bad-field" } else { "bad-json" }.to_owned(),
            message: message.clone(),
            line: place,
            column: place.map(|_| error.column().max(1)),
            end_line: None,
            end_column: None,
            text: None,
            help: None,
        };
        let ja = format!("リクエストのJSONを読み取れません（{message}）");
        ApiError::content(vec![finding], format!("the JSON cannot be read: {message}"), ja)
    })
}
