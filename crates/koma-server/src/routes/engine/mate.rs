//! Mates: found, and defended against.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use koma_rules::{Game, Move, Position};
use koma_search::mate::{self, Task, Unsolvable, Verdict};
use koma_search::{Control, Limits};
use koma_train::analysis::Analyst;
use koma_train::points;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{asked, check, in_words, last_to, texts, think};
use crate::engine::{Mind, STEPS_A_SECOND, Turn, Who};
use crate::envelope::{Answer, Envelope, Failure, Payload};
use crate::guard::Viewer;
use crate::lang::Asked;
use crate::request::Json;
use crate::routes::position::GameRef;
use crate::routes::tsume;
use crate::view::MoveText;
use crate::{ApiError, App, Asker, Lang, work};

/// The most positions that are looked at.
const MOST_NODES: u64 = 20_000_000;

/// What each answer of the defender gets at first, and what choosing among those that nobody could
/// decide takes.
const FEW_NODES: u64 = 30_000;
const CHOSEN_NODES: u64 = 20_000;

/// The same for other solutions.
const CHECKED_NODES: u64 = 200_000;

/// A position in which the side to move is to mate, giving check with every move.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MateRequest {
    /// The position, with the moves that led to it.
    pub game: GameRef,
    /// How long to look.
    #[serde(default = "five")]
    #[schema(minimum = 1, maximum = 20)]
    pub seconds: u8,
    /// Whether the shortest mate is wanted, and not just any.
    #[serde(default = "yes")]
    pub shortest: bool,
    /// The last move was the attacker's: is it still mate, and how is it answered?
    #[serde(default)]
    pub defend: bool,
}

fn five() -> u8 {
    5
}

fn yes() -> bool {
    true
}

/// What was found out: a [`MateFound`], or a [`Defence`] where that was asked for.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum MateAnswer {
    /// The mate.
    Found(MateFound),
    /// The defence.
    Defence(Defence),
}

/// Whether there is a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum MateVerdict {
    /// There is.
    Mate,
    /// There is none.
    NoMate,
    /// Nothing was decided in the time.
    Unknown,
}

/// The mate, if there is one.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MateFound {
    /// Whether there is.
    pub verdict: MateVerdict,
    /// The moves to the end, as problems count: futile drops are not played.
    pub plies: Option<usize>,
    /// The line; of a shipped problem that was not decided in the time, its first move alone.
    pub line: Vec<MoveText>,
    /// Whether no mate is shorter.
    pub shortest: bool,
    /// Other first moves that mate as well.
    pub side_solutions: Vec<MoveText>,
    /// All of it in words, in the language asked for.
    pub sentence: String,
}

/// The answer to a move of the attacker.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Defence {
    /// Whether there still is a mate.
    pub verdict: MateVerdict,
    /// The same as yes or no: false also where nothing was decided.
    pub still_mate: bool,
    /// The answer that lasts longest, or that escapes, or, where nothing was decided, one after which
    /// no mate was found; null where there is none: it is mate.
    pub reply: Option<MoveText>,
    /// The moves to the end after the answer.
    pub plies: Option<usize>,
    /// Why the move fails, in the language asked for.
    pub why: Option<String>,
}

/// Finds a mate, or answers a move of the attacker.
#[utoipa::path(
    post, path = "/api/engine/mate", tag = "engine", request_body = MateRequest,
    responses((status = 200, body = Envelope<MateAnswer>), (status = "default", body = Failure))
)]
pub async fn mate(
    State(app): State<App>,
    Extension(asker): Extension<Asker>,
    viewer: Viewer,
    Asked(lang): Asked,
    Json(request): Json<MateRequest>,
) -> Answer<MateAnswer> {
    let time = Duration::from_secs(check("seconds", request.seconds, 1..=20)?.into());
    let who = Who::of(&viewer, asker);
    let game = asked(&app, request.game).await?;
    let (shortest, defend) = (request.shortest, request.defend);
    let solve = move |app: &App, turn: &Turn| {
        let rules = Arc::clone(game.position().rules());
        let steps = (time.as_secs() + 1) * STEPS_A_SECOND;
        let solve = |mind: &mut Mind| {
            let mut problem =
                Problem { analyst: &mut mind.analyst, turn, begun: Instant::now(), time, lang };
            match defend {
                true => problem.defend(&game).map(MateAnswer::Defence),
                false => problem.find(&game, shortest).map(MateAnswer::Found),
            }
        };
        app.engines.kept.with(&rules, steps, solve).map_err(|_| work::too_dear())?
    };
    think(&app, |engines| &engines.analysis, who, solve).await?.map(Payload)
}

/// A problem that is looked at.
struct Problem<'a> {
    analyst: &'a mut Analyst,
    turn: &'a Turn,
    begun: Instant,
    time: Duration,
    lang: Lang,
}

