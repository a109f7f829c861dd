//! A text that is a description or Betza notation.

use koma_pieces::{Movement, betza};
use koma_text::Finding;

use crate::{Draft, Options, read};

/// What a text is taken for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum As {
    /// Notation if it can be, else words.
    #[default]
    Any,
    /// Words, English or Japanese.
    Prose,
    /// Betza notation.
    Betza,
}

/// Reads a description or notation.
///
/// ```
/// use koma_prose::{As, Options, read_any};
/// let (gold, _) = read_any("WfF", As::Any, &Options::default());
/// let (same, _) = read_any("one square orthogonally or diagonally forward", As::Any, &Options::default());
/// assert_eq!(gold.movement.steps.len(), same.movement.steps.len());
/// ```
pub fn read_any(text: &str, taken_as: As, options: &Options<'_>) -> (Draft, Vec<Finding>) {
    let notation = || {
        let (movement, mut findings) = betza::read(text.trim(), options.dialect);
        // Places count from the text as given.
        let lead = text.len() - text.trim_start().len();
        for finding in &mut findings {
            finding.span = finding.span.map(|span| span.shift(lead));
        }
        (Draft { movement, ..Draft::default() }, findings)
    };
    match taken_as {
        As::Betza => notation(),
        As::Prose => read(text, options),
        As::Any => {
            // Notation has no blanks between words and no Japanese.
            let looks = text.trim().chars().all(|c| c.is_ascii_graphic());
            let as_notation = looks.then(notation).filter(|(draft, findings)| {
                !findings.iter().any(Finding::is_error) && draft.movement != Movement::default()
            });
            as_notation.unwrap_or_else(|| read(text, options))
        }
    }
}
