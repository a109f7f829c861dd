//! A game while it is read: the place reached, and where its variations hang.

use koma_rules::{Move, Side, Square};
use koma_text::Lines;

use super::lexicon::Lexicon;
use super::resolve;
use super::usual::{self, Usual};
use crate::notation::names::Kinds;
use crate::notation::token::MoveText;
use crate::{Builder, NodeId, Play, Record};

/// What there is once moves begin.
pub(super) struct Game {
    pub build: Builder,
    pub kinds: Option<Kinds>,
    /// The names of men, where the game has its own.
    pub lexicon: Option<Lexicon>,
    /// The number of the first move, less one.
    pub offset: i64,
    /// The lines read so far; the last is the current one.
    pub lines: Vec<Branch>,
    /// Where the last move went, for 同.
    pub last_to: Option<Square>,
    /// Where else the variation that has just begun could hang.
    pub other_parents: Vec<Point>,
}

/// A line of play: the main line or a variation.
#[derive(Clone, Copy)]
pub(super) struct Branch {
    pub tip: NodeId,
    pub depth: u32,
    /// The depth of the node it hangs on.
    pub start: u32,
    /// The line it hangs from.
    pub parent: Option<usize>,
    /// The nearest of those before it that is longer.
    pub longer: Option<usize>,
}

/// A node a variation can hang on, and the line in which it was found.
#[derive(Clone, Copy)]
pub(super) struct Point {
    pub node: NodeId,
    pub line: usize,
}

impl Game {
    /// A game at its start. `expected` is how many moves it may have.
    pub fn new(record: Record, expected: usize) -> Self {
        let kinds = record.board.as_ref().map(|board| Kinds::of(&board.rules));
        let lexicon = record.board.as_ref().and_then(|board| Lexicon::of(&board.rules));
        let last_to = square_before(&record, NodeId::ROOT);
        let mut build = Builder::new(record);
        build.reserve(expected);
        let main = Branch { tip: NodeId::ROOT, depth: 0, start: 0, parent: None, longer: None };
        let lines = vec![main];
        Self { build, kinds, lexicon, offset: 0, lines, last_to, other_parents: Vec::new() }
    }

    /// Whether the line that is read has ended.
    pub fn is_over(&self) -> bool {
        matches!(self.build.record().node(self.build.here()).play, Play::End(_))
    }

    /// Reads the moves in the usual shape that go on with the current line of play, up to the first
    /// line that is anything else.
    pub fn go_on(&mut self, lines: &mut Lines<'_>) {
        if !self.other_parents.is_empty() || !self.build.is_at_tip() {
            return;
        }
        while let Some(line) = usual::take(lines.rest())
            && self.play_usual(&line, lines.number() + 1).is_some()
        {
            lines.pass(line.length);
        }
        self.advance();
    }

    /// Plays a move in the usual shape, if nothing at all is to be said about it.
    fn play_usual(&mut self, line: &Usual, number: usize) -> Option<()> {
        if i64::from(line.number) != i64::from(self.next_depth()) + self.offset {
            return None;
        }
        let position = self.build.position()?;
        let geometry = position.rules().geometry();
        let to = match line.to {
            Some([file, rank]) => geometry.square(file, rank)?,
            None => self.last_to?,
        };
        let kind = self.kinds.as_ref()?.kind(line.man)?;
        let mv = match line.from {
            None => Move::drop(kind, to),
            Some([file, rank]) => {
                let from = geometry.square(file, rank)?;
                position.man_at(from).filter(|man| man.kind == kind)?;
                Move::board(from, to, line.promotes)
            }
        };
        let node = self.build.go_on(mv)?;
        node.line = number as u32;
        if let Some(times) = line.times {
            (node.time, node.total) = (times.time, times.total);
        }
        self.last_to = Some(to);
        Some(())
    }

