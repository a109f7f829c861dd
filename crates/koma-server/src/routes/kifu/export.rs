//! Writing records: conversions, downloads, pictures.

use axum::extract::{Path, Query, Request, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use koma_book::picture::{Drawn, Picture};
use koma_kifu::{FileKind, KifFinding, NodeId, ReadOptions, Record};
use koma_rules::{Square, UsiMove};
use koma_store::{Login, Stored};
use koma_text::Source;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::own::seen;
use super::{
    RecordView, WrittenRecord, cannot_hold, kind_named, shown, view, write_options, written,
};
use crate::envelope::{Answer, Envelope, Failure, Payload, picture};
use crate::fonts::Fonts;
use crate::guard::Viewer;
use crate::lang::Asked;
use crate::request;
use crate::{ApiError, App, Lang};

/// A record and the format it is wanted in.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ConvertRequest {
    /// The record as text.
    #[serde(default)]
    pub text: Option<String>,
    /// The bytes of the file in base64, so that its encoding is found.
    #[serde(default)]
    pub base64: Option<String>,
    /// The id of a stored record.
    #[serde(default)]
    pub id: Option<String>,
    /// The name of the file, where its extension may break a tie.
    #[serde(default)]
    pub name: Option<String>,
    /// The format: `kif` and `ki2` (Shift_JIS with CRLF), `kifu` and `ki2u` (the same in UTF-8),
    /// `csa`, `usi`, `sfen`, `usen`, `psn`, `jkf`, `bod`, `json`.
    pub to: String,
    /// The encoding of the bytes of the answer; without, what readers of the format expect.
    #[serde(default)]
    pub encoding: Option<String>,
    /// The version of the format, where it has several (`2.2` and `3.0` of CSA).
    #[serde(default)]
    pub flavour: Option<String>,
}

/// Writes a record in another format and tells what that cannot hold.
#[utoipa::path(
    post, path = "/api/kifu/convert", tag = "records", request_body = ConvertRequest,
    responses((status = 200, body = Envelope<WrittenRecord>), (status = "default", body = Failure))
)]
pub async fn convert(
    State(app): State<App>,
    Asked(lang): Asked,
    Viewer(viewer): Viewer,
    request: Request,
) -> Answer<WrittenRecord> {
    use base64::Engine as _;
    let file = request::file(request, &app).await?;
    if !file.is_json {
        return Err(ApiError::of_status(axum::http::StatusCode::UNSUPPORTED_MEDIA_TYPE));
    }
    let asked: ConvertRequest = request::read_body(file.bytes, &app).await?;
    let kind = kind_named(&asked.to)?;
    let options = write_options(kind, asked.encoding.as_deref(), asked.flavour)?;
    let name = asked.name;
    let bytes = match (asked.text, asked.base64, asked.id) {
        (Some(text), None, None) => text.into_bytes(),
        (None, Some(base64), None) => {
            base64::engine::general_purpose::STANDARD.decode(base64.trim()).map_err(|error| {
                ApiError::bad_request(
                    format!("`base64` cannot be read: {error}"),
                    format!("base64を読み取れません（{error}）"),
                )
            })?
        }
        (None, None, Some(id)) => {
            let Stored { record, .. } = stored(&app, viewer.as_ref(), &id).await?;
            return app
                .work
                .run(move || written(&[record], kind, &options, lang))
                .await?
                .map(Payload);
        }
        _ => {
            return Err(ApiError::bad_request(
                "a record is given by one of `text`, `base64` and `id`",
                "棋譜はtext、base64、idのどれか一つで指定してください",
            ));
        }
    };
    let answer = app
        .work
        .run_long(move || {
            let reading = koma_kifu::read(&bytes, &ReadOptions { name, ..ReadOptions::default() });
            if reading.records.is_empty() {
                return view(reading, 0, lang).map(|_| None);
            }
            let mut answer = written(&reading.records, kind, &options, lang)?;
            let source = Source::new("", reading.text);
            let tell = |remark| KifFinding::of(remark, Some(&source), lang);
            answer.findings = reading.remarks.iter().map(tell).collect();
            Ok(Some(answer))
        })
        .await??;
    answer.map(Payload).ok_or_else(ApiError::not_found)
}

/// Which picture.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct PictureOptions {
    /// The number of the move, as the record counts; the last one without.
    pub ply: Option<u32>,
}

