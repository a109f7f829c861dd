//! The program as scripts and people call it: what it prints and the code it exits with.

use std::fs;
use std::path::PathBuf;
use std::process::Output;

use assert_cmd::Command;

fn run_with_input(args: &[&str], input: &str) -> Output {
    Command::cargo_bin("koma")
        .expect("the program is built")
        .args(args)
        .env("LANG", "C")
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .write_stdin(input)
        .output()
        .expect("the program runs")
}

fn run(args: &[&str]) -> Output {
    run_with_input(args, "")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("stdout is UTF-8")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("stderr is UTF-8")
}

/// Runs a command that must succeed and gives its output.
#[track_caller]
fn good(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
    stdout(&output)
}

/// Runs a command that is misuse: exit code 2, one line on stderr, nothing on stdout.
#[track_caller]
fn misuse(args: &[&str], says: &str) {
    let output = run(args);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
    assert_eq!(stdout(&output), "", "{args:?}");
    assert_eq!(said.lines().count(), 1, "one line: {said}");
    assert!(said.starts_with("error: ") && said.contains(says), "{args:?}: {said}");
}

/// A file in a folder that is removed at the end of the test run.
fn file(name: &str, text: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cli");
    fs::create_dir_all(&folder).expect("a folder for test files");
    let path = folder.join(name);
    fs::write(&path, text).expect("a test file is written");
    path
}

#[test]
fn perft_ends_with_the_line_nodes() {
    assert_eq!(good(&["perft", "0"]), "nodes 1\n");
    assert_eq!(good(&["perft", "3"]), "nodes 25470\n");
    assert_eq!(good(&["perft", "--variant", "minishogi", "2"]), "nodes 181\n");
    let divided = good(&["perft", "--divide", "2"]);
    assert_eq!(divided.lines().count(), 31);
    assert!(divided.starts_with("1g1f 30\n") && divided.ends_with("\nnodes 900\n"), "{divided}");
    assert_eq!(good(&["perft", "--json", "1"]), "{\"depth\":1,\"nodes\":30}\n");
}

#[test]
fn pass_gives_the_turn_to_the_other_side() {
    let moves = good(&["legal", "--pass"]);
    assert!(moves.lines().any(|line| line == "3c3d") && moves.lines().count() == 30);
    let after = good(&["legal", "--moves", "7g7f", "--pass"]);
    assert!(after.lines().any(|line| line == "8h3c+"), "{after}");
}

#[test]
fn legal_lists_moves_sorted_one_a_line() {
    let text = good(&["legal"]);
    let mut moves: Vec<&str> = text.lines().collect();
    assert_eq!((moves.len(), moves[0]), (30, "1g1f"));
    moves.sort_unstable();
    assert_eq!(moves, text.lines().collect::<Vec<_>>());
    let json: serde_json::Value =
        serde_json::from_str(&good(&["legal", "--json", "--moves", "7g7f"])).expect("JSON");
    assert_eq!(json["moves"].as_array().map(Vec::len), Some(30));
    assert_eq!(json["variant"], "shogi");
}

#[test]
fn a_position_without_moves_has_an_empty_list() {
    let mated = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1";
    assert_eq!(good(&["legal", "--sfen", mated]), "");
    assert_eq!(good(&["perft", "--sfen", mated, "1"]), "nodes 0\n");
}

#[test]
fn explain_says_when_the_moves_ended_the_game() {
    let mated = ["--sfen", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "--moves", "G*5b"];
    let output = run(&[&["explain"], &mated[..], &["5a5b"]].concat());
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).starts_with("GAME_ALREADY_ENDED: "), "{}", stdout(&output));
}

#[test]
fn explain_says_legal_or_code_and_sentence() {
    assert_eq!(good(&["explain", "7g7f"]), "7g7f: legal\n");
    let output = run(&["explain", "8h2b+"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).starts_with("LEAP_RESTRICTION: "), "{}", stdout(&output));
    let output = run(&["explain", "--lang", "ja", "5i5g"]);
    assert!(stdout(&output).contains("動けません"), "{}", stdout(&output));
    let output = run(&["explain", "--json", "5i5g"]);
    let json: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!((&json["legal"], &json["code"]), (&false.into(), &"INVALID_MOTION_VECTOR".into()));
    assert_eq!(json["squares"], serde_json::json!(["5i", "5g"]));
    misuse(&["explain", "hello"], "`hello` is not a move");
}

