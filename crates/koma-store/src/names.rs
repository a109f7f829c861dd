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

/// What a name looks like: names with equal looks are taken for each other. Letters of other
/// scripts and widths count as what they resemble, and what does not show does not count.
///
/// ```
/// assert_eq!(koma_store::looks("\u{430}lice"), koma_store::looks("Alice"));
/// assert_ne!(koma_store::looks("羽生"), koma_store::looks("谷川"));
/// ```
pub fn looks(name: &str) -> String {
    use unicode_normalization::UnicodeNormalization as _;
    use unicode_security::confusable_detection::skeleton;
    // Both ways round: a capital may resemble another letter than its small one.
    let plain: String = name.nfkc().filter(|&c| !is_unseen(c)).collect();
    let bones: String = skeleton(&fold(&plain)).collect();
    fold(&bones.nfkc().collect::<String>())
}

/// Whether a character shows nothing, or changes how those around it show.
pub fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_the_same_are_the_same() {
        for other in [
            "ALICE",
            "ａｌｉｃｅ",
            "al\u{131}ce",
            "\u{430}lic\u{435}",
            "a\u{ad}lice",
            "alice\u{3164}",
        ] {
            assert_eq!(looks(other), looks("alice"), "{other:?}");
        }
        for other in ["alicia", "bob", "羽生", "alice2", "アリス"] {
            assert_ne!(looks(other), looks("alice"), "{other:?}");
        }
        for c in ['\u{ad}', '\u{3164}', '\u{115f}', '\u{2800}', '\u{e0041}', '\u{202e}', '\0'] {
            assert!(is_unseen(c), "{c:?}");
        }
        assert!(!"羽生　善治 Élodie 김".chars().any(is_unseen));
    }
}
