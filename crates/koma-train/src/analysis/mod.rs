//! What the engine thinks of positions and of the moves between them, for people: win
//! probabilities, best lines, marks on moves. The program and the server judge by the same.

mod judge;
mod why;
mod words;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use koma_kifu::USUAL_SCALE;
use koma_rules::{Game, Move, Position, Ruleset};
use koma_search::mate::{self, Solver, Task};
use koma_search::time::Clock;
use koma_search::{Control, Engine, Limits, Options, Report, Score};

pub use judge::{Verdict, judge};
pub use koma_kifu::Fault;
pub use why::why;
pub use words::{comments, missed, verdict_words};

use crate::{Ladder, Lines, points};

/// How much is thought about one position: until the first limit is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Positions.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
    /// Lines.
    pub lines: usize,
}

/// One line of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What the side to move gets of it.
    pub score: Score,
    /// Plies searched.
    pub depth: u32,
    /// The moves.
    pub moves: Vec<Move>,
    /// The chance of the side to move to win, 0 to 1.
    pub hope: f64,
}

/// A position with what the engine thinks of it.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The position.
    pub position: Position,
    /// The best lines, best first; none where the game is over.
    pub lines: Vec<Line>,
    /// Positions looked at.
    pub nodes: u64,
    /// What the side to move may hope for, 0 to 1.
    pub hope: f64,
}

impl Line {
    /// A line with what it is worth, in usual points.
    pub fn new(score: Score, depth: u32, moves: Vec<Move>) -> Self {
        Self { score, depth, moves, hope: hope(score) }
    }
}

impl Judged {
    /// A position with its lines, best first. One that was looked at less deep, or for less long, is
    /// worth no more than those before it.
    pub fn new(position: Position, mut lines: Vec<Line>, nodes: u64) -> Self {
        for at in 1..lines.len() {
            if points(lines[at].score) > points(lines[at - 1].score) {
                (lines[at].score, lines[at].hope) = (lines[at - 1].score, lines[at - 1].hope);
            }
        }
        let hope = lines.first().map_or(0.5, |line| line.hope);
        Self { position, lines, nodes, hope }
    }
}

/// A score in usual points, those of `scale` being the engine's: in every game 600 points make a win
/// 2.7 times as likely as a loss, as other programs show them.
pub fn usual(score: Score, scale: i32) -> Score {
    match score {
        Score::Cp(points) => {
            let points = f64::from(points) * USUAL_SCALE / f64::from(scale.max(1));
            Score::Cp(points.round() as i32)
        }
        Score::Mate(plies) => Score::Mate(plies),
    }
}

/// The chance of the side to move to win, a draw counting half, by a score in usual points.
pub fn hope(score: Score) -> f64 {
    match score {
        Score::Cp(points) => koma_kifu::chance(points.into()),
        Score::Mate(plies) => f64::from(u8::from(plies > 0)),
    }
}

/// One in so many positions, or of the time, is left to the mate solver.
const SOLVER_SHARE: u64 = 4;

/// The engine, and the solver that looks for mates beside it.
pub struct Analyst {
    engine: Engine,
    solver: Option<Solver>,
    solver_bytes: usize,
}

impl Analyst {
    /// An analyst of the game of these rules; its solver remembers in so many bytes.
    pub fn new(rules: &Arc<Ruleset>, options: Options, solver_bytes: usize) -> Self {
        Self { engine: Engine::new(rules, options), solver: None, solver_bytes }
    }

    /// The engine.
    pub fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// The mate solver; it is made when it is first asked for.
    pub fn solver(&mut self) -> &mut Solver {
        self.solver.get_or_insert_with(|| Solver::new(self.solver_bytes))
    }

    /// The rules of its game.
    pub fn rules(&self) -> &Arc<Ruleset> {
        self.engine.rules()
    }

    /// Points of this engine that make a win 2.7 times as likely as a loss: as they were measured in
    /// good games, or else as its weights were learnt.
    pub fn scale(&self) -> i32 {
        let learnt = || self.engine.evaluation().weights().scale;
        Ladder::scale_of(self.rules()).unwrap_or_else(learnt)
    }

