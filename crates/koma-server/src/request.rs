//! What requests carry: JSON bodies, read with errors that say where.

use std::time::Duration;

use axum::body::{Body, BodyDataStream, Bytes};
use axum::extract::multipart::MultipartError;
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use bytes::BytesMut;
use futures_util::StreamExt as _;
use koma_text::{FindingJson, Phrase, Severity};
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use crate::{ApiError, App};

/// A JSON body.
#[derive(Clone, Debug)]
pub struct Json<T>(pub T);

impl<T: DeserializeOwned + Send + 'static> FromRequest<App> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        if !is_json(request.headers()) {
            return Err(ApiError::of_status(StatusCode::UNSUPPORTED_MEDIA_TYPE));
        }
        let bytes = body(request, app).await?;
        read_body(bytes, app).await.map(Self)
    }
}

/// A body of more bytes takes milliseconds to read.
const LONG: usize = 64 << 10;

/// Reads a body that is JSON; a long one aside.
pub async fn read_body<T>(bytes: Bytes, app: &App) -> Result<T, ApiError>
where
    T: DeserializeOwned + Send + 'static,
{
    app.work.run_if(bytes.len() > LONG, move || read_json(&bytes)).await?
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
            severity: Severity::Error,
            code: if error.is_data() { "bad-field" } else { "bad-json" }.to_owned(),
            message: message.clone(),
            line: place,
            column: place.map(|_| error.column().max(1)),
            end_line: None,
            end_column: None,
            text: None,
            help: None,
        };
        let sentence = Phrase::both(
            format!("the JSON cannot be read: {message}"),
            format!("リクエストのJSONを読み取れません（{message}）"),
        );
        ApiError::listed([vec![finding.clone()], vec![finding]], sentence)
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

/// Memory for large bodies is given in parts of this many bytes.
pub const PART: usize = 64 << 10;
/// How long a body may be silent.
const SILENCE: Duration = Duration::from_secs(5);
/// How long, and how far, a body that is too large is read on: who is still sending does not hear
/// the answer.
const DRAINING: (Duration, usize) = (Duration::from_secs(3), 8 << 20);
/// What a form has besides its file.
const FORM: usize = 64 << 10;

/// The file of a request, up to [`crate::Config::largest_record`]: the whole body, or the field
/// `file` of a form.
pub async fn file(request: Request, app: &App) -> Result<File, ApiError> {
    let most = app.config.largest_record;
    let (parts, body) = request.into_parts();
    let is_form = is_form(&parts.headers);
    let is_json = is_json(&parts.headers);
    let bytes = whole(&parts.headers, body, most + if is_form { FORM } else { 0 }, app).await?;
    if !is_form {
        return Ok(File { bytes, is_json, name: None });
    }
    let unreadable = |error: MultipartError| ApiError::of_status(error.status());
    let request = Request::from_parts(parts, Body::from(bytes));
    let mut form = Multipart::from_request(request, &())
        .await
        .map_err(|error| ApiError::of_status(error.status()))?;
    while let Some(field) = form.next_field().await.map_err(unreadable)? {
        if field.name() != Some("file") {
            continue;
        }
        let name = field.file_name().map(str::to_owned);
        let bytes = field.bytes().await.map_err(unreadable)?;
        if bytes.len() > most {
            return Err(ApiError::of_status(StatusCode::PAYLOAD_TOO_LARGE));
        }
        return Ok(File { bytes, is_json: false, name });
    }
    Err(ApiError::bad_request(
        "the form has no field `file`",
        "フォームにfileという項目がありません",
    ))
}

/// A whole body. Memory is taken as it arrives, so that who announces much and sends little keeps
/// nobody waiting; who is silent for long is not waited for.
async fn whole(headers: &HeaderMap, body: Body, most: usize, app: &App) -> Result<Bytes, ApiError> {
    let too_large = || ApiError::of_status(StatusCode::PAYLOAD_TOO_LARGE);
    let too_slow = || ApiError::of_status(StatusCode::REQUEST_TIMEOUT);
    let length = headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    let length: Option<u64> = length.and_then(|value| value.parse().ok());
    let mut stream = body.into_data_stream();
    if length.is_some_and(|length| length > most as u64) {
        drain(stream, most + DRAINING.1).await;
        return Err(too_large());
    }
    let mut held = Vec::new();
    let mut bytes = BytesMut::new();
    loop {
        let next = timeout(SILENCE, stream.next()).await.map_err(|_| too_slow())?;
        let Some(chunk) = next else { return Ok(bytes.freeze()) };
        let chunk = chunk.map_err(|_| ApiError::of_status(StatusCode::BAD_REQUEST))?;
        if bytes.len() + chunk.len() > most {
            drain(stream, DRAINING.1).await;
            return Err(too_large());
        }
        bytes.extend_from_slice(&chunk);
        while held.len() * PART < bytes.len().saturating_sub(SMALL) {
            held.push(app.uploads.acquire().await.map_err(|_| too_large())?);
        }
    }
}

/// Reads what nobody wants, for a while and so far.
async fn drain(mut stream: BodyDataStream, most: usize) {
    let reading = async {
        let mut read = 0;
        while let Some(Ok(chunk)) = stream.next().await {
            read += chunk.len();
            if read > most {
                return;
            }
        }
    };
    let _ = timeout(DRAINING.0, reading).await;
}

/// Bodies up to this many bytes are let in without a look at what others send.
const SMALL: usize = 256 << 10;

fn is_form(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    kind.trim_start().to_ascii_lowercase().starts_with("multipart/form-data")
}
