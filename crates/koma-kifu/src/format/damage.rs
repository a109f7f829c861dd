//! Damaged texts for tests of readers.

use proptest::prelude::*;

/// A text with a few letters changed, put in or taken out.
pub(super) fn damaged(text: &'static str, signs: &'static [char]) -> impl Strategy<Value = String> {
    let fault = (any::<prop::sample::Index>(), 0..3_u8, prop::sample::select(signs));
    prop::collection::vec(fault, 1..6).prop_map(move |faults| {
        let mut text: Vec<char> = text.chars().collect();
        for (place, how, sign) in faults {
            let at = place.index(text.len());
            match how {
                0 => text[at] = sign,
                1 => text.insert(at, sign),
                _ => {
                    text.remove(at);
                }
            }
        }
        text.into_iter().collect()
    })
}
