//! Moves as the Japan Shogi Association writes them.

use koma_rules::{Position, Side, SquareName, UsiMove};

use super::names;
use super::relative::Candidates;
use super::token::{Beside, Motion, Words};

/// How squares are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Digits {
    /// ７六, as records and books have it.
    #[default]
    Mixed,
    /// 76, as the association's tables have it.
    Plain,
}

/// A move in official notation, with the mark of its side: `▲７六歩`, `△同　銀不成`, `▲５八金右`.
///
/// `position` is the one before the move, `last_to` the square of the move before it. Where several
/// men could go to the square, the words 左右直上寄引 say which; men that are pinned count, as the
/// common programs have it. A move that no words tell apart (men beyond a full set) gets its origin
/// in brackets. A move in several steps names their squares (`▲９五・９六獅`); a man that takes beside
/// itself and stays is 居食い, one that only goes and comes back じっと. `None` if no man makes this move.
pub fn japanese(
    position: &Position,
    usi: &UsiMove,
    last_to: Option<SquareName>,
    digits: Digits,
) -> Option<String> {
    let rules = position.rules();
    let geometry = rules.geometry();
    let mut text = String::with_capacity(24);
    text.push(if position.side() == Side::Sente { '▲' } else { '△' });
    let to_name = usi.to()?;
    let to = geometry.square(to_name.file, to_name.rank)?;
    let stays = stays(position, usi);
    let named = match usi {
        UsiMove::Board { via, to, .. } => match stays {
            // Where it takes says more than where it stays.
            Some(_) => &via[..1],
            None => {
                for &square in via {
                    push_target(&mut text, square, false, digits);
                    text.push('・');
                }
                std::slice::from_ref(to)
            }
        },
        _ => std::slice::from_ref(&to_name),
    };
    let is_same = last_to == named.first().copied() && matches!(usi, UsiMove::Board { .. });
    named.iter().for_each(|&square| push_target(&mut text, square, is_same, digits));
    match usi {
        UsiMove::Drop { code, .. } => {
            let kind = rules.kind(code)?;
            text.push_str(names::kif_name(rules, kind));
            if !Candidates::of(position, kind, to).is_empty() {
                text.push('打');
            }
        }
        UsiMove::Pass => return None,
        UsiMove::Board { from, promotes, .. } => {
            let from_square = geometry.square(from.file, from.rank)?;
            let man = position.man_at(from_square)?;
            text.push_str(names::kif_name(rules, man.kind));
            let words = Candidates::of(position, man.kind, to).words(from_square);
            push_words(&mut text, words.unwrap_or_default());
            if *promotes {
                text.push('成');
            } else if position.may_promote(man.kind, from_square, to) {
                text.push_str("不成");
            }
            if words.is_none() {
                text.push_str(&format!("({}{})", from.file, from.rank));
            }
            text.push_str(stays.unwrap_or(""));
        }
    }
    Some(text)
}

/// The word for a man that comes back to where it was, if this is one.
fn stays(position: &Position, usi: &UsiMove) -> Option<&'static str> {
    let UsiMove::Board { from, via, to, .. } = usi else { return None };
    let [there] = &**via else { return None };
    let square = position.rules().geometry().square(there.file, there.rank)?;
    let word = if position.man_at(square).is_some() { "居食い" } else { "じっと" };
    (from == to).then_some(word)
}

fn push_target(text: &mut String, square: SquareName, is_same: bool, digits: Digits) {
    match (is_same, digits) {
        (true, Digits::Mixed) => text.push_str("同　"),
        (true, Digits::Plain) => text.push('同'),
        (false, Digits::Mixed) => push_square(text, square),
        (false, Digits::Plain) => text.push_str(&format!("{}{}", square.file, square.rank)),
    }
}

fn push_words(text: &mut String, words: Words) {
    match words.side {
        Some(Beside::Left) => text.push('左'),
        Some(Beside::Right) => text.push('右'),
        Some(Beside::Straight) => text.push('直'),
        None => {}
    }
    match words.motion {
        Some(Motion::Up) => text.push('上'),
        Some(Motion::Sideways) => text.push('寄'),
        Some(Motion::Back) => text.push('引'),
        None => {}
    }
}

/// ７六. Squares beyond the ninth file or rank are written 12十一.
pub(crate) fn push_square(text: &mut String, square: SquareName) {
    const FILES: [&str; 9] = ["１", "２", "３", "４", "５", "６", "７", "８", "９"];
    match FILES.get(usize::from(square.file).wrapping_sub(1)) {
        Some(file) => text.push_str(file),
        None => text.push_str(&square.file.to_string()),
    }
    push_rank(text, square.rank);
}

/// 六, 十一.
pub(crate) fn push_rank(text: &mut String, rank: u16) {
    const RANKS: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
    let (tens, ones) = (rank / 10, rank % 10);
    if tens > 1 {
        text.push_str(RANKS[usize::from(tens.min(9)) - 1]);
    }
    if tens > 0 {
        text.push('十');
    }
    if ones > 0 {
        text.push_str(RANKS[usize::from(ones) - 1]);
    }
}
