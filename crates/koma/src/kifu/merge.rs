//! `koma kifu merge`: several records of one start become one tree.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use koma_kifu::{Format, Record, WriteOptions, write};
use koma_text::Encoding;

use super::load::{self, Options};
use crate::failure::{CONTENT, Failure};
use crate::files;

/// Merge records that start from the same position into one with variations
#[derive(clap::Args)]
pub struct Args {
    /// Records; the first gives the main line
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The format to write [default: that of the output's name, else KIF]
    #[arg(long, value_parser = super::options::format)]
    to: Option<Format>,
    /// Where to write [default: standard output]
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// The encoding to write [default: UTF-8]
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
                    merged.merge(&record).map_err(|error| {
                        Failure::content(format!("{}: {error}", path.display()))
                    })?;
                }
            }
        }
    }
    let Some(merged) = merged else {
        return Err(Failure::content("there is no record to merge"));
    };
    let by_name = args.output.as_ref().and_then(|path| path.extension()?.to_str());
    let format = args.to.or(by_name.and_then(Format::named)).unwrap_or(Format::Kif);
    let options = WriteOptions { encoding: args.encoding.unwrap_or(Encoding::Utf8), version: None };
    let written = write(&[merged], format, &options);
    match &args.output {
        _ if written.games == 0 => has_errors = true,
        Some(path) => files::write(path, &written.bytes())?,
        None => {
            let mut out = io::stdout().lock();
            out.write_all(&written.bytes())?;
            out.flush()?;
        }
    }
    load::tell_losses(&written.losses);
    Ok(if has_errors { ExitCode::from(CONTENT) } else { ExitCode::SUCCESS })
}
