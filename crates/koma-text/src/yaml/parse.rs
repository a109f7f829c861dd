//! From events to a tree, within limits.

use std::borrow::Cow;
use std::ops::ControlFlow;

use granit_parser::{ErrorKind, Event, Parser, ScalarStyle, ScanError, StructureStyle};

use super::{Document, Entry, Kind, Node, Style};
use crate::{Finding, Findings, Span, say};

/// What a text may cost. The defaults are far above every real file.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Most bytes of text.
    pub bytes: usize,
    /// Most levels of nesting.
    pub depth: usize,
    /// Most values (keys, values, lists, mappings).
    pub nodes: usize,
    /// Whether to keep the places of comments (a little slower).
    pub comments: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 32 << 20, depth: 64, nodes: 3_000_000, comments: false }
    }
}

/// Reads one YAML document.
///
/// Codes: `yaml-too-large`, `yaml-too-deep`, `yaml-nul`, `yaml-syntax`, `yaml-anchor`, `yaml-tag`,
/// `yaml-documents`, `yaml-key`, `yaml-duplicate-key`, `yaml-empty`. All are errors. After a
/// syntax error, an anchor or a broken limit there is no root: half a file would only lead to
/// complaints about the missing half. Of duplicate keys the first is kept.
pub fn parse<'t>(text: &'t str, limits: &Limits) -> (Document<'t>, Vec<Finding>) {
    let mut findings = Findings::default();
    if text.len() > limits.bytes {
        findings.push(say::too_many_bytes(text.len(), limits.bytes).at(Span::new(0, 0)));
        return (Document::default(), findings.into_vec());
    }
    // The parser would stop here with words about its buffers.
    if let Some(at) = text.bytes().position(|b| b == 0) {
        findings.push(say::nul().at(Span::new(at, at + 1)));
        return (Document::default(), findings.into_vec());
    }
    let mut builder = Builder {
        text,
        limits,
        findings,
        open: Vec::new(),
        root: None,
        comments: Vec::new(),
        nodes: 0,
        documents: 0,
        trusted: true,
    };
    builder.run();
    let Builder { mut findings, root, comments, trusted, .. } = builder;
    if trusted && root.is_none() {
        findings.push(say::empty().at(Span::new(0, 0)));
    }
    (Document { root: root.filter(|_| trusted), comments }, findings.into_vec())
}

/// A list or mapping whose end has not come yet.
enum Open<'t> {
    Sequence { start: usize, flow: bool, items: Vec<Node<'t>> },
    Mapping { start: usize, flow: bool, entries: Vec<Entry<'t>>, key: Option<Node<'t>> },
}

struct Builder<'t, 'l> {
    text: &'t str,
    limits: &'l Limits,
    findings: Findings,
    open: Vec<Open<'t>>,
    root: Option<Node<'t>>,
    comments: Vec<Span>,
    nodes: usize,
    documents: usize,
    trusted: bool,
}

