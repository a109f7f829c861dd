//! Lines as nearly all programs write them, read at a glance.
//!
//! `   1 ７六歩(77)   ( 0:16/00:00:16)`: a number, a square in full-width digit and kanji or 同, a
//! man, 成, 不成 or 打, where it came from, times. [`take`] knows this shape and no other, and looks
//! at each byte once. Whatever it does not know, it leaves to [`super::line`] and the readers of
//! words; what it knows, it reads as they do, which tests compare.

use super::time::{self, Times};

/// A numbered move in the usual shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Usual {
    /// The number before it.
    pub number: u32,
    /// File and rank of the target; `None` is 同.
    pub to: Option<[u16; 2]>,
    /// The row of the man's name.
    pub man: usize,
    /// File and rank of the origin; `None` is 打.
    pub from: Option<[u16; 2]>,
    /// 成.
    pub promotes: bool,
    /// The times, where there are any.
    pub times: Option<Times>,
    /// How many bytes the line takes with its end.
    pub length: usize,
}

/// Reads the first line of a text, if it has the usual shape.
pub(super) fn take(text: &str) -> Option<Usual> {
    let bytes = text.as_bytes();
    let mut at = blanks(bytes, 0);
    let first = at;
    let mut number: u32 = 0;
    while let Some(digit) = digit(bytes, at).filter(|_| at < first + MOST_DIGITS) {
        number = number * 10 + u32::from(digit);
        at += 1;
    }
    let end = blanks(bytes, at);
    if at == first || end == at {
        return None;
    }
    at = end;
    let to = match sign(bytes, at)? {
        SAME => {
            at += if sign(bytes, at + 3)? == WIDE_BLANK { 6 } else { 3 };
            None
        }
        file => {
            let rank = rank(sign(bytes, at + 3)?)?;
            at += 6;
            Some([wide_digit(file)?, rank])
        }
    };
    let (man, length) = man(sign(bytes, at)?, || sign(bytes, at + 3))?;
    at += length;
    let mut promotes = false;
    let mut from = None;
    match sign(bytes, at)? {
        DROP => at += 3,
        other => {
            match other {
                PROMOTES => (promotes, at) = (true, at + 3),
                NOT if sign(bytes, at + 3)? == PROMOTES => at += 6,
                _ => {}
            }
            let [b'(', file @ b'1'..=b'9', rank @ b'1'..=b'9', b')'] = *bytes.get(at..at + 4)?
            else {
                return None;
            };
            from = Some([u16::from(file - b'0'), u16::from(rank - b'0')]);
            at += 4;
        }
    }
    at = blanks(bytes, at);
    let mut times = None;
    if bytes.get(at) == Some(&b'(') {
        let (read, after) = time::take(&text[at..])?;
        times = Some(read);
        at = text.len() - after.len();
    }
    // The sign of a move that has variations.
    at += usize::from(bytes.get(at) == Some(&b'+'));
    let length = match bytes[at..] {
        [] => at,
        [b'\n', ..] => at + 1,
        [b'\r', b'\n', ..] => at + 2,
        _ => return None,
    };
    Some(Usual { number, to, man, from, promotes, times, length })
}

/// So many digits are a number.
const MOST_DIGITS: usize = 9;

/// Where a run of blanks ends.
fn blanks(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at) == Some(&b' ') {
        at += 1;
    }
    at
}

fn digit(bytes: &[u8], at: usize) -> Option<u8> {
    bytes.get(at).map(|byte| byte.wrapping_sub(b'0')).filter(|&digit| digit <= 9)
}

/// Three bytes, as a number: all signs of a move take three. On the last line of a text without a
/// line end there may be no fourth byte, and nothing usual about it.
fn sign(bytes: &[u8], at: usize) -> Option<u32> {
    let four = bytes.get(at..)?.first_chunk()?;
    Some(u32::from_be_bytes(*four) >> 8)
}

/// The number of a sign's three bytes.
const fn of(sign: &str) -> u32 {
    let bytes = sign.as_bytes();
    assert!(bytes.len() == 3);
    (bytes[0] as u32) << 16 | (bytes[1] as u32) << 8 | bytes[2] as u32
}

const SAME: u32 = of("同");
const WIDE_BLANK: u32 = of("\u{3000}");
const DROP: u32 = of("打");
const PROMOTES: u32 = of("成");
const NOT: u32 = of("不");

/// １ to ９.
fn wide_digit(sign: u32) -> Option<u16> {
    (of("１")..=of("９")).contains(&sign).then(|| (sign - of("０")) as u16)
}

