//! Checks by masks: the legal moves that leave the enemy royal attacked, and no others.

use super::cpu::{Any, Cpu, Task, run};
use super::generate::{Batch, each_batch, each_surveyed};
use super::survey::Survey;
use super::tables::{GROUPS, Tables};
use crate::board::{Planes, Set, SetBoard};
use crate::{Answers, KindId, Move, Side, Square};

impl<const W: usize, const C: usize> SetBoard<W, C> {
    /// Appends all legal moves of a side that check the enemy's only royal; `false`, and nothing,
    /// if this is not known here.
    pub fn checks(&self, side: Side, moves: &mut Vec<Move>) -> bool {
        let tables = &self.tables;
        if !tables.plain {
            return false;
        }
        let royals = self.planes.classes[tables.royal] & self.planes.sides[side.other() as usize];
        // None of several royals needs an answer.
        if let Some(royal) = royals.first().filter(|_| !royals.is_several()) {
            run(Checks { board: self, side: side as usize, royal, moves });
        }
        true
    }

    /// Counts the legal moves of a side, and those that go to `square`.
    pub fn answers(&self, side: Side, square: Square) -> Answers {
        run(Count { board: self, side: side as usize, square: square.index() })
    }

    /// Whether a man dropped somewhere could answer the check that a side is in.
    pub fn may_interpose(&self, side: Side) -> bool {
        let survey = Survey::of(Any, &self.tables, &self.planes, &self.cells, side as usize);
        survey.royal.is_none() || !survey.drop_targets.is_empty()
    }
}

/// From where each class and group would attack the royal.
struct Aim<'a, const W: usize, const C: usize> {
    tables: &'a Tables<W, C>,
    side: usize,
    royal: usize,
    occupied: Set<W>,
    seen: Set<W>,
    /// Men that uncover an attack by leaving the squares given.
    screens: [(usize, Set<W>); 8],
    screen_count: usize,
}

impl<'a, const W: usize, const C: usize> Aim<'a, W, C> {
    #[inline(always)]
    fn new(tables: &'a Tables<W, C>, board: &SetBoard<W, C>, side: usize, royal: usize) -> Self {
        let planes = &board.planes;
        let own = planes.sides[side];
        let occupied = planes.sides[0] | planes.sides[1];
        let mut aim = Self {
            tables,
            side,
            royal,
            occupied,
            seen: tables.seen_from(royal, occupied),
            screens: [(0, Set::EMPTY); 8],
            screen_count: 0,
        };
        for group in 0..tables.groups.min(GROUPS) {
            let lines = tables.sides[side].slides_to[group][royal];
            (tables.sliders(planes, group) & own & lines).each(|sniper| {
                let between = tables.between(royal, sniper);
                let screen = between & occupied;
                if let Some(man) = screen.first()
                    && own.has(man)
                    && !screen.is_several()
                {
                    aim.screens[aim.screen_count & 7] = (man, between);
                    aim.screen_count += 1;
                }
            });
        }
        aim
    }

    /// The squares from which a man of a class attacks, once it has left `from`.
    #[inline(always)]
    fn squares(&self, class: usize, from: Option<usize>) -> Set<W> {
        let own = &self.tables.sides[self.side];
        let steps = own.steps_to[class][self.royal];
        let Some(group) = self.tables.group(class) else { return steps };
        let seen = match from.filter(|&from| self.seen.has(from)) {
            Some(from) => self.tables.seen_from(self.royal, self.occupied ^ Set::of(from)),
            None => self.seen,
        };
        steps | own.slides_to[group][self.royal] & seen
    }

    /// The men that might attack after a move of theirs.
    #[inline(always)]
    fn men(&self, planes: &Planes<W, C>) -> Set<W> {
        let own = &self.tables.sides[self.side];
        let mut men = Set::EMPTY;
        for class in 0..self.tables.classes {
            men |= planes.classes[class] & own.checks_from[class][self.royal];
        }
        let screens = self.screens.iter().take(self.screen_count);
        screens.fold(men, |men, &(man, _)| men | Set::of(man))
    }

    /// The squares from which something in hand would attack.
    #[inline(always)]
    fn drops(&self, planes: &Planes<W, C>) -> Set<W> {
        let mut squares = Set::EMPTY;
        for group in &self.tables.sides[self.side].drops {
            let held = planes.held[self.side] & group.slots;
            Set::<1>([u64::from(held)]).each(|slot| {
                let kind = self.tables.dropped(group, slot);
                squares |= self.squares(self.tables.class(kind), None);
            });
        }
        squares
    }

    /// Where a man may go so that another one attacks.
    #[inline(always)]
    fn uncovering(&self, from: usize) -> Set<W> {
        let mut squares = Set::EMPTY;
        for &(man, between) in self.screens.iter().take(self.screen_count) {
            if man == from {
                squares |= !between;
            }
        }
        squares
    }
}

/// All legal moves that check the royal.
struct Checks<'a, const W: usize, const C: usize> {
    board: &'a SetBoard<W, C>,
    side: usize,
    royal: usize,
    moves: &'a mut Vec<Move>,
}

impl<const W: usize, const C: usize> Task for Checks<'_, W, C> {
    type Out = ();

    #[inline(always)]
    fn go<P: Cpu>(self, cpu: P) {
        let Self { board, side, royal, moves } = self;
        let tables = &*board.tables;
        let (planes, cells) = (&board.planes, &board.cells);
        let aim = Aim::new(tables, board, side, royal);
        let square = |index: usize| Square(index as u16);
        let mut survey = Survey::of(cpu, tables, planes, cells, side);
        survey.free &= aim.men(planes);
        survey.drop_targets &= aim.drops(planes);
        each_surveyed(cpu, tables, planes, cells, side, &survey, |batch| match batch {
            Batch::Man { from, plain, promoting } => {
                if plain.is_empty() && promoting.is_empty() {
                    return;
                }
                let kind = usize::from(cells[from] - 1) >> 1;
                let uncovering = aim.uncovering(from);
                let to = plain & (aim.squares(tables.class(kind), Some(from)) | uncovering);
                moves.extend(to.map(|to| Move::board(square(from), square(to), false)));
                if !promoting.is_empty() {
                    let class = tables.class(tables.promoted(kind));
                    let to = promoting & (aim.squares(class, Some(from)) | uncovering);
                    moves.extend(to.map(|to| Move::board(square(from), square(to), true)));
                }
            }
            Batch::Drop { kind, to, .. } => {
                let to = to & aim.squares(tables.class(kind), None);
                let kind = KindId(kind as u16);
                moves.extend(to.map(|to| Move::drop(kind, square(to))));
            }
        });
    }
}

/// Counts the legal moves, and those to a square.
struct Count<'a, const W: usize, const C: usize> {
    board: &'a SetBoard<W, C>,
    side: usize,
    square: usize,
}

impl<const W: usize, const C: usize> Task for Count<'_, W, C> {
    type Out = Answers;

    #[inline(always)]
    fn go<P: Cpu>(self, cpu: P) -> Answers {
        let Self { board, side, square } = self;
        let (mut moves, mut taking, mut drops) = (0, 0, Set::EMPTY);
        each_batch(cpu, &board.tables, &board.planes, &board.cells, side, |batch| match batch {
            Batch::Man { plain, promoting, .. } => {
                moves += plain.count() + promoting.count();
                taking += u32::from(plain.has(square)) + u32::from(promoting.has(square));
            }
            Batch::Drop { to, .. } => drops |= to,
        });
        Answers { moves: moves as u32, taking, drop_squares: drops.count() as u32 }
    }
}
