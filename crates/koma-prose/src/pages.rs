//! A page with several pieces, cut into one description each.
//!
//! People write pages in many layouts. None is looked for: every layout is tried on the whole page, and the one
//! that leaves the fewest words over wins.

use koma_pieces::Movement;
use koma_text::Span;

use crate::words::{is_name_of_piece, subject_of};
use crate::{Options, read};

/// One description inside a larger text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Where it stands in the whole text.
    pub span: Span,
    /// Where its name stands, if it has one.
    pub name: Option<Span>,
    /// Its words without the name.
    pub body: Span,
}

/// How names are told from the words about them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    /// `Name (漢字): text`
    Colon,
    /// `Name - text`, `Name → text`
    Dash,
    /// `| Name | text |`, `Name<tab>text`
    Table,
    /// `Name,"text"`
    Comma,
    /// `【名前】text`, `**Name** text`
    Marked,
    /// A line with nothing but the name: `## Name`, `== Name ==`
    Heading,
    /// `名前　text`
    Gap,
    /// `The sparrow moves ...`, 雀は
    Sentence,
}

const LAYOUTS: [Layout; 8] = [
    Layout::Colon,
    Layout::Dash,
    Layout::Table,
    Layout::Comma,
    Layout::Marked,
    Layout::Heading,
    Layout::Gap,
    Layout::Sentence,
];

/// Longest line looked at for a name; a name is short.
const HEAD: usize = 200;
/// How much of a page its layout is told by, in bytes.
const SAMPLE: usize = 12_000;
/// Blocks judged when a layout is chosen: enough to know it by.
const JUDGED: usize = 40;

/// Cuts a page into the descriptions of its pieces. What belongs to no piece is a block without a name.
///
/// ```
/// let page = "## Sparrow\nOne square forward.\n\n## Crane\nSlides sideways.\n";
/// let names: Vec<_> = koma_prose::split(page).iter().map(|b| b.name.map(|s| &page[s.start..s.end])).collect();
/// assert_eq!(names, [Some("Sparrow"), Some("Crane")]);
/// ```
pub fn split(text: &str) -> Vec<Block> {
    let mut end = text.len().min(SAMPLE);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let sample = &text[..end];
    let mut best = (Layout::Colon, score(sample, &blocks(sample, Layout::Colon)));
    for layout in LAYOUTS.into_iter().skip(1) {
        let sum = score(sample, &blocks(sample, layout));
        if sum > best.1 + 0.01 {
            best = (layout, sum);
        }
    }
    blocks(text, best.0)
}

fn moves(text: &str, span: Span) -> (bool, bool) {
    let (draft, findings) = read(&text[span.start..span.end], &Options::default());
    (draft.movement != Movement::default(), !findings.is_empty())
}

/// How well a page is explained by its cut: pieces read, less what is left over and what is doubted.
fn score(text: &str, blocks: &[Block]) -> f32 {
    let mut sum = 0.0;
    for block in blocks.iter().take(JUDGED) {
        let (reads, doubted) = moves(text, block.body);
        sum += match (block.name, reads) {
            (Some(_), true) if doubted => 0.8,
            (Some(_), true) => 1.0,
            (None, true) => -1.5,
            (Some(_), false) => -0.1,
            (None, false) => 0.0,
        };
    }
    sum
}

fn blocks(text: &str, layout: Layout) -> Vec<Block> {
    let mut out: Vec<Block> = Vec::new();
    let mut open = false;
    for unit in units(text, layout) {
        if unit.start >= unit.end {
            // A heading waits for its text.
            open = open && out.last().is_some_and(|block| block.body.start >= block.body.end);
            continue;
        }
        let words = &text[unit.start..unit.end];
        if words.chars().all(|c| "|-=:+ *_".contains(c)) {
            continue;
        }
        let found = entry(words, layout).or_else(|| stray(words, layout));
        match (found, out.last_mut()) {
            (Some((name, body)), last) => {
                let name = name.shift(unit.start);
                let same = |block: &Block| {
                    layout == Layout::Sentence
                        && block.name.is_some_and(|n| same_name(text, n, name))
                };
                match last.filter(|_| open) {
                    Some(block) if same(block) => {
                        block.span.end = unit.end;
                        block.body.end = unit.end;
                    }
                    _ => {
                        let body = body.shift(unit.start);
                        out.push(Block { span: unit, name: Some(name), body });
                    }
                }
            }
            (None, Some(block)) if open => {
                if block.body.start >= block.body.end {
                    block.body = unit;
                }
                block.span.end = unit.end;
                block.body.end = unit.end;
            }
            (None, _) => out.push(Block { span: unit, name: None, body: unit }),
        }
        open = true;
    }
    // A heading over nothing is no piece.
    for block in out.iter_mut().filter(|block| block.body.start >= block.body.end) {
        (block.name, block.body) = (None, block.span);
    }
    out
}

fn same_name(text: &str, a: Span, b: Span) -> bool {
    text[a.start..a.end].to_lowercase() == text[b.start..b.end].to_lowercase()
}

/// A line of another layout between those of this one: `Name: text` below a table.
fn stray(words: &str, layout: Layout) -> Option<(Span, Span)> {
    if matches!(layout, Layout::Colon | Layout::Sentence) {
        return None;
    }
    entry(words, Layout::Colon).filter(|(_, body)| moves(words, *body).0)
}

