//! `koma kifu` as scripts and people call it.

use std::fs;
use std::path::PathBuf;
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

fn run(args: &[&str], input: &str) -> Output {
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

/// Runs a command; gives the exit code, stdout and stderr.
fn told(args: &[&str], input: &str) -> (i32, String, String) {
    let output = run(args, input);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("kifu").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for test files");
    folder
}

const CSA: &str =
    "V2.2\nN+甲\nN-乙\n$EVENT:竜王戦\nPI\n+\n+7776FU\nT16\n'*good\n-3334FU\nT0\n%TORYO\n";

#[test]
fn show_tells_everything_as_json() {
    let (code, out, _) = told(&["kifu", "show", "-", "--json"], CSA);
    assert_eq!(code, 0);
    let json: Value = serde_json::from_str(&out).expect("JSON");
    let even = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
    let last = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b -";
    assert_eq!(json["format"], "csa");
    assert_eq!(json["encoding"], "UTF-8");
    assert_eq!(json["metadata"]["sente"], "甲");
    assert_eq!(json["metadata"]["event"], "竜王戦");
    assert_eq!(json["headers"]["棋戦"], "竜王戦");
    assert_eq!(json["initialSfen"], even);
    assert_eq!(json["finalSfen"], last);
    assert_eq!(json["mainUsi"], "7g7f 3c3d");
    assert_eq!(json["termination"], "TORYO");
    assert_eq!(json["winner"], "gote");
    assert_eq!(json["branches"], 0);
    assert_eq!(json["games"], 1);
    assert_eq!(json["findings"], serde_json::json!([]));
    assert_eq!(json["tree"].as_array().map(Vec::len), Some(3));
    let first = &json["moves"][0];
    assert_eq!(first["number"], 1);
    assert_eq!(first["text"], "+7776FU");
    assert_eq!(first["japanese"], "▲７六歩");
    assert_eq!(first["english"], "P-7f");
    assert_eq!(first["timeSpent"], 16);
    assert_eq!(first["timeMs"], 16_000);
    assert_eq!(first["comment"], "good");
    assert_eq!(first["usi"], "7g7f");
    assert_eq!(first["illegal"], Value::Null);
}

#[test]
fn json_is_printed_also_where_the_record_has_errors() {
    for (text, format) in [("PI\n+\n+7776FU\n+3334FU\n", "csa"), ("nonsense", ""), ("", "")] {
        let (code, out, _) = told(&["kifu", "show", "-", "--json"], text);
        let json: Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!(code, 1, "{text}");
        assert_eq!(json["format"].as_str().unwrap_or(""), format);
        assert!(json["findings"].as_array().is_some_and(|list| !list.is_empty()), "{text}");
        assert!(json["mainUsi"].is_string() && json["moves"].is_array(), "{text}");
    }
}

#[test]
fn show_draws_the_moves_for_people() {
    let (code, out, err) = told(&["kifu", "show", "-", "--lang", "ja"], CSA);
    assert_eq!((code, &*err), (0, ""));
    assert!(
        out.contains("▲７六歩") && out.contains("投了") && out.contains("後手の勝ち 乙"),
        "{out}"
    );
}

#[test]
fn how_a_game_ended_is_said_in_the_language_of_its_moves() {
    let text = "   1 ７六歩(77)\n   2 中断\n";
    let (_, english, _) = told(&["kifu", "show", "-", "--lang", "en"], text);
    assert!(english.contains("interrupted") && !english.contains("中断"), "{english}");
    let (_, japanese, _) = told(&["kifu", "show", "-", "--lang", "ja"], text);
    assert!(japanese.contains("中断"), "{japanese}");
}

#[test]
fn convert_writes_every_format_and_tells_losses() {
    let (code, out, err) = told(&["kifu", "convert", "-", "--to", "usi"], CSA);
    assert_eq!((code, &*out), (0, "position startpos moves 7g7f 3c3d resign\n"));
    assert!(err.contains("lost[times-lost]") && err.contains("lost[comments-lost]"), "{err}");
    let (code, out, err) = told(&["kifu", "convert", "-", "--to", "kifu"], CSA);
    assert_eq!((code, &*err), (0, ""));
    assert!(out.contains("先手：甲") && out.contains("７六歩(77)"), "{out}");
    assert!(out.starts_with("#KIF version=2.0 encoding=UTF-8\n"), "{out}");
    let output = run(&["kifu", "convert", "-", "--to", "kif"], CSA);
    assert!(output.stdout.windows(4).any(|bytes| bytes == b"\x90\xe6\x8e\xe8"), "先手 in CP932");
    assert!(output.stdout.ends_with(b"\r\n"));
    let (_, out, _) = told(&["kifu", "convert", "-", "--to", "kif", "--encoding", "utf-8"], CSA);
    assert!(out.contains("先手：甲"), "{out}");
    let party = CSA.replace("甲", "🎉");
    let output = run(&["kifu", "convert", "-", "--to", "kif"], &party);
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(err.contains("lost[character-lost]") && err.contains(".kifu"), "{err}");
    let (code, _, err) = told(&["kifu", "convert", "-", "--to", "doc"], CSA);
    assert!(code == 2 && err.contains("the formats are"), "{err}");
}

#[test]
fn whole_folders_are_converted_with_a_summary() {
    let (from, to) = (folder("from"), folder("to"));
    fs::create_dir_all(from.join("deep")).expect("a folder");
    fs::write(from.join("a.csa"), CSA).expect("written");
    fs::write(from.join("deep/b.csa"), CSA).expect("written");
    fs::write(from.join("bad.csa"), "PI\n+\n+7776FU\n+3334FU\n").expect("written");
    let from = from.display().to_string();
    let into = to.display().to_string();
    let args = ["kifu", "convert", &from, "--to", "kif", "-o", &into, "--keep-going"];
    let (code, _, err) = told(&args, "");
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("3 files, 3 games written: 1 errors"), "{err}");
    assert!(to.join("a.kif").exists() && to.join("deep/b.kif").exists(), "{err}");
    let (code, out, _) = told(&["kifu", "check", &into], "");
    assert!(out.contains("3 games in 3 files"), "{code} {out}");
    let (code, out, _) = told(&["kifu", "stats", &from, "--json"], "");
    let json: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((code, &json["games"], &json["winners"]["gote"]), (1, &3.into(), &2.into()));
}

