//! Pieces: words and notation read, reach on a board, piece files, the shipped pieces.

use std::sync::LazyLock;

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use koma_betza::Dialect;
use koma_book::diagram::svg;
use koma_pieces::shipped::{self, Shipped};
use koma_pieces::yaml::{self, Style};
use koma_pieces::{Movement, PieceDef, SpecialRule, betza, check, reach, taikyoku, value};
use koma_prose::{Choice, Draft, Options, choices, generate};
use koma_rules::SquareName;
use koma_text::{Finding, FindingJson, Source};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::variants::{Dot, dots};
use crate::envelope::{Answer, Envelope, Failure, Payload, picture};
use crate::lang::Asked;
use crate::request::Json;
use crate::view::SideName;
use crate::{ApiError, App, Lang};

/// The routes of this file.
pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(parse))
        .routes(routes!(reached))
        .routes(routes!(generated))
        .routes(routes!(checked))
        .routes(routes!(list))
        .routes(routes!(show))
        .routes(routes!(entries))
        .routes(routes!(entry_picture))
}

/// How a text is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReadAs {
    /// As notation if it can be, else as words.
    #[default]
    Auto,
    /// As words, English or Japanese.
    Prose,
    /// As Betza notation.
    Betza,
}

impl From<ReadAs> for koma_prose::As {
    fn from(read_as: ReadAs) -> Self {
        match read_as {
            ReadAs::Auto => Self::Any,
            ReadAs::Prose => Self::Prose,
            ReadAs::Betza => Self::Betza,
        }
    }
}

/// Which reading of Betza.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DialectName {
    /// The notation as specified.
    #[default]
    Strict,
    /// As the generator's template `neo_shogi` reads it.
    Neo,
    /// As Fairy-Stockfish reads it.
    Fairy,
}

impl From<DialectName> for Dialect {
    fn from(name: DialectName) -> Self {
        match name {
            DialectName::Strict => Self::Strict,
            DialectName::Neo => Self::Neo,
            DialectName::Fairy => Self::Fairy,
        }
    }
}

/// A piece in words or notation.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ParseRequest {
    /// The text.
    pub text: String,
    /// How it is read.
    #[serde(default, rename = "as")]
    pub read_as: ReadAs,
    /// Which reading of Betza.
    #[serde(default)]
    pub dialect: DialectName,
}

/// What a text says about a piece.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ParsedPiece {
    /// English name, where the text gives one.
    pub name: Option<String>,
    /// Japanese name, where the text gives one.
    pub name_ja: Option<String>,
    /// One or two characters to draw, where the text gives a name.
    pub kanji: Option<String>,
    /// The move in Betza, where Betza can say it.
    pub betza: Option<String>,
    /// The move as data: the field `movement` of a piece file, which reads back as the same move.
    pub movement: MovementJson,
    /// The field `is_ranged` of a piece file.
    pub is_ranged: bool,
    /// An entry of a piece file.
    pub yaml: String,
    /// Its estimated value.
    pub value: u32,
    /// Whether losing it loses the game.
    pub is_royal: bool,
    /// The name of what it promotes to, where the text gives one.
    pub promotes_to: Option<String>,
    /// Whether the text says that it does not promote.
    pub does_not_promote: bool,
    /// What it is subject to.
    pub special_rules: Vec<String>,
    /// How it moves, in a sentence.
    pub words: String,
    /// What a learner's mark on the piece shows.
    pub dots: Vec<Dot>,
    /// A picture of its moves, as SVG.
    pub diagram: String,
    /// What is odd about the text.
    pub findings: Vec<FindingJson>,
    /// What the findings leave open.
    pub choices: Vec<ChoiceJson>,
}

/// Words in doubt, and texts to write instead.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChoiceJson {
    /// Which of the findings says so, from 0.
    pub finding: usize,
    /// What may be meant; the reading taken comes first.
    pub candidates: Vec<CandidateJson>,
}

/// One way to mean it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CandidateJson {
    /// A text in the place of the whole, read as this and nothing else.
    pub text: String,
    /// The move in Betza, where Betza can say it.
    pub betza: Option<String>,
    /// How it moves, in a sentence.
    pub words: String,
    /// A picture of its moves, as SVG.
    pub diagram: String,
}

