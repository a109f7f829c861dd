//! Sentences that are not about movement: promotion, royalty, drops.

use koma_text::Span;

use super::dirs::Axis;
use super::lexicon::Lex;
use super::phrase::{Item, Kind};
use super::resolve::Resolver;
use koma_pieces::SpecialRule;

/// What the rules of a text say.
#[derive(Clone, Debug, Default)]
pub(super) struct Rules {
    pub(super) special: Vec<SpecialRule>,
    pub(super) promotes_to: Option<String>,
    pub(super) does_not_promote: bool,
}

impl Rules {
    fn add(&mut self, rule: SpecialRule) {
        if !self.special.contains(&rule) {
            self.special.push(rule);
        }
    }
}

/// Reads one sentence about rules.
pub(super) fn read(to: &mut Resolver<'_>, items: &[Item], rules: &mut Rules) {
    let marks: Vec<&Lex> = items
        .iter()
        .filter_map(|item| match &item.kind {
            Kind::Mark(lex) => Some(lex),
            _ => None,
        })
        .collect();
    let has = |lex: Lex| marks.contains(&&lex);
    let negated = has(Lex::Not) || has(Lex::NotAfter);
    let rows = number(items).unwrap_or(1);
    if rows == 0 {
        return not_understood(to, items);
    }
    let row = has(Lex::Row) || items.iter().any(|item| is_axis(item, Axis::Horizontal));
    let file = has(Lex::File) || items.iter().any(|item| is_axis(item, Axis::Vertical));
    if has(Lex::Royal) && !negated {
        rules.add(SpecialRule::Royal);
        return leftovers(to, items, &[]);
    }
    if has(Lex::Nifu) || file && (has(Lex::Same) || negated) && !has(Lex::Promote) {
        if number(items).is_some_and(|n| n != 2) {
            not_understood(to, items);
        }
        rules.add(SpecialRule::NifuProhibited);
        return leftovers(to, items, &[]);
    }
    if has(Lex::Drop) {
        match (negated, row || has(Lex::Last)) {
            (true, true) => rules.add(SpecialRule::CannotDropInZone(rows)),
            _ => not_understood(to, items),
        }
        return leftovers(to, items, &[]);
    }
    if has(Lex::Promote) {
        if has(Lex::Must) {
            if row || has(Lex::Last) {
                rules.add(SpecialRule::MustPromoteInZone(rows));
            } else {
                not_understood(to, items);
            }
            return;
        }
        if negated {
            rules.does_not_promote = true;
            return;
        }
        let name = target(items);
        match name {
            Some(span) => rules.promotes_to = Some(to.quote(span).trim().to_owned()),
            None => not_understood(to, items),
        }
        return;
    }
    not_understood(to, items);
}

/// The name after "promotes to", or before 「に成る」.
fn target(items: &[Item]) -> Option<Span> {
    let is_name = |item: &&Item| {
        matches!(item.kind, Kind::Piece(_) | Kind::Dir(_) | Kind::Mark(Lex::Unknown))
    };
    let at = items.iter().position(|item| matches!(item.kind, Kind::Mark(Lex::Promote)))?;
    let mut after = items[at + 1..]
        .iter()
        .skip_while(|item| !is_name(item))
        .take_while(is_name)
        .map(|item| item.span);
    let span = after.next().map(|first| after.fold(first, Span::to));
    span.or_else(|| items[..at].iter().filter(is_name).map(|item| item.span).reduce(Span::to))
}

fn number(items: &[Item]) -> Option<u8> {
    items.iter().find_map(|item| match &item.kind {
        Kind::Extent(extent) => extent.max.and_then(|n| u8::try_from(n).ok()),
        // "last two rows": the number went to the direction word.
        Kind::Dir(phrase) => phrase.count.and_then(|n| u8::try_from(n).ok()),
        Kind::Count(n) => u8::try_from(*n).ok(),
        _ => None,
    })
}

fn is_axis(item: &Item, axis: Axis) -> bool {
    matches!(&item.kind, Kind::Dir(phrase) if phrase.words.axes.contains(&axis))
}

fn not_understood(to: &mut Resolver<'_>, items: &[Item]) {
    if let Some(span) = items.iter().map(|item| item.span).reduce(Span::to) {
        to.not_understood(span);
    }
}

/// Unknown words inside a rule are reported even when the rule was understood.
fn leftovers(to: &mut Resolver<'_>, items: &[Item], known: &[Span]) {
    for item in items {
        if matches!(item.kind, Kind::Mark(Lex::Unknown)) && !known.contains(&item.span) {
            to.not_understood(item.span);
        }
    }
}
