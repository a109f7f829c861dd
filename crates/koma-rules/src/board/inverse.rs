//! Attacks looked at from the target: who stands on its lines, and who a leap away.

use koma_pieces::{Direction, Mode};

use super::cells::{CellBoard, man};
use super::{Board, cells::EDGE};
use crate::{KindId, Man, Ruleset, Side, Square};

/// How men of each kind attack, to be asked backwards.
#[derive(Debug)]
pub(crate) struct Inverse {
    /// How far a kind takes in each direction, as it sees them.
    rays: Vec<[u16; 8]>,
    /// The other leaps of all kinds.
    leaps: Vec<(i16, i16)>,
    /// Which of them each kind has.
    has: Vec<Vec<bool>>,
    /// Kinds that attack in other ways, too: they are asked one by one.
    apart: Vec<bool>,
}

impl Inverse {
    pub fn new(rules: &Ruleset) -> Self {
        let kinds = &rules.kinds;
        let direction = |rows: i16, cols: i16| {
            let same = |direction: &Direction| {
                let (r, c) = direction.offset();
                (i16::from(r), i16::from(c)) == (rows, cols)
            };
            Direction::ALL.iter().position(same)
        };
        let mut leaps: Vec<(i16, i16)> = kinds
            .iter()
            .flat_map(|kind| kind.leaps.iter().map(|leap| (leap.rows, leap.cols)))
            .filter(|&(rows, cols)| direction(rows, cols).is_none())
            .collect();
        leaps.sort_unstable();
        leaps.dedup();
        let special = &rules.variant.special;
        let odd = special.borrowed != koma_variants::Borrowed::No || special.royals_may_not_face;
        let mut inverse = Self { rays: Vec::new(), has: Vec::new(), apart: Vec::new(), leaps };
        for kind in kinds {
            let mut rays = [0_u16; 8];
            let mut has = vec![false; inverse.leaps.len()];
            let mut apart = odd || kind.stays_out.is_some() || !kind.special.is_empty();
            for leap in kind.leaps.iter().filter(|leap| leap.mode != Mode::MoveOnly) {
                match direction(leap.rows, leap.cols) {
                    Some(ray) => rays[ray] = rays[ray].max(1),
                    None => {
                        let offset = (leap.rows, leap.cols);
                        has[inverse.leaps.partition_point(|&other| other < offset)] = true;
                    }
                }
            }
            for slide in kind.slides.iter().filter(|slide| slide.mode != Mode::MoveOnly) {
                match direction(slide.rows, slide.cols) {
                    Some(ray) => rays[ray] = rays[ray].max(slide.limit),
                    None => apart = true,
                }
            }
            if apart {
                rays = [0; 8];
                has.fill(false);
            }
            inverse.rays.push(rays);
            inverse.has.push(has);
            inverse.apart.push(apart);
        }
        inverse
    }

    /// Whether men of a kind are asked one by one.
    pub fn is_apart(&self, kind: KindId) -> bool {
        self.apart[kind.index()]
    }
}

impl CellBoard {
    /// Calls `each` with every man of `by` that could take on a square, were an enemy standing
    /// there, until it says that this is enough. `apart` are the squares of the men that must be
    /// asked.
    pub fn each_attacker(
        &self,
        rules: &Ruleset,
        inverse: &Inverse,
        apart: &[Square],
        target: Square,
        by: Side,
        mut each: impl FnMut(Square, KindId) -> bool,
    ) {
        let cell = self.frame.cell(target);
        let of_side = |code: u16| (code != 0 && code != EDGE).then(|| man(code));
        for (ray, &step) in self.frame.around().iter().enumerate() {
            let (mut at, mut steps) = (cell, 0_u16);
            let code = loop {
                at = at.wrapping_add_signed(step);
                steps += 1;
                if self.cells[at] != 0 {
                    break self.cells[at];
                }
            };
            // It looks back, and Gote sees the board turned round.
            let seen = if by == Side::Sente { ray ^ 4 } else { ray };
            if let Some(man) = of_side(code)
                && man.side == by
                && inverse.rays[man.kind.index()][seen] >= steps
                && each(self.frame.square(at), man.kind)
            {
                return;
            }
        }
        for (number, &(rows, cols)) in inverse.leaps.iter().enumerate() {
            let at = cell.wrapping_add_signed(-self.frame.offset(by, rows, cols));
            if let Some(man) = self.cells.get(at).and_then(|&code| of_side(code))
                && man.side == by
                && inverse.has[man.kind.index()][number]
                && each(self.frame.square(at), man.kind)
            {
                return;
            }
        }
        for &from in apart {
            if let Some(man) = self.man_at(from)
                && man.side == by
                && self.attacks(rules, from, Man { kind: man.kind, side: by }, target)
                && each(from, man.kind)
            {
                return;
            }
        }
    }
}