/// Reads a text as asked.
fn read(text: &str, read_as: ReadAs, dialect: DialectName) -> (Draft, Vec<Finding>) {
    koma_prose::read_any(text, read_as.into(), &options(dialect))
}

fn options(dialect: DialectName) -> Options<'static> {
    Options { dialect: dialect.into(), ..Options::default() }
}

/// The piece a text describes.
#[utoipa::path(
    post, path = "/api/pieces/parse", tag = "pieces", request_body = ParseRequest,
    responses((status = 200, body = Envelope<ParsedPiece>), (status = "default", body = Failure))
)]
async fn parse(
    State(app): State<App>,
    Asked(lang): Asked,
    Json(request): Json<ParseRequest>,
) -> Answer<ParsedPiece> {
    let parsed = app.work.run(move || {
        let (draft, findings) = read(&request.text, request.read_as, request.dialect);
        let choices = choices(&request.text, &options(request.dialect), &draft, &findings);
        let source = Source::new("", request.text);
        let findings: Vec<FindingJson> =
            findings.iter().map(|finding| FindingJson::new(finding, Some(&source), lang)).collect();
        let (name, name_ja) = (draft.name.clone(), draft.name_ja.clone());
        let (promotes_to, does_not_promote) = (draft.promotes_to.clone(), draft.does_not_promote);
        let choices = offered(&choices, &draft, lang);
        let piece = piece_of(draft);
        let kanji = name_ja.is_some().then(|| piece.name_kanji.clone());
        let detail = Detail::of(&piece, lang);
        ParsedPiece {
            name,
            name_ja,
            kanji,
            betza: detail.betza,
            movement: detail.movement,
            is_ranged: detail.is_ranged,
            yaml: detail.yaml,
            value: piece.value,
            is_royal: is_royal(&piece),
            promotes_to,
            does_not_promote,
            special_rules: detail.special_rules,
            words: detail.words,
            dots: detail.dots,
            diagram: detail.diagram,
            findings,
            choices,
        }
    });
    parsed.await.map(Payload)
}

/// The choices with a picture of each.
fn offered(choices: &[Choice], draft: &Draft, lang: Lang) -> Vec<ChoiceJson> {
    let candidate = |candidate: &koma_prose::Candidate| {
        let movement = candidate.movement.clone();
        let (name, name_ja) = (draft.name.clone(), draft.name_ja.clone());
        let piece = piece_of(Draft { name, name_ja, movement, ..Draft::default() });
        let is_empty = piece.movement == Movement::default();
        CandidateJson {
            text: candidate.text.clone(),
            betza: betza::canonical(&piece.movement).ok().filter(|_| !is_empty),
            words: koma_book::moves(&piece, lang),
            diagram: svg::moves(&piece, lang).to_string(),
        }
    };
    let choice = |choice: &Choice| ChoiceJson {
        finding: choice.finding,
        candidates: choice.candidates.iter().map(candidate).collect(),
    };
    choices.iter().map(choice).collect()
}

/// A piece as far as a text tells, with stand-ins for what it does not.
fn piece_of(draft: Draft) -> PieceDef {
    let Draft { movement, special_rules, .. } = draft;
    let (name, name_ja) = match (draft.name, draft.name_ja) {
        (Some(name), Some(name_ja)) => (name, name_ja),
        (Some(name), None) | (None, Some(name)) => (name.clone(), name),
        (None, None) => ("New piece".to_owned(), "駒".to_owned()),
    };
    let value = value::estimate(&name, &name_ja, &movement, &special_rules);
    PieceDef {
        id: 1,
        name_kanji: name_ja.chars().take(2).collect(),
        name,
        name_ja,
        value,
        can_promote: false,
        promotes_to: None,
        movement,
        special_rules,
    }
}

fn is_royal(piece: &PieceDef) -> bool {
    piece.special_rules.contains(&SpecialRule::Royal)
}

/// What is told of any piece.
struct Detail {
    betza: Option<String>,
    movement: MovementJson,
    is_ranged: bool,
    yaml: String,
    special_rules: Vec<String>,
    words: String,
    dots: Vec<Dot>,
    diagram: String,
}

