//! Who the text is about: the name before a colon, a dash or a blank.

use super::chunk::{Chunk, Cutter, Role};
use super::mean::Dist;
use super::value::{Sort, Sort::*, Val};
use crate::Draft;
use koma_text::Span;

/// The name a text begins with.
#[derive(Default)]
pub(crate) struct Title {
    pub(crate) name: Option<Span>,
    pub(crate) note: Option<Span>,
    /// The movement of the known piece of that name.
    pub(crate) piece: Option<Val>,
    /// Chunks used up.
    pub(crate) used: usize,
}

/// Longest name, in chunks.
const LONGEST: usize = 9;

impl Title {
    pub(crate) fn words(&self, cutter: &Cutter<'_>) -> Vec<String> {
        let words = |span: Span| cutter.text[span.start..span.end].to_lowercase();
        let mut out = Vec::new();
        for span in [self.name, self.note].into_iter().flatten() {
            let text = words(span);
            out.extend(
                text.split(|c: char| !c.is_alphanumeric())
                    .filter(|w| !w.is_empty())
                    .map(str::to_owned),
            );
        }
        out
    }

    pub(crate) fn name_in(&self, text: &str, draft: &mut Draft) {
        for span in [self.name, self.note].into_iter().flatten() {
            let words = text[span.start..span.end].trim().to_owned();
            let japanese = words.chars().any(super::lex::is_japanese);
            let slot = if japanese { &mut draft.name_ja } else { &mut draft.name };
            slot.get_or_insert(words);
        }
        draft.name_span = match (self.name, self.note) {
            (Some(name), Some(note)) => Some(name.to(note)),
            (name, note) => name.or(note),
        };
    }
}

/// Whether a chunk can be part of a name.
fn nominal(chunk: &Chunk) -> bool {
    match &chunk.role {
        Role::Unknown | Role::Bracket(..) | Role::Skip => true,
        Role::Word => chunk.is(&[Piece, Dirs, Power, Adj, Lim, Strong]),
        Role::Rule(..) => true,
        _ => false,
    }
}

/// Whether these chunks hold something that is a name and no description.
pub(crate) fn is_name(chunks: &[Chunk]) -> bool {
    chunks.len() <= LONGEST
        && chunks.iter().all(nominal)
        && chunks.iter().any(|chunk| {
            chunk.role == Role::Unknown || chunk.is_piece() || matches!(chunk.role, Role::Rule(..))
        })
}

/// Whether words that stand by themselves, apart from a description, can be a name.
pub(crate) fn can_name(chunks: &[Chunk], cutter: &Cutter<'_>) -> bool {
    let first = chunks.iter().find(|c| c.role != Role::Skip);
    let written = first.is_some_and(|c| {
        c.japanese || c.is_piece() || cutter.text[c.span.start..].starts_with(char::is_alphabetic)
    });
    let names = |c: &Chunk| {
        c.role == Role::Unknown || c.is_piece() || matches!(c.role, Role::Rule("royal" | "note", _))
    };
    written && chunks.len() <= LONGEST && chunks.iter().all(loosely) && chunks.iter().any(names)
}

/// What stands between brackets of any width.
fn inside(cutter: &Cutter<'_>, chunk: &Chunk) -> Span {
    match chunk.role {
        Role::Bracket(from, to) if from < to => cutter.span(from, to),
        _ => Span::new(chunk.span.start, chunk.span.start),
    }
}

pub(crate) fn of(text: &[Chunk], used: usize, cutter: &Cutter<'_>) -> Title {
    let first = text.iter().position(|chunk| chunk.role != Role::Skip).unwrap_or(0);
    let text = &text[first..];
    let bracket = text.iter().position(|chunk| matches!(chunk.role, Role::Bracket(..)));
    let name = &text[..bracket.unwrap_or(text.len())];
    let span = |chunks: &[Chunk]| Some(chunks.first()?.span.to(chunks.last()?.span));
    let note = bracket.map(|at| inside(cutter, &text[at]));
    let note = note.filter(|note| note.start < note.end);
    let piece = match name {
        [one] => one
            .vals
            .iter()
            .find(|(val, _)| matches!(val, Val::Piece(_)))
            .map(|(val, _)| val.clone()),
        _ => None,
    };
    Title { name: span(name), note, piece, used }
}

