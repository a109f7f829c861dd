//! The README shows what the program really prints.

use std::process::Output;

use assert_cmd::Command;

const README: &str = include_str!("../../../README.md");

/// The blocks under a fence of that word.
fn blocks(word: &str) -> Vec<Vec<&'static str>> {
    let fence = format!("```{word}");
    let mut lines = README.lines();
    let mut blocks = Vec::new();
    while lines.by_ref().any(|line| line == fence) {
        blocks.push(lines.by_ref().take_while(|line| *line != "```").collect());
    }
    blocks
}

/// Runs a command line as a shell would, quotes included.
fn run(line: &str) -> Output {
    let mut words: Vec<String> = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().expect("one word at least").push(c),
        }
    }
    let mut program = Command::cargo_bin("koma").expect("the program is built");
    program.env("LANG", "C").env_remove("LC_ALL").env_remove("LC_MESSAGES");
    program.args(words).output().expect("the program runs")
}

fn stdout(output: &Output) -> Vec<String> {
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_string).collect()
}

#[test]
fn console_blocks_print_what_they_show() {
    let blocks = blocks("console");
    assert!(!blocks.is_empty());
    for block in blocks {
        for session in block.join("\n").split("\n\n") {
            let mut lines = session.lines().peekable();
            let command = lines.next().and_then(|line| line.strip_prefix("$ koma "));
            let Some(command) = command else { continue };
            let code = lines.next_if(|line| line.starts_with("? "));
            let code = code.map_or(Some(0), |line| line[2..].parse().ok());
            let output = run(command);
            assert_eq!(output.status.code(), code, "{command}");
            let printed = stdout(&output);
            let shown: Vec<&str> = lines.collect();
            // A line of dots stands for any lines.
            match shown.iter().position(|line| *line == "...") {
                None => assert_eq!(printed, shown, "{command}"),
                Some(dots) => {
                    let rest = &shown[dots + 1..];
                    assert_eq!(printed[..dots], shown[..dots], "{command}");
                    assert_eq!(printed[printed.len() - rest.len()..], *rest, "{command}");
                }
            }
        }
    }
}

#[test]
fn the_board_of_the_tour_is_the_boards_drawing() {
    let printed = stdout(&run("show --moves \"7g7f 3c3d 8h2b+\""));
    let shown = &blocks("text")[0];
    assert_eq!(printed, shown[..]);
}

#[test]
fn the_one_line_for_a_newcomer_prints_legal_moves() {
    let lines: Vec<&str> = blocks("sh").concat();
    let line = lines.iter().find_map(|line| line.strip_prefix("cargo run --release -- "));
    let output = run(line.expect("a line that runs a command"));
    assert!(output.status.success());
    assert!(stdout(&output).contains(&"8h2b+".to_string()), "{:?}", stdout(&output));
}
