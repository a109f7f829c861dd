//! Reading files people name, and showing what was found in them.

use std::fs;
use std::io::{self, BufRead, IsTerminal as _, Read as _, Write as _};
use std::path::{Path, PathBuf};

use koma_text::{Colour, Finding, Source};

use crate::failure::Failure;
use crate::say;

/// The largest file that is read. Real ones are a thousand times smaller.
const MOST_BYTES: u64 = 256 << 20;

/// Reads and decodes a file; `-` is standard input.
pub fn read(path: &Path) -> Result<(Source, Vec<Finding>), Failure> {
    let name = path.display().to_string();
    let cannot = |error: io::Error| Failure::misuse(say::cannot_read(&name, error.to_string()));
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        io::stdin().lock().take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(cannot)?;
    } else {
        let file = fs::File::open(path).map_err(cannot)?;
        file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(cannot)?;
    }
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Failure::misuse(say::too_large(name, MOST_BYTES >> 20)));
    }
    let decoded = koma_text::decode(&bytes);
    let name = if path.as_os_str() == "-" { "<stdin>".into() } else { name };
    Ok((Source::new(name, decoded.text), decoded.findings))
}

/// The longest line that is read from standard input.
const LONGEST_LINE: u64 = 1 << 20;

/// A line of standard input.
pub enum Line {
    /// As it is.
    Bytes(Vec<u8>),
    /// It was passed over.
    TooLong,
}

/// The next line of standard input; none at its end.
pub fn next_line(input: &mut impl BufRead) -> Result<Option<Line>, Failure> {
    let cannot = |e: io::Error| Failure::misuse(say::cannot_read_input(e.to_string()));
    let mut line = Vec::new();
    let n = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line).map_err(cannot)?;
    if n as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
        input.skip_until(b'\n').map_err(cannot)?;
        return Ok(Some(Line::TooLong));
    }
    Ok((n > 0).then_some(Line::Bytes(line)))
}

/// Reads a file as it is.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let name = || path.display().to_string();
    fs::read(path).map_err(|e| Failure::misuse(say::cannot_read(name(), e.to_string())))
}

/// Writes a file whole or not at all: it is made beside the old one and then takes its place.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let name = || path.display().to_string();
    let cannot = |e: io::Error| Failure::misuse(say::cannot_write(name(), e.to_string()));
    // A device (/dev/stdout) or a link is written through.
    if fs::symlink_metadata(path).is_ok_and(|m| !m.is_file()) {
        return fs::write(path, bytes).map_err(cannot);
    }
    let beside = beside(path);
    fs::write(&beside, bytes).map_err(cannot)?;
    fs::rename(&beside, path).map_err(|e| {
        let _ = fs::remove_file(&beside);
        cannot(e)
    })
}

/// Writes a file, or to standard output where none is named.
pub fn put(path: Option<&Path>, bytes: &[u8]) -> Result<(), Failure> {
    let Some(path) = path else {
        let mut out = io::stdout().lock();
        out.write_all(bytes)?;
        return Ok(out.flush()?);
    };
    write(path, bytes)
}

/// Makes a folder and those around it, where they are missing.
pub fn make_folder(folder: &Path) -> Result<(), Failure> {
    let name = || folder.display().to_string();
    fs::create_dir_all(folder).map_err(|e| Failure::misuse(say::cannot_make(name(), e.to_string())))
}

/// Where a file is written until it is whole.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}

/// Begins a file beside its place, which it takes when it is whole.
#[cfg(feature = "db")]
pub fn begin(path: &Path) -> Result<(PathBuf, fs::File), Failure> {
    let beside = beside(path);
    let name = || path.display().to_string();
    let file = fs::File::create(&beside)
        .map_err(|e| Failure::misuse(say::cannot_write(name(), e.to_string())))?;
    Ok((beside, file))
}

/// Shows findings on stderr, in colour where a person reads them.
pub fn show(findings: &[Finding], source: Option<&Source>) {
    if !findings.is_empty() {
        anstream::eprintln!(
            "{}",
            koma_text::render_all(findings, source, crate::lang::chosen(), stderr_colour())
                .trim_end()
        );
    }
}

/// Whether stderr shows colours; NO_COLOR and a redirected stderr say no.
pub fn stderr_colour() -> Colour {
    match anstream::AutoStream::choice(&io::stderr()) {
        anstream::ColorChoice::Never => Colour::Never,
        _ => Colour::Always,
    }
}

/// Whether stdout shows colours; NO_COLOR and a redirected stdout say no.
pub fn stdout_colour() -> Colour {
    match anstream::AutoStream::choice(&io::stdout()) {
        anstream::ColorChoice::Never => Colour::Never,
        _ => Colour::Always,
    }
}

/// Whether a person sits at standard input.
pub fn stdin_is_a_person() -> bool {
    io::stdin().is_terminal()
}
