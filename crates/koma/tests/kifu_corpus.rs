//! Other people's records through the program's own JSON: every field the corpus expects.
//!
//! The corpus lies beside the repository and is not ours to copy; without it the test says so and
//! ends. The same rules are tested inside the repository with files of our own.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Map, Value, json};

/// Where the expectation is wrong, and why: file, fields, reason.
#[rustfmt::skip]
const WRONG: &[(&str, &[&str], &str)] = &[
    ("csa/bioshogi__将棋ウォーズ_KIF_平手_source.csa", &["format", "nodes", "nodes_with_comment", "time_total_ms"],
        "KIF under the name of CSA, as the field content_format says; the reference has not read it"),
    ("csa/hand_v3_sjis.csa", &["encoding"], "the bytes are Shift_JIS, as the name says"),
    ("kif/hand_enc_sjis.kif", &["encoding"], "the bytes are Shift_JIS, as the name says"),
    ("usi/ShogiBoardQ__test_basic.usen", &["format"], "USEN is a format of its own"),
    ("usi/ShogiBoardQ__test_handicap.usen", &["format"], "USEN is a format of its own"),
    ("kif/scalashogi__kif2.kif", &["winner", "time_total_ms"],
        "white is to move when time is up, so black wins; the last move took 11 s"),
    ("kif/scalashogi__kifparser04.kif", &["nodes_with_comment"], "the reference skips indented lines"),
    ("kif/scalashogi__kifparser06.kif", &["initial_sfen", "final_sfen", "black"],
        "the file has a diagram and a name; the reference skips indented lines"),
    ("kif/scalashogi__kifparser14.kif", &["initial_sfen", "final_sfen", "black"],
        "the file names another game and has a diagram; the reference skips indented lines"),
    ("kif/shogi-player__illegal_check.kif", &["initial_sfen", "final_sfen"],
        "both hands hold a pawn in the file"),
    ("kif/ShogiLibSharp__kif_1.kifu", &["nodes"],
        "the ending that is expected is a node, as everywhere else"),
    ("kif/Kifuzo__with_special_notation.kifu", &["final_sfen"],
        "white takes a bishop and has it in hand; the reference lets the hand go below zero"),
    ("kif/scalashogi__kifparser12.kif", &["main_usi", "final_sfen", "n_moves", "first_illegal_ply", "branches"],
        "the variations hang in the tree; the reference appends them to the main line"),
    // The reference leaves the time of the last move out; the totals in the files, and the CSA
    // twin of one of them, have it.
    ("kif/Kifu-for-JS__9fu.kif", &["time_total_ms"], "the last move took 1 s"),
    ("kif/Kifu-for-JS__9fu__utf8bom.kif", &["time_total_ms"], "the last move took 1 s"),
    ("kif/Kifu-for-JS__kifu_for_iphone.kif", &["time_total_ms"], "the last move took 1 s"),
    ("kif/bioshogi__ぴよ将棋_KIF_その他_八枚落ちトンボ_actual.kif", &["time_total_ms"], "the last move took 8 s"),
    ("kif/bioshogi__ぴよ将棋_KIF_その他_八枚落ちトンボ_source.kif", &["time_total_ms"], "the last move took 8 s"),
    ("kif/bioshogi__ぴよ将棋_KIF_平手_青空将棋_actual.kif", &["time_total_ms"], "the last move took 1 s"),
    ("kif/bioshogi__ぴよ将棋_KIF_平手_青空将棋_source.kif", &["time_total_ms"], "the last move took 1 s"),
    ("kif/make_shogi_fla__shunta_etc-Love_Kapibara-20250715_005728.kif", &["time_total_ms"], "the last move took 1 s"),
    ("kif/shogihome_c47298__record.kifu", &["time_total_ms"], "the last move took 1 s"),
];

fn corpus() -> Option<PathBuf> {
    koma_testkit::shared("data/kifu")
}

