//! The general board: a cell for every square and a frame around them, a list of men for each
//! side; any size, every movement.

use std::sync::Arc;

use koma_pieces::Mode;
use koma_variants::Borrowed;

use super::frame::Frame;
use super::{Board, Listing, Way};
use crate::budget::afford;
use crate::kinds::KindRules;
use crate::{KindId, Man, Move, Ruleset, Side, Square};

/// A cell outside the board.
pub(super) const EDGE: u16 = u16::MAX;

/// Cells and lists of men.
#[derive(Clone, Debug)]
pub(crate) struct CellBoard {
    pub(super) frame: Arc<Frame>,
    /// 0 is empty, [`EDGE`] is the frame, else a man.
    pub(super) cells: Vec<u16>,
    /// Cells of each side's men, in no order.
    lists: [Vec<u16>; 2],
    /// Where the man of a cell stands in its list.
    places: Vec<u16>,
    hands: [Vec<u16>; 2],
    royals: [u16; 2],
    /// For each side and cell, the directions of [`Frame::around`] in which the next square is on
    /// the board and holds no man of the side. Kept only for games that are counted on cells.
    pub(super) open: [Vec<u8>; 2],
}

/// What stands in a cell, as a man of `side` sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    Empty,
    Own,
    Enemy,
    Edge,
}

#[inline(always)]
fn code(man: Man) -> u16 {
    (man.kind.0 << 1 | man.side as u16) + 1
}

#[inline(always)]
pub(super) fn man(code: u16) -> Man {
    Man { kind: KindId((code - 1) >> 1), side: Side::BOTH[usize::from((code - 1) & 1)] }
}

#[inline(always)]
pub(super) fn content(code: u16, side: Side) -> Content {
    match code {
        0 => Content::Empty,
        EDGE => Content::Edge,
        code if (code - 1) & 1 == side as u16 => Content::Own,
        _ => Content::Enemy,
    }
}

impl CellBoard {
    pub fn new(rules: &Ruleset) -> Self {
        let frame = Arc::clone(&rules.frame);
        let mut cells = vec![EDGE; frame.size()];
        for square in rules.geometry.all() {
            cells[frame.cell(square)] = 0;
        }
        let (kinds, size) = (rules.kinds.len(), frame.size());
        Self {
            frame,
            cells,
            lists: [Vec::new(), Vec::new()],
            places: vec![0; size],
            hands: [vec![0; kinds], vec![0; kinds]],
            royals: [0; 2],
            open: if rules.facts.free { rules.frame.open() } else { Default::default() },
        }
    }

    /// A man came to a cell or left it: its neighbours see the change.
    #[inline(always)]
    fn toggle_open(&mut self, cell: usize, side: Side) {
        let open = &mut self.open[side as usize];
        if !open.is_empty() {
            for (direction, &step) in self.frame.around().iter().enumerate() {
                // Seen from there it lies in the opposite direction.
                open[cell.wrapping_add_signed(step)] ^= 1 << (direction ^ 4);
            }
        }
    }

    /// The kind whose moves the man in a cell makes.
    #[inline(always)]
    pub(super) fn moves_like(&self, rules: &Ruleset, cell: usize, man: Man) -> KindId {
        match rules.variant.special.borrowed {
            Borrowed::No => man.kind,
            Borrowed::Behind => {
                let behind =
                    self.cells[cell.wrapping_add_signed(self.frame.offset(man.side, 1, 0))];
                match content(behind, man.side) {
                    Content::Own => self::man(behind).kind,
                    _ => man.kind,
                }
            }
        }
    }

