//! Reading directions: always quoted, never a boolean.

use koma_text::yaml::{Entry, Node, Style};
use koma_text::{Finding, Findings, Severity, Span, nearest};

use super::Repair;
use crate::{Direction, say};

/// A direction where one belongs.
pub(super) fn read(node: &Node<'_>, repair: Repair, out: &mut Findings) -> Option<Direction> {
    match node.scalar() {
        Some((text, style)) => word(text, style, node.span, repair, out),
        None => node.wrong("a direction", say::eight_directions(), out),
    }
}

/// A direction as the key of an entry, as in `{ "N": 3 }`.
pub(super) fn key(entry: &Entry<'_>, repair: Repair, out: &mut Findings) -> Option<Direction> {
    read(&entry.key, repair, out)
}

/// `["N", "E"]`.
pub(super) fn list(
    node: &Node<'_>,
    what: &str,
    repair: Repair,
    out: &mut Findings,
) -> Vec<Direction> {
    let mut directions: Vec<Direction> = Vec::new();
    for item in node.list(what, out).unwrap_or_default() {
        let Some(direction) = read(item, repair, out) else { continue };
        if directions.contains(&direction) {
            out.push(say::direction_twice(direction.name()).at(item.span));
        } else {
            directions.push(direction);
        }
    }
    directions
}

fn word(
    text: &str,
    style: Style,
    span: Span,
    repair: Repair,
    out: &mut Findings,
) -> Option<Direction> {
    if let Some(direction) = Direction::from_name(text) {
        if style == Style::Plain {
            out.push(unquoted(direction, span, repair));
        }
        return Some(direction);
    }
    if style == Style::Plain && is_boolean(text) {
        // An unquoted N that went through a YAML 1.1 program.
        if is_false(text) && repair == Repair::Yes {
            out.push(say::was_n(text).at(span));
            return Some(Direction::N);
        }
        let finding =
            if is_false(text) { say::perhaps_n(text) } else { say::boolean_direction(text) };
        out.push(finding.at(span));
        return None;
    }
    let finding = say::unknown_direction(text).at(span);
    let meant = Direction::from_name(&text.trim().to_ascii_uppercase()).map(Direction::name);
    let meant = meant.or_else(|| nearest(text, WORDS.map(|(word, _)| word)).and_then(of_word));
    out.push(match meant {
        Some(name) => finding.help(koma_text::did_you_mean(format!("\"{name}\""))),
        None => finding,
    });
    None
}

fn unquoted(direction: Direction, span: Span, repair: Repair) -> Finding {
    let name = direction.name();
    let make = if direction == Direction::N { say::unquoted_n } else { say::unquoted };
    let mut finding = make(name).at(span);
    if repair == Repair::Yes {
        finding.severity = Severity::Info;
    }
    finding
}

/// What a YAML 1.1 reader takes for a boolean.
fn is_boolean(text: &str) -> bool {
    let small = text.to_ascii_lowercase();
    is_false(text) || matches!(&*small, "true" | "y" | "yes" | "on" | "off")
}

/// What an unquoted N may have become.
fn is_false(text: &str) -> bool {
    matches!(&*text.to_ascii_lowercase(), "false" | "no") || text == "n"
}

/// Words people write instead.
const WORDS: [(&str, &str); 16] = [
    ("north", "N"),
    ("northeast", "NE"),
    ("east", "E"),
    ("southeast", "SE"),
    ("south", "S"),
    ("southwest", "SW"),
    ("west", "W"),
    ("northwest", "NW"),
    ("forward", "N"),
    ("right", "E"),
    ("backward", "S"),
    ("left", "W"),
    ("up", "N"),
    ("down", "S"),
    ("forward-right", "NE"),
    ("forward-left", "NW"),
];

fn of_word(word: &str) -> Option<&'static str> {
    WORDS.iter().find(|(known, _)| *known == word).map(|&(_, name)| name)
}
