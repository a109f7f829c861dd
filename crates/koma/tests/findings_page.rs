//! `docs/findings.md` lists every code that a reader can give, in both languages.
//! `KOMA_BLESS=1 cargo test -p koma --test findings_page` rewrites it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use koma_text::{FindingKind, Template};

#[allow(dead_code)]
#[path = "../src/say.rs"]
mod program;

/// The tables of all crates, with what they are about.
fn tables() -> Vec<(&'static str, &'static [FindingKind])> {
    vec![
        ("Text and YAML", koma_text::FINDINGS),
        ("Betza notation", koma_betza::FINDINGS),
        ("Pieces and piece files", koma_pieces::FINDINGS),
        ("Descriptions in words, and the generator", koma_prose::FINDINGS),
        ("Variants and variants.ini", koma_variants::FINDINGS),
        ("Rules and positions", koma_rules::say::FINDINGS),
        ("Game records", koma_kifu::say::FINDINGS),
        ("Pictures", koma_book::diagram::png::FINDINGS),
        ("The server", koma_server::say::FINDINGS),
        ("The program", program::FINDINGS),
    ]
}

const HEAD: &str = "# Findings

Everything our readers can find in somebody's text: the code, which does not change, how bad it is, and what is said.
`{name}` stands for a fact of the text at hand. Several sentences may share a code. This page is generated from the tables
in `say.rs` of each crate (`crates/koma/tests/findings_page.rs`).
";

fn page() -> String {
    let mut out = HEAD.to_owned();
    for (title, kinds) in tables() {
        let _ = write!(
            out,
            "\n## {title}\n\n| code | severity | English | 日本語 |\n|---|---|---|---|\n"
        );
        let mut by_code: BTreeMap<&str, Vec<&FindingKind>> = BTreeMap::new();
        for kind in kinds {
            by_code.entry(kind.code).or_default().push(kind);
        }
        for kind in by_code.into_values().flatten() {
            let help = |pick: fn(&Template) -> &'static str| {
                kind.help.as_ref().map(|help| format!(" *({})*", cell(pick(help))))
            };
            let _ = writeln!(
                out,
                "| `{}` | {} | {}{} | {}{} |",
                kind.code,
                kind.severity.name(),
                cell(kind.message.en),
                help(|t| t.en).unwrap_or_default(),
                cell(kind.message.ja),
                help(|t| t.ja).unwrap_or_default(),
            );
        }
    }
    out
}

/// A template in a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace("{{", "{").replace("}}", "}").trim().to_owned()
}

#[test]
fn the_page_lists_every_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/findings.md");
    if std::env::var_os("KOMA_BLESS").is_some() {
        std::fs::write(&path, page()).expect("the page can be written");
    }
    let stands = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(stands == page(), "run KOMA_BLESS=1 cargo test -p koma --test findings_page");
}
