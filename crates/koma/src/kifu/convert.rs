//! `koma kifu convert`: records from any format to any other, whole folders at once.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use koma_kifu::{Format, WriteOptions, write};
use koma_text::{Encoding, Finding, Severity};

use super::load::{self, Options};
use crate::failure::{CONTENT, Failure, MISUSE};
use crate::files;
use crate::piece::progress;

/// Convert records to another format
#[derive(clap::Args)]
#[command(after_help = "One file goes to standard output or to -o FILE; several go to -o DIR.\n\
    What a format cannot hold is told on stderr.\n\
    Exit code 0: converted, 1: a record has errors or a game cannot be written, 2: misuse. Without\n\
    --keep-going, a record with errors stops the run.")]
pub struct Args {
    /// Records, or folders of them; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The format to write
    #[arg(long, value_parser = super::options::format)]
    to: Format,
    /// Where to write: a file, or a folder for several
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// The encoding to write [default: UTF-8]
    #[arg(long, value_parser = super::options::encoding)]
    encoding: Option<Encoding>,
    /// The version of the format to write (2.2 or 3.0 of CSA)
    #[arg(long)]
    to_version: Option<String>,
    /// Convert also what has errors, as far as it can be read, and go on after failures
    #[arg(long)]
    keep_going: bool,
    #[command(flatten)]
    options: Options,
}

/// What came of the files so far.
#[derive(Default)]
struct Summary {
    files: usize,
    games: usize,
    findings: [usize; 3],
    losses: BTreeMap<&'static str, usize>,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let files = load::list(&args.files)?;
    let is_folder = args.output.as_ref().is_some_and(|path| path.is_dir())
        || args.files.len() > 1
        || args.files.iter().any(|path| path.is_dir());
    let jobs = plan(args, &files, is_folder)?;
    let bar = progress::bar(jobs.len(), "converting");
    let summary = Mutex::new(Summary::default());
    let (next, is_stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (has_errors, has_failed) = (AtomicBool::new(false), AtomicBool::new(false));
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(jobs.len());
    let work = || {
        // Files of a folder come one after the other: each thread makes it once.
        let mut made = PathBuf::new();
        while let Some((input, output)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            if is_stopped.load(Ordering::Relaxed) {
                break;
            }
            match convert(args, input, output.as_deref(), is_folder, &summary, &bar, &mut made) {
                Ok(true) => {}
                Ok(false) => {
                    has_errors.store(true, Ordering::Relaxed);
                    is_stopped.fetch_or(!args.keep_going, Ordering::Relaxed);
                }
                Err(failure) => {
                    bar.suspend(|| failure.report());
                    has_failed.store(true, Ordering::Relaxed);
                    is_stopped.fetch_or(!args.keep_going, Ordering::Relaxed);
                }
            }
            bar.inc(1);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    bar.finish_and_clear();
    let summary = summary.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    if is_folder {
        tell(&summary);
    }
    Ok(match (has_failed.into_inner(), has_errors.into_inner()) {
        (true, _) => ExitCode::from(MISUSE),
        (false, true) => ExitCode::from(CONTENT),
        (false, false) => ExitCode::SUCCESS,
    })
}

/// Each input with its output. Folders keep their shape; two inputs never go to one output.
fn plan(
    args: &Args,
    files: &[PathBuf],
    is_folder: bool,
) -> Result<Vec<(PathBuf, Option<PathBuf>)>, Failure> {
    let Some(output) = args.output.as_ref().filter(|_| is_folder) else {
        if is_folder {
            return Err(Failure::misuse("several records need a folder to go to: -o DIR"));
        }
        return Ok(files.iter().map(|file| (file.clone(), args.output.clone())).collect());
    };
    let mut taken = std::collections::HashSet::new();
    let mut jobs = Vec::with_capacity(files.len());
    for file in files {
        let within = args.files.iter().filter(|path| path.is_dir());
        let relative = within.filter_map(|folder| file.strip_prefix(folder).ok()).next();
        let relative = relative.or(file.file_name().map(Path::new)).unwrap_or(file);
        let mut target = output.join(relative).with_extension(args.to.name());
        let mut number = 2;
        while !taken.insert(target.clone()) {
            let stem = relative.file_stem().unwrap_or_default().to_string_lossy();
            target =
                output.join(relative).with_file_name(format!("{stem}-{number}.{}", args.to.name()));
            number += 1;
        }
        jobs.push((file.clone(), Some(target)));
    }
    Ok(jobs)
}

/// Converts one file; `false` if it has errors, or games that the format cannot hold.
fn convert(
    args: &Args,
    input: &Path,
    output: Option<&Path>,
    is_folder: bool,
    summary: &Mutex<Summary>,
    bar: &indicatif::ProgressBar,
    made: &mut PathBuf,
) -> Result<bool, Failure> {
    let loaded = load::load(input, &args.options)?;
    let findings = loaded.findings();
    let is_good = !loaded.reading.has_errors() && !loaded.reading.records.is_empty();
    if !is_folder || !is_good {
        bar.suspend(|| files::show(&findings, Some(&loaded.source)));
    }
    let mut games = 0;
    let mut losses = Vec::new();
    if is_good || args.keep_going && !loaded.reading.records.is_empty() {
        let options = WriteOptions {
            encoding: args.encoding.unwrap_or(Encoding::Utf8),
            version: args.to_version.clone(),
        };
        let written = write(&loaded.reading.records, args.to, &options);
        let bytes = written.bytes();
        games = written.games;
        match output {
            // An empty file would look like a record.
            _ if games == 0 => {}
            Some(path) => {
                let folder = path.parent().filter(|folder| is_folder && *folder != *made);
                if let Some(folder) = folder {
                    let cannot = |e: io::Error| {
                        Failure::misuse(format!("cannot make {}: {e}", folder.display()))
                    };
                    std::fs::create_dir_all(folder).map_err(cannot)?;
                    *made = folder.to_path_buf();
                }
                files::write(path, &bytes)?;
            }
            None => {
                let mut out = io::stdout().lock();
                out.write_all(&bytes)?;
                out.flush()?;
            }
        }
        losses = written.losses;
        if !is_folder {
            load::tell_losses(&losses);
        }
    }
    let lost = losses.iter().filter(|loss| loss.is_a_game()).map(|loss| loss.count).sum::<usize>();
    if is_folder && lost > 0 {
        let message = format!("{}: {lost} games are not written", input.display());
        bar.suspend(|| files::show(&[Finding::error("game-lost", message)], None));
    }
    let mut summary = summary.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    summary.files += usize::from(games > 0);
    summary.games += games;
    for Finding { severity, .. } in &findings {
        summary.findings[*severity as usize] += 1;
    }
    for loss in &losses {
        *summary.losses.entry(loss.code).or_default() += loss.count;
    }
    summary.findings[Severity::Error as usize] += usize::from(lost > 0);
    Ok(is_good && lost == 0)
}

fn tell(summary: &Summary) {
    let Summary { files, games, findings, losses } = summary;
    let errors = findings[Severity::Error as usize];
    let warnings = findings[Severity::Warning as usize];
    anstream::eprintln!(
        "{files} files, {games} games written: {errors} errors, {warnings} warnings, {} losses",
        losses.values().sum::<usize>()
    );
    for (code, count) in losses {
        anstream::eprintln!("  lost[{code}]: {count}");
    }
}
