//! `koma piece` as scripts and people call it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

fn run_with_input(args: &[&str], input: impl Into<Vec<u8>>) -> Output {
    Command::cargo_bin("koma")
        .expect("the program is built")
        .arg("piece")
        .args(args)
        .env("LANG", "C")
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .write_stdin(input)
        .output()
        .expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// Runs a command that must end with this code; gives stdout and stderr.
#[track_caller]
fn run(args: &[&str], code: i32) -> (String, String) {
    let output = run_with_input(args, "");
    assert_eq!(output.status.code(), Some(code), "{args:?}: {}", text(&output.stderr));
    (text(&output.stdout), text(&output.stderr))
}

/// Answers to lines of input, as JSON.
#[track_caller]
fn answers(args: &[&str], input: impl Into<Vec<u8>>, code: i32) -> Vec<Value> {
    let output = run_with_input(args, input);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("piece").join(name);
    fs::create_dir_all(&folder).expect("a folder for test files");
    folder
}

fn data(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../koma-pieces/data").join(name);
    path.to_str().expect("a plain path").into()
}

fn golden(name: &str) -> String {
    let folder = "../koma-prose/tests/golden/generate";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(name);
    path.to_str().expect("a plain path").into()
}

#[test]
fn parse_answers_every_line_errors_included() {
    let input = b"Moves like a bishop\nfrobnicates\n\n\xff\xfe\n\xe7\xb8\xa6\xe6\xa8\xaa\xe3\x81\xab\xe4\xbd\x95\xe3\x83\x9e\xe3\x82\xb9\xe3\x81\xa7\xe3\x82\x82\xe5\x8b\x95\xe3\x81\x91\xe3\x82\x8b\xe3\x80\x82".to_vec();
    let answers = answers(&["parse", "-"], input, 1);
    let betza: Vec<Option<&str>> = answers.iter().map(|a| a["betza"].as_str()).collect();
    assert_eq!(betza, [Some("B"), None, None, None, Some("R")]);
    assert_eq!(answers[0]["findings"], serde_json::json!([]));
    assert_eq!(answers[3]["findings"][0]["code"], "undecodable-bytes");
    for answer in &answers[1..4] {
        assert!(answer["movement"]["steps"].is_array());
        assert_eq!(answer["findings"][0]["severity"], "error");
    }
}

#[test]
fn parse_reads_betza_in_three_dialects() {
    let steps = |dialect: &str| {
        let args = ["parse", "--betza", "--dialect", dialect, "-"];
        answers(&args, "fQbK\n", 0)[0]["movement"]["steps"].as_array().unwrap().len()
    };
    assert_eq!((steps("strict"), steps("neo"), steps("fairy")), (6, 8, 6));
    run(&["parse", "--betza", "--dialect", "klingon", "K"], 2);
    let (_, said) = run(&["parse", "--betza", "fQ!"], 1);
    assert!(said.contains("1:3"), "{said}");
}

#[test]
fn parse_shows_people_words_notation_and_a_picture() {
    let (shown, _) =
        run(&["parse", "Side mover (横行): slides sideways; steps 1 square vertically."], 0);
    for part in ["Side mover 横行", "Betza: vWsR", "横", "●", "○ step"] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
}

#[test]
fn a_bare_knight_is_the_templates_knight() {
    let leaps = |template: &str| {
        let answers = answers(&["parse", "--template", template, "-"], "Jumps like a knight.\n", 0);
        answers[0]["movement"]["jumps"].as_array().unwrap().len()
    };
    assert_eq!((leaps("neo_shogi"), leaps("standard_shogi")), (8, 2));
}

#[test]
fn gen_makes_the_golden_files() {
    for name in ["one-piece", "taikyoku", "standard"] {
        let (made, _) = run(&["gen", &golden(&format!("{name}.request.yaml")), "-o", "-"], 0);
        assert_eq!(made, fs::read_to_string(golden(&format!("{name}.yaml"))).unwrap(), "{name}");
    }
}

#[test]
fn gen_by_flags_equals_gen_by_request() {
    let folder = folder("flags");
    let source = folder.join("source.txt");
    let list = folder.join("list.yaml");
    let output = folder.join("deep/out.yaml");
    fs::write(&source, "Pawn (歩兵): Moves 1 square forward.\n").unwrap();
    fs::write(&list, "- { id: 1, name: \"Pawn\", name_ja: \"歩兵\", name_kanji: \"歩\" }\n")
        .unwrap();
    let path = |p: &PathBuf| p.to_str().unwrap().to_string();
    let (source, list, out) = (path(&source), path(&list), path(&output));
    run(
        &[
            "gen",
            "--source",
            &source,
            "--list",
            &list,
            "-o",
            &out,
            "--group-name",
            "Pawns",
            "--style",
            "block",
            "--values",
            "relative",
            "--template",
            "standard_shogi",
        ],
        0,
    );
    let made = fs::read_to_string(&output).unwrap();
    assert!(made.contains("- direction: \"N\"\n          type: single\n"), "{made}");
    assert!(made.starts_with("# Pawns Piece Definitions\n"), "{made}");
    run(&["check", &out], 0);
    run(&["gen", "--source", &source], 2);
}

#[test]
fn gen_reports_all_faults_and_still_writes_the_rest() {
    let out = folder("faults").join("x.yaml");
    let out = out.to_str().unwrap();
    let (_, said) = run(&["gen", &golden("faults.request.yaml"), "-o", out], 1);
    for code in ["unknown-rule", "unknown-choice", "no-description", "not-in-list", "duplicate-id"]
    {
        assert!(said.contains(&format!("[{code}]")), "{code} in {said}");
    }
    assert!(said.contains("2 of 6 pieces"), "{said}");
    let (report, _) = run(&["gen", &golden("faults.request.yaml"), "-o", out, "--json"], 1);
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["pieces"], 2);
    assert!(report["findings"].as_array().unwrap().len() > 12);
    run(&["gen", "no-such-request.yaml"], 2);
}

