//! Files that are no text: archives, pictures, programs. Read as text they would give letters by chance, and games of them.

use koma_text::Finding;

use crate::say;

/// What a file is by the bytes it has at a place: (place, bytes, what it is called).
///
/// Plain text does not begin like this; what only a few letters would show (`MZ`, `BM`) is left to the count below.
const SIGNS: &[(usize, &[u8], &str)] = &[
    (0, b"PK\x03\x04", "ZIP"),
    (0, b"PK\x05\x06", "ZIP"),
    (0, b"PK\x07\x08", "ZIP"),
    (0, b"\x1F\x8B", "gzip"),
    (0, b"BZh", "bzip2"),
    (0, b"\xFD7zXZ\0", "xz"),
    (0, b"7z\xBC\xAF\x27\x1C", "7z"),
    (0, b"Rar!\x1A\x07", "RAR"),
    (0, b"\x28\xB5\x2F\xFD", "zstd"),
    (257, b"ustar", "tar"),
    (0, b"%PDF-", "PDF"),
    (0, b"\x89PNG\r\n\x1A\n", "PNG"),
    (0, b"\xFF\xD8\xFF", "JPEG"),
    (0, b"GIF87a", "GIF"),
    (0, b"GIF89a", "GIF"),
    (0, b"SQLite format 3\0", "SQLite"),
    (0, b"\x7FELF", "ELF"),
    (0, b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "Microsoft Office"),
];

/// One letter in so many may be a control character that no text has.
const MOST_CONTROLS: usize = 40;

/// Why these bytes are not read at all, if they are no text.
pub(super) fn refusal(bytes: &[u8]) -> Option<Finding> {
    let has = |&&(place, sign, _): &&(usize, &[u8], &str)| {
        bytes.get(place..).is_some_and(|rest| rest.starts_with(sign))
    };
    // LHA, once the archive of Japan: `-lh5-` after two bytes.
    let is_lha = bytes
        .get(2..7)
        .is_some_and(|id| id.starts_with(b"-l") && matches!(id[2], b'h' | b'z') && id[4] == b'-');
    let name = SIGNS.iter().find(has).map(|sign| sign.2).or(is_lha.then_some("LHA"));
    name.map(say::packed_file)
}

/// Whether decoded text is none: too many control characters. NUL may fill up a file, ESC and SUB
/// are left over from old encodings and systems.
pub(super) fn is_noise(text: &str) -> bool {
    // All of them are bytes of their own in UTF-8: most texts are done with one look at their bytes.
    let is_odd = |b: &&u8| matches!(**b, 1..=8 | 0xE..=0x19 | 0x1C..=0x1F | 0x7F);
    let odd = text.as_bytes().iter().filter(is_odd).count();
    odd >= 4 && odd * MOST_CONTROLS > text.chars().filter(|&c| c != '\0').count()
}

#[cfg(test)]
mod tests {
    use crate::{ReadOptions, read};

    const KIF: &str = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n";

    /// An archive that holds its files as they are, so that whole records can be seen in its bytes.
    fn stored_zip(name: &str, text: &str) -> Vec<u8> {
        let size = u32::try_from(text.len()).unwrap().to_le_bytes();
        let mut zip = b"PK\x03\x04\x14\0\0\0\0\0\0\0\x21\0\0\0\0\0".to_vec();
        zip.extend_from_slice(&size);
        zip.extend_from_slice(&size);
        zip.extend_from_slice(&[u8::try_from(name.len()).unwrap(), 0, 0, 0]);
        zip.extend_from_slice(name.as_bytes());
        zip.extend_from_slice(text.as_bytes());
        zip
    }

    #[test]
    fn an_archive_is_refused_and_not_read_as_the_records_in_it() {
        let csa = "V2.2\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n";
        for (name, text) in [("a.kif", KIF), ("a.csa", csa)] {
            let options = ReadOptions { name: Some(name.into()), ..ReadOptions::default() };
            let reading = read(&stored_zip(name, text), &options);
            assert!(reading.records.is_empty(), "{name}");
            assert_eq!(reading.remarks.len(), 1);
            let finding = &reading.remarks[0].finding;
            assert_eq!((finding.code, finding.is_error()), ("not-text", true));
            assert!(finding.message.to_string().contains("ZIP"), "{finding:?}");
        }
        assert!(read(b"\x2a\x1b-lh5-\x10\0", &ReadOptions::default()).has_errors());
    }

    #[test]
    fn noise_is_refused_and_old_text_is_not() {
        let mut state = 1_u32;
        let noise: Vec<u8> = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state.to_be_bytes()[0]
        })
        .take(4_000)
        .collect();
        let reading = read(&noise, &ReadOptions::default());
        assert!(reading.records.is_empty());
        let last = reading.remarks.last().unwrap();
        assert_eq!(last.finding.code, "not-text");
        // The end mark of DOS, and a block filled up with zeros.
        let mut old = KIF.as_bytes().to_vec();
        old.push(0x1A);
        old.resize(2_048, 0);
        assert_eq!(read(&old, &ReadOptions::default()).records.len(), 1);
    }
}
