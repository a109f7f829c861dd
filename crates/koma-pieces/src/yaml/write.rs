//! Writing piece files, byte for byte in the base format.

use std::fmt::Write as _;

use koma_text::yaml::{self, quoted};

use super::shape::{self, Key, Value};
use super::{PieceFile, Style, Template, describe};
use crate::{Jump, PieceDef};

/// The text of a piece file: header, metadata, each piece with its two comment lines, its ten
/// fields in order, directions and names in quotes, movements as they are given (readers give them
/// [canonical](crate::Movement::canonical)), a line end at the end.
pub fn write(file: &PieceFile, style: Style) -> String {
    let mut out = String::with_capacity(512 * file.pieces.len() + 256);
    for line in &file.header {
        comment(&mut out, "", line);
    }
    if !file.header.is_empty() {
        out.push('\n');
    }
    let metadata = &file.metadata;
    let _ = write!(
        out,
        "metadata:\n  name: {}\n  version: {}\n  piece_count: {}\n",
        quoted(&metadata.name),
        quoted(&metadata.version),
        file.pieces.len()
    );
    for (name, value) in &metadata.extra {
        let _ = writeln!(out, "  {}: {}", key(name), quoted(value));
    }
    out.push('\n');
    push_list(&mut out, file, style);
    if !file.footer.is_empty() {
        out.push('\n');
    }
    for line in &file.footer {
        comment(&mut out, "", line);
    }
    out
}

/// The field `pieces` of a piece file or of a variant file.
pub fn write_list(pieces: Vec<PieceDef>, style: Style) -> String {
    let mut out = String::new();
    push_list(&mut out, &PieceFile { pieces, ..PieceFile::default() }, style);
    out
}

/// One entry of that field.
pub fn write_entry(piece: &PieceDef, style: Style) -> String {
    let mut out = String::new();
    push_entry(&mut out, piece, style, PieceFile::default().template);
    out
}

fn push_list(out: &mut String, file: &PieceFile, style: Style) {
    out.push_str(if file.pieces.is_empty() { "pieces: []\n" } else { "pieces:\n" });
    for (at, piece) in file.pieces.iter().enumerate() {
        if at > 0 {
            out.push('\n');
        }
        push_piece(out, file, piece, style);
    }
}

fn push_piece(out: &mut String, file: &PieceFile, piece: &PieceDef, style: Style) {
    comment(out, "  ", &format!("--- {} ({}) ---", piece.name, piece.name_kanji));
    match file.notes.get(&piece.id) {
        Some(notes) => notes.iter().for_each(|note| comment(out, "  ", note)),
        None => comment(out, "  ", &describe(&piece.movement)),
    }
    push_entry(out, piece, style, file.template);
}

fn push_entry(out: &mut String, piece: &PieceDef, style: Style, template: Template) {
    let movement = &piece.movement;
    let promotes_to = piece.promotes_to.map_or("null".into(), |id| id.to_string());
    let _ = write!(
        out,
        "  - id: {}\n    name: {}\n    name_ja: {}\n    name_kanji: {}\n    value: {}\n    \
         can_promote: {}\n    promotes_to: {promotes_to}\n    movement:\n",
        piece.id,
        quoted(&piece.name),
        quoted(&piece.name_ja),
        quoted(&piece.name_kanji),
        piece.value,
        piece.can_promote,
    );
    for (name, value) in shape::fields(movement) {
        match &value {
            Value::List(items) if name == "jumps" => {
                out.push_str("      jumps:\n");
                write_jumps(out, &movement.jumps, items, style);
            }
            // Directions in a row fit on a line; the base format puts those of `jump_overs` under it.
            Value::List(items) if !items.is_empty() && name != "igui" => {
                let _ = writeln!(out, "      {name}:");
                for item in items {
                    write_item(out, item, style);
                }
            }
            Value::Map(entries) if style == Style::Block => {
                let _ = writeln!(out, "      {name}:");
                block(out, entries, 8);
            }
            value => {
                let _ = writeln!(out, "      {name}: {}", flow(value));
            }
        }
    }
    let _ = writeln!(out, "    is_ranged: {}", template.is_ranged(movement));
    if piece.special_rules.is_empty() {
        out.push_str("    special_rules: []\n");
    } else {
        out.push_str("    special_rules:\n");
        for rule in &piece.special_rules {
            let _ = writeln!(out, "      - {rule}");
        }
    }
}

