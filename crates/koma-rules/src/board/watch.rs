//! Counting the moves that answer a move: only men that look at a square it touched can have
//! other moves than before it.

use std::cell::{Cell, RefCell};

use super::cells::{CellBoard, Content, content, man};
use super::count::CountTables;
use super::frame::Frame;
use crate::legal::View;

/// Who wants to know at which cells a count looks.
pub(super) trait Look: Copy {
    fn look(self, cell: usize);

    /// It looked at the neighbours of a cell, in these directions of [`Frame::around`].
    fn look_around(self, frame: &Frame, cell: usize, directions: u8);
}

/// Nobody.
impl Look for () {
    #[inline(always)]
    fn look(self, _: usize) {}

    #[inline(always)]
    fn look_around(self, _: &Frame, _: usize, _: u8) {}
}

/// The moves of a side, counted man by man.
pub(crate) struct Watch {
    /// The cells of the men, and how many moves each has.
    men: Vec<(u16, u64)>,
    /// The sum of their moves.
    count: u64,
    /// Men whose moves may have to be listed: counted each time.
    apart: Vec<u16>,
    /// The men that look at a cell are `lookers[starts[cell]..starts[cell + 1]]`.
    starts: Vec<u32>,
    lookers: Vec<u16>,
    /// The last answer for which a man was counted anew.
    anew: Vec<u32>,
    answer: u32,
}

/// The cells each man looks at.
struct Notes {
    /// Which man looks.
    man: Cell<u16>,
    /// Cells and men.
    list: RefCell<Vec<(u16, u16)>>,
    /// The last man that looked at a cell.
    last: Vec<Cell<u16>>,
}

impl Look for &Notes {
    #[inline]
    fn look(self, cell: usize) {
        let man = self.man.get();
        if self.last[cell].replace(man) != man {
            self.list.borrow_mut().push((cell as u16, man));
        }
    }

    fn look_around(self, frame: &Frame, cell: usize, directions: u8) {
        for (direction, &step) in frame.around().iter().enumerate() {
            if directions >> direction & 1 != 0 {
                self.look(cell.wrapping_add_signed(step));
            }
        }
    }
}

impl View<'_, CellBoard> {
    /// Counts the moves of the side to move, so that [`View::count_after`] can follow.
    pub fn watch(self, tables: &CountTables) -> Watch {
        let cells = self.board.frame.size();
        let notes = Notes {
            man: Cell::new(0),
            list: RefCell::default(),
            last: vec![Cell::new(u16::MAX); cells],
        };
        let (mut men, mut apart) = (Vec::new(), Vec::new());
        for (from, man) in self.board.each_man(self.side) {
            if tables.stands_apart(self, man) {
                apart.push(from as u16);
                continue;
            }
            notes.man.set(men.len() as u16);
            notes.look(from);
            men.push((from as u16, self.count_man(tables, from, man, &notes)));
        }
        let list = notes.list.into_inner();
        let mut starts = vec![0; cells + 1];
        list.iter().for_each(|&(cell, _)| starts[usize::from(cell) + 1] += 1);
        for cell in 0..cells {
            starts[cell + 1] += starts[cell];
        }
        let mut next = starts.clone();
        let mut lookers = vec![0; list.len()];
        for (cell, man) in list {
            let place = &mut next[usize::from(cell)];
            lookers[*place as usize] = man;
            *place += 1;
        }
        let count = men.iter().map(|(_, count)| count).sum();
        Watch { count, apart, starts, lookers, anew: vec![0; men.len()], answer: 0, men }
    }

    /// The number of legal moves after a move of the other side that touched some cells.
    pub fn count_after(
        self,
        tables: &CountTables,
        watch: &mut Watch,
        touched: impl Iterator<Item = usize>,
    ) -> u64 {
        if self.is_struck() {
            return self.count(tables);
        }
        let cells = &self.board.cells[..];
        let stands = |cell: usize| content(cells[cell], self.side) == Content::Own;
        let mut count = watch.count;
        watch.answer += 1;
        for cell in touched {
            let lookers = watch.starts[cell] as usize..watch.starts[cell + 1] as usize;
            for &looker in &watch.lookers[lookers] {
                let looker = usize::from(looker);
                if std::mem::replace(&mut watch.anew[looker], watch.answer) == watch.answer {
                    continue;
                }
                let (from, before) = (usize::from(watch.men[looker].0), watch.men[looker].1);
                count -= before;
                if stands(from) {
                    count += self.count_man(tables, from, man(cells[from]), ());
                }
            }
        }
        for from in watch.apart.iter().map(|&cell| usize::from(cell)) {
            if stands(from) {
                count += self.count_man(tables, from, man(cells[from]), ());
            }
        }
        count + self.count_drops()
    }
}
