//! `koma piece check`: everything that is wrong with piece files.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use koma_pieces::check::{self, Options};
use koma_text::{Finding, FindingJson, Source};

use super::options::Template;
use super::progress;
use crate::failure::{Failure, MISUSE, worst};
use crate::files;
use crate::lang::Lang;

/// Check piece files, each for itself and all together
#[derive(clap::Args)]
#[command(after_help = "Exit code 0: no errors, 1: errors, 2: a file cannot be read.\n\
    docs/findings.md explains every code.\n\n\
    Examples:\n  \
    koma piece check pieces/*.yaml\n  \
    koma piece check --strict --json taikyoku_a.yaml taikyoku_b.yaml\n  \
    koma piece check --external-ids part.yaml      promotion targets may lie elsewhere\n  \
    koma piece check --markdown pieces/*.yaml > report.md")]
pub struct Args {
    /// Piece files (YAML); `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Warnings are errors
    #[arg(long)]
    strict: bool,
    /// Print a JSON array of findings
    #[arg(long)]
    json: bool,
    /// Print a report in Markdown
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
    /// Promotion targets may lie in files not given, and ids need not ascend
    #[arg(long)]
    external_ids: bool,
    /// How is_ranged is decided [default: as most pieces of the file have it]
    #[arg(long, value_enum)]
    template: Option<Template>,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut out = io::stdout().lock();
    let mut sources = Vec::new();
    let mut decoding = Vec::new();
    let mut unreadable = false;
    let bar = progress::bar(args.files.len(), "reading");
    for path in &args.files {
        match files::read(path) {
            Ok((source, findings)) => {
                sources.push(source);
                decoding.push(findings);
            }
            Err(failure) => {
                failure.report();
                unreadable = true;
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    if sources.is_empty() {
        return Ok(ExitCode::from(MISUSE));
    }
    let options = Options {
        external_ids: args.external_ids,
        strict: args.strict,
        template: args.template.map(Into::into),
    };
    let mut checked = check::check_files(&sources, &options);
    for (checked, findings) in checked.iter_mut().zip(decoding) {
        checked.findings.splice(0..0, findings);
    }
    let errors = checked.iter().flat_map(|c| &c.findings).any(Finding::is_error);
    if args.json {
        let list: Vec<FindingJson> = sources
            .iter()
            .zip(&checked)
            .flat_map(|(source, c)| {
                c.findings.iter().map(|f| FindingJson::new(f, Some(source), crate::lang::chosen()))
            })
            .collect();
        writeln!(out, "{}", serde_json::to_string(&list).unwrap_or_default())?;
    } else if args.markdown {
        write!(out, "{}", check::report(&sources, &checked, crate::lang::chosen()))?;
    } else {
        show(&sources, &checked);
        let pieces: usize = checked.iter().map(|c| c.file.pieces.len()).sum();
        let all = checked.iter().flat_map(|c| &c.findings);
        let lang = crate::lang::chosen();
        let summary = koma_text::summary(all, lang);
        let count = sources.len();
        let checked = match lang {
            Lang::Ja => format!("ファイル{count}個、駒{pieces}種: {summary}"),
            Lang::En => {
                let (s, files) = (plural(pieces), plural(count));
                format!("{pieces} piece{s} in {count} file{files}: {summary}")
            }
        };
        writeln!(out, "{checked}")?;
    }
    Ok(worst(unreadable, errors))
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

fn show(sources: &[Source], checked: &[check::Checked]) {
    for (source, checked) in sources.iter().zip(checked) {
        files::show(&checked.findings, Some(source));
    }
}
