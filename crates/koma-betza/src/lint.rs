//! Remarks on notation: letters we refuse, and readable forms that are probably not meant.

use koma_text::{Finding, Span};

use crate::direction::{self, Word};
use crate::expand::{Hop, Move, neo_sideways};
use crate::fairy::Way;
use crate::leg::conditions;
use crate::say;
use crate::tree::{
    Atom, BracketLeg, Dialect, Group, Head, Joint, Letter, Mark, Range, Shape, Tree,
};

/// A letter that is no modifier of ours.
pub(crate) fn refused_letter(c: char) -> Finding {
    match say::meaning_elsewhere(c) {
        Some(meaning) => say::unsupported(c, meaning),
        None => say::unknown_letter(c),
    }
}

/// A character that is no atom of ours.
pub(crate) fn refused_atom(c: char) -> Finding {
    match say::meaning_elsewhere(c).filter(|_| c.is_uppercase()) {
        Some(meaning) => say::unsupported(c, meaning),
        None if c.is_alphabetic() => say::unknown_atom(c),
        None => say::not_notation(c),
    }
}

/// Remarks on a group that can be read.
pub(crate) fn group(group: &Group, dialect: Dialect, moves: &[Move], findings: &mut Vec<Finding>) {
    let parts: Vec<(&[Mark], &Head)> = match &group.shape {
        Shape::Legs { legs, head } => legs.iter().take(1).map(|marks| (&marks[..], head)).collect(),
        Shape::Bracket(legs) => legs.iter().map(|leg| (&leg.marks[..], &leg.head)).collect(),
    };
    for (i, (marks, head)) in parts.iter().enumerate() {
        atom(head, findings);
        if i == 0 && dialect != Dialect::Fairy {
            compound_sides(marks, head, findings);
        }
    }
    if let Shape::Legs { legs, head } = &group.shape {
        legs.iter().for_each(|marks| idle_letters(marks, head, findings));
        if dialect == Dialect::Fairy && legs.len() == 1 {
            fairy_group(&legs[0], head, group.span, findings);
        }
    }
    if let Shape::Bracket(legs) = &group.shape
        && !moves.is_empty()
    {
        idle_legs(legs, moves, findings);
    }
    if moves.is_empty() && findings.last().is_none_or(|f| f.code != "betza-fairy-no-move") {
        findings.push(say::no_move(group.to_string()).at(group.span));
    }
}

/// The pair of READING's `neo` dialect, reported where its second half stands.
pub(crate) fn neo_pair(tree: &Tree, findings: &mut Vec<Finding>) {
    let index = tree.groups.len() - 1;
    if tree.dialect == Dialect::Neo && neo_sideways(&tree.groups, index).is_some() {
        let (front, back) = (&tree.groups[index - 1], &tree.groups[index]);
        let finding = say::neo_sideways(front.to_string(), back.to_string());
        findings.push(finding.at(front.span.to(back.span)));
    }
}

fn atom(head: &Head, findings: &mut Vec<Finding>) {
    let legacy = match head.atom {
        Atom::L => Some('C'),
        Atom::J => Some('Z'),
        _ => None,
    };
    if let Some(letter) = legacy {
        findings.push(say::legacy_atom(head.atom.to_string(), letter).at(head.span));
    }
    let redundant = match head.range {
        Range::Again | Range::Number { value: 0, .. } => head.atom.is_unlimited(),
        Range::Number { value: 1, .. } => !head.atom.is_unlimited(),
        _ => false,
    };
    if redundant {
        let finding = say::redundant_range(head.to_string(), head.atom.to_string());
        findings.push(finding.at(head.span));
    }
}

/// `sK` and its kin: people differ about what they mean, so the explicit form is shown.
fn compound_sides(marks: &[Mark], head: &Head, findings: &mut Vec<Finding>) {
    let Ok(words) = direction::words(marks, Dialect::Strict) else { return };
    let lone = words
        .iter()
        .find(|(word, _)| matches!(word, Word::One(Letter::Sideways | Letter::Vertical)));
    let (true, Some((Word::One(letter), span))) = (head.atom.is_eight_way(), lone) else { return };
    let (orthogonal, diagonal) = if head.reach() == Some(1) { ('W', 'F') } else { ('R', 'B') };
    let range = match head.range {
        Range::Number { value, .. } if value > 1 => value.to_string(),
        _ => String::new(),
    };
    let others: String =
        marks.iter().filter(|m| !m.letter.is_direction()).map(|m| m.letter.as_char()).collect();
    let c = letter.as_char();
    let explicit = format!("{others}{c}{orthogonal}{range}{others}{diagonal}{range}");
    let finding = say::side_compound(c, head.atom.to_string(), explicit);
    findings.push(finding.at(span.to(head.span)));
}

/// Legs of a bracket after which the move may end and never does: `[R?rB]`.
fn idle_legs(legs: &[BracketLeg], moves: &[Move], findings: &mut Vec<Finding>) {
    for end in 1..=legs.len() {
        let may_end = legs.get(end).is_none_or(|next| next.joint == Joint::MayStop);
        if may_end && moves.iter().all(|m| m.legs.len() != end) {
            let leg = &legs[end - 1];
            let start = leg.marks.first().map_or(leg.head.span, |mark| mark.span);
            let written: String = leg.marks.iter().map(|mark| mark.letter.as_char()).collect();
            let finding = say::idle_leg(format!("{written}{}", leg.head));
            findings.push(finding.at(start.to(leg.head.span)));
        }
    }
}

/// Letters that change nothing.
fn idle_letters(marks: &[Mark], head: &Head, findings: &mut Vec<Finding>) {
    let is_step = head.atom.all_leaps().iter().all(|&(_, long)| long == 1);
    for (i, mark) in marks.iter().enumerate() {
        let repeated = marks[..i].iter().any(|before| before.letter == mark.letter)
            && !mark.letter.is_direction()
            && !(mark.letter == Letter::Jump && is_step);
        if repeated || (mark.letter == Letter::Lame && is_step) {
            findings.push(say::idle_letter(mark.letter.as_char()).at(mark.span));
        }
    }
}

/// What Fairy-Stockfish reads differently.
fn fairy_group(marks: &[Mark], head: &Head, span: Span, findings: &mut Vec<Finding>) {
    let (Ok(asked), Ok(words)) =
        (conditions(marks, true, Dialect::Fairy), direction::words(marks, Dialect::Fairy))
    else {
        return;
    };
    if let (true, Some((_, at))) =
        (head.atom.is_eight_way(), words.iter().find(|(word, _)| matches!(word, Word::Pair(..))))
    {
        findings.push(say::fairy_pair().at(*at));
    }
    let Some(way) = Way::of(head, &asked) else {
        findings.push(say::fairy_no_move().at(span));
        return;
    };
    let hop = match (asked.hop, way) {
        (Some(Hop::Over), Way::Behind) => Some(say::fairy_grasshopper()),
        (Some(Hop::Behind), Way::Over(_)) => Some(say::fairy_ranged_hop()),
        (Some(Hop::Over), Way::Over(None)) if head.reach() == Some(1) => {
            Some(say::fairy_endless_hop())
        }
        _ => None,
    };
    findings.extend(hop.map(|finding| finding.at(span)));
    if asked.initial && asked.takes && marks.iter().any(|mark| mark.letter == Letter::Capture) {
        findings.push(say::fairy_initial().at(span));
    }
}
