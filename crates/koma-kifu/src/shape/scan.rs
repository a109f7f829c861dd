//! Finding shapes in a record.

use std::sync::OnceLock;

use koma_rules::{Geometry, Man, Position, Ruleset, Side, Square};

use super::condition::{Case, How, KINDS, SIZE, Squares, Test, Who};
use super::{FoundShape, Shape, ShapeKind, shapes};
use crate::{NodeId, Play, Record, Table};

impl Record {
    /// The castles, openings and tesuji of the main line, each side's own once, in the order in
    /// which they came about; what both sides did comes last. Only shogi has names; openings are
    /// looked for in games from an even start.
    ///
    /// ```
    /// use koma_kifu::{ReadOptions, read};
    /// let moves = "position startpos moves 7g7f 3c3d 2h6h 8c8d 5i4h 6c6d 4h3h 7c7d 3h2h 1c1d 3i3h";
    /// let record = &read(moves.as_bytes(), &ReadOptions::default()).records[0];
    /// let names: Vec<_> = record.shapes().iter().map(|found| found.shape.japanese).collect();
    /// assert_eq!(names, ["四間飛車", "振り飛車", "片美濃囲い", "美濃系"]);
    /// ```
    pub fn shapes(&self) -> Vec<FoundShape> {
        let Some(board) = &self.board else { return Vec::new() };
        let Some(kinds) = kinds(&board.rules) else { return Vec::new() };
        let is_even = board.setup == *board.rules.start();
        let mut seen = Seen { found: Vec::new(), has: [vec![false; shapes().len()], Vec::new()] };
        seen.has[1] = seen.has[0].clone();
        let mut table = Table::new(board);
        let (mut taken, mut last_to) = (None, None);
        let (mut ply, mut node) = (0, NodeId::ROOT);
        for id in self.main_line() {
            // What comes after a move against the rules is another game.
            let mv = match &self.node(id).play {
                Play::Move(mv) => *mv,
                Play::Start | Play::End(_) => continue,
                Play::Illegal(_) | Play::Unread(_) => break,
            };
            let side = table.position().side();
            let victim = table.position().man_at(mv.to()).filter(|_| mv.dropped().is_none());
            table.play_unchecked(mv);
            (ply, node) = (ply + 1, id);
            let took = victim.map(|man| kinds[man.kind.index()]);
            let Some(man) = table.position().man_at(mv.to()) else { continue };
            let look = Look {
                position: table.position(),
                kinds: &kinds,
                geometry: board.rules.geometry(),
                side,
                to: mv.to(),
                from: mv.from(),
                kind: kinds[man.kind.index()],
                dropped: mv.dropped().is_some(),
                promotes: mv.promotes(),
                took,
                foe_took: taken,
                foe_to: last_to,
                ply,
            };
            look.all(id, is_even, &mut seen);
            (taken, last_to) = (took, Some(mv.to()));
        }
        if is_even {
            seen.games(ply, node);
        }
        seen.found
    }
}

/// Which of [`KINDS`] each kind of the rules is; `None` where the game is not shogi.
fn kinds(rules: &Ruleset) -> Option<Vec<u8>> {
    let geometry = rules.geometry();
    let is_shogi = rules.variant().slug == "shogi"
        && (u16::from(geometry.files()), u16::from(geometry.ranks())) == (SIZE, SIZE);
    is_shogi.then_some(())?;
    let place = |code: &str| KINDS.iter().position(|known| *known == code).map(|at| at as u8);
    rules.kinds().map(|kind| place(rules.code(kind))).collect()
}

/// What was found so far.
struct Seen {
    found: Vec<FoundShape>,
    /// Which shapes each side has.
    has: [Vec<bool>; 2],
}

impl Seen {
    fn has_one(&self, side: Side, shapes: &[u16]) -> bool {
        shapes.iter().any(|&shape| self.has[side as usize][usize::from(shape)])
    }

    fn add(&mut self, at: usize, side: Side, node: NodeId) {
        let shapes = shapes();
        let families = shapes[at].families.iter().map(|&family| usize::from(family));
        for at in std::iter::once(at).chain(families) {
            let has = &mut self.has[side as usize][at];
            if !std::mem::replace(has, true) {
                self.found.push(FoundShape { shape: &shapes[at], side: Some(side), node });
            }
        }
    }

