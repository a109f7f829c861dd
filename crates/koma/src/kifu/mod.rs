//! `koma kifu`: game records of every format.

mod board;
mod check;
mod convert;
mod edit;
mod line;
pub mod load;
mod merge;
pub mod options;
pub mod output;
mod show;
mod stats;

use std::process::ExitCode;

use clap::Subcommand;

use crate::failure::Failure;
use crate::lang::Lang;

/// Look at, check, convert, edit and merge game records
#[derive(clap::Args)]
#[command(after_help = "Format and encoding are told from the content of a file.\n\n\
    Examples:\n  \
    koma kifu show game.kif                moves, players, how it ended\n  \
    koma kifu show game.csa --json\n  \
    koma kifu convert games/ --to csa -o out/\n  \
    koma kifu convert game.csa --to kif -o game.kif     Shift_JIS, as programs of Japan expect it\n  \
    koma kifu convert game.csa --to kifu -o game.kifu   the same in UTF-8\n  \
    koma kifu edit games/ --anonymise -o out/\n  \
    koma kifu check games/*.kif\n  \
    koma kifu board game.kif --ply 40\n  \
    koma kifu merge a.kif b.kif -o both.kif")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Show(show::Args),
    Convert(convert::Args),
    Edit(edit::Args),
    Check(check::Args),
    Stats(stats::Args),
    Board(board::Args),
    Merge(merge::Args),
}

pub fn run(args: &Args, lang: Lang) -> Result<ExitCode, Failure> {
    match &args.command {
        Command::Show(args) => show::run(args, lang),
        Command::Convert(args) => convert::run(args),
        Command::Edit(args) => edit::run(args),
        Command::Check(args) => check::run(args),
        Command::Stats(args) => stats::run(args, lang),
        Command::Board(args) => board::run(args, lang),
        Command::Merge(args) => merge::run(args),
    }
}