#[test]
fn check_says_where_the_trouble_is() {
    let folder = folder("check");
    let file = folder.join("x.csa");
    fs::write(&file, "PI\n+\n+7776FU\n-3335FU\n%TORYO\n").expect("written");
    let file = file.display().to_string();
    let (code, out, err) = told(&["kifu", "check", &file], "");
    assert_eq!(code, 1, "a move against the rules is an error");
    assert!(err.contains("error[illegal-move]") && err.contains("x.csa:4:1"), "{err}");
    assert_eq!(out, "1 game in 1 file: 1 error\n");
    let (_, out, _) = told(&["kifu", "check", &file, "--lang", "ja"], "");
    assert_eq!(out, "1ファイル・1局：エラー1件\n");
    let (code, _, err) = told(&["kifu", "show", &file], "");
    assert!(code == 0 && err.contains("warning[illegal-move]"), "reading goes on: {err}");
    fs::write(&file, "PI\n+\n+7776FU\n-3335FU\n%ILLEGAL_MOVE\n").expect("written");
    let (code, out, _) = told(&["kifu", "check", &file], "");
    assert_eq!((code, &*out), (0, "1 game in 1 file: 1 warning\n"), "it ended the game");
    let (code, _, _) = told(&["kifu", "check", "--strict", &file], "");
    assert_eq!(code, 1);
    let (code, _, _) = told(&["kifu", "check", "no-such-file.kif"], "");
    assert_eq!(code, 2);
}

