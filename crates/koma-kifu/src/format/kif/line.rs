//! What kind of line this is: the grammar of KIF, KI2 and BOD at a glance.

use crate::notation::token::{digit, mark, trim_start};

/// A line of a record, sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind<'t> {
    /// Nothing on it.
    Blank,
    /// `# ...`: skipped by definition; also column heads and borders, which say nothing.
    Skipped,
    /// `*...`, without the mark.
    Comment(&'t str),
    /// `&...`, without the mark.
    Bookmark(&'t str),
    /// `   1 ７六歩(77)   ( 0:16/00:00:16)`: the number and the rest.
    Numbered(u32, &'t str),
    /// A line with moves of KI2.
    Marked(&'t str),
    /// `変化：9手`: what follows the word.
    Branch(&'t str),
    /// `まで64手で後手の勝ち`: the whole line.
    Result(&'t str),
    /// `|v香v桂 ・ ...|一`.
    Row(&'t str),
    /// `手数＝171  ▲６二角成  まで`: what follows `手数＝`.
    LastMove(&'t str),
    /// `後手番`, or an old spelling of it.
    Turn(&'t str),
    /// `先手：羽生善治`: the value as it is, blanks and all.
    Header(&'t str, &'t str),
    /// Something else.
    Unknown,
}

impl<'t> Kind<'t> {
    pub fn of(line: &'t str) -> Self {
        // Move lines are by far the most: look for their number first.
        let bytes = line.as_bytes();
        let blanks = bytes.iter().take_while(|&&b| b == b' ').count();
        let digits = bytes[blanks..].iter().take_while(|b| b.is_ascii_digit()).count();
        if (1..=9).contains(&digits) {
            let value = |n: u32, b: &u8| n * 10 + u32::from(b - b'0');
            let number = bytes[blanks..blanks + digits].iter().fold(0, value);
            let rest = &line[blanks + digits..];
            // Lishogi's chu shogi has "57手目一歩目 ▲仝獅子".
            let rest = rest.strip_prefix("手目").map_or(rest, |_| &rest["手".len()..]);
            let follows = rest.trim_start_matches([' ', '.', '\u{3000}', '\t', '目']);
            if rest.len() > follows.len() {
                return numbered(number, follows, line);
            }
        }
        Self::of_other(line.trim_matches([' ', '\t', '\u{3000}']), line)
    }

    fn of_other(line: &'t str, whole: &'t str) -> Self {
        let Some(first) = line.chars().next() else { return Self::Blank };
        match first {
            '#' => return Self::Skipped,
            // Blanks at the end of a comment are part of it.
            '*' | '＊' => {
                let start = whole.len() - trim_start(whole).len() + first.len_utf8();
                return Self::Comment(&whole[start..]);
            }
            '&' => return Self::Bookmark(&line[1..]),
            '|' | '｜' if is_row(line) => return Self::Row(line),
            '|' | '｜' => return Self::Unknown,
            _ if mark(first).is_some() => return Self::Marked(line),
            _ => {}
        }
        if let Some(rest) = line.strip_prefix("変化") {
            let rest = trim_start(rest);
            if let Some(rest) = rest.strip_prefix(['：', ':']) {
                return Self::Branch(trim_start(rest));
            }
        }
        if let Some(rest) = line.strip_prefix("手数") {
            if let Some(rest) = rest.strip_prefix(['＝', '=']) {
                return Self::LastMove(rest);
            }
            if rest.contains("--") {
                return Self::Skipped;
            }
        }
        if line.starts_with("まで") {
            return Self::Result(line);
        }
        if let "先手番" | "後手番" | "下手番" | "上手番" = line {
            return Self::Turn(line);
        }
        if line.starts_with('+') && line.contains("--") {
            return Self::Skipped;
        }
        if digit(first).is_some() {
            let is_head = |c: char| digit(c).is_some() || matches!(c, ' ' | '\u{3000}');
            if line.chars().all(is_head) && line.contains([' ', '\u{3000}']) {
                return Self::Skipped;
            }
            if let Some(numbered) = wide_number(line) {
                return numbered;
            }
        }
        if let Some((key, value)) = whole.split_once(['：', ':']) {
            return Self::Header(key.trim_matches([' ', '\t', '\u{3000}']), value);
        }
        Self::Unknown
    }
}

fn numbered<'t>(number: u32, rest: &'t str, line: &'t str) -> Kind<'t> {
    // "9 8 7 6" is the head of a diagram in half-width digits.
    let is_head = rest.bytes().all(|b| b.is_ascii_digit() || b == b' ') && !rest.is_empty();
    if is_head && line.trim().contains(' ') && rest.contains(' ') {
        return Kind::Skipped;
    }
    Kind::Numbered(number, rest)
}

/// Whether a line between bars is a row of a board, and not of a table: there are no bars inside,
/// no words in letters, and nothing but the rank's number behind it.
fn is_row(line: &str) -> bool {
    let mut parts = line.split(['|', '｜']).skip(1);
    let (squares, label) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
    let is_word = |c: char| c.is_alphabetic() && c.is_ascii() && !matches!(c, 'v' | 'V');
    let is_rule = !squares.is_empty() && squares.chars().all(|c| matches!(c, '-' | ':' | ' '));
    parts.next().is_none()
        && !squares.contains(is_word)
        && !is_rule
        && label.trim().chars().count() <= MOST_DIGITS
}

/// 三十六 is the last rank of the largest board.
const MOST_DIGITS: usize = 3;

/// A number in full-width digits, or one that is glued to its move: `1７六歩(77)`.
fn wide_number(line: &str) -> Option<Kind<'_>> {
    let mut rest = line;
    let mut number: u32 = 0;
    let is_narrow = line.starts_with(|c: char| c.is_ascii());
    while let Some(c) = rest.chars().next().filter(|c| c.is_ascii() == is_narrow)
        && let Some(digit) = digit(c)
    {
        number = number.checked_mul(10)?.checked_add(digit.into())?;
        rest = &rest[c.len_utf8()..];
    }
    let follows = rest.trim_start_matches([' ', '.', '．', '\u{3000}', '\t']);
    let is_word = |c: char| matches!(c, '同' | '投' | '中' | '千' | '持') || mark(c).is_some();
    let is_move = |c: char| is_word(c) || is_narrow && digit(c).is_some();
    let is_glued = follows.len() == rest.len() && follows.starts_with(is_move);
    (follows.len() < rest.len() && !follows.is_empty() || is_glued)
        .then_some(Kind::Numbered(number, follows))
}

/// A number at the start of a text, in digits of any width.
pub(super) fn leading_number(text: &str) -> Option<u32> {
    let mut value: Option<u32> = None;
    for digit in text.chars().map_while(digit) {
        value = Some(value.unwrap_or(0).checked_mul(10)?.checked_add(digit.into())?);
    }
    value
}

#[cfg(test)]
mod tests {
    use super::Kind::{self, *};

    #[test]
    fn lines_are_sorted() {
        for (line, kind) in [
            ("", Blank),
            (" 　\t", Blank),
            ("#KIF version=2.0 encoding=UTF-8", Skipped),
            ("手数----指手---------消費時間--", Skipped),
            ("+---------------------------+", Skipped),
            ("  ９ ８ ７ ６ ５ ４ ３ ２ １", Skipped),
            ("  9 8 7 6 5 4 3 2 1", Skipped),
            ("*評価値：120", Comment("評価値：120")),
            ("*", Comment("")),
            ("&しおり", Bookmark("しおり")),
            ("   1 ７六歩(77)   ( 0:16/)", Numbered(1, "７六歩(77)   ( 0:16/)")),
            ("12. 76歩(77)", Numbered(12, "76歩(77)")),
            ("57手目一歩目 ▲仝獅子", Numbered(57, "一歩目 ▲仝獅子")),
            ("　　　1　７六歩(77)", Numbered(1, "７六歩(77)")),
            ("１　７六歩(77)", Numbered(1, "７六歩(77)")),
            ("  12７六歩(77)", Numbered(12, "７六歩(77)")),
            ("3同　歩(33)", Numbered(3, "同　歩(33)")),
            ("▲７六歩 △３四歩", Marked("▲７六歩 △３四歩")),
            ("変化：9手", Branch("9手")),
            ("変化： ９手目", Branch("９手目")),
            ("まで64手で後手の勝ち", Result("まで64手で後手の勝ち")),
            ("|v香v桂 ・|一", Row("|v香v桂 ・|一")),
            ("|v香v桂 ・|", Row("|v香v桂 ・|")),
            ("| 歩 | pawn |", Unknown),
            ("| the 歩 of a table |", Unknown),
            ("|---|---|", Unknown),
            ("| 歩 | 一歩進む駒", Unknown),
            ("手数＝171  ▲６二角成  まで", LastMove("171  ▲６二角成  まで")),
            ("手数：7手", Header("手数", "7手")),
            ("後手番", Turn("後手番")),
            (" 先手：羽生　善治 　", Header("先手", "羽生　善治 　")),
            ("開始日時: 2020/01/01 10:00:00", Header("開始日時", " 2020/01/01 10:00:00")),
            ("generated by 激指", Unknown),
        ] {
            assert_eq!(Kind::of(line), kind, "{line}");
        }
    }
}
