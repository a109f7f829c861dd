//! Read, write, read again: the same record, but for the losses that were declared.

mod support;

use koma_kifu::{
    Builder, Format, Loss, NodeId, Play, ReadOptions, Record, WriteOptions, read_text, write,
};
use koma_rules::{Position, Side};
use proptest::prelude::*;
use support::{expectations, read_file};

/// A record as text, without what a format declared lost.
fn shown(record: &Record, losses: &[Loss]) -> String {
    let lost = |code: &str| losses.iter().any(|loss| loss.code == code);
    let mut text = String::new();
    if let Some(board) = &record.board {
        text += &format!("{} {:?}\n", board.setup.write(&board.rules), board.last_to);
    }
    for header in record.headers.iter().filter(|_| !lost("header-lost")) {
        text += &format!("{}={}\n", header.key, header.value);
    }
    let mut walk = record.walk();
    while let Some(id) = walk.next() {
        let node = record.node(id);
        let is_end = |id: NodeId| matches!(record.node(id).play, Play::End(_));
        if lost("second-ending-lost") && is_end(id) && record.parent(id).is_some_and(is_end) {
            continue;
        }
        let play = match &node.play {
            Play::Start => "start".to_owned(),
            Play::Move(_) => record.usi(id).expect("a move").to_string(),
            Play::Illegal(offence) => format!("{} {}", offence.usi, offence.reason.code()),
            Play::Unread(unread) => format!("? {}", unread.text.trim_start_matches(['▲', '△'])),
            Play::End(_) if lost("ending-changed") => "end".to_owned(),
            Play::End(ending) => {
                format!("{} {:?}", ending.end.keyword(), ending.winner)
            }
        };
        let time = node.time.filter(|_| !lost("time-lost"));
        let second = |time: koma_kifu::Millis| match lost("milliseconds-lost") {
            true => time.get() / 1000 * 1000,
            false => time.get(),
        };
        text += &format!("{} {play} {:?}\n", node.depth(), time.map(second));
        for comment in node.comments().iter().flat_map(|comment| comment.lines()) {
            text += &format!("  *{comment}\n");
        }
        for bookmark in node.bookmarks() {
            text += &format!("  &{bookmark}\n");
        }
    }
    text
}

/// Writes and reads back; gives what differs.
fn difference(record: &Record, format: Format) -> Option<String> {
    let written = write(std::slice::from_ref(record), format, &WriteOptions::default());
    let (again, remarks) = read_text(&written.text, format, &ReadOptions::default());
    let (before, after) = (shown(record, &written.losses), shown(&again[0], &written.losses));
    if before == after {
        return None;
    }
    let line = before.lines().zip(after.lines()).find(|(one, two)| one != two);
    let codes: Vec<_> = remarks.iter().map(|r| (&r.finding.code, &r.finding.message)).collect();
    Some(format!("{line:?}\n  {codes:?}\n{}", written.text.chars().take(1500).collect::<String>()))
}

#[test]
fn records_of_the_corpus_come_back_from_kif_and_ki2() {
    let mut failures = Vec::new();
    for (path, bytes, _) in expectations(&["kif", "ki2", "bod"]) {
        let reading = read_file(&path, &bytes);
        for record in &reading.records {
            for format in [Format::Kif, Format::Ki2] {
                if let Some(difference) = difference(record, format) {
                    failures.push(format!("{path} as {}: {difference}", format.name()));
                }
            }
        }
    }
    let shown: Vec<_> = failures.iter().take(12).map(|f| &**f).collect();
    assert!(failures.is_empty(), "{} differ:\n{}", failures.len(), shown.join("\n---\n"));
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
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn random_games_come_back_from_kif_and_ki2(choices in prop::collection::vec(any::<u32>(), 0..300)) {
        for variant in ["shogi", "minishogi"] {
            let record = game(variant, &choices);
            for format in [Format::Kif, Format::Ki2] {
                if let Some(difference) = difference(&record, format) {
                    prop_assert!(false, "{} {}: {}", variant, format.name(), difference);
                }
            }
        }
    }
}
