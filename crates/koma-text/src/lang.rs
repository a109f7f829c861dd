//! The two languages we speak, and how numbers are written in one of them.

/// A language for everything that people read.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// 日本語.
    Ja,
}

impl Lang {
    /// One of two texts: both stand where they are used, so neither is forgotten.
    pub fn pick<T>(self, en: T, ja: T) -> T {
        match self {
            Self::En => en,
            Self::Ja => ja,
        }
    }

    /// `en` or `ja`.
    pub fn code(self) -> &'static str {
        self.pick("en", "ja")
    }
}

impl std::str::FromStr for Lang {
    type Err = &'static str;

    fn from_str(code: &str) -> Result<Self, Self::Err> {
        match code {
            "en" => Ok(Self::En),
            "ja" => Ok(Self::Ja),
            _ => Err("en or ja"),
        }
    }
}

/// A number below a hundred as players write it: 三, 十二, 三十六. Digits from a hundred on.
///
/// ```
/// let written = [1, 10, 19, 36, 100].map(koma_text::kanji_number);
/// assert_eq!(written, ["一", "十", "十九", "三十六", "100"]);
/// ```
pub fn kanji_number(number: usize) -> String {
    const DIGITS: [&str; 10] = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    match (number / 10, number % 10) {
        (0, 0) => "〇".to_owned(),
        (0, ones) => DIGITS[ones].to_owned(),
        (1, ones) => format!("十{}", DIGITS[ones]),
        (tens @ 2..=9, ones) => format!("{}十{}", DIGITS[tens], DIGITS[ones]),
        _ => number.to_string(),
    }
}

/// A number in full-width digits: `１２`.
pub fn wide_number(number: usize) -> String {
    let wide = |digit| char::from_u32(u32::from(digit) + 0xfee0).unwrap_or(digit);
    number.to_string().chars().map(wide).collect()
}
