//! The envelope of every JSON answer, and what goes wrong.

use std::borrow::Cow;

use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use koma_book::diagram::svg::Drawing;
use koma_rules::IllegalMove;
use koma_store::StoreError;
use koma_text::{Finding, FindingJson, Phrase, Severity, Source};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Lang;
use crate::fonts::Fonts;

/// The code of [`ApiError::maybe_stored`].
pub(crate) const MAYBE_STORED: &str = "MAYBE_STORED";
/// The code of [`ApiError::not_owner`].
pub(crate) const NOT_OWNER: &str = "NOT_OWNER";

/// The type of answers that are told line by line, each line a JSON object.
pub(crate) const NDJSON: &str = "application/x-ndjson";

/// A good answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Envelope<T> {
    /// Always true.
    pub success: bool,
    /// `ok`.
    pub message: &'static str,
    /// What was asked for.
    pub payload: T,
}

/// What a handler gives: the payload, or what went wrong.
pub type Answer<T> = Result<Payload<T>, ApiError>;

/// A payload on its way into the envelope.
#[derive(Clone, Debug)]
pub struct Payload<T>(pub T);

impl<T: Serialize> IntoResponse for Payload<T> {
    fn into_response(self) -> Response {
        json(StatusCode::OK, &Envelope { success: true, message: "ok", payload: self.0 })
    }
}

/// What came of a deletion.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct Deleted {
    /// Whether there was anything.
    pub deleted: bool,
}

/// The answer where something went wrong.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Failure {
    /// Always false.
    pub success: bool,
    /// A sentence for people, in the language asked for.
    pub message: String,
    /// The same for programs.
    pub error: FailureDetail,
}

/// What went wrong, for programs.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FailureDetail {
    /// Stable: `NOT_FOUND`, or a code of the rules, or the code of the first error finding.
    pub code: Cow<'static, str>,
    /// What a text that was sent has to do with it.
    pub findings: Vec<FindingJson>,
    /// The number of the move concerned, as SFEN counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
    /// The squares concerned, the most telling last.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub squares: Vec<String>,
}

/// What went wrong, in both languages, on its way into the envelope.
#[derive(Clone, Debug)]
pub struct ApiError(Box<Problem>);

#[derive(Clone, Debug)]
struct Problem {
    status: StatusCode,
    sentence: Phrase,
    code: Cow<'static, str>,
    /// In English and in Japanese.
    findings: [Vec<FindingJson>; 2],
    ply: Option<u32>,
    squares: Vec<String>,
    retry_after: Option<u64>,
}

impl ApiError {
    /// An error with its sentence in English and Japanese.
    pub fn new(
        status: StatusCode,
        code: impl Into<Cow<'static, str>>,
        en: impl Into<String>,
        ja: impl Into<String>,
    ) -> Self {
        Self::said(status, code, Phrase::both(en, ja))
    }

    /// An error with its sentence.
    pub fn said(status: StatusCode, code: impl Into<Cow<'static, str>>, sentence: Phrase) -> Self {
        Self(Box::new(Problem {
            status,
            sentence,
            code: code.into(),
            findings: Default::default(),
            ply: None,
            squares: Vec::new(),
            retry_after: None,
        }))
    }

