//! A whole game judged, move by move.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use koma_rules::{Game, Move, Position, Side, UsiMove};
use koma_search::Report;
use koma_train::analysis::{self, Effort, Fault, Judged, Line, Verdict};
use koma_train::{Lines, Wish};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::own::meant;
use super::stream::{Gone, Teller, stream};
use super::{ScoreView, asked, check, last_to, rounded, texts, think};
use crate::address::AtHome;
use crate::engine::{Mind, Owned, STEPS_A_SECOND, Turn, Who};
use crate::envelope::Failure;
use crate::guard::Viewer;
use crate::lang::Asked;
use crate::request::Json;
use crate::routes::position::GameRef;
use crate::rules::is_heavy;
use crate::view::{MoveText, Sides};
use crate::{ApiError, App, Asker, Lang, work};

/// The longest game that is judged.
const MOST_PLIES: usize = 1000;

/// The longest it thinks about one position, whatever the number of nodes.
const MOST_TIME: Duration = Duration::from_secs(5);

/// A game to judge.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GameRequest {
    /// The game.
    pub game: GameRef,
    /// Positions that are looked at for each ply.
    #[serde(default = "twenty_thousand")]
    #[schema(minimum = 100, maximum = 200_000)]
    pub nodes: u32,
    /// The engine, by its id; ours without.
    #[serde(default)]
    pub engine: Option<String>,
}

fn twenty_thousand() -> u32 {
    20_000
}

/// One line of the answer: first [`GameBegun`], then [`GamePly`] for every position, the last one
/// first, then [`GameDone`].
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum GameStep {
    /// It begins.
    Begun(GameBegun),
    /// A position, and the move that was played in it.
    Ply(Box<GamePly>),
    /// It is done.
    Done(GameDone),
}

/// How much there is to do.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameBegun {
    /// The moves of the game; there is one position more.
    pub plies: usize,
    /// How many jobs wait before this one.
    pub queued: usize,
}

/// What is thought of a position, and of the move that was played in it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GamePly {
    /// How many moves were played before.
    pub ply: usize,
    /// What it is worth to the side to move; null where the game is over.
    pub score: Option<ScoreView>,
    /// The chance of the side to move to win, 0 to 1.
    pub win: f64,
    /// Plies searched.
    pub depth: u32,
    /// The best line.
    pub best: Vec<MoveText>,
    /// The second best.
    pub second: Option<SecondLine>,
    /// What to say about the move that was played here.
    pub mark: Option<Mark>,
    /// There was a mate in so many plies, and the move misses it.
    pub missed_mate: Option<u32>,
    /// How much less its side may hope for after the move, 0 to 1.
    pub loss: f64,
    /// Why the move was bad, in a sentence, in the language asked for.
    pub why: Option<String>,
    /// What is thought of the position as comments of a record, as other programs read them.
    pub comments: Vec<String>,
    /// What is said about the move, in the language asked for, as comments of the next position.
    pub words: Vec<String>,
    /// It was known from before.
    pub stored: bool,
}

/// The second best line.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SecondLine {
    /// What the side to move gets of it.
    pub score: ScoreView,
    /// The chance of the side to move to win, 0 to 1.
    pub win: f64,
    /// The moves.
    pub moves: Vec<MoveText>,
}

/// What there is to say about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Mark {
    /// 疑問手: it cost a tenth of the game.
    Inaccuracy,
    /// 悪手: a fifth.
    Mistake,
    /// 大悪手: three tenths.
    Blunder,
    /// 詰み逃し.
    MissedMate,
    /// Every other move was much worse.
    OnlyMove,
}

/// The end.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameDone {
    /// Nothing more will come.
    pub done: bool,
    /// The faults of both sides, as far as they were seen.
    pub summary: Sides<Faults>,
    /// Why it ended early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
}

/// How often a side was wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Faults {
    /// A tenth of the game each.
    pub inaccuracies: usize,
    /// A fifth.
    pub mistakes: usize,
    /// Three tenths.
    pub blunders: usize,
}

