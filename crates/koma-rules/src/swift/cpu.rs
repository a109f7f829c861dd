//! The same code for two kinds of processors: with BMI2's bit gathering, and without.

use super::survey::Survey;
use super::tables::Tables;
use crate::Move;
use crate::board::{CELLS, Planes, Set, SetBoard};

/// A way to look up slides. Chosen once, outside every loop.
pub(crate) trait Cpu {
    /// The squares a slider of `group` reaches, the first man on each line included.
    fn slides<const W: usize, const C: usize>(
        tables: &Tables<W, C>,
        side: usize,
        group: usize,
        square: usize,
        occupied: Set<W>,
    ) -> Set<W>;

    /// The squares on which a man of `group` would take along its lines.
    fn covers<const W: usize, const C: usize>(
        tables: &Tables<W, C>,
        side: usize,
        group: usize,
        square: usize,
        occupied: Set<W>,
    ) -> Set<W>;

    /// [`super::crossed::survey`], compiled for this processor.
    fn survey<const W: usize, const C: usize>(
        tables: &Tables<W, C>,
        planes: &Planes<W, C>,
        cells: &[u8; CELLS],
        side: usize,
        royal: usize,
    ) -> Survey<W>;

    /// [`super::perft::count`] for the guards that know of more moves, compiled for this processor.
    fn count_otherwise<const W: usize, const C: usize>(
        tables: &Tables<W, C>,
        planes: &Planes<W, C>,
        cells: &[u8; CELLS],
        side: usize,
    ) -> u64;

    /// The recursion of [`super::perft()`], compiled for this processor.
    fn perft<const W: usize, const C: usize>(
        tables: &Tables<W, C>,
        planes: &Planes<W, C>,
        cells: &mut [u8; CELLS],
        side: usize,
        depth: u32,
    ) -> u64;

    /// [`super::generate::list`], compiled for this processor.
    fn list<const W: usize, const C: usize>(
        tables: &Tables<W, C>,
        board: &SetBoard<W, C>,
        side: usize,
        moves: &mut Vec<Move>,
    );
}

/// Any processor: rays and their first men.
pub(crate) struct Any;

impl Cpu for Any {
    #[inline(always)]
    fn slides<const W: usize, const C: usize>(
        tables: &Tables<W, C>,
        side: usize,
        group: usize,
        square: usize,
        occupied: Set<W>,
    ) -> Set<W> {
        tables.goes(side, group, square, occupied)
    }

    #[inline(always)]
    fn covers<const W: usize, const C: usize>(
        tables: &Tables<W, C>,
        side: usize,
        group: usize,
        square: usize,
        occupied: Set<W>,
    ) -> Set<W> {
        tables.covers(side, group, square, occupied)
    }

    fn survey<const W: usize, const C: usize>(
        tables: &Tables<W, C>,
        planes: &Planes<W, C>,
        cells: &[u8; CELLS],
        side: usize,
        royal: usize,
    ) -> Survey<W> {
        super::crossed::survey::<Self, W, C>(tables, planes, cells, side, royal)
    }

    fn count_otherwise<const W: usize, const C: usize>(
        tables: &Tables<W, C>,
        planes: &Planes<W, C>,
        cells: &[u8; CELLS],
        side: usize,
    ) -> u64 {
        super::perft::count::<Self, true, W, C>(tables, planes, cells, side)
    }

    fn perft<const W: usize, const C: usize>(
        tables: &Tables<W, C>,
        planes: &Planes<W, C>,
        cells: &mut [u8; CELLS],
        side: usize,
        depth: u32,
    ) -> u64 {
        super::perft::node::<Self, W, C>(tables, planes, cells, side, depth)
    }

    fn list<const W: usize, const C: usize>(
        tables: &Tables<W, C>,
        board: &SetBoard<W, C>,
        side: usize,
        moves: &mut Vec<Move>,
    ) {
        super::generate::list::<Self, W, C>(tables, board, side, moves);
    }
}

/// x86-64 with BMI2.
#[cfg(target_arch = "x86_64")]
pub(crate) struct Bmi2;

#[cfg(target_arch = "x86_64")]
impl Cpu for Bmi2 {
    #[inline(always)]
    fn slides<const W: usize, const C: usize>(
        tables: &Tables<W, C>,
        side: usize,
        group: usize,
        square: usize,
        occupied: Set<W>,
    ) -> Set<W> {
        let mut reached = Set::EMPTY;
        for line in tables.lines(side, group, square) {
            // SAFETY: `Bmi2` is used only after `Bmi2::is_here`.
            reached |= unsafe { bmi2::along(line, line.answers, tables.answers(), occupied) };
        }
        reached
    }

