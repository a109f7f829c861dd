//! Positions: legal moves, why a move is illegal, whether a position makes sense.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use koma_book::picture::{Drawn, Picture};
use koma_rules::{
    Game, Geometry, IllegalMove, Position, Ruleset, Setup, Square, SquareName, UsiMove,
};
use koma_text::{FindingJson, Source};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::envelope::{self, Answer, Envelope, Failure, Payload};
use crate::lang::Asked;
use crate::request::Json;
use crate::rules::{is_heavy, start, unreadable};
use crate::view::{EndReason, EndView, MoveText, PositionView, WinnerName};
use crate::{ApiError, App, Lang, work};

/// The most moves a reference may have.
pub const MOST_MOVES: usize = 5000;

/// The routes of this file.
pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(legal))
        .routes(routes!(explain))
        .routes(routes!(validate))
        .routes(routes!(picture))
        .routes(routes!(ending))
}

/// A position, as a variant, a start and the moves from there.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GameRef {
    /// A slug, an alias, or the id of a stored variant.
    #[serde(default = "shogi")]
    pub variant: String,
    /// Contested rules played in other ways, by name.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// A handicap, by its slug or name.
    #[serde(default)]
    pub handicap: Option<String>,
    /// The start position as SFEN.
    #[serde(default)]
    pub sfen: Option<String>,
    /// The `key` of an earlier answer: the moves go on from its position, and nothing else is
    /// looked at. Keys are forgotten in time (`UNKNOWN_KEY`); then the whole reference is asked.
    #[serde(default)]
    pub after: Option<String>,
    /// Moves from there, as USI.
    #[serde(default)]
    pub moves: Vec<String>,
}

pub(super) fn shogi() -> String {
    "shogi".to_owned()
}

impl GameRef {
    /// The game after the moves.
    pub async fn game(self, app: &App) -> Result<Game, ApiError> {
        Ok(self.play(app, false).await?.0)
    }

    /// The game after the moves, and if `told`, these in words.
    async fn play(self, app: &App, told: bool) -> Result<(Game, Vec<MoveText>), ApiError> {
        let known = self.after.as_deref().map(|key| app.desk.find(key).ok_or_else(unknown_key));
        let (rules, begun) = match known.transpose()? {
            Some(game) => (Arc::clone(game.position().rules()), Begun::Known(game)),
            None => {
                let rules = app.rules.ruleset(&self.variant, &self.options).await?;
                let start = start(&rules, self.handicap.as_deref(), self.sfen.as_deref())?;
                (rules, Begun::At(start))
            }
        };
        if begun.moves() + self.moves.len() > MOST_MOVES {
            return Err(ApiError::bad_request(
                format!("more than {MOST_MOVES} moves"),
                format!("指し手が{MOST_MOVES}手を超えています"),
            ));
        }
        let cost = (begun.moves() / 8 + self.moves.len()) * rules.geometry().squares();
        app.work
            .run_if(cost > 10_000 || is_heavy(&rules), move || {
                let mut game = work::of_position(&rules, || begun.game(&rules))?;
                let mut texts = Vec::new();
                for usi in &self.moves {
                    work::check_time()?;
                    let before = told.then(|| (game.position().clone(), last_to(&game)));
                    let played = work::of_position(&rules, || game.play_usi(usi))?;
                    played.map_err(|reason| {
                        let ply = game.position().ply();
                        ApiError::illegal(StatusCode::BAD_REQUEST, &reason).at_ply(ply)
                    })?;
                    if let (Some((before, last_to)), Some(mv)) = (before, game.moves().last()) {
                        texts.push(MoveText::of(&before, &before.usi(mv), last_to));
                    }
                }
                Ok((game, texts))
            })
            .await?
    }
}

/// Where the moves of a reference begin.
enum Begun {
    At(Setup),
    Known(Arc<Game>),
}

impl Begun {
    fn moves(&self) -> usize {
        match self {
            Self::At(_) => 0,
            Self::Known(game) => game.moves().len(),
        }
    }

    fn game(self, rules: &Arc<Ruleset>) -> Game {
        match self {
            Self::At(start) => Game::from(Position::unjudged(rules, &start)),
            Self::Known(game) => Arc::unwrap_or_clone(game),
        }
    }
}

/// Where the last move went.
fn last_to(game: &Game) -> Option<SquareName> {
    let geometry = game.position().rules().geometry();
    game.moves().last().map(|mv| geometry.name(mv.to()))
}

fn unknown_key() -> ApiError {
    ApiError::new(
        StatusCode::GONE,
        "UNKNOWN_KEY",
        "the position of that key is no longer known: send the whole game",
        "そのキーの局面は残っていません。対局全体を送ってください",
    )
}

