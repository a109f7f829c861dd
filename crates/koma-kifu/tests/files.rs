//! Files as other programs expect them: encodings, line ends, heads.

use koma_kifu::{
    FileKind, Format, ReadOptions, Record, WriteOptions, Written, read, verify, write,
};

fn record(text: &str) -> Record {
    let reading = read(text.as_bytes(), &ReadOptions::default());
    assert!(!reading.has_errors(), "{:?}", reading.remarks);
    reading.records.into_iter().next().expect("a game")
}

fn as_file(record: &Record, name: &str) -> Written {
    let kind = FileKind::named(name).expect("a kind of file");
    write(std::slice::from_ref(record), kind.format, &kind.options())
}

fn codes(written: &Written) -> Vec<&str> {
    written.losses.iter().map(|loss| loss.code()).collect()
}

const GAME: &str = "先手：髙﨑①\n後手：乙\n   1 ７六歩(77)   ( 0:05/00:00:05)\n   2 投了\n";

#[test]
fn kif_and_ki2_are_shift_jis_with_crlf() {
    for name in ["kif", "ki2"] {
        let written = as_file(&record(GAME), name);
        let bytes = written.bytes();
        assert!(!bytes.starts_with(b"#KIF"), "{name}");
        assert!(std::str::from_utf8(&bytes).is_err(), "{name} is not UTF-8");
        let ends = bytes.windows(2).filter(|pair| pair == b"\r\n").count();
        assert_eq!(ends, bytes.iter().filter(|&&byte| byte == b'\n').count(), "{name}");
        let reading = read(&bytes, &ReadOptions::default());
        assert_eq!(reading.encoding.name(), "CP932");
        assert_eq!(reading.records[0].headers.get("先手"), Some("髙﨑①"), "the rows of Windows");
    }
}

#[test]
fn kifu_and_ki2u_are_utf_8_and_say_so() {
    for name in ["kifu", "ki2u"] {
        let bytes = as_file(&record(GAME), name).bytes();
        let text = String::from_utf8(bytes).expect("UTF-8");
        assert!(text.starts_with("#KIF version=2.0 encoding=UTF-8\n"), "{text}");
        assert!(!text.contains('\r'));
        assert_eq!(record(&text).main_usi(), record(GAME).main_usi());
    }
}

#[test]
fn what_shift_jis_cannot_hold_is_told_with_the_way_out() {
    let party = record(&GAME.replace("乙", "乙🎉"));
    let written = as_file(&party, "kif");
    assert_eq!(codes(&written), ["character-lost"]);
    assert!(written.losses[0].message().to_string().contains(".kifu"), "{:?}", written.losses);
    assert!(codes(&as_file(&party, "kifu")).is_empty());
    for kind in FileKind::all() {
        assert_eq!(verify(&party, kind.format, &kind.options()), Ok(()), "{}", kind.extension);
    }
}

/// The head and the first lines of a record as CSA.
fn csa(head: &str) -> (String, Vec<String>) {
    let record = record(&format!("{head}   1 ７六歩(77)\n   2 投了\n"));
    let written = as_file(&record, "csa");
    assert_eq!(verify(&record, Format::Csa, &WriteOptions::default()), Ok(()), "{head}");
    let losses = codes(&written).into_iter().map(str::to_owned).collect();
    (written.text, losses)
}

#[test]
fn csa_has_names_first_and_the_forms_of_the_standard() {
    let (text, losses) = csa(
        "開始日時：1999/07/15(木) 19:07:12\n棋戦：名人戦\n持ち時間：各８時間\n先手：甲\n後手：乙\n",
    );
    let head = "V2.2\nN+甲\nN-乙\n$START_TIME:1999/07/15 19:07:12\n$EVENT:名人戦\n\
        $TIME_LIMIT:08:00+00\nPI\n+\n+7776FU\n%TORYO\n";
    assert_eq!(text, head);
    assert_eq!(losses, ["header-changed", "header-changed"]);
}

#[test]
fn what_csa_has_no_form_for_is_a_comment_that_comes_back() {
    let (text, losses) = csa("開始日時：昭和の終わり\n備考：雨\n記録係：丙\n先手：甲\n");
    assert_eq!(
        text,
        "V2.2\nN+甲\n'開始日時：昭和の終わり\n'備考：雨\n'記録係：丙\nPI\n+\n+7776FU\n%TORYO\n"
    );
    assert_eq!(losses, ["header-changed"], "only what the standard has a key for is told");
    let back = record(&text);
    assert_eq!(back.headers.get("備考"), Some("雨"));
    assert_eq!(back.headers.get("開始日時"), Some("昭和の終わり"));
}

