//! A move as KIF and KI2 write it, before it meets a board.

use koma_rules::{Side, SquareName};

use super::names;

/// The words of a move: `▲７六銀左上不成`, `同　銀(31)`, `５五角打`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveText {
    /// ▲ or △, where it is written.
    pub mark: Option<Side>,
    /// The target; `None` is 同.
    pub to: Option<SquareName>,
    /// The row of the man's name.
    pub man: usize,
    /// 左, 右, 直, 上, 寄, 引.
    pub words: Words,
    /// 成 or 不成.
    pub promotes: Option<bool>,
    /// 打.
    pub is_drop: bool,
    /// `(00)` stands for the square in brackets.
    pub is_from_hand: bool,
    /// The square in brackets.
    pub from: Option<SquareName>,
}

/// Which of several men moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Words {
    pub side: Option<Beside>,
    pub motion: Option<Motion>,
}

/// Where a man stands as the mover sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beside {
    Left,
    Right,
    Straight,
}

/// How a man moves as the mover sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Motion {
    Up,
    Sideways,
    Back,
}

/// The side a mark stands for.
pub(crate) fn mark(c: char) -> Option<Side> {
    match c {
        '▲' | '▼' | '☗' => Some(Side::Sente),
        '△' | '▽' | '☖' => Some(Side::Gote),
        _ => None,
    }
}

/// Half and full-width digits.
pub(crate) fn digit(c: char) -> Option<u16> {
    match c {
        '0'..='9' => Some(c as u16 - '0' as u16),
        '０'..='９' => Some(c as u16 - '０' as u16),
        _ => None,
    }
}

/// Kanji digits.
pub(crate) fn kanji_digit(c: char) -> Option<u16> {
    match c {
        '一' => Some(1),
        '二' => Some(2),
        '三' => Some(3),
        '四' => Some(4),
        '五' => Some(5),
        '六' => Some(6),
        '七' => Some(7),
        '八' => Some(8),
        '九' => Some(9),
        _ => None,
    }
}

/// Cuts half and full-width blanks and tabs off the start.
pub(crate) fn trim_start(text: &str) -> &str {
    text.trim_start_matches([' ', '\t', '\u{3000}'])
}

impl MoveText {
    /// Reads a move at the start of a text; gives it and what follows.
    pub fn take(text: &str) -> Option<(Self, &str)> {
        let mut chars = text.chars();
        let mut mark_read = None;
        if let Some(side) = chars.clone().next().and_then(mark) {
            mark_read = Some(side);
            chars.next();
        }
        let first = chars.next()?;
        let to = if first == '同' {
            None
        } else {
            let file = digit(first)?;
            let second = chars.next()?;
            let rank = kanji_digit(second).or_else(|| digit(second))?;
            if file == 0 || rank == 0 {
                return None;
            }
            Some(SquareName { file, rank })
        };
        let mut rest = trim_start(chars.as_str());
        if to.is_some() {
            // Books write ３三同銀.
            rest = rest.strip_prefix('同').map_or(rest, trim_start);
        }
        let (man, rest) = names::take(rest)?;
        let mut read = Self {
            mark: mark_read,
            to,
            man,
            words: Words::default(),
            promotes: None,
            is_drop: false,
            is_from_hand: false,
            from: None,
        };
        let rest = read.take_words(rest);
        let rest = read.take_origin(rest);
        Some((read, rest))
    }

