//! Koma, the shogi platform: the one program.
//!
//! Each command is a file with its `Args` and a `run`; this one only puts them together. The exit
//! code is 0 when nothing is wrong, 1 for errors in the content of a file or an illegal move, and
//! 2 for misuse.

#[cfg(feature = "serve")]
mod admin;
mod analyse;
mod bench;
mod board;
mod completions;
mod contest;
#[cfg(feature = "db")]
mod db;
mod explain;
mod failure;
mod files;
mod fonts;
mod kifu;
mod lang;
mod legal;
mod mate;
mod misuse;
mod perft;
mod piece;
mod play;
mod playout;
mod say;
mod select;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod train;
mod tsume;
mod usi;
mod variant;

use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use koma_usi::Dialect;

use failure::Failure;
use lang::Lang;

/// Memory goes back to the system when a large job is done: the system's own allocator would keep
/// what one stranger's file once took.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

const WITHOUT_COMMAND: &str = if cfg!(feature = "serve") {
    "Without a command: the server, and a browser that opens it.\n\n"
} else {
    ""
};

const EXAMPLES: &str = "Examples:\n  \
    koma play                              a game for two people at this terminal\n  \
    koma legal --moves \"7g7f 3c3d\"         the legal moves of a position\n  \
    koma explain 5i5g                      why is this move illegal?\n  \
    koma perft 5                           count move sequences\n  \
    koma mate --shortest problem.kif       solve a mate problem\n  \
    koma variant list                      what can be played\n  \
    koma piece show lion                   how a piece moves\n  \
    koma kifu show game.kif                what a game record says\n  \
    koma analyse game.kif                  what the engine thinks of every move\n  \
    koma usi                               the engine, for programs that show boards\n  \
    koma match koma random                 let players play each other\n  \
    koma train minishogi --hours 1         learn to play a game better";

/// Shogi and its variants: play, look at positions, check files.
#[derive(Parser)]
#[command(
    name = "koma",
    version,
    after_help = format!("{WITHOUT_COMMAND}{EXAMPLES}")
)]
struct Cli {
    /// Language of messages, en or ja [default: as in LANG]
    #[arg(long, global = true, value_parser = lang::parse)]
    lang: Option<Lang>,
    #[command(subcommand)]
    command: Option<Command>,
    #[cfg(feature = "serve")]
    #[command(flatten)]
    serve: serve::Args,
}

#[derive(Subcommand)]
enum Command {
    #[cfg(feature = "serve")]
    Serve(serve::Args),
    Play(play::Args),
    Show(show::Args),
    Legal(legal::Args),
    Explain(explain::Args),
    Mate(mate::Args),
    Tsume(tsume::Args),
    Perft(perft::Args),
    Playout(playout::Args),
    Variant(variant::Args),
    Piece(piece::Args),
    Kifu(kifu::Args),
    Analyse(analyse::Args),
    Usi(usi::UsiArgs),
    Uci(usi::UciArgs),
    Match(Box<contest::Args>),
    Train(Box<train::Args>),
    Bench(bench::Args),
    #[cfg(feature = "db")]
    Db(db::Args),
    #[cfg(feature = "serve")]
    Admin(admin::Args),
    Completions(completions::Args),
}

fn main() -> ExitCode {
    let lang = misuse::language(std::env::args());
    let command = match lang {
        Lang::En => Cli::command(),
        Lang::Ja => misuse::japanese(Cli::command()),
    };
    let parsed = command.try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => return misuse::report(&error, lang),
    };
    let lang = cli.lang.unwrap_or(lang);
    lang::choose(lang);
    #[cfg(feature = "serve")]
    if cli.command.is_some() && cli.serve != serve::Args::default() {
        return Failure::misuse(say::flags_of_server()).report();
    }
    let result = match cli.command {
        #[cfg(feature = "serve")]
        None => serve::run(&cli.serve, lang),
        #[cfg(not(feature = "serve"))]
        None => Err(Failure::misuse(say::no_command())),
        #[cfg(feature = "serve")]
        Some(Command::Serve(args)) => serve::run(&args, lang),
        Some(Command::Play(args)) => play::run(&args, lang),
        Some(Command::Show(args)) => show::run(&args, lang),
        Some(Command::Legal(args)) => legal::run(&args, lang),
        Some(Command::Explain(args)) => explain::run(&args, lang),
        Some(Command::Mate(args)) => mate::run(&args, lang),
        Some(Command::Tsume(args)) => tsume::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Playout(args)) => playout::run(&args, lang),
        Some(Command::Train(args)) => train::run(&args),
        Some(Command::Variant(args)) => variant::run(&args, lang),
        Some(Command::Piece(args)) => piece::run(&args, lang),
        Some(Command::Kifu(args)) => kifu::run(&args, lang),
        Some(Command::Analyse(args)) => analyse::run(&args, lang),
        Some(Command::Usi(_)) => usi::run(Dialect::Usi),
        Some(Command::Uci(_)) => usi::run(Dialect::Uci),
        Some(Command::Match(args)) => contest::run(&args, lang),
        Some(Command::Bench(args)) => bench::run(&args),
        #[cfg(feature = "db")]
        Some(Command::Db(args)) => db::run(&args, lang),
        #[cfg(feature = "serve")]
        Some(Command::Admin(args)) => admin::run(&args),
        Some(Command::Completions(args)) => completions::run(&args),
    };
    result.unwrap_or_else(|failure| failure.report())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
