//! What an evaluation keeps up with the moves of a line, ply by ply.

use koma_rules::field::{Change, Field};
use koma_rules::{Man, Side, Square};

use super::Evaluation;

/// The linear part of an evaluation, as Sente sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sum {
    pub(super) score: i32,
    /// Where a royal of each side stands, from 1; 0 is nowhere.
    pub(super) anchors: [u16; 2],
    /// Men on the board.
    pub(super) men: u16,
}

/// Changes of a move that are kept in one place; more are counted from scratch.
const FEW: usize = 6;

/// Inputs of a net that a move turned on and off, for both views.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// The neurons of this ply are counted.
    counted: bool,
    more: [[u32; FEW]; 2],
    less: [[u32; FEW]; 2],
    counts: [u8; 2],
}

impl Step {
    const NONE: Self =
        Self { counted: false, more: [[0; FEW]; 2], less: [[0; FEW]; 2], counts: [0; 2] };

    /// Notes an input; `false` if there is no room.
    fn note(&mut self, inputs: [usize; 2], is_more: bool) -> bool {
        let list = usize::from(!is_more);
        let place = usize::from(self.counts[list]);
        if place >= FEW {
            return false;
        }
        let lists = if is_more { &mut self.more } else { &mut self.less };
        for (list, input) in lists.iter_mut().zip(inputs) {
            list[place] = input as u32;
        }
        self.counts[list] += 1;
        true
    }
}

/// The sums of a line and, where there is a net, its neurons. Neurons are counted only where they
/// are asked for.
#[derive(Clone, Debug)]
pub(crate) struct Stack {
    sums: Vec<Sum>,
    steps: Vec<Step>,
    neurons: Vec<i16>,
    /// Neurons of a ply, both views.
    width: usize,
}

impl Stack {
    /// For lines of so many plies from the position of a field.
    pub fn new<F: Field>(eval: &Evaluation, field: &F, plies: usize) -> Self {
        let width = eval.net.as_ref().map_or(0, |net| 2 * net.hidden);
        let mut stack = Self {
            sums: vec![Sum::default(); plies],
            steps: vec![Step::NONE; if width == 0 { 0 } else { plies }],
            neurons: vec![0; width * plies],
            width,
        };
        stack.begin(eval, field);
        stack
    }

    /// Begins anew at the position of a field.
    pub fn begin<F: Field>(&mut self, eval: &Evaluation, field: &F) {
        self.sums[0] = eval.fresh(field);
        self.refresh(eval, field, 0);
    }

    fn refresh<F: Field>(&mut self, eval: &Evaluation, field: &F, ply: usize) {
        if self.width > 0 {
            let neurons = &mut self.neurons[ply * self.width..][..self.width];
            eval.neurons(field, self.sums[ply].anchors, neurons);
            self.steps[ply].counted = true;
        }
    }

    /// After the move of a field at `ply`: follows to the next.
    #[inline]
    pub fn follow<F: Field>(&mut self, eval: &Evaluation, field: &F, ply: usize) {
        let before = self.sums[ply];
        let mut sum = before;
        let mut royal = false;
        let mut step = Step::NONE;
        let (mut fits, mut held_changes) = (true, 0);
        let signed = |side: Side, score: i32| if side == Side::Sente { score } else { -score };
        let net = self.width > 0;
        let firsts = eval.first_rows(before.anchors);
        let first = |eyes: Side| firsts[eyes as usize];
        let seen = |man: Man, square: Square| {
            Side::BOTH.map(|eyes| first(eyes) + eval.inputs.man(eyes, man, square))
        };
        field.changes(|change| match change {
            Change::Put(man, square) => {
                royal |= eval.is_royal(man.kind);
                sum.men += 1;
                sum.score += signed(man.side, eval.man(before.anchors, man, square));
                if net {
                    fits &= step.note(seen(man, square), true);
                }
            }
            Change::Taken(man, square) => {
                royal |= eval.is_royal(man.kind);
                sum.men -= 1;
                sum.score -= signed(man.side, eval.man(before.anchors, man, square));
                if net {
                    fits &= step.note(seen(man, square), false);
                }
            }
            Change::Held(side, kind, more) => {
                sum.score += signed(side, i32::from(more) * eval.weights.hand[kind.index()]);
                if net {
                    held_changes += 1;
                    let now = usize::from(field.held(side, kind));
                    let nth = if more > 0 { now } else { now + 1 };
                    fits &= more.abs() == 1;
                    let of = |eyes| Some(first(eyes) + eval.inputs.held(eyes, side, kind, nth)?);
                    if let (Some(sente), Some(gote)) = (of(Side::Sente), of(Side::Gote)) {
                        fits &= step.note([sente, gote], more > 0);
                    }
                }
            }
        });
        self.sums[ply + 1] = if royal { eval.fresh(field) } else { sum };
        if net {
            self.steps[ply + 1] = step;
            // Two changes of one hand would be told apart wrongly. A royal in another zone makes
            // everything look different.
            let zone_left = royal && eval.first_rows(self.sums[ply + 1].anchors) != firsts;
            if !fits || held_changes > 1 || zone_left {
                self.refresh(eval, field, ply + 1);
            }
        }
    }