impl<'t> Builder<'t, '_> {
    fn run(&mut self) {
        let mut options = granit_parser::options! {
            emit_unresolved_aliases: true,
            flow_nesting_limit: self.limits.depth,
            block_nesting_limit: self.limits.depth,
            max_buffered_comment_events: 100_000,
        };
        options.emit_comments = self.limits.comments;
        for next in Parser::new_from_str_with_options(self.text, options) {
            match next {
                Ok((event, span)) => {
                    let span = span.byte_range().unwrap_or_default();
                    if self.event(event, Span::new(span.start, span.end)).is_break() {
                        return;
                    }
                }
                Err(error) => {
                    self.trusted = false;
                    self.syntax(&error);
                    return;
                }
            }
        }
    }

    fn event(&mut self, event: Event<'t>, span: Span) -> ControlFlow<()> {
        match event {
            Event::DocumentStart(..) => {
                self.documents += 1;
                if self.documents > 1 {
                    self.findings.push(say::second_document().at(span));
                    // The first document is whole; what follows is not ours to judge.
                    return ControlFlow::Break(());
                }
            }
            Event::Comment(..) => self.comments.push(span),
            Event::Alias(..) | Event::UnresolvedAlias(..) => {
                self.anchor(span);
                self.value(Node { kind: scalar("".into(), Style::Plain), span });
            }
            Event::Scalar(text, style, anchor, tag) => {
                self.properties(span, anchor, tag.is_some());
                let style = match style {
                    ScalarStyle::Plain => Style::Plain,
                    ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => Style::Quoted,
                    ScalarStyle::Literal | ScalarStyle::Folded => Style::Block,
                };
                // Where nothing was written the parser says `~`.
                let text = if span.start == span.end { Cow::Borrowed("") } else { text };
                self.value(Node { kind: scalar(text, style), span });
            }
            Event::SequenceStart(style, anchor, tag) => {
                self.properties(span, anchor, tag.is_some());
                let flow = style == StructureStyle::Flow;
                self.open.push(Open::Sequence { start: span.start, flow, items: Vec::new() });
            }
            Event::MappingStart(style, anchor, tag) => {
                self.properties(span, anchor, tag.is_some());
                let flow = style == StructureStyle::Flow;
                let entries = Vec::new();
                self.open.push(Open::Mapping { start: span.start, flow, entries, key: None });
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(span),
            _ => {}
        }
        if self.nodes > self.limits.nodes || self.open.len() > self.limits.depth {
            let finding = if self.nodes > self.limits.nodes {
                say::too_many_values(self.limits.nodes)
            } else {
                say::too_deep(self.limits.depth)
            };
            self.findings.push(finding.at(span));
            self.trusted = false;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn value(&mut self, node: Node<'t>) {
        self.nodes += 1;
        match self.open.last_mut() {
            None => self.root = Some(node),
            Some(Open::Sequence { items, .. }) => items.push(node),
            Some(Open::Mapping { entries, key, .. }) => match key.take() {
                None => *key = Some(node),
                Some(key) => entries.push(Entry { key, value: node }),
            },
        }
    }

    fn close(&mut self, end: Span) {
        let node = match self.open.pop() {
            None => return,
            Some(Open::Sequence { start, flow, items }) => {
                let last = items.last().map(|n| n.span.end);
                let span = Span::new(start, container_end(flow, end, last, start));
                Node { kind: Kind::Sequence(items), span }
            }
            Some(Open::Mapping { start, flow, entries, .. }) => {
                let last = entries.last().map(|e| e.value.span.end.max(e.key.span.end));
                let span = Span::new(start, container_end(flow, end, last, start));
                let entries = self.checked(entries);
                Node { kind: Kind::Mapping(entries), span }
            }
        };
        self.value(node);
    }

    /// Keeps entries whose key is a scalar that did not occur before.
    fn checked(&mut self, entries: Vec<Entry<'t>>) -> Vec<Entry<'t>> {
        if entries.len() <= 16 && all_differ(&entries) {
            return entries;
        }
        let mut order: Vec<usize> = (0..entries.len()).collect();
        order.sort_by(|&a, &b| key_text(&entries[a]).cmp(&key_text(&entries[b])).then(a.cmp(&b)));
        let mut drop = Vec::new();
        for (at, &i) in order.iter().enumerate() {
            let Some(text) = key_text(&entries[i]) else {
                drop.push((i, say::not_a_key().at(entries[i].key.span)));
                continue;
            };
            if at > 0 && key_text(&entries[order[at - 1]]) == Some(text) {
                drop.push((i, say::key_twice(text).at(entries[i].key.span)));
            }
        }
        if drop.is_empty() {
            return entries;
        }
        drop.sort_by_key(|&(i, _)| i);
        let mut dropped = drop.into_iter().peekable();
        let mut kept = Vec::with_capacity(entries.len());
        for (i, entry) in entries.into_iter().enumerate() {
            match dropped.next_if(|&(d, _)| d == i) {
                Some((_, finding)) => self.findings.push(finding),
                None => kept.push(entry),
            }
        }
        kept
    }

    fn properties(&mut self, span: Span, anchor: usize, tagged: bool) {
        if anchor != 0 {
            self.anchor(span);
        }
        if tagged {
            self.findings.push(say::tag().at(span));
        }
    }

    fn anchor(&mut self, span: Span) {
        self.trusted = false;
        self.findings.push(say::anchor().at(span));
    }

    fn syntax(&mut self, error: &ScanError) {
        let stopped = error.marker().byte_offset().unwrap_or(0).min(self.text.len());
        // The parser tells where it gave up; the fault may stand before it, or behind.
        let own = match error.kind() {
            ErrorKind::TabNotAllowed
            | ErrorKind::TabInBlockIndentation
            | ErrorKind::TabInIndentation
            | ErrorKind::TabInPlainScalar => {
                indenting_tab(self.text, stopped).map(|at| (at, say::tab()))
            }
            ErrorKind::UnclosedQuotedScalar | ErrorKind::InvalidQuotedScalarIndent => {
                open_quote(self.text, stopped).map(|at| (at, say::unclosed_quote()))
            }
            ErrorKind::InvalidTrailingSingleQuotedScalar => {
                open_above(self.text, stopped, '\'').map(|at| (at, say::unclosed_quote()))
            }
            ErrorKind::InvalidTrailingDoubleQuotedScalar => {
                open_above(self.text, stopped, '"').map(|at| (at, say::unclosed_quote()))
            }
            ErrorKind::RecursionLimitExceeded => Some((stopped, say::too_deep(self.limits.depth))),
            _ => None,
        };
        let (at, finding) = own.unwrap_or_else(|| (stopped, say::syntax(error.kind().to_string())));
        let width = self.text[at..].chars().next().map_or(0, char::len_utf8);
        self.findings.push(finding.at(Span::new(at, at + width)));
    }
}

/// The first tab that indents a line, from the line on which the parser stopped.
fn indenting_tab(text: &str, stopped: usize) -> Option<usize> {
    let start = text[..stopped].rfind('\n').map_or(0, |at| at + 1);
    let mut line = start;
    for words in text[start..].split_inclusive('\n') {
        let indent = words.len() - words.trim_start_matches([' ', '\t']).len();
        if let Some(at) = words[..indent].find('\t') {
            return Some(line + at);
        }
        line += words.len();
    }
    None
}

/// Where a quote is left open on a line above: what should open the next text closes this one.
fn open_above(text: &str, stopped: usize, quote: char) -> Option<usize> {
    let mut end = text[..stopped].rfind('\n')?;
    loop {
        let start = text[..end].rfind('\n').map_or(0, |at| at + 1);
        if text[start..end].matches(quote).count() % 2 == 1 {
            return open_quote(text, end);
        }
        end = start.checked_sub(1)?;
    }
}

/// The last quote that opens a value before the place where the parser stopped: nothing closed it.
fn open_quote(text: &str, stopped: usize) -> Option<usize> {
    let opens = |(at, _): &(usize, &str)| {
        let before = text[..*at].trim_end_matches(' ');
        before.is_empty() || before.ends_with([':', '-', '[', '{', ',', '\n', '?'])
    };
    let end = text[stopped..].chars().next().map_or(stopped, |c| stopped + c.len_utf8());
    text[..end].rmatch_indices(['"', '\'']).find(opens).map(|(at, _)| at)
}

fn scalar(text: Cow<'_, str>, style: Style) -> Kind<'_> {
    Kind::Scalar { text, style }
}

fn key_text<'a>(entry: &'a Entry<'_>) -> Option<&'a str> {
    match &entry.key.kind {
        Kind::Scalar { text, .. } => Some(text),
        _ => None,
    }
}

/// Whether every key is a scalar of its own; for the few keys almost every mapping has.
fn all_differ(entries: &[Entry<'_>]) -> bool {
    entries.iter().enumerate().all(|(at, entry)| {
        let key = key_text(entry);
        key.is_some() && entries[..at].iter().all(|before| key_text(before) != key)
    })
}

/// A flow collection ends at its bracket; the end event of a block one comes only where the next
/// thing starts, so it ends with its last child.
fn container_end(flow: bool, end: Span, last: Option<usize>, start: usize) -> usize {
    if flow { end.end } else { last.unwrap_or(start) }
}