#[test]
fn a_royal_that_steps_into_attack_leaves_no_check_behind_it() {
    let sfen = "4k4/9/9/9/9/9/4g4/4r4/3K5 b - 1";
    let output = run(&["explain", "--lang", "ja", "--sfen", sfen, "6i5h"]);
    let said = stdout(&output);
    assert!(said.contains("自殺手") && !said.contains("王手放置"), "{said}");
}

#[test]
fn words_of_a_clause_that_are_not_used_are_told() {
    // Both 1マス and 1枚 of the second sentence: it must not become another piece in silence.
    let text = "横に何マスでも動ける。前には1マス、敵の駒を1枚飛び越えて取れる。";
    let output = run(&["piece", "parse", "--lang", "ja", text]);
    let said = stderr(&output);
    assert!(said.contains("1枚") && said.contains("がわかりません"), "{said}");
}

#[test]
fn help_speaks_the_language_asked_for() {
    for args in
        [&["play", "--help", "--lang", "ja"][..], &["--lang", "ja", "kifu", "show", "--help"]]
    {
        let said = good(args);
        assert!(said.contains("使い方: koma") && said.contains("オプション:"), "{said}");
        for english in ["Usage:", "Options:", "Arguments:", "Print help", "[default:"] {
            assert!(!said.contains(english), "{english} in {said}");
        }
    }
    let said = good(&["play", "--help", "--lang", "en"]);
    assert!(said.contains("Usage: koma play") && !said.contains("使い方"), "{said}");
}

#[test]
fn positions_are_understood_in_every_form_usi_uses() {
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let all = good(&["legal"]);
    for sfen in [
        "startpos",
        "position startpos",
        start,
        &format!("sfen {start}"),
        &format!("position sfen {start}"),
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b",
    ] {
        assert_eq!(good(&["legal", "--sfen", sfen]), all, "{sfen}");
    }
    let after = good(&["legal", "--moves", "7g7f 3c3d"]);
    assert_eq!(good(&["legal", "--sfen", "position startpos moves 7g7f 3c3d"]), after);
    assert_eq!(good(&["legal", "--sfen", "startpos moves 7g7f", "--moves", "3c3d"]), after);
}

#[test]
fn hands_may_stand_in_any_order() {
    let [one, two] = ["4k4/9/9/9/9/9/9/9/4K4 b RB2P2p 1", "4k4/9/9/9/9/9/9/9/4K4 b 2p2PBR"]
        .map(|sfen| good(&["legal", "--sfen", sfen]));
    assert_eq!(one, two);
}

#[test]
fn forgivable_faults_are_warnings_on_stderr() {
    for (sfen, code) in [
        ("4k4/9/9/9/9/4P4/4P4/9/4K4 b - 1", "file-overfull"),
        ("4k4/9/9/9/9/9/9/9/9 w - 1", "missing-royal"),
        ("4k3P/9/9/9/9/9/9/9/4K4 b - 1", "dead-man"),
        ("4k4/9/9/9/9/9/9/9/4K4 b 3R 1", "too-many-men"),
        ("4k4/4R4/9/9/9/9/9/9/4K4 b - 1", "waiting-side-in-check"),
    ] {
        for command in ["legal", "show"] {
            let output = run(&[command, "--sfen", sfen]);
            assert_eq!(output.status.code(), Some(0), "{sfen}");
            let said = stderr(&output);
            assert!(said.contains(&format!("warning[{code}]")), "{sfen}: {said}");
        }
    }
}