    /// The request makes no sense.
    pub fn bad_request(en: impl Into<String>, ja: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "BAD_REQUEST", en, ja)
    }

    /// Nothing is here, or nothing the asker may know of.
    pub fn not_found() -> Self {
        Self::of_status(StatusCode::NOT_FOUND)
    }

    /// The role may not do this.
    pub fn forbidden() -> Self {
        Self::of_status(StatusCode::FORBIDDEN)
    }

    /// The database did not take it: nothing happened.
    pub fn not_stored() -> Self {
        Self::of_status(StatusCode::SERVICE_UNAVAILABLE)
    }

    /// The answer of the database was lost: it may have happened or not.
    pub fn maybe_stored() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            MAYBE_STORED,
            "the answer of the database was lost: this may have been stored or not; look, or send \
             it again under the same id",
            "データベースの応答が失われたため、保存されたかどうか分かりません。確かめるか、同じidでもう一度送ってください",
        )
    }

    /// Another server has this game: it is to be asked. Nobody outside is told.
    pub(crate) fn not_owner() -> Self {
        let mut error = Self::not_stored();
        error.0.code = NOT_OWNER.into();
        error
    }

    /// What another server needs to say the same.
    pub(crate) fn carried(&self) -> Carried {
        let [en, ja] = [Lang::En, Lang::Ja].map(|lang| self.message(lang));
        let problem = &*self.0;
        let (status, code) = (problem.status.as_u16(), problem.code.clone().into_owned());
        let (ply, squares) = (problem.ply, problem.squares.clone());
        Carried { status, code, en, ja, ply, squares }
    }

    /// A move the rules refuse, with its code, sentences and squares.
    pub fn illegal(status: StatusCode, reason: &IllegalMove) -> Self {
        let mut error = Self::said(status, reason.code(), reason.phrase());
        error.0.squares = reason.squares().iter().map(ToString::to_string).collect();
        error
    }

    /// A text that is wrong: 400 with all that was found, under the code of the first error.
    pub fn content(findings: &[Finding], source: Option<&Source>, sentence: Phrase) -> Self {
        let say = |lang| findings.iter().map(|f| FindingJson::new(f, source, lang)).collect();
        Self::listed([say(Lang::En), say(Lang::Ja)], sentence)
    }

    /// The same with the findings in English and in Japanese.
    pub fn listed(findings: [Vec<FindingJson>; 2], sentence: Phrase) -> Self {
        let is_error = |finding: &&FindingJson| finding.severity == Severity::Error;
        let code = findings[0].iter().find(is_error).map(|first| stable(&first.code));
        let code = code.map_or(Cow::Borrowed("BAD_REQUEST"), Cow::Owned);
        let mut error = Self::said(StatusCode::BAD_REQUEST, code, sentence);
        error.0.findings = findings;
        error
    }

    /// What is asked for cannot be made of this content: 422, otherwise like [`ApiError::content`].
    pub fn unprocessable(findings: &[Finding], sentence: Phrase) -> Self {
        let mut error = Self::content(findings, None, sentence);
        error.0.status = StatusCode::UNPROCESSABLE_ENTITY;
        error
    }

    /// [`ApiError::content`] of findings about one text; the first error is also the message.
    pub fn findings(findings: &[Finding], source: Option<&Source>) -> Self {
        let first = findings.iter().find(|finding| finding.is_error()).or(findings.first());
        let sentence = first.map_or_else(|| "".into(), |finding| finding.message.clone());
        Self::content(findings, source, sentence)
    }

    /// The error every status stands for where nothing more is known.
    pub fn of_status(status: StatusCode) -> Self {
        let (code, en, ja) = match status {
            StatusCode::BAD_REQUEST => {
                ("BAD_REQUEST", "this request cannot be read", "リクエストを読み取れません")
            }
            StatusCode::UNAUTHORIZED => ("NOT_SIGNED_IN", "sign in first", "ログインしてください"),
            StatusCode::FORBIDDEN => {
                ("FORBIDDEN", "you may not do this", "この操作は許可されていません")
            }
            StatusCode::NOT_FOUND => ("NOT_FOUND", "nothing is here", "見つかりません"),
            StatusCode::METHOD_NOT_ALLOWED => (
                "METHOD_NOT_ALLOWED",
                "this address does not take this method",
                "このメソッドは使えません",
            ),
            StatusCode::REQUEST_TIMEOUT | StatusCode::GATEWAY_TIMEOUT => {
                ("TIMEOUT", "this took too long", "時間がかかりすぎました")
            }
            StatusCode::PAYLOAD_TOO_LARGE => {
                ("TOO_LARGE", "this is too large", "データが大きすぎます")
            }
            StatusCode::UNSUPPORTED_MEDIA_TYPE => (
                "UNSUPPORTED_MEDIA_TYPE",
                "the content type is not one this address takes",
                "この形式のデータは受け付けません",
            ),
            StatusCode::TOO_MANY_REQUESTS => (
                "TOO_MANY_REQUESTS",
                "too many requests; please wait a little",
                "リクエストが多すぎます。少し待ってください",
            ),
            StatusCode::SERVICE_UNAVAILABLE => (
                "NOT_STORED",
                "this could not be stored and did not happen; try again",
                "保存できなかったため実行されませんでした。もう一度試してください",
            ),
            other if other.is_client_error() => {
                ("BAD_REQUEST", "this request cannot be served", "リクエストを処理できません")
            }
            _ => ("INTERNAL", "something went wrong on our side", "サーバーで問題が起きました"),
        };
        Self::new(status, code, en, ja)
    }

    /// The same error about the move of that number.
    #[must_use]
    pub fn at_ply(mut self, ply: u32) -> Self {
        self.0.ply = Some(ply);
        self
    }

    /// The same error with a `Retry-After` of so many seconds.
    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.0.retry_after = Some(seconds);
        self
    }

    /// The HTTP status.
    pub fn status(&self) -> StatusCode {
        self.0.status
    }

    /// The code for programs.
    pub fn code(&self) -> &str {
        &self.0.code
    }

    /// The sentence for people.
    pub fn message(&self, lang: Lang) -> String {
        self.0.sentence.say(lang)
    }

    /// The squares concerned.
    pub fn squares(&self) -> &[String] {
        &self.0.squares
    }

    /// What is told of it in a language.
    pub fn failure(&self, lang: Lang) -> Failure {
        Failure {
            success: false,
            message: self.message(lang),
            error: FailureDetail {
                code: self.0.code.clone(),
                findings: self.0.findings[usize::from(lang == Lang::Ja)].clone(),
                ply: self.0.ply,
                squares: self.0.squares.clone(),
            },
        }
    }

    /// The whole answer in a language.
    pub fn response(&self, lang: Lang) -> Response {
        let body = self.failure(lang);
        let mut response = json(self.0.status, &body);
        if let Some(seconds) = self.0.retry_after {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        // Kept, so that the outermost layer can say it in the language of the request.
        response.extensions_mut().insert(self.clone());
        response
    }
}

