//! `koma db verify`: is everything there, and does it agree?

use std::process::ExitCode;

use koma_store::{Store, Verified};

use crate::failure::{CONTENT, Failure};
use crate::piece::progress;
use crate::{lang, say};

/// Read and replay every record, recompute every position, look for gaps in live games
#[derive(clap::Args)]
#[command(after_help = "Exit code 0: all is well, 1: something is wrong and was told, 2: misuse.")]
pub struct Args {
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub async fn run(args: &Args, store: &Store) -> Result<ExitCode, Failure> {
    let total = store.find_records(&Default::default(), &Default::default()).await;
    let total = total.map_err(Failure::caused)?.total;
    let bar = progress::bar(usize::try_from(total).unwrap_or(usize::MAX), "verifying");
    let verified = store.verify(&|done| bar.set_position(done)).await;
    let Verified { records, positions, games, events, faults } =
        verified.map_err(Failure::caused)?;
    bar.finish_and_clear();
    if args.json {
        let faults: Vec<_> = faults
            .iter()
            .map(|fault| serde_json::json!({ "code": fault.code, "message": fault.message }))
            .collect();
        let json = serde_json::json!({
            "records": records,
            "positions": positions,
            "games": games,
            "events": events,
            "faults": faults,
        });
        anstream::println!("{json:#}");
    } else {
        for fault in &faults {
            anstream::eprintln!("error[{}]: {}", fault.code, fault.message);
        }
        let told = say::verified(records, positions, games, events, faults.len());
        anstream::println!("{}", told.say(lang::chosen()));
    }
    Ok(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(CONTENT) })
}