    /// After a turn passed at `ply`: the next is the same.
    pub fn same(&mut self, ply: usize) {
        self.sums[ply + 1] = self.sums[ply];
        if self.width > 0 {
            self.steps[ply + 1] = Step::NONE;
        }
    }

    /// What the position at `ply` is worth to the side to move.
    pub fn score<F: Field>(&mut self, eval: &Evaluation, field: &F, ply: usize) -> i32 {
        if self.width > 0 {
            self.count(eval, ply);
        }
        if eval.verifies {
            self.verify(eval, field, ply);
        }
        let neurons =
            if self.width > 0 { &self.neurons[ply * self.width..][..self.width] } else { &[] };
        eval.score(field, self.sums[ply], neurons)
    }

    /// Counts the neurons of a ply from the last ones that were.
    fn count(&mut self, eval: &Evaluation, ply: usize) {
        let Some(net) = &eval.net else { return };
        let known = (0..=ply).rev().find(|&ply| self.steps[ply].counted).unwrap_or(0);
        for ply in known + 1..=ply {
            let (before, after) = self.neurons.split_at_mut(ply * self.width);
            let before = &before[(ply - 1) * self.width..];
            let after = &mut after[..self.width];
            let step = &mut self.steps[ply];
            let [more, less] = step.counts.map(usize::from);
            for view in 0..2 {
                let range = view * net.hidden..(view + 1) * net.hidden;
                let (more, less) = (&step.more[view][..more], &step.less[view][..less]);
                net.follow(&before[range.clone()], &mut after[range], more, less);
            }
            step.counted = true;
        }
    }

    fn verify<F: Field>(&self, eval: &Evaluation, field: &F, ply: usize) {
        assert_eq!(self.sums[ply], eval.fresh(field), "the sum was not kept up");
        if self.width > 0 {
            let mut fresh = vec![0; self.width];
            eval.neurons(field, self.sums[ply].anchors, &mut fresh);
            assert_eq!(
                &self.neurons[ply * self.width..][..self.width],
                fresh,
                "the neurons were not kept up"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use koma_rules::field::{Stage, Visitor};
    use koma_rules::{Position, Ruleset};

    use super::*;
    use crate::eval::{BUCKETS, Inputs, Net, Weights};

    struct Random(u64);

    impl Random {
        fn below(&mut self, limit: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (self.0 >> 33) as usize % limit
        }
    }

    /// Weights with tables and a net of random numbers.
    fn random_weights(rules: &Arc<Ruleset>) -> Weights {
        let mut random = Random(5);
        let (hidden, inputs) = (16, Inputs::of(rules));
        let mut weights = Weights::from_rules(rules);
        let squares = rules.kinds().len() * rules.geometry().squares();
        weights.square = (0..squares).map(|_| random.below(99) as i16 - 49).collect();
        let mut bytes = |count: usize| (0..count).map(|_| random.below(255) as i8).collect();
        weights.net = Some(Arc::new(Net {
            hidden,
            zones: inputs.zones(),
            scales: vec![40; hidden],
            weights: bytes(inputs.zones() * inputs.count() * hidden),
            bias: vec![30; hidden],
            out: bytes(2 * BUCKETS * hidden).into_iter().map(|w: i8| w.max(-127)).collect(),
            out_bias: vec![3; BUCKETS],
        }));
        weights
    }

    /// Makes so many random moves, and takes some back.
    struct Walk<'a>(&'a Evaluation, usize);

    impl Visitor for Walk<'_> {
        type Out = usize;

        fn visit<F: Field>(self, mut field: F) -> usize {
            const PLIES: usize = 60;
            let Self(eval, makes) = self;
            let mut random = Random(makes as u64);
            let mut stack = Stack::new(eval, &field, PLIES + 2);
            let (mut ply, mut made) = (0, 0);
            let mut moves = Vec::new();
            while made < makes {
                moves.clear();
                if ply < PLIES && !field.position().is_over() {
                    field.list(&field.look(), Stage::All, &mut moves);
                }
                if moves.is_empty() || ply > 0 && random.below(4) == 0 {
                    if ply == 0 {
                        break;
                    }
                    let back = if moves.is_empty() { ply } else { 1 };
                    (0..back).for_each(|_| field.unmake());
                    ply -= back;
                    continue;
                }
                field.make(moves[random.below(moves.len())]);
                stack.follow(eval, &field, ply);
                (ply, made) = (ply + 1, made + 1);
                // Not every ply is asked about: neurons are counted over several.
                if random.below(3) > 0 {
                    let score = stack.score(eval, &field, ply);
                    assert_eq!(score, eval.of(&field), "{}", field.position().sfen());
                }
            }
            made
        }
    }

    /// `KOMA_MAKES` is how many moves are made in each game.
    #[test]
    fn what_is_kept_up_is_what_is_counted_from_scratch_in_every_game() {
        let asked = std::env::var("KOMA_MAKES").ok().and_then(|makes| makes.parse().ok());
        for variant in koma_variants::catalogue() {
            let rules = Ruleset::compile(variant).unwrap();
            let large = rules.geometry().squares() > 200;
            let makes: usize = asked.unwrap_or(if large { 20 } else { 600 });
            let eval = Evaluation::new(&rules, random_weights(&rules)).verifying();
            let made = Position::start(&rules).enter(Walk(&eval, makes));
            assert_eq!(made, makes, "{}", variant.slug);
        }
    }
}