#[test]
fn board_shows_the_position_after_a_move() {
    let (code, out, _) = told(&["kifu", "board", "-", "--ply", "1", "--sfen"], CSA);
    let after = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2\n";
    assert_eq!((code, &*out), (0, after));
    let (code, out, _) = told(&["kifu", "board", "-", "--ply", "0"], CSA);
    assert!(code == 0 && out.contains("Move 1: Sente to play"), "{out}");
    let (code, _, err) = told(&["kifu", "board", "-", "--ply", "9"], CSA);
    assert!(code == 2 && err.contains("up to 2"), "{err}");
}

#[test]
fn merge_makes_variations() {
    let folder = folder("merge");
    let (one, two) = (folder.join("1.csa"), folder.join("2.usi"));
    fs::write(&one, CSA).expect("written");
    fs::write(&two, "startpos moves 7g7f 8c8d\n").expect("written");
    let files = [one.display().to_string(), two.display().to_string()];
    let (code, out, err) = told(&["kifu", "merge", &files[0], &files[1], "--to", "kifu"], "");
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("変化：2手") && out.contains("８四歩(83)"), "{out}");
    // Two games are not mixed.
    let three = folder.join("3.csa");
    fs::write(
        &three,
        CSA.replace("N+甲", "N+丙").replace("T16", "T5").replace("-3334FU", "-8384FU"),
    )
    .expect("written");
    let three = three.display().to_string();
    let (code, out, err) = told(&["kifu", "merge", &files[0], &three, "--to", "kifu"], "");
    assert_eq!((code, &*out), (1, ""));
    assert!(err.contains("two games") && err.contains("丙") && err.contains("--force"), "{err}");
    let args = ["kifu", "merge", &files[0], &three, "--to", "kifu", "--force"];
    let (code, out, err) = told(&args, "");
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("先手：甲") && out.contains("*先手：丙"), "{out}");
    assert!(err.contains("1 headers are a comment") && err.contains("1 times"), "{err}");
}

#[test]
fn board_draws_pictures() {
    let (code, svg, _) = told(&["kifu", "board", "-", "--ply", "2", "--svg"], CSA);
    assert_eq!((code, svg.matches("<polygon").count()), (0, 40));
    assert!(svg.starts_with("<svg ") && svg.contains("2. P-3d"), "{svg}");
    assert_eq!(svg.matches("fill-opacity").count(), 2, "both squares of the last move are marked");
    let png = run(&["kifu", "board", "-", "--ply", "1", "--png", "--lang", "ja"], CSA);
    assert!(png.stdout.starts_with(b"\x89PNG") && png.stderr.is_empty(), "every glyph is there");
    let file = folder("picture").join("x.png");
    let file = file.display().to_string();
    let (code, out, _) = told(&["kifu", "board", "-", "--png", "-o", &file], CSA);
    assert_eq!((code, &*out), (0, ""));
    assert!(fs::read(&file).expect("written").starts_with(b"\x89PNG"));
    let (code, _, err) = told(&["kifu", "board", "-", "--png", "--scale", "90"], CSA);
    assert!(code == 2 && err.contains("--scale"), "{err}");
}

