//! Positions of a record, one after the other.

use koma_rules::Position;

use crate::{NodeId, Record, Table};

/// A node and the position after it.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The node; the root for the start position.
    pub node: NodeId,
    /// The position after its move.
    pub position: Position,
}

/// The positions along a line, the start position first. A move that could not be carried out
/// leaves the position as it was, and the replay ends with it.
#[derive(Clone, Debug)]
pub struct Replay<'r> {
    record: &'r Record,
    line: std::vec::IntoIter<NodeId>,
    table: Option<Table>,
}

impl Record {
    /// The positions of the main line.
    pub fn replay(&self) -> Replay<'_> {
        self.replay_along(self.main_line().collect())
    }

    /// The positions on the way to a node.
    pub fn replay_to(&self, id: NodeId) -> Replay<'_> {
        self.replay_along(self.path(id))
    }

    fn replay_along(&self, mut line: Vec<NodeId>) -> Replay<'_> {
        line.insert(0, NodeId::ROOT);
        Replay { record: self, line: line.into_iter(), table: self.board.as_ref().map(Table::new) }
    }

    /// The position after a node; `None` where the game is unknown.
    pub fn position_at(&self, id: NodeId) -> Option<Position> {
        let mut table = Table::new(self.board.as_ref()?);
        self.path(id).into_iter().for_each(|id| table.step(&self.node(id).play));
        Some(table.position().clone())
    }

    /// The position at the end of the main line.
    pub fn last_position(&self) -> Option<Position> {
        let mut table = Table::new(self.board.as_ref()?);
        self.main_line().for_each(|id| table.step(&self.node(id).play));
        Some(table.position().clone())
    }

    /// A walk over the whole tree.
    pub fn walk(&self) -> Walk<'_> {
        let table = self.board.as_ref().map(Table::new);
        Walk { record: self, table, here: None }
    }
}

impl Iterator for Replay<'_> {
    type Item = Frame;

    fn next(&mut self) -> Option<Frame> {
        let node = self.line.next()?;
        let table = self.table.as_mut()?;
        if node != NodeId::ROOT {
            table.step(&self.record.node(node).play);
        }
        Some(Frame { node, position: table.position().clone() })
    }
}

/// A walk over a record in the order of its lines: each node after its parent, first children
/// first, with the position *before* each node at hand.
#[derive(Clone, Debug)]
pub struct Walk<'r> {
    record: &'r Record,
    table: Option<Table>,
    here: Option<NodeId>,
}

impl Walk<'_> {
    /// The next node, the root first.
    #[expect(clippy::should_implement_trait, reason = "the position goes with it")]
    pub fn next(&mut self) -> Option<NodeId> {
        let Some(here) = self.here else {
            self.here = Some(NodeId::ROOT);
            return self.here;
        };
        let mut next = self.record.next(here);
        let mut node = here;
        if next.is_some() && node != NodeId::ROOT {
            self.step(node);
        }
        while next.is_none() {
            next = self.record.sibling(node);
            if next.is_none() {
                node = self.record.parent(node)?;
                if node == NodeId::ROOT {
                    return None;
                }
                if let Some(table) = &mut self.table {
                    table.back();
                }
            }
        }
        self.here = next;
        next
    }

    /// The position before the node that [`Walk::next`] gave last; `None` where the game is
    /// unknown.
    pub fn position(&self) -> Option<&Position> {
        self.table.as_ref().map(Table::position)
    }

    fn step(&mut self, node: NodeId) {
        if let Some(table) = &mut self.table {
            table.step(&self.record.node(node).play);
        }
    }
}
