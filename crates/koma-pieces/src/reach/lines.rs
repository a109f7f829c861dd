//! Straight flights over other men.

use std::collections::BTreeSet;

use super::{Content, Scene};
use crate::{JumpOver, JumpSlide, RangeCapture, RangeJump};

impl Scene<'_> {
    /// Leaps to exactly the k-th square and may go on if it was empty.
    pub(super) fn jump_slides(&mut self, slides: &[JumpSlide]) {
        for slide in slides {
            let (rows, cols) = slide.dir.offset();
            let leap = i16::from(slide.leap);
            let first = self.step(self.mover.at, (i16::from(rows) * leap, i16::from(cols) * leap));
            let mut next = first;
            let mut more = slide.then.limit().map_or(u16::MAX, |limit| limit);
            while let Some(to) = next {
                match self.content(to, &BTreeSet::new()) {
                    Content::Empty => self.note(&[to], BTreeSet::new()),
                    Content::Enemy(_) => {
                        self.note(&[to], [to].into());
                        break;
                    }
                    Content::Own(_) => break,
                }
                next = more.checked_sub(1).and_then(|left| {
                    more = left;
                    self.ahead(to, slide.dir)
                });
            }
        }
    }

    /// Slides that pass over men without taking them.
    pub(super) fn jump_over(&mut self, slides: &[JumpOver]) {
        for slide in slides {
            let mut at = self.mover.at;
            let mut passed = 0_u16;
            while let Some(to) = self.ahead(at, slide.dir) {
                at = to;
                match self.content(to, &BTreeSet::new()) {
                    Content::Empty => self.note(&[to], BTreeSet::new()),
                    content => {
                        if matches!(content, Content::Enemy(_)) {
                            self.note(&[to], [to].into());
                        }
                        passed += 1;
                        if slide.max_pieces.is_some_and(|most| passed > u16::from(most)) {
                            break;
                        }
                    }
                }
            }
        }
    }

    /// Flies over lower ranks and takes them all, friend and foe (TAI-5 to TAI-7).
    pub(super) fn range_capture(&mut self, flight: &RangeCapture) {
        for &dir in &flight.dirs {
            let mut at = self.mover.at;
            let mut passed = BTreeSet::new();
            while let Some(to) = self.ahead(at, dir) {
                at = to;
                let content = self.content(to, &BTreeSet::new());
                let (man, own) = match content {
                    Content::Empty => {
                        self.note(&[to], passed.clone());
                        continue;
                    }
                    Content::Own(man) => (man, true),
                    Content::Enemy(man) => (man, false),
                };
                let stops = man.rank >= flight.rank;
                let may_land = match (stops, own) {
                    (true, true) => false,
                    (true, false) => self.options.range_capture_blocker,
                    (false, true) => self.options.range_land_own,
                    (false, false) => true,
                };
                let mut taken = passed.clone();
                taken.insert(to);
                if may_land {
                    self.note(&[to], taken.clone());
                }
                if stops {
                    break;
                }
                passed = taken;
            }
        }
    }

    /// Jumps lower ranks and takes only where it ends (TEN-9, TEN-10).
    pub(super) fn range_jump(&mut self, flight: &RangeJump) {
        for &dir in &flight.dirs {
            let mut at = self.mover.at;
            let mut jumped = false;
            while let Some(to) = self.ahead(at, dir) {
                at = to;
                let man = match self.content(to, &BTreeSet::new()) {
                    Content::Empty => {
                        if !jumped || !flight.only_when_capturing {
                            self.note(&[to], BTreeSet::new());
                        }
                        continue;
                    }
                    Content::Own(man) => man,
                    Content::Enemy(man) => {
                        self.note(&[to], [to].into());
                        man
                    }
                };
                if man.rank >= flight.rank {
                    break;
                }
                jumped = true;
            }
        }
    }
}
