//! `koma match`: players against each other, and programs that misbehave.

use std::fs;
use std::path::PathBuf;
use std::process::{Command as System, Output};

use assert_cmd::Command;
use serde_json::Value;

fn run(args: &[&str]) -> Output {
    Command::cargo_bin("koma")
        .expect("the program is built")
        .arg("match")
        .args(args)
        .env("LANG", "C")
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .output()
        .expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs a match as JSON: the games, and what it came to.
#[track_caller]
fn json(args: &[&str]) -> (Vec<Value>, Value) {
    let output = run(&[args, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
    let lines = text(&output.stdout);
    let mut values: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("a JSON line")).collect();
    let summary = values.pop().expect("a summary");
    (values, summary)
}

/// A folder of this test run.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("contest").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for test files");
    folder
}

/// A program that speaks USI and does `on_go` when it is to move.
fn fake(name: &str, on_go: &str) -> String {
    let path = folder(name).join("engine.sh");
    let script = format!(
        "while read -r line; do case \"$line\" in\n\
         usi) echo 'id name fake'; echo usiok;;\n\
         isready) echo readyok;;\n\
         go*) {on_go};;\n\
         quit) exit;;\n\
         esac; done\n"
    );
    fs::write(&path, script).expect("a script");
    format!("usi:sh {}", path.display())
}

/// Whether a program of another project is here; tests that need it say so where it is not.
fn has(program: &str) -> bool {
    let found = [program.to_owned(), format!("/usr/games/{program}")]
        .iter()
        .any(|path| System::new(path).stdin(std::process::Stdio::null()).output().is_ok());
    if !found {
        eprintln!("skipped: {program} is not installed");
    }
    found
}

#[test]
fn greed_beats_chance_and_every_game_is_told() {
    let args =
        ["exchange", "random", "--variant", "minishogi", "--games", "20", "--concurrency", "2"];
    let (games, summary) = json(&args);
    assert_eq!(games.len(), 20);
    assert!(summary["share"].as_f64() > Some(0.8), "{summary}");
    assert_eq!(summary["pairs"].as_array().map(Vec::len), Some(5));
    assert!(games.iter().all(|game| game["irregular"] == false && game["counted"] == true));
    let sentes = games.iter().filter(|game| game["sente"] == "exchange").count();
    assert_eq!(sentes, 10, "sides are swapped");
}

#[test]
fn the_same_seed_plays_the_same_games() {
    let args = ["greedy", "random", "--variant", "dobutsu", "--games", "4", "--seed", "9"];
    let moves =
        |games: Vec<Value>| games.into_iter().map(|g| g["moves"].clone()).collect::<Vec<_>>();
    let first = moves(json(&args).0);
    assert_eq!(first, moves(json(&args).0));
    let other = ["greedy", "random", "--variant", "dobutsu", "--games", "4", "--seed", "8"];
    assert_ne!(first, moves(json(&other).0));
    // Both games of a pair begin alike.
    assert_eq!(
        first[0].as_array().map(|m| m[..6].to_vec()),
        first[1].as_array().map(|m| m[..6].to_vec())
    );
}

#[test]
fn a_test_ends_a_match_as_soon_as_it_is_decided() {
    let args =
        ["exchange", "random", "--variant", "minishogi", "--games", "2000", "--sprt", "0,50"];
    let (games, summary) = json(&args);
    assert_eq!(summary["sprt"]["state"], "passed");
    assert!(games.len() < 1000, "{}", games.len());
}

#[test]
fn games_are_saved_as_records_that_can_be_read() {
    let folder = folder("saved");
    let path = folder.display().to_string();
    json(&["greedy", "random", "--games", "2", "--save", &path, "--most-plies", "60"]);
    for name in ["00001.kif", "00001.json", "00002.kif", "00002.json"] {
        let file = folder.join(name).display().to_string();
        let output = Command::cargo_bin("koma")
            .expect("the program is built")
            .args(["kifu", "check", &file])
            .output()
            .expect("the program runs");
        assert_eq!(output.status.code(), Some(0), "{name}: {}", text(&output.stderr));
    }
    let kif = fs::read_to_string(folder.join("00001.kif")).expect("a record");
    assert!(kif.contains("先手：greedy") && kif.contains("後手：random"), "{kif}");
}

#[test]
fn openings_of_a_file_are_played() {
    let file = folder("openings").join("openings.txt");
    fs::write(&file, "# two openings\nstartpos moves 7g7f 3c3d\n2g2f 8c8d\n").expect("a file");
    let path = file.display().to_string();
    let (games, _) =
        json(&["greedy", "random", "--games", "4", "--openings", &path, "--most-plies", "8"]);
    let first = |at: usize| games[at]["moves"][0].clone();
    assert_eq!([first(0), first(1), first(2), first(3)], ["7g7f", "7g7f", "2g2f", "2g2f"]);
}

#[test]
fn a_program_that_resigns_loses() {
    let fake = fake("resigns", "echo 'info depth 3 score cp -5 nodes 10'; echo 'bestmove resign'");
    let (games, summary) = json(&["random", &fake, "--games", "2", "--nodes", "5"]);
    assert_eq!((&summary["wins"], &summary["losses"]), (&Value::from(2), &Value::from(0)));
    assert!(games.iter().all(|game| game["reason"] == "resignation"), "{games:?}");
    assert_eq!(games[0]["players"][1]["nodes"], 10);
}

#[test]
fn a_program_that_plays_against_the_rules_is_told_apart_and_the_pair_played_again() {
    let fake = fake("illegal", "echo 'bestmove 5e5d'");
    let (games, summary) = json(&["random", &fake, "--games", "2", "--nodes", "5"]);
    assert_eq!(summary["wins"], 0);
    assert!(summary["replayedPairs"].as_u64() > Some(0), "{summary}");
    assert!(summary["players"][1]["illegal"].as_u64() > Some(1), "{summary}");
    assert!(games.iter().all(|game| game["counted"] == false));
    let (_, strict) = json(&["random", &fake, "--games", "2", "--nodes", "5", "--strict"]);
    assert_eq!(
        (&strict["wins"], &strict["players"][1]["illegal"]),
        (&Value::from(2), &Value::from(2))
    );
}

#[test]
fn a_program_that_crashes_loses_and_is_started_again() {
    let fake = fake("crashes", "exit 3");
    let (games, summary) = json(&["random", &fake, "--games", "4", "--nodes", "5"]);
    assert_eq!(
        (&summary["wins"], &summary["players"][1]["failures"]),
        (&Value::from(4), &Value::from(4))
    );
    assert!(games[0]["reason"].as_str().is_some_and(|why| why.contains("has ended")), "{games:?}");
}

#[test]
fn a_program_that_falls_silent_loses_on_patience() {
    let fake = fake("silent", ":");
    let args = ["random", &fake, "--games", "2", "--movetime", "1", "--margin", "1"];
    let (_, summary) = json(&args);
    assert_eq!(
        (&summary["wins"], &summary["players"][1]["failures"]),
        (&Value::from(2), &Value::from(2))
    );
}

#[test]
fn a_program_that_floods_and_answers_nonsense_is_survived() {
    let noise = "i=0; while [ $i -lt 3000 ]; do echo 'info nonsense \\377'; i=$((i+1)); done; echo bestmove";
    let fake = fake("noise", noise);
    let (_, summary) = json(&["random", &fake, "--games", "2", "--nodes", "5"]);
    assert_eq!(summary["wins"], 2, "no move is a resignation: {summary}");
}

#[test]
fn misuse_is_said_in_one_line() {
    for (args, says) in [
        (&["random", "somebody"][..], "a player is"),
        (&["random", "usi:no-such-program", "--nodes", "5"][..], "cannot start no-such-program"),
        (&["random", "usi:cat"][..], "how long may they think"),
        (&["random", "random", "--variant", "dobutsu", "--plies", "9999"][..], "ask for fewer"),
        (&["random", "random", "--sprt", "5,1"][..], "two numbers"),
        (&["random", "random", "--set-a", "Hash=5"][..], "has no options"),
        (&["random", "random", "--openings", "no-such-file"][..], "cannot read"),
        (&["random", "random", "--games", "0"][..], "--games"),
    ] {
        let output = run(args);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.lines().count() == 1 && said.contains(says), "{args:?}: {said}");
    }
}

