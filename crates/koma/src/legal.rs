//! `koma legal`: the legal moves of a position.

use std::io::{self, Write as _};
use std::process::ExitCode;

use koma_rules::Position;

use crate::failure::Failure;
use crate::lang::Lang;
use crate::select::Selectors;
use crate::show;

/// Print the legal moves of a position in USI, one a line, sorted
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    koma legal\n  \
    koma legal --variant minishogi --moves \"5e5d\"\n  \
    koma legal --sfen \"4k4/9/4P4/9/9/9/9/9/4K4 b G 1\" --json")]
pub struct Args {
    #[command(flatten)]
    selectors: Selectors,
    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, lang: Lang) -> Result<ExitCode, Failure> {
    let selected = args.selectors.select()?;
    // As in `koma explain`: a game that ended by the moves given is over.
    let end = show::ending(&selected).filter(|_| !selected.moves.is_empty());
    let moves = if end.is_some() { Vec::new() } else { sorted(&selected.position) };
    let mut out = io::stdout().lock();
    if args.json {
        let answer = serde_json::json!({
            "variant": selected.rules.variant().slug,
            "sfen": selected.position.sfen(),
            "moves": moves,
        });
        writeln!(out, "{answer}")?;
    } else {
        moves.iter().try_for_each(|usi| writeln!(out, "{usi}"))?;
        if end.is_some() {
            anstream::eprintln!("{}", lang.pick("the game is over", "終局しています"));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The legal moves in USI, sorted as text.
pub fn sorted(position: &Position) -> Vec<String> {
    let moves = position.legal_moves();
    let mut texts: Vec<String> = moves.iter().map(|&mv| position.usi(mv).to_string()).collect();
    texts.sort_unstable();
    texts
}
