//! What a position is worth: linear tables kept up with every move, and the danger of royals.
//!
//! All numbers are data ([`Weights`]); the code knows no game. Sums are kept as Sente sees them.

mod file;
mod reach;
mod values;
mod weights;

use std::sync::Arc;

use koma_rules::field::{Change, Danger, Field, Gains};
use koma_rules::{KindId, Man, Ruleset, Side, Square};

use crate::score::MOST;
pub use file::WeightsError;
pub use weights::Weights;

/// What a man of the start position is worth on average.
pub(crate) const MEAN: i32 = 160;

/// Weights made ready for a game.
#[derive(Debug)]
pub struct Evaluation {
    weights: Weights,
    royal: Vec<bool>,
    files: Vec<i16>,
    ranks: Vec<i16>,
    /// Relative places a table knows.
    span: Span,
    gains: Gains,
    /// The kind in hand that is worth least.
    cheapest: Option<KindId>,
    hand_order: Vec<KindId>,
    /// Every sum is compared with one made from scratch.
    verifies: bool,
    /// Kinds whose promoted side does all they do: they always promote.
    pub(crate) outdone: Vec<bool>,
}

/// How relative places are numbered in tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    ranks: i16,
    /// Only the distance counts.
    banded: bool,
    /// Number of places.
    pub places: usize,
}

impl Span {
    pub fn of(rules: &Ruleset) -> Self {
        let (files, ranks) = (rules.geometry().files(), rules.geometry().ranks());
        let banded = ranks > 12 || files > 12;
        let places = if banded {
            usize::from(files.max(ranks))
        } else {
            usize::from(files) * (2 * usize::from(ranks) - 1)
        };
        Self { ranks: ranks.into(), banded, places }
    }

    /// The number of a place `rows` behind and `cols` beside.
    #[inline(always)]
    pub fn place(self, rows: i16, cols: i16) -> usize {
        if self.banded {
            rows.unsigned_abs().max(cols.unsigned_abs()).into()
        } else {
            (cols.abs() * (2 * self.ranks - 1) + rows + self.ranks - 1) as usize
        }
    }
}

/// The linear part of an evaluation, as Sente sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sum {
    score: i32,
    /// Where a royal of each side stands, from 1; 0 is nowhere.
    anchors: [u16; 2],
}

impl Evaluation {
    /// Makes weights ready. They must have been made for these rules.
    pub fn new(rules: &Arc<Ruleset>, weights: Weights) -> Self {
        let geometry = rules.geometry();
        let kinds = &rules.variant().kinds;
        let gains = rules.kinds().map(|kind| {
            let held = rules.in_hand(kind).map_or(0, |held| weights.hand[held.index()]);
            let royal = if kinds[kind.index()].royal { 10_000 } else { 0 };
            royal + weights.board[kind.index()] + held
        });
        Self {
            royal: kinds.iter().map(|kind| kind.royal).collect(),
            files: geometry.all().map(|square| geometry.file(square) as i16).collect(),
            ranks: geometry.all().map(|square| geometry.rank(square) as i16).collect(),
            span: Span::of(rules),
            gains: Gains(gains.collect()),
            cheapest: rules.hand_order().iter().copied().min_by_key(|k| weights.hand[k.index()]),
            hand_order: rules.hand_order().to_vec(),
            verifies: false,
            outdone: reach::outdone(rules),
            weights,
        }
    }

    /// Compares every sum that is kept up with one made from scratch from now on, and panics if
    /// they differ: for tests.
    #[must_use]
    pub fn verifying(mut self) -> Self {
        self.verifies = true;
        self
    }

    /// The weights it was made from.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// What taking a man of each kind brings.
    pub(crate) fn gains(&self) -> &Gains {
        &self.gains
    }

    pub(crate) fn is_royal(&self, kind: KindId) -> bool {
        self.royal[kind.index()]
    }

    /// What a man of a kind is worth on the board.
    pub(crate) fn value(&self, kind: KindId) -> i32 {
        self.weights.board[kind.index()]
    }

