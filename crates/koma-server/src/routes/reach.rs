//! What a piece reaches, and what is attacked: for who looks at a board.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use axum::extract::State;
use koma_rules::{Position, Side, Square};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::position::GameRef;
use crate::envelope::{Answer, Envelope, Failure, Payload};
use crate::request::Json;
use crate::rules::is_heavy;
use crate::view::Sides;
use crate::{ApiError, App, work};

/// The routes of this file.
pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(reach)).routes(routes!(attacks))
}

/// A position and a square of it.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReachRequest {
    /// A slug, an alias, or the id of a stored variant.
    #[serde(default = "super::position::shogi")]
    pub variant: String,
    /// Contested rules played in other ways, by name.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The position as SFEN; the start position without.
    #[serde(default)]
    pub sfen: Option<String>,
    /// Where the piece stands.
    pub square: String,
}

/// Where a piece could go if it were its turn, whatever check says about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Reach {
    /// Empty squares it goes to.
    pub goes: Vec<String>,
    /// Squares of pieces that it takes, on its way or at its end.
    pub takes: Vec<String>,
}

/// What does a piece of either side reach in a position?
#[utoipa::path(
    post, path = "/api/position/reach", tag = "positions", request_body = ReachRequest,
    responses((status = 200, body = Envelope<Reach>), (status = "default", body = Failure))
)]
async fn reach(State(app): State<App>, Json(request): Json<ReachRequest>) -> Answer<Reach> {
    let ReachRequest { variant, options, sfen, square } = request;
    look(&app, variant, options, sfen, move |position| {
        let from = position.rules().square(square.trim()).ok_or_else(|| no_square(&square))?;
        Ok(reach_of(position, from))
    })
    .await
}

fn reach_of(position: &Position, from: Square) -> Reach {
    let (mut goes, mut takes) = (BTreeSet::new(), BTreeSet::new());
    position.each_way(from, |mv, _| {
        takes.extend(mv.via().filter(|&at| at != from && position.man_at(at).is_some()));
        let to = mv.to();
        // 居喰い comes back to where it was.
        if to == from {
            return;
        }
        if position.man_at(to).is_some() {
            takes.insert(to)
        } else {
            goes.insert(to)
        };
    });
    let names = |squares: BTreeSet<Square>| {
        let geometry = position.rules().geometry();
        squares.into_iter().map(|square| geometry.name(square).to_string()).collect()
    };
    Reach { goes: names(goes), takes: names(takes) }
}

/// A position.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AttacksRequest {
    /// A slug, an alias, or the id of a stored variant.
    #[serde(default = "super::position::shogi")]
    pub variant: String,
    /// Contested rules played in other ways, by name.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The position as SFEN; the start position without.
    #[serde(default)]
    pub sfen: Option<String>,
}

/// Which squares does each side attack: where could it take, were an enemy standing there?
#[utoipa::path(
    post, path = "/api/position/attacks", tag = "positions", request_body = AttacksRequest,
    responses((status = 200, body = Envelope<Sides<Vec<String>>>), (status = "default", body = Failure))
)]
async fn attacks(
    State(app): State<App>,
    Json(request): Json<AttacksRequest>,
) -> Answer<Sides<Vec<String>>> {
    let AttacksRequest { variant, options, sfen } = request;
    look(&app, variant, options, sfen, |position| {
        let geometry = position.rules().geometry();
        let of = |side: Side| {
            let attacked = geometry.all().filter(|&square| position.is_attacked(square, side));
            attacked.map(|square| geometry.name(square).to_string()).collect()
        };
        Ok(Sides { sente: of(Side::Sente), gote: of(Side::Gote) })
    })
    .await
}

/// Looks at a position within what questions about one may take.
async fn look<T: Send + 'static>(
    app: &App,
    variant: String,
    options: BTreeMap<String, String>,
    sfen: Option<String>,
    see: impl FnOnce(&Position) -> Result<T, ApiError> + Send + 'static,
) -> Answer<T> {
    let reference =
        GameRef { variant, options, handicap: None, sfen, after: None, moves: Vec::new() };
    let game = reference.game(app).await?;
    let rules = Arc::clone(game.position().rules());
    let is_long = is_heavy(&rules);
    let job = move || work::of_position(&rules, || see(game.position()))?;
    Ok(Payload(app.work.run_if(is_long, job).await??))
}

fn no_square(text: &str) -> ApiError {
    let text: String = text.chars().take(8).collect();
    ApiError::bad_request(
        format!("{text} is no square of this board"),
        format!("{text}はこの盤のマスではありません"),
    )
}
