//! Variants read from a `variants.ini` are played as Fairy-Stockfish plays them: its own counts,
//! over its own definitions, where they lie beside the repository.
//!
//! Rows of more than `KOMA_INI_NODES` nodes (3,000 when absent) are left out; `all` runs them all.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;

use koma_rules::{Position, Ruleset, Setup};
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
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/perft");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).ok();
    let (Some(ini), Some(rows)) = (read("variants-used.ini"), read("fairy.tsv")) else {
        println!("skipped: no shared data beside the repository");
        return;
    };
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
        let [id, variant, _, _, sfen, depth, nodes, ..] = fields[..] else { continue };
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