impl Detail {
    fn of(piece: &PieceDef, lang: Lang) -> Self {
        let is_empty = piece.movement == Movement::default();
        let betza = betza::canonical(&piece.movement).ok().filter(|_| !is_empty);
        Self {
            diagram: svg::piece(piece, betza.as_deref().unwrap_or_default(), lang).to_string(),
            betza,
            movement: MovementJson(yaml::movement_to_json(&piece.movement)),
            is_ranged: yaml::Template::default().is_ranged(&piece.movement),
            yaml: yaml::write_entry(piece, Style::Flow),
            special_rules: piece.special_rules.iter().map(ToString::to_string).collect(),
            words: koma_book::moves(piece, lang),
            dots: dots(&piece.movement),
        }
    }
}

/// A move as data, in the fields of piece files (`docs/piece-files.md`).
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = std::collections::BTreeMap<String, serde_json::Value>)]
pub struct MovementJson(pub serde_json::Value);

/// A piece on a board with others.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReachRequest {
    /// The text.
    pub text: String,
    /// How it is read.
    #[serde(default, rename = "as")]
    pub read_as: ReadAs,
    /// Which reading of Betza.
    #[serde(default)]
    pub dialect: DialectName,
    /// Files and ranks of the board.
    #[serde(default = "nine")]
    #[schema(minimum = 1, maximum = 36)]
    pub size: u8,
    /// Where it stands.
    pub at: String,
    /// Men in its way; it is sente's.
    #[serde(default)]
    pub men: Vec<Blocker>,
}

fn nine() -> u8 {
    9
}

/// A man in the way.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Blocker {
    /// Where it stands.
    pub square: String,
    /// Whose it is.
    pub side: SideName,
}

/// Where a piece goes.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReachedSquares {
    /// Its moves.
    pub moves: Vec<ReachMove>,
}

/// One move of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReachMove {
    /// Where it ends.
    pub to: String,
    /// Where it stops on its way.
    pub via: Vec<String>,
    /// The squares it empties.
    pub captures: Vec<String>,
}

/// Where a piece goes past others.
#[utoipa::path(
    post, path = "/api/pieces/reach", tag = "pieces", request_body = ReachRequest,
    responses((status = 200, body = Envelope<ReachedSquares>), (status = "default", body = Failure))
)]
async fn reached(
    State(app): State<App>,
    Json(request): Json<ReachRequest>,
) -> Answer<ReachedSquares> {
    app.work.run(move || reach_of(&request)).await?.map(Payload)
}

fn reach_of(request: &ReachRequest) -> Result<ReachedSquares, ApiError> {
    let size = request.size;
    if !(1..=36).contains(&size) {
        return Err(ApiError::bad_request(
            "a board has 1 to 36 files and ranks",
            "盤の大きさは1から36までです",
        ));
    }
    let square = |name: &str| -> Result<reach::Square, ApiError> {
        let parsed: Option<SquareName> = name.parse().ok();
        let on_board = |at: u16| (1..=u16::from(size)).contains(&at);
        let found = parsed.filter(|name| on_board(name.file) && on_board(name.rank));
        let found = found.ok_or_else(|| {
            let shown: String = name.chars().take(20).collect();
            ApiError::new(
                StatusCode::BAD_REQUEST,
                "OUT_OF_BOARD",
                format!("`{shown}` is no square of this board"),
                format!("「{shown}」はこの盤のマスではありません"),
            )
        })?;
        Ok(reach::Square { row: (found.rank - 1) as u8, col: size - found.file as u8 })
    };
    let name = |at: reach::Square| {
        let (file, rank) = (u16::from(size - at.col), u16::from(at.row) + 1);
        SquareName { file, rank }.to_string()
    };
    let (Draft { movement, .. }, findings) = read(&request.text, request.read_as, request.dialect);
    if findings.iter().any(Finding::is_error) {
        let source = Source::new("", request.text.clone());
        return Err(ApiError::findings(&findings, Some(&source)));
    }
    let at = square(&request.at)?;
    let mut board = reach::Board::new(size, size);
    for man in &request.men {
        let own = man.side == SideName::Sente;
        board.put(square(&man.square)?, reach::Man { own, ..reach::Man::default() });
    }
    board.clear(at);
    let mover = reach::Mover { movement: &movement, at, virgin: true, faces_down: false };
    let options = reach::Options { list_ways: true, ..reach::Options::default() };
    let listed = reach::reach(&board, mover, options);
    let plain = || reach::reach(&board, mover, reach::Options { list_ways: false, ..options });
    let found = listed.or_else(|_| plain()).map_err(|error| {
        ApiError::bad_request(error.to_string(), "動き方が多すぎて調べられません")
    })?;
    let moves = found.moves.iter().map(|outcome| {
        // The shortest way that ends there and touches all it takes on the way.
        let touches = |way: &&Vec<reach::Square>| {
            way.last() == Some(&outcome.to)
                && outcome.captured.iter().all(|at| *at == outcome.to || way.contains(at))
        };
        let way = found.listed.iter().filter(touches).min_by_key(|way| way.len());
        let via = way.map_or(&[][..], |way| &way[..way.len() - 1]);
        ReachMove {
            to: name(outcome.to),
            via: via.iter().map(|&at| name(at)).collect(),
            captures: outcome.captured.iter().map(|&at| name(at)).collect(),
        }
    });
    Ok(ReachedSquares { moves: moves.collect() })
}

