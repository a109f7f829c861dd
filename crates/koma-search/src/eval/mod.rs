//! What a position is worth: linear tables kept up with every move, and the danger of royals.
//!
//! All numbers are data ([`Weights`]); the code knows no game. Sums are kept as Sente sees them.

mod file;
mod inputs;
mod net;
mod reach;
mod shipped;
mod simd;
mod stack;
mod values;
mod weights;

use std::sync::Arc;

use koma_rules::field::{Danger, Field, Gains, Visitor};
use koma_rules::{KindId, Man, Position, Ruleset, Side, Square};

use crate::score::MOST;
pub use file::{WeightsError, rules_digest};
pub use inputs::{Inputs, Meaning};
pub use net::{BUCKETS, LANES, MOST_HIDDEN, Net, ONE, OUT, POINTS, STEP};
pub(crate) use stack::{Stack, Sum};
pub use weights::{DANGERS, Weights};

/// What a man of the start position is worth on average.
pub(crate) const MEAN: i32 = 160;

/// Weights made ready for a game.
#[derive(Debug)]
pub struct Evaluation {
    weights: Weights,
    net: Option<net::Ready>,
    inputs: Inputs,
    /// Men of the start position.
    men: u16,
    /// What a man is worth on its square, kind by kind, as its side sees the board.
    standing: Vec<i32>,
    /// Dangers and threats count.
    looks: bool,
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
pub struct Span {
    ranks: i16,
    /// Only the distance counts.
    banded: bool,
    /// Number of places.
    pub places: usize,
}

impl Span {
    /// For a game.
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
        let squares = geometry.squares();
        let mut standing = Vec::with_capacity(kinds.len() * squares);
        for kind in 0..kinds.len() {
            let value = weights.board[kind];
            let more = weights.square.get(kind * squares..(kind + 1) * squares);
            standing.extend(
                (0..squares).map(|place| value + more.map_or(0, |more| i32::from(more[place]))),
            );
        }
        let start = Position::start(rules);
        let men = Side::BOTH.map(|side| start.men(side).len() as u16);
        Self {
            net: weights.net.as_deref().map(net::Ready::new),
            inputs: Inputs::of(rules),
            men: men[0] + men[1],
            standing,
            looks: weights.danger.iter().chain(&weights.threats).any(|&weight| weight != 0),
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
            field.each_man(side, |_, _| sum.men += 1);
            sum.score += if side == Side::Sente { score } else { -score };
        }
        sum
    }

    /// The neurons of a position, Sente's view and Gote's, from scratch.
    fn neurons<F: Field>(&self, field: &F, anchors: [u16; 2], neurons: &mut [i16]) {
        let Some(net) = &self.net else { return };
        net.clear(neurons);
        let firsts = self.first_rows(anchors);
        let (sente, gote) = neurons.split_at_mut(net.hidden);
        for (eyes, view) in [(Side::Sente, sente), (Side::Gote, gote)] {
            let first = firsts[eyes as usize];
            self.each_input(field, eyes, |input| net.change(view, (first + input) as u32, true));
        }
    }

    /// Where the weights of inputs begin in a net, for both views: by where their own royals stand.
    #[inline(always)]
    fn first_rows(&self, anchors: [u16; 2]) -> [usize; 2] {
        if !self.net.as_ref().is_some_and(|net| net.zoned) {
            return [0; 2];
        }
        let last = self.files.len() - 1;
        let [sente, gote] = anchors.map(|anchor| usize::from(anchor).checked_sub(1));
        let zones = [sente, gote.map(|square| last - square)].map(|at| self.inputs.zone(at));
        zones.map(|zone| zone * self.inputs.count())
    }

    /// Calls `each` with every input that is on, seen by a side.
    fn each_input<F: Field>(&self, field: &F, eyes: Side, mut each: impl FnMut(usize)) {
        for side in Side::BOTH {
            field.each_man(side, |square, kind| {
                each(self.inputs.man(eyes, Man { kind, side }, square));
            });
            for &kind in &self.hand_order {
                let held = usize::from(field.held(side, kind));
                (1..=held)
                    .filter_map(|nth| self.inputs.held(eyes, side, kind, nth))
                    .for_each(&mut each);
            }
        }
    }

