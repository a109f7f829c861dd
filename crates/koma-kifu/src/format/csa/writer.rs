//! Writes CSA 2.2 and 3.0.

use std::fmt::Write as _;

use koma_rules::{Man, Position, Ruleset, Setup, Side, UsiMove};
use koma_text::{Encoding, Finding};

use super::code::CODES;
use super::reader::is_standard;
use super::{KEYS_OF_3, SUMMARIES, head};
use crate::format::{Text, WriteOptions};
use crate::notation::names::NAMES;
use crate::{End, Ending, Header, Node, NodeId, Play, Record, Table, Winner, say};

pub(super) fn write(records: &[Record], options: &WriteOptions, text: &mut Text) {
    // The oldest version that holds everything is understood by most programs.
    let is_3 = match options.version.as_deref() {
        Some(version) => version.trim_start_matches(['v', 'V']).starts_with('3'),
        None => records.iter().any(needs_3),
    };
    if is_3 {
        let encoding = match options.encoding {
            Encoding::Cp932 => "SHIFT_JIS",
            _ => "UTF-8",
        };
        let _ = writeln!(text.text, "'CSA encoding={encoding}");
    }
    text.text.push_str(if is_3 { "V3.0\n" } else { "V2.2\n" });
    let mut is_first = true;
    for (game, record) in records.iter().enumerate() {
        text.set_game(game);
        let Some(board) = record.board.as_ref().filter(|_| record.variant == "shogi") else {
            text.lose(say::not_shogi("CSA"), None);
            continue;
        };
        if !std::mem::take(&mut is_first) {
            text.text.push_str("/\n");
        }
        let mut writer = Writer { record, rules: &board.rules, text, is_3 };
        head::write(record, is_3, writer.text);
        writer.place(&board.setup);
        writer.notes(NodeId::ROOT);
        writer.moves(Table::new(board));
        writer.rest();
    }
}

/// Whether a record has what version 2.2 cannot hold.
fn needs_3(record: &Record) -> bool {
    // A note is as good as a comment.
    let is_new_key = |header: &Header| header.key != "NOTE" && KEYS_OF_3.contains(&&*header.key);
    let is_new = |node: &Node| {
        let has_millis = node.time.is_some_and(|time| !time.get().is_multiple_of(1000));
        has_millis || matches!(&node.play, Play::End(ending) if ending.end == End::MaxMoves)
    };
    record.headers.iter().any(is_new_key) || record.main_line().any(|id| is_new(record.node(id)))
}

struct Writer<'r, 'x> {
    record: &'r Record,
    rules: &'r Ruleset,
    text: &'x mut Text,
    is_3: bool,
}

impl Writer<'_, '_> {
    fn place(&mut self, setup: &Setup) {
        let start = self.rules.start();
        let is_even = setup.men().eq(start.men())
            && Side::BOTH.into_iter().all(|side| {
                self.rules.kinds().all(|kind| setup.held(side, kind) == start.held(side, kind))
            });
        if is_even {
            self.text.text.push_str("PI\n");
        } else {
            self.rows(setup);
        }
        if setup.ply != 1 {
            self.text.lose(say::ply_lost("CSA"), None);
        }
        if self.record.board.as_ref().is_some_and(|board| board.last_to.is_some()) {
            self.text.lose(say::last_move_lost(), None);
        }
        self.text.text.push_str(if setup.side == Side::Sente { "+\n" } else { "-\n" });
    }

    fn rows(&mut self, setup: &Setup) {
        for rank in 1..=9 {
            let _ = write!(self.text.text, "P{rank}");
            for file in (1..=9).rev() {
                let square = self.rules.geometry().square(file, rank);
                match square.and_then(|square| setup.man_at(square)) {
                    Some(Man { kind, side }) => {
                        self.text.text.push(sign(side));
                        self.text.text.push_str(code(self.rules.code(kind)));
                    }
                    None => self.text.text.push_str(" * "),
                }
            }
            self.text.text.push('\n');
        }
        for side in Side::BOTH {
            let mut hand = String::new();
            for &kind in self.rules.hand_order() {
                for _ in 0..setup.held(side, kind) {
                    hand.push_str("00");
                    hand.push_str(code(self.rules.code(kind)));
                }
            }
            if !hand.is_empty() {
                let _ = writeln!(self.text.text, "P{}{hand}", sign(side));
            }
        }
    }

