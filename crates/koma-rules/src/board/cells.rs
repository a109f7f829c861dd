//! The reference board: a cell for every square, a list of men for each side, any size.

use koma_pieces::Mode;

use super::Board;
use crate::ruleset::{Leap, Slide};
use crate::{Geometry, KindId, Man, Ruleset, Side, Square};

/// Cells and lists of men.
#[derive(Clone, Debug)]
pub(crate) struct CellBoard {
    geometry: Geometry,
    cells: Vec<Option<Man>>,
    /// Squares of each side's men, in no order.
    lists: [Vec<Square>; 2],
    hands: [Vec<u16>; 2],
}

impl CellBoard {
    pub fn new(geometry: Geometry, kinds: usize) -> Self {
        Self {
            geometry,
            cells: vec![None; geometry.squares()],
            lists: [Vec::new(), Vec::new()],
            hands: [vec![0; kinds], vec![0; kinds]],
        }
    }
}

impl Board for CellBoard {
    fn man_at(&self, square: Square) -> Option<Man> {
        self.cells[square.index()]
    }

    fn put(&mut self, _: &Ruleset, square: Square, man: Man) {
        debug_assert!(self.cells[square.index()].is_none(), "the square is taken");
        self.cells[square.index()] = Some(man);
        self.lists[man.side as usize].push(square);
    }

    fn take(&mut self, _: &Ruleset, square: Square) -> Man {
        let man = self.cells[square.index()].take().expect("a man stands there");
        let list = &mut self.lists[man.side as usize];
        let place = list.iter().position(|&other| other == square).expect("every man is listed");
        list.swap_remove(place);
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
        let kind =
            |square: Square| self.cells[square.index()].expect("every listed man stands").kind;
        self.lists[side as usize].iter().map(move |&square| (square, kind(square)))
    }

    fn reach(&self, rules: &Ruleset, from: Square, man: Man, mut each: impl FnMut(Square)) {
        let kind = rules.rules(man.kind);
        let enemy = |square: Square| self.man_at(square).map(|other| other.side != man.side);
        for leap in &kind.leaps {
            let Some(to) = self.geometry.offset(from, man.side, leap.rows, leap.cols) else {
                continue;
            };
            match enemy(to) {
                None if leap.mode != Mode::CaptureOnly => each(to),
                Some(true) if leap.mode != Mode::MoveOnly => each(to),
                _ => {}
            }
        }
        for slide in &kind.slides {
            let mut at = from;
            for _ in 0..slide.limit {
                let Some(to) = self.geometry.offset(at, man.side, slide.rows, slide.cols) else {
                    break;
                };
                match enemy(to) {
                    None if slide.mode != Mode::CaptureOnly => each(to),
                    Some(true) if slide.mode != Mode::MoveOnly => each(to),
                    _ => {}
                }
                if enemy(to).is_some() {
                    break;
                }
                at = to;
            }
        }
    }

    fn attacks(&self, rules: &Ruleset, from: Square, man: Man, target: Square) -> bool {
        let kind = rules.rules(man.kind);
        let takes = |mode| mode != Mode::MoveOnly;
        let offset = |at, rows, cols| self.geometry.offset(at, man.side, rows, cols);
        let leaps =
            |leap: &Leap| takes(leap.mode) && offset(from, leap.rows, leap.cols) == Some(target);
        let slides = |slide: &Slide| {
            let mut at = from;
            for _ in 0..slide.limit {
                match offset(at, slide.rows, slide.cols) {
                    Some(to) if to == target => return takes(slide.mode),
                    Some(to) if self.man_at(to).is_none() => at = to,
                    _ => return false,
                }
            }
            false
        };
        kind.leaps.iter().any(leaps) || kind.slides.iter().any(slides)
    }

    fn is_attacked(&self, rules: &Ruleset, target: Square, by: Side) -> bool {
        self.men(by).any(|(from, kind)| self.attacks(rules, from, Man { kind, side: by }, target))
    }
}
