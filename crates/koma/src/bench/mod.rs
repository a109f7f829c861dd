//! `koma bench`: measurements that can be made with the program alone.

#[cfg(feature = "serve")]
mod analysts;
#[cfg(feature = "serve")]
mod attack;
#[cfg(feature = "serve")]
mod client;
#[cfg(feature = "serve")]
mod kills;
#[cfg(feature = "serve")]
mod load;
#[cfg(feature = "serve")]
mod player;
#[cfg(feature = "serve")]
mod report;
mod search;
#[cfg(feature = "serve")]
mod serve;
#[cfg(feature = "serve")]
mod server;

use std::process::ExitCode;

use crate::failure::Failure;

/// Measure how fast and how reliable this program is here
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    #[cfg(feature = "serve")]
    Serve(serve::Args),
    #[cfg(feature = "serve")]
    Attack(attack::Args),
    Search(search::Args),
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    match &args.what {
        #[cfg(feature = "serve")]
        What::Serve(args) => told(serve::measure(args)),
        #[cfg(feature = "serve")]
        What::Attack(args) => told(attack::measure(args)),
        What::Search(args) => search::run(args),
    }
}

/// Measures and tells. What the server or the network refuses is a failure of the trial, no misuse.
#[cfg(feature = "serve")]
fn told(
    measure: impl Future<Output = anyhow::Result<report::Report>>,
) -> Result<ExitCode, Failure> {
    crate::serve::raise_open_files();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let report =
        runtime.block_on(measure).map_err(|error| Failure::content(format!("{error:#}")))?;
    report.finish();
    Ok(if report.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
