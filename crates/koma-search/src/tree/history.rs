//! What cut off before: which moves are worth trying first.

use koma_rules::{KindId, Move, Ruleset, Side, Square};

/// The greatest count.
const MOST: i32 = 16_384;

/// Entries of the largest tables; games with more moves share entries.
const ENTRIES: usize = 1 << 20;

/// Entries of the tables of errors, and the greatest error in 64ths of a point.
const ERRORS: usize = 1 << 15;
const ERROR: i32 = 8_192;

/// Moves before this one count as one of so many.
const FOLLOWED: usize = 1 << 11;

/// A man of a kind that goes to a square, as its side sees it.
pub(crate) type Arrival = u32;

/// No move.
pub(crate) const NOWHERE: Arrival = u32::MAX;

/// Counts of good and bad moves.
pub(crate) struct History {
    squares: u32,
    arrivals: u32,
    /// Quiet moves by side, kind and square.
    quiet: Vec<i16>,
    /// Quiet moves by side, origin (or kind in hand) and square.
    ways: Vec<i16>,
    /// Captures by kind, square and victim.
    captures: Vec<i16>,
    /// Moves by the move before, and by own moves earlier.
    after: [Vec<i16>; 2],
    /// How far evaluations were off, by men in hand and by the last two moves.
    errors: [Vec<i16>; 3],
    /// The quiet move that answered a move best.
    answers: Vec<Move>,
}

impl History {
    pub fn new(rules: &Ruleset) -> Self {
        let squares = rules.geometry().squares();
        let kinds = rules.kinds().len();
        let arrivals = kinds * squares;
        let followed = arrivals.min(FOLLOWED);
        Self {
            squares: squares as u32,
            arrivals: arrivals as u32,
            quiet: vec![0; (2 * arrivals).min(ENTRIES)],
            ways: vec![0; (2 * (squares + kinds) * squares).min(ENTRIES)],
            captures: vec![0; (arrivals * kinds).min(ENTRIES / 4)],
            after: [vec![0; followed * followed], vec![0; followed * followed]],
            errors: std::array::from_fn(|_| vec![0; ERRORS]),
            answers: vec![Move::pass(); (2 * arrivals).min(ENTRIES / 4)],
        }
    }

    pub fn clear(&mut self) {
        let plain = [&mut self.quiet, &mut self.ways, &mut self.captures];
        let tables = plain.into_iter().chain(&mut self.after).chain(&mut self.errors);
        tables.for_each(|table| table.fill(0));
        self.answers.fill(Move::pass());
    }

    /// The square as a side sees it.
    #[inline(always)]
    fn seen(&self, square: Square, side: Side) -> u32 {
        let index = square.index() as u32;
        if side == Side::Sente { index } else { self.squares - 1 - index }
    }

    #[inline(always)]
    pub fn arrival(&self, side: Side, kind: KindId, to: Square) -> Arrival {
        kind.index() as u32 * self.squares + self.seen(to, side)
    }

    #[inline(always)]
    fn way(&self, side: Side, mv: Move) -> usize {
        let origin = match (mv.from(), mv.dropped()) {
            (Some(from), _) => self.seen(from, side),
            (None, kind) => self.squares + kind.map_or(0, |kind| kind.index() as u32),
        };
        let index = (origin * self.squares + self.seen(mv.to(), side)) * 2 + side as u32;
        fold(index, self.ways.len())
    }

    #[inline(always)]
    fn following(&self, before: Arrival, arrival: Arrival) -> usize {
        let most = self.arrivals.min(FOLLOWED as u32) as usize;
        fold(before, most) * most + fold(arrival, most)
    }

    #[inline(always)]
    fn arrival_of(&self, side: Side, arrival: Arrival) -> usize {
        fold(arrival * 2 + side as u32, self.quiet.len())
    }

