//! Findings as a Markdown page.

use std::fmt::Write as _;

use koma_text::{Lang, Source, summary};

use super::Checked;

/// A report for people: a summary, then a table for each file.
pub fn report(sources: &[Source], checked: &[Checked], lang: Lang) -> String {
    let pieces: usize = checked.iter().map(|c| c.file.pieces.len()).sum();
    let all = checked.iter().flat_map(|c| &c.findings);
    let files = match checked.len() {
        1 => "1 file".into(),
        many => format!("{many} files"),
    };
    let mut out = format!("# Piece check\n\n{pieces} pieces in {files}: {}\n", summary(all, lang));
    for (source, checked) in sources.iter().zip(checked) {
        let _ = write!(
            out,
            "\n## {}\n\n{} pieces, {}\n",
            cell(source.name()),
            checked.file.pieces.len(),
            summary(&checked.findings, lang)
        );
        if checked.findings.is_empty() {
            continue;
        }
        out.push_str("\n| place | severity | code | message | help |\n|---|---|---|---|---|\n");
        for finding in &checked.findings {
            let place = finding.span.map(|span| source.line_col(span.start));
            let place = place.map_or(String::new(), |at| format!("{}:{}", at.line, at.column));
            let _ = writeln!(
                out,
                "| {place} | {} | {} | {} | {} |",
                finding.severity.name(),
                finding.code,
                cell(&finding.message.say(lang)),
                cell(&finding.help.as_ref().map(|help| help.say(lang)).unwrap_or_default())
            );
        }
    }
    out
}

/// Somebody's words, safe in a cell of a table.
fn cell(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '|' | '<' | '[' | ']' | '*' | '_' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