/// What `koma kifu show --json` says, and its exit code.
fn show(path: &Path, strict: bool) -> (Value, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_koma"));
    command.args(["kifu", "show", "--json"]).arg(path);
    if strict {
        command.arg("--strict");
    }
    let output = command.output().expect("the program runs");
    let json = serde_json::from_slice(&output.stdout);
    let json = json.unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    (json, output.status.code().unwrap_or(-1))
}

/// The program's answer in the words of the corpus.
fn facts(json: &Value) -> Map<String, Value> {
    let list = |key: &str| json[key].as_array().cloned().unwrap_or_default();
    let (moves, tree) = (list("moves"), list("tree"));
    let usi = json["mainUsi"].as_str().expect("always a text");
    let is_end = |node: &&Value| !node["termination"].is_null();
    let mut first_children: HashMap<u64, &Value> = HashMap::new();
    for node in &tree {
        first_children.entry(node["parent"].as_u64().unwrap_or(0)).or_insert(node);
    }
    let child = |node: &Value| first_children.get(&node["id"].as_u64()?).copied();
    let main_line = std::iter::successors(first_children.get(&0).copied(), |node| child(node));
    let main_end = main_line.into_iter().find(is_end);
    let is_noted = |node: &&Value| !node["comment"].is_null();
    let start_noted = usize::from(!list("comments").is_empty());
    let bookmarks = |list: &Value| list.as_array().map_or(0, Vec::len);
    let mut comments = Map::new();
    if start_noted == 1 {
        let lines: Vec<_> =
            list("comments").iter().map(|line| line.as_str().unwrap_or("").to_owned()).collect();
        comments.insert("0".to_owned(), json!(lines.join("\n")));
    }
    for mv in moves.iter().chain(main_end).filter(is_noted) {
        comments.insert(mv["number"].to_string(), mv["comment"].clone());
    }
    let illegal = moves.iter().position(|mv| !mv["illegal"].is_null());
    let facts = json!({
        "format": json["format"],
        "encoding": json["encoding"],
        "initial_sfen": json["initialSfen"],
        "final_sfen": json["finalSfen"],
        "main_usi": usi,
        "n_moves": usi.split_whitespace().count(),
        "termination": json["termination"],
        "winner": match json["winner"].as_str() {
            Some("sente") => json!("black"),
            Some("gote") => json!("white"),
            _ => json["winner"].clone(),
        },
        "result_line": json["resultLine"],
        "branches": json["branches"],
        "nodes": tree.len(),
        "nodes_with_comment": tree.iter().filter(is_noted).count() + start_noted,
        "bookmarks": tree.iter().map(|node| bookmarks(&node["bookmarks"])).sum::<usize>()
            + bookmarks(&json["bookmarks"]),
        "black": json["metadata"]["sente"],
        "white": json["metadata"]["gote"],
        "headers": json["headers"],
        "time_ms": moves.iter().map(|mv| mv["timeMs"].clone()).collect::<Vec<_>>(),
        "time_total_ms": moves.iter().filter_map(|mv| mv["timeMs"].as_u64()).sum::<u64>(),
        "special_time_ms": main_end.map(|end| end["timeMs"].clone()),
        "first_illegal_ply": illegal.map(|at| at + 1),
        "games": json["games"],
        "comments": comments,
        "ki2": moves.iter().map(|mv| mv["japanese"].clone()).collect::<Vec<_>>(),
    });
    let Value::Object(facts) = facts else { unreachable!("just made") };
    facts
}

/// The positions of other games are expected with the number of the move.
fn without_ply(expected: &Value) -> Value {
    let mut expected = expected.clone();
    for field in ["initial_sfen", "final_sfen"] {
        let sfen = expected.get(field).and_then(Value::as_str).map(str::to_owned);
        if let Some((sfen, _)) = sfen.as_deref().and_then(|sfen| sfen.rsplit_once(' ')) {
            expected[field] = json!(sfen);
        }
    }
    expected
}

