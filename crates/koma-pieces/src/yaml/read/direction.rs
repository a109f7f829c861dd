//! Reading directions: always quoted, never a boolean.

use koma_text::yaml::{Entry, Node, Style, nearest};
use koma_text::{Finding, Findings, Severity, Span};

use super::Repair;
use crate::Direction;

/// A direction where one belongs.
pub(super) fn read(node: &Node<'_>, repair: Repair, out: &mut Findings) -> Option<Direction> {
    match node.scalar() {
        Some((text, style)) => word(text, style, node.span, repair, out),
        None => node.wrong("a direction", "one of the eight", out),
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
            let message = format!("the direction {} is given twice", direction.name());
            out.push(Finding::warning("duplicate-direction", message).at(item.span));
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
            let message = format!("`{text}` was an unquoted N; it is \"N\" again");
            out.push(Finding::warning("boolean-direction", message).at(span));
            return Some(Direction::N);
        }
        let message = format!("`{text}` is not a direction");
        let finding = Finding::error("boolean-direction", message).at(span);
        out.push(if is_false(text) {
            finding.label("YAML 1.1 reads a bare N as false").help("write \"N\", in quotes")
        } else {
            finding.label("a boolean").help("write one of the eight directions, in quotes")
        });
        return None;
    }
    let finding =
        Finding::error("unknown-direction", format!("`{text}` is not a direction")).at(span);
    let meant = Direction::from_name(&text.trim().to_ascii_uppercase()).map(Direction::name);
    let meant = meant.or_else(|| nearest(text, WORDS.map(|(word, _)| word)).and_then(of_word));
    out.push(match meant {
        Some(name) => finding.help(format!("did you mean \"{name}\"?")),
        None => {
            finding.help("the directions are \"N\" \"NE\" \"E\" \"SE\" \"S\" \"SW\" \"W\" \"NW\"")
        }
    });
    None
}

fn unquoted(direction: Direction, span: Span, repair: Repair) -> Finding {
    let name = direction.name();
    let mut finding =
        Finding::warning("unquoted-direction", format!("the direction `{name}` is not quoted"))
            .at(span)
            .help(format!("quote it: \"{name}\""));
    if direction == Direction::N {
        finding.severity = Severity::Error;
        finding = finding.label("YAML 1.1 reads a bare N as false");
    }
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
