//! Which way: direction letters resolved for each family of leaps.

use koma_text::{Finding, Span};

use crate::say;
use crate::tree::{Dialect, Letter, Mark};

/// A direction word: one letter, or two neighbours that are read together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    /// A letter on its own.
    One(Letter),
    /// A vertical letter next to a horizontal one, in the order written.
    Pair(Letter, Letter),
    /// `fh`, `bh`, `lh`, `rh`: the half on that side.
    HalfOn(Letter),
    /// `hl`, `hr`: the left- or right-handed half.
    Handed(Letter),
}

/// The direction words of a leg, read left to right. Only letters that touch are paired.
///
/// Fairy-Stockfish reads a letter written twice as one word: `bblr` is `b`, `l`, `r` to it.
pub(crate) fn words(marks: &[Mark], dialect: Dialect) -> Result<Vec<(Word, Span)>, Box<Finding>> {
    let mut words = Vec::new();
    let mut i = 0;
    while i < marks.len() {
        let Mark { letter, span } = marks[i];
        let next = marks
            .get(i + 1)
            .filter(|next| next.letter.is_direction() && next.span.start == span.end);
        let (word, used) = match (letter, next) {
            (first, _) if !first.is_direction() => {
                i += 1;
                continue;
            }
            (
                Letter::Forward | Letter::Backward | Letter::Left | Letter::Right,
                Some(Mark { letter: Letter::Half, .. }),
            ) => (Word::HalfOn(letter), 2),
            (Letter::Half, Some(Mark { letter: hand @ (Letter::Left | Letter::Right), .. })) => {
                (Word::Handed(*hand), 2)
            }
            (Letter::Half, _) => {
                return Err(say::half_alone().at(span).into());
            }
            (first, Some(second)) if dialect == Dialect::Fairy && first == second.letter => {
                (Word::One(first), 2)
            }
            (first, Some(second)) if is_vertical(first) != is_vertical(second.letter) => {
                match second.letter {
                    Letter::Half => (Word::One(first), 1),
                    second => (Word::Pair(first, second), 2),
                }
            }
            (first, _) => (Word::One(first), 1),
        };
        words.push((word, span.to(marks[i + used - 1].span)));
        i += used;
    }
    Ok(words)
}

fn is_vertical(letter: Letter) -> bool {
    matches!(letter, Letter::Forward | Letter::Backward | Letter::Vertical)
}

/// Whether `(dx, dy)` lies on the side a letter names; `v` and `s` restrict to their axis.
fn on_side(letter: Letter, (dx, dy): (i8, i8)) -> bool {
    match letter {
        Letter::Forward => dy > 0,
        Letter::Backward => dy < 0,
        Letter::Right => dx > 0,
        Letter::Left => dx < 0,
        Letter::Vertical => dy != 0,
        Letter::Sideways => dx != 0,
        _ => false,
    }
}

/// The eight images of a leap (four when it is orthogonal or diagonal), clockwise from forward.
fn images((short, long): (u8, u8)) -> Vec<(i8, i8)> {
    let (s, l) = (short as i8, long as i8);
    let all = [(s, l), (l, s), (l, -s), (s, -l), (-s, -l), (-l, -s), (-l, s), (-s, l)];
    let mut seen: Vec<(i8, i8)> = Vec::new();
    for image in all {
        if !seen.contains(&image) {
            seen.push(image);
        }
    }
    seen
}

/// The offsets `(dx, dy)` of a leap that the direction words of a first leg select.
///
/// `split_pairs` is false only for Fairy-Stockfish's K and Q, where the orthogonal part reads a
/// pair as an oblique leaper does: the second letter is the way.
pub(crate) fn select(
    leap: (u8, u8),
    words: &[(Word, Span)],
    split_pairs: bool,
) -> Result<Vec<(i8, i8)>, Box<Finding>> {
    let (short, long) = leap;
    let all = images(leap);
    if words.is_empty() {
        return Ok(all);
    }
    let is_oblique = short != 0 && short != long;
    let mut chosen = vec![false; all.len()];
    for &(word, span) in words {
        for (image, chosen) in all.iter().zip(&mut chosen) {
            let (dx, dy) = *image;
            // The way the longer component points.
            let along = if dy.unsigned_abs() == long { (0, dy) } else { (dx, 0) };
            *chosen |= match word {
                Word::HalfOn(_) | Word::Handed(_) if !is_oblique => {
                    return Err(say::half_of_nothing().at(span).into());
                }
                Word::HalfOn(side) => on_side(side, *image),
                Word::Handed(hand) => {
                    // Right-handed: the short component lies clockwise of the long one.
                    let cross = i16::from(along.0) * i16::from(dy - along.1)
                        - i16::from(along.1) * i16::from(dx - along.0);
                    (cross < 0) == (hand == Letter::Right)
                }
                Word::One(letter) if is_oblique => on_side(letter, along),
                Word::Pair(side, way) if is_oblique => {
                    on_side(way, along) && on_side(side, (dx - along.0, dy - along.1))
                }
                Word::One(letter) => on_side(letter, *image),
                Word::Pair(_, way) if short == 0 && !split_pairs => on_side(way, *image),
                Word::Pair(a, b) if short == 0 => on_side(a, *image) || on_side(b, *image),
                Word::Pair(a, b) => on_side(a, *image) && on_side(b, *image),
            };
        }
    }
    Ok(all.into_iter().zip(chosen).filter(|&(_, chosen)| chosen).map(|(image, _)| image).collect())
}

/// The turns of a continuation leg, in eighths of a full turn clockwise.
pub(crate) fn turns(words: &[(Word, Span)]) -> Result<Vec<u8>, Box<Finding>> {
    let mut turns = Vec::new();
    for &(word, span) in words {
        match word {
            Word::One(letter) => turns.extend_from_slice(straight(letter)),
            Word::Pair(a, b) => {
                for &a in straight(a) {
                    for &b in straight(b) {
                        // The bisector of two perpendicular directions.
                        turns.push(match (a, b) {
                            (0, 6) | (6, 0) => 7,
                            (a, b) => (a + b) / 2,
                        });
                    }
                }
            }
            Word::HalfOn(_) | Word::Handed(_) => {
                return Err(say::half_on_leg().at(span).into());
            }
        }
    }
    turns.sort_unstable();
    turns.dedup();
    Ok(turns)
}

fn straight(letter: Letter) -> &'static [u8] {
    match letter {
        Letter::Forward => &[0],
        Letter::Right => &[2],
        Letter::Backward => &[4],
        Letter::Left => &[6],
        Letter::Vertical => &[0, 4],
        Letter::Sideways => &[2, 6],
        _ => &[],
    }
}

/// The eight unit vectors `(dx, dy)`, clockwise from forward.
pub(crate) const UNITS: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// Which of the eight directions an orthogonal or diagonal offset points in.
pub(crate) fn heading((dx, dy): (i8, i8)) -> u8 {
    let unit = (dx.signum(), dy.signum());
    UNITS.iter().position(|&u| u == unit).unwrap_or(0) as u8
}
