//! Files: the encoding and line ends that other programs expect, and what to call a file.

use koma_rules::Side;
use koma_text::Encoding;

use crate::notation::token::digit;
use crate::{Format, Record, WriteOptions};

/// A kind of file: a format under one of its extensions.
///
/// Programs of Japan read `.kif` and `.ki2` as Shift_JIS with CRLF, whatever is in them; the same
/// formats in UTF-8 are `.kifu` and `.ki2u`. All other kinds are UTF-8 with LF.
///
/// ```
/// use koma_kifu::{FileKind, Format};
/// let kif = FileKind::named("KIF").unwrap();
/// assert_eq!((kif.format, kif.extension), (Format::Kif, "kif"));
/// assert_eq!(kif.options().encoding.name(), "CP932");
/// assert_eq!(FileKind::named(".kifu").unwrap().options().encoding.name(), "UTF-8");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FileKind {
    /// The format.
    pub format: Format,
    /// The extension, without a dot.
    pub extension: &'static str,
}

impl FileKind {
    /// The kind of a name or an extension, in any case.
    pub fn named(name: &str) -> Option<Self> {
        let name = name.trim_start_matches('.');
        Self::all().find(|kind| kind.extension.eq_ignore_ascii_case(name))
    }

    /// All kinds, the usual one of a format before its others.
    pub fn all() -> impl Iterator<Item = Self> {
        let kinds = |&format: &Format| {
            let extensions = format.codec().extensions().iter();
            extensions.map(move |&extension| Self { format, extension })
        };
        Format::ALL.iter().flat_map(kinds)
    }

    /// How such a file is written.
    pub fn options(self) -> WriteOptions {
        let is_of_japan = matches!(self.extension, "kif" | "ki2");
        WriteOptions {
            encoding: if is_of_japan { Encoding::Cp932 } else { Encoding::Utf8 },
            crlf: is_of_japan,
            version: None,
        }
    }
}

impl From<Format> for FileKind {
    /// The usual kind of a format.
    fn from(format: Format) -> Self {
        Self { format, extension: format.name() }
    }
}

impl Record {
    /// The day of the game in digits, `20250115`, as far as the head tells it.
    pub fn day(&self) -> Option<String> {
        ["開始日時", "対局日"].iter().find_map(|key| day(self.headers.get(key)?))
    }

    /// A name for a file, from the day and the players: `20250115-山田太郎-佐藤花子`. Nothing in it
    /// can leave a folder or confuse a shell; `game` where the record tells neither.
    pub fn file_stem(&self) -> String {
        let safe = |name: &str| -> String {
            name.chars().filter(|c| c.is_alphanumeric() || *c == '_').take(40).collect()
        };
        let name = |side| self.player(side).map(safe);
        let parts = self.day().into_iter().chain(Side::BOTH.into_iter().filter_map(name));
        let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
        if parts.is_empty() { "game".to_owned() } else { parts.join("-") }
    }
}

/// `2025/1/15(水) 10:00` as `20250115`; a year or a month alone as far as they go.
fn day(text: &str) -> Option<String> {
    let numbers: Vec<Vec<u16>> = text
        .chars()
        .map(digit)
        .collect::<Vec<_>>()
        .split(Option::is_none)
        .filter(|group| !group.is_empty())
        .map(|group| group.iter().copied().flatten().collect())
        .collect();
    let value = |digits: &Vec<u16>| digits.iter().fold(0_u32, |sum, &d| sum * 10 + u32::from(d));
    let is_short = |digits: &&Vec<u16>| digits.len() <= 2;
    let first = numbers.first()?;
    if first.len() == 8 {
        return Some(value(first).to_string());
    }
    let year = Some(first).filter(|digits| digits.len() == 4).map(value)?;
    let month = numbers.get(1).filter(is_short).map(value).filter(|m| (1..=12).contains(m));
    let date = numbers.get(2).filter(is_short).map(value).filter(|d| (1..=31).contains(d));
    Some(match (month, date) {
        (Some(month), Some(date)) => format!("{year}{month:02}{date:02}"),
        (Some(month), None) => format!("{year}{month:02}"),
        (None, _) => year.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, ruleset};

    #[test]
    fn every_extension_has_its_encoding() {
        for (name, encoding, crlf) in [
            ("kif", Encoding::Cp932, true),
            ("ki2", Encoding::Cp932, true),
            ("kifu", Encoding::Utf8, false),
            ("ki2u", Encoding::Utf8, false),
            ("csa", Encoding::Utf8, false),
            ("json", Encoding::Utf8, false),
        ] {
            let options = FileKind::named(name).expect("a kind").options();
            assert_eq!((options.encoding, options.crlf), (encoding, crlf), "{name}");
        }
        assert_eq!(FileKind::named("doc"), None);
        assert_eq!(FileKind::from(Format::Kif).extension, "kif");
    }

    #[test]
    fn files_are_called_by_day_and_players() {
        let stem = |headers: &[(&str, &str)]| {
            let mut record = Record::new(Board::start(&ruleset("shogi").expect("shogi")));
            headers.iter().for_each(|(key, value)| record.headers.push(*key, *value));
            record.file_stem()
        };
        assert_eq!(stem(&[]), "game");
        let players = [("先手", "山田 太郎"), ("後手", "../佐藤 花子")];
        assert_eq!(stem(&players), "山田太郎-佐藤花子");
        let day = ("開始日時", "2025/1/5(水) 10:00:00");
        assert_eq!(stem(&[day, players[0], players[1]]), "20250105-山田太郎-佐藤花子");
        for (text, expected) in [
            ("2025年1月15日", "20250115"),
            ("２０２５－０１－１５", "20250115"),
            ("20250115", "20250115"),
            ("2025/13/01", "2025"),
            ("2025/11", "202511"),
            ("1993", "1993"),
        ] {
            assert_eq!(stem(&[("対局日", text)]), expected, "{text}");
        }
        for text in ["", "平成5年", "yesterday", "99999999999999999999"] {
            assert_eq!(stem(&[("対局日", text)]), "game", "{text}");
        }
    }
}
