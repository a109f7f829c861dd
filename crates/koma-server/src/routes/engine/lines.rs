//! The best lines of a position, told as they are found.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use koma_rules::{Game, Move, Position, Side};
use koma_search::time::Clock;
use koma_search::{Control, Limits, Report, Score};
use koma_train::analysis::{hope, usual};
use koma_train::{Lines, Wish};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use utoipa::ToSchema;

use super::own::meant;
use super::stream::{Gone, Teller, stream};
use super::{LineView, asked, check, ended, last_to, rounded, texts, think};
use crate::address::AtHome;
use crate::engine::{Mind, Owned, STEPS_A_SECOND, Turn, Who};
use crate::envelope::Failure;
use crate::guard::Viewer;
use crate::lang::Asked;
use crate::request::Json;
use crate::routes::position::GameRef;
use crate::rules::is_heavy;
use crate::{ApiError, App, Asker, Lang, work};

/// The time between two lines of the answer.
const PAUSE: Duration = Duration::from_millis(200);

/// Who thinks for longer lets others go first, if any wait; who knows nothing yet sooner, so that
/// everybody has a first line soon.
const SLICE: Duration = Duration::from_secs(1);
const FIRST_SLICE: Duration = Duration::from_millis(150);

/// A position to think about.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LinesRequest {
    /// The position, with the moves that led to it.
    pub game: GameRef,
    /// How many lines.
    #[serde(default = "one")]
    #[schema(minimum = 1, maximum = 5)]
    pub lines: u8,
    /// How long to think.
    #[serde(default = "ten")]
    #[schema(minimum = 1, maximum = 60)]
    pub seconds: u8,
    /// What would the other side do if the side to move passed?
    #[serde(default)]
    pub threat: bool,
    /// The engine, by its id; ours without.
    #[serde(default)]
    pub engine: Option<String>,
}

fn one() -> u8 {
    1
}

fn ten() -> u8 {
    10
}

/// What the engine thinks so far. Scores are those of the side to move; of a threat, of the other
/// side.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinesStep {
    /// Plies searched.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// The lines, best first.
    pub lines: Vec<LineView>,
    /// Nothing more will come.
    pub done: bool,
    /// Why it ended early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
}

/// The best lines of a position, one JSON object a line whenever something changed. Closing the
/// connection ends it.
#[utoipa::path(
    post, path = "/api/engine/lines", tag = "engine", request_body = LinesRequest,
    responses(
        (status = 200, body = LinesStep, content_type = "application/x-ndjson"),
        (status = "default", body = Failure)
    )
)]
pub async fn lines(
    State(app): State<App>,
    Extension(asker): Extension<Asker>,
    Extension(home): Extension<AtHome>,
    viewer: Viewer,
    Asked(lang): Asked,
    Json(request): Json<LinesRequest>,
) -> Result<Response, ApiError> {
    let count = usize::from(check("lines", request.lines, 1..=5)?);
    let time = Duration::from_secs(check("seconds", request.seconds, 1..=60)?.into());
    let who = Who::of(&viewer, asker);
    app.engines.may_think(who)?;
    let own = meant(&app, home, request.engine.as_deref()).await?;
    let mut game = asked(&app, request.game).await?;
    if request.threat {
        let rules = Arc::clone(game.position().rules());
        let turned = move || work::of_position(&rules, || pass(&game));
        game = app.work.run(turned).await???;
    }
    if game.end().is_some() {
        return Err(ended());
    }
    let wanted = Wanted { who, game: Arc::new(game), lines: count, time, lang, own };
    Ok(stream(|teller| wanted.answer(app, teller)))
}

/// The position if the side to move passed.
fn pass(game: &Game) -> Result<Game, ApiError> {
    let position = game.position();
    if position.in_check() || position.is_threatened(position.side()) {
        return Err(ApiError::new(
            StatusCode::CONFLICT,
            "IN_CHECK",
            "the side to move is in check and cannot pass: the threat is there already",
            "王手がかかっているため、手を渡せません",
        ));
    }
    if Side::BOTH.into_iter().any(|side| position.is_placing(side)) {
        return Err(ApiError::bad_request(
            "nobody threatens anything while pieces are placed",
            "駒を並べている間は狙いの手を調べられません",
        ));
    }
    let mut setup = position.setup();
    setup.side = setup.side.other();
    Ok(Game::from(Position::unjudged(position.rules(), &setup)))
}

/// What was asked for.
struct Wanted {
    who: Who,
    game: Arc<Game>,
    lines: usize,
    time: Duration,
    lang: Lang,
    own: Option<Arc<Owned>>,
}

/// What is known of a position.
#[derive(Clone, Debug, Default)]
struct Known {
    depth: u32,
    nodes: u64,
    lines: Vec<(Score, Vec<Move>)>,
}

impl Known {
    /// What a search found, after so many nodes before it, whose points are these if not the usual.
    fn of(report: &Report, found: Vec<Report>, scale: Option<i32>, before: u64) -> Self {
        let told = |score| scale.map_or(score, |scale| usual(score, scale));
        let lines = found.into_iter().map(|line| (told(line.score), line.pv)).collect();
        Self { depth: report.depth, nodes: before + report.nodes, lines }
    }
}

