//! What a word that nobody knows was meant to be.

/// The name among `known` that `word` most likely meant, if one is near enough.
///
/// Near is one slip in three letters: a letter added, left out, changed, or two swapped.
///
/// ```
/// assert_eq!(koma_text::nearest("pieces_count", ["pieces", "piece_count"]), Some("piece_count"));
/// assert_eq!(koma_text::nearest("colour", ["pieces", "piece_count"]), None);
/// ```
pub fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let word: Vec<char> = word.chars().take(64).map(|c| c.to_ascii_lowercase()).collect();
    let mut best: Option<(usize, &str)> = None;
    for name in known {
        let letters: Vec<char> = name.chars().take(64).map(|c| c.to_ascii_lowercase()).collect();
        let slips = distance(&word, &letters);
        if slips <= letters.len().max(word.len()).div_ceil(3)
            && slips < letters.len()
            && best.is_none_or(|(least, _)| slips < least)
        {
            best = Some((slips, name));
        }
    }
    best.map(|(_, name)| name)
}

/// Damerau-Levenshtein distance (adjacent swaps count one).
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before = vec![0; b.len() + 1];
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut row = vec![i + 1; b.len() + 1];
        for j in 0..b.len() {
            let changed = above[j] + usize::from(a[i] != b[j]);
            row[j + 1] = changed.min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                row[j + 1] = row[j + 1].min(before[j - 1] + 1);
            }
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}
