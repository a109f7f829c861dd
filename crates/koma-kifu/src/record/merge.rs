//! Two records become one tree.

use std::fmt;

use super::{Header, Node, Note, Play, Record};
use crate::{End, NodeId};

/// Why two records are not merged.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MergeError {
    /// They are of different games, or one of them cannot be played here.
    OtherGame,
    /// They start from different positions: first, second.
    OtherStart(String, String),
    /// They tell of two games: other players, another day, another ending.
    TwoGames(Vec<Difference>),
}

/// What two records say differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The key of a header, or 終局 for the ending.
    pub what: String,
    /// What the first says.
    pub one: String,
    /// What the second says.
    pub two: String,
}

/// What came of a merge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// New moves and endings.
    pub added: usize,
    /// Headers of the second record that stand as a comment where its line leaves the main line.
    pub headers_moved: usize,
    /// Times of the second record that are left out: the first keeps its own.
    pub times_left_out: usize,
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherGame => f.write_str("the records are of different games"),
            Self::OtherStart(one, two) => {
                write!(f, "the records start from different positions: {one}, and {two}")
            }
            Self::TwoGames(differences) => {
                f.write_str("the records tell of two games")?;
                differences.iter().enumerate().try_for_each(
                    |(at, Difference { what, one, two })| {
                        write!(f, "{} {what} {one:?} and {two:?}", if at == 0 { ":" } else { "," })
                    },
                )
            }
        }
    }
}

impl std::error::Error for MergeError {}

/// Headers by which games are told apart.
const IDENTITY: [&str; 8] = ["先手", "後手", "下手", "上手", "開始日時", "対局日", "棋戦", "場所"];

/// The name of an ending among the differences.
const ENDING: &str = "終局";

impl Record {
    /// Adds the lines of another record of the same start. Moves that are there already gain its
    /// comments and bookmarks.
    ///
    /// Two records of one game, of which one may go further, also share headers and times. Of a
    /// record that leaves the main line, headers become a comment where it does, and the moves it
    /// shares keep their times. Records of two games are refused, unless `force` is given: then the
    /// second is such a line.
    pub fn merge(&mut self, other: &Self, force: bool) -> Result<Merged, MergeError> {
        let (Some(one), Some(two)) = (&self.board, &other.board) else {
            return Err(MergeError::OtherGame);
        };
        if one.rules.variant().slug != two.rules.variant().slug {
            return Err(MergeError::OtherGame);
        }
        let start = |board: &super::Board| board.setup.write_without_ply(&board.rules);
        if start(one) != start(two) {
            return Err(MergeError::OtherStart(start(one), start(two)));
        }
        let leaves = self.leaves(other);
        let mut differences = self.other_headers(other);
        if leaves.is_none() {
            differences.extend(self.other_ending(other));
        }
        if !differences.is_empty() && !force {
            return Err(MergeError::TwoGames(differences));
        }
        let is_one = differences.is_empty() && leaves.is_none();
        let before = self.len();
        let mut merged = Merged::default();
        self.add_note(NodeId::ROOT, other.node(NodeId::ROOT), is_one, &mut merged);
        let copies = self.graft(other, NodeId::ROOT, NodeId::ROOT, is_one, &mut merged);
        let is_new = |header: &&Header| !self.headers.iter().any(|known| known == *header);
        let headers: Vec<Header> = other.headers.iter().filter(is_new).cloned().collect();
        if is_one {
            self.headers.0.extend(headers);
        } else if !headers.is_empty() {
            let line: Vec<NodeId> = other.main_line().map(|id| copies[id.index()]).collect();
            let new = || line.iter().copied().find(|id| id.index() > before);
            let place = leaves.map(|id| copies[id.index()]).or_else(new).or(line.last().copied());
            let place = place.unwrap_or(NodeId::ROOT);
            for Header { key, value } in headers {
                let told = format!("{key}：{value}");
                // It may stand there from an earlier merge.
                if !line.iter().any(|&id| self.node(id).comments().contains(&told)) {
                    self.node_mut(place).note_mut().comments.push(told);
                    merged.headers_moved += 1;
                }
            }
        }
        merged.added = self.len() - before;
        Ok(merged)
    }