    /// The ways of a man that moves like `kind`, each once.
    fn distinct_ways(
        &self,
        rules: &Ruleset,
        kind: &KindRules,
        cell: usize,
        man: Man,
        listing: Listing,
    ) -> Vec<Way> {
        let from = self.frame.square(cell);
        let mut ways = Vec::with_capacity(64);
        self.plain_targets(kind, cell, man.side, |to, takes| {
            ways.push(Way { mv: Move::board(from, self.frame.square(to), false), takes });
        });
        self.special_ways(rules, kind, cell, man, listing, &mut |way| ways.push(way));
        // They are sorted, compared and told.
        if !afford(8 * ways.len()) {
            return Vec::new();
        }
        match listing {
            Listing::Moves if kind.overlaps => {
                ways.sort_unstable_by_key(|way| way.mv.result());
                ways.dedup_by_key(|way| way.mv.result());
            }
            Listing::Moves => {}
            // A step and a leap to the same square touch the same.
            Listing::Paths => {
                ways.sort_unstable_by_key(|way| way.mv);
                ways.dedup_by_key(|way| way.mv);
            }
        }
        ways
    }

    /// Calls `each` with the cells a man leaps or slides to, and whether it takes there.
    #[inline(always)]
    pub(super) fn plain_targets(
        &self,
        kind: &KindRules,
        from: usize,
        side: Side,
        mut each: impl FnMut(usize, bool),
    ) {
        for leap in &kind.leaps {
            let to = from.wrapping_add_signed(self.frame.offset(side, leap.rows, leap.cols));
            match content(self.cells[to], side) {
                Content::Empty if leap.mode != Mode::CaptureOnly => each(to, false),
                Content::Enemy if leap.mode != Mode::MoveOnly => each(to, true),
                _ => {}
            }
        }
        for slide in &kind.slides {
            let step = self.frame.offset(side, slide.rows, slide.cols);
            let mut at = from;
            for _ in 0..slide.limit {
                at = at.wrapping_add_signed(step);
                match content(self.cells[at], side) {
                    Content::Empty => {
                        if slide.mode != Mode::CaptureOnly {
                            each(at, false);
                        }
                    }
                    Content::Enemy => {
                        if slide.mode != Mode::MoveOnly {
                            each(at, true);
                        }
                        break;
                    }
                    Content::Own | Content::Edge => break,
                }
            }
        }
    }

    /// Whether the man leaps or slides to a target and could take there.
    fn plain_attacks(&self, kind: &KindRules, from: usize, side: Side, target: usize) -> bool {
        let takes = |mode| mode != Mode::MoveOnly;
        kind.leaps.iter().any(|leap| {
            takes(leap.mode)
                && from.wrapping_add_signed(self.frame.offset(side, leap.rows, leap.cols)) == target
        }) || kind.slides.iter().any(|slide| {
            let step = self.frame.offset(side, slide.rows, slide.cols);
            let mut at = from;
            for _ in 0..slide.limit {
                at = at.wrapping_add_signed(step);
                if at == target {
                    return takes(slide.mode);
                }
                if self.cells[at] != 0 {
                    return false;
                }
            }
            false
        })
    }

    fn attacks_cell(&self, rules: &Ruleset, from: usize, man: Man, target: usize) -> bool {
        let like = rules.rules(self.moves_like(rules, from, man));
        let distance = (target as isize - from as isize) * (1 - 2 * man.side as isize);
        if !like.sees.may(distance) && !rules.variant.special.royals_may_not_face {
            return false;
        }
        let stays_out = rules.rules(man.kind).stays_out.as_ref();
        if stays_out.is_some_and(|out| out.has(self.frame.square(target), man.side)) {
            return false;
        }
        if !afford(like.price) {
            return false;
        }
        self.plain_attacks(like, from, man.side, target)
            || !like.special.is_empty() && self.special_attacks(rules, like, from, man, target)
            || rules.variant.special.royals_may_not_face && self.faces(rules, from, man, target)
    }

    /// Whether two royals look at each other along a file with nothing between.
    fn faces(&self, rules: &Ruleset, from: usize, man: Man, target: usize) -> bool {
        let other = self.cells[target];
        let royal = |code: u16| code != 0 && rules.rules(self::man(code).kind).royal;
        if !rules.rules(man.kind).royal || other == EDGE || !royal(other) {
            return false;
        }
        [1, -1].into_iter().any(|step: isize| {
            let mut at = from.wrapping_add_signed(step);
            while self.cells[at] == 0 {
                at = at.wrapping_add_signed(step);
            }
            at == target
        })
    }

