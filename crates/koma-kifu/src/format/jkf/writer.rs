//! Writes JKF.

use std::collections::HashSet;
use std::fmt::Write as _;

use koma_rules::{Man, Position, Ruleset, Setup, Side, UsiMove};

use crate::format::Text;
use crate::format::csa::{CODES, keyword};
use crate::format::json::text::{push_string, push_strings};
use crate::notation::names::NAMES;
use crate::notation::{Digits, japanese};
use crate::{Handicap, NodeId, Play, Record, say};

pub(super) fn write(records: &[Record], text: &mut Text) {
    for (game, record) in records.iter().enumerate() {
        text.set_game(game);
        if game > 0 {
            text.lose(say::games_lost("JKF"), None);
            continue;
        }
        let Some(board) = record.board.as_ref().filter(|_| record.variant == "shogi") else {
            text.lose(say::not_shogi("JKF"), None);
            continue;
        };
        headers(record, text);
        start(&board.setup, &board.rules, text);
        if board.setup.ply != 1 {
            text.lose(say::ply_lost("JKF"), None);
        }
        if board.last_to.is_some() {
            text.lose(say::last_move_lost(), None);
        }
        text.text.push_str(",\"moves\":[\n{");
        let root: Vec<_> = comments(record, NodeId::ROOT, text);
        let mut list = String::new();
        push_strings(&mut list, "comments", &root);
        text.text.push_str(list.trim_start_matches(','));
        text.text.push('}');
        Writer { record, rules: &board.rules, text, spent: spent(record) }.lines();
        text.text.push_str("\n]}\n");
    }
}

fn headers(record: &Record, text: &mut Text) {
    text.text.push_str("{\"header\":{");
    let mut keys: HashSet<&str> = HashSet::new();
    for header in record.headers.iter() {
        if keys.contains(&*header.key) || header.key == "手合割" {
            text.lose(say::second_header_lost(format!("{:?}", header.key)), None);
            continue;
        }
        if !keys.is_empty() {
            text.text.push(',');
        }
        keys.insert(&header.key);
        push_string(&mut text.text, &header.key);
        text.text.push(':');
        push_string(&mut text.text, &header.value);
    }
    text.text.push('}');
}

fn start(setup: &Setup, rules: &Ruleset, text: &mut Text) {
    let sfen = setup.write_without_ply(rules);
    let out = &mut text.text;
    if let Some(preset) = Handicap::from_sfen(&sfen).and_then(|handicap| handicap.preset()) {
        let _ = write!(out, ",\"initial\":{{\"preset\":\"{preset}\"}}");
        return;
    }
    let _ = write!(
        out,
        ",\"initial\":{{\"preset\":\"OTHER\",\"data\":{{\"color\":{},\"board\":[",
        setup.side as u8
    );
    for file in 1..=9 {
        out.push_str(if file > 1 { ",[" } else { "[" });
        for rank in 1..=9 {
            if rank > 1 {
                out.push(',');
            }
            let square = rules.geometry().square(file, rank);
            match square.and_then(|square| setup.man_at(square)) {
                Some(Man { kind, side }) => {
                    let code = code(rules.code(kind));
                    let _ = write!(out, "{{\"color\":{},\"kind\":\"{code}\"}}", side as u8);
                }
                None => out.push_str("{}"),
            }
        }
        out.push(']');
    }
    out.push_str("],\"hands\":[");
    for side in Side::BOTH {
        out.push_str(if side == Side::Gote { ",{" } else { "{" });
        for (at, &kind) in rules.hand_order().iter().enumerate() {
            let comma = if at > 0 { "," } else { "" };
            let held = setup.held(side, kind);
            let _ = write!(out, "{comma}\"{}\":{held}", code(rules.code(kind)));
        }
        out.push('}');
    }
    out.push_str("]}}");
}

/// What each side has spent after each node, by index.
fn spent(record: &Record) -> Vec<[u64; 2]> {
    let mut spent = vec![[0; 2]; record.len() + 1];
    for id in record.ids() {
        let Some(parent) = record.parent(id) else { continue };
        let mut after = spent[parent.index()];
        let side = record.side_at(parent) as usize;
        let time = record.node(id).time.map_or(0, |time| time.get());
        after[side] = u64::saturating_add(after[side], time);
        spent[id.index()] = after;
    }
    spent
}

struct Writer<'r, 'x> {
    record: &'r Record,
    rules: &'r Ruleset,
    text: &'x mut Text,
    spent: Vec<[u64; 2]>,
}

/// What is still to be written; nested lists need no recursion.
enum Task {
    Text(&'static str),
    Node(NodeId),
}

impl Writer<'_, '_> {
    fn lines(&mut self) {
        let moves = self.moves();
        let mut todo: Vec<_> = self.record.next(NodeId::ROOT).map(Task::Node).into_iter().collect();
        if !todo.is_empty() {
            todo.push(Task::Text(",\n"));
        }
        while let Some(task) = todo.pop() {
            match task {
                Task::Text(text) => self.text.text.push_str(text),
                Task::Node(id) => self.node(id, &moves, &mut todo),
            }
        }
    }

    /// The moves as JSON, by index: one walk instead of a replay for each.
    fn moves(&self) -> Vec<Option<String>> {
        let mut moves = vec![None; self.record.len() + 1];
        let mut walk = self.record.walk();
        while let Some(id) = walk.next() {
            if let (Some(usi), Some(position)) = (self.record.usi(id), walk.position()) {
                moves[id.index()] = self.one_move(id, &usi, position);
            }
        }
        moves
    }

