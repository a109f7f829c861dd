//! Forms of other days and pages, said in the notation of today.

use crate::parse::parse;
use crate::tree::Dialect;

/// What `(cK-aK)` is now: `caK`. `None` where that would not be notation either.
pub(crate) fn legs(inside: &str, dialect: Dialect) -> Option<String> {
    let legs: Vec<(&str, &str)> = inside.split('-').map(split).collect::<Option<_>>()?;
    let (&(first, atom), rest) = legs.split_first()?;
    let steps = legs.iter().all(|leg| leg.1 == atom && matches!(atom, "W" | "F" | "K"));
    let now = if steps {
        // Without a letter a leg goes straight on there; `a` is any direction.
        let turned = rest.iter().map(|(marks, _)| match *marks {
            "" => "af".to_owned(),
            "a" => "a".to_owned(),
            marks => format!("a{marks}"),
        });
        format!("{first}{}{atom}", turned.collect::<String>())
    } else {
        format!("[{inside}]")
    };
    reads(now, dialect, rest.is_empty())
}

/// What `t[FR]` is now: `[F?R]`.
pub(crate) fn bent(inside: &str, dialect: Dialect) -> Option<String> {
    let mut atoms: Vec<String> = Vec::new();
    for c in inside.chars() {
        match atoms.last_mut() {
            Some(last) if c.is_ascii_digit() || last.ends_with(|c: char| c.is_lowercase()) => {
                last.push(c);
            }
            _ => atoms.push(c.into()),
        }
    }
    let now = format!("[{}]", atoms.join("?"));
    reads(now, dialect, atoms.len() < 2)
}

/// Marks and atom of one leg.
fn split(leg: &str) -> Option<(&str, &str)> {
    let at = leg.find(|c: char| c.is_ascii_uppercase())?;
    let (marks, atom) = leg.split_at(at);
    marks.bytes().all(|b| b.is_ascii_lowercase()).then_some((marks, atom))
}

fn reads(now: String, dialect: Dialect, alone: bool) -> Option<String> {
    let plain = now.bytes().all(|b| b.is_ascii_alphanumeric() || b"[]-?".contains(&b));
    let good = || !parse(&now, dialect).1.iter().any(koma_text::Finding::is_error);
    (!alone && plain && good()).then_some(now)
}
