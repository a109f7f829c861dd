//! Direction letters for a set of directions or offsets.

use crate::Direction;

/// The word for a set of orthogonal directions; diagonals in the set are left alone. No word for
/// an empty set, an empty word for all four.
pub(super) fn orthogonal(dirs: &[Direction]) -> Vec<String> {
    use Direction::{E, N, S, W};
    let [n, e, s, w] = [N, E, S, W].map(|d| dirs.contains(&d));
    if [n, e, s, w] == [false; 4] {
        return Vec::new();
    }
    if [n, e, s, w] == [true; 4] {
        return vec![String::new()];
    }
    let vertical = match (n, s) {
        (true, true) => "v",
        (true, false) => "f",
        (false, true) => "b",
        (false, false) => "",
    };
    let sideways = match (w, e) {
        (true, true) => "s",
        (true, false) => "l",
        (false, true) => "r",
        (false, false) => "",
    };
    vec![format!("{vertical}{sideways}")]
}

/// The words for a set of diagonal directions, one group each.
pub(super) fn diagonal(dirs: &[Direction]) -> Vec<String> {
    use Direction::{NE, NW, SE, SW};
    let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    match [NW, NE, SW, SE].map(|d| dirs.contains(&d)) {
        [true, true, true, true] => owned(&[""]),
        [true, false, true, false] => owned(&["l"]),
        [false, true, false, true] => owned(&["r"]),
        [nw, ne, sw, se] => {
            let half = |left, right, both, one: [&'static str; 2]| match (left, right) {
                (true, true) => Some(both),
                (true, false) => Some(one[0]),
                (false, true) => Some(one[1]),
                (false, false) => None,
            };
            let words = [half(nw, ne, "f", ["fl", "fr"]), half(sw, se, "b", ["bl", "br"])];
            words.into_iter().flatten().map(str::to_owned).collect()
        }
    }
}

/// The words for a set of leaps of one kind, given as `(rows, cols)`.
pub(super) fn among_leaps(offsets: &[(i8, i8)]) -> Vec<String> {
    let Some(&(rows, cols)) = offsets.first() else { return Vec::new() };
    if rows != 0 && cols != 0 && rows.abs() != cols.abs() {
        return oblique(offsets);
    }
    let dirs: Vec<Direction> = offsets
        .iter()
        .filter_map(|&(rows, cols)| super::super::direction(rows.signum(), cols.signum()))
        .collect();
    let mut words = orthogonal(&dirs);
    words.extend(diagonal(&dirs));
    words
}

/// The words for a set of oblique leaps: whole halves first, then pairs, then single leaps.
fn oblique(offsets: &[(i8, i8)]) -> Vec<String> {
    type Chooses = fn(i8, i8) -> bool;
    // Each with the leaps `(rows, cols)` it selects; forward is a negative row.
    const WORDS: [(&str, Chooses); 25] = [
        ("", |_, _| true),
        ("v", |r, c| r.abs() > c.abs()),
        ("s", |r, c| c.abs() > r.abs()),
        ("fh", |r, _| r < 0),
        ("bh", |r, _| r > 0),
        ("lh", |_, c| c < 0),
        ("rh", |_, c| c > 0),
        ("hl", |r, c| (r.abs() > c.abs()) == (r.signum() == c.signum())),
        ("hr", |r, c| (r.abs() > c.abs()) == (r.signum() != c.signum())),
        ("ff", |r, c| r < 0 && r.abs() > c.abs()),
        ("bb", |r, c| r > 0 && r.abs() > c.abs()),
        ("ll", |r, c| c < 0 && c.abs() > r.abs()),
        ("rr", |r, c| c > 0 && c.abs() > r.abs()),
        ("fs", |r, c| r < 0 && c.abs() > r.abs()),
        ("bs", |r, c| r > 0 && c.abs() > r.abs()),
        ("lv", |r, c| c < 0 && r.abs() > c.abs()),
        ("rv", |r, c| c > 0 && r.abs() > c.abs()),
        ("lf", |r, c| r < 0 && c < 0 && r.abs() > c.abs()),
        ("rf", |r, c| r < 0 && c > 0 && r.abs() > c.abs()),
        ("fr", |r, c| r < 0 && c > 0 && c.abs() > r.abs()),
        ("br", |r, c| r > 0 && c > 0 && c.abs() > r.abs()),
        ("rb", |r, c| r > 0 && c > 0 && r.abs() > c.abs()),
        ("lb", |r, c| r > 0 && c < 0 && r.abs() > c.abs()),
        ("bl", |r, c| r > 0 && c < 0 && c.abs() > r.abs()),
        ("fl", |r, c| r < 0 && c < 0 && c.abs() > r.abs()),
    ];
    let (a, b) = offsets[0];
    let (a, b) = (a.abs(), b.abs());
    let images = [(a, b), (a, -b), (-a, b), (-a, -b), (b, a), (b, -a), (-b, a), (-b, -a)];
    let mut left: Vec<(i8, i8)> = offsets.to_vec();
    let mut words = Vec::new();
    for (word, chooses) in WORDS {
        let chosen: Vec<_> = images.into_iter().filter(|&(r, c)| chooses(r, c)).collect();
        if !chosen.is_empty() && chosen.iter().all(|image| left.contains(image)) {
            left.retain(|image| !chosen.contains(image));
            words.push(word.to_owned());
        }
    }
    words
}
