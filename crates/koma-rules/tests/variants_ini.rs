//! Variants read from a `variants.ini` are played as Fairy-Stockfish plays them: its own counts,
//! over its own definitions, where they lie beside the repository.
//!
//! Rows of more than `KOMA_INI_NODES` nodes (3,000 when absent) are left out; `all` runs them all.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use koma_rules::{Game, Position, Ruleset, Setup};
use koma_text::{Finding, Source};

/// The rules of every section of a `variants.ini` that must be without errors.
fn rules_of(text: &str) -> HashMap<String, Arc<Ruleset>> {
    let source = Source::new("variants.ini", text);
    let (variants, findings) = koma_variants::read_ini(&source);
    let errors: Vec<&Finding> = findings.iter().filter(|finding| finding.is_error()).collect();
    assert!(errors.is_empty(), "{errors:?}");
    let compile = |variant: &koma_variants::Variant| {
        Ruleset::compile(variant).unwrap_or_else(|faults| panic!("{}: {faults:?}", variant.slug))
    };
    variants.iter().map(|variant| (variant.slug.clone(), compile(variant))).collect()
}

#[test]
fn every_variant_of_the_shared_file_counts_as_fairy_stockfish_does() {
    let Some(ini) = koma_testkit::shared("data/perft/variants-used.ini") else { return };
    let ini = std::fs::read_to_string(ini).expect("a file of definitions");
    let rows = include_str!("perft/tables/fairy.tsv");
    let most = match std::env::var("KOMA_INI_NODES").as_deref() {
        Ok("all") => u64::MAX,
        Ok(number) => number.parse().expect("a number of nodes"),
        Err(_) => 3_000,
    };
    let rules = rules_of(&ini);
    let mut faults: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut checked: BTreeMap<String, usize> = BTreeMap::new();
    for row in rows.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [id, variant, _, sfen, depth, nodes, ..] = fields[..] else { continue };
        let nodes: u64 = nodes.parse().expect("a number of nodes");
        // These two castle, which is not shogi.
        if nodes > most || variant == "shogun" || variant.starts_with("shinobi") {
            continue;
        }
        let rules = &rules[&format!("x-{variant}")];
        let depth: u32 = depth.parse().expect("a depth");
        let setup = Setup::read(rules, sfen).unwrap_or_else(|fault| panic!("{id}: {fault}"));
        let counted = Position::forgiving(rules, &setup).0.perft(depth);
        *checked.entry(variant.into()).or_default() += 1;
        if counted != nodes {
            let fault = format!("{id} depth {depth}: {counted}, not {nodes}");
            faults.entry(variant.into()).or_default().push(fault);
        }
    }
    let wrong: usize = faults.values().map(Vec::len).sum();
    for (variant, faults) in &faults {
        println!("{variant}: {} of {} differ; {}", faults.len(), checked[variant], faults[0]);
    }
    println!("{} rows of {} variants", checked.values().sum::<usize>(), checked.len());
    assert_eq!(wrong, 0, "rows differ");
    assert!(checked.len() >= 22);
}

const FEW_USE: &str = "
[stuck:shogi]
maxRank = 5
maxFile = 5
pieceDrops = false
capturesToHand = false
promotedPieceType = p:-
promotionRegionWhite = *5
promotionRegionBlack = *1
startFen = 4k/5/1P3/5/K4 w - - 0 1

[outside:shogi]
maxRank = 5
maxFile = 5
pieceDrops = false
capturesToHand = false
promotionRegionWhite = *4
promotionRegionBlack = *2
startFen = 4k/2P2/1P3/5/K4 w - - 0 1

[goal:dobutsu]
flagPiece = c
flagPieceCount = 2
flagPieceBlockedWin = true
flagPieceSafe = false
flagRegionWhite = a4 b4
flagRegionBlack = a1 b1

[claim]
maxRank = 5
maxFile = 5
commoner = k
rook = r
king = -
castling = false
doubleStep = false
extinctionValue = loss
extinctionPieceTypes = r
extinctionOpponentPieceCount = 1
extinctionClaim = true
startFen = r3k/5/5/5/K3R w - - 0 1

[duple]
maxRank = 5
maxFile = 5
commoner = k
rook = r
king = -
castling = false
doubleStep = false
extinctionValue = loss
extinctionPieceTypes = k
extinctionPseudoRoyal = true
dupleCheck = true
startFen = kk3/5/5/5/KK2R w - - 0 1

[race]
maxRank = 5
maxFile = 5
king = k
rook = r
commoner = c
castling = false
doubleStep = false
flagMove = true
flagPiece = k
flagRegionWhite = *5
flagRegionBlack = *1
startFen = k4/4r/1c3/R2C1/4K w - - 0 1

[first_royal:race]
flagPieceWhite = k
flagPieceBlack = c

[second_royal:race]
flagPieceWhite = c
flagPieceBlack = k

[nobody_royal:race]
flagPiece = c

[idle:minishogi]
nMoveRule = 2
nMoveRuleTypesWhite = p
nMoveRuleTypesBlack = g
";

