//! The house rules that a compiler cannot check.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the root exists")
}

/// Every file of ours, as a path relative to the root: no build output, no version control.
fn files() -> Vec<String> {
    fn walk(root: &Path, dir: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(dir).expect("a readable folder").flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if path.is_dir() {
                let skip = name == ".git"
                    || name.starts_with("target")
                    || name == "node_modules"
                    || (dir.ends_with("fuzz") && matches!(&*name, "corpus" | "artifacts"));
                if !skip {
                    walk(root, &path, found);
                }
            } else if name != ".git" {
                let relative = path.strip_prefix(root).expect("below the root");
                found.push(relative.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    let root = root();
    let mut found = Vec::new();
    walk(&root, &root, &mut found);
    found.sort();
    found
}

fn read(file: &str) -> Option<String> {
    fs::read_to_string(root().join(file)).ok()
}

/// Fails with every line of `faults`, so that one run shows all of them.
fn none(what: &str, faults: &[String]) {
    assert!(faults.is_empty(), "{what}:\n  {}", faults.join("\n  "));
}

#[test]
fn architecture_lists_the_crates_and_what_they_use() {
    let table: BTreeMap<String, BTreeSet<String>> = read("ARCHITECTURE.md")
        .expect("ARCHITECTURE.md")
        .lines()
        .filter_map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            let [_, name, _, uses] = cells[..] else { return None };
            let name = name.strip_prefix('`')?.strip_suffix('`')?;
            let uses = uses.split(',').map(str::trim).filter(|&u| u != "-");
            Some((name.to_string(), uses.map(|u| format!("koma-{u}")).collect()))
        })
        .collect();

    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(root())
        .output()
        .expect("cargo metadata runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let actual: BTreeMap<String, BTreeSet<String>> = metadata["packages"]
        .as_array()
        .expect("packages")
        .iter()
        .filter(|package| package["publish"].as_array().is_none_or(|list| !list.is_empty()))
        .map(|package| {
            let uses = package["dependencies"].as_array().expect("dependencies").iter();
            let uses = uses
                .filter(|dependency| dependency["kind"].is_null())
                .filter_map(|dependency| dependency["name"].as_str())
                .filter(|name| name.starts_with("koma-"))
                .map(str::to_string);
            (package["name"].as_str().expect("a name").to_string(), uses.collect())
        })
        .collect();
    assert_eq!(table, actual, "left: the table of ARCHITECTURE.md, right: the Cargo.toml files");
}

#[test]
fn dependencies_point_down() {
    let text = read("ARCHITECTURE.md").expect("ARCHITECTURE.md");
    let rows: Vec<(u32, String, String)> = text
        .lines()
        .filter_map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            let [layer, name, _, uses] = cells[..] else { return None };
            Some((layer.parse().ok()?, name.trim_matches('`').to_string(), uses.to_string()))
        })
        .collect();
    // Betza stands on text within layer 0: a use in the same layer must be of an earlier row.
    let mut faults = Vec::new();
    for (index, (layer, name, uses)) in rows.iter().enumerate() {
        for used in uses.split(',').map(str::trim).filter(|&used| used != "-") {
            let place = rows.iter().position(|(_, n, _)| *n == format!("koma-{used}"));
            match place {
                Some(place) if rows[place].0 <= *layer && place < index => {}
                _ => faults.push(format!("{name} uses {used}, which does not stand below it")),
            }
        }
    }
    none("dependencies that do not point down", &faults);
}

#[test]
fn the_rules_engine_names_no_variant_and_no_piece() {
    // Two refusal codes and two rules have a piece's name; they are called so in every variant.
    const GIVEN: [&str; 4] = ["DOUBLE_PAWN", "DROP_PAWN_MATE", "entering-king", "pawn_bridge"];
    let words = |text: &str| -> Vec<String> {
        text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).collect()
    };
    let mut names: BTreeSet<Vec<String>> = BTreeSet::new();
    for variant in koma_variants::catalogue() {
        names.extend(variant.aliases.iter().chain([&variant.slug]).map(|name| words(name)));
        for kind in &variant.kinds {
            names.extend([words(&kind.piece.name), words(&kind.piece.name_ja)]);
        }
    }
    // A general's title alone is no name; "gold" and "silver" are.
    names.extend(["gold", "silver", "dragon"].map(words));
    // How lions take lions is a rule of its own, called so wherever there are lions.
    names.remove(&words("lion"));
    let mut faults = Vec::new();
    for file in files() {
        if !file.starts_with("crates/koma-rules/src/") || file.contains("tests") {
            continue;
        }
        let text = read(&file).expect("source is text");
        for (number, line) in text.lines().enumerate() {
            if line.trim_start().starts_with("#[cfg(test)]") {
                break;
            }
            let mut code = line.split("//").next().unwrap_or_default().to_string();
            for given in GIVEN {
                code = code.replace(given, "");
            }
            let code = words(&code);
            let is_in =
                |name: &&Vec<String>| code.windows(name.len()).any(|part| part == &name[..]);
            for name in names.iter().filter(is_in) {
                faults.push(format!("{file}:{}: {}", number + 1, name.join(" ")));
            }
        }
    }
    none("koma-rules must not know these names", &faults);
}

