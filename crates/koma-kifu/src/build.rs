//! Building a record move by move, with a board.

use std::collections::HashMap;

use koma_rules::{IllegalMove, Move, Position, UsiMove};

use crate::{Ending, Millis, Node, NodeId, Offence, Play, Record, Table, Unread};

/// A record under construction: the place reached so far and the position there.
///
/// Every reader that resolves moves stands on it. It asks the rules about every move, keeps moves
/// against the rules, and finds branch points and positions in bounded time however the lines of a
/// file are ordered.
#[derive(Debug)]
pub struct Builder {
    record: Record,
    here: NodeId,
    table: Option<Table>,
    /// How many nodes lead here from the root.
    level: u32,
    /// Whether the move that led here or one before it could not be carried out.
    is_lost: bool,
    /// Where each node is in the tree. Most records have one line and never ask, so the list is
    /// brought up to date only before it is used.
    places: Vec<Place>,
    /// Positions of nodes far from the start.
    checkpoints: HashMap<NodeId, Position>,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    /// A far ancestor, chosen so that any ancestor is found in logarithmic time.
    jump: NodeId,
    /// How many nodes lead here from the root.
    level: u32,
    /// Whether this move or one before it could not be carried out.
    is_lost: bool,
}

impl Builder {
    /// Starts at the root of a record without moves.
    pub fn new(record: Record) -> Self {
        debug_assert!(record.is_empty());
        let table = record.board.as_ref().map(Table::new);
        Self {
            record,
            here: NodeId::ROOT,
            table,
            level: 0,
            is_lost: false,
            places: Vec::new(),
            checkpoints: HashMap::new(),
        }
    }

    /// Makes room for more nodes.
    pub fn reserve(&mut self, nodes: usize) {
        self.record.reserve(nodes);
        if let Some(table) = &mut self.table {
            table.reserve(nodes);
        }
    }

    /// The record so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The record so far, to change headers and notes.
    pub fn record_mut(&mut self) -> &mut Record {
        &mut self.record
    }

    /// The place reached.
    pub fn here(&self) -> NodeId {
        self.here
    }

    /// The position there; `None` where the game is unknown, or after a move that could not be
    /// carried out.
    pub fn position(&self) -> Option<&Position> {
        self.table.as_ref().filter(|_| !self.is_lost).map(Table::position)
    }

    /// The record, finished.
    pub fn finish(self) -> Record {
        self.record
    }

    /// Plays a move that is legal: one for which [`Position::is_legal`] said so.
    pub fn play_legal(&mut self, mv: Move) -> NodeId {
        if let Some(table) = &mut self.table {
            table.play_unchecked(mv);
        }
        self.add(Play::Move(mv))
    }

    /// Whether a line of moves can go on here with [`Builder::go_on`].
    pub(crate) fn is_at_tip(&self) -> bool {
        let node = self.record.node(self.here);
        matches!(node.play, Play::Move(_)) && self.record.next(self.here).is_none()
    }

    /// Plays a move at the tip of a line, if it is legal: what [`Builder::play_legal`] does, but
    /// nothing else can be there already.
    pub(crate) fn go_on(&mut self, mv: Move) -> Option<&mut Node> {
        debug_assert!(self.is_at_tip());
        self.table.as_mut()?.play_if_legal(mv).then_some(())?;
        let id = self.append(Play::Move(mv));
        Some(self.record.node_mut(id))
    }

    /// Plays a move: legal ones as such, others marked with the reason. A move that cannot be
    /// carried out at all is kept as text, and so is everything after it.
    pub fn play(&mut self, usi: &UsiMove) -> Result<NodeId, (NodeId, Option<IllegalMove>)> {
        let Some(table) = self.table.as_mut().filter(|_| !self.is_lost) else {
            return Err((self.unread(usi.to_string(), None), None));
        };
        let reason = match table.judge(usi) {
            Ok(mv) => {
                let mv = as_written(mv, usi, table.position());
                return Ok(self.play_legal(mv));
            }
            Err(reason) => reason,
        };
        if table.force(usi) {
            let offence = Offence { usi: usi.clone(), reason: reason.clone() };
            return Err((self.add(Play::Illegal(Box::new(offence))), Some(reason)));
        }
        table.back();
        Err((self.unread(usi.to_string(), Some(reason.clone())), Some(reason)))
    }

    /// Keeps a move that cannot be carried out as text.
    pub fn unread(&mut self, text: impl Into<String>, reason: Option<IllegalMove>) -> NodeId {
        self.stand_still(Play::Unread(Box::new(Unread { text: text.into(), reason })))
    }

    /// Adds an ending.
    pub fn end(&mut self, ending: Ending) -> NodeId {
        self.stand_still(Play::End(Box::new(ending)))
    }

    /// Time spent on the node reached, and in all.
    pub fn time(&mut self, time: Option<Millis>, total: Option<Millis>) {
        let node = self.record.node_mut(self.here);
        (node.time, node.total) = (time, total);
    }

