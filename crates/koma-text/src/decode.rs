//! From bytes to text: which encoding, how we know, and what could not be read.

use std::fmt;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{DecoderResult, EUC_JP, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE};

use crate::{Finding, Findings, Span};

/// An encoding Japanese text files come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// UTF-8, ASCII included.
    Utf8,
    /// UTF-16, low byte first.
    Utf16Le,
    /// UTF-16, high byte first.
    Utf16Be,
    /// Shift_JIS as Windows extends it.
    Cp932,
    /// EUC-JP.
    EucJp,
    /// ISO-2022-JP, "JIS".
    Iso2022Jp,
}

impl Encoding {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Utf8, Self::Utf16Le, Self::Utf16Be, Self::Cp932, Self::EucJp, Self::Iso2022Jp];

    /// The name people know.
    pub fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16Le => "UTF-16LE",
            Self::Utf16Be => "UTF-16BE",
            Self::Cp932 => "CP932",
            Self::EucJp => "EUC-JP",
            Self::Iso2022Jp => "ISO-2022-JP",
        }
    }

    pub(crate) fn table(self) -> &'static encoding_rs::Encoding {
        match self {
            Self::Utf8 => UTF_8,
            Self::Utf16Le => UTF_16LE,
            Self::Utf16Be => UTF_16BE,
            Self::Cp932 => SHIFT_JIS,
            Self::EucJp => EUC_JP,
            Self::Iso2022Jp => ISO_2022_JP,
        }
    }

    fn byte_order_mark(self) -> &'static [u8] {
        match self {
            Self::Utf8 => b"\xEF\xBB\xBF",
            Self::Utf16Le => b"\xFF\xFE",
            Self::Utf16Be => b"\xFE\xFF",
            _ => b"",
        }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why an encoding was chosen, strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Evidence {
    /// The caller said so.
    Told,
    /// The bytes begin with its byte order mark.
    ByteOrderMark,
    /// Only ASCII: every encoding reads it the same way.
    Ascii,
    /// The escape sequences of ISO-2022-JP.
    Escapes,
    /// Every other byte of many pairs is zero.
    ZeroBytes,
    /// All of it is well-formed UTF-8.
    ValidUtf8,
    /// Most of it is well-formed UTF-8; some bytes are broken.
    MostlyUtf8,
    /// The frequencies of its characters.
    Guess,
}

/// A text and how it was read.
#[derive(Clone, Debug)]
pub struct Decoded {
    /// The text, without byte order mark. What could not be read is U+FFFD.
    pub text: String,
    /// The encoding it was read with.
    pub encoding: Encoding,
    /// How we know.
    pub evidence: Evidence,
    /// One error `undecodable-bytes` for each run of bytes that is not in the encoding.
    pub findings: Vec<Finding>,
}

/// Decides on the encoding and reads the bytes.
///
/// ```
/// use koma_text::{Encoding, Evidence, decode};
/// let decoded = decode(b"\x95\xe0\x95\xba"); // 歩兵 from a Windows program
/// assert_eq!((&*decoded.text, decoded.encoding), ("歩兵", Encoding::Cp932));
/// assert_eq!(decoded.evidence, Evidence::Guess);
/// ```
pub fn decode(bytes: &[u8]) -> Decoded {
    let (encoding, evidence, text) = detect(bytes);
    match text {
        Some(text) => Decoded { text: text.to_owned(), encoding, evidence, findings: Vec::new() },
        None => Decoded { evidence, ..decode_as(bytes, encoding) },
    }
}

/// Reads the bytes in a known encoding. A byte order mark of that encoding is left out.
pub fn decode_as(bytes: &[u8], encoding: Encoding) -> Decoded {
    let mark = encoding.byte_order_mark();
    if encoding == Encoding::Utf8
        && let Ok(text) = std::str::from_utf8(bytes.strip_prefix(mark).unwrap_or(bytes))
    {
        let text = text.to_owned();
        return Decoded { text, encoding, evidence: Evidence::Told, findings: Vec::new() };
    }
    let skipped = if !mark.is_empty() && bytes.starts_with(mark) { mark.len() } else { 0 };
    let mut decoder = encoding.table().new_decoder_without_bom_handling();
    let mut rest = &bytes[skipped..];
    let capacity = decoder.max_utf8_buffer_length_without_replacement(rest.len());
    let mut text = String::with_capacity(capacity.unwrap_or(rest.len()));
    let mut findings = Findings::default();
    loop {
        let (result, read) = decoder.decode_to_string_without_replacement(rest, &mut text, true);
        rest = &rest[read..];
        match result {
            DecoderResult::InputEmpty => break,
            DecoderResult::OutputFull => text.reserve(rest.len().max(16) * 3),
            DecoderResult::Malformed(bad, after) => {
                let end = bytes.len() - rest.len() - usize::from(after);
                let bad = &bytes[end.saturating_sub(bad.into())..end];
                let at = text.len();
                text.reserve(3);
                text.push('\u{fffd}');
                findings
                    .push(undecodable(bad, end - bad.len(), encoding).at(Span::new(at, at + 3)));
            }
        }
    }
    Decoded { text, encoding, evidence: Evidence::Told, findings: findings.into_vec() }
}

