//! Finding records: by their heads, and by a position.

use std::collections::{BTreeMap, HashMap};
use std::str::FromStr;

use axum::extract::{Query, State};
use axum::http::StatusCode;
use koma_kifu::{Shape, ShapeKind, Winner, WinnerName};
use koma_rules::{Game, Side};
use koma_store::{
    Cursor, Date, Explored, Filter, NextMove, Page, RecordId, StoredShape, Summary, position_key,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::own::{SightName, eyes};
use crate::envelope::{Answer, Envelope, Failure, Payload};
use crate::guard::Viewer;
use crate::request::Json;
use crate::routes::position::GameRef;
use crate::rules::is_heavy;
use crate::view::MoveText;
use crate::{ApiError, App};

/// How many games come with a position.
const GAMES_OF_A_POSITION: usize = 50;

/// Which records, in which order, which part of the list.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct Search {
    /// A part of the name of a player, on either side.
    pub player: Option<String>,
    /// A part of the name of sente's player.
    pub sente: Option<String>,
    /// A part of the name of gote's player.
    pub gote: Option<String>,
    /// A part of the name of the event.
    pub event: Option<String>,
    /// On this day or later: `2020-01-31`, `2020-01` or `2020`.
    pub from: Option<String>,
    /// On this day or before.
    pub to: Option<String>,
    /// The variant.
    pub variant: Option<String>,
    /// Who won.
    #[param(value_type = Option<WinnerName>, inline)]
    pub winner: Option<String>,
    /// The handicap.
    pub handicap: Option<String>,
    /// Openings, castles or tesuji that were seen, all of them: keywords or names with commas
    /// between (`mino,ranging-rook`).
    pub shape: Option<String>,
    /// Tags that it has, all of them, with commas between.
    pub tag: Option<String>,
    /// The order.
    #[param(value_type = Option<Sort>, inline)]
    pub sort: Option<String>,
    /// Where the page begins: `next` of the page before.
    pub cursor: Option<String>,
    /// At most so many; 50 without, 1000 at most.
    pub limit: Option<usize>,
    /// Only the records of who is signed in.
    pub mine: bool,
}

/// A record in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SummaryView {
    /// Its id, or its link where it is not for all.
    pub id: String,
    /// Who sees it.
    pub sight: SightName,
    /// The variant.
    pub variant: String,
    /// 先手 or 下手.
    pub sente: Option<String>,
    /// 後手 or 上手.
    pub gote: Option<String>,
    /// The day as the record writes it.
    pub date: Option<String>,
    /// 棋戦.
    pub event: Option<String>,
    /// 場所.
    pub site: Option<String>,
    /// 手合割.
    pub handicap: Option<String>,
    /// How many moves the main line has.
    pub moves: u32,
    /// Who won.
    pub winner: Option<WinnerName>,
    /// How it ended, as a keyword.
    pub termination: Option<String>,
    /// Openings and castles, as keywords; what `GET /api/kifu/shapes` lists.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shapes: Vec<SummaryShape>,
    /// What those who may change it call it by.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// When it was stored, in milliseconds since 1970.
    pub added: i64,
    /// After how many moves the position was on the board that was looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
}

/// An opening or a castle in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SummaryShape {
    /// Its keyword.
    pub id: String,
    /// `sente` or `gote`; nothing for what both sides did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<&'static str>,
}

/// A part of a list of records.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RecordList {
    /// The records.
    pub records: Vec<SummaryView>,
    /// Where the next part begins.
    pub next: Option<String>,
    /// How many there are in all.
    pub total: u64,
}

impl From<Summary> for SummaryView {
    fn from(summary: Summary) -> Self {
        Self {
            id: summary.address(),
            sight: summary.sight.into(),
            variant: summary.variant,
            sente: summary.sente,
            gote: summary.gote,
            date: summary.date,
            event: summary.event,
            site: summary.site,
            handicap: summary.handicap,
            moves: summary.moves,
            winner: summary.winner.map(WinnerName::from),
            termination: summary.termination,
            shapes: Vec::new(),
            tags: Vec::new(),
            added: summary.added,
            ply: None,
        }
    }
}