#[test]
fn fairy_stockfish_plays_small_games_by_our_rules() {
    if !has("fairy-stockfish") {
        return;
    }
    for variant in
        ["shogi", "minishogi", "kyoto", "dobutsu", "judkins", "gorogoro", "euro", "micro"]
    {
        let args = [
            "random",
            "uci:fairy-stockfish",
            "--variant",
            variant,
            "--nodes",
            "300",
            "--games",
            "2",
        ];
        let (games, summary) = json(&args);
        assert_eq!(summary["replayedPairs"], 0, "{variant}: {games:?}");
        assert_eq!(summary["losses"], 2, "{variant}: {games:?}");
    }
    let usi = ["random", "usi:fairy-stockfish", "--nodes", "300", "--games", "2"];
    assert_eq!(json(&usi).1["losses"], 2);
}

#[test]
fn hachu_plays_chu_by_our_rules() {
    if !has("hachu") {
        return;
    }
    let args = [
        "greedy",
        "xboard:hachu",
        "--variant",
        "chu",
        "--movetime",
        "30",
        "--games",
        "2",
        "--margin",
        "5000",
    ];
    let (games, summary) = json(&args);
    assert_eq!(summary["replayedPairs"], 0, "{games:?}");
    assert_eq!(summary["losses"], 2, "{games:?}");
}
