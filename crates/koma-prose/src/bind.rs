//! Which distance belongs to which directions.

use koma_text::Span;

use super::clause::Clause;
use super::dirs::Dirs;
use super::lexicon::{Lex, Manner};
use super::phrase::{DirPhrase, Extent, Item, Kind};
use super::resolve::Resolver;
use super::say;

/// Directions with their distance, if one was said.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) dirs: Dirs,
    pub(super) extent: Option<Extent>,
    /// "the square" stood there: one square if nothing says more.
    pub(super) weak: bool,
    pub(super) span: Option<Span>,
}

/// A group of directions, or a distance.
enum Segment<'a> {
    Dirs(Vec<&'a Item>),
    Far(&'a Extent, &'a Item),
}

/// Pairs the directions and distances of a clause, in either order:
/// "any distance forward, one square back", "forward any distance, back one".
pub(super) fn bind(to: &mut Resolver<'_>, items: &[Item], clause: &Clause) -> Vec<Part> {
    let weak = items.iter().any(|item| matches!(item.kind, Kind::Square));
    for item in items {
        if let Kind::Vector(rows, cols) = item.kind {
            to.vector(rows, cols);
        }
    }
    let segments = segments(items);
    let far = segments.iter().filter(|segment| matches!(segment, Segment::Far(..))).count();
    let near = segments.len() - far;
    let mut pairs: Vec<(Vec<&Item>, Option<&Extent>)> = Vec::new();
    if near == 0 {
        if far > 0 {
            alone(to, &segments, clause, weak)
        } else {
            match clause.toward {
                Some(half) if clause.except.is_empty() => {
                    vec![Part { dirs: half.straight(), extent: None, weak, span: clause.span() }]
                }
                _ => Vec::new(),
            }
        }
    } else {
        let context = pair(to, &segments, clause, &mut pairs);
        let mut parts = Vec::new();
        for (items, extent) in pairs {
            let dirs = group(to, &items, clause, context);
            let span = items.iter().map(|item| item.span).reduce(Span::to);
            parts.push(Part { dirs, extent: extent.cloned(), weak, span });
        }
        split_leap(to, items, clause, parts)
    }
}

/// Distances with no direction in the clause.
fn alone(
    to: &mut Resolver<'_>,
    segments: &[Segment<'_>],
    clause: &Clause,
    weak: bool,
) -> Vec<Part> {
    let mut parts = Vec::new();
    for segment in segments {
        let Segment::Far(extent, item) = segment else { continue };
        // Of a lion, "two steps" and "within two squares" say what a lion is.
        let lion = to
            .build
            .movement
            .area_moves
            .iter()
            .any(|area| u16::from(area.radius) == extent.max.unwrap_or(0));
        if lion && clause.toward.is_none() {
            continue;
        }
        match clause.toward {
            Some(half) => parts.push(Part {
                dirs: half.straight(),
                extent: Some((*extent).clone()),
                weak,
                span: Some(item.span),
            }),
            None => to.doubt(say::no_direction(to.quote(item.span)), Some(item.span)),
        }
    }
    parts
}

fn segments(items: &[Item]) -> Vec<Segment<'_>> {
    let mut out: Vec<Segment<'_>> = Vec::new();
    for item in items {
        match &item.kind {
            Kind::Dir(_) => match out.last_mut() {
                Some(Segment::Dirs(group)) => group.push(item),
                _ => out.push(Segment::Dirs(vec![item])),
            },
            Kind::Extent(extent) => match out.last() {
                // "one square, a single step": said twice.
                Some(Segment::Far(before, _)) if before.max == extent.max => {}
                _ => out.push(Segment::Far(extent, item)),
            },
            _ => {}
        }
    }
    out
}

