//! Who the text is about: the name before the colon, or the subject of a sentence.

use koma_text::Span;

use super::lexicon::{Lex, Manner};
use super::token::Token;

/// The names found before the description.
#[derive(Clone, Debug, Default)]
pub(super) struct Header {
    /// The words of the name.
    pub(super) name: Option<Span>,
    /// What stands in parentheses behind it.
    pub(super) note: Option<Span>,
    /// The known piece of that name.
    pub(super) piece: Option<usize>,
    /// Tokens used up.
    pub(super) used: usize,
}

/// Longest name, in words; longer prefixes are sentences.
const LONGEST: usize = 9;

/// Finds the header at the start of a text.
pub(super) fn header(tokens: &[Token]) -> Header {
    bracketed(tokens)
        .or_else(|| before_mark(tokens))
        .or_else(|| subject(tokens, true))
        .unwrap_or_default()
}

/// `(Side ox) rides ...`
fn bracketed(tokens: &[Token]) -> Option<Header> {
    let close = tokens.iter().take(LONGEST).position(|token| token.lex == Lex::Close)?;
    if tokens.first()?.lex != Lex::Open {
        return None;
    }
    let inner = &tokens[1..close];
    is_name(inner).then(|| Header { used: close + 1, ..named(inner) })
}

/// `Gold general (金将): ...`, `Lion - ...`, `wood chariot / ...`, `Left chariot. Betza: ...`
fn before_mark(tokens: &[Token]) -> Option<Header> {
    let mut at = 0;
    let mut note: Option<Span> = None;
    let mut name_end = None;
    while let Some(token) = tokens.get(at) {
        match token.lex {
            Lex::Open => {
                name_end.get_or_insert(at);
                let close =
                    tokens[at..].iter().take(LONGEST).position(|t| t.lex == Lex::Close)? + at;
                if close > at + 1 {
                    note = Some(tokens[at + 1].span.to(tokens[close - 1].span));
                }
                at = close;
            }
            Lex::Colon => return finish(tokens, name_end.unwrap_or(at), at, note, false),
            Lex::Dash => return finish(tokens, name_end.unwrap_or(at), at, note, false),
            Lex::Slash if token.gap && tokens.get(at + 1).is_some_and(|next| next.gap) => {
                return finish(tokens, name_end.unwrap_or(at), at, note, false);
            }
            Lex::Stop | Lex::Newline => {
                return finish(tokens, name_end.unwrap_or(at), at, note, true);
            }
            Lex::Verb(_) | Lex::VerbToward(_) | Lex::Modal | Lex::Topic => return None,
            _ if at > LONGEST => return None,
            _ => {}
        }
        at += 1;
    }
    None
}

fn finish(
    tokens: &[Token],
    end: usize,
    mark: usize,
    note: Option<Span>,
    stop: bool,
) -> Option<Header> {
    let name = &tokens[..end];
    let rest = tokens[mark + 1..]
        .iter()
        .any(|token| !matches!(token.lex, Lex::Newline | Lex::Filler | Lex::Stop));
    // "Queen. It ..." is a name only when more follows, and only if it can be nothing else.
    let plain = name.iter().all(|token| {
        matches!(
            token.lex,
            Lex::Unknown | Lex::Piece(_) | Lex::Knight | Lex::Half(_) | Lex::Axis(_) | Lex::Filler
        )
    });
    let listed = !stop && name_list(name);
    if !rest || !(is_name(name) || listed) || stop && !plain {
        return None;
    }
    Some(Header { used: mark + 1, note, ..named(name) })
}

