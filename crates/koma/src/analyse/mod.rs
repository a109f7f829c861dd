//! `koma analyse`: what the engine thinks of a position, or of every move of a record.

mod judge;
mod record;
mod text;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use koma_rules::{Game, Move, Position};
use koma_search::mate::{self, Solver, Task};
use koma_search::time::Clock;
use koma_search::{Control, Engine, Limits, Options, Report, Score};
use koma_train::Lines;

use crate::failure::Failure;
use crate::kifu::load;
use crate::lang::Lang;
use crate::piece::progress;
use crate::select::GameSelectors;

/// Judge a position, or every move of a game record
#[derive(clap::Args)]
#[command(
    after_help = "A move that costs a tenth of the game (win probability, not points) is an \
    inaccuracy, a fifth a mistake,\nthree tenths a blunder. With -o the record is written with the \
    judgements as comments, as other programs\nread them.\n\nExamples:\n  \
    koma analyse                                          the start position\n  \
    koma analyse --sfen \"startpos moves 7g7f 3c3d\" --lines 3\n  \
    koma analyse game.kif --nodes 20000                   every move of a game\n  \
    koma analyse game.kif -o judged.kif                   the same, as comments"
)]
pub struct Args {
    /// A record; without one, the position of the flags is analysed
    file: Option<PathBuf>,
    #[command(flatten)]
    game: GameSelectors,
    /// Which game of the record, from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    number: usize,
    /// Positions for each judgement
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Milliseconds for each judgement, instead
    #[arg(long, value_name = "MS", conflicts_with = "nodes")]
    movetime: Option<u64>,
    /// Lines for each position
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=50))]
    lines: u64,
    /// Megabytes of memory for positions
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=65536))]
    hash: u64,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,
    /// Write the record with what was found, as its name says (.kif, .json)
    #[arg(short, long, value_name = "FILE", requires = "file")]
    output: Option<PathBuf>,
    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
}

/// One line of a position.
#[derive(Clone, Debug)]
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

pub fn run(args: &Args, lang: Lang) -> Result<ExitCode, Failure> {
    if let Some(path) = &args.file {
        return record::run(args, path, lang);
    }
    let selected = args.game.select(lang)?;
    let mut game = Game::from(Position::forgiving(&selected.rules, &selected.start).0);
    for &mv in &selected.moves {
        game.play(mv).map_err(Failure::misuse)?;
    }
    let mut analyst = Analyst::new(args, &game);
    let judged = analyst.judge(&game);
    text::position(&judged, &game, args.json, lang)?;
    Ok(ExitCode::SUCCESS)
}

/// Reads the record that is meant.
fn load_record(args: &Args, path: &std::path::Path) -> Result<koma_kifu::Record, Failure> {
    let options = load::Options {
        format: None,
        from_encoding: None,
        variant: args.game.variant.as_deref().map(crate::select::catalogue_rules).transpose()?,
        strict: false,
    };
    let loaded = load::load(path, &options)?;
    crate::files::show(&loaded.findings(), Some(&loaded.source));
    let records = loaded.reading.records.len();
    let wanted = args.number.checked_sub(1);
    let record = wanted.and_then(|at| loaded.reading.records.into_iter().nth(at));
    record.ok_or_else(|| {
        Failure::misuse(format!("{} has {records} games, not {}", path.display(), args.number))
    })
}

/// One in so many positions, or of the time, is left to the mate solver.
const SOLVER_SHARE: u64 = 4;

/// Memory of the mate solver.
const SOLVER_BYTES: usize = 32 << 20;

/// The engine with the limits of the command, and the solver that looks for mates beside it.
struct Analyst {
    engine: Engine,
    limits: Limits,
    solver: Option<Solver>,
    movetime: Option<Duration>,
    lines: usize,
}

impl Analyst {
    fn new(args: &Args, game: &Game) -> Self {
        let options = Options {
            hash_mb: args.hash as usize,
            threads: args.threads as usize,
            multi_pv: args.lines as usize,
            ..Options::default()
        };
        let time = args.movetime.map(|ms| Clock::exactly(Duration::from_millis(ms)));
        let nodes = time.is_none().then_some(args.nodes);
        let limits = Limits { nodes, time, ..Limits::default() };
        let rules = game.position().rules();
        // Elsewhere a check need not be answered.
        let solver = rules.has_check_rules().then(|| Solver::new(SOLVER_BYTES));
        let movetime = args.movetime.map(Duration::from_millis);
        Self {
            engine: Engine::new(rules, options),
            limits,
            solver,
            movetime,
            lines: args.lines as usize,
        }
    }

    /// A mate by the side to move, empty if the solver finds none in its share, and the positions
    /// that took.
    fn mate(&mut self, position: &Position) -> (Vec<Move>, u64) {
        let Some(solver) = &mut self.solver else { return (Vec::new(), 0) };
        let (begun, stop) = (Instant::now(), AtomicBool::new(false));
        let most = self.movetime.map(|time| time / SOLVER_SHARE as u32);
        let nodes = self.limits.nodes.map_or(u64::MAX, |nodes| nodes / SOLVER_SHARE);
        let mut progress = |_: mate::Progress| {
            stop.store(most.is_some_and(|most| begun.elapsed() > most), Ordering::Relaxed);
        };
        let answer = solver.solve(position, &Task::any(nodes), &stop, &mut progress);
        answer.map_or((Vec::new(), 0), |answer| (answer.line, answer.nodes))
    }

    /// Whether a check mates in the end, whatever the answer.
    fn still_mates(&mut self, before: &Position, mv: Move) -> bool {
        let mut after = before.clone();
        let _ = after.play_unchecked(mv);
        let mut answers = Vec::new();
        after.evasions_into(&mut answers);
        after.is_threatened(after.side())
            && answers.into_iter().all(|answer| {
                let mut answered = after.clone();
                let _ = answered.play_unchecked(answer);
                !self.mate(&answered).0.is_empty()
            })
    }

    /// Thinks about a position.
    fn judge(&mut self, game: &Game) -> Judged {
        let position = game.position().clone();
        if let Some(end) = game.end() {
            let hope = match end.winner.side() {
                None => 0.5,
                Some(winner) => f64::from(u8::from(winner == position.side())),
            };
            return Judged { position, lines: Vec::new(), nodes: 0, hope };
        }
        let (mate, solved) = self.mate(&position);
        let begun = Instant::now();
        let clock = || begun.elapsed();
        let control = Control::clock(&clock);
        let mut lines = Lines::default();
        let outcome =
            self.engine.search(game, &self.limits, &control, &mut |report| lines.note(report));
        let found = lines.finish().into_iter();
        let scale = self.engine.evaluation().weights().scale;
        let line = |score, depth, moves| {
            let hope = koma_train::win_probability(score, scale);
            Line { score, depth, moves, hope }
        };
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
            lines.truncate(self.lines - 1);
            let plies = mate.len() as u32;
            lines.insert(0, line(Score::Mate(plies as i32), plies, mate));
        }
        let hope = lines.first().map_or(0.5, |line| line.hope);
        Judged { position, lines, nodes: outcome.nodes + solved, hope }
    }

    /// Thinks about every position of a game, the last one first: what it learns there helps
    /// with those before.
    fn judge_all(&mut self, game: &Game) -> Vec<Judged> {
        let mut game = game.clone();
        let bar = progress::bar(game.moves().len() + 1, "analysing");
        let mut judged = vec![self.judge(&game)];
        bar.inc(1);
        while game.undo().is_ok() {
            judged.push(self.judge(&game));
            bar.inc(1);
        }
        bar.finish_and_clear();
        judged.reverse();
        judged
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