/// Judges every move of a game, the last one first; one JSON object a line. What was judged before
/// comes at once. Closing the connection ends it.
#[utoipa::path(
    post, path = "/api/engine/game", tag = "engine", request_body = GameRequest,
    responses(
        (status = 200, body = GameStep, content_type = "application/x-ndjson"),
        (status = "default", body = Failure)
    )
)]
pub async fn game(
    State(app): State<App>,
    Extension(asker): Extension<Asker>,
    Extension(home): Extension<AtHome>,
    viewer: Viewer,
    Asked(lang): Asked,
    Json(request): Json<GameRequest>,
) -> Result<Response, ApiError> {
    let nodes = check("nodes", request.nodes, 100..=200_000)?;
    let who = Who::of(&viewer, asker);
    app.engines.may_think(who)?;
    let own = meant(&app, home, request.engine.as_deref()).await?;
    let game = asked(&app, request.game).await?;
    if game.moves().len() > MOST_PLIES {
        return Err(ApiError::bad_request(
            format!("games of more than {MOST_PLIES} moves are not judged"),
            format!("{MOST_PLIES}手を超える対局は解析できません"),
        ));
    }
    let effort = Effort { nodes: Some(nodes.into()), time: Some(MOST_TIME), lines: 2 };
    let task = Task { app, who, effort, lang, own };
    Ok(stream(|teller| task.answer(game, teller)))
}

/// The work on a game.
struct Task {
    app: App,
    who: Who,
    effort: Effort,
    lang: Lang,
    own: Option<Arc<Owned>>,
}

impl Task {
    async fn answer(self, game: Game, teller: Teller) -> Result<(), Gone> {
        let (plies, queued) = (game.moves().len(), self.app.engines.analysis.waiting());
        teller.tell(&GameStep::Begun(GameBegun { plies, queued })).await?;
        let mut summary = Sides { sente: Faults::default(), gote: Faults::default() };
        let failure = match self.judge_all(game, &mut summary, &teller).await {
            Ok(done) => {
                done?;
                None
            }
            Err(error) => Some(error.failure(self.lang)),
        };
        teller.tell(&GameStep::Done(GameDone { done: true, summary, failure })).await
    }

    /// Judges the positions backwards: what is learnt of later ones helps with those before.
    async fn judge_all(
        &self,
        mut game: Game,
        summary: &mut Sides<Faults>,
        teller: &Teller,
    ) -> Result<Result<(), Gone>, ApiError> {
        let rules = Arc::clone(game.position().rules());
        let identity = move |app: &App, _: &Turn| {
            let identity = app.engines.kept.with(&rules, MOST_STEPS, Mind::identity);
            identity.map_err(|_| work::too_dear())
        };
        let identity = think(&self.app, |engines| &engines.analysis, self.who, identity).await??;
        let keys = self.keys(&game, identity).await?;
        let mut after: Option<(Move, Judged)> = None;
        for ply in (0..keys.len()).rev() {
            let (judged, stored) = self.judge(&game, &keys[ply]).await?;
            let verdict = match &after {
                Some((mv, after)) => Some(self.verdict(*mv, &judged, after).await?),
                None => None,
            };
            if let Some(verdict) = &verdict {
                summary.count(judged.position.side(), verdict);
            }
            let played = verdict.zip(after.as_ref().map(|(_, after)| after.clone()));
            let told = self.told(&game, ply, &judged, played, stored).await?;
            if teller.tell(&GameStep::Ply(Box::new(told))).await.is_err() {
                return Ok(Err(Gone));
            }
            if let Ok(mv) = game.undo() {
                after = Some((mv, judged));
            }
        }
        Ok(Ok(()))
    }

    /// The keys under which what is thought of the positions of a game is stored: the engine, the
    /// position, how often it was there before, and how much was looked at.
    async fn keys(&self, game: &Game, identity: [u8; 32]) -> Result<Vec<[u8; 32]>, ApiError> {
        let (game, nodes) = (game.clone(), self.effort.nodes.unwrap_or_default());
        let list = move || {
            let mut position = game.first_position().clone();
            let mut seen: HashMap<u64, u32> = HashMap::new();
            let mut key = |position: &Position| {
                let times = seen.entry(position.key()).or_default();
                *times += 1;
                let sfen = position.sfen();
                let (men, ply) = sfen.rsplit_once(' ').unwrap_or((&sfen, ""));
                let men = if ply.parse::<u32>().is_ok() { men } else { &sfen };
                let mut hasher = blake3::Hasher::new();
                hasher.update(&identity).update(&nodes.to_le_bytes()).update(&times.to_le_bytes());
                *hasher.update(men.as_bytes()).finalize().as_bytes()
            };
            let mut keys = vec![key(&position)];
            for mv in game.moves() {
                let _ = position.play_unchecked(mv);
                keys.push(key(&position));
            }
            keys
        };
        self.app.work.run(list).await
    }