/// A stored record: `12` as JSON, `12.kif` and its kin as a file, `12.svg` and `12.png` as a
/// picture of the position after a move.
#[utoipa::path(
    get, path = "/api/kifu/{name}", tag = "records",
    params(
        ("name" = String, Path, description = "the id, with `.kif`, `.ki2`, `.csa`, `.jkf`, `.usi`, `.svg` or `.png` for a file"),
        PictureOptions
    ),
    responses(
        (status = 200, content(
            (Envelope<RecordView> = "application/json"), (String = "text/plain"),
            (String = "image/svg+xml"), (Vec<u8> = "image/png")
        )),
        (status = "default", body = Failure)
    )
)]
pub async fn show(
    State(app): State<App>,
    Asked(lang): Asked,
    Viewer(viewer): Viewer,
    Path(name): Path<String>,
    Query(options): Query<PictureOptions>,
) -> Result<Response, ApiError> {
    let (id, extension) = name.split_once('.').unwrap_or((&name, ""));
    let extension = extension.to_owned();
    let file = match extension.as_str() {
        "" | "svg" | "png" => None,
        other => Some(FileKind::named(other).ok_or_else(ApiError::not_found)?),
    };
    let Stored { record, summary } = stored(&app, viewer.as_ref(), id).await?;
    let mut tags = app.store.tags_of(&[summary.id]).await?;
    let tags = tags.remove(&summary.id).unwrap_or_default();
    let id = id.to_owned();
    let own = app.clone();
    app.work
        .run(move || match (extension.as_str(), file) {
            (_, Some(kind)) => download(&record, kind),
            ("", None) => {
                let data = shown(&record, lang);
                let view = RecordView {
                    record: data,
                    id: Some(id),
                    duplicate: None,
                    key: None,
                    stored: None,
                    tags,
                };
                Ok(Payload(view).into_response())
            }
            (kind, None) => {
                let as_png = (kind == "png").then_some(&own.fonts);
                draw(&record, options.ply, as_png, lang)
            }
        })
        .await?
}

/// The record of an id that came with a request, if the one who asks sees it.
pub(super) async fn stored(
    app: &App,
    viewer: Option<&Login>,
    id: &str,
) -> Result<Stored, ApiError> {
    let id = seen(app, viewer, id).await?.id;
    app.store.record(id).await?.ok_or_else(ApiError::not_found)
}

fn download(record: &Record, kind: FileKind) -> Result<Response, ApiError> {
    let file = koma_kifu::write(std::slice::from_ref(record), kind.format, &kind.options());
    if file.games == 0 {
        return Err(cannot_hold(&file.losses, kind));
    }
    let media = match kind.extension {
        "jkf" | "json" => "application/json",
        "kif" | "ki2" => "text/plain; charset=Shift_JIS",
        _ => "text/plain; charset=utf-8",
    };
    // A name outside ASCII is written as RFC 8187 says.
    let name = format!("{}.{}", record.file_stem(), kind.extension);
    let coded: String = name.bytes().map(percent).collect();
    let named = format!("attachment; filename*=UTF-8''{coded}");
    let head = [(CONTENT_TYPE, media.to_owned()), (CONTENT_DISPOSITION, named)];
    Ok((head, file.bytes()).into_response())
}

fn percent(byte: u8) -> String {
    if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_') {
        return char::from(byte).to_string();
    }
    format!("%{byte:02X}")
}

/// The position after a move of the main line.
fn draw(
    record: &Record,
    ply: Option<u32>,
    as_png: Option<&Fonts>,
    lang: Lang,
) -> Result<Response, ApiError> {
    let line: Vec<NodeId> = std::iter::once(NodeId::ROOT)
        .chain(record.main_line().filter(|&id| record.usi(id).is_some()))
        .collect();
    let first = record.ply(NodeId::ROOT);
    let at = match ply {
        None => line.len() - 1,
        Some(0) => 0,
        Some(ply) => ply.saturating_sub(first) as usize,
    };
    let &node = line.get(at).ok_or_else(ApiError::not_found)?;
    let position = record.position_at(node).ok_or_else(ApiError::not_found)?;
    let words = lang.pick(record.english(node), record.text(node));
    let caption = words.map_or(String::new(), |words| format!("{}. {words}", position.ply() - 1));
    let marked = squares(record, node);
    let drawing = Picture {
        position: &position,
        marked: &marked,
        heading: &players(record),
        caption: &caption,
        drawn: &drawn(record, node),
        flipped: false,
    }
    .draw();
    picture(&drawing, as_png)
}

/// Who plays, as pictures have it: `▲羽生　△谷川`. Few fonts have ☗ and ☖.
fn players(record: &Record) -> String {
    let name = |keys: [&str; 2]| {
        let named = keys.into_iter().find_map(|key| record.headers.get(key));
        named.filter(|name| !name.is_empty())
    };
    match (name(["先手", "下手"]), name(["後手", "上手"])) {
        (None, None) => String::new(),
        (sente, gote) => {
            format!("▲{}　△{}", sente.unwrap_or_default(), gote.unwrap_or_default())
        }
    }
}

/// The arrows and rings of a node.
fn drawn(record: &Record, node: NodeId) -> Vec<Drawn> {
    let Some(board) = &record.board else { return Vec::new() };
    let marks = record.node(node).marks().unwrap_or_default();
    Drawn::read(marks, board.rules.geometry())
}

/// The squares of the move that led to a node.
fn squares(record: &Record, node: NodeId) -> Vec<Square> {
    let Some(board) = &record.board else { return Vec::new() };
    let names = match record.usi(node) {
        Some(UsiMove::Board { from, via, to, .. }) => [vec![from], via, vec![to]].concat(),
        Some(UsiMove::Drop { to, .. }) => vec![to],
        Some(UsiMove::Pass) | None => Vec::new(),
    };
    let geometry = board.rules.geometry();
    names.iter().filter_map(|name| geometry.square(name.file, name.rank)).collect()
}
