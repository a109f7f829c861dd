//! The chart: every span of chunks, with the meanings it can have and what each costs.

use super::rules::{Out, combine};
use super::value::Val;

/// Something to tell about a derivation, and over which chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Note {
    pub(crate) doubt: Doubt,
    pub(crate) from: u8,
    pub(crate) to: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doubt {
    NoDistance,
    NoDirection,
    Ambiguous,
    ExactLeap,
    Differs,
    Count,
    EmptyException,
    LeapWithoutDistance,
    Zero,
    Unread,
    /// It takes otherwise than it moves.
    TwoWays,
    EndlessLeap,
}

/// A meaning of a span.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    pub(crate) val: Val,
    pub(crate) cost: f32,
    pub(crate) notes: Vec<Note>,
}

/// Most chunks parsed at once; longer sentences are cut.
pub(crate) const LONGEST: usize = 40;
/// Most meanings kept for one span.
const WIDEST: usize = 10;

pub(crate) struct Chart {
    pub(crate) n: usize,
    /// Where the meanings of every span begin and end, and all of them in one piece of memory.
    spans: Vec<(u32, u32)>,
    cells: Vec<Cell>,
}

impl Chart {
    pub(crate) fn at(&self, from: usize, to: usize) -> &[Cell] {
        let (start, end) = self.spans[from * (self.n + 1) + to];
        &self.cells[start as usize..end as usize]
    }

    fn put(&mut self, from: usize, to: usize, cells: impl Iterator<Item = Cell>) {
        let start = self.cells.len() as u32;
        self.cells.extend(cells);
        self.spans[from * (self.n + 1) + to] = (start, self.cells.len() as u32);
    }

    /// All meanings of all spans, from the meanings of the chunks.
    pub(crate) fn parse(chunks: &[Vec<(Val, f32)>], japanese: &[bool], starts: &[bool]) -> Self {
        let n = chunks.len();
        let (spans, cells) = (vec![(0, 0); (n + 1) * (n + 1)], Vec::with_capacity(8 * n));
        let mut chart = Self { n, spans, cells };
        for (at, values) in chunks.iter().enumerate() {
            let cell = |(val, cost): &(Val, f32)| Cell {
                val: val.clone(),
                cost: *cost,
                notes: Vec::new(),
            };
            chart.put(at, at + 1, values.iter().map(cell));
        }
        let mut found: Vec<Cell> = Vec::new();
        for length in 2..=n {
            for (from, &ja) in japanese.iter().enumerate().take(n - length + 1) {
                let to = from + length;
                for split in from + 1..to {
                    let (left, right) = (chart.at(from, split), chart.at(split, to));
                    if left.is_empty() || right.is_empty() {
                        continue;
                    }
                    // Brackets left out make the lists differ: then nothing is known.
                    let fresh =
                        |a: usize, b: usize| starts.len() == n && starts[a + 1..b].contains(&true);
                    let inner = (fresh(from, split), fresh(split, to));
                    for a in left {
                        for b in right {
                            let (cells, place) = ((a, b), (from, to));
                            combine((ja, inner), &mut Out { cells, place, found: &mut found });
                        }
                    }
                }
                if found.len() > WIDEST {
                    found.sort_by(|a, b| a.cost.total_cmp(&b.cost));
                    found.truncate(WIDEST);
                }
                chart.put(from, to, found.drain(..));
            }
        }
        chart
    }
}
