//! Depth-first proof-number search for mates in at most so many plies.
//!
//! Nodes of the attacker need one check that works, nodes of the defender must be refuted in all
//! answers. A *proof* never depends on how a position was reached. A *failure* may: a position
//! that comes again on the same path is no progress, and whoever mates fastest never needs it.
//! Such failures carry the depth of the earliest position they lean on; once that is the node
//! itself or one below, the failure holds everywhere. Others are noted for their path alone.

use std::sync::atomic::{AtomicBool, Ordering};

use koma_rules::{Move, Square};

use super::ground::{Ground, Spot};
use super::hands::Hand;
use super::result::View;
use super::table::{Glances, PATH_BUCKETS, Paths, Table, Trace};

/// A number that is never reached by counting.
pub(super) const INFINITE: u32 = u32::MAX / 4;

/// As many plies as one likes.
pub(super) const FOREVER: u16 = 32_767;

/// The longest line looked at.
pub(super) const DEEPEST: usize = 8_000;

/// A failure that leans on no path.
pub(super) const ANYWHERE: u16 = u16::MAX;

/// After so many nodes it is told how far we are.
const REPORT: u64 = 1 << 10;

/// A number that has grown by more than this on its way up is mostly of other positions.
const MUCH: u32 = 3;

/// No child.
pub(super) const NONE: u32 = u32::MAX;

/// How the numbers of several moves come to one. Neither is better everywhere: what one misses for
/// long the other often finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// They add up.
    Sum,
    /// The hardest counts in full and the others by half: moves often lead to the same positions,
    /// and these should not count twice.
    Half,
}

impl Style {
    /// What stands beside the hardest of several numbers, if the others make this sum.
    pub fn beside(self, others: u32, count: u32) -> u32 {
        match self {
            Self::Sum => others,
            Self::Half => (others / 2).max(count),
        }
    }
}

/// A move and what is known about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub mv: Move,
    pub spot: Spot,
    pub pn: u32,
    pub dn: u32,
    /// Once solved: the men it takes, or the men with which it still fails.
    pub hand: Hand,
    /// Once solved: mate in at most so many plies, or none in fewer.
    pub plies: u16,
    /// Once failed: the depth of the earliest position it leans on.
    pub start: u16,
    /// The move that is looked at when this one is done with.
    pub next: u32,
    /// The plies there are left after it.
    pub bound: u16,
    /// No answer: the man that gives check has gone to the square of the move. If that is still a
    /// mate, all that can be put between there is futile.
    pub nearer: bool,
    /// It waits for another one, and nothing is known yet.
    pub waits: bool,
    /// It was met at a smaller depth before.
    pub old: bool,
    /// It was never searched.
    pub fresh: bool,
    /// Its numbers are a guess: it was not tried.
    pub unseen: bool,
}

/// A node on the path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub spot: Spot,
    pub attacks: bool,
    /// Where its children start.
    pub first: usize,
    /// The child that is being searched.
    at: usize,
    pub plies: u16,
    /// Limits, and the same as the parent gave them.
    limit: Numbers,
    given: Numbers,
    pub path: u64,
    pub nodes_before: u64,
    patience_before: u32,
    /// Those of the first 64 moves that lead to the same positions.
    pub alike: u64,
}

impl Frame {
    /// Whether a move leads to the same positions as others.
    #[inline]
    pub fn is_alike(&self, at: usize) -> bool {
        at < 64 && self.alike >> at & 1 == 1
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    pn: u32,
    dn: u32,
}

/// What a search found out.
#[derive(Clone, Debug)]
pub(super) enum Finding {
    /// Mate in at most so many plies; for an attacker by this move, for a defender whatever it
    /// does: its answers and how long each lasts at most. Futile ones are not among them.
    Mate { plies: u16, best: Option<Move>, answers: Vec<(Move, u16)> },
    /// No mate in as many plies as asked for.
    NoMate,
    /// It was stopped.
    Open,
}

/// How much a search may do.
pub(super) struct Budget<'a> {
    pub nodes: u64,
    pub most: u64,
    pub stop: &'a AtomicBool,
    /// Another reason to stop: somebody else has the answer.
    pub done: Option<&'a AtomicBool>,
    pub progress: &'a mut dyn FnMut(u64),
    next_report: u64,
}

impl<'a> Budget<'a> {
    pub fn new(most: u64, stop: &'a AtomicBool, progress: &'a mut dyn FnMut(u64)) -> Self {
        Self { nodes: 0, most, stop, done: None, progress, next_report: REPORT }
    }

    /// Whether there is an end of it.
    pub fn is_spent(&mut self) -> bool {
        if self.nodes >= self.next_report {
            self.next_report = self.nodes + REPORT;
            (self.progress)(self.nodes);
        }
        self.nodes >= self.most
            || self.stop.load(Ordering::Relaxed)
            || self.done.is_some_and(|done| done.load(Ordering::Relaxed))
    }
}

