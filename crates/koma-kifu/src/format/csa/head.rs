//! The head of a game as CSA has it: names, then the keys of the standard in the standard's forms,
//! then comments for everything else.

use std::fmt::Write as _;

use super::{KEYS, KEYS_OF_3};
use crate::format::Text;
use crate::notation::token::digit;
use crate::{Header, Record, say};

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
        text.lose(say::header_lost(format!("{:?}", header.key)), None);
        return Vec::new();
    }
    if is_split {
        text.lose(say::header_split(), None);
    }
    // Of comments programs keep the blanks.
    let parts = value.split('\n').map(|part| part.trim_matches('\r'));
    let is_cut = !matches!(line, Line::Comment) && value.trim_end() != value;
    if is_cut {
        text.lose(say::header_cut(), None);
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
            text.lose(say::handicap_players("CSA"), None);
            return Line::Name(if key == "下手" { '+' } else { '-' }, value.clone());
        }
        // Other programs look for the day under one key only.
        "対局日" if record.headers.get("開始日時").is_none() && date(value).is_some() => {
            text.lose(say::day_as_start(), None);
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
        text.lose(say::header_renamed(key), None);
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
            text.lose(say::header_in_form(key, format!("{value:?}"), &turned), None);
            Line::Key(known, turned)
        }
        None => {
            text.lose(say::header_as_comment(key, format!("{value:?}")), None);
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
    let mut text: String = text.trim().chars().map(narrow).collect();
    // The day of the week says nothing new.
    for week in "月火水木金土日".chars() {
        text = text.replace(&format!("({week})"), " ").replace(&format!("{week}曜日"), " ");
    }
    let is_plain = text.len() == 8 && text.bytes().all(|b| b.is_ascii_digit());
    if is_plain {
        text = format!("{}/{}/{}", &text[..4], &text[4..6], &text[6..]);
    }
    if let Some((first, rest)) = ERAS.iter().find_map(|(era, first)| {
        let rest = text.strip_prefix(era)?;
        Some((first, rest.strip_prefix("元").map_or(rest.to_owned(), |rest| format!("1{rest}"))))
    }) {
        let (years, rest) = rest.split_once('年')?;
        text = format!("{}/{rest}", first + number(years, 2).filter(|years| *years > 0)? - 1);
    }
    // Of ISO 8601, between the day and the time.
    let iso = text.get(10..).and_then(|rest| rest.strip_prefix('T')).map(str::to_owned);
    if let Some(time) = iso {
        text = format!("{} {time}", &text[..10]);
    }
    let text = text.replace(['年', '月', '-', '.'], "/").replace('日', " ");
    let mut words = text.split_whitespace();
    let mut day = words.next()?.trim_end_matches('/').split('/');
    let year = day.next().filter(|year| year.len() == 4).and_then(|year| number(year, 4))?;
    let month = number(day.next()?, 2).filter(|month| (1..=12).contains(month))?;
    let date = number(day.next()?, 2).filter(|date| (1..=days(year, month)).contains(date))?;
    if day.next().is_some() {
        return None;
    }
    let mut turned = format!("{year:04}/{month:02}/{date:02}");
    let time: String = words.collect();
    if !time.is_empty() {
        let (hour, minute, second) = time_of_day(&time)?;
        let _ = write!(turned, " {hour:02}:{minute:02}:{second:02}");
    }
    Some(turned)
}

/// `19:07`, `9時30分`, `午後3時`.
fn time_of_day(text: &str) -> Option<(u32, u32, u32)> {
    let (clock, after) = match (text.strip_prefix("午前"), text.strip_prefix("午後")) {
        (Some(clock), _) => (clock, Some(0)),
        (_, Some(clock)) => (clock, Some(12)),
        _ => (text, None),
    };
    let clock = clock.replace("時半", ":30").replace(['時', '分'], ":").replace('秒', "");
    let mut parts = clock.trim_end_matches(':').split(':');
    let most = if after.is_some() { 12 } else { 23 };
    let hour = number(parts.next()?, 2).filter(|hour| *hour <= most)?;
    let mut sixty = || match parts.next() {
        None => Some(0),
        Some(part) => number(part, 2).filter(|value| *value < 60),
    };
    let (minute, second) = (sixty()?, sixty()?);
    let hour = after.map_or(hour, |after| hour % 12 + after);
    parts.next().is_none().then_some((hour, minute, second))
}

/// The first years of the eras in which games were dated.
const ERAS: [(&str, u32); 5] =
    [("令和", 2019), ("平成", 1989), ("昭和", 1926), ("大正", 1912), ("明治", 1868)];

