//! The record: headers, a start position and a tree of moves.

mod edit;
mod merge;
mod node;
mod stats;

use std::sync::Arc;

use koma_rules::{Position, Ruleset, Setup, Side, SquareName, UsiMove};

pub use merge::{Difference, MergeError, Merged};
pub use node::{Millis, Node, NodeId, Note, Offence, Play, Unread};
pub use stats::Stats;

use crate::{Ending, Handicap, games};

/// One line of a record's head: `先手：羽生善治`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The key in the words of KIF where KIF has a word for it (`先手`, `棋戦`), else as the file
    /// has it.
    pub key: String,
    /// The value as it stands there, blanks included.
    pub value: String,
}

/// The head of a record: all lines in the order of the file, duplicates included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headers(pub(crate) Vec<Header>);

impl Headers {
    /// Gives the first line of a key another value, or adds one; without a value the key goes.
    pub fn set(&mut self, key: &str, value: &str) {
        match self.0.iter_mut().find(|header| header.key == *key) {
            Some(header) if !value.is_empty() => header.value = value.into(),
            Some(_) => self.retain(|header| header.key != *key),
            None if value.is_empty() => {}
            None => self.push(key, value),
        }
    }

    /// Keeps the lines of which a test holds.
    pub fn retain(&mut self, test: impl FnMut(&Header) -> bool) {
        self.0.retain(test);
    }

    /// The first value under a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|header| header.key == key).map(|header| &*header.value)
    }

    /// Adds a line at the end.
    pub fn push(&mut self, key: impl Into<String>, value: impl Into<String>) {
        self.0.push(Header { key: key.into(), value: value.into() });
    }

    /// All lines in order.
    pub fn iter(&self) -> impl Iterator<Item = &Header> {
        self.0.iter()
    }
}

/// The rules of a record and where its game starts.
#[derive(Clone, Debug)]
pub struct Board {
    /// The rules it is played by.
    pub rules: Arc<Ruleset>,
    /// The start position; `setup.ply` is the number of the first move.
    pub setup: Setup,
    /// The square of the move before the start, where a diagram says so: 同 refers to it.
    pub last_to: Option<SquareName>,
}

impl Board {
    /// The start position of a game.
    pub fn start(rules: &Arc<Ruleset>) -> Self {
        Self { rules: Arc::clone(rules), setup: rules.start().clone(), last_to: None }
    }

    /// The position to begin from, whatever its faults.
    pub fn position(&self) -> Position {
        if self.setup == *self.rules.start() {
            return games::start(&self.rules);
        }
        Position::unjudged(&self.rules, &self.setup)
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.setup == other.setup
            && self.last_to == other.last_to
            && self.rules.variant().slug == other.rules.variant().slug
    }
}

/// A game, or a problem, or an analysis: headers, a start position and a tree of moves.
///
/// The first child of a node goes on with the main line. An ending is a node of its own and may
/// have siblings (a variation instead of resigning).
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The game's slug (`shogi`), or its name in the file where the catalogue has none.
    pub variant: String,
    /// Rules and start position; `None` where the game cannot be played here, and then no move is
    /// resolved.
    pub board: Option<Board>,
    /// The handicap the file names (手合割), also where a diagram says otherwise.
    pub handicap: Option<Handicap>,
    /// The head of the file.
    pub headers: Headers,
    /// A diagram that could not become a position, line by line.
    pub diagram: Vec<String>,
    nodes: Vec<Node>,
}

impl Record {
    /// A record without moves.
    pub fn new(board: Board) -> Self {
        let variant = board.rules.variant().slug.clone();
        Self { board: Some(board), ..Self::unplayable(variant) }
    }

    /// A record of a game whose rules are not known here.
    pub fn unplayable(variant: impl Into<String>) -> Self {
        Self {
            variant: variant.into(),
            board: None,
            handicap: None,
            headers: Headers::default(),
            diagram: Vec::new(),
            nodes: vec![Node::new(Play::Start, None, 0)],
        }
    }

