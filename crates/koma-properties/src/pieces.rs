//! Piece files, Betza notation and descriptions in words.

use koma_betza::Dialect;
use koma_pieces::yaml::{self, Style};
use koma_pieces::{Movement, betza};
use koma_prose::generate::{generate, request};
use koma_text::{Finding, Source};

use crate::{Property, showable, text};

pub const PIECE_YAML: Property = Property {
    name: "piece_yaml",
    seeds: &[
        include_str!("../../koma-pieces/data/standard_shogi.yaml"),
        include_str!("../../koma-pieces/tests/golden/example-taikyoku.yaml"),
    ],
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

pub const BETZA: Property = Property {
    name: "betza",
    seeds: &[
        "WfF",
        "fQbK",
        "vR2sRB",
        "RfBbrBblB2rA",
        "KNADcaKmcabK",
        "mRpRmFpB2",
        "[R-sR]",
        "jBvjRsjR3cabK",
        "n(3,1)gQ",
        "KNADcaKmcabKaKmcabK",
        "jfbK",
        "nWgR2pWimcR",
    ],
    holds: betza_notation,
};

/// In every dialect: a notation without errors can be explained in both languages and has a
/// canonical form that is read without errors, and prints to one that means the same.
fn betza_notation(bytes: &[u8]) {
    let text = text(bytes);
    for dialect in [Dialect::Strict, Dialect::Neo, Dialect::Fairy] {
        let source = Source::new("betza", text.as_str());
        let (tree, findings) = koma_betza::parse(&text, dialect);
        showable(&findings, &source);
        let (movement, findings) = betza::read(&text, dialect);
        showable(&findings, &source);
        if findings.iter().any(Finding::is_error) {
            continue;
        }
        let printed = tree.to_string();
        assert_eq!(betza::read(&printed, dialect).0, movement, "printed as {printed}");
        let words = betza::explain(&movement);
        assert!(!words.english.is_empty() && !words.japanese.is_empty());
        // A piece that never moves has no notation, and is told so.
        if movement == Movement::default() {
            assert!(!findings.is_empty(), "`{text}` never moves, and nobody says so");
            continue;
        }
        if let Ok(canonical) = betza::canonical(&movement) {
            let (_, findings) = betza::read(&canonical, Dialect::Strict);
            assert!(!findings.iter().any(Finding::is_error), "{canonical}: {findings:?}");
        }
    }
}

pub const PROSE: Property = Property {
    name: "prose",
    seeds: &[
        "Gold general (金将): Moves 1 square to N, NE, E, W, NW, S. Promotes to Rook.",
        "Running rabbit (走兎): Forward queen (N, NE, NW ranging) plus backward king\n(all other dirs single step). Betza: fQbK",
        "Moves up to three squares diagonally, or jumps like a knight. Royal piece.",
        "飛車: 縦横に何マスでも動ける。金将と同じ。三マスまで。",
        "前:走り、右:1、左:1、後:2",
        "Lion: may step twice in any direction, capturing on each step, or return (igui).",
    ],
    holds: description,
};

/// Whatever the words, findings can be shown, and reading twice gives the same.
fn description(bytes: &[u8]) {
    let text = text(bytes);
    let source = Source::new("description", text.as_str());
    let (draft, findings) = koma_prose::read(&text, &koma_prose::Options::default());
    showable(&findings, &source);
    assert_eq!(koma_prose::read(&text, &koma_prose::Options::default()), (draft, findings));
}

pub const GENERATOR_REQUEST: Property = Property {
    name: "generator_request",
    seeds: &[
        include_str!("../../koma-prose/tests/golden/generate/one-piece.request.yaml"),
        include_str!("../../koma-prose/tests/golden/generate/taikyoku.request.yaml"),
        include_str!("../../koma-prose/tests/golden/generate/standard.request.yaml"),
        include_str!("../../koma-prose/tests/golden/generate/faults.request.yaml"),
    ],
    holds: generator_request,
};

/// Whatever the request, its findings can be shown where they belong, and the file made of the
/// rest reads back as the pieces that were meant.
fn generator_request(bytes: &[u8]) {
    let source = Source::new("request.yaml", text(bytes));
    let (mut request, findings) = request::read(&source);
    showable(&findings, &source);
    request.verify = true;
    let made = generate(&request);
    showable(&made.about_list, &source);
    showable(&made.about_text, &source);
    showable(&made.about_result, &Source::new("result.yaml", made.text.as_str()));
    let differs = made.about_result.iter().find(|finding| finding.code == "verify-differs");
    assert!(differs.is_none(), "{}", made.text);
}
