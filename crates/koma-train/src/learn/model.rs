//! An evaluation in floating point, and which way its numbers should go.

use std::sync::Arc;

use koma_rules::Ruleset;
use koma_search::Weights;
use koma_search::learn::{DANGERS, Inputs, POINTS, Span};

use super::adam::Adam;
use super::net::{NetModel, Room};
use super::rows::{NOWHERE, Rows, View};
use crate::Random;

/// Linear numbers are learnt in hundreds of points.
const UNIT: f32 = 100.0;
/// Steps of linear numbers are longer than those of nets.
const LINEAR_STEP: f32 = 6.0;
/// How strongly numbers are pulled to where they began: values; numbers of tables, each of which is
/// seen seldom; what a man in hand is worth more than on the board, which games say little about,
/// because whoever attacks has dropped his men.
const PULL: f32 = 2e-6;
const PULL_TABLES: f32 = 1e-5;
const PULL_HAND: f32 = 3e-4;
/// Where the linear numbers of a man are found.
#[derive(Clone, Copy)]
struct Man {
    sign: f32,
    /// Its value, on the board or in hand.
    value: u32,
    /// On its square.
    square: u32,
    kind: u32,
    /// Where it stands, as the side to move sees it.
    at: u16,
    /// It has a place relative to royals.
    placed: bool,
}

#[derive(Clone)]
pub(super) struct Model {
    shape: Arc<Shape>,
    linear: Adam,
    first: Arc<Vec<f32>>,
    net: Option<NetModel>,
    scale: f32,
}

/// What does not change.
struct Shape {
    inputs: Inputs,
    men: Vec<Man>,
    /// Each input as the other side sees it.
    flip: Vec<u32>,
    files: Vec<i16>,
    ranks: Vec<i16>,
    span: Span,
    kinds: usize,
    squares: usize,
}

impl Shape {
    fn new(rules: &Arc<Ruleset>) -> Self {
        let inputs = Inputs::of(rules);
        let geometry = rules.geometry();
        let (kinds, squares) = (inputs.kinds(), geometry.squares());
        let royal: Vec<bool> = rules.variant().kinds.iter().map(|kind| kind.royal).collect();
        let held = (inputs.count() - 2 * kinds * squares) / 2;
        let man = |input: usize| {
            let meaning = inputs.meaning(input);
            let sign = if meaning.own { 1.0 } else { -1.0 };
            let kind = meaning.kind;
            match meaning.square {
                Some(at) => {
                    let seen = if meaning.own { at } else { squares - 1 - at };
                    Man {
                        sign,
                        value: kind as u32,
                        square: (2 * kinds + kind * squares + seen) as u32,
                        kind: kind as u32,
                        at: at as u16,
                        placed: !royal[kind],
                    }
                }
                None => Man {
                    sign,
                    value: (kinds + kind) as u32,
                    square: u32::MAX,
                    kind: kind as u32,
                    at: NOWHERE,
                    placed: false,
                },
            }
        };
        let flip = |input: usize| {
            let standing = kinds * squares;
            let other = match inputs.meaning(input).square {
                Some(square) => {
                    let kind = input % standing / squares;
                    let first = if input < standing { standing } else { 0 };
                    first + kind * squares + squares - 1 - square
                }
                None if input < 2 * standing + held => input + held,
                None => input - held,
            };
            other as u32
        };
        Self {
            men: (0..inputs.count()).map(man).collect(),
            flip: (0..inputs.count()).map(flip).collect(),
            files: geometry.all().map(|square| geometry.file(square) as i16).collect(),
            ranks: geometry.all().map(|square| geometry.rank(square) as i16).collect(),
            span: Span::of(rules),
            kinds,
            squares,
            inputs,
        }
    }

    /// Where the own royals of both views stand.
    fn zones(&self, view: &View<'_>) -> [usize; 2] {
        let at = view.anchors.map(|at| (at != NOWHERE).then_some(usize::from(at)));
        [at[0], at[1].map(|at| self.squares - 1 - at)].map(|at| self.inputs.zone(at))
    }

    fn own(&self) -> usize {
        2 * self.kinds + self.kinds * self.squares
    }

    fn danger(&self) -> usize {
        self.own() + 2 * self.kinds * self.span.places
    }

    /// How strongly each number is pulled to where it began.
    fn pull(&self, number: usize) -> f32 {
        match number {
            _ if (self.kinds..2 * self.kinds).contains(&number) => PULL_HAND,
            _ if (2 * self.kinds..self.danger()).contains(&number) => PULL_TABLES,
            _ => PULL,
        }
    }

    fn count(&self) -> usize {
        self.danger() + DANGERS + 4
    }