impl Wanted {
    async fn answer(self, app: App, teller: Teller) -> Result<(), Gone> {
        let (told, heard) = watch::channel(Known::default());
        let thinking = self.think(&app, told);
        let telling = self.tell(&app, heard.clone(), &teller);
        let (ended, gone) = tokio::join!(thinking, telling);
        gone?;
        let known = heard.borrow().clone();
        let mut last = self.step(&app, known).await;
        last.done = true;
        last.failure = ended.err().map(|error| error.failure(self.lang));
        teller.tell(&last).await
    }

    /// Thinks turn by turn until the time is up.
    async fn think(&self, app: &App, told: watch::Sender<Known>) -> Result<(), ApiError> {
        if let Some(own) = &self.own {
            return self.think_own(own, told).await;
        }
        let (until, told) = (Arc::new(OnceLock::new()), Arc::new(told));
        loop {
            let (game, lines, time) = (Arc::clone(&self.game), self.lines, self.time);
            let (until, told) = (Arc::clone(&until), Arc::clone(&told));
            let search = move |app: &App, turn: &Turn| {
                let until = *until.get_or_init(|| Instant::now() + time);
                search(app, turn, &game, lines, until, &told)
            };
            if think(app, |engines| &engines.analysis, self.who, search).await?? {
                return Ok(());
            }
        }
    }

    /// Has somebody's own engine think.
    async fn think_own(
        &self,
        own: &Arc<Owned>,
        told: watch::Sender<Known>,
    ) -> Result<(), ApiError> {
        let wish = Wish { time: self.time, nodes: None, lines: self.lines };
        let mut lines = Lines::default();
        let report = move |report: &Report| {
            lines.note(report);
            let found = lines.clone().finish();
            if !found.is_empty() {
                told.send_replace(Known::of(report, found, None, 0));
            }
        };
        own.think(Game::clone(&self.game), wish, report).await.map(drop)
    }

    /// Tells what changed, not too often.
    async fn tell(
        &self,
        app: &App,
        mut heard: watch::Receiver<Known>,
        teller: &Teller,
    ) -> Result<(), Gone> {
        while heard.changed().await.is_ok() {
            let known = heard.borrow_and_update().clone();
            teller.tell(&self.step(app, known).await).await?;
            tokio::time::sleep(PAUSE).await;
        }
        Ok(())
    }

    /// What is known, in words.
    async fn step(&self, app: &App, known: Known) -> LinesStep {
        let game = Arc::clone(&self.game);
        let rules = Arc::clone(game.position().rules());
        let heavy = is_heavy(&rules);
        let Known { depth, nodes, lines } = known;
        let in_words = move || {
            let line = |(score, moves): (Score, Vec<Move>)| LineView {
                score: score.into(),
                win: rounded(hope(score)),
                moves: texts(game.position(), &moves, last_to(&game)),
            };
            lines.into_iter().map(line).collect::<Vec<_>>()
        };
        let lines = app.work.run_if(heavy, in_words).await.unwrap_or_default();
        LinesStep { depth, nodes, lines, done: false, failure: None }
    }
}

/// Searches until the time is up, it is stopped, or others should go first; says whether it is done.
fn search(
    app: &App,
    turn: &Turn,
    game: &Game,
    count: usize,
    until: Instant,
    told: &watch::Sender<Known>,
) -> Result<bool, ApiError> {
    let begun = Instant::now();
    let time = until.saturating_duration_since(begun);
    if time.is_zero() {
        return Ok(true);
    }
    let (enough, yields) = (AtomicBool::new(false), AtomicBool::new(false));
    let before = told.borrow().clone();
    let slice = if before.lines.is_empty() { FIRST_SLICE } else { SLICE };
    let clock = || {
        if turn.should_yield(slice) {
            yields.store(true, Ordering::Relaxed);
            enough.store(true, Ordering::Relaxed);
        }
        if turn.stop().load(Ordering::Relaxed) {
            enough.store(true, Ordering::Relaxed);
        }
        begun.elapsed()
    };
    let control = Control { stop: &enough, ..Control::clock(&clock) };
    let limits = Limits::time(Clock::exactly(time));
    let rules = game.position().rules();
    let think = |mind: &mut Mind| {
        let scale = mind.analyst.scale();
        let engine = mind.analyst.engine();
        engine.set_multi_pv(count);
        let mut lines = Lines::default();
        let outcome = engine.search(game, &limits, &control, &mut |report| {
            lines.note(report);
            let found = lines.clone().finish();
            // After a pause it comes back to where it was.
            if report.depth >= before.depth && found.len() >= before.lines.len().max(1) {
                told.send_replace(Known::of(report, found, Some(scale), before.nodes));
            }
        });
        // Where one depth takes longer than there is time, that much is known.
        if told.borrow().lines.is_empty() {
            let lines = vec![(usual(outcome.score, scale), outcome.pv)];
            told.send_replace(Known { depth: outcome.depth, nodes: outcome.nodes, lines });
        }
    };
    let steps = (time.as_secs() + 1) * STEPS_A_SECOND;
    app.engines.kept.with(rules, steps, think).map_err(|_| work::too_dear())?;
    Ok(!yields.load(Ordering::Relaxed))
}
