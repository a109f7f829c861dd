//! One's own account: password, sessions, games, everything as a file, the end of it.

use std::io::Write as _;

use axum::extract::{Extension, Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use koma_kifu::{Format, WriteOptions};
use koma_store::{Filter, Page, Session, Sort, Stored};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::accounts::{check_password, hash_password, verified};
use crate::envelope::{Answer, Deleted, Envelope, Failure, Payload};
use crate::guard::Viewer;
use crate::request::Json;
use crate::view::SideName;
use crate::{ApiError, App, Asker, work};

/// The routes of this file.
pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(show, remove))
        .routes(routes!(password))
        .routes(routes!(end_session))
        .routes(routes!(export))
}

/// The most games in the list of an account.
const MOST_GAMES: u32 = 500;

/// One's own account.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AccountView {
    /// The name.
    pub name: String,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// Where one is signed in, the newest first.
    pub sessions: Vec<SessionInfo>,
    /// The live games one sat at, the newest first, at most 500.
    pub games: Vec<OwnGame>,
    /// The variants one stored, the newest first.
    pub variants: Vec<OwnVariant>,
}

/// A place where one is signed in.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SessionInfo {
    /// What to call it by.
    pub id: String,
    /// When it began, in milliseconds since 1970.
    pub begun: i64,
    /// Until when it lasts.
    pub expires: i64,
    /// Whether it is the one that asks.
    pub current: bool,
}

/// A live game one sat at.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OwnGame {
    /// Its id.
    pub id: String,
    /// Where one sat.
    pub side: SideName,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Whether it is over.
    pub over: bool,
}

/// A variant one stored.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OwnVariant {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// When it was stored, in milliseconds since 1970.
    pub added: i64,
}

/// Who is signed in, or that nobody is.
fn signed_in(viewer: Option<Session>) -> Result<Session, ApiError> {
    viewer.ok_or_else(|| ApiError::of_status(StatusCode::UNAUTHORIZED))
}

/// A session's name for its owner: it opens nothing.
fn session_id(session: &Session) -> String {
    blake3::hash(&session.hash).to_hex()[..16].to_owned()
}

async fn view(app: &App, session: &Session) -> Result<AccountView, ApiError> {
    let account = session.account.id;
    let info = |other: Session| SessionInfo {
        id: session_id(&other),
        begun: other.begun,
        expires: other.expires,
        current: other.hash == session.hash,
    };
    let games = app.store.seats(account, MOST_GAMES).await?.into_iter().map(|seat| OwnGame {
        id: seat.game,
        side: seat.side.into(),
        at: seat.at,
        over: seat.is_over,
    });
    let variants = app.store.variants_of(account).await?.into_iter();
    Ok(AccountView {
        name: session.account.name.clone(),
        created: session.account.created,
        sessions: app.store.sessions(account).await?.into_iter().map(info).collect(),
        games: games.collect(),
        variants: variants.map(|v| OwnVariant { id: v.id, name: v.name, added: v.added }).collect(),
    })
}

/// One's own account. The records are those of `GET /api/kifu?mine=true`.
#[utoipa::path(
    get, path = "/api/account", tag = "accounts",
    responses((status = 200, body = Envelope<AccountView>), (status = "default", body = Failure))
)]
async fn show(State(app): State<App>, Viewer(viewer): Viewer) -> Answer<AccountView> {
    view(&app, &signed_in(viewer)?).await.map(Payload)
}

/// A new password, and the old one.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// The old one.
    pub old: String,
    /// The new one: 8 to 200 characters.
    #[schema(min_length = 8, max_length = 200)]
    pub new: String,
}

fn wrong_password() -> ApiError {
    ApiError::new(
        StatusCode::UNAUTHORIZED,
        "WRONG_PASSWORD",
        "the password is wrong",
        "パスワードが違います",
    )
}

/// Changes one's password; all other sessions are over.
#[utoipa::path(
    put, path = "/api/account/password", tag = "accounts", request_body = NewPassword,
    responses((status = 200, body = Envelope<AccountView>), (status = "default", body = Failure))
)]
async fn password(
    State(app): State<App>,
    Viewer(viewer): Viewer,
    Extension(asker): Extension<Asker>,
    Json(NewPassword { old, new }): Json<NewPassword>,
) -> Answer<AccountView> {
    let session = signed_in(viewer)?;
    check_password(&new)?;
    if verified(&app, asker, &session.account.name, old).await?.is_none() {
        return Err(wrong_password());
    }
    let hashed = app.work.run(move || hash_password(&new)).await??;
    app.store.set_password(session.account.id, &hashed, Some(&session.hash)).await?;
    view(&app, &session).await.map(Payload)
}

