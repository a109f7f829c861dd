//! The board in a mirror: the left is on the right.

use std::sync::Arc;

use koma_rules::{Man, Position, Ruleset, Setup, Side};

/// Where squares and kinds are in a mirror.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mirror {
    /// The image of each square.
    pub squares: Vec<u16>,
    /// For each kind the one that moves as its image.
    pub kinds: Vec<u16>,
}

impl Mirror {
    /// For a game, if every kind has an image.
    pub fn of(rules: &Arc<Ruleset>) -> Option<Self> {
        let geometry = rules.geometry();
        let image = |square| {
            let file = u16::from(geometry.files()) + 1 - geometry.file(square);
            geometry.square(file, geometry.rank(square)).map_or(0, |square| square.index() as u16)
        };
        Some(Self { squares: geometry.all().map(image).collect(), kinds: kinds(rules)? })
    }
}

/// For each kind the one that moves as its image in a mirror, if every kind has one.
fn kinds(rules: &Arc<Ruleset>) -> Option<Vec<u16>> {
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

            setup.set(square, Some(Man { kind, side: Side::Sente }));
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
    let known = &rules.variant().kinds;
    (0..all.len())
        .map(|kind| {
            let image = image(&all[kind]);
            if image == all[kind] {
                return Some(kind as u16);
            }
            let fits =
                |&other: &usize| all[other] == image && known[other].royal == known[kind].royal;
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
            let kinds = kinds(&rules).expect("a mirror");
            let each_its_own =
                kinds.iter().enumerate().all(|(kind, &image)| kind == usize::from(image));
            assert_eq!(each_its_own, own, "{slug}");
            for (kind, &image) in kinds.iter().enumerate() {
                assert_eq!(usize::from(kinds[usize::from(image)]), kind, "{slug}");
            }
        }
    }
}
