//! `koma train`: weights for a game, learnt from games of the engine with itself.

use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use koma_search::Weights;
use koma_search::learn::{LANES, MOST_HIDDEN};
use koma_train::{
    Calibration, Check, Ladder, Pairs, Plan, Progress, Rung, TrainError, Training, ladder,
    read_weights,
};

use crate::failure::Failure;
use crate::say;
use crate::select::GameSelectors;

/// Learn to play a game better, from games of the engine with itself
#[derive(clap::Args)]
#[command(
    after_help = "Everything is kept in a folder: stop it at any time, and the same command goes \
on. It ends with a\nmatch against the weights it started from, and refuses to write weights that lose \
it. The file it\nwrites is read by `EvalFile` (`koma usi`, `koma match`).\n\nExamples:\n  \
    koma train minishogi --hours 1\n  \
    koma train shogi --hours 8 --hidden 128 --out shogi.kw\n  \
    koma train shogi play --positions 500000        more games, nothing else\n  \
    koma train shogi net                            learn from the games that are there\n  \
    koma train shogi check --movetime 100           the candidate against the best\n  \
    koma train chu levels --pairs 50                how well levels 1 to 10 play it\n  \
    koma train --variant-file mygame.yaml           a game of your own"
)]
pub struct Args {
    /// A variant of the catalogue
    #[arg(value_name = "VARIANT")]
    name: Option<String>,
    /// One step alone: play, fit (tables), net (tables and net) or check [default: all, again and
    /// again]; or levels, which measures what the levels for people are in this game
    #[arg(value_name = "STEP")]
    step: Option<Step>,
    #[command(flatten)]
    game: GameSelectors,
    /// Begin no generation after so many hours
    #[arg(long, value_name = "H", default_value_t = 8.0)]
    hours: f64,
    /// At most so many generations
    #[arg(long, value_name = "N", default_value_t = 4)]
    generations: u32,
    /// Weights to start from: a file, or `rules` [default: those that come with the program]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Where to write what was learnt [default: VARIANT.kw]
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Where games and weights are kept [default: train-VARIANT]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Where the random numbers start: the same seed and threads learn the same
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Games at the same time [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: Option<u64>,
    /// Positions a move in games with itself
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(10..))]
    nodes: u64,
    /// Positions to learn from in each generation
    #[arg(long, value_name = "N", default_value_t = 500_000, value_parser = clap::value_parser!(u64).range(1000..))]
    positions: u64,
    /// With `play`: the generation to play for [default: the last one that has games]
    #[arg(long, value_name = "N")]
    generation: Option<u32>,
    /// Neurons of the net, a multiple of 16 up to 128; 0 is no net
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = neurons)]
    hidden: usize,
    /// A net that sees pieces otherwise where its own royal stands elsewhere: wants millions of positions
    #[arg(long)]
    zones: bool,
    /// Passes over all positions at most; with more than one, games are learnt by heart
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    passes: u32,
    /// The first size of a step of learning; smaller where a net is learnt on
    #[arg(long, value_name = "0..1", default_value_t = 0.001, value_parser = share)]
    step_size: f32,
    /// The share of its own search in what is learnt of a position; the rest is that of the next one,
    /// and so on to the end of the game
    #[arg(long, value_name = "0..1", default_value_t = 0.15, value_parser = share)]
    share: f32,
    /// How far to go to what was learnt: few games mislead
    #[arg(long, value_name = "0..1", default_value_t = 1.0, value_parser = share)]
    trust: f32,
    /// Pairs of games of a match
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,
    /// Milliseconds a move in matches [default: count positions]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Positions a move in matches
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    match_nodes: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Step {
    Play,
    Fit,
    Net,
    Check,
    Levels,
}

fn neurons(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|n: &usize| *n <= MOST_HIDDEN && n.is_multiple_of(LANES));
    number.ok_or_else(|| format!("a multiple of {LANES} up to {MOST_HIDDEN}, or 0"))
}

fn share(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    number.ok_or_else(|| "a number from 0 to 1".to_owned())
}