    /// What both sides did, after so many moves.
    fn games(&mut self, ply: u32, node: NodeId) {
        for shape in shapes().iter().filter(|shape| shape.kind == ShapeKind::Game) {
            let holds = |test: &Test| match test {
                Test::Ply(first, last) => (*first..=*last).contains(&ply),
                Test::Sides(sides, shapes) => {
                    let has = |side: &&Side| self.has_one(**side, shapes);
                    Side::BOTH.iter().filter(has).count() == *sides
                }
                _ => false,
            };
            if shape.cases.iter().any(|case| case.tests.iter().all(holds)) {
                self.found.push(FoundShape { shape, side: None, node });
            }
        }
    }
}

/// The cases that a move to a square, or away from it, can complete; of all shapes.
struct Index {
    /// By square as its side sees it, and kind.
    arrivals: Vec<Vec<(u16, u16)>>,
}

impl Index {
    fn get() -> &'static Self {
        static INDEX: OnceLock<Index> = OnceLock::new();
        INDEX.get_or_init(|| Self::new(shapes()))
    }

    fn new(shapes: &[Shape]) -> Self {
        let mut arrivals = vec![Vec::new(); usize::from(SIZE * SIZE) * KINDS.len()];
        for (at, shape) in shapes.iter().enumerate() {
            for (number, case) in shape.cases.iter().enumerate() {
                let this = (at as u16, number as u16);
                for (squares, kinds) in completed_by(case) {
                    for (slot, cases) in arrivals.iter_mut().enumerate() {
                        let (square, kind) = (slot / KINDS.len(), slot % KINDS.len());
                        let fits = squares >> square & 1 == 1 && kinds >> kind & 1 == 1;
                        if fits && cases.last() != Some(&this) {
                            cases.push(this);
                        }
                    }
                }
            }
        }
        Self { arrivals }
    }

    fn at(&self, square: usize, kind: u8) -> &[(u16, u16)] {
        &self.arrivals[square * KINDS.len() + usize::from(kind)]
    }
}

/// Where men may arrive to complete a case: where the last move is asked for, there; else on any
/// square it asks for. A king that leaves does not make a castle.
fn completed_by(case: &Case) -> Vec<(Squares, u16)> {
    if let Some(last) = case.last {
        return vec![(last.to, last.kinds)];
    }
    let any_move = |test: &Test| matches!(test, Test::DoubleCheck | Test::OpenedCheck);
    if case.tests.iter().any(any_move) {
        return vec![(Squares::MAX, u16::MAX)];
    }
    let arrival = |test: &Test| match test {
        Test::Stands { squares, who, not: false } if !who.foe => Some((*squares, who.kinds)),
        _ => None,
    };
    case.tests.iter().filter_map(arrival).collect()
}

/// A position, and the move that led to it.
struct Look<'p> {
    position: &'p Position,
    kinds: &'p [u8],
    geometry: Geometry,
    /// Who moved.
    side: Side,
    to: Square,
    from: Option<Square>,
    kind: u8,
    dropped: bool,
    promotes: bool,
    took: Option<u8>,
    foe_took: Option<u8>,
    foe_to: Option<Square>,
    ply: u32,
}

