//! `koma bench search`: the signature of the search, and how fast it looks at positions.

use std::io::{self, Write as _};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use koma_rules::{Game, Ruleset};
use koma_search::time::Clock;
use koma_search::{Control, Engine, Limits, Options, bench};
use koma_train::random_opening;

use crate::failure::Failure;
use crate::say;

/// Search the start position of every game and print how many positions were looked at
///
/// The sum is the signature of the search: it is the same on every machine, and changes when the
/// search does. With `--speed` it also tells how many positions a second are looked at.
#[derive(clap::Args)]
pub struct Args {
    /// Only these games
    #[arg(value_name = "VARIANT")]
    variants: Vec<String>,
    /// Also search four positions of each game, so many milliseconds each, and tell the speed
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(10..=600_000))]
    speed: Option<u64>,
}

/// Random plies before the positions whose speed is told.
const PLIES: [usize; 4] = [0, 12, 24, 36];

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut out = io::stdout().lock();
    let mut rows = Vec::new();
    let mut variants = Vec::new();
    for name in &args.variants {
        let unknown = || Failure::misuse(say::no_bench_game(name));
        variants.push(koma_variants::find(name).ok_or_else(unknown)?);
    }
    if variants.is_empty() {
        variants.extend(koma_variants::catalogue());
    }
    for variant in variants {
        let Ok(rules) = Ruleset::compile(variant) else { continue };
        let row = bench::run(&rules);
        write!(out, "{:<14} depth {:>2}  {:>9} nodes", row.slug, row.depth, row.nodes)?;
        if let Some(milliseconds) = args.speed {
            let speed = speed(&rules, Duration::from_millis(milliseconds));
            write!(out, "  {:>7.0} k/s", speed / 1e3)?;
        }
        writeln!(out)?;
        rows.push(row);
    }
    writeln!(out, "signature {}", bench::signature(&rows))?;
    Ok(ExitCode::SUCCESS)
}

/// Positions a second, with one thread.
fn speed(rules: &Arc<Ruleset>, time: Duration) -> f64 {
    let mut engine = Engine::new(rules, Options::default());
    let start = Game::start(rules);
    let (mut nodes, mut spent) = (0, Duration::ZERO);
    for plies in PLIES {
        let game = random_opening(&start, plies, 1, 0).unwrap_or_else(|_| start.clone());
        engine.new_game();
        let begun = Instant::now();
        let clock = || begun.elapsed();
        let limits = Limits::time(Clock::exactly(time));
        nodes += engine.search(&game, &limits, &Control::clock(&clock), &mut |_| {}).nodes;
        spent += begun.elapsed();
    }
    nodes as f64 / spent.as_secs_f64()
}