/// Fills `pairs`; the directions returned frame all of them ("diagonally three ahead and two back").
fn pair<'a>(
    to: &mut Resolver<'_>,
    segments: &[Segment<'a>],
    clause: &Clause,
    pairs: &mut Vec<(Vec<&'a Item>, Option<&'a Extent>)>,
) -> Dirs {
    let mut context = Dirs::ALL;
    let mut rest = segments;
    // An odd run that starts and ends with directions.
    if let [Segment::Dirs(first), Segment::Far(extent, item), .., Segment::Dirs(last)] = rest
        && rest.len() % 2 == 1
        && !clause.japanese
    {
        let frame = first.last().and_then(|item| frame_of(item));
        if let (3, Some(outer), false) =
            (rest.len(), last.first().and_then(|item| frame_of(item)), last[0].joined())
        {
            // "NE, SE at 2 squares diagonal"
            let inner =
                to.all_dirs(&first.iter().map(|&item| item.clone()).collect::<Vec<_>>(), false);
            if inner.within(outer) {
                pairs.push((first.clone(), Some(extent)));
                return context;
            }
        }
        if let (Some(frame), false, 1) = (frame, item.joined(), first.len()) {
            context = frame;
            rest = &rest[1..];
        } else if item.joined() || first.len() > 1 && clause.manner.is_some() {
            // "slides forward, one square back"
            pairs.push((first.clone(), None));
            rest = &rest[1..];
        }
    }
    while let Some((first, tail)) = rest.split_first() {
        match (first, tail) {
            (Segment::Far(far, _), [Segment::Dirs(group), Segment::Far(next, _)]) => {
                // "any distance forward or back, sideways one": the last of the list has its own.
                match comma_split(group) {
                    Some((head, own)) => {
                        pairs.push((head, Some(far)));
                        pairs.push((own, Some(next)));
                    }
                    None => {
                        pairs.push((group.clone(), Some(far)));
                        if let Segment::Far(_, item) = &tail[1] {
                            to.not_understood(item.span);
                        }
                    }
                }
                return context;
            }
            (Segment::Far(far, _), [Segment::Dirs(group), ..]) => {
                pairs.push((group.clone(), Some(far)));
                rest = &tail[1..];
            }
            (Segment::Dirs(group), [Segment::Far(far, _), ..]) => {
                let contradicts = match clause.manner {
                    Some(Manner::Slide) => far.max.is_some(),
                    Some(Manner::Step) => far.max != Some(1),
                    _ => false,
                };
                match comma_split(group)
                    .filter(|_| contradicts && pairs.is_empty() && !clause.japanese)
                {
                    Some((head, own)) => {
                        pairs.push((head, None));
                        pairs.push((own, Some(far)));
                    }
                    None => pairs.push((group.clone(), Some(far))),
                }
                rest = &tail[1..];
            }
            (Segment::Dirs(group), _) => {
                pairs.push((group.clone(), None));
                rest = tail;
            }
            (Segment::Far(_, item), _) => {
                to.not_understood(item.span);
                rest = tail;
            }
        }
    }
    context
}

/// An axis said alone: "diagonally", "vertically".
fn frame_of(item: &Item) -> Option<Dirs> {
    match &item.kind {
        Kind::Dir(DirPhrase { words, others: false, those: false, .. })
            if words.halves.is_empty() && words.compass.is_empty() && !words.axes.is_empty() =>
        {
            Some(words.dirs())
        }
        _ => None,
    }
}

/// Splits a list of directions at its last comma.
fn comma_split<'a>(group: &[&'a Item]) -> Option<(Vec<&'a Item>, Vec<&'a Item>)> {
    let at = group.iter().rposition(|item| item.comma).filter(|&at| at > 0)?;
    Some((group[..at].to_vec(), group[at..].to_vec()))
}