/// Finds the title at the start of a text.
pub(crate) fn title(chunks: &[Chunk], cutter: &Cutter<'_>) -> Title {
    let start =
        chunks.iter().take_while(|c| matches!(c.role, Role::Bullet | Role::Newline)).count();
    let body = &chunks[start..];
    // 【名前】 and (Side ox) rides ...
    if let Some(first @ Chunk { role: Role::Bracket(..), .. }) = body.first()
        && body.len() > 1
    {
        let inner = match first.role {
            Role::Bracket(from, to) => cutter.cut(from, to),
            _ => Vec::new(),
        };
        if is_name(&inner) {
            return Title {
                name: Some(inside(cutter, first)),
                used: start + 1,
                ..Title::default()
            };
        }
    }
    for (at, chunk) in body.iter().enumerate().take(LONGEST + 4) {
        let text = &body[..at];
        let rest = body[at + 1..]
            .iter()
            .any(|c| !matches!(c.role, Role::Skip | Role::Stop | Role::Newline));
        let mark = chunk.role == Role::Dash || chunk.is(&[Colon]) || chunk.says(&["→"]);
        if mark || chunk.is(&[Conj]) && chunk.gap && quoted_slash(chunk) {
            let first = text.iter().find(|c| c.role != Role::Skip);
            let written = first.is_some_and(|c| {
                c.japanese
                    || c.is_piece()
                    || cutter.text[c.span.start..].starts_with(char::is_uppercase)
            });
            let odd = !written && text.iter().any(|c| c.is(&[Dirs]));
            if odd {
                return Title::default();
            }
            let loose = text.iter().any(|c| c.role == Role::Unknown)
                && text.len() <= LONGEST
                && text.iter().all(loosely);
            return if rest && (is_name(text) || loose) {
                of(text, start + at + 1, cutter)
            } else {
                Title::default()
            };
        }
        if matches!(chunk.role, Role::Stop | Role::Newline) {
            // 「獅子の動きができる。」 says something already.
            let says = |c: &Chunk| c.japanese && c.is(&[Power]);
            let plain = text.iter().all(|c| c.role != Role::Skip && !says(c)) && at <= 4;
            let short = is_name(text) && plain && rest;
            return if short { of(text, start + at + 1, cutter) } else { Title::default() };
        }
        // 飛牛 横以外の...
        if at > 0
            && chunk.gap
            && text[0].japanese
            && is_name(text)
            && rest
            && !text.iter().any(|c| c.role == Role::Skip && c.japanese)
        {
            return of(text, start + at, cutter);
        }
        if !nominal(chunk) && !loosely(chunk) && !chunk.is(&[Conj]) {
            break;
        }
    }
    Title::default()
}

/// What a name before a colon may hold besides: "Advance guard:", "Fires down its lane:".
fn loosely(chunk: &Chunk) -> bool {
    nominal(chunk) || chunk.role == Role::Word && chunk.is(&[VerbTo, Verb, Risky, Conj])
}

fn quoted_slash(chunk: &Chunk) -> bool {
    chunk.to - chunk.from == 1 && chunk.is(&[Or])
}