/// A text of its own language.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TextRequest {
    /// The text.
    pub text: String,
}

/// What the generator made.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GeneratedFile {
    /// The piece file.
    pub text: String,
    /// How many pieces it has.
    pub pieces: usize,
    /// What was odd about the request.
    pub findings: Vec<FindingJson>,
}

/// The generator of piece files, see `docs/piece-generator.md`.
#[utoipa::path(
    post, path = "/api/pieces/generate", tag = "pieces", request_body = TextRequest,
    responses((status = 200, body = Envelope<GeneratedFile>), (status = "default", body = Failure))
)]
async fn generated(
    State(app): State<App>,
    Asked(lang): Asked,
    Json(request): Json<TextRequest>,
) -> Answer<GeneratedFile> {
    let made = app.work.run(move || {
        let source = Source::new("", request.text);
        let (request, mut findings) = generate::request::read(&source);
        let made = generate::generate(&request);
        // The descriptions stand in the request, so places are its own.
        findings.extend(made.about_list);
        findings.extend(made.about_text);
        let result = Source::new("", made.text.clone());
        let mut list: Vec<FindingJson> =
            findings.iter().map(|finding| FindingJson::new(finding, Some(&source), lang)).collect();
        let about_result = made.about_result.iter();
        list.extend(about_result.map(|finding| FindingJson::new(finding, Some(&result), lang)));
        GeneratedFile { pieces: made.file.pieces.len(), text: made.text, findings: list }
    });
    made.await.map(Payload)
}

/// What is wrong with a piece file.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CheckedFile {
    /// How many pieces it has.
    pub pieces: usize,
    /// The file as `koma piece fmt` writes it, if nothing is wrong with it.
    pub text: String,
    /// Everything found.
    pub findings: Vec<FindingJson>,
}

/// The checker of piece files, see `docs/piece-files.md`.
#[utoipa::path(
    post, path = "/api/pieces/check", tag = "pieces", request_body = TextRequest,
    responses((status = 200, body = Envelope<CheckedFile>), (status = "default", body = Failure))
)]
async fn checked(
    State(app): State<App>,
    Asked(lang): Asked,
    Json(request): Json<TextRequest>,
) -> Answer<CheckedFile> {
    let checked = app.work.run(move || {
        let source = Source::new("", request.text);
        // One file alone: what it promotes to may lie in others.
        let options = check::Options { external_ids: true, ..check::Options::default() };
        let checked = check::check_files(std::slice::from_ref(&source), &options);
        let found = checked.iter().flat_map(|file| &file.findings);
        CheckedFile {
            pieces: checked.iter().map(|file| file.file.pieces.len()).sum(),
            text: yaml::fmt(&source, Style::Flow).0,
            findings: found.map(|finding| FindingJson::new(finding, Some(&source), lang)).collect(),
        }
    });
    checked.await.map(Payload)
}

/// A shipped piece in the list of all.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShippedSummary {
    /// Its file, without `.yaml`.
    pub file: String,
    /// Its number in the file.
    pub id: u32,
    /// English name.
    pub name: String,
    /// Japanese name.
    pub name_ja: String,
    /// One or two characters to draw.
    pub kanji: String,
    /// Its value.
    pub value: u32,
    /// Its move in Betza, where Betza can say it.
    pub betza: Option<String>,
    /// The number of what it promotes to.
    pub promotes_to: Option<u32>,
    /// Whether losing it loses the game.
    pub is_royal: bool,
}

