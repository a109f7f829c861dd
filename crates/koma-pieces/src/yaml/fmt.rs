//! Bringing a piece file into the one form the writer writes.

use koma_text::{Finding, Source};

use super::{Repair, Style, read_with_places, write};

/// The file in the base format: pieces by id, fields and directions in order, everything
/// quoted that must be, directions that YAML 1.1 spoilt put right.
///
/// The text comes back as it was when the file has errors besides those: rewriting what was not
/// understood would lose it. Comments are kept; those inside a piece move to its top. A second
/// run changes nothing.
pub fn fmt(source: &Source, style: Style) -> (String, Vec<Finding>) {
    let (mut read, findings) = read_with_places(source, true, Repair::Yes);
    let mut findings = findings.into_vec();
    // An unknown rule is only a warning to a reader, but writing the file would delete it.
    if findings.iter().any(|f| f.is_error() || f.code == "unknown-rule") {
        findings.push(crate::say::not_formatted());
        return (source.text().into(), findings);
    }
    read.file.pieces.sort_by_key(|piece| piece.id);
    (write(&read.file, style), findings)
}
