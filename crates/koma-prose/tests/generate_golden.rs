//! Requests beside what must come of them: the file and the findings.
//!
//! `KOMA_BLESS=1 cargo test -p koma-prose --test generate_golden` rewrites the results;
//! `golden/generate/NOTES.md` says what each of them shows.

use std::fs;
use std::path::{Path, PathBuf};

use koma_prose::generate::{generate, request};
use koma_text::{Finding, Source};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/generate")
}

fn line(source: &Source, finding: &Finding) -> String {
    let place = finding.span.map_or(String::new(), |span| {
        let at = source.line_col(span.start);
        format!("{}:{}: ", at.line, at.column)
    });
    let severity = format!("{:?}", finding.severity).to_lowercase();
    format!("{place}{severity}[{}] {}\n", finding.code, finding.message)
}

fn check(name: &str) {
    let read = |ending: &str| fs::read_to_string(folder().join(format!("{name}.{ending}")));
    let source = Source::new("request", read("request.yaml").unwrap());
    let (request, faults) = request::read(&source);
    let made = generate(&request);
    let about_request = faults.iter().chain(&made.about_list).chain(&made.about_text);
    let mut findings: String = about_request.map(|finding| line(&source, finding)).collect();
    let result = Source::new("result", made.text.clone());
    findings.extend(made.about_result.iter().map(|f| format!("result {}", line(&result, f))));
    for (ending, got) in [("yaml", &made.text), ("findings", &findings)] {
        if std::env::var_os("KOMA_BLESS").is_some() {
            fs::write(folder().join(format!("{name}.{ending}")), got).unwrap();
        }
        assert_eq!(&read(ending).unwrap_or_default(), got, "{name}.{ending}");
    }
}

#[test]
fn seed_2_4_gives_the_three_pieces_of_group_a() {
    check("one-piece");
}

#[test]
fn seed_6_1_gives_rabbit_demon_and_eagle() {
    check("taikyoku");
}

#[test]
fn seed_6_2_gives_pawn_and_knight() {
    check("standard");
}

#[test]
fn a_request_full_of_faults_lists_them_all_and_makes_the_rest() {
    check("faults");
}

#[test]
fn a_hostile_request_is_refused_with_a_finding() {
    let anchors = "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n";
    let deep = format!("piece_list: {}", "[".repeat(10_000));
    let huge =
        "source_text: x\npiece_list: [{ id: 99999999999999999999999, name: a }]\noutput_file: b\n";
    for text in [anchors, &deep, huge, "a\0b: 1", "", "- 1", "source_text: [1, 2"] {
        let source = Source::new("request", text);
        let (request, faults) = request::read(&source);
        assert!(faults.iter().any(Finding::is_error), "{}", &text[..text.len().min(40)]);
        assert_eq!(generate(&request).file.pieces.len(), 0);
    }
}

#[test]
fn a_million_meaningless_lines_give_a_bounded_report() {
    let mut text = String::from("source_text: |\n");
    text.push_str(&"  x\n\n".repeat(60_000));
    text.push_str("piece_list:\n");
    text.push_str(&"  - { id: 1, name: \"x\" }\n".repeat(50_000));
    text.push_str("output_file: \"x.yaml\"\n");
    let (request, faults) = request::read(&Source::new("request", text));
    let made = generate(&request);
    let all = faults.len() + made.findings().count();
    assert!((1..=4100).contains(&all), "{all}");
    assert!(made.findings().chain(&faults).any(|f| f.code == "too-many-entries"));
    assert!(made.findings().any(|f| f.code == "too-many-descriptions"));
}
