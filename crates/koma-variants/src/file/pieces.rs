//! The pieces of a variant: those of the files it names, and its own.

use std::collections::HashSet;

use koma_pieces::PieceDef;
use koma_text::yaml::{Entry, Fields};
use koma_text::{Finding, Findings, Source};

/// The most pieces a variant may draw on.
const MOST_PIECES: usize = 20_000;

/// The pieces of all files named in `piece_files` and of `pieces`; `None` when one could not be
/// read, so that nobody is told that its pieces do not exist.
pub fn read(
    fields: &mut Fields<'_, '_>,
    source: &Source,
    resolve: impl Fn(&str) -> Option<Source>,
    out: &mut Findings,
) -> Option<Vec<PieceDef>> {
    let mut pieces: Vec<PieceDef> = Vec::new();
    let mut complete = true;
    let (named, own) = (fields.get("piece_files"), fields.entry("pieces"));
    if named.is_none() && own.is_none() {
        let message = "the variant names no pieces";
        let help = "add piece_files: [\"standard_shogi.yaml\"]";
        out.push(Finding::error("no-pieces", message).at(fields.span).help(help));
        return None;
    }
    let mut seen: HashSet<&str> = HashSet::new();
    for item in named.and_then(|node| node.list("`piece_files`", out)).unwrap_or_default() {
        let Some(name) = item.text("a piece file", out) else {
            complete = false;
            continue;
        };
        if !seen.insert(name) {
            out.push(
                Finding::error("piece-file-twice", "this file is already named").at(item.span),
            );
            continue;
        }
        let Some(file) = resolve(name) else {
            complete = false;
            let message = format!("there is no piece file `{}`", name.escape_debug());
            let help = "a path beside this file, or the name of a shipped one";
            out.push(Finding::error("piece-file-missing", message).at(item.span).help(help));
            continue;
        };
        let (read, findings) = koma_pieces::yaml::read(&file);
        complete &= !findings.iter().any(Finding::is_error);
        // Its places are in another text: they go into the message.
        out.extend(findings.into_iter().map(|finding| {
            let place = finding.span.map(|span| file.line_col(span.start));
            let place = place.map(|at| format!("{}:{}:", at.line, at.column)).unwrap_or_default();
            let message = format!("{name}:{place} {}", finding.message).into();
            Finding { message, ..finding }.at(item.span)
        }));
        pieces.extend(read.pieces);
    }
    if let Some(entry) = own {
        let (read, findings) = own_pieces(entry, source);
        complete &= !findings.iter().any(Finding::is_error);
        out.extend(findings);
        pieces.extend(read);
    }
    if pieces.len() > MOST_PIECES {
        let message = format!("a variant draws on at most {MOST_PIECES} pieces");
        out.push(Finding::error("too-many-pieces", message).at(fields.span));
        return None;
    }
    complete.then_some(pieces)
}

/// The pieces written in the variant file itself: read as a piece file in which everything else
/// is blank, so that places stay what they are.
fn own_pieces(entry: &Entry<'_>, source: &Source) -> (Vec<PieceDef>, Vec<Finding>) {
    let span = entry.key.span.to(entry.value.span);
    let blank = |(at, byte): (usize, u8)| {
        if byte == b'\n' || (span.start..span.end).contains(&at) { byte } else { b' ' }
    };
    let bytes: Vec<u8> = source.text().bytes().enumerate().map(blank).collect();
    // Spans begin and end between characters, so this loses nothing.
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (read, mut findings) = koma_pieces::yaml::read(&Source::new(source.name(), text));
    findings.retain(|finding| finding.code != "missing-metadata");
    (read.pieces, findings)
}
