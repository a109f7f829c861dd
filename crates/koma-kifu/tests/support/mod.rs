//! What the tests of records share.
#![allow(dead_code)] // No test uses all of it.

use std::path::PathBuf;

use koma_kifu::{Play, ReadOptions, Reading, Record, read};
use koma_rules::Side;
use serde_json::Value;

/// The folder of other people's records beside the repository, or `None` with a word about it.
pub fn corpus() -> Option<PathBuf> {
    let folder =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared").join("data/kifu");
    let is_there = folder.join("expected.json").exists();
    if !is_there {
        eprintln!("skipped: the corpus of records is not beside the repository");
    }
    is_there.then_some(folder)
}

/// The expectations for the files of some folders of the corpus, with the files' bytes.
pub fn expectations(kinds: &[&str]) -> Vec<(String, Vec<u8>, Value)> {
    let Some(folder) = corpus() else { return Vec::new() };
    let text = std::fs::read_to_string(folder.join("expected.json")).expect("expected.json");
    let all: Value = serde_json::from_str(&text).expect("JSON");
    let all = all.as_object().expect("an object");
    let wanted =
        all.iter().filter(|(path, _)| kinds.contains(&path.split('/').next().unwrap_or("")));
    wanted
        .map(|(path, expected)| {
            let bytes = std::fs::read(folder.join(path)).expect("a file of the corpus");
            (path.clone(), bytes, expected.clone())
        })
        .collect()
}

/// Reads a file as the program does, by its content and name.
pub fn read_file(path: &str, bytes: &[u8]) -> Reading {
    read(bytes, &ReadOptions { name: Some(path.to_owned()), ..ReadOptions::default() })
}

/// The facts of a reading in the words of the corpus.
pub fn facts(reading: &Reading) -> Value {
    let Some(record) = reading.records.first() else { return Value::Null };
    let sfen = |position: Option<koma_rules::Position>| {
        position.map(|p| p.setup().write_without_ply(p.rules()))
    };
    let stats = record.stats();
    let last = record
        .main_line()
        .take_while(|&id| !matches!(record.node(id).play, Play::Unread(_)))
        .last()
        .unwrap_or(koma_kifu::NodeId::ROOT);
    let usi = record.main_usi();
    let moves = record
        .main_line()
        .filter(|&id| matches!(record.node(id).play, Play::Move(_) | Play::Illegal(_)));
    let times: Vec<_> = moves.map(|id| record.node(id).time.map(|time| time.get())).collect();
    let ending_time = record.main_line().find_map(|id| {
        matches!(record.node(id).play, Play::End(_)).then(|| record.node(id).time.map(|t| t.get()))
    });
    let headers: serde_json::Map<String, Value> = record
        .headers
        .iter()
        .map(|header| (header.key.clone(), Value::String(header.value.clone())))
        .collect();
    serde_json::json!({
        "format": reading.format.map(|format| format.name()),
        "encoding": reading.encoding.name(),
        "initial_sfen": record.board.as_ref().map(|b| b.setup.write_without_ply(&b.rules)),
        "final_sfen": sfen(record.position_at(last)),
        "main_usi": usi.iter().map(|usi| usi.to_string()).collect::<Vec<_>>().join(" "),
        "n_moves": stats.moves,
        "termination": stats.ending.as_ref().map(|ending| ending.end.keyword()),
        "winner": stats.ending.as_ref().and_then(|ending| ending.winner).map(|w| w.name()),
        "branches": stats.branches,
        "nodes": stats.nodes,
        "black": name(record, Side::Sente),
        "white": name(record, Side::Gote),
        "bookmarks": stats.bookmarks,
        "nodes_with_comment": stats.commented,
        "time_total_ms": times.iter().flatten().sum::<u64>(),
        "time_ms": times,
        "special_time_ms": ending_time.flatten(),
        "first_illegal_ply": stats.illegal.first(),
        "headers": headers,
        "result_line": record.main_line().find_map(|id| {
            record.node(id).note.as_ref().and_then(|note| note.result.clone())
        }),
    })
}

fn name(record: &Record, side: Side) -> Option<&str> {
    record.player(side).filter(|name| !name.is_empty())
}
