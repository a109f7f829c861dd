//! Where ways along a line end, from its occupancy.

use rustc_hash::FxHashMap;

use super::along::Along;
use crate::board::Set;

/// One line through a square: squares in index order, and where the answers stand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<const W: usize> {
    /// The squares of the line, the man's own included.
    pub mask: Set<W>,
    /// Index of the first answer in [`Answers`]: where it may go.
    pub answers: u32,
    /// The same: where it would take.
    pub covers: u32,
}

impl<const W: usize> Line<W> {
    /// What `answers` say for an occupancy, without help of the processor.
    pub fn look_up(&self, start: u32, answers: &Answers, occupied: Set<W>) -> Set<W> {
        let mut index = 0;
        for (place, square) in self.mask.enumerate() {
            index |= usize::from(occupied.has(square)) << place;
        }
        let answer = answers.get(start as usize + index);
        let reached = self.mask.enumerate().filter(|(place, _)| answer >> place & 1 != 0);
        reached.map(|(_, square)| square).collect()
    }
}

/// For every occupancy of a line of a given length, seen from a given place on it, the squares a
/// man reaches: bits in the order of the line.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    table: Vec<u16>,
    made: FxHashMap<LineShape, u32>,
}

/// What decides the answers of a line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LineShape {
    /// Number of squares, at most 16.
    pub length: u32,
    /// The man's place on it.
    pub place: u32,
    /// Its ways to higher places.
    pub up: Vec<Course>,
    /// Its ways to lower places.
    pub down: Vec<Course>,
}

/// One way to one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Course {
    /// How many squares at most.
    pub limit: u16,
    pub on_empty: bool,
    pub takes: bool,
    pub hops: bool,
}

impl Course {
    /// Where it may go.
    pub fn going(way: &Along) -> Self {
        let on_empty = way.mode != koma_pieces::Mode::CaptureOnly;
        Self { limit: way.limit, on_empty, takes: way.takes(), hops: way.hops }
    }

    /// Where it would take, were an enemy standing there.
    pub fn taking(way: &Along) -> Option<Self> {
        let all = Self { limit: way.limit, on_empty: true, takes: true, hops: way.hops };
        way.takes().then_some(all)
    }
}

impl Answers {
    /// The index of the first of the `2^length` answers of a shape.
    pub fn of(&mut self, mut shape: LineShape) -> u32 {
        for course in shape.up.iter_mut().chain(&mut shape.down) {
            course.limit = course.limit.min(shape.length as u16);
        }
        if let Some(&start) = self.made.get(&shape) {
            return start;
        }
        let start = self.table.len() as u32;
        self.table.extend((0..1 << shape.length).map(|occupied| answer(&shape, occupied)));
        self.made.insert(shape, start);
        start
    }

    #[inline(always)]
    pub fn get(&self, index: usize) -> u16 {
        self.table[index]
    }

    pub fn memory(&self) -> usize {
        self.table.len() * 2 + self.made.len() * 80
    }
}

fn answer(shape: &LineShape, occupied: u32) -> u16 {
    let up = shape.up.iter().map(|course| walk(*course, shape.place + 1..shape.length, occupied));
    let down = shape.down.iter().map(|course| walk(*course, (0..shape.place).rev(), occupied));
    up.chain(down).fold(0, |all, reached| all | reached)
}

/// The squares where a man may stop that goes over these places.
fn walk(course: Course, places: impl Iterator<Item = u32>, occupied: u32) -> u16 {
    let mut reached = 0;
    let mut hurdles = u8::from(course.hops);
    for place in places.take(course.limit.into()) {
        let is_occupied = occupied >> place & 1 != 0;
        if hurdles > 0 {
            hurdles -= u8::from(is_occupied);
            continue;
        }
        if if is_occupied { course.takes } else { course.on_empty } {
            reached |= 1 << place;
        }
        if is_occupied {
            break;
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(hops: bool, on_empty: bool) -> LineShape {
        let course = |limit| Course { limit, on_empty, takes: true, hops };
        LineShape { length: 9, place: 4, up: vec![course(9)], down: vec![course(2)] }
    }

    #[test]
    fn a_slider_stops_at_the_first_man_on_either_hand() {
        let shape = shape(false, true);
        assert_eq!(answer(&shape, 0b0_0001_0000), 0b1_1110_1100);
        assert_eq!(answer(&shape, 0b0_1101_1000), 0b0_0110_1000);
        let mut answers = Answers::default();
        let start = answers.of(shape.clone());
        assert_eq!(answers.of(shape), start);
        assert_eq!(answers.get(start as usize + 0b0_1101_1000), 0b0_0110_1000);
    }

    #[test]
    fn a_hopper_goes_over_one_man_and_stops_at_the_next() {
        assert_eq!(answer(&shape(true, true), 0b0_0001_0000), 0);
        assert_eq!(answer(&shape(true, true), 0b1_0011_1000), 0b1_1100_0100);
        assert_eq!(answer(&shape(true, true), 0b1_1011_0100), 0b0_1100_0000);
        assert_eq!(answer(&shape(true, false), 0b1_1011_1100), 0b0_1000_0100);
    }

    #[test]
    fn a_line_is_looked_up_with_or_without_the_processor() {
        let mut answers = Answers::default();
        let start = answers.of(shape(false, true));
        let mask: Set<2> = (0..9).map(|place| place * 9 + 3).collect();
        let line = Line { mask, answers: start, covers: start };
        let occupied = [3 + 4 * 9, 3 + 6 * 9].into_iter().collect();
        let reached: Vec<_> = line.look_up(start, &answers, occupied).collect();
        assert_eq!(reached, [21, 30, 48, 57]);
    }
}