    /// The first move or ending of another record's main line beyond this one's; `None` where one
    /// goes on with the other.
    fn leaves(&self, other: &Self) -> Option<NodeId> {
        let is_move = |record: &Self, id: NodeId| record.node(id).is_move();
        let mine = self.main_line().filter(|&id| is_move(self, id));
        let mut theirs = other.main_line().filter(|&id| is_move(other, id));
        for id in mine {
            let their = theirs.next()?;
            if !is_same(&self.node(id).play, &other.node(their).play) {
                return Some(their);
            }
        }
        None
    }

    fn other_headers(&self, other: &Self) -> Vec<Difference> {
        let told = |record: &Self, key: &str| {
            let value = record.headers.get(key)?.trim_matches([' ', '\t', '\u{3000}']).to_owned();
            Some(value).filter(|value| !value.is_empty())
        };
        let differ = |key: &&str| {
            let (one, two) = (told(self, key)?, told(other, key)?);
            (one != two).then(|| Difference { what: (*key).to_owned(), one, two })
        };
        IDENTITY.iter().filter_map(differ).collect()
    }

    /// Endings that are not of one game: other ways or winners, or other numbers of moves. One that
    /// was interrupted may go on.
    fn other_ending(&self, other: &Self) -> Option<Difference> {
        let told = |record: &Self| {
            let (id, ending) = record.ending_node()?;
            (ending.end != End::Interrupted).then(|| (record.node(id).depth(), ending.clone()))
        };
        let moves = |record: &Self| {
            record.main_line().filter(|&id| record.node(id).is_move()).count() as u32
        };
        let words = |record: &Self| match record.ending_node() {
            Some((id, ending)) => {
                format!(
                    "{}手 {}",
                    record.node(id).depth() - 1,
                    ending.words_for(record.side_at(id))
                )
            }
            None => format!("{}手", moves(record)),
        };
        let is_other = match (told(self), told(other)) {
            (Some((one, a)), Some((two, b))) => {
                one != two || a.end != b.end || a.winner != b.winner
            }
            (Some((end, _)), None) => moves(other) >= end,
            (None, Some((end, _))) => moves(self) >= end,
            (None, None) => false,
        };
        is_other.then(|| Difference {
            what: ENDING.to_owned(),
            one: words(self),
            two: words(other),
        })
    }

    /// Copies everything after a node of another record, or finds it there; gives where each of its
    /// nodes is now.
    fn graft(
        &mut self,
        other: &Self,
        from: NodeId,
        to: NodeId,
        is_one: bool,
        merged: &mut Merged,
    ) -> Vec<NodeId> {
        let mut copies = vec![to; other.len() + 1];
        let mut todo = vec![(from, to)];
        while let Some((from, to)) = todo.pop() {
            for child in other.children(from) {
                let node = other.node(child);
                let twin = self.children(to).find(|&id| is_same(&self.node(id).play, &node.play));
                let copy = match twin {
                    Some(twin) => {
                        self.add_note(twin, node, is_one, merged);
                        twin
                    }
                    None => self.copy(node, to),
                };
                copies[child.index()] = copy;
                todo.push((child, copy));
            }
        }
        copies
    }

    /// Adds what another node knows about the same move: its times only if it is one game.
    fn add_note(&mut self, id: NodeId, other: &Node, is_one: bool, merged: &mut Merged) {
        let node = self.node_mut(id);
        if is_one {
            node.time = node.time.or(other.time);
            node.total = node.total.or(other.total);
        }
        if other.time.is_some() && other.time != node.time {
            merged.times_left_out += 1;
        }
        let Some(other) = &other.note else { return };
        let note: &mut Note = node.note_mut();
        let add = |list: &mut Vec<String>, more: &[String]| {
            if !list.windows(more.len().max(1)).any(|part| part == more) {
                list.extend_from_slice(more);
            }
        };
        add(&mut note.comments, &other.comments);
        add(&mut note.bookmarks, &other.bookmarks);
        add(&mut note.asides, &other.asides);
        note.result = note.result.take().or_else(|| other.result.clone());
    }
}

/// Endings in other words are the same ending.
fn is_same(one: &Play, two: &Play) -> bool {
    match (one, two) {
        (Play::End(one), Play::End(two)) => one.end == two.end && one.winner == two.winner,
        _ => one == two,
    }
}
