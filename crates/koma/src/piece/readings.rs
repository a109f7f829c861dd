//! `koma piece readings`: what sources dispute about taikyoku.

use std::io::{self, Write as _};
use std::process::ExitCode;

use koma_pieces::{taikyoku, yaml};
use serde_json::json;

use crate::failure::Failure;

/// List the disputed moves of taikyoku, by name
#[derive(clap::Args)]
#[command(
    after_help = "The names are for `koma piece show --reading NAME`: a reading, a set of them, or a source.\n\n\
    Examples:\n  koma piece readings\n  \
    koma piece show \"Right general\" --reading eight-step-generals"
)]
pub struct Args {
    /// Print a JSON array
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut out = io::stdout().lock();
    if args.json {
        let list: Vec<_> = taikyoku::readings()
            .iter()
            .map(|r| {
                json!({
                    "name": r.name, "piece": r.piece, "sources": r.sources, "open": r.open,
                    "movement": yaml::movement_to_json(&r.movement),
                })
            })
            .collect();
        writeln!(out, "{}", serde_json::Value::Array(list))?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "Sets:")?;
    for set in taikyoku::sets() {
        writeln!(out, "  {:<24} {}", set.name, set.meaning)?;
    }
    writeln!(out, "\nReadings (* an open question):")?;
    for reading in taikyoku::readings() {
        let open = if reading.open { "*" } else { " " };
        let words = yaml::describe(&reading.movement);
        writeln!(out, "{open} {:<28} {words}", reading.name)?;
    }
    Ok(ExitCode::SUCCESS)
}
