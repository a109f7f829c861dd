//! A file in, files out, side by side.

mod support;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use koma_kifu::{Format, Play, Reading, Record, WriteOptions, write};
use koma_text::Source;
use support::read_file;

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

/// Compares with the file, or writes it.
fn check(path: &Path, found: &str) {
    if std::env::var_os("KOMA_BLESS").is_some() {
        std::fs::write(path, found).expect("the golden folder can be written");
        return;
    }
    let expected = std::fs::read_to_string(path).unwrap_or_default();
    assert!(expected == found, "{}:\n{found}\ninstead of\n{expected}", path.display());
}

/// The record in plain lines: what a reader must have understood.
fn dump(record: &Record) -> String {
    let mut text = format!("variant {}\n", record.variant);
    if let Some(handicap) = &record.handicap {
        let _ = writeln!(text, "handicap {}", handicap.name);
    }
    if let Some(board) = &record.board {
        let _ = writeln!(text, "start {}", board.setup.write(&board.rules));
    }
    for header in record.headers.iter() {
        let _ = writeln!(text, "header {} = {:?}", header.key, header.value);
    }
    let mut walk = record.walk();
    while let Some(id) = walk.next() {
        let node = record.node(id);
        let words = record.text(id).unwrap_or_default();
        let what = match &node.play {
            Play::Start => "start".to_owned(),
            Play::Move(_) => record.usi(id).map_or(String::new(), |usi| usi.to_string()),
            Play::Illegal(offence) => format!("{} {}", offence.usi, offence.reason.code()),
            Play::Unread(_) => "?".to_owned(),
            Play::End(ending) => format!(
                "{} winner {}",
                ending.end.keyword(),
                ending.winner.map_or("-", |winner| winner.name())
            ),
        };
        let is_branch = record.parent(id).is_some_and(|parent| record.next(parent) != Some(id));
        let branch = if is_branch { " (variation)" } else { "" };
        let time = node.time.map_or(String::new(), |time| format!(" {} ms", time.get()));
        let total = node.total.map_or(String::new(), |total| format!(" of {} ms", total.get()));
        let _ = writeln!(text, "{} {what} {words}{time}{total}{branch}", node.depth());
        for comment in node.comments() {
            let _ = writeln!(text, "    * {comment}");
        }
        for bookmark in node.bookmarks() {
            let _ = writeln!(text, "    & {bookmark}");
        }
    }
    text
}

fn findings(path: &str, reading: &Reading, losses: &[koma_kifu::Loss]) -> String {
    let source = Source::new(path, reading.text.clone());
    let mut text = format!(
        "{} {}\n",
        reading.format.map_or("unknown", |format| format.name()),
        reading.encoding
    );
    for remark in &reading.remarks {
        let finding = &remark.finding;
        let place = finding.span.map_or(String::new(), |span| {
            let at = source.line_col(span.start);
            format!(" at {}:{}", at.line, at.column)
        });
        let ply = remark.ply.map_or(String::new(), |ply| format!(" move {ply}"));
        let (severity, code, message) = (finding.severity.name(), &finding.code, &finding.message);
        let _ = writeln!(text, "{severity}[{code}]{place}{ply}: {message}");
    }
    for loss in losses {
        let _ = writeln!(text, "loss[{}] x{}: {}", loss.code(), loss.count, loss.message());
    }
    text
}

#[test]
fn inputs_give_the_files_beside_them() {
    for (name, other) in [("kif", Format::Ki2), ("ki2", Format::Kif)] {
        let mut paths: Vec<_> = std::fs::read_dir(folder(name))
            .expect("the golden folder")
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == name))
            .collect();
        paths.sort();
        assert!(!paths.is_empty());
        for path in paths {
            let file = path.file_name().expect("a name").to_string_lossy().into_owned();
            let reading = read_file(&file, &std::fs::read(&path).expect("an input"));
            let written = write(&reading.records, other, &WriteOptions::default());
            check(&path.with_extension("record"), &dump(&reading.records[0]));
            check(&path.with_extension("other"), &written.text);
            check(&path.with_extension("findings"), &findings(&file, &reading, &written.losses));
        }
    }
}