/// The legal moves of a position, and everything else a board needs.
#[utoipa::path(
    post, path = "/api/position/legal", tag = "positions", request_body = GameRef,
    responses((status = 200, body = Envelope<PositionView>), (status = "default", body = Failure))
)]
async fn legal(
    State(app): State<App>,
    Asked(lang): Asked,
    Json(reference): Json<GameRef>,
) -> Answer<PositionView> {
    let (game, played) = reference.play(&app, true).await?;
    let rules = Arc::clone(game.position().rules());
    let cost = (game.moves().len() / 8 + 8) * rules.geometry().squares();
    let is_long = cost > 10_000 || is_heavy(&rules);
    let look = move || {
        let view = work::of_position(&rules, || PositionView::of(&game, played, lang));
        view.map(|view| (view, game))
    };
    let (mut view, game) = app.work.run_if(is_long, look).await??;
    view.key = view.end.is_none().then(|| app.desk.keep(game)).flatten();
    Ok(Payload(view))
}

/// A reference and a move from there.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExplainRequest {
    /// A slug, an alias, or the id of a stored variant.
    #[serde(default = "shogi")]
    pub variant: String,
    /// Contested rules played in other ways, by name.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// A handicap, by its slug or name.
    #[serde(default)]
    pub handicap: Option<String>,
    /// The start position as SFEN.
    #[serde(default)]
    pub sfen: Option<String>,
    /// The `key` of an earlier answer, as of a reference.
    #[serde(default)]
    pub after: Option<String>,
    /// Moves from there, as USI.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The move asked about, as USI.
    #[serde(rename = "move")]
    pub usi: String,
}

/// Whether a move is legal, and if not, why.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Explanation {
    /// Whether it is.
    pub legal: bool,
    /// Why not, for programs.
    pub code: Option<&'static str>,
    /// Why not, in a sentence.
    pub message: Option<String>,
    /// The squares concerned, the most telling last.
    pub squares: Vec<String>,
}

/// Is a move legal, and if not, why?
#[utoipa::path(
    post, path = "/api/position/explain", tag = "positions", request_body = ExplainRequest,
    responses((status = 200, body = Envelope<Explanation>), (status = "default", body = Failure))
)]
async fn explain(
    State(app): State<App>,
    Asked(lang): Asked,
    Json(request): Json<ExplainRequest>,
) -> Answer<Explanation> {
    let ExplainRequest { variant, options, handicap, sfen, after, moves, usi } = request;
    let game = GameRef { variant, options, handicap, sfen, after, moves }.game(&app).await?;
    let rules = Arc::clone(game.position().rules());
    let asked = Arc::clone(&rules);
    let judge = move || match usi.trim().parse() {
        Ok(usi) => work::of_position(&asked, || game.explain_usi(&usi).err()),
        Err(_) => Ok(Some(IllegalMove::NotAMove { text: usi.chars().take(40).collect() })),
    };
    let refusal = app.work.run_if(is_heavy(&rules), judge).await??;
    Ok(Payload(Explanation {
        legal: refusal.is_none(),
        code: refusal.as_ref().map(IllegalMove::code),
        message: refusal.as_ref().map(|reason| reason.say(lang)),
        squares: refusal
            .map(|reason| reason.squares().iter().map(ToString::to_string).collect())
            .unwrap_or_default(),
    }))
}

/// A position to look at.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ValidateRequest {
    /// A slug, an alias, or the id of a stored variant.
    #[serde(default = "shogi")]
    pub variant: String,
    /// Contested rules played in other ways, by name.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The position as SFEN.
    pub sfen: String,
}

/// What is odd about a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Validity {
    /// The position as we write it; null where it cannot be read.
    pub sfen: Option<String>,
    /// Everything odd about it.
    pub faults: Vec<FindingJson>,
    /// Whether nothing is: a game can start from it.
    pub playable: bool,
}

/// Does a position make sense? A faulty one is no failure.
#[utoipa::path(
    post, path = "/api/position/validate", tag = "positions", request_body = ValidateRequest,
    responses((status = 200, body = Envelope<Validity>), (status = "default", body = Failure))
)]
async fn validate(
    State(app): State<App>,
    Asked(lang): Asked,
    Json(request): Json<ValidateRequest>,
) -> Answer<Validity> {
    let rules = app.rules.ruleset(&request.variant, &request.options).await?;
    let is_heavy = is_heavy(&rules);
    let judge = move || work::of_position(&rules, || validity(&rules, request.sfen, lang));
    app.work.run_if(is_heavy, judge).await?.map(Payload)
}

