//! What the tests of several crates share: data that is not in the repository, and tests that are
//! skipped.
//!
//! Some tests compare with other people's files, which may be used but not shipped. They lie in
//! the folder that `KOMA_SHARED` names, or in `shared` beside the repository. Without them such a
//! test proves nothing: it says so, and the last line of `./test` counts it.

use std::env;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// A file or folder of data that is not shipped; `None`, said aloud, where it is absent.
pub fn shared(path: &str) -> Option<PathBuf> {
    let found = folder().join(path);
    if found.exists() {
        return Some(found);
    }
    skipped(&format!("{path} is not here (KOMA_SHARED names its folder)"));
    None
}

fn folder() -> PathBuf {
    match env::var_os("KOMA_SHARED") {
        Some(folder) => folder.into(),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
    }
}

/// Says that the test that calls proves nothing this time, and why.
///
/// Test runners hide what a passing test prints, so the line is also put into the file that
/// `KOMA_SKIPPED` names, where `./test` counts it.
pub fn skipped(why: &str) {
    let thread = std::thread::current();
    let line = format!("skipped: {}: {why}", thread.name().unwrap_or("a test"));
    eprintln!("{line}");
    let Some(file) = env::var_os("KOMA_SKIPPED") else { return };
    let file = OpenOptions::new().create(true).append(true).open(file);
    // One call, so that lines of tests that run at once do not mix.
    let written = file.and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()));
    written.expect("the file of KOMA_SKIPPED can be written");
}