/// The directions of a list, where "diagonally" reaches over "or":
/// "diagonally forward or backward" is all four diagonals.
fn group(to: &mut Resolver<'_>, items: &[&Item], clause: &Clause, context: Dirs) -> Dirs {
    let phrases: Vec<(&DirPhrase, &Item)> = items
        .iter()
        .filter_map(|item| match &item.kind {
            Kind::Dir(phrase) => Some((phrase, *item)),
            _ => None,
        })
        .collect();
    let named = phrases.iter().fold(Dirs::NONE, |set, (phrase, _)| set | phrase.words.dirs());
    let mut set = Dirs::NONE;
    for (at, &(phrase, item)) in phrases.iter().enumerate() {
        let mut words = phrase.words.clone();
        if let (Some(half), false) = (words.bare(), item.japanese) {
            let tied = |other: &Item| (other.and || other.or) && !other.comma;
            let opposite = |other: &DirPhrase| {
                other
                    .words
                    .halves
                    .iter()
                    .any(|&h| h != half && h.is_vertical() == half.is_vertical())
            };
            let before = at.checked_sub(1).map(|before| phrases[before].0);
            let after = phrases.get(at + 1);
            if let Some(before) = before.filter(|b| {
                tied(item) && b.words.is_diagonal() && !b.words.diagonal_last && opposite(b)
            }) {
                // "diagonally forward to the left or right" keeps the other side as well.
                let mut distributed = before.words.clone();
                distributed.halves.retain(|h| h.is_vertical() != half.is_vertical());
                distributed.halves.push(half);
                words = distributed;
            } else if let Some((after, _)) = after.filter(|(a, i)| {
                tied(i)
                    && a.words.is_diagonal()
                    && a.words.diagonal_last
                    && opposite(a)
                    && only_a_joint(to.text, item.span, i.span)
            }) {
                // "left or right forward diagonal" shares the other side as well.
                words.axes = after.words.axes.clone();
                let shared = after.words.halves.iter();
                words.halves.extend(shared.filter(|h| h.is_vertical() != half.is_vertical()));
            }
        }
        // "in the forward and backward directions": two lines, not six.
        let pair = at.checked_sub(1).is_some_and(|before| phrases[before].0.words.bare().is_some());
        if words.noun && phrase.count.is_none() && pair && (item.and || item.or) && !item.comma {
            words.noun = false;
        }
        // 左前、右前、真後ろの三方向: the number counts the whole list.
        let count = phrase.count.filter(|&n| phrases.len() == 1 || usize::from(n) != named.len());
        let phrase = DirPhrase { words, count, ..phrase.clone() };
        let framed = context != Dirs::ALL;
        let dirs = to.dirs(&phrase, item.span, framed);
        set = set | dirs;
    }
    let toward = clause.toward.map_or(Dirs::ALL, |half| half.plane());
    let cut = set & context & toward;
    // "all other directions" later in the same clause must know.
    to.mentioned = to.mentioned | cut;
    if cut.is_empty() && !set.is_empty() {
        let span = items.iter().map(|item| item.span).reduce(Span::to);
        if let Some(span) = span {
            to.not_understood(span);
        }
    }
    cut
}

/// Whether only "or" or "and" stands between: "forward or backward diagonally" shares its
/// diagonal, "back or along the forward diagonals" does not.
fn only_a_joint(text: &str, before: Span, after: Span) -> bool {
    let between = text.get(before.end..after.start).unwrap_or_default();
    matches!(between.trim().to_ascii_lowercase().as_str(), "or" | "and" | "and/or" | "/" | "&")
}

/// 二つ前の左右に跳ぶ: one distance, then two directions joined by の, is a knight's leap.
fn split_leap(
    to: &mut Resolver<'_>,
    items: &[Item],
    clause: &Clause,
    parts: Vec<Part>,
) -> Vec<Part> {
    let dirs: Vec<&Item> = items.iter().filter(|item| matches!(item.kind, Kind::Dir(_))).collect();
    let [ahead, beside] = dirs[..] else { return parts };
    let [part] = &parts[..] else { return parts };
    let leaps = clause.manner == Some(Manner::Jump) || clause.has(&Lex::PassOver);
    if !(beside.of && !beside.joined() && leaps) {
        return parts;
    }
    let (Kind::Dir(first), Kind::Dir(second)) = (&ahead.kind, &beside.kind) else { return parts };
    let (first, second) = (to.dirs(first, ahead.span, false), to.dirs(second, beside.span, false));
    vec![
        Part { dirs: first, ..part.clone() },
        Part {
            dirs: second,
            extent: Some(Extent::number(1)),
            weak: false,
            span: Some(beside.span),
        },
    ]
}