    /// What somebody's own engine thinks of the position of a game.
    async fn judge_own(&self, own: &Arc<Owned>, game: &Game) -> Result<Judged, ApiError> {
        let lines = Arc::new(Mutex::new(Lines::default()));
        let noted = Arc::clone(&lines);
        let report = move |report: &Report| {
            noted.lock().unwrap_or_else(PoisonError::into_inner).note(report);
        };
        let wish = Wish { time: MOST_TIME, nodes: self.effort.nodes, lines: self.effort.lines };
        own.think(game.clone(), wish, report).await?;
        let lines = lines.lock().unwrap_or_else(PoisonError::into_inner).clone().finish();
        let nodes = lines.iter().map(|line| line.nodes).max().unwrap_or(0);
        // Its points are taken for usual ones.
        let line = |Report { score, depth, pv, .. }| Line::new(score, depth, pv);
        let lines = lines.into_iter().map(line).collect();
        Ok(Judged::new(game.position().clone(), lines, nodes))
    }

    /// What is thought of the position of a game, and whether it was stored.
    async fn judge(&self, game: &Game, key: &[u8; 32]) -> Result<(Judged, bool), ApiError> {
        if let Some(own) = self.own.as_ref().filter(|_| game.end().is_none()) {
            return Ok((self.judge_own(own, game).await?, false));
        }
        if game.end().is_none()
            && let Some(text) = self.app.store.analysis(key).await?
        {
            let position = game.position().clone();
            let rules = Arc::clone(position.rules());
            let read = move || work::of_position(&rules, || Kept::read(&text, &position));
            let heavy = is_heavy(game.position().rules());
            if let Ok(Ok(Some(judged))) = self.app.work.run_if(heavy, read).await {
                return Ok((judged, true));
            }
        }
        let (asked, effort) = (game.clone(), self.effort);
        let judge = move |app: &App, turn: &Turn| {
            let judge = |mind: &mut Mind| mind.analyst.judge(&asked, &effort, turn.stop());
            let rules = asked.position().rules();
            app.engines.kept.with(rules, MOST_STEPS, judge).map_err(|_| work::too_dear())
        };
        let judged = think(&self.app, |engines| &engines.analysis, self.who, judge).await??;
        if game.end().is_none()
            && let Some(text) = Kept::write(&judged)
            && let Err(error) = self.app.store.put_analysis(key, &text).await
        {
            // It can be thought about again.
            tracing::warn!(%error, "an analysis could not be stored");
        }
        Ok((judged, false))
    }

    /// Judges a move; the solver is asked only where a mate seems to be missed.
    async fn verdict(
        &self,
        mv: Move,
        before: &Judged,
        after: &Judged,
    ) -> Result<Verdict, ApiError> {
        let verdict = analysis::judge(mv, before, after);
        if verdict.missed_mate.is_none() || self.own.is_some() {
            return Ok(verdict);
        }
        let (before, after, effort) = (before.clone(), after.clone(), self.effort);
        let judge = move |app: &App, turn: &Turn| {
            let judge =
                |mind: &mut Mind| mind.analyst.verdict(mv, &before, &after, &effort, turn.stop());
            let rules = before.position.rules();
            app.engines.kept.with(rules, MOST_STEPS, judge).map_err(|_| work::too_dear())
        };
        think(&self.app, |engines| &engines.analysis, self.who, judge).await?
    }

