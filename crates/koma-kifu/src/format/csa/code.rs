//! The two letters of a man, and moves made of them.

/// The codes, in the order of the table of names all formats share.
pub(in crate::format) const CODES: [&str; 14] =
    ["FU", "KY", "KE", "GI", "KI", "KA", "HI", "OU", "TO", "NY", "NK", "NG", "UM", "RY"];

/// The row of a code in the table of names.
pub(in crate::format) fn row(code: [u8; 2]) -> Option<usize> {
    Some(match &code {
        b"FU" => 0,
        b"KY" => 1,
        b"KE" => 2,
        b"GI" => 3,
        b"KI" => 4,
        b"KA" => 5,
        b"HI" => 6,
        b"OU" => 7,
        b"TO" => 8,
        b"NY" => 9,
        b"NK" => 10,
        b"NG" => 11,
        b"UM" => 12,
        b"RY" => 13,
        _ => return None,
    })
}

/// Whether a line begins like a move: a sign, four digits and two capitals.
pub(super) fn is_move(bytes: &[u8]) -> bool {
    matches!(bytes, [b'+' | b'-', squares @ .., ] if squares.len() >= 6
        && squares[..4].iter().all(u8::is_ascii_digit)
        && squares[4..6].iter().all(u8::is_ascii_uppercase))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_found_in_its_row() {
        for (at, code) in CODES.iter().enumerate() {
            let bytes = code.as_bytes();
            assert_eq!(row([bytes[0], bytes[1]]), Some(at));
        }
        assert_eq!(row(*b"XX"), None);
        assert_eq!(row(*b"fu"), None);
    }

    #[test]
    fn moves_are_told_from_other_lines() {
        assert!(is_move(b"+7776FU"));
        assert!(is_move(b"-0055KA,T12"));
        assert!(!is_move(b"+---------------------------+"));
        assert!(!is_move(b"+"));
        assert!(!is_move(b"+77"));
        assert!(!is_move(b" 7776FU"));
    }
}
