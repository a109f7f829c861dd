//! `koma tsume`: short mate problems, made at random.

use std::collections::HashSet;
use std::io::{self, Write as _};
use std::process::ExitCode;

use koma_rules::Position;
use koma_train::Composer;

use crate::failure::{CONTENT, Failure};
use crate::piece::progress;
use crate::say;
use crate::select;

/// Make short mate problems: one solution, nothing left in hand, no piece too many
#[derive(clap::Args)]
#[command(after_help = "Prints the game, a number, the plies and the position (SFEN) of each, \
    with tabs between.\n\nExamples:\n  \
    koma tsume --plies 3 --count 10\n  \
    koma tsume --variant minishogi --plies 5 --count 5 --seed 2")]
pub struct Args {
    /// A game of the catalogue with pieces in hand
    #[arg(long, value_name = "V", default_value = "shogi")]
    variant: String,
    /// Moves to the mate, an odd number
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=9))]
    plies: u8,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 10)]
    count: usize,
    /// Another number, other problems
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Positions that are tried for each
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    tries: usize,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    if args.plies.is_multiple_of(2) {
        return Err(Failure::misuse(say::odd_mates()));
    }
    let rules = select::catalogue_rules(&args.variant)?;
    let slug = &rules.variant().slug;
    let refused = || Failure::misuse(say::no_mates(slug));
    let mut composer = Composer::new(&rules, args.seed).ok_or_else(refused)?;
    let bar = progress::bar(args.count, "composing");
    let mut known = HashSet::new();
    let (mut failures, mut made) = (0, 0);
    while made < args.count && failures < 3 {
        let setup = composer.compose(args.plies.into(), args.tries);
        let Some(setup) = setup else {
            failures += 1;
            continue;
        };
        let sfen = Position::unjudged(&rules, &setup).sfen();
        if !known.insert(sfen.clone()) {
            continue;
        }
        made += 1;
        bar.suspend(|| writeln!(io::stdout(), "{slug}\t{made}\t{}\t{sfen}", args.plies))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(if made == args.count { ExitCode::SUCCESS } else { ExitCode::from(CONTENT) })
}
