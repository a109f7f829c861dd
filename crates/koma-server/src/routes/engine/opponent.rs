//! The engine as the other player.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use koma_rules::{Declaration, Game, Move};
use koma_search::time::Clock;
use koma_search::{Control, Limits, Score};
use koma_train::{Act, Decision, Skill, Wish};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::own::meant;
use super::{asked, check, ended, last_to, texts, think};
use crate::address::AtHome;
use crate::engine::{Mind, Owned, STEPS_A_SECOND, Turn, Who};
use crate::envelope::{Answer, Envelope, Failure, Payload};
use crate::guard::Viewer;
use crate::request::Json;
use crate::routes::position::GameRef;
use crate::view::MoveText;
use crate::{ApiError, App, Asker, work};

/// The longest a move takes from the request to its answer; the search ends somewhat earlier.
const PATIENCE: Duration = Duration::from_millis(2000);
const RESERVE: Duration = Duration::from_millis(400);

/// However late it is, it thinks for so long.
const LEAST: Duration = Duration::from_millis(50);

/// Levels below this one play on to the end, and declare nothing.
const RESIGNS_FROM: u8 = 7;

/// A mate in so many plies or fewer that it cannot escape is hopeless.
const HOPELESS: i32 = 4;

/// A game, and how well the engine is to play.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MoveRequest {
    /// The game so far.
    pub game: GameRef,
    /// How well it plays: 1, for whoever has just learnt the moves, to 10; 11 is as well as it can.
    #[schema(minimum = 1, maximum = 11)]
    pub level: u8,
    /// Chance: the same number plays the same move.
    #[serde(default)]
    pub seed: Option<u32>,
    /// The engine, by its id; ours without.
    #[serde(default)]
    pub engine: Option<String>,
}

/// What the engine does.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MoveAnswer {
    /// The move it plays, if it plays on.
    #[serde(rename = "move")]
    pub mv: Option<MoveText>,
    /// It gives up.
    pub resigns: bool,
    /// It declares to have won by its entering king.
    pub declares: bool,
    /// The level at which it played.
    pub level: u8,
}

/// The engine plays a move, within two seconds.
#[utoipa::path(
    post, path = "/api/engine/move", tag = "engine", request_body = MoveRequest,
    responses((status = 200, body = Envelope<MoveAnswer>), (status = "default", body = Failure))
)]
pub async fn play(
    State(app): State<App>,
    Extension(asker): Extension<Asker>,
    Extension(home): Extension<AtHome>,
    viewer: Viewer,
    Json(request): Json<MoveRequest>,
) -> Answer<MoveAnswer> {
    let arrived = Instant::now();
    let level = check("level", request.level, 1..=Skill::MOST_LEVEL)?;
    let own = meant(&app, home, request.engine.as_deref()).await?;
    let game = asked(&app, request.game).await?;
    if game.end().is_some() {
        return Err(ended());
    }
    if let Some(own) = own {
        return play_own(&own, game, level).await.map(Payload);
    }
    let who = Who::of(&viewer, asker);
    let seed = u64::from(request.seed.unwrap_or_else(rand::random));
    let choose = move |app: &App, turn: &Turn| {
        let decision = decide(app, turn, &game, level, seed, arrived);
        answer(&game, level, decision)
    };
    think(&app, |engines| &engines.moves, who, choose).await?.map(Payload)
}

/// A game that begins.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadyRequest {
    /// The game.
    pub game: GameRef,
    /// The engine, by its id; ours without.
    #[serde(default)]
    pub engine: Option<String>,
}

/// The engine is there.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReadyAnswer {
    /// It will answer at once.
    pub ready: bool,
}

