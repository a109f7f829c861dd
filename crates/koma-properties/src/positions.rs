//! Positions and moves as text.

use std::sync::{Arc, LazyLock};

use koma_rules::{Game, Position, Ruleset, Setup, UsiMove};

use crate::{Property, text};

static RULES: LazyLock<Vec<Arc<Ruleset>>> = LazyLock::new(|| {
    let variants = koma_variants::catalogue().iter();
    variants.map(|v| Ruleset::compile(v).expect("the catalogue compiles")).collect()
});

pub const SFEN: Property = Property {
    name: "sfen",
    seeds: &[
        "startpos",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
        "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
        "rbsgk/4p/5/P4/KGSBR b - 1",
        "4k/+P4/5/5/K4 w R2b 12",
    ],
    holds: sfen,
};

/// A text is refused, or it is a setup that reads back from its SFEN, and can be played from.
fn sfen(bytes: &[u8]) {
    let text = text(bytes);
    for rules in RULES.iter() {
        let setup = match Setup::read(rules, &text) {
            Ok(setup) => setup,
            Err(error) => {
                assert!(error.at.start <= error.at.end && error.at.end <= text.len());
                assert!(!error.to_string().is_empty());
                continue;
            }
        };
        let written = setup.write(rules);
        assert_eq!(Setup::read(rules, &written).as_ref(), Ok(&setup), "{written}");
        let (mut position, faults) = Position::forgiving(rules, &setup);
        faults.iter().for_each(|fault| assert!(!fault.finding(rules).message.is_empty()));
        assert_eq!(position.setup(), setup);
        let before = position.key();
        for mv in position.legal_moves() {
            let undo = position.play_unchecked(mv);
            position.undo(undo);
            assert_eq!(position.key(), before, "undo restores the position");
        }
    }
}

pub const USI_MOVES: Property = Property {
    name: "usi_moves",
    seeds: &[
        "7g7f 3c3d 8h2b+ 3a2b B*5e",
        "2g2f 8c8d 2f2e 8d8e 2e2d 2c2d 2h2d",
        "5i5h 5a5b 5h5i 5b5a 5i5h 5a5b 5h5i 5b5a 5i5h 5a5b 5h5i 5b5a",
        "5e5d 1a1b 5d5c+ 1b1a= P*1a",
    ],
    holds: usi_moves,
};

/// Each word is no move, or reads back from its text, and is then played or refused with a code,
/// two sentences and squares; undoing everything leads back to the start.
fn usi_moves(bytes: &[u8]) {
    let text = text(bytes);
    for rules in RULES.iter() {
        let mut game = Game::start(rules);
        for word in text.split_whitespace().take(200) {
            let Ok(usi) = word.parse::<UsiMove>() else { continue };
            assert_eq!(usi.to_string().parse::<UsiMove>().as_ref(), Ok(&usi));
            match game.explain_usi(&usi) {
                Ok(mv) => {
                    assert!(game.legal_moves().contains(&mv), "{usi} is legal, so it is listed");
                    game.play(mv).expect("a legal move is played");
                }
                Err(reason) => {
                    assert!(
                        !reason.code().is_empty() && !reason.say(koma_text::Lang::Ja).is_empty()
                    );
                    assert!(!reason.to_string().is_empty() && reason.squares().len() <= 3);
                }
            }
        }
        while game.undo().is_ok() {}
        assert_eq!(game.position().sfen(), Position::start(rules).sfen());
        assert_eq!(game.position().key(), Position::start(rules).key());
    }
}
