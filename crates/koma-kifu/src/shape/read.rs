//! Reading the file of shapes.

use koma_rules::Side;

use super::condition::{ANY, Case, How, KINDS, Last, SIZE, Squares, Test, Who};
use super::{Shape, ShapeKind};

/// The shapes of a text, or the line that cannot be read.
pub(super) fn read(text: &'static str) -> Result<Vec<Shape>, String> {
    let lines = || {
        let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
        lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
    };
    let ids: Vec<&str> =
        lines().map(|(_, line)| line.split('|').nth(1).unwrap_or_default().trim()).collect();
    let shape = |(at, line)| shape(line, &ids).map_err(|why| format!("line {at}: {why}"));
    lines().map(shape).collect()
}

fn shape(line: &'static str, ids: &[&str]) -> Result<Shape, String> {
    let mut columns = line.split('|').map(str::trim);
    let mut column = |what: &str| {
        columns.next().filter(|text| !text.is_empty()).ok_or(format!("there is no {what}"))
    };
    let kind = column("kind")?;
    let kind = ShapeKind::ALL.into_iter().find(|known| known.name() == kind);
    let kind = kind.ok_or("the kind is unknown")?;
    let (id, japanese, english) =
        (column("id")?, column("Japanese name")?, column("English name")?);
    let conditions = columns.next().unwrap_or_default();
    if columns.next().is_some() {
        return Err("there are too many columns".to_owned());
    }
    if conditions.is_empty() != (kind == ShapeKind::Family) {
        return Err("a family, and nothing else, has no conditions".to_owned());
    }
    let mut families = Vec::new();
    let mut cases = Vec::new();
    for text in conditions.split(" or ").filter(|text| !text.is_empty()) {
        cases.push(case(text, ids, &mut families)?);
    }
    if kind == ShapeKind::Opening || kind == ShapeKind::Tesuji || kind == ShapeKind::Castle {
        let is_found = |case: &Case| case.last.is_some() || case.tests.iter().any(is_placed);
        if !cases.iter().all(is_found) {
            return Err("no move can complete it".to_owned());
        }
    }
    Ok(Shape { kind, id, japanese, english, families, cases })
}

/// Whether a move of the side can make it true.
fn is_placed(test: &Test) -> bool {
    matches!(test, Test::Stands { who: Who { foe: false, .. }, not: false, .. })
        || matches!(test, Test::DoubleCheck | Test::OpenedCheck)
}

fn case(text: &str, ids: &[&str], families: &mut Vec<u16>) -> Result<Case, String> {
    let mut case = Case { last: None, tests: Vec::new() };
    for word in text.split_whitespace() {
        let cannot = || format!("`{word}` cannot be read");
        if let Some(names) = word.strip_prefix("is=") {
            families.extend(shapes(names, ids)?);
            continue;
        }
        let how = match word.chars().next() {
            Some('>') => Some(How::Moved),
            Some('*') => Some(How::Dropped),
            Some('@') => Some(How::Either),
            _ => None,
        };
        match how {
            Some(how) => {
                let (to, rest) = squares(&word[1..]);
                let last = Last { how, to, kinds: kinds(rest).ok_or_else(cannot)? };
                if case.last.replace(last).is_some() {
                    return Err("a move is asked for twice".to_owned());
                }
            }
            None => case.tests.push(test(word, ids)?.ok_or_else(cannot)?),
        }
    }
    case.tests.sort_by_key(Test::cost);
    Ok(case)
}

fn test(word: &str, ids: &[&str]) -> Result<Option<Test>, String> {
    if let Some(flag) = flag(word) {
        return Ok(Some(flag));
    }
    if let Some((key, value)) = word.split_once('=') {
        return keyed(key, value, ids);
    }
    let compass = word.bytes().take_while(|b| b"nsew".contains(b)).count();
    Ok(if compass > 0 { relative(&word[..compass], &word[compass..]) } else { placed(word) })
}

fn flag(word: &str) -> Option<Test> {
    Some(match word {
        "promote" => Test::Promotes,
        "hung" => Test::Hung,
        "check" => Test::Check,
        "double" => Test::DoubleCheck,
        "opened" => Test::OpenedCheck,
        "mate" => Test::Mate,
        _ => return None,
    })
}

/// `28K`, `v34P`, `-77P`, `28,38K/G`, `27.`
fn placed(word: &str) -> Option<Test> {
    let (not, word) = split_mark(word, '-');
    let (foe, word) = split_mark(word, 'v');
    let (squares, rest) = squares(word);
    if squares == ALL {
        return None;
    }
    if rest == "." && !not && !foe {
        return Some(Test::Empty(squares));
    }
    let who = Who { foe, kinds: kinds(rest)?, just_moved: false, is_loose: false };
    Some(Test::Stands { squares, who, not })
}

