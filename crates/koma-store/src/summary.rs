//! What lists say about a record.

use std::fmt;
use std::str::FromStr;

use koma_kifu::Winner;
use koma_rules::Side;

use crate::Sight;

/// The number of a record in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordId(pub i64);

impl fmt::Display for RecordId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for RecordId {
    type Err = std::num::ParseIntError;

    /// Digits only, as they are shown: `+1` and `01` are nobody's address.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let id: u32 = text.parse()?;
        if id.to_string() != text {
            return Err("".parse::<u32>().expect_err("nothing is no number"));
        }
        Ok(Self(id.into()))
    }
}

/// A record in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Its number.
    pub id: RecordId,
    /// The game's slug, or its name in the file.
    pub variant: String,
    /// 先手 or 下手.
    pub sente: Option<String>,
    /// 後手 or 上手.
    pub gote: Option<String>,
    /// The day, as far as it could be read.
    pub day: Option<Date>,
    /// 開始日時 as the file writes it.
    pub date: Option<String>,
    /// 棋戦.
    pub event: Option<String>,
    /// 場所.
    pub site: Option<String>,
    /// 手合割, where it is known.
    pub handicap: Option<String>,
    /// The moves of the main line.
    pub moves: u32,
    /// Who won.
    pub winner: Option<Winner>,
    /// How it ended, as a keyword (`TORYO`).
    pub termination: Option<String>,
    /// When it was stored, in milliseconds since 1970.
    pub added: i64,
    /// Who sees it.
    pub sight: Sight,
    /// Its address where it is not for all.
    pub link: Option<String>,
}

impl Summary {
    /// What to ask for it by: its number, or its link where it is not for all.
    pub fn address(&self) -> String {
        self.link.clone().unwrap_or_else(|| self.id.to_string())
    }
}

/// The winner as the tables have it.
pub(crate) fn winner_code(winner: Option<Winner>) -> i64 {
    match winner {
        None => 0,
        Some(Winner::Side(Side::Sente)) => 1,
        Some(Winner::Side(Side::Gote)) => 2,
        Some(Winner::Draw) => 3,
    }
}

/// The winner of a code of the tables.
pub(crate) fn winner_of(code: i64) -> Option<Winner> {
    match code {
        1 => Some(Winner::Side(Side::Sente)),
        2 => Some(Winner::Side(Side::Gote)),
        3 => Some(Winner::Draw),
        _ => None,
    }
}

/// A day, or a month or year where no more is known. Days are ordered; what is less exact comes
/// before what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(i64);

/// The first year of the eras of modern Japan, less one.
const ERAS: &[(&str, i64)] =
    &[("明治", 1867), ("大正", 1911), ("昭和", 1925), ("平成", 1988), ("令和", 2018)];

impl Date {
    /// The day a text speaks of: `1999/12/31 10:00`, `2020-01-02`, `2020年1月2日`, `令和元年5月`,
    /// `20200102`, also in full-width digits.
    pub fn read(text: &str) -> Option<Self> {
        let text = plain(text);
        let text = text.trim_start();
        if let Some((rest, before)) =
            ERAS.iter().find_map(|(era, before)| Some((text.strip_prefix(era)?, before)))
        {
            let (year, rest) = match rest.strip_prefix('元') {
                Some(rest) => (1, rest),
                None => number(rest, 2)?,
            };
            return Self::new(before + year, Some(rest).filter(|rest| rest.starts_with('年'))?);
        }
        let (year, rest) = number(text, 8)?;
        match text.len() - rest.len() {
            8 => Self::of(year / 10_000, year / 100 % 100, year % 100),
            3 | 4 => Self::new(year, rest),
            _ => None,
        }
    }

    /// The last day that begins with this one: the end of its month or year.
    pub(crate) fn last(self) -> Self {
        match (self.0 % 10_000, self.0 % 100) {
            (0, _) => Self(self.0 + 9_999),
            (_, 0) => Self(self.0 + 99),
            _ => self,
        }
    }

