//! One's own account: password, sessions, games, everything as a file, the end of it.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Body;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt as _;
use koma_kifu::{Format, WriteOptions};
use koma_store::{Filter, Login, Page, Seat, Sort, Stored, StoredVariant};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use zip::ZipWriter;
use zip::write::{SimpleFileOptions, StreamWriter};

use super::accounts::{check_password, hash_password, verified};
use crate::envelope::{Answer, Deleted, Envelope, Failure, Payload};
use crate::guard::Viewer;
use crate::live::event::{Event, EventKind};
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
        .routes(routes!(solved, add_solved))
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
    /// What is played.
    pub variant: String,
    /// The name of the other player, if they have one.
    pub opponent: Option<String>,
    /// Whether there is another player.
    pub joined: bool,
}

impl From<Seat> for OwnGame {
    fn from(seat: Seat) -> Self {
        let Seat { game, side, at, is_over, first } = seat;
        let mut own = Self {
            id: game,
            side: side.into(),
            at,
            over: is_over,
            variant: String::new(),
            opponent: None,
            joined: false,
        };
        for event in first.into_iter().flatten() {
            let Ok(event) = serde_json::from_str::<Event>(&event) else { continue };
            match event.what {
                EventKind::Created(setting) => {
                    own.variant = setting.variant;
                    if setting.side != own.side {
                        own.opponent = setting.name;
                    }
                }
                EventKind::Joined { side, name, .. } => {
                    own.joined = true;
                    if side != own.side {
                        own.opponent = name;
                    }
                }
                _ => {}
            }
        }
        own
    }
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

impl From<StoredVariant> for OwnVariant {
    /// By the name it gives itself, where its text is ours; a section has only one.
    fn from(variant: StoredVariant) -> Self {
        let StoredVariant { id, name, text, added, .. } = variant;
        let own = text.lines().find_map(|line| line.strip_prefix("name:"));
        let own = own.map(|own| own.trim().trim_matches('"')).filter(|own| !own.is_empty());
        Self { id, name: own.map_or(name, str::to_owned), added }
    }
}

/// Who is signed in, or that nobody is.
fn signed_in(viewer: Option<Login>) -> Result<Login, ApiError> {
    viewer.ok_or_else(|| ApiError::of_status(StatusCode::UNAUTHORIZED))
}

/// A session's name for its owner: it opens nothing.
fn session_id(session: &Login) -> String {
    blake3::hash(&session.hash).to_hex()[..16].to_owned()
}

async fn view(app: &App, session: &Login) -> Result<AccountView, ApiError> {
    let account = session.account.id;
    let info = |other: Login| SessionInfo {
        id: session_id(&other),
        begun: other.begun,
        expires: other.expires,
        current: other.hash == session.hash,
    };
    let games = app.store.seats(account, MOST_GAMES).await?.into_iter().map(OwnGame::from);
    let variants = app.store.variants_of(account).await?.into_iter();
    Ok(AccountView {
        name: session.account.name.clone(),
        created: session.account.created,
        sessions: app.store.sessions(account).await?.into_iter().map(info).collect(),
        games: games.collect(),
        variants: variants.map(OwnVariant::from).collect(),
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
    delete(&app, session.account.id).await?;
    Ok(Payload(Deleted { deleted: true }))
}

/// Deletes an account with everything it stored, also from what is in memory.
pub async fn delete(app: &App, account: i64) -> Result<(), ApiError> {
    let seats = app.store.seats(account, u32::MAX).await?;
    let variants = app.store.variants_of(account).await?;
    app.store.delete_all_of(account).await?;
    app.store.delete_account(account).await?;
    app.live.read_again(&seats).await;
    for variant in variants {
        app.rules.forget(&variant.id);
    }
    Ok(())
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
async fn export(State(app): State<App>, Viewer(viewer): Viewer) -> Result<Response, ApiError> {
    let session = signed_in(viewer)?;
    let about = view(&app, &session).await?;
    // One chunk waits while the next is made, whatever there is in all.
    let (chunks, ready) = mpsc::channel::<Result<Vec<u8>, ApiError>>(1);
    tokio::spawn(async move {
        let packing = pack(&app, &about, session.account.id, &chunks);
        if let Err(error) = packing.await {
            // Half a file must not look like a whole one: the connection is broken off.
            let _ = chunks.send(Err(error)).await;
        }
    });
    let chunks = futures_util::stream::unfold(ready, async |mut ready| {
        let chunk = ready.recv().await?;
        Some((chunk.map_err(|error| std::io::Error::other(error.code().to_owned())), ready))
    });
    let kind = (CONTENT_TYPE, "application/zip");
    let name = (CONTENT_DISPOSITION, "attachment; filename=\"koma-account.zip\"");
    // Whoever packs it once more asks again after its end.
    Ok(([kind, name], Body::from_stream(chunks.fuse())).into_response())
}

/// Everything of an account, as files of a ZIP file that is sent while it is made.
async fn pack(
    app: &App,
    about: &AccountView,
    account: i64,
    chunks: &mpsc::Sender<Result<Vec<u8>, ApiError>>,
) -> Result<(), ApiError> {
    let internal = |_| ApiError::of_status(StatusCode::INTERNAL_SERVER_ERROR);
    let mut zip = Some(Zip::new());
    let mut add = async |files: Vec<(String, Vec<u8>)>, is_last: bool| -> Result<bool, ApiError> {
        let so_far = zip.take().unwrap_or_else(Zip::new);
        let packed = app.work.run_long(move || so_far.add(&files, is_last));
        let (rest, bytes) = packed.await?.map_err(internal)?;
        zip = Some(rest);
        Ok(chunks.send(Ok(bytes)).await.is_ok())
    };
    let json = serde_json::to_vec_pretty(about).unwrap_or_default();
    let mut files = vec![("account.json".to_owned(), json)];
    for StoredVariant { id, format, text, .. } in app.store.variants_of(account).await? {
        files.push((format!("variants/{id}.{format}"), text.into_bytes()));
    }
    let solved = app.store.solved(account).await?;
    files.push(("tsume.txt".to_owned(), (solved.join("\n") + "\n").into_bytes()));
    let mut is_heard = add(files, false).await?;
    for game in &about.games {
        let log = app.store.games().log(&game.id).await?;
        let lines = log.into_iter().map(|entry| entry.data + "\n").collect::<String>();
        is_heard = is_heard
            && add(vec![(format!("games/{}.jsonl", game.id), lines.into())], false).await?;
    }
    let filter = Filter { owner: Some(account), ..Filter::default() };
    let mut page = Page { sort: Sort::FirstAdded, after: None, limit: PACKED_AT_ONCE };
    while is_heard {
        let found = app.store.find_records(&filter, &page).await?;
        let mut records = Vec::with_capacity(found.records.len());
        for summary in found.records {
            records.extend(app.store.record(summary.id).await?);
        }
        let files = app.work.run_long(move || written(&records)).await??;
        is_heard = add(files, found.next.is_none()).await?;
        match found.next {
            Some(next) => page.after = Some(next),
            None => break,
        }
    }
    Ok(())
}

/// Records as files, each in our own format and, where it can be, as KIF.
fn written(records: &[Stored]) -> Result<Vec<(String, Vec<u8>)>, ApiError> {
    let mut files = Vec::with_capacity(2 * records.len());
    for stored in records {
        work::check_time()?;
        let (id, one) = (stored.summary.id, std::slice::from_ref(&stored.record));
        let json = koma_kifu::write(one, Format::Json, &WriteOptions::default());
        files.push((format!("records/{id}.json"), json.text.into_bytes()));
        let kif = koma_kifu::write(one, Format::Kif, &WriteOptions::default());
        if kif.games > 0 {
            files.push((format!("records/{id}.kif"), kif.text.into_bytes()));
        }
    }
    Ok(files)
}

/// The mate problems one has solved, by their ids.
#[utoipa::path(
    get, path = "/api/account/tsume", tag = "accounts",
    responses((status = 200, body = Envelope<Vec<String>>), (status = "default", body = Failure))
)]
async fn solved(State(app): State<App>, viewer: Viewer) -> Answer<Vec<String>> {
    let session = signed_in(viewer.0)?;
    Ok(Payload(app.store.solved(session.account.id).await?))
}

/// Problems that were solved.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SolvedRequest {
    /// Their ids, at most 5,000 of at most 300 letters.
    pub problems: Vec<String>,
}

/// The longest id of a problem, and how many are taken at once.
const MOST_LETTERS: usize = 300;
const MOST_SOLVED: usize = 5_000;

/// Adds problems to those one has solved; gives all of them.
#[utoipa::path(
    post, path = "/api/account/tsume", tag = "accounts", request_body = SolvedRequest,
    responses((status = 200, body = Envelope<Vec<String>>), (status = "default", body = Failure))
)]
async fn add_solved(
    State(app): State<App>,
    viewer: Viewer,
    Json(request): Json<SolvedRequest>,
) -> Answer<Vec<String>> {
    let session = signed_in(viewer.0)?;
    let SolvedRequest { problems } = request;
    let is_odd = |id: &String| {
        id.is_empty() || id.chars().count() > MOST_LETTERS || id.chars().any(char::is_control)
    };
    if problems.len() > MOST_SOLVED || problems.iter().any(is_odd) {
        return Err(ApiError::bad_request(
            format!("at most {MOST_SOLVED} ids of 1 to {MOST_LETTERS} letters are taken at once"),
            format!("一度に送れるIDは{MOST_SOLVED}件まで、各1文字から{MOST_LETTERS}文字までです"),
        ));
    }
    app.store.add_solved(session.account.id, &problems).await?;
    Ok(Payload(app.store.solved(session.account.id).await?))
}

