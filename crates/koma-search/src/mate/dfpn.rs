//! Depth-first proof-number search for mates in at most so many plies.
//!
//! Nodes of the attacker need one check that works, nodes of the defender must be refuted in all
//! answers. A *proof* never depends on how a position was reached. A *failure* may: a position
//! that comes again on the same path is no progress, and whoever mates fastest never needs it.
//! Such failures carry the depth of the earliest position they lean on; once that is the node
//! itself or one below, the failure holds everywhere. Others are noted for their path alone.

use std::sync::atomic::{AtomicBool, Ordering};

use koma_rules::Move;

use super::ground::{Ground, Spot};
use super::hands::Hand;
use super::table::{ENDLESS, Known, Open, Paths, Table};

/// A number that is never reached by counting.
const INFINITE: u32 = u32::MAX / 4;

/// As many plies as one likes.
pub(super) const FOREVER: u16 = 32_767;

/// The longest line looked at.
const DEEPEST: usize = 8_000;

/// A failure that leans on no path.
const ANYWHERE: u16 = u16::MAX;

/// No child.
const NONE: u32 = u32::MAX;

/// A move and what is known about it.
#[derive(Clone, Copy, Debug)]
struct Child {
    mv: Move,
    spot: Spot,
    pn: u32,
    dn: u32,
    /// Once solved: the men it takes, or the men with which it still fails.
    hand: Hand,
    /// Once solved: mate in at most so many plies, or none in fewer.
    plies: u16,
    /// Once failed: the depth of the earliest position it leans on.
    start: u16,
    /// The move that is looked at when this one is done with.
    next: u32,
    /// It waits for another one, and nothing is known yet.
    waits: bool,
    /// It was met at a smaller depth before.
    old: bool,
    /// It was never searched.
    fresh: bool,
}

/// A node on the path.
#[derive(Clone, Copy, Debug)]
struct Frame {
    spot: Spot,
    attacks: bool,
    /// Where its children start.
    first: usize,
    /// The child that is being searched.
    at: usize,
    plies: u16,
    /// Limits, and the same as the parent gave them.
    limit: Numbers,
    given: Numbers,
    path: u64,
    nodes_before: u64,
    patience_before: u32,
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
    /// does: its answers and how long each lasts at most.
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
    pub progress: &'a mut dyn FnMut(u64),
    next_report: u64,
}

impl<'a> Budget<'a> {
    pub fn new(most: u64, stop: &'a AtomicBool, progress: &'a mut dyn FnMut(u64)) -> Self {
        Self { nodes: 0, most, stop, progress, next_report: 1 << 14 }
    }

    /// Whether there is an end of it.
    pub fn is_spent(&mut self) -> bool {
        if self.nodes >= self.next_report {
            self.next_report = self.nodes + (1 << 14);
            (self.progress)(self.nodes);
        }
        self.nodes >= self.most || self.stop.load(Ordering::Relaxed)
    }
}

/// A search from one position.
pub(super) struct Search<'a, 'b> {
    pub ground: &'a mut Ground,
    pub table: &'a mut Table,
    pub paths: &'a mut Paths,
    pub budget: &'a mut Budget<'b>,
    frames: Vec<Frame>,
    children: Vec<Child>,
    moves: Vec<Move>,
    answers: Vec<Move>,
    /// For each square the last child that drops there.
    last_drop: Vec<u32>,
    /// How many positions of the path have a key that ends so.
    on_path: Vec<u16>,
    /// Nodes that may be searched beyond their limits, because loops hide progress.
    patience: u32,
    /// A line was cut for its length.
    cut: bool,
}

impl<'a, 'b> Search<'a, 'b> {
    pub fn new(
        ground: &'a mut Ground,
        table: &'a mut Table,
        paths: &'a mut Paths,
        budget: &'a mut Budget<'b>,
    ) -> Self {
        paths.clear();
        let squares = ground.position().rules().geometry().squares();
        Self {
            ground,
            table,
            paths,
            budget,
            frames: Vec::new(),
            children: Vec::new(),
            moves: Vec::new(),
            answers: Vec::new(),
            last_drop: vec![NONE; squares],
            on_path: vec![0; 1 << 12],
            patience: 0,
            cut: false,
        }
    }

    /// Whether there is a mate in at most `plies` from here.
    pub fn run(&mut self, plies: u16) -> Finding {
        let spot = self.ground.spot();
        let without = Numbers { pn: INFINITE, dn: INFINITE };
        self.open(spot, plies, without, 0x6d61_7465, false);
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
            let proven = || children.iter().filter(|child| child.pn == 0 && !child.waits);
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
        self.ground.make(child.mv);
        self.budget.nodes += 1;
        self.open(child.spot, frame.plies - 1, limit, path, child.fresh);
    }

