//! The generator: descriptions of pieces in, a validated piece file out.

pub mod header;

use crate::{PieceDef, betza, yaml};

/// The comment line of a piece: its move in words, and in Betza where Betza can say it.
pub fn note(piece: &PieceDef) -> String {
    let words = yaml::describe(&piece.movement);
    match betza::canonical(&piece.movement) {
        Ok(notation) if !notation.is_empty() && notation.len() <= 60 => {
            format!("{words} ({notation})")
        }
        _ => words,
    }
}
