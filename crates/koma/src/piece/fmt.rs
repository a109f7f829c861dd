//! `koma piece fmt`: piece files in the one form.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use koma_pieces::yaml;
use koma_text::Finding;

use super::options::Style;
use super::progress;
use crate::failure::{CONTENT, Failure, MISUSE};
use crate::files;
use crate::say;

/// Bring piece files into the one form: order, quotes, style
#[derive(clap::Args)]
#[command(
    after_help = "Repairs what YAML 1.1 spoils (direction: N read as false) and what editors scatter. A file with\n\
    other errors is left as it is. Without --fix or --check the result of one file goes to standard\n\
    output. Exit code 0: well formed now, 1: errors, or with --check something would change.\n\n\
    Examples:\n  \
    koma piece fmt --fix pieces/*.yaml\n  \
    koma piece fmt --check pieces/*.yaml          for continuous integration\n  \
    koma piece fmt --style block one.yaml > other.yaml"
)]
pub struct Args {
    /// Piece files (YAML); `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Rewrite the files
    #[arg(long, conflicts_with = "check")]
    fix: bool,
    /// Only say which files would change
    #[arg(long)]
    check: bool,
    /// How steps are laid out
    #[arg(long, value_enum, default_value_t)]
    style: Style,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let stdin = args.files.iter().any(|path| path.as_os_str() == "-");
    if args.fix && stdin {
        return Err(Failure::misuse(say::fix_needs_file()));
    }
    if !args.fix && !args.check && args.files.len() > 1 {
        return Err(Failure::misuse(say::several_need_fix()));
    }
    let mut out = io::stdout().lock();
    let mut worst = 0;
    let bar = progress::bar(args.files.len(), "formatting");
    for path in &args.files {
        bar.inc(1);
        let (source, decoding) = match files::read(path) {
            Ok(read) => read,
            Err(failure) => {
                failure.report();
                worst = MISUSE;
                continue;
            }
        };
        let (text, mut findings) = yaml::fmt(&source, args.style.into());
        findings.splice(0..0, decoding);
        files::show(&findings, Some(&source));
        if findings.iter().any(Finding::is_error) {
            worst = worst.max(CONTENT);
            continue;
        }
        let changed = text != source.text();
        if args.check {
            if changed {
                writeln!(out, "{} would change", source.name())?;
                worst = worst.max(CONTENT);
            }
        } else if args.fix {
            if changed {
                files::write(path, text.as_bytes())?;
                writeln!(out, "{} formatted", source.name())?;
            }
        } else {
            out.write_all(text.as_bytes())?;
        }
    }
    bar.finish_and_clear();
    Ok(ExitCode::from(worst))
}