impl Problem<'_> {
    /// Solves a position, as long as there is time.
    fn solve(&mut self, position: &Position, task: &Task) -> Result<mate::Answer, Unsolvable> {
        let Self { analyst, turn, begun, time, .. } = self;
        let enough = AtomicBool::new(false);
        let mut progress = |_: mate::Progress| {
            let is_enough = begun.elapsed() >= *time || turn.stop().load(Ordering::Relaxed);
            enough.store(is_enough, Ordering::Relaxed);
        };
        progress(mate::Progress { nodes: 0 });
        analyst.solver().go_on(position, task, &enough, &mut progress)
    }

    fn find(&mut self, game: &Game, shortest: bool) -> Result<MateFound, ApiError> {
        let position = game.position();
        let known = tsume::known(game);
        if !known.is_empty() {
            return Ok(self.told(game, known));
        }
        let task = Task { nodes: MOST_NODES, shortest };
        let answer = self.solve(position, &task).map_err(unsolvable)?;
        let mated = answer.verdict == Verdict::Mate;
        let side_solutions = match answer.line.first() {
            Some(_) if mated => self.side_solutions(game, &answer.line),
            _ => Vec::new(),
        };
        let mut line = answer.custom.unwrap_or(answer.line);
        if answer.verdict == Verdict::Unknown {
            line = tsume::handed_down(game).into_iter().collect();
        }
        let mut found = MateFound {
            verdict: answer.verdict.into(),
            plies: mated.then_some(line.len()),
            line: in_words(position, &line, last_to(game)),
            shortest: mated && answer.shortest,
            side_solutions,
            sentence: String::new(),
        };
        found.sentence = self.sentence(&found);
        Ok(found)
    }

    /// A mate that was proved before.
    fn told(&self, game: &Game, line: Vec<Move>) -> MateFound {
        let mut found = MateFound {
            verdict: MateVerdict::Mate,
            plies: Some(line.len()),
            line: in_words(game.position(), &line, last_to(game)),
            shortest: false,
            side_solutions: Vec::new(),
            sentence: String::new(),
        };
        found.sentence = self.sentence(&found);
        found
    }

    /// Other first moves that mate.
    fn side_solutions(&mut self, game: &Game, line: &[Move]) -> Vec<MoveText> {
        let Self { analyst, turn, begun, time, .. } = self;
        let enough = AtomicBool::new(false);
        let mut progress = |_: mate::Progress| {
            let is_enough = begun.elapsed() >= *time || turn.stop().load(Ordering::Relaxed);
            enough.store(is_enough, Ordering::Relaxed);
        };
        let position = game.position();
        let checked = analyst.solver().check(position, line, CHECKED_NODES, &enough, &mut progress);
        let first = checked.others.iter().filter(|other| other.after == 0 && other.side.is_empty());
        first.filter_map(|other| texts(position, &[other.mv], last_to(game)).pop()).collect()
    }

    fn sentence(&self, found: &MateFound) -> String {
        let (seconds, plies) = (self.time.as_secs(), found.plies.unwrap_or(0));
        let lang = self.lang;
        let mut sentence = match (found.verdict, found.shortest) {
            (MateVerdict::Mate, true) => lang.pick(
                format!("Mate in {plies}; no mate is shorter."),
                format!("{plies}手詰です（最短）。"),
            ),
            (MateVerdict::Mate, false) => lang.pick(
                format!("There is a mate; the one found takes {plies} moves."),
                format!("詰みがあります（{plies}手の手順）。"),
            ),
            (MateVerdict::NoMate, _) => {
                lang.pick("There is no mate by checks.", "詰みはありません。").to_owned()
            }
            (MateVerdict::Unknown, _) if !found.line.is_empty() => lang.pick(
                format!("Not proved in {seconds} seconds; this is how its author begins."),
                format!("{seconds}秒では証明できませんでした。作者の初手を示します。"),
            ),
            (MateVerdict::Unknown, _) => lang.pick(
                format!("Nothing was decided in {seconds} seconds."),
                format!("{seconds}秒では結論が出ませんでした。"),
            ),
        };
        if !found.side_solutions.is_empty() {
            let words = |text: &MoveText| lang.pick(text.english.clone(), text.japanese.clone());
            let list: Vec<String> = found.side_solutions.iter().map(words).collect();
            sentence += &lang.pick(
                format!(" These first moves mate as well: {}.", list.join(", ")),
                format!("余詰があります: {}。", list.join("、")),
            );
        }
        sentence
    }

    /// The longest answer to the last move, or one that escapes.
    fn defend(&mut self, game: &Game) -> Result<Defence, ApiError> {
        let (position, lang) = (game.position(), self.lang);
        let attacker = position.side().other();
        if game.moves().len() == 0 {
            return Err(ApiError::bad_request(
                "there is no move to answer",
                "応じる指し手がありません",
            ));
        }
        let defence = |verdict: MateVerdict, reply, plies, why: Option<&str>| Defence {
            verdict,
            still_mate: verdict == MateVerdict::Mate,
            reply,
            plies,
            why: why.map(str::to_owned),
        };
        if game.end().is_some_and(|end| end.winner.side() == Some(attacker)) {
            return Ok(defence(MateVerdict::Mate, None, Some(0), None));
        }
        if game.end().is_some() || !position.is_threatened(position.side()) {
            let why = lang.pick(
                "The move gives no check; every move of the attacker must.",
                "王手になっていません。攻方は王手を続けなければなりません。",
            );
            return Ok(defence(MateVerdict::NoMate, None, None, Some(why)));
        }
        if let [next, rest @ ..] = &*tsume::known(game) {
            let reply = texts(position, &[*next], last_to(game)).pop();
            return Ok(defence(MateVerdict::Mate, reply, Some(rest.len()), None));
        }
        let mut answers = Vec::new();
        position.evasions_into(&mut answers);
        // Moves first: a drop counts only where it is more than one to be taken.
        answers.sort_by_key(|mv| (mv.dropped().is_some(), *mv));
        let mut mates: Vec<(Move, Vec<Move>)> = Vec::new();
        // A little about each first: one that escapes is mostly seen at once.
        for nodes in [FEW_NODES, MOST_NODES] {
            let mut open = Vec::new();
            for mv in std::mem::take(&mut answers) {
                let mut after = position.clone();
                let _ = after.play_unchecked(mv);
                match self.solve(&after, &Task::shortest(nodes)) {
                    Ok(answer) if answer.verdict == Verdict::Mate => {
                        mates.push((mv, answer.custom.unwrap_or(answer.line)));
                    }
                    Ok(answer) if answer.verdict == Verdict::Unknown => open.push(mv),
                    _ => {
                        let told = texts(position, &[mv], last_to(game)).pop();
                        let pick = |told: &MoveText| {
                            lang.pick(told.english.clone(), told.japanese.clone())
                        };
                        let words = told.as_ref().map(pick).unwrap_or_default();
                        let why = lang.pick(
                            format!("There is no mate after {words}."),
                            format!("{words}で詰みません。"),
                        );
                        return Ok(defence(MateVerdict::NoMate, told, None, Some(&why)));
                    }
                }
            }
            answers = open;
        }
        if let Some(mv) = self.strongest(game, &answers) {
            let why = lang.pick(
                "Whether this still mates was not decided in the time.",
                "時間内に詰むかどうか判断できませんでした。",
            );
            let reply = texts(position, &[mv], last_to(game)).pop();
            return Ok(defence(MateVerdict::Unknown, reply, None, Some(why)));
        }
        mates.sort_by_key(|(mv, _)| (mv.dropped().is_some(), *mv));
        let Some((mv, plies)) = longest(&mates) else {
            return Ok(defence(MateVerdict::Mate, None, Some(0), None));
        };
        let reply = texts(position, &[mv], last_to(game)).pop();
        Ok(defence(MateVerdict::Mate, reply, Some(plies), None))
    }

    /// Of some answers that which the engine would play, or thinks best of at a glance.
    fn strongest(&mut self, game: &Game, answers: &[Move]) -> Option<Move> {
        if answers.len() < 2 {
            return answers.first().copied();
        }
        let engine = self.analyst.engine();
        let limits = Limits::nodes(CHOSEN_NODES);
        let control = Control { stop: self.turn.stop(), ..Control::free() };
        let best = engine.search(game, &limits, &control, &mut |_| {}).best;
        if let Some(best) = best.filter(|best| answers.contains(best)) {
            return Some(best);
        }
        let felt = engine.glance(game).into_iter().filter(|(mv, _)| answers.contains(mv));
        felt.max_by_key(|&(_, score)| points(score)).map(|(mv, _)| mv)
    }
}

