//! Reading records, and finding them in folders.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use koma_kifu::{Format, Loss, ReadOptions, Reading, read};
use koma_rules::Ruleset;
use koma_text::{Encoding, Finding, Phrase, Source};

use crate::failure::Failure;
use crate::say;
use crate::{files, lang};

/// How files are read.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// The format, instead of looking at the content
    #[arg(long, value_parser = super::options::format)]
    pub format: Option<Format>,
    /// The encoding of the input, instead of looking at the bytes
    #[arg(long, value_parser = super::options::encoding)]
    pub from_encoding: Option<Encoding>,
    /// The game, where the file does not name it, e.g. of USI and SFEN (see `koma variant list`)
    #[arg(long, value_name = "V", value_parser = super::options::game)]
    pub variant: Option<Arc<Ruleset>>,
    /// What is outside the letter of the format is an error
    #[arg(long)]
    pub strict: bool,
}

/// A file that was read.
pub struct Loaded {
    /// What came of it.
    pub reading: Reading,
    /// Its text under its name, for places.
    pub source: Source,
}

impl Loaded {
    /// The findings, in order.
    pub fn findings(&self) -> Vec<Finding> {
        self.reading.remarks.iter().map(|remark| remark.finding.clone()).collect()
    }
}

/// What a writer could not hold: a game that is missing is an error, anything else is told.
pub fn tell_losses(losses: &[Loss]) {
    for loss in losses {
        let finding = loss.finding();
        if loss.is_a_game() {
            let help = Phrase::both(
                "`--to json` writes every game, `--to usi` every one that can be played",
                "`--to json` はどの対局も、`--to usi` は指せる対局をすべて書きます",
            );
            files::show(&[finding.help(help)], None);
        } else {
            anstream::eprintln!("lost[{}]: {}", loss.code(), finding.message.say(lang::chosen()));
        }
    }
}

/// Reads a file; `-` is standard input.
pub fn load(path: &Path, options: &Options) -> Result<Loaded, Failure> {
    let is_input = path.as_os_str() == "-";
    let bytes = if is_input {
        let mut bytes = Vec::new();
        let read = io::stdin().lock().read_to_end(&mut bytes);
        read.map_err(|e| Failure::misuse(say::cannot_read_input(e.to_string())))?;
        bytes
    } else {
        files::read_bytes(path)?
    };
    let name = if is_input { "<stdin>".to_owned() } else { path.display().to_string() };
    let options = ReadOptions {
        strict: options.strict,
        format: options.format,
        encoding: options.from_encoding,
        name: Some(name.clone()),
        rules: options.variant.clone(),
    };
    let mut reading = read(&bytes, &options);
    let source = Source::new(name, std::mem::take(&mut reading.text));
    Ok(Loaded { reading, source })
}

/// The files people name: a folder stands for the records in it and below, in order.
pub fn list(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    list_of(paths, &is_record)
}

/// The files people name: a folder stands for those that are wanted in it and below, in order.
pub fn list_of(
    paths: &[PathBuf],
    is_wanted: &dyn Fn(&Path) -> bool,
) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            let before = found.len();
            walk(path, is_wanted, &mut found)?;
            found[before..].sort();
        } else {
            found.push(path.clone());
        }
    }
    Ok(found)
}

/// Whether a file of a folder is a record: by its name, a text by its content.
pub fn is_record(path: &Path) -> bool {
    let Some(extension) = path.extension().and_then(|extension| extension.to_str()) else {
        return false;
    };
    if !extension.eq_ignore_ascii_case("txt") {
        return Format::named(extension).is_some();
    }
    // A book among the records is not read whole.
    let is_small = std::fs::metadata(path).is_ok_and(|meta| meta.len() <= LARGEST_TEXT);
    is_small && std::fs::read(path).is_ok_and(|bytes| koma_kifu::is_record(&bytes))
}

/// A larger text is no record.
const LARGEST_TEXT: u64 = 16 << 20;

fn walk(
    folder: &Path,
    is_wanted: &dyn Fn(&Path) -> bool,
    found: &mut Vec<PathBuf>,
) -> Result<(), Failure> {
    let name = || folder.display().to_string();
    let cannot = |e: io::Error| Failure::misuse(say::cannot_read(name(), e.to_string()));
    for entry in std::fs::read_dir(folder).map_err(cannot)? {
        let entry = entry.map_err(cannot)?;
        let path = entry.path();
        // Links to folders are not followed: they may go round in circles.
        if entry.file_type().map_err(cannot)?.is_dir() {
            walk(&path, is_wanted, found)?;
        } else if is_wanted(&path) {
            found.push(path);
        }
    }
    Ok(())
}
