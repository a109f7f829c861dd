//! The shortest notation of a movement.

use std::collections::BTreeSet;

use koma_betza::Dialect;

use super::{Unsayable, canonical, complete, finish, write_steps};
use crate::betza::{direction, read};
use crate::{Direction, Movement, Reach, Step};

/// The shortest Betza we know for a movement: plain steps are covered with as few letters as
/// possible, `K` and `Q` included, writing over directions that go farther anyway.
///
/// # Errors
///
/// As [`canonical`].
///
/// # Examples
///
/// ```
/// use koma_betza::Dialect;
/// use koma_pieces::betza::{read, shortest};
///
/// let (flying_stag, _) = read("sWFvR", Dialect::Strict);
/// assert_eq!(shortest(&flying_stag).as_deref(), Ok("KvR"));
/// ```
pub fn shortest(movement: &Movement) -> Result<String, Vec<Unsayable>> {
    let canonical = canonical(movement)?;
    let whole = complete(movement);
    let (plain, special): (Vec<Step>, Vec<Step>) =
        whole.steps.iter().partition(|step| step.is_plain());
    let mut out = String::new();
    let mut reaches: Vec<Reach> = plain.iter().map(|step| step.reach).collect();
    reaches.sort_by_key(|&reach| super::reach_key(reach));
    reaches.dedup();
    for reach in reaches {
        let mut needed = 0_u8;
        let mut allowed = 0_u8;
        for step in &plain {
            let bit = 1 << step.direction as u8;
            needed |= if step.reach == reach { bit } else { 0 };
            allowed |= if step.reach >= reach { bit } else { 0 };
        }
        out += &cover(needed, allowed, reach);
    }
    write_steps(&special, &mut out);
    let text = finish(whole, out)?.replace("ffN", "fN");
    // Shorter, and the same: otherwise the canonical form stands.
    let same = read(&text, Dialect::Strict).0 == read(&canonical, Dialect::Strict).0;
    Ok(if same && text.len() < canonical.len() { text } else { canonical })
}

/// The cheapest groups that cover `needed` and stay inside `allowed`, both sets of directions.
fn cover(needed: u8, allowed: u8, reach: Reach) -> String {
    let (atoms, number) = match reach {
        Reach::Single => (['W', 'F', 'K'], String::new()),
        Reach::Limited(n) => (['R', 'B', 'Q'], n.to_string()),
        Reach::Ranging => (['R', 'B', 'Q'], String::new()),
    };
    let candidates: Vec<(u8, String)> = words()
        .iter()
        .flat_map(|word| atoms.map(|atom| format!("{word}{atom}{number}")))
        .map(|group| (covered(&group), group))
        .filter(|&(mask, _)| mask != 0 && mask & !allowed == 0)
        .collect();
    // best[mask]: the shortest text that covers at least these directions.
    let mut best: Vec<Option<String>> = vec![None; 256];
    best[0] = Some(String::new());
    let subsets: BTreeSet<u8> = (0..=255_u8).filter(|mask| mask & !needed == 0).collect();
    for &mask in subsets.iter().skip(1) {
        for (group_mask, group) in &candidates {
            let rest = mask & !group_mask;
            if rest == mask {
                continue;
            }
            if let Some(text) = &best[usize::from(rest)] {
                let text = format!("{text}{group}");
                let better = best[usize::from(mask)]
                    .as_ref()
                    .is_none_or(|old| (text.len(), &text) < (old.len(), old));
                if better {
                    best[usize::from(mask)] = Some(text);
                }
            }
        }
    }
    best[usize::from(needed)].take().unwrap_or_default()
}

/// The direction words worth trying.
fn words() -> Vec<String> {
    let mut words = vec![String::new()];
    words.extend(["f", "b", "l", "r", "v", "s"].map(str::to_owned));
    for a in ["f", "b", "v"] {
        words.extend(["l", "r", "s"].map(|b| format!("{a}{b}")));
    }
    words.extend(["frbl", "flbr"].map(str::to_owned));
    words
}

/// The directions a group of plain steps goes.
fn covered(group: &str) -> u8 {
    let (tree, _) = koma_betza::parse(group, Dialect::Strict);
    koma_betza::expand(&tree).map_or(0, |moves| {
        moves.iter().fold(0, |mask, m| {
            let way: Option<Direction> = direction(-m.legs[0].dy, m.legs[0].dx);
            mask | way.map_or(0, |d| 1 << d as u8)
        })
    })
}
