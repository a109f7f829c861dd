//! Reading back what was written: nothing may differ but what was declared lost.

use std::collections::HashSet;
use std::fmt::Write as _;

use koma_rules::UsiMove;
use koma_text::{decode_as, encode};

use crate::format::{Format, Loss, ReadOptions, WriteOptions, read_text, write};
use crate::{Headers, NodeId, Play, Record};

/// Writes a record, reads it back and compares; gives what differs although no loss says so.
///
/// ```
/// use koma_kifu::{Format, ReadOptions, WriteOptions, read, verify};
/// let reading = read("▲７六歩 △３四歩\n".as_bytes(), &ReadOptions::default());
/// for format in Format::ALL {
///     assert_eq!(verify(&reading.records[0], *format, &WriteOptions::default()), Ok(()));
/// }
/// ```
pub fn verify(record: &Record, format: Format, options: &WriteOptions) -> Result<(), String> {
    let written = write(std::slice::from_ref(record), format, options);
    let losses = Losses(&written.losses);
    if losses.has("game-lost") || losses.has("position-lost") {
        return Ok(());
    }
    let text = decode_as(&written.bytes(), options.encoding).text;
    let (again, remarks) = read_text(&text, format, &ReadOptions::default());
    let Some(again) = again.first() else { return Err("nothing is read back".to_owned()) };
    // What the encoding cannot hold is compared as it was written.
    let is_changed = losses.has("character-lost") || losses.has("character-changed");
    let through = |text: String| match is_changed {
        true => decode_as(&encode(&text, options.encoding).bytes, options.encoding).text,
        false => text,
    };
    let (before, after) = match format {
        Format::Bod => (position(record, true), position(again, false)),
        _ => (shown(record, &losses, &through), shown(again, &losses, &through)),
    };
    let (before, after) = (through(before), through(after));
    // CSA has names first; the order of headers is not theirs to tell.
    let sorted = |headers: &Headers| {
        let mut headers = headers.clone();
        if format == Format::Csa {
            headers.0.sort_by(|one, two| (&one.key, &one.value).cmp(&(&two.key, &two.value)));
        }
        headers
    };
    let (one, two) = (sorted(&record.headers), sorted(&again.headers));
    let headers = compare_headers(&one, &two, &losses, &through);
    if before == after && headers.is_none() {
        return Ok(());
    }
    let nothing = std::iter::repeat("(nothing)");
    let mut lines = before.lines().zip(after.lines().chain(nothing));
    let line = lines.find(|(one, two)| one != two);
    let more = after.lines().nth(before.lines().count());
    let codes: Vec<_> = remarks.iter().map(|remark| remark.finding.code).collect();
    let lost: Vec<_> = written.losses.iter().map(|loss| loss.code()).collect();
    Err(format!("{headers:?} {line:?} {more:?}, findings {codes:?}, losses {lost:?}"))
}

struct Losses<'l>(&'l [Loss]);

impl Losses<'_> {
    fn has(&self, code: &str) -> bool {
        self.0.iter().any(|loss| loss.code() == code)
    }

    fn count(&self, code: &str) -> usize {
        self.0.iter().filter(|loss| loss.code() == code).map(|loss| loss.count).sum()
    }
}

/// The last position of a record, or its first.
fn position(record: &Record, last: bool) -> String {
    let is_played = |id: &NodeId| record.usi(*id).is_some();
    let moves = record.main_line().filter(is_played).last().filter(|_| last);
    record.position_at(moves.unwrap_or(NodeId::ROOT)).map_or(String::new(), |p| p.sfen())
}

/// Headers that are neither there nor declared lost, or that nobody wrote.
fn compare_headers(
    before: &Headers,
    after: &Headers,
    losses: &Losses<'_>,
    through: &impl Fn(String) -> String,
) -> Option<String> {
    let lines = |headers: &Headers| -> Vec<String> {
        // CSA has the names first, whatever stood before them: the order says nothing.
        let mut lines: Vec<String> =
            headers.iter().map(|h| through(format!("{}={}", h.key, h.value))).collect();
        lines.sort_unstable();
        lines
    };
    let (one, two) = (lines(before), lines(after));
    let (lost, changed) = (losses.count("header-lost"), losses.count("header-changed"));
    let is_split = losses.has("header-split");
    if changed > 0 || is_split {
        let fits = two.len() + lost >= one.len() && (is_split || two.len() <= one.len());
        return (!fits).then(|| format!("{one:?} became {two:?}"));
    }
    if lost == 0 {
        return (one != two).then(|| format!("{one:?} became {two:?}"));
    }
    let known: HashSet<&String> = one.iter().collect();
    let is_invented = two.iter().any(|line| !known.contains(line));
    (is_invented || two.len() + lost < one.len()).then(|| format!("{one:?} became {two:?}"))
}