#[test]
fn no_source_file_hides_a_second_subject() {
    // A table may be as long as its subject: these are word lists.
    const TABLES: [&str; 2] =
        ["crates/koma-prose/src/lexicon/", "crates/koma-prose/tests/prose_wording/words.rs"];
    let mut faults = Vec::new();
    for file in files().iter().filter(|file| file.ends_with(".rs")) {
        let text = read(file).expect("source is text");
        let lines = text.lines().take_while(|line| !line.starts_with("#[cfg(test)]")).count();
        if lines > 800 && !TABLES.iter().any(|table| file.starts_with(table)) {
            faults.push(format!("{file}: {lines} lines"));
        }
    }
    none("files over 800 lines", &faults);
    let architecture = read("ARCHITECTURE.md").expect("ARCHITECTURE.md").lines().count();
    assert!(architecture < 300, "ARCHITECTURE.md has {architecture} lines");
}

#[test]
fn nothing_is_left_undone_in_the_code() {
    let marks = ["todo!", "unimplemented!", "dbg!"].map(|name| format!("{name}("));
    let words =
        ["FIX", "XX"].map(|start| format!("{start}{}", if start == "FIX" { "ME" } else { "X" }));
    let mut faults = Vec::new();
    for file in files().iter().filter(|file| file.ends_with(".rs")) {
        for (number, line) in read(file).expect("source is text").lines().enumerate() {
            if marks.iter().chain(&words).any(|mark| line.contains(mark.as_str())) {
                faults.push(format!("{file}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    none("left undone", &faults);
}

#[test]
fn no_file_names_a_path_of_one_machine() {
    let places: Vec<String> =
        ["tmp", "work", "root", "home", "Users"].iter().map(|name| format!("/{name}/")).collect();
    let mut faults = Vec::new();
    for file in files().iter().filter(|file| !file.ends_with(".lock")) {
        let Some(text) = read(file) else { continue };
        for (number, line) in text.lines().enumerate() {
            for place in &places {
                let absolute = line.match_indices(place.as_str()).any(|(at, _)| {
                    !line[..at].ends_with(|c: char| c.is_alphanumeric() || "._-)}".contains(c))
                });
                if absolute {
                    faults.push(format!("{file}:{}: {}", number + 1, line.trim()));
                }
            }
        }
    }
    none("paths of one machine", &faults);
}

#[test]
fn nothing_speaks_of_a_document_that_is_not_here() {
    // In two parts, so that this file is not found.
    let words =
        [("the se", "ed's"), ("The se", "ed's"), ("READ", "ING 0"), ("our list of ", "tests")];
    let words = words.map(|(first, rest)| format!("{first}{rest}"));
    let mut faults = Vec::new();
    for file in files().iter().filter(|file| !file.starts_with("web/dist/")) {
        let Some(text) = read(file) else { continue };
        for (number, line) in text.lines().enumerate() {
            if words.iter().any(|word| line.contains(word.as_str())) {
                faults.push(format!("{file}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    none("say what it is, not where it once stood", &faults);
}

#[test]
fn every_link_and_path_in_the_documents_resolves() {
    let root = root();
    let mut faults = Vec::new();
    for file in files().iter().filter(|file| file.ends_with(".md")) {
        let text = read(file).expect("documents are text");
        let folder = root.join(file).parent().expect("a file has a folder").to_path_buf();
        for (number, line) in text.lines().enumerate() {
            let links = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
            for link in links.filter(|link| !link.contains("://") && !link.starts_with('#')) {
                let target = link.split('#').next().unwrap_or_default();
                if !folder.join(target).exists() {
                    faults.push(format!("{file}:{}: link to {link}", number + 1));
                }
            }
            // `crates/koma-rules/src/lib.rs` in running text is a promise too.
            for code in line.split('`').skip(1).step_by(2) {
                let is_path = ["crates/", "docs/", "fuzz/"].iter().any(|top| code.starts_with(top));
                if is_path && !code.contains(['*', '<', ' ']) && !root.join(code).exists() {
                    faults.push(format!("{file}:{}: `{code}`", number + 1));
                }
            }
        }
    }
    none("documents point at nothing", &faults);
}

#[test]
fn lower_layers_ask_to_be_kept_from_disks_clocks_and_threads() {
    let text = read("ARCHITECTURE.md").expect("ARCHITECTURE.md");
    let mut asked = 0;
    let mut faults = Vec::new();
    for line in text.lines() {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [layer, name, _, _] = cells[..] else { continue };
        let Ok(0..=4) = layer.parse::<u32>() else { continue };
        let name = name.trim_matches('`');
        // The engine has threads and is handed a clock.
        if name == "koma-search" {
            continue;
        }
        let source = read(&format!("crates/{name}/src/lib.rs")).unwrap_or_default();
        match source.contains("clippy::disallowed_types") {
            true => asked += 1,
            false => faults.push(format!("crates/{name}/src/lib.rs")),
        }
    }
    none("these need the lints that koma-rules has", &faults);
    assert!(asked >= 6, "only {asked} crates of layers 0 to 4");
}
