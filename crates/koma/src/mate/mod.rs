//! `koma mate`: mate problems, solved and checked.

mod input;
mod output;

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use koma_rules::{Move, Position};
use koma_search::mate::{Answer, Problem, Solver, Task, Unsolvable, Verdict};

use crate::failure::{CONTENT, Failure};
use crate::files::{self, Line};
use crate::lang::{self, Lang};
use crate::piece::progress;
use crate::say;
use crate::select;

/// Solve mate problems (tsume): the side to move gives check until mate
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    koma mate --sfen \"4k4/9/4P4/9/9/9/9/9/9 b G 1\"\n  \
    koma mate --shortest problems.kif\n  \
    koma mate --variant minishogi --sfen \"4k/5/4P/5/K4 b G 1\"\n  \
    koma mate --json - < problems.sfen\n\n\
    The exit code is 0 if every problem was decided, 1 if one was not, 2 for misuse.")]
pub struct Args {
    /// Files with problems: KIF, BOD, SFEN or USI, one or many in each; `-` reads one SFEN a line
    /// and answers one JSON object a line
    #[arg(value_name = "FILE", conflicts_with = "sfen")]
    files: Vec<PathBuf>,
    /// A game of the catalogue (see `koma variant list`) [default: shogi, or as the file says]
    #[arg(long, value_name = "V")]
    variant: Option<String>,
    /// The position as SFEN, or a USI `position` line
    #[arg(long, value_name = "SFEN", required_unless_present = "files")]
    sfen: Option<String>,
    /// The most positions to look at for each problem
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    nodes: u64,
    /// Memory for what was found out, in MB
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u64).range(1..=65_536))]
    hash: u64,
    /// Threads that look for the same in different ways
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: u16,
    /// Look for the shortest mate, against the defence that lasts longest
    #[arg(long)]
    shortest: bool,
    /// Check the problem: other mates beside the line, pieces left over
    #[arg(long)]
    all: bool,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// A problem, and where it comes from.
struct Posed {
    position: Position,
    name: Option<String>,
}

/// What became of a problem.
struct Solved {
    answer: Result<Answer, Unsolvable>,
    problem: Option<Problem>,
    milliseconds: f64,
}

impl Solved {
    fn is_decided(&self) -> bool {
        self.answer.as_ref().is_ok_and(|answer| answer.verdict != Verdict::Unknown)
    }

    fn line(&self) -> &[Move] {
        self.answer.as_ref().map_or(&[], |answer| &answer.line)
    }
}

pub fn run(args: &Args, lang: Lang) -> Result<ExitCode, Failure> {
    let mut solver = Solver::with_threads((args.hash as usize) << 20, args.threads.into());
    if let [file] = &args.files[..]
        && file.as_os_str() == "-"
    {
        return stream(args, &mut solver);
    }
    let problems = match &args.sfen {
        Some(sfen) => vec![Posed { position: input::position(args, sfen)?, name: None }],
        None => input::files(args, lang)?,
    };
    if problems.is_empty() {
        return Err(Failure::content(say::no_problem()));
    }
    let bar = progress::bar(problems.len(), lang.pick("solving", "詰将棋を解いています"));
    let mut all_decided = true;
    let mut counts = [0; 3];
    for problem in &problems {
        let solved = solve(args, &mut solver, &problem.position);
        all_decided &= solved.is_decided();
        if let Ok(answer) = &solved.answer {
            counts[answer.verdict as usize] += 1;
        }
        bar.suspend(|| -> Result<(), Failure> {
            let mut out = io::stdout().lock();
            if args.json {
                writeln!(out, "{}", output::json(&problem.position, None, &solved))?;
            } else {
                write!(out, "{}", output::text(problem, &solved, args.all, lang))?;
            }
            Ok(())
        })?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    if problems.len() > 1 && !args.json {
        anstream::eprintln!("{}", output::summary(counts, problems.len(), lang));
    }
    Ok(if all_decided { ExitCode::SUCCESS } else { ExitCode::from(CONTENT) })
}

/// Reads one SFEN a line and answers each at once.
fn stream(args: &Args, solver: &mut Solver) -> Result<ExitCode, Failure> {
    let rules = select::catalogue_rules(args.variant.as_deref().unwrap_or("shogi"))?;
    let mut all_decided = true;
    let mut input = io::stdin().lock();
    while let Some(line) = files::next_line(&mut input)? {
        let Line::Bytes(line) = line else {
            all_decided = false;
            writeln!(io::stdout(), "{}", output::unread("", "the line is too long"))?;
            continue;
        };
        // What is not UTF-8 is no position, and is said to be none.
        let line = String::from_utf8_lossy(&line);
        let sfen = line.split('\t').next().unwrap_or_default().trim();
        if sfen.is_empty() || sfen.starts_with('#') {
            continue;
        }
        let answer = match input::read_position(&rules, sfen) {
            Ok(position) => {
                let solved = solve(args, solver, &position);
                all_decided &= solved.is_decided();
                output::json(&position, Some(sfen), &solved)
            }
            Err(reason) => {
                all_decided = false;
                output::unread(sfen, &reason.say(lang::chosen()))
            }
        };
        let mut out = io::stdout().lock();
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(if all_decided { ExitCode::SUCCESS } else { ExitCode::from(CONTENT) })
}

fn solve(args: &Args, solver: &mut Solver, position: &Position) -> Solved {
    let task = Task { nodes: args.nodes, shortest: args.shortest };
    let (stop, start) = (AtomicBool::new(false), Instant::now());
    let answer = solver.solve(position, &task, &stop, &mut |_| {});
    let mated = answer.as_ref().ok().filter(|answer| answer.verdict == Verdict::Mate);
    let problem = mated
        .filter(|_| args.all)
        .map(|answer| solver.check(position, &answer.line, args.nodes, &stop, &mut |_| {}));
    Solved { answer, problem, milliseconds: start.elapsed().as_secs_f64() * 1000.0 }
}
