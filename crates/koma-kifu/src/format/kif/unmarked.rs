//! Moves as books print them, without ▲ and △: `７六歩　３四歩`, `一　７六歩　二　３四歩`.

use crate::End;
use crate::notation::token::{MoveText, kanji_digit};

/// Something on a line of moves.
#[derive(Clone, Copy, Debug)]
pub(super) enum Item<'t> {
    /// A move and its words.
    Move(MoveText, &'t str),
    /// The words of an ending.
    End(&'t str),
}

/// Whether a line is moves and nothing else, perhaps with an ending behind them.
pub(super) fn is_line(text: &str) -> bool {
    let mut rest = text;
    let mut moves = 0;
    while let Some((item, after)) = take(rest) {
        moves += usize::from(matches!(item, Item::Move(..)));
        rest = after;
    }
    moves > 0 && trim(rest).is_empty()
}

/// The first move or ending of a text, perhaps with its number before it; and what follows.
pub(super) fn take<'t>(text: &'t str) -> Option<(Item<'t>, &'t str)> {
    let text = trim(text);
    let plain = |text: &'t str| {
        let (read, after) = MoveText::take(text)?;
        let words = text[..text.len() - after.len()].trim_end_matches(BLANKS);
        // Books do not print where a piece came from: `７七金(78)` is KIF without its number.
        (is_between(after) && !words.ends_with(')')).then_some((Item::Move(read, words), after))
    };
    let end = |text: &'t str| {
        let (word, after) = text_before_blank(text);
        End::from_word(word).map(|_| (Item::End(word), after))
    };
    let one = |text: &'t str| plain(text).or_else(|| end(text));
    one(text).or_else(|| one(trim(number(text)?)))
}

fn text_before_blank(text: &str) -> (&str, &str) {
    text.split_at(text.find(BLANKS).unwrap_or(text.len()))
}

/// Whether a move can end here: another follows at once, or something that stands between moves.
fn is_between(after: &str) -> bool {
    after.is_empty() || after.starts_with(BLANKS) || MoveText::take(after).is_some()
}

const BLANKS: [char; 6] = [' ', '\u{3000}', '\t', '、', ',', '。'];

fn trim(text: &str) -> &str {
    text.trim_start_matches(BLANKS)
}

/// What follows a number in kanji, with a blank or 手目 behind it: `十二　`, `一手目`.
fn number(text: &str) -> Option<&str> {
    let is_digit = |c: char| kanji_digit(c).is_some() || matches!(c, '十' | '百' | '〇' | '零');
    let rest = text.trim_start_matches(is_digit);
    let after = rest.strip_prefix("手目").or_else(|| rest.strip_prefix('手')).unwrap_or(rest);
    let after = after.trim_start_matches([' ', '\u{3000}', '\t', '、', '.', '．', '：', '）', ')']);
    (rest.len() < text.len() && after.len() < rest.len()).then_some(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_moves_are_told_from_others() {
        for text in [
            "７六歩　３四歩　２六歩",
            "76歩 34歩 同　歩 同 銀",
            "一　７六歩　二　３四歩",
            "十一手目　７六歩",
            "一、７六歩 二、３四歩 三、投了",
            "７六歩３四歩２六歩",
            "２二角成、同　銀、投了",
        ] {
            assert!(is_line(text), "{text}");
        }
        for text in
            ["", "投了", "一", "７六歩から３四歩", "歩", "一手目", "７六歩はよい手だ", "７六歩(77)"]
        {
            assert!(!is_line(text), "{text}");
        }
    }
}