    fn moves(&mut self, mut table: Table) {
        let mut is_lost = false;
        let mut branches = self.record.sibling(NodeId::ROOT);
        for id in self.record.main_line() {
            branches = branches.or(self.record.sibling(id));
            let node = self.record.node(id);
            is_lost |= match &node.play {
                Play::Start => false,
                // What follows a move that is lost is lost too.
                _ if is_lost => true,
                Play::Move(_) | Play::Illegal(_) => !self.play(id, table.position()),
                Play::Unread(unread) => {
                    // Only what came from such a file can go back into one.
                    let is_ours = unread.text.starts_with(['+', '-'])
                        && unread.text.len() > 1
                        && !unread.text.contains([',', '\n', '\r']);
                    if is_ours {
                        let _ = writeln!(self.text.text, "{}", unread.text.trim_end());
                    }
                    !is_ours
                }
                Play::End(ending) => {
                    // After moves that are lost it would be the ending of another position.
                    if !is_lost {
                        self.end(id, ending);
                    }
                    is_lost
                }
            };
            if is_lost {
                self.text.lose(say::rest_of_record_lost(), Some(id));
                continue;
            }
            self.time(id);
            self.notes(id);
            table.step(&node.play);
        }
        if let Some(branch) = branches {
            for _ in 0..self.record.branches() {
                self.text.lose(say::branches_lost("CSA"), Some(branch));
            }
        }
    }

    /// Writes a move; `false` if it cannot be.
    fn play(&mut self, id: NodeId, position: &Position) -> bool {
        let Some(usi) = self.record.usi(id) else { return false };
        let Some(words) = words(position, &usi) else { return false };
        if let UsiMove::Board { from, promotes: true, .. } = usi {
            let square = self.rules.geometry().square(from.file, from.rank);
            let man = square.and_then(|square| position.man_at(square));
            if man.is_some_and(|man| self.rules.promoted(man.kind).is_none()) {
                self.text.lose(say::nothing_to_promote_to(), Some(id));
            }
        }
        self.text.text.push_str(&words);
        self.text.text.push('\n');
        true
    }

    fn end(&mut self, id: NodeId, ending: &Ending) {
        let mover = self.record.side_at(id);
        if let Some(summary) = summary(self.record, ending, mover) {
            // Every keyword for it is said of the side to move; a server's comment names both.
            let _ = writeln!(self.text.text, "%{}\n'{summary}", End::Interrupted.keyword());
            return;
        }
        let (keyword, loss) = keyword(ending, mover, Some(self.is_3));
        if let Some(loss) = loss {
            self.text.lose(loss, Some(id));
        }
        let _ = writeln!(self.text.text, "%{keyword}");
    }

    fn time(&mut self, id: NodeId) {
        let Some(time) = self.record.node(id).time else { return };
        let (seconds, millis) = (time.get() / 1000, time.get() % 1000);
        let _ = write!(self.text.text, "T{seconds}");
        if millis > 0 && self.is_3 {
            let part = format!(".{millis:03}");
            self.text.text.push_str(part.trim_end_matches('0'));
        } else if millis > 0 {
            self.text.lose(say::milliseconds_lost("CSA 2.2"), Some(id));
        }
        self.text.text.push('\n');
    }

    fn notes(&mut self, id: NodeId) {
        let Some(note) = &self.record.node(id).note else { return };
        for comment in &note.comments {
            for line in comment.split('\n') {
                let _ = writeln!(self.text.text, "'*{}", line.replace('\r', ""));
            }
            if comment.contains(['\n', '\r']) {
                self.text.lose(say::comment_split(), Some(id));
            }
        }
        for aside in &note.asides {
            let _ = writeln!(self.text.text, "'{}", aside.replace(['\n', '\r'], " "));
        }
        for _ in &note.bookmarks {
            self.text.lose(say::bookmarks_lost("CSA"), Some(id));
        }
    }

