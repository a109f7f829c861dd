//! What requests carry: JSON bodies, read with errors that say where.

use axum::body::Bytes;
use axum::extract::multipart::MultipartError;
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use bytes::BytesMut;
use koma_text::FindingJson;
use serde::de::DeserializeOwned;

use crate::{ApiError, App};

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

/// A file that came with a request.
#[derive(Clone, Debug)]
pub struct File {
    /// Its bytes.
    pub bytes: Bytes,
    /// Whether the request says it is JSON.
    pub is_json: bool,
    /// Its name, where a form gives one.
    pub name: Option<String>,
}

/// The file of a request, up to [`crate::Config::largest_record`]: the whole body, or the field
/// `file` of a form. A larger one is refused before it is read, or where it passes the limit.
pub async fn file(request: Request, app: &App) -> Result<File, ApiError> {
    let most = app.config.largest_record;
    let length = request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    let length: Option<u64> = length.and_then(|value| value.parse().ok());
    let too_large = || ApiError::of_status(StatusCode::PAYLOAD_TOO_LARGE);
    if length.is_some_and(|length| length > most as u64) {
        return Err(too_large());
    }
    // Large bodies take turns, so that memory is bounded by their number.
    let _turn = match length {
        Some(length) if length <= SMALL => None,
        _ => Some(app.uploads.acquire().await.map_err(|_| too_large())?),
    };
    let is_json = is_json(request.headers());
    if !is_form(request.headers()) {
        let bytes = axum::body::to_bytes(request.into_body(), most).await;
        return Ok(File { bytes: bytes.map_err(|_| too_large())?, is_json, name: None });
    }
    let unreadable = |error: MultipartError| ApiError::of_status(error.status());
    let mut form = Multipart::from_request(request, &())
        .await
        .map_err(|error| ApiError::of_status(error.status()))?;
    while let Some(mut field) = form.next_field().await.map_err(unreadable)? {
        if field.name() != Some("file") {
            continue;
        }
        let name = field.file_name().map(str::to_owned);
        let mut bytes = BytesMut::new();
        while let Some(chunk) = field.chunk().await.map_err(unreadable)? {
            if bytes.len() + chunk.len() > most {
                return Err(too_large());
            }
            bytes.extend_from_slice(&chunk);
        }
        return Ok(File { bytes: bytes.freeze(), is_json: false, name });
    }
    Err(ApiError::bad_request(
        "the form has no field `file`",
        "フォームにfileという項目がありません",
    ))
}

/// Bodies up to this many bytes need not wait for their turn.
const SMALL: u64 = 1 << 20;

fn is_form(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    kind.trim_start().to_ascii_lowercase().starts_with("multipart/form-data")
}