/// The order of a list of records.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[allow(dead_code, reason = "only its schema is used: an empty field of a form is no wish")]
pub enum Sort {
    /// The latest games first.
    Newest,
    /// The earliest games first.
    Oldest,
    /// What was stored last first.
    LastAdded,
    /// What was stored first first.
    FirstAdded,
    /// The games with most moves first.
    Longest,
    /// The games with fewest moves first.
    Shortest,
}

/// The stored records that fit.
#[utoipa::path(
    get, path = "/api/kifu", tag = "records", params(Search),
    responses((status = 200, body = Envelope<RecordList>), (status = "default", body = Failure))
)]
pub async fn list(
    State(app): State<App>,
    Viewer(viewer): Viewer,
    Query(search): Query<Search>,
) -> Answer<RecordList> {
    let page = Page {
        sort: read(search.sort.as_deref(), "sort")?.unwrap_or_default(),
        after: read::<Cursor>(search.cursor.as_deref(), "cursor")?,
        limit: search.limit.unwrap_or(50),
    };
    let viewer = viewer.as_ref();
    let owner = match (search.mine, viewer) {
        (false, _) => None,
        (true, Some(session)) => Some(session.account.id),
        (true, None) => return Err(ApiError::of_status(StatusCode::UNAUTHORIZED)),
    };
    let filter = Filter { owner, eyes: eyes(viewer), ..filter(search)? };
    let found = app.store.find_records(&filter, &page).await?;
    Ok(Payload(RecordList {
        records: views(&app, found.records).await?,
        next: found.next.map(|cursor| cursor.to_string()),
        total: found.total,
    }))
}

/// Records as lists show them, with their openings and castles.
async fn views(app: &App, records: Vec<Summary>) -> Result<Vec<SummaryView>, ApiError> {
    let ids: Vec<RecordId> = records.iter().map(|record| record.id).collect();
    let mut found = app.store.shapes_of(&ids).await?;
    let mut tags = app.store.tags_of(&ids).await?;
    let is_listed = |shape: &StoredShape| {
        let kind = koma_kifu::shape(&shape.id).map(|shape| shape.kind);
        matches!(kind, Some(ShapeKind::Game | ShapeKind::Opening | ShapeKind::Castle))
    };
    let view = |record: Summary| {
        let shapes = found.remove(&record.id).unwrap_or_default();
        let shapes = shapes.into_iter().filter(is_listed);
        let shape =
            |shape: StoredShape| SummaryShape { id: shape.id, side: shape.side.map(Side::name) };
        let tags = tags.remove(&record.id).unwrap_or_default();
        SummaryView { shapes: shapes.map(shape).collect(), tags, ..SummaryView::from(record) }
    };
    Ok(records.into_iter().map(view).collect())
}

/// An opening, a castle or a tesuji that has a name.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ShapeView {
    /// Its keyword.
    pub id: &'static str,
    /// `opening`, `castle`, `tesuji`, `game` or `family`.
    pub kind: &'static str,
    /// The name in Japanese.
    pub japanese: &'static str,
    /// The name in English.
    pub english: &'static str,
    /// In how many stored records it was seen.
    pub count: u64,
}

/// Every opening, castle and tesuji that has a name, with how many records have it.
#[utoipa::path(
    get, path = "/api/kifu/shapes", tag = "records",
    responses((status = 200, body = Envelope<Vec<ShapeView>>), (status = "default", body = Failure))
)]
pub async fn shape_list(State(app): State<App>, Viewer(viewer): Viewer) -> Answer<Vec<ShapeView>> {
    let counts: HashMap<String, u64> =
        app.store.shape_counts(eyes(viewer.as_ref())).await?.into_iter().collect();
    let view = |shape: &Shape| ShapeView {
        id: shape.id,
        kind: shape.kind.name(),
        japanese: shape.japanese,
        english: shape.english,
        count: counts.get(shape.id).copied().unwrap_or(0),
    };
    Ok(Payload(koma_kifu::shapes().iter().map(view).collect()))
}

