//! Where slides end, from the occupancy of their lines.

use rustc_hash::FxHashMap;

use crate::board::Set;

/// One line through a square: squares in index order, and where the answers stand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<const W: usize> {
    /// The squares of the line, the slider's own included.
    pub mask: Set<W>,
    /// Index of the first answer in [`Answers`].
    pub answers: u32,
}

/// For every occupancy of a line of a given length, seen from a given place on it, the squares a
/// slider reaches: bits in the order of the line.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    table: Vec<u16>,
    made: FxHashMap<LineShape, u32>,
}

/// What decides the answers of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LineShape {
    /// Number of squares, at most 16.
    pub length: u32,
    /// The slider's place on it.
    pub place: u32,
    /// How far it slides to higher places; 0 is not at all.
    pub up: u32,
    /// How far it slides to lower places.
    pub down: u32,
}

impl Answers {
    /// The index of the first of the `2^length` answers of a shape.
    pub fn of(&mut self, shape: LineShape) -> u32 {
        if let Some(&start) = self.made.get(&shape) {
            return start;
        }
        let start = self.table.len() as u32;
        self.table.extend((0..1 << shape.length).map(|occupied| answer(shape, occupied)));
        self.made.insert(shape, start);
        start
    }

    #[inline(always)]
    pub fn get(&self, index: usize) -> u16 {
        self.table[index]
    }

    pub fn memory(&self) -> usize {
        self.table.len() * 2 + self.made.len() * 24
    }
}

fn answer(shape: LineShape, occupied: u32) -> u16 {
    let mut reached = 0;
    for place in (shape.place + 1..shape.length).take(shape.up as usize) {
        reached |= 1 << place;
        if occupied >> place & 1 != 0 {
            break;
        }
    }
    for place in (0..shape.place).rev().take(shape.down as usize) {
        reached |= 1 << place;
        if occupied >> place & 1 != 0 {
            break;
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slider_stops_at_the_first_man_on_either_hand() {
        let shape = LineShape { length: 9, place: 4, up: 9, down: 2 };
        assert_eq!(answer(shape, 0b0_0001_0000), 0b1_1110_1100);
        assert_eq!(answer(shape, 0b0_1101_1000), 0b0_0110_1000);
        let mut answers = Answers::default();
        let start = answers.of(shape);
        assert_eq!(answers.of(shape), start);
        assert_eq!(answers.get(start as usize + 0b0_1101_1000), 0b0_0110_1000);
    }
}
