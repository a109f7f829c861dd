//! Numbers in digits, English words and kanji.

use super::lex::{Letter, boundary};

/// Numbers in words, from zero.
pub(super) const WORDS: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];
/// Places in words, from the zeroth.
pub(super) const ORDINALS: [&str; 11] = [
    "zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
    "tenth",
];
/// Digits in kanji, from zero, and ten.
pub(super) const DIGITS: &str = "〇一二三四五六七八九十";

/// Where a word ends that stands here.
fn word_at(text: &[Letter], at: usize, word: &str) -> Option<usize> {
    let mut end = at;
    for c in word.chars() {
        if text.get(end)?.c != c {
            return None;
        }
        end += 1;
    }
    boundary(text, end).then_some(end)
}

/// Whether a number can begin with this.
pub(super) fn counts(c: char) -> bool {
    c.is_ascii_digit() || "zonetfsac".contains(c) || DIGITS.contains(c)
}

/// A number in digits, English words or kanji.
pub(super) fn number(text: &[Letter], at: usize) -> Option<(u16, usize)> {
    let first = text.get(at).map(|letter| letter.c).filter(|c| counts(*c))?;
    if at > 0 && text[at - 1].c.is_ascii_digit() && first.is_ascii_digit() {
        return None;
    }
    if first.is_ascii_digit() {
        let digits = text[at..].iter().take_while(|l| l.c.is_ascii_digit()).count();
        let value: String = text[at..at + digits].iter().map(|l| l.c).collect();
        let n = value.parse::<u32>().unwrap_or(9999).min(9999);
        return Some((n as u16, at + digits));
    }
    if DIGITS.contains(first) {
        // No number is longer; a page of 一 must not be counted again and again.
        let digits = text[at..].iter().take(9).take_while(|l| DIGITS.contains(l.c)).count();
        if digits > 8 {
            return None;
        }
        let mut n = 0;
        for letter in &text[at..at + digits] {
            match DIGITS.chars().position(|k| k == letter.c) {
                Some(10) | None => n = if n == 0 { 10 } else { (n * 10).min(9999) },
                Some(digit) if n % 10 == 0 => n += digit,
                // 二二 is a slip of the pen.
                Some(_) => return None,
            }
        }
        return Some((n.min(9999) as u16, at + digits));
    }
    for (prefix, n) in [
        ("a couple of", 2),
        ("a couple", 2),
        ("couple of", 2),
        ("a pair of", 2),
        ("a single", 1),
        ("single", 1),
        ("one single", 1),
        ("a lone", 1),
    ] {
        if let Some(end) = word_at(text, at, prefix) {
            return Some((n, end));
        }
    }
    // Longest first: "six" must not hide "sixteen"; the boundary sees to that.
    WORDS
        .iter()
        .enumerate()
        .find_map(|(n, word)| word_at(text, at, word).map(|end| (n as u16, end)))
}

/// "second", "2nd".
pub(super) fn ordinal(text: &[Letter], at: usize) -> Option<(u16, usize)> {
    if let Some((n, end)) = number(text, at).filter(|_| text[at].c.is_ascii_digit()) {
        let suffix: String = text[end..].iter().take(2).map(|l| l.c).collect();
        return ["st", "nd", "rd", "th"].contains(&suffix.as_str()).then_some((n, end + 2));
    }
    counts(text.get(at)?.c).then_some(())?;
    ORDINALS
        .iter()
        .enumerate()
        .find_map(|(n, word)| word_at(text, at, word).map(|end| (n as u16, end)))
}