#[test]
fn a_game_that_cannot_be_written_is_an_error_and_no_file() {
    let folder = folder("lost");
    let chu = "setoption name USI_Variant value chu\nposition startpos moves 7j7h\n";
    let (input, output) = (folder.join("chu.usi"), folder.join("out"));
    fs::write(&input, chu).expect("written");
    let (input, out) = (input.display().to_string(), output.display().to_string());
    for format in ["csa", "ki2", "jkf", "usen"] {
        let (code, stdout, err) = told(&["kifu", "convert", &input, "--to", format], "");
        assert_eq!((code, &*stdout), (1, ""), "{format}");
        assert!(err.contains("error[game-lost]") && err.contains("--to json"), "{err}");
        let (code, ..) = told(&["kifu", "convert", &input, "--to", format, "-o", &out], "");
        assert!(code == 1 && !output.exists(), "{format}");
    }
    for format in ["usi", "json", "kifu"] {
        let (code, stdout, err) = told(&["kifu", "convert", &input, "--to", format], "");
        assert_eq!((code, &*err), (0, ""), "{format}");
        let (code, shown, err) = told(&["kifu", "show", "-"], &stdout);
        assert_eq!((code, &*err), (0, ""), "{format}");
        assert!(shown.contains("N-7h"), "{shown}");
    }
    // Of two games one is written, and the other is told.
    let both = format!("position startpos moves 7g7f\n{chu}");
    let (code, stdout, err) = told(&["kifu", "convert", "-", "--to", "csa"], &both);
    assert!(code == 1 && stdout.contains("+7776FU") && err.contains("game-lost"), "{err}");
    // A folder counts what is there.
    let into = folder.join("into").display().to_string() + "/";
    fs::create_dir_all(&into).expect("a folder");
    let args = ["kifu", "convert", &input, "--to", "csa", "-o", &into];
    let (code, _, err) = told(&args, "");
    assert!(code == 1 && err.contains("0 files, 0 games written: 1 errors"), "{err}");
}

#[test]
fn the_game_of_a_bare_line_can_be_told() {
    for (game, sfen) in [("annan", "startpos moves 8f8e"), ("chu", "startpos moves 7j7h")] {
        let (code, out, err) = told(&["kifu", "show", "-", "--variant", game, "--json"], sfen);
        let json: Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!((code, &json["variant"], &*err), (0, &game.into(), ""), "{out}");
    }
    let args = ["kifu", "convert", "-", "--variant", "chu", "--to", "usi"];
    let (code, out, _) = told(&args, "startpos moves 7j7h");
    assert!(code == 0 && out.starts_with("setoption name USI_Variant value chu\n"), "{out}");
    let (code, _, err) = told(&["kifu", "show", "-", "--variant", "chuu"], CSA);
    assert!(code == 2 && err.contains("did you mean chu"), "{err}");
}

#[test]
fn a_played_game_of_any_kind_is_saved_so_that_it_can_be_read() {
    let folder = folder("saved");
    let path = folder.join("x.usi").display().to_string();
    let lines = format!("7j7h\nsave {path}\n");
    let (code, ..) = told(&["play", "--variant", "chu"], &lines);
    assert_eq!(code, 0);
    let (code, out, err) = told(&["kifu", "show", &path], "");
    assert_eq!((code, &*err), (0, ""));
    assert!(out.contains("中将棋") && out.contains("N-7h"), "{out}");
    let saved = fs::read_to_string(&path).expect("saved");
    let (code, out, err) = told(&["show", "--sfen", &saved], "");
    assert!(code == 0 && out.contains("Move 2"), "{out} {err}");
}

#[test]
fn figures_of_nothing_say_why() {
    let (code, out, err) = told(&["kifu", "stats", "-"], "");
    assert!(code == 1 && out.starts_with("0 games"), "{out}");
    assert!(err.contains("error[empty-file]"), "{err}");
}

const LINES: &str = "先手：甲\n後手：乙\n   1 ７六歩(77) ( 0:05/)\n*よい手\n   2 ３四歩(33)\n   3 投了\n\n\
    変化：2手\n   2 ８四歩(83)\n   3 ２六歩(27)\n   4 ３四歩(33)\n";