fn number(text: &str, most: usize) -> Option<u32> {
    let is_number =
        !text.is_empty() && text.len() <= most && text.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

/// How many days a month has.
fn days(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    match month {
        2 => 28 + u32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
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
    let (time, mut after) = spans(&plain)?;
    if let Some(seconds) = seconds {
        let plain: String = seconds.chars().map(narrow).filter(|c| !c.is_whitespace()).collect();
        let told = match plain.parse() {
            Ok(bare) => bare,
            Err(_) if plain == "なし" => 0,
            Err(_) => match spans(&plain)? {
                (None, Some(after)) => after,
                // `1分`, by itself, is what the line is about.
                (Some(time), None) => time,
                _ => return None,
            },
        };
        after = Some(Some(told).filter(|told| after.is_none_or(|after| after == *told))?);
    }
    // Who loses when the time is used up has no seconds after it.
    if plain.contains("切れ負け") && after.is_some_and(|after| after > 0) {
        return None;
    }
    if time.is_none() && after.is_none() {
        return None;
    }
    let (time, after) = (time.unwrap_or(0), after.unwrap_or(0));
    let (hours, minutes) = (time / 3600, time / 60 % 60);
    let fits = time.is_multiple_of(60) && hours < 100 && after < 100;
    fits.then(|| format!("{hours:02}:{minutes:02}+{after:02}"))
}

/// The time to think and the time for each move after it, in seconds.
fn spans(plain: &str) -> Option<(Option<u32>, Option<u32>)> {
    let (mut time, mut after): (Option<u32>, Option<u32>) = (None, None);
    let mut rest = plain;
    // Each unit once, the larger one first.
    let mut last_unit = u32::MAX;
    let mut is_after = false;
    while !rest.is_empty() {
        if let Some(next) = AFTER.iter().find_map(|word| rest.strip_prefix(word)) {
            (rest, is_after) = (next, true);
            last_unit = u32::MAX;
            continue;
        }
        if let Some(next) = NOISE.iter().find_map(|noise| rest.strip_prefix(noise)) {
            rest = next;
            continue;
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let value: u32 = rest[..digits].parse().ok().filter(|value| *value < 100_000)?;
        let units = [("時間半", 3600, 1800), ("時間", 3600, 0), ("分", 60, 0), ("秒", 1, 0)];
        let (next, unit, more) = units.iter().find_map(|&(word, unit, more)| {
            Some((rest[digits..].strip_prefix(word)?, unit, more))
        })?;
        // `15分30秒` has a time and then seconds, `3600秒` a time, `30秒` seconds.
        let is_byoyomi = is_after || unit == 1 && value < 100;
        let sum = if is_byoyomi { &mut after } else { &mut time };
        if unit >= last_unit {
            return None;
        }
        last_unit = unit;
        *sum = Some(sum.unwrap_or(0) + value * unit + more);
        rest = next;
    }
    Some((time, after))
}

/// Words after which a time is the one for each move.
const AFTER: &[&str] = &[
    "切れたら",
    "使い切ると",
    "使い切ったら",
    "使い切った後",
    "秒読み",
    "1手",
    "一手",
    "以後",
    "以降",
    "+",
];

/// Words that change nothing about a time limit.
const NOISE: &[&str] = &[
    "各",
    "双方",
    "持ち時間",
    "持時間",
    "切れ負け",
    "から",
    "(チェスクロック使用)",
    "(チェスクロック方式)",
    "(チェスクロック)",
    "(ストップウォッチ使用)",
    "(ストップウォッチ方式)",
    "、",
    "。",
    ",",
    "・",
    "/",
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
            ("2024-03-05T10:00:00", "2024/03/05 10:00:00"),
            ("2024.3.5", "2024/03/05"),
            ("20240305", "2024/03/05"),
            ("2024/03/05(火) 午前10時", "2024/03/05 10:00:00"),
            ("2024年3月5日火曜日 午後1時5分", "2024/03/05 13:05:00"),
            ("2024年3月5日 午後12時半", "2024/03/05 12:30:00"),
            ("令和6年3月5日", "2024/03/05"),
            ("平成元年１月８日（日）", "1989/01/08"),
            ("昭和64年1月7日", "1989/01/07"),
            ("2024/02/29", "2024/02/29"),
        ] {
            assert_eq!(date(text).as_deref(), Some(expected), "{text}");
        }
        for text in [
            "",
            "2025",
            "平成0年1月1日",
            "慶応3年1月1日",
            "2025/13/01",
            "2025/02/29",
            "2024/04/31",
            "2024/04/30 午後13時",
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
            ("3600秒", None, "01:00+00"),
            ("各４時間、切れたら1手1分", None, "04:00+60"),
            ("各４時間, 切れたら1分", Some("60秒"), "04:00+60"),
            ("10分＋30秒", None, "00:10+30"),
            ("30分+1分", None, "00:30+60"),
            ("0分 秒読み30秒", None, "00:00+30"),
            ("10分切れ負け", None, "00:10+00"),
            ("10分", Some("1手30秒"), "00:10+30"),
            ("10分", Some("1分"), "00:10+60"),
            ("10分", Some("30"), "00:10+30"),
            ("10分", Some("なし"), "00:10+00"),
        ] {
            assert_eq!(limit(text, seconds).as_deref(), Some(expected), "{text}");
        }
        for text in [
            "",
            "各",
            "無制限",
            "10分(フィッシャー)",
            "5分+3秒加算",
            "999時間",
            "10分30秒40秒",
            "3分10分",
        ] {
            assert_eq!(limit(text, None), None, "{text}");
        }
        assert_eq!(limit("10分切れ負け", Some("30秒")), None, "either, not both");
        assert_eq!(limit("10分60秒", Some("30秒")), None, "two of them");
    }
}
