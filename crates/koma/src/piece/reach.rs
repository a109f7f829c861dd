//! `koma piece reach`: which squares notation reaches, as JSON lines.

use std::io::{self, Write as _};
use std::process::ExitCode;

use koma_pieces::reach::json::answer;
use serde_json::json;

use super::options::Dialect;
use crate::failure::{CONTENT, Failure};
use crate::files::{self, Line};

/// Answer questions about reach, one JSON object a line
#[derive(clap::Args)]
#[command(
    after_help = "A question: {\"betza\": \"WfF\", \"board\": [15, 15], \"at\": [7, 7], \"own\": [], \"enemy\": [[0, 1]],\n\
    \"virgin\": true}; all but betza may be absent. Squares are [right, forward], own and enemy counted\n\
    from the piece. The answer has quiet, capture and multi, or error; exit code 1 if one is an error.\n\n\
    Example:\n  echo '{\"betza\": \"RmasR\"}' | koma piece reach -"
)]
pub struct Args {
    /// `-` for standard input, or one question
    #[arg(default_value = "-")]
    question: String,
    /// How Betza is read
    #[arg(long, value_enum, default_value_t)]
    dialect: Dialect,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut errors = false;
    let mut tell = |value: serde_json::Value| {
        errors |= value.get("error").is_some();
        writeln!(out, "{value}")
    };
    if args.question == "-" {
        let mut input = io::stdin().lock();
        while let Some(line) = files::next_line(&mut input)? {
            let Line::Bytes(line) = line else {
                tell(json!({ "error": "the line has more than a million bytes" }))?;
                continue;
            };
            match str::from_utf8(&line) {
                Ok(text) if text.trim().is_empty() => {}
                Ok(text) => tell(answer(text, args.dialect.into()))?,
                Err(_) => tell(json!({ "error": "the line is not UTF-8" }))?,
            }
        }
    } else {
        tell(answer(&args.question, args.dialect.into()))?;
    }
    out.flush()?;
    Ok(if errors { ExitCode::from(CONTENT) } else { ExitCode::SUCCESS })
}
