//! Lists the files of `migrations/`, so that a new one is embedded without a word about it.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=migrations");
    let mut list = String::new();
    for database in ["sqlite", "postgres"] {
        let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap_or_default())
            .join("migrations")
            .join(database);
        let mut files: Vec<_> =
            fs::read_dir(folder)?.map(|file| Ok(file?.path())).collect::<io::Result<_>>()?;
        files.sort();
        let name = database.to_uppercase();
        let _ = writeln!(list, "const {name}: &[(&str, &str)] = &[");
        for file in files.iter().filter(|file| file.extension().is_some_and(|end| end == "sql")) {
            let name = file.file_stem().unwrap_or_default();
            let _ = writeln!(list, "    ({name:?}, include_str!({file:?})),");
        }
        let _ = writeln!(list, "];");
    }
    fs::write(Path::new(&env::var("OUT_DIR").unwrap_or_default()).join("migrations.rs"), list)
}
