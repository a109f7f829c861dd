//! What is known of positions, in a fixed memory.
//!
//! Entries lie by the key of their *board*; those of one board with different hands lie together,
//! so that what is proven with few men in hand answers for more of them.

use super::ground::Spot;
use super::hands::{Hand, Slots};
use crate::table::prefetch;

/// No bound on the length of a mate.
pub(super) const ENDLESS: u16 = u16::MAX;

/// How far from its place an entry may lie.
const PROBES: usize = 64;

/// How many entries a problem begins with, so that they stay near the processor, and how many times
/// as many it has when they are full.
const FIRST_SIZE: usize = 1 << 10;
const FIRST_GLANCES: usize = 1 << 12;
const GROWTH: usize = 8;

/// What is added to the effort of a solved entry when memory is made free.
const SOLVED: u32 = 1_000;

/// One board with one hand of the attacker.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Entry {
    key: u64,
    hand: Hand,
    pn: u32,
    dn: u32,
    /// Nodes spent here, halved whenever memory is made free.
    effort: u32,
    /// The mate takes at most so many plies; [`ENDLESS`] is none known.
    mate: u16,
    /// There is no mate in fewer plies.
    no_mate: u16,
    /// The smallest depth it was met at.
    depth: u16,
    /// Which problem it belongs to; others are as good as empty.
    problem: u16,
    /// Which search its numbers are of.
    era: u8,
    /// A failure by repetition was found here on some path.
    repeats: bool,
    /// The position it was last come from.
    parent: Spot,
    /// Those of its first 64 moves that lead to the same positions.
    alike: u64,
}

/// What the table says about a position and a length.
#[derive(Clone, Copy, Debug)]
pub(super) enum Known {
    /// Mate in at most `plies`, with at least `hand`.
    Mate { plies: u16, hand: Hand },
    /// No mate in fewer than `plies`, with at most `hand`.
    NoMate { plies: u16, hand: Hand },
    /// Numbers to go on with.
    Open(Open),
    /// Nothing, but for what other hands tell of its numbers.
    Nothing { pn: u32, dn: u32 },
}

/// How a position that is not decided was left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    pub pn: u32,
    pub dn: u32,
    pub depth: u16,
    pub repeats: bool,
}

/// How a position was come to when it was last left.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Trace {
    pub parent: Spot,
    pub alike: u64,
    pub pn: u32,
    pub dn: u32,
}

/// The table.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
    /// The most entries there may be.
    most: usize,
    /// How many are in use now: what lies close together is found fast.
    size: usize,
    used: usize,
    problem: u16,
    /// How often memory was made free.
    pub sweeps: u64,
}

impl Table {
    /// A table in about so many bytes.
    pub fn new(bytes: usize) -> Self {
        let most = (bytes / size_of::<Entry>()).max(2 * PROBES);
        let size = most.min(FIRST_SIZE);
        Self { entries: vec![Entry::default(); size], most, size, used: 0, problem: 1, sweeps: 0 }
    }

    /// Forgets everything, in no time.
    pub fn clear(&mut self) {
        self.used = 0;
        self.sweeps = 0;
        self.size = self.most.min(FIRST_SIZE);
        self.problem = match self.problem.checked_add(1) {
            Some(next) => next,
            None => {
                self.entries.fill(Entry::default());
                1
            }
        };
    }

    /// How full it is, in thousandths.
    pub fn permille(&self) -> u32 {
        (self.used as u64 * 1000 / self.most as u64) as u32
    }

    fn home(&self, key: u64) -> usize {
        let homes = (self.size - PROBES) as u128;
        ((u128::from(key.wrapping_mul(0x9e37_79b9_7f4a_7c15)) * homes) >> 64) as usize
    }

