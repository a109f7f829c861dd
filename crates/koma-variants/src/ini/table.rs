//! The options as tables, for the documentation.

use super::keys::{KEYS, Sides};
use super::pieces::{BUILT_IN, CUSTOM_PIECES};

/// Every option in Markdown: name, value, default, meaning, what becomes of it.
///
/// `docs/variants-ini.md` holds this table, and a test compares them.
pub fn option_table() -> String {
    let mut text =
        String::from("| option | value | default | meaning | here |\n|---|---|---|---|---|\n");
    for key in KEYS {
        let name = match key.sides {
            Sides::Both => key.name.to_owned(),
            Sides::Each => format!("{}White, {}Black", key.name, key.name),
            Sides::BothOrEach => format!("{}, ...White, ...Black", key.name),
        };
        let default = if key.default.is_empty() { "" } else { key.default };
        let default = if default.is_empty() { String::new() } else { format!("`{default}`") };
        text += &format!(
            "| {name} | {} | {default} | {} | {} |\n",
            key.takes.name(),
            key.meaning,
            key.used.name()
        );
    }
    let pieces = "any piece name, or";
    text += &format!(
        "| {pieces} customPiece1 ... customPiece{CUSTOM_PIECES} | letter, `x:Betza` | | puts a piece into the game; `-` takes it out | played |\n"
    );
    text += "| mobilityRegionWhiteKing, ... | squares | | the squares a type may stand on, by side and piece name | played |\n";
    text
}

/// The pieces with names of their own, in Markdown.
pub fn piece_table() -> String {
    let mut text = String::from("| name | Betza | English | Japanese |\n|---|---|---|---|\n");
    for piece in &BUILT_IN {
        let betza = if piece.betza.is_empty() { "none" } else { piece.betza };
        text += &format!("| {} | {betza} | {} | {} |\n", piece.key, piece.name, piece.name_ja);
    }
    text
}
