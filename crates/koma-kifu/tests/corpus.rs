//! Other people's files: every field the corpus expects of KIF, KI2 and BOD.

mod support;

use koma_kifu::{ReadOptions, Reading, read};
use serde_json::Value;
use support::{expectations, facts, read_file};

const FIELDS: &[&str] = &[
    "format",
    "initial_sfen",
    "final_sfen",
    "main_usi",
    "n_moves",
    "termination",
    "winner",
    "branches",
    "nodes",
    "black",
    "white",
    "bookmarks",
    "nodes_with_comment",
    "time_total_ms",
    "time_ms",
    "special_time_ms",
    "first_illegal_ply",
    "headers",
    "encoding",
    "result_line",
];

/// Where the corpus is wrong, and why.
const WRONG: &[(&str, &[&str], &str)] = &[
    ("kif/scalashogi__kif2.kif", &["winner"], "white is to move when time is up, so black wins"),
    (
        "kif/scalashogi__kifparser06.kif",
        &["initial_sfen", "final_sfen", "black", "headers"],
        "the file has a diagram and a name; the reference skips indented lines",
    ),
    (
        "kif/scalashogi__kifparser14.kif",
        &["initial_sfen", "final_sfen", "black", "headers"],
        "the file names another game and has a diagram; the reference skips indented lines",
    ),
    (
        "kif/scalashogi__kifparser04.kif",
        &["nodes_with_comment"],
        "there are comments; the reference skips indented lines",
    ),
    (
        "kif/shogi-player__illegal_check.kif",
        &["initial_sfen", "final_sfen"],
        "both hands hold a pawn in the file",
    ),
    ("kif/hand_enc_sjis.kif", &["encoding"], "the bytes are Shift_JIS, as the name says"),
    (
        "kif/ShogiLibSharp__kif_1.kifu",
        &["nodes"],
        "the ending that is expected is a node, as everywhere else",
    ),
    (
        "kif/Kifuzo__with_special_notation.kifu",
        &["final_sfen"],
        "white takes a bishop and has it in hand; the reference lets the hand go below zero",
    ),
];

/// Compares every field that is expected; gives what differs.
fn differences(expected: &Value, found: &Value) -> Vec<String> {
    let mut differences = Vec::new();
    for field in FIELDS {
        let Some(wanted) = expected.get(field) else { continue };
        let is_unchecked = wanted.is_null() && matches!(*field, "branches" | "nodes");
        let got = &found[*field];
        let wanted = &match *field {
            "encoding" => Value::from(encoding(wanted.as_str().unwrap_or(""))),
            _ => wanted.clone(),
        };
        let same = match (wanted, got) {
            (Value::Object(wanted), Value::Object(got)) => {
                wanted.iter().all(|(key, value)| got.get(key) == Some(value))
            }
            _ => wanted == got,
        };
        if !same && !is_unchecked {
            let short = |value: &Value| value.to_string().chars().take(300).collect::<String>();
            differences.push(format!(
                "  {field}: wanted {}\n      got {}",
                short(wanted),
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
        "iso2022_jp" => "ISO-2022-JP",
        "utf-16" | "utf_16" | "utf-16-le" | "utf_16_le" | "utf-16le" => "UTF-16LE",
        "utf-16-be" | "utf_16_be" | "utf-16be" => "UTF-16BE",
        other => other,
    }
}

/// The corpus leaves the last move's time out of some sums. The file itself knows better: its
/// running totals, or the note about it.
fn has_right_time(reading: &Reading, expected: &Value) -> bool {
    let Some(record) = reading.records.first() else { return false };
    let mut totals = [None, None];
    let mut sum = 0;
    for id in record.main_line().filter(|&id| record.node(id).is_move()) {
        let side = record.side_at(record.parent(id).expect("a move has a parent"));
        let node = record.node(id);
        sum += node.time.map_or(0, |time| time.get());
        totals[side as usize] = node.total.or(totals[side as usize]);
    }
    let told = totals.iter().flatten().map(|total| total.get()).sum::<u64>();
    let note = expected["note"].as_str().unwrap_or("");
    told == sum && sum > 0 || note.contains(&format!("the file says {sum}"))
}

/// Whether a strict reader finds an error.
fn is_refused(path: &str, bytes: &[u8]) -> bool {
    let options =
        ReadOptions { strict: true, name: Some(path.to_owned()), ..ReadOptions::default() };
    read(bytes, &options).has_errors()
}

#[test]
fn every_record_of_the_kif_family_is_read_as_expected() {
    let mut failures = Vec::new();
    let mut read = 0;
    for (path, bytes, expected) in expectations(&["kif", "ki2", "bod"]) {
        read += 1;
        let reading = read_file(&path, &bytes);
        let mut differences = differences(&expected, &facts(&reading));
        let wrong = WRONG.iter().find(|(file, ..)| *file == path).map_or(&[][..], |row| row.1);
        differences.retain(|line| !wrong.iter().any(|field| line.contains(&format!(" {field}: "))));
        if has_right_time(&reading, &expected) {
            differences.retain(|line| !line.contains(" time_total_ms: "));
        }
        match expected["outcome"].as_str() {
            Some("ok") if !differences.is_empty() => {
                let codes: Vec<_> = reading.remarks.iter().map(|r| &*r.finding.code).collect();
                failures.push(format!("{path} {codes:?}\n{}", differences.join("\n")));
            }
            Some("error") if reading.remarks.is_empty() || !is_refused(&path, &bytes) => {
                failures.push(format!("{path}: an error is expected\n"));
            }
            Some("any" | "variant") if reading.remarks.is_empty() && path.contains("parser") => {
                eprintln!("{path}: nothing to say");
            }
            _ => {}
        }
    }
    eprintln!("{read} files read");
    assert!(failures.is_empty(), "{} files differ:\n{}", failures.len(), failures.join("\n"));
}
