//! Endings in words: on numbered lines, and in the sentence that closes a line.

use koma_rules::Side;

use crate::notation::token::{digit, kanji_digit};
use crate::{End, Ending, Winner};

/// The side a word names.
pub(super) fn side(word: &str) -> Option<Side> {
    match word {
        "先手" | "下手" => Some(Side::Sente),
        "後手" | "上手" => Some(Side::Gote),
        _ => None,
    }
}

/// Cuts the name of a side off the start of a text.
fn strip_side(text: &str) -> Option<(Side, &str)> {
    let names = ["先手", "下手", "後手", "上手"];
    names.iter().find_map(|name| Some((side(name)?, text.strip_prefix(name)?)))
}

/// The ending on a numbered line: a known word, perhaps after the name of a side.
pub(super) fn numbered(text: &str, mover: Side) -> Option<Ending> {
    let text = text.trim_matches([' ', '\u{3000}', '\t']);
    let plain = text.strip_suffix("(00)").unwrap_or(text).trim_end_matches('打');
    if let Some(end) = End::from_word(plain) {
        return Some(Ending::new(end, mover).text(text));
    }
    let (named, rest) = strip_side(plain)?;
    let rest = rest.trim_start_matches([' ', '\u{3000}', 'の']);
    let end = End::from_word(rest)?;
    Some(named_ending(end, named, mover).text(text))
}

/// An ending that names the side it happens to, who need not be the side to move.
fn named_ending(end: End, named: Side, mover: Side) -> Ending {
    let end = match end {
        End::IllegalMove if named != mover => End::OpponentIllegal,
        End::OpponentIllegal if named != mover => End::IllegalMove,
        other => other,
    };
    let winner = match end {
        // A foul has just been told apart by who is to move.
        End::IllegalMove | End::OpponentIllegal => end.winner(mover),
        _ => end.winner(named),
    };
    Ending { end, winner, text: None }
}

/// What the sentence `まで64手で後手の勝ち` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sentence {
    /// The number of moves.
    pub moves: Option<u32>,
    pub ending: Ending,
}

/// Reads the sentence that closes a line. `names` are the players' names.
pub(super) fn sentence(line: &str, mover: Side, names: [Option<&str>; 2]) -> Sentence {
    let text = line.strip_prefix("まで").unwrap_or(line);
    let text = text.trim_start_matches(['、', ',', ' ', '\u{3000}']);
    let (moves, text) = number(text);
    let text = text.strip_prefix("手目").or_else(|| text.strip_prefix('手')).unwrap_or(text);
    let text = text.strip_prefix("にて").or_else(|| text.strip_prefix('で')).unwrap_or(text);
    let text = text.trim_matches([' ', '\u{3000}', '、', '。']);
    Sentence { moves, ending: outcome(text, mover, names).text(line) }
}

fn outcome(text: &str, mover: Side, names: [Option<&str>; 2]) -> Ending {
    if let Some(end) = End::from_word(text) {
        return Ending::new(end, mover);
    }
    let Some((cause, side, verdict)) = split(text, names) else {
        let end = cause_of(text).or_else(|| {
            let is_foul = text.contains("反則") && text.contains("負");
            let is_mate = text.ends_with("詰み") || text.ends_with('詰');
            is_foul.then_some(End::IllegalMove).or(is_mate.then_some(End::Mate))
        });
        return Ending::new(end.unwrap_or(End::Other), mover);
    };
    let wins = match verdict {
        _ if verdict.starts_with("反則負") => {
            return named_ending(End::IllegalMove, side, mover);
        }
        _ if verdict.starts_with("反則勝") => {
            return named_ending(End::OpponentIllegal, side, mover);
        }
        "勝ち" | "勝" | "勝利" | "勝ち。" => Some(true),
        "負け" | "負" | "敗北" | "投了" => Some(false),
        _ => None,
    };
    let winner = |wins: bool| Some(Winner::Side(if wins { side } else { side.other() }));
    // Why comes before the side (時間切れにより先手の勝ち) or after it (先手の入玉勝ち).
    let why = if cause.is_empty() { verdict } else { cause };
    match (wins, cause_of(why)) {
        (Some(wins), None) if cause.is_empty() => {
            Ending { end: End::Resign, winner: winner(wins), text: None }
        }
        (Some(wins), Some(End::IllegalMove)) => {
            let loser = if wins { side.other() } else { side };
            named_ending(End::IllegalMove, loser, mover)
        }
        // A draw by repetition or impasse has no winner; who wins by it has won by something else.
        (Some(wins), Some(end)) if !matches!(end, End::Repetition | End::Impasse) => {
            Ending { end, winner: winner(wins), text: None }
        }
        (Some(wins), _) => Ending { end: End::Other, winner: winner(wins), text: None },
        (None, Some(End::TimeUp)) => {
            let winner = winner(verdict.contains('勝'));
            Ending { end: End::TimeUp, winner, text: None }
        }
        (None, Some(End::Declaration)) => {
            Ending { end: End::Declaration, winner: winner(true), text: None }
        }
        _ => match End::from_word(verdict) {
            Some(end) => named_ending(end, side, mover),
            None => Ending::new(End::Other, mover),
        },
    }
}