#[test]
fn csa_3_is_written_only_where_something_needs_it() {
    assert!(csa("備考：雨\n").0.starts_with("V2.2\n"));
    let record = record("V3.0\n$TIME:600+30+0\n$NOTE:rain\\nsnow\nPI\n+\n+7776FU\nT1.5\n");
    let text = as_file(&record, "csa").text;
    assert!(
        text.starts_with("'CSA encoding=UTF-8\nV3.0\n$TIME:600+30+0\n$NOTE:rain\\nsnow\n"),
        "{text}"
    );
    let version = Some("2.2".to_owned());
    let options = WriteOptions { version, ..WriteOptions::default() };
    assert_eq!(verify(&record, Format::Csa, &options), Ok(()));
}

#[test]
fn usen_ends_with_its_dot() {
    assert_eq!(as_file(&record("startpos moves 7g7f"), "usen").text, "~0.7ku.\n");
    assert_eq!(as_file(&record("startpos moves 7g7f resign"), "usen").text, "~0.7ku.r\n");
}

#[test]
fn comments_on_an_ending_stand_before_the_last_sentence_of_ki2() {
    let record = record("   1 ７六歩(77)\n*一手目\n   2 投了\n*感想\nまで1手で先手の勝ち\n");
    let written = as_file(&record, "ki2u");
    let at = |words: &str| written.text.find(words).expect(words);
    assert!(at("*一手目") < at("*感想") && at("*感想") < at("まで1手"), "{}", written.text);
    assert_eq!(codes(&written), ["comment-moved"]);
    assert_eq!(verify(&record, Format::Ki2, &WriteOptions::default()), Ok(()));
}

#[test]
fn moves_against_the_rules_are_plain_words_in_ki2_where_these_say_enough() {
    // 二歩: a second pawn on the file.
    let start = "sfen 4k4/9/9/9/9/9/4P4/9/4K4 b P 1 moves P*5e";
    let text = as_file(&record(start), "ki2u").text;
    assert!(text.contains("▲５五歩\n") || text.contains("▲５五歩打\n"), "{text}");
    // A pawn that jumps says where it comes from.
    let text = as_file(&record("startpos moves 7g7e"), "ki2u").text;
    assert!(text.contains("▲７五歩(77)"), "{text}");
}

#[test]
fn handicaps_are_written_by_their_usual_names_and_rare_ones_with_a_diagram() {
    for (name, usual, has_diagram) in [
        ("香落", "香落ち", false),
        ("2枚落ち", "二枚落ち", false),
        ("飛車角落ち", "二枚落ち", false),
        ("平手", "平手", false),
        // Programs that lack the name take the diagram.
        ("３枚落", "三枚落ち", true),
        ("左七枚落ち", "左七枚落ち", true),
        ("トンボ", "トンボ", true),
    ] {
        let first = if name == "平手" { "▲７六歩" } else { "△３四歩" };
        let record = record(&format!("手合割：{name}\n{first}\n"));
        for kind in ["kifu", "ki2u"] {
            let text = as_file(&record, kind).text;
            assert!(text.contains(&format!("手合割：{usual}\n")), "{text}");
            assert_eq!(text.contains("+------"), has_diagram, "{text}");
            assert_eq!(verify(&record, Format::Kif, &WriteOptions::default()), Ok(()), "{name}");
        }
    }
}

#[test]
fn a_closing_sentence_is_put_as_other_programs_expect_it() {
    for (ending, own, written) in [
        ("投了", "まで、2手で後手の勝ち", "まで2手で後手の勝ち"),
        ("投了", "まで2手で後手の勝ち", "まで2手で後手の勝ち"),
        ("詰み", "まで2手詰", "まで2手で詰み"),
        // It says who won; how stands in the line before.
        ("詰み", "まで2手で後手の勝ち", "まで2手で後手の勝ち"),
        // What is not true is put right.
        ("投了", "まで2手で先手の勝ち", "まで2手で後手の勝ち"),
    ] {
        let record = record(&format!("   1 ７六歩(77)\n   2 ３四歩(33)\n   3 {ending}\n{own}\n"));
        let text = as_file(&record, "kifu").text;
        assert!(text.ends_with(&format!("   3 {ending}\n{written}\n")), "{text}");
        assert_eq!(verify(&record, Format::Kif, &WriteOptions::default()), Ok(()), "{own}");
    }
    let mate = record("   1 ７六歩(77)\n   2 ３四歩(33)\n   3 詰み\nまで2手で後手の勝ち\n");
    assert!(as_file(&mate, "ki2u").text.ends_with("まで2手で詰み\n"), "KI2 has the sentence only");
}