    fn take_words<'t>(&mut self, mut rest: &'t str) -> &'t str {
        loop {
            let mut chars = rest.chars();
            match chars.next() {
                Some('左') => self.words.side = Some(Beside::Left),
                Some('右') => self.words.side = Some(Beside::Right),
                Some('直') => self.words.side = Some(Beside::Straight),
                Some('上' | '行' | '入') => self.words.motion = Some(Motion::Up),
                Some('寄') => self.words.motion = Some(Motion::Sideways),
                Some('引') => self.words.motion = Some(Motion::Back),
                Some('成') if self.promotes.is_none() => self.promotes = Some(true),
                Some('生') if self.promotes.is_none() => self.promotes = Some(false),
                Some('不') if self.promotes.is_none() && chars.as_str().starts_with('成') => {
                    chars.next();
                    self.promotes = Some(false);
                }
                Some('打') => self.is_drop = true,
                _ => return rest,
            }
            rest = chars.as_str();
        }
    }

    fn take_origin<'t>(&mut self, rest: &'t str) -> &'t str {
        let taken = origin(rest.as_bytes()).or_else(|| wide_origin(rest));
        let Some((file, rank, length)) = taken else { return rest };
        match (file, rank) {
            (0, 0) => (self.is_drop, self.is_from_hand) = (true, true),
            (0, _) | (_, 0) => return rest,
            _ => self.from = Some(SquareName { file, rank }),
        }
        &rest[length..]
    }
}

/// `(77)`: file, rank and length.
fn origin(bytes: &[u8]) -> Option<(u16, u16, usize)> {
    match *bytes {
        [b'(', file @ b'0'..=b'9', rank @ b'0'..=b'9', b')', ..] => {
            Some((u16::from(file - b'0'), u16::from(rank - b'0'), 4))
        }
        _ => None,
    }
}

/// The same with full-width brackets or digits.
fn wide_origin(text: &str) -> Option<(u16, u16, usize)> {
    let mut chars = text.chars();
    matches!(chars.next()?, '(' | '（').then_some(())?;
    let file = digit(chars.next()?)?;
    let rank = chars.next()?;
    let rank = digit(rank).or_else(|| kanji_digit(rank))?;
    matches!(chars.next()?, ')' | '）').then_some(())?;
    Some((file, rank, text.len() - chars.as_str().len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let shown = match MoveText::take(text) {
            Some((mv, rest)) => {
                let to = mv.to.map_or("same".to_owned(), |to| to.to_string());
                let man = names::NAMES[mv.man].code;
                let from = mv.from.map_or(String::new(), |from| format!("({from})"));
                let words = format!("{:?} {:?}", mv.words.side, mv.words.motion);
                let words = words.replace("None", "").replace("Some", "");
                let promotes = mv.promotes.map_or("", |p| if p { "+" } else { "=" });
                let drop = if mv.is_drop { "*" } else { "" };
                format!("{to} {man}{drop}{promotes}{from} {words}|{rest}")
            }
            None => "none".to_owned(),
        };
        assert_eq!(shown.replace("  ", " ").replace(" |", "|").trim_end(), expected, "{text}");
    }

    #[test]
    fn moves_are_read_in_every_width() {
        for text in
            ["７六歩(77)", "76歩(77)", "7六歩(77)", "７６歩(77)", "▲７六歩(77)", "７六歩兵（７七）"]
        {
            check(text, "7f P(7g)|");
        }
        check("同　銀成(31)  ( 0:01/)", "same S+(3a)| ( 0:01/)");
        check("同銀(31)", "same S(3a)|");
        check("３三同 銀(31)", "3c S(3a)|");
        check("５五角打", "5e B*|");
        check("５五角打(00)", "5e B*|");
        check("５五角打打", "5e B*|");
        check("２二角不成(88)", "2b B=(8h)|");
        check("２二角生", "2b B=|");
        check("５二成銀左上", "5b +S (Left) (Up)|");
        check("８八龍(89)+", "8h +R(8i)|+");
        check("５二銀右引成", "5b S+ (Right) (Back)|");
    }

    #[test]
    fn what_is_no_move_is_none() {
        for text in ["", "投了", "７", "７六", "０六歩", "７０歩", "７７二金(61)", "中断", "同"]
        {
            check(text, "none");
        }
        check("７二金金金(61)", "7b G|金金(61)");
    }
}
