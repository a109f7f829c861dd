//! CSA, statement by statement.

use koma_kifu::{End, Format, NodeId, ReadOptions, Record, WriteOptions, read, read_text, write};

/// Reads a text that must be recognised as CSA; gives its games and the codes of the findings.
#[track_caller]
fn games(text: &str) -> (Vec<Record>, Vec<String>) {
    let reading = read(text.as_bytes(), &ReadOptions::default());
    assert_eq!(reading.format, Some(Format::Csa), "{text}");
    let codes = reading.remarks.iter().map(|remark| remark.finding.code.to_string()).collect();
    (reading.records, codes)
}

fn usi(record: &Record) -> String {
    record.main_usi().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn start(record: &Record) -> String {
    record.board.as_ref().map_or(String::new(), |b| b.setup.write_without_ply(&b.rules))
}

/// Checks moves, ending with winner, and findings of the first game.
#[track_caller]
fn check(text: &str, moves: &str, ending: &str, findings: &[&str]) {
    let (records, codes) = games(text);
    let record = &records[0];
    let found = record.ending().map_or(String::new(), |ending| {
        let winner = ending.winner.map_or("nobody", |winner| winner.name());
        format!("{} {winner}", ending.end.keyword())
    });
    assert_eq!((&*usi(record), &*found), (moves, ending), "{text}");
    assert_eq!(codes, findings, "{text}");
}

#[test]
fn every_ending_has_its_winner() {
    for (word, winner) in [
        ("TORYO", "gote"),
        ("CHUDAN", "nobody"),
        ("SENNICHITE", "draw"),
        ("TIME_UP", "gote"),
        ("ILLEGAL_MOVE", "gote"),
        ("+ILLEGAL_ACTION", "gote"),
        ("-ILLEGAL_ACTION", "sente"),
        ("JISHOGI", "draw"),
        ("KACHI", "sente"),
        ("HIKIWAKE", "draw"),
        ("MAX_MOVES", "draw"),
        ("MATTA", "nobody"),
        ("TSUMI", "gote"),
        ("FUZUMI", "nobody"),
        ("ERROR", "nobody"),
    ] {
        let text = format!("V2.2\nPI\n+\n+7776FU\n-3334FU\n%{word}\n");
        check(&text, "7g7f 3c3d", &format!("{word} {winner}"), &[]);
    }
    check("PI\n-\n-3334FU\n%-ILLEGAL_ACTION", "3c3d", "-ILLEGAL_ACTION sente", &[]);
    check("PI\n-\n%KACHI", "", "KACHI gote", &[]);
}

#[test]
fn an_ending_nobody_knows_is_kept_with_its_words() {
    let (records, codes) = games("PI\n+\n+7776FU\n%SUDDEN_DEATH\n");
    let ending = records[0].ending().expect("an ending");
    assert_eq!((ending.end, ending.text.as_deref()), (End::Other, Some("%SUDDEN_DEATH")));
    assert_eq!(codes, ["unknown-ending"]);
    let written = write(&records, Format::Csa, &WriteOptions::default());
    assert!(written.text.contains("%SUDDEN_DEATH\n") && written.losses.is_empty());
}

#[test]
fn several_statements_stand_on_one_line() {
    check("PI,+\n+7776FU,T12,-3334FU,T6\n%TORYO,T3", "7g7f 3c3d", "TORYO gote", &[]);
    check("PI , +\n+7776FU, T12, -3334FU\n%TORYO", "7g7f 3c3d", "TORYO gote", &[]);
    let (records, _) = games("N+甲, 乙\nPI\n+\n+7776FU,T1.5,'*a, b\n%CHUDAN\n");
    let record = &records[0];
    let first = record.next(NodeId::ROOT).expect("a move");
    assert_eq!(record.headers.get("先手"), Some("甲, 乙"));
    assert_eq!(record.node(first).time.map(|time| time.get()), Some(1500));
    assert_eq!(record.node(first).comments(), ["a, b"]);
}

#[test]
fn games_are_separated_by_a_slash() {
    let text = "V2.2\nN+A\nPI\n+\n+7776FU\n%TORYO\n/\nN+C\nPI82HI22KA\n-\n-5142OU\n%CHUDAN\n/\n";
    let (records, codes) = games(text);
    assert_eq!(records.len(), 2);
    assert_eq!(codes, Vec::<String>::new());
    assert_eq!(usi(&records[1]), "5a4b");
    let handicap = records[1].handicap.as_ref().map(|handicap| &*handicap.name);
    assert_eq!(handicap, Some("二枚落ち"));
    let written = write(&records, Format::Csa, &WriteOptions::default());
    let (again, _) = read_text(&written.text, Format::Csa, &ReadOptions::default());
    assert_eq!(again.iter().map(usi).collect::<Vec<_>>(), ["7g7f", "5a4b"]);
    assert_eq!(again[1].headers.get("先手"), Some("C"));
}

#[test]
fn all_that_is_left_goes_to_a_hand() {
    let (records, _) = games("V2.2\nP+59OU58KI00FU00FU\nP-51OU52KI\nP-00AL\n-\n-5253KI\n");
    assert_eq!(start(&records[0]), "4k4/4g4/9/9/9/9/9/4G4/4K4 w 2P2r2b2g4s4n4l16p");
}

#[test]
fn squeezed_rows_are_read() {
    let text = "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 * -HI * * * * * -KA *\n\
        P3-FU-FU-FU-FU-FU-FU-FU-FU-FU\nP4 * * * * * * * * *\nP5\nP6 * * * * * * * * *\n\
        P7+FU+FU+FU+FU+FU+FU+FU+FU+FU\nP8 * +KA * * * * * +HI *\nP9+KY+KE+GI+KI+OU+KI+GI+KE+KY\n+\n";
    let (records, codes) = games(text);
    assert_eq!(start(&records[0]), "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -");
    assert_eq!(codes, Vec::<String>::new());
}

#[test]
fn what_is_left_out_is_taken_as_usual_and_said() {
    check("N+A\n+7776FU\n%CHUDAN", "7g7f", "CHUDAN nobody", &["no-position", "no-turn"]);
    check("PI\n+7776FU\n%CHUDAN", "7g7f", "CHUDAN nobody", &["no-turn"]);
    check("PI\n-3334FU\n%TORYO", "3c3d", "TORYO gote", &["no-turn"]);
    check("V2.2\n+\n+7776FU\n", "7g7f", "", &["no-position"]);
}

#[test]
fn moves_that_cannot_be_are_kept_as_text() {
    for (text, code) in [
        ("PI\n+\n+7776FU\n+3334FU\n%CHUDAN", "wrong-side"),
        ("PI\n+\n+7776FU\n-0000FU\n%CHUDAN", "off-board"),
        ("PI\n+\n+7776FU\n-3334F5\n%CHUDAN", "unreadable-move"),
        ("PI\n+\n+7776FU\n-3334FU+\n%CHUDAN", "unreadable-move"),
        ("PI\n+\n+7776FU\n-5554FU\n%CHUDAN", "impossible-move"),
        ("PI\n+\n+7776FU\n-0055OU\n%CHUDAN", "cannot-be-dropped"),
    ] {
        check(text, "7g7f", "CHUDAN nobody", &[code]);
        let (records, _) = games(text);
        assert_eq!(records[0].stats().unread, 1, "{text}");
        let written = write(&records, Format::Csa, &WriteOptions::default());
        assert!(written.losses.is_empty(), "{:?}", written.losses);
        assert!(written.text.contains(text.lines().nth(3).unwrap_or("")), "{}", written.text);
    }
}

#[test]
fn moves_against_the_rules_are_played_and_marked() {
    check("PI\n+\n+7775FU\n-3334FU\n%TORYO", "7g7e 3c3d", "TORYO gote", &["illegal-move"]);
    check("PI\n+\n+0055FU\n%ILLEGAL_MOVE", "P*5e", "ILLEGAL_MOVE sente", &["illegal-move"]);
    check("PI\n+\n+7776KI\n%TORYO", "7g7f", "TORYO sente", &["man-differs"]);
}

#[test]
fn version_3_has_milliseconds_headers_and_comments() {
    let text = "'CSA encoding=UTF-8\n'a comment a program skips\nV3.0\nN+先手\nN-後手\n\
        $EVENT:棋戦\n$TIME:900+0+5\n$TIMET+:600+0+5\n$NOTE:一行目\\n二行目\\\\終\n$X_WINNER:A\nPI\n+\n\
        '*on the start\n+2726FU,T0\n'** 30 -8384FU +2625FU #1234\n-3334FU\nT6.123\n%MAX_MOVES\n\
        'summary:max_moves:A draw:B draw\n";
    let (records, codes) = games(text);
    assert_eq!(codes, Vec::<String>::new());
    let record = &records[0];
    assert_eq!(record.headers.get("備考"), Some("一行目\n二行目\\終"));
    assert_eq!(record.headers.get("棋戦"), Some("棋戦"));
    assert_eq!(record.headers.get("X_WINNER"), Some("A"));
    let comments: Vec<_> =
        record.ids().flat_map(|id| record.node(id).comments()).map(String::as_str).collect();
    assert_eq!(comments, ["on the start", "* 30 -8384FU +2625FU #1234"]);
    let asides: Vec<_> = record
        .ids()
        .filter_map(|id| record.node(id).note.as_ref())
        .flat_map(|note| note.asides.clone())
        .collect();
    assert_eq!(asides, ["a comment a program skips", "summary:max_moves:A draw:B draw"]);
    let written = write(&records, Format::Csa, &WriteOptions::default());
    assert!(written.losses.is_empty(), "{:?}", written.losses);
    assert_eq!(
        written.text,
        "'CSA encoding=UTF-8\nV3.0\nN+先手\nN-後手\n$EVENT:棋戦\n$TIME:900+0+5\n$TIME+:600+0+5\n\
        $NOTE:一行目\\n二行目\\\\終\n'X_WINNER：A\nPI\n+\n'*on the start\n'a comment a program skips\n\
        +2726FU\nT0\n'** 30 -8384FU +2625FU #1234\n-3334FU\nT6.123\n%MAX_MOVES\n\
        'summary:max_moves:A draw:B draw\n"
    );
}

#[test]
fn version_2_2_says_what_it_cannot_hold() {
    let (records, _) = games("V3.0\nPI\n+\n+2726FU,T0.5\n%MAX_MOVES\n");
    let options = WriteOptions { version: Some("2.2".to_owned()), ..WriteOptions::default() };
    let written = write(&records, Format::Csa, &options);
    let codes: Vec<_> = written.losses.iter().map(|loss| loss.code()).collect();
    assert_eq!(codes, ["milliseconds-lost", "ending-changed"]);
    assert_eq!(written.text, "V2.2\nPI\n+\n+2726FU\nT0\n%JISHOGI\n");
}

#[test]
fn hostile_texts_give_findings() {
    let many = "P+00FU".to_owned() + &"00FU".repeat(5000);
    for text in [
        "P+00OU00XX\n+\n+7776FU",
        "PI99XX\n+\n",
        "PI\n+\n+7776FU\nT99999999999999999999999999\nT\n",
        "P1\u{3042}\u{3042}\u{3042}\nP+\u{3042}\n+\n+7776FU",
        &many,
        "PI\n+\n+\u{3042}\n",
        "/\n/\n/\n%TORYO\n",
    ] {
        let (_, remarks) = read_text(text, Format::Csa, &ReadOptions::default());
        assert!(!remarks.is_empty(), "{text:.40}");
    }
}
