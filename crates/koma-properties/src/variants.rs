//! Variant files.

use koma_rules::{Position, Ruleset};
use koma_text::{Finding, Source};

use crate::{Property, showable, text};

pub const VARIANT_YAML: Property = Property {
    name: "variant_yaml",
    seeds: &[
        include_str!("../../koma-variants/catalogue/shogi.yaml"),
        include_str!("../../koma-variants/catalogue/minishogi.yaml"),
        "slug: \"tiny\"\nname: \"Tiny\"\npiece_files: [\"standard_shogi.yaml\"]\n\
         board: { files: 3, ranks: 4 }\nstart: \"rkg/3/p1P/GKR b - 1\"\nkinds:\n  \
         - { code: \"K\", piece: \"King\" }\n  - { code: \"G\", piece: 9, zone: 1 }\n  \
         - { code: \"R\", piece: \"Rook\", promotes_to: none }\n  \
         - { code: \"P\", piece: 1, promotes_to: \"G\", in_hand: \"P\" }\ncheck_rules: false\n\
         endings:\n  - { kind: royal_taken, outcome: loss }\n  - { kind: no_move, outcome: draw }\n  \
         - { kind: move_limit, plies: 9, outcome: win }\nclock: { main: 1, increment: 2 }\n",
    ],
    holds: variant_yaml,
};

/// Whatever the text, there are findings that can be shown; a variant without errors reads back
/// from what is written, and compiles or says why not; what compiles can be played.
fn variant_yaml(bytes: &[u8]) {
    let source = Source::new("variant.yaml", text(bytes));
    let (variant, findings) = koma_variants::read(&source, koma_pieces::shipped::file);
    showable(&findings, &source);
    let faulty = findings.iter().any(Finding::is_error);
    assert!(variant.is_some() || faulty, "no variant, and nobody is told why");
    let Some(variant) = variant.filter(|_| !faulty) else { return };
    let written = koma_variants::write(&variant);
    let (again, findings) = koma_variants::read(&Source::new("written.yaml", &*written), |_| None);
    assert!(!findings.iter().any(Finding::is_error), "{written}\n{findings:?}");
    assert_eq!(again.as_ref(), Some(&variant), "{written}");
    match Ruleset::compile(&variant) {
        Ok(rules) => {
            let mut position = Position::start(&rules);
            for _ in 0..4 {
                let Some(&mv) = position.legal_moves().first() else { break };
                let _ = position.play_unchecked(mv);
            }
            assert_eq!(position.key(), position.computed_key());
        }
        Err(findings) => assert!(findings.iter().any(Finding::is_error)),
    }
}
