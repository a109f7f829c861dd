//! Notation and squares in, moves out: every case of the notation, through the JSON door.

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
fn a_question_may_leave_out_everything_but_the_notation() {
    let whole = answer(
        r#"{"betza":"K","board":[15,15],"at":[7,7],"own":[],"enemy":[],"virgin":true,"level":0}"#,
        Dialect::Strict,
    );
    assert_eq!(answer(r#"{"betza":"K"}"#, Dialect::Strict), whole);
    assert_eq!(answer(r#"{"betza":"K","at":null,"more":[1]}"#, Dialect::Strict), whole);
    let small = answer(r#"{"betza":"R","board":[3,3]}"#, Dialect::Strict);
    assert_eq!(small["quiet"].as_array().map(Vec::len), Some(4));
    let moved = answer(r#"{"betza":"iW","virgin":false}"#, Dialect::Strict);
    assert_eq!(moved["quiet"], Value::Array(Vec::new()));
}

#[test]
fn paths_that_meet_are_followed_once() {
    let anywhere = answer(r#"{"betza":"mamamaR"}"#, Dialect::Strict);
    assert_eq!(anywhere["quiet"].as_array().map(Vec::len), Some(15 * 15));
}

#[test]
fn a_question_that_makes_no_sense_is_answered_with_an_error() {
    for line in [
        "",
        "not JSON",
        "[]",
        "{}",
        r#"{"betza":3}"#,
        r#"{"betza":""}"#,
        r#"{"betza":"W","board":[0,5]}"#,
        r#"{"betza":"W","board":[5,101]}"#,
        r#"{"betza":"W","board":"big"}"#,
        r#"{"betza":"W","board":[5,5],"at":[5,0]}"#,
        r#"{"betza":"W","at":[9223372036854775807,0]}"#,
        r#"{"betza":"W","own":[[9223372036854775807,1]]}"#,
        r#"{"betza":"W","own":[[0,0]]}"#,
        r#"{"betza":"W","own":[[0,1]],"enemy":[[0,1]]}"#,
        r#"{"betza":"W","enemy":[[0,1,2]]}"#,
        r#"{"betza":"W","virgin":"yes"}"#,
        r#"{"betza":"aaaaaR","board":[100,100]}"#,
    ] {
        let answer = answer(line, Dialect::Strict);
        assert!(
            answer["error"].as_str().is_some_and(|error| !error.is_empty()),
            "{line}: {answer}"
        );
    }
}
