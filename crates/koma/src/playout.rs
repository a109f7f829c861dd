//! `koma playout`: random games to the end, to see how a variant behaves.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::Instant;

use koma_rules::{Game, Side, Winner};
use koma_train::Random;

use crate::failure::Failure;
use crate::lang::Lang;
use crate::piece::progress;
use crate::select::GameSelectors;

/// Play random games to the end: lengths, endings, moves per second
#[derive(clap::Args)]
#[command(after_help = "The same seed plays the same games.\n\nExamples:\n  \
    koma playout --variant dobutsu --games 1000\n  \
    koma playout --variant chu --games 20 --seed 7\n  \
    koma playout --variant-file mygame.yaml --json")]
pub struct Args {
    #[command(flatten)]
    game: GameSelectors,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Where the random numbers start
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Break a game off after so many plies
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    most_plies: usize,
    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
}

#[derive(Default)]
struct Tally {
    lengths: Vec<usize>,
    /// By reason and winner, how many games.
    endings: BTreeMap<(&'static str, &'static str), u64>,
}

pub fn run(args: &Args, lang: Lang) -> Result<ExitCode, Failure> {
    let selected = args.game.select()?;
    let first = Game::from(selected.position);
    let mut random = Random::new(args.seed);
    let mut tally = Tally::default();
    let bar = progress::bar(usize::try_from(args.games).unwrap_or(usize::MAX), "playing");
    let begun = Instant::now();
    for _ in 0..args.games {
        let mut game = first.clone();
        while game.end().is_none() && game.moves().len() < args.most_plies {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play_unchecked(moves[random.below(moves.len())]);
        }
        let (reason, winner) = match game.end() {
            None => (lang.pick("broken off", "打ち切り"), "-"),
            Some(end) => {
                let winner = match end.winner {
                    Winner::Side(Side::Sente) => lang.pick("Sente wins", "先手勝ち"),
                    Winner::Side(Side::Gote) => lang.pick("Gote wins", "後手勝ち"),
                    Winner::Draw => lang.pick("draw", "引き分け"),
                };
                (end.reason.words(lang), winner)
            }
        };
        tally.lengths.push(game.moves().len());
        *tally.endings.entry((reason, winner)).or_default() += 1;
        bar.inc(1);
    }
    bar.finish_and_clear();
    report(args, tally, begun.elapsed().as_secs_f64(), lang)
}

fn report(args: &Args, mut tally: Tally, seconds: f64, lang: Lang) -> Result<ExitCode, Failure> {
    tally.lengths.sort_unstable();
    let plies: usize = tally.lengths.iter().sum();
    let (games, shortest) = (tally.lengths.len(), tally.lengths[0]);
    let (median, longest) = (tally.lengths[games / 2], tally.lengths[games - 1]);
    let speed = plies as f64 / seconds.max(1e-9);
    let mut out = io::stdout().lock();
    if args.json {
        let endings: Vec<_> = tally
            .endings
            .iter()
            .map(|((reason, winner), games)| {
                serde_json::json!({ "reason": reason, "result": winner, "games": games })
            })
            .collect();
        let answer = serde_json::json!({
            "games": games, "seed": args.seed, "plies": plies, "shortest": shortest,
            "median": median, "longest": longest, "movesPerSecond": speed.round(),
            "endings": endings,
        });
        writeln!(out, "{answer}")?;
        return Ok(ExitCode::SUCCESS);
    }
    match lang {
        Lang::En => {
            writeln!(out, "{games} games, {plies} moves, {speed:.0} moves per second")?;
            writeln!(out, "length: {shortest} to {longest}, median {median}")?;
        }
        Lang::Ja => {
            writeln!(out, "{games}局、{plies}手、毎秒{speed:.0}手")?;
            writeln!(out, "手数: {shortest}〜{longest}、中央値{median}")?;
        }
    }
    let mut endings: Vec<_> = tally.endings.into_iter().collect();
    endings.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    for ((reason, winner), count) in endings {
        let share = count as f64 * 100.0 / games as f64;
        writeln!(out, "{count:>7}  {share:5.1}%  {winner}: {reason}")?;
    }
    Ok(ExitCode::SUCCESS)
}
