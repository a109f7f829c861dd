//! What readers do with a move once they know which it is.

use koma_rules::{IllegalMove, UsiMove};
use koma_text::{Finding, Span};

use crate::{Builder, NodeId, Play, Remarks, say};

/// Plays a move, legal or not, and tells what is wrong with it. `words` are the file's.
pub(super) fn play(
    game: &mut Builder,
    usi: &UsiMove,
    words: &str,
    span: Span,
    remarks: &mut Remarks,
) -> NodeId {
    let (id, reason) = match game.play(usi) {
        Ok(id) => return id,
        Err(found) => found,
    };
    let is_unread = if let Play::Unread(unread) = &mut game.record_mut().node_mut(id).play {
        words.clone_into(&mut unread.text);
        true
    } else {
        false
    };
    // After a move that could not be carried out, nothing more is said.
    let Some(reason) = reason else { return id };
    let ply = Some(game.record().ply(id));
    remarks.push_at_ply(refused(words, &reason, is_unread).at(span), ply);
    id
}

/// A move that is against the rules, or that cannot even be carried out.
pub(super) fn refused(words: &str, reason: &IllegalMove, is_unread: bool) -> Finding {
    let finding = match is_unread {
        true => say::impossible_move(words, reason.phrase()),
        false => say::illegal_move(words, reason.phrase()),
    };
    finding.label(reason.code())
}

/// Keeps a move as text and says why, unless that has been said of one before it.
pub(super) fn keep(
    game: &mut Builder,
    words: &str,
    finding: Finding,
    span: Span,
    remarks: &mut Remarks,
) -> NodeId {
    if game.position().is_some() {
        let finding = finding.at(span).help(say::kept_as_text());
        remarks.push_at_ply(finding, Some(next_ply(game)));
    }
    game.unread(words, None)
}

/// The number the next move will have.
pub(super) fn next_ply(game: &Builder) -> u32 {
    let node = game.record().node(game.here());
    let ply = game.record().ply(game.here());
    ply.saturating_add(u32::from(!matches!(node.play, Play::End(_))))
}

/// The beginning of somebody's words, for a message.
pub(super) fn short(text: &str) -> String {
    text.chars().take(30).collect()
}

/// Where a part of a text stands.
pub(super) fn span_in(base: &str, part: &str) -> Span {
    let start = (part.as_ptr() as usize).saturating_sub(base.as_ptr() as usize).min(base.len());
    Span::new(start, (start + part.len()).min(base.len()))
}
