//! Merge, extract, reorder.

use koma_kifu::{Format, MergeError, NodeId, ReadOptions, Record, read_text};

fn record(text: &str) -> Record {
    let (mut records, remarks) = read_text(text, Format::Kif, &ReadOptions::default());
    assert!(remarks.is_empty(), "{remarks:?}");
    records.remove(0)
}

/// The tree in brackets: variations after the move they replace.
fn tree(record: &Record) -> String {
    let mut text = String::new();
    let mut walk = record.walk();
    while let Some(id) = walk.next() {
        if let Some(usi) = record.usi(id) {
            let depth = record.node(id).depth();
            text += &format!("{depth}:{usi} ");
        }
    }
    text.trim_end().to_owned()
}

const GAME: &str =
    "1 ７六歩(77)\n*甲の注\n2 ３四歩(33)\n3 ２六歩(27)\n変化：2手\n2 ８四歩(83)\n3 ６八銀(79)\n";

#[test]
fn a_variation_becomes_the_main_line() {
    let mut record = record(GAME);
    assert_eq!(tree(&record), "1:7g7f 2:3c3d 3:2g2f 2:8c8d 3:7i6h");
    let last = record.ids().last().expect("a node");
    record.promote(last);
    assert_eq!(tree(&record), "1:7g7f 2:8c8d 3:7i6h 2:3c3d 3:2g2f");
    assert_eq!(record.branches(), 1);
}

#[test]
fn a_branch_is_taken_out_with_the_way_to_it() {
    let record = record(GAME);
    let branch = record.ids().nth(4).expect("a node");
    assert_eq!(tree(&record.extract(branch)), "1:7g7f 2:8c8d 3:7i6h");
    assert_eq!(tree(&record.main_line_only()), "1:7g7f 2:3c3d 3:2g2f");
    assert_eq!(tree(&record.without(branch)), "1:7g7f 2:3c3d 3:2g2f");
    assert_eq!(tree(&record.extract(NodeId::ROOT)), tree(&record));
}

#[test]
fn merging_adds_lines_and_comments_once() {
    let mut one = record(GAME);
    let two = record(
        "棋戦：名人戦\n1 ７六歩(77) ( 0:05/)\n*乙の注\n2 ３四歩(33)\n3 ６六歩(67)\n4 投了\n",
    );
    assert_eq!(one.merge(&two), Ok(2));
    assert_eq!(tree(&one), "1:7g7f 2:3c3d 3:2g2f 3:6g6f 2:8c8d 3:7i6h");
    let first = one.next(NodeId::ROOT).expect("a move");
    assert_eq!(one.node(first).comments(), ["甲の注", "乙の注"]);
    assert_eq!(one.node(first).time.map(|time| time.get()), Some(5000));
    assert_eq!(one.headers.get("棋戦"), Some("名人戦"));
    let before = one.clone();
    assert_eq!(one.merge(&two), Ok(0));
    assert_eq!(one, before);
}

#[test]
fn records_of_different_starts_are_not_merged() {
    let mut even = record(GAME);
    let handicap = record("手合割：二枚落ち\n1 ３四歩(33)\n");
    assert_eq!(even.merge(&handicap), Err(MergeError::OtherStart));
}

#[test]
fn replay_gives_every_position() {
    let record = record(GAME);
    let positions: Vec<_> = record.replay().map(|frame| frame.position.ply()).collect();
    assert_eq!(positions, [1, 2, 3, 4]);
    let last = record.ids().last().expect("a node");
    assert_eq!(record.replay_to(last).count(), 4);
    assert_eq!(record.text(last).as_deref(), Some("▲６八銀"));
    assert_eq!(record.english(last).as_deref(), Some("S-6h"));
}
