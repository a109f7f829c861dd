//! `koma db import`: files, folders and archives of records into the database.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use koma_kifu::{Format, ReadOptions};
use koma_store::{Fate, Report, Store};
use koma_text::{Encoding, Finding, Source};

use super::sources::{self, Sources};
use crate::failure::{CONTENT, Failure};
use crate::files;
use crate::piece::progress;
use crate::{lang, say};

/// Import records: files, folders, and .zip, .tar, .tar.gz of them
#[derive(clap::Args)]
#[command(
    after_help = "Files that are in already are skipped, so an import that was stopped goes on where\n\
    it was. A game that is in already, in whatever format, is not stored twice.\n\
    Records with errors are stored as far as they can be read, and told about.\n\
    Exit code 0: all read, 1: some have errors, 2: misuse."
)]
pub struct Args {
    /// Records, folders, archives
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// The format, instead of looking at the content
    #[arg(long, value_parser = crate::kifu::options::format)]
    format: Option<Format>,
    /// The encoding of the input, instead of looking at the bytes
    #[arg(long, value_parser = crate::kifu::options::encoding)]
    from_encoding: Option<Encoding>,
    /// Show warnings too, not only errors
    #[arg(long)]
    warnings: bool,
}

/// Findings shown for one file; the rest is counted.
const MOST_SHOWN: usize = 10;

pub async fn run(args: &Args, store: &Store) -> Result<ExitCode, Failure> {
    let began = Instant::now();
    let paths = sources::list(&args.paths)?;
    let bar = progress::bar(paths.len(), "importing");
    let options =
        ReadOptions { format: args.format, encoding: args.from_encoding, ..ReadOptions::default() };
    let [read, known, bad] = [const { AtomicUsize::new(0) }; 3];
    let tell = |report: Report| {
        let is_bad = show(&report, args.warnings, &bar);
        bad.fetch_add(usize::from(is_bad), Relaxed);
        match report.fate {
            Fate::Read(_) => &read,
            Fate::Known => &known,
            Fate::Unreadable(_) => return,
        }
        .fetch_add(1, Relaxed);
    };
    let files = Sources::new(paths).inspect(|_| bar.inc(1));
    let imported = store.take_in(files, &options, &tell).await.map_err(Failure::caused)?;
    bar.finish_and_clear();
    let seconds = began.elapsed().as_secs_f64();
    let (read, known, bad) = (read.into_inner(), known.into_inner(), bad.into_inner());
    let speed = (imported.added + imported.duplicates) as f64 / seconds.max(0.001);
    lang::tell(&say::imported(
        read,
        known,
        bad,
        imported.added,
        imported.duplicates,
        format!("{seconds:.1}"),
        format!("{speed:.0}"),
    ));
    Ok(if bad > 0 { ExitCode::from(CONTENT) } else { ExitCode::SUCCESS })
}

/// Shows what is odd about a file; says whether it has errors.
fn show(report: &Report, warnings: bool, bar: &indicatif::ProgressBar) -> bool {
    let Report { name, text, remarks, fate } = report;
    if let Fate::Unreadable(why) = fate {
        let finding = say::unreadable_file(name, why.to_string());
        bar.suspend(|| files::show(&[finding], None));
        return true;
    }
    let findings = || remarks.iter().map(|remark| &remark.finding);
    let is_bad = findings().any(Finding::is_error);
    let shown: Vec<Finding> =
        findings().filter(|finding| warnings || finding.is_error()).cloned().collect();
    if !shown.is_empty() {
        let source = Source::new(name.clone(), text.clone());
        let few = &shown[..shown.len().min(MOST_SHOWN)];
        bar.suspend(|| {
            files::show(few, Some(&source));
            if shown.len() > few.len() {
                lang::tell(&say::and_more(name, shown.len() - few.len()));
            }
        });
    }
    is_bad
}
