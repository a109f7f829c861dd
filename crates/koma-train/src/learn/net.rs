//! A net in floating point, and which way its numbers should go.

use koma_search::learn::{BUCKETS, Net, ONE, OUT, POINTS, STEP};

use super::adam::Adam;
use super::rows::View;
use crate::Random;

/// How fast what is different in a zone is forgotten where nothing speaks for it.
const SHRINK: f32 = 0.02;
/// Output weights stay within what a byte can hold.
const MOST_OUT: f32 = 127.0 / OUT as f32;
/// Input weights stay within reason.
const MOST_IN: f32 = 4.0;

#[derive(Clone)]
pub(super) struct NetModel {
    pub hidden: usize,
    inputs: usize,
    /// The weights of inputs in all zones, and what is different in each: so a zone where royals
    /// seldom stand learns from the others.
    rows: Adam,
    pub zoned: Option<Adam>,
    bias: Adam,
    pub out: Adam,
    out_bias: Adam,
}

/// What a batch needs again and again.
pub(super) struct Room {
    views: [Vec<f32>; 2],
    slopes: [Vec<f32>; 2],
    pub flipped: Vec<u32>,
    /// Where the own royals of both views stand.
    pub zones: [usize; 2],
}

impl Room {
    pub fn new(hidden: usize) -> Self {
        let view = || vec![0.0; hidden];
        Self {
            views: [view(), view()],
            slopes: [view(), view()],
            flipped: Vec::new(),
            zones: [0; 2],
        }
    }
}

impl NetModel {
    pub fn random(inputs: usize, hidden: usize, random: &mut Random) -> Self {
        let mut numbers = |count: usize, most: f32| -> Vec<f32> {
            (0..count).map(|_| most * (2.0 * random.unit() as f32 - 1.0)).collect()
        };
        Self {
            hidden,
            inputs,
            zoned: None,
            rows: Adam::new(numbers(inputs * hidden, 0.12)),
            bias: Adam::new(vec![0.2; hidden]),
            out: Adam::new(numbers(2 * BUCKETS * hidden, 0.05)),
            out_bias: Adam::new(vec![0.0; BUCKETS]),
        }
    }

    pub fn from_net(net: &Net, inputs: usize) -> Self {
        let one = ONE as f32;
        let scales = net.scales.iter().cycle();
        let all: Vec<f32> = net
            .weights
            .iter()
            .zip(scales)
            .map(|(&w, &scale)| f32::from(w) * f32::from(scale) / (one * STEP as f32))
            .collect();
        // What is the same in all zones is their mean.
        let mut rows = vec![0.0; inputs * net.hidden];
        for zone in all.chunks_exact(rows.len()) {
            rows.iter_mut().zip(zone).for_each(|(sum, weight)| *sum += weight / net.zones as f32);
        }
        let apart = || all.iter().zip(rows.iter().cycle()).map(|(weight, mean)| weight - mean);
        let zoned = (net.zones > 1).then(|| Adam::new(apart().collect()));
        Self {
            hidden: net.hidden,
            inputs,
            zoned,
            rows: Adam::new(rows),
            bias: Adam::new(net.bias.iter().map(|&w| f32::from(w) / one).collect()),
            out: Adam::new(net.out.iter().map(|&w| f32::from(w) / OUT as f32).collect()),
            out_bias: Adam::new(net.out_bias.iter().map(|&w| w as f32 / POINTS as f32).collect()),
        }
    }

    /// With the neurons of another net beside its own. Those say nothing yet.
    pub fn wider(&self, more: &Self) -> Self {
        let beside = |own: &[f32], hidden: usize, other: &[f32], others: usize| -> Adam {
            let rows = own.chunks_exact(hidden).zip(other.chunks_exact(others));
            Adam::new(rows.flat_map(|(own, other)| own.iter().chain(other)).copied().collect())
        };
        let silent = vec![0.0; more.out.values.len()];
        let zoned = self.zoned.as_ref().map(|zoned| {
            let zones = zoned.values.len() / self.rows.values.len();
            let same = vec![0.0; zones * more.rows.values.len()];
            beside(&zoned.values, self.hidden, &same, more.hidden)
        });
        Self {
            hidden: self.hidden + more.hidden,
            inputs: self.inputs,
            zoned,
            rows: beside(&self.rows.values, self.hidden, &more.rows.values, more.hidden),
            bias: beside(&self.bias.values, self.hidden, &more.bias.values, more.hidden),
            out: beside(&self.out.values, self.hidden, &silent, more.hidden),
            out_bias: self.out_bias.clone(),
        }
    }

    /// The same net, telling so many zones apart.
    pub fn with_zones(mut self, zones: usize) -> Self {
        let length = zones * self.rows.values.len();
        if zones == 1 {
            self.zoned = None;
        } else if self.zoned.as_ref().is_none_or(|zoned| zoned.values.len() != length) {
            self.zoned = Some(Adam::new(vec![0.0; length]));
        }
        self
    }