/// Jumps with the comments of the base format's examples, which stand in one column.
fn write_jumps(out: &mut String, jumps: &[Jump], items: &[Value], style: Style) {
    let texts: Vec<String> = items.iter().map(flow).collect();
    let plain = texts.iter().filter(|text| text.starts_with('[')).map(String::len);
    let column = plain.max().map_or(0, |longest| (longest + 1).max(11));
    for ((jump, item), text) in jumps.iter().zip(items).zip(&texts) {
        if text.starts_with('[') {
            let _ = writeln!(out, "        - {text:<column$}# {}", jump_label(jump));
        } else {
            write_item(out, item, style);
        }
    }
}

/// What a jump is, for people: `forward-right alfil (NE)`.
pub(super) fn jump_label(jump: &Jump) -> String {
    let vertical = match jump.rows {
        i8::MIN..0 => "forward",
        0 => "",
        _ => "backward",
    };
    let horizontal = match jump.cols {
        i8::MIN..0 => "left",
        0 => "",
        _ => "right",
    };
    let (rows, cols) = (jump.rows.unsigned_abs(), jump.cols.unsigned_abs());
    let parts = if cols > rows { [horizontal, vertical] } else { [vertical, horizontal] };
    let mut label = parts.into_iter().filter(|p| !p.is_empty()).collect::<Vec<_>>().join("-");
    if let Some(direction) = super::describe::line_of(jump) {
        let name = match (rows.max(cols), direction.is_orthogonal()) {
            (1, _) => "step",
            (2, true) => "dabbaba",
            (2, false) => "alfil",
            (3, true) => "threeleaper",
            (3, false) => "tripper",
            _ => "leap",
        };
        let _ = write!(label, " {name} ({})", direction.name());
    }
    label
}

/// An entry of a list under a field of `movement`.
fn write_item(out: &mut String, item: &Value, style: Style) {
    match item {
        Value::Map(entries) if style == Style::Block => {
            out.push_str("        - ");
            let start = out.len();
            block(out, entries, 10);
            // The first key stands behind the dash.
            out.replace_range(start..start + 10, "");
        }
        item => {
            let _ = writeln!(out, "        - {}", flow(item));
        }
    }
}

/// A mapping one key a line. Lists stay in one line: they are offsets and directions.
fn block(out: &mut String, entries: &[(Key, Value)], indent: usize) {
    for (name, value) in entries {
        let _ = write!(out, "{:indent$}{}:", "", key_text(*name));
        match value {
            Value::Map(inner) => {
                out.push('\n');
                block(out, inner, indent + 2);
            }
            value => {
                let _ = writeln!(out, " {}", flow(value));
            }
        }
    }
}

fn flow(value: &Value) -> String {
    match value {
        Value::Number(number) => number.to_string(),
        Value::Flag(flag) => flag.to_string(),
        Value::Word(word) => (*word).into(),
        Value::Text(text) => quoted(text),
        Value::List(items) => {
            format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", "))
        }
        Value::Map(entries) => {
            let pairs = entries.iter().map(|(k, v)| format!("{}: {}", key_text(*k), flow(v)));
            format!("{{ {} }}", pairs.collect::<Vec<_>>().join(", "))
        }
    }
}

fn key_text(key: Key) -> String {
    match key {
        Key::Field(name) => name.into(),
        Key::Direction(direction) => quoted(direction.name()),
    }
}

/// A key of `metadata`: as it is when it is a plain word, else in quotes.
fn key(name: &str) -> String {
    let plain = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    if plain { name.into() } else { quoted(name) }
}

/// A comment line.
fn comment(out: &mut String, indent: &str, words: &str) {
    let _ = writeln!(out, "{indent}{}", yaml::comment(words));
}
