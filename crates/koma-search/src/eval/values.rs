//! What men are worth, from how they move on boards filled at random.

use std::sync::Arc;

use koma_rules::{KindId, Man, Position, Ruleset, Setup, Side, Square};

use super::MEAN;

/// Boards tried for each kind, fewer on large boards.
const SAMPLES: usize = 400;

/// Of a hundred squares so many hold a man of either side.
const FILLED: u64 = 17;

/// The values of all kinds on the board and in hand. Royals are worth nothing: they are not
/// exchanged.
pub(super) fn of(rules: &Arc<Ruleset>) -> (Vec<i32>, Vec<i32>) {
    let kinds = &rules.variant().kinds;
    let drops = rules.variant().drops.as_ref().is_some_and(|drops| drops.captures_to_hand);
    let mobility: Vec<i64> = mobilities(rules);
    let raw: Vec<i64> = mobility
        .iter()
        .map(|&m| {
            // In hundredths; beyond a dozen moves the next ones bring no more than the last.
            m * (2_200 + 2 * m.min(1_200))
        })
        .collect();
    let mut values = raw.clone();
    for kind in rules.kinds() {
        // A man turns over before it is exchanged once in nine times, and seldom if it is slow.
        if let Some(promoted) = rules.promoted(kind).filter(|_| !kinds[kind.index()].royal) {
            let share = if drops { 11 * mobility[kind.index()].min(200) / 2 } else { 1_000 };
            let more = raw[promoted.index()] - raw[kind.index()];
            values[kind.index()] += more.max(0) * share / 10_000;
        }
    }
    let (mut sum, mut count) = (0, 0);
    let start = Position::start(rules);
    for side in Side::BOTH {
        let standing = start.men(side).into_iter().map(|(_, kind)| (kind, 1));
        let held = rules.hand_order().iter().map(|&kind| (kind, start.held(side, kind)));
        for (kind, number) in standing.chain(held).filter(|(kind, _)| !kinds[kind.index()].royal) {
            sum += values[kind.index()] * i64::from(number);
            count += i64::from(number);
        }
    }
    let mean = (sum / count.max(1)).max(1);
    let scaled = |kind: KindId| {
        let value = values[kind.index()] * i64::from(MEAN) / mean;
        if kinds[kind.index()].royal { 0 } else { value.clamp(1, 6_000) as i32 }
    };
    let board: Vec<i32> = rules.kinds().map(scaled).collect();
    // A man in hand can go almost anywhere.
    let held = |kind: KindId| {
        let holds = rules.hand_order().contains(&kind) && !kinds[kind.index()].royal;
        if holds { board[kind.index()] + MEAN / 16 } else { 0 }
    };
    let hand = rules.kinds().map(held).collect();
    (board, hand)
}

/// How many moves a man of each kind has on average, in hundredths: a move forward counts a
/// quarter more, a capture three tenths more.
fn mobilities(rules: &Arc<Ruleset>) -> Vec<i64> {
    let geometry = rules.geometry();
    let squares = geometry.squares();
    let samples = (SAMPLES * 81 / squares.max(81)).max(30);
    let kinds: Vec<KindId> = rules.kinds().collect();
    let filler = kinds.iter().copied().find(|kind| !rules.variant().kinds[kind.index()].royal);
    let mut totals = vec![0_i64; kinds.len()];
    let mut random = Random(0x4b6f_6d61);
    let all: Vec<Square> = geometry.all().collect();
    for _ in 0..samples {
        let mut board = Setup::empty(rules);
        for &square in &all {
            let side = match random.below(100) {
                n if n < FILLED => Side::Sente,
                n if n < 2 * FILLED => Side::Gote,
                _ => continue,
            };
            board.set(square, filler.map(|kind| Man { kind, side }));
        }
        let at = all[random.below(squares as u64) as usize];
        for &kind in &kinds {
            let mut setup = board.clone();
            setup.set(at, Some(Man { kind, side: Side::Sente }));
            let position = Position::unjudged(rules, &setup);
            let mut mobility = 0;
            position.each_way(at, |mv, takes| {
                let forward = geometry.rank(mv.to()) < geometry.rank(at);
                mobility += if forward { 125 } else { 100 } * if takes { 13 } else { 10 } / 10;
            });
            totals[kind.index()] += mobility;
        }
    }
    totals.into_iter().map(|total| total / samples as i64).collect()
}

/// Small random numbers, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}