    /// The number of nodes besides the root: moves and endings of all lines.
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Whether there is neither a move nor an ending.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// A node to change. Its place in the tree is changed by the methods of the record.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// All nodes, each after its parent.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len()).map(NodeId::new)
    }

    /// The children of a node, the continuation of the line first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.node(id).first_child, |&child| self.node(child).next_sibling)
    }

    /// The first child: how the line goes on.
    pub fn next(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).first_child
    }

    /// The next alternative to a node.
    pub fn sibling(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).next_sibling
    }

    /// The node before.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// The nodes after `from` that follow first children.
    pub fn line_from(&self, from: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.next(from), |&id| self.next(id))
    }

    /// The main line without the root.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        self.line_from(NodeId::ROOT)
    }

    /// The way from the root to a node, the root left out.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<_> = std::iter::successors(Some(id), |&id| self.parent(id))
            .take_while(|&id| id != NodeId::ROOT)
            .collect();
        path.reverse();
        path
    }

    /// The number of the move of a node as the record counts: the first move is the start
    /// position's number.
    pub fn ply(&self, id: NodeId) -> u32 {
        let first = self.board.as_ref().map_or(1, |board| board.setup.ply);
        first.saturating_add(self.node(id).depth()).saturating_sub(1)
    }

    /// Nodes that are not the first child of their parent: the number of variations.
    pub fn branches(&self) -> usize {
        let has_siblings = |node: &&Node| node.next_sibling.is_some();
        self.nodes.iter().filter(has_siblings).count()
    }

    /// Makes room for more nodes.
    pub fn reserve(&mut self, nodes: usize) {
        self.nodes.reserve(nodes);
    }

    /// Adds a node as the last child of another.
    pub fn add(&mut self, parent: NodeId, play: Play) -> NodeId {
        let id = NodeId::new(self.nodes.len());
        // Moves may go on after an interruption, which is no move.
        let before = &self.nodes[parent.index()];
        let depth = before.depth + u32::from(!matches!(before.play, Play::End(_)));
        self.nodes.push(Node::new(play, Some(parent), depth));
        match self.nodes[parent.index()].last_child.replace(id) {
            Some(brother) => self.nodes[brother.index()].next_sibling = Some(id),
            None => self.nodes[parent.index()].first_child = Some(id),
        }
        id
    }

    /// How the main line ends: the first ending after its last move. A game that was interrupted
    /// and went on without ending again is still an interrupted one.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending_node().map(|(_, ending)| ending)
    }

    /// The same with its node.
    pub fn ending_node(&self) -> Option<(NodeId, &Ending)> {
        let mut ending = None;
        let mut is_over = false;
        for id in self.main_line() {
            match &self.node(id).play {
                Play::End(found) if !is_over => (ending, is_over) = (Some((id, &**found)), true),
                Play::End(_) => {}
                _ => is_over = false,
            }
        }
        ending
    }

    /// The name of a player, from the headers, without blanks at its ends.
    pub fn player(&self, side: Side) -> Option<&str> {
        let keys = match side {
            Side::Sente => ["先手", "下手"],
            Side::Gote => ["後手", "上手"],
        };
        let name = keys.iter().find_map(|key| self.headers.get(key))?;
        Some(name.trim_matches([' ', '\t', '\u{3000}']))
    }

    /// The move of a node as USI writes it, if the node is a move that was carried out.
    pub fn usi(&self, id: NodeId) -> Option<UsiMove> {
        match &self.node(id).play {
            Play::Move(mv) => self.board.as_ref().map(|board| board.rules.usi(*mv)),
            Play::Illegal(offence) => Some(offence.usi.clone()),
            Play::Start | Play::Unread(_) | Play::End(_) => None,
        }
    }

    /// The moves of the main line as USI writes them, up to the first that could not be carried
    /// out.
    pub fn main_usi(&self) -> Vec<UsiMove> {
        let is_read = |id: &NodeId| !matches!(self.node(*id).play, Play::Unread(_));
        self.main_line().take_while(is_read).filter_map(|id| self.usi(id)).collect()
    }
}