/// How many chunks at the start of a sentence are its subject: "The left chariot", 金将は.
pub(crate) fn subject(chunks: &[Chunk], cutter: &Cutter<'_>) -> usize {
    let topic = chunks
        .iter()
        .take(LONGEST + 6)
        .position(|chunk| chunk.japanese && chunk.says(&["は", "とは", "が"]));
    if let Some(at) = topic {
        let text = &chunks[..at];
        let named = text.iter().any(|c| c.role == Role::Unknown || c.is_piece());
        // 「歩兵、略して「歩」は」
        let list = text.iter().all(|c| nominal(c) || c.is(&[Comma]));
        let tells = text.iter().any(|c| {
            c.is(&[Dist, Verb, NegVerb, ExcPost, Like, Count, Mod]) || !list && c.is(&[Conj])
                // 「最初の一手だけは」; 川 is part of a name.
                || c.to > c.from + 1 && c.is(&[Risky])
        });
        // 「車の動き方は」
        let power = |c: &Chunk| c.is(&[Power]);
        let tells = tells || text.iter().rev().skip(1).any(power);
        if named && !tells {
            return at + 1;
        }
    }
    let verb = chunks.iter().position(|chunk| {
        chunk.role == Role::Modal
            || chunk.is(&[Either])
            || chunk.is(&[Verb, VerbTo, VerbFar, Not, Cap])
            || matches!(&chunk.role, Role::Rule(kind, _) if *kind != "note")
            || chunk.is(&[Like]) && chunk.word.starts_with("combin")
            || chunk.is(&[Like]) && chunk.word.starts_with("is ")
    });
    let Some(at) = verb.filter(|at| (1..=LONGEST + 4).contains(at)) else { return 0 };
    let text = &chunks[..at];
    let head = &text[0];
    let article = head.says(&["the", "a", "an", "its", "this", "these", "\""]);
    let pronoun = head.says(&["it", "they", "he", "she", "this", "these", "you"]);
    if pronoun && text.iter().any(|c| c.role == Role::Unknown) {
        return 0;
    }
    let capital = cutter.text[text[0].span.start..].starts_with(|c: char| c.is_uppercase());
    // "The gryphon also moves"
    let also = match text {
        [.., name, also] if name.role != Role::Skip => also.says(&["also"]),
        _ => false,
    };
    let nouns = text[..at - usize::from(also)].iter().all(|c| nominal(c) || c.is(&[Or, Comma]));
    let named = text.iter().any(|c| c.role == Role::Unknown || c.is_piece());
    if !nouns
        || !named
        || !(article || capital || text.len() == 1 && text[0].is_piece())
        || text.iter().any(|c| c.japanese && c.role == Role::Word)
    {
        return 0;
    }
    // "a queen that cannot ..."
    if chunks[at].word.starts_with("that ") {
        return 0;
    }
    // "The crane diagonally slides": how, not who.
    let last = text.iter().rev().find(|c| c.role != Role::Skip);
    if last.is_some_and(|c| !c.is_piece() && c.is(&[Dirs]))
        && text.iter().filter(|c| c.role != Role::Skip).count() > 1
    {
        return 0;
    }
    if text[at - 1].says(&["that", "which", "who", "whose"]) {
        // "A Tamerlane ferz that moves one square diagonally" tells all; "a rook that moves forward" does not.
        let says = |sorts: &[Sort]| chunks[at..].iter().any(|c| c.is(sorts));
        let ways = says(&[Dirs]);
        let far = says(&[Dist]);
        let near =
            |val: &Val| matches!(val, Val::Dist(Dist::N(1) | Dist::Kth(_) | Dist::Exactly(_)));
        let one = chunks[at..].iter().any(|c| c.any(near));
        let leap = says(&[Vectors]);
        let strange = text.iter().any(|c| c.role == Role::Unknown);
        let goes = chunks[at].is(&[Verb]);
        let whole = leap || ways && (far && strange || one);
        return if article && goes && whole { at } else { 0 };
    }
    // "Rook moves plus ..., "a bishop's move": no subject.
    let last = &text[at - 1];
    let ends = chunks.get(at + 1).is_none_or(|next| next.is(&[Conj, Exc, But, ExcD]));
    if last.is_piece()
        && text.iter().filter(|c| c.role != Role::Skip).count() == 1
        && ends
        && chunks[at].role == Role::Word
    {
        return 0;
    }
    at
}