/// A refusal on its way from one server to another.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Carried {
    status: u16,
    code: String,
    en: String,
    ja: String,
    ply: Option<u32>,
    squares: Vec<String>,
}

impl Carried {
    /// Whether its code is this one.
    pub fn is(&self, code: &str) -> bool {
        self.code == code
    }
}

impl From<Carried> for ApiError {
    fn from(carried: Carried) -> Self {
        let status = StatusCode::from_u16(carried.status);
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut error = Self::new(status, carried.code, carried.en, carried.ja);
        (error.0.ply, error.0.squares) = (carried.ply, carried.squares);
        error
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        if let StoreError::Taken { .. } = error {
            return Self::new(
                StatusCode::CONFLICT,
                "NAME_TAKEN",
                "this name is taken",
                "この名前はすでに使われています",
            );
        }
        tracing::error!(%error, "the store failed");
        match error {
            StoreError::Unknown(_) => Self::maybe_stored().retry_after(1),
            _ => Self::not_stored().retry_after(1),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        self.response(Lang::En)
    }
}

/// A picture as an answer: SVG, or PNG where there are fonts to draw it with.
pub(crate) fn picture(drawing: &Drawing, as_png: Option<&Fonts>) -> Result<Response, ApiError> {
    let Some(fonts) = as_png else {
        return Ok(([(CONTENT_TYPE, "image/svg+xml")], drawing.to_string()).into_response());
    };
    let fonts = fonts.for_words(&drawing.words());
    let bytes = koma_book::picture::png(drawing, fonts).map_err(|error| {
        ApiError::bad_request(error.to_string(), format!("画像にできません（{error}）"))
    })?;
    Ok(([(CONTENT_TYPE, "image/png")], bytes).into_response())
}

fn json(status: StatusCode, value: &impl Serialize) -> Response {
    match serde_json::to_vec(value) {
        Ok(bytes) => {
            let mut response = Response::new(Body::from(bytes));
            *response.status_mut() = status;
            let json = HeaderValue::from_static("application/json");
            response.headers_mut().insert(CONTENT_TYPE, json);
            response
        }
        Err(error) => {
            tracing::error!(%error, "an answer could not be written");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

/// `no-game` as `NO_GAME`.
fn stable(code: &str) -> String {
    code.replace('-', "_").to_ascii_uppercase()
}