impl Look<'_> {
    /// Finds every shape the move completes.
    fn all(&self, node: NodeId, is_even: bool, seen: &mut Seen) {
        for &(at, number) in Index::get().at(self.seen_by_side(self.to), self.kind) {
            let (at, shape) = (usize::from(at), &shapes()[usize::from(at)]);
            let is_new = !seen.has[self.side as usize][at];
            let is_wanted = is_even || shape.kind != ShapeKind::Opening;
            if is_new && is_wanted && self.fits(&shape.cases[usize::from(number)], seen) {
                seen.add(at, self.side, node);
            }
        }
    }

    fn fits(&self, case: &Case, seen: &Seen) -> bool {
        let is_last = case.last.is_none_or(|last| match last.how {
            How::Moved => !self.dropped,
            How::Dropped => self.dropped,
            How::Either => true,
        });
        is_last && case.tests.iter().all(|test| self.holds(test, seen))
    }

    fn holds(&self, test: &Test, seen: &Seen) -> bool {
        let foe = self.side.other();
        match test {
            Test::Stands { squares, who, not } => {
                each(*squares).any(|square| self.is(self.board_square(square), *who)) != *not
            }
            Test::Empty(squares) => {
                let is_empty = |square| self.position.man_at(self.board_square(square)).is_none();
                each(*squares).any(is_empty)
            }
            Test::Near { rows, cols, who } => {
                let square = self.geometry.offset(self.to, self.side, *rows, *cols);
                square.is_some_and(|square| match who {
                    Some(who) => self.is(square, *who),
                    None => self.position.man_at(square).is_none(),
                })
            }
            Test::Ray { rows, cols, who, second } => {
                let nth = usize::from(*second);
                self.ray(*rows, *cols).nth(nth).is_some_and(|square| self.is(square, *who))
            }
            Test::Hand { foe: of_foe, kinds, not } => {
                let side = if *of_foe { foe } else { self.side };
                let rules = self.position.rules();
                let holds = |kind| self.position.held(side, kind) > 0;
                let is_meant = |place: u8| kinds >> place & 1 == 1;
                let mut held = rules.hand_order().iter().copied();
                held.any(|kind| is_meant(self.kinds[kind.index()]) && holds(kind)) != *not
            }
            Test::Takes(kinds) => self.took.is_some_and(|kind| kinds >> kind & 1 == 1),
            Test::FoeTook(kinds) => self.foe_took.is_some_and(|kind| kinds >> kind & 1 == 1),
            Test::From(squares) => {
                let is_there = |from| squares >> self.seen_by_side(from) & 1 == 1;
                self.from.is_some_and(is_there)
            }
            Test::Ply(first, last) => (*first..=*last).contains(&self.ply),
            Test::Rank(first, last) => {
                let rank = self.geometry.far_rank(self.to, self.side) + 1;
                (*first..=*last).contains(&rank)
            }
            Test::Side(side) => self.side == *side,
            Test::Has { foe: of_foe, shapes, not } => {
                seen.has_one(if *of_foe { foe } else { self.side }, shapes) != *not
            }
            Test::Hits(kinds) => self.hits(*kinds),
            Test::Promotes => self.promotes,
            Test::Hung => self.position.is_attacked(self.to, foe),
            Test::Check => self.position.in_check(),
            Test::DoubleCheck => self.checkers().len() > 1,
            Test::OpenedCheck => self.checkers().iter().any(|&square| square != self.to),
            Test::Mate => self.position.in_check() && !self.position.has_legal_move(),
            Test::Sides(..) => false,
        }
    }

    fn checkers(&self) -> Vec<Square> {
        if !self.position.in_check() {
            return Vec::new();
        }
        self.position.attacked_royals().into_iter().flat_map(|(_, by)| by).collect()
    }

    /// Whether the man that moved attacks one of the opponent's kinds.
    fn hits(&self, kinds: u16) -> bool {
        let mut hits = false;
        self.position.each_way(self.to, |mv, takes| {
            hits |= takes
                && self.position.man_at(mv.to()).is_some_and(|victim| {
                    victim.side != self.side && kinds >> self.kinds[victim.kind.index()] & 1 == 1
                });
        });
        hits
    }

    /// The squares of the men in a direction.
    fn ray(&self, rows: i16, cols: i16) -> impl Iterator<Item = Square> {
        let squares =
            (1..).map_while(move |n| self.geometry.offset(self.to, self.side, rows * n, cols * n));
        squares.filter(|&square| self.position.man_at(square).is_some())
    }

    fn is(&self, square: Square, who: Who) -> bool {
        let Some(Man { kind, side }) = self.position.man_at(square) else { return false };
        (side != self.side) == who.foe
            && who.kinds >> self.kinds[kind.index()] & 1 == 1
            && (!who.just_moved || self.foe_to == Some(square))
            && (!who.is_loose || !self.position.is_attacked(square, side))
    }

    /// A square of the board by the number its side has for it.
    fn board_square(&self, seen: u32) -> Square {
        let seen = seen as u16;
        let number = if self.side == Side::Sente { seen } else { SIZE * SIZE - 1 - seen };
        let square = self.geometry.square(number / SIZE + 1, number % SIZE + 1);
        square.expect("the board is 9x9")
    }

    /// The number a side has for a square.
    fn seen_by_side(&self, square: Square) -> usize {
        let number = square.index();
        if self.side == Side::Sente { number } else { usize::from(SIZE * SIZE) - 1 - number }
    }
}

fn each(squares: Squares) -> impl Iterator<Item = u32> {
    let some = |left: Squares| Some(left).filter(|&left| left != 0);
    std::iter::successors(some(squares), move |left| some(left & (left - 1)))
        .map(Squares::trailing_zeros)
}
