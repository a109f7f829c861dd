//! What the tests of records share.
#![allow(dead_code)] // No test uses all of it.

use std::path::PathBuf;

use koma_kifu::{ReadOptions, Reading, read};
use serde_json::Value;

/// The folder of other people's records beside the repository, or `None` with a word about it.
pub fn corpus() -> Option<PathBuf> {
    let folder =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared").join("data/kifu");
    let is_there = folder.join("expected.json").exists();
    if !is_there {
        eprintln!("skipped: the corpus of records is not beside the repository");
    }
    is_there.then_some(folder)
}

/// The expectations for the files of some folders of the corpus, with the files' bytes.
pub fn expectations(kinds: &[&str]) -> Vec<(String, Vec<u8>, Value)> {
    let Some(folder) = corpus() else { return Vec::new() };
    let text = std::fs::read_to_string(folder.join("expected.json")).expect("expected.json");
    let all: Value = serde_json::from_str(&text).expect("JSON");
    let all = all.as_object().expect("an object");
    let wanted =
        all.iter().filter(|(path, _)| kinds.contains(&path.split('/').next().unwrap_or("")));
    wanted
        .map(|(path, expected)| {
            let bytes = std::fs::read(folder.join(path)).expect("a file of the corpus");
            (path.clone(), bytes, expected.clone())
        })
        .collect()
}

/// Reads a file as the program does, by its content and name.
pub fn read_file(path: &str, bytes: &[u8]) -> Reading {
    read(bytes, &ReadOptions { name: Some(path.to_owned()), ..ReadOptions::default() })
}
