//! Other people's files in CSA, USI, JKF and USEN: every field the corpus expects.

mod support;

use koma_kifu::{ReadOptions, Reading, read};
use serde_json::Value;
use support::{expectations, facts, read_file};

const FIELDS: &[&str] = &[
    "initial_sfen",
    "final_sfen",
    "main_usi",
    "n_moves",
    "termination",
    "winner",
    "branches",
    "black",
    "white",
    "bookmarks",
    "nodes",
    "nodes_with_comment",
    "time_total_ms",
    "time_ms",
    "special_time_ms",
    "first_illegal_ply",
    "headers",
    "games",
    "comments",
    "encoding",
];

/// Where the corpus is wrong, and why.
const WRONG: &[(&str, &[&str], &str)] = &[
    (
        "csa/bioshogi__将棋ウォーズ_KIF_平手_source.csa",
        &["nodes", "nodes_with_comment", "time_total_ms"],
        "a KIF under the name of a CSA, which the reference has not read; the file has all of these",
    ),
    ("csa/hand_v3_sjis.csa", &["encoding"], "the bytes are Shift_JIS, as the name says"),
];

/// Compares every field that is expected; gives what differs.
fn differences(expected: &Value, reading: &Reading) -> Vec<String> {
    let mut found = facts(reading);
    found["games"] = Value::from(reading.records.len());
    if let Some(record) = reading.records.first() {
        let ids = std::iter::once(koma_kifu::NodeId::ROOT).chain(record.main_line());
        let noted = ids.filter(|&id| !record.node(id).comments().is_empty());
        let comments = noted.map(|id| {
            let node = record.node(id);
            (node.depth().to_string(), Value::from(node.comments().join("\n")))
        });
        found["comments"] = Value::Object(comments.collect());
    }
    let mut differences = Vec::new();
    for field in FIELDS {
        let Some(wanted) = expected.get(*field) else { continue };
        let is_unchecked = wanted.is_null() && matches!(*field, "branches" | "nodes");
        let wanted = match *field {
            "encoding" => Value::from(encoding(wanted.as_str().unwrap_or(""))),
            _ => wanted.clone(),
        };
        let got = &found[*field];
        let same = match (&wanted, got) {
            (Value::Object(wanted), Value::Object(got)) => {
                wanted.iter().all(|(key, value)| got.get(key) == Some(value))
            }
            (wanted, got) => wanted == got,
        };
        if !same && !is_unchecked {
            let short = |value: &Value| value.to_string().chars().take(300).collect::<String>();
            differences.push(format!(
                "  {field}: wanted {}\n      got {}",
                short(&wanted),
                short(got)
            ));
        }
    }
    differences
}

/// The names of encodings as we have them.
fn encoding(name: &str) -> &str {
    match name {
        "ASCII" | "UTF-8-BOM" | "utf-8-sig" | "utf-8" => "UTF-8",
        "cp932" | "shift_jis" => "CP932",
        "euc_jp" | "euc-jp" => "EUC-JP",
        "UTF-16" | "utf-16" | "utf-16-le" | "utf-16le" => "UTF-16LE",
        other => other,
    }
}

/// Reads all files of a folder and compares.
#[track_caller]
fn check(folder: &str) {
    let mut failures = Vec::new();
    let mut count = 0;
    for (path, bytes, expected) in expectations(&[folder]) {
        count += 1;
        let reading = read_file(&path, &bytes);
        let mut differences = differences(&expected, &reading);
        let wrong = WRONG.iter().find(|(file, ..)| *file == path).map_or(&[][..], |row| row.1);
        differences.retain(|line| !wrong.iter().any(|field| line.contains(&format!(" {field}: "))));
        let codes: Vec<_> = reading.remarks.iter().map(|r| &*r.finding.code).collect();
        match expected["outcome"].as_str() {
            Some("ok") if !differences.is_empty() => {
                failures.push(format!("{path} {codes:?}\n{}", differences.join("\n")));
            }
            Some("error") => {
                let options = ReadOptions { strict: true, ..ReadOptions::default() };
                if reading.remarks.is_empty() || !read(&bytes, &options).has_errors() {
                    failures.push(format!("{path}: an error is expected"));
                }
            }
            Some("any") if reading.remarks.is_empty() => {
                failures.push(format!("{path}: a finding is expected"));
            }
            _ => {}
        }
    }
    eprintln!("{count} files read");
    assert!(failures.is_empty(), "{} files differ:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn every_csa_file_of_the_corpus_is_read_as_expected() {
    check("csa");
}

#[test]
fn every_usi_file_of_the_corpus_is_read_as_expected() {
    check("usi");
}

#[test]
fn every_jkf_file_of_the_corpus_is_read_as_expected() {
    check("jkf");
}