    /// The sum of a position, from scratch.
    pub(crate) fn fresh<F: Field>(&self, field: &F) -> Sum {
        let mut sum = Sum::default();
        for side in Side::BOTH {
            let mut royal = None::<Square>;
            field.each_man(side, |square, kind| {
                if self.is_royal(kind) && royal.is_none_or(|other| square < other) {
                    royal = Some(square);
                }
            });
            sum.anchors[side as usize] = royal.map_or(0, |square| square.index() as u16 + 1);
        }
        for side in Side::BOTH {
            let mut score = 0;
            field.each_man(side, |square, kind| {
                score += self.man(sum.anchors, Man { kind, side }, square);
            });
            for &kind in &self.hand_order {
                score += i32::from(field.held(side, kind)) * self.weights.hand[kind.index()];
            }
            sum.score += if side == Side::Sente { score } else { -score };
        }
        sum
    }

    /// The sum after the last move of a field, from the one before it.
    pub(crate) fn follow<F: Field>(&self, field: &F, before: Sum) -> Sum {
        let mut sum = before;
        let mut royal = false;
        let signed = |side: Side, score: i32| if side == Side::Sente { score } else { -score };
        field.changes(|change| match change {
            Change::Put(man, square) => {
                royal |= self.is_royal(man.kind);
                sum.score += signed(man.side, self.man(before.anchors, man, square));
            }
            Change::Taken(man, square) => {
                royal |= self.is_royal(man.kind);
                sum.score -= signed(man.side, self.man(before.anchors, man, square));
            }
            Change::Held(side, kind, more) => {
                sum.score += signed(side, i32::from(more) * self.weights.hand[kind.index()]);
            }
        });
        if royal { self.fresh(field) } else { sum }
    }

    /// What a man is worth where it stands, to its side.
    #[inline(always)]
    fn man(&self, anchors: [u16; 2], man: Man, square: Square) -> i32 {
        let (kind, weights) = (man.kind.index(), &self.weights);
        let mut score = weights.board[kind];
        if self.royal[kind] {
            return score;
        }
        let own = man.side as usize;
        let forward = 1 - 2 * man.side as i16;
        let (file, rank) = (self.files[square.index()], self.ranks[square.index()]);
        for (table, anchor) in [(&weights.own, anchors[own]), (&weights.enemy, anchors[own ^ 1])] {
            if anchor != 0 {
                let anchor = usize::from(anchor) - 1;
                let rows = (rank - self.ranks[anchor]) * forward;
                let place = self.span.place(rows, file - self.files[anchor]);
                score += i32::from(table[kind * self.span.places + place]);
            }
        }
        score
    }

    /// What a position is worth to the side to move. `sum` is its sum.
    pub(crate) fn score<F: Field>(&self, field: &F, sum: Sum) -> i32 {
        if self.verifies {
            assert_eq!(sum, self.fresh(field), "the sum was not kept up");
        }
        let side = field.side();
        let mut score = if side == Side::Sente { sum.score } else { -sum.score };
        if let Some(dangers) = field.dangers(&self.gains, self.cheapest) {
            let (own, their) = (dangers[side as usize], dangers[side.other() as usize]);
            score += self.danger(their) - self.danger(own);
            let mobility = i32::from(own.mobility) - i32::from(their.mobility);
            let [step, mine, yours] = self.weights.threats;
            // What hangs is lost sooner if the other side is to move.
            score += (mobility * step + their.hanging * yours - own.hanging * mine) / 64;
        }
        (score + self.weights.tempo).clamp(-MOST, MOST)
    }

    /// What danger costs a side.
    fn danger(&self, danger: Danger) -> i32 {
        let weights = &self.weights.danger;
        let counts = [
            danger.attackers,
            danger.weak,
            danger.attacks,
            danger.escapes,
            danger.safe_checks,
            danger.drop_checks,
            danger.unsafe_checks,
            danger.hand * danger.attackers.min(4),
            danger.guards,
        ];
        let points: i32 = counts.iter().zip(weights).map(|(&n, &w)| i32::from(n) * w).sum();
        let points = points.clamp(0, 1_100);
        points * points / 1024 + points / 8
    }

    /// What the position of a field is worth to the side to move, from scratch.
    pub fn of<F: Field>(&self, field: &F) -> i32 {
        self.score(field, self.fresh(field))
    }
}