    /// Calls `each` with every man of a side, by cell.
    #[inline(always)]
    pub(super) fn each_man(&self, side: Side) -> impl Iterator<Item = (usize, Man)> {
        self.lists[side as usize].iter().map(|&cell| (cell.into(), man(self.cells[cell as usize])))
    }
}

impl Board for CellBoard {
    fn man_at(&self, square: Square) -> Option<Man> {
        match self.cells[self.frame.cell(square)] {
            0 => None,
            code => Some(man(code)),
        }
    }

    fn has_royals(&self, _: &Ruleset, side: Side, least: usize) -> bool {
        usize::from(self.royals[side as usize]) >= least
    }

    fn put(&mut self, rules: &Ruleset, square: Square, man: Man) {
        let cell = self.frame.cell(square);
        debug_assert!(self.cells[cell] == 0, "the square is taken");
        self.cells[cell] = code(man);
        self.toggle_open(cell, man.side);
        self.royals[man.side as usize] += u16::from(rules.rules(man.kind).royal);
        let list = &mut self.lists[man.side as usize];
        self.places[cell] = list.len() as u16;
        list.push(cell as u16);
    }

    fn take(&mut self, rules: &Ruleset, square: Square) -> Man {
        let cell = self.frame.cell(square);
        let man = man(std::mem::take(&mut self.cells[cell]));
        self.toggle_open(cell, man.side);
        self.royals[man.side as usize] -= u16::from(rules.rules(man.kind).royal);
        let list = &mut self.lists[man.side as usize];
        let place = self.places[cell];
        list.swap_remove(place.into());
        if let Some(&moved) = list.get(usize::from(place)) {
            self.places[usize::from(moved)] = place;
        }
        man
    }

    fn held(&self, _: &Ruleset, side: Side, kind: KindId) -> u16 {
        self.hands[side as usize][kind.index()]
    }

    fn hold(&mut self, _: &Ruleset, side: Side, kind: KindId, more: i16) {
        let held = &mut self.hands[side as usize][kind.index()];
        *held = held.checked_add_signed(more).expect("a hand holds what is taken from it");
    }

    fn men(&self, side: Side) -> impl Iterator<Item = (Square, KindId)> {
        self.each_man(side).map(|(cell, man)| (self.frame.square(cell), man.kind))
    }

    #[inline(always)]
    fn ways(
        &self,
        rules: &Ruleset,
        from: Square,
        man: Man,
        listing: Listing,
        mut each: impl FnMut(Way),
    ) {
        let cell = self.frame.cell(from);
        let kind = rules.rules(self.moves_like(rules, cell, man));
        if !afford(kind.price) {
            return;
        }
        let stays_out = rules.rules(man.kind).stays_out.as_ref();
        let plain = |to: usize| Move::board(from, self.frame.square(to), false);
        if kind.special.is_empty() && !kind.overlaps {
            self.plain_targets(kind, cell, man.side, |to, takes| {
                if stays_out.is_none_or(|out| !out.has(self.frame.square(to), man.side)) {
                    each(Way { mv: plain(to), takes });
                }
            });
            return;
        }
        if listing == Listing::Moves && !kind.overlaps && stays_out.is_none() {
            self.plain_targets(kind, cell, man.side, |to, takes| {
                each(Way { mv: plain(to), takes });
            });
            self.special_ways(rules, kind, cell, man, listing, &mut each);
            return;
        }
        let mut ways = self.distinct_ways(rules, kind, cell, man, listing);
        if let Some(out) = stays_out {
            ways.retain(|way| !out.has(way.mv.to(), man.side));
        }
        ways.into_iter().for_each(each);
    }

    fn attacks(&self, rules: &Ruleset, from: Square, man: Man, target: Square) -> bool {
        self.attacks_cell(rules, self.frame.cell(from), man, self.frame.cell(target))
    }

    fn is_attacked(&self, rules: &Ruleset, target: Square, by: Side) -> bool {
        let target = self.frame.cell(target);
        afford(self.lists[by as usize].len())
            && self.each_man(by).any(|(from, man)| self.attacks_cell(rules, from, man, target))
    }
}