/// What a reason in words means.
fn cause_of(text: &str) -> Option<End> {
    let says = |words: &[&str]| words.iter().any(|word| text.contains(word));
    match text {
        _ if says(&["時間切れ", "切れ負け", "時間切"]) => Some(End::TimeUp),
        _ if says(&["連続王手", "王手千日手", "王手の千日手", "二歩", "打ち歩詰", "打歩詰"]) => {
            Some(End::IllegalMove)
        }
        "反則" | "反則行為" | "反則手" => Some(End::IllegalMove),
        _ if says(&["入玉", "宣言"]) => Some(End::Declaration),
        _ if says(&["千日手"]) => Some(End::Repetition),
        _ if says(&["持将棋"]) => Some(End::Impasse),
        _ if says(&["不詰"]) => Some(End::NoMate),
        "詰み" | "詰" => Some(End::Mate),
        _ => End::from_word(text),
    }
}

/// Cuts `時間切れにより先手（羽生）の勝ち` into the reason, the side and the verdict.
fn split<'t>(text: &'t str, names: [Option<&str>; 2]) -> Option<(&'t str, Side, &'t str)> {
    let named = |text: &'t str| {
        strip_side(text).or_else(|| {
            let side_of = |side: Side| {
                let name = names[side as usize].filter(|name| !name.is_empty())?;
                Some((side, text.strip_prefix(name)?))
            };
            Side::BOTH.into_iter().find_map(side_of)
        })
    };
    const BLANKS: [char; 3] = [' ', '\u{3000}', '、'];
    let links = ["により", "によって", "にて", "のため", "で", "、"];
    let after_link =
        links.iter().filter_map(|link| text.split_once(link)).find_map(|(cause, rest)| {
            let (side, rest) = named(rest.trim_start_matches(BLANKS))?;
            Some((cause.trim_matches(BLANKS), side, rest))
        });
    let (cause, side, rest) = named(text).map(|(side, rest)| ("", side, rest)).or(after_link)?;
    // The player's name may stand beside the side, in brackets or not.
    let mut rest = rest.trim_start_matches(BLANKS);
    if let Some(inside) = rest.strip_prefix(['（', '(']) {
        rest = inside.split_once(['）', ')']).map_or(rest, |(_, after)| after);
    }
    if let Some(name) = names[side as usize].filter(|name| !name.is_empty()) {
        rest = rest.strip_prefix(name).unwrap_or(rest);
    }
    Some((cause, side, rest.trim_start_matches(['の', ' ', '\u{3000}'])))
}

