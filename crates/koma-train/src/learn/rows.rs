//! Positions as a trainer reads them: lists of inputs, and what they should come to.

use std::sync::Arc;

use koma_rules::{Position, Ruleset, Setup};
use koma_search::Evaluation;
use koma_search::learn::{DANGERS, Inputs};

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
        let geometry = rules.geometry();
        let mirrored = |square| {
            let file = u16::from(geometry.files()) + 1 - geometry.file(square);
            geometry.square(file, geometry.rank(square)).map_or(0, |square| square.index() as u16)
        };
        let mirror_squares: Vec<u16> = geometry.all().map(mirrored).collect();
        let mirror = mirror_kinds(rules).map(|kinds| {
            let inputs = Inputs::of(rules);
            let squares = geometry.squares();
            let of = |input: usize| {
                let meaning = inputs.meaning(input);
                let kind = usize::from(kinds[meaning.kind]);
                match meaning.square {
                    Some(square) => {
                        let first = if meaning.own { 0 } else { inputs.kinds() };
                        (first + kind) * squares + usize::from(mirror_squares[square])
                    }
                    // Men in hand that are each other's images are left as they are.
                    None => input,
                }
            };
            (0..inputs.count()).map(|input| of(input) as u32).collect()
        });
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

/// For each kind the one that moves as its image in a mirror, if every kind has one.
fn mirror_kinds(rules: &Arc<Ruleset>) -> Option<Vec<u16>> {
    let geometry = rules.geometry();
    let (files, ranks) = (i32::from(geometry.files()), i32::from(geometry.ranks()));
    let ways = |kind| {
        let mut ways = Vec::new();
        for square in geometry.all() {
            // Enough to tell kinds apart, also on large boards.
            if square.index() % 7 != 0 && geometry.squares() > 200 {
                continue;
            }
            let mut setup = Setup::empty(rules);
            let side = koma_rules::Side::Sente;
            setup.set(square, Some(koma_rules::Man { kind, side }));
            let position = Position::unjudged(rules, &setup);
            position.each_way(square, |mv, _| {
                let to = mv.to();
                let cols = i32::from(geometry.file(to)) - i32::from(geometry.file(square));
                let rows = i32::from(geometry.rank(to)) - i32::from(geometry.rank(square));
                ways.push((rows, cols));
            });
        }
        ways.sort_unstable();
        ways.dedup();
        debug_assert!(ways.iter().all(|way| way.0.abs() < ranks && way.1.abs() < files));
        ways
    };
    let all: Vec<Vec<(i32, i32)>> = rules.kinds().map(ways).collect();
    let image = |ways: &Vec<(i32, i32)>| -> Vec<(i32, i32)> {
        let mut image: Vec<_> = ways.iter().map(|&(rows, cols)| (rows, -cols)).collect();
        image.sort_unstable();
        image
    };
    let kinds = &rules.variant().kinds;
    (0..all.len())
        .map(|kind| {
            let image = image(&all[kind]);
            if image == all[kind] {
                return Some(kind as u16);
            }
            let fits =
                |&other: &usize| all[other] == image && kinds[other].royal == kinds[kind].royal;
            (0..all.len()).find(fits).map(|other| other as u16)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_have_images_in_a_mirror() {
        for (slug, own) in [("shogi", true), ("minishogi", true), ("tori", false)] {
            let rules = Ruleset::compile(koma_variants::find(slug).expect(slug)).expect(slug);
            let kinds = mirror_kinds(&rules).expect("a mirror");
            let each_its_own =
                kinds.iter().enumerate().all(|(kind, &image)| kind == usize::from(image));
            assert_eq!(each_its_own, own, "{slug}");
            for (kind, &image) in kinds.iter().enumerate() {
                assert_eq!(usize::from(kinds[usize::from(image)]), kind, "{slug}");
            }
        }
    }
}