/// A search from one position.
pub(super) struct Search<'a, 'b> {
    pub ground: &'a mut Ground,
    pub table: &'a mut Table,
    pub paths: &'a mut Paths,
    pub glances: &'a mut Glances,
    pub budget: &'a mut Budget<'b>,
    pub style: Style,
    /// Which numbers of the table are its own.
    pub era: u8,
    pub frames: Vec<Frame>,
    pub children: Vec<Child>,
    pub moves: Vec<Move>,
    pub answers: Vec<Move>,
    /// The children that are drops, while they are put in order.
    pub drops: Vec<usize>,
    /// Whether all drops wait for one another, and not those on one square alone.
    pub in_a_row: bool,
    /// Nodes that may be searched beyond their limits, because loops hide progress.
    patience: u32,
    /// The defender's only royal, while an attacker's moves are listed.
    pub royal: Option<Square>,
    /// A line was cut for its length.
    pub cut: bool,
}

impl<'a, 'b> Search<'a, 'b> {
    pub fn new(
        ground: &'a mut Ground,
        table: &'a mut Table,
        paths: &'a mut Paths,
        glances: &'a mut Glances,
        budget: &'a mut Budget<'b>,
        style: Style,
    ) -> Self {
        paths.clear();
        Self {
            ground,
            table,
            paths,
            glances,
            budget,
            style,
            era: 0,
            frames: Vec::new(),
            children: Vec::new(),
            moves: Vec::new(),
            answers: Vec::new(),
            drops: Vec::new(),
            in_a_row: false,
            patience: 0,
            royal: None,
            cut: false,
        }
    }

    /// Whether there is a mate in at most `plies` from here.
    pub fn run(&mut self, plies: u16) -> Finding {
        let spot = self.ground.spot();
        self.era = era(self.style, plies);
        let long = self.style == Style::Sum && plies >= FOREVER / 2;
        self.in_a_row = long && !self.ground.by_custom;
        let without = Numbers { pn: INFINITE, dn: INFINITE };
        self.open(spot, plies, without, 0x6d61_7465, false, 0);
        loop {
            let frame = *self.frames.last().expect("the root is closed below");
            let view = self.view(&frame);
            if view.pn < frame.limit.pn && view.dn < frame.limit.dn && !self.budget.is_spent() {
                self.descend(&frame, &view);
                continue;
            }
            let result = self.judge(&frame, &view);
            if self.frames.len() == 1 {
                let finding = self.finding(&frame, &result);
                self.close();
                return finding;
            }
            self.close();
            self.ground.unmake();
            self.take_up(result);
        }
    }

    /// What came of the root.
    fn finding(&self, frame: &Frame, result: &Child) -> Finding {
        if result.pn == 0 {
            let children = &self.children[frame.first..];
            let proven = || {
                let real = |child: &&Child| child.pn == 0 && !child.waits && !child.nearer;
                children.iter().filter(real)
            };
            let best = proven().min_by_key(|child| child.plies).map(|child| child.mv);
            let answers = if frame.attacks {
                Vec::new()
            } else {
                proven().map(|child| (child.mv, child.plies)).collect()
            };
            return Finding::Mate { plies: result.plies, best, answers };
        }
        if result.dn == 0 && !self.cut { Finding::NoMate } else { Finding::Open }
    }

    /// Goes on with the most promising child.
    fn descend(&mut self, frame: &Frame, view: &View) {
        let depth = self.frames.len();
        self.frames[depth - 1].at = view.best;
        let child = self.children[view.best];
        if child.unseen {
            self.look_closer(frame, view.best);
            self.be_patient();
            return;
        }
        let patience = |second: u32| second.saturating_add(1 + second / 8).min(INFINITE);
        let limit = if frame.attacks {
            Numbers {
                pn: frame.limit.pn.min(patience(view.second)),
                dn: view.room(frame.limit.dn, child.dn),
            }
        } else {
            Numbers {
                pn: view.room(frame.limit.pn, child.pn),
                dn: frame.limit.dn.min(patience(view.second)),
            }
        };
        let path = extended(frame.path, child.spot);
        let alike = if child.fresh { 0 } else { self.join(frame.spot, child.spot) };
        self.make(&child);
        self.budget.nodes += 1;
        self.open(child.spot, child.bound, limit, path, child.fresh, alike);
    }

