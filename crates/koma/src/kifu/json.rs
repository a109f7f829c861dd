//! A record as JSON, with the field names of the import API.

use koma_kifu::{NodeId, Play, Reading, Record};
use koma_rules::{Side, UsiMove};
use koma_text::{FindingJson, Source};
use serde_json::{Map, Value, json};

/// Everything about a file; the top level is its first game.
pub fn reading(reading: &Reading, source: &Source) -> Value {
    let mut json = Map::new();
    json.insert("format".into(), json!(reading.format.map(|format| format.name())));
    json.insert("encoding".into(), json!(reading.encoding.name()));
    match reading.records.first() {
        Some(record) => game(record, &mut json),
        None => {
            for key in ["initialSfen", "finalSfen", "termination", "winner", "result", "branches"] {
                json.insert(key.into(), Value::Null);
            }
            json.insert("metadata".into(), metadata(None));
            json.insert("headers".into(), json!({}));
            json.insert("mainUsi".into(), json!(""));
            json.insert("moves".into(), json!([]));
            json.insert("tree".into(), json!([]));
        }
    }
    json.insert("games".into(), json!(reading.records.len()));
    json.insert("findings".into(), findings(reading, source));
    Value::Object(json)
}

/// The findings with game and ply.
pub fn findings(reading: &Reading, source: &Source) -> Value {
    let list = reading.remarks.iter().map(|remark| {
        let mut value = json!(FindingJson::new(&remark.finding, Some(source)));
        value["game"] = json!(remark.game);
        value["ply"] = json!(remark.ply);
        value
    });
    Value::Array(list.collect())
}

fn game(record: &Record, json: &mut Map<String, Value>) {
    let usi = record.main_usi();
    let ending = record.ending();
    // The position after the last move that could be carried out.
    let is_read = |id: &NodeId| !matches!(record.node(*id).play, Play::Unread(_));
    let last = record.main_line().take_while(is_read).last().unwrap_or(NodeId::ROOT);
    let sfen =
        |position: koma_rules::Position| position.setup().write_without_ply(position.rules());
    json.insert("variant".into(), json!(record.variant));
    json.insert("metadata".into(), metadata(Some(record)));
    json.insert("headers".into(), headers(record));
    json.insert("handicap".into(), json!(record.handicap.as_ref().map(|h| &h.name)));
    let start = record.board.as_ref().map(|b| b.setup.write_without_ply(&b.rules));
    json.insert("initialSfen".into(), json!(start));
    json.insert("finalSfen".into(), json!(record.position_at(last).map(sfen)));
    let words: Vec<_> = usi.iter().map(UsiMove::to_string).collect();
    json.insert("mainUsi".into(), json!(words.join(" ")));
    let texts = texts(record);
    let moves = record.main_line().filter(|&id| record.node(id).is_move());
    let moves = moves.map(|id| move_json(record, id, &texts[id.index()]));
    json.insert("moves".into(), Value::Array(moves.collect()));
    json.insert("result".into(), json!(ending.map(koma_kifu::Ending::words)));
    json.insert("termination".into(), json!(ending.map(|ending| ending.end.keyword())));
    let winner = ending.and_then(|ending| ending.winner);
    json.insert("winner".into(), json!(winner.map(|winner| winner.name())));
    json.insert("branches".into(), json!(record.branches()));
    json.insert("comments".into(), json!(record.node(NodeId::ROOT).comments()));
    json.insert("tree".into(), tree(record, &texts));
}

fn metadata(record: Option<&Record>) -> Value {
    let header = |keys: &[&str]| {
        let record = record?;
        keys.iter().find_map(|key| record.headers.get(key)).map(|value| value.trim().to_owned())
    };
    let name = |side| record.and_then(|r| r.player(side)).filter(|name| !name.is_empty());
    json!({
        "sente": name(Side::Sente),
        "gote": name(Side::Gote),
        "date": header(&["開始日時", "対局日"]),
        "event": header(&["棋戦"]),
        "site": header(&["場所"]),
    })
}

/// Headers by key; where a key stands several times, its values stand under each other.
fn headers(record: &Record) -> Value {
    let mut all: Map<String, Value> = Map::new();
    for header in record.headers.iter() {
        match all.get_mut(&header.key) {
            Some(Value::String(value)) => {
                value.push('\n');
                value.push_str(&header.value);
            }
            _ => {
                all.insert(header.key.clone(), json!(header.value));
            }
        }
    }
    Value::Object(all)
}

/// The words of every node, by index. One walk over the tree instead of a replay for each.
fn texts(record: &Record) -> Vec<Option<String>> {
    let mut texts = vec![None; record.len() + 1];
    let mut walk = record.walk();
    while let Some(id) = walk.next() {
        texts[id.index()] = match (&record.node(id).play, walk.position()) {
            (Play::Move(_) | Play::Illegal(_), Some(before)) => record.usi(id).and_then(|usi| {
                let last = record.last_to(id);
                koma_kifu::notation::japanese(before, &usi, last, Default::default())
            }),
            (Play::Unread(unread), _) => Some(unread.text.clone()),
            (Play::End(ending), _) => Some(ending.words()),
            _ => None,
        };
    }
    texts
}

fn move_json(record: &Record, id: NodeId, text: &Option<String>) -> Value {
    let node = record.node(id);
    let comment = Some(node.comments().join("\n")).filter(|_| !node.comments().is_empty());
    // The seed's text has no mark: `７六歩`.
    let plain = text.as_deref().map(|text| text.trim_start_matches(['▲', '△']));
    json!({
        "number": record.ply(id),
        "text": plain,
        "timeSpent": node.time.map(|time| time.get() / 1000),
        "comment": comment,
        "usi": record.usi(id).map(|usi| usi.to_string()),
        "timeMs": node.time.map(|time| time.get()),
        "illegal": node.illegal().map(|reason| json!({
            "code": reason.code(), "message": reason.to_string(),
        })),
    })
}

/// The whole tree as a list: each node names its parent, so that a game of any length fits. The
/// first child of a parent goes on with its line.
fn tree(record: &Record, texts: &[Option<String>]) -> Value {
    let mut list = Vec::with_capacity(record.len());
    let mut walk = record.walk();
    while let Some(id) = walk.next() {
        let node = record.node(id);
        let Some(parent) = record.parent(id) else { continue };
        let mut value = match &node.play {
            Play::End(ending) => json!({
                "number": record.ply(id),
                "text": texts[id.index()],
                "termination": ending.end.keyword(),
                "winner": ending.winner.map(|winner| winner.name()),
                "timeMs": node.time.map(|time| time.get()),
            }),
            _ => move_json(record, id, &texts[id.index()]),
        };
        value["id"] = json!(id.index());
        value["parent"] = json!(parent.index());
        if !node.bookmarks().is_empty() {
            value["bookmarks"] = json!(node.bookmarks());
        }
        if node.line > 0 {
            value["line"] = json!(node.line);
        }
        list.push(value);
    }
    Value::Array(list)
}
