//! The moves of a node: listed, put in order, and what is known about each.

use koma_rules::Answers;

use super::dfpn::{ANYWHERE, Child, DEEPEST, Frame, NONE, Search, bucket, extended};
use super::ground::Spot;
use super::hands::Hand;
use super::table::{ENDLESS, Known};

/// A promotion that is resisted so much is not waited for: not to promote may be the point, where a
/// pawn may not be dropped to mate (打ち歩詰め).
const HARD: u32 = 20;

/// How much the drop of a man is resisted that the royal can take.
const UNSUPPORTED: u32 = 5;

impl Search<'_, '_> {
    /// Looks at the move that waited for a child, once that is done with, or is too hard a check to
    /// wait for.
    pub fn wake(&mut self, frame: &Frame, mut at: usize) {
        loop {
            let child = &self.children[at];
            let fails = frame.attacks || child.nearer;
            let done = if fails { child.dn == 0 } else { child.pn == 0 };
            let hard = frame.attacks && child.pn >= HARD;
            if !(done || hard) || child.next == NONE {
                return;
            }
            at = frame.first + child.next as usize;
            if !self.children[at].waits {
                return;
            }
            self.evaluate(frame, at);
        }
    }

    /// Lists the children and looks at each, until one of them decides.
    pub fn expand(&mut self, frame: &Frame) {
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
                bound: frame.plies.saturating_sub(1),
                nearer: false,
                waits: false,
                old: false,
                fresh: false,
                unseen: false,
            });
        }
        let drops = self.ground.slots.compares() && moves.iter().any(|mv| mv.dropped().is_some());
        self.moves = moves;
        self.royal = if frame.attacks && drops { self.ground.royal() } else { None };
        self.let_wait(frame);
        for at in frame.first..self.children.len() {
            let Child { mv, waits, .. } = self.children[at];
            if !waits {
                let spot = self.ground.spot_after(frame.spot, mv);
                self.table.prefetch(spot.key);
                if frame.attacks {
                    self.glances.prefetch(spot.key, spot.hand);
                }
                self.children[at].spot = spot;
            }
        }
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
        self.come_nearer(frame);
    }

    /// Adds for each square on which something can be put between the man that gives check, gone
    /// there. What can be put there waits for it.
    fn add_nearer(&mut self, frame: &Frame) {
        let count = self.children.len() - frame.first;
        for at in 0..count {
            let child = self.children[frame.first + at];
            if child.mv.dropped().is_none() || child.waits {
                continue;
            }
            if let Some(mv) = self.ground.nearer(child.mv.to()) {
                self.children[frame.first + at].waits = true;
                let next = at as u32;
                self.children.push(Child { mv, next, nearer: true, waits: true, ..child });
            }
        }
    }

    /// Once every other answer is refuted: looks whether the man that gives check, gone nearer,
    /// mates in no more plies than that took.
    pub fn come_nearer(&mut self, frame: &Frame) {
        let children = &self.children[frame.first..];
        let waiting = |child: &Child| child.nearer && child.waits;
        if frame.attacks || !children.last().is_some_and(|child| child.nearer) {
            return;
        }
        let others =
            || children.iter().filter(|child| child.mv.dropped().is_none() && !child.nearer);
        if !children.iter().any(waiting) || others().any(|child| child.pn > 0) {
            return;
        }
        let bound = others().map(|child| child.plies.saturating_add(1)).max().unwrap_or(0);
        for at in frame.first..self.children.len() {
            if waiting(&self.children[at]) {
                self.children[at].bound = bound;
                self.evaluate(frame, at);
                self.wake(frame, at);
            }
        }
    }

    /// Moves that differ little wait for one another: drops on one square, and a man that could
    /// have promoted and lost nothing by it. Others do not wait: a knight that does not promote is
    /// another man.
    fn let_wait(&mut self, frame: &Frame) {
        let children = &mut self.children[frame.first..];
        for at in 0..children.len() {
            let mv = children[at].mv;
            if !mv.promotes() || !self.ground.only_gains(mv) {
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
        if frame.attacks {
            return;
        }
        self.let_drops_wait(frame);
        if self.ground.by_custom {
            self.add_nearer(frame);
        }
    }

    /// Drops on one square wait for the cheapest: what refutes that often refutes all of them. In a
    /// row, those farther from the royal wait for the nearer ones too.
    fn let_drops_wait(&mut self, frame: &Frame) {
        let royal = if self.in_a_row { self.ground.royal() } else { None };
        let children = &mut self.children[frame.first..];
        let mut drops = std::mem::take(&mut self.drops);
        drops.clear();
        // The list has the dearest first.
        drops.extend((0..children.len()).rev().filter(|&at| children[at].mv.dropped().is_some()));
        drops.sort_by_key(|&at| {
            let to = children[at].mv.to();
            (royal.and_then(|royal| self.ground.distance(royal, to)), to)
        });
        for pair in drops.windows(2) {
            if royal.is_some() || children[pair[0]].mv.to() == children[pair[1]].mv.to() {
                children[pair[0]].next = pair[1] as u32;
                children[pair[1]].waits = true;
            }
        }
        self.drops = drops;
    }

    /// Finds out what is known about a child of the last node.
    fn evaluate(&mut self, frame: &Frame, at: usize) {
        let Child { mv, bound: plies, nearer, .. } = self.children[at];
        let spot = if nearer {
            self.ground.make_nearer(mv);
            let spot = self.ground.spot();
            self.ground.unmake();
            spot
        } else if self.children[at].waits {
            self.ground.spot_after(frame.spot, mv)
        } else {
            self.children[at].spot
        };
        let depth = self.frames.len() as u16;
        let mut child = Child { spot, waits: false, ..self.children[at] };
        if frame.plies == 0 && !nearer {
            child.failed(0, spot.hand, ANYWHERE);
            self.children[at] = child;
            return;
        }
        let slots = &self.ground.slots;
        match self.table.look(slots, spot.key, spot.hand, plies, self.era) {
            Known::Mate { plies, hand } => child.proven(plies, hand),
            Known::NoMate { plies, hand } => child.failed(plies, hand, ANYWHERE),
            // It was searched before, so it has an answer.
            Known::Open(_) if plies == 0 && !self.ground.by_custom => {
                child.failed(1, spot.hand, ANYWHERE);
            }
            Known::Open(_) if plies == 0 => self.visit(&mut child, plies),
            known => {
                if let Some(start) = self.repeated(spot) {
                    child.failed(ENDLESS, spot.hand, start);
                } else if self.frames.len() >= DEEPEST {
                    self.cut = true;
                    child.failed(ENDLESS, spot.hand, 0);
                } else if let Known::Open(open) = known {
                    let path = extended(frame.path, spot);
                    match open.repeats.then(|| self.paths.look(path, plies)).flatten() {
                        Some((plies, start)) => child.failed(plies, spot.hand, start),
                        None => {
                            (child.pn, child.dn) = (open.pn, open.dn);
                            child.old = open.depth < depth;
                        }
                    }
                } else {
                    match self.guess(frame, &child) {
                        Some(_) if plies == 0 && self.is_for_the_taking(&child) => {
                            child.failed(1, spot.hand, ANYWHERE);
                        }
                        Some(pn) if plies > 0 => {
                            (child.pn, child.dn) = (pn, 1);
                            (child.fresh, child.unseen) = (true, true);
                        }
                        _ => self.visit(&mut child, plies),
                    }
                    // With more or less in hand it was searched already: it is no easier here.
                    if let Known::Nothing { pn, dn } = known
                        && child.pn > 0
                        && child.dn > 0
                    {
                        (child.pn, child.dn) = (child.pn.max(pn), child.dn.max(dn));
                    }
                }
            }
        }
        self.children[at] = child;
    }

    /// How much a check will be resisted, where that can be told without trying it: pieces dropped
    /// far from the royal, or beside it without support. These are hardly ever mates at once.
    fn guess(&self, frame: &Frame, child: &Child) -> Option<u32> {
        if !frame.attacks || child.mv.dropped().is_none() {
            return None;
        }
        let (to, royal) = (child.mv.to(), self.royal?);
        match self.ground.distance(royal, to)? {
            1 => {
                let position = self.ground.position();
                let supported = position.is_attacked(to, position.side());
                (!supported).then_some(UNSUPPORTED)
            }
            _ if child.bound == 0 => None,
            distance => self.ground.defender_holds().then_some(distance + 2),
        }
    }

    /// Whether the royal can take what a child drops.
    fn is_for_the_taking(&mut self, child: &Child) -> bool {
        self.royal.is_some_and(|royal| self.ground.takes(royal, child.mv.to()))
    }

    /// Tries a move of which so far was only guessed.
    pub fn look_closer(&mut self, frame: &Frame, at: usize) {
        let mut child = Child { unseen: false, ..self.children[at] };
        let bound = child.bound;
        self.visit(&mut child, bound);
        self.children[at] = child;
        self.wake(frame, at);
    }

    /// Looks at a child for the first time.
    fn visit(&mut self, child: &mut Child, plies: u16) {
        child.fresh = true;
        if !self.ground.attacks() && !child.nearer && self.ground.slots.compares() {
            // The attacker's checks are listed when they are tried.
            (child.pn, child.dn) = start(self.takes(child));
            return;
        }
        let hand = child.spot.hand;
        let glance =
            self.ground.attacks() && (plies > 0 || !self.ground.by_custom) && !child.nearer;
        if glance && let Some(pn) = self.glances.look(child.spot.key, hand) {
            if plies == 0 {
                child.failed(1, hand, ANYWHERE);
            } else {
                child.pn = pn;
            }
            return;
        }
        let takes = !self.ground.attacks() && self.takes(child);
        self.make(child);
        self.budget.nodes += 1;
        match self.ground.won() {
            Some(true) => child.proven(0, hand),
            Some(false) => child.failed(ENDLESS, hand, ANYWHERE),
            None if self.ground.attacks() => {
                let mut checks = std::mem::take(&mut self.answers);
                self.ground.list(&mut checks);
                if checks.is_empty() {
                    child.failed(ENDLESS, self.hopeless(hand), ANYWHERE);
                } else {
                    (child.pn, child.dn) = start(takes);
                }
                self.answers = checks;
            }
            None => {
                let answers = self.ground.position().answers(child.mv.to());
                if answers.is_empty() {
                    child.proven(0, self.ground.blocked());
                } else {
                    let pn = resistance(answers);
                    if glance {
                        self.glances.note(child.spot.key, hand, pn);
                    }
                    // Drops need not count.
                    let may_be_futile = self.ground.by_custom && answers.moves == 0;
                    if plies == 0 && !may_be_futile {
                        child.failed(1, hand, ANYWHERE);
                    } else {
                        child.pn = pn;
                    }
                }
            }
        }
        self.ground.unmake();
    }

    /// Whether a child takes something.
    fn takes(&self, child: &Child) -> bool {
        child.mv.dropped().is_none() && self.ground.position().man_at(child.mv.to()).is_some()
    }

    /// The most the attacker could hold without having a check: more of what it holds.
    fn hopeless(&self, hand: Hand) -> Hand {
        self.ground.slots.where_some(self.ground.free(), hand)
    }

    /// The depth at which a position of the path comes again, with no more in hand.
    fn repeated(&self, spot: Spot) -> Option<u16> {
        if self.paths.at[bucket(spot.key)] == 0 {
            return None;
        }
        let slots = &self.ground.slots;
        let same =
            |frame: &Frame| frame.spot.key == spot.key && slots.covers(frame.spot.hand, spot.hand);
        self.frames.iter().rposition(same).map(|depth| depth as u16)
    }
}

/// What a position starts with in which the attacker is to move: it has less if a man of its own was
/// taken.
fn start(takes: bool) -> (u32, u32) {
    if takes { (2, 2) } else { (1, 3) }
}

/// How many answers to a check there are that differ much; taking the man that gives it is worth
/// more.
fn resistance(Answers { moves, taking, drop_squares }: Answers) -> u32 {
    moves + drop_squares + 2 * taking.min(2)
}
