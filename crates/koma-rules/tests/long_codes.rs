//! Codes of several letters: men stand between commas.

use std::sync::Arc;

use koma_rules::{Game, Position, Ruleset, Setup};

/// Minishogi whose golds are called GG and silvers SS.
fn rules() -> Arc<Ruleset> {
    let mut variant = koma_variants::find("minishogi").expect("in the catalogue").clone();
    for kind in &mut variant.kinds {
        kind.code = kind.code.replace('G', "GG").replace('S', "SS");
    }
    variant.start = "r,b,ss,gg,k/4,p/5/P,4/K,GG,SS,B,R b - 1".into();
    Ruleset::compile(&variant).expect("compiles")
}

#[test]
fn positions_with_long_codes_read_back_as_they_were_written() {
    let rules = rules();
    for text in [
        "r,b,ss,gg,k/4,p/5/P,4/K,GG,SS,B,R b - 1",
        "4,k/5/2,+SS,+p,1/5/K,4 w 2GG,P,gg,2ss 7",
        "5/5/5/5/5 b - 1",
    ] {
        let setup = Setup::read(&rules, text).expect(text);
        assert_eq!(setup.write(&rules), text);
    }
    let short = Setup::read(&rules, "4,k/gg5/5/5/K,4 b").expect("repeats are understood");
    assert_eq!(short.write(&rules), "4,k/gg,gg,gg,gg,gg/5/5/K,4 b - 1");
}

#[test]
fn commas_part_two_items_and_stand_nowhere_else() {
    let rules = rules();
    for text in [
        ",4,k/5/5/5/K,4 b - 1",
        "4,k,/5/5/5/K,4 b - 1",
        "4,,k/5/5/5/K,4 b - 1",
        "4,k/5/5/5/K,4 b P,,GG 1",
        "4,k/5/5/5/K,Gg,3 b - 1",
        "4,k/5/5/5/K,GG0,3 b - 1",
        "4,k/5/5/5/K,GG9 b - 1",
        "4,k/5/5/5/K,GGG,3 b - 1",
    ] {
        assert!(Setup::read(&rules, text).is_err(), "{text}");
    }
    let minishogi = koma_variants::find("minishogi").expect("in the catalogue");
    let plain = Ruleset::compile(minishogi).expect("compiles");
    assert!(Setup::read(&plain, "4,k/5/5/5/K,4 b - 1").is_err(), "no commas between letters");
}

#[test]
fn long_codes_change_nothing_but_the_names() {
    let plain = koma_variants::find("minishogi").expect("in the catalogue");
    let plain = Ruleset::compile(plain).expect("compiles");
    assert_eq!(Position::start(&rules()).perft(4), Position::start(&plain).perft(4));
    let rules = rules();
    let setup = Setup::read(&rules, "4,k/5/5/5/K,4 b GG 1").expect("a position");
    let mut game = Game::from(Position::new(&rules, &setup).expect("without faults"));
    game.play_usi("G*3c").expect_err("there is no man of that name");
    game.play_usi("GG*3c").expect("a drop");
    assert_eq!(game.position().sfen(), "4,k/5/2,GG,2/5/K,4 w - 2");
}
