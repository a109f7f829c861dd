//! Records: read, write, keep and find them.

mod edit;
mod export;
mod import;
mod list;
mod own;

use axum::extract::DefaultBodyLimit;
use koma_kifu::{FileKind, KifFinding, KifuData, Loss, Reading, Record, WriteOptions};
use koma_text::{Encoding, FindingJson};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use own::SightName;

use crate::{ApiError, App};

/// Records of more nodes than this come without the position of each.
const MOST_WITH_POSITIONS: usize = 20_000;
/// Records of more nodes than this are not shown at all.
const MOST_NODES: usize = 200_000;

/// The routes of this folder.
pub fn router() -> OpenApiRouter<App> {
    // These take files; `request::file` has a limit of its own, the server's.
    let large = OpenApiRouter::new()
        .routes(routes!(import::import))
        .routes(routes!(export::convert))
        .layer(DefaultBodyLimit::disable());
    OpenApiRouter::new()
        .routes(routes!(edit::edit))
        .routes(routes!(list::list))
        .routes(routes!(list::position))
        .routes(routes!(export::show, own::remove))
        .routes(routes!(own::sight))
        .merge(large)
}

/// A record, as `koma kifu show --json` has it, with the position after each node.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RecordView {
    /// The record.
    #[serde(flatten)]
    pub record: KifuData,
    /// Its id, if it is stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Whether it had been stored before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duplicate: Option<bool>,
    /// The key by which it can be deleted, for who is not signed in: nobody is told it again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// A record in some format.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WrittenRecord {
    /// The text.
    pub text: String,
    /// The bytes of the file in its encoding, in base64.
    pub base64: String,
    /// A name for the file.
    pub file_name: String,
    /// What the format or the encoding cannot hold.
    pub losses: Vec<FindingJson>,
    /// What was odd about the record that was read.
    pub findings: Vec<KifFinding>,
    /// Its id, if it was stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Whether it had been stored before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duplicate: Option<bool>,
    /// The key by which it can be deleted, for who is not signed in: nobody is told it again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// The view of one game of a reading; `None` where there is none of that number.
fn view(mut reading: Reading, game: usize) -> Result<KifuData, ApiError> {
    let games = reading.records.len();
    if games == 0 {
        let data = KifuData::of(&reading, None);
        let first = data.findings.iter().find(|f| f.finding.severity == "error");
        let en = first.map_or_else(
            || "there is no game in this file".into(),
            |f| f.finding.message.to_string(),
        );
        let ja = match first.map(|f| &*f.finding.code) {
            Some("empty-file") => "棋譜を読み取れません（内容がありません）",
            Some("unknown-format") => "棋譜を読み取れません（知っている棋譜の形式ではありません）",
            Some("no-game") => "棋譜を読み取れません（対局が見つかりません）",
            _ => "棋譜を読み取れません",
        };
        let findings = data.findings.into_iter().map(|f| f.finding).collect();
        return Err(ApiError::content(findings, en, ja));
    }
    if game >= games {
        return Err(ApiError::bad_request(
            format!("the file has {games} games, numbered from 0"),
            format!("このファイルの対局は{games}局です（番号は0から）"),
        ));
    }
    reading.records.swap(0, game);
    reading.records.truncate(1);
    let record = &reading.records[0];
    if record.len() > MOST_NODES {
        return Err(ApiError::new(
            axum::http::StatusCode::PAYLOAD_TOO_LARGE,
            "TOO_LARGE",
            format!("the record has more than {MOST_NODES} moves"),
            format!("棋譜の手数が{MOST_NODES}を超えています"),
        ));
    }
    let mut data = KifuData::of(&reading, None);
    if record.len() <= MOST_WITH_POSITIONS {
        data = data.with_positions(record);
    }
    data.games = games;
    Ok(data)
}

/// A record that came from no file as a reading.
fn reading_of(record: Record) -> Reading {
    Reading {
        format: None,
        sign: None,
        encoding: Encoding::Utf8,
        evidence: koma_text::Evidence::Told,
        text: String::new(),
        records: vec![record],
        remarks: Vec::new(),
    }
}

/// Writes records. A format that can hold none of them is an error, not an empty file.
fn written(
    records: &[Record],
    kind: FileKind,
    options: &WriteOptions,
) -> Result<WrittenRecord, ApiError> {
    use base64::Engine as _;
    let written = koma_kifu::write(records, kind.format, options);
    if written.games == 0 {
        return Err(cannot_hold(&written.losses, kind));
    }
    let stem = records.first().map_or_else(|| "game".to_owned(), Record::file_stem);
    Ok(WrittenRecord {
        base64: base64::engine::general_purpose::STANDARD.encode(written.bytes()),
        text: written.text,
        file_name: format!("{stem}.{}", kind.extension),
        losses: written.losses.iter().map(loss).collect(),
        findings: Vec::new(),
        id: None,
        duplicate: None,
        key: None,
    })
}

/// 422: the format has no place for this game.
fn cannot_hold(losses: &[Loss], kind: FileKind) -> ApiError {
    let name = kind.extension.to_uppercase();
    ApiError::unprocessable(
        losses.iter().map(loss).collect(),
        format!("{name} cannot hold this game"),
        format!("{name}形式ではこの対局を表せません"),
    )
}

fn loss(loss: &Loss) -> FindingJson {
    let times = if loss.count > 1 { format!(" ({} times)", loss.count) } else { String::new() };
    let message = format!("{}{times}", loss.message);
    let finding = match loss.is_a_game() {
        true => koma_text::Finding::error(loss.code, message),
        false => koma_text::Finding::warning(loss.code, message),
    };
    FindingJson::new(&finding, None, koma_text::Lang::En)
}

/// The kind of file of that name.
fn kind_named(name: &str) -> Result<FileKind, ApiError> {
    FileKind::named(name).ok_or_else(|| {
        let all: Vec<&str> = FileKind::all().map(|kind| kind.extension).collect();
        let all = all.join(", ");
        ApiError::new(
            axum::http::StatusCode::BAD_REQUEST,
            "UNKNOWN_FORMAT",
            format!("the formats are {all}"),
            format!("形式は{all}のどれかです"),
        )
    })
}

/// How such a file is written, in the encoding of that name if one is given.
fn write_options(
    kind: FileKind,
    encoding: Option<&str>,
    version: Option<String>,
) -> Result<WriteOptions, ApiError> {
    let usual = kind.options();
    let encoding = encoding.map_or(Ok(usual.encoding), encoding_named)?;
    Ok(WriteOptions { encoding, version, ..usual })
}

fn encoding_named(name: &str) -> Result<Encoding, ApiError> {
    let plain = |name: &str| -> String {
        name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase()
    };
    match plain(name).as_str() {
        "sjis" | "shiftjis" => return Ok(Encoding::Cp932),
        _ => {}
    }
    let found = Encoding::ALL.into_iter().find(|encoding| plain(encoding.name()) == plain(name));
    found.ok_or_else(|| {
        let all = Encoding::ALL.map(Encoding::name).join(", ");
        ApiError::new(
            axum::http::StatusCode::BAD_REQUEST,
            "UNKNOWN_ENCODING",
            format!("the encodings are {all}"),
            format!("文字コードは{all}のどれかです"),
        )
    })
}
