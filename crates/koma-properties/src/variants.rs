//! Variant files and `variants.ini`.

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
        Ok(rules) => play(&rules),
        Err(findings) => assert!(findings.iter().any(Finding::is_error)),
    }
}

pub const VARIANTS_INI: Property = Property {
    name: "variants_ini",
    seeds: &[
        "[66shogi:shogi]\nmaxRank = 6\nmaxFile = f\n\
         startFen = 6/pppppp/6/6/PPPPPP/6[KGSNLRBkgsnlrb] w - - 0 1 # hands\nsetupDrops = true\n\
         setupMustDrop = true\nsetupDropRegionWhite = *1\nsetupDropRegionBlack = *6\n\
         setupDropPieceTypes = kgsnl\npromotionRegionWhite = *5 *6\npromotionRegionBlack = *2 *1\n\
         pieceChoiceGroup = options=rb limit=1 required=true lockUnused=true; options=* limit=9\n",
        "; flips\n[flip:minishogi]\nlance = l\nshogiKnight = n\n\
         startFen = p+nks+l/5/5/5/+LSK+NP[-] w 0 1\nmandatoryPiecePromotion = true\n\
         pieceDemotion = true\ndropPromoted = true\npromotedPieceType = l:g s:b n:g p:r\n\
         [own]\nmaxRank = 5\nmaxFile = 5\nking = k:KN\ncustomPiece1 = a:mRcpR\n\
         customPiece2 = b:fsKgB2nA\ncannon = c\nstartFen = cabk1/5/5/5/1KBAC[AAbb] b - - 2+3 0 9\n\
         pieceDrops = true\ncheckCounting = true\nflagPiece = k\nflagRegionWhite = e* a5\n\
         extinctionValue = loss\nextinctionPieceTypes = ab\nmobilityRegionBlackKing = *5 *4\n\
         [child:own]\npass = true\nmustCapture = true\nnFoldValue = win\nnMoveRule = 3\n",
        "[a:b]\n[b:a]\n[c:dobutsu]\nstalemateValue = draw\n[d:chu]\nnFoldRule = 9\nmaxRank = 12\n",
    ],
    holds: variants_ini,
};

/// Whatever the text, there are findings that can be shown; every variant read compiles or says
/// why not, and what compiles can be played.
fn variants_ini(bytes: &[u8]) {
    let source = Source::new("variants.ini", text(bytes));
    let (variants, findings) = koma_variants::read_ini(&source);
    showable(&findings, &source);
    for variant in variants.iter().take(4) {
        match Ruleset::compile(variant) {
            Ok(rules) => play(&rules),
            Err(findings) => assert!(findings.iter().any(Finding::is_error)),
        }
    }
}

/// A few moves, and the key that goes along with them.
fn play(rules: &std::sync::Arc<Ruleset>) {
    let mut position = Position::start(rules);
    for _ in 0..4 {
        let Some(&mv) = position.legal_moves().first() else { break };
        let _ = position.play_unchecked(mv);
    }
    assert_eq!(position.key(), position.computed_key());
}