    /// Asks for the entries of a board ahead of time, so that several are fetched at once.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(&self.entries[self.home(key)]);
    }

    /// The entries of a board, and the first free place after them.
    fn cluster(&self, key: u64) -> impl Iterator<Item = &Entry> {
        let home = self.home(key);
        let lives = |entry: &&Entry| entry.problem == self.problem;
        self.entries[home..home + PROBES].iter().take_while(lives).filter(move |e| e.key == key)
    }

    /// What is known about a mate in at most `plies`.
    pub fn look(&self, slots: &Slots, key: u64, hand: Hand, plies: u16, era: u8) -> Known {
        let mut open: Option<Open> = None;
        let (mut pn, mut dn) = (1, 1);
        for entry in self.cluster(key) {
            if entry.hand == hand {
                if entry.mate <= plies {
                    return Known::Mate { plies: entry.mate, hand };
                }
                if entry.no_mate > plies {
                    return Known::NoMate { plies: entry.no_mate, hand };
                }
                let Entry { pn, dn, depth, repeats, .. } = *entry;
                open = (pn > 0 && entry.era == era).then_some(Open { pn, dn, depth, repeats });
                continue;
            }
            if slots.covers(hand, entry.hand) {
                if entry.mate <= plies {
                    return Known::Mate { plies: entry.mate, hand: entry.hand };
                }
                if entry.era == era {
                    dn = dn.max(entry.dn);
                }
            } else if slots.covers(entry.hand, hand) {
                if entry.no_mate > plies {
                    return Known::NoMate { plies: entry.no_mate, hand: entry.hand };
                }
                if entry.era == era {
                    pn = pn.max(entry.pn);
                }
            }
        }
        match open {
            Some(open) => Known::Open(Open { pn: open.pn.max(pn), dn: open.dn.max(dn), ..open }),
            None => Known::Nothing { pn, dn },
        }
    }

    /// How a position that is not decided was come to.
    pub fn trace(&self, spot: Spot) -> Option<Trace> {
        let entry = self.cluster(spot.key).find(|entry| entry.hand == spot.hand)?;
        let Entry { parent, alike, pn, dn, .. } = *entry;
        (pn > 0).then_some(Trace { parent, alike, pn, dn })
    }

    /// Notes a mate.
    pub fn note_mate(&mut self, key: u64, hand: Hand, plies: u16, effort: u32) {
        let entry = self.entry(key, hand);
        entry.mate = entry.mate.min(plies);
        entry.effort = entry.effort.saturating_add(effort);
    }

    /// Notes that there is no mate in fewer plies.
    pub fn note_no_mate(&mut self, key: u64, hand: Hand, plies: u16, effort: u32) {
        let entry = self.entry(key, hand);
        entry.no_mate = entry.no_mate.max(plies);
        entry.effort = entry.effort.saturating_add(effort);
    }

    /// Notes where a search stopped.
    pub fn note_open(&mut self, spot: Spot, open: Open, trace: Trace, effort: u32, era: u8) {
        let entry = self.entry(spot.key, spot.hand);
        (entry.parent, entry.alike) = (trace.parent, trace.alike);
        if entry.era != era {
            (entry.pn, entry.dn, entry.depth, entry.era) = (0, 0, u16::MAX, era);
        }
        // A failure by repetition tells nothing about other paths.
        if !open.repeats || entry.pn == 0 {
            (entry.pn, entry.dn) = (open.pn, open.dn);
        }
        entry.depth = entry.depth.min(open.depth);
        entry.repeats |= open.repeats;
        entry.effort = entry.effort.saturating_add(effort);
    }

    /// The entry of a board and hand, new if there was none.
    fn entry(&mut self, key: u64, hand: Hand) -> &mut Entry {
        if self.used * 4 > self.size * 3 {
            if self.size < self.most {
                self.grow();
            } else {
                self.sweep();
            }
        }
        let home = self.home(key);
        let problem = self.problem;
        let fresh =
            Entry { key, hand, mate: ENDLESS, depth: u16::MAX, problem, ..Entry::default() };
        let mut place = None;
        for index in home..home + PROBES {
            let entry = &self.entries[index];
            if entry.problem != problem {
                self.used += 1;
                self.entries[index] = fresh;
                place = Some(index);
                break;
            }
            if entry.key == key && entry.hand == hand {
                place = Some(index);
                break;
            }
        }
        let index = place.unwrap_or_else(|| {
            // A crowd: the least of it goes. No gap arises, so all others are still found.
            let least = (home..home + PROBES).min_by_key(|&index| self.entries[index].worth());
            let index = least.unwrap_or(home);
            self.entries[index] = fresh;
            index
        });
        &mut self.entries[index]
    }

    /// Makes room for more.
    fn grow(&mut self) {
        let lives = |entry: &&mut Entry| entry.problem == self.problem;
        let mut living = Vec::with_capacity(self.used);
        for entry in self.entries[..self.size].iter_mut().filter(lives) {
            living.push(*entry);
            entry.problem = 0;
        }
        self.size = self.most.min(self.size.saturating_mul(GROWTH));
        if self.entries.len() < self.size {
            self.entries.resize(self.size, Entry::default());
        }
        for entry in living {
            let home = self.home(entry.key);
            let mut places = self.entries[home..home + PROBES].iter_mut();
            match places.find(|place| place.problem != self.problem) {
                Some(place) => *place = entry,
                None => self.used -= 1,
            }
        }
    }

    /// Drops the half that cost the least, and moves the rest together.
    fn sweep(&mut self) {
        self.sweeps += 1;
        let step = (self.size / 20_000).max(1);
        let living = self.entries.iter().step_by(step).filter(|e| e.problem == self.problem);
        let mut worths: Vec<u32> = living.map(Entry::worth).collect();
        let middle = worths.len() / 2;
        let limit = *worths.select_nth_unstable(middle).1;
        // Where many have the same worth, half of those go too.
        let (mut kept, mut toss) = (0, false);
        for index in 0..self.size {
            let entry = self.entries[index];
            if entry.problem != self.problem {
                continue;
            }
            self.entries[index].problem = 0;
            toss ^= entry.worth() == limit;
            if entry.worth() < limit || entry.worth() == limit && toss {
                continue;
            }
            // Nothing that lay before it is left unmoved, so its place is here at the latest.
            let mut place = self.home(entry.key);
            while self.entries[place].problem == self.problem {
                place += 1;
            }
            self.entries[place] = Entry { effort: entry.effort / 2, ..entry };
            kept += 1;
        }
        self.used = kept;
    }
}

