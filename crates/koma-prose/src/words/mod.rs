//! The second reader: chunks, a chart over each sentence, and what the sentences say together.

mod asides;
mod chart;
mod chunk;
mod discourse;
mod evidence;
mod fillers;
mod first;
mod formulas;
mod legs;
mod lex;
mod mean;
mod numbers;
mod pieces;
mod rules;
mod sentence;
mod settle;
mod spell;
mod state;
mod title;
mod value;
mod verbs;
mod ways;

use koma_betza::Dialect;
use koma_pieces::yaml::Template;
use koma_pieces::{Movement, SpecialRule};
use koma_text::{Finding, Span};

use crate::{Draft, Options, say};
use chunk::{Chunk, Cutter, Role};
use discourse::Discourse;
use mean::Set;

/// Reads one description.
pub(crate) fn read(text: &str, options: &Options<'_>) -> (Draft, Vec<Finding>) {
    let (letters, slips) = spell::spelled(text, joined(text, lex::letters(text, 0)));
    let knight = knight(options.template);
    let cutter = Cutter { text, letters: &letters, knight: &knight, known: options.known };
    let chunks = cutter.cut(0, letters.len());
    let title = title::title(&chunks, &cutter);
    let mut draft = Draft::default();
    title.name_in(text, &mut draft);
    let mut discourse = Discourse::new(&cutter);
    discourse.subject = title.words(&cutter);
    // A name and all the rest in brackets: the brackets are the description.
    let inner = match &chunks[..] {
        [name @ .., Chunk { role: Role::Bracket(from, to), .. }]
            if title.used == 0 && title::is_name(name) && !discourse.of_promotion(*from, *to) =>
        {
            Some(cutter.cut(*from, *to))
        }
        _ => None,
    };
    if let Some(value::Val::Piece(mean)) = &title.piece {
        discourse.model = Some(mean.set.clone());
    }
    if let Some(name) = options.name {
        let (words, model) = cutting(name, |cutter, chunks| {
            let title = title::of(chunks, chunks.len(), cutter);
            (title.words(cutter), title.piece)
        });
        discourse.subject.extend(words);
        if let (None, Some(value::Val::Piece(mean))) = (&discourse.model, model) {
            discourse.model = Some(mean.set);
        }
    }
    let body = inner.as_deref().unwrap_or(&chunks[title.used..]);
    for sentence in
        body.split(|chunk| matches!(chunk.role, Role::Stop | Role::Newline | Role::Bullet))
    {
        discourse.sentence(sentence);
    }
    let (draft, mut findings) = finish(text, options, discourse, draft);
    let slip =
        |(span, known): (Span, String)| say::read_as(&text[span.start..span.end], known).at(span);
    findings.extend(slips.into_iter().map(slip));
    (draft, findings)
}

pub(crate) use lex::is_japanese;

/// Words of the lexicon that are one letter off.
pub(crate) fn near(word: &str) -> Vec<String> {
    let near = lex::LEXICON.spelling.near(&word.to_lowercase());
    near.into_iter().map(|(known, _)| known.clone()).collect()
}

/// Whether these words can be the name of a piece that is described behind them.
pub(crate) fn is_name_of_piece(words: &str) -> bool {
    let words = words.trim();
    if words.is_empty() || words.len() > 80 || lex::LEXICON.labels.contains(&&*words.to_lowercase())
    {
        return false;
    }
    cutting(words, |cutter, chunks| title::can_name(chunks, cutter))
}

/// The name of the piece a sentence is about: "The sparrow moves ...", 雀は.
pub(crate) fn subject_of(sentence: &str) -> Option<Span> {
    cutting(sentence, |cutter, chunks| {
        let used = title::subject(chunks, cutter);
        let name = chunks[..used].iter().rposition(|c| c.role != Role::Skip)?;
        title::of(&chunks[..=name], used, cutter).name
    })
}

