//! A source text with several pieces, cut into one description each.

use koma_text::Span;

use super::header;
use super::token::tokens;

/// One description inside a larger text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Where it stands in the whole text.
    pub span: Span,
    /// Where its name stands, if its first line has one.
    pub name: Option<Span>,
}

/// Longest line looked at for a header; a name is short.
const HEAD: usize = 200;

/// Cuts a text at blank lines and at lines that start a new `Name (漢字): ...`.
pub fn split(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open = false;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at + (line.len() - line.trim_start().len());
        let end = at + line.trim_end().len();
        at += line.len();
        if start >= end {
            open = false;
            continue;
        }
        let name = name_of(&text[start..end]).map(|span| span.shift(start));
        match blocks.last_mut() {
            Some(block) if open && name.is_none() => block.span.end = end,
            _ => blocks.push(Block { span: Span::new(start, end), name }),
        }
        open = true;
    }
    blocks
}

/// The name of a line that starts with one before a colon.
fn name_of(line: &str) -> Option<Span> {
    let mut end = line.len().min(HEAD);
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    let head = &line[..end];
    let colon = head.find([':', '：'])?;
    let words =
        tokens(&head[..=colon + head[colon..].chars().next().map_or(0, char::len_utf8) - 1]);
    // A header needs something after it; a stand-in keeps the rule in one place.
    let mut with_body = words;
    with_body.extend(tokens("x"));
    header::header(&with_body).name
}
