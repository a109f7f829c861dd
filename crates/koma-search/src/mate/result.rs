//! What the moves of a node come to: its numbers, its proof or its failure.

use koma_rules::{KindId, Move};

use super::dfpn::{ANYWHERE, Child, Frame, INFINITE, NONE, Search};
use super::ground::Spot;
use super::hands::Hand;
use super::table::{ENDLESS, Open, Trace};

impl Search<'_, '_> {
    /// What the children come to.
    pub fn view(&self, frame: &Frame) -> View {
        let mut view =
            View { pn: INFINITE, dn: INFINITE, best: frame.first, second: INFINITE, others: 0 };
        let (mut least, mut most, mut sum, mut count) = ((INFINITE, INFINITE), 0, 0u32, 0u32);
        // Moves that lead to the same positions count as the hardest of them.
        let mut joined = 0;
        for (at, child) in self.children[frame.first..].iter().enumerate() {
            // What can be put between counts once the rest is refuted, and a man gone nearer that
            // does not mate not at all.
            if child.nearer && child.waits {
                (sum, count, most) = (sum.saturating_add(1), count + 1, most.max(1));
            }
            if child.waits || child.nearer && child.dn == 0 {
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
            if frame.is_alike(at) {
                joined = joined.max(other);
            } else if other > 0 {
                most = most.max(other);
                sum = sum.saturating_add(other);
                count += 1;
            }
        }
        if joined > 0 {
            (most, sum, count) = (most.max(joined), sum.saturating_add(joined), count + 1);
        }
        let others =
            |hardest: u32| self.style.beside(sum.saturating_sub(hardest), count.saturating_sub(1));
        let all = most.saturating_add(others(most)).min(INFINITE - 1);
        if let Some(best) = self.children.get(view.best) {
            let own = if frame.attacks { best.dn } else { best.pn };
            view.others =
                others(if frame.is_alike(view.best - frame.first) { joined } else { own });
        }
        let (own, all) = if least.0 == 0 { (0, INFINITE) } else { (least.0, all) };
        let own = if all == 0 { INFINITE } else { own };
        (view.pn, view.dn) = if frame.attacks { (own, all) } else { (all, own) };
        view
    }

    /// What a node comes to for its parent, noted in the table.
    pub fn judge(&mut self, frame: &Frame, view: &View) -> Child {
        let mut result = Child {
            mv: Move::pass(),
            spot: frame.spot,
            pn: view.pn,
            dn: view.dn,
            hand: frame.spot.hand,
            plies: 0,
            start: ANYWHERE,
            next: NONE,
            bound: 0,
            nearer: false,
            waits: false,
            old: false,
            fresh: false,
            unseen: false,
        };
        let Spot { key, hand } = frame.spot;
        let parent = self.frames.iter().rev().nth(1).map_or(frame.spot, |parent| parent.spot);
        let trace = Trace { parent, alike: frame.alike, ..Trace::default() };
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
                self.table.note_open(frame.spot, open, trace, effort, self.era);
            }
        } else {
            let open = Open { pn: view.pn, dn: view.dn, depth, repeats: false };
            self.table.note_open(frame.spot, open, trace, effort, self.era);
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
        for child in children.iter().filter(|child| child.pn == 0 && !child.waits) {
            let more = u16::from(!child.nearer);
            plies = plies.max(child.plies.saturating_add(more));
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
            let failed = |child: &&Child| child.dn == 0 && !child.waits && !child.nearer;
            let best = children.iter().filter(failed);
            let best =
                best.max_by_key(|child| (child.start, child.plies)).expect("one move escapes");
            let dropped = best.mv.dropped().and_then(|_| self.ground.position().ahead(best.mv));
            let spent = dropped.and_then(|ahead| ahead.spent);
            let limit = slots.least(best.hand, slots.without(free, spent));
            let (plies, start) = (longer(best.plies), best.start);
            // It also leans on the man that gives check not mating from there.
            let same = |child: &&Child| child.nearer && child.mv.to() == best.mv.to();
            return match children.iter().rev().find(same).filter(|_| spent.is_some()) {
                Some(nearer) => (plies, slots.least(limit, nearer.hand), start.min(nearer.start)),
                None => (plies, limit, start),
            };
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
    fn trade(&self, frame: &Frame, child: &Child) -> (Option<KindId>, Option<KindId>) {
        if !self.ground.slots.compares() || !frame.attacks {
            return (None, None);
        }
        let ahead = self.ground.position().ahead(child.mv);
        (ahead.and_then(|ahead| ahead.spent), ahead.and_then(|ahead| ahead.gained))
    }
}

/// What the children of a node come to.
pub(super) struct View {
    pub pn: u32,
    pub dn: u32,
    pub best: usize,
    /// The second smallest of the numbers of which the smallest counts.
    pub second: u32,
    /// What the best child's own number stands on in the sum of all.
    pub others: u32,
}

impl View {
    /// How far a child's number may grow until the node reaches its limit.
    pub fn room(&self, limit: u32, now: u32) -> u32 {
        limit.saturating_sub(self.others).max(now.saturating_add(1)).min(INFINITE)
    }
}
