//! USI lines and SFEN positions.

use koma_kifu::{Format, ReadOptions, WriteOptions, read, write};

/// Reads a text that must be recognised as USI, and writes it again; gives what was written and
/// the codes of the findings.
#[track_caller]
fn check(text: &str, again: &str, findings: &[&str]) {
    let reading = read(text.as_bytes(), &ReadOptions::default());
    assert_eq!(reading.format, Some(Format::Usi), "{text}");
    let codes: Vec<_> = reading.remarks.iter().map(|remark| &*remark.finding.code).collect();
    let written = write(&reading.records, Format::Usi, &WriteOptions::default());
    assert_eq!((&*written.text, &codes[..]), (again, findings), "{text}");
}

const EVEN: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

#[test]
fn every_way_to_begin_a_line_is_read() {
    check("position startpos moves 7g7f 3c3d\n", "position startpos moves 7g7f 3c3d\n", &[]);
    check("startpos moves 7g7f", "position startpos moves 7g7f\n", &[]);
    check("moves 7g7f", "position startpos moves 7g7f\n", &[]);
    check("7g7f 3c3d resign", "position startpos moves 7g7f 3c3d resign\n", &[]);
    check("startpos", "position startpos\n", &[]);
    check(EVEN, "position startpos\n", &[]);
    check(&format!("sfen {EVEN}"), "position startpos\n", &[]);
    check(&format!("position sfen {EVEN} moves 7g7f"), "position startpos moves 7g7f\n", &[]);
    check("8k/9/8G/9/9/9/9/9/9 b G", "position sfen 8k/9/8G/9/9/9/9/9/9 b G 1\n", &[]);
    check(
        "sfen rbsgk/4p/5/P4/KGSBR b - 1 moves 5d5c",
        "position sfen rbsgk/4p/5/P4/KGSBR b - 1 moves 5d5c\n",
        &[],
    );
}

#[test]
fn endings_of_shogigui_close_a_line() {
    for (word, winner) in [
        ("resign", "white"),
        ("win", "black"),
        ("rep_draw", "draw"),
        ("draw", "draw"),
        ("timeout", "white"),
        ("break", "nobody"),
    ] {
        let line = format!("position startpos moves 7g7f 3c3d {word}\n");
        check(&line, &line, &[]);
        let reading = read(line.as_bytes(), &ReadOptions::default());
        let ending = reading.records[0].ending().expect("an ending");
        assert_eq!(ending.winner.map_or("nobody", |winner| winner.name()), winner, "{word}");
    }
}

#[test]
fn a_collection_has_one_game_a_line() {
    let text = "# problems\n8k/9/8G/9/9/9/9/9/9 b G 1\n\nstartpos moves 7g7f\n4k4/9/9/9/9/9/9/9/4K4 w - 7\n";
    let reading = read(text.as_bytes(), &ReadOptions::default());
    assert_eq!(reading.records.len(), 3);
    let first = reading.records[0].node(koma_kifu::NodeId::ROOT).note.as_ref();
    assert_eq!(first.map(|note| note.asides.clone()), Some(vec![" problems".to_owned()]));
}

#[test]
fn what_is_no_move_is_kept_and_said() {
    let kept = "position startpos moves 7g7f 5e5d\n";
    check("startpos moves 7g7f 5e5d", kept, &["impossible-move"]);
    check("startpos moves 7g7f xyz 3c3d", "position startpos moves 7g7f\n", &["unreadable-move"]);
    check("startpos moves 7g7e", "position startpos moves 7g7e\n", &["illegal-move"]);
    check("startpos\nwhat is this\n", "position startpos\n", &["unreadable-line"]);
    check("sfen 9/9/9 b -", "", &["unreadable-position"]);
}
