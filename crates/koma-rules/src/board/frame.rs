//! The board with a frame around it, so that a step off the board is seen without arithmetic.

use koma_pieces::Direction;

use crate::{Geometry, Side, Square};

/// How squares lie in a framed array of cells.
#[derive(Debug)]
pub(crate) struct Frame {
    /// Cells from one file to the next.
    stride: i32,
    /// The cell of each square.
    cells: Vec<u16>,
    /// The square of each cell; the frame's are never asked for.
    squares: Vec<Square>,
    /// One step in each direction, for Sente.
    steps: [isize; 8],
}

impl Frame {
    /// A frame as wide as the longest leap.
    pub fn new(geometry: Geometry, longest: u16) -> Self {
        let width = usize::from(longest.max(1));
        let ranks = usize::from(geometry.ranks());
        let stride = ranks + width;
        let size = (usize::from(geometry.files()) + 2 * width) * stride + width;
        let mut squares = vec![Square(0); size];
        let cells = geometry
            .all()
            .map(|square| {
                let (file, rank) = (square.index() / ranks, square.index() % ranks);
                let cell = (file + width) * stride + width + rank;
                squares[cell] = square;
                cell as u16
            })
            .collect();
        let step = |direction: Direction| {
            let (rows, cols) = direction.offset();
            isize::from(rows) - isize::from(cols) * stride as isize
        };
        Self { stride: stride as i32, cells, squares, steps: Direction::ALL.map(step) }
    }

    /// How many cells there are, the frame included.
    pub fn size(&self) -> usize {
        self.squares.len()
    }

    #[inline(always)]
    pub fn cell(&self, square: Square) -> usize {
        self.cells[square.index()].into()
    }

    #[inline(always)]
    pub fn square(&self, cell: usize) -> Square {
        self.squares[cell]
    }

    /// The difference of cells of an offset, as a side sees it.
    #[inline(always)]
    pub fn offset(&self, side: Side, rows: i16, cols: i16) -> isize {
        let offset = i32::from(rows) - i32::from(cols) * self.stride;
        sign(side) * offset as isize
    }

    /// One step in a direction, as a side sees it.
    #[inline(always)]
    pub fn step(&self, side: Side, direction: Direction) -> isize {
        sign(side) * self.steps[direction as usize]
    }

    /// One step in each direction, clockwise from Sente's forward.
    #[inline(always)]
    pub fn around(&self) -> &[isize; 8] {
        &self.steps
    }

    /// For both sides and each cell of the empty board, the directions that stay on it.
    pub fn open(&self) -> [Vec<u8>; 2] {
        let mut on_board = vec![false; self.size()];
        self.cells.iter().for_each(|&cell| on_board[usize::from(cell)] = true);
        let mut open = vec![0_u8; self.size()];
        for &cell in &self.cells {
            for (direction, &step) in self.around().iter().enumerate() {
                let there = usize::from(cell).wrapping_add_signed(step);
                open[usize::from(cell)] |= u8::from(on_board[there]) << direction;
            }
        }
        [open.clone(), open]
    }

    pub fn memory(&self) -> usize {
        self.cells.len() * 2 + self.squares.len() * 2
    }
}

#[inline(always)]
fn sign(side: Side) -> isize {
    1 - 2 * side as isize
}
