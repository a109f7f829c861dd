//! Writes our own JSON.

use std::fmt::Write as _;

use super::NAME;
use super::text::{push_string, push_strings};
use crate::format::Text;
use crate::{NodeId, Play, Record, say};

pub(super) fn write(records: &[Record], text: &mut Text) {
    let _ = write!(text.text, "{{\"format\":\"{NAME}\",\"version\":1,\"games\":[");
    for (game, record) in records.iter().enumerate() {
        text.set_game(game);
        text.text.push_str(if game > 0 { ",\n" } else { "\n" });
        one(record, text);
    }
    text.text.push_str("\n]}\n");
}

fn one(record: &Record, text: &mut Text) {
    let out = &mut text.text;
    out.push_str("{\"variant\":");
    push_string(out, &record.variant);
    if let Some(board) = &record.board {
        out.push_str(",\"start\":");
        push_string(out, &board.setup.write(&board.rules));
        if let Some(to) = board.last_to {
            out.push_str(",\"lastTo\":");
            push_string(out, &to.to_string());
        }
    }
    if let Some(handicap) = &record.handicap {
        out.push_str(",\"handicap\":");
        push_string(out, &handicap.name);
    }
    out.push_str(",\"headers\":[");
    for (at, header) in record.headers.iter().enumerate() {
        out.push_str(if at > 0 { ",[" } else { "[" });
        push_string(out, &header.key);
        out.push(',');
        push_string(out, &header.value);
        out.push(']');
    }
    out.push(']');
    push_strings(out, "diagram", &record.diagram);
    out.push_str(",\"nodes\":[");
    // Nodes name their parents by their place in this list.
    let mut places = vec![0; record.len() + 1];
    let mut count = 0;
    let mut walk = record.walk();
    while let Some(id) = walk.next() {
        places[id.index()] = count;
        let parent = record.parent(id).map(|parent| places[parent.index()]);
        node(record, id, parent, text);
        count += 1;
    }
    text.text.push_str("\n]}");
}

fn node(record: &Record, id: NodeId, parent: Option<usize>, text: &mut Text) {
    let node = record.node(id);
    if let Play::Unread(unread) = &node.play
        && unread.reason.is_some()
    {
        text.lose(say::reason_lost(), Some(id));
    }
    let out = &mut text.text;
    match parent {
        Some(parent) => {
            let _ = write!(out, ",\n{{\"parent\":{parent}");
        }
        None => out.push_str("\n{\"parent\":null"),
    }
    let mut field = |key: &str, value: &str| {
        let _ = write!(out, ",\"{key}\":");
        push_string(out, value);
    };
    match &node.play {
        Play::Start => {}
        Play::Move(_) | Play::Illegal(_) => {
            if let Some(usi) = record.usi(id) {
                field("move", &usi.to_string());
            }
        }
        Play::Unread(unread) => field("unread", &unread.text),
        Play::End(ending) => {
            field("end", ending.end.keyword());
            if let Some(winner) = ending.winner {
                field("winner", winner.name());
            }
            if let Some(words) = &ending.text {
                field("words", words);
            }
        }
    }
    if let Some(result) = node.note.as_ref().and_then(|note| note.result.as_ref()) {
        field("result", result);
    }
    for (key, time) in [("time", node.time), ("total", node.total)] {
        if let Some(time) = time {
            let _ = write!(out, ",\"{key}\":{}", time.get());
        }
    }
    if node.line > 0 {
        let _ = write!(out, ",\"line\":{}", node.line);
    }
    if let Some(note) = &node.note {
        push_strings(out, "comments", &note.comments);
        push_strings(out, "bookmarks", &note.bookmarks);
        push_strings(out, "asides", &note.asides);
    }
    out.push('}');
}
