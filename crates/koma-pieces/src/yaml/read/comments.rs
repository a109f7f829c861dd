//! Whose comment is that? The file's header, a piece's notes, or the footer.

use std::collections::HashSet;

use koma_text::{Source, Span};

use super::Read;
use crate::yaml::{describe, write};

/// Gives every comment to the part of the file it stands at.
///
/// Lines above a piece are its notes; its title line and what the writer would say anyway are not
/// kept. A comment inside a piece joins the notes, since the writer lays the piece out anew.
pub(super) fn attach(source: &Source, comments: &[Span], pieces_from: usize, read: &mut Read) {
    let text = source.text();
    let mut comments = comments.iter().copied().peekable();
    while let Some(comment) = comments.next_if(|c| c.start < pieces_from) {
        read.file.header.push(words(text, comment));
    }
    let mut own = HashSet::new();
    for (piece, places) in read.file.pieces.iter().zip(&read.places) {
        let mut notes = Vec::new();
        while let Some(comment) = comments.next_if(|c| c.start < places.whole.start) {
            let words = words(text, comment);
            if !is_title(&words) {
                notes.push(words);
            }
        }
        own.clear();
        own.extend(piece.movement.jumps.iter().map(write::jump_label));
        // A comment behind the last value stands after the piece's end, on the same line.
        let end = text[places.whole.end..].find(['\n', '\r']);
        let end = end.map_or(text.len(), |length| places.whole.end + length);
        while let Some(comment) = comments.next_if(|c| c.start < end) {
            let words = words(text, comment);
            // A title in here would be taken for the piece's own next time.
            if !own.contains(&words) && !is_title(&words) {
                notes.push(words);
            }
        }
        if notes.len() == 1 && notes[0] == describe(&piece.movement) {
            notes.clear();
        }
        if !notes.is_empty() {
            // Two pieces of one id share their notes; repeated formatting must not pile them up.
            let all = read.file.notes.entry(piece.id).or_default();
            notes.retain(|note| !all.contains(note));
            all.append(&mut notes);
        }
    }
    read.file.footer = comments.map(|comment| words(text, comment)).collect();
}

/// The comment without `#` and the space after it.
fn words(text: &str, comment: Span) -> String {
    let line = text[comment.start..comment.end].trim_start_matches('#').trim_end();
    line.strip_prefix(' ').unwrap_or(line).into()
}

/// `--- Name (漢字) ---`.
fn is_title(words: &str) -> bool {
    words.len() > 6 && words.starts_with("---") && words.ends_with("---")
}