/// `n:vK`, `nne:S/G`, `n:.`, `e~vR`, `n~~vG`
fn relative(compass: &str, rest: &str) -> Option<Test> {
    let count = |letter| compass.chars().filter(|&c| c == letter).count() as i16;
    let (rows, cols) = (count('s') - count('n'), count('e') - count('w'));
    if let Some(who) = rest.strip_prefix(':') {
        let who = if who == "." { None } else { Some(self::who(who)?) };
        return Some(Test::Near { rows, cols, who });
    }
    let rest = rest.strip_prefix('~')?;
    let (second, rest) = split_mark(rest, '~');
    let is_line = rows.abs() <= 1 && cols.abs() <= 1 && (rows, cols) != (0, 0);
    is_line.then_some(())?;
    Some(Test::Ray { rows, cols, who: who(rest)?, second })
}

fn keyed(key: &str, value: &str, ids: &[&str]) -> Result<Option<Test>, String> {
    let has = |foe, not| Ok(Some(Test::Has { foe, shapes: shapes(value, ids)?, not }));
    let sides = |sides| Ok(Some(Test::Sides(sides, shapes(value, ids)?)));
    let hand = |foe, not| Some(Test::Hand { foe, kinds: kinds(value)?, not });
    Ok(match key {
        "has" => return has(false, false),
        "no" => return has(false, true),
        "vhas" => return has(true, false),
        "vno" => return has(true, true),
        "both" => return sides(2),
        "one" => return sides(1),
        "none" => return sides(0),
        "hand" => hand(false, false),
        "hand!" => hand(false, true),
        "vhand" => hand(true, false),
        "vhand!" => hand(true, true),
        "take" => kinds(value).map(Test::Takes),
        "vtake" => kinds(value).map(Test::FoeTook),
        "hits" => kinds(value).map(Test::Hits),
        "from" => {
            let (squares, rest) = squares(value);
            (squares != ALL && rest.is_empty()).then_some(Test::From(squares))
        }
        "ply" => value.parse().ok().map(|ply| Test::Ply(ply, ply)),
        "ply<" => value.parse().ok().map(|last| Test::Ply(0, last)),
        "ply>" => value.parse().ok().map(|first| Test::Ply(first, u32::MAX)),
        "rank" => {
            let (first, last) = value.split_once('-').unwrap_or((value, value));
            first.parse().ok().zip(last.parse().ok()).map(|(first, last)| Test::Rank(first, last))
        }
        "side" => Side::from_name(value).map(Test::Side),
        _ => None,
    })
}

/// `vK/G`, `v?`, `vP>`, `vB/S!`
fn who(text: &str) -> Option<Who> {
    let (foe, text) = split_mark(text, 'v');
    let (text, just_moved) = text.strip_suffix('>').map_or((text, false), |text| (text, true));
    let (text, is_loose) = text.strip_suffix('!').map_or((text, false), |text| (text, true));
    Some(Who { foe, kinds: kinds(text)?, just_moved, is_loose })
}

fn split_mark(text: &str, mark: char) -> (bool, &str) {
    text.strip_prefix(mark).map_or((false, text), |rest| (true, rest))
}

/// Every square.
const ALL: Squares = (1 << (SIZE * SIZE)) - 1;

/// Squares with commas between, all of them where there is none, and what follows.
fn squares(text: &str) -> (Squares, &str) {
    let (mut set, mut rest) = (0, text);
    while let [file @ b'1'..=b'9', rank @ b'1'..=b'9', after @ ..] = rest.as_bytes() {
        set |= 1 << (u32::from(file - b'1') * u32::from(SIZE) + u32::from(rank - b'1'));
        rest = &rest[2..];
        match after {
            [b',', ..] => rest = &rest[1..],
            _ => break,
        }
    }
    (if set == 0 { ALL } else { set }, rest)
}

/// Kinds with strokes between; `?` is any.
fn kinds(text: &str) -> Option<u16> {
    if text == "?" {
        return Some(ANY);
    }
    let kind = |code: &str| KINDS.iter().position(|known| *known == code);
    text.split('/').map(|code| kind(code).map(|at| 1 << at)).sum()
}

fn shapes(names: &str, ids: &[&str]) -> Result<Vec<u16>, String> {
    let place = |name| match ids.iter().position(|id| *id == name) {
        Some(at) => Ok(at as u16),
        None => Err(format!("there is no shape `{name}`")),
    };
    names.split(',').map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_means_nothing_is_told_with_its_line() {
        for (text, why) in [
            ("castle | a | あ | A | 28K x9", "line 1: `x9` cannot be read"),
            ("\ncastle | a | あ | A | 28Q", "line 2: `28Q` cannot be read"),
            ("castle | a | あ | A | ply<=9", "line 1: no move can complete it"),
            ("castle | a | あ | A | 28K has=b", "line 1: there is no shape `b`"),
            ("castle | a | あ | A | >28K >38S", "line 1: a move is asked for twice"),
            ("castle | a | あ | A", "line 1: a family, and nothing else, has no conditions"),
            ("castle | a | あ | A | 28K | b", "line 1: there are too many columns"),
            ("house | a | あ | A | 28K", "line 1: the kind is unknown"),
            ("castle | a | あ", "line 1: there is no English name"),
            ("tesuji | a | あ | A | *P nn~vK", "line 1: `nn~vK` cannot be read"),
            ("tesuji | a | あ | A | *P from=x", "line 1: `from=x` cannot be read"),
        ] {
            assert_eq!(read(text).unwrap_err(), why);
        }
    }
}
