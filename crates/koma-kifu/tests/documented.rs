//! Every code a reader or writer of records can give is explained in `docs/findings.md`.

use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        match entry.path() {
            path if path.is_dir() => sources(&path, found),
            path => found.push(path),
        }
    }
}

/// The codes that stand in a source as the first text of a call that takes a code.
fn codes(source: &str) -> Vec<&str> {
    const CALLS: [&str; 7] = [
        "Finding::error(",
        "Finding::warning(",
        "Finding::info(",
        ".error(",
        ".warn(",
        ".lose(",
        "loss(",
    ];
    let source = source.split("#[cfg(test)]").next().unwrap_or("");
    let after = |call: &str| {
        source.match_indices(call).map(|(at, call)| &source[at + call.len()..]).collect::<Vec<_>>()
    };
    let mut found = Vec::new();
    for rest in CALLS.iter().flat_map(|call| after(call)) {
        let Some(text) = rest.trim_start().strip_prefix('"') else { continue };
        let Some((code, _)) = text.split_once('"') else { continue };
        let is_code =
            code.contains('-') && code.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
        if is_code {
            found.push(code);
        }
    }
    found
}

#[test]
fn every_code_is_explained() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("../../docs/findings.md")).expect("the page");
    let mut files = Vec::new();
    sources(&root.join("src"), &mut files);
    let mut missing: Vec<String> = Vec::new();
    let mut count = 0;
    for file in files {
        let source = std::fs::read_to_string(&file).expect("a source");
        for code in codes(&source) {
            count += 1;
            if !page.contains(&format!("`{code}`")) {
                missing.push(format!("{code} ({})", file.display()));
            }
        }
    }
    assert!(count > 60, "the codes are found");
    assert!(missing.is_empty(), "docs/findings.md lacks {}", missing.join(", "));
}
