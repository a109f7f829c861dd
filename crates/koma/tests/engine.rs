//! The engine as programs and people meet it: `koma usi`, `koma uci`, `koma analyse`, and
//! `koma play --level`.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use koma_rules::{Game, Ruleset};

/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

fn koma() -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("koma"));
    command.env("LANG", "C").env_remove("LC_ALL").env_remove("LC_MESSAGES");
    command
}

/// A talk with the engine.
struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
}

impl Talk {
    fn start(language: &str) -> Self {
        let mut child = koma()
            .arg(language)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let stdout = child.stdout.take().expect("a pipe");
        let (send, output) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        Self { input: child.stdin.take(), child, output }
    }

    fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("it listens");
        writeln!(input, "{line}").expect("it listens");
    }

    /// The lines up to one that starts so, that one included.
    #[track_caller]
    fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.output.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|e| panic!("no `{start}` ({e}) after {lines:#?}"));
            let found = line.starts_with(start);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// Says a line and gives what is answered up to `readyok`.
    #[track_caller]
    fn ask(&mut self, line: &str) -> Vec<String> {
        self.say(line);
        self.say("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// The move it plays.
    #[track_caller]
    fn best(&mut self, go: &str) -> String {
        self.say(go);
        let line = self.until("bestmove").pop().expect("a line");
        line.split_whitespace().nth(1).expect("a move").to_owned()
    }

    #[track_caller]
    fn ends(mut self) {
        self.input = None;
        let deadline = Instant::now() + PATIENCE;
        loop {
            match self.child.try_wait().expect("it can be asked") {
                Some(status) => return assert!(status.success(), "{status}"),
                None if Instant::now() > deadline => panic!("it does not end"),
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        }
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn every_variant_answers_with_a_legal_move_in_both_languages() {
    for language in ["usi", "uci"] {
        let mut talk = Talk::start(language);
        talk.say(language);
        talk.until(&format!("{language}ok"));
        // Little memory, so that 27 games do not take long to forget.
        talk.say(if language == "usi" {
            "setoption name USI_Hash value 4"
        } else {
            "setoption name Hash value 4"
        });
        for variant in koma_variants::catalogue() {
            let slug = &variant.slug;
            talk.ask(&format!("setoption name UCI_Variant value {slug}"));
            talk.say("position startpos");
            let best = talk.best(if variant.files > 20 { "go nodes 50" } else { "go nodes 500" });
            let rules = Ruleset::compile(variant).expect("it can be played");
            let game = Game::start(&rules);
            let dialect =
                if language == "usi" { koma_usi::Dialect::Usi } else { koma_usi::Dialect::Uci };
            let read = koma_usi::Spelling::new(dialect).read(&game, &best);
            assert!(read.is_ok(), "{language} {slug}: {best}: {read:?}");
        }
        talk.say("quit");
        talk.ends();
    }
}

#[test]
fn the_greeting_comes_before_anything_is_loaded() {
    let mut talk = Talk::start("usi");
    talk.say("usi");
    let lines = talk.until("usiok");
    assert!(lines[0].starts_with("id name Koma"), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("option name USI_Hash type spin")));
    talk.say("quit");
    talk.ends();
}

#[test]
fn being_ready_again_takes_no_time() {
    let mut talk = Talk::start("usi");
    talk.ask("usi");
    // The best of several: the machine may be busy, the engine must not be.
    let best = (0..20).map(|_| {
        let begun = Instant::now();
        talk.ask("position startpos moves 7g7f");
        begun.elapsed()
    });
    let best = best.min().expect("twenty");
    assert!(best < Duration::from_millis(5), "{best:?}");
}

#[test]
fn an_infinite_search_goes_on_until_it_is_stopped_however_often() {
    let mut talk = Talk::start("usi");
    talk.ask("usi");
    talk.say("position startpos");
    talk.say("go infinite");
    talk.until("info depth");
    assert!(!talk.ask("d").is_empty(), "it listens while it thinks");
    for _ in 0..50 {
        talk.say("stop");
    }
    let lines = talk.until("bestmove");
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove")).count(), 1);
    assert_eq!(talk.ask("stop"), Vec::<String>::new(), "no second answer");
    talk.say("quit");
    talk.ends();
}

#[test]
fn quitting_in_a_search_and_a_closed_pipe_end_the_program() {
    let mut talk = Talk::start("usi");
    talk.ask("usi");
    talk.say("go infinite");
    talk.say("quit");
    talk.ends();
    // Without `quit`: nothing more can come, so nothing is waited for.
    let mut talk = Talk::start("usi");
    talk.say("go nodes 200");
    talk.until("bestmove");
    talk.ends();
}

#[test]
fn what_was_asked_before_the_input_ended_is_answered() {
    let output = assert_cmd::Command::cargo_bin("koma")
        .expect("the program is built")
        .arg("usi")
        .write_stdin("position startpos\ngo nodes 300\n")
        .output()
        .expect("the program runs");
    assert!(output.status.success());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{text}");
}

#[test]
fn garbage_gets_a_line_and_the_engine_goes_on() {
    let mut talk = Talk::start("usi");
    talk.ask("usi");
    for (line, says) in [
        ("joho", "unknown command"),
        ("setoption name Hush value 5", "no such option"),
        ("setoption name USI_Hash value lots", "takes a number"),
        ("setoption name USI_Variant value draughts", "there is no variant"),
        ("setoption name VariantPath value no-such-file.yaml", "cannot read"),
        ("position sfen 9/9 b - 1", "this is no position"),
        ("position startpos moves 7g7e", "move 1 is illegal"),
        ("go wide", "does not know"),
    ] {
        let lines = talk.ask(line);
        assert!(lines.iter().any(|answer| answer.contains(says)), "{line}: {lines:?}");
    }
    talk.input.as_mut().expect("it listens").write_all(b"\xff\xfe\x00 \x80\n").expect("bytes");
    assert!(!talk.ask("d").is_empty());
    assert_ne!(talk.best("go nodes 100"), "resign");
}

#[test]
fn mates_are_solved() {
    let mut talk = Talk::start("usi");
    talk.ask("usi");
    talk.say("setoption name USI_Hash value 16");
    for (position, answer) in [
        ("sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1", "checkmate G*5b"),
        ("sfen 4k4/9/9/9/9/9/9/9/4K4 b P 1", "checkmate nomate"),
        ("startpos", "checkmate nomate"),
    ] {
        talk.say(&format!("position {position}"));
        talk.say("go mate 60000");
        let lines = talk.until("checkmate");
        assert_eq!(lines.last().map(String::as_str), Some(answer), "{lines:?}");
    }
    assert_ne!(talk.best("go nodes 100"), "resign");
}

#[test]
fn several_lines_searchmoves_and_scores_are_told() {
    let mut talk = Talk::start("usi");
    talk.ask("usi");
    talk.say("setoption name MultiPV value 3");
    talk.say("setoption name UCI_ShowWDL value true");
    talk.say("go depth 2");
    let lines = talk.until("bestmove");
    for number in 1..=3 {
        let wanted = format!(" multipv {number} ");
        assert!(lines.iter().any(|line| line.contains(&wanted)), "{lines:#?}");
    }
    assert!(
        lines.iter().any(|line| line.contains(" wdl ") && line.contains(" nodes ")),
        "{lines:#?}"
    );
    talk.say("setoption name MultiPV value 1");
    assert_eq!(talk.best("go depth 2 searchmoves 9g9f"), "9g9f");
}

#[test]
fn pondering_waits_for_the_hit() {
    let mut talk = Talk::start("usi");
    talk.ask("usi");
    talk.say("position startpos moves 7g7f 3c3d");
    talk.say("go ponder btime 2000 wtime 2000 byoyomi 100");
    talk.until("info depth");
    let early = talk.ask("d");
    assert!(early.iter().all(|line| !line.starts_with("bestmove")), "{early:?}");
    talk.say("ponderhit");
    talk.until("bestmove");
}

#[test]
fn skill_levels_play_legal_moves() {
    let mut talk = Talk::start("usi");
    talk.ask("usi");
    let game =
        Game::start(&Ruleset::compile(koma_variants::find("shogi").expect("it")).expect("it"));
    for level in [-20, 0, 19] {
        talk.say(&format!("setoption name Skill_Level value {level}"));
        let best = talk.best("go movetime 200");
        assert!(
            koma_usi::Spelling::new(koma_usi::Dialect::Usi).read(&game, &best).is_ok(),
            "{best}"
        );
    }
}

#[test]
fn a_mate_is_announced_and_a_lost_game_resigned() {
    let mut talk = Talk::start("usi");
    talk.ask("usi");
    talk.say("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    talk.say("go depth 3");
    let lines = talk.until("bestmove");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove G*5b"), "{lines:#?}");
    assert!(lines.iter().any(|line| line.contains("score mate 1")), "{lines:#?}");
    talk.say("position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1");
    assert_eq!(talk.best("go depth 3"), "resign");
}

/// A folder of this test run.
fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("engine");
    fs::create_dir_all(&folder).expect("a folder for test files");
    folder
}

#[test]
fn variants_of_a_file_are_played_at_once() {
    let yaml = folder().join("mine.yaml");
    let text = koma_variants::variant_file("minishogi")
        .expect("a file")
        .text()
        .replace("\"minishogi\"", "\"mine\"");
    let text: String = text
        .lines()
        .filter(|line| !line.starts_with("aliases:"))
        .map(|l| format!("{l}\n"))
        .collect();
    fs::write(&yaml, text).expect("a file");
    let ini = folder().join("mine.ini");
    fs::write(&ini, "[small:minishogi]\nmaxRank = 5\n").expect("a file");
    let mut talk = Talk::start("uci");
    talk.ask("uci");
    for (path, name) in [(&yaml, "mine"), (&ini, "small")] {
        let lines = talk.ask(&format!("setoption name VariantPath value {}", path.display()));
        assert!(lines.iter().any(|line| line.contains(&format!(" var {name}"))), "{lines:?}");
        let lines = talk.ask(&format!("setoption name UCI_Variant value {name}"));
        assert!(lines[0].contains("startpos rbsgk/4p/5/P4/KGSBR"), "{lines:?}");
        assert_ne!(talk.best("go nodes 100"), "(none)");
    }
}

#[test]
fn analysing_a_position_names_the_mate() {
    let run = |args: &[&str]| {
        let output = koma().arg("analyse").args(args).output().expect("the program runs");
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let sfen = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
    let text = run(&["--sfen", sfen, "--nodes", "500"]);
    assert!(text.contains("mate in 1") && text.contains("G*5b"), "{text}");
    assert!(text.contains("Sente wins with 100%"), "{text}");
    let json: serde_json::Value =
        serde_json::from_str(&run(&["--sfen", sfen, "--nodes", "500", "--json"])).expect("JSON");
    assert_eq!(json["lines"][0]["mate"], 1);
    assert_eq!(json["lines"][0]["moves"][0], "G*5b");
}

#[test]
fn analysing_a_record_names_the_mistake_and_writes_it_down() {
    let (input, output) = (folder().join("blunder.usi"), folder().join("judged.kif"));
    let _ = fs::remove_file(&output);
    // Sente has mate in one and moves its king instead; Gote takes the gold's place.
    let position = "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b Gr 1 moves 5i6h R*5b";
    fs::write(&input, format!("{position}\n")).expect("a file");
    let run = koma()
        .args(["analyse", "--nodes", "2000", "-o"])
        .args([&output, &input])
        .output()
        .expect("the program runs");
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let first = text.lines().next().expect("a line");
    assert!(first.contains("5i6h") && first.contains("better: G*5b"), "{text}");
    assert!(first.contains("missed mate in 1"), "{text}");
    assert_eq!(text.matches("missed mate").count(), 1, "{text}");
    assert!(text.contains("Sente: ") && text.contains("Gote: "), "{text}");
    let written = fs::read(&output).expect("the record was written");
    let reading = koma_kifu::read(&written, &koma_kifu::ReadOptions::default());
    let record = &reading.records[0];
    let found = record.analysis(koma_kifu::NodeId::ROOT);
    assert_eq!(
        found[0].score,
        Some(koma_kifu::Score::Mate { is_loss: false, plies: 1 }),
        "{found:?}"
    );
    assert_eq!(found[0].line.as_deref(), Some("▲５二金"));
    assert!(String::from_utf8_lossy(&written).contains("missed mate in 1"));
}

#[test]
fn analysing_finds_the_mate_that_only_the_solver_sees() {
    // Mate in nine for Sente, who plays elsewhere.
    let input = folder().join("missed.usi");
    let position = "position sfen 7nl/4+B1k2/5pp1p/9/7G1/9/9/9/K8 b GN2rb2g4s2n3l15p 1 moves 9i8i";
    fs::write(&input, format!("{position}\n")).expect("a file");
    let run = koma()
        .args(["analyse", "--json", "--nodes", "60000"])
        .arg(&input)
        .output()
        .expect("the program runs");
    let json: serde_json::Value = serde_json::from_slice(&run.stdout).expect("JSON");
    let plies = json["plies"][0]["lines"][0]["mate"].as_u64().expect("a mate");
    assert!(plies >= 7, "{json}");
    assert_eq!(json["plies"][0]["played"]["missedMate"].as_u64(), Some(plies), "{json}");
}

#[test]
fn a_benchmark_tells_speed_if_asked_and_refuses_games_that_are_none() {
    let run = |args: &[&str]| {
        let out = koma().args(["bench", "search"]).args(args).output().expect("the program runs");
        let text = String::from_utf8(out.stdout).expect("UTF-8");
        (out.status.code(), text, String::from_utf8(out.stderr).expect("UTF-8"))
    };
    let (code, text, _) = run(&["dobutsu", "--speed", "10"]);
    assert_eq!(code, Some(0));
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("dobutsu ") && lines[0].ends_with(" k/s"), "{text}");
    assert!(lines[1].starts_with("signature "), "{text}");
    let (code, text, why) = run(&["dobutsu", "checkers"]);
    assert_eq!((code, text.as_str()), (Some(2), ""));
    assert!(why.contains("`checkers`"), "{why}");
}

#[test]
fn the_engine_answers_at_the_terminal() {
    let play = |args: &[&str], input: &str| {
        let output = assert_cmd::Command::cargo_bin("koma")
            .expect("the program is built")
            .env("LANG", "C")
            .args(["play", "--level", "1", "--letters"])
            .args(args)
            .write_stdin(input)
            .output()
            .expect("the program runs");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (code, text) = play(&["--variant", "minishogi"], "1e1d\nsfen\n");
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("The engine plays ") && text.contains(" b "), "{text}");
    // It begins where one takes the other side, and goes back with one's own move.
    let (_, text) = play(&["--side", "gote"], "undo\nsfen\n");
    assert_eq!(text.matches("The engine plays ").count(), 2, "{text}");
    let (code, text) = play(&[], "draw\n");
    assert!(code == Some(1) && text.contains("the engine plays on"), "{text}");
    let (code, _) = play(&["--level", "12"], "");
    assert_eq!(code, Some(2));
}

#[test]
fn the_talks_in_the_documentation_are_what_is_said() {
    let page = include_str!("../../../docs/engine.md");
    let mut lines = page.lines();
    let mut talks = 0;
    while lines.by_ref().any(|line| line == "```console") {
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let (command, input) = block[0].split_once(" < ").expect("$ koma usi < lines");
        let input: String = input.split(" | ").map(|line| format!("{line}\n")).collect();
        let output = assert_cmd::Command::cargo_bin("koma")
            .expect("the program is built")
            .args(command.strip_prefix("$ koma ").expect("our program").split(' '))
            .write_stdin(input)
            .output()
            .expect("the program runs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(said.lines().collect::<Vec<_>>(), block[1..], "{command}");
        talks += 1;
    }
    assert!(talks > 1);
}
