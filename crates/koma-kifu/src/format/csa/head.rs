//! The head of a game as CSA has it: names, then the keys of the standard in the standard's forms,
//! then comments for everything else.

use std::fmt::Write as _;

use super::{KEYS, KEYS_OF_3};
use crate::format::Text;
use crate::notation::token::digit;
use crate::{Header, Record};

/// A header and what becomes of it.
enum Line {
    /// `N+name`.
    Name(char, String),
    /// `$KEY:value`.
    Key(&'static str, String),
    /// `'key：value`: programs skip it, and we read it back as a header.
    Comment,
}

/// The mark between key and value of a header that is written as a comment.
pub(super) const COLON: char = '：';

/// Writes the head of a game.
pub(super) fn write(record: &Record, is_3: bool, text: &mut Text) {
    let mut lines: Vec<(u8, String)> = Vec::new();
    for header in record.headers.iter() {
        let line = line(record, header, is_3, text);
        let order = match line {
            Line::Name('+', _) => 0,
            Line::Name(..) => 1,
            Line::Key(..) => 2,
            Line::Comment => 3,
        };
        for line in spelled(&line, header, text) {
            lines.push((order, line));
        }
    }
    // The standard has names first, Sente's before Gote's, and there are readers that insist; the
    // order is otherwise that of the record.
    lines.sort_by_key(|(order, _)| *order);
    lines.iter().for_each(|(_, line)| text.text.extend([line, "\n"]));
}

/// The lines of a header: one, or several comments for a value of several lines.
fn spelled(line: &Line, header: &Header, text: &mut Text) -> Vec<String> {
    let (start, value) = match line {
        Line::Name(sign, name) => (format!("N{sign}"), &**name),
        Line::Key(key, value) => (format!("${key}:"), &**value),
        Line::Comment => (format!("'{}{COLON}", header.key), &*header.value),
    };
    let is_bad_key = header.key.is_empty()
        || matches!(line, Line::Comment) && !is_commented(&format!("{}{COLON}", header.key));
    let is_split = value.contains(['\n', '\r']);
    if is_bad_key || header.key.contains(['\n', '\r']) || is_split && !matches!(line, Line::Comment)
    {
        let message = format!("the header {:?} would not be read as one", header.key);
        text.lose("header-lost", message, None);
        return Vec::new();
    }
    if is_split {
        text.lose("header-split", "a header of several lines becomes several", None);
    }
    // Of comments programs keep the blanks.
    let parts = value.split('\n').map(|part| part.trim_matches('\r'));
    let is_cut = !matches!(line, Line::Comment) && value.trim_end() != value;
    if is_cut {
        text.lose("header-changed", "blanks at the end of a header are cut", None);
    }
    let cut = |part: &str| if is_cut { part.trim_end().to_owned() } else { part.to_owned() };
    parts.map(|part| format!("{start}{}", cut(part))).collect()
}

fn line(record: &Record, header: &Header, is_3: bool, text: &mut Text) -> Line {
    let Header { key, value } = header;
    match &**key {
        "先手" => return Line::Name('+', value.clone()),
        "後手" => return Line::Name('-', value.clone()),
        "上手" | "下手" => {
            let message = "CSA has no words for the players of a handicap game";
            text.lose("header-changed", message, None);
            return Line::Name(if key == "下手" { '+' } else { '-' }, value.clone());
        }
        // Other programs look for the day under one key only.
        "対局日" if record.headers.get("開始日時").is_none() && date(value).is_some() => {
            text.lose("header-changed", "対局日 is written as the start of the game", None);
            return Line::Key("START_TIME", date(value).unwrap_or_default());
        }
        _ => {}
    }
    let in_kif = KEYS.iter().find(|row| row.1 == key).map(|row| row.0);
    let known = in_kif.or_else(|| {
        let of_2 = KEYS.iter().map(|row| row.0).filter(|key| !KEYS_OF_3.contains(key));
        of_2.chain(KEYS_OF_3.iter().copied()).find(|known| known == key)
    });
    let Some(known) = known.filter(|known| is_3 || !KEYS_OF_3.contains(known)) else {
        return Line::Comment;
    };
    if in_kif.is_none() && KEYS.iter().any(|row| row.0 == known) {
        let message = format!("{key} is read back under its name in KIF");
        text.lose("header-changed", message, None);
    }
    let turned = match known {
        "START_TIME" | "END_TIME" => date(value),
        "TIME_LIMIT" => limit(value, record.headers.get("秒読み")),
        "NOTE" => return Line::Key(known, value.replace('\\', "\\\\").replace('\n', "\\n")),
        _ => return Line::Key(known, value.clone()),
    };
    match turned {
        Some(turned) if turned == *value => Line::Key(known, turned),
        Some(turned) => {
            let message = format!("{key} {value:?} is written in the standard's form, {turned}");
            text.lose("header-changed", message, None);
            Line::Key(known, turned)
        }
        None => {
            let message = format!("{key} {value:?} has no form in the standard; it is a comment");
            text.lose("header-changed", message, None);
            Line::Comment
        }
    }
}

/// The header in a comment of the head, if it is one: `備考：…`.
pub(super) fn commented(text: &str) -> Option<(&str, &str)> {
    let (key, value) = text.split_once(COLON)?;
    is_commented(text).then_some((key, value))
}

fn is_commented(text: &str) -> bool {
    let Some((key, _)) = text.split_once(COLON) else { return false };
    let is_word = |c: char| !c.is_whitespace() && !c.is_control() && !"*:'#$%,".contains(c);
    !key.is_empty()
        && key.chars().count() <= MOST_LETTERS
        && key.chars().all(is_word)
        && !key.starts_with("summary")
}

/// A longer key is a sentence.
const MOST_LETTERS: usize = 20;

/// `1999/07/15(木) 19:07` as `1999/07/15 19:07:00`: the form the standard has for times. `None`
/// where there is anything else in it.
fn date(text: &str) -> Option<String> {
    let mut text: String = text.chars().map(narrow).collect();
    // The day of the week says nothing new.
    for week in "月火水木金土日".chars() {
        for (open, close) in [("(", ")"), ("（", "）")] {
            text = text.replace(&format!("{open}{week}{close}"), " ");
        }
    }
    let text = text.replace(['年', '月', '-', '.'], "/").replace('日', " ");
    let text = text.replace(['時', '分'], ":").replace('秒', "");
    let mut words = text.split_whitespace();
    let mut day = words.next()?.trim_end_matches('/').split('/');
    let number = |text: &str, most: usize| {
        let is_number =
            !text.is_empty() && text.len() <= most && text.bytes().all(|b| b.is_ascii_digit());
        is_number.then(|| text.parse::<u32>().ok()).flatten()
    };
    let year = day.next().filter(|year| year.len() == 4).and_then(|year| number(year, 4))?;
    let month = number(day.next()?, 2).filter(|month| (1..=12).contains(month))?;
    let date = number(day.next()?, 2).filter(|date| (1..=31).contains(date))?;
    if day.next().is_some() {
        return None;
    }
    let mut turned = format!("{year:04}/{month:02}/{date:02}");
    if let Some(time) = words.next() {
        let mut parts = time.trim_end_matches(':').split(':');
        let hour = number(parts.next()?, 2).filter(|hour| *hour < 24)?;
        let sixty = |part: Option<&str>| match part {
            None => Some(0),
            Some(part) => number(part, 2).filter(|value| *value < 60),
        };
        let (minute, second) = (sixty(parts.next())?, sixty(parts.next())?);
        if parts.next().is_some() {
            return None;
        }
        let _ = write!(turned, " {hour:02}:{minute:02}:{second:02}");
    }
    words.next().is_none().then_some(turned)
}

/// `各８時間`, `15分30秒` as `08:00+00`, `00:15+30`: time to think, then seconds for each move once
/// it is used up. `seconds` is the line 秒読み. `None` where there is anything else in it.
fn limit(text: &str, seconds: Option<&str>) -> Option<String> {
    let plain: String = text.chars().map(narrow).filter(|c| !c.is_whitespace()).collect();
    if let Some((clock, byoyomi)) = plain.split_once('+')
        && let Some((hours, minutes)) = clock.split_once(':')
        && [hours, minutes, byoyomi].iter().all(|part| part.len() == 2)
        && [hours, minutes, byoyomi].concat().bytes().all(|b| b.is_ascii_digit())
    {
        return Some(plain);
    }
    let mut rest = &*plain;
    let (mut hours, mut minutes, mut after): (u32, u32, Option<u32>) = (0, 0, None);
    let mut is_told = false;
    while !rest.is_empty() {
        if let Some(next) = NOISE.iter().find_map(|noise| rest.strip_prefix(noise)) {
            rest = next;
            continue;
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let value: u32 = rest[..digits].parse().ok().filter(|value| *value < 10_000)?;
        let unit = &rest[digits..];
        rest = if let Some(next) = unit.strip_prefix("時間半") {
            (hours, minutes) = (hours + value, minutes + 30);
            next
        } else if let Some(next) = unit.strip_prefix("時間") {
            hours += value;
            next
        } else if let Some(next) = unit.strip_prefix('分') {
            minutes += value;
            next
        } else if let Some(next) = unit.strip_prefix('秒').filter(|_| after.is_none()) {
            after = Some(value);
            next
        } else {
            return None;
        };
        is_told = true;
    }
    if let Some(seconds) = seconds {
        let plain: String = seconds.chars().map(narrow).filter(|c| !c.is_whitespace()).collect();
        let digits = plain.trim_start_matches("1手").trim_end_matches('秒');
        after =
            Some(digits.parse().ok().filter(|value| after.is_none_or(|after| after == *value))?);
    }
    let (hours, minutes) = (hours + minutes / 60, minutes % 60);
    let after = after.unwrap_or(0);
    (is_told && hours < 100 && after < 100).then(|| format!("{hours:02}:{minutes:02}+{after:02}"))
}

/// Words that change nothing about a time limit.
const NOISE: &[&str] = &[
    "各",
    "双方",
    "持ち時間",
    "持時間",
    "切れ負け",
    "切れたら",
    "使い切ると",
    "使い切ったら",
    "秒読み",
    "1手",
    "一手",
    "以後",
    "以降",
    "から",
    "(チェスクロック使用)",
    "(チェスクロック方式)",
    "(チェスクロック)",
    "(ストップウォッチ方式)",
    "、",
    "。",
    ",",
    "+",
    "・",
    "/",
    "：",
    ":",
    "で",
    "は",
];

/// Full-width digits and signs as half-width ones.
fn narrow(c: char) -> char {
    match c {
        '／' => '/',
        '：' => ':',
        '－' => '-',
        '＋' => '+',
        '（' => '(',
        '）' => ')',
        '\u{3000}' => ' ',
        c => digit(c).map_or(c, |value| char::from(b'0' + value as u8)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_turned_into_the_forms_of_the_standard() {
        for (text, expected) in [
            ("1999/07/15(木) 19:07:12", "1999/07/15 19:07:12"),
            ("1999/7/15（木）", "1999/07/15"),
            ("2025年1月15日", "2025/01/15"),
            ("2025年1月15日(水) 9時30分", "2025/01/15 09:30:00"),
            ("２０２５／０１／１５　１０：００", "2025/01/15 10:00:00"),
            ("2003/05/03 10:30:00", "2003/05/03 10:30:00"),
        ] {
            assert_eq!(date(text).as_deref(), Some(expected), "{text}");
        }
        for text in [
            "",
            "2025",
            "平成5年1月1日",
            "2025/13/01",
            "2025/01/15 25:00",
            "1993/01/01頃",
            "2025/01/15 夜",
        ] {
            assert_eq!(date(text), None, "{text}");
        }
    }

    #[test]
    fn limits_are_turned_into_the_form_of_the_standard() {
        for (text, seconds, expected) in [
            ("6時間", None, "06:00+00"),
            ("各８時間", None, "08:00+00"),
            ("15分30秒", None, "00:15+30"),
            ("各1時間30分", None, "01:30+00"),
            ("1時間半", None, "01:30+00"),
            ("90分", None, "01:30+00"),
            ("15分", Some("60秒"), "00:15+60"),
            ("各5時間（チェスクロック使用）", None, "05:00+00"),
            ("10分、切れたら1手30秒", None, "00:10+30"),
            ("00:25+00", None, "00:25+00"),
            ("30秒", None, "00:00+30"),
        ] {
            assert_eq!(limit(text, seconds).as_deref(), Some(expected), "{text}");
        }
        for text in
            ["", "各", "無制限", "10分(フィッシャー)", "5分+3秒加算", "999時間", "10分30秒40秒"]
        {
            assert_eq!(limit(text, None), None, "{text}");
        }
    }
}