    /// Calls `each` with the linear numbers of men, and how they count.
    #[inline(always)]
    fn each_linear(&self, view: &View<'_>, mut each: impl FnMut(usize, f32)) {
        for &input in view.inputs {
            let man = self.men[input as usize];
            each(man.value as usize, man.sign);
            // In hand it is worth as much, and something more.
            if man.square == u32::MAX {
                each(man.kind as usize, man.sign);
            }
            if man.square != u32::MAX {
                each(man.square as usize, man.sign);
            }
            if !man.placed {
                continue;
            }
            let at = usize::from(man.at);
            let own = man.sign > 0.0;
            let mut table = self.own() + man.kind as usize * self.span.places;
            for anchor in [view.anchors[usize::from(!own)], view.anchors[usize::from(own)]] {
                if anchor != NOWHERE {
                    let anchor = usize::from(anchor);
                    let forward = if own { 1 } else { -1 };
                    let rows = (self.ranks[at] - self.ranks[anchor]) * forward;
                    let place = self.span.place(rows, self.files[at] - self.files[anchor]);
                    each(table + place, man.sign);
                }
                table += self.kinds * self.span.places;
            }
        }
    }
}

/// What danger costs, and how fast that grows.
fn cost(points: f32) -> (f32, f32) {
    let inside = f32::from(u8::from((0.0..=1100.0).contains(&points)));
    let points = points.clamp(0.0, 1100.0);
    (points * points / 1024.0 + points / 8.0, inside * (points / 512.0 + 0.125))
}

impl Model {
    pub fn new(
        rules: &Arc<Ruleset>,
        from: &Weights,
        (hidden, zoned): (usize, bool),
        scale: f64,
        random: &mut Random,
    ) -> Self {
        let shape = Shape::new(rules);
        let mut linear = Vec::with_capacity(shape.count());
        linear.extend(from.board.iter().map(|&w| w as f32 / UNIT));
        let more = |(&hand, &board): (&i32, &i32)| if hand == 0 { 0 } else { hand - board };
        linear.extend(from.hand.iter().zip(&from.board).map(|pair| more(pair) as f32 / UNIT));
        let square = |place: usize| from.square.get(place).map_or(0.0, |&w| f32::from(w) / UNIT);
        linear.extend((0..shape.kinds * shape.squares).map(square));
        linear.extend(from.own.iter().chain(&from.enemy).map(|&w| f32::from(w) / UNIT));
        let rest = from.danger.iter().chain(&from.threats).chain([&from.tempo]);
        linear.extend(rest.map(|&w| w as f32 / UNIT));
        let count = shape.inputs.count();
        let net = match &from.net {
            Some(net) if net.hidden == hidden => Some(NetModel::from_net(net, count)),
            Some(net) if net.hidden < hidden => {
                let more = NetModel::random(count, hidden - net.hidden, random);
                Some(NetModel::from_net(net, count).wider(&more))
            }
            _ if hidden > 0 => Some(NetModel::random(count, hidden, random)),
            _ => None,
        };
        let zones = if zoned { shape.inputs.zones() } else { 1 };
        let net = net.map(|net| net.with_zones(zones));
        Self {
            shape: Arc::new(shape),
            first: Arc::new(linear.clone()),
            linear: Adam::new(linear),
            net,
            scale: scale as f32,
        }
    }

    fn room(&self) -> Room {
        Room::new(self.net.as_ref().map_or(0, |net| net.hidden))
    }

    /// The points of a position by the linear numbers.
    #[inline(always)]
    fn points(&self, view: &View<'_>) -> f32 {
        let values = &self.linear.values;
        let mut sum = 0.0;
        self.shape.each_linear(view, |number, count| sum += count * values[number]);
        let danger = self.shape.danger();
        let mut points = UNIT * (sum + values[danger + DANGERS + 3]);
        if let Some(threats) = view.threats {
            let weights = &values[danger..danger + DANGERS];
            let [own, their] = threats.counts.map(|counts| cost(self.dangers(&counts, weights)).0);
            points += their - own;
            let [step, mine, yours] =
                [0, 1, 2].map(|place| UNIT * values[danger + DANGERS + place]);
            points += (f32::from(threats.mobility) * step - f32::from(threats.hanging[0]) * mine
                + f32::from(threats.hanging[1]) * yours)
                / 64.0;
        }
        points
    }

    #[inline(always)]
    fn dangers(&self, counts: &[u8; DANGERS], weights: &[f32]) -> f32 {
        UNIT * counts.iter().zip(weights).map(|(&n, &w)| f32::from(n) * w).sum::<f32>()
    }