impl Entry {
    fn worth(&self) -> u32 {
        let solved = self.mate != ENDLESS || self.no_mate > 0;
        self.effort.saturating_add(if solved { SOLVED } else { 0 })
    }
}

/// By how many ends of keys the positions of a path are told apart.
pub(super) const PATH_BUCKETS: usize = 1 << 12;

/// Failures by repetition, which hold on one path only.
#[derive(Debug)]
pub(super) struct Paths {
    /// How many positions of the path have a key that ends so; all are left before a search ends.
    pub at: Vec<u16>,
    entries: Vec<Repeat>,
    most: usize,
    used: usize,
    problem: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Repeat {
    path: u64,
    no_mate: u16,
    /// The depth of the earliest position that comes again.
    start: u16,
    problem: u32,
}

impl Paths {
    /// A table in about so many bytes.
    pub fn new(bytes: usize) -> Self {
        let most = (bytes / size_of::<Repeat>()).max(1024);
        let entries = vec![Repeat::default(); most.min(FIRST_SIZE)];
        Self { at: vec![0; PATH_BUCKETS], entries, most, used: 0, problem: 1 }
    }

    /// Forgets everything. Paths start anew with every search, so this is done for each.
    pub fn clear(&mut self) {
        self.used = 0;
        self.problem = match self.problem.checked_add(1) {
            Some(next) => next,
            None => {
                self.entries.fill(Repeat::default());
                1
            }
        };
    }

    fn place(&self, path: u64) -> usize {
        ((u128::from(path) * self.entries.len() as u128) >> 64) as usize
    }

    /// Whether a mate in at most `plies` fails on a path, and the depth of the position repeated.
    pub fn look(&self, path: u64, plies: u16) -> Option<(u16, u16)> {
        let entry = &self.entries[self.place(path)];
        (entry.problem == self.problem && entry.path == path && entry.no_mate > plies)
            .then_some((entry.no_mate, entry.start))
    }

    /// Notes such a failure.
    pub fn note(&mut self, path: u64, no_mate: u16, start: u16) {
        if self.used > self.entries.len() / 2 && self.entries.len() < self.most {
            // What is lost is found again.
            self.entries = vec![Repeat::default(); self.most.min(self.entries.len() * GROWTH)];
            self.used = 0;
        }
        let place = self.place(path);
        self.used += usize::from(self.entries[place].problem != self.problem);
        self.entries[place] = Repeat { path, no_mate, start, problem: self.problem };
    }
}

/// How much checks are resisted, for those that were looked at and never searched.
#[derive(Debug)]
pub(super) struct Glances {
    entries: Vec<u64>,
    most: usize,
    size: usize,
    noted: usize,
    salt: u64,
}

impl Glances {
    /// As many as fit into so many bytes.
    pub fn new(bytes: usize) -> Self {
        let most = (bytes / size_of::<u64>()).max(1);
        let size = most.min(FIRST_GLANCES);
        Self { entries: vec![0; size], most, size, noted: 0, salt: 1 }
    }

    /// Forgets everything, in no time.
    pub fn clear(&mut self) {
        (self.size, self.noted) = (self.most.min(FIRST_GLANCES), 0);
        self.salt = self.salt.wrapping_add(2);
    }

    /// The place of a position, and what tells it from others there.
    fn place(&self, key: u64, hand: Hand) -> (usize, u64) {
        let mixed = (key ^ hand.0.wrapping_mul(0xff51_afd7_ed55_8ccd)).wrapping_mul(self.salt);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = ((u128::from(mixed) * self.size as u128) >> 64) as usize;
        (place, mixed << 8)
    }

    /// Asks for what was noted ahead of time.
    #[inline]
    pub fn prefetch(&self, key: u64, hand: Hand) {
        prefetch(&self.entries[self.place(key, hand).0]);
    }

    /// What was noted.
    pub fn look(&self, key: u64, hand: Hand) -> Option<u32> {
        let (place, mark) = self.place(key, hand);
        let entry = self.entries[place];
        (entry & !0xff == mark && entry & 0xff > 0).then_some((entry & 0xff) as u32)
    }

    /// Notes a number from 1 to 255.
    pub fn note(&mut self, key: u64, hand: Hand, number: u32) {
        self.noted += 1;
        if self.noted > self.size && self.size < self.most {
            // What is lost is looked at again.
            (self.size, self.noted) = (self.most.min(self.size * GROWTH), 0);
            self.entries.resize(self.entries.len().max(self.size), 0);
        }
        let (place, mark) = self.place(key, hand);
        self.entries[place] = mark | u64::from(number.clamp(1, 255));
    }
}
