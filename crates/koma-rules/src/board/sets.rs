//! The fast board: sets of squares, for boards of at most 64 * `W` squares.
//!
//! Kinds that move and promote alike share a *class*, and a class has one set for both sides:
//! golds and all men promoted to gold are one set in shogi.

use std::sync::Arc;

use super::{Board, Listing, Set, Way};
use crate::swift::Tables;
use crate::{KindId, Man, Move, Ruleset, Side, Square};

/// The most squares.
pub(crate) const CELLS: usize = 128;

/// Everything that is copied from a position to the next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Planes<const W: usize, const C: usize> {
    pub classes: [Set<W>; C],
    pub sides: [Set<W>; 2],
    /// Men in hand by side and hand slot.
    pub hands: [[u8; C]; 2],
    /// Which slots are not empty.
    pub held: [u32; 2],
}

/// Sets for the whole board, and a cell for each square to tell which kind stands there.
#[derive(Clone, Debug)]
pub(crate) struct SetBoard<const W: usize, const C: usize> {
    pub tables: Arc<Tables<W, C>>,
    pub planes: Planes<W, C>,
    /// 0 is empty, else [`code`] of the man.
    pub cells: [u8; CELLS],
}

impl<const W: usize, const C: usize> Planes<W, C> {
    pub const EMPTY: Self =
        Self { classes: [Set::EMPTY; C], sides: [Set::EMPTY; 2], hands: [[0; C]; 2], held: [0; 2] };

    /// Adds one man to a hand.
    #[inline(always)]
    pub fn gain(&mut self, side: usize, slot: usize) {
        self.hands[side][slot] += 1;
        self.held[side] |= 1 << slot;
    }

    /// Removes one man from a hand that has it.
    #[inline(always)]
    pub fn spend(&mut self, side: usize, slot: usize) {
        self.hands[side][slot] -= 1;
        if self.hands[side][slot] == 0 {
            self.held[side] &= !(1 << slot);
        }
    }
}

/// A man in a cell.
#[inline(always)]
pub(crate) const fn code(kind: usize, side: usize) -> u8 {
    (kind << 1 | side) as u8 + 1
}

impl<const W: usize, const C: usize> SetBoard<W, C> {
    pub fn new(tables: &Arc<Tables<W, C>>) -> Self {
        Self { tables: Arc::clone(tables), planes: Planes::EMPTY, cells: [0; CELLS] }
    }

    #[inline]
    fn flip(&mut self, square: Square, man: Man) {
        let bit = Set::of(square.index());
        self.planes.classes[self.tables.class(man.kind.index())] ^= bit;
        self.planes.sides[man.side as usize] ^= bit;
    }
}

impl<const W: usize, const C: usize> Board for SetBoard<W, C> {
    #[inline]
    fn man_at(&self, square: Square) -> Option<Man> {
        let code = self.cells[square.index()].checked_sub(1)?;
        Some(Man { kind: KindId(u16::from(code >> 1)), side: Side::BOTH[usize::from(code & 1)] })
    }

    #[inline]
    fn put(&mut self, _: &Ruleset, square: Square, man: Man) {
        debug_assert!(self.cells[square.index()] == 0, "the square is taken");
        self.flip(square, man);
        self.cells[square.index()] = code(man.kind.index(), man.side as usize);
    }

    #[inline]
    fn take(&mut self, _: &Ruleset, square: Square) -> Man {
        let man = self.man_at(square).expect("a man stands there");
        self.flip(square, man);
        self.cells[square.index()] = 0;
        man
    }

    #[inline]
    fn held(&self, _: &Ruleset, side: Side, kind: KindId) -> u16 {
        let slot = self.tables.hand_slot(kind.index());
        slot.map_or(0, |slot| self.planes.hands[side as usize][slot].into())
    }

    #[inline]
    fn hold(&mut self, _: &Ruleset, side: Side, kind: KindId, more: i16) {
        let slot = self.tables.hand_slot(kind.index()).expect("the kind can be held");
        for _ in 0..more {
            self.planes.gain(side as usize, slot);
        }
        for _ in more..0 {
            self.planes.spend(side as usize, slot);
        }
    }

    #[inline]
    fn royals(&self, _: &Ruleset, side: Side) -> impl Iterator<Item = Square> {
        let royals = self.planes.classes[self.tables.royal];
        (royals & self.planes.sides[side as usize]).map(|index| Square(index as u16))
    }

    #[inline]
    fn has_royals(&self, _: &Ruleset, side: Side, least: usize) -> bool {
        let royals = self.planes.classes[self.tables.royal] & self.planes.sides[side as usize];
        // Counting takes long on a processor that is not asked for its help.
        match least {
            0 => true,
            1 => !royals.is_empty(),
            _ => royals.count() as usize >= least,
        }
    }

    fn men(&self, side: Side) -> impl Iterator<Item = (Square, KindId)> {
        self.planes.sides[side as usize].map(|index| {
            let square = Square(index as u16);
            (square, self.man_at(square).expect("the sets and the cells agree").kind)
        })
    }

    fn ways(&self, _: &Ruleset, from: Square, man: Man, _: Listing, mut each: impl FnMut(Way)) {
        let tables = &self.tables;
        let [sente, gote] = self.planes.sides;
        let own = self.planes.sides[man.side as usize];
        let class = tables.class(man.kind.index());
        let reach = tables.reach(man.side as usize, class, from.index(), sente | gote) & !own;
        let enemy = self.planes.sides[man.side.other() as usize];
        reach.for_each(|index| {
            let mv = Move::board(from, Square(index as u16), false);
            each(Way { mv, takes: enemy.has(index) });
        });
    }

    fn attacks(&self, _: &Ruleset, from: Square, man: Man, target: Square) -> bool {
        let tables = &self.tables;
        let [sente, gote] = self.planes.sides;
        let class = tables.class(man.kind.index());
        tables.attacks(man.side as usize, class, from.index(), sente | gote).has(target.index())
    }

    fn is_attacked(&self, _: &Ruleset, target: Square, by: Side) -> bool {
        let [sente, gote] = self.planes.sides;
        self.tables.is_attacked(&self.planes, target.index(), by as usize, sente | gote)
    }
}
