//! JKF and our own JSON.

use koma_kifu::{
    Format, NodeId, ReadOptions, Reading, Record, WriteOptions, read, read_text, write,
};

#[track_caller]
fn jkf(text: &str) -> (Reading, Vec<String>) {
    let reading = read(text.as_bytes(), &ReadOptions::default());
    assert_eq!(reading.format, Some(Format::Jkf), "{text}");
    let codes = reading.remarks.iter().map(|remark| remark.finding.code.to_string()).collect();
    (reading, codes)
}

fn usi(record: &Record) -> String {
    record.main_usi().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

const GAME: &str = r#"{"header":{"先手":"甲","後手":"乙"},"initial":{"preset":"HIRATE"},"moves":[
{"comments":["start"]},
{"move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"},"time":{"now":{"m":0,"s":16},"total":{"h":0,"m":0,"s":16}},"comments":["one","&mark"]},
{"move":{"color":1,"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"},"forks":[[{"move":{"color":1,"from":{"x":8,"y":3},"to":{"x":8,"y":4},"piece":"FU"}}]]},
{"move":{"color":0,"from":{"x":8,"y":8},"to":{"x":2,"y":2},"piece":"KA","promote":true,"capture":"KA"}},
{"move":{"color":1,"from":{"x":3,"y":1},"same":true,"piece":"GI","capture":"UM"}},
{"move":{"color":0,"to":{"x":5,"y":5},"piece":"KA"}},
{"special":"TORYO"}]}"#;

#[test]
fn moves_times_comments_and_forks_are_read() {
    let (reading, codes) = jkf(GAME);
    assert_eq!(codes, Vec::<String>::new());
    let record = &reading.records[0];
    assert_eq!(usi(record), "7g7f 3c3d 8h2b+ 3a2b B*5e");
    assert_eq!(record.branches(), 1);
    assert_eq!(record.node(NodeId::ROOT).comments(), ["start"]);
    let first = record.node(record.next(NodeId::ROOT).expect("a move"));
    assert_eq!(first.time.map(|time| time.get()), Some(16_000));
    assert_eq!(
        (first.comments(), first.bookmarks()),
        (&["one".to_owned()][..], &["mark".to_owned()][..])
    );
    assert_eq!(record.ending().and_then(|e| e.winner).map(|w| w.name()), Some("sente"));
}

#[test]
fn both_kinds_of_json_come_back_whole() {
    let (reading, _) = jkf(GAME);
    for format in [Format::Jkf, Format::Json] {
        let written = write(&reading.records, format, &WriteOptions::default());
        assert!(written.losses.is_empty(), "{:?}", written.losses);
        let again = read(written.text.as_bytes(), &ReadOptions::default());
        assert_eq!(again.format, Some(format), "{}", written.text);
        assert!(again.remarks.is_empty(), "{:?}", again.remarks);
        let tidy = write(&again.records, Format::Csa, &WriteOptions::default()).text;
        assert_eq!(tidy, write(&reading.records, Format::Csa, &WriteOptions::default()).text);
        assert_eq!(again.records[0].branches(), 1);
    }
}

#[test]
fn every_preset_gives_its_start() {
    for preset in
        ["KY", "KY_R", "KA", "HI", "HIKY", "2", "3", "4", "5", "5_L", "6", "7_L", "7_R", "8", "10"]
    {
        let text = format!(r#"{{"header":{{}},"initial":{{"preset":"{preset}"}},"moves":[{{}}]}}"#);
        let (reading, codes) = jkf(&text);
        assert_eq!(codes, Vec::<String>::new(), "{preset}");
        let written = write(&reading.records, Format::Jkf, &WriteOptions::default()).text;
        assert!(written.contains(&format!("\"preset\":\"{preset}\"")), "{written}");
    }
}

#[test]
fn broken_json_gives_findings_and_what_was_good() {
    for (text, code) in [
        (r#"{"moves":[{},{"move":{"#, "not-json"),
        (r#"{"moves":5}"#, "no-game"),
        (r#"{"moves":[{},{"move":{"piece":"XX"}}]}"#, "unknown-man"),
        (r#"{"moves":[{},{"move":{"piece":"FU"}}]}"#, "unreadable-move"),
        (r#"{"moves":[{},{"special":"NONSENSE"}]}"#, "unknown-ending"),
        (r#"{"moves":[{}],"initial":{"preset":"99"}}"#, "unknown-handicap"),
        (r#"{"moves":[{},{"comments":[1]}]}"#, "empty-node"),
    ] {
        let (_, codes) = jkf(text);
        assert_eq!(codes.first().map(String::as_str), Some(code), "{text}");
    }
    let deep = r#"{"moves":[{},"#.to_owned() + &r#"{"forks":[["#.repeat(50_000);
    let (_, codes) = jkf(&deep);
    assert_eq!(codes, ["not-json"]);
    let (records, remarks) = read_text(
        r#"{"format":"koma-record","version":1,"games":[{"variant":"shogi","start":"startpos","nodes":[{},{"parent":9,"move":"7g7f"},{"parent":0,"move":"zz"},{}]}]}"#,
        Format::Json,
        &ReadOptions::default(),
    );
    assert_eq!(records.len(), 1);
    let codes: Vec<_> = remarks.iter().map(|remark| remark.finding.code).collect();
    assert_eq!(codes, ["no-parent", "unreadable-move", "no-parent", "empty-node"]);
}

#[test]
fn the_words_of_a_move_without_origin_are_understood() {
    // Golds on 4i and 6i, silvers on 3i and 7i: 5h is in reach of both golds.
    for (relative, usi) in [("L", "6i5h"), ("R", "4i5h")] {
        let text = format!(
            r#"{{"moves":[{{}},{{"move":{{"to":{{"x":5,"y":8}},"piece":"KI","relative":"{relative}"}}}}]}}"#
        );
        let (reading, codes) = jkf(&text);
        assert_eq!((&*usi_of(&reading), codes.len()), (usi, 0), "{text}");
    }
    for (relative, code) in [("", "ambiguous-move"), ("LX", "unreadable-move")] {
        let text = format!(
            r#"{{"moves":[{{}},{{"move":{{"to":{{"x":5,"y":8}},"piece":"KI","relative":"{relative}"}}}}]}}"#
        );
        let (reading, codes) = jkf(&text);
        assert_eq!((&*usi_of(&reading), &codes[..]), ("", &[code.to_owned()][..]), "{text}");
    }
    // A silver on 5e and one on 5g may both go to 4f: 引 and 上; the promotion is told beside it.
    let board = r#""initial":{"preset":"OTHER","data":{"color":0,"board":[[{},{},{},{},{},{},{},{},{}],[{},{},{},{},{},{},{},{},{}],[{},{},{},{},{},{},{},{},{}],[{},{},{},{},{},{},{},{},{}],[{"color":1,"kind":"OU"},{},{},{},{"color":0,"kind":"GI"},{},{"color":0,"kind":"GI"},{},{"color":0,"kind":"OU"}]],"hands":[{"GI":1},{}]}}"#;
    for (relative, usi) in [("D", "5e4f"), ("U", "5g4f"), ("H", "S*4f")] {
        let text = format!(
            r#"{{{board},"moves":[{{}},{{"move":{{"to":{{"x":4,"y":6}},"piece":"GI","relative":"{relative}"}}}}]}}"#
        );
        let (reading, codes) = jkf(&text);
        assert_eq!((&*usi_of(&reading), codes.len()), (usi, 0), "{text}");
    }
}

fn usi_of(reading: &Reading) -> String {
    usi(&reading.records[0])
}
