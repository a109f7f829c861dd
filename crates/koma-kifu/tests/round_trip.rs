//! Read, write, read again: the same record, but for the losses that were declared.

mod support;

use koma_kifu::{Builder, Format, NodeId, Play, Record, WriteOptions, verify};
use koma_rules::{Position, Side};
use koma_text::Encoding;
use proptest::prelude::*;
use support::{expectations, read_file};

/// Every way to write: a format, a version where it has several, an encoding.
fn targets() -> Vec<(Format, WriteOptions)> {
    let plain = |format: &Format| (*format, WriteOptions::default());
    let mut targets: Vec<_> = Format::ALL.iter().map(plain).collect();
    for version in ["2.2", "3.0"] {
        let version = Some(version.to_owned());
        targets.push((Format::Csa, WriteOptions { version, ..WriteOptions::default() }));
    }
    for format in [Format::Kif, Format::Ki2, Format::Bod, Format::Csa] {
        let encoding = Encoding::Cp932;
        targets.push((format, WriteOptions { encoding, crlf: true, version: None }));
    }
    targets
}

/// What does not come back from some format.
fn failures(name: &str, record: &Record) -> Vec<String> {
    let check = |(format, options): &(Format, WriteOptions)| {
        let WriteOptions { version, encoding, .. } = options;
        let difference = verify(record, *format, options).err()?;
        Some(format!("{name} as {} {version:?} {encoding}: {difference}", format.name()))
    };
    targets().iter().filter_map(check).collect()
}

/// Every record of a folder of the corpus comes back from every format.
#[track_caller]
fn check(folder: &str) {
    let mut all = Vec::new();
    for (path, bytes, _) in expectations(&[folder]) {
        for record in &read_file(&path, &bytes).records {
            all.extend(failures(&path, record));
        }
    }
    let first: Vec<_> = all.iter().take(8).map(|f| &**f).collect();
    assert!(all.is_empty(), "{} differ:\n{}", all.len(), first.join("\n---\n"));
}

#[test]
fn csa_files_of_the_corpus_come_back_from_every_format() {
    check("csa");
}

#[test]
fn kif_files_of_the_corpus_come_back_from_every_format() {
    check("kif");
}

#[test]
fn ki2_files_of_the_corpus_come_back_from_every_format() {
    check("ki2");
}

#[test]
fn other_files_of_the_corpus_come_back_from_every_format() {
    for folder in ["bod", "usi", "jkf", "variant"] {
        check(folder);
    }
}

/// A random game with variations, times, comments and an ending, from a list of numbers.
fn game(variant: &str, choices: &[u32]) -> Record {
    let rules = koma_kifu::ruleset(variant).expect("in the catalogue");
    let mut build = Builder::new(Record::new(koma_kifu::Board::start(&rules)));
    for (at, &choice) in choices.iter().enumerate() {
        let here = build.here();
        let is_end = matches!(build.record().node(here).play, Play::End(_));
        let moves = build.position().map_or(Vec::new(), Position::legal_moves);
        if is_end || moves.is_empty() || choice % 17 == 0 {
            // Go back somewhere and vary.
            let nodes = build.record().len() + 1;
            let target = build.record().ids().nth(choice as usize / 17 % nodes);
            let target = target.unwrap_or(NodeId::ROOT);
            if !matches!(build.record().node(target).play, Play::End(_)) {
                build.go(target);
            } else {
                build.go(NodeId::ROOT);
            }
            continue;
        }
        let is_end = |id: NodeId| matches!(build.record().node(id).play, Play::End(_));
        let has_end = build.record().children(here).any(is_end);
        if choice % 23 == 1 && here != NodeId::ROOT && !has_end {
            let mover = build.position().map_or(Side::Sente, Position::side);
            let ends: Vec<_> = koma_kifu::End::all().collect();
            let end = ends[choice as usize / 23 % ends.len()];
            let ending = koma_kifu::Ending::new(end, mover);
            let ending =
                if end == koma_kifu::End::Other { ending.text("終わり") } else { ending };
            build.end(ending);
            continue;
        }
        let id = build.play_legal(moves[choice as usize % moves.len()]);
        if choice % 3 == 0 {
            build.time(Some(koma_kifu::Millis::new(u64::from(choice % 7_000_000))), None);
        }
        if choice % 11 == 0 {
            let note = build.record_mut().node_mut(id).note_mut();
            note.comments.push(format!("変化：{at}手 *#&"));
            note.comments.push(String::new());
        }
        if choice % 29 == 0 {
            build.record_mut().node_mut(id).note_mut().bookmarks.push("しおり".to_owned());
        }
    }
    let mut record = build.finish();
    record.headers.push("先手", "甲 <script>alert(1)</script>");
    record.headers.push("後手", "乙：丙");
    record
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn random_games_come_back_from_every_format(choices in prop::collection::vec(any::<u32>(), 0..200)) {
        for variant in ["shogi", "minishogi"] {
            let failures = failures(variant, &game(variant, &choices));
            prop_assert!(failures.is_empty(), "{}", failures.join("\n"));
        }
    }
}

#[test]
fn comments_on_an_ending_come_back_in_any_encoding() {
    // In Shift_JIS the sign of a letter that has no place there sorts before the other comment.
    let text = "手合割：平手\n   1 ７六歩(77)\n   2 投了\n*中断\n*\u{1f004}\n";
    let reading = koma_kifu::read(text.as_bytes(), &koma_kifu::ReadOptions::default());
    assert_eq!(failures("two comments", &reading.records[0]), Vec::<String>::new());
}
