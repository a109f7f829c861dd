//! All margins of the search in one place.

/// The numbers that steer the search. Scores are counted so that a man of the start position is
/// worth 160 points on average, so one set serves all games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Params {
    /// Half the first window around the last score.
    pub aspiration: i32,
    /// Reverse futility: a node so much above beta for each ply of depth is cut.
    pub reverse_futility: i32,
    /// To this depth.
    pub reverse_futility_depth: i32,
    /// Razoring: a node at depth 1 so much below alpha is left to quiescence.
    pub razor: i32,
    /// Futility: quiet moves of a node so much below alpha are not searched.
    pub futility: i32,
    /// More for each ply.
    pub futility_slope: i32,
    /// To this depth.
    pub futility_depth: i32,
    /// Null move: plies less.
    pub null_base: i32,
    /// One more for each so many plies.
    pub null_slope: i32,
    /// One more for each so much above beta, at most three.
    pub null_margin: i32,
    /// Late quiet moves: so many are searched at depth 0.
    pub late_base: i32,
    /// And a square of the depth in halves.
    pub late_slope: i32,
    /// To this depth.
    pub late_depth: i32,
    /// Exchanges: a capture that loses so much for each ply is not searched.
    pub exchange_capture: i32,
    /// A quiet move that loses so much for the square of the depth is not searched.
    pub exchange_quiet: i32,
    /// To this depth.
    pub exchange_depth: i32,
    /// Late move reductions in 1,024ths of a ply: at depth and move 1.
    pub reduction_base: i32,
    /// For the product of the logarithms of depth and move.
    pub reduction_slope: i32,
    /// More where a move is expected to reach beta, and where the position gets no better.
    pub reduction_cut: i32,
    /// The second of them.
    pub reduction_worse: i32,
    /// One ply less for so much history.
    pub reduction_history: i32,
    /// Quiet moves with less history for each ply are not searched at small depths.
    pub history_prune: i32,
    /// Singular extension from this depth on.
    pub singular_depth: i32,
    /// The margin of singular extension for each ply.
    pub singular_margin: i32,
    /// A capture that is so much above beta in a shallower search is good enough; 0 asks none.
    pub probcut: i32,
    /// One in so many positions is left to the mate solver before a search; 0 leaves none.
    pub solver: i32,
    /// So many 64ths of learnt error of the evaluation are a point; 0 mends nothing.
    pub correction: i32,
    /// Quiescence: captures that could not raise the score within so much are not searched.
    pub delta: i32,
    /// Captures of a node of quiescence on large boards.
    pub large_captures: usize,
    /// Quiet moves at depth 0 and for each ply on large boards.
    pub large_quiets: [i32; 2],
}

/// The numbers by name.
macro_rules! by_name {
    ($($name:ident)*) => {
        impl Params {
            /// Sets a number by its name; `false` if there is none of that name.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => return false,
                }
                true
            }
        }
    };
}

by_name! {
    aspiration reverse_futility reverse_futility_depth razor futility futility_slope futility_depth
    null_base null_slope null_margin late_base late_slope late_depth exchange_capture
    exchange_quiet exchange_depth reduction_base reduction_slope reduction_cut reduction_worse reduction_history history_prune
    singular_depth singular_margin probcut solver correction delta
}

impl Default for Params {
    fn default() -> Self {
        Self {
            aspiration: 30,
            reverse_futility: 70,
            reverse_futility_depth: 7,
            razor: 260,
            futility: 140,
            futility_slope: 110,
            futility_depth: 7,
            null_base: 4,
            null_slope: 4,
            null_margin: 200,
            late_base: 4,
            late_slope: 2,
            late_depth: 6,
            exchange_capture: 60,
            exchange_quiet: 10,
            exchange_depth: 8,
            reduction_base: 1_200,
            reduction_slope: 300,
            reduction_cut: 2_048,
            reduction_worse: 512,
            reduction_history: 7_000,
            history_prune: 3_500,
            singular_depth: 7,
            singular_margin: 2,
            probcut: 180,
            solver: 16,
            correction: 128,
            delta: 220,
            large_captures: 8,
            large_quiets: [15, 10],
        }
    }
}

/// Reductions of late moves, in 1,024ths of a ply, by depth and number of the move.
pub(crate) struct Reductions(Vec<[i32; 64]>);

impl Reductions {
    pub fn new(params: &Params) -> Self {
        let entry = |depth: usize, count: usize| {
            let logs = (log2(depth) * log2(count)) >> 10;
            params.reduction_base + ((params.reduction_slope * logs) >> 10)
        };
        let row = |depth: usize| std::array::from_fn(|count| entry(depth.max(1), count.max(1)));
        Self((0..64).map(row).collect())
    }

    #[inline(always)]
    pub fn get(&self, depth: i32, count: usize) -> i32 {
        self.0[depth.clamp(0, 63) as usize][count.min(63)]
    }
}

/// The logarithm to the base 2 in 1,024ths, with whole numbers alone: the same on every machine.
fn log2(number: usize) -> i32 {
    let whole = number.ilog2();
    // In 2^30ths, between 1 and 2.
    let mut rest = (number as u64) << (30 - whole);
    let mut log = whole << 10;
    for bit in (0..10).rev() {
        rest = (rest * rest) >> 30;
        if rest >= 2 << 30 {
            rest >>= 1;
            log |= 1 << bit;
        }
    }
    log as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right_to_a_thousandth() {
        for number in 1..500_usize {
            let exact = (number as f64).log2() * 1024.0;
            assert!((f64::from(log2(number)) - exact).abs() <= 1.0, "{number}");
        }
    }
}