/// A tag of the library.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TagView {
    /// The tag.
    pub tag: String,
    /// How many records have it, of those that the asker sees.
    pub count: u64,
}

/// The tags that records have: each is a collection.
#[utoipa::path(
    get, path = "/api/kifu/tags", tag = "records",
    responses((status = 200, body = Envelope<Vec<TagView>>), (status = "default", body = Failure))
)]
pub async fn tag_list(State(app): State<App>, Viewer(viewer): Viewer) -> Answer<Vec<TagView>> {
    let counts = app.store.tag_counts(eyes(viewer.as_ref())).await?;
    Ok(Payload(counts.into_iter().map(|(tag, count)| TagView { tag, count }).collect()))
}

/// A position and, as in the list, which records.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct PositionSearch {
    /// A slug, an alias, or the id of a stored variant; shogi without.
    pub variant: Option<String>,
    /// Contested rules played in other ways, by name.
    pub options: BTreeMap<String, String>,
    /// A handicap, by its slug or name: the start of the moves.
    pub handicap: Option<String>,
    /// The start position as SFEN.
    pub sfen: Option<String>,
    /// Moves from there, as USI.
    pub moves: Vec<String>,
    /// A part of the name of a player, on either side.
    pub player: Option<String>,
    /// A part of the name of sente's player.
    pub sente: Option<String>,
    /// A part of the name of gote's player.
    pub gote: Option<String>,
    /// A part of the name of the event.
    pub event: Option<String>,
    /// On this day or later.
    pub from: Option<String>,
    /// On this day or before.
    pub to: Option<String>,
    /// Who won.
    #[schema(value_type = Option<WinnerName>)]
    pub winner: Option<String>,
}

/// What was played in a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PositionStatistics {
    /// How often it was on the board.
    pub total: u64,
    /// How many of these games sente won.
    pub sente: u64,
    /// How many of these games gote won.
    pub gote: u64,
    /// How many of these games were drawn.
    pub draws: u64,
    /// The moves, the most frequent first.
    pub moves: Vec<MoveStatistics>,
    /// Some of the games.
    pub records: Vec<SummaryView>,
}

/// A move that was played in a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MoveStatistics {
    /// `7g7f`.
    pub usi: String,
    /// `▲７六歩`.
    pub japanese: String,
    /// `P-7f`.
    pub english: String,
    /// In how many games.
    pub count: u64,
    /// How many of these sente won.
    pub sente: u64,
    /// How many of these gote won.
    pub gote: u64,
    /// How many of these were drawn.
    pub draws: u64,
}

/// What was played in a position, and the games.
#[utoipa::path(
    post, path = "/api/kifu/position", tag = "records", request_body = PositionSearch,
    responses((status = 200, body = Envelope<PositionStatistics>), (status = "default", body = Failure))
)]
pub async fn position(
    State(app): State<App>,
    Viewer(viewer): Viewer,
    Json(search): Json<PositionSearch>,
) -> Answer<PositionStatistics> {
    let PositionSearch { variant, options, handicap, sfen, moves, .. } = search.clone();
    let variant = variant.unwrap_or_else(|| "shogi".to_owned());
    let game = GameRef { variant, options, handicap, sfen, after: None, moves }.game(&app).await?;
    let PositionSearch { player, sente, gote, event, from, to, winner, .. } = search;
    let heads = Search { player, sente, gote, event, from, to, winner, ..Search::default() };
    let position = game.position();
    let filter = Filter { eyes: eyes(viewer.as_ref()), ..filter(heads)? };
    let explored = explored(&app, position_key(position), filter).await?;
    let Explored { total, sente, gote, draws, moves, records } = explored;
    let is_long = is_heavy(position.rules());
    let moves = app.work.run_if(is_long, move || said(&game, moves)).await?;
    let hit =
        |hit: koma_store::Hit| SummaryView { ply: Some(hit.ply), ..SummaryView::from(hit.summary) };
    let records = records.into_iter().map(hit).collect();
    Ok(Payload(PositionStatistics { total, sente, gote, draws, moves, records }))
}