    /// What a man is worth where it stands, to its side.
    #[inline(always)]
    fn man(&self, anchors: [u16; 2], man: Man, square: Square) -> i32 {
        let (kind, weights) = (man.kind.index(), &self.weights);
        let squares = self.files.len();
        let seen = match man.side {
            Side::Sente => square.index(),
            Side::Gote => squares - 1 - square.index(),
        };
        let mut score = self.standing[kind * squares + seen];
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

    /// What a position is worth to the side to move, given its sum and neurons.
    fn score<F: Field>(&self, field: &F, sum: Sum, neurons: &[i16]) -> i32 {
        let side = field.side();
        let mut score = if side == Side::Sente { sum.score } else { -sum.score };
        if let Some(net) = &self.net {
            let (sente, gote) = neurons.split_at(net.hidden);
            let (own, their) = if side == Side::Sente { (sente, gote) } else { (gote, sente) };
            score += net.score(own, their, self.bucket(sum.men));
        }
        if self.looks
            && let Some(dangers) = field.dangers(&self.gains, self.cheapest)
        {
            let (own, their) = (dangers[side as usize], dangers[side.other() as usize]);
            score += self.danger(their) - self.danger(own);
            let mobility = i32::from(own.mobility) - i32::from(their.mobility);
            let [step, mine, yours] = self.weights.threats;
            // What hangs is lost sooner if the other side is to move.
            score += (mobility * step + their.hanging * yours - own.hanging * mine) / 64;
        }
        (score + self.weights.tempo).clamp(-MOST, MOST)
    }

    /// Which outputs of a net speak: the more men have left the board, the later.
    fn bucket(&self, men: u16) -> usize {
        bucket(self.men, men)
    }

    /// What danger costs a side.
    fn danger(&self, danger: Danger) -> i32 {
        let weights = &self.weights.danger;
        let counts = counts(danger);
        let points: i32 = counts.iter().zip(weights).map(|(&n, &w)| i32::from(n) * w).sum();
        let points = points.clamp(0, 1_100);
        points * points / 1024 + points / 8
    }

    /// What the position of a field is worth to the side to move, from scratch.
    pub fn of<F: Field>(&self, field: &F) -> i32 {
        let mut neurons = vec![0; self.net.as_ref().map_or(0, |net| 2 * net.hidden)];
        let sum = self.fresh(field);
        self.neurons(field, sum.anchors, &mut neurons);
        self.score(field, sum, &neurons)
    }
}

/// What an evaluation sees of a position, with the eyes of the side to move: all that its numbers
/// are multiplied with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Inputs that are on.
    pub inputs: Vec<u32>,
    /// Where the royals stand that places are relative to: one's own, and the enemy's.
    pub anchors: [Option<u16>; 2],
    /// Which outputs of a net speak.
    pub bucket: usize,
    /// What threatens the side to move, and the other.
    pub threats: Option<[Threat; 2]>,
}

/// What threatens a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threat {
    /// Counts of the danger of its royal.
    pub counts: [u16; DANGERS],
    /// Squares its men attack.
    pub mobility: u16,
    /// What can be taken from it.
    pub hanging: i32,
}

impl Evaluation {
    /// What it sees of a position.
    pub fn see(&self, position: &Position) -> Seen {
        struct Looking<'a>(&'a Evaluation);
        impl Visitor for Looking<'_> {
            type Out = Seen;
            fn visit<F: Field>(self, field: F) -> Seen {
                self.0.see_field(&field)
            }
        }
        position.enter(Looking(self))
    }

    fn see_field<F: Field>(&self, field: &F) -> Seen {
        let side = field.side();
        let sum = self.fresh(field);
        let mut inputs = Vec::with_capacity(64);
        self.each_input(field, side, |input| inputs.push(input as u32));
        let last = self.files.len() as u16 - 1;
        let anchors = [side, side.other()].map(|of| {
            let square = sum.anchors[of as usize].checked_sub(1)?;
            Some(if side == Side::Sente { square } else { last - square })
        });
        let threats = field.dangers(&self.gains, self.cheapest).map(|dangers| {
            [side, side.other()].map(|of| {
                let danger = dangers[of as usize];
                let Danger { mobility, hanging, .. } = danger;
                Threat { counts: counts(danger), mobility, hanging }
            })
        });
        Seen { inputs, anchors, bucket: self.bucket(sum.men), threats }
    }
}

/// The counts of a danger, in the order of their weights.
fn counts(danger: Danger) -> [u16; DANGERS] {
    [
        danger.attackers,
        danger.weak,
        danger.attacks,
        danger.escapes,
        danger.safe_checks,
        danger.drop_checks,
        danger.unsafe_checks,
        danger.hand * danger.attackers.min(4),
        danger.guards,
    ]
}

/// Which outputs of a net speak with so many men on the board of so many at the start.
pub(crate) fn bucket(start: u16, men: u16) -> usize {
    let gone = usize::from(start.saturating_sub(men));
    (gone * 12 / usize::from(start.max(1))).min(BUCKETS - 1)
}
