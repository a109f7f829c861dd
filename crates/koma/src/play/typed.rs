//! Moves as people write them: `22角成`, `▲７六歩`, `P-7f`, `Bx2b+`. Every legal move is written in both notations and compared
//! with what was typed, so that nothing is understood that is not legal.

use koma_kifu::notation::{english, japanese};
use koma_rules::{Position, SquareName, UsiMove};

/// What a text means.
#[derive(Debug, PartialEq, Eq)]
pub enum Meant {
    /// One move. Without a word about it, it is the one that does not promote.
    Move(UsiMove),
    /// More than one; how each is written.
    Several(Vec<String>),
    /// No legal move is written like that.
    Nothing,
}

/// The legal move that a text means in a position. `last_to` is where the last move went (同).
pub fn meant(position: &Position, last_to: Option<SquareName>, text: &str) -> Meant {
    let wanted = plain(text);
    let Ok(legal) = position.try_legal_moves() else { return Meant::Nothing };
    if wanted.is_empty() {
        return Meant::Nothing;
    }
    let written: Vec<(UsiMove, Vec<String>)> = legal
        .into_iter()
        .map(|mv| {
            let usi = position.usi(mv);
            let ways = [
                japanese(position, &usi, last_to, Default::default()),
                japanese(position, &usi, None, Default::default()),
                english(position, &usi),
            ];
            (usi, ways.into_iter().flatten().collect())
        })
        .collect();
    // The stricter readings first: the whole word, then without promotion, then without 右 and 左.
    let readings: [fn(&str) -> String; 3] = [plain, without_turn, without_words];
    for reading in readings {
        let asked = reading(&wanted);
        let fits =
            |(_, ways): &&(UsiMove, Vec<String>)| ways.iter().any(|way| reading(way) == asked);
        let mut found: Vec<&(UsiMove, Vec<String>)> = written.iter().filter(fits).collect();
        // Promoted or not is asked about later.
        found.dedup_by_key(|(usi, _)| unturned(usi));
        match found.as_slice() {
            [] => {}
            [(usi, ways)] => {
                let says_so = ways.iter().any(|way| plain(way) == wanted);
                return Meant::Move(if says_so { usi.clone() } else { unturned(usi) });
            }
            several => {
                let names = several.iter().filter_map(|(_, ways)| ways.first().cloned());
                return Meant::Several(names.collect());
            }
        }
    }
    Meant::Nothing
}

/// The same move without promotion.
fn unturned(usi: &UsiMove) -> UsiMove {
    match usi {
        UsiMove::Board { from, via, to, .. } => {
            UsiMove::Board { from: *from, via: via.clone(), to: *to, promotes: false }
        }
        other => other.clone(),
    }
}

/// A move without what may be written or left out: marks of sides, signs between, wide letters, numbers in kanji.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // The number in kanji that is being read.
    let mut number = None;
    for c in text.chars().map(narrow) {
        if let Some(next) = kanji_digit(c, number) {
            number = Some(next);
            continue;
        }
        out.extend(number.take().map(|n: u32| n.to_string()));
        match c {
            '▲' | '△' | '☗' | '☖' | '▽' | '▼' | '・' | '-' | '×' | '\'' => {}
            c if c.is_whitespace() => {}
            '王' => out.push('玉'),
            '竜' => out.push('龍'),
            c => out.extend(c.to_lowercase()),
        }
    }
    out.extend(number.map(|n| n.to_string()));
    // `x` between two squares or after a piece is the sign of a capture.
    out.replace("x", "")
}

fn narrow(c: char) -> char {
    match c {
        '！'..='～' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        '　' => ' ',
        c => c,
    }
}

/// The number after one more character of it: 二, 二十, 二十八.
fn kanji_digit(c: char, before: Option<u32>) -> Option<u32> {
    const DIGITS: &str = "一二三四五六七八九";
    let digit = DIGITS.chars().position(|known| known == c).map(|at| at as u32 + 1);
    match (before, digit, c) {
        (None, Some(digit), _) => Some(digit),
        (Some(tens), Some(digit), _) if tens % 10 == 0 => Some(tens + digit),
        (None, None, '十') => Some(10),
        (Some(tens), None, '十') if tens < 10 => Some(tens * 10),
        _ => None,
    }
}

/// A plain move without a word about promotion.
fn without_turn(text: &str) -> String {
    let plain = plain(text);
    let ends = ["不成", "成", "+", "="];
    let cut = ends.iter().find_map(|end| plain.strip_suffix(end));
    cut.unwrap_or(&plain).to_owned()
}

/// A plain move without promotion and the words that tell pieces apart.
fn without_words(text: &str) -> String {
    without_turn(text)
        .chars()
        .filter(|c| !matches!(c, '右' | '左' | '直' | '上' | '寄' | '引' | '打'))
        .collect()
}

#[cfg(test)]
mod tests {
    use koma_rules::{Game, Ruleset};

    use super::*;

    fn check(slug: &str, moves: &str, text: &str, expected: &str) {
        let rules = Ruleset::compile(koma_variants::find(slug).unwrap()).unwrap();
        let mut game = Game::from(Position::start(&rules));
        moves.split_whitespace().for_each(|usi| {
            game.play_usi(usi).unwrap();
        });
        let last = game.last().and_then(|undo| game.position().usi(undo.mv()).to());
        let found = match meant(game.position(), last, text) {
            Meant::Move(usi) => usi.to_string(),
            Meant::Several(ways) => format!("several: {}", ways.len()),
            Meant::Nothing => "nothing".to_owned(),
        };
        assert_eq!(found, expected, "{slug} {moves}: {text}");
    }

    #[test]
    fn moves_are_read_as_players_write_them() {
        for text in ["76歩", "７六歩", "▲７六歩", "☗七六歩", "P-7f", "p7f", "Ｐ－７ｆ"]
        {
            check("shogi", "", text, "7g7f");
        }
        let opened = "7g7f 3c3d";
        for text in ["22角成", "２二角成", "Bx2b+", "b2b+"] {
            check("shogi", opened, text, "8h2b+");
        }
        for text in ["22角不成", "22角", "B-2b="] {
            check("shogi", opened, text, "8h2b");
        }
        let taken = "7g7f 3c3d 8h2b+";
        check("shogi", taken, "同銀", "3a2b");
        check("shogi", taken, "22銀", "3a2b");
        check("shogi", "7g7f 3c3d 8h2b+ 3a2b", "B*4e", "B*4e");
        check("shogi", "7g7f 3c3d 8h2b+ 3a2b", "45角", "B*4e");
        check("shogi", "7g7f 3c3d 8h2b+ 3a2b", "45角打", "B*4e");
        check("shogi", "", "58金", "several: 2");
        check("shogi", "", "58金右", "4i5h");
        check("shogi", "", "5c", "nothing");
        check("chu", "", "7八獅", "7j7h");
        check("chu", "", "P-7h", "7i7h");
    }
}
