//! USI lines and SFEN positions.

use koma_kifu::{
    Board, Builder, Format, ReadOptions, Record, WriteOptions, read, ruleset, verify, write,
};

/// Reads a text that must be recognised as USI, and writes it again; gives what was written and
/// the codes of the findings.
#[track_caller]
fn check(text: &str, again: &str, findings: &[&str]) {
    let reading = read(text.as_bytes(), &ReadOptions::default());
    assert_eq!(reading.format, Some(Format::Usi), "{text}");
    let codes: Vec<_> = reading.remarks.iter().map(|remark| remark.finding.code).collect();
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
        "setoption name USI_Variant value minishogi\nposition sfen rbsgk/4p/5/P4/KGSBR b - 1 moves 5d5c\n",
        &[],
    );
}

#[test]
fn endings_of_shogigui_close_a_line() {
    for (word, winner) in [
        ("resign", "gote"),
        ("win", "sente"),
        ("rep_draw", "draw"),
        ("draw", "draw"),
        ("timeout", "gote"),
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

/// Ten moves of a game.
fn opening(slug: &str) -> Record {
    let rules = ruleset(slug).expect("in the catalogue");
    let mut build = Builder::new(Record::new(Board::start(&rules)));
    for number in 0..10 {
        let moves = build.position().map_or(Vec::new(), |position| position.legal_moves());
        let Some(&mv) = moves.get(number * 7 % moves.len().max(1)) else { break };
        build.play_legal(mv);
    }
    build.finish()
}

#[test]
fn every_game_of_the_catalogue_is_written_and_read() {
    for variant in koma_variants::catalogue() {
        let record = opening(&variant.slug);
        let options = WriteOptions::default();
        assert_eq!(verify(&record, Format::Usi, &options), Ok(()), "{}", variant.slug);
        let moves = record.main_usi();
        let written = write(&[record], Format::Usi, &options);
        assert_eq!((written.games, written.losses.len()), (1, 0), "{}", variant.slug);
        let reading = read(written.text.as_bytes(), &ReadOptions::default());
        assert_eq!(reading.format, Some(Format::Usi));
        assert!(reading.remarks.is_empty(), "{}: {:?}", variant.slug, reading.remarks);
        assert_eq!(reading.records[0].variant, variant.slug);
        assert_eq!(reading.records[0].main_usi(), moves);
        // The caller may name the game instead.
        let line = written.text.lines().last().expect("a line");
        let rules = ruleset(&variant.slug);
        let reading = read(line.as_bytes(), &ReadOptions { rules, ..ReadOptions::default() });
        assert!(reading.remarks.is_empty(), "{}: {:?}", variant.slug, reading.remarks);
        assert_eq!(reading.records[0].variant, variant.slug);
        assert_eq!(reading.records[0].main_usi(), moves);
    }
}

/// The games of the records in a text, and the codes of the findings.
#[track_caller]
fn check_games(text: &str, told: Option<&str>, games: &[&str], findings: &[&str]) {
    let rules = told.and_then(ruleset);
    let reading = read(text.as_bytes(), &ReadOptions { rules, ..ReadOptions::default() });
    let codes: Vec<_> = reading.remarks.iter().map(|remark| remark.finding.code).collect();
    let found: Vec<_> = reading.records.iter().map(|record| &*record.variant).collect();
    assert_eq!((&found[..], &codes[..]), (games, findings), "{text}");
}

#[test]
fn a_game_is_known_by_its_name_or_its_board() {
    const CHU: &str = "setoption name USI_Variant value chu\n";
    let annan = "lnsgkgsnl/1r5b1/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL b -";
    let cannon = "lnsgkgsnl/1rci1uab1/p1p1p1p1p/9/9/9/P1P1P1P1P/1BAU1ICR1/LNSGKGSNL b - 1";
    let later = cannon.replace("/9/9/9/", "/9/9/2P6/").replace(" 1", " 7");
    // A name holds until another comes.
    let shogi = "setoption name usi_variant value shogi\n";
    let line = "position startpos\n";
    check_games(&format!("{CHU}{line}{line}{shogi}{line}"), None, &["chu", "chu", "shogi"], &[]);
    check_games(&format!("#\n{CHU}startpos moves 7j7h"), None, &["chu"], &[]);
    check_games("setoption name UCI_Variant value chushogi\nstartpos", None, &["chu"], &[]);
    check_games("startpos moves 7j7h", Some("chu"), &["chu"], &[]);
    check_games(cannon, None, &["cannon"], &[]);
    check_games(&later, None, &["cannon"], &[]);
    check_games(&format!("{annan} 1"), None, &["annan"], &["game-by-board"]);
    // Shogi can get there.
    check_games(&format!("{annan} 5"), None, &["shogi"], &[]);
    check_games(&format!("{annan} 5"), Some("annan"), &["annan"], &[]);
    check_games(&format!("{CHU}{line}"), Some("shogi"), &["shogi"], &["variant-differs"]);
    let unknown = "setoption name USI_Variant value xyz\nstartpos moves 7g7f";
    check_games(unknown, None, &["xyz"], &["variant-not-playable"]);
    check_games("V2.2\nPI\n+\n+7776FU\n", Some("chu"), &["shogi"], &["variant-differs"]);
    check_games("   1 ５三歩(54)\n", Some("minishogi"), &["minishogi"], &[]);
}

#[test]
fn games_in_one_file_each_have_their_name() {
    let records = ["chu", "shogi", "shogi", "wa"].map(opening);
    let written = write(&records, Format::Usi, &WriteOptions::default());
    let names: Vec<_> =
        written.text.lines().filter_map(|line| line.strip_prefix("setoption")).collect();
    let named = |slug| format!(" name USI_Variant value {slug}");
    assert_eq!(names, ["chu", "shogi", "wa"].map(named));
    check_games(&written.text, None, &["chu", "shogi", "shogi", "wa"], &[]);
}

#[test]
fn a_game_that_is_not_written_is_counted() {
    let [chu, shogi] = ["chu", "shogi"].map(opening);
    let count = |records: &[Record], format| {
        let written = write(records, format, &WriteOptions::default());
        let lost = written.losses.iter().filter(|loss| loss.is_a_game()).count();
        (written.games, lost, written.text.is_empty())
    };
    let two = [chu.clone(), shogi.clone()];
    assert_eq!(count(&two, Format::Csa), (1, 1, false));
    assert_eq!(count(&two, Format::Kif), (1, 1, false));
    assert_eq!(count(&two, Format::Json), (2, 0, false));
    for format in [Format::Csa, Format::Ki2, Format::Usen, Format::Jkf] {
        assert_eq!(count(&two[..1], format), (0, 1, true), "{}", format.name());
    }
    let words = [Record::unplayable("something")];
    for format in [Format::Usi, Format::Bod] {
        assert_eq!(count(&words, format), (0, 1, true), "{}", format.name());
    }
    assert_eq!(count(&[], Format::Csa), (0, 0, false));
}
