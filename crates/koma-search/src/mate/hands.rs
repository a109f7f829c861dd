//! Hands as one number, so that two can be compared with one subtraction.

use koma_rules::{KindId, Position, Side};

/// Men in hand: for each kind a field of bits, its highest always zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Hand(pub u64);

/// One kind of men in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Field {
    kind: KindId,
    shift: u32,
    mask: u64,
    /// As many as there are, in hands and on the board.
    total: u32,
}

/// Where each kind has its field, for the men of one position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Slots {
    fields: Vec<Field>,
    /// One man of each kind, by kind; zero for kinds that are not counted.
    units: Vec<u64>,
    /// The highest bit of every field.
    guards: u64,
}

impl Slots {
    /// Fields for every man of a position, or none at all where hands cannot be compared or do
    /// not fit.
    pub fn of(position: &Position) -> Self {
        let rules = position.rules();
        let nothing = Self { units: vec![0; rules.kinds().len()], ..Self::default() };
        if !rules.hands_can_be_compared() {
            return nothing;
        }
        let mut slots = nothing.clone();
        let mut shift = 0;
        for &kind in rules.hand_order() {
            let held = |side| u32::from(position.held(side, kind));
            let counts = |&(_, other): &(_, KindId)| rules.in_hand(other) == Some(kind);
            let standing =
                |side| position.men(side).iter().filter(|man| counts(man)).count() as u32;
            let total: u32 = Side::BOTH.into_iter().map(|side| held(side) + standing(side)).sum();
            let bits = u32::BITS - total.leading_zeros();
            if shift + bits + 1 > u64::BITS {
                return nothing;
            }
            let field = Field { kind, shift, mask: ((1 << bits) - 1) << shift, total };
            slots.units[kind.index()] = 1 << shift;
            slots.guards |= 1 << (shift + bits);
            slots.fields.push(field);
            shift += bits + 1;
        }
        slots
    }

    /// Whether hands are counted at all; if not, every hand is the same and keys tell them apart.
    pub fn compares(&self) -> bool {
        !self.fields.is_empty()
    }

    /// The hand of a side.
    pub fn hand(&self, position: &Position, side: Side) -> Hand {
        let count = |field: &Field| u64::from(position.held(side, field.kind)) << field.shift;
        Hand(self.fields.iter().map(count).sum())
    }

    /// The hand with one man more and one less.
    #[inline]
    pub fn changed(&self, hand: Hand, gained: Option<KindId>, spent: Option<KindId>) -> Hand {
        let unit = |kind: Option<KindId>| kind.map_or(0, |kind| self.units[kind.index()]);
        Hand(hand.0 + unit(gained) - unit(spent))
    }

    /// Whether a hand holds at least what another holds, kind by kind.
    #[inline(always)]
    pub fn covers(&self, hand: Hand, other: Hand) -> bool {
        ((hand.0 | self.guards) - other.0) & self.guards == self.guards
    }

    /// Both hands together.
    pub fn sum(hand: Hand, other: Hand) -> Hand {
        Hand(hand.0 + other.0)
    }

    /// The greater count of each kind.
    pub fn most(&self, a: Hand, b: Hand) -> Hand {
        self.each(|mask| (a.0 & mask).max(b.0 & mask))
    }

    /// The smaller count of each kind.
    pub fn least(&self, a: Hand, b: Hand) -> Hand {
        self.each(|mask| (a.0 & mask).min(b.0 & mask))
    }

    /// The counts of `hand` for kinds of which `other` has none.
    pub fn where_none(&self, hand: Hand, other: Hand) -> Hand {
        self.each(|mask| if other.0 & mask == 0 { hand.0 & mask } else { 0 })
    }

    /// The counts of `hand` for kinds of which `other` has some.
    pub fn where_some(&self, hand: Hand, other: Hand) -> Hand {
        self.each(|mask| if other.0 & mask == 0 { 0 } else { hand.0 & mask })
    }

    /// The hand without one man of a kind, if it has one.
    pub fn without(&self, hand: Hand, kind: Option<KindId>) -> Hand {
        let Some(field) = self.fields.iter().find(|field| Some(field.kind) == kind) else {
            return hand;
        };
        if hand.0 & field.mask == 0 { hand } else { Hand(hand.0 - (1 << field.shift)) }
    }

    /// The hand with one man of a kind more, but no more than `most` has.
    pub fn with(&self, hand: Hand, kind: Option<KindId>, most: Hand) -> Hand {
        let Some(field) = self.fields.iter().find(|field| Some(field.kind) == kind) else {
            return hand;
        };
        if hand.0 & field.mask >= most.0 & field.mask {
            hand
        } else {
            Hand(hand.0 + (1 << field.shift))
        }
    }

    fn each(&self, count: impl Fn(u64) -> u64) -> Hand {
        Hand(self.fields.iter().map(|field| count(field.mask)).fold(0, |all, bits| all | bits))
    }
}
