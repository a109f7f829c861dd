//! Errands of the maintainers.
//!
//! `cargo run -p xtask -- import-pieces FACTS` and `import-games FACTS` make shipped files from a
//! folder of variant facts (one JSON file a variant). The result is committed and reviewed; the
//! importers stay so that a corrected fact can be carried over. `check-features` is a step of
//! `./test`.

mod features;
mod games;
mod pieces;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

/// What can go wrong: files that are not there, facts that are not as expected.
type Outcome<T> = Result<T, Box<dyn Error>>;

const USAGE: &str = "\
usage: cargo run -p xtask -- TASK

  check-features        builds every published crate with each of its features alone
  import-pieces FACTS   the piece files in crates/koma-pieces/data
  import-games FACTS    the large games in crates/koma-variants/catalogue

FACTS is a folder of variant facts, one JSON file a variant.";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let done = match args[..] {
        ["check-features"] => features::check(),
        ["import-pieces", facts] => {
            pieces::import(Path::new(facts), &crates.join("koma-pieces/data"))
        }
        ["import-games", facts] => {
            games::import(Path::new(facts), &crates.join("koma-variants/catalogue"))
        }
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