    /// Enters a node.
    fn open(&mut self, spot: Spot, plies: u16, limit: Numbers, path: u64, fresh: bool) {
        let attacks = self.ground.attacks();
        self.on_path[bucket(spot.key)] += 1;
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
        self.on_path[bucket(frame.spot.key)] -= 1;
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
        self.be_patient();
    }

    /// Looks at the move that waited for a child, once that is done with.
    fn wake(&mut self, frame: &Frame, mut at: usize) {
        loop {
            let child = &self.children[at];
            let done = if frame.attacks { child.dn == 0 } else { child.pn == 0 };
            if !done || child.next == NONE {
                return;
            }
            at = frame.first + child.next as usize;
            self.evaluate(frame, at);
        }
    }

    /// Lists the children and looks at each, until one of them decides.
    fn expand(&mut self, frame: &Frame) {
        let mut moves = std::mem::take(&mut self.moves);
        self.ground.list(&mut moves);
        for &mv in &moves {
            self.children.push(Child {
                mv,
                spot: frame.spot,
                pn: 1,
                dn: 1,
                hand: Hand::default(),
                plies: 0,
                start: ANYWHERE,
                next: NONE,
                waits: false,
                old: false,
                fresh: false,
            });
        }
        self.moves = moves;
        self.let_wait(frame);
        for at in frame.first..self.children.len() {
            if self.children[at].waits {
                continue;
            }
            self.evaluate(frame, at);
            self.wake(frame, at);
            let child = &self.children[at];
            if if frame.attacks { child.pn == 0 } else { child.dn == 0 } {
                return;
            }
        }
    }

    /// Moves that differ little wait for one another: drops on one square, and a man that could
    /// have promoted.
    fn let_wait(&mut self, frame: &Frame) {
        let children = &mut self.children[frame.first..];
        if frame.attacks {
            for at in 0..children.len() {
                let mv = children[at].mv;
                if !mv.promotes() {
                    continue;
                }
                // The moves of one man stand together, those that do not promote first.
                let same = |child: &Child| {
                    child.mv.to() == mv.to() && !child.mv.promotes() && child.mv.via().eq(mv.via())
                };
                let of_man = children[..at].iter().rev().take_while(|c| c.mv.from() == mv.from());
                if let Some(back) = of_man.map(same).position(|same| same) {
                    children[at - 1 - back].waits = true;
                    children[at].next = (at - 1 - back) as u32;
                }
            }
            return;
        }
        for at in 0..children.len() {
            if children[at].mv.dropped().is_none() {
                continue;
            }
            let last = &mut self.last_drop[children[at].mv.to().index()];
            if let Some(before) = children.get_mut(*last as usize) {
                before.next = at as u32;
                children[at].waits = true;
            }
            *last = at as u32;
        }
        for child in children.iter().filter(|child| child.mv.dropped().is_some()) {
            self.last_drop[child.mv.to().index()] = NONE;
        }
    }

    /// Finds out what is known about a child of the last node.
    fn evaluate(&mut self, frame: &Frame, at: usize) {
        let mv = self.children[at].mv;
        let spot = self.ground.spot_after(frame.spot, mv);
        let depth = self.frames.len() as u16;
        let plies = frame.plies - 1;
        let mut child = Child { spot, waits: false, ..self.children[at] };
        let slots = &self.ground.slots;
        match self.table.look(slots, spot.key, spot.hand, plies) {
            Known::Mate { plies, hand } => child.proven(plies, hand),
            Known::NoMate { plies, hand } => child.failed(plies, hand, ANYWHERE),
            // It was searched before, so it has an answer.
            Known::Open(_) if plies == 0 => child.failed(1, spot.hand, ANYWHERE),
            known => {
                if let Some(start) = self.repeated(spot) {
                    child.failed(ENDLESS, spot.hand, start);
                } else if self.frames.len() >= DEEPEST {
                    self.cut = true;
                    child.failed(ENDLESS, spot.hand, 0);
                } else if let Known::Open(open) = known {
                    let path = extended(frame.path, spot);
                    match self.paths.look(path, plies).filter(|_| open.repeats) {
                        Some((plies, start)) => child.failed(plies, spot.hand, start),
                        None => {
                            (child.pn, child.dn) = (open.pn, open.dn);
                            child.old = open.depth < depth;
                        }
                    }
                } else {
                    self.visit(&mut child, plies);
                }
            }
        }
        self.children[at] = child;
    }

