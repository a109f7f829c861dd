//! `koma piece explain`: Betza notation in words.

use std::io::{self, Write as _};
use std::process::ExitCode;

use koma_book::diagram;
use koma_pieces::betza;
use koma_text::{Finding, Source};
use serde_json::json;

use super::options::Dialect;
use crate::failure::{CONTENT, Failure};
use crate::files;
use crate::lang::Lang;

/// Say Betza notation in words, English and Japanese
#[derive(clap::Args)]
#[command(after_help = "Exit code 0: understood, 1: the notation has errors.\n\n\
    Examples:\n  koma piece explain RmasR\n  koma piece explain KNADcaKmcabK --json")]
pub struct Args {
    /// The notation
    notation: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// How it is read
    #[arg(long, value_enum, default_value_t)]
    dialect: Dialect,
}

pub fn run(args: &Args, lang: Lang) -> Result<ExitCode, Failure> {
    let mut out = io::stdout().lock();
    let source = Source::new("<notation>", args.notation.clone());
    let (movement, findings) = betza::read(&args.notation, args.dialect.into());
    let broken = findings.iter().any(Finding::is_error);
    let words = betza::explain(&movement);
    let canonical = betza::canonical(&movement).ok();
    let shortest = betza::shortest(&movement).ok();
    if args.json {
        let answer = json!({
            "english": (!broken).then_some(&words.english),
            "japanese": (!broken).then_some(&words.japanese),
            "canonical": canonical.filter(|_| !broken),
            "shortest": shortest.filter(|_| !broken),
            "findings": koma_text::to_json(&findings, Some(&source), crate::lang::chosen()),
        });
        writeln!(out, "{answer}")?;
    } else {
        files::show(&findings, Some(&source));
        if !broken {
            let (first, second) =
                lang.pick((&words.english, &words.japanese), (&words.japanese, &words.english));
            writeln!(out, "{first}\n{second}")?;
            for (name, form) in [("canonical", canonical), ("shortest", shortest)] {
                if let Some(form) = form {
                    writeln!(out, "{name}: {form}")?;
                }
            }
            let picture = diagram::Diagram::of(&movement);
            write!(out, "\n{}", diagram::text::with_legend(&picture, "駒", lang))?;
        }
    }
    Ok(if broken { ExitCode::from(CONTENT) } else { ExitCode::SUCCESS })
}
