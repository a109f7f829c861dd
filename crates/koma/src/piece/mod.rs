//! `koma piece`: pieces as data, from words to files to pictures.

mod check;
mod explain;
mod fmt;
mod generate;
mod options;
mod parse;
pub mod progress;
mod reach;
mod readings;
mod show;

use std::process::ExitCode;

use clap::Subcommand;

use crate::failure::Failure;
use crate::lang::Lang;

/// Describe, generate, check and draw pieces
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    koma piece parse \"Gold general: one square in any direction but diagonally back\"\n  \
    koma piece parse --betza WfF\n  \
    koma piece show 140                    the running rabbit of taikyoku\n  \
    koma piece show lion --png -o lion.png\n  \
    koma piece gen request.yaml            descriptions in, a piece file out\n  \
    koma piece check pieces/*.yaml\n  \
    koma piece fmt --fix pieces/*.yaml")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Gen(generate::Args),
    Parse(parse::Args),
    Check(check::Args),
    Fmt(fmt::Args),
    Show(show::Args),
    Explain(explain::Args),
    Reach(reach::Args),
    Readings(readings::Args),
}

pub fn run(args: &Args, lang: Lang) -> Result<ExitCode, Failure> {
    match &args.command {
        Command::Gen(args) => generate::run(args),
        Command::Parse(args) => parse::run(args, lang),
        Command::Check(args) => check::run(args),
        Command::Fmt(args) => fmt::run(args),
        Command::Show(args) => show::run(args, lang),
        Command::Explain(args) => explain::run(args, lang),
        Command::Reach(args) => reach::run(args),
        Command::Readings(args) => readings::run(args),
    }
}
