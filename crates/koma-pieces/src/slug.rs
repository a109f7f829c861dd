//! Names as they stand in addresses and cross references.

/// The slug of an English name: small letters and digits, everything between them one hyphen.
///
/// ```
/// assert_eq!(koma_pieces::slug("Great general"), "great-general");
/// assert_eq!(koma_pieces::slug("Heaven's horse (2)"), "heavens-horse-2");
/// ```
pub fn slug(name: &str) -> String {
    let mut slug = String::with_capacity(name.len());
    let mut gap = false;
    for c in name.chars().filter(|c| !matches!(c, '\'' | '’')) {
        if !c.is_alphanumeric() {
            gap = true;
            continue;
        }
        if gap && !slug.is_empty() {
            slug.push('-');
        }
        gap = false;
        slug.extend(c.to_lowercase());
    }
    slug
}
