//! Changing the tree: reorder, extract, merge.

use std::collections::HashSet;
use std::fmt;

use super::{Header, Node, Note, Play, Record};
use crate::NodeId;

/// Why two records cannot be merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MergeError {
    /// They are of different games, or one of them cannot be played here.
    OtherGame,
    /// They start from different positions.
    OtherStart,
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OtherGame => "the records are of different games",
            Self::OtherStart => "the records start from different positions",
        })
    }
}

impl std::error::Error for MergeError {}

impl Record {
    /// Moves a node to another place among its siblings; place 0 makes it go on with the line.
    pub fn reorder(&mut self, id: NodeId, place: usize) {
        let Some(parent) = self.parent(id) else { return };
        let mut children: Vec<_> = self.children(parent).filter(|&child| child != id).collect();
        children.insert(place.min(children.len()), id);
        for pair in children.windows(2) {
            self.nodes[pair[0].index()].next_sibling = Some(pair[1]);
        }
        let last = children.last().copied();
        if let Some(last) = last {
            self.nodes[last.index()].next_sibling = None;
        }
        let parent = &mut self.nodes[parent.index()];
        (parent.first_child, parent.last_child) = (children.first().copied(), last);
    }

    /// Makes the way to a node the main line.
    pub fn promote(&mut self, id: NodeId) {
        for node in self.path(id) {
            self.reorder(node, 0);
        }
    }

    /// A record of the way to a node and everything after it.
    #[must_use]
    pub fn extract(&self, id: NodeId) -> Self {
        let mut extract = self.without_moves();
        let mut here = NodeId::ROOT;
        for node in self.path(id) {
            here = extract.copy(self.node(node), here);
        }
        extract.graft(self, id, here);
        extract
    }

    /// A record of the main line only.
    #[must_use]
    pub fn main_line_only(&self) -> Self {
        let mut main = self.without_moves();
        let mut here = NodeId::ROOT;
        for node in self.main_line() {
            here = main.copy(self.node(node), here);
        }
        main
    }

    /// A record without a node and everything after it.
    #[must_use]
    pub fn without(&self, id: NodeId) -> Self {
        let mut rest = self.without_moves();
        let mut todo = vec![(NodeId::ROOT, NodeId::ROOT)];
        while let Some((from, to)) = todo.pop() {
            for child in self.children(from).filter(|&child| child != id) {
                let copy = rest.copy(self.node(child), to);
                todo.push((child, copy));
            }
        }
        rest
    }

    /// Adds the lines of another record of the same start: moves that are there already gain its
    /// comments, bookmarks and times. Headers are added where their keys are new. Gives the number
    /// of new nodes.
    pub fn merge(&mut self, other: &Self) -> Result<usize, MergeError> {
        let (Some(one), Some(two)) = (&self.board, &other.board) else {
            return Err(MergeError::OtherGame);
        };
        if one.rules.variant().slug != two.rules.variant().slug {
            return Err(MergeError::OtherGame);
        }
        let start = |board: &super::Board| board.setup.write_without_ply(&board.rules);
        if start(one) != start(two) {
            return Err(MergeError::OtherStart);
        }
        let known: HashSet<String> = self.headers.iter().map(|header| header.key.clone()).collect();
        let is_new = |header: &&Header| !known.contains(&header.key);
        self.headers.0.extend(other.headers.iter().filter(is_new).cloned());
        let before = self.len();
        self.add_note(NodeId::ROOT, other.node(NodeId::ROOT));
        self.graft(other, NodeId::ROOT, NodeId::ROOT);
        Ok(self.len() - before)
    }

    /// Copies everything after a node of another record, or finds it there.
    fn graft(&mut self, other: &Self, from: NodeId, to: NodeId) {
        let mut todo = vec![(from, to)];
        while let Some((from, to)) = todo.pop() {
            for child in other.children(from) {
                let node = other.node(child);
                let twin = self.children(to).find(|&id| is_same(&self.node(id).play, &node.play));
                let copy = match twin {
                    Some(twin) => {
                        self.add_note(twin, node);
                        twin
                    }
                    None => self.copy(node, to),
                };
                todo.push((child, copy));
            }
        }
    }

    /// Adds what another node knows about the same move.
    fn add_note(&mut self, id: NodeId, other: &Node) {
        let node = self.node_mut(id);
        node.time = node.time.or(other.time);
        node.total = node.total.or(other.total);
        let Some(other) = &other.note else { return };
        let note: &mut Note = node.note_mut();
        let add = |list: &mut Vec<String>, more: &[String]| {
            if !list.ends_with(more) {
                list.extend_from_slice(more);
            }
        };
        add(&mut note.comments, &other.comments);
        add(&mut note.bookmarks, &other.bookmarks);
        note.result = note.result.take().or_else(|| other.result.clone());
    }

    fn copy(&mut self, node: &Node, parent: NodeId) -> NodeId {
        let id = self.add(parent, node.play.clone());
        let copy = self.node_mut(id);
        (copy.time, copy.total, copy.line) = (node.time, node.total, node.line);
        copy.note = node.note.clone();
        id
    }

    /// The same head and start, nothing played.
    fn without_moves(&self) -> Self {
        let mut root = Node::new(Play::Start, None, 0);
        root.note = self.node(NodeId::ROOT).note.clone();
        Self {
            variant: self.variant.clone(),
            board: self.board.clone(),
            handicap: self.handicap.clone(),
            headers: self.headers.clone(),
            diagram: self.diagram.clone(),
            nodes: vec![root],
        }
    }
}

/// Endings in other words are the same ending.
fn is_same(one: &Play, two: &Play) -> bool {
    match (one, two) {
        (Play::End(one), Play::End(two)) => one.end == two.end && one.winner == two.winner,
        _ => one == two,
    }
}