#[test]
fn one_line_of_a_record_is_chosen() {
    for (line, usi) in [
        ("main", "7g7f 3c3d"),
        ("1", "7g7f 3c3d"),
        ("2", "7g7f 8c8d 2g2f 3c3d"),
        ("last", "7g7f 8c8d 2g2f 3c3d"),
        ("longest", "7g7f 8c8d 2g2f 3c3d"),
    ] {
        let (code, out, err) = told(&["kifu", "show", "-", "--json", "--line", line], LINES);
        let json: Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!(
            (code, &json["mainUsi"], &json["branches"]),
            (0, &usi.into(), &0.into()),
            "{err}"
        );
    }
    let (code, _, err) = told(&["kifu", "show", "-", "--line", "3"], LINES);
    assert!(code == 1 && err.contains("2 lines"), "{err}");
    let (code, _, err) = told(&["kifu", "show", "-", "--line", "x"], LINES);
    assert!(code == 2 && err.contains("longest"), "{err}");
    let args = ["kifu", "convert", "-", "--to", "usi", "--line", "2"];
    assert!(told(&args, LINES).1.contains("8c8d"));
    assert!(told(&["kifu", "board", "-", "--line", "last", "--sfen"], LINES).1.ends_with(" 5\n"));
    assert!(told(&["kifu", "stats", "-", "--line", "last"], LINES).1.contains("variations 0"));
}

#[test]
fn records_are_edited_alike() {
    let edit = |more: &[&str]| {
        let args = [&["kifu", "edit", "-", "--to", "kifu"], more].concat();
        let (code, out, err) = told(&args, LINES);
        assert_eq!(code, 0, "{err}");
        out
    };
    let plain = edit(&["--anonymise"]);
    assert!(
        !plain.contains('甲') && !plain.contains("よい手") && plain.contains("７六歩"),
        "{plain}"
    );
    let set = edit(&["--header", "棋戦=朝日杯", "--header", "後手="]);
    assert!(
        set.contains("棋戦：朝日杯") && !set.contains("後手：") && set.contains("先手：甲"),
        "{set}"
    );
    assert!(!edit(&["--no-times"]).contains("0:05"));
    assert!(!edit(&["--no-comments"]).contains("よい手"));
    let cut = edit(&["--cut", "1"]);
    assert!(cut.contains("７六歩") && !cut.contains("歩(33)") && !cut.contains("投了"), "{cut}");
    assert!(!edit(&["--prune"]).contains("変化"));
    let folder = folder("edit");
    fs::write(folder.join("a.kifu"), LINES).expect("written");
    let (from, to) = (folder.display().to_string(), folder.join("out"));
    let out = to.display().to_string();
    let args = ["kifu", "edit", &from, "-o", &out, "--name", "{sente}-{gote}-{moves}"];
    let (code, _, err) = told(&args, "");
    assert_eq!(code, 0, "{err}");
    assert!(to.join("甲-乙-2.kifu").exists(), "{err}");
}

#[test]
fn nothing_names_the_players_of_an_anonymous_record() {
    let folder = folder("anonymous");
    let text = "先手：甲野\n立会人：甲野の師\n甲野の段位：九段\n持ち時間：6時間\n*甲野の譜\n&甲野\n   1 ７六歩(77)\n   \
        2 甲野の勝利\n";
    for name in ["甲野-1.kifu", "甲野-2.kifu"] {
        fs::write(folder.join(name), text).expect("written");
    }
    let (from, to) = (folder.display().to_string(), folder.join("out"));
    let args = ["kifu", "edit", &from, "--anonymise", "-o", &to.display().to_string()];
    let (code, _, err) = told(&args, "");
    assert_eq!(code, 0, "{err}");
    for name in ["game.kifu", "game-2.kifu"] {
        let plain = fs::read_to_string(to.join(name)).expect(name);
        assert!(!plain.contains("甲野") && plain.contains("持ち時間：6時間"), "{plain}");
    }
}