    /// Looks at a child for the first time.
    fn visit(&mut self, child: &mut Child, plies: u16) {
        self.ground.make(child.mv);
        self.budget.nodes += 1;
        child.fresh = true;
        let hand = child.spot.hand;
        match self.ground.won() {
            Some(true) => child.proven(0, hand),
            Some(false) => child.failed(ENDLESS, hand, ANYWHERE),
            None => {
                let mut answers = std::mem::take(&mut self.answers);
                self.ground.list(&mut answers);
                if self.ground.attacks() {
                    if answers.is_empty() {
                        child.failed(ENDLESS, self.hopeless(hand), ANYWHERE);
                    } else {
                        child.dn = answers.len() as u32;
                    }
                } else if answers.is_empty() {
                    child.proven(0, self.ground.blocked());
                } else if plies == 0 {
                    child.failed(1, hand, ANYWHERE);
                } else {
                    child.pn = resistance(&answers);
                }
                self.answers = answers;
            }
        }
        self.ground.unmake();
    }

    /// The most the attacker could hold without having a check: more of what it holds.
    fn hopeless(&self, hand: Hand) -> Hand {
        self.ground.slots.where_some(self.ground.free(), hand)
    }

    /// The depth at which a position of the path comes again, with no more in hand.
    fn repeated(&self, spot: Spot) -> Option<u16> {
        if self.on_path[bucket(spot.key)] == 0 {
            return None;
        }
        let slots = &self.ground.slots;
        let same =
            |frame: &Frame| frame.spot.key == spot.key && slots.covers(frame.spot.hand, spot.hand);
        self.frames.iter().rposition(same).map(|depth| depth as u16)
    }

    /// What the children come to.
    fn view(&self, frame: &Frame) -> View {
        let mut view =
            View { pn: INFINITE, dn: INFINITE, best: frame.first, second: INFINITE, others: 0 };
        let (mut least, mut most, mut sum, mut count) = ((INFINITE, INFINITE), 0, 0u32, 0);
        for (at, child) in self.children[frame.first..].iter().enumerate() {
            if child.waits {
                continue;
            }
            let (own, other) =
                if frame.attacks { (child.pn, child.dn) } else { (child.dn, child.pn) };
            if (own, other) < least {
                view.second = least.0;
                least = (own, other);
                view.best = frame.first + at;
            } else if own < view.second {
                view.second = own;
            }
            if other > 0 {
                most = most.max(other);
                sum = sum.saturating_add(other);
                count += 1;
            }
        }
        // All answers must be refuted, so what each takes adds up. Checks often lead to the same
        // positions: there the hardest to fail stands for all.
        let all = match count {
            0 => 0,
            _ if frame.attacks => (most + count - 1).min(INFINITE - 1),
            _ => sum.min(INFINITE - 1),
        };
        let best = &self.children.get(view.best);
        view.others = match best {
            _ if frame.attacks => count.saturating_sub(1),
            Some(best) => all.saturating_sub(best.pn),
            None => 0,
        };
        let (own, all) = if least.0 == 0 { (0, INFINITE) } else { (least.0, all) };
        let own = if all == 0 { INFINITE } else { own };
        (view.pn, view.dn) = if frame.attacks { (own, all) } else { (all, own) };
        view
    }

    /// What a node comes to for its parent, noted in the table.
    fn judge(&mut self, frame: &Frame, view: &View) -> Child {
        let mut result = Child {
            mv: Move::pass(),
            spot: frame.spot,
            pn: view.pn,
            dn: view.dn,
            hand: frame.spot.hand,
            plies: 0,
            start: ANYWHERE,
            next: NONE,
            waits: false,
            old: false,
            fresh: false,
        };
        let Spot { key, hand } = frame.spot;
        let depth = self.frames.len() as u16 - 1;
        let effort = (self.budget.nodes - frame.nodes_before).min(1 << 30) as u32;
        if view.pn == 0 {
            let (plies, proof) = self.proof(frame);
            result.proven(plies, proof);
            self.table.note_mate(key, proof, plies, effort);
        } else if view.dn == 0 {
            let (plies, limit, start) = self.failure(frame);
            if start >= depth {
                result.failed(plies, limit, ANYWHERE);
                self.table.note_no_mate(key, limit, plies, effort);
            } else {
                result.failed(plies, hand, start);
                self.paths.note(frame.path, plies, start);
                let open = Open { pn: 1, dn: 1, depth, repeats: true };
                self.table.note_open(key, hand, open, effort);
            }
        } else {
            let open = Open { pn: view.pn, dn: view.dn, depth, repeats: false };
            self.table.note_open(key, hand, open, effort);
        }
        result
    }