/// The moves that were played from a position, in words.
fn said(game: &Game, moves: Vec<NextMove>) -> Vec<MoveStatistics> {
    let position = game.position();
    let last_to = game.last().and_then(|undo| position.usi(undo.mv()).to());
    let mut all = Vec::with_capacity(moves.len());
    for NextMove { usi, count, sente, gote, draws } in moves {
        // Records stored by older versions may count moves against the rules.
        let Ok(read) = usi.parse() else { continue };
        if position.explain_usi(&read).is_ok() {
            let MoveText { japanese, english, .. } = MoveText::of(position, &read, last_to);
            all.push(MoveStatistics { usi, japanese, english, count, sente, gote, draws });
        }
    }
    all
}

/// What was played in a position. Counting many games takes a while: it is done aside, and who waits
/// for that holds none of them in memory.
async fn explored(app: &App, key: i64, filter: Filter) -> Result<Explored, ApiError> {
    let _turn = app.counting.acquire().await;
    let found = app.store.visits_of(key, &filter).await?;
    let counted = app.work.run(move || found.count(GAMES_OF_A_POSITION)).await?;
    Ok(app.store.with_summaries(counted?).await?)
}

fn filter(search: Search) -> Result<Filter, ApiError> {
    // An empty field of a form is no wish.
    let wish = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
    let day = |text: Option<String>, name| match wish(text) {
        None => Ok(None),
        Some(text) => Date::read(&text).map(Some).ok_or_else(|| unreadable(name)),
    };
    let variant = wish(search.variant)
        .map(|name| koma_variants::find(&name).map_or(name, |variant| variant.slug.clone()));
    let winner = match wish(search.winner).as_deref() {
        None => None,
        Some(name) => Some(Winner::from_name(name).ok_or_else(|| unreadable("winner"))?),
    };
    Ok(Filter {
        player: wish(search.player),
        sente: wish(search.sente),
        gote: wish(search.gote),
        event: wish(search.event),
        from: day(search.from, "from")?,
        to: day(search.to, "to")?,
        variant,
        winner,
        handicap: wish(search.handicap),
        shapes: shapes(wish(search.shape).as_deref())?,
        tags: search
            .tag
            .iter()
            .flat_map(|tags| tags.split(','))
            .filter_map(koma_store::tag)
            .collect(),
        ..Filter::default()
    })
}

/// Shapes by keyword or name, with commas between.
fn shapes(text: Option<&str>) -> Result<Vec<String>, ApiError> {
    let names = text.unwrap_or_default().split([',', '、']).filter(|name| !name.trim().is_empty());
    let keyword = |name| koma_kifu::shape(name).map(|shape| shape.id.to_owned());
    names.take(MOST_SHAPES).map(|name| keyword(name).ok_or_else(|| unreadable("shape"))).collect()
}

/// So many shapes are looked for at once.
const MOST_SHAPES: usize = 10;

fn read<T: FromStr>(text: Option<&str>, name: &str) -> Result<Option<T>, ApiError> {
    match text.filter(|text| !text.is_empty()) {
        None => Ok(None),
        Some(text) => text.parse().map(Some).map_err(|_| unreadable(name)),
    }
}

fn unreadable(name: &str) -> ApiError {
    ApiError::new(
        StatusCode::BAD_REQUEST,
        "BAD_FIELD",
        format!("`{name}` cannot be read"),
        format!("{name}を読み取れません"),
    )
}
