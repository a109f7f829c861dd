#![doc = include_str!("../README.md")]
//!
//! Prose, English or Japanese, into a movement.
//!
//! [`read`] takes a description as people write it on wikis and rule sheets and returns a
//! [`Draft`] and findings. The way: words with places (`token`, the `lexicon`), phrases
//! (`phrase`: directions, distances, pieces), clauses (`clause`: what belongs to which verb),
//! and the movement they build up (`resolve`, `special`). A word that is in no list, a number
//! that counts nothing and a direction that goes nowhere become findings that quote them.
//!
//! ```
//! let (draft, findings) = koma_prose::read(
//!     "Side mover (横行): slides sideways; steps one square vertically.",
//!     &koma_prose::Options::default(),
//! );
//! assert_eq!(draft.movement.steps.len(), 4);
//! assert!(findings.is_empty());
//! ```

// No I/O, no clock, no thread: `clippy.toml` has the list.
#![cfg_attr(
    not(test),
    warn(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

mod any;
mod bind;
mod build;
mod clause;
mod dirs;
pub mod generate;
mod header;
mod known;
mod lexicon;
mod phrase;
mod resolve;
mod rules;
mod say;
mod special;
mod split;
mod token;
mod words;

use koma_betza::Dialect;
use koma_pieces::yaml::Template;
use koma_pieces::{Direction, Movement, SpecialRule};
use koma_text::{Finding, Span};

pub use any::{As, read_any};
pub use say::FINDINGS;
pub use split::{Block, split};

use build::Build;
use clause::Event;
use header::Header;
use known::TABLE;
use lexicon::Lex;
use resolve::Resolver;
use rules::Rules;
use token::Token;

/// Finds the movement of a piece by its name, in any language.
pub type Lookup<'a> = &'a dyn Fn(&str) -> Option<Movement>;

/// How to read.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Decides about the knight.
    pub template: Template,
    /// How Betza inside the prose is read.
    pub dialect: Dialect,
    /// Pieces known besides our own table, by name in any language.
    pub known: Option<Lookup<'a>>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self { template: Template::default(), dialect: Dialect::Strict, known: None }
    }
}

/// What a description says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// English name from the header line.
    pub name: Option<String>,
    /// Japanese name from the header line.
    pub name_ja: Option<String>,
    /// Where the header's names stand.
    pub name_span: Option<Span>,
    /// The movement.
    pub movement: Movement,
    /// Royal, drop restrictions and the like.
    pub special_rules: Vec<SpecialRule>,
    /// The name after "Promotes to".
    pub promotes_to: Option<String>,
    /// Says that it does not promote.
    pub does_not_promote: bool,
    /// Losing it loses the game.
    pub royal: bool,
    /// Betza notation as written, and where.
    pub betza: Option<(String, Span)>,
    /// Whether words, not only notation, told the movement.
    pub from_words: bool,
}

/// Descriptions longer than this are refused: no piece needs a book.
const LONGEST: usize = 20_000;

/// Reads one description with the second reader, a weighted chart over typed chunks
/// (`docs/reader.md`). It stands beside [`read`] until it is the better one everywhere.
pub fn read_anew(text: &str, options: &Options<'_>) -> (Draft, Vec<Finding>) {
    if text.len() > LONGEST {
        return (Draft::default(), vec![say::text_too_long(text.len(), LONGEST)]);
    }
    words::read(text, options)
}

/// Reads one description.
pub fn read(text: &str, options: &Options<'_>) -> (Draft, Vec<Finding>) {
    if text.len() > LONGEST {
        return (Draft::default(), vec![say::text_too_long(text.len(), LONGEST)]);
    }
    let tokens = join_lines(text, token::tokens(text));
    let header = header::header(&tokens);
    let mut draft = Draft::default();
    name(text, &header, &mut draft);
    let mut resolver =
        Resolver::new(text, header.piece.or_else(|| knight_in(&header, &tokens, options)));
    let body = without_subjects(&tokens[header.used..]);
    let body = extra_pieces(text, body, options, &mut resolver);
    let items = phrase::phrases(&body, &Knights { template: options.template });
    let mut rules = Rules::default();
    let mut notations = Vec::new();
    let mut foreign = Vec::new();
    for event in clause::clauses(&items) {
        match event {
            Event::Clause(clause) => resolver.clause(&clause),
            Event::Sentence => resolver.end_sentence(),
            Event::Rule(items) => rules::read(&mut resolver, &items, &mut rules),
            Event::Betza(span) => notations.push(span),
            Event::Unknown(span) => foreign.push(span),
        }
    }
    foreign.into_iter().for_each(|span| resolver.not_understood(span));
    finish(text, options, resolver, rules, &notations, draft)
}

