//! `koma kifu convert`: records from any format to any other, whole folders at once.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use koma_kifu::{FileKind, Format, Loss, Record, WriteOptions, write};
use koma_text::{Encoding, Finding, Severity};

use super::edit::Edits;
use super::line::Choice;
use super::load::{self, Options};
use super::output;
use crate::failure::{Failure, worst};
use crate::files;
use crate::piece::progress;
use crate::{lang, say};

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
    /// The format to write; kif and ki2 are Shift_JIS with CRLF, kifu and ki2u the same in UTF-8
    #[arg(long, value_parser = super::options::kind)]
    to: FileKind,
    #[command(flatten)]
    target: Target,
    #[command(flatten)]
    line: Choice,
    #[command(flatten)]
    options: Options,
}

/// Where records go, and how.
#[derive(clap::Args)]
pub struct Target {
    /// Where to write: a file, or a folder for several
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// The encoding to write [default: what readers of the format expect]
    #[arg(long, value_parser = super::options::encoding)]
    encoding: Option<Encoding>,
    /// The version of the format to write (2.2 or 3.0 of CSA)
    #[arg(long)]
    to_version: Option<String>,
    /// Convert also what has errors, as far as it can be read, and go on after failures
    #[arg(long)]
    keep_going: bool,
    /// Write also over a file that is read
    #[arg(long)]
    force: bool,
}

/// What is asked for.
pub struct Run<'a> {
    pub files: &'a [PathBuf],
    /// The kind to write; without, that of each file's name.
    pub to: Option<FileKind>,
    pub target: &'a Target,
    pub line: &'a Choice,
    pub options: &'a Options,
    pub edits: Edits,
}

/// What came of the files so far.
#[derive(Default)]
struct Summary {
    files: usize,
    games: usize,
    findings: [usize; 3],
    losses: BTreeMap<&'static str, usize>,
}

/// A file to read, and where it goes.
struct Job {
    input: PathBuf,
    kind: FileKind,
    output: Option<PathBuf>,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let Args { files, to, target, line, options } = args;
    go(&Run { files, to: Some(*to), target, line, options, edits: Edits::default() })
}

/// Reads, changes and writes.
pub fn go(run: &Run<'_>) -> Result<ExitCode, Failure> {
    let files = load::list(run.files)?;
    let is_folder = run.target.output.as_ref().is_some_and(|path| path.is_dir())
        || run.files.len() > 1
        || run.files.iter().any(|path| path.is_dir());
    let jobs = plan(run, &files, is_folder)?;
    let work = Work {
        run,
        is_folder,
        inputs: files.iter().filter_map(|path| path.canonicalize().ok()).collect(),
        taken: Mutex::default(),
        summary: Mutex::default(),
        bar: progress::bar(jobs.len(), "converting"),
    };
    let (next, is_stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (has_errors, has_failed) = (AtomicBool::new(false), AtomicBool::new(false));
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(jobs.len());
    let all = || {
        // Files of a folder come one after the other: each thread makes it once.
        let mut made = PathBuf::new();
        while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            if is_stopped.load(Ordering::Relaxed) {
                break;
            }
            let failed = match work.convert(job, &mut made) {
                Ok(true) => None,
                Ok(false) => Some(&has_errors),
                Err(failure) => {
                    work.bar.suspend(|| failure.report());
                    Some(&has_failed)
                }
            };
            if let Some(failed) = failed {
                failed.store(true, Ordering::Relaxed);
                is_stopped.fetch_or(!run.target.keep_going, Ordering::Relaxed);
            }
            work.bar.inc(1);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(all);
        }
        all();
    });
    work.bar.finish_and_clear();
    let summary = work.summary.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    if is_folder {
        tell(&summary);
    }
    Ok(worst(has_failed.into_inner(), has_errors.into_inner()))
}

/// Each input with its output. Folders keep their shape; two inputs never go to one output.
fn plan(run: &Run<'_>, files: &[PathBuf], is_folder: bool) -> Result<Vec<Job>, Failure> {
    let kind_of = |path: &Path| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        let by_name = || extension.and_then(FileKind::named).unwrap_or(Format::Kif.into());
        run.to.unwrap_or_else(by_name)
    };
    let target = run.target.output.as_ref();
    let Some(output) = target.filter(|_| is_folder) else {
        if is_folder {
            return Err(Failure::misuse(say::several_need_folder()));
        }
        let job = |file: &PathBuf| {
            let by_target = target.filter(|_| run.to.is_none()).map(|path| kind_of(path));
            let kind = by_target.unwrap_or_else(|| kind_of(file));
            Job { input: file.clone(), kind, output: target.cloned() }
        };
        return Ok(files.iter().map(job).collect());
    };
    let mut taken = HashSet::new();
    let mut jobs = Vec::with_capacity(files.len());
    for file in files {
        let within = run.files.iter().filter(|path| path.is_dir());
        let relative = within.filter_map(|folder| file.strip_prefix(folder).ok()).next();
        let relative = relative.or(file.file_name().map(Path::new)).unwrap_or(file);
        let kind = kind_of(file);
        let target = free(output.join(relative).with_extension(kind.extension), &mut taken);
        jobs.push(Job { input: file.clone(), kind, output: Some(target) });
    }
    Ok(jobs)
}

