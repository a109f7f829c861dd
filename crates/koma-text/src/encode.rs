//! From text to bytes, with a word about every character that does not fit.

use std::collections::{BTreeMap, BTreeSet};

use encoding_rs::EncoderResult;

use crate::Encoding;

/// Bytes, and what they could not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoded {
    /// The bytes, without byte order mark.
    pub bytes: Vec<u8>,
    /// The characters the encoding does not have and how often each was replaced.
    pub lost: BTreeMap<char, usize>,
}

/// Writes text in an encoding. Characters that have a twin in it become the twin (☗ is ▲, 〜 is
/// ～); others become 〓 and are reported.
///
/// ```
/// use koma_text::{Encoding, encode};
/// let encoded = encode("☗７六歩🎉", Encoding::Cp932);
/// assert_eq!(encoded.bytes, b"\x81\xa3\x82\x56\x98\x5a\x95\xe0\x81\xac");
/// assert_eq!(encoded.lost.into_iter().collect::<Vec<_>>(), [('🎉', 1)]);
/// ```
pub fn encode(text: &str, encoding: Encoding) -> Encoded {
    let mut lost = BTreeMap::new();
    let bytes = match encoding {
        Encoding::Utf8 => text.as_bytes().to_vec(),
        Encoding::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        Encoding::Utf16Be => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        Encoding::Cp932 | Encoding::EucJp | Encoding::Iso2022Jp => {
            encode_japanese(text, encoding, &mut lost)
        }
    };
    Encoded { bytes, lost }
}

fn encode_japanese(text: &str, encoding: Encoding, lost: &mut BTreeMap<char, usize>) -> Vec<u8> {
    let (bytes, missing) = encode_plain(text, encoding);
    if missing.is_empty() {
        return bytes;
    }
    // Stand-ins go into the text, not the bytes: ISO-2022-JP must not change its state for them.
    let stand_in = |c: char| {
        if !missing.contains(&c) {
            return c;
        }
        twin(c).unwrap_or_else(|| {
            *lost.entry(c).or_default() += 1;
            '〓'
        })
    };
    let text: String = text.chars().map(stand_in).collect();
    encode_plain(&text, encoding).0
}

/// The bytes, and the characters that were left out.
fn encode_plain(text: &str, encoding: Encoding) -> (Vec<u8>, BTreeSet<char>) {
    let mut encoder = encoding.table().new_encoder();
    let mut bytes = Vec::with_capacity(text.len() + 16);
    let mut missing = BTreeSet::new();
    let mut rest = text;
    loop {
        let (result, read) =
            encoder.encode_from_utf8_to_vec_without_replacement(rest, &mut bytes, true);
        rest = &rest[read..];
        match result {
            EncoderResult::InputEmpty => return (bytes, missing),
            EncoderResult::OutputFull => bytes.reserve(rest.len() + 32),
            EncoderResult::Unmappable(c) => {
                missing.insert(c);
            }
        }
    }
}

/// The character of the Japanese sets that looks the same.
fn twin(c: char) -> Option<char> {
    Some(match c {
        '☗' | '⛊' => '▲',
        '☖' | '⛉' => '△',
        '〜' => '～',
        '−' => '－',
        '‖' => '∥',
        '—' => '―',
        '¢' => '￠',
        '£' => '￡',
        '¬' => '￢',
        '\u{a0}' => ' ',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode_as;

    #[test]
    fn text_comes_back_from_every_encoding() {
        for encoding in Encoding::ALL {
            let encoded = encode("先手：羽生善治　①髙\n７六歩(77)\n", encoding);
            if encoding == Encoding::EucJp || encoding == Encoding::Iso2022Jp {
                continue; // They lack the extensions of Windows.
            }
            assert!(encoded.lost.is_empty(), "{encoding}: {:?}", encoded.lost);
            let text = decode_as(&encoded.bytes, encoding).text;
            assert_eq!(text, "先手：羽生善治　①髙\n７六歩(77)\n");
        }
    }

    #[test]
    fn characters_that_do_not_fit_are_counted() {
        for encoding in [Encoding::Cp932, Encoding::EucJp, Encoding::Iso2022Jp] {
            let encoded = encode("あ🎉い🎉☗〜", encoding);
            assert_eq!(encoded.lost.into_iter().collect::<Vec<_>>(), [('🎉', 2)]);
            assert_eq!(decode_as(&encoded.bytes, encoding).text, "あ〓い〓▲～");
        }
    }
}