/// A number at the start of a text, in digits of any width or kanji: 123, １２３, 百二十三.
fn number(text: &str) -> (Option<u32>, &str) {
    let (mut sum, mut digits): (u32, Option<u32>) = (0, None);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let unit = match c {
            '十' => 10,
            '百' => 100,
            _ => 0,
        };
        if unit > 0 {
            sum = sum.saturating_add(digits.take().unwrap_or(1).saturating_mul(unit));
        } else if let Some(value) = digit(c).or_else(|| kanji_digit(c)) {
            let shifted = digits.unwrap_or(0).saturating_mul(10);
            digits = Some(shifted.saturating_add(value.into()));
        } else {
            break;
        }
        rest = &rest[c.len_utf8()..];
    }
    let is_number = rest.len() < text.len();
    (is_number.then(|| sum.saturating_add(digits.unwrap_or(0))), rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, mover: Side, keyword: &str, winner: &str, moves: Option<u32>) {
        let read = sentence(line, mover, [Some("羽生善治"), Some("森内俊之")]);
        let won = read.ending.winner.map_or("-", Winner::name);
        assert_eq!(
            (read.ending.end.keyword(), won, read.moves),
            (keyword, winner, moves),
            "{line}"
        );
    }

    #[test]
    fn the_closing_sentence_names_ending_and_winner() {
        use Side::{Gote, Sente};
        check("まで64手で後手の勝ち", Sente, "TORYO", "gote", Some(64));
        check("まで、123手で先手の勝ち", Gote, "TORYO", "sente", Some(123));
        check("まで97手で下手の勝ち", Gote, "TORYO", "sente", Some(97));
        check("まで97手で羽生善治の勝ち", Gote, "TORYO", "sente", Some(97));
        check("まで3手で中断", Gote, "CHUDAN", "-", Some(3));
        check("まで61手詰", Gote, "TSUMI", "sente", Some(61));
        check("まで3手で詰み", Gote, "TSUMI", "sente", Some(3));
        check("まで5手で不詰", Gote, "FUZUMI", "-", Some(5));
        check("まで100手で千日手", Sente, "SENNICHITE", "draw", Some(100));
        check("まで100手で持将棋", Sente, "JISHOGI", "draw", Some(100));
        check("まで10手で時間切れにより後手の勝ち", Sente, "TIME_UP", "gote", Some(10));
        check("まで10手で先手の切れ負け", Sente, "TIME_UP", "gote", Some(10));
        check("まで10手で先手の反則負け", Sente, "ILLEGAL_MOVE", "gote", Some(10));
        check("まで11手で先手の反則負け", Gote, "OPPONENT_ILLEGAL", "gote", Some(11));
        check("まで11手で後手の反則勝ち", Gote, "OPPONENT_ILLEGAL", "gote", Some(11));
        check("まで200手で先手の入玉勝ち", Sente, "KACHI", "sente", Some(200));
        check("まで２０手で封じ手", Sente, "FUJITE", "-", Some(20));
        check("まで百二十三手で先手の勝ち", Gote, "TORYO", "sente", Some(123));
        check("まで10手で時間切れで先手の勝ち", Sente, "TIME_UP", "sente", Some(10));
        check("まで10手にて後手の時間切れ負け", Sente, "TIME_UP", "sente", Some(10));
        check("まで10手で入玉宣言により後手の勝ち", Sente, "KACHI", "gote", Some(10));
        check("まで10手で反則により後手の勝ち", Sente, "ILLEGAL_MOVE", "gote", Some(10));
        check("まで11手で二歩により後手の勝ち", Gote, "OPPONENT_ILLEGAL", "gote", Some(11));
        check("まで11手で詰みにより先手の勝ち", Gote, "TSUMI", "sente", Some(11));
        check("まで11手で通信切断により先手の勝ち", Gote, "OTHER", "sente", Some(11));
        check("まで11手で先手（羽生善治）の勝ち", Gote, "TORYO", "sente", Some(11));
        check("まで11手で先手 羽生善治 の勝ち", Gote, "TORYO", "sente", Some(11));
        check("まで7手で何か", Gote, "OTHER", "-", Some(7));
        check("まで", Gote, "OTHER", "-", None);
    }

    #[test]
    fn numbered_endings_may_name_a_side() {
        let read = |text, mover| {
            numbered(text, mover).map(|e| (e.end, e.winner.map_or("-", Winner::name)))
        };
        assert_eq!(read("投了  ", Side::Sente), Some((End::Resign, "gote")));
        assert_eq!(read("投了打(00)", Side::Sente), Some((End::Resign, "gote")));
        assert_eq!(read("先手 反則負け", Side::Gote), Some((End::OpponentIllegal, "gote")));
        assert_eq!(read("先手 反則負け", Side::Sente), Some((End::IllegalMove, "gote")));
        assert_eq!(read("Time-up", Side::Gote), Some((End::TimeUp, "sente")));
        assert_eq!(read("７七二金(61)", Side::Gote), None);
    }
}
