//! `koma bench`: measurements that can be made with the program alone.

mod client;
mod kills;
mod load;
mod player;
mod report;
mod search;
mod serve;
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
    Serve(serve::Args),
    Search(search::Args),
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    match &args.what {
        What::Serve(args) => serve::run(args),
        What::Search(args) => search::run(args),
    }
}