    fn node(&mut self, id: NodeId, moves: &[Option<String>], todo: &mut Vec<Task>) {
        let record = self.record;
        let node = record.node(id);
        if matches!(node.play, Play::Unread(_)) || node.is_move() && moves[id.index()].is_none() {
            self.text.lose(say::rest_of_line_lost(), Some(id));
            // Its brothers have no node to stand beside.
            self.text.text.push_str("{}");
            if let Some(brother) = record.sibling(id).filter(|_| is_first(record, id)) {
                self.text.lose(say::branches_beside_lost(), Some(brother));
            }
            return;
        }
        match &node.play {
            Play::End(ending) => {
                let parent = record.parent(id).unwrap_or(NodeId::ROOT);
                let (word, loss) = keyword(ending, record.side_at(parent), None);
                if let Some(loss) = loss {
                    self.text.lose(loss, Some(id));
                }
                self.text.text.push_str("{\"special\":");
                push_string(&mut self.text.text, &word);
            }
            _ => {
                self.text.text.push_str("{\"move\":");
                self.text.text.push_str(moves[id.index()].as_deref().unwrap_or("{}"));
            }
        }
        self.time(id);
        let list = comments(record, id, self.text);
        push_strings(&mut self.text.text, "comments", &list);
        // What comes after, last thing first.
        if let Some(next) = record.next(id) {
            todo.push(Task::Node(next));
            todo.push(Task::Text(",\n"));
        }
        todo.push(Task::Text("}"));
        if is_first(record, id) {
            let others: Vec<_> =
                std::iter::successors(record.sibling(id), |&id| record.sibling(id)).collect();
            if !others.is_empty() {
                todo.push(Task::Text("]"));
                for (at, &other) in others.iter().enumerate().rev() {
                    todo.push(Task::Text("]"));
                    todo.push(Task::Node(other));
                    todo.push(Task::Text(if at > 0 { ",[" } else { "[" }));
                }
                todo.push(Task::Text(",\"forks\":["));
            }
        }
    }

    fn one_move(&self, id: NodeId, usi: &UsiMove, position: &Position) -> Option<String> {
        if matches!(usi, UsiMove::Board { via, .. } if !via.is_empty()) {
            return None;
        }
        let rules = self.rules;
        let geometry = rules.geometry();
        let mut out = format!("{{\"color\":{}", position.side() as u8);
        let last = self.record.last_to(id);
        let to = match usi {
            UsiMove::Board { from, to, promotes, .. } => {
                let from_square = geometry.square(from.file, from.rank)?;
                let to_square = geometry.square(to.file, to.rank)?;
                let man = position.man_at(from_square)?;
                let _ = write!(out, ",\"from\":{{\"x\":{},\"y\":{}}}", from.file, from.rank);
                let _ = write!(out, ",\"piece\":\"{}\"", code(rules.code(man.kind)));
                if *promotes || position.may_promote(man.kind, from_square, to_square) {
                    let _ = write!(out, ",\"promote\":{promotes}");
                }
                if let Some(victim) = position.man_at(to_square) {
                    let _ = write!(out, ",\"capture\":\"{}\"", code(rules.code(victim.kind)));
                }
                to
            }
            UsiMove::Drop { code: name, to } => {
                let _ = write!(out, ",\"piece\":\"{}\"", code(rules.code(rules.kind(name)?)));
                to
            }
            UsiMove::Pass => return None,
        };
        let _ = write!(out, ",\"to\":{{\"x\":{},\"y\":{}}}", to.file, to.rank);
        if last == Some(*to) {
            out.push_str(",\"same\":true");
        }
        let words = japanese(position, usi, last, Digits::Mixed).unwrap_or_default();
        let is_drop = matches!(usi, UsiMove::Drop { .. });
        let relative: String = if is_drop {
            "H".to_owned()
        } else {
            let letter = |c| "左L直C右R上U寄M引D".chars().skip_while(|&d| d != c).nth(1);
            words.chars().filter_map(letter).collect()
        };
        if !relative.is_empty() {
            let _ = write!(out, ",\"relative\":\"{relative}\"");
        }
        out.push('}');
        Some(out)
    }

    fn time(&mut self, id: NodeId) {
        let node = self.record.node(id);
        let Some(time) = node.time else { return };
        if !time.get().is_multiple_of(1000) {
            self.text.lose(say::milliseconds_lost("JKF"), Some(id));
        }
        let parent = self.record.parent(id).unwrap_or(NodeId::ROOT);
        let side = self.record.side_at(parent) as usize;
        let now = time.get() / 1000;
        let total = node.total.map_or(self.spent[id.index()][side], |total| total.get()) / 1000;
        let _ = write!(
            self.text.text,
            ",\"time\":{{\"now\":{{\"m\":{},\"s\":{}}},\"total\":{{\"h\":{},\"m\":{},\"s\":{}}}}}",
            now / 60,
            now % 60,
            total / 3600,
            total / 60 % 60,
            total % 60
        );
    }
}

fn is_first(record: &Record, id: NodeId) -> bool {
    record.parent(id).and_then(|parent| record.next(parent)) == Some(id)
}

/// Comments, and bookmarks with the mark they have in KIF.
fn comments(record: &Record, id: NodeId, text: &mut Text) -> Vec<String> {
    let Some(note) = &record.node(id).note else { return Vec::new() };
    if !note.asides.is_empty() {
        text.lose(say::asides_lost(), Some(id));
    }
    if note.comments.iter().any(|comment| comment.starts_with('&')) {
        text.lose(say::comment_as_bookmark(), Some(id));
        text.lose(say::bookmark_of_comment(), Some(id));
    }
    let bookmarks = note.bookmarks.iter().map(|bookmark| format!("&{bookmark}"));
    note.comments.iter().cloned().chain(bookmarks).collect()
}

/// The code of CSA for a code of SFEN.
fn code(code: &str) -> &'static str {
    NAMES.iter().position(|name| name.code == code).map_or("??", |row| CODES[row])
}