/// A shipped piece.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShippedPiece {
    /// What the list says.
    #[serde(flatten)]
    pub summary: ShippedSummary,
    /// The move as data: the field `movement` of a piece file.
    pub movement: MovementJson,
    /// The field `is_ranged` of a piece file.
    pub is_ranged: bool,
    /// An entry of a piece file.
    pub yaml: String,
    /// What it is subject to.
    pub special_rules: Vec<String>,
    /// How it moves, in a sentence.
    pub words: String,
    /// What a learner's mark on the piece shows.
    pub dots: Vec<Dot>,
    /// A picture of its moves, as SVG.
    pub diagram: String,
}

fn summary_of(shipped: &Shipped) -> ShippedSummary {
    let piece = &shipped.piece;
    ShippedSummary {
        file: shipped.file.trim_end_matches(".yaml").to_owned(),
        id: piece.id,
        name: piece.name.clone(),
        name_ja: piece.name_ja.clone(),
        kanji: piece.name_kanji.clone(),
        value: piece.value,
        betza: betza::canonical(&piece.movement).ok(),
        promotes_to: piece.promotes_to,
        is_royal: is_royal(piece),
    }
}

static SHIPPED: LazyLock<Vec<ShippedSummary>> =
    LazyLock::new(|| shipped::pieces().iter().map(summary_of).collect());

/// All shipped pieces.
#[utoipa::path(
    get, path = "/api/pieces", tag = "pieces",
    responses((status = 200, body = Envelope<Vec<ShippedSummary>>), (status = "default", body = Failure))
)]
async fn list(State(app): State<App>) -> Answer<&'static [ShippedSummary]> {
    app.work.run(|| SHIPPED.as_slice()).await.map(Payload)
}

/// One shipped piece.
#[utoipa::path(
    get, path = "/api/pieces/shipped/{file}/{id}", tag = "pieces",
    params(("file" = String, Path, description = "its file"), ("id" = u32, Path, description = "its number")),
    responses((status = 200, body = Envelope<ShippedPiece>), (status = "default", body = Failure))
)]
async fn show(Asked(lang): Asked, Path((file, id)): Path<(String, u32)>) -> Answer<ShippedPiece> {
    let file = file.trim_end_matches(".yaml");
    let is_it = |p: &&Shipped| p.piece.id == id && p.file.trim_end_matches(".yaml") == file;
    let shipped = shipped::pieces().iter().find(is_it).ok_or_else(ApiError::not_found)?;
    let detail = Detail::of(&shipped.piece, lang);
    Ok(Payload(ShippedPiece {
        summary: summary_of(shipped),
        movement: detail.movement,
        is_ranged: detail.is_ranged,
        yaml: detail.yaml,
        special_rules: detail.special_rules,
        words: detail.words,
        dots: detail.dots,
        diagram: detail.diagram,
    }))
}

/// One of the 404 entries of taikyoku shogi.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaikyokuEntry {
    /// Its number.
    pub id: u32,
    /// Its code in SFEN.
    pub code: String,
    /// English name.
    pub name: String,
    /// Japanese name.
    pub name_ja: String,
    /// One or two characters to draw.
    pub kanji: String,
    /// Its move in Betza, where Betza can say it.
    pub betza: Option<String>,
    /// The number of what it promotes to.
    pub promotes_to: Option<u32>,
    /// Its value.
    pub value: u32,
    /// Whether it is the back of a piece.
    pub is_promoted: bool,
    /// What a learner's mark on the piece shows.
    pub dots: Vec<Dot>,
    /// How it moves, in a sentence.
    pub words: String,
    /// How others read its move.
    pub readings: Vec<TaikyokuReading>,
}

/// A reading of a disputed move.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaikyokuReading {
    /// Its name: `right-general:lls`.
    pub name: String,
    /// Who reads it so.
    pub source: String,
    /// The move in a sentence.
    pub note: String,
    /// The move in Betza, where Betza can say it.
    pub betza: Option<String>,
    /// Whether it is the one we play.
    pub is_default: bool,
}

