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

/// Merges and gives how many nodes are new, headers moved and times left out.
fn merge(one: &mut Record, two: &Record, force: bool) -> Result<[usize; 3], MergeError> {
    let merged = one.merge(two, force)?;
    Ok([merged.added, merged.headers_moved, merged.times_left_out])
}

#[test]
fn a_record_that_leaves_the_main_line_keeps_its_headers_and_times_to_itself() {
    let mut one = record(GAME);
    let two = record(
        "棋戦：名人戦\n1 ７六歩(77) ( 0:05/)\n*乙の注\n2 ３四歩(33)\n3 ６六歩(67) ( 0:07/)\n4 投了\n",
    );
    assert_eq!(merge(&mut one, &two, false), Ok([2, 1, 1]));
    assert_eq!(tree(&one), "1:7g7f 2:3c3d 3:2g2f 3:6g6f 2:8c8d 3:7i6h");
    let first = one.next(NodeId::ROOT).expect("a move");
    assert_eq!(one.node(first).comments(), ["甲の注", "乙の注"]);
    assert_eq!((one.node(first).time, one.headers.get("棋戦")), (None, None));
    let theirs = one.ids().find(|&id| one.node(id).time.is_some()).expect("a time of its own");
    assert_eq!(one.node(theirs).comments(), ["棋戦：名人戦"]);
    let before = one.clone();
    assert_eq!(merge(&mut one, &two, false), Ok([0, 0, 1]));
    assert_eq!(one, before);
}

#[test]
fn two_records_of_one_game_become_one() {
    let mut one = record("先手：甲\n1 ７六歩(77)\n2 ３四歩(33)\n3 中断\n");
    let two =
        record("先手：甲　\n後手：乙\n1 ７六歩(77) ( 0:05/)\n2 ３四歩(33)\n3 ２六歩(27)\n4 投了\n");
    assert_eq!(merge(&mut one, &two, false), Ok([2, 0, 0]));
    assert_eq!(one.headers.get("後手"), Some("乙"));
    let first = one.next(NodeId::ROOT).expect("a move");
    assert_eq!(one.node(first).time.map(|time| time.get()), Some(5000));
}

#[test]
fn two_games_are_not_mixed() {
    let one = record("先手：甲\n後手：乙\n1 ７六歩(77) ( 0:01/)\n2 ３四歩(33)\n3 投了\n");
    for (two, what) in [
        ("先手：丙\n後手：乙\n1 ７六歩(77) ( 0:09/)\n2 ８四歩(83)\n3 中断\n", "先手"),
        ("先手：甲\n1 ７六歩(77)\n2 ３四歩(33)\n3 千日手\n", "終局"),
        ("先手：甲\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n", "終局"),
    ] {
        let (mut mixed, two) = (one.clone(), record(two));
        let Err(MergeError::TwoGames(list)) = merge(&mut mixed, &two, false) else {
            panic!("{what} is not seen")
        };
        assert_eq!(list.iter().map(|d| &*d.what).collect::<Vec<_>>(), [what]);
        assert_eq!(mixed, one, "nothing was done");
        let merged = mixed.merge(&two, true).expect("forced");
        assert!(merged.added > 0);
        assert_eq!(mixed.headers, one.headers);
        assert_eq!(mixed.main_line_only(), {
            // The comment of the second stands where it leaves the first.
            let mut plain = one.clone();
            for (id, node) in plain.ids().zip(mixed.main_line_only().ids()).collect::<Vec<_>>() {
                plain.node_mut(id).note = mixed.main_line_only().node(node).note.clone();
            }
            plain
        });
        assert_eq!(mixed.ending(), one.ending());
    }
}

#[test]
fn headers_of_a_forced_second_game_stand_where_it_begins() {
    let mut one = record("先手：甲\n1 ７六歩(77)\n2 ３四歩(33)\n3 投了\n");
    let two = record("先手：丙\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n4 ８四歩(83)\n5 投了\n");
    assert_eq!(merge(&mut one, &two, true), Ok([3, 1, 0]));
    let places = one.ids().filter(|&id| one.node(id).comments() == ["先手：丙"]);
    let moves: Vec<_> = places.map(|id| one.usi(id).map(|usi| usi.to_string())).collect();
    assert_eq!(moves, [Some("2g2f".to_owned())]);
    assert_eq!(merge(&mut one, &two, true), Ok([0, 0, 0]), "once is enough");
}

#[test]
fn records_of_different_starts_are_not_merged() {
    let mut even = record(GAME);
    let handicap = record("手合割：二枚落ち\n1 ３四歩(33)\n");
    assert!(matches!(even.merge(&handicap, true), Err(MergeError::OtherStart(..))));
}

#[test]
fn lines_are_told_by_their_last_nodes() {
    let record = record(GAME);
    let ends: Vec<_> = record.tips().iter().map(|&tip| tree(&record.extract(tip))).collect();
    assert_eq!(ends, ["1:7g7f 2:3c3d 3:2g2f", "1:7g7f 2:8c8d 3:7i6h"]);
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