    /// Where a variation of move `depth` can hang: first the last line read that has such a move,
    /// then the lines it hangs from.
    pub fn branch_points(&mut self, depth: u32) -> Vec<Point> {
        let mut points: Vec<Point> = Vec::new();
        let last = self.lines.len() - 1;
        let mut index = Some(last);
        while let Some(line) = index.map(|index| self.lines[index])
            && line.depth < depth
        {
            // How the current line compares with the others is not known yet.
            index = if index == Some(last) { line.parent } else { line.longer };
        }
        for _ in 0..MOST_POINTS {
            let Some(at) = index else { break };
            let line = self.lines[at];
            if line.depth >= depth
                && let Some(node) = self.build.ancestor_at(line.tip, depth - 1)
                && points.iter().all(|point| point.node != node)
            {
                points.push(Point { node, line: at });
            }
            index = line.parent;
        }
        // A line may also go on where the last one stopped.
        let tip = self.lines[last].tip;
        let is_open = self.build.record().node(tip).is_move();
        if points.is_empty() && is_open && self.lines[last].depth + 1 == depth {
            points.push(Point { node: tip, line: last });
        }
        points
    }

    /// Begins a variation.
    pub fn start_line(&mut self, point: Point) {
        let last = self.lines.len() - 1;
        let depth = self.lines[last].depth;
        let mut longer = self.lines[last].parent;
        while let Some(line) = longer.map(|index| self.lines[index])
            && line.depth <= depth
        {
            longer = line.longer;
        }
        self.lines[last].longer = longer;
        self.lines.push(Branch { parent: None, ..self.lines[last] });
        self.hang(point);
    }

    /// Hangs the last line somewhere, before its first move.
    fn hang(&mut self, point: Point) {
        let depth = self.build.record().node(point.node).depth();
        // The line that the node itself belongs to.
        let mut owner = point.line;
        while let Some(parent) =
            self.lines[owner].parent.filter(|_| self.lines[owner].start >= depth)
        {
            owner = parent;
        }
        let parent = Some(owner);
        if let Some(line) = self.lines.last_mut() {
            *line = Branch { tip: point.node, depth, start: depth, parent, longer: None };
        }
        self.build.go(point.node);
        self.last_to = square_before(self.build.record(), point.node);
    }

    /// Hangs the variation that has just begun elsewhere, if its first move fits there only.
    pub fn choose_parent(&mut self, text: &MoveText) {
        let others = std::mem::take(&mut self.other_parents);
        for point in &others {
            if let (Some(position), Some(kinds)) = (self.build.position(), &self.kinds)
                && resolve::resolve(position, kinds, text, self.last_to).is_ok()
            {
                return;
            }
            self.hang(*point);
        }
    }

    pub fn mover(&self) -> Side {
        self.build.record().side_at(self.build.here())
    }

    /// The number the next move has in the record.
    pub fn next_depth(&self) -> u32 {
        let node = self.build.record().node(self.build.here());
        node.depth() + u32::from(!matches!(node.play, Play::End(_)))
    }

    pub fn ply(&self) -> u32 {
        self.build.record().ply(self.build.here())
    }

    pub fn next_ply(&self) -> u32 {
        let record = self.build.record();
        let first = record.board.as_ref().map_or(1, |board| board.setup.ply);
        first.saturating_add(self.next_depth()).saturating_sub(1)
    }

    /// The current line has grown.
    pub fn advance(&mut self) {
        let here = self.build.here();
        let depth = self.build.record().node(here).depth();
        if let Some(line) = self.lines.last_mut() {
            (line.tip, line.depth) = (here, depth);
        }
    }
}

/// A variation is tried at so many places.
const MOST_POINTS: usize = 8;

/// The square the last move at or before a node went to.
fn square_before(record: &Record, mut node: NodeId) -> Option<Square> {
    while let Play::End(_) = record.node(node).play {
        node = record.parent(node)?;
    }
    let board = record.board.as_ref()?;
    let name = match &record.node(node).play {
        Play::Move(mv) => return Some(mv.to()),
        Play::Illegal(offence) => offence.usi.to()?,
        Play::Start => board.last_to?,
        Play::Unread(_) | Play::End(_) => return None,
    };
    board.rules.geometry().square(name.file, name.rank)
}