/// The lines of a text without white space around them, or its sentences; blank ones are empty.
fn units(text: &str, layout: Layout) -> Vec<Span> {
    let mut out = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at + (line.len() - line.trim_start().len());
        let end = (at + line.trim_end().len()).max(start);
        at += line.len();
        let mut from = start;
        if layout == Layout::Sentence {
            for (n, mark) in text[start..end].match_indices(['.', '。', '!', '?']) {
                let next = start + n + mark.len();
                let ends = mark == "。" || text[next..end].starts_with(' ');
                if ends && next > from {
                    out.push(trimmed(text, from, next));
                    from = next;
                }
            }
        }
        if from < end || start >= end {
            out.push(trimmed(text, from, end));
        }
    }
    out
}

fn trimmed(text: &str, start: usize, end: usize) -> Span {
    let words = &text[start..end];
    let from = start + (words.len() - words.trim_start().len());
    Span::new(from, (start + words.trim_end().len()).max(from))
}

/// The name and the words behind it, if a line has this layout.
fn entry(line: &str, layout: Layout) -> Option<(Span, Span)> {
    let start = if layout == Layout::Sentence { 0 } else { bullet(line) };
    let rest = &line[start..];
    let mut cut = rest.len().min(HEAD);
    while !rest.is_char_boundary(cut) {
        cut -= 1;
    }
    let head = &rest[..cut];
    if layout == Layout::Sentence {
        return subject_of(head).map(|name| (name, Span::new(0, line.len())));
    }
    let (name, body) = match layout {
        Layout::Colon => at_mark(head, &[":", "："])?,
        Layout::Dash => {
            at_mark(head, &[" - ", " – ", " — ", "—", "→", "->", " = ", "＝", " : ", "…", "‥"])?
        }
        Layout::Table => return cells(line),
        Layout::Comma => at_mark(head, &[",", "\",\""])?,
        Layout::Marked => marked(head)?,
        Layout::Heading => (head.len(), head.len()),
        Layout::Gap => gap(head)?,
        Layout::Sentence => return None,
    };
    let body = plain(line, start + body, line.len());
    named(line, plain(line, start, start + name)).map(|name| (name, body))
}

/// The name in some words: all of them before a bracket.
fn named(line: &str, words: Span) -> Option<Span> {
    let text = &line[words.start..words.end];
    let first = text.find(['(', '（']).filter(|at| *at > 0).unwrap_or(text.len());
    let name = Span::new(words.start, words.start + text[..first].trim_end().len());
    (is_name_of_piece(text) && name.start < name.end).then_some(name)
}

/// How long the mark of a list is.
fn bullet(line: &str) -> usize {
    let trimmed = line.trim_start_matches(|c: char| "-*•・■◆●○◇□>▪‣".contains(c));
    let item = trimmed.trim_start();
    let digits = item.trim_start_matches('(').trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = digits.len() < item.len()
        && digits.starts_with(['.', ')', '．', '）'])
        && item.trim_start_matches('(').starts_with(|c: char| c.is_ascii_digit());
    let item = if numbered { digits[1..].trim_start() } else { item };
    let circled = item.trim_start_matches(|c: char| ('①'..='⑳').contains(&c)).trim_start();
    // Bold is no list.
    if line.starts_with("**") { 0 } else { line.len() - circled.len() }
}

/// The end of the name and the start of the rest, at the first of some marks.
fn at_mark(head: &str, marks: &[&str]) -> Option<(usize, usize)> {
    marks.iter().filter_map(|mark| head.find(mark).map(|at| (at, at + mark.len()))).min()
}

/// `【名前】text`, `**Name** text`, `'''Name''' text`, `__Name__ text`
fn marked(head: &str) -> Option<(usize, usize)> {
    const MARKS: [(&str, &str); 8] = [
        ("【", "】"),
        ("**", "**"),
        ("'''", "'''"),
        ("__", "__"),
        ("「", "」"),
        ("[", "]"),
        ("《", "》"),
        ("<b>", "</b>"),
    ];
    MARKS.iter().find_map(|(open, close)| {
        let inner = head.strip_prefix(open)?;
        let end = open.len() + inner.find(close)?;
        Some((end, end + close.len()))
    })
}

/// Two blanks or a wide one; a single one behind a Japanese name.
fn gap(head: &str) -> Option<(usize, usize)> {
    let wide = at_mark(head, &["  ", "\u{3000}"]);
    let japanese = head.chars().next().is_some_and(|c| c >= '\u{3000}');
    wide.or_else(|| if japanese { at_mark(head, &[" "]) } else { None })
}

/// A row of a table: the first cell that is a name, and the longest after it.
fn cells(line: &str) -> Option<(Span, Span)> {
    let mark = if line.contains('\t') { '\t' } else { '|' };
    let mut at = 0;
    let mut spans = Vec::new();
    for cell in line.split(mark) {
        spans.push(plain(line, at, at + cell.len()));
        at += cell.len() + 1;
    }
    let first = spans.iter().position(|span| named(line, *span).is_some())?;
    let body = spans[first + 1..].iter().max_by_key(|s| s.end - s.start)?;
    (body.start < body.end).then_some((named(line, spans[first])?, *body))
}

/// A span without white space and the marks of bold, headings and quotes around it.
fn plain(line: &str, start: usize, end: usize) -> Span {
    let decoration = |c: char| c.is_whitespace() || "*_#='\"“”:：|【】「」《》-–—[]".contains(c);
    let start = start.min(end);
    let words = &line[start..end];
    let from = start + (words.len() - words.trim_start_matches(decoration).len());
    // The end of a description keeps its marks.
    let to = if end == line.len() && start > 0 {
        start + words.trim_end().len()
    } else {
        start + words.trim_end_matches(decoration).len()
    };
    Span::new(from, to.max(from))
}
