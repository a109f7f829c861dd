//! One server for one file.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, Write as _};

use crate::{DatabaseUrl, StoreError};

/// A database of one's own, until this is dropped or the process ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl DatabaseUrl {
    /// Takes an SQLite database for this server alone, by a file beside it. PostgreSQL is made for
    /// several.
    pub fn lock(&self) -> Result<Option<Lock>, StoreError> {
        let Self::Sqlite(database) = self else { return Ok(None) };
        let mut path = database.as_os_str().to_owned();
        path.push(".lock");
        let shown = || database.display().to_string();
        if let Some(folder) = database.parent().filter(|folder| !folder.as_os_str().is_empty())
            && !folder.exists()
        {
            let mut builder = std::fs::DirBuilder::new();
            builder.recursive(true);
            #[cfg(unix)]
            std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
            builder.create(folder).map_err(|error| StoreError::Io { path: shown(), error })?;
        }
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        // Where no lock can be made, the database itself will say what is wrong.
        let Ok(mut file) = options.open(&path) else { return Ok(None) };
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut server = String::new();
                let _ = file.read_to_string(&mut server);
                let server = Some(server.trim().to_owned()).filter(|id| !id.is_empty());
                return Err(StoreError::InUse { path: shown(), server });
            }
            // Some file systems have no locks.
            Err(TryLockError::Error(_)) => return Ok(None),
        }
        let written = file.set_len(0).and_then(|()| file.rewind());
        let _ = written.and_then(|()| writeln!(file, "{}", std::process::id()));
        Ok(Some(Lock { _file: file }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_one_server_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let url = DatabaseUrl::in_folder(&folder.path().join("data"));
        let first = url.lock().unwrap();
        assert!(first.is_some());
        let second = url.lock().unwrap_err().to_string();
        assert!(second.contains(&format!("process {}", std::process::id())), "{second}");
        drop(first);
        assert!(url.lock().unwrap().is_some());
    }
}
