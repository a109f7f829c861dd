//! Piece files.

use koma_pieces::yaml::{self, Style};
use koma_text::{Finding, Source};

use crate::{Property, showable, text};

pub const PIECE_YAML: Property = Property {
    name: "piece_yaml",
    seeds: &[include_str!("../../koma-pieces/data/standard_shogi.yaml")],
    holds: piece_yaml,
};

/// Whatever the text, there are findings that can be shown; what was read without errors reads
/// back from what is written.
fn piece_yaml(bytes: &[u8]) {
    let source = Source::new("pieces.yaml", text(bytes));
    let (file, findings) = yaml::read(&source);
    showable(&findings, &source);
    if findings.iter().any(Finding::is_error) {
        return;
    }
    let written = yaml::write(&file, Style::Flow);
    let (again, findings) = yaml::read(&Source::new("written.yaml", written.as_str()));
    assert!(!findings.iter().any(Finding::is_error), "{written}\n{findings:?}");
    assert_eq!(yaml::write(&again, Style::Flow), written);
}
