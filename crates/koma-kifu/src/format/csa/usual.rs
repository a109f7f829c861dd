//! Moves as nearly all programs write them, read at a glance.
//!
//! `+7776FU` alone on its line, and `T12` alone on the next. [`take`] knows this shape and no other;
//! whatever it does not know, it leaves to [`super::reader`]. What it knows, it reads as that does,
//! which tests compare.

use koma_rules::Side;

use super::code;
use crate::Millis;

/// A move in the usual shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Usual {
    pub side: Side,
    /// File and rank; zeros are a drop.
    pub from: [u16; 2],
    pub to: [u16; 2],
    /// The row of the man's code.
    pub row: usize,
    /// How many bytes its line takes with the end.
    pub length: usize,
    /// The time on the next line, and how many bytes that takes.
    pub time: Option<(Millis, usize)>,
}

/// Reads the first line of a text, if it is a move in the usual shape, and the time after it.
pub(super) fn take(bytes: &[u8]) -> Option<Usual> {
    let &[sign, a, b, c, d, one, two] = bytes.first_chunk()?;
    let side = match sign {
        b'+' => Side::Sente,
        b'-' => Side::Gote,
        _ => return None,
    };
    let squares = [a, b, c, d].map(|byte| byte.wrapping_sub(b'0'));
    if squares.iter().any(|&digit| digit > 9) {
        return None;
    }
    let row = code::row([one, two])?;
    let length = 7 + line_end(&bytes[7..])?;
    let [a, b, c, d] = squares.map(u16::from);
    Some(Usual { side, from: [a, b], to: [c, d], row, length, time: time(&bytes[length..]) })
}

/// `T12`: the time and how many bytes its line takes with the end.
fn time(bytes: &[u8]) -> Option<(Millis, usize)> {
    let (b'T', digits) = bytes.split_first()? else { return None };
    let mut seconds: u64 = 0;
    let mut at = 0;
    while let Some(digit) = digits.get(at).map(|byte| byte.wrapping_sub(b'0'))
        && digit <= 9
        && at < MOST_DIGITS
    {
        seconds = seconds * 10 + u64::from(digit);
        at += 1;
    }
    let end = line_end(&digits[at..]).filter(|_| at > 0)?;
    Some((Millis::seconds(seconds), 1 + at + end))
}

/// Longer times have more digits than anybody needs.
const MOST_DIGITS: usize = 9;

/// How many bytes the line end takes with which a text begins; none at the end of the text.
fn line_end(bytes: &[u8]) -> Option<usize> {
    match bytes {
        [] => Some(0),
        [b'\n', ..] => Some(1),
        [b'\r', b'\n', ..] => Some(2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::reader::read_with;
    use super::*;
    use crate::Remarks;

    const GAME: &str = "\
V2.2
N+甲
PI
+
+7776FU
T12
-3334FU
T6
'*12
+8822UM
T0
-3122GI
+0045KA,T5
-6152KI
T1.5
+4534KA
T1
T2
-0088KA
+3456UM
%TORYO
/
PI
+
+2726FU
-8384FU
T3
";

    #[track_caller]
    fn check(text: &str) {
        let read = |at_a_glance| {
            let mut remarks = Remarks::new(false);
            let records = read_with(text, &mut remarks, at_a_glance);
            (records, remarks.into_vec())
        };
        assert_eq!(read(true), read(false), "{text}");
    }

    #[test]
    fn a_usual_move_is_read_with_its_time() {
        let text = "-8822UM\r\nT12\nT";
        let time = Some((Millis::seconds(12), 4));
        let expected =
            Usual { side: Side::Gote, from: [8, 8], to: [2, 2], row: 12, length: 9, time };
        assert_eq!(take(text.as_bytes()), Some(expected));
        for text in ["+7776FU,T12", "+7776XX", "+77a6FU", " +7776FU", "+7776FU\r\r\n", "+7776F"] {
            assert_eq!(take(text.as_bytes()), None, "{text}");
        }
        for text in ["+7776FU\nT\n", "+7776FU\nT1.5\n", "+7776FU\nT1234567890\n", "+7776FU"] {
            assert_eq!(take(text.as_bytes()).map(|line| line.time), Some(None), "{text}");
        }
    }

    #[test]
    fn games_are_read_alike_at_a_glance_and_statement_by_statement() {
        check(GAME);
        check(&GAME.replace('\n', "\r\n"));
        check(&GAME.replace('\n', "\r"));
        check(&GAME.replace("\nT", ",T"));
    }

    proptest! {
        #[test]
        fn damaged_games_are_read_alike_at_a_glance_and_statement_by_statement(
            text in crate::format::damage::damaged(GAME, SIGNS)
        ) {
            check(&text);
        }
    }

    /// What a damaged line may hold.
    const SIGNS: &[char] = &[
        '0', '2', '5', '7', '9', '+', '-', ',', '.', ' ', 'F', 'U', 'M', 'K', 'I', 'T', 'P', '%',
        '/', '\'', '\n', '\r', '甲',
    ];
}
