//! `koma explain`: is a move legal, and if not, why?

use std::io::{self, Write as _};
use std::process::ExitCode;

use koma_rules::{IllegalMove, UsiMove};

use crate::failure::{CONTENT, Failure};
use crate::lang::Lang;
use crate::select::Selectors;

/// Say whether a move is legal, or the code and the reason why it is not
#[derive(clap::Args)]
#[command(after_help = "Exit code 0: legal, 1: illegal, 2: no move at all.\n\nExamples:\n  \
    koma explain 7g7f\n  \
    koma explain 5i5g\n  \
    koma explain --lang ja --moves \"7g7f 3c3d\" \"P*5e\"")]
pub struct Args {
    #[command(flatten)]
    selectors: Selectors,
    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
    /// The move in USI: 7g7f, 8h2b+, P*5e
    #[arg(value_name = "MOVE")]
    usi: String,
}

pub fn run(args: &Args, lang: Lang) -> Result<ExitCode, Failure> {
    let usi: UsiMove = args.usi.trim().parse().map_err(Failure::caused)?;
    let selected = args.selectors.select()?;
    let position = &selected.position;
    // A game that ended by the moves given is over; a bare position is taken as it stands.
    let over = !selected.moves.is_empty() && crate::show::ending(&selected).is_some();
    let refusal =
        if over { Some(IllegalMove::GameEnded) } else { position.explain_usi(&usi).err() };
    let mut out = io::stdout().lock();
    if args.json {
        let squares = |reason: &IllegalMove| -> Vec<String> {
            reason.squares().iter().map(ToString::to_string).collect()
        };
        let answer = serde_json::json!({
            "move": usi.to_string(),
            "legal": refusal.is_none(),
            "code": refusal.as_ref().map(IllegalMove::code),
            "en": refusal.as_ref().map(|reason| reason.say(Lang::En)),
            "ja": refusal.as_ref().map(|reason| reason.say(Lang::Ja)),
            "squares": refusal.as_ref().map(squares).unwrap_or_default(),
        });
        writeln!(out, "{answer}")?;
    } else {
        match &refusal {
            None => writeln!(out, "{usi}: {}", lang.pick("legal", "合法手"))?,
            Some(reason) => writeln!(out, "{}: {}", reason.code(), reason.say(lang))?,
        }
    }
    Ok(if refusal.is_none() { ExitCode::SUCCESS } else { ExitCode::from(CONTENT) })
}