fn taikyoku_kinds() -> &'static [koma_variants::Kind] {
    koma_variants::find("taikyoku").map_or(&[][..], |variant| &variant.kinds)
}

/// All entries of taikyoku shogi with every disputed reading.
#[utoipa::path(
    get, path = "/api/pieces/taikyoku", tag = "pieces",
    responses((status = 200, body = Envelope<Vec<TaikyokuEntry>>), (status = "default", body = Failure))
)]
async fn entries(State(app): State<App>, Asked(lang): Asked) -> Answer<&'static [TaikyokuEntry]> {
    static EN: LazyLock<Vec<TaikyokuEntry>> = LazyLock::new(|| all_entries(Lang::En));
    static JA: LazyLock<Vec<TaikyokuEntry>> = LazyLock::new(|| all_entries(Lang::Ja));
    let all = app.work.run(move || lang.pick(&EN, &JA).as_slice());
    all.await.map(Payload)
}

fn all_entries(lang: Lang) -> Vec<TaikyokuEntry> {
    let entry = |kind: &koma_variants::Kind| {
        let piece = &kind.piece;
        let readings = taikyoku::readings().iter().filter(|reading| reading.piece == piece.name);
        let reading = |reading: &taikyoku::Reading| {
            let words = betza::explain(&reading.movement);
            TaikyokuReading {
                name: reading.name.clone(),
                source: reading.sources.join(", "),
                note: lang.pick(words.english, words.japanese),
                betza: betza::canonical(&reading.movement).ok(),
                is_default: reading.movement == piece.movement,
            }
        };
        TaikyokuEntry {
            id: piece.id,
            code: kind.code.clone(),
            name: piece.name.clone(),
            name_ja: piece.name_ja.clone(),
            kanji: piece.name_kanji.clone(),
            betza: betza::canonical(&piece.movement).ok(),
            promotes_to: piece.promotes_to,
            value: piece.value,
            is_promoted: kind.code.starts_with('+'),
            dots: dots(&piece.movement),
            words: koma_book::moves(piece, lang),
            readings: readings.map(reading).collect(),
        }
    };
    taikyoku_kinds().iter().map(entry).collect()
}

/// Which reading.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct ReadingOptions {
    /// The name of a reading; ours without.
    pub reading: Option<String>,
    /// The language of the words in it; what `Accept-Language` asks for without.
    #[param(inline)]
    pub lang: Option<Lang>,
}

/// The picture of an entry of taikyoku shogi, `12.svg`.
#[utoipa::path(
    get, path = "/api/pieces/taikyoku/{file}", tag = "pieces",
    params(("file" = String, Path, description = "its number and `.svg` or `.png`"), ReadingOptions),
    responses(
        (status = 200, content((String = "image/svg+xml"), (Vec<u8> = "image/png"))),
        (status = "default", body = Failure)
    )
)]
async fn entry_picture(
    State(app): State<App>,
    Asked(asked): Asked,
    Path(file): Path<String>,
    Query(options): Query<ReadingOptions>,
) -> Result<Response, ApiError> {
    let (id, extension) = file.split_once('.').ok_or_else(ApiError::not_found)?;
    let id: u32 = id.parse().map_err(|_| ApiError::not_found())?;
    let as_png = match extension {
        "svg" => false,
        "png" => true,
        _ => return Err(ApiError::not_found()),
    };
    let kind = taikyoku_kinds().iter().find(|kind| kind.piece.id == id);
    let mut piece = kind.ok_or_else(ApiError::not_found)?.piece.clone();
    if let Some(name) = &options.reading {
        let named = |reading: &&taikyoku::Reading| {
            reading.piece == piece.name && reading.name.eq_ignore_ascii_case(name)
        };
        let reading = taikyoku::readings().iter().find(named).ok_or_else(ApiError::not_found)?;
        piece.movement = reading.movement.clone();
    }
    let own = app.clone();
    let drawn = app.work.run(move || {
        let note = betza::canonical(&piece.movement).unwrap_or_default();
        let lang = if as_png { Lang::En } else { options.lang.unwrap_or(asked) };
        picture(&svg::piece(&piece, &note, lang), as_png.then_some(&own.fonts))
    });
    drawn.await?
}
