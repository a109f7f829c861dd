//! Squares, sides and the shape of a board.

use std::fmt;

use koma_text::{Fact, Lang, kanji_number, wide_number};
use thiserror::Error;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Side {
    /// 先手: moves first from the start position, sits at the bottom, `b` in SFEN.
    Sente,
    /// 後手: sits at the top, `w` in SFEN.
    Gote,
}

impl Side {
    /// Both, Sente first.
    pub const BOTH: [Self; 2] = [Self::Sente, Self::Gote];

    /// The name in files and on the wire: `sente` or `gote`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sente => "sente",
            Self::Gote => "gote",
        }
    }

    /// The side of such a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|side| side.name() == name)
    }

    /// The name in a sentence: `Sente`, 先手.
    pub const fn words(self, lang: Lang) -> &'static str {
        match (self, lang) {
            (Self::Sente, Lang::En) => "Sente",
            (Self::Sente, Lang::Ja) => "先手",
            (Self::Gote, Lang::En) => "Gote",
            (Self::Gote, Lang::Ja) => "後手",
        }
    }

    /// The name as a fact of a sentence.
    pub fn fact(self) -> Fact {
        Fact::named(self.words(Lang::En), self.words(Lang::Ja))
    }

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Sente => Self::Gote,
            Self::Gote => Self::Sente,
        }
    }
}

/// A square of some board, as an index: files from the right, each from top to bottom.
///
/// The number means nothing without the [`Geometry`] of its board, which reads and writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub(crate) u16);

impl Square {
    /// The index, `0..geometry.squares()`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The shape of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    files: u8,
    ranks: u8,
}

impl Geometry {
    /// The greatest number of files or ranks.
    pub const MOST: u8 = 36;

    /// A board of `files` columns and `ranks` rows, each `1..=36`.
    pub fn new(files: u8, ranks: u8) -> Option<Self> {
        let fits = |n| (1..=Self::MOST).contains(&n);
        (fits(files) && fits(ranks)).then_some(Self { files, ranks })
    }

    /// Number of files.
    pub const fn files(self) -> u8 {
        self.files
    }

    /// Number of ranks.
    pub const fn ranks(self) -> u8 {
        self.ranks
    }

    /// Number of squares.
    pub const fn squares(self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// All squares, by index.
    pub fn all(self) -> impl DoubleEndedIterator<Item = Square> {
        (0..self.squares() as u16).map(Square)
    }

    /// The square on a file and rank, both from 1 as players count them (file 1 is on the right,
    /// rank 1 is on top).
    pub fn square(self, file: u16, rank: u16) -> Option<Square> {
        let on_board = (1..=u16::from(self.files)).contains(&file)
            && (1..=u16::from(self.ranks)).contains(&rank);
        on_board.then(|| Square((file - 1) * u16::from(self.ranks) + rank - 1))
    }

    /// The file of a square, from 1 on the right.
    pub const fn file(self, square: Square) -> u16 {
        square.0 / self.ranks as u16 + 1
    }

    /// The rank of a square, from 1 on top.
    pub const fn rank(self, square: Square) -> u16 {
        square.0 % self.ranks as u16 + 1
    }

    /// How many ranks the square is from the far edge, as `side` sees it; 0 is the last rank.
    pub const fn far_rank(self, square: Square, side: Side) -> u16 {
        let rank = self.rank(square) - 1;
        match side {
            Side::Sente => rank,
            Side::Gote => self.ranks as u16 - 1 - rank,
        }
    }

    /// The square `rows` behind (negative: ahead) and `cols` to the right, as `side` sees it.
    pub fn offset(self, from: Square, side: Side, rows: i16, cols: i16) -> Option<Square> {
        let (rows, cols) = match side {
            Side::Sente => (rows, cols),
            Side::Gote => (-rows, -cols),
        };
        let file = self.file(from) as i16 - cols;
        let rank = self.rank(from) as i16 + rows;
        self.square(u16::try_from(file).ok()?, u16::try_from(rank).ok()?)
    }

    /// The squares around one.
    pub(crate) fn neighbours(self, square: Square) -> impl Iterator<Item = Square> {
        let around = (-1..=1).flat_map(|rows| (-1..=1).map(move |cols| (rows, cols)));
        around
            .filter(|&offset| offset != (0, 0))
            .filter_map(move |(rows, cols)| self.offset(square, Side::Sente, rows, cols))
    }

    /// The squares between two of one line, from the first to the second; none if they are on no
    /// common line.
    pub(crate) fn between(self, from: Square, to: Square) -> Vec<Square> {
        let rows = self.rank(to) as i16 - self.rank(from) as i16;
        let cols = self.file(from) as i16 - self.file(to) as i16;
        let length = rows.abs().max(cols.abs());
        if length == 0 || rows % length != 0 || cols % length != 0 {
            return Vec::new();
        }
        let step = |n| self.offset(from, Side::Sente, rows / length * n, cols / length * n);
        (1..length).filter_map(step).collect()
    }

    /// The square as USI writes it: `7g`, `12aa`.
    pub fn name(self, square: Square) -> SquareName {
        SquareName { file: self.file(square), rank: self.rank(square) }
    }
}

/// A square as people write it, on a board of any size: a file number and rank letters, `7g`.
///
/// Ranks are a..z, then aa..aj.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SquareName {
    /// From 1, on the right.
    pub file: u16,
    /// From 1, on top.
    pub rank: u16,
}

