//! Descriptions in the words of strangers: read exactly, or told where they are not.
//!
//! The texts belong to their authors; they are read in place and never copied here.

use std::collections::BTreeMap;

use koma_betza::Dialect;
use koma_pieces::yaml::Template;
use koma_pieces::{Direction, Movement};
use koma_prose::{Options, read};
use koma_text::{Finding, Severity};
use serde_json::{Value, json};

fn loud(findings: &[Finding]) -> bool {
    findings.iter().any(|f| f.severity > Severity::Info)
}

/// Steps and jumps in the shape of the data files.
fn plain(movement: &Movement) -> Value {
    let json = koma_pieces::yaml::movement_to_json(movement);
    let mut steps = serde_json::Map::new();
    for dir in Direction::ALL {
        let list = json["steps"].as_array().expect("steps");
        if let Some(step) = list.iter().find(|step| step["direction"] == dir.name()) {
            let far = match &step["type"] {
                Value::String(kind) if kind == "single" => json!(1),
                Value::String(_) => json!("ranging"),
                other => other["limited"].clone(),
            };
            let plain = step.as_object().is_some_and(|o| o.len() == 2);
            steps.insert(dir.name().into(), if plain { far } else { step.clone() });
        }
    }
    json!({ "steps": steps, "jumps": json["jumps"] })
}

fn covers(movement: &Movement, needs: &Value) -> bool {
    let mut json = koma_pieces::yaml::movement_to_json(movement);
    // The data files call the first area `area`, and have one list of slides over pieces.
    json["area"] = json.pointer_mut("/area_moves/0").map(Value::take).unwrap_or_default();
    let over = |dir: &Value| json!({ "dir": dir, "max_pieces": null });
    if let Some(free) = json["jump_overs"].as_array().cloned() {
        let limited = json["jump_over"].as_array().cloned().unwrap_or_default();
        json["jump_over"] = free.iter().map(over).chain(limited).collect();
    }
    fn within(part: &Value, whole: &Value) -> bool {
        match (part, whole) {
            (Value::Object(a), Value::Object(b)) => {
                a.iter().all(|(k, v)| b.get(k).is_some_and(|w| within(v, w)))
            }
            (Value::Array(a), Value::Array(b)) => a.iter().all(|v| b.iter().any(|w| within(v, w))),
            (a, b) => a == b,
        }
    }
    within(needs, &json)
}

fn touches(findings: &[Finding], text: &str, focus: Option<&str>) -> bool {
    let at = focus.and_then(|focus| text.find(focus).map(|at| (at, at + focus.len())));
    findings.iter().filter(|f| f.severity > Severity::Info).any(|f| match (at, f.span) {
        (Some((from, to)), Some(span)) => span.start < to && span.end > from,
        _ => true,
    })
}

#[derive(Default, Debug)]
struct Score {
    clear: usize,
    right: usize,
    warned: usize,
    silent: usize,
    other: usize,
    other_missed: usize,
}

#[test]
fn strangers_words_are_read_or_told() {
    let file = std::env::var_os("KOMA_WILD").map(std::path::PathBuf::from);
    let Some(path) = file.or_else(|| koma_testkit::shared("data/text/wild.json")) else { return };
    let data: Value =
        serde_json::from_str(&std::fs::read_to_string(path).expect("a file")).expect("JSON");
    let mut scores: BTreeMap<String, Score> = BTreeMap::new();
    let mut report = String::new();
    for item in data["items"].as_array().expect("items") {
        let text = item["text"].as_str().expect("a text");
        let (draft, findings) =
            read(text, &Options { template: Template::NeoShogi, ..Options::default() });
        let found = plain(&draft.movement);
        // A file of one's own may say what is wanted in Betza.
        let expected = match item["betza"].as_str() {
            Some(betza) if item["expected"].is_null() => {
                let (movement, findings) = koma_pieces::betza::read(betza, Dialect::default());
                assert!(findings.is_empty(), "{betza}: {findings:?}");
                plain(&movement)
            }
            _ => item["expected"].clone(),
        };
        let score = scores.entry(item["lang"].as_str().unwrap_or("?").into()).or_default();
        let told = touches(&findings, text, item["focus"].as_str());
        let say = |why: &str| {
            let words: Vec<String> =
                findings.iter().map(|f| format!("{}: {}", f.code, f.message)).collect();
            format!("{why} {}: {text}\n   {found}\n   {words:?}\n", item["id"])
        };
        match item["want"].as_str() {
            Some("exact") => {
                score.clear += 1;
                if found == expected {
                    score.right += 1;
                    if loud(&findings) {
                        score.warned += 1;
                        report += &say("WARNED");
                    }
                } else if told {
                    report += &say("told");
                } else {
                    score.silent += 1;
                    report += &say("SILENT");
                }
            }
            want => {
                score.other += 1;
                let right = want == Some("special")
                    && !item["needs"].is_null()
                    && covers(&draft.movement, &item["needs"]);
                if !right && !told {
                    score.other_missed += 1;
                    report += &say("MISSED");
                }
            }
        }
    }
    println!("{report}\n{scores:#?}");
    for (lang, score) in scores {
        assert_eq!((score.silent, score.other_missed), (0, 0), "{lang}");
        assert!(
            score.right * 100 >= score.clear * 95,
            "{lang}: {} of {}",
            score.right,
            score.clear
        );
        assert!(
            score.warned * 100 <= score.right * 5,
            "{lang}: {} of {} warned",
            score.warned,
            score.right
        );
    }
}
