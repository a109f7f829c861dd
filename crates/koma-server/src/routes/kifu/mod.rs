//! Records: read, write, keep and find them.

mod edit;
mod export;
mod import;
mod list;
mod own;

pub use own::seen;

use axum::extract::DefaultBodyLimit;
use koma_kifu::{DataOptions, FileKind, KifFinding, KifuData, Loss, Reading, Record, WriteOptions};
use koma_text::{Encoding, FindingJson, Phrase, Source};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::{ApiError, App, Lang};

/// Records of more nodes than this come without the position of each, and so do those whose positions
/// have more squares in all.
const MOST_WITH_POSITIONS: usize = 20_000;
const MOST_SQUARES: usize = 4_000_000;
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
        .routes(routes!(list::shape_list))
        .routes(routes!(list::position))
        .routes(routes!(export::show, own::remove))
        .routes(routes!(own::sight))
        .routes(routes!(own::tags))
        .routes(routes!(list::tag_list))
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
    /// What came of all games of the file, if they were stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stored: Option<StoredGames>,
    /// What it is called by, if it is stored.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
}

/// What came of the games of a file.
#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
pub struct StoredGames {
    /// How many are new.
    pub added: usize,
    /// How many had been stored before, or stand in the file twice.
    pub duplicates: usize,
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
fn view(mut reading: Reading, game: usize, lang: Lang) -> Result<KifuData, ApiError> {
    let games = reading.records.len();
    if games == 0 {
        let findings: Vec<_> = reading.remarks.into_iter().map(|remark| remark.finding).collect();
        let first = findings.iter().find(|finding| finding.is_error());
        let sentence = first.map_or_else(
            || Phrase::both("there is no game in this file", "棋譜を読み取れません"),
            |first| {
                let ja = format!("棋譜を読み取れません（{}）", first.message.say(Lang::Ja));
                Phrase::both(first.message.say(Lang::En), ja)
            },
        );
        return Err(ApiError::content(&findings, Some(&Source::new("", reading.text)), sentence));
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
    let squares = record.board.as_ref().map_or(81, |board| board.rules.geometry().squares());
    let positions = record.len() <= MOST_WITH_POSITIONS && record.len() * squares <= MOST_SQUARES;
    let mut data = KifuData::of(&reading, &DataOptions { source: None, lang, positions });
    data.games = games;
    Ok(data)
}

/// A stored record as it is shown.
fn shown(record: &Record, lang: Lang) -> KifuData {
    let positions = record.len() <= MOST_WITH_POSITIONS;
    KifuData::of_record(record, &DataOptions { source: None, lang, positions })
}

/// Writes records. A format that can hold none of them is an error, not an empty file.
fn written(
    records: &[Record],
    kind: FileKind,
    options: &WriteOptions,
    lang: Lang,
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
        losses: written
            .losses
            .iter()
            .map(|loss| FindingJson::new(&loss.finding(), None, lang))
            .collect(),
        findings: Vec::new(),
        id: None,
        duplicate: None,
        key: None,
    })
}

/// 422: the format has no place for this game.
fn cannot_hold(losses: &[Loss], kind: FileKind) -> ApiError {
    let name = kind.extension.to_uppercase();
    let findings: Vec<_> = losses.iter().map(Loss::finding).collect();
    let sentence = Phrase::both(
        format!("{name} cannot hold this game"),
        format!("{name}形式ではこの対局を表せません"),
    );
    ApiError::unprocessable(&findings, sentence)
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
