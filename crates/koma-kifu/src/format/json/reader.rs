//! Reads our own JSON.

use koma_rules::{Setup, Side, UsiMove};

use super::NAME;
use super::text::{Json, Value};
use crate::format::ReadOptions;
use crate::format::play::{keep, play, short};
use crate::{
    Board, Builder, End, Ending, Handicap, Millis, NodeId, Note, Record, Remarks, Winner, ruleset,
    say,
};

pub(super) fn read(text: &str, options: &ReadOptions, remarks: &mut Remarks) -> Vec<Record> {
    let json = match Json::read(text) {
        Ok(json) => json,
        Err(finding) => {
            remarks.push(*finding);
            return Vec::new();
        }
    };
    let root = json.root();
    if root.get("format").and_then(Value::text) != Some(NAME) {
        remarks.push(say::foreign_json().at(root.span()));
        return Vec::new();
    }
    if root.get("version").and_then(Value::number) != Some(1) {
        remarks.push(say::unknown_json_version().at(root.span()));
    }
    let Some(games) = root.get("games").filter(|games| games.is_list()) else {
        remarks.push(say::no_list_of_games().at(root.span()));
        return Vec::new();
    };
    let mut records = Vec::new();
    for (number, value) in games.items().enumerate() {
        remarks.set_game(number);
        records.push(game(value, options, remarks));
    }
    records
}

fn game(value: Value<'_, '_>, options: &ReadOptions, remarks: &mut Remarks) -> Record {
    let variant = value.get("variant").and_then(Value::text).unwrap_or("shogi");
    let mut record = match board(value, variant, options, remarks) {
        Some(board) => Record::new(board),
        None => Record::unplayable(variant),
    };
    record.handicap = value.get("handicap").and_then(Value::text).map(Handicap::named);
    for header in value.get("headers").into_iter().flat_map(Value::items) {
        let mut parts = header.items().map(Value::text);
        match (parts.next().flatten(), parts.next().flatten()) {
            (Some(key), Some(value)) => record.headers.push(key, value),
            _ => remarks.push(say::unreadable_header().at(header.span())),
        }
    }
    record.diagram = strings(value, "diagram", remarks);
    let mut game = Builder::new(record);
    let mut ids: Vec<NodeId> = Vec::new();
    for value in value.get("nodes").into_iter().flat_map(Value::items) {
        let id = if ids.is_empty() { NodeId::ROOT } else { node(&mut game, &ids, value, remarks) };
        notes(&mut game, id, value, remarks);
        ids.push(id);
    }
    game.finish()
}

fn board(
    value: Value<'_, '_>,
    variant: &str,
    options: &ReadOptions,
    remarks: &mut Remarks,
) -> Option<Board> {
    let start = value.get("start")?;
    let Some(rules) = options.rules.clone().or_else(|| ruleset(variant)) else {
        remarks.push(say::variant_not_playable(short(variant)).at(start.span()));
        return None;
    };
    let setup = match Setup::read(&rules, start.text().unwrap_or("")) {
        Ok(setup) => setup,
        Err(error) => {
            remarks.push(say::unreadable_position(error.what).at(start.span()));
            return None;
        }
    };
    let last_to = value.get("lastTo").and_then(|to| to.text()?.parse().ok());
    Some(Board { rules, setup, last_to })
}

fn node(game: &mut Builder, ids: &[NodeId], value: Value<'_, '_>, remarks: &mut Remarks) -> NodeId {
    let parent = value.get("parent").and_then(Value::number);
    match parent.and_then(|parent| ids.get(usize::try_from(parent).ok()?)) {
        Some(&parent) => game.go(parent),
        None => {
            remarks.push(say::no_parent().at(value.span()));
            game.go(NodeId::ROOT);
        }
    }
    let field = |key| value.get(key).and_then(Value::text);
    if let Some(words) = field("move") {
        return match words.parse::<UsiMove>() {
            Ok(usi) => play(game, &usi, words, value.span(), remarks),
            Err(_) => keep(game, words, say::no_move(short(words)), value.span(), remarks),
        };
    }
    if let Some(words) = field("unread") {
        return keep(game, words, say::no_move(short(words)), value.span(), remarks);
    }
    let Some(keyword) = field("end") else {
        return keep(game, "", say::empty_node(), value.span(), remarks);
    };
    let end = End::from_keyword(keyword).unwrap_or_else(|| {
        remarks.push(say::unknown_ending(short(keyword)).at(value.span()));
        End::Other
    });
    let winner = field("winner").and_then(winner_named);
    game.end(Ending { end, winner, text: field("words").map(str::to_owned) })
}

/// Who won; the first records of this format called the players black and white.
fn winner_named(name: &str) -> Option<Winner> {
    match name {
        "black" => Some(Winner::Side(Side::Sente)),
        "white" => Some(Winner::Side(Side::Gote)),
        name => Winner::from_name(name),
    }
}

fn notes(game: &mut Builder, id: NodeId, value: Value<'_, '_>, remarks: &mut Remarks) {
    let millis = |key| value.get(key).and_then(Value::number).map(Millis::new);
    let note = Note {
        comments: strings(value, "comments", remarks),
        bookmarks: strings(value, "bookmarks", remarks),
        result: value.get("result").and_then(Value::text).map(str::to_owned),
        asides: strings(value, "asides", remarks),
    };
    let node = game.record_mut().node_mut(id);
    (node.time, node.total) = (millis("time"), millis("total"));
    let line = value.get("line").and_then(Value::number);
    node.line = line.and_then(|line| u32::try_from(line).ok()).unwrap_or(0);
    if note != Note::default() {
        *node.note_mut() = note;
    }
}

fn strings(value: Value<'_, '_>, key: &str, remarks: &mut Remarks) -> Vec<String> {
    let mut list = Vec::new();
    for item in value.get(key).into_iter().flat_map(Value::items) {
        match item.text() {
            Some(text) => list.push(text.to_owned()),
            None => remarks.push(say::not_texts(key).at(item.span())),
        }
    }
    list
}
