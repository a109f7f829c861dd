//! Where databases are.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::StoreError;

/// The address of a database.
#[derive(Clone, PartialEq, Eq)]
pub enum DatabaseUrl {
    /// `sqlite://PATH`: a file, made if it is not there.
    Sqlite(PathBuf),
    /// `postgres://…`, as PostgreSQL's own programs write it.
    Postgres(String),
}

impl DatabaseUrl {
    /// The database of a data directory.
    pub fn in_folder(folder: &Path) -> Self {
        Self::Sqlite(folder.join("koma.db"))
    }
}

impl FromStr for DatabaseUrl {
    type Err = StoreError;

    fn from_str(url: &str) -> Result<Self, StoreError> {
        if let Some(path) = url.strip_prefix("sqlite:") {
            let path = path.strip_prefix("//").unwrap_or(path);
            if !path.is_empty() {
                return Ok(Self::Sqlite(PathBuf::from(path)));
            }
        }
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            return Ok(Self::Postgres(url.to_owned()));
        }
        Err(StoreError::UnknownDatabase { url: without_secrets(url) })
    }
}

/// The address without its password.
impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => write!(f, "sqlite://{}", path.display()),
            Self::Postgres(url) => f.write_str(&without_secrets(url)),
        }
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// An address without what stands between the user's name and the host, or after a `?`.
fn without_secrets(url: &str) -> String {
    let url = url.split('?').next().unwrap_or_default();
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    match rest.rsplit_once('@') {
        Some((user, host)) => {
            let user = user.split(':').next().unwrap_or_default();
            format!("{scheme}://{user}@{host}")
        }
        None => url.to_owned(),
    }
}

/// Where `koma serve` and `koma db` keep their data: `KOMA_DATA`, or the folder the platform has
/// for such things.
pub fn default_data_dir() -> PathBuf {
    folder_from(|name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from))
}

fn folder_from(variable: impl Fn(&str) -> Option<PathBuf>) -> PathBuf {
    if let Some(own) = variable("KOMA_DATA") {
        return own;
    }
    let platform = if cfg!(windows) {
        variable("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        variable("HOME").map(|home| home.join("Library").join("Application Support"))
    } else {
        // A relative XDG_DATA_HOME is to be ignored, says its specification.
        let xdg = variable("XDG_DATA_HOME").filter(|path| path.is_absolute());
        xdg.or_else(|| variable("HOME").map(|home| home.join(".local").join("share")))
    };
    platform.map_or_else(|| PathBuf::from("koma-data"), |folder| folder.join("koma"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_shown_without_their_password() {
        for (url, shown) in [
            ("sqlite://games.db", "sqlite://games.db"),
            ("sqlite:games.db", "sqlite://games.db"),
            ("sqlite:///var/koma/games.db", "sqlite:///var/koma/games.db"),
            ("postgres://koma:secret@localhost/koma", "postgres://koma@localhost/koma"),
            ("postgresql://koma:a@b@localhost/koma?password=x", "postgresql://koma@localhost/koma"),
            ("postgres:///koma", "postgres:///koma"),
        ] {
            let read: DatabaseUrl = url.parse().unwrap();
            assert_eq!(read.to_string(), shown);
            assert_eq!(format!("{read:?}"), shown);
        }
        for url in ["", "koma.db", "sqlite:", "sqlite://", "mysql://koma:secret@host/koma"] {
            let error = url.parse::<DatabaseUrl>().unwrap_err().to_string();
            assert!(error.contains("is no database") && !error.contains("secret"), "{error}");
        }
    }

    #[test]
    fn the_data_folder_is_the_one_asked_for() {
        let asked = |name: &str| (name == "KOMA_DATA").then(|| PathBuf::from("here"));
        assert_eq!(folder_from(asked), PathBuf::from("here"));
        assert_eq!(folder_from(|_| None), PathBuf::from("koma-data"));
        if cfg!(all(unix, not(target_os = "macos"))) {
            let home = |name: &str| (name == "HOME").then(|| PathBuf::from("/h"));
            assert_eq!(folder_from(home), PathBuf::from("/h/.local/share/koma"));
        }
    }
}