/// The answer that lasts longest, with the plies to the end after it: a drop that is only taken is
/// none.
fn longest(mates: &[(Move, Vec<Move>)]) -> Option<(Move, usize)> {
    let mut longest: Option<(Move, usize)> = None;
    for (mv, line) in mates {
        let most = longest.map_or(0, |(_, plies)| plies);
        let is_taken = line.first().is_some_and(|next| next.to() == mv.to());
        let is_futile = mv.dropped().is_some()
            && is_taken
            && line.len() <= if longest.is_some() { most + 2 } else { 1 };
        if !is_futile && (longest.is_none() || line.len() > most) {
            longest = Some((*mv, line.len()));
        }
    }
    longest
}

impl From<Verdict> for MateVerdict {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Mate => Self::Mate,
            Verdict::NoMate => Self::NoMate,
            Verdict::Unknown => Self::Unknown,
        }
    }
}

/// The position is no problem of mate.
fn unsolvable(why: Unsolvable) -> ApiError {
    let (code, ja) = match why {
        Unsolvable::NoRoyal => ("NO_ROYAL", "受方に玉がありません"),
        Unsolvable::AlreadyInCheck => ("ALREADY_IN_CHECK", "受方の玉にすでに王手がかかっています"),
        _ => ("ENDED", "対局はすでに終了しています"),
    };
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, code, why.to_string(), ja)
}
