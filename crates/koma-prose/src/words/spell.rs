//! Misspelt words: what of the lexicon is one letter off.

use std::collections::HashMap;

use super::lex::{LEXICON, Letter};
use koma_text::Span;

/// The words of the lexicon, found by what is left of them without a letter.
#[derive(Default)]
pub(crate) struct Spelling {
    words: Vec<(String, bool)>,
    found: HashMap<String, Vec<u32>>,
}

/// Shortest word that is put right: short ones have too many neighbours.
const SHORTEST: usize = 6;

impl Spelling {
    /// Learns the words of a pattern; `sure` ones are put right, others only suggested.
    pub(crate) fn learn(&mut self, pattern: &str, sure: bool) {
        for word in pattern.split(|c: char| !c.is_ascii_lowercase()).filter(|w| w.len() > 3) {
            match self.words.iter_mut().find(|(known, _)| known == word) {
                Some((_, also)) => *also |= sure,
                None => self.words.push((word.to_owned(), sure)),
            }
        }
    }

    /// To be called when everything is learnt.
    pub(crate) fn close(&mut self) {
        for (at, (word, _)) in self.words.iter().enumerate() {
            for key in shorter(word).chain([word.clone()]) {
                self.found.entry(key).or_default().push(at as u32);
            }
        }
    }

    /// The words one letter off, none if this is a word itself.
    pub(crate) fn near(&self, word: &str) -> Vec<&(String, bool)> {
        let mut out: Vec<&(String, bool)> = Vec::new();
        for key in std::iter::once(word.to_owned()).chain(shorter(word)) {
            for at in self.found.get(&key).into_iter().flatten() {
                let known = &self.words[*at as usize];
                if known.0 == word {
                    return Vec::new();
                }
                if one_off(word.as_bytes(), known.0.as_bytes()) && !out.contains(&known) {
                    out.push(known);
                }
            }
        }
        out
    }
}

/// The word without each of its letters.
fn shorter(word: &str) -> impl Iterator<Item = String> {
    let letters = word.char_indices();
    letters.map(move |(at, letter)| [&word[..at], &word[at + letter.len_utf8()..]].concat())
}

/// Whether one letter is wanting, too much or another, or two have changed places.
fn one_off(a: &[u8], b: &[u8]) -> bool {
    let same = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[same..], &b[same..]);
    match (a, b) {
        ([p, q, x @ ..], [r, s, y @ ..]) if p == s && q == r && x == y => true,
        ([_, x @ ..], [_, y @ ..]) if x == y => true,
        ([_, x @ ..], y) if x == y => true,
        (x, [_, y @ ..]) if x == y => true,
        _ => false,
    }
}

/// Puts right the directions and units that are one letter off; what was written, and what it is read as.
pub(crate) fn spelled(text: &str, letters: Vec<Letter>) -> (Vec<Letter>, Vec<(Span, String)>) {
    let mut out: Vec<Letter> = Vec::with_capacity(letters.len());
    let mut slips = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let run = letters[at..].iter().take_while(|l| l.c.is_ascii_lowercase()).count();
        let word = &letters[at..at + run.max(1)];
        at += word.len();
        let small = text[word[0].at..].starts_with(|c: char| c.is_ascii_lowercase());
        let near = if small && (SHORTEST..=20).contains(&run) {
            LEXICON.spelling.near(&word.iter().map(|l| l.c).collect::<String>())
        } else {
            Vec::new()
        };
        match near[..] {
            [(known, true)] => {
                let last = word[run - 1].at;
                let place = |n: usize| {
                    if n + 1 == known.len() { last } else { word[n.min(run - 1)].at }
                };
                out.extend(known.chars().enumerate().map(|(n, c)| Letter {
                    c,
                    at: place(n),
                    kata: false,
                }));
                // A wide letter (ｄ) has several bytes.
                let end = last + text[last..].chars().next().map_or(0, char::len_utf8);
                slips.push((Span::new(word[0].at, end), known.clone()));
            }
            _ => out.extend(word),
        }
    }
    (out, slips)
}

#[cfg(test)]
mod tests {
    use super::{one_off, spelled};
    use crate::words::lex;

    #[test]
    fn a_slip_ends_after_its_last_letter_however_wide() {
        for word in ["diagonak", "diagonaｋ"] {
            let (_, slips) = spelled(word, lex::letters(word, 0));
            let [(span, known)] = &slips[..] else { panic!("{word}: {slips:?}") };
            assert_eq!(&word[span.start..span.end], word);
            assert_eq!(known, "diagonal");
        }
    }

    #[test]
    fn one_letter_off_is_near() {
        for word in ["foward", "forwrad", "forwart", "forwaard", "orward", "forwards"] {
            assert!(one_off(word.as_bytes(), b"forward"), "{word}");
        }
        for word in ["forward", "fowrda", "fward", "backward", "forwardly"] {
            assert!(!one_off(word.as_bytes(), b"forward"), "{word}");
        }
    }
}
