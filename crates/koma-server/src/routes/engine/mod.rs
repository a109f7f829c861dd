//! The engine: an opponent and an analyst.

mod game;
mod lines;
mod mate;
mod opponent;
mod own;
mod stream;

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Instant;

use axum::http::StatusCode;
use koma_rules::{Game, Move, Position, SquareName};
use koma_search::Score;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::engine::{Engines, Pool, Turn, Who};
use crate::routes::position::GameRef;
use crate::view::MoveText;
use crate::{ApiError, App, rules, work};

/// The routes of this folder.
pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(opponent::play))
        .routes(routes!(lines::lines))
        .routes(routes!(game::game))
        .routes(routes!(mate::mate))
        .routes(routes!(opponent::ready))
        .routes(routes!(own::engines))
        .routes(routes!(own::set_options))
}

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ScoreView {
    /// Points; in every game 600 make a win 2.7 times as likely as a loss.
    Cp(i32),
    /// It mates in so many plies; negative: it is mated.
    Mate(i32),
}

impl From<Score> for ScoreView {
    fn from(score: Score) -> Self {
        match score {
            Score::Cp(points) => Self::Cp(points),
            Score::Mate(plies) => Self::Mate(plies),
        }
    }
}

impl From<ScoreView> for Score {
    fn from(score: ScoreView) -> Self {
        match score {
            ScoreView::Cp(points) => Self::Cp(points),
            ScoreView::Mate(plies) => Self::Mate(plies),
        }
    }
}

/// A line and what it is worth.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LineView {
    /// What the side to move gets of it.
    pub score: ScoreView,
    /// The chance of the side to move to win, 0 to 1.
    pub win: f64,
    /// The moves.
    pub moves: Vec<MoveText>,
}

/// A chance as it is told: what is stored and read again is the same.
fn rounded(chance: f64) -> f64 {
    (chance * 1e4).round() / 1e4
}

/// The most moves of a line that are told: fewer where finding the words for a move takes long.
fn most_moves(position: &Position) -> usize {
    if rules::is_heavy(position.rules()) { 6 } else { 24 }
}

/// The first moves of a line in words. `last_to` is where the move before it went.
fn texts(position: &Position, moves: &[Move], last_to: Option<SquareName>) -> Vec<MoveText> {
    in_words(position, &moves[..moves.len().min(most_moves(position))], last_to)
}

/// All moves of a line in words.
fn in_words(position: &Position, moves: &[Move], last_to: Option<SquareName>) -> Vec<MoveText> {
    let (mut position, mut last_to) = (position.clone(), last_to);
    let one = |&mv: &Move| {
        let text = MoveText::of(&position, &position.usi(mv), last_to);
        last_to = Some(position.rules().geometry().name(mv.to()));
        let _ = position.play_unchecked(mv);
        text
    };
    moves.iter().map(one).collect()
}

/// Where the last move of a game went.
fn last_to(game: &Game) -> Option<SquareName> {
    let geometry = game.position().rules().geometry();
    game.moves().last().map(|mv| geometry.name(mv.to()))
}

/// The game of a reference. A position whose own moves take too long to find is not thought about.
async fn asked(app: &App, reference: GameRef) -> Result<Game, ApiError> {
    let game = reference.game(app).await?;
    if !rules::is_heavy(game.position().rules()) {
        return Ok(game);
    }
    let price = move || {
        let rules = Arc::clone(game.position().rules());
        work::of_position(&rules, || game.legal_moves().len()).map(|_| game)
    };
    app.work.run(price).await?
}

/// Has the engine think for somebody, when their turn comes and as long as they wait.
async fn think<T: Send + 'static>(
    app: &App,
    pool: fn(&Engines) -> &Pool,
    who: Who,
    job: impl FnOnce(&App, &Turn) -> T + Send + 'static,
) -> Result<T, ApiError> {
    app.engines.may_think(who)?;
    let shared = app.clone();
    let job = move |turn: &Turn| {
        let begun = Instant::now();
        let answer = job(&shared, turn);
        shared.engines.charge(who, begun.elapsed());
        answer
    };
    pool(&app.engines).run(who, job).await
}

/// Refuses a number out of its range.
fn check<T: PartialOrd + std::fmt::Display>(
    name: &str,
    value: T,
    range: RangeInclusive<T>,
) -> Result<T, ApiError> {
    if range.contains(&value) {
        return Ok(value);
    }
    let (least, most) = (range.start(), range.end());
    Err(ApiError::bad_request(
        format!("`{name}` is a number from {least} to {most}"),
        format!("{name}は{least}から{most}までの数です"),
    ))
}

/// The game is over.
fn ended() -> ApiError {
    ApiError::new(StatusCode::CONFLICT, "ENDED", "the game is over", "対局はすでに終了しています")
}
