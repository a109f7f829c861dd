//! Squares and positions in the words of Japanese players.

use koma_rules::{Fault, KindId, Ruleset, Side, SquareName};

/// A number up to 99 in kanji.
pub fn kanji_number(number: u16) -> String {
    let digit = |digit: u16| "一二三四五六七八九".chars().nth(usize::from(digit).wrapping_sub(1));
    let (tens, ones) = (number / 10, digit(number % 10));
    let many = Some(tens).filter(|&tens| tens > 1).and_then(digit);
    many.into_iter().chain((tens > 0).then_some('十')).chain(ones).collect()
}

/// A number in full-width digits.
pub fn wide(number: u16) -> String {
    let digit = |digit: char| char::from_u32(u32::from('０') + u32::from(digit) - u32::from('0'));
    number.to_string().chars().filter_map(digit).collect()
}

/// `７六`.
pub fn square(name: SquareName) -> String {
    wide(name.file) + &kanji_number(name.rank)
}

/// What is odd about a position; `None` where there is no sentence for it yet.
pub fn fault(fault: &Fault, rules: &Ruleset) -> Option<String> {
    let name = |kind: KindId| &rules.variant().kinds[kind.index()].piece.name_ja;
    let side = |side| if side == Side::Sente { "先手" } else { "後手" };
    let at = |place| square(rules.geometry().name(place));
    Some(match *fault {
        Fault::MissingRoyal { side: whose } => format!("{}に玉がありません", side(whose)),
        Fault::TooManyMen { kind, count, most } => {
            format!("{}が{count}枚あります（この将棋では{most}枚まで）", name(kind))
        }
        Fault::FileOverfull { side: whose, kind, file } => {
            format!("{}筋に{}の{}が多すぎます（二歩）", wide(file), side(whose), name(kind))
        }
        Fault::DeadMan { square, man } => {
            format!("{}の{}は行き所がありません", at(square), name(man.kind))
        }
        Fault::WaitingSideInCheck { royal } => {
            format!("手番でない側の{}の玉が、すぐに取られてしまいます", at(royal))
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{kanji_number, wide};

    #[test]
    fn numbers_are_written_as_players_write_them() {
        let numbers = [1, 9, 10, 11, 19, 20, 36].map(kanji_number);
        assert_eq!(numbers, ["一", "九", "十", "十一", "十九", "二十", "三十六"]);
        assert_eq!([3, 12].map(wide), ["３", "１２"]);
    }
}
