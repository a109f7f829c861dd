//! The search has a signature: the positions it looks at over all games of the catalogue. A change
//! of the search, of weights or of rules changes it, and must say so here.

use koma_rules::Ruleset;
use koma_search::bench;

/// What `koma bench search` prints, too.
const SIGNATURE: u64 = 29_162;

#[test]
fn the_search_has_the_signature_that_is_written_here() {
    let run = |&variant| bench::run(&Ruleset::compile(variant).expect("the catalogue compiles"));
    let rows: Vec<bench::Row> = koma_variants::catalogue().iter().map(run).collect();
    let signature = bench::signature(&rows);
    assert_eq!(signature, SIGNATURE, "if the change is meant, write down the new one: {rows:#?}");
}