    /// The chance of the side to move.
    #[inline(always)]
    fn predict(&self, view: &View<'_>, room: &mut Room) -> f32 {
        let mut points = self.points(view);
        if let Some(net) = &self.net {
            room.flipped.clear();
            room.flipped.extend(view.inputs.iter().map(|&input| self.shape.flip[input as usize]));
            room.zones = self.shape.zones(view);
            points += POINTS as f32 * net.forward(view, room);
        }
        1.0 / (1.0 + (-points / self.scale).exp())
    }

    /// The same numbers at another scale.
    pub fn scaled(&self, scale: f64) -> Self {
        Self { scale: scale as f32, ..self.clone() }
    }

    /// The mean of the squared errors.
    pub fn error(&self, rows: &Rows) -> f64 {
        let all: Vec<u32> = (0..rows.len() as u32).collect();
        self.error_of(rows, &all)
    }

    /// The mean of the squared errors of some rows.
    pub fn error_of(&self, rows: &Rows, some: &[u32]) -> f64 {
        let mut room = self.room();
        let mut images = Vec::new();
        let sum: f64 = some
            .iter()
            .map(|&number| {
                let view = rows.view(number as usize, false, &mut images);
                f64::from(self.predict(&view, &mut room) - view.target).powi(2)
            })
            .sum();
        sum / some.len().max(1) as f64
    }