    /// How good a quiet move was. `before` are moves 1, 2 and 4 plies earlier.
    #[inline(always)]
    pub fn quiet(&self, side: Side, mv: Move, arrival: Arrival, before: &[Arrival; 3]) -> i32 {
        let mut score = i32::from(self.quiet[self.arrival_of(side, arrival)])
            + i32::from(self.ways[self.way(side, mv)]);
        for (plies, &earlier) in before.iter().enumerate() {
            if earlier != NOWHERE {
                let table = &self.after[plies.min(1)];
                score += i32::from(table[self.following(earlier, arrival)]);
            }
        }
        score
    }

    pub fn reward(
        &mut self,
        side: Side,
        mv: Move,
        arrival: Arrival,
        before: &[Arrival; 3],
        by: i32,
    ) {
        let (place, way) = (self.arrival_of(side, arrival), self.way(side, mv));
        add(&mut self.quiet[place], by);
        add(&mut self.ways[way], by);
        for (plies, &earlier) in before.iter().enumerate() {
            if earlier != NOWHERE {
                let place = self.following(earlier, arrival);
                add(&mut self.after[plies.min(1)][place], by);
            }
        }
    }

    /// Where errors of a position are counted. `hands` stands for the men in hand.
    #[inline(always)]
    fn error_places(side: Side, hands: u64, before: &[Arrival; 3]) -> [usize; 3] {
        let side = side as usize;
        let hands = hands.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50;
        let pair = (u64::from(before[0]) << 32 | u64::from(before[1]))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            >> 50;
        let last = before[0].wrapping_mul(0x9e37_79b9) >> 18;
        [hands as usize * 2 + side, pair as usize * 2 + side, last as usize * 2 + side]
    }

    /// How far evaluations were off in positions like this one, in 64ths of a point.
    #[inline(always)]
    pub fn error(&self, side: Side, hands: u64, before: &[Arrival; 3]) -> i32 {
        let places = Self::error_places(side, hands, before);
        places.iter().zip(&self.errors).map(|(&place, table)| i32::from(table[place])).sum()
    }

    pub fn note_error(&mut self, side: Side, hands: u64, before: &[Arrival; 3], by: i32) {
        let places = Self::error_places(side, hands, before);
        for (place, table) in places.into_iter().zip(&mut self.errors) {
            let old = i32::from(table[place]);
            table[place] = (old + by - old * by.abs() / ERROR) as i16;
        }
    }

    #[inline(always)]
    fn capture_place(&self, arrival: Arrival, victim: KindId) -> usize {
        let kinds = self.arrivals / self.squares;
        fold(arrival * kinds + victim.index() as u32, self.captures.len())
    }

    #[inline(always)]
    pub fn capture(&self, arrival: Arrival, victim: KindId) -> i32 {
        self.captures[self.capture_place(arrival, victim)].into()
    }

    pub fn reward_capture(&mut self, arrival: Arrival, victim: KindId, by: i32) {
        let place = self.capture_place(arrival, victim);
        add(&mut self.captures[place], by);
    }

    /// The quiet move that answered a move best; a pass is none.
    pub fn answer(&self, side: Side, before: Arrival) -> Move {
        if before == NOWHERE {
            return Move::pass();
        }
        self.answers[fold(before * 2 + side as u32, self.answers.len())]
    }

    pub fn note_answer(&mut self, side: Side, before: Arrival, mv: Move) {
        if before != NOWHERE {
            let place = fold(before * 2 + side as u32, self.answers.len());
            self.answers[place] = mv;
        }
    }
}

/// A place in a table that may be smaller than the number.
#[inline(always)]
fn fold(index: u32, length: usize) -> usize {
    let index = index as usize;
    if index < length {
        index
    } else {
        (((index as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize) % length
    }
}

/// Moves a count towards its end; slower the nearer it is.
#[inline(always)]
fn add(count: &mut i16, by: i32) {
    let old = i32::from(*count);
    let by = by.clamp(-MOST, MOST);
    *count = (old + by - old * by.abs() / MOST) as i16;
}
