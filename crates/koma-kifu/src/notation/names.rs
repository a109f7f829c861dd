//! The names of men in Japanese records.

use koma_rules::{KindId, Ruleset};

/// One man: its code, its name in moves, its sign in diagrams, and other names people write.
pub(crate) struct Name {
    pub code: &'static str,
    /// In moves, as Kifu for Windows writes it.
    pub kif: &'static str,
    /// In diagrams: one character.
    pub sign: char,
    others: &'static [&'static str],
}

#[rustfmt::skip]
pub(crate) const NAMES: [Name; 14] = [
    Name { code: "P", kif: "歩", sign: '歩', others: &["歩兵"] },
    Name { code: "L", kif: "香", sign: '香', others: &["香車"] },
    Name { code: "N", kif: "桂", sign: '桂', others: &["桂馬"] },
    Name { code: "S", kif: "銀", sign: '銀', others: &["銀将"] },
    Name { code: "G", kif: "金", sign: '金', others: &["金将"] },
    Name { code: "B", kif: "角", sign: '角', others: &["角行"] },
    Name { code: "R", kif: "飛", sign: '飛', others: &["飛車"] },
    Name { code: "K", kif: "玉", sign: '玉', others: &["玉将", "王将", "王"] },
    Name { code: "+P", kif: "と", sign: 'と', others: &["と金"] },
    Name { code: "+L", kif: "成香", sign: '杏', others: &["杏"] },
    Name { code: "+N", kif: "成桂", sign: '圭', others: &["圭"] },
    Name { code: "+S", kif: "成銀", sign: '全', others: &["全"] },
    Name { code: "+B", kif: "馬", sign: '馬', others: &["龍馬", "竜馬"] },
    Name { code: "+R", kif: "龍", sign: '龍', others: &["龍王", "竜王", "竜"] },
];

/// Reads a man's name at the start of a text: its row and what follows. The longest name wins.
pub(crate) fn take(text: &str) -> Option<(usize, &str)> {
    // The common case first: one character that starts no longer name here.
    let first = text.chars().next()?;
    let (row, short) = match first {
        '歩' => (0, '兵'),
        '香' => (1, '車'),
        '桂' => (2, '馬'),
        '銀' => (3, '将'),
        '金' => (4, '将'),
        '角' => (5, '行'),
        '飛' => (6, '車'),
        '玉' | '王' => (7, '将'),
        'と' => (8, '金'),
        _ => return take_any(text),
    };
    let rest = &text[first.len_utf8()..];
    Some((row, rest.strip_prefix(short).unwrap_or(rest)))
}

fn take_any(text: &str) -> Option<(usize, &str)> {
    let rows = NAMES.iter().enumerate();
    let names = rows.flat_map(|(row, name)| {
        std::iter::once(name.kif).chain(name.others.iter().copied()).map(move |word| (row, word))
    });
    let found = names.filter(|(_, word)| text.starts_with(word));
    let (row, word) = found.max_by_key(|(_, word)| word.len())?;
    Some((row, &text[word.len()..]))
}

/// The row of a man's sign in a diagram.
pub(crate) fn from_sign(sign: char) -> Option<usize> {
    match sign {
        '王' => Some(7),
        '竜' => Some(13),
        _ => NAMES.iter().position(|name| name.sign == sign),
    }
}

/// The row of a code. Spelled out, because it is asked for every kind of every record.
fn row_of(code: &str) -> Option<usize> {
    Some(match code.as_bytes() {
        b"P" => 0,
        b"L" => 1,
        b"N" => 2,
        b"S" => 3,
        b"G" => 4,
        b"B" => 5,
        b"R" => 6,
        b"K" => 7,
        b"+P" => 8,
        b"+L" => 9,
        b"+N" => 10,
        b"+S" => 11,
        b"+B" => 12,
        b"+R" => 13,
        _ => return None,
    })
}

/// The kinds of a game by their rows in [`NAMES`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kinds([Option<KindId>; NAMES.len()]);

impl Kinds {
    pub fn of(rules: &Ruleset) -> Self {
        let mut kinds = [None; NAMES.len()];
        for kind in rules.kinds() {
            if let Some(row) = row_in(rules, kind) {
                kinds[row] = Some(kind);
            }
        }
        Self(kinds)
    }

    /// Whether the table names every kind of a game, each by a name of its own.
    pub fn are_all(rules: &Ruleset) -> bool {
        if rules.variant().slug == "shogi" {
            return true;
        }
        let kinds = Self::of(rules);
        rules
            .kinds()
            .all(|kind| row_in(rules, kind).is_some_and(|row| kinds.kind(row) == Some(kind)))
    }

    /// The kind of a row, if the game has it.
    pub fn kind(&self, row: usize) -> Option<KindId> {
        self.0[row]
    }
}

/// The row of a kind. The letters of other games stand for other men, so their kanji decide.
pub(crate) fn row_in(rules: &Ruleset, kind: KindId) -> Option<usize> {
    let variant = rules.variant();
    if variant.slug == "shogi" {
        return row_of(rules.code(kind));
    }
    let mut kanji = variant.kinds[kind.index()].piece.name_kanji.chars();
    kanji.next().filter(|_| kanji.next().is_none()).and_then(from_sign)
}

/// What a kind is called in moves: by the table, else by the kanji the variant gives it.
pub(crate) fn kif_name(rules: &Ruleset, kind: KindId) -> &str {
    match row_in(rules, kind) {
        Some(row) => NAMES[row].kif,
        None => &rules.variant().kinds[kind.index()].piece.name_kanji,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_as_its_man() {
        for (row, name) in NAMES.iter().enumerate() {
            for word in std::iter::once(&name.kif).chain(name.others) {
                assert_eq!(take(&format!("{word}(77)")), Some((row, "(77)")), "{word}");
            }
            assert_eq!(from_sign(name.sign), Some(row));
            assert_eq!(row_of(name.code), Some(row));
        }
        assert_eq!(take("成る"), None);
        assert_eq!(take(""), None);
    }
}
