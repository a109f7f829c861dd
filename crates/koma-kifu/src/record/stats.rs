//! What can be counted in a record.

use koma_rules::Side;

use super::{Node, Play, Record};
use crate::{End, Ending, NodeId};

/// Figures about a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Moves on the main line, endings not counted.
    pub moves: usize,
    /// Moves and endings of all lines.
    pub nodes: usize,
    /// Nodes that are not the first child of their parent.
    pub branches: usize,
    /// Nodes with comments, the start position included.
    pub commented: usize,
    /// Bookmarks.
    pub bookmarks: usize,
    /// Milliseconds each side spent on the main line, Sente first; `None` where no move of the
    /// side has a time.
    pub time: [Option<u64>; 2],
    /// Moves against the rules on the main line, as numbers of moves.
    pub illegal: Vec<u32>,
    /// Moves that could not be carried out, in all lines.
    pub unread: usize,
    /// How the main line ends.
    pub ending: Option<Ending>,
}

impl Record {
    /// Counts.
    pub fn stats(&self) -> Stats {
        let nodes = || self.ids().map(|id| self.node(id));
        let is_unread = |node: &Node| matches!(node.play, Play::Unread(_));
        let mut stats = Stats {
            nodes: self.len(),
            branches: self.branches(),
            commented: nodes().filter(|node| !node.comments().is_empty()).count(),
            bookmarks: nodes().map(|node| node.bookmarks().len()).sum(),
            unread: nodes().filter(|node| is_unread(node)).count(),
            ending: self.ending().cloned(),
            ..Stats::default()
        };
        let mut side = self.side_at(NodeId::ROOT);
        for id in self.main_line() {
            let node = self.node(id);
            if let Some(time) = node.time {
                let total = &mut stats.time[side as usize];
                *total = Some(total.unwrap_or(0).saturating_add(time.get()));
            }
            match &node.play {
                Play::Move(_) => stats.moves += 1,
                Play::Illegal(_) => {
                    stats.moves += 1;
                    stats.illegal.push(self.ply(id));
                }
                Play::Unread(_) => {}
                Play::Start | Play::End(_) => continue,
            }
            side = side.other();
        }
        stats
    }

    /// The moves against the rules that did not end their game as a foul (反則).
    pub fn offences(&self) -> impl Iterator<Item = NodeId> {
        let is_foul = |id: NodeId| match &self.node(id).play {
            Play::End(ending) => {
                let is_named = |text: &String| text.contains("反則");
                matches!(
                    ending.end,
                    End::IllegalMove | End::OpponentIllegal | End::IllegalAction(_)
                ) || ending.text.as_ref().is_some_and(is_named)
            }
            _ => false,
        };
        let is_offence = move |id: &NodeId| {
            matches!(self.node(*id).play, Play::Illegal(_)) && !self.children(*id).any(is_foul)
        };
        self.ids().filter(is_offence)
    }

    /// The side to move after a node.
    pub fn side_at(&self, id: NodeId) -> Side {
        let first = self.board.as_ref().map_or(Side::Sente, |board| board.setup.side);
        let node = self.node(id);
        let moves = node.depth() - u32::from(matches!(node.play, Play::End(_)));
        if moves.is_multiple_of(2) { first } else { first.other() }
    }
}
