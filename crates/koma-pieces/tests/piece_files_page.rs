//! The blocks of `docs/piece-files.md`, run.

use koma_pieces::check::{Options, check_files};
use koma_pieces::yaml::{self, Style};
use koma_text::{Colour, Finding, Lines, Source, render_all};

const PAGE: &str = include_str!("../../../docs/piece-files.md");

/// Each fenced block: the words behind the fence, the line it starts on, its text.
fn blocks() -> Vec<(Vec<&'static str>, usize, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(Vec<&str>, usize, String)> = None;
    for line in Lines::new(PAGE) {
        match (line.text.strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(words), None) => {
                let words = words.split_whitespace().collect();
                open = Some((words, line.number + 1, String::new()));
            }
            (None, Some((.., text))) => {
                text.push_str(line.text);
                text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

#[track_caller]
fn assert_clean(findings: &[Finding], source: &Source) {
    assert!(
        findings.is_empty(),
        "{}",
        render_all(findings, Some(source), koma_text::Lang::En, Colour::Never)
    );
}

#[test]
fn every_block_does_what_the_page_says() {
    let mut run = 0;
    for (words, line, text) in blocks() {
        let source = Source::new(format!("block at line {line}"), text);
        match words.as_slice() {
            ["yaml"] => {
                let checked = check_files(std::slice::from_ref(&source), &Options::default());
                assert_clean(&checked[0].findings, &source);
                let (formatted, _) = yaml::fmt(&source, Style::Flow);
                assert_eq!(formatted, source.text(), "the page shows the form fmt gives");
            }
            ["yaml", "movement"] => {
                let (movement, findings) = yaml::read_movement(&source);
                assert_clean(&findings, &source);
                let json = yaml::movement_to_json(&movement).to_string();
                let (back, _) = yaml::read_movement(&Source::new("json", json));
                assert_eq!(back, movement);
            }
            ["yaml", "broken", codes @ ..] => {
                let (_, findings) = yaml::read_movement(&source);
                let found: Vec<&str> = findings.iter().map(|f| f.code).collect();
                assert_eq!(found, codes, "block at line {line}");
            }
            other => panic!("line {line}: a block of unknown kind {other:?}"),
        }
        run += 1;
    }
    assert!(run >= 10, "only {run} blocks were found");
}

/// The examples in the tables: what stands in the last pair of backticks of a row.
#[test]
fn every_example_of_the_tables_is_read() {
    let mut section = "";
    let mut run = 0;
    for line in Lines::new(PAGE) {
        if let Some(title) = line.text.strip_prefix("### ") {
            section = title;
        }
        let Some(row) = line.text.strip_prefix("| `") else { continue };
        let Some(example) = row.rsplit('`').nth(1) else { continue };
        let name = row.split('`').next().unwrap_or_default();
        let movement = match section {
            "On a step" => format!("steps: [{example}]"),
            "On a jump" if !example.starts_with('[') => {
                format!("{{steps: [], jumps: [{example}]}}")
            }
            "On an area move" => format!("{{steps: [], area_moves: [{example}]}}"),
            "Further fields of a movement" => format!("{{steps: [], {name}: {example}}}"),
            "Legs of a path" if name == "initial" => format!("{{steps: [], paths: [{example}]}}"),
            "Legs of a path" => format!("{{steps: [], paths: [{{legs: [{example}]}}]}}"),
            _ => continue,
        };
        let source = Source::new(format!("example at line {}", line.number), movement);
        assert_clean(&yaml::read_movement(&source).1, &source);
        run += 1;
    }
    assert!(run >= 20, "only {run} examples were found");
}
