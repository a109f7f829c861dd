//! Reading records.

use axum::extract::{Query, Request, State};
use koma_kifu::{ReadOptions, Record};
use koma_store::Prepared;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::{RecordView, view};
use crate::envelope::{Answer, Envelope, Failure, Payload};
use crate::request::{self, read_json};
use crate::{ApiError, App};

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
    Query(options): Query<ImportOptions>,
    request: Request,
) -> Answer<RecordView> {
    let file = request::file(request, &app).await?;
    let (bytes, name) = if file.is_json {
        (read_json::<ImportText>(&file.bytes)?.text.into_bytes().into(), options.name.clone())
    } else {
        (file.bytes, options.name.clone().or(file.name))
    };
    let ImportOptions { save, game, .. } = options;
    let (data, records) = app
        .work
        .run(move || {
            let reading = koma_kifu::read(&bytes, &ReadOptions { name, ..ReadOptions::default() });
            let records = if save { reading.records.clone() } else { Vec::new() };
            view(reading, game).map(|data| (data, records))
        })
        .await??;
    let mut view = RecordView { record: data, id: None, duplicate: None };
    if save {
        let put = keep(&app, records, game).await?;
        view.id = Some(put.id.to_string());
        view.duplicate = Some(put.is_duplicate);
    }
    Ok(Payload(view))
}

/// Stores records and says what came of one of them.
async fn keep(
    app: &App,
    mut records: Vec<Record>,
    game: usize,
) -> Result<koma_store::Put, ApiError> {
    let chosen = records.swap_remove(game);
    let put = app.store.put_record(&chosen).await?;
    if !records.is_empty() {
        let ready =
            app.work.run(move || records.iter().map(Prepared::of).collect::<Vec<_>>()).await?;
        app.store.import(ready, &[]).await?;
    }
    Ok(put)
}

/// A record as a file of a form.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub struct RecordFile {
    /// The file.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}