fn cutting<T>(text: &str, then: impl Fn(&Cutter<'_>, &[Chunk]) -> T) -> T {
    let letters = lex::letters(text, 0);
    let knight = knight(Template::default());
    let cutter = Cutter { text, letters: &letters, knight: &knight, known: None };
    let chunks = cutter.cut(0, letters.len());
    then(&cutter, &chunks)
}

/// The letters with lines that are broken in mid-sentence joined.
fn joined(text: &str, mut letters: Vec<lex::Letter>) -> Vec<lex::Letter> {
    for at in 0..letters.len() {
        if letters[at].c != '\n' {
            continue;
        }
        let before = letters[..at].iter().rev().find(|l| l.c != ' ').map(|l| l.c);
        let mut next = at + 1;
        while letters.get(next).is_some_and(|l| l.c == ' ') {
            next += 1;
        }
        let Some(first) = letters.get(next) else { continue };
        let raw = text[first.at..].chars().next().unwrap_or(' ');
        let ended = before.is_none_or(|c| matches!(c, '.' | '。' | '\n' | ':' | '!' | '?'));
        let line: Vec<char> =
            letters[next..].iter().map(|l| l.c).take_while(|c| *c != '\n').collect();
        let row = line.iter().take_while(|c| !matches!(c, '.' | '。')).any(|c| *c == ':');
        let japanese = lex::is_japanese(raw) && before.is_some_and(lex::is_japanese);
        let goes_on = raw.is_lowercase() && !lex::is_japanese(raw)
            || raw == '('
            || raw.is_ascii_digit()
            || japanese;
        let line = text[letters[at].at..].trim_start();
        let bullet = line.starts_with(['*', '-', '•', '–', '—', '・', '#', '|']);
        if !ended && goes_on && !row && !bullet {
            letters[at].c = ' ';
        }
    }
    letters
}

fn knight(template: Template) -> Set {
    let vectors = match template {
        Template::StandardShogi => vec![(-2, -1), (-2, 1)],
        Template::NeoShogi => value::oblique(2, 1),
    };
    Set::vectors(vectors)
}

/// Puts words, notation and rules together.
fn finish(
    text: &str,
    options: &Options<'_>,
    discourse: Discourse<'_>,
    mut draft: Draft,
) -> (Draft, Vec<Finding>) {
    let read = discourse.finish();
    let mut findings = read.findings;
    draft.movement = read.movement;
    draft.others = read.others;
    draft.from_words = draft.movement != Movement::default();
    if let (None, Some(span)) = (draft.name_span, read.named) {
        title::Title { name: Some(span), ..title::Title::default() }.name_in(text, &mut draft);
    }
    for (span, said) in &read.notations {
        notation(text, options.dialect, *span, *said, &mut draft, &mut findings);
    }
    if draft.movement == Movement::default() {
        findings.push(say::no_movement());
    }
    let mut rules = read.rules;
    let lion = !draft.movement.area_moves.is_empty();
    let igui = lion || !draft.movement.igui.is_empty();
    for (holds, rule) in
        [(igui, SpecialRule::Igui), (lion || read.captures_two, SpecialRule::CanCaptureTwo)]
    {
        if holds && !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    draft.royal = rules.contains(&SpecialRule::Royal);
    draft.special_rules = rules;
    draft.promotes_to = read.promotes_to;
    draft.does_not_promote = read.does_not_promote;
    findings.sort_by_key(|finding| finding.span.map(|span| span.start));
    findings.dedup_by(|a, b| a.code == b.code && a.span == b.span);
    (draft, findings)
}

/// Notation beside words: it tells the movement, or confirms it, or there is a finding.
fn notation(
    text: &str,
    dialect: Dialect,
    span: Span,
    _said: bool,
    draft: &mut Draft,
    findings: &mut Vec<Finding>,
) {
    let notation = &text[span.start..span.end];
    let (movement, found) = koma_pieces::betza::read(notation, dialect);
    let broken = found.iter().any(Finding::is_error);
    findings.extend(found.into_iter().map(|mut finding| {
        finding.span = Some(finding.span.map_or(span, |at| at.shift(span.start)));
        finding
    }));
    let movement = Set::of(&movement).movement();
    if draft.betza.is_none() {
        draft.betza = Some((notation.to_owned(), span));
    }
    if broken {
        return;
    }
    if draft.movement == Movement::default() {
        draft.movement = movement;
    } else if draft.movement != movement {
        draft.others.push(movement);
        findings.push(say::notation_differs(notation).at(span));
    }
}

/// The words of some chunks.
fn quote<'a>(text: &'a str, chunks: &[Chunk]) -> &'a str {
    match (chunks.first(), chunks.last()) {
        (Some(a), Some(b)) => &text[a.span.start..b.span.end],
        _ => "",
    }
}