    /// How long the mate takes, and what it takes in hand.
    fn proof(&self, frame: &Frame) -> (u16, Hand) {
        let slots = &self.ground.slots;
        let children = &self.children[frame.first..];
        if frame.attacks {
            let proven = children.iter().filter(|child| child.pn == 0 && !child.waits);
            let best = proven.min_by_key(|child| child.plies).expect("one move mates");
            let (spent, gained) = self.trade(frame, best);
            let hand = slots.without(best.hand, gained);
            return (best.plies.saturating_add(1), slots.changed(hand, spent, None));
        }
        let mut plies = 0;
        let mut hand = self.ground.blocked();
        for child in children {
            plies = plies.max(child.plies.saturating_add(1));
            hand = slots.most(hand, child.hand);
        }
        (plies, hand)
    }

    /// In how many plies there is no mate, with how much in hand, and the depth it leans on.
    fn failure(&self, frame: &Frame) -> (u16, Hand, u16) {
        let slots = &self.ground.slots;
        let children = &self.children[frame.first..];
        let free = self.ground.free();
        let longer = |plies: u16| plies.saturating_add(1);
        if !frame.attacks {
            let failed = children.iter().filter(|child| child.dn == 0 && !child.waits);
            let best =
                failed.max_by_key(|child| (child.start, child.plies)).expect("one move escapes");
            let dropped = best.mv.dropped().and_then(|_| self.ground.position().ahead(best.mv));
            let spent = dropped.and_then(|ahead| ahead.spent);
            let limit = slots.least(best.hand, slots.without(free, spent));
            return (longer(best.plies), limit, best.start);
        }
        let (mut plies, mut start) = (ENDLESS, ANYWHERE);
        let mut limit = slots.where_some(free, frame.spot.hand);
        for child in children {
            plies = plies.min(longer(child.plies));
            start = start.min(child.start);
            let (spent, gained) = self.trade(frame, child);
            let hand = slots.without(child.hand, gained);
            limit = slots.least(limit, slots.with(hand, spent, free));
        }
        (plies, limit, start)
    }

    /// What a move of the attacker takes from its hand and brings to it.
    fn trade(
        &self,
        frame: &Frame,
        child: &Child,
    ) -> (Option<koma_rules::KindId>, Option<koma_rules::KindId>) {
        if !self.ground.slots.compares() || !frame.attacks {
            return (None, None);
        }
        let ahead = self.ground.position().ahead(child.mv);
        (ahead.and_then(|ahead| ahead.spent), ahead.and_then(|ahead| ahead.gained))
    }
}

impl Child {
    fn proven(&mut self, plies: u16, hand: Hand) {
        (self.pn, self.dn) = (0, INFINITE);
        (self.plies, self.hand, self.start) = (plies, hand, ANYWHERE);
    }

    fn failed(&mut self, plies: u16, hand: Hand, start: u16) {
        (self.pn, self.dn) = (INFINITE, 0);
        (self.plies, self.hand, self.start) = (plies, hand, start);
    }
}

/// What the children of a node come to.
struct View {
    pn: u32,
    dn: u32,
    best: usize,
    /// The second smallest of the numbers of which the smallest counts.
    second: u32,
    /// What the best child's own number stands on in the sum of all.
    others: u32,
}

impl View {
    /// How far a child's number may grow until the node reaches its limit.
    fn room(&self, limit: u32, now: u32) -> u32 {
        limit.saturating_sub(self.others).max(now.saturating_add(1)).min(INFINITE)
    }
}

/// How many answers there are that differ much.
fn resistance(answers: &[Move]) -> u32 {
    let mut squares = 0u128;
    let mut count = 0;
    for mv in answers {
        if mv.dropped().is_some() {
            squares |= 1 << (mv.to().index() % 128);
        } else {
            count += 1;
        }
    }
    count + squares.count_ones()
}

fn bucket(key: u64) -> usize {
    (key as usize) & ((1 << 12) - 1)
}

/// The number of a path that is one position longer.
fn extended(path: u64, spot: Spot) -> u64 {
    let step = spot.key ^ spot.hand.0.wrapping_mul(0xff51_afd7_ed55_8ccd);
    (path.rotate_left(7) ^ step).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