    /// Learns from a batch; gives its error.
    pub fn batch(&mut self, rows: &Rows, batch: &[u32], step: f32, random: &mut Random) -> f64 {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            #[target_feature(enable = "avx2")]
            fn fast(
                model: &mut Model,
                rows: &Rows,
                batch: &[u32],
                step: f32,
                random: &mut Random,
            ) -> f64 {
                model.batch_plain(rows, batch, step, random)
            }
            // SAFETY: this machine has AVX2.
            return unsafe { fast(self, rows, batch, step, random) };
        }
        self.batch_plain(rows, batch, step, random)
    }

    #[inline(always)]
    fn batch_plain(&mut self, rows: &Rows, batch: &[u32], step: f32, random: &mut Random) -> f64 {
        let mut room = self.room();
        let mut images = Vec::new();
        let mut sum = 0.0;
        for &number in batch {
            let mirrored = random.next_u64() & 1 == 1;
            let view = rows.view(number as usize, mirrored, &mut images);
            let chance = self.predict(&view, &mut room);
            sum += f64::from(chance - view.target).powi(2);
            // Of the cross entropy, by points.
            let slope = (chance - view.target) / (batch.len() as f32 * self.scale);
            self.back(&view, slope, &mut room);
        }
        let numbers = self.linear.slopes.iter_mut().zip(&self.linear.values);
        for (number, ((slope, &value), &first)) in numbers.zip(self.first.iter()).enumerate() {
            *slope += self.shape.pull(number) * (value - first);
        }
        self.linear.step(step * LINEAR_STEP, 100.0);
        if let Some(net) = &mut self.net {
            net.step(step);
        }
        sum / batch.len().max(1) as f64
    }

    #[inline(always)]
    fn back(&mut self, view: &View<'_>, slope: f32, room: &mut Room) {
        let slopes = &mut self.linear.slopes;
        let by = slope * UNIT;
        self.shape.each_linear(view, |number, count| slopes[number] += by * count);
        let danger = self.shape.danger();
        slopes[danger + DANGERS + 3] += by;
        if let Some(threats) = view.threats {
            let weights: [f32; DANGERS] =
                std::array::from_fn(|place| self.linear.values[danger + place]);
            let growth = threats.counts.map(|counts| cost(self.dangers(&counts, &weights)).1);
            let slopes = &mut self.linear.slopes;
            for place in 0..DANGERS {
                let [own, their] = threats.counts.map(|counts| f32::from(counts[place]));
                slopes[danger + place] += by * (their * growth[1] - own * growth[0]);
            }
            let counts = [
                f32::from(threats.mobility),
                -f32::from(threats.hanging[0]),
                f32::from(threats.hanging[1]),
            ];
            for (place, count) in counts.into_iter().enumerate() {
                slopes[danger + DANGERS + place] += by * count / 64.0;
            }
        }
        if let Some(net) = &mut self.net {
            net.back(view, slope * POINTS as f32, room);
        }
    }

    /// As whole numbers, part of the way from where it began.
    pub fn weights(&self, from: &Weights, trust: f32) -> Weights {
        let way = |(&first, &value): (&f32, &f32)| first + trust * (value - first);
        let values: Vec<f32> = self.first.iter().zip(&self.linear.values).map(way).collect();
        let points = |value: &f32| (value * UNIT).round().clamp(-19_000.0, 19_000.0);
        let whole = |range: std::ops::Range<usize>| -> Vec<i32> {
            values[range].iter().map(|value| points(value) as i32).collect()
        };
        let short = |range: std::ops::Range<usize>| -> Vec<i16> {
            values[range].iter().map(|value| points(value) as i16).collect()
        };
        let (kinds, own, danger) = (self.shape.kinds, self.shape.own(), self.shape.danger());
        let tables = self.shape.kinds * self.shape.span.places;
        let square = short(2 * kinds..own);
        let mut weights = from.clone();
        weights.board = whole(0..kinds);
        let hand = whole(kinds..2 * kinds).into_iter().zip(&weights.board).zip(&from.hand);
        weights.hand = hand
            .map(|((more, board), &was)| if was == 0 { 0 } else { (board + more).max(1) })
            .collect();
        weights.square = if square.iter().all(|&w| w == 0) { Vec::new() } else { square };
        weights.own = short(own..own + tables);
        weights.enemy = short(own + tables..danger);
        weights.danger = std::array::from_fn(|place| points(&values[danger + place]) as i32);
        weights.threats =
            std::array::from_fn(|place| points(&values[danger + DANGERS + place]) as i32);
        weights.tempo = points(&values[danger + DANGERS + 3]) as i32;
        let trust = if from.net.is_some() { 1.0 } else { trust };
        weights.net = self.net.as_ref().map(|net| Arc::new(net.whole(trust)));
        weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{pack, random_opening};
    use koma_rules::Game;
    use koma_search::learn::OUT;
    use koma_search::{Engine, Options};

    /// A net that was made wider says what it said before.
    #[test]
    fn a_wider_net_says_the_same() {
        let rules = Ruleset::compile(koma_variants::find("minishogi").expect("it")).expect("it");
        let from = Weights::from_rules(&rules);
        let narrow =
            Model::new(&rules, &from, (16, false), 400.0, &mut Random::new(4)).weights(&from, 1.0);
        let wide = Model::new(&rules, &narrow, (48, true), 400.0, &mut Random::new(5))
            .weights(&narrow, 1.0);
        assert_eq!(wide.net.as_ref().map(|net| net.hidden), Some(48));
        let engine = |weights: Weights| {
            Engine::new(
                &rules,
                Options { hash_mb: 1, weights: Some(weights), ..Options::default() },
            )
        };
        let (narrow, wide) = (engine(narrow), engine(wide));
        for index in 0..40 {
            let Ok(game) = random_opening(&Game::start(&rules), 12, 9, index) else { continue };
            assert_eq!(narrow.evaluate(&game), wide.evaluate(&game));
        }
    }

    /// What is learnt is what is played with: both evaluations come to the same points.
    #[test]
    fn the_model_and_the_engine_agree() {
        for slug in ["shogi", "minishogi", "kyoto", "tori", "chu", "dobutsu", "gorogoro", "micro"] {
            let rules = Ruleset::compile(koma_variants::find(slug).expect(slug)).expect(slug);
            let mut random = Random::new(3);
            let mut from = Weights::from_rules(&rules);
            from.square = vec![0; rules.kinds().len() * rules.geometry().squares()];
            for number in from.square.iter_mut().chain(&mut from.own).chain(&mut from.enemy) {
                *number += random.below(81) as i16 - 40;
            }
            let mut model = Model::new(&rules, &from, (16, true), 400.0, &mut Random::new(4));
            let net = model.net.as_mut().expect("a net");
            for value in net.zoned.iter_mut().flat_map(|zoned| &mut zoned.values) {
                *value = 0.2 * random.unit() as f32 - 0.1;
            }
            // Weights of outputs that a file can hold: rounding them would hide other faults.
            net.out.values.iter_mut().for_each(|w| *w = (*w * OUT as f32).round() / OUT as f32);
            let weights = model.weights(&from, 1.0);
            let options = Options { hash_mb: 1, weights: Some(weights), ..Options::default() };
            let engine = Engine::new(&rules, options);
            for (index, plies) in (0..40).zip([3, 8, 20, 40].into_iter().cycle()) {
                let Ok(game) = random_opening(&Game::start(&rules), plies, 9, index) else {
                    continue;
                };
                let sample = crate::Sample { packed: pack(game.position()), score: 0, result: 1 };
                let mut rows = Rows::new(&rules);
                rows.add(&rules, engine.evaluation(), &sample, 0.5);
                let mut images = Vec::new();
                let view = rows.view(0, false, &mut images);
                let chance = f64::from(model.predict(&view, &mut model.room()));
                let points = 400.0 * (chance / (1.0 - chance)).ln();
                let played = f64::from(engine.evaluate(&game));
                // Whole numbers are rounded, and chances near 0 and 1 are not exact.
                let near = 5.0 + 0.02 * played.abs();
                assert!((points - played).abs() < near, "{slug} {points} {played}");
            }
        }
    }
}
