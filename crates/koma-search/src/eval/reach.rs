//! Where men of each kind reach on the empty board, and what follows from it.

use std::collections::BTreeSet;
use std::sync::Arc;

use koma_rules::{KindId, Man, Position, Ruleset, Setup, Side};

use super::Span;

/// Rows behind and columns to the left, as the mover sees them.
type Offset = (i16, i16);

/// The squares a man of a kind reaches on the empty board, from wherever it stands.
fn offsets(rules: &Arc<Ruleset>, kind: KindId) -> BTreeSet<Offset> {
    let geometry = rules.geometry();
    let mut offsets = BTreeSet::new();
    // Corners and the middle see everything that can be seen.
    let (files, ranks) = (u16::from(geometry.files()), u16::from(geometry.ranks()));
    let places = |most: u16| [1, most.div_ceil(2), most];
    for file in places(files) {
        for rank in places(ranks) {
            let Some(from) = geometry.square(file, rank) else { continue };
            let mut setup = Setup::empty(rules);
            setup.set(from, Some(Man { kind, side: Side::Sente }));
            Position::unjudged(rules, &setup).each_way(from, |mv, _| {
                let (to_file, to_rank) = (geometry.file(mv.to()), geometry.rank(mv.to()));
                offsets.insert((to_rank as i16 - rank as i16, to_file as i16 - file as i16));
            });
        }
    }
    offsets.remove(&(0, 0));
    offsets
}

/// Kinds whose promoted side reaches all that they reach.
pub(super) fn outdone(rules: &Arc<Ruleset>) -> Vec<bool> {
    let royal = |kind: KindId| rules.variant().kinds[kind.index()].royal;
    rules
        .kinds()
        .map(|kind| {
            rules.promoted(kind).is_some_and(|promoted| {
                royal(kind) == royal(promoted)
                    && offsets(rules, kind).is_subset(&offsets(rules, promoted))
            })
        })
        .collect()
}

/// For each kind and place relative to a royal, what the squares it attacks there are worth: near
/// one's own royal, and near the enemy's. `own` and `enemy` are what the royal's own square is
/// worth, in 1,024ths; others are worth less in proportion to their distance.
pub(super) fn tables(
    rules: &Arc<Ruleset>,
    span: Span,
    own: i32,
    enemy: i32,
) -> (Vec<i16>, Vec<i16>) {
    let (files, ranks) = (i16::from(rules.geometry().files()), i16::from(rules.geometry().ranks()));
    let mut tables = (vec![0; rules.kinds().len() * span.places], Vec::new());
    tables.1.clone_from(&tables.0);
    for kind in rules.kinds() {
        let offsets = offsets(rules, kind);
        // The squares of a line count less the farther they are: 2/3 for each step.
        let weights: Vec<(Offset, i64)> = offsets
            .iter()
            .map(|&(rows, cols)| {
                let steps = rows.abs().max(cols.abs());
                let straight = rows == 0 || cols == 0 || rows.abs() == cols.abs();
                let before = |n: i16| (rows / steps * n, cols / steps * n);
                let slides = straight && (1..steps).all(|n| offsets.contains(&before(n)));
                let far = if slides { steps - 1 } else { 0 };
                (
                    (rows, cols),
                    1_024 * 2_i64.pow(far.min(20) as u32) / 3_i64.pow(far.min(20) as u32),
                )
            })
            .collect();
        let near = |rows: i16, cols: i16| -> i64 {
            let worth = |&((r, c), weight): &(Offset, i64)| {
                weight / i64::from((rows + r).abs().max((cols + c).abs()) + 1)
            };
            weights.iter().map(worth).sum()
        };
        let mut put = |place: usize, near: i64| {
            let worth =
                |most: i32| (near * i64::from(most) / (1 << 20)).clamp(-2_000, 2_000) as i16;
            let index = kind.index() * span.places + place;
            tables.0[index] = worth(own);
            tables.1[index] = worth(enemy);
        };
        if span.banded {
            for d in 0..span.places as i16 {
                let around = [(-d, 0), (d, 0), (0, d), (-d, d), (d, d)];
                let sum: i64 = around.iter().map(|&(rows, cols)| near(rows, cols)).sum();
                put(span.place(d, 0), sum / around.len() as i64);
            }
            continue;
        }
        for rows in 1 - ranks..ranks {
            (0..files).for_each(|cols| put(span.place(rows, cols), near(rows, cols)));
        }
    }
    tables
}
