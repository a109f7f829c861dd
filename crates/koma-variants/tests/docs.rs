//! The blocks of `docs/variant-files.md` are read as they stand.

use koma_text::Source;

const PAGE: &str = include_str!("../../../docs/variant-files.md");

/// The blocks that begin with a fence of these words.
fn blocks(fence: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut lines = PAGE.lines();
    while let Some(line) = lines.next() {
        if line == format!("```{fence}") {
            blocks.push(
                lines.by_ref().take_while(|l| *l != "```").map(|l| format!("{l}\n")).collect(),
            );
        } else if line.starts_with("```") {
            lines.by_ref().take_while(|l| *l != "```").count();
        }
    }
    blocks
}

/// A file with the fields of `part` in place of its own.
fn with(base: &str, part: &str) -> String {
    let key = |line: &str| {
        let name = line.split(':').next().unwrap_or_default();
        let is_key = line.starts_with(|c: char| c.is_ascii_lowercase());
        is_key.then(|| name.to_string())
    };
    let new: Vec<String> = part.lines().filter_map(key).collect();
    let mut keep = true;
    let mut text = String::new();
    for line in base.lines() {
        if let Some(name) = key(line) {
            keep = !new.contains(&name);
        }
        if keep {
            text.push_str(line);
            text.push('\n');
        }
    }
    text + part
}

fn check(text: &str) {
    let source = Source::new("variant-files.md", text);
    let (variant, findings) = koma_variants::read(&source, koma_pieces::shipped::file);
    let shown = koma_text::render_all(
        &findings,
        Some(&source),
        koma_text::Lang::En,
        koma_text::Colour::Never,
    );
    assert!(variant.is_some() && findings.is_empty(), "{shown}\n{text}");
}

#[test]
fn whole_files_of_the_page_are_variants() {
    let whole = blocks("yaml");
    assert!(!whole.is_empty());
    whole.iter().for_each(|text| check(text));
}

#[test]
fn parts_of_the_page_fit_into_shogi() {
    let shogi = koma_variants::variant_file("shogi").expect("shipped");
    let parts = blocks("yaml part");
    assert!(parts.len() >= 10, "{}", parts.len());
    for part in &parts {
        // Its handicaps hold men in hand, which not every part allows.
        let base = with(shogi.text(), "handicaps: []\n");
        check(&with(&base, part));
    }
}

#[test]
fn every_field_of_the_catalogue_is_on_the_page() {
    for variant in koma_variants::catalogue() {
        let file = koma_variants::variant_file(&variant.slug).expect("shipped");
        let lines = file.text().lines().take_while(|line| *line != "pieces:");
        let words = lines.filter(|line| !line.trim_start().starts_with('#'));
        let names = words.flat_map(|line| line.split(['{', ',', ' ']));
        for name in names.filter_map(|word| word.strip_suffix(':')) {
            let (alone, under) = (format!("`{name}`"), format!(".{name}`"));
            assert!(PAGE.contains(&alone) || PAGE.contains(&under), "{name} is not described");
        }
    }
}
