//! Words that stand for a choice, such as `forbidden` or `none`.

use crate::say;
use koma_text::yaml::Node;
use koma_text::{Fact, Findings, nearest};

/// The choice a word stands for; a finding with all the words when it is none of them.
pub fn word<T: Copy>(
    node: &Node<'_>,
    what: &str,
    words: &[(&'static str, T)],
    out: &mut Findings,
) -> Option<T> {
    let text = node.text(what, out)?;
    if let Some((_, choice)) = words.iter().find(|(name, _)| *name == text) {
        return Some(*choice);
    }
    let names: Vec<&str> = words.iter().map(|(name, _)| *name).collect();
    let help = match nearest(text, names.iter().copied()) {
        Some(name) => koma_text::did_you_mean(name),
        None => say::one_of(Fact::list(names)),
    };
    let finding = say::unknown_word(what, text.escape_debug().to_string());
    out.push(finding.at(node.span).help(help));
    None
}

/// Whether a node says that there is nothing: `none` or null.
pub fn is_none(node: &Node<'_>) -> bool {
    node.is_null() || node.scalar().is_some_and(|(text, _)| text == "none")
}

/// `None` for `none`, otherwise what `read` makes of the node.
pub fn none_or<T>(node: &Node<'_>, read: impl FnOnce(&Node<'_>) -> T) -> Option<T> {
    (!is_none(node)).then(|| read(node))
}