#[test]
fn what_cannot_be_read_is_misuse_in_one_line() {
    for (args, says) in [
        (&["perft", "abc"][..], "invalid value"),
        (&["perft", "1.5"], "invalid value"),
        (&["perft", "999999999999"], "999999999999"),
        (&["perft", "101"], "101"),
        (&["perft"], "DEPTH"),
        (&["perft", "--deep", "3"], "--deep"),
        (&["legal", "--sfen", ""], "no position"),
        (&["legal", "--sfen", "lnsgkgsnl/9 b"], "ranks"),
        (&["legal", "--sfen", "x8/9/9/9/9/9/9/9/9 b - 1"], "`x`"),
        (&["legal", "--sfen", "9/9/9/9/9/9/9/9/9 q - 1"], "`q`"),
        (&["legal", "--sfen", "9/9/9/9/9/9/9/9/9 b 2+P 1"], "hand"),
        (&["legal", "--sfen", "9/9/9/9/9/9/9/9/9 b - zero"], "zero"),
        (&["legal", "--moves", "7g7f what"], "move 2"),
        (&["legal", "--moves", "7g7f 7g7f"], "MOVE_UNDEFINED_PIECE"),
        (&["legal", "--variant", "minishogy"], "did you mean minishogi"),
        (&["legal", "--variant", "draughts"], "koma variant list"),
        (&["legal", "--variant-file", "nowhere.yaml"], "nowhere.yaml"),
        (&["variant", "check", "nowhere.yaml"], "nowhere.yaml"),
        (&["variant", "show", "nowhere"], "nowhere"),
        (&["variant", "check"], "FILES"),
        (&["fly"], "fly"),
        (&["legal", "--lang", "xx"], "xx"),
        (&["completions", "tcsh"], "tcsh"),
        (&["legal", "--sfen", "\u{1b}[31m\n歩"], "no position"),
    ] {
        misuse(args, says);
    }
}

#[test]
fn show_draws_board_hands_side_and_last_move() {
    let text = good(&["show", "--moves", "7g7f 3c3d 8h2b+"]);
    assert!(text.contains("Sente holds: 角") && text.contains("Gote holds: nothing"), "{text}");
    assert!(text.contains("馬*") && text.contains("v飛"), "{text}");
    assert!(text.contains("Move 4: Gote to play, after 8h2b+"), "{text}");
    assert!(!text.contains('\u{1b}'), "no colours outside a terminal");
    let japanese = good(&["show", "--lang", "ja"]);
    assert!(japanese.contains("先手の持ち駒: なし") && japanese.contains("1手目 先手の手番"));
    let letters = good(&["show", "--letters", "--moves", "7g7f"]);
    assert!(letters.is_ascii(), "{letters}");
}

#[test]
fn show_says_how_the_game_ended() {
    let mate = ["show", "--sfen", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "--moves", "G*5b"];
    assert!(good(&mate).contains("Sente wins: checkmate"));
    // A position can be the end from the first.
    let mated = good(&["show", "--sfen", "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"]);
    assert!(mated.contains("Sente wins: checkmate"), "{mated}");
    let round = "5i5h 5a5b 5h5i 5b5a ".repeat(3);
    let text = good(&["show", "--moves", &round]);
    assert!(text.contains("Draw: repetition"), "{text}");
    let json: serde_json::Value =
        serde_json::from_str(&good(&["show", "--json", "--moves", &round])).expect("JSON");
    assert_eq!((&json["ended"], &json["reason"]), (&true.into(), &"repetition".into()));
}

#[test]
fn variants_are_listed_shown_and_checked() {
    let list = good(&["variant", "list"]);
    assert!(list.contains("minishogi") && list.starts_with("shogi "), "{list}");
    let json: serde_json::Value =
        serde_json::from_str(&good(&["variant", "list", "--json"])).expect("JSON");
    assert_eq!(json[0]["slug"], "shogi");
    let shown = good(&["variant", "show", "mini"]);
    assert!(shown.contains("4-fold repetition") && shown.contains("first player loses"), "{shown}");
    let path = file("copy.yaml", &good(&["variant", "show", "shogi", "--file"]));
    let path = path.to_str().expect("a path in UTF-8");
    assert!(good(&["variant", "check", path]).contains("ok, Shogi (9x9)"));
    assert_eq!(good(&["perft", "--variant-file", path, "2"]), "nodes 900\n");
}

