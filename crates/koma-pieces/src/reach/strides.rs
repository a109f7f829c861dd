//! Steps, leaps and paths: straight legs, one or several.

use std::collections::BTreeSet;

use super::{Content, Scene, Square, TooManyWays};
use crate::{Hop, Jump, Leg, Path, Step};

/// One straight leg in full generality.
#[derive(Clone, Copy)]
struct Stride {
    offset: (i16, i16),
    /// How many leaps, counted from the start of the leg.
    limit: Option<u16>,
    on_empty: bool,
    takes: bool,
    takes_own: bool,
    hops: bool,
    hop: Option<Hop>,
    skip: u8,
    lame: bool,
    must_leap: bool,
}

impl From<Leg> for Stride {
    fn from(leg: Leg) -> Self {
        Self {
            offset: (leg.rows.into(), leg.cols.into()),
            limit: leg.reach.limit(),
            on_empty: leg.on_empty,
            takes: leg.takes,
            takes_own: leg.takes_own,
            hops: leg.hops,
            hop: leg.hop,
            skip: leg.skip,
            lame: leg.lame,
            must_leap: false,
        }
    }
}

/// Where a leg can end, and what becomes of the man there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// The square was empty, or its man stays.
    Quiet,
    /// Its man is taken.
    Takes,
}

impl Scene<'_> {
    pub(super) fn steps(&mut self, steps: &[Step]) -> Result<(), TooManyWays> {
        let virgin = self.mover.virgin;
        for step in steps.iter().filter(|step| virgin || !step.when.initial) {
            self.single(Leg::from(step).into())?;
        }
        Ok(())
    }

    pub(super) fn jumps(&mut self, jumps: &[Jump]) -> Result<(), TooManyWays> {
        let virgin = self.mover.virgin;
        for jump in jumps.iter().filter(|jump| virgin || !jump.when.initial) {
            let must_leap = jump.must_leap;
            self.single(Stride { must_leap, ..Leg::from(jump).into() })?;
        }
        Ok(())
    }

    fn single(&mut self, stride: Stride) -> Result<(), TooManyWays> {
        self.spend()?;
        for (to, end) in self.ends(self.mover.at, &BTreeSet::new(), stride) {
            let captured = if end == End::Takes { [to].into() } else { BTreeSet::new() };
            self.note(&[to], captured);
        }
        Ok(())
    }

    pub(super) fn paths(&mut self, paths: &[Path]) -> Result<(), TooManyWays> {
        let virgin = self.mover.virgin;
        for path in paths.iter().filter(|path| virgin || !path.initial) {
            let mut states = BTreeSet::from([(Vec::new(), BTreeSet::new())]);
            for leg in &path.legs {
                let mut next = BTreeSet::new();
                for (touched, taken) in states {
                    let from = touched.last().copied().unwrap_or(self.mover.at);
                    for (to, end) in self.ends(from, &taken, (*leg).into()) {
                        self.spend()?;
                        let mut touched: Vec<Square> =
                            if self.options.list_ways { touched.clone() } else { Vec::new() };
                        touched.push(to);
                        let mut taken = taken.clone();
                        if end == End::Takes {
                            taken.insert(to);
                        }
                        next.insert((touched, taken));
                    }
                }
                states = next;
            }
            for (touched, taken) in states {
                self.note(&touched, taken);
            }
        }
        Ok(())
    }

    /// The squares where a leg may end.
    fn ends(&self, from: Square, taken: &BTreeSet<Square>, stride: Stride) -> Vec<(Square, End)> {
        let mut ends = Vec::new();
        if stride.offset == (0, 0) {
            return ends;
        }
        let mut at = from;
        let mut jumped = false;
        let mut leaps = 0_u16;
        while stride.limit.is_none_or(|limit| leaps < limit) {
            let passed = lame_path(stride.offset);
            let occupied = passed.iter().filter(|&&over| {
                self.step(at, over).is_some_and(|over| self.content(over, taken) != Content::Empty)
            });
            let occupied = occupied.count();
            if stride.lame && occupied > 0 || stride.must_leap && occupied < passed.len() {
                break;
            }
            let Some(to) = self.step(at, stride.offset) else { break };
            at = to;
            leaps += 1;
            if leaps <= u16::from(stride.skip) {
                continue;
            }
            let content = self.content(at, taken);
            if stride.hop.is_some() && !jumped {
                jumped = content != Content::Empty;
                continue;
            }
            match content {
                Content::Empty if stride.on_empty => ends.push((at, End::Quiet)),
                Content::Empty => {}
                Content::Enemy(_) if stride.takes => ends.push((at, End::Takes)),
                Content::Own(_) if stride.takes_own && self.options.own_captures => {
                    ends.push((at, End::Takes));
                }
                _ => {}
            }
            if content != Content::Empty && stride.hops {
                ends.push((at, End::Quiet));
            }
            if content != Content::Empty || stride.hop == Some(Hop::Behind) {
                break;
            }
        }
        ends
    }
}

/// The squares a leap passes, as offsets: first along the longer axis until the rest is diagonal,
/// then diagonally.
fn lame_path((rows, cols): (i16, i16)) -> Vec<(i16, i16)> {
    let length = rows.abs().max(cols.abs());
    let diagonal = rows.abs().min(cols.abs());
    let mut at = (0, 0);
    let mut path = Vec::new();
    for done in 0..length - 1 {
        let straight = done < length - diagonal;
        if !straight || rows.abs() >= cols.abs() {
            at.0 += rows.signum();
        }
        if !straight || cols.abs() >= rows.abs() {
            at.1 += cols.signum();
        }
        path.push(at);
    }
    path
}
