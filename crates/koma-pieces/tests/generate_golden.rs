//! Requests beside what must come of them: the file and the findings.
//!
//! `UPDATE_GOLDEN=1 cargo test -p koma-pieces --test generate_golden` rewrites the results;
//! `golden/generate/NOTES.md` says where and why they differ from the seed.

use std::fs;
use std::path::{Path, PathBuf};

use koma_pieces::generate::{generate, request};
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
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(folder().join(format!("{name}.{ending}")), got).unwrap();
        }
        assert_eq!(&read(ending).unwrap_or_default(), got, "{name}.{ending}");
    }
}

#[test]
fn seed_2_4_gives_the_three_pieces_of_group_a() {
    check("seed-2.4");
}

#[test]
fn seed_6_1_gives_rabbit_demon_and_eagle() {
    check("seed-6.1");
}

#[test]
fn seed_6_2_gives_pawn_and_knight() {
    check("seed-6.2");
}

#[test]
fn a_request_full_of_faults_lists_them_all_and_makes_the_rest() {
    check("faults");
}
