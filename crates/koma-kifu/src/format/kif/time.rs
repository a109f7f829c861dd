//! `( 0:16/00:00:16)`: time spent on a move and in all.

use crate::Millis;

/// Time on the move and in all, as far as they are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Times {
    pub time: Option<Millis>,
    pub total: Option<Millis>,
}

/// Reads a group in brackets at the start of a text; gives the times and what follows.
///
/// Programs write `( 0:16/00:00:16)`, `(0:2/0:0:2)`, `( 0:12/)`, `( 0:03 / 0:00:08)`, `(0:12)`,
/// `( 1:02:03/...)` with hours, and fractions of seconds.
pub(super) fn take(text: &str) -> Option<(Times, &str)> {
    match usual(text.as_bytes()) {
        Some(times) => Some((times, &text[16..])),
        None => take_any(text),
    }
}

fn take_any(text: &str) -> Option<(Times, &str)> {
    let bytes = text.as_bytes();
    if bytes.first() != Some(&b'(') {
        return None;
    }
    let mut at = 1;
    let time = clock(bytes, &mut at)?;
    // A number without a colon is no time, but perhaps a square.
    if time.is_some() && !bytes[..at].contains(&b':') {
        return None;
    }
    let mut total = None;
    if bytes.get(at) == Some(&b'/') {
        at += 1;
        total = clock(bytes, &mut at)?;
    }
    (bytes.get(at) == Some(&b')')).then(|| (Times { time, total }, &text[at + 1..]))
}

/// Reads `( 0:16/00:00:16)`, sixteen bytes as Kifu for Windows writes them, all at once.
fn usual(bytes: &[u8]) -> Option<Times> {
    let shape = u128::from_le_bytes(*b"(00:00/00:00:00)");
    // Signs become zero, digits their values, a blank 16.
    let mut found = u128::from_le_bytes(*bytes.first_chunk()?) ^ shape;
    if found & 0xff00 == 0x1000 {
        found ^= 0x1000;
    }
    let signs = u128::from_le_bytes(*b"\xff\0\0\xff\0\0\xff\0\0\xff\0\0\xff\0\0\xff");
    // A byte above 9 carries into its highest bit.
    let above = found.wrapping_add(u128::from_le_bytes([0x76; 16])) | found;
    if found & signs != 0 || above & u128::from_le_bytes([0x80; 16]) != 0 {
        return None;
    }
    let values = found.to_le_bytes();
    let two = |at: usize| u64::from(values[at]) * 10 + u64::from(values[at + 1]);
    let time = two(1) * 60 + two(4);
    let total = (two(7) * 60 + two(10)) * 60 + two(13);
    Some(Times { time: Some(Millis::seconds(time)), total: Some(Millis::seconds(total)) })
}

/// The same in full-width characters: `（0:05／0:00:05）`.
pub(super) fn take_wide(text: &str) -> Option<(Times, &str)> {
    let end = text.strip_prefix('（')?.find('）')? + 2 * '（'.len_utf8();
    let narrow = |c: char| match c {
        '（'..='：' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        '\u{3000}' => ' ',
        other => other,
    };
    let group: String = text[..end].chars().take(40).map(narrow).collect();
    let (times, rest) = take(&group)?;
    rest.is_empty().then_some((times, &text[end..]))
}

/// Reads `h:mm:ss.fff` with blanks round it; `Some(None)` is nothing but blanks.
fn clock(bytes: &[u8], at: &mut usize) -> Option<Option<Millis>> {
    let mut seconds: u64 = 0;
    let mut millis = 0;
    let mut fields = 0;
    skip_blanks(bytes, at);
    loop {
        let start = *at;
        let mut value: u64 = 0;
        while let Some(digit) = bytes.get(*at).filter(|b| b.is_ascii_digit()) {
            value = value.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
            *at += 1;
        }
        if *at == start {
            // Nothing at all, or a colon without digits after it.
            return (fields == 0).then_some(None);
        }
        seconds = seconds.saturating_mul(60).saturating_add(value);
        fields += 1;
        match bytes.get(*at) {
            Some(b':') if fields < 3 => {
                *at += 1;
                skip_blanks(bytes, at); // Some pad with blanks: "1: 5".
            }
            Some(b'.') => {
                *at += 1;
                millis = fraction(bytes, at);
                break;
            }
            _ => break,
        }
    }
    skip_blanks(bytes, at);
    Some(Some(Millis::new(seconds.saturating_mul(1000).saturating_add(millis))))
}