    /// The last node on the way to `node` (itself included) whose number is `depth`.
    pub fn ancestor_at(&mut self, node: NodeId, depth: u32) -> Option<NodeId> {
        self.place_all();
        let depth_of = |id: NodeId| self.record.node(id).depth();
        if depth_of(node) <= depth {
            return (depth_of(node) == depth).then_some(node);
        }
        let after = self.climb(node, |id| depth_of(id) > depth);
        self.record.parent(after).filter(|&found| depth_of(found) == depth)
    }

    /// Goes to a node of the record.
    pub fn go(&mut self, target: NodeId) {
        self.place_all();
        let level = |id: NodeId| self.places[id.index()].level;
        let steps = level(self.here).saturating_sub(level(target)) as usize;
        let is_behind = self.climb(self.here, |id| level(id) >= level(target)) == target;
        match &mut self.table {
            Some(table) if is_behind && table.depth() >= steps => {
                for _ in 0..steps {
                    table.back();
                }
            }
            Some(_) => self.jump_to(target),
            None => {}
        }
        let place = self.places[target.index()];
        (self.here, self.level, self.is_lost) = (target, place.level, place.is_lost);
    }

    /// Sets the table up for a node, from the last checkpoint before it.
    fn jump_to(&mut self, target: NodeId) {
        let mut way = Vec::new();
        let mut from = target;
        let table = loop {
            if let Some(position) = self.checkpoints.get(&from) {
                break Some(Table::at(position.clone()));
            }
            let Some(parent) = self.record.parent(from) else {
                break self.record.board.as_ref().map(Table::new);
            };
            way.push(from);
            from = parent;
        };
        self.table = table.map(|mut table| {
            way.iter().rev().for_each(|&id| table.step(&self.record.node(id).play));
            table
        });
    }

    /// The highest node on the way to `node` that fulfils a condition which holds for `node` and,
    /// once it fails on the way up, fails for all above.
    fn climb(&self, mut node: NodeId, holds: impl Fn(NodeId) -> bool) -> NodeId {
        while let Some(parent) = self.record.parent(node).filter(|&parent| holds(parent)) {
            let jump = self.places[node.index()].jump;
            node = if holds(jump) { jump } else { parent };
        }
        node
    }

    /// Adds a node that leaves the position as it is.
    fn stand_still(&mut self, play: Play) -> NodeId {
        if let Some(table) = &mut self.table {
            table.step(&play);
        }
        self.add(play)
    }

    /// Adds a node, or finds it among the children there, and goes there. The table is there
    /// already.
    fn add(&mut self, play: Play) -> NodeId {
        self.is_lost |= matches!(play, Play::Unread(_));
        if let Some(found) = self.child(&play) {
            (self.here, self.level) = (found, self.level + 1);
            return found;
        }
        self.append(play)
    }

    /// Adds a node that is known to have no twin.
    fn append(&mut self, play: Play) -> NodeId {
        let id = self.record.add(self.here, play);
        (self.here, self.level) = (id, self.level + 1);
        if self.level.is_multiple_of(CHECKPOINT)
            && let Some(table) = &self.table
        {
            self.checkpoints.insert(id, table.position().clone());
        }
        id
    }

    /// Finds out where the nodes that were added since the last time are in the tree.
    fn place_all(&mut self) {
        for index in self.places.len()..=self.record.len() {
            let id = NodeId::new(index);
            let Some(parent) = self.record.parent(id) else {
                self.places.push(Place { jump: id, level: 0, is_lost: false });
                continue;
            };
            let before = self.places[parent.index()];
            let far = self.places[before.jump.index()];
            // Skip as far again where the last two jumps were equally long.
            let is_even =
                before.level - far.level == far.level - self.places[far.jump.index()].level;
            let jump = if is_even { far.jump } else { parent };
            let is_unread = matches!(self.record.node(id).play, Play::Unread(_));
            let is_lost = before.is_lost || is_unread;
            self.places.push(Place { jump, level: before.level + 1, is_lost });
        }
    }

    /// A child of the place reached that is the same move or ending.
    fn child(&self, play: &Play) -> Option<NodeId> {
        let children = self.record.children(self.here).take(MOST_COMPARED);
        let same = |id: &NodeId| self.record.node(*id).play == *play;
        children.into_iter().find(same)
    }
}

/// The move with the squares on its way that the record names, also where nothing is taken there.
fn as_written(mv: Move, usi: &UsiMove, position: &Position) -> Move {
    let UsiMove::Board { via, .. } = usi else { return mv };
    if via.is_empty() || via.len() > Move::MOST_VIA {
        return mv;
    }
    let geometry = position.rules().geometry();
    let squares = via.iter().map(|square| geometry.square(square.file, square.rank));
    squares.collect::<Option<Vec<_>>>().map_or(mv, |squares| mv.through(&squares))
}

/// Twins are looked for among so many children: no honest file has more.
const MOST_COMPARED: usize = 1000;

/// A position is kept every so many nodes.
const CHECKPOINT: u32 = 256;