#[test]
fn contested_rules_are_options() {
    // Lions face each other two squares apart, guarded; a lion was just taken on 12a.
    let sfen = "11k/8s3/7n4/12/7R4/12/12/12/12/12/12/11K b 12a 1";
    let refused = run(&["explain", "--variant", "chu", "--sfen", sfen, "5e5c"]);
    assert!(stdout(&refused).contains("LION_COUNTER_STRIKE"), "{}", stdout(&refused));
    let args = ["explain", "--variant", "chu", "--sfen", sfen];
    let option = ["--option", "counter_strike=allowed", "5e5c"];
    assert_eq!(run(&[&args[..], &option[..]].concat()).status.code(), Some(0));
    for (option, said) in [
        ("counter-strike=allowed", "did you mean `counter_strike`?"),
        ("counter_strike=maybe", "one of: forbidden, okazaki, allowed"),
        ("promotion=first_capture", "means nothing in chu"),
        ("counter_strike", "NAME=VALUE"),
    ] {
        let output = run(&["legal", "--variant", "chu", "--option", option]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(said), "{}", stderr(&output));
    }
}

#[test]
fn a_corrupt_variant_file_lists_all_its_faults() {
    let text = good(&["variant", "show", "shogi", "--file"])
        .replace("files: 9", "files: 0")
        .replace("\"Rook\"", "\"Rock\"")
        .replace("outcome: draw", "outcome: drawn")
        .replace("slug:", "slugg:");
    let path = file("corrupt.yaml", &text);
    let path = path.to_str().expect("a path in UTF-8");
    let output = run(&["variant", "check", path]);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(1));
    let places =
        ["unknown-field", "out-of-range", "unknown-piece", "unknown-word", "missing-field"];
    for code in places {
        assert!(said.contains(&format!("error[{code}]")), "{code}: {said}");
    }
    assert!(said.contains("corrupt.yaml:11:17"), "{said}");
    let json: serde_json::Value =
        serde_json::from_str(&stdout(&run(&["variant", "check", path, "--json"]))).expect("JSON");
    assert_eq!(json.as_array().map(Vec::len), Some(places.len()));
    // Nothing can be played with it, and that is the file's fault, not the caller's.
    assert_eq!(run(&["legal", "--variant-file", path]).status.code(), Some(1));
    // A file that is missing is worse than one that is wrong, and hides nothing of the other.
    let both = run(&["variant", "check", "nowhere.yaml", path]);
    assert_eq!(both.status.code(), Some(2));
    assert!(stderr(&both).contains("nowhere.yaml") && stderr(&both).contains("unknown-word"));
}

#[test]
fn moves_can_be_piped_into_a_game() {
    let output = run_with_input(&["play"], "7g7f\n3c3d\n8h2b+\n");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("Move 4: Gote to play, after Bx2b+"), "{text}");
    let output = run_with_input(&["play"], "7g7f\n7g7f\nwhat\nhint 3c\nundo\nresign\n");
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "two lines were refused");
    assert!(text.contains("MOVE_UNDEFINED_PIECE") && text.contains("`what` is neither"), "{text}");
    assert!(
        text.contains("1 legal move: P-3d") && text.contains("Gote wins: resignation"),
        "{text}"
    );
}

#[test]
fn hints_are_in_the_words_of_the_language_a_line_for_each_kind_of_piece() {
    let hint = |lang| stdout(&run_with_input(&["play", "--lang", lang], "7g7f\n3c3d\nhint\n"));
    let text = hint("en");
    assert!(text.contains("legal moves:\n") && text.contains("  Bx2b=  Bx2b+"), "{text}");
    let text = hint("ja");
    assert!(text.contains("▲２二角不成  ▲２二角成"), "{text}");
}

#[test]
fn a_game_is_named_with_or_without_a_flag() {
    for args in [["play", "chu", "--letters"], ["play", "--letters", "--variant=chu"]] {
        let output = run_with_input(&args, "");
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(stdout(&output).contains("12"), "{}", stdout(&output));
    }
    let output = run_with_input(&["play", "chess"], "");
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
}

#[test]
fn moves_are_typed_as_players_write_them() {
    let output = run_with_input(&["play"], "76歩\nP-3d\n22角成\n同銀\n58金\nundoo\n");
    let text = stdout(&output);
    assert!(text.contains("Move 5: Sente to play, after Sx2b"), "{text}");
    assert!(text.contains("more than one piece can do that"), "{text}");
    assert!(text.contains("did you mean `undo`?"), "{text}");
}