    #[inline(always)]
    pub fn forward(&self, view: &View<'_>, room: &mut Room) -> f32 {
        let hidden = self.hidden;
        let [own, their] = &mut room.views;
        let views = [(own, view.inputs), (their, &room.flipped[..])];
        for ((neurons, inputs), zone) in views.into_iter().zip(room.zones) {
            neurons.copy_from_slice(&self.bias.values);
            let mut add = |values: &[f32], first: usize| {
                for &input in inputs {
                    let row = &values[(first + input as usize) * hidden..][..hidden];
                    neurons.iter_mut().zip(row).for_each(|(neuron, weight)| *neuron += weight);
                }
            };
            add(&self.rows.values, 0);
            if let Some(zoned) = &self.zoned {
                add(&zoned.values, zone * self.inputs);
            }
        }
        let out = &self.out.values[view.bucket * 2 * hidden..][..2 * hidden];
        let mut sum = self.out_bias.values[view.bucket];
        for (neurons, out) in room.views.iter().zip(out.chunks_exact(hidden)) {
            let mut lanes = [0.0_f32; 8];
            for (neurons, out) in neurons.chunks_exact(8).zip(out.chunks_exact(8)) {
                for lane in 0..8 {
                    let on = neurons[lane].clamp(0.0, 1.0);
                    lanes[lane] += on * on * out[lane];
                }
            }
            sum += lanes.iter().sum::<f32>();
        }
        sum
    }

    #[inline(always)]
    pub fn back(&mut self, view: &View<'_>, slope: f32, room: &mut Room) {
        let hidden = self.hidden;
        self.out_bias.slopes[view.bucket] += slope;
        let range = view.bucket * 2 * hidden..(view.bucket + 1) * 2 * hidden;
        let out = &self.out.values[range.clone()];
        let out_slopes = &mut self.out.slopes[range];
        for side in 0..2 {
            let neurons = &room.views[side];
            let slopes = &mut room.slopes[side];
            let part = side * hidden..(side + 1) * hidden;
            let (out, out_slopes) = (&out[part.clone()], &mut out_slopes[part]);
            for place in 0..hidden {
                let neuron = neurons[place];
                let on = neuron.clamp(0.0, 1.0);
                out_slopes[place] += slope * on * on;
                let inside = if neuron > 0.0 && neuron < 1.0 { 2.0 * on } else { 0.0 };
                slopes[place] = slope * out[place] * inside;
            }
            self.bias.slopes.iter_mut().zip(&*slopes).for_each(|(sum, slope)| *sum += slope);
        }
        let views = [(view.inputs, &room.slopes[0]), (&room.flipped[..], &room.slopes[1])];
        for ((inputs, slopes), zone) in views.into_iter().zip(room.zones) {
            let add = |sums: &mut [f32], first: usize| {
                for &input in inputs {
                    let row = &mut sums[(first + input as usize) * hidden..][..hidden];
                    row.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
                }
            };
            add(&mut self.rows.slopes, 0);
            if let Some(zoned) = &mut self.zoned {
                add(&mut zoned.slopes, zone * self.inputs);
            }
        }
    }

    /// A step of all its numbers.
    pub fn step(&mut self, size: f32) {
        self.rows.step(size, MOST_IN);
        if let Some(zoned) = &mut self.zoned {
            zoned.shrink(size * SHRINK);
            zoned.step(size, MOST_IN);
        }
        self.bias.step(size, MOST_IN);
        self.out.step(size, MOST_OUT);
        self.out_bias.step(size, MOST_IN);
    }

    /// As whole numbers, its outputs trusted so much.
    pub fn whole(&self, trust: f32) -> Net {
        let one = ONE as f32;
        let hidden = self.hidden;
        let shared = self.rows.values.iter().copied();
        let all: Vec<f32> = match &self.zoned {
            None => shared.collect(),
            Some(zoned) => shared.cycle().zip(&zoned.values).map(|(w, more)| w + more).collect(),
        };
        let mut most = vec![1e-3_f32; hidden];
        for row in all.chunks_exact(hidden) {
            most.iter_mut().zip(row).for_each(|(most, weight)| *most = most.max(weight.abs()));
        }
        let step = STEP as f32;
        let scales: Vec<i16> = most
            .iter()
            .map(|most| (most * one * step / 127.0).ceil().min(19_000.0) as i16)
            .collect();
        let byte = |(&weight, &scale): (&f32, &i16)| {
            (weight * one * step / f32::from(scale)).round().clamp(-127.0, 127.0) as i8
        };
        let row = |row: &[f32]| row.iter().zip(&scales).map(byte).collect::<Vec<i8>>();
        Net {
            hidden,
            zones: all.len() / self.rows.values.len(),
            weights: all.chunks_exact(hidden).flat_map(row).collect(),
            bias: self.bias.values.iter().map(|w| (w * one).round() as i16).collect(),
            out: self
                .out
                .values
                .iter()
                .map(|w| (trust * w * OUT as f32).round().clamp(-127.0, 127.0) as i8)
                .collect(),
            out_bias: self
                .out_bias
                .values
                .iter()
                .map(|w| (trust * w * POINTS as f32).round() as i32)
                .collect(),
            scales,
        }
    }
}
