//! Position keys are a stored format: databases find positions by them.

mod support;

use koma_rules::{Position, Setup};
use support::ruleset;

#[test]
fn keys_are_what_databases_hold() {
    for (slug, sfen, key) in [
        ("shogi", "startpos", 0x0c08_3a40_8bdb_6598),
        (
            "shogi",
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
            0xc4e4_d775_ba79_ad05,
        ),
        ("chu", "startpos", 0x79d1_6ced_b4eb_8269),
    ] {
        let rules = ruleset(slug);
        let position = Position::unjudged(&rules, &Setup::read(&rules, sfen).unwrap());
        assert_eq!(position.key(), key, "{slug} {sfen}: a stored format has changed (see key.rs)");
    }
}