#[test]
fn a_file_that_is_read_is_not_written_over() {
    let folder = folder("over");
    let file = folder.join("a.kifu");
    fs::write(&file, LINES).expect("written");
    let (place, path) = (folder.display().to_string(), file.display().to_string());
    for args in [
        vec!["kifu", "convert", &place, "--to", "kifu", "-o", &place],
        vec!["kifu", "convert", &path, "--to", "kifu", "-o", &path],
        vec!["kifu", "edit", &place, "--no-times", "-o", &place],
    ] {
        let (code, _, err) = told(&args, "");
        assert!(code == 2 && err.contains("--force"), "{err}");
        assert_eq!(fs::read_to_string(&file).expect("there"), LINES);
        let (code, _, err) = told(&[&args[..], &["--force"]].concat(), "");
        assert_eq!(code, 0, "{err}");
        assert_ne!(fs::read_to_string(&file).expect("there"), LINES);
        fs::write(&file, LINES).expect("written");
    }
}

#[test]
fn files_of_many_games_and_texts_are_converted() {
    let (from, to) = (folder("many"), folder("many-out"));
    let game = "先手：甲\n   1 ７六歩(77)\n   2 投了\nまで1手で先手の勝ち\n";
    fs::write(from.join("two.txt"), format!("{game}\n{game}")).expect("written");
    fs::write(from.join("readme.txt"), "no record at all\n").expect("written");
    let (from, out) = (from.display().to_string(), to.display().to_string());
    let (code, _, err) = told(&["kifu", "convert", &from, "--to", "kif", "-o", &out], "");
    assert!(code == 0 && err.contains("2 files, 2 games written"), "{err}");
    assert!(to.join("two-1.kif").exists() && to.join("two-2.kif").exists());
}

#[test]
fn what_servers_write_beside_moves_is_in_the_json() {
    let csa = "V2.2\nPI\n+\n'rating:a:b\n+7776FU\n'a word\n%TORYO\n";
    let (_, out, _) = told(&["kifu", "show", "-", "--json"], csa);
    let json: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(json["asides"], serde_json::json!(["rating:a:b"]));
    assert_eq!(json["tree"][0]["asides"], serde_json::json!(["a word"]));
}

/// 四間飛車 with 美濃囲い, a bookmark on the way.
const MINO: &str = "手合割：平手\n先手：甲\n後手：乙\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ６六歩(67)\n   4 ８四歩(83)\n\
    \u{20}  5 ６八飛(28)\n&四間飛車\n   6 ８五歩(84)\n   7 ７七角(88)\n   8 ６二銀(71)\n   9 ４八玉(59)\n  10 ４二玉(51)\n\
    \u{20} 11 ３八玉(48)\n  12 ３二玉(42)\n  13 ２八玉(38)\n  14 １四歩(13)\n  15 ３八銀(39)\n  16 ９四歩(93)\n  17 ５八金(69)\n";

#[test]
fn openings_and_castles_are_named() {
    let (code, out, _) = told(&["kifu", "show", "-"], MINO);
    assert_eq!(code, 0);
    assert!(out.contains("Sente's opening: Fourth-file Rook (5)"), "{out}");
    assert!(out.contains("Sente's castle: Half Mino castle (15), Mino castle (17)"), "{out}");
    let (_, out, _) = told(&["kifu", "show", "-", "--lang", "ja"], MINO);
    assert!(out.contains("先手の囲い：片美濃囲い (15)、美濃囲い (17)"), "{out}");
    let (_, out, _) = told(&["kifu", "show", "-", "--json"], MINO);
    let json: Value = serde_json::from_str(&out).expect("JSON");
    let rook = &json["shapes"][0];
    assert_eq!((&rook["id"], &rook["number"]), (&"fourth-file-rook".into(), &5.into()));
    assert_eq!((&rook["side"], &rook["japanese"]), (&"sente".into(), &"四間飛車".into()));
    let file = folder("named").join("mino.kifu");
    fs::write(&file, MINO).expect("a file");
    let file = file.display().to_string();
    let (_, out, _) = told(&["kifu", "stats", &file], "");
    assert!(out.contains("castle") && out.contains("Mino castle 1"), "{out}");
    let (_, out, _) = told(&["kifu", "stats", &file, "--json"], "");
    let json: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(json["shapes"]["mino"], 1);
}