impl From<TrainError> for Failure {
    fn from(error: TrainError) -> Self {
        Self::caused(error)
    }
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    if args.name.is_some() && (args.game.variant.is_some() || args.game.variant_file.is_some()) {
        return Err(Failure::misuse(say::one_variant()));
    }
    let mut selectors = args.game.clone();
    selectors.variant = args.name.clone().or(selectors.variant);
    let rules = selectors.select()?.rules;
    let slug = rules.variant().slug.clone();
    let from = match &args.from {
        None => Weights::of(&rules),
        Some(path) if path.as_os_str() == "rules" => Weights::from_rules(&rules),
        Some(path) => read_weights(&rules, path)?,
    };
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let mut training = Training {
        folder: args.folder.clone().unwrap_or_else(|| format!("train-{slug}").into()),
        threads: args.threads.map_or(processors, |threads| threads as usize),
        nodes: args.nodes,
        positions: args.positions,
        plan: Plan {
            hidden: if args.step == Some(Step::Fit) { 0 } else { args.hidden },
            zoned: args.zones,
            passes: args.passes,
            step: args.step_size,
            share: args.share,
            trust: args.trust,
            seed: args.seed,
        },
        command: command(args, &slug),
        rules,
    };
    if args.step == Some(Step::Levels) {
        training.folder.push("levels");
    }
    training.begin(&from)?;
    let trainer = Trainer { training, args, begun: Instant::now(), bar: Mutex::new(hidden_bar()) };
    match args.step {
        Some(Step::Play) => {
            trainer.play(args.generation.unwrap_or_else(|| trainer.training.generation()))?;
        }
        Some(Step::Fit | Step::Net) => trainer.learn()?,
        Some(Step::Check) => {
            trainer.check()?;
        }
        Some(Step::Levels) => trainer.levels()?,
        None => {
            return trainer.all(args.out.clone().unwrap_or_else(|| format!("{slug}.kw").into()));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The command with all that decides what is learnt.
fn command(args: &Args, slug: &str) -> String {
    let Args { seed, nodes, positions, hidden, passes, share, trust, .. } = args;
    let zones = if args.zones { " --zones" } else { "" };
    let hidden = if args.step == Some(Step::Fit) { &0 } else { hidden };
    format!(
        "koma train {slug} --seed {seed} --nodes {nodes} --positions {positions} --hidden {hidden}{zones} \
         --passes {passes} --share {share} --trust {trust}"
    )
}

struct Trainer<'a> {
    training: Training,
    args: &'a Args,
    begun: Instant,
    bar: Mutex<ProgressBar>,
}

impl Trainer<'_> {
    fn all(&self, out: PathBuf) -> Result<ExitCode, Failure> {
        let limit = Duration::try_from_secs_f64(self.args.hours.max(0.0) * 3600.0);
        let limit = limit.unwrap_or(Duration::MAX);
        let first = self.training.generation();
        for generation in first..first.saturating_add(self.args.generations) {
            if generation > first && self.begun.elapsed() >= limit {
                break;
            }
            self.play(generation)?;
            self.learn()?;
            self.check()?;
        }
        let check = self.conditions(self.args.seed ^ 0x656e_6421);
        let (pairs, weights) =
            self.watched("match against the start", |tell| self.training.last_check(&check, tell))?;
        say(&format!("against the start: {}", result(&pairs)));
        if pairs.share() <= 0.5 {
            return Err(Failure::content(say::not_better()));
        }
        let bytes = weights.write(&self.training.rules);
        std::fs::write(&out, bytes).map_err(|error| {
            Failure::misuse(say::about(out.display().to_string(), error.to_string()))
        })?;
        say(&format!("written: {}", out.display()));
        Ok(ExitCode::SUCCESS)
    }

    fn play(&self, generation: u32) -> Result<(), Failure> {
        let name = format!("games of generation {generation}");
        let positions = self.watched(&name, |tell| self.training.play(generation, tell))?;
        say(&format!("{name}: {positions} positions"));
        Ok(())
    }

    fn learn(&self) -> Result<(), Failure> {
        let learnt = self.watched("learning", |tell| self.training.learn(tell))?;
        say(&format!(
            "learnt from {} positions in {} passes: error {:.5}, before {:.5}",
            learnt.samples[0], learnt.passes, learnt.error[1], learnt.error[0]
        ));
        Ok(())
    }

    fn check(&self) -> Result<(), Failure> {
        let seed = self.args.seed ^ u64::from(self.training.generation()) << 20;
        let check = self.conditions(seed);
        let (pairs, better) = self.watched("match", |tell| self.training.check(&check, tell))?;
        let what = if better { "it is the best now" } else { "the best stays" };
        say(&format!("candidate against best: {}; {what}", result(&pairs)));
        Ok(())
    }

    /// What the levels for people are in a game. Prints the line of the table that comes with the
    /// program.
    fn levels(&self) -> Result<(), Failure> {
        let training = &self.training;
        let calibration = Calibration {
            rules: Arc::clone(&training.rules),
            file: training.folder.join("results.tsv"),
            pairs: self.args.pairs,
            threads: training.threads,
            seed: self.args.seed,
        };
        let mut told = |rung: &Rung| {
            say(&format!("grade {} to {}: {}", rung.from, rung.to, result(&rung.pairs)));
        };
        let mut rungs = self.watched("grades", |tell| calibration.measure(tell, &mut told))?;
        for (below, pair) in (1..).zip(ladder(&rungs).windows(2)) {
            let name = format!("level {} against {below}", below + 1);
            let rung = self.watched(&name, |tell| calibration.rung(pair[0], pair[1], tell))?;
            say(&format!("{name}: {}", result(&rung.pairs)));
            rungs.push(rung);
        }
        say(&Ladder::line(&training.rules, &ladder(&rungs)));
        Ok(())
    }

    fn conditions(&self, seed: u64) -> Check {
        match self.args.movetime {
            Some(ms) => Check::time(Duration::from_millis(ms), self.args.pairs, seed),
            None => Check::nodes(self.args.match_nodes, self.args.pairs, seed),
        }
    }

    /// Does a step under a bar.
    fn watched<T>(
        &self,
        name: &str,
        step: impl FnOnce(koma_train::Tell<'_>) -> Result<T, TrainError>,
    ) -> Result<T, Failure> {
        if let Ok(mut bar) = self.bar.lock() {
            *bar = new_bar(name);
        }
        let done = step(&|progress| {
            let Ok(bar) = self.bar.lock() else { return true };
            let (now, all) = match progress {
                Progress::Game(now, all) => (now, all),
                Progress::Pass(now, all, _, error) => {
                    bar.set_message(format!("{name}, error {error:.5}"));
                    (now.into(), all.into())
                }
                Progress::Pair(pairs, all) => {
                    bar.set_message(format!("{name} {}", result(pairs)));
                    (pairs.count(), all)
                }
            };
            bar.set_length(all);
            bar.set_position(now.min(all));
            true
        });
        if let Ok(bar) = self.bar.lock() {
            bar.finish_and_clear();
        }
        Ok(done?)
    }
}

fn result(pairs: &Pairs) -> String {
    let elo = pairs.elo();
    let share = 100.0 * pairs.share();
    format!(
        "{share:.1}% of {} games, {:+.0} Elo ({:+.0} to {:+.0})",
        2 * pairs.count(),
        elo.value,
        elo.low,
        elo.high
    )
}

fn say(line: &str) {
    anstream::println!("{line}");
}

fn hidden_bar() -> ProgressBar {
    ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden())
}

fn new_bar(name: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return hidden_bar();
    }
    let bar = ProgressBar::with_draw_target(Some(1), ProgressDrawTarget::stderr_with_hz(5));
    let style = ProgressStyle::with_template("{msg} [{bar:30}] {pos}/{len}, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> "));
    bar.set_message(name.to_owned());
    bar
}
