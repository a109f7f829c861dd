//! Where written records go.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;

use koma_kifu::{FileKind, WriteOptions, Written};
use koma_text::Encoding;

use crate::failure::Failure;
use crate::files;

/// How a kind of file is written, where somebody may have named another encoding.
pub fn options(kind: FileKind, encoding: Option<Encoding>) -> WriteOptions {
    let usual = kind.options();
    WriteOptions { encoding: encoding.unwrap_or(usual.encoding), ..usual }
}

/// Writes to a file, or to standard output: its bytes, or to a person the text.
pub fn put(output: Option<&Path>, written: &Written) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match output {
        Some(path) => return files::write(path, &written.bytes()),
        None if out.is_terminal() => out.write_all(written.text.as_bytes())?,
        None => out.write_all(&written.bytes())?,
    }
    Ok(out.flush()?)
}
