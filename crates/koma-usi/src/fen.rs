//! Positions as Fairy-Stockfish writes them: hands in brackets behind the board, and white first.

use std::collections::BTreeMap;

/// The same position as SFEN: `.../LNSGKGSNL[Pp] w - - 0 1` is `.../LNSGKGSNL b Pp 1`. Whether it
/// makes sense is for the reader of SFEN to say.
pub fn sfen_of_fen(fen: &str) -> Option<String> {
    let mut fields = fen.split_whitespace();
    let board = fields.next()?;
    let (board, hands) = match board.split_once('[') {
        Some((board, rest)) => (board, rest.strip_suffix(']')?),
        None => (board, ""),
    };
    // Sente is white there, and black in SFEN.
    let side = match fields.next()? {
        "w" => 'b',
        "b" => 'w',
        _ => return None,
    };
    let number = fields.last().and_then(|field| field.parse::<u32>().ok()).unwrap_or(1).max(1);
    let ply = number.saturating_sub(1).saturating_mul(2).saturating_add(1 + u32::from(side == 'w'));
    Some(format!("{board} {side} {} {}", counted(hands)?, ply.min(1_000_000_000)))
}

/// Men in hand as SFEN writes them: each kind once, with its number.
fn counted(hands: &str) -> Option<String> {
    let mut men: BTreeMap<(bool, String), u32> = BTreeMap::new();
    let mut code = String::new();
    for letter in hands.chars().filter(|&letter| letter != '-') {
        match letter {
            '+' => code.push('+'),
            letter if letter.is_ascii_alphabetic() => {
                code.push(letter);
                *men.entry((letter.is_ascii_lowercase(), std::mem::take(&mut code)))
                    .or_default() += 1;
            }
            _ => return None,
        }
    }
    let text: String = men
        .iter()
        .map(|((_, code), &count)| if count == 1 { code.clone() } else { format!("{count}{code}") })
        .collect();
    Some(if text.is_empty() { "-".to_owned() } else { text })
}

/// A position of SFEN as Fairy-Stockfish writes it; `None` where it could not read it (men whose
/// codes have several letters).
pub fn fen_of(sfen: &str) -> Option<String> {
    let mut fields = sfen.split_whitespace();
    let (board, side, hands) = (fields.next()?, fields.next()?, fields.next().unwrap_or("-"));
    if board.contains(',') || hands.contains(',') {
        return None;
    }
    let ply: u32 = fields.next().and_then(|ply| ply.parse().ok()).unwrap_or(1);
    let mut men = String::new();
    let mut digits = String::new();
    for letter in hands.chars().filter(|&letter| letter != '-') {
        if letter.is_ascii_digit() {
            digits.push(letter);
            continue;
        }
        let count = digits.parse().unwrap_or(1);
        digits.clear();
        men.extend(std::iter::repeat_n(letter, count));
    }
    let side = if side == "b" { 'w' } else { 'b' };
    Some(format!("{board}[{men}] {side} - - 0 {}", ply.saturating_sub(1) / 2 + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fens_become_sfens_and_back() {
        for (fen, sfen) in [
            ("rbsgk/4p/5/P4/KGSBR[] w - - 0 1", "rbsgk/4p/5/P4/KGSBR b - 1"),
            ("rbsgk/4p/5/P4/KGSBR[PPp] b - - 0 4", "rbsgk/4p/5/P4/KGSBR w 2Pp 8"),
        ] {
            assert_eq!(sfen_of_fen(fen).as_deref(), Some(sfen));
            assert_eq!(fen_of(sfen).as_deref(), Some(fen));
        }
        assert_eq!(sfen_of_fen("3/3 w").as_deref(), Some("3/3 b - 1"));
        assert_eq!(sfen_of_fen("3/3[- w"), None);
        assert_eq!(sfen_of_fen(""), None);
    }
}