/// A path that nobody else has: with a number behind its name if need be.
fn free(path: PathBuf, taken: &mut HashSet<PathBuf>) -> PathBuf {
    let mut target = path.clone();
    let mut number = 2;
    while !taken.insert(target.clone()) {
        target = numbered(&path, number);
        number += 1;
    }
    target
}

/// `game-2.kif`.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{number}.{extension}"))
}

/// What all threads share.
struct Work<'a> {
    run: &'a Run<'a>,
    is_folder: bool,
    /// The files that are read, in full.
    inputs: HashSet<PathBuf>,
    /// The names given so far, where they follow from the records.
    taken: Mutex<HashSet<PathBuf>>,
    summary: Mutex<Summary>,
    bar: indicatif::ProgressBar,
}

impl Work<'_> {
    /// Converts one file; `false` if it has errors, or games that the format cannot hold.
    fn convert(&self, job: &Job, made: &mut PathBuf) -> Result<bool, Failure> {
        let mut loaded = load::load(&job.input, self.run.options)?;
        let findings = loaded.findings();
        let is_good = !loaded.reading.has_errors() && !loaded.reading.records.is_empty();
        if !self.is_folder || !is_good {
            self.bar.suspend(|| files::show(&findings, Some(&loaded.source)));
        }
        let (mut files, mut games) = (0, 0);
        let mut losses: Vec<Loss> = Vec::new();
        if is_good || self.run.target.keep_going && !loaded.reading.records.is_empty() {
            self.run.line.apply(&mut loaded)?;
            let mut records = std::mem::take(&mut loaded.reading.records);
            records.iter_mut().for_each(|record| self.run.edits.apply(record));
            // Of a format that holds one game there is a file for each.
            let holds_one =
                !matches!(job.kind.format, Format::Csa | Format::Usi | Format::Json | Format::Psn);
            let is_apart = self.is_folder && holds_one && records.len() > 1;
            let parts: Vec<&[Record]> =
                if is_apart { records.chunks(1).collect() } else { vec![&records] };
            for (at, part) in parts.into_iter().enumerate() {
                let target = job.output.as_deref();
                let target = match (target, is_apart) {
                    (Some(path), true) => Some(numbered(path, at + 1)),
                    (target, _) => target.map(Path::to_path_buf),
                };
                let written = self.write(job, part, target, made)?;
                files += usize::from(written.0 > 0);
                games += written.0;
                losses.extend(written.1);
            }
            if !self.is_folder {
                load::tell_losses(&losses);
            }
        }
        let lost =
            losses.iter().filter(|loss| loss.is_a_game()).map(|loss| loss.count).sum::<usize>();
        if self.is_folder && lost > 0 {
            let finding = say::games_not_written(job.input.display().to_string(), lost);
            self.bar.suspend(|| files::show(&[finding], None));
        }
        let mut summary = self.summary.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        summary.files += files;
        summary.games += games;
        for Finding { severity, .. } in &findings {
            summary.findings[*severity as usize] += 1;
        }
        for loss in &losses {
            *summary.losses.entry(loss.code()).or_default() += loss.count;
        }
        summary.findings[Severity::Error as usize] += usize::from(lost > 0);
        Ok(is_good && lost == 0)
    }

    /// Writes a file; gives how many games are in it, and what it could not hold.
    fn write(
        &self,
        job: &Job,
        records: &[Record],
        target: Option<PathBuf>,
        made: &mut PathBuf,
    ) -> Result<(usize, Vec<Loss>), Failure> {
        let Target { encoding, to_version, force, .. } = self.run.target;
        let options =
            WriteOptions { version: to_version.clone(), ..output::options(job.kind, *encoding) };
        let written = write(records, job.kind.format, &options);
        // An empty file would look like a record.
        if written.games == 0 {
            return Ok((0, written.losses));
        }
        let target = match (target, self.run.edits.name(records)) {
            (Some(path), Some(name)) if self.is_folder => {
                let path = path.with_file_name(format!("{name}.{}", job.kind.extension));
                let mut taken =
                    self.taken.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                Some(free(path, &mut taken))
            }
            (target, _) => target,
        };
        if let Some(path) = &target {
            let is_input = path.canonicalize().is_ok_and(|path| self.inputs.contains(&path));
            if is_input && !force {
                let path = path.display().to_string();
                return Err(Failure::misuse(say::would_be_written_over(path)));
            }
        }
        let folder = target.as_deref().and_then(Path::parent);
        if let Some(folder) = folder.filter(|&folder| self.is_folder && folder != made) {
            files::make_folder(folder)?;
            *made = folder.to_path_buf();
        }
        output::put(target.as_deref(), &written)?;
        Ok((written.games, written.losses))
    }
}

fn tell(summary: &Summary) {
    let Summary { files, games, findings, losses } = summary;
    let errors = findings[Severity::Error as usize];
    let warnings = findings[Severity::Warning as usize];
    let lost = losses.values().sum::<usize>();
    lang::tell(&say::converted(*files, *games, errors, warnings, lost));
    for (code, count) in losses {
        anstream::eprintln!("  lost[{code}]: {count}");
    }
}