/// Not a square.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a square (a file number and a rank letter, such as 7f)")]
pub struct SquareNameError(pub String);

impl SquareName {
    /// The square as a fact of a sentence: `7f`, ７六.
    pub fn fact(self) -> Fact {
        let japanese = wide_number(self.file.into()) + &kanji_number(self.rank.into());
        Fact::named(self.to_string(), japanese)
    }

    /// Reads a square at the start of `text`; gives it and what follows. As many rank letters are
    /// taken as stand there.
    pub(crate) fn take(text: &str) -> Option<(Self, &str)> {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let letters = text[digits..].bytes().take_while(u8::is_ascii_lowercase).count();
        if !(1..=3).contains(&digits) || !(1..=2).contains(&letters) {
            return None;
        }
        let file = text[..digits].parse().ok()?;
        let rank = text[digits..digits + letters]
            .bytes()
            .fold(0, |rank, letter| rank * 26 + u16::from(letter - b'a') + 1);
        Some((Self { file, rank }, &text[digits + letters..]))
    }
}

impl std::str::FromStr for SquareName {
    type Err = SquareNameError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match Self::take(text) {
            Some((name, "")) => Ok(name),
            _ => Err(SquareNameError(text.to_owned())),
        }
    }
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        let letter = |n: u16| char::from(b'a' + (n - 1) as u8);
        match self.rank {
            rank @ 1..=26 => write!(f, "{}", letter(rank)),
            rank @ 27..=702 => {
                write!(f, "{}{}", letter((rank - 1) / 26), letter((rank - 1) % 26 + 1))
            }
            rank => write!(f, "({rank})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_go_on_after_z_with_two_letters() {
        for (text, file, rank) in
            [("7g", 7, 7), ("1a", 1, 1), ("36z", 36, 26), ("36aa", 36, 27), ("12aj", 12, 36)]
        {
            let name: SquareName = text.parse().unwrap();
            assert_eq!((name.file, name.rank), (file, rank));
            assert_eq!(name.to_string(), text);
        }
        for text in ["", "7", "g", "g7", "7gggg", "7G", "1234a", "７g"] {
            assert!(text.parse::<SquareName>().is_err(), "{text}");
        }
    }

    #[test]
    fn gote_sees_the_board_turned_round() {
        let board = Geometry::new(9, 9).unwrap();
        let centre = board.square(5, 5).unwrap();
        let name = |side| board.name(board.offset(centre, side, -2, 1).unwrap()).to_string();
        assert_eq!(name(Side::Sente), "4c");
        assert_eq!(name(Side::Gote), "6g");
        assert_eq!(board.offset(board.square(1, 1).unwrap(), Side::Sente, -1, 0), None);
    }

    #[test]
    fn boards_have_one_to_thirty_six_files_and_ranks() {
        assert!(Geometry::new(0, 9).is_none() && Geometry::new(9, 37).is_none());
        let small = Geometry::new(3, 4).unwrap();
        assert_eq!(small.all().count(), 12);
        assert!(small.all().all(|s| small.square(small.file(s), small.rank(s)) == Some(s)));
    }
}