    #[inline(always)]
    fn covers<const W: usize, const C: usize>(
        tables: &Tables<W, C>,
        side: usize,
        group: usize,
        square: usize,
        occupied: Set<W>,
    ) -> Set<W> {
        let mut reached = Set::EMPTY;
        for line in tables.lines(side, group, square) {
            // SAFETY: `Bmi2` is used only after `Bmi2::is_here`.
            reached |= unsafe { bmi2::along(line, line.covers, tables.answers(), occupied) };
        }
        reached
    }

    fn survey<const W: usize, const C: usize>(
        tables: &Tables<W, C>,
        planes: &Planes<W, C>,
        cells: &[u8; CELLS],
        side: usize,
        royal: usize,
    ) -> Survey<W> {
        // SAFETY: `Bmi2` is used only after `Bmi2::is_here`.
        unsafe { bmi2::survey(tables, planes, cells, side, royal) }
    }

    fn count_otherwise<const W: usize, const C: usize>(
        tables: &Tables<W, C>,
        planes: &Planes<W, C>,
        cells: &[u8; CELLS],
        side: usize,
    ) -> u64 {
        // SAFETY: `Bmi2` is used only after `Bmi2::is_here`.
        unsafe { bmi2::count_otherwise(tables, planes, cells, side) }
    }

    #[inline(always)]
    fn perft<const W: usize, const C: usize>(
        tables: &Tables<W, C>,
        planes: &Planes<W, C>,
        cells: &mut [u8; CELLS],
        side: usize,
        depth: u32,
    ) -> u64 {
        // SAFETY: `Bmi2` is used only after `Bmi2::is_here`.
        unsafe { bmi2::perft(tables, planes, cells, side, depth) }
    }

    fn list<const W: usize, const C: usize>(
        tables: &Tables<W, C>,
        board: &SetBoard<W, C>,
        side: usize,
        moves: &mut Vec<Move>,
    ) {
        // SAFETY: `Bmi2` is used only after `Bmi2::is_here`.
        unsafe { bmi2::list(tables, board, side, moves) }
    }
}

#[cfg(target_arch = "x86_64")]
impl Bmi2 {
    /// Whether this machine has it.
    pub fn is_here() -> bool {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
    }
}

#[cfg(target_arch = "x86_64")]
mod bmi2 {
    use std::arch::x86_64::{_pdep_u64, _pext_u64};

    use super::super::lines::{Answers, Line};
    use super::{Bmi2, CELLS, Move, Planes, Set, SetBoard, Survey, Tables};

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub fn along<const W: usize>(
        line: &Line<W>,
        start: u32,
        answers: &Answers,
        occupied: Set<W>,
    ) -> Set<W> {
        let mut index = 0;
        let mut shift = 0;
        for (&word, &mask) in occupied.0.iter().zip(&line.mask.0) {
            index |= _pext_u64(word, mask) << shift;
            shift += mask.count_ones();
        }
        let mut answer = u64::from(answers.get(start as usize + index as usize));
        let mut reached = line.mask;
        for word in &mut reached.0 {
            let mask = *word;
            *word = _pdep_u64(answer, mask);
            answer >>= mask.count_ones() & 63;
        }
        reached
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub fn survey<const W: usize, const C: usize>(
        tables: &Tables<W, C>,
        planes: &Planes<W, C>,
        cells: &[u8; CELLS],
        side: usize,
        royal: usize,
    ) -> Survey<W> {
        super::super::crossed::survey::<Bmi2, W, C>(tables, planes, cells, side, royal)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub fn count_otherwise<const W: usize, const C: usize>(
        tables: &Tables<W, C>,
        planes: &Planes<W, C>,
        cells: &[u8; CELLS],
        side: usize,
    ) -> u64 {
        super::super::perft::count::<Bmi2, true, W, C>(tables, planes, cells, side)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub fn perft<const W: usize, const C: usize>(
        tables: &Tables<W, C>,
        planes: &Planes<W, C>,
        cells: &mut [u8; CELLS],
        side: usize,
        depth: u32,
    ) -> u64 {
        super::super::perft::node::<Bmi2, W, C>(tables, planes, cells, side, depth)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub fn list<const W: usize, const C: usize>(
        tables: &Tables<W, C>,
        board: &SetBoard<W, C>,
        side: usize,
        moves: &mut Vec<Move>,
    ) {
        super::super::generate::list::<Bmi2, W, C>(tables, board, side, moves);
    }
}
