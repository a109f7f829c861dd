//! The search comes to the same on both kinds of processors.

use koma_rules::{Game, Ruleset};
use koma_search::{Control, Engine, Limits, Options};

/// What searches of some games come to: positions, scores and lines.
fn searches() -> Vec<String> {
    ["shogi", "minishogi", "kyoto", "cannon", "tori", "sho", "dobutsu", "euro"]
        .into_iter()
        .map(|slug| {
            let rules = Ruleset::compile(koma_variants::find(slug).unwrap()).unwrap();
            let mut engine = Engine::new(&rules, Options { hash_mb: 1, ..Options::default() });
            let mut game = Game::start(&rules);
            let mut text = slug.to_owned();
            for _ in 0..6 {
                let limits = Limits::nodes(1_500);
                let found = engine.search(&game, &limits, &Control::free(), &mut |_| {});
                text += &format!(" {} {:?} {:?}", found.nodes, found.score, found.pv);
                let Some(mv) = found.best.filter(|_| game.end().is_none()) else { break };
                game.play(mv).unwrap();
            }
            text
        })
        .collect()
}

#[test]
fn nodes_scores_and_lines_are_the_same_on_every_processor() {
    let here = searches();
    assert_eq!(here, searches(), "the same twice");
    koma_rules::field::as_on_any_processor();
    assert_eq!(here, searches());
}