#[test]
fn the_example_of_the_specification_reads_as_it_says() {
    let bytes = std::fs::read(folder("kif/two-players.kif")).expect("an input");
    let reading = read_file("two-players.kif", &bytes);
    assert!(reading.remarks.is_empty(), "{:?}", reading.remarks);
    let record = &reading.records[0];
    let first = record.main_line().next().expect("a move");
    assert_eq!(record.text(first).as_deref(), Some("▲７六歩"));
    assert_eq!(record.node(first).time.map(|time| time.get()), Some(16_000));
    assert_eq!(record.headers.get("棋戦"), Some("竜王戦"));
    assert_eq!(record.stats().moves, 3);
    assert_eq!(record.ending().map(|ending| ending.words()).as_deref(), Some("中断"));
    let second = record.main_line().nth(1).expect("a move");
    assert_eq!(record.node(second).comments(), ["この手は定石"]);
}

/// A text without a name, as the page and the API get it.
fn data(text: &str) -> koma_kifu::KifuData {
    let reading = koma_kifu::read(text.as_bytes(), &koma_kifu::ReadOptions::default());
    koma_kifu::KifuData::of(&reading, &koma_kifu::DataOptions::default())
}

#[test]
fn the_first_example_of_the_seed_is_imported() {
    let data = data(
        "先手：山田太郎\n後手：佐藤花子\n開始日時：2025/01/15\n棋戦：竜王戦\n   1 ７六歩(77)   ( 0:16/00:00:16)\n   \
         2 ３四歩(33)   ( 0:12/00:00:12)\n*この手は定石\n   3 ２六歩(27)   ( 0:08/00:00:24)\nまで3手で中断\n",
    );
    let metadata = &data.metadata;
    assert_eq!(metadata.sente.as_deref(), Some("山田太郎"));
    assert_eq!(metadata.gote.as_deref(), Some("佐藤花子"));
    assert_eq!(metadata.date.as_deref(), Some("2025/01/15"));
    assert_eq!((metadata.event.as_deref(), metadata.site.as_deref()), (Some("竜王戦"), None));
    assert_eq!(data.moves.len(), 3);
    assert_eq!((&*data.moves[0].text, data.moves[0].time_spent), ("７六歩", Some(16)));
    assert_eq!(data.moves[1].comment.as_deref(), Some("この手は定石"));
    assert_eq!((data.format, data.result.as_deref()), (Some("kif"), Some("中断")));
    assert!(data.findings.is_empty());
}

#[test]
fn the_second_example_of_the_seed_is_imported() {
    let data = data(
        "V2.2\nN+山田太郎\nN-佐藤花子\n$EVENT:竜王戦\n$SITE:東京\n+7776FU\n-3334FU\n+2726FU\n%CHUDAN\n",
    );
    assert_eq!(data.metadata.sente.as_deref(), Some("山田太郎"));
    assert_eq!(data.metadata.event.as_deref(), Some("竜王戦"));
    assert_eq!(data.metadata.site.as_deref(), Some("東京"));
    assert_eq!((data.moves.len(), &*data.moves[0].text), (3, "+7776FU"));
    assert_eq!(data.main_usi, "7g7f 3c3d 2g2f");
    assert_eq!((data.format, data.result.as_deref()), (Some("csa"), Some("中断")));
    // The position and the side to move are not told; the even game is taken, and said.
    let codes: Vec<_> = data.findings.iter().map(|f| &*f.finding.code).collect();
    assert_eq!(codes, ["no-position", "no-turn"]);
}

#[test]
fn the_third_example_of_the_seed_needs_no_file_name() {
    let csa = data("N+甲\nN-乙\nPI\n+\n+7776FU\n-3334FU\n+2726FU\n");
    let kif = data("先手：甲\n後手：乙\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n");
    assert_eq!((csa.format, kif.format), (Some("csa"), Some("kif")));
    for data in [csa, kif] {
        assert_eq!(data.metadata.sente.as_deref(), Some("甲"));
        assert_eq!(data.metadata.gote.as_deref(), Some("乙"));
        assert_eq!((data.moves.len(), &*data.main_usi), (3, "7g7f 3c3d 2g2f"));
    }
    let json = serde_json::to_value(data("garbage")).expect("JSON");
    assert_eq!(json["findings"][0]["code"], "unknown-format");
    assert_eq!(json["moves"], serde_json::json!([]));
}