    /// A position and its move in words.
    async fn told(
        &self,
        game: &Game,
        ply: usize,
        judged: &Judged,
        played: Option<(Verdict, Judged)>,
        stored: bool,
    ) -> Result<GamePly, ApiError> {
        let (judged, lang) = (judged.clone(), self.lang);
        let (heavy, last_to) = (is_heavy(game.position().rules()), last_to(game));
        let in_words = move || {
            let words = |line: &Line| texts(&judged.position, &line.moves, last_to);
            let second = |line: &Line| SecondLine {
                score: line.score.into(),
                win: rounded(line.hope),
                moves: words(line),
            };
            let best = judged.lines.first();
            let why = played
                .as_ref()
                .and_then(|(verdict, after)| analysis::why(verdict, &judged, after, lang));
            let verdict = played.map(|(verdict, _)| verdict);
            GamePly {
                ply,
                score: best.map(|line| line.score.into()),
                win: rounded(judged.hope),
                depth: best.map_or(0, |line| line.depth),
                best: best.map(words).unwrap_or_default(),
                second: judged.lines.get(1).map(second),
                mark: verdict.as_ref().and_then(Mark::of),
                missed_mate: verdict.as_ref().and_then(|verdict| verdict.missed_mate),
                loss: verdict.as_ref().map_or(0.0, |verdict| rounded(verdict.loss)),
                comments: analysis::comments(&judged),
                why,
                words: verdict.map(|v| analysis::verdict_words(&v, lang)).unwrap_or_default(),
                stored,
            }
        };
        self.app.work.run_if(heavy, in_words).await
    }
}

/// No position takes more steps.
const MOST_STEPS: u64 = 6 * STEPS_A_SECOND;

impl Mark {
    /// What to say first.
    fn of(verdict: &Verdict) -> Option<Self> {
        if verdict.missed_mate.is_some() {
            return Some(Self::MissedMate);
        }
        match verdict.fault {
            Some(Fault::Inaccuracy) => Some(Self::Inaccuracy),
            Some(Fault::Mistake) => Some(Self::Mistake),
            Some(Fault::Blunder) => Some(Self::Blunder),
            Some(Fault::MissedMate) => Some(Self::MissedMate),
            None => verdict.is_only_move.then_some(Self::OnlyMove),
        }
    }
}

impl Sides<Faults> {
    fn count(&mut self, side: Side, verdict: &Verdict) {
        let faults = match side {
            Side::Sente => &mut self.sente,
            Side::Gote => &mut self.gote,
        };
        match verdict.fault {
            Some(Fault::Inaccuracy) => faults.inaccuracies += 1,
            Some(Fault::Mistake) => faults.mistakes += 1,
            Some(Fault::Blunder) => faults.blunders += 1,
            Some(Fault::MissedMate) | None => {}
        }
    }
}

/// What is stored of a judgement.
#[derive(Deserialize, Serialize)]
struct Kept {
    nodes: u64,
    lines: Vec<KeptLine>,
}

#[derive(Deserialize, Serialize)]
struct KeptLine {
    score: ScoreView,
    depth: u32,
    moves: Vec<String>,
}

/// Moves of a line that are stored.
const MOST_KEPT: usize = 32;

impl Kept {
    fn write(judged: &Judged) -> Option<String> {
        let line = |line: &Line| {
            let usi = |&mv: &Move| judged.position.usi(mv).to_string();
            let moves = line.moves.iter().take(MOST_KEPT).map(usi).collect();
            KeptLine { score: line.score.into(), depth: line.depth, moves }
        };
        let lines = judged.lines.iter().map(line).collect();
        serde_json::to_string(&Self { nodes: judged.nodes, lines }).ok()
    }

    /// What was stored of a position; nothing if it does not fit.
    fn read(text: &str, position: &Position) -> Option<Judged> {
        let kept: Self = serde_json::from_str(text).ok()?;
        let line = |line: KeptLine| {
            let mut at = position.clone();
            let mut play = |usi: &String| {
                let mv = at.explain_usi(&usi.parse::<UsiMove>().ok()?).ok()?;
                let _ = at.play_unchecked(mv);
                Some(mv)
            };
            let moves = line.moves.iter().map(&mut play).collect::<Option<Vec<_>>>()?;
            Some(Line::new(line.score.into(), line.depth, moves))
        };
        let lines = kept.lines.into_iter().map(line).collect::<Option<Vec<_>>>()?;
        lines.first()?;
        Some(Judged::new(position.clone(), lines, kept.nodes))
    }
}