/// Makes an engine for a game that begins, so that its first move takes no longer than the others.
/// One that cannot play the game says so.
#[utoipa::path(
    post, path = "/api/engine/ready", tag = "engine", request_body = ReadyRequest,
    responses((status = 200, body = Envelope<ReadyAnswer>), (status = "default", body = Failure))
)]
pub async fn ready(
    State(app): State<App>,
    Extension(asker): Extension<Asker>,
    Extension(home): Extension<AtHome>,
    viewer: Viewer,
    Json(request): Json<ReadyRequest>,
) -> Answer<ReadyAnswer> {
    let own = meant(&app, home, request.engine.as_deref()).await?;
    let game = asked(&app, request.game).await?;
    if let Some(own) = own {
        own.ready(game).await?;
        return Ok(Payload(ReadyAnswer { ready: true }));
    }
    let who = Who::of(&viewer, asker);
    let make = move |app: &App, _: &Turn| {
        let rules = game.position().rules();
        let made = app.engines.kept.with(rules, PATIENCE.as_secs() * STEPS_A_SECOND, |_| ());
        made.map_err(|_| work::too_dear())
    };
    think(&app, |engines| &engines.moves, who, make).await??;
    Ok(Payload(ReadyAnswer { ready: true }))
}

/// What somebody's own engine plays: as well as it can in the time.
async fn play_own(own: &Arc<Owned>, game: Game, level: u8) -> Result<MoveAnswer, ApiError> {
    let wish = Wish { time: PATIENCE - RESERVE, nodes: None, lines: 1 };
    let nothing = MoveAnswer { mv: None, resigns: false, declares: false, level };
    Ok(match own.think(game.clone(), wish, |_| {}).await? {
        Act::Move(mv) => {
            MoveAnswer { mv: texts(game.position(), &[mv], last_to(&game)).pop(), ..nothing }
        }
        Act::Resign => MoveAnswer { resigns: true, ..nothing },
        Act::Declare => MoveAnswer { declares: true, ..nothing },
        Act::Illegal { word, reason } => {
            let (name, word): (_, String) = (&own.name, word.chars().take(20).collect());
            return Err(ApiError::new(
                StatusCode::CONFLICT,
                "ENGINE_TROUBLE",
                format!("the engine {name} plays {word}, which is illegal: {reason}"),
                format!("エンジン{name}の指し手{word}は反則です（{reason}）"),
            ));
        }
    })
}

/// What somebody of a level comes to. Where thinking costs more than it may, any legal move will do.
fn decide(app: &App, turn: &Turn, game: &Game, level: u8, seed: u64, arrived: Instant) -> Decision {
    let begun = Instant::now();
    let time = PATIENCE.saturating_sub(RESERVE + arrived.elapsed()).max(LEAST);
    let search = |mind: &mut Mind| {
        let engine = mind.analyst.engine();
        // What others asked before decides nothing.
        engine.new_game();
        let clock = || begun.elapsed();
        let control = Control { stop: turn.stop(), ..Control::clock(&clock) };
        let limits = Limits::time(Clock::exactly(time));
        let seed = seed ^ game.position().key();
        Skill::level(level, game.position().rules()).decide(engine, game, &limits, &control, seed)
    };
    let steps = (time.as_secs_f64() * STEPS_A_SECOND as f64) as u64;
    app.engines.kept.with(game.position().rules(), steps, search).unwrap_or_else(|_| {
        metrics::counter!("koma_engine_cut_short_total").increment(1);
        Decision { best: None, score: Score::Cp(0), declares: false }
    })
}

fn answer(game: &Game, level: u8, decision: Decision) -> Result<MoveAnswer, ApiError> {
    let hopeless = matches!(decision.score, Score::Mate(plies) if (-HOPELESS..=0).contains(&plies));
    let nothing = MoveAnswer { mv: None, resigns: false, declares: false, level };
    if level >= RESIGNS_FROM && game.declaration() == Declaration::Wins {
        return Ok(MoveAnswer { declares: true, ..nothing });
    }
    if level >= RESIGNS_FROM && hopeless {
        return Ok(MoveAnswer { resigns: true, ..nothing });
    }
    let rules = game.position().rules();
    work::of_position(rules, || {
        let is_legal = |mv: &Move| game.explain(*mv).is_ok();
        let mv = decision.best.filter(is_legal).or_else(|| any_move(game));
        let told = mv.and_then(|mv| texts(game.position(), &[mv], last_to(game)).pop());
        MoveAnswer { resigns: told.is_none(), mv: told, ..nothing }
    })
}

/// Some legal move, the same for the same position.
fn any_move(game: &Game) -> Option<Move> {
    let moves = game.legal_moves();
    let at = game.position().key() as usize % moves.len().max(1);
    moves.get(at).copied()
}
