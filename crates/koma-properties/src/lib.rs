//! What must hold for every text Koma is given, damaged and hostile ones included.
//!
//! Each property takes any bytes and panics if something does not hold. The tests of this crate
//! run them for a few seconds on damaged copies of their seeds; the targets in `fuzz/` run them
//! for as long as one likes.

mod pieces;
mod positions;
mod records;
mod variants;

/// The README's code is tested as documentation of this crate, which can use all of them.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// A property with a few good texts to start from.
pub struct Property {
    /// The name of its fuzz target.
    pub name: &'static str,
    /// Texts that are right.
    pub seeds: &'static [&'static str],
    /// Panics if the property does not hold for these bytes.
    pub holds: fn(&[u8]),
}

/// All properties.
pub const PROPERTIES: &[Property] = &[
    positions::SFEN,
    positions::USI_MOVES,
    pieces::PIECE_YAML,
    pieces::BETZA,
    pieces::PROSE,
    pieces::GENERATOR_REQUEST,
    variants::VARIANT_YAML,
    variants::VARIANTS_INI,
    records::RECORD_DETECTION,
    records::KIF_READER,
    records::KI2_READER,
    records::BOD_READER,
    records::CSA_READER,
    records::USI_READER,
    records::USEN_READER,
    records::JKF_READER,
    records::JSON_READER,
    records::RECORD_WRITERS,
];

/// Runs the property of that name: what a fuzz target does.
pub fn run(name: &str, bytes: &[u8]) {
    let property = PROPERTIES.iter().find(|property| property.name == name);
    (property.expect("a property of that name").holds)(bytes);
}

/// The bytes as text, as the program would read them.
fn text(bytes: &[u8]) -> String {
    koma_text::decode(bytes).text
}

/// Findings must be showable: in their source, as text and as JSON, without a panic.
fn showable(findings: &[koma_text::Finding], source: &koma_text::Source) {
    let shown = koma_text::render_all(
        findings,
        Some(source),
        koma_text::Lang::Ja,
        koma_text::Colour::Never,
    );
    assert!(findings.is_empty() || !shown.is_empty());
    for finding in findings {
        assert!(!finding.code.is_empty() && !finding.message.is_empty(), "{finding:?}");
        if let Some(span) = finding.span {
            assert!(span.start <= span.end, "{finding:?}");
        }
    }
    let json = koma_text::to_json(findings, Some(source), koma_text::Lang::En);
    assert_eq!(json.as_array().map(Vec::len), Some(findings.len()));
}
