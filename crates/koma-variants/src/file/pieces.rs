//! The pieces of a variant: those of the files it names, and its own.

use std::collections::HashSet;

use crate::say;
use koma_pieces::PieceDef;
use koma_text::yaml::Fields;
use koma_text::{Finding, Findings, Source};

/// The most pieces a variant may draw on.
const MOST_PIECES: usize = 20_000;

/// The pieces of all files named in `piece_files` and of `pieces`; `None` when one could not be
/// read, so that nobody is told that its pieces do not exist.
pub fn read(
    fields: &mut Fields<'_, '_>,
    resolve: impl Fn(&str) -> Option<Source>,
    out: &mut Findings,
) -> Option<Vec<PieceDef>> {
    let mut pieces: Vec<PieceDef> = Vec::new();
    let mut complete = true;
    let (named, own) = (fields.get("piece_files"), fields.get("pieces"));
    if named.is_none() && own.is_none() {
        out.push(say::no_pieces().at(fields.span));
        return None;
    }
    let mut seen: HashSet<&str> = HashSet::new();
    for item in named.and_then(|node| node.list("`piece_files`", out)).unwrap_or_default() {
        let Some(name) = item.text("a piece file", out) else {
            complete = false;
            continue;
        };
        if !seen.insert(name) {
            out.push(say::piece_file_twice().at(item.span));
            continue;
        }
        let Some(file) = resolve(name) else {
            complete = false;
            let name = name.escape_debug().to_string();
            out.push(say::piece_file_missing(name).at(item.span));
            continue;
        };
        let (read, findings) = koma_pieces::yaml::read(&file);
        complete &= !findings.iter().any(Finding::is_error);
        // Its places are in another text: they go into the message.
        out.extend(findings.into_iter().map(|finding| {
            let place = finding.span.map(|span| file.line_col(span.start));
            let place = place.map(|at| format!("{}:{}:", at.line, at.column)).unwrap_or_default();
            let message = say::in_file(format!("{name}:{place}"), finding.message);
            Finding { message, ..finding }.at(item.span)
        }));
        pieces.extend(read.pieces);
    }
    if let Some(entry) = own {
        let before = out.errors();
        pieces.extend(koma_pieces::yaml::read_pieces(entry, out));
        complete &= out.errors() == before;
    }
    if pieces.len() > MOST_PIECES {
        out.push(say::too_many_pieces(MOST_PIECES).at(fields.span));
        return None;
    }
    complete.then_some(pieces)
}
