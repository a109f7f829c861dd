//! Notation and squares in, moves out: every case of the notation, through the JSON door.

use std::path::Path;

use koma_betza::Dialect;
use koma_pieces::reach::json::answer;
use serde_json::Value;

/// Asks a case and compares the answer; `None` when they agree.
fn check(case: &Value) -> Option<String> {
    let answer = answer(&case.to_string(), Dialect::Strict);
    let agrees = if case["error"] == true {
        answer["error"].is_string()
    } else {
        ["quiet", "capture", "multi"].into_iter().all(|key| answer[key] == case[key])
    };
    (!agrees).then(|| format!("{} {}: {answer}", case["id"], case["betza"]))
}

fn check_all<'a>(cases: impl Iterator<Item = &'a Value>) -> usize {
    let mut count = 0;
    let faults: Vec<String> = cases.inspect(|_| count += 1).filter_map(check).collect();
    assert!(faults.is_empty(), "{} cases differ:\n{}", faults.len(), faults.join("\n"));
    count
}

#[test]
fn every_case_of_the_notation_reaches_what_it_should() {
    let cases: Vec<Value> = include_str!("data/betza-reach.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).expect("a case a line"))
        .collect();
    assert!(check_all(cases.iter()) >= 139);
}

#[test]
fn the_shared_cases_reach_what_they_should() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/betza/cases.json");
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("skipped: no shared data beside the repository");
        return;
    };
    let file: Value = serde_json::from_str(&text).expect("the cases are JSON");
    let cases = file["cases"].as_array().expect("a list of cases");
    assert!(check_all(cases.iter()) > 0);
}
