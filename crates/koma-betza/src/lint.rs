//! Remarks on notation: letters we refuse, and readable forms that are probably not meant.

use koma_text::{Finding, Span};

use crate::direction::{self, Word};
use crate::expand::{Hop, neo_sideways};
use crate::fairy::Way;
use crate::leg::conditions;
use crate::tree::{Atom, Dialect, Group, Head, Letter, Mark, Range, Shape, Tree};

/// The letters of other dialects, with what they mean there.
const REFUSED_LETTERS: [(char, &str); 9] = [
    ('o', "cylinder board"),
    ('z', "crooked path"),
    ('q', "circular path"),
    ('y', "toggling between slide and leap; use a bracket such as [F?R]"),
    ('e', "en passant"),
    ('u', "unloading"),
    ('t', "tame or test captures"),
    ('x', "activation by another piece"),
    ('k', "king-only captures"),
];

/// A letter that is no modifier of ours.
pub(crate) fn refused_letter(c: char, span: Span) -> Finding {
    match REFUSED_LETTERS.iter().find(|(letter, _)| *letter == c) {
        Some((_, meaning)) => {
            Finding::error("betza-unsupported", format!("`{c}` ({meaning}) is not supported"))
                .at(span)
        }
        None => Finding::error("betza-unknown-letter", format!("`{c}` is not a modifier"))
            .at(span)
            .help("modifiers are f b l r v s h, m c d, i n j p g, and a between legs"),
    }
}

/// A character that is no atom of ours.
pub(crate) fn refused_atom(c: char, span: Span) -> Finding {
    let known = match c {
        'O' => Some("castling"),
        'U' => Some("universal leaper"),
        'X' | 'Y' => Some("extended leaps"),
        'I' => Some("imitator"),
        _ => None,
    };
    match known {
        Some(meaning) => {
            Finding::error("betza-unsupported", format!("`{c}` ({meaning}) is not supported"))
                .at(span)
        }
        None if c.is_alphabetic() => {
            Finding::error("betza-unknown-atom", format!("`{c}` is not an atom"))
                .at(span)
                .help("atoms are W F D N A H C Z G, K Q R B and (m,n)")
        }
        None => Finding::error("betza-unknown-letter", format!("`{c}` is not notation")).at(span),
    }
}

/// Remarks on a group that can be read.
pub(crate) fn group(group: &Group, dialect: Dialect, moves: bool, findings: &mut Vec<Finding>) {
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
    if !moves && findings.last().is_none_or(|f| f.code != "betza-fairy-no-move") {
        findings.push(
            Finding::warning("betza-no-move", format!("`{group}` never moves"))
                .at(group.span)
                .help("the range counts every square from the origin, the jumped ones too"),
        );
    }
}

/// The pair of READING's `neo` dialect, reported where its second half stands.
pub(crate) fn neo_pair(tree: &Tree, findings: &mut Vec<Finding>) {
    let index = tree.groups.len() - 1;
    if tree.dialect == Dialect::Neo && neo_sideways(&tree.groups, index).is_some() {
        let (front, back) = (&tree.groups[index - 1], &tree.groups[index]);
        findings.push(
            Finding::info(
                "betza-neo-sideways",
                format!("in `{front}{back}` the two sideways squares are read as part of `{back}`"),
            )
            .at(front.span.to(back.span))
            .help("strict Betza has nothing sideways here"),
        );
    }
}

fn atom(head: &Head, findings: &mut Vec<Finding>) {
    let legacy = match head.atom {
        Atom::L => Some('C'),
        Atom::J => Some('Z'),
        _ => None,
    };
    if let Some(letter) = legacy {
        findings.push(
            Finding::info("betza-legacy-atom", format!("`{}` is an old letter", head.atom))
                .at(head.span)
                .help(format!("write {letter}")),
        );
    }
    let redundant = match head.range {
        Range::Again | Range::Number { value: 0, .. } => head.atom.is_unlimited(),
        Range::Number { value: 1, .. } => !head.atom.is_unlimited(),
        _ => false,
    };
    if redundant {
        findings.push(
            Finding::info("betza-redundant", format!("`{head}` says no more than `{}`", head.atom))
                .at(head.span)
                .help(format!("write {}", head.atom)),
        );
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
    let message = format!(
        "`{c}` on {} selects among the orthogonals only; all four diagonals are included",
        head.atom
    );
    let explicit = format!("{others}{c}{orthogonal}{range}{others}{diagonal}{range}");
    findings.push(
        Finding::warning("betza-side-compound", message)
            .at(span.to(head.span))
            .help(format!("the explicit form is {explicit}")),
    );
}

/// Letters that change nothing.
fn idle_letters(marks: &[Mark], head: &Head, findings: &mut Vec<Finding>) {
    let is_step = head.atom.all_leaps().iter().all(|&(_, long)| long == 1);
    for (i, mark) in marks.iter().enumerate() {
        let repeated = marks[..i].iter().any(|before| before.letter == mark.letter)
            && !mark.letter.is_direction()
            && !(mark.letter == Letter::Jump && is_step);
        if repeated || (mark.letter == Letter::Lame && is_step) {
            let c = mark.letter.as_char();
            findings.push(
                Finding::info("betza-redundant", format!("`{c}` changes nothing here"))
                    .at(mark.span),
            );
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
    let mut remark = |code: &'static str, message: &str, span: Span| {
        findings.push(Finding::warning(code, message.to_owned()).at(span));
    };
    if let (true, Some((_, at))) =
        (head.atom.is_eight_way(), words.iter().find(|(word, _)| matches!(word, Word::Pair(..))))
    {
        let message = "Fairy-Stockfish does not split this pair of directions on a compound atom";
        remark("betza-fairy-pair", message, *at);
    }
    let Some(way) = Way::of(head, &asked) else {
        let message = "Fairy-Stockfish accepts this and makes no move of it";
        remark("betza-fairy-no-move", message, span);
        return;
    };
    match (asked.hop, way) {
        (Some(Hop::Over), Way::Behind) => {
            remark("betza-fairy-hop", "Fairy-Stockfish reads this as a grasshopper", span);
        }
        (Some(Hop::Behind), Way::Over(_)) => {
            remark("betza-fairy-hop", "with a range Fairy-Stockfish reads `g` as `p`", span);
        }
        (Some(Hop::Over), Way::Over(None)) if head.reach() == Some(1) => {
            remark("betza-fairy-hop", "Fairy-Stockfish gives this hopper no limit", span);
        }
        _ => {}
    }
    if asked.initial && asked.takes && marks.iter().any(|mark| mark.letter == Letter::Capture) {
        let message = "Fairy-Stockfish captures nothing with a move of the start";
        remark("betza-fairy-initial", message, span);
    }
}
