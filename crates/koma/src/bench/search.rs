//! `koma bench search`: the signature of the search, and how fast it looks at positions.

use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::Instant;

use koma_rules::Ruleset;
use koma_search::bench;

use crate::failure::Failure;

/// Search the start position of every game and print how many positions were looked at
///
/// The sum is the signature of the search: it is the same on every machine, and changes when the
/// search does.
#[derive(clap::Args)]
pub struct Args {
    /// Only these games
    #[arg(value_name = "VARIANT")]
    variants: Vec<String>,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut out = io::stdout().lock();
    let mut rows = Vec::new();
    let wanted = |slug: &str| args.variants.is_empty() || args.variants.iter().any(|v| v == slug);
    for variant in koma_variants::catalogue().iter().filter(|variant| wanted(&variant.slug)) {
        let Ok(rules) = Ruleset::compile(variant) else { continue };
        let begun = Instant::now();
        let row = bench::run(&rules);
        let speed = row.nodes as f64 / begun.elapsed().as_secs_f64() / 1e3;
        writeln!(
            out,
            "{:<14} depth {:>2}  {:>9} nodes  {speed:>7.0} k/s",
            row.slug, row.depth, row.nodes
        )?;
        rows.push(row);
    }
    writeln!(out, "signature {}", bench::signature(&rows))?;
    Ok(ExitCode::SUCCESS)
}
