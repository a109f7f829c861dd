//! A move in letters, before it meets a board.

use koma_rules::{KindId, Move, Position, Square, UsiMove};

/// How squares are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum System {
    /// `7f`.
    Letters,
    /// `76`.
    Digits,
    /// `c4`, as in chess.
    Chess,
}

/// The words of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Words {
    /// The piece's letter.
    letter: char,
    /// It has promoted before.
    is_promoted: bool,
    is_drop: bool,
    /// The file and the rank it comes from, as far as they are told.
    file: Option<u16>,
    rank: Option<u16>,
    /// File and rank of the target; `None` is that of the move before.
    to: Option<(u16, u16)>,
    /// How often `+` stands behind it.
    plus: usize,
    /// `=` stands behind it.
    is_declined: bool,
    is_chess: bool,
}

/// What words mean in a position.
pub(super) enum Meaning {
    /// A move the rules allow.
    Legal(Move),
    /// One they forbid.
    Illegal(UsiMove),
    /// Several moves; the squares they start from.
    Ambiguous(Vec<Square>),
    /// None.
    Nothing,
}

impl Words {
    /// Reads a move; `size` are the files and ranks of the board.
    pub fn of(word: &str, size: (u16, u16)) -> Option<Self> {
        let word = word.trim_end_matches(['!', '?', '#']);
        if !word.is_ascii() || word.len() > MOST_LETTERS {
            return None;
        }
        let body = word.trim_end_matches('+');
        let plus = word.len() - body.len();
        let body = body.strip_suffix('^').map_or((body, plus), |body| (body, plus + 1));
        let (body, plus) = body;
        let plain = body.strip_suffix('=').unwrap_or(body);
        let is_declined = plain.len() < body.len();
        // `xP`: a pawn takes where the last move went.
        let (is_same, rest) = match plain.strip_prefix('x') {
            Some(rest) => (true, rest),
            None => (false, plain),
        };
        let (is_promoted, rest) = match rest.strip_prefix('+') {
            Some(rest) => (true, rest),
            None => (false, rest),
        };
        let letter = rest.chars().next().filter(char::is_ascii_uppercase)?;
        let rest = &rest[1..];
        let mut words = Self {
            letter,
            is_promoted,
            is_drop: false,
            file: None,
            rank: None,
            to: None,
            plus,
            is_declined,
            is_chess: false,
        };
        if is_same {
            words.origin(rest, System::Letters, size)?;
            return Some(words);
        }
        if let Some(square) = rest.strip_prefix(['*', '\'', '@']) {
            let (to, system, before) = target(square, size)?;
            (words.is_drop, words.to) = (true, Some(to));
            words.is_chess = system == System::Chess;
            return before.is_empty().then_some(words);
        }
        let (to, system, before) = target(rest, size)?;
        words.to = Some(to);
        words.is_chess = system == System::Chess;
        let origin = before.strip_suffix(['-', 'x', ':']).unwrap_or(before);
        words.origin(origin, system, size)?;
        Some(words)
    }

    /// Takes what stands before the target: a square, a file or a rank, or nothing.
    fn origin(&mut self, text: &str, system: System, size: (u16, u16)) -> Option<()> {
        let bytes = text.as_bytes();
        match (bytes, system) {
            ([], _) => {}
            ([_, _], _) => {
                let (square, ..) = target(text, size)?;
                (self.file, self.rank) = (Some(square.0), Some(square.1));
            }
            ([digit @ b'1'..=b'9'], System::Chess) => {
                self.rank = Some((size.1 + 1).checked_sub(u16::from(digit - b'0'))?);
            }
            ([digit @ b'1'..=b'9'], _) => self.file = Some(u16::from(digit - b'0')),
            ([letter @ b'a'..=b'i'], System::Chess) => {
                self.file = Some(size.0.checked_sub(u16::from(letter - b'a'))?);
            }
            ([letter @ b'a'..=b'i'], _) => self.rank = Some(u16::from(letter - b'a') + 1),
            _ => return None,
        }
        Some(())
    }

    /// Whether squares are written as in chess.
    pub fn is_chess(&self) -> bool {
        self.is_chess
    }

