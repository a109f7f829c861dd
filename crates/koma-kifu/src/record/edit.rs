//! Changing the tree: reorder, extract.

use super::{Node, Play, Record};
use crate::NodeId;

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
        let mut todo = vec![(id, here)];
        while let Some((from, to)) = todo.pop() {
            for child in self.children(from) {
                let copy = extract.copy(self.node(child), to);
                todo.push((child, copy));
            }
        }
        extract
    }

    /// The last node of each line, the main line first, variations in the order of KIF: those that
    /// leave a line last come first.
    pub fn tips(&self) -> Vec<NodeId> {
        let mut tips = Vec::new();
        let mut walk = Some(NodeId::ROOT);
        while let Some(id) = walk {
            walk = self.next(id);
            if walk.is_none() {
                tips.push(id);
                walk = std::iter::successors(Some(id), |&id| self.parent(id))
                    .find_map(|id| self.sibling(id));
            }
        }
        tips
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

    /// A record without what comes after the move of a number. Endings stay where nothing was cut.
    #[must_use]
    pub fn up_to(&self, last: u32) -> Self {
        let mut rest = self.without_moves();
        let mut todo = vec![(NodeId::ROOT, NodeId::ROOT)];
        while let Some((from, to)) = todo.pop() {
            for child in self.children(from) {
                let node = self.node(child);
                let number =
                    self.ply(child).saturating_sub(u32::from(matches!(node.play, Play::End(_))));
                if number <= last {
                    let copy = rest.copy(node, to);
                    todo.push((child, copy));
                }
            }
        }
        rest
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

    pub(super) fn copy(&mut self, node: &Node, parent: NodeId) -> NodeId {
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
