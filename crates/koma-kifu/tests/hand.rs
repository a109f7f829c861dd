//! Files made by hand for the finer points of KIF, KI2 and CSA, each with what it must give.

use koma_kifu::{KifuData, ReadOptions, read};
use serde_json::{Map, Value, json};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/hand");

/// What a file gives, in the words of `expected.json`.
fn facts(data: &Value) -> Map<String, Value> {
    let moves = data["moves"].as_array().cloned().unwrap_or_default();
    let each = |key: &str| -> Vec<Value> { moves.iter().map(|mv| mv[key].clone()).collect() };
    let ends = data["tree"].as_array().cloned().unwrap_or_default();
    let end = ends.iter().find(|node| !node["termination"].is_null());
    let mut facts = Map::new();
    for key in [
        "format",
        "initialSfen",
        "finalSfen",
        "mainUsi",
        "termination",
        "winner",
        "branches",
        "headers",
        "games",
    ] {
        facts.insert(key.to_owned(), data[key].clone());
    }
    facts.insert("sente".to_owned(), data["metadata"]["sente"].clone());
    facts.insert("gote".to_owned(), data["metadata"]["gote"].clone());
    facts.insert("timeMs".to_owned(), json!(each("timeMs")));
    facts.insert("japanese".to_owned(), json!(each("japanese")));
    facts.insert("endTimeMs".to_owned(), end.map_or(Value::Null, |end| end["timeMs"].clone()));
    let illegal = moves.iter().position(|mv| !mv["illegal"].is_null());
    facts.insert("firstIllegal".to_owned(), json!(illegal.map(|at| at + 1)));
    facts
}

/// Compares one file; gives what differs.
fn differences(name: &str, expected: &Value) -> Vec<String> {
    let bytes = std::fs::read(format!("{FOLDER}/{name}")).expect("a file of the list");
    let options = ReadOptions { name: Some(name.to_owned()), ..ReadOptions::default() };
    let reading = read(&bytes, &options);
    let data = serde_json::to_value(KifuData::of(&reading, &koma_kifu::DataOptions::default()))
        .expect("JSON");
    let found = facts(&data);
    let mut differences = Vec::new();
    for (key, wanted) in expected.as_object().expect("an object") {
        let got = found.get(key);
        let is_same = match (&**key, wanted, got) {
            ("outcome", Value::String(outcome), _) => {
                let strict = read(&bytes, &ReadOptions { strict: true, ..options.clone() });
                outcome == "any" || strict.has_errors() && !reading.remarks.is_empty()
            }
            ("errorPly", ply, _) => reading.remarks.iter().any(|remark| json!(remark.ply) == *ply),
            // Headers without a value are left out of the list.
            ("headers", Value::Object(wanted), Some(got)) => {
                wanted.iter().all(|(key, value)| got.get(key) == Some(value))
            }
            (_, wanted, got) => got == Some(wanted),
        };
        if !is_same {
            differences.push(format!("{name} {key}: wanted {wanted}, got {got:?}"));
        }
    }
    differences
}

#[test]
fn files_made_by_hand_give_what_they_must() {
    let text = std::fs::read_to_string(format!("{FOLDER}/expected.json")).expect("the list");
    let all: Map<String, Value> = serde_json::from_str(&text).expect("JSON");
    assert!(all.len() > 100);
    let failures: Vec<_> =
        all.iter().flat_map(|(name, expected)| differences(name, expected)).collect();
    assert!(failures.is_empty(), "{} differ:\n{}", failures.len(), failures.join("\n"));
}