/// The names of encodings as we have them.
fn encoding(name: &str) -> Value {
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    Value::from(match &*plain.to_ascii_lowercase() {
        "ascii" | "utf8" | "utf8bom" | "utf8sig" => "UTF-8",
        "cp932" | "shiftjis" => "CP932",
        "eucjp" => "EUC-JP",
        "iso2022jp" => "ISO-2022-JP",
        "utf16" | "utf16le" => "UTF-16LE",
        _ => name,
    })
}

/// Compares every field that is expected; gives what differs.
fn differences(path: &str, expected: &Value, found: &Map<String, Value>) -> Vec<String> {
    let is_wrong = |field: &str| {
        WRONG.iter().any(|(file, fields, _)| *file == path && fields.contains(&field))
    };
    let mut differences = Vec::new();
    for (field, got) in found {
        let Some(wanted) = expected.get(field) else { continue };
        let wanted = match (&**field, wanted) {
            ("encoding", Value::String(name)) => encoding(name),
            // Null is "not checked" here, and "nobody says so" elsewhere.
            ("branches" | "nodes", Value::Null) => continue,
            _ => wanted.clone(),
        };
        let same = match (&wanted, got) {
            // Headers without a value and lines of engines are left out by the reference.
            (Value::Object(wanted), Value::Object(got)) => {
                wanted.iter().all(|(key, value)| got.get(key) == Some(value))
            }
            (wanted, got) => wanted == got,
        };
        if same && is_wrong(field) {
            differences.push(format!("  {field}: is right after all; take it off the list"));
        }
        if !same && !is_wrong(field) {
            let short = |value: &Value| value.to_string().chars().take(300).collect::<String>();
            let (wanted, got) = (short(&wanted), short(got));
            differences.push(format!("  {field}: wanted {wanted}\n      got {got}"));
        }
    }
    differences
}

#[test]
fn every_file_of_the_corpus_is_shown_as_expected() {
    let Some(folder) = corpus() else { return };
    let text = std::fs::read_to_string(folder.join("expected.json")).expect("expected.json");
    let all: Map<String, Value> = serde_json::from_str(&text).expect("JSON");
    let mut failures = Vec::new();
    for (path, expected) in &all {
        let (json, code) = show(&folder.join(path), false);
        let has_errors = |json: &Value| {
            let findings = json["findings"].as_array();
            findings.is_some_and(|list| list.iter().any(|finding| finding["severity"] == "error"))
        };
        let is_silent = json["findings"].as_array().is_none_or(Vec::is_empty);
        let mut wrong = Vec::new();
        if (code == 1) != has_errors(&json) {
            wrong.push(format!("  exit code {code}"));
        }
        match expected["outcome"].as_str() {
            Some("ok") => wrong.extend(differences(path, expected, &facts(&json))),
            Some("error") if is_silent => wrong.push("  nothing is said".to_owned()),
            Some("error") if show(&folder.join(path), true).1 != 1 => {
                wrong.push("  strict reading finds no error".to_owned());
            }
            // What differs from somebody's guess may do so, but not in silence.
            Some("any") if is_silent && !differences(path, expected, &facts(&json)).is_empty() => {
                wrong.push("  nothing is said".to_owned());
            }
            Some("collection") if json["games"].as_u64().is_none_or(|games| games < 2) => {
                wrong.push(format!("  {} games", json["games"]));
            }
            // PSN, which the reference does not read: files of several games each.
            Some("unsupported-by-reference") if json["format"] != "psn" || json["games"] == 0 => {
                wrong.push(format!("  read as {}", json["format"]));
            }
            // Who won is told by the site, not by these files.
            Some("variant") => {
                let mut found = facts(&json);
                found.remove("winner");
                wrong.extend(differences(path, &without_ply(expected), &found));
            }
            _ => {}
        }
        if !wrong.is_empty() {
            failures.push(format!("{path} {}\n{}", json["findings"], wrong.join("\n")));
        }
    }
    eprintln!("{} files", all.len());
    assert!(failures.is_empty(), "{} files differ:\n{}", failures.len(), failures.join("\n"));
}