/// Digits after the point, as milliseconds.
fn fraction(bytes: &[u8], at: &mut usize) -> u64 {
    let mut millis = 0;
    let mut unit = 100;
    while let Some(digit) = bytes.get(*at).filter(|b| b.is_ascii_digit()) {
        millis += u64::from(digit - b'0') * unit;
        unit /= 10;
        *at += 1;
    }
    millis
}

fn skip_blanks(bytes: &[u8], at: &mut usize) {
    while bytes.get(*at) == Some(&b' ') {
        *at += 1;
    }
}

/// Writes `( 0:16/00:00:16)` as Kifu for Windows does. Milliseconds do not fit.
pub(super) fn push(text: &mut String, time: Millis, total: Millis) {
    use std::fmt::Write as _;
    let (time, total) = (time.get() / 1000, total.get() / 1000);
    let _ = write!(text, "({:2}:{:02}/", time / 60, time % 60);
    let _ = write!(text, "{:02}:{:02}:{:02})", total / 3600, total / 60 % 60, total % 60);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sixteen_bytes_at_once_are_read_like_one_by_one(
            digits in "\\([ 0-9][0-9]:[0-9]{2}/[0-9]{2}:[0-9]{2}:[0-9]{2}\\)x?",
            fault in prop::option::of((0..16_usize, "[ -~]")),
        ) {
            prop_assert!(usual(digits.as_bytes()).is_some());
            let mut text = digits;
            if let Some((at, sign)) = fault {
                text.replace_range(at..=at, &sign);
            }
            prop_assert_eq!(take(&text), take_any(&text));
        }
    }

    #[track_caller]
    fn check(text: &str, time: Option<u64>, total: Option<u64>, rest: &str) {
        let expected = Times { time: time.map(Millis::new), total: total.map(Millis::new) };
        assert_eq!(take(text), Some((expected, rest)), "{text}");
    }

    #[test]
    fn all_dialects_of_time_are_read() {
        check("( 0:16/00:00:16)", Some(16_000), Some(16_000), "");
        check("(0:2/0:0:2)+", Some(2_000), Some(2_000), "+");
        check("( 0:12/)", Some(12_000), None, "");
        check("( 0:03/ )", Some(3_000), None, "");
        check("( 0:03 / 0:00:08)", Some(3_000), Some(8_000), "");
        check("(0:12)", Some(12_000), None, "");
        check("( 1:02:03/01:02:03)", Some(3_723_000), Some(3_723_000), "");
        check("(125:07/2:05:07)", Some(7_507_000), Some(7_507_000), "");
        check("( 0:01.5/00:00:01)", Some(1_500), Some(1_000), "");
        check("(0:00.123456/)", Some(123), None, "");
        check("(/)", None, None, "");
        check("( 0:16/00:00:16) ( 0:16/00:00:32)", Some(16_000), Some(16_000), " ( 0:16/00:00:32)");
        check("(99999999999999999999999:00/)", Some(u64::MAX), None, "");
    }

    #[test]
    fn full_width_times_are_read() {
        let times = Times { time: Some(Millis::seconds(5)), total: Some(Millis::seconds(65)) };
        assert_eq!(take_wide("（0:05/0:01:05）+"), Some((times, "+")));
        assert_eq!(take_wide("（　０：０５／０：０１：０５）"), Some((times, "")));
        for text in ["（77）", "（", "（x）", "(0:05/)"] {
            assert_eq!(take_wide(text), None, "{text}");
        }
    }

    #[test]
    fn other_brackets_are_no_times() {
        for text in ["", "(77", "(77)", "(x)", "(0:)", "0:16", "(0:16/00:00:16"] {
            assert_eq!(take(text), None, "{text}");
        }
    }

    #[test]
    fn times_are_written_like_kifu_for_windows() {
        let mut text = String::new();
        push(&mut text, Millis::seconds(16), Millis::seconds(3_723));
        assert_eq!(text, "( 0:16/01:02:03)");
    }
}
