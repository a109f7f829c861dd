//! Reading records.

use axum::body::Bytes;
use axum::extract::{Extension, Query, Request, State};
use axum::http::StatusCode;
use koma_kifu::{ReadOptions, Record};
use koma_store::Prepared;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::own::{Keeper, SightName, address};
use super::{RecordView, StoredGames, view};
use crate::envelope::{Answer, Envelope, Failure, Payload};
use crate::guard::Viewer;
use crate::lang::Asked;
use crate::request;
use crate::{ApiError, App, Asker, quota};

/// A record as text.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportText {
    /// The record in any format.
    pub text: String,
}

/// What to do with a record.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct ImportOptions {
    /// Store it, and all other games of the file.
    pub save: bool,
    /// The name of the file, where its extension may break a tie.
    pub name: Option<String>,
    /// Which game of the file the answer is about, from 0.
    pub game: usize,
    /// Who sees what is stored: `public`, `unlisted` (who has the link) or `private` (who is signed
    /// in and stored it).
    pub sight: SightName,
}

/// Reads a record in any format and encoding.
#[utoipa::path(
    post, path = "/api/kifu/import", tag = "records", params(ImportOptions),
    request_body(content(
        (ImportText = "application/json"),
        (Vec<u8> = "application/octet-stream"),
        (RecordFile = "multipart/form-data"),
    )),
    responses((status = 200, body = Envelope<RecordView>), (status = "default", body = Failure))
)]
pub async fn import(
    State(app): State<App>,
    Asked(lang): Asked,
    Viewer(viewer): Viewer,
    Extension(asker): Extension<Asker>,
    Query(options): Query<ImportOptions>,
    request: Request,
) -> Answer<RecordView> {
    let file = request::file(request, &app).await?;
    let ImportOptions { save, game, sight, name } = options;
    let name = name.or(file.name);
    let bytes: Bytes = match file.is_json {
        true => request::read_body::<ImportText>(file.bytes, &app).await?.text.into_bytes().into(),
        false => file.bytes,
    };
    let keeper = match save {
        true => Some(Keeper::of(&app, viewer.as_ref(), asker, sight, bytes.len()).await?),
        false => None,
    };
    let (data, records) = app
        .work
        .run_long(move || {
            let reading = koma_kifu::read(&bytes, &ReadOptions { name, ..ReadOptions::default() });
            let records = if save { reading.records.clone() } else { Vec::new() };
            view(reading, game, lang).map(|data| (data, records))
        })
        .await??;
    let mut view = RecordView {
        record: data,
        id: None,
        duplicate: None,
        key: None,
        stored: None,
        tags: Vec::new(),
    };
    if let Some(keeper) = keeper {
        let (put, stored) = keep(&app, records, game, &keeper).await?;
        view.stored = Some(stored);
        view.duplicate = Some(put.is_duplicate);
        view.key = keeper.key.filter(|_| !put.is_duplicate);
        view.id = Some(address(&app, put.id).await?);
    }
    Ok(Payload(view))
}

/// Games of one transaction: between two of them others may write. A live move waits no longer than
/// one takes.
const BATCH: usize = 60;
/// Moves of one transaction, likewise.
const BATCH_MOVES: usize = 5_000;

/// Stores records and says what came of one of them, and of all.
async fn keep(
    app: &App,
    mut records: Vec<Record>,
    game: usize,
    keeper: &Keeper,
) -> Result<(koma_store::Put, StoredGames), ApiError> {
    let is_much = app.config.quota.is_some()
        && (records.len() > quota::MOST_GAMES
            || records.iter().any(|record| record.len() > quota::MOST_MOVES));
    if is_much {
        return Err(ApiError::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "TOO_LARGE",
            format!(
                "at most {} games of at most {} moves are stored at once",
                quota::MOST_GAMES,
                quota::MOST_MOVES
            ),
            format!(
                "一度に保存できるのは{}局、1局{}手までです",
                quota::MOST_GAMES,
                quota::MOST_MOVES
            ),
        ));
    }
    // The one that is shown first: its fate is told.
    records.swap(0, game);
    let mut first = None;
    let mut stored = StoredGames::default();
    let mut rest = records.into_iter().peekable();
    while rest.peek().is_some() {
        let mut moves = 0;
        let mut part: Vec<Record> = Vec::new();
        while part.len() < BATCH
            && let Some(record) =
                rest.next_if(|record| part.is_empty() || moves + record.len() <= BATCH_MOVES)
        {
            moves += record.len();
            part.push(record);
            if first.is_none() {
                break;
            }
        }
        let keeping = keeper.keeping.clone();
        let ready = app.work.run_long(move || {
            part.iter().map(|record| Prepared::of(record).kept(keeping.clone())).collect::<Vec<_>>()
        });
        let mut ready = ready.await?;
        match first {
            None => {
                let put = app.store.put_prepared(ready.swap_remove(0)).await?;
                stored.added += usize::from(!put.is_duplicate);
                stored.duplicates += usize::from(put.is_duplicate);
                first = Some(put);
            }
            Some(_) => {
                let more = app.store.import(ready, &[]).await?;
                stored.added += more.added;
                stored.duplicates += more.duplicates;
            }
        }
    }
    let first = first.ok_or_else(|| ApiError::of_status(StatusCode::INTERNAL_SERVER_ERROR))?;
    Ok((first, stored))
}

/// A record as a file of a form.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub struct RecordFile {
    /// The file.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}
