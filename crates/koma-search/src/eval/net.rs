//! A small net: each side's view of the board through one hidden layer, in whole numbers.

use super::simd;

/// Sets of outputs; which one speaks depends on how many men have left the board.
pub const BUCKETS: usize = 4;

/// What a neuron that is fully on counts.
pub const ONE: i32 = 255;

/// What an output weight of one counts.
pub const OUT: i32 = 64;

/// Points of an output of one.
pub const POINTS: i64 = 400;

/// Weights of inputs count `scale / STEP` of a 255th.
pub const STEP: i32 = 128;

/// Most neurons: sums of more could overflow.
pub const MOST_HIDDEN: usize = 128;

/// Neurons come in multiples of this.
pub const LANES: usize = 16;

/// A net as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    /// Neurons of the hidden layer, for each side's view.
    pub hidden: usize,
    /// Zones of the board it tells apart: where its own royal stands in another, the weights of
    /// its inputs are others ([`super::Inputs::zone`]). One is none.
    pub zones: usize,
    /// For each neuron what a step of its weights is worth, in [`STEP`]s of a [`ONE`].
    pub scales: Vec<i16>,
    /// Zone by zone, input by input, neuron by neuron.
    pub weights: Vec<i8>,
    /// For each neuron.
    pub bias: Vec<i16>,
    /// Set by set: the neurons of the side to move, then of the other.
    pub out: Vec<i8>,
    /// Points, set by set.
    pub out_bias: Vec<i32>,
}

/// A net made ready.
#[derive(Debug)]
pub(super) struct Ready {
    pub hidden: usize,
    /// It tells zones apart.
    pub zoned: bool,
    rows: Vec<i16>,
    bias: Vec<i16>,
    out: Vec<i16>,
    out_bias: Vec<i32>,
}

impl Ready {
    pub fn new(net: &Net) -> Self {
        let row = |row: &[i8]| -> Vec<i16> {
            let weight = |(&w, &scale): (&i8, &i16)| {
                ((i32::from(w) * i32::from(scale) + STEP / 2).div_euclid(STEP)) as i16
            };
            row.iter().zip(&net.scales).map(weight).collect()
        };
        Self {
            hidden: net.hidden,
            zoned: net.zones > 1,
            rows: net.weights.chunks_exact(net.hidden).flat_map(row).collect(),
            bias: net.bias.clone(),
            out: net.out.iter().map(|&w| i16::from(w)).collect(),
            out_bias: net.out_bias.clone(),
        }
    }

    /// The neurons of both views with nothing on the board.
    pub fn clear(&self, neurons: &mut [i16]) {
        let (sente, gote) = neurons.split_at_mut(self.hidden);
        sente.copy_from_slice(&self.bias);
        gote.copy_from_slice(&self.bias);
    }

    #[inline(always)]
    fn row(&self, input: u32) -> &[i16] {
        &self.rows[input as usize * self.hidden..][..self.hidden]
    }

    /// Adds an input to one view, or takes it away.
    pub fn change(&self, view: &mut [i16], input: u32, more: bool) {
        simd::change(view, self.row(input), more);
    }

    /// One view after changes, from the one before.
    pub fn follow(&self, before: &[i16], after: &mut [i16], more: &[u32], less: &[u32]) {
        match (more, less) {
            ([a], [b]) => simd::replace(before, after, self.row(*a), self.row(*b)),
            _ => {
                after.copy_from_slice(before);
                more.iter().for_each(|&input| self.change(after, input, true));
                less.iter().for_each(|&input| self.change(after, input, false));
            }
        }
    }

    /// Points to the side to move.
    pub fn score(&self, own: &[i16], their: &[i16], bucket: usize) -> i32 {
        let out = &self.out[bucket * 2 * self.hidden..][..2 * self.hidden];
        let (first, second) = out.split_at(self.hidden);
        let sum = simd::dot(own, first) + simd::dot(their, second);
        let points = i64::from(sum) * POINTS / i64::from(ONE * ONE * OUT);
        points as i32 + self.out_bias[bucket]
    }
}
