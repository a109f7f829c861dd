//! Files in folders and archives, one after the other.
//!
//! Memory is bounded whatever is named: a file of more than [`MOST_BYTES`] is cut between its
//! games where its format shows them line by line, and refused otherwise; what comes out of an
//! archive is counted, not believed.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use koma_kifu::Format;
use koma_store::Intake;

use crate::failure::Failure;
use crate::kifu::load;
use crate::say;

/// The largest file that is read in one piece.
pub const MOST_BYTES: u64 = 32 << 20;

/// The pieces larger ones are cut into.
const PIECE_BYTES: usize = 8 << 20;

/// How many times its size a packed file may become. Records become about ten times.
const MOST_RATIO: u64 = 200;

/// The files of all paths, read as they are asked for.
pub struct Sources {
    paths: std::vec::IntoIter<PathBuf>,
    /// What is being gone through.
    open: Option<Box<dyn Iterator<Item = Intake> + Send>>,
}

impl Sources {
    pub fn new(paths: Vec<PathBuf>) -> Self {
        Self { paths: paths.into_iter(), open: None }
    }
}

impl Iterator for Sources {
    type Item = Intake;

    fn next(&mut self) -> Option<Intake> {
        loop {
            if let Some(file) = self.open.as_mut().and_then(Iterator::next) {
                return Some(file);
            }
            self.open = Some(self.paths.next().map(files_of)?);
        }
    }
}

/// A file that cannot be used, with the reason.
fn refused(name: String, why: impl Into<String>) -> Intake {
    let why = why.into();
    Intake { name, load: Box::new(move || Err(io::Error::other(why))) }
}

/// What a path stands for.
fn files_of(path: PathBuf) -> Box<dyn Iterator<Item = Intake> + Send> {
    let name = path.display().to_string();
    let lower = name.to_ascii_lowercase();
    let archive = if lower.ends_with(".zip") {
        zipped(&path)
    } else if lower.ends_with(".tar") {
        File::open(&path).map(|file| tarred(&path, BufReader::new(file), u64::MAX))
    } else if lower.ends_with(".tar.gz") || lower.ends_with(".tgz") {
        File::open(&path).map(|file| {
            let most = file.metadata().map_or(0, |meta| meta.len()).saturating_mul(MOST_RATIO);
            tarred(&path, MultiGzDecoder::new(BufReader::new(file)), most)
        })
    } else {
        Ok(plain(path))
    };
    archive.unwrap_or_else(|error| Box::new(std::iter::once(refused(name, error.to_string()))))
}

/// Whether a name is that of a record.
pub fn is_record(name: &str) -> bool {
    let extension = Path::new(name).extension().and_then(|extension| extension.to_str());
    extension.and_then(Format::named).is_some()
}

fn plain(path: PathBuf) -> Box<dyn Iterator<Item = Intake> + Send> {
    let name = path.display().to_string();
    if std::fs::metadata(&path).is_ok_and(|meta| meta.len() > MOST_BYTES) {
        return large(&path);
    }
    let load = Box::new(move || {
        let mut bytes = Vec::new();
        File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(too_large());
        }
        Ok(bytes)
    });
    Box::new(std::iter::once(Intake { name, load }))
}

fn too_large() -> io::Error {
    io::Error::other(format!("it is larger than {} MB", MOST_BYTES >> 20))
}

/// A large file of a format whose games can be told apart line by line, in pieces.
fn large(path: &Path) -> Box<dyn Iterator<Item = Intake> + Send> {
    let name = path.display().to_string();
    let extension = path.extension().and_then(|extension| extension.to_str());
    let ends_game: fn(&[u8]) -> bool = match extension.and_then(Format::named) {
        Some(Format::Csa) => |line| line.trim_ascii() == b"/",
        Some(Format::Usi) => |_| true,
        _ => return Box::new(std::iter::once(refused(name, too_large().to_string()))),
    };
    let mut file = match File::open(path) {
        Ok(file) => BufReader::new(file),
        Err(error) => return Box::new(std::iter::once(refused(name, error.to_string()))),
    };
    let mut number = 0;
    let mut is_over = false;
    Box::new(std::iter::from_fn(move || {
        if is_over {
            return None;
        }
        number += 1;
        let name = format!("{name}#{number}");
        let piece = piece(&mut file, ends_game);
        is_over = !matches!(&piece, Ok(bytes) if !bytes.is_empty());
        match piece {
            Ok(bytes) if bytes.is_empty() => None,
            Ok(bytes) => Some(Intake { name, load: Box::new(move || Ok(bytes)) }),
            Err(error) => Some(refused(name, error.to_string())),
        }
    }))
}