#[test]
fn check_passes_shipped_files_and_fails_broken_ones() {
    let files =
        ["taikyoku_a.yaml", "taikyoku_b.yaml", "taikyoku_c.yaml", "taikyoku_d.yaml"].map(data);
    let mut args = vec!["check", "--strict"];
    args.extend(files.iter().map(String::as_str));
    let (said, _) = run(&args, 0);
    assert_eq!(said, "404 pieces in 4 files: no findings\n");

    let broken = folder("check").join("broken.yaml");
    let text = fs::read_to_string(data("tori.yaml")).unwrap();
    fs::write(&broken, text.replacen("direction: \"N\"", "direction: N", 1)).unwrap();
    let broken = broken.to_str().unwrap();
    let (_, said) = run(&["check", broken], 1);
    assert!(said.contains("error[unquoted-direction]") && said.contains("broken.yaml:"), "{said}");
    let (list, _) = run(&["check", "--json", broken], 1);
    let list: Value = serde_json::from_str(&list).unwrap();
    assert_eq!(list[0]["code"], "unquoted-direction");
    assert!(list[0]["line"].is_u64() && list[0]["column"].is_u64());
    let (report, _) = run(&["check", "--markdown", broken], 1);
    assert!(report.starts_with("# Piece check\n"), "{report}");
    run(&["check", "no-such-file.yaml"], 2);

    let part = folder("check").join("part.yaml");
    fs::copy(golden("taikyoku.yaml"), &part).unwrap();
    let part = part.to_str().unwrap();
    run(&["check", part], 1);
    run(&["check", "--external-ids", part], 0);
}

#[test]
fn fmt_fixes_what_check_finds_and_is_idempotent() {
    let path = folder("fmt").join("spoilt.yaml");
    let good = fs::read_to_string(data("yari.yaml")).unwrap();
    fs::write(&path, good.replace("direction: \"N\"", "direction: false")).unwrap();
    let path = path.to_str().unwrap();
    let (said, _) = run(&["fmt", "--check", path], 1);
    assert!(said.contains("would change"), "{said}");
    run(&["fmt", "--fix", path], 0);
    assert_eq!(fs::read_to_string(path).unwrap(), good);
    run(&["fmt", "--check", path], 0);
    let (printed, _) = run(&["fmt", path], 0);
    assert_eq!(printed, good);
    run(&["fmt", "--fix", "-"], 2);
    run(&["fmt", path, path], 2);
}

#[test]
fn show_draws_by_id_and_by_name_in_any_language() {
    for wanted in ["140", "running rabbit", "走兎"] {
        let (shown, _) = run(&["show", wanted], 0);
        assert!(shown.starts_with("140 Running rabbit 走兎"), "{shown}");
        assert!(shown.contains("↖"), "{shown}");
    }
    let (svg, _) = run(&["show", "hook mover", "--svg"], 0);
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    let png = folder("show").join("sheet.png");
    let path = png.to_str().unwrap();
    run(&["show", "--file", "tori", "--png", "-o", path, "--scale", "0.5"], 0);
    assert!(fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    let (json, _) = run(&["show", "15", "--json"], 0);
    assert_eq!(serde_json::from_str::<Value>(&json).unwrap()["name"], "King");
    let (_, said) = run(&["show", "golden general"], 2);
    assert!(said.contains("Gold general"), "{said}");
}

#[test]
fn disputed_moves_are_shown_on_request() {
    let (default, _) = run(&["show", "108"], 0);
    let (eight, _) = run(&["show", "Right general", "--reading", "eight-step-generals"], 0);
    assert!(default.contains("Betza: fbW") || !default.contains("Betza: K"), "{default}");
    assert!(eight.starts_with("108 ") && eight.contains("Betza: K"), "{eight}");
    let (list, _) = run(&["readings"], 0);
    assert!(list.contains("right-general:lls"));
    run(&["show", "108", "--reading", "nine-step-generals"], 2);
}

#[test]
fn explain_speaks_both_languages_and_points_at_errors() {
    let (said, _) = run(&["explain", "vWsR"], 0);
    assert!(said.contains("sideways") && said.contains("縦に1マス"), "{said}");
    let (_, said) = run(&["explain", "fQbM"], 1);
    assert!(said.contains("<notation>:1:4"), "{said}");
}

#[test]
fn reach_answers_in_order_and_fails_when_one_is_an_error() {
    let good = answers(&["reach", "-"], "{\"betza\": \"fW\"}\n", 0);
    assert_eq!(good[0]["quiet"], serde_json::json!([[0, 1]]));
    let mixed = answers(&["reach", "-"], "{\"betza\": \"M\"}\nnot json\n{\"betza\": \"W\"}\n", 1);
    assert!(mixed[0]["error"].is_string() && mixed[1]["error"].is_string());
    assert_eq!(mixed[2]["quiet"].as_array().unwrap().len(), 4);
}