/// Puts the pieces together: words, notation, rules.
fn finish(
    text: &str,
    options: &Options<'_>,
    mut resolver: Resolver<'_>,
    rules: Rules,
    notations: &[Span],
    mut draft: Draft,
) -> (Draft, Vec<Finding>) {
    resolver.build.remove_steps(resolver.forbidden);
    let lion = !resolver.build.movement.area_moves.is_empty();
    if resolver.igui
        && !lion
        && resolver.build.movement.line_area.is_none()
        && resolver.build.movement.igui.is_empty()
    {
        resolver.build.movement.igui = Direction::ALL.to_vec();
    }
    let igui = resolver.igui || lion || !resolver.build.movement.igui.is_empty();
    let captures_two = resolver.captures_two || lion;
    let mut findings = std::mem::take(&mut resolver.findings);
    draft.movement = resolver.build.finish();
    draft.from_words = draft.movement != Movement::default();
    for &span in notations {
        let notation = &text[span.start..span.end];
        let (movement, found) = koma_pieces::betza::read(notation, options.dialect);
        let broken = found.iter().any(Finding::is_error);
        findings.extend(found.into_iter().map(|mut finding| {
            finding.span = Some(finding.span.map_or(span, |at| at.shift(span.start)));
            finding
        }));
        let movement = Build { movement }.finish();
        if draft.betza.is_none() {
            draft.betza = Some((notation.to_owned(), span));
        }
        if broken {
            continue;
        }
        if draft.movement == Movement::default() {
            draft.movement = movement;
        } else if draft.movement != movement {
            findings.push(say::notation_differs(notation).at(span));
        }
    }
    if draft.movement == Movement::default() {
        findings.push(say::no_movement());
    }
    draft.special_rules = rules.special;
    draft.royal = draft.special_rules.contains(&SpecialRule::Royal);
    draft.promotes_to = rules.promotes_to;
    draft.does_not_promote = rules.does_not_promote;
    for (holds, rule) in [(igui, SpecialRule::Igui), (captures_two, SpecialRule::CanCaptureTwo)] {
        if holds {
            draft.special_rules.push(rule);
        }
    }
    findings.sort_by_key(|finding| finding.span.map(|span| span.start));
    (draft, findings)
}

/// A line broken in mid-sentence goes on in the next.
fn join_lines(text: &str, tokens: Vec<Token>) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    for (at, token) in tokens.iter().enumerate() {
        if token.lex == Lex::Newline && goes_on(text, &tokens, at) {
            continue;
        }
        out.push(token.clone());
    }
    out
}

fn goes_on(text: &str, tokens: &[Token], at: usize) -> bool {
    let Some(next) = tokens.get(at + 1) else { return false };
    let ended = matches!(
        at.checked_sub(1).map(|before| &tokens[before].lex),
        None | Some(Lex::Stop | Lex::Newline)
    );
    let starts_small = text[next.span.start..]
        .starts_with(|c: char| c.is_lowercase() || c == '(' || c.is_ascii_digit());
    let line = tokens[at + 1..].iter().take_while(|token| token.lex != Lex::Newline);
    let row = line.take_while(|token| token.lex != Lex::Stop).any(|token| token.lex == Lex::Colon);
    let japanese = next.japanese
        && tokens[..at].last().is_some_and(|last| last.japanese && last.lex != Lex::Stop);
    !ended && (starts_small && !next.japanese || japanese) && !row && next.lex != Lex::Bullet
}

fn name(text: &str, header: &Header, draft: &mut Draft) {
    for span in [header.name, header.note].into_iter().flatten() {
        let words = text[span.start..span.end].trim().to_owned();
        let slot = if words.chars().any(token::is_japanese) {
            &mut draft.name_ja
        } else {
            &mut draft.name
        };
        slot.get_or_insert(words);
    }
    draft.name_span = match (header.name, header.note) {
        (Some(name), Some(note)) => Some(name.to(note)),
        (name, note) => name.or(note),
    };
}

/// A header that is the bare word "Knight".
fn knight_in(header: &Header, tokens: &[Token], options: &Options<'_>) -> Option<usize> {
    let named = header.name?;
    let knight =
        tokens[..header.used].iter().any(|token| token.lex == Lex::Knight && token.span == named);
    knight.then(|| phrase::Pieces::knight(&Knights { template: options.template }, None)).flatten()
}

/// Drops the subjects of the sentences: 「金将は」, "The lion may ...".
fn without_subjects(tokens: &[Token]) -> Vec<Token> {
    let mut out = Vec::with_capacity(tokens.len());
    let mut at = 0;
    let mut start = true;
    while at < tokens.len() {
        if start && let Some(found) = header::subject(&tokens[at..], false) {
            at += found.used;
            start = false;
            continue;
        }
        start = matches!(tokens[at].lex, Lex::Stop | Lex::Newline | Lex::Bullet | Lex::Semicolon);
        out.push(tokens[at].clone());
        at += 1;
    }
    out
}

/// Names the caller knows, after "like" and before 「と同じ」.
fn extra_pieces(
    text: &str,
    tokens: Vec<Token>,
    options: &Options<'_>,
    resolver: &mut Resolver<'_>,
) -> Vec<Token> {
    let Some(known) = options.known else { return tokens };
    let mut out = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at].lex != Lex::Unknown {
            out.push(tokens[at].clone());
            at += 1;
            continue;
        }
        let end = tokens[at..]
            .iter()
            .position(|token| token.lex != Lex::Unknown)
            .map_or(tokens.len(), |n| at + n);
        let span = tokens[at].span.to(tokens[end - 1].span);
        match known(&text[span.start..span.end]) {
            Some(movement) => resolver.build.add(&movement),
            None => out.extend_from_slice(&tokens[at..end]),
        }
        at = end;
    }
    out
}

struct Knights {
    template: Template,
}

impl phrase::Pieces for Knights {
    fn knight(&self, qualifier: Option<&Lex>) -> Option<usize> {
        let shogi = match qualifier {
            Some(Lex::Chess) => false,
            Some(_) => true,
            None => self.template == Template::StandardShogi,
        };
        TABLE.slug(if shogi { "shogi-knight" } else { "knight-of-chess" })
    }

    fn is_chess(&self, piece: usize) -> bool {
        matches!(
            TABLE.pieces[piece].slug,
            "king" | "free-king" | "rook" | "bishop" | "knight-of-chess"
        )
    }
}
