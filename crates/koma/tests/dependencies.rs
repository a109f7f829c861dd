//! Other people's crates: their licences, and what a first build must not take in.
//!
//! The lists are those of `deny.toml`; `cargo deny check` also asks for advisories.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn cargo(args: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO")).args(args).current_dir(root()).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The first text in quotes of every line of a list of `deny.toml`.
fn list(name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join("deny.toml")).expect("deny.toml");
    let (_, list) = text.split_once(&format!("\n{name} = [\n")).expect("the list");
    let lines = list.lines().take_while(|line| *line != "]");
    lines.filter_map(|line| Some(line.split('"').nth(1)?.to_owned())).collect()
}

/// Whether an SPDX expression can be met with the licences of a list. Old manifests write `/` for
/// `OR`.
fn is_met(expression: &str, allowed: &[String]) -> bool {
    /// `a OR b`, `a AND b`, `(a)`, `a`; `OR` binds less, as in SPDX.
    fn any(words: &mut &[String], allowed: &[String]) -> bool {
        let mut met = all(words, allowed);
        while words.first().is_some_and(|word| word == "OR") {
            *words = &words[1..];
            met |= all(words, allowed);
        }
        met
    }
    fn all(words: &mut &[String], allowed: &[String]) -> bool {
        let mut met = one(words, allowed);
        while words.first().is_some_and(|word| word == "AND") {
            *words = &words[1..];
            met &= one(words, allowed);
        }
        met
    }
    fn one(words: &mut &[String], allowed: &[String]) -> bool {
        let Some((first, rest)) = words.split_first() else { return false };
        *words = rest;
        if first == "(" {
            let met = any(words, allowed);
            *words = words.strip_prefix(&[")".to_owned()]).expect("a closing bracket");
            return met;
        }
        let mut name = first.clone();
        if let [with, exception, rest @ ..] = *words
            && with == "WITH"
        {
            name = format!("{name} WITH {exception}");
            *words = rest;
        }
        allowed.contains(&name)
    }
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<String> = spaced.split_whitespace().map(str::to_owned).collect();
    let mut rest = &words[..];
    any(&mut rest, allowed) && rest.is_empty()
}

#[test]
fn licence_expressions_are_understood() {
    let allowed = ["MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"].map(str::to_owned);
    for (expression, met) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("GPL-3.0 OR MIT", true),
        ("GPL-3.0/MIT", true),
        ("GPL-3.0 AND MIT", false),
        ("(GPL-3.0 OR MIT) AND Zlib", true),
        ("GPL-3.0 OR MIT AND Unknown", false),
        ("Apache-2.0 WITH LLVM-exception", true),
        ("Apache-2.0", false),
        ("MIT MIT", false),
        ("", false),
    ] {
        assert_eq!(is_met(expression, &allowed), met, "{expression}");
    }
}

#[test]
fn every_dependency_has_a_permissive_licence() {
    let allowed = list("allow");
    let host = cargo(&["-vV"]);
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let text = cargo(&["metadata", "--offline", "--format-version=1", "--filter-platform", host]);
    let metadata: Value = serde_json::from_str(&text).expect("JSON");
    let nodes = metadata["resolve"]["nodes"].as_array().expect("nodes");
    let used: BTreeSet<&str> = nodes.iter().filter_map(|node| node["id"].as_str()).collect();
    let mut faults = Vec::new();
    for package in metadata["packages"].as_array().expect("packages") {
        let licence = package["license"].as_str().unwrap_or_default();
        let is_used = package["id"].as_str().is_some_and(|id| used.contains(id));
        if is_used && !is_met(licence, &allowed) {
            faults.push(format!("{} {}: {licence}", package["name"], package["version"]));
        }
    }
    assert!(used.len() > 200, "only {} crates", used.len());
    assert!(faults.is_empty(), "licences that are not in deny.toml: {faults:#?}");
}

#[test]
fn a_first_build_leaves_the_heavy_crates_out() {
    let banned = list("deny");
    assert!(banned.len() >= 5, "{banned:?}");
    let tree = cargo(&["tree", "--offline", "-p", "koma", "-e", "normal,build", "--prefix=none"]);
    // `list` finds the crate's name first on each line of the list.
    let found: BTreeSet<&str> = tree
        .lines()
        .filter_map(|line| line.split(' ').next())
        .filter(|name| banned.iter().any(|banned| banned == name) || *name == "sqlx-macros")
        .collect();
    assert!(found.is_empty(), "see deny.toml: {found:?}");
}
