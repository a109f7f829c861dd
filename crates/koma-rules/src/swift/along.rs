//! How men of a kind go, in the words of the fast way: leaps, and ways along the eight lines.

use koma_pieces::{Hop, Mode};

use super::tables::RAYS;
use crate::Geometry;
use crate::kinds::{KindRules, Leap, Slide};
use crate::special::{Special, Stride};

/// The moves of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Moves {
    /// Leaps that move and take alike.
    pub leaps: Vec<Leap>,
    /// Everything that goes along a line.
    pub along: Vec<Along>,
}

/// A way along a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Along {
    pub rows: i16,
    pub cols: i16,
    /// How many squares it goes at most, a hurdle included.
    pub limit: u16,
    pub mode: Mode,
    /// It goes over one man first, and only then may it stop.
    pub hops: bool,
}

impl Moves {
    /// The moves of a kind, or `None` if one of them is of another sort.
    pub fn of(geometry: Geometry, kind: &KindRules) -> Option<Self> {
        let (leaps, steps): (Vec<Leap>, Vec<Leap>) =
            kind.leaps.iter().partition(|leap| leap.mode == Mode::Both);
        let steps = steps.into_iter().map(|Leap { rows, cols, mode }| Along {
            rows,
            cols,
            limit: 1,
            mode,
            hops: false,
        });
        let slides = kind.slides.iter().map(|&Slide { rows, cols, limit, mode }| Along {
            rows,
            cols,
            limit,
            mode,
            hops: false,
        });
        let hops: Option<Vec<Along>> = kind.special.iter().map(Along::of_special).collect();
        let mut along: Vec<Along> = slides.chain(steps).chain(hops?).collect();
        along.sort_unstable();
        along.dedup();
        let near = |leap: &Leap| (1..=63).contains(&index_offset(geometry, leap).abs());
        let straight = |way: &Along| RAYS.contains(&(way.rows, way.cols));
        // Leaps and lines are counted apart, so they may not meet.
        let meets = |leap: &Leap| along.iter().any(|way| way.reaches(leap));
        let fits =
            leaps.iter().all(|leap| near(leap) && !meets(leap)) && along.iter().all(straight);
        fits.then_some(Self { leaps, along })
    }
}

impl Along {
    fn of_special(special: &Special) -> Option<Self> {
        let Special::Stride(stride) = special else { return None };
        let &Stride { rows, cols, limit, on_empty, takes, .. } = stride;
        let mode = match (on_empty, takes) {
            (true, true) => Mode::Both,
            (true, false) => Mode::MoveOnly,
            (false, true) => Mode::CaptureOnly,
            (false, false) => return None,
        };
        let plain = stride.hop == Some(Hop::Over)
            && stride.skip == 0
            && stride.passes.is_empty()
            && !(stride.takes_own || stride.hops || stride.lame || stride.must_leap)
            && !stride.initial;
        plain.then_some(Self { rows, cols, limit, mode, hops: true })
    }

    /// Whether a leap ends on its line, as far as it goes.
    fn reaches(&self, leap: &Leap) -> bool {
        let far = leap.rows.abs().max(leap.cols.abs());
        (leap.rows, leap.cols) == (self.rows * far, self.cols * far)
            && far.unsigned_abs() <= self.limit
    }

    /// Whether it goes as far as it could take: an ordinary slide.
    pub fn is_slide(&self) -> bool {
        self.mode == Mode::Both && !self.hops
    }

    pub fn takes(&self) -> bool {
        self.mode != Mode::MoveOnly
    }
}

/// How much a leap of Sente changes the index of a square.
pub(super) fn index_offset(geometry: Geometry, leap: &Leap) -> i32 {
    i32::from(leap.rows) - i32::from(leap.cols) * i32::from(geometry.ranks())
}