/// The next games of a file, some megabytes of them.
fn piece(file: &mut impl io::BufRead, ends_game: fn(&[u8]) -> bool) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    loop {
        let start = bytes.len();
        let rest = MOST_BYTES - start as u64;
        let read = file.by_ref().take(rest).read_until(b'\n', &mut bytes)?;
        if read == 0 && rest == 0 {
            return Err(io::Error::other(format!(
                "a game in it is larger than {} MB",
                MOST_BYTES >> 20
            )));
        }
        if read == 0 || bytes.len() >= PIECE_BYTES && ends_game(&bytes[start..]) {
            return Ok(bytes);
        }
    }
}

/// The records of a tar archive. It can only be read from its beginning to its end, so its files
/// are read here and not by whoever takes them.
fn tarred(
    path: &Path,
    reader: impl Read + Send + 'static,
    most: u64,
) -> Box<dyn Iterator<Item = Intake> + Send> {
    let archive = path.display().to_string();
    // A thread of its own, since the entries borrow the archive; it is never more than some files
    // ahead, and ends when nobody listens.
    let (sender, receiver) = std::sync::mpsc::sync_channel::<Intake>(8);
    std::thread::spawn(move || {
        let mut tar = tar::Archive::new(Counted { reader, left: most });
        let entries = match tar.entries() {
            Ok(entries) => entries,
            Err(error) => {
                let _ = sender.send(refused(archive, error.to_string()));
                return;
            }
        };
        for entry in entries {
            let file = match entry {
                Ok(mut entry) => {
                    let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
                    if !entry.header().entry_type().is_file() || !is_record(&name) {
                        continue;
                    }
                    taken(format!("{archive}:{name}"), &mut entry)
                }
                // Where one is broken, nothing after it can be found.
                Err(error) => {
                    let _ = sender.send(refused(archive, error.to_string()));
                    return;
                }
            };
            if sender.send(file).is_err() {
                return;
            }
        }
    });
    Box::new(receiver.into_iter())
}

/// The records of a zip archive.
fn zipped(path: &Path) -> io::Result<Box<dyn Iterator<Item = Intake> + Send>> {
    let archive = path.display().to_string();
    let mut zip = zip::ZipArchive::new(BufReader::new(File::open(path)?))?;
    let mut numbers = 0..zip.len();
    Ok(Box::new(std::iter::from_fn(move || {
        loop {
            let number = numbers.next()?;
            let file = match zip.by_index(number) {
                Ok(file) => file,
                Err(error) => {
                    return Some(refused(format!("{archive}:{number}"), error.to_string()));
                }
            };
            let name = file.name().map_or_else(|_| number.to_string(), |name| name.into_owned());
            if !file.is_file() || !is_record(&name) {
                continue;
            }
            let most = file.compressed_size().saturating_mul(MOST_RATIO).max(1 << 20);
            return Some(taken(
                format!("{archive}:{name}"),
                &mut Counted { reader: file, left: most },
            ));
        }
    })))
}

/// A file of an archive, read now.
fn taken(name: String, reader: &mut impl Read) -> Intake {
    let mut bytes = Vec::new();
    match reader.take(MOST_BYTES + 1).read_to_end(&mut bytes) {
        Ok(_) if bytes.len() as u64 > MOST_BYTES => refused(name, too_large().to_string()),
        Ok(_) => Intake { name, load: Box::new(move || Ok(bytes)) },
        Err(error) => refused(name, error.to_string()),
    }
}

/// A reader that gives no more than so many bytes: what is packed may be a bomb.
struct Counted<R> {
    reader: R,
    left: u64,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.left = self.left.checked_sub(read as u64).ok_or_else(|| {
            io::Error::other(format!("it becomes more than {MOST_RATIO} times its size"))
        })?;
        Ok(read)
    }
}

/// The files people name: a folder stands for the records and archives in it and below, in order.
pub fn list(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    for path in paths {
        let name = || path.display().to_string();
        std::fs::metadata(path)
            .map_err(|error| Failure::misuse(say::cannot_read(name(), error.to_string())))?;
    }
    load::list_of(paths, &|path| {
        let name = path.to_string_lossy().to_ascii_lowercase();
        load::is_record(path)
            || is_record(&name)
            || [".zip", ".tar", ".tar.gz", ".tgz"].iter().any(|end| name.ends_with(end))
    })
}
