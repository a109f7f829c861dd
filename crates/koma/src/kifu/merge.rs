//! `koma kifu merge`: several records of one start become one tree.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use koma_kifu::{FileKind, Format, MergeError, Merged, Record, write};
use koma_text::Encoding;

use super::load::{self, Options};
use super::output;
use crate::failure::{CONTENT, Failure};
use crate::files;
use crate::say;

/// Merge records that start from the same position into one with variations
#[derive(clap::Args)]
#[command(
    after_help = "Two records of one game share headers and times. A record that leaves the main line keeps its\n\
    own: its headers become a comment there, its times stay with its own moves, and that is told.\n\
    Records of two games are refused with a list of what differs; `--force` takes them as lines."
)]
pub struct Args {
    /// Records; the first gives the main line
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The format to write [default: that of the output's name, else KIF]
    #[arg(long, value_parser = super::options::kind)]
    to: Option<FileKind>,
    /// Where to write [default: standard output]
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// Keep also a record of another game, its headers as a comment where it leaves the first
    #[arg(long)]
    force: bool,
    /// The encoding to write [default: what readers of the format expect]
    #[arg(long, value_parser = super::options::encoding)]
    encoding: Option<Encoding>,
    #[command(flatten)]
    options: Options,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut merged: Option<Record> = None;
    let mut has_errors = false;
    for path in load::list(&args.files)? {
        let loaded = load::load(&path, &args.options)?;
        has_errors |= loaded.reading.has_errors();
        files::show(&loaded.findings(), Some(&loaded.source));
        for record in loaded.reading.records {
            match &mut merged {
                None => merged = Some(record),
                Some(merged) => {
                    let told = merged.merge(&record, args.force).map_err(|error| {
                        let (name, why) = (path.display().to_string(), error.to_string());
                        Failure::content(match error {
                            MergeError::TwoGames(_) => say::merge_by_force(name, why),
                            _ => say::about(name, why),
                        })
                    })?;
                    tell(&path, told);
                }
            }
        }
    }
    let Some(merged) = merged else {
        return Err(Failure::content(say::nothing_to_merge()));
    };
    let by_name = args.output.as_ref().and_then(|path| path.extension()?.to_str());
    let kind = args.to.or(by_name.and_then(FileKind::named)).unwrap_or(Format::Kif.into());
    let written = write(&[merged], kind.format, &output::options(kind, args.encoding));
    match written.games {
        0 => has_errors = true,
        _ => output::put(args.output.as_deref(), &written)?,
    }
    load::tell_losses(&written.losses);
    Ok(if has_errors { ExitCode::from(CONTENT) } else { ExitCode::SUCCESS })
}

/// What does not stand where it stood.
fn tell(path: &Path, merged: Merged) {
    let path = path.display();
    let Merged { headers_moved, times_left_out, .. } = merged;
    if headers_moved > 0 {
        anstream::eprintln!("{path}: {headers_moved} headers are a comment where its line begins");
    }
    if times_left_out > 0 {
        anstream::eprintln!(
            "{path}: {times_left_out} times of moves both have are those of the first"
        );
    }
}