    /// If a child was last come to another way that leaves the path above, the two moves there lead
    /// to the same positions. Says which moves of the child do.
    fn join(&mut self, here: Spot, child: Spot) -> u64 {
        let Some(Trace { parent, alike, pn, dn }) = self.table.trace(child) else { return 0 };
        if parent == here {
            return alike;
        }
        let (mut below, mut above) = (child, parent);
        let (mut pn_counts, mut dn_counts) = (true, true);
        for _ in 0..self.frames.len() {
            if let Some(depth) = self.depth_of(above) {
                let frame = self.frames[depth];
                let end = self.frames.get(depth + 1).map_or(self.children.len(), |f| f.first);
                let mut moves = self.children[frame.first..end].iter();
                let twin = moves.position(|child| child.spot == below);
                let at = frame.at - frame.first;
                if let Some(twin) = twin.filter(|&twin| twin != at && twin.max(at) < 64)
                    && if frame.attacks { dn_counts } else { pn_counts }
                {
                    self.frames[depth].alike |= 1 << twin | 1 << at;
                }
                break;
            }
            let Some(trace) = self.table.trace(above) else { break };
            pn_counts &= trace.pn <= pn.saturating_add(MUCH);
            dn_counts &= trace.dn <= dn.saturating_add(MUCH);
            if !pn_counts && !dn_counts {
                break;
            }
            (below, above) = (above, trace.parent);
        }
        alike
    }

    /// The depth of a position on the path.
    fn depth_of(&self, spot: Spot) -> Option<usize> {
        if self.paths.at[bucket(spot.key)] == 0 {
            return None;
        }
        self.frames.iter().rposition(|frame| frame.spot == spot)
    }

    /// Makes the move of a child.
    pub fn make(&mut self, child: &Child) {
        if child.nearer {
            self.ground.make_nearer(child.mv);
        } else {
            self.ground.make(child.mv);
        }
    }

    /// Enters a node.
    fn open(&mut self, spot: Spot, plies: u16, limit: Numbers, path: u64, fresh: bool, alike: u64) {
        let attacks = self.ground.attacks();
        self.paths.at[bucket(spot.key)] += 1;
        let frame = Frame {
            spot,
            attacks,
            first: self.children.len(),
            at: 0,
            plies,
            limit,
            given: limit,
            path,
            nodes_before: self.budget.nodes,
            patience_before: self.patience,
            alike,
        };
        self.frames.push(frame);
        self.expand(&frame);
        if fresh {
            self.patience = self.patience.saturating_sub(1);
        }
        let undecided = |child: &Child| child.old && child.pn > 0 && child.dn > 0;
        if self.children[frame.first..].iter().any(undecided) {
            self.patience += 1;
        }
        self.be_patient();
    }

    /// Raises the limits of the last node so that at least one more node is searched.
    fn be_patient(&mut self) {
        let frame = *self.frames.last().expect("somebody asks");
        let mut limit = frame.given;
        if self.patience > 0 {
            let view = self.view(&frame);
            limit.pn = limit.pn.max(view.pn.saturating_add(1)).min(INFINITE);
            limit.dn = limit.dn.max(view.dn.saturating_add(1)).min(INFINITE);
        }
        self.frames.last_mut().expect("somebody asks").limit = limit;
    }

    /// Leaves the last node.
    fn close(&mut self) {
        let frame = self.frames.pop().expect("a node is open");
        self.paths.at[bucket(frame.spot.key)] -= 1;
        self.children.truncate(frame.first);
        self.patience = self.patience.min(frame.patience_before);
    }

    /// Takes over what a search found out about the child it was for.
    fn take_up(&mut self, result: Child) {
        let depth = self.frames.len();
        let at = self.frames[depth - 1].at;
        let frame = self.frames[depth - 1];
        let child = &mut self.children[at];
        (child.pn, child.dn, child.hand) = (result.pn, result.dn, result.hand);
        (child.plies, child.start, child.fresh) = (result.plies, result.start, false);
        self.wake(&frame, at);
        self.come_nearer(&frame);
        self.be_patient();
    }
}

impl Child {
    pub fn proven(&mut self, plies: u16, hand: Hand) {
        (self.pn, self.dn) = (0, INFINITE);
        (self.plies, self.hand, self.start) = (plies, hand, ANYWHERE);
    }

    pub fn failed(&mut self, plies: u16, hand: Hand, start: u16) {
        (self.pn, self.dn) = (INFINITE, 0);
        (self.plies, self.hand, self.start) = (plies, hand, start);
    }
}

/// Numbers of one style tell little about another, and where lines are cut for their length little
/// about lines that go on.
fn era(style: Style, plies: u16) -> u8 {
    let bounded = plies < FOREVER / 2;
    1 + 2 * u8::from(style == Style::Half) + u8::from(bounded)
}

pub(super) fn bucket(key: u64) -> usize {
    (key as usize) & (PATH_BUCKETS - 1)
}

/// The number of a path that is one position longer.
pub(super) fn extended(path: u64, spot: Spot) -> u64 {
    let step = spot.key ^ spot.hand.0.wrapping_mul(0xff51_afd7_ed55_8ccd);
    (path.rotate_left(7) ^ step).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
