//! Positions as a trainer reads them: lists of inputs, and what they should come to.

use std::sync::Arc;

use koma_rules::Ruleset;
use koma_search::Evaluation;
use koma_search::learn::{DANGERS, Inputs, Mirror, Sight};

use crate::pack::{Sample, unpack};

/// Many positions.
pub(super) struct Rows {
    inputs: Vec<u32>,
    rows: Vec<Row>,
    mirror: Option<Vec<u32>>,
    mirror_squares: Vec<u16>,
}

/// One position.
#[derive(Clone, Copy)]
struct Row {
    first: u32,
    count: u16,
    bucket: u8,
    anchors: [u16; 2],
    target: f32,
    threats: Option<Threats>,
}

/// Counts of the side to move and of the other, the difference of mobility, what hangs of both.
#[derive(Clone, Copy)]
pub(super) struct Threats {
    pub counts: [[u8; DANGERS]; 2],
    pub mobility: i16,
    pub hanging: [i16; 2],
}

/// A position as it is learnt from. Royals nowhere are beyond the board.
pub(super) struct View<'a> {
    pub inputs: &'a [u32],
    pub anchors: [u16; 2],
    pub bucket: usize,
    pub threats: Option<&'a Threats>,
    pub target: f32,
}

/// No royal.
pub(super) const NOWHERE: u16 = u16::MAX;

impl Rows {
    pub fn new(rules: &Arc<Ruleset>) -> Self {
        let inputs = Inputs::of(rules, Sight::Mirrored);
        let mirror = (0..inputs.count()).map(|input| Some(inputs.image(input)? as u32)).collect();
        let mirror_squares = Mirror::of(rules).map_or_else(Vec::new, |mirror| mirror.squares);
        Self { inputs: Vec::new(), rows: Vec::new(), mirror, mirror_squares }
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn add(&mut self, rules: &Arc<Ruleset>, eval: &Evaluation, sample: &Sample, target: f32) {
        let Some(position) = unpack(rules, &sample.packed) else { return };
        let seen = eval.see(&position);
        let threats = seen.threats.map(|[own, their]| Threats {
            counts: [own, their].map(|threat| threat.counts.map(|count| count.min(255) as u8)),
            mobility: own.mobility as i16 - their.mobility as i16,
            hanging: [own, their].map(|threat| threat.hanging.clamp(0, 30_000) as i16),
        });
        self.rows.push(Row {
            first: self.inputs.len() as u32,
            count: seen.inputs.len() as u16,
            bucket: seen.bucket as u8,
            anchors: seen.anchors.map(|anchor| anchor.unwrap_or(NOWHERE)),
            target,
            threats,
        });
        self.inputs.extend(seen.inputs);
    }

    /// A position; its mirror image if asked for and there is one, put into `room`.
    pub fn view<'a>(&'a self, number: usize, mirrored: bool, room: &'a mut Vec<u32>) -> View<'a> {
        let row = &self.rows[number];
        let inputs = &self.inputs[row.first as usize..][..usize::from(row.count)];
        let mut view = View {
            inputs,
            anchors: row.anchors,
            bucket: row.bucket.into(),
            threats: row.threats.as_ref(),
            target: row.target,
        };
        if let Some(mirror) = self.mirror.as_ref().filter(|_| mirrored) {
            room.clear();
            room.extend(inputs.iter().map(|&input| mirror[input as usize]));
            view.inputs = room;
            for anchor in &mut view.anchors {
                *anchor = self.mirror_squares.get(usize::from(*anchor)).copied().unwrap_or(NOWHERE);
            }
        }
        view
    }
}
