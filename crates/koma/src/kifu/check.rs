//! `koma kifu check`: everything that is odd about records.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use koma_kifu::KifFinding;
use koma_text::Finding;

use super::load::{self, Options};
use crate::failure::{Failure, worst};
use crate::files;
use crate::lang::Lang;
use crate::piece::progress;

/// Check records: format, encoding, every move
#[derive(clap::Args)]
#[command(
    after_help = "A move against the rules is an error, unless it ended the game as a foul (反則).\n\
    Exit code 0: no errors, 1: errors, 2: a file cannot be read."
)]
pub struct Args {
    /// Records, or folders of them
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print a JSON array of findings
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    options: Options,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let files = load::list(&args.files)?;
    let bar = progress::bar(files.len(), "checking");
    let (mut unreadable, mut errors, mut games) = (false, false, 0);
    let mut all: Vec<Finding> = Vec::new();
    let mut list = Vec::new();
    for path in &files {
        bar.inc(1);
        let mut loaded = match load::load(path, &args.options) {
            Ok(loaded) => loaded,
            Err(failure) => {
                failure.report();
                unreadable = true;
                continue;
            }
        };
        loaded.reading.blame_offences();
        games += loaded.reading.records.len();
        errors |= loaded.reading.has_errors();
        if args.json {
            let with_place =
                |remark| KifFinding::of(remark, Some(&loaded.source), crate::lang::chosen());
            list.extend(loaded.reading.remarks.iter().map(with_place));
        } else {
            let mut findings = loaded.findings();
            bar.suspend(|| files::show(&findings, Some(&loaded.source)));
            // Only the counts are needed from here on.
            findings.iter_mut().for_each(|finding| finding.message = "".into());
            all.extend(findings);
        }
    }
    bar.finish_and_clear();
    let mut out = io::stdout().lock();
    if args.json {
        serde_json::to_writer(&mut out, &list).map_err(io::Error::from)?;
        writeln!(out)?;
    } else {
        let lang = crate::lang::chosen();
        let summary = koma_text::summary(&all, lang);
        writeln!(out, "{}{}{summary}", games_in(games, files.len(), lang), lang.pick(": ", "："))?;
    }
    Ok(worst(unreadable, errors))
}

/// How many games there are in how many files.
pub fn games_in(games: usize, files: usize, lang: Lang) -> String {
    let count = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
    lang.pick(
        format!("{} in {}", count(games, "game"), count(files, "file")),
        format!("{files}ファイル・{games}局"),
    )
}
