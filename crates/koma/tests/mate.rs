//! `koma mate` as scripts and people call it.

use std::fs;
use std::path::PathBuf;
use std::process::Output;

use assert_cmd::Command;

const GOLD: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";

fn run(args: &[&str], input: &str) -> Output {
    Command::cargo_bin("koma")
        .expect("the program is built")
        .args(["mate", "--hash", "4"])
        .args(args)
        .env("LANG", "C")
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .write_stdin(input)
        .output()
        .expect("the program runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("stdout is UTF-8")
}

fn objects(output: &Output) -> Vec<serde_json::Value> {
    stdout(output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn each_line_gets_one_object_in_order() {
    let input = format!("{GOLD}\n4k4/9/9/9/9/9/9/9/4K4 b - 1\nnonsense\n");
    let output = run(&["-"], &input);
    let answers = objects(&output);
    assert_eq!(output.status.code(), Some(1), "one of them was not decided");
    let results: Vec<_> = answers.iter().map(|answer| answer["result"].as_str()).collect();
    assert_eq!(results, [Some("mate"), Some("nomate"), Some("unknown")]);
    assert_eq!(answers[0]["sfen"], GOLD);
    assert_eq!(answers[0]["line"], serde_json::json!(["G*5b"]));
    assert_eq!(answers[0]["plies"], 1);
    assert_eq!(answers[0]["shortest"], true);
    assert!(answers[0]["nodes"].is_u64() && answers[0]["ms"].is_number());
    assert!(answers[1]["plies"].is_null());
    assert!(answers[2]["error"].is_string());
}

#[test]
fn a_position_is_shown_with_its_line_and_its_check() {
    let output = run(&["--sfen", GOLD, "--shortest", "--all"], "");
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("Mate in 1, and no sooner.") && text.contains("G*5b"), "{text}");
    let output = run(&["--lang", "ja", "--sfen", GOLD, "--shortest", "--all"], "");
    assert!(stdout(&output).contains("最短1手詰。"), "{}", stdout(&output));
}

#[test]
fn files_may_hold_many_problems() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("mate");
    fs::create_dir_all(&folder).expect("a folder for test files");
    let path = folder.join("two.sfen");
    fs::write(&path, format!("{GOLD}\n7nk/9/7S1/9/9/9/9/9/9 b P 1\n")).expect("written");
    let output = run(&["--json", path.to_str().expect("a name")], "");
    let results: Vec<_> = objects(&output).iter().map(|o| o["result"].clone()).collect();
    assert_eq!(results, ["mate", "nomate"]);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn what_is_no_problem_is_said_and_misuse_ends_with_two() {
    let output = run(&["--sfen", "9/9/9/9/9/9/9/9/4K4 b G 1"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("no royal piece to mate"), "{}", stdout(&output));
    assert_eq!(run(&["--sfen", "nonsense"], "").status.code(), Some(2));
    assert_eq!(run(&[], "").status.code(), Some(2));
    assert_eq!(run(&["no-such-file.kif"], "").status.code(), Some(2));
}

#[test]
fn hostile_positions_get_an_answer_or_a_sentence() {
    // No royal, in check already, no attacker, 593 legal moves, huge hands, more than anybody has.
    for (sfen, result, sentence) in [
        ("9/9/9/9/9/9/9/9/4K4 b G 1", "unknown", "no royal piece"),
        ("4k4/4G4/9/9/9/9/9/9/4K4 b - 1", "unknown", "stands in check"),
        ("4k4/9/9/9/9/9/9/9/9 b - 1", "nomate", ""),
        ("R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", "mate", ""),
        ("4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1", "mate", ""),
        ("4k4/9/9/9/9/9/9/9/9 b 99P 1", "nomate", ""),
        ("4k4/9/9/9/9/9/9/9/9 b 99999999999999999999P 1", "unknown", "no position"),
    ] {
        let answers = objects(&run(&["--nodes", "200000", "-"], &format!("{sfen}\n")));
        let answer = &answers[0];
        assert_eq!(answer["result"], result, "{answer}");
        assert!(answer["error"].as_str().unwrap_or_default().contains(sentence), "{answer}");
        assert!(answer["nodes"].as_u64().is_some_and(|nodes| nodes < 400_000), "{answer}");
    }
}

#[test]
fn a_flawed_problem_is_called_so_in_both_languages() {
    let flawed = "3sks3/9/4+P4/9/9/9/9/9/9 b 2GS2r2b2gs4n4l17p 1";
    let output = run(&["--shortest", "--all", "--sfen", flawed], "");
    let text = stdout(&output);
    assert!(text.contains("Mate in 3, and no sooner."), "{text}");
    assert!(text.contains("Second solution: at move 1,"), "{text}");
    assert!(text.contains("Pieces left in hand at the end:"), "{text}");
    let output = run(&["--lang", "ja", "--shortest", "--all", "--sfen", flawed], "");
    let text = stdout(&output);
    assert!(text.contains("余詰：1手目") && text.contains("駒余り："), "{text}");
}

#[test]
fn a_mate_is_counted_in_full_and_as_problems_are() {
    // Whatever is put between the far bishop and the king is simply taken.
    let far = "k8/9/1K7/9/9/9/8B/8B/9 b 2r4g4s4n4l18p 1";
    let output = run(&["--sfen", far, "--shortest", "--json", "--threads", "2"], "");
    let answers = objects(&output);
    assert_eq!(answers[0]["plies"], 13, "{answers:?}");
    assert_eq!(answers[0]["custom"]["plies"], 1, "{answers:?}");
    let output = run(&["--lang", "ja", "--sfen", far, "--shortest"], "");
    assert!(stdout(&output).contains("無駄合いを数えない慣例では1手詰。"), "{}", stdout(&output));
}

#[test]
fn a_royal_among_the_rest_in_hand_is_left_out() {
    let output = run(&["--sfen", "4k4/9/4P4/9/9/9/9/9/9 b Gk2r2b3g4s4n4l17p 1", "--json"], "");
    assert_eq!(objects(&output)[0]["line"], serde_json::json!(["G*5b"]));
}

#[test]
fn keys_stand_in_the_order_that_is_documented() {
    let output = run(&["-"], &format!("{GOLD}\n"));
    let text = stdout(&output);
    let keys =
        ["\"sfen\"", "\"result\"", "\"plies\"", "\"line\"", "\"shortest\"", "\"nodes\"", "\"ms\""];
    let places: Vec<_> = keys.iter().map(|key| text.find(key).expect("every key")).collect();
    assert!(places.is_sorted(), "{text}");
}

#[test]
fn a_position_in_place_of_a_file_gets_a_hint_at_the_flag() {
    let words: Vec<&str> = GOLD.split(' ').collect();
    for args in [&[GOLD][..], &words] {
        let output = run(args, "");
        let said = String::from_utf8(output.stderr).expect("stderr is UTF-8");
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(&format!("--sfen \"{GOLD}\"")), "{said}");
    }
    let output = run(&["no/such/file.kif"], "");
    let said = String::from_utf8(output.stderr).expect("stderr is UTF-8");
    assert!(!said.contains("--sfen"), "a missing file stays one: {said}");
}