fn validity(rules: &Arc<Ruleset>, sfen: String, lang: Lang) -> Validity {
    let source = Source::new("", sfen);
    let setup = match Setup::read(rules, source.text()) {
        Ok(setup) => setup,
        Err(error) => {
            let faults = vec![FindingJson::new(&unreadable(&error), Some(&source), lang)];
            return Validity { sfen: None, faults, playable: false };
        }
    };
    let faults = setup.faults(rules);
    let said = |fault: &koma_rules::Fault| FindingJson::new(&fault.finding(rules), None, lang);
    Validity {
        sfen: Some(setup.write(rules)),
        playable: faults.is_empty(),
        faults: faults.iter().map(said).collect(),
    }
}

/// The end of a game.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct EndOptions {
    /// What happened.
    #[param(inline)]
    pub reason: EndReason,
    /// Who won; without it, nobody did.
    #[param(inline)]
    #[serde(default)]
    pub winner: Option<WinnerName>,
    /// The game, by its slug: what its royal piece is called.
    #[serde(default)]
    pub variant: Option<String>,
}

/// The end of a game in a sentence, for games that the asker keeps.
#[utoipa::path(
    get, path = "/api/ending", tag = "positions", params(EndOptions),
    responses((status = 200, body = Envelope<EndView>), (status = "default", body = Failure))
)]
async fn ending(Asked(lang): Asked, Query(end): Query<EndOptions>) -> Answer<EndView> {
    let variant = end.variant.as_deref().and_then(koma_variants::find);
    Ok(Payload(EndView::new(end.reason, end.winner.map(Into::into), variant, lang)))
}

/// Which picture.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct PictureOptions {
    /// A slug, an alias, or the id of a stored variant.
    #[serde(default = "shogi")]
    pub variant: String,
    /// The position as SFEN; the start position without.
    #[serde(default)]
    pub sfen: Option<String>,
    /// Gote sits at the bottom.
    #[serde(default)]
    pub flipped: bool,
    /// The move that led here, as USI: its squares are marked.
    #[serde(default)]
    pub last: Option<String>,
    /// Arrows and rings: `7g7f:green 5e:red`.
    #[serde(default)]
    pub marks: Option<String>,
    /// A line above the board, such as who plays; at most 100 characters.
    #[serde(default)]
    pub heading: Option<String>,
    /// A line under it; at most 100 characters.
    #[serde(default)]
    pub caption: Option<String>,
}

/// The most characters of a line, and the most bytes of marks.
const LONGEST_LINE: usize = 100;
const LONGEST_MARKS: usize = 2000;

/// The squares of a move, as many as there are on the board.
fn squares_of(usi: &str, geometry: Geometry) -> Vec<Square> {
    let names = match usi.parse() {
        Ok(UsiMove::Board { from, via, to, .. }) => [vec![from], via, vec![to]].concat(),
        Ok(UsiMove::Drop { to, .. }) => vec![to],
        _ => Vec::new(),
    };
    names.iter().filter_map(|name| geometry.square(name.file, name.rank)).collect()
}

/// A picture of any position, faulty ones too: `picture.svg` or `picture.png`.
#[utoipa::path(
    get, path = "/api/position/{file}", tag = "positions",
    params(("file" = String, Path, description = "`picture.svg` or `picture.png`"), PictureOptions),
    responses(
        (status = 200, content((String = "image/svg+xml"), (Vec<u8> = "image/png"))),
        (status = "default", body = Failure)
    )
)]
async fn picture(
    State(app): State<App>,
    Path(file): Path<String>,
    Query(options): Query<PictureOptions>,
) -> Result<Response, ApiError> {
    let as_png = match file.as_str() {
        "picture.svg" => false,
        "picture.png" => true,
        _ => return Err(ApiError::not_found()),
    };
    let rules = app.rules.ruleset(&options.variant, &BTreeMap::new()).await?;
    let setup = start(&rules, None, options.sfen.as_deref())?;
    let own = app.clone();
    app.work
        .run(move || {
            let position = Position::unjudged(&rules, &setup);
            let geometry = rules.geometry();
            let line = |text: Option<String>| -> String {
                text.unwrap_or_default().chars().take(LONGEST_LINE).collect()
            };
            let marks = options.marks.filter(|marks| marks.len() <= LONGEST_MARKS);
            let picture = Picture {
                position: &position,
                marked: &squares_of(options.last.as_deref().unwrap_or_default(), geometry),
                heading: &line(options.heading),
                caption: &line(options.caption),
                drawn: &Drawn::read(marks.as_deref().unwrap_or_default(), geometry),
                flipped: options.flipped,
            };
            envelope::picture(&picture.draw(), as_png.then_some(&own.fonts))
        })
        .await?
}
