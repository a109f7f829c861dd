//! Records of other games than shogi, as lishogi writes them.

use koma_kifu::{Format, ReadOptions, Record, WriteOptions, read, verify, write};

/// Reads a record; gives it, its moves and the codes of the findings.
#[track_caller]
fn game(text: &str) -> (Record, String, Vec<String>) {
    let mut reading = read(text.as_bytes(), &ReadOptions::default());
    let codes = reading.remarks.iter().map(|remark| remark.finding.code.to_string()).collect();
    let record = reading.records.swap_remove(0);
    let usi: Vec<_> = record.main_usi().iter().map(ToString::to_string).collect();
    (record, usi.join(" "), codes)
}

#[track_caller]
fn check(text: &str, variant: &str, moves: &str, findings: &[&str]) {
    let (record, usi, codes) = game(text);
    assert_eq!((&*record.variant, &*usi), (variant, moves), "{text}");
    assert_eq!(codes, findings, "{text}");
    for format in Format::ALL {
        assert_eq!(verify(&record, *format, &WriteOptions::default()), Ok(()), "{text}");
    }
}

const CHU: &str = "先手：\n後手：\n手数----指手---------消費時間--\n\
   1手目   7八獅子 （←7十）\n   2手目   5五歩兵 （←5四）\n   3手目   8六獅子 （←7八）\n\
   4手目   8五歩兵 （←8四）\n   5手目一歩目 ▲9五獅子 （←8六）\n   5手目二歩目 ▲9六獅子 （←9五）   ( 0:12/00:00:12)\n\
*a lion takes on its way\n   6手目   7五獅子 （←6三）\n   7   投了\n";

#[test]
fn a_lion_moves_in_two_steps() {
    let moves = "7j7h 5d5e 7h8f 8d8e 8f9e9f 6c7e";
    check(CHU, "chu", moves, &[]);
    check(&format!("手合割：平手\n{CHU}"), "chu", moves, &[]);
    check(&format!("手合割：中将棋\n{CHU}"), "chu", moves, &[]);
    let (record, ..) = game(CHU);
    let written = write(&[record], Format::Kif, &WriteOptions::default()).text;
    let line =
        "   5手目一歩目 9五獅子 （←8六）\n   5手目二歩目 9六獅子 （←9五） ( 0:12/00:00:12)\n";
    assert!(written.contains("手合割：中将棋\n") && written.contains(line), "{written}");
}

#[test]
fn a_step_without_the_other_is_kept_and_said() {
    let text = "手合割：中将棋\n   1手目一歩目 7九獅子 （←7十）\n   2手目   5五歩兵 （←5四）\n";
    let (record, usi, codes) = game(text);
    assert_eq!((&*usi, record.stats().unread), ("", 2));
    assert_eq!(codes, ["unreadable-move"]);
}

#[test]
fn a_diagram_of_chu_shogi_is_a_position() {
    let rows: String = (1..=12)
        .map(|rank| match rank {
            1 => "|  ・  ・  ・  ・  ・v玉  ・  ・  ・  ・  ・  ・|一\n",
            5 => "|  ・  ・  ・  ・  ・  ・  ・  ・  ・v成獅  ・  ・|五\n",
            7 => "|  ・  ・  ・  ・  ・  獅  ・  ・  ・  杏  ・  ・|七\n",
            12 => "|  ・  ・  ・  ・  ・  玉  ・  ・  ・  ・  ・  鷹|十二\n",
            _ => "|  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・|\n",
        })
        .collect();
    let (record, ..) = game(&format!("{rows}後手番\n   1手目   3六獅子 （←3五）\n"));
    let board = record.board.as_ref().expect("a position");
    let sfen = "5k6/12/12/12/9+o2/12/5N3+P2/12/12/12/12/5K5+H w -";
    assert_eq!(board.setup.write_without_ply(&board.rules), sfen);
    assert_eq!(record.main_usi().len(), 1);
    assert_eq!(verify(&record, Format::Kif, &WriteOptions::default()), Ok(()));
    assert_eq!(verify(&record, Format::Bod, &WriteOptions::default()), Ok(()));
}

#[test]
fn men_of_kyoto_shogi_turn_over_with_every_move() {
    let text = "手合割：京都将棋\n   1   ３四金(25)\n   2   １二と成(11)\n   3   １四歩成(15)\n   4   同　香成(12)\n   5   ４四玉(35)\n   6   ２二飛打\n";
    check(text, "kyoto", "2e3d+ 1a1b+ 1e1d+ 1b1d+ 3e4d +P*2b", &[]);
}

#[test]
fn other_games_of_the_same_men_are_named_by_their_handicap_line() {
    let annan = "手合割：安南将棋\n   1 ８五歩(86)\n   2 ８五歩(84)\n";
    let (record, usi, _) = game(annan);
    assert_eq!((&*record.variant, &*usi), ("annan", "8f8e 8d8e"));
    check("手合割：5五将棋\n   1 ５三歩(54)\n", "minishogi", "5d5c", &[]);
    check("手合割：５五将棋\n   1 ５三歩(54)\n", "minishogi", "5d5c", &[]);
}

#[test]
fn what_a_lion_takes_on_its_way_is_in_the_words() {
    let (record, ..) = game(CHU);
    let step = record.main_line().nth(4).expect("the fifth move");
    assert_eq!(record.english(step).as_deref(), Some("Nx9e-9f"));
    assert_eq!(record.text(step).as_deref(), Some("▲９五・９六獅"));
    let words = |usi: &str| {
        let line = format!(
            "setoption name USI_Variant value chu\nposition sfen 5k6/12/12/12/2pp8/3N8/12/12/12/12/12/5K6 b - 1 moves {usi}\n"
        );
        let (record, ..) = game(&line);
        let last = record.main_line().last().expect("a move");
        (record.english(last).unwrap_or_default(), record.text(last).unwrap_or_default())
    };
    let both = |english: &str, japanese: &str| (english.to_owned(), japanese.to_owned());
    assert_eq!(words("9f9e10e"), both("Nx9ex10e", "▲９五・10五獅"));
    assert_eq!(words("9f9e9f"), both("Nx!9e", "▲９五獅居食い"));
    assert_eq!(words("9f8f9f"), both("N-8f-9f", "▲８六獅じっと"));
    assert_eq!(words("9f9e"), both("Nx9e", "▲９五獅"));
}