fn undecodable(bad: &[u8], offset: usize, encoding: Encoding) -> Finding {
    let hex: Vec<String> = bad.iter().map(|b| format!("{b:02X}")).collect();
    crate::say::undecodable(bad.len(), hex.join(" "), offset, encoding.to_string())
}

/// The encoding, how we know, and the text where it came to light on the way.
fn detect(bytes: &[u8]) -> (Encoding, Evidence, Option<&str>) {
    for encoding in [Encoding::Utf8, Encoding::Utf16Le, Encoding::Utf16Be] {
        if bytes.starts_with(encoding.byte_order_mark()) {
            return (encoding, Evidence::ByteOrderMark, None);
        }
    }
    let text = std::str::from_utf8(bytes).ok();
    let zeros = text.map_or(0, |text| memchr::memchr_iter(0, text.as_bytes()).count());
    if text.is_some_and(str::is_ascii) {
        if has_jis_escape(bytes) {
            return (Encoding::Iso2022Jp, Evidence::Escapes, None);
        }
        if zeros == 0 {
            return (Encoding::Utf8, Evidence::Ascii, text);
        }
    }
    // A text of bytes with a few zeros in it is not UTF-16: that has one in every ASCII character.
    if text.is_some() && zeros * 8 < bytes.len() {
        return (Encoding::Utf8, Evidence::ValidUtf8, text);
    }
    let (encoding, evidence) = guess(bytes);
    (encoding, evidence, None)
}

