//! What people have besides clean files: several games, moves without marks, broken text, letters.

use koma_kifu::{Format, ReadOptions, Reading, Winner, read};
use koma_rules::Side;

fn text(text: &str) -> Reading {
    read(text.as_bytes(), &ReadOptions::default())
}

fn usi(reading: &Reading) -> Vec<String> {
    let line = |record: &koma_kifu::Record| {
        record.main_usi().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    reading.records.iter().map(line).collect()
}

fn codes(reading: &Reading) -> Vec<&str> {
    reading.remarks.iter().map(|remark| remark.finding.code).collect()
}

const FIRST: &str =
    "手合割：平手\n先手：甲\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\nまで2手で後手の勝ち\n";
const SECOND: &str = "手合割：平手\n先手：乙\n   1 ２六歩(27)\n   2 中断\n";

#[test]
fn a_file_of_several_games_is_several_records() {
    for (file, expected) in [
        (format!("{FIRST}\n{SECOND}"), vec!["7g7f 3c3d", "2g2f"]),
        (format!("{FIRST}{SECOND}{FIRST}"), vec!["7g7f 3c3d", "2g2f", "7g7f 3c3d"]),
        // Without an ending the head says so, after variations as well.
        (
            format!("先手：甲\n1 ７六歩(77)\n2 ３四歩(33)\n変化：2手\n2 ８四歩(83)\n{SECOND}"),
            vec!["7g7f 3c3d", "2g2f"],
        ),
        (format!("先手：甲\n1 ７六歩(77)\n{SECOND}"), vec!["7g7f", "2g2f"]),
        // Without a head the number does.
        ("1 ７六歩(77)\n2 投了\n1 ２六歩(27)\n2 投了\n".to_owned(), vec!["7g7f", "2g2f"]),
        (
            "先手：甲\n▲７六歩 △３四歩\nまで2手で後手の勝ち\n先手：乙\n▲２六歩\nまで1手で先手の勝ち\n".to_owned(),
            vec!["7g7f 3c3d", "2g2f"],
        ),
    ] {
        let reading = text(&file);
        assert_eq!(usi(&reading), expected, "{file}");
        assert!(codes(&reading).is_empty(), "{file}: {:?}", codes(&reading));
    }
    let second = &text(&format!("{FIRST}{SECOND}")).records[1];
    assert_eq!((second.player(Side::Sente), second.branches()), (Some("乙"), 0));
}

#[test]
fn one_game_stays_one() {
    for file in [
        FIRST.to_owned(),
        // An interrupted game goes on, and what follows a game is no game.
        "1 ７六歩(77)\n2 中断\n2 ３四歩(33)\n3 投了\n".to_owned(),
        format!("{FIRST}終了日時：2020/01/01\n"),
        format!("{FIRST}棋戦：名人戦\n"),
        format!("{FIRST}\n変化：1手\n   1 ２六歩(27)\n"),
        "▲７六歩\nまで1手で中断\n△３四歩\n".to_owned(),
    ] {
        assert_eq!(text(&file).records.len(), 1, "{file}");
    }
    let late = text(&format!("{FIRST}棋戦：名人戦\n"));
    assert_eq!(late.records[0].headers.get("棋戦"), Some("名人戦"));
}

#[test]
fn moves_without_marks_are_ki2() {
    for file in [
        "７六歩　３四歩　２二角成　同　銀",
        "76歩 34歩 22角成 同銀",
        "一　７六歩　二　３四歩\n三　２二角成　四　同　銀",
        "一、７六歩 二、３四歩 三、２二角成 四、同銀",
        "先手：甲\n後手：乙\n７六歩 ３四歩\n２二角成 同銀\n",
        "７六歩３四歩２二角成同銀",
    ] {
        let reading = text(file);
        assert_eq!(usi(&reading), ["7g7f 3c3d 8h2b+ 3a2b"], "{file}");
        assert_eq!(reading.format, Some(Format::Ki2), "{file}");
        assert!(codes(&reading).is_empty(), "{file}: {:?}", codes(&reading));
    }
    let ended = text("７六歩 ３四歩 投了\n");
    assert_eq!(ended.records[0].ending().and_then(|e| e.winner), Some(Winner::Side(Side::Gote)));
    assert_eq!(text("７六歩はよい手だ\n").format, None);
}

#[test]
fn one_piece_that_cannot_be_held_leaves_the_rest_of_the_hand() {
    let board = "|v玉 ・ ・ ・ ・ ・ ・ ・ ・|一\n".to_owned()
        + &"| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n".repeat(7)
        + "| ・ ・ ・ ・ ・ ・ ・ ・ 玉|九\n";
    for (hand, expected, code) in [
        ("飛　玉　金二　歩十五", "R2G15P", "unknown-hand"),
        ("飛　と三　金二", "R2G3P", "cannot-be-held"),
        ("飛　ねこ　金二", "R2G", "unknown-hand"),
    ] {
        let file = format!("後手の持駒：なし\n{board}先手の持駒：{hand}\n");
        let reading = text(&file);
        let board = reading.records[0].board.as_ref().expect("a board");
        let sfen = board.setup.write_without_ply(&board.rules);
        assert_eq!(sfen.rsplit_once(' ').expect("a hand").1, expected, "{hand}");
        assert_eq!(codes(&reading), [code], "{hand}");
    }
}

#[test]
fn handicaps_are_known_by_many_names() {
    for name in ["2枚落ち", "２枚落ち", "飛車角落ち", "二枚落"] {
        let reading = text(&format!("手合割：{name}\n   1 ６二銀(71)\n"));
        assert_eq!(usi(&reading), ["7a6b"], "{name}");
        assert_eq!(codes(&reading), ["handicap-spelling"], "{name}");
    }
}

#[test]
fn broken_text_is_mended_and_told_once() {
    let file = "手合割：角落ち\n後手：山田\n先手：太一\n   1 ３四歩(33)\n";
    let broken = koma_text::decode_as(file.as_bytes(), koma_text::Encoding::Cp932).text;
    let reading = text(&broken);
    assert_eq!(usi(&reading), ["3c3d"], "{}", reading.text);
    assert_eq!(codes(&reading), ["mojibake"]);
    assert!(reading.text.contains("手合割：角落ち"), "{}", reading.text);
}

#[test]
fn letters_are_read() {
    let moves = "7g7f 3c3d 8h2b+ 3a2b B*4e";
    for file in [
        "1.P7g-7f P3c-3d 2.B8hx2b+ S3ax2b 3.B'4e",
        "1. P-7f P-3d 2. Bx2b+ Sx2b 3. B*4e",
        "P-76 P-34 Bx22+ Sx22 B*45",
        "[Sente \"Habu\"]\n[Gote \"Oyama\"]\n\n1.P7f P3d 2.Bx2b+ xS 3.B*4e {Resigns}\n",
        "[Variant \"Shogi\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. Pc4 Pg6 2. Bxh8+ Sxh8 3. B@f5 1-0\n",
    ] {
        let reading = text(file);
        assert_eq!(usi(&reading), [moves], "{file} {:?}", reading.remarks);
        assert_eq!(reading.format, Some(Format::Psn), "{file}");
        assert!(codes(&reading).is_empty(), "{file}: {:?}", codes(&reading));
    }
    let pychess =
        text("[Variant \"Shogi\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. Pc4 1-0\n");
    assert_eq!(pychess.records[0].player(Side::Sente), Some("A"));
    assert_eq!(
        pychess.records[0].ending().and_then(|ending| ending.winner),
        Some(Winner::Side(Side::Sente))
    );
    let varied = text("1.P-7f (1.P-2f P-8d) P-3d\n");
    assert_eq!((usi(&varied), varied.records[0].branches()), (vec!["7g7f 3c3d".to_owned()], 1));
    let two = text("[Sente \"A\"]\n1.P-7f P-3d\n\n[Sente \"B\"]\n1.P-2f\n");
    assert_eq!(usi(&two), ["7g7f 3c3d", "2g2f"]);
    let wrong = text("1.P-7f P-3d 2.G-5h\n");
    assert_eq!(codes(&wrong), ["ambiguous-move"]);
}

#[test]
fn addresses_and_lines_of_other_programs_are_read() {
    for file in [
        "https://www.kento-shogi.com/?moves=7g7f.3c3d",
        "https://play.mogproject.com/?u=~0.7ku2jm.",
        "https://www.shogi-extend.com/share-board?body=position.startpos.moves.7g7f.3c3d&turn=2",
        "+7776FU,L599\t-3334FU,L598\tGOTE_WIN_TORYO",
    ] {
        assert_eq!(usi(&text(file)), ["7g7f 3c3d"], "{file}");
    }
    let lishogi = text("https://lishogi.org/analysis/standard/4k4/9/9/9/9/9/9/9/4K4_b_P_1");
    assert_eq!(lishogi.records.len(), 1);
    assert_eq!(codes(&text("https://lishogi.org/AbCdEfGh")), ["link-without-moves"]);
}
