//! A disk that is soon full: a real file system of a few megabytes.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// A small file system, in memory; it goes when this goes.
#[derive(Debug)]
pub struct SmallDisk {
    folder: TempDir,
}

impl SmallDisk {
    /// A disk of so many kibibytes, where this machine lets us mount one; it is said aloud if not.
    pub fn mount(kib: usize) -> Option<Self> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let size = format!("size={kib}k");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &size, "koma-test"]).arg(folder.path());
        match mount.output() {
            Ok(output) if output.status.success() => Some(Self { folder }),
            Ok(output) => {
                let why = String::from_utf8_lossy(&output.stderr).into_owned();
                println!("not run on a small disk: {}", why.trim());
                None
            }
            Err(error) => {
                println!("not run on a small disk: mount: {error}");
                None
            }
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    fn ballast(&self) -> PathBuf {
        self.path().join("ballast")
    }

    /// Takes all that is left of it.
    pub fn fill(&self) {
        let options = || OpenOptions::new().create(true).append(true).open(self.ballast());
        let mut file: File = options().expect("a file on the disk");
        for size in [4096, 1] {
            while file.write_all(&vec![0; size]).is_ok() {}
        }
    }

    /// Gives it back.
    pub fn free(&self) {
        let _ = std::fs::remove_file(self.ballast());
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily: a database may still have it open.
        let _ = Command::new("umount").arg("-l").arg(self.path()).output();
    }
}