/// The encoding of bytes that are no plain text of UTF-8.
fn guess(bytes: &[u8]) -> (Encoding, Evidence) {
    if let Some(encoding) = utf16_without_mark(bytes) {
        return (encoding, Evidence::ZeroBytes);
    }
    let (good, bad) = utf8_score(bytes);
    if bad == 0 {
        return (Encoding::Utf8, Evidence::ValidUtf8);
    }
    // Two characters of another encoding are well-formed UTF-8 now and then, many in a row never.
    if good >= 8 * bad {
        return (Encoding::Utf8, Evidence::MostlyUtf8);
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let guess = detector.guess(Some(b"jp"), Utf8Detection::Deny);
    let guessed = [Encoding::EucJp, Encoding::Cp932].into_iter().find(|e| e.table() == guess);
    // The detector gives an encoding up at its first fault; we had rather read a broken file well.
    let encoding = match guessed {
        Some(encoding) if strangeness(bytes, encoding) == 0 => encoding,
        _ if strangeness(bytes, Encoding::EucJp) < strangeness(bytes, Encoding::Cp932) => {
            Encoding::EucJp
        }
        _ => Encoding::Cp932,
    };
    (encoding, Evidence::Guess)
}

/// What a reading of Japanese text should not contain: faults, private characters, and the
/// half-width katakana that every EUC text shows when read as CP932.
fn strangeness(bytes: &[u8], encoding: Encoding) -> usize {
    let strange =
        |c: &char| matches!(c, '\u{fffd}' | '\u{e000}'..='\u{f8ff}' | '\u{ff61}'..='\u{ff9f}');
    decode_as(bytes, encoding).text.chars().filter(strange).count()
}

fn has_jis_escape(bytes: &[u8]) -> bool {
    memchr::memchr_iter(0x1B, bytes)
        .any(|at| matches!(bytes[at + 1..], [b'$', b'B' | b'@', ..] | [b'(', b'J' | b'I', ..]))
}

/// UTF-16 by its zero bytes: ASCII characters have one, always on the same side. Kanji may have one
/// on the other side (一 is 4E 00), so blanks and line ends decide: turned round, they are nothing.
fn utf16_without_mark(bytes: &[u8]) -> Option<Encoding> {
    let pairs = bytes.len() / 2;
    if !bytes.len().is_multiple_of(2) || pairs == 0 {
        return None;
    }
    let count = |test: fn(&[u8]) -> bool| bytes.chunks_exact(2).filter(|pair| test(pair)).count();
    let mut high = count(|pair| matches!(pair, [0, b'\n' | b'\r' | b' ']));
    let mut low = count(|pair| matches!(pair, [b'\n' | b'\r' | b' ', 0]));
    if (high, low) == (0, 0) {
        (high, low) = (count(|pair| pair[0] == 0), count(|pair| pair[1] == 0));
    }
    let enough = |blanks: usize| blanks > 0 && blanks * 200 >= pairs;
    match (high, low) {
        (0, low) if enough(low) => Some(Encoding::Utf16Le),
        (high, 0) if enough(high) => Some(Encoding::Utf16Be),
        _ => None,
    }
}

/// How many multi-byte characters of UTF-8 are well formed, and how many runs are not.
fn utf8_score(bytes: &[u8]) -> (usize, usize) {
    let (mut good, mut bad) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        good += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        bad += usize::from(!chunk.invalid().is_empty());
    }
    (good, bad)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIF: &str = "手合割：平手\n先手：羽生善治\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:16/00:00:16)\n";

    fn encode(text: &str, encoding: Encoding) -> Vec<u8> {
        match encoding {
            Encoding::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Encoding::Utf16Be => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            other => other.table().encode(text).0.into_owned(),
        }
    }

    #[test]
    fn a_record_reads_the_same_in_every_encoding() {
        for encoding in Encoding::ALL {
            let decoded = decode(&encode(KIF, encoding));
            assert_eq!((decoded.text.as_str(), decoded.encoding), (KIF, encoding));
            assert!(decoded.findings.is_empty());
        }
    }

    #[test]
    fn a_byte_order_mark_decides_and_is_left_out() {
        for encoding in [Encoding::Utf8, Encoding::Utf16Le, Encoding::Utf16Be] {
            let mut bytes = encoding.byte_order_mark().to_vec();
            bytes.extend(encode("歩", encoding));
            let decoded = decode(&bytes);
            assert_eq!(
                (&*decoded.text, decoded.encoding, decoded.evidence),
                ("歩", encoding, Evidence::ByteOrderMark)
            );
        }
    }

    #[test]
    fn evidence_says_how_the_encoding_was_found() {
        let evidence = |bytes: &[u8]| decode(bytes).evidence;
        assert_eq!(evidence(b"V2.2\nPI\n+7776FU\n"), Evidence::Ascii);
        assert_eq!(evidence("歩".as_bytes()), Evidence::ValidUtf8);
        assert_eq!(evidence(&encode(KIF, Encoding::Iso2022Jp)), Evidence::Escapes);
        assert_eq!(evidence(&encode(KIF, Encoding::Utf16Be)), Evidence::ZeroBytes);
        assert_eq!(evidence(&encode(KIF, Encoding::EucJp)), Evidence::Guess);
    }

    #[test]
    fn kanji_with_a_zero_byte_do_not_hide_utf_16() {
        let text = "後手の持駒：なし　\n▲１一角成　△同　玉\n先手：一　最上\n";
        for encoding in [Encoding::Utf16Le, Encoding::Utf16Be] {
            let decoded = decode(&encode(text, encoding));
            assert_eq!((decoded.text.as_str(), decoded.encoding), (text, encoding));
        }
    }

    #[test]
    fn a_few_zero_bytes_do_not_make_utf_16() {
        let decoded = decode("先手：\0\0甲\n".as_bytes());
        assert_eq!((&*decoded.text, decoded.encoding), ("先手：\0\0甲\n", Encoding::Utf8));
    }

    #[track_caller]
    fn check_broken(bytes: &[u8], encoding: Encoding, text: &str, message: &str) {
        let decoded = decode(bytes);
        assert_eq!((&*decoded.text, decoded.encoding), (text, encoding));
        let [finding] = &decoded.findings[..] else { panic!("{:?}", decoded.findings) };
        assert_eq!(finding.message, message);
        let span = finding.span.unwrap();
        assert_eq!(&decoded.text[span.start..span.end], "\u{fffd}");
    }

    #[test]
    fn broken_bytes_are_found_where_they_stand() {
        check_broken(
            &[&encode("金銀桂香", Encoding::Utf8)[..], b"\xFF", "飛角王玉\n".as_bytes()].concat(),
            Encoding::Utf8,
            "金銀桂香\u{fffd}飛角王玉\n",
            "byte FF at offset 12 cannot be read as UTF-8",
        );
        check_broken(
            &[&encode("先手：羽生善治\n", Encoding::Cp932)[..], b"\xEF\xFC\n"].concat(),
            Encoding::Cp932,
            "先手：羽生善治\n\u{fffd}\n",
            "bytes EF FC at offset 15 cannot be read as CP932",
        );
        check_broken(
            &[&encode(KIF, Encoding::EucJp)[..], b"\xA1\n"].concat(),
            Encoding::EucJp,
            &format!("{KIF}\u{fffd}\n"),
            &format!(
                "byte A1 at offset {} cannot be read as EUC-JP",
                encode(KIF, Encoding::EucJp).len()
            ),
        );
    }

    #[test]
    fn a_cut_off_character_at_the_end_is_found() {
        let mut bytes = encode(KIF, Encoding::Cp932);
        bytes.push(0x95);
        let decoded = decode(&bytes);
        assert_eq!(decoded.encoding, Encoding::Cp932);
        let message = format!("byte 95 at offset {} cannot be read as CP932", bytes.len() - 1);
        assert_eq!(decoded.findings[0].message.to_string(), message);
        assert!(decoded.text.ends_with("\n\u{fffd}"));
    }

    #[test]
    fn noise_is_bounded_and_never_silent() {
        let noise: Vec<u8> =
            (0..200_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        let decoded = decode(&noise);
        assert!(!decoded.findings.is_empty() && decoded.findings.len() <= 1001);
    }

    #[test]
    fn windows_extensions_are_read() {
        // NEC's circled digits and Roman numerals, as kifu programs write them.
        assert_eq!(decode_as(b"\x87\x40\x87\x54", Encoding::Cp932).text, "①Ⅰ");
    }
}