#[test]
fn board_draws_many_positions_at_once() {
    let folder = folder("boards");
    let path = |name: &str| folder.join(name).display().to_string();
    fs::write(folder.join("mino.kifu"), MINO).expect("a file");
    let file = path("mino.kifu");
    // Every fifth, and the last.
    let (code, out, _) = told(&["kifu", "board", &file, "--every", "5", "--sfen"], "");
    assert_eq!((code, out.lines().count()), (0, 5));
    let (_, out, _) = told(&["kifu", "board", &file, "--all", "--sfen"], "");
    assert_eq!(out.lines().count(), 18);
    let (_, out, _) = told(&["kifu", "board", &file, "--bookmarked", "--sfen"], "");
    assert!(out.lines().count() == 1 && out.ends_with(" 6\n"), "{out}");
    let (_, out, _) = told(&["kifu", "board", &file, "--ply", "0,17", "--sfen"], "");
    assert_eq!(out.lines().count(), 2);
    // Pictures of many need a folder.
    let (code, _, err) = told(&["kifu", "board", &file, "--every", "5", "--svg"], "");
    assert!(code == 2 && err.contains("5 pictures need a folder"), "{err}");
    let pictures = path("pictures");
    let args = ["kifu", "board", &file, "--every", "5", "--svg", "--names", "-o", &pictures];
    assert_eq!(told(&args, "").0, 0);
    let mut names: Vec<_> = fs::read_dir(&pictures)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
        .collect();
    names.sort();
    assert_eq!(
        names,
        ["mino-000.svg", "mino-005.svg", "mino-010.svg", "mino-015.svg", "mino-017.svg"]
    );
    let svg = fs::read_to_string(folder.join("pictures/mino-005.svg")).expect("a picture");
    assert!(svg.contains("☗甲") && svg.contains("5. R-6h"), "{svg}");
    // Whoever has no bookmark hears so.
    let (code, _, err) = told(&["kifu", "board", "-", "--bookmarked", "--sfen"], CSA);
    assert!(code == 1 && err.contains("no such position"), "{err}");
}

#[test]
fn board_makes_a_sheet_and_a_film() {
    let folder = folder("sheet");
    fs::write(folder.join("one.kifu"), MINO).expect("a file");
    fs::write(folder.join("two.csa"), CSA).expect("a file");
    let (code, page, _) =
        told(&["kifu", "board", &folder.display().to_string(), "--html", "--all"], "");
    assert_eq!(code, 0);
    // 18 positions of one game, 3 of the other, each under its players.
    assert_eq!((page.matches("<svg").count(), page.matches("<h2>").count()), (21, 2));
    assert!(page.contains("<h2>☗甲 ☖乙</h2>") && page.contains("@page"), "{page}");
    let caption = "{sente}-{gote} {ply}";
    let args = ["kifu", "board", "-", "--html", "--ply", "2", "--caption", caption];
    assert!(told(&args, CSA).1.contains(">甲-乙 2</text>"));
    let film = run(&["kifu", "board", "-", "--gif", "--scale", "0.3", "--delay", "500"], CSA);
    assert_eq!(film.status.code(), Some(0));
    assert!(film.stdout.starts_with(b"GIF89a") && film.stdout.ends_with(&[0x3b]));
    // Three pictures, each with a delay of 50 hundredths; the last stays longer.
    let delays = |hundredths: u8| {
        let control = [0x21, 0xf9, 0x04, 0x04, hundredths, 0];
        film.stdout.windows(6).filter(|bytes| *bytes == control).count()
    };
    assert_eq!((delays(50), delays(150)), (2, 1));
    let two = folder.display().to_string();
    let (code, _, err) = told(&["kifu", "board", &two, "--gif"], "");
    assert!(code == 2 && err.contains("one game"), "{err}");
}