    /// What else the format has no place for.
    fn rest(&mut self) {
        if !self.record.diagram.is_empty() {
            self.text.lose(say::diagram_lost(), None);
        }
    }
}

/// A move in the words of CSA: `+7776FU`. `None` if no man makes it, or one CSA has no code for.
pub(crate) fn words(position: &Position, usi: &UsiMove) -> Option<String> {
    let rules = position.rules();
    let ([a, b, c, d], kind) = match usi {
        UsiMove::Board { via, .. } if !via.is_empty() => return None,
        UsiMove::Board { from, to, promotes, .. } => {
            let man = position.man_at(rules.geometry().square(from.file, from.rank)?)?;
            let promoted = rules.promoted(man.kind).filter(|_| *promotes);
            ([from.file, from.rank, to.file, to.rank], promoted.unwrap_or(man.kind))
        }
        UsiMove::Drop { code, to } => ([0, 0, to.file, to.rank], rules.kind(code)?),
        UsiMove::Pass => return None,
    };
    let row = NAMES.iter().position(|name| name.code == rules.code(kind))?;
    Some(format!("{}{a}{b}{c}{d}{}", sign(position.side()), CODES[row]))
}

/// The keyword of an ending, without `%`, and what it does not say. JKF has the keywords of all
/// versions (`is_3` is `None`).
pub(in crate::format) fn keyword(
    ending: &Ending,
    mover: Side,
    is_3: Option<bool>,
) -> (String, Option<Finding>) {
    let format = if is_3.is_some() { "CSA" } else { "JKF" };
    let changed = |to: &str| (to.to_owned(), Some(say::ending_changed(format, ending.words())));
    let own = ending.text.as_deref().and_then(|text| text.strip_prefix('%'));
    let own = own.filter(|text| !text.is_empty() && !text.contains([',', '\n', '\r']));
    let offender = match ending.winner {
        Some(Winner::Side(winner)) => Some(winner.other()),
        _ => None,
    };
    match (ending.end, offender) {
        (End::Other, _) if own.is_some() => (own.unwrap_or_default().to_owned(), None),
        (End::OpponentIllegal, _) => changed(foul(mover.other())),
        // Who fouled is not the side to move.
        (End::IllegalMove, Some(offender)) if offender != mover => changed(foul(offender)),
        (End::MaxMoves, _) if is_3 == Some(false) => changed("JISHOGI"),
        (End::TakenBack, _) if is_3 == Some(true) => changed("CHUDAN"),
        // The keyword would name another winner.
        (end, _) if is_standard(end) && ending.is_out_of_turn(mover) => changed("CHUDAN"),
        (end, _) if is_standard(end) => {
            let is_told = ending.winner == end.winner(mover);
            (end.keyword().to_owned(), (!is_told).then(|| say::winner_lost(format)))
        }
        _ => changed("CHUDAN"),
    }
}

/// What servers write below a game, where the side that waits has lost:
/// `summary:toryo:NAME win:NAME lose`, Sente first.
fn summary(record: &Record, ending: &Ending, mover: Side) -> Option<String> {
    let Some(Winner::Side(winner)) = ending.winner.filter(|_| ending.is_out_of_turn(mover)) else {
        return None;
    };
    let (_, reason) = SUMMARIES.iter().find(|(end, _)| *end == ending.end)?;
    let told = |side: Side| {
        let name = record.player(side).unwrap_or("").replace(['\n', '\r'], " ");
        format!("{name} {}", if side == winner { "win" } else { "lose" })
    };
    Some(format!("summary:{reason}:{}:{}", told(Side::Sente), told(Side::Gote)))
}

fn foul(offender: Side) -> &'static str {
    End::IllegalAction(offender).keyword()
}

fn sign(side: Side) -> char {
    if side == Side::Sente { '+' } else { '-' }
}

/// The code of CSA for a code of SFEN.
fn code(code: &str) -> &'static str {
    NAMES.iter().position(|name| name.code == code).map_or("??", |row| CODES[row])
}
