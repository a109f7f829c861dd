//! What each side has for itself, and lists of kinds by their codes.

use std::collections::HashMap;

use koma_text::yaml::{Fields, Node};
use koma_text::{Finding, Findings, nearest};

use crate::Kind;
use crate::say;

/// Reads `{ sente: X, gote: Y }`, both with `read`. `None` when one is missing or wrong.
pub fn per_side<T>(
    node: &Node<'_>,
    what: &str,
    mut read: impl FnMut(&Node<'_>, &mut Findings) -> Option<T>,
    out: &mut Findings,
) -> Option<[T; 2]> {
    let mut fields = Fields::of(node, what, out)?;
    let sente = fields.need("sente", out).and_then(|node| read(node, out));
    let gote = fields.need("gote", out).and_then(|node| read(node, out));
    fields.finish(out);
    Some([sente?, gote?])
}

/// Reads what is the same for both sides, or `{ sente: X, gote: Y }` where it is not.
pub fn both_or_each<T: Clone>(
    node: &Node<'_>,
    what: &str,
    mut read: impl FnMut(&Node<'_>, &mut Findings) -> Option<T>,
    out: &mut Findings,
) -> Option<[T; 2]> {
    match node.kind {
        koma_text::yaml::Kind::Mapping(_) => per_side(node, what, read, out),
        _ => read(node, out).map(|both| [both.clone(), both]),
    }
}

/// The codes of the kinds, for the parts of a file that name men.
pub struct Codes<'a> {
    /// `None` when the kinds could not be read: then no code is called unknown.
    indices: Option<HashMap<&'a str, usize>>,
}

impl<'a> Codes<'a> {
    /// The codes of these kinds.
    pub fn of(kinds: Option<&'a [Kind]>) -> Self {
        let indices = |kinds: &'a [Kind]| {
            kinds.iter().enumerate().map(|(index, kind)| (kind.code.as_str(), index)).collect()
        };
        Self { indices: kinds.map(indices) }
    }

    /// One code as an index.
    pub fn one(&self, node: &Node<'_>, out: &mut Findings) -> Option<usize> {
        let text = node.text("a code", out)?;
        let indices = self.indices.as_ref()?;
        let index = indices.get(text).copied();
        if index.is_none() {
            out.push(unknown(text, indices.keys().copied()).at(node.span));
        }
        index
    }

    /// A list of codes as indices; `all` is every kind.
    pub fn read(&self, node: &Node<'_>, what: &str, out: &mut Findings) -> Option<Vec<usize>> {
        if node.scalar().is_some_and(|(text, _)| text == "all") {
            return Some((0..self.indices.as_ref().map_or(0, HashMap::len)).collect());
        }
        let mut list = Vec::new();
        let mut good = true;
        for item in node.list(what, out)? {
            let Some(text) = item.text("a code", out) else {
                good = false;
                continue;
            };
            let Some(indices) = &self.indices else { continue };
            match indices.get(text) {
                Some(index) if list.contains(index) => {
                    out.push(say::code_listed(text).at(item.span));
                }
                Some(&index) => list.push(index),
                None => {
                    good = false;
                    out.push(unknown(text, indices.keys().copied()).at(item.span));
                }
            }
        }
        good.then_some(list)
    }
}

/// The finding that no kind has that code.
pub fn unknown<'k>(code: &str, known: impl IntoIterator<Item = &'k str>) -> Finding {
    let finding = say::unknown_code(code.escape_debug().to_string());
    match nearest(code, known) {
        Some(near) => finding.help(koma_text::did_you_mean(near)),
        None => finding,
    }
}
