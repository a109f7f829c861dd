//! Position keys: one number per position, kept up incrementally.
//!
//! **Databases hold these numbers** (`koma-store` finds positions by them), so they are a stored
//! format: a change of the generator, of the order in which numbers are drawn, of
//! `State::key`, or of the number and order of a catalogue variant's kinds makes every stored key
//! meaningless. `tests/keys.rs` pins some; whoever must change them writes a migration.

use crate::{KindId, Man, Side, Square};

/// A position key in its two parts, which combine differently.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Key {
    /// Exclusive or of men and turn.
    pub board: u64,
    /// Sum of men in hand.
    pub hands: u64,
}

impl Key {
    pub const fn value(self) -> u64 {
        self.board.wrapping_add(self.hands)
    }
}

/// The random numbers behind position keys, from a fixed seed: a key means the same position of
/// the same ruleset in every run and on every machine.
#[derive(Debug)]
pub(crate) struct Keys {
    men: Vec<u64>,
    hands: Vec<u64>,
    kinds: usize,
}

impl Keys {
    pub fn new(squares: usize, kinds: usize) -> Self {
        let mut state = 0x4b6f_6d61_2073_686f;
        let mut next = || split_mix(&mut state);
        let hands = (0..kinds * 2).map(|_| next()).collect();
        let men = (0..squares * kinds * 2).map(|_| next()).collect();
        Self { men, hands, kinds }
    }

    /// A man on a square: combined by exclusive or.
    pub fn man(&self, man: Man, square: Square) -> u64 {
        self.men[(square.index() * self.kinds + man.kind.index()) * 2 + man.side as usize]
    }

    /// One man in hand: combined by wrapping addition, once for each man held.
    pub fn held(&self, side: Side, kind: KindId) -> u64 {
        self.hands[kind.index() * 2 + side as usize]
    }

    /// Gote to move.
    pub const fn turn(&self) -> u64 {
        0x9e6c_63d0_876a_9a47
    }

    pub fn memory(&self) -> usize {
        (self.men.len() + self.hands.len()) * size_of::<u64>()
    }
}

/// The SplitMix64 generator: well-spread numbers from a counter.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