/// A record as text, without what a format declared lost.
fn shown(record: &Record, losses: &Losses<'_>, through: &impl Fn(String) -> String) -> String {
    let lost = |code: &str| losses.has(code);
    let mut text = String::new();
    if let Some(board) = &record.board {
        let setup = match lost("ply-lost") {
            true => board.setup.write_without_ply(&board.rules),
            false => board.setup.write(&board.rules),
        };
        let last_to = board.last_to.filter(|_| !lost("last-move-lost"));
        let _ = writeln!(text, "{} {setup} {last_to:?}", record.variant);
    }
    if !lost("diagram-lost") {
        record.diagram.iter().for_each(|row| text.extend([row.trim(), "\n"]));
    }
    let mut ids: Vec<_> = std::iter::once(NodeId::ROOT).chain(record.main_line()).collect();
    if !lost("branches-lost") {
        ids.clear();
        let mut walk = record.walk();
        while let Some(id) = walk.next() {
            ids.push(id);
        }
    }
    let mut gone = HashSet::new();
    let mut notes = String::new();
    for id in ids {
        let is_after_lost = record.parent(id).is_some_and(|parent| gone.contains(&parent));
        let is_unread = matches!(record.node(id).play, Play::Unread(_))
            || matches!(record.usi(id), Some(UsiMove::Board { via, .. }) if !via.is_empty());
        // What follows a move that is lost is lost too.
        if lost("moves-lost") && (is_unread || is_after_lost) {
            gone.insert(id);
        } else {
            // Where comments have moved from an ending to its move, they are compared apart.
            show_node(record, id, losses, &mut text, &mut notes);
            if !lost("comment-moved") {
                text.push_str(&std::mem::take(&mut notes));
            }
        }
    }
    // In the order they have once written: what takes the place of a letter sorts elsewhere.
    let notes = through(notes);
    let mut notes: Vec<_> = notes.lines().collect();
    notes.sort_unstable();
    text + &notes.join("\n")
}

fn show_node(
    record: &Record,
    id: NodeId,
    losses: &Losses<'_>,
    text: &mut String,
    notes: &mut String,
) {
    let lost = |code: &str| losses.has(code);
    let node = record.node(id);
    let is_end = |id: NodeId| matches!(record.node(id).play, Play::End(_));
    let is_second = is_end(id) && record.parent(id).is_some_and(is_end);
    let play = match &node.play {
        Play::End(_) if lost("endings-lost") || is_second && lost("second-ending-lost") => return,
        // Two endings may have become one.
        Play::End(_) if lost("ending-changed") => return,
        Play::End(ending) if lost("winner-lost") => ending.end.keyword().to_owned(),
        Play::End(ending) => format!("{} {:?}", ending.end.keyword(), ending.winner),
        Play::Start => "start".to_owned(),
        Play::Move(_) => record.usi(id).map_or(String::new(), |usi| usi.to_string()),
        Play::Illegal(offence) if lost("move-changed") => {
            offence.usi.to_string().trim_end_matches('+').to_owned()
        }
        Play::Illegal(offence) => format!("{} {}", offence.usi, offence.reason.code()),
        Play::Unread(unread) => {
            let words = unread.text.trim_start_matches(['▲', '△']).trim();
            if lost("move-changed") { "?".to_owned() } else { format!("? {words}") }
        }
    };
    let millis = |time: crate::Millis| match lost("milliseconds-lost") {
        true => time.get() / 1000 * 1000,
        false => time.get(),
    };
    let is_changed = matches!(node.play, Play::Unread(_)) && lost("move-changed");
    let time = node.time.filter(|_| !lost("times-lost") && !is_changed).map(millis);
    let _ = writeln!(text, "{} {play} {time:?}", node.depth());
    let Some(note) = &node.note else { return };
    let mut list = |mark: char, lines: &[String]| {
        for line in lines.iter().flat_map(|line| line.split('\n')) {
            let _ = writeln!(notes, "  {mark}{}", line.trim_end_matches('\r'));
        }
    };
    if !lost("comments-lost") {
        list('*', &note.comments);
    }
    if !lost("bookmarks-lost") {
        list('&', &note.bookmarks);
    }
    if !lost("asides-lost") {
        list('\'', &note.asides);
    }
}
