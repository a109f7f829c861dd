//! Endings by the side that is not to move: the winner stays the winner, whatever the format.

use koma_kifu::{
    Builder, End, Ending, Format, KifuData, Millis, ReadOptions, Record, Winner, WriteOptions,
    read, ruleset, verify, write,
};
use koma_rules::Side;

/// A game of four moves; Sente is to move when it ends.
fn game(ending: Ending) -> Record {
    let rules = ruleset("shogi").expect("shogi");
    let mut build = Builder::new(Record::new(koma_kifu::Board::start(&rules)));
    for usi in ["7g7f", "3c3d", "2g2f", "8c8d"] {
        build.play(&usi.parse().expect("a move")).expect("legal");
    }
    build.end(ending);
    build.finish()
}

fn won_by(end: End, winner: Side) -> Ending {
    Ending { end, winner: Some(Winner::Side(winner)), text: None }
}

/// Writes a record and reads it back: the ending, the winner, and whether a loss was told.
fn again(record: &Record, format: Format) -> (String, Option<Winner>, bool) {
    let written = write(std::slice::from_ref(record), format, &WriteOptions::default());
    let options = ReadOptions { format: Some(format), ..ReadOptions::default() };
    let reading = read(written.text.as_bytes(), &options);
    assert!(reading.remarks.is_empty(), "{}: {:?}", written.text, reading.remarks);
    let ending = reading.records[0].ending();
    let end = ending.map_or("none", |ending| ending.end.keyword());
    (end.to_owned(), ending.and_then(|ending| ending.winner), !written.losses.is_empty())
}

#[test]
fn who_resigns_out_of_turn_has_lost_in_every_format() {
    for (end, winner) in [
        (End::Resign, Side::Sente),
        (End::Resign, Side::Gote),
        (End::TimeUp, Side::Sente),
        (End::TimeUp, Side::Gote),
    ] {
        let record = game(won_by(end, winner));
        let is_usual = winner == Side::Gote;
        for &format in Format::ALL.iter().filter(|format| **format != Format::Bod) {
            let name = format.name();
            assert_eq!(verify(&record, format, &WriteOptions::default()), Ok(()), "{name}");
            let (found, won, is_told) = again(&record, format);
            let keeps = matches!(
                format,
                Format::Kif | Format::Ki2 | Format::Csa | Format::Psn | Format::Json
            );
            if is_usual || keeps {
                assert_eq!((&*found, won), (end.keyword(), Some(Winner::Side(winner))), "{name}");
            } else {
                // No word for it: nobody wins, and that is said.
                assert_eq!((won, is_told), (None, true), "{name}: {found}");
            }
        }
    }
}

#[test]
fn words_for_an_ending_name_no_wrong_winner() {
    // What a server kept of a resignation, before it had a keyword.
    for words in ["投了", "切れ負け", "入玉勝ち", "千日手", "何か"] {
        for winner in [Some(Winner::Side(Side::Sente)), Some(Winner::Draw), None] {
            let record = game(Ending { end: End::Other, winner, text: Some(words.to_owned()) });
            for &format in Format::ALL.iter().filter(|format| **format != Format::Bod) {
                let name = format.name();
                assert_eq!(verify(&record, format, &WriteOptions::default()), Ok(()), "{name}");
                let written =
                    write(std::slice::from_ref(&record), format, &WriteOptions::default());
                let options = ReadOptions { format: Some(format), ..ReadOptions::default() };
                let reading = read(written.text.as_bytes(), &options);
                let won = reading.records[0].ending().and_then(|ending| ending.winner);
                let is_told = !written.losses.is_empty();
                assert!(won == winner || won.is_none() && is_told, "{words} {name}: {won:?}");
            }
        }
    }
}

#[test]
fn the_closing_sentence_tells_who_won() {
    let record = game(won_by(End::Resign, Side::Sente));
    let text = |format| write(std::slice::from_ref(&record), format, &WriteOptions::default()).text;
    assert!(text(Format::Kif).ends_with("８四歩(83)\nまで4手で先手の勝ち\n"));
    assert!(text(Format::Ki2).ends_with("まで4手で先手の勝ち\n"));
    assert!(text(Format::Csa).ends_with("-8384FU\n%CHUDAN\n'summary:toryo: win: lose\n"));
    // Its time has no place there.
    let mut timed = record.clone();
    let last = timed.main_line().last().expect("the ending");
    timed.node_mut(last).time = Some(Millis::new(1000));
    let losses = write(&[timed.clone()], Format::Kif, &WriteOptions::default()).losses;
    assert_eq!(losses.iter().map(|loss| loss.code()).collect::<Vec<_>>(), ["times-lost"]);
    assert_eq!(verify(&timed, Format::Csa, &WriteOptions::default()), Ok(()));
}

#[test]
fn the_move_list_names_who_resigned() {
    let json = write(&[game(won_by(End::Resign, Side::Sente))], Format::Json, &Default::default());
    let reading = read(json.text.as_bytes(), &ReadOptions::default());
    let data = KifuData::of(&reading, &koma_kifu::DataOptions::default());
    assert_eq!(
        (data.result.as_deref(), data.winner),
        (Some("後手投了"), Some(koma_kifu::WinnerName::Sente))
    );
    assert_eq!(data.termination, Some("TORYO"));
    let record = &reading.records[0];
    let last = record.main_line().last().expect("the ending");
    assert_eq!(record.text(last).as_deref(), Some("後手投了"));
}

#[test]
fn a_foul_that_ended_the_game_is_not_blamed_again() {
    let codes = |text: &str| {
        let mut reading = read(text.as_bytes(), &ReadOptions::default());
        assert!(!reading.has_errors(), "reading goes on");
        reading.blame_offences();
        reading.has_errors()
    };
    assert!(codes("   1 ７五歩(77)\n"));
    assert!(codes("   1 ７五歩(77)\n   2 ３四歩(33)\n   3 反則負け\n"));
    assert!(codes("   1 ７五歩(77)\n   2 投了\n"));
    assert!(codes("startpos moves 7g7e 3c3d\n"));
    assert!(!codes("   1 ７五歩(77)\n   2 反則勝ち\n"));
    assert!(!codes("   1 ７五歩(77)\nまで1手で先手の反則負け\n"));
    assert!(!codes("V2.2\nPI\n+\n+7775FU\n%ILLEGAL_MOVE\n"));
    assert!(!codes("   1 ７六歩(77)\n   2 ３四歩(33)\n"));
}