    /// A mate by the side to move, empty if the solver finds none in its share, and the positions
    /// that took.
    fn mate(
        &mut self,
        position: &Position,
        effort: &Effort,
        stop: &AtomicBool,
    ) -> (Vec<Move>, u64) {
        // Elsewhere a check need not be answered.
        if !self.rules().has_check_rules() {
            return (Vec::new(), 0);
        }
        let (begun, enough) = (Instant::now(), AtomicBool::new(false));
        let most = effort.time.map(|time| time / SOLVER_SHARE as u32);
        let nodes = effort.nodes.map_or(u64::MAX, |nodes| nodes / SOLVER_SHARE);
        let mut progress = |_: mate::Progress| {
            let late = most.is_some_and(|most| begun.elapsed() > most);
            enough.store(late || stop.load(Ordering::Relaxed), Ordering::Relaxed);
        };
        let answer = self.solver().solve(position, &Task::any(nodes), &enough, &mut progress);
        answer.map_or((Vec::new(), 0), |answer| (answer.line, answer.nodes))
    }

    /// Whether a check mates in the end, whatever the answer.
    pub fn still_mates(
        &mut self,
        before: &Position,
        mv: Move,
        effort: &Effort,
        stop: &AtomicBool,
    ) -> bool {
        let mut after = before.clone();
        let _ = after.play_unchecked(mv);
        let mut answers = Vec::new();
        after.evasions_into(&mut answers);
        after.is_threatened(after.side())
            && answers.into_iter().all(|answer| {
                let mut answered = after.clone();
                let _ = answered.play_unchecked(answer);
                !self.mate(&answered, effort, stop).0.is_empty()
            })
    }

    /// Thinks about a position, until the effort is made or somebody stops it.
    pub fn judge(&mut self, game: &Game, effort: &Effort, stop: &AtomicBool) -> Judged {
        let position = game.position().clone();
        if let Some(end) = game.end() {
            let hope = match end.winner.side() {
                None => 0.5,
                Some(winner) => f64::from(u8::from(winner == position.side())),
            };
            return Judged { position, lines: Vec::new(), nodes: 0, hope };
        }
        let (mate, solved) = self.mate(&position, effort, stop);
        let time = effort.time.map(Clock::exactly);
        let limits = Limits { nodes: effort.nodes, time, ..Limits::default() };
        let begun = Instant::now();
        let clock = || begun.elapsed();
        let control = Control { stop, ..Control::clock(&clock) };
        let mut lines = Lines::default();
        self.engine.set_multi_pv(effort.lines);
        let outcome = self.engine.search(game, &limits, &control, &mut |report| lines.note(report));
        let found = lines.finish().into_iter();
        let scale = self.scale();
        let line = |score, depth, moves| Line::new(usual(score, scale), depth, moves);
        let mut lines: Vec<Line> =
            found.map(|Report { score, depth, pv, .. }| line(score, depth, pv)).collect();
        // What it would play is the best line, also where that came up last.
        if lines.first().and_then(|line| line.moves.first()) != outcome.best.as_ref() {
            lines.retain(|line| line.moves.first() != outcome.best.as_ref());
            lines.insert(0, line(outcome.score, outcome.depth, outcome.pv));
        }
        // The solver sees mates that the search does not; of two the shorter one is shown.
        let seen = lines.first().map(|line| line.score);
        if mates(game, &mate)
            && !matches!(seen, Some(Score::Mate(plies)) if plies > 0 && plies as usize <= mate.len())
        {
            lines.retain(|line| line.moves.first() != mate.first());
            lines.truncate(effort.lines.saturating_sub(1));
            let plies = mate.len() as u32;
            lines.insert(0, line(Score::Mate(plies as i32), plies, mate));
        }
        Judged::new(position, lines, outcome.nodes + solved)
    }

    /// Judges a move by the positions before and after it. Where a mate seems to be missed, the
    /// solver is asked whether the move mates all the same.
    pub fn verdict(
        &mut self,
        mv: Move,
        before: &Judged,
        after: &Judged,
        effort: &Effort,
        stop: &AtomicBool,
    ) -> Verdict {
        let mut verdict = judge(mv, before, after);
        if verdict.missed_mate.is_some() && self.still_mates(&before.position, mv, effort, stop) {
            verdict.missed_mate = None;
        }
        verdict
    }
}

/// Whether a line is legal to its end, and there its side has won.
fn mates(game: &Game, line: &[Move]) -> bool {
    let side = game.position().side();
    let mut game = game.clone();
    !line.is_empty()
        && line.iter().all(|&mv| game.play(mv).is_ok())
        && game.end().is_some_and(|end| end.winner.side() == Some(side))
}
