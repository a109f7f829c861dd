//! `koma perft`: count the move sequences of a given length.

use std::io::{self, Write as _};
use std::process::ExitCode;

use koma_rules::Position;

use crate::failure::Failure;
use crate::select::Selectors;

/// Count the sequences of legal moves of a given length
#[derive(clap::Args)]
#[command(
    after_help = "What is counted is what `koma legal` lists. The last line is `nodes N`.\n\nExamples:\n  \
    koma perft 5\n  \
    koma perft --variant minishogi --divide 3\n  \
    koma perft --sfen \"R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1\" 2"
)]
pub struct Args {
    #[command(flatten)]
    selectors: Selectors,
    /// Also print the count below each first move
    #[arg(long)]
    divide: bool,
    /// Count every path of a move of several legs, not the move once
    #[arg(long)]
    listed: bool,
    /// Count moves to the same position once
    #[arg(long, conflicts_with = "listed")]
    outcomes: bool,
    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
    /// Number of plies
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(0..=100))]
    depth: u32,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let position = args.selectors.select()?.position;
    let count = |position: &Position, depth| {
        if args.listed {
            position.clone().perft_listed(depth)
        } else if args.outcomes {
            position.perft_outcomes(depth)
        } else {
            position.perft(depth)
        }
    };
    let mut divided: Vec<(String, u64)> = Vec::new();
    let nodes = if args.divide && args.depth > 0 {
        if args.listed || args.outcomes {
            let mut seen: Vec<Position> = Vec::new();
            let moves = if args.listed { position.listed_moves() } else { position.legal_moves() };
            for mv in moves {
                let mut after = position.clone();
                let _ = after.play_unchecked(mv);
                if args.outcomes {
                    if seen.contains(&after) {
                        continue;
                    }
                    seen.push(after.clone());
                }
                divided.push((position.usi(mv).to_string(), count(&after, args.depth - 1)));
            }
            divided.sort();
        } else {
            let counts = position.divide(args.depth).into_iter();
            divided.extend(counts.map(|(mv, nodes)| (position.usi(mv).to_string(), nodes)));
        }
        divided.iter().map(|(_, nodes)| nodes).sum()
    } else {
        count(&position, args.depth)
    };
    let mut out = io::stdout().lock();
    if args.json {
        let mut answer = serde_json::json!({ "depth": args.depth, "nodes": nodes });
        if args.divide {
            let counts = divided.into_iter().map(|(usi, nodes)| (usi, nodes.into()));
            answer["divide"] = serde_json::Value::Object(counts.collect());
        }
        writeln!(out, "{answer}")?;
    } else {
        for (usi, nodes) in divided {
            writeln!(out, "{usi} {nodes}")?;
        }
        writeln!(out, "nodes {nodes}")?;
    }
    Ok(ExitCode::SUCCESS)
}