/// How many records are in memory at once.
const PACKED_AT_ONCE: usize = 50;

/// What a ZIP file consists of so far and was not taken yet.
#[derive(Clone, Default)]
struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Buffer {
    fn bytes(&self) -> std::sync::MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.bytes().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A ZIP file that is taken away part by part.
struct Zip {
    writer: ZipWriter<StreamWriter<Buffer>>,
    buffer: Buffer,
}

impl Zip {
    fn new() -> Self {
        let buffer = Buffer::default();
        Self { writer: ZipWriter::new_stream(buffer.clone()), buffer }
    }

    /// Adds files and gives what there is of the whole since the last time. After the last ones it
    /// begins again.
    fn add(
        mut self,
        files: &[(String, Vec<u8>)],
        is_last: bool,
    ) -> Result<(Self, Vec<u8>), zip::result::ZipError> {
        for (name, bytes) in files {
            self.writer.start_file(name.as_str(), SimpleFileOptions::default())?;
            self.writer.write_all(bytes)?;
        }
        if is_last {
            self.writer.finish()?;
            let bytes = std::mem::take(&mut *self.buffer.bytes());
            return Ok((Self::new(), bytes));
        }
        let bytes = std::mem::take(&mut *self.buffer.bytes());
        Ok((self, bytes))
    }
}
