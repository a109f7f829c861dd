//! What the tests of records share.
#![allow(dead_code)] // No test uses all of it.

use std::path::PathBuf;

use koma_kifu::{ReadOptions, Reading, read};
use serde_json::Value;

/// The folder of other people's records; `None`, said aloud, where it is absent.
pub fn corpus() -> Option<PathBuf> {
    koma_testkit::shared("data/kifu")
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