    /// The move that is meant. `last_to` is where the move before went.
    pub fn meaning(&self, position: &Position, last_to: Option<Square>) -> Meaning {
        let rules = position.rules();
        let geometry = rules.geometry();
        let to = match self.to {
            Some((file, rank)) => geometry.square(file, rank),
            None => last_to,
        };
        let code = format!("{}{}", if self.is_promoted { "+" } else { "" }, self.letter);
        let (Some(to), Some(kind)) = (to, rules.kind(&code)) else { return Meaning::Nothing };
        if self.is_drop {
            let mv = Move::drop(kind, to);
            return match position.is_legal(mv) {
                true => Meaning::Legal(mv),
                false => Meaning::Illegal(position.usi(mv)),
            };
        }
        let mut meant: Vec<Move> = Vec::new();
        for (square, man) in position.setup().men() {
            let is_it = man.kind == kind && man.side == position.side();
            let is_there = self.file.is_none_or(|file| geometry.file(square) == file)
                && self.rank.is_none_or(|rank| geometry.rank(square) == rank);
            if is_it && is_there {
                meant.extend(self.way(position, kind, square, to));
            }
        }
        // Where it comes from is told: the rules forbid it, but it can be carried out.
        let told = || {
            let from = geometry.square(self.file?, self.rank?)?;
            let man = position.man_at(from).filter(|man| man.kind == kind);
            man.map(|_| Meaning::Illegal(position.usi(Move::board(from, to, self.plus > 0))))
        };
        match meant[..] {
            [mv] => Meaning::Legal(mv),
            [] => told().unwrap_or(Meaning::Nothing),
            _ => Meaning::Ambiguous(meant.iter().filter_map(|mv| mv.from()).collect()),
        }
    }

    /// The legal move of a piece, promoting or not as the words have it.
    fn way(&self, position: &Position, kind: KindId, from: Square, to: Square) -> Option<Move> {
        let (plain, turned) = (Move::board(from, to, false), Move::board(from, to, true));
        let is_legal = |mv: Move| position.is_legal(mv);
        let checks = |mv: Move| {
            let mut after = position.clone();
            let _ = after.play_unchecked(mv);
            !after.checked_royals().is_empty()
        };
        let turns = match self.plus {
            0 => !is_legal(plain) && !self.is_declined,
            // In the letters of chess one + may also be a check.
            1 if self.is_chess && position.may_promote(kind, from, to) => {
                is_legal(turned) && !checks(turned) || !is_legal(plain) || !checks(plain)
            }
            1 if self.is_chess => false,
            _ => true,
        };
        Some(if turns { turned } else { plain }).filter(|&mv| is_legal(mv))
    }
}

/// A longer word is no move.
const MOST_LETTERS: usize = 10;

/// The square at the end of a text: file, rank, how it is written, and what stands before it.
fn target(text: &str, (files, ranks): (u16, u16)) -> Option<((u16, u16), System, &str)> {
    let (before, square) = text.split_at_checked(text.len().checked_sub(2)?)?;
    let digit = |byte: u8| u16::from(byte - b'0');
    let letter = |byte: u8| u16::from(byte - b'a') + 1;
    let (file, rank, system) = match *square.as_bytes() {
        [a @ b'1'..=b'9', b @ b'a'..=b'i'] => (digit(a), letter(b), System::Letters),
        [a @ b'1'..=b'9', b @ b'1'..=b'9'] => (digit(a), digit(b), System::Digits),
        [a @ b'a'..=b'i', b @ b'1'..=b'9'] => {
            ((files + 1).checked_sub(letter(a))?, (ranks + 1).checked_sub(digit(b))?, System::Chess)
        }
        _ => return None,
    };
    let is_inside = (1..=files).contains(&file) && (1..=ranks).contains(&rank);
    is_inside.then_some(((file, rank), system, before))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_in_every_dialect() {
        let rules = crate::ruleset("shogi").expect("shogi");
        let position = Position::start(&rules);
        for word in ["P-7f", "P7g-7f", "P-76", "P77-76", "P7f", "P77f", "Pc4", "Pc3-c4", "Pg7f"] {
            let words = Words::of(word, (9, 9)).expect(word);
            let Meaning::Legal(mv) = words.meaning(&position, None) else { panic!("{word}") };
            assert_eq!(position.usi(mv).to_string(), "7g7f", "{word}");
        }
        for word in ["G-5h", "G5h"] {
            let meaning = Words::of(word, (9, 9)).expect(word).meaning(&position, None);
            assert!(matches!(meaning, Meaning::Ambiguous(squares) if squares.len() == 2), "{word}");
        }
        for word in ["G45h", "G4i-5h", "G49-58", "Gf1-e2", "Gfe2"] {
            let words = Words::of(word, (9, 9)).expect(word);
            let Meaning::Legal(mv) = words.meaning(&position, None) else { panic!("{word}") };
            assert_eq!(position.usi(mv).to_string(), "4i5h", "{word}");
        }
        for word in ["", "P", "e4", "O-O", "7g7f", "hello", "P-7z", "P*", "xx", "1-0", "P-7ff"] {
            assert_eq!(Words::of(word, (9, 9)), None, "{word}");
        }
    }
}