#[test]
fn a_game_is_saved_in_the_format_of_its_extension() {
    let path = file("game.kif", "");
    fs::remove_file(&path).expect("the file was there");
    let name = path.to_str().expect("a path in UTF-8");
    let save = format!("7g7f\n3c3d\nresign\nsave {name}\nsave x.docx\n");
    let output = run_with_input(&["play"], &save);
    assert!(stdout(&output).contains("cannot save as .docx"), "{}", stdout(&output));
    let saved = fs::read(&path).expect("the game was saved");
    let read = koma_text::decode(&saved);
    assert_eq!(read.encoding, koma_text::Encoding::Cp932);
    assert!(
        read.text.contains("   1 ７六歩(77)") && read.text.contains("投了\r\n"),
        "{}",
        read.text
    );
}

#[test]
fn the_server_is_the_default_command() {
    let output = run(&["--openapi"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stdout(&output), stdout(&run(&["serve", "--openapi"])));
    assert!(stdout(&output).contains("/api/position/legal"));
    // Its flags belong to no other command, but the language to all.
    assert_eq!(run(&["--port", "9000", "legal"]).status.code(), Some(2));
    assert_eq!(run(&["--lang", "ja", "legal"]).status.code(), Some(0));
}

#[test]
fn a_game_is_saved_as_usi_and_goes_on_from_there() {
    let path = file("game.usi", "");
    fs::remove_file(&path).expect("the file was there");
    let name = path.to_str().expect("a path in UTF-8");
    let save = format!("7g7f\n3c3d\nsave {name}\nsave {name}\n");
    let output = run_with_input(&["play"], &save);
    assert!(stdout(&output).contains("saved as"), "{}", stdout(&output));
    assert_eq!(output.status.code(), Some(1), "an existing file is not overwritten");
    let said = format!("there is a file {name} already; save under another name");
    assert!(stdout(&output).contains(&said), "{}", stdout(&output));
    let saved = fs::read_to_string(&path).expect("the game was saved");
    assert_eq!(saved, "position startpos moves 7g7f 3c3d\n");
    let output = run_with_input(&["play", "--sfen", &saved], "8h2b+\n");
    assert!(stdout(&output).contains("Move 4"), "{}", stdout(&output));
}

#[test]
fn forced_promotion_needs_no_plus_in_play() {
    let sfen = "4k4/P8/9/9/9/9/9/9/4K4 b - 1";
    let output = run_with_input(&["play", "--sfen", sfen], "9b9a\n");
    assert!(stdout(&output).contains("と*"), "{}", stdout(&output));
}

#[test]
fn players_can_use_japanese() {
    let output = run_with_input(&["play", "--lang", "ja"], "７ｇ７ｆ\n待った\n点数\n投了\n");
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("後手の勝ち（投了）") && text.contains("27点"), "{text}");
}

#[test]
fn completions_are_printed_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(good(&["completions", shell]).contains("perft"));
    }
}

#[test]
fn help_teaches_with_examples() {
    for args in [
        &["--help"][..],
        &["perft", "--help"],
        &["legal", "--help"],
        &["explain", "--help"],
        &["show", "--help"],
        &["play", "--help"],
        &["variant", "check", "--help"],
    ] {
        let text = good(args);
        assert!(text.contains("Example") && text.contains("koma "), "{text}");
    }
}

#[test]
fn hostile_bytes_in_a_variant_file_are_findings() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cli");
    fs::create_dir_all(&folder).expect("a folder for test files");
    for (name, bytes) in [
        ("nul.yaml", &b"slug: \0"[..]),
        ("latin.yaml", b"slug: \xff\xfe\xfd"),
        ("deep.yaml", "[".repeat(100_000).as_bytes()),
        ("alias.yaml", b"a: &a [x]\nb: [*a, *a]\n"),
        ("empty.yaml", b""),
    ] {
        let path = folder.join(name);
        fs::write(&path, bytes).expect("a test file is written");
        let output = run(&["variant", "check", path.to_str().expect("UTF-8")]);
        assert_eq!(output.status.code(), Some(1), "{name}: {}", stderr(&output));
        assert!(stderr(&output).contains("error["), "{name}: {}", stderr(&output));
    }
}