/// `The left chariot can move`, `Flying ox can go`, 金将は.
///
/// Later in a text only a subject with an article, or the Japanese topic mark, counts.
pub(super) fn subject(tokens: &[Token], first: bool) -> Option<Header> {
    let mut at = 0;
    let mut note = None;
    let mut end = None;
    loop {
        let token = tokens.get(at)?;
        match token.lex {
            Lex::Open if at > 0 => {
                end.get_or_insert(at);
                let close =
                    tokens[at..].iter().take(LONGEST).position(|t| t.lex == Lex::Close)? + at;
                if close > at + 1 {
                    note = Some(tokens[at + 1].span.to(tokens[close - 1].span));
                }
                at = close;
            }
            Lex::Verb(_)
            | Lex::VerbToward(_)
            | Lex::Modal
            | Lex::Not
            | Lex::Capture
            | Lex::Promote
                if !token.japanese =>
            {
                break;
            }
            // 敵陣では, 横へは: a place, not a subject.
            Lex::Topic if token.japanese && at > 0 && tokens[at - 1].lex == Lex::Filler => {
                return None;
            }
            Lex::Topic if token.japanese => break,
            // "The lion, or shishi, moves ..."
            Lex::Comma if at > 0 && end.is_none() && apposition(&tokens[at..]).is_some() => {
                end = Some(at);
                at += apposition(&tokens[at..]).unwrap_or(0);
            }
            Lex::Comma
            | Lex::Semicolon
            | Lex::Stop
            | Lex::Newline
            | Lex::Colon
            | Lex::Pronoun
            | Lex::Num(_)
            | Lex::Unlimited
            | Lex::UpTo
            | Lex::Plus
            | Lex::But
            | Lex::Like
            | Lex::Except
            | Lex::Relative
            | Lex::Condition => return None,
            _ if at > LONGEST => return None,
            _ => {}
        }
        at += 1;
    }
    let end = end.unwrap_or(at);
    let name = &tokens[..end];
    let japanese = tokens[at].japanese;
    // "a bishop's move": the move is told about, nobody moves.
    if name.last().is_some_and(|token| token.owner) {
        return None;
    }
    let article = name.first().is_some_and(|token| token.lex == Lex::Filler);
    if !is_name(name) || !(first || japanese || article) {
        return None;
    }
    // "Rook moves plus ...": the moves of a rook, not a rook that moves.
    let noun = matches!(name, [Token { lex: Lex::Piece(_), .. }])
        && tokens[at].lex == Lex::Verb(Manner::Move);
    let open = matches!(
        tokens.get(at + 1).map(|token| &token.lex),
        None | Some(
            Lex::Plus
                | Lex::Comma
                | Lex::Semicolon
                | Lex::Stop
                | Lex::And
                | Lex::Except
                | Lex::Without
                | Lex::But
        )
    );
    if noun && open {
        return None;
    }
    // "X moves:" is a label, 「Xは」 a topic: both marks belong to the header.
    let mut used = if japanese { at + 1 } else { at };
    if tokens[at].lex == Lex::Verb(Manner::Move)
        && tokens.get(at + 1).is_some_and(|next| next.lex == Lex::Colon)
    {
        used = at + 2;
    }
    Some(Header { used, note, ..named(name) })
}

/// The words between two commas before a verb: the place of the second comma.
fn apposition(tokens: &[Token]) -> Option<usize> {
    let close = tokens.iter().take(LONGEST).skip(1).position(|token| token.lex == Lex::Comma)? + 1;
    let verb =
        tokens.get(close + 1).is_some_and(|token| matches!(token.lex, Lex::Verb(_) | Lex::Modal));
    let noun = tokens[1..close]
        .iter()
        .all(|t| matches!(t.lex, Lex::Unknown | Lex::Piece(_) | Lex::Filler | Lex::Or | Lex::Like));
    (verb && noun).then_some(close)
}

/// `Lance, incense chariot: ...`
fn name_list(words: &[Token]) -> bool {
    words.len() <= LONGEST
        && words.iter().all(|token| {
            matches!(token.lex, Lex::Piece(_) | Lex::Unknown | Lex::Comma | Lex::Filler | Lex::Or)
        })
        && matches!(words.first(), Some(token) if token.lex != Lex::Comma)
}

/// Whether these words can be a name: at least one is no direction, none tells of a movement.
fn is_name(words: &[Token]) -> bool {
    let names =
        words.iter().any(|token| matches!(token.lex, Lex::Unknown | Lex::Piece(_) | Lex::Knight));
    let tells = words.iter().any(|token| {
        matches!(
            token.lex,
            Lex::Like
                | Lex::Pronoun
                | Lex::Not
                | Lex::Num(_)
                | Lex::UpTo
                | Lex::Plus
                | Lex::But
                | Lex::Except
                | Lex::Comma
                | Lex::BetzaLabel
                | Lex::Betza
                | Lex::Promote
                | Lex::Relative
                | Lex::Condition
                | Lex::Royal
                | Lex::Bullet
        )
    });
    names && !tells && words.len() <= LONGEST
}

fn named(words: &[Token]) -> Header {
    let words = match words {
        [article, rest @ ..] if article.lex == Lex::Filler => rest,
        words => words,
    };
    let name = words.iter().map(|token| token.span).reduce(Span::to);
    let piece = match words {
        [Token { lex: Lex::Piece(index), .. }] => Some(*index),
        [Token { lex: Lex::Piece(index), .. }, Token { lex: Lex::Filler, .. }, ..] => Some(*index),
        _ => None,
    };
    Header { name, note: None, piece, used: 0 }
}