/// 一 to 九.
fn rank(sign: u32) -> Option<u16> {
    const SIGNS: [u32; 9] =
        [of("一"), of("二"), of("三"), of("四"), of("五"), of("六"), of("七"), of("八"), of("九")];
    SIGNS.iter().position(|&other| other == sign).map(|at| at as u16 + 1)
}

/// The row of a man's name and the bytes it takes. `next` is the sign after the first.
fn man(first: u32, next: impl FnOnce() -> Option<u32>) -> Option<(usize, usize)> {
    const PAWN: u32 = of("歩");
    const LANCE: u32 = of("香");
    const KNIGHT: u32 = of("桂");
    const SILVER: u32 = of("銀");
    const GOLD: u32 = of("金");
    const BISHOP: u32 = of("角");
    const ROOK: u32 = of("飛");
    const KING: u32 = of("玉");
    const OTHER_KING: u32 = of("王");
    const TOKIN: u32 = of("と");
    const HORSE: u32 = of("馬");
    const DRAGON: u32 = of("龍");
    const OTHER_DRAGON: u32 = of("竜");
    Some(match first {
        PAWN => (0, 3),
        LANCE => (1, 3),
        KNIGHT => (2, 3),
        SILVER => (3, 3),
        GOLD => (4, 3),
        BISHOP => (5, 3),
        ROOK => (6, 3),
        KING | OTHER_KING => (7, 3),
        TOKIN => (8, 3),
        PROMOTES => match next()? {
            LANCE => (9, 6),
            KNIGHT => (10, 6),
            SILVER => (11, 6),
            _ => return None,
        },
        HORSE => (12, 3),
        DRAGON | OTHER_DRAGON => (13, 3),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::reader::read_with;
    use super::*;
    use crate::{Millis, Remarks};

    const GAME: &str = "\
手合割：平手
先手：甲
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:16/00:00:16)
   2 ３四歩(33)   ( 1:02/00:01:02)
*評価値 12
   3 ２二角成(88)   (10:00/01:10:16)
   4 同　銀(31)
   5 ４五角打     ( 0:00/00:00:16)+
   6 ５二金(61)( 0:00.5/)
   7 ３四角(45)   ( 0:01/00:00:17) ( 0:01/00:00:17)
   8 ８八角打   (0:2/0:0:2)
   9 ５六馬(34)
  10 投了

変化：6手
   6 ５四歩(53)   ( 0:05/00:00:05)
   7 ６三角不成(45)   ( 0:07/00:00:07)
   8 ６三同銀(72)

変化：3手
   3 ２六歩(27)+
";

    #[track_caller]
    fn check(text: &str) {
        let read = |at_a_glance| {
            let mut remarks = Remarks::new(false);
            let record = read_with(text, None, &mut remarks, at_a_glance);
            (record, remarks.into_vec())
        };
        assert_eq!(read(true), read(false), "{text}");
    }

    #[test]
    fn a_usual_line_is_read_at_a_glance() {
        let line = "  12 ２二角成(88)   ( 0:16/00:01:16)\r\n";
        let times = Times { time: Some(Millis::seconds(16)), total: Some(Millis::seconds(76)) };
        let expected = Usual {
            number: 12,
            to: Some([2, 2]),
            man: 5,
            from: Some([8, 8]),
            promotes: true,
            times: Some(times),
            length: line.len(),
        };
        assert_eq!(take(line), Some(expected));
        assert_eq!(take("1234567890 ７六歩(77)"), None);
        let usual = GAME.lines().filter(|line| take(line).is_some()).count();
        assert_eq!(usual, 11);
    }

    #[test]
    fn a_game_is_read_alike_at_a_glance_and_word_by_word() {
        check(GAME);
        check(&GAME.replace('\n', "\r\n"));
        check(&GAME.replace('\n', "\r"));
        check(&GAME.replace("   ( ", " ("));
        check(&GAME.replace("平手", "香落ち"));
        check(&GAME.replace("平手", "中将棋"));
    }

    proptest! {
        #[test]
        fn a_damaged_game_is_read_alike_at_a_glance_and_word_by_word(
            text in crate::format::damage::damaged(GAME, SIGNS)
        ) {
            check(&text);
        }
    }

    /// What a damaged line may hold.
    const SIGNS: &[char] = &[
        '0', '1', '3', '7', '９', '８', '一', '五', '同', '歩', '銀', '角', '馬', '成', '不', '打',
        '(', ')', '/', ':', '.', '+', '*', ' ', '\u{3000}', '\t', '\n', '\r', '将', '▲', '変',
    ];
}
