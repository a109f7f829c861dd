//! `koma analyse`: what the engine thinks of a position, or of every move of a record.

mod record;
mod text;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use koma_rules::{Game, Move, Position};
use koma_search::Options;
use koma_train::analysis::{Analyst, Effort, Judged, Verdict};

use crate::failure::Failure;
use crate::kifu::load;
use crate::lang::Lang;
use crate::piece::progress;
use crate::say;
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

pub fn run(args: &Args, lang: Lang) -> Result<ExitCode, Failure> {
    if let Some(path) = &args.file {
        return record::run(args, path, lang);
    }
    let selected = args.game.select()?;
    let mut game = Game::from(Position::forgiving(&selected.rules, &selected.start).0);
    for &mv in &selected.moves {
        game.play(mv).map_err(Failure::caused)?;
    }
    let judged = Desk::new(args, &game).judge(&game);
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
        Failure::misuse(say::no_such_game(path.display().to_string(), records, args.number))
    })
}

/// Memory of the mate solver.
const SOLVER_BYTES: usize = 32 << 20;

/// The analyst of the command, with its limits.
struct Desk {
    analyst: Analyst,
    effort: Effort,
}

impl Desk {
    fn new(args: &Args, game: &Game) -> Self {
        let options = Options {
            hash_mb: args.hash as usize,
            threads: args.threads as usize,
            ..Options::default()
        };
        let time = args.movetime.map(Duration::from_millis);
        let nodes = time.is_none().then_some(args.nodes);
        let effort = Effort { nodes, time, lines: args.lines as usize };
        let analyst = Analyst::new(game.position().rules(), options, SOLVER_BYTES);
        Self { analyst, effort }
    }

    /// Thinks about a position.
    fn judge(&mut self, game: &Game) -> Judged {
        self.analyst.judge(game, &self.effort, &NEVER)
    }

    /// Judges a move.
    fn verdict(&mut self, mv: Move, before: &Judged, after: &Judged) -> Verdict {
        self.analyst.verdict(mv, before, after, &self.effort, &NEVER)
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

/// Nobody stops it but the user.
static NEVER: AtomicBool = AtomicBool::new(false);