/// Signs out elsewhere.
#[utoipa::path(
    delete, path = "/api/account/sessions/{id}", tag = "accounts",
    params(("id" = String, Path, description = "the id of the session in `GET /api/account`")),
    responses((status = 200, body = Envelope<Deleted>), (status = "default", body = Failure))
)]
async fn end_session(
    State(app): State<App>,
    Viewer(viewer): Viewer,
    Path(id): Path<String>,
) -> Answer<Deleted> {
    let session = signed_in(viewer)?;
    let all = app.store.sessions(session.account.id).await?;
    let meant = all.iter().find(|other| session_id(other) == id);
    let meant = meant.ok_or_else(ApiError::not_found)?;
    Ok(Payload(Deleted { deleted: app.store.delete_session(&meant.hash).await? }))
}

/// One's password, to be sure.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Sure {
    /// The password.
    pub password: String,
}

/// Deletes one's account with everything one stored. Games with others stay without one's name.
#[utoipa::path(
    delete, path = "/api/account", tag = "accounts", request_body = Sure,
    responses((status = 200, body = Envelope<Deleted>), (status = "default", body = Failure))
)]
async fn remove(
    State(app): State<App>,
    Viewer(viewer): Viewer,
    Extension(asker): Extension<Asker>,
    Json(Sure { password }): Json<Sure>,
) -> Answer<Deleted> {
    let session = signed_in(viewer)?;
    if verified(&app, asker, &session.account.name, password).await?.is_none() {
        return Err(wrong_password());
    }
    app.store.delete_all_of(session.account.id).await?;
    app.store.delete_account(session.account.id).await?;
    Ok(Payload(Deleted { deleted: true }))
}

/// Everything the server has of one, as a ZIP file: the account, records, variants, the logs of
/// games.
#[utoipa::path(
    get, path = "/api/account/export", tag = "accounts",
    responses(
        (status = 200, body = Vec<u8>, content_type = "application/zip"),
        (status = "default", body = Failure)
    )
)]
async fn export(
    State(app): State<App>,
    Viewer(viewer): Viewer,
    _headers: HeaderMap,
) -> Result<Response, ApiError> {
    let session = signed_in(viewer)?;
    let about = view(&app, &session).await?;
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for variant in app.store.variants_of(session.account.id).await? {
        files.push((
            format!("variants/{}.{}", variant.id, variant.format),
            variant.text.into_bytes(),
        ));
    }
    for game in &about.games {
        let log = app.store.games().log(&game.id).await?;
        let lines: Vec<String> = log.into_iter().map(|entry| entry.data).collect();
        files.push((format!("games/{}.jsonl", game.id), (lines.join("\n") + "\n").into_bytes()));
    }
    let mut records: Vec<Stored> = Vec::new();
    let filter = Filter { owner: Some(session.account.id), ..Filter::default() };
    let mut page = Page { sort: Sort::FirstAdded, after: None, limit: 200 };
    loop {
        let found = app.store.find_records(&filter, &page).await?;
        for summary in found.records {
            records.extend(app.store.record(summary.id).await?);
        }
        match found.next {
            Some(next) => page.after = Some(next),
            None => break,
        }
    }
    let zip = app.work.run_long(move || packed(&about, files, &records)).await??;
    let kind = (CONTENT_TYPE, "application/zip");
    let name = (CONTENT_DISPOSITION, "attachment; filename=\"koma-account.zip\"");
    Ok(([kind, name], zip).into_response())
}

/// Files as one.
fn packed(
    about: &AccountView,
    files: Vec<(String, Vec<u8>)>,
    records: &[Stored],
) -> Result<Vec<u8>, ApiError> {
    let internal = || ApiError::of_status(StatusCode::INTERNAL_SERVER_ERROR);
    let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let mut add = |name: &str, bytes: &[u8]| -> Result<(), ApiError> {
        zip.start_file(name, SimpleFileOptions::default()).map_err(|_| internal())?;
        zip.write_all(bytes).map_err(|_| internal())
    };
    add("account.json", &serde_json::to_vec_pretty(about).map_err(|_| internal())?)?;
    for (name, bytes) in &files {
        add(name, bytes)?;
    }
    for stored in records {
        work::check_time()?;
        let one = std::slice::from_ref(&stored.record);
        let written = koma_kifu::write(one, Format::Json, &WriteOptions::default());
        add(&format!("records/{}.json", stored.summary.id), written.text.as_bytes())?;
        let kif = koma_kifu::write(one, Format::Kif, &WriteOptions::default());
        if kif.games > 0 {
            add(&format!("records/{}.kif", stored.summary.id), kif.text.as_bytes())?;
        }
    }
    Ok(zip.finish().map_err(|_| internal())?.into_inner())
}