/// What Fairy-Stockfish (pyffish 0.0.90) says about positions of [`FEW_USE`]: its legal moves, or
/// who has won.
#[test]
fn options_that_few_variants_use_mean_what_they_mean_there() {
    let rules = rules_of(FEW_USE);
    for (section, sfen, expected) in [
        // A man that cannot promote does not go where it is stuck; another must promote there.
        ("stuck", "4k/2P2/1P3/5/K4 b - 1", "4c4b 5e4d 5e4e 5e5d"),
        ("outside", "4k/2P2/1P3/5/K4 b - 1", "3b3a+ 4c4b 4c4b+ 5e4d 5e4e 5e5d"),
        // One chick is enough where the goal is full.
        ("goal", "1le/C1c/3/EL1 w - 1", "goes on"),
        ("goal", "Cle/2c/3/EL1 w - 1", "Sente"),
        ("goal", "C1e/2c/1l1/EL1 w - 1", "goes on"),
        ("claim", "4k/5/5/5/K3R b - 1", "Sente"),
        ("claim", "4k/5/5/5/K3R w - 1", "goes on"),
        ("claim", "4k/5/5/5/K2RR w - 1", "Sente"),
        ("claim", "r3k/5/5/5/K4 b - 1", "goes on"),
        ("claim", "r2rk/5/5/5/K4 b - 1", "Gote"),
        // One of two royals may be attacked, but not both.
        ("duple", "k3k/5/5/5/KK2R w - 1", "1a1b 1a2a 1a2b 5a4a 5a4b 5a5b"),
        ("duple", "k3k/5/5/R4/K3R w - 1", "1a2a 1a2b 5a4a 5a4b"),
        // A race of kings: the second has one more move, if it helps.
        ("race", "2K2/5/5/k4/5 w - 1", "goes on"),
        ("race", "2K2/5/5/k4/5 b - 1", "Sente"),
        ("race", "2K2/k4/5/5/5 w - 1", "Sente"),
        ("race", "2K2/5/5/k4/4R w - 1", "Sente"),
        ("race", "2K2/R4/5/k4/5 w - 1", "Sente"),
        ("race", "K4/5/5/k4/rr3 w - 1", "Sente"),
        ("race", "2K2/5/5/5/k4 b - 1", "draw"),
        ("race", "5/2K2/5/5/k4 b - 1", "Gote"),
        // Other men must still be there a move later.
        ("nobody_royal", "2C2/K4/5/k4/5 w - 1", "goes on"),
        ("nobody_royal", "2C2/K4/5/k4/5 b - 1", "Sente"),
        ("nobody_royal", "5/K4/5/k4/4c b - 1", "goes on"),
        ("nobody_royal", "5/K4/5/k4/4c w - 1", "Gote"),
        ("nobody_royal", "2C2/K4/5/k4/4c b - 1", "Sente"),
        ("nobody_royal", "2C2/K4/5/k4/4c w - 1", "Gote"),
        ("first_royal", "2K2/5/5/k4/c4 b - 1", "Sente"),
        ("first_royal", "2K2/5/5/k3c/5 w - 1", "goes on"),
        ("first_royal", "5/5/K4/4k/4c b - 1", "Gote"),
        ("second_royal", "2C2/5/K4/5/k4 b - 1", "draw"),
        ("second_royal", "2C2/5/K2k1/5/5 w - 1", "Sente"),
        ("second_royal", "5/5/C3K/5/4k b - 1", "goes on"),
        ("second_royal", "5/5/C3K/5/4k w - 1", "Gote"),
    ] {
        let rules = &rules[section];
        let setup = Setup::read(rules, sfen).unwrap_or_else(|fault| panic!("{sfen}: {fault}"));
        let position = Position::forgiving(rules, &setup).0;
        let mut moves: Vec<String> =
            position.legal_moves().iter().map(|&mv| position.usi(mv).to_string()).collect();
        moves.sort();
        let said = match Game::from(position).end() {
            Some(end) => end.winner.side().map_or("draw".into(), |side| format!("{side:?}")),
            None if expected == "goes on" => expected.into(),
            None => moves.join(" "),
        };
        assert_eq!(said, expected, "{section}: {sfen}");
    }
}

/// As pyffish 0.0.90 says, too.
#[test]
fn progress_may_be_moves_of_other_men_for_each_side() {
    let rules = &rules_of(FEW_USE)["idle"];
    for (moves, ended) in [
        ("5e4d 1a2b 4d5e 2b1a", true),
        ("5d5c 1a2b 5e4d 2b1a", false),
        ("5e4d 1b1c 4d5e 1a1b", true),
        // A gold that could go back has not moved on, one that went forward aslant has.
        ("5e4d 3a3b 4d5e 1a2b", true),
        ("5e4d 3a4b 4d5e 1a2b", false),
        ("3e2d 1a2b 5e4d 2b1a", true),
    ] {
        let setup = Setup::read(rules, "2gsk/4p/5/P4/KSG2 b - 1").expect("a position");
        let mut game = Game::from(Position::forgiving(rules, &setup).0);
        let mut idle = moves.split(' ').map(|usi| game.play_usi(usi).map(|_| ()));
        assert_eq!(idle.find(Result::is_err), None, "{moves}");
        assert_eq!(game.end().is_some(), ended, "{moves}");
    }
}
