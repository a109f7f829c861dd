//! Names as searches compare them.

/// The longest name that is compared, in characters.
const LONGEST: usize = 400;

/// A name as it is compared: lower case, full-width letters and digits as plain ones, without
/// blanks (`羽生　善治` is `羽生善治`, `ＹａＭａＤａ` is `yamada`).
///
/// ```
/// assert_eq!(koma_store::fold("羽生　善治"), "羽生善治");
/// assert_eq!(koma_store::fold("Ｙａｍａ da"), "yamada");
/// ```
pub fn fold(name: &str) -> String {
    let plain = name.chars().map(|c| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\0' => char::REPLACEMENT_CHARACTER,
        _ => c,
    });
    plain.filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).take(LONGEST).collect()
}

/// A text that both databases can hold: PostgreSQL has no NUL.
pub(crate) fn storable(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

/// The pattern for `LIKE … ESCAPE '\'` of names that hold a text.
pub(crate) fn pattern(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len() + 2);
    pattern.push('%');
    for c in fold(text).chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}