    /// A day as the tables have it: yyyymmdd, 0 for what is not known.
    pub(crate) fn code(self) -> i64 {
        self.0
    }

    /// The day of a code of the tables.
    pub(crate) fn from_code(code: i64) -> Option<Self> {
        Some(Self(code)).filter(|_| code > 0)
    }

    /// A year, and what follows it.
    fn new(year: i64, rest: &str) -> Option<Self> {
        let part = |rest: &str| -> Option<(i64, usize)> {
            let after = rest.strip_prefix(['/', '-', '.', '年', '月'])?;
            let (number, left) = number(after, 2)?;
            Some((number, rest.len() - left.len()))
        };
        let Some((month, length)) = part(rest) else { return Self::of(year, 0, 0) };
        match part(&rest[length..]) {
            Some((day, _)) => Self::of(year, month, day),
            None => Self::of(year, month, 0),
        }
    }

    /// What a calendar has; a month or day it does not have is not known.
    fn of(year: i64, month: i64, day: i64) -> Option<Self> {
        if !(1..=9999).contains(&year) {
            return None;
        }
        Some(match (month, day) {
            (1..=12, 1..=31) => Self(year * 10_000 + month * 100 + day),
            (1..=12, _) => Self(year * 10_000 + month * 100),
            _ => Self(year * 10_000),
        })
    }
}

/// `2020-01-02`, `2020-01` or `2020`.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = (self.0 / 10_000, self.0 / 100 % 100, self.0 % 100);
        write!(f, "{year:04}")?;
        for part in [month, day].into_iter().take_while(|&part| part > 0) {
            write!(f, "-{part:02}")?;
        }
        Ok(())
    }
}

/// Digits and marks in full width as plain ones.
fn plain(text: &str) -> String {
    let plain = |c: char| match c {
        '０'..='９' | '／' | '－' | '．' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        _ => c,
    };
    text.chars().take(40).map(plain).collect()
}

/// A number of at most so many digits, and what follows it.
fn number(text: &str, most: usize) -> Option<(i64, &str)> {
    let length = text.bytes().take(most).take_while(u8::is_ascii_digit).count();
    Some((text[..length].parse().ok()?, &text[length..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_as_people_write_them() {
        for (text, date) in [
            ("1999/12/31 10:00:00", "1999-12-31"),
            ("2020-01-02", "2020-01-02"),
            ("2020年1月2日(木)", "2020-01-02"),
            ("２０２０／０１／０２", "2020-01-02"),
            ("20200102", "2020-01-02"),
            ("2020/1", "2020-01"),
            ("2020/1/", "2020-01"),
            ("2020/13/40", "2020"),
            ("2020", "2020"),
            ("0794", "0794"),
            ("令和元年5月1日", "2019-05-01"),
            ("昭和64年1月7日", "1989-01-07"),
            ("平成２９年", "2017"),
        ] {
            assert_eq!(Date::read(text).map(|date| date.to_string()).as_deref(), Some(date));
            let again = Date::read(date).unwrap();
            assert_eq!(Some(again), Date::read(text), "{date} comes back");
        }
        for text in ["", "x", "12/31", "不明", "令和", "12345", "0000", "１２"] {
            assert_eq!(Date::read(text), None, "{text}");
        }
    }

    #[test]
    fn a_year_ends_with_its_last_day() {
        let date = |text| Date::read(text).unwrap();
        assert!(date("2020").last() > date("2020-12-31"));
        assert!(date("2020-02").last() > date("2020-02-29"));
        assert!(date("2020-02").last() < date("2020-03"));
        assert_eq!(date("2020-02-03").last(), date("2020-02-03"));
        assert!(date("2020") < date("2020-01-01"));
    }

    #[test]
    fn numbers_of_records_have_one_spelling() {
        assert_eq!("12".parse(), Ok(RecordId(12)));
        for text in ["", "+1", "01", "-1", "x", "1 ", "99999999999999999999"] {
            assert!(text.parse::<RecordId>().is_err(), "{text}");
        }
    }
}
