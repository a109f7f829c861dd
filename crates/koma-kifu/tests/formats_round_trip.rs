//! Read, write as CSA and its like, read again: the same record, but for the losses that were
//! declared.

mod support;

use koma_kifu::{Format, Loss, NodeId, Play, ReadOptions, Record, WriteOptions, read_text, write};
use support::{expectations, read_file};

/// A record as text, without what a format declared lost.
fn shown(record: &Record, losses: &[Loss]) -> String {
    let lost = |code: &str| losses.iter().any(|loss| loss.code == code);
    let mut text = String::new();
    if let Some(board) = &record.board {
        let setup = match lost("ply-lost") {
            true => board.setup.write_without_ply(&board.rules),
            false => board.setup.write(&board.rules),
        };
        let last_to = board.last_to.filter(|_| !lost("last-move-lost"));
        text += &format!("{} {setup} {last_to:?}\n", record.variant);
    }
    if !lost("header-lost") && !lost("header-changed") {
        for header in record.headers.iter() {
            text += &format!("{}={}\n", header.key, header.value);
        }
    }
    let mut ids: Vec<_> = std::iter::once(NodeId::ROOT).chain(record.main_line()).collect();
    if !lost("branches-lost") {
        let mut walk = record.walk();
        ids.clear();
        while let Some(id) = walk.next() {
            ids.push(id);
        }
    }
    let mut gone = std::collections::HashSet::new();
    for id in ids {
        let node = record.node(id);
        // What follows a move that is lost is lost too.
        let is_unread = matches!(node.play, Play::Unread(_));
        let is_after_one = record.parent(id).is_some_and(|parent| gone.contains(&parent));
        if lost("moves-lost") && (is_unread || is_after_one) {
            gone.insert(id);
            continue;
        }
        let play = match &node.play {
            Play::Start => "start".to_owned(),
            Play::Move(_) => record.usi(id).expect("a move").to_string(),
            Play::Illegal(offence) => format!("{} {}", offence.usi, offence.reason.code()),
            Play::Unread(unread) => format!("? {}", unread.text),
            Play::End(_) if lost("endings-lost") => continue,
            Play::End(_) if lost("ending-changed") => "end".to_owned(),
            Play::End(ending) if lost("winner-lost") => ending.end.keyword().to_owned(),
            Play::End(ending) => format!("{} {:?}", ending.end.keyword(), ending.winner),
        };
        let millis = |time: koma_kifu::Millis| match lost("milliseconds-lost") {
            true => time.get() / 1000 * 1000,
            false => time.get(),
        };
        let time = node.time.filter(|_| !lost("times-lost"));
        text += &format!("{} {play} {:?}\n", node.depth(), time.map(millis));
        let Some(note) = &node.note else { continue };
        if !lost("comments-lost") {
            for comment in note.comments.iter().flat_map(|comment| comment.split('\n')) {
                text += &format!("  *{}\n", comment.trim_end_matches('\r'));
            }
        }
        if !lost("bookmarks-lost") {
            note.bookmarks.iter().for_each(|bookmark| text += &format!("  &{bookmark}\n"));
        }
        if !lost("asides-lost") {
            note.asides.iter().for_each(|aside| text += &format!("  '{aside}\n"));
        }
    }
    text
}

/// Writes and reads back; gives what differs.
fn difference(record: &Record, format: Format, version: Option<&str>) -> Option<String> {
    let options = WriteOptions { version: version.map(str::to_owned), ..WriteOptions::default() };
    let written = write(std::slice::from_ref(record), format, &options);
    if written.losses.iter().any(|loss| loss.code == "game-lost") {
        return None;
    }
    let (again, remarks) = read_text(&written.text, format, &ReadOptions::default());
    let before = shown(record, &written.losses);
    let after = again.first().map_or(String::new(), |again| shown(again, &written.losses));
    if before == after {
        return None;
    }
    let lines = before.lines().zip(after.lines().chain(std::iter::repeat("(nothing)")));
    let line = lines.into_iter().find(|(one, two)| one != two);
    let codes: Vec<_> = remarks.iter().map(|r| (&r.finding.code, &r.finding.message)).collect();
    let losses: Vec<_> = written.losses.iter().map(|loss| loss.code).collect();
    let text: String = written.text.chars().take(800).collect();
    Some(format!("{line:?}\n  {codes:?} {losses:?}\n{text}"))
}

/// Every record of the corpus comes back from a format.
#[track_caller]
fn check(format: Format, version: Option<&str>) {
    let mut failures = Vec::new();
    for (path, bytes, _) in expectations(&["csa", "kif", "ki2", "bod", "usi", "jkf", "variant"]) {
        for record in &read_file(&path, &bytes).records {
            if let Some(difference) = difference(record, format, version) {
                failures.push(format!("{path} as {}: {difference}", format.name()));
            }
        }
    }
    let shown: Vec<_> = failures.iter().take(8).map(|f| &**f).collect();
    assert!(failures.is_empty(), "{} differ:\n{}", failures.len(), shown.join("\n---\n"));
}

#[test]
fn records_of_the_corpus_come_back_from_csa() {
    check(Format::Csa, None);
}

#[test]
fn records_of_the_corpus_come_back_from_csa_2_2() {
    check(Format::Csa, Some("2.2"));
}

#[test]
fn records_of_the_corpus_come_back_from_usi() {
    check(Format::Usi, None);
}

#[test]
fn records_of_the_corpus_come_back_from_usen() {
    check(Format::Usen, None);
}

#[test]
fn records_of_the_corpus_come_back_from_our_own_json() {
    check(Format::Json, None);
}

#[test]
fn records_of_the_corpus_come_back_from_jkf() {
    check(Format::Jkf, None);
}
