//! Positions of games to learn from, packed: files of games, and positions of a few dozen bytes.
//!
//! A position is bits: the side to move; for each square whether a man stands there, and which;
//! for each side and kind how many are held, as Elias gamma codes. What is not seen on board and in
//! hands is left out: an evaluation does not see it either.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;

use koma_rules::{KindId, Man, Position, Ruleset, Setup, Side};

/// A position of a game, what the engine thought of it, and how the game ended, all as the side to
/// move sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The position, packed.
    pub packed: Vec<u8>,
    /// The score of a search.
    pub score: i16,
    /// What came of the game: 2 a win, 1 a draw, 0 a loss.
    pub result: u8,
}

/// A game that was played to learn from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Its number.
    pub index: u64,
    /// Its positions worth learning from.
    pub samples: Vec<Sample>,
}

/// Whether Gote is to move: the first bit.
pub(crate) fn is_gote(sample: &Sample) -> bool {
    sample.packed.first().is_some_and(|first| first >> 7 == 1)
}

#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    used: u32,
}

impl Bits {
    fn put(&mut self, value: u32, count: u32) {
        for place in (0..count).rev() {
            if self.used.is_multiple_of(8) {
                self.bytes.push(0);
            }
            if value >> place & 1 == 1
                && let Some(last) = self.bytes.last_mut()
            {
                *last |= 128 >> (self.used % 8);
            }
            self.used += 1;
        }
    }

    /// A number from 1 up, short if it is small.
    fn put_gamma(&mut self, value: u32) {
        let length = value.ilog2();
        self.put(0, length);
        self.put(value, length + 1);
    }
}

struct BitReader<'a> {
    bytes: &'a [u8],
    used: usize,
}

impl BitReader<'_> {
    fn take(&mut self, count: u32) -> Option<u32> {
        let mut value = 0;
        for _ in 0..count {
            let byte = self.bytes.get(self.used / 8)?;
            value = value << 1 | u32::from(byte >> (7 - self.used % 8) & 1);
            self.used += 1;
        }
        Some(value)
    }

    fn take_gamma(&mut self) -> Option<u32> {
        let mut length = 0;
        while self.take(1)? == 0 {
            length += 1;
        }
        let rest = if length > 20 { None } else { self.take(length) }?;
        Some(1 << length | rest)
    }
}

fn bits_of_a_man(rules: &Ruleset) -> u32 {
    (2 * rules.kinds().len() as u32 - 1).ilog2() + 1
}

/// A position as bytes.
pub fn pack(position: &Position) -> Vec<u8> {
    let rules = position.rules();
    let width = bits_of_a_man(rules);
    let mut bits = Bits::default();
    bits.put(position.side() as u32, 1);
    for square in rules.geometry().all() {
        match position.man_at(square) {
            None => bits.put(0, 1),
            Some(man) => {
                bits.put(1, 1);
                bits.put(2 * man.kind.index() as u32 + man.side as u32, width);
            }
        }
    }
    for side in Side::BOTH {
        for &kind in rules.hand_order() {
            bits.put_gamma(u32::from(position.held(side, kind)) + 1);
        }
    }
    bits.bytes
}

/// The position that bytes stand for; `None` if they stand for none.
pub fn unpack(rules: &Arc<Ruleset>, bytes: &[u8]) -> Option<Position> {
    let kinds: Vec<KindId> = rules.kinds().collect();
    let width = bits_of_a_man(rules);
    let mut bits = BitReader { bytes, used: 0 };
    let mut setup = Setup::empty(rules);
    let side = |bit: u32| if bit == 0 { Side::Sente } else { Side::Gote };
    setup.side = side(bits.take(1)?);
    for square in rules.geometry().all() {
        if bits.take(1)? == 1 {
            let code = bits.take(width)?;
            let kind = *kinds.get(code as usize / 2)?;
            setup.set(square, Some(Man { kind, side: side(code & 1) }));
        }
    }
    for side in Side::BOTH {
        for &kind in rules.hand_order() {
            setup.hold(side, kind, u16::try_from(bits.take_gamma()? - 1).ok()?);
        }
    }
    Some(Position::unjudged(rules, &setup))
}

const MAGIC: &[u8; 8] = b"KOMAPLY1";

/// A file of games that grows. A game that was not written to its end is cut off when the file is
/// opened again.
pub struct GameFile {
    file: File,
}

impl GameFile {
    /// Opens a file for these rules or makes it; gives also the games that are there.
    pub fn open(path: &Path, digest: u64) -> io::Result<(Self, Vec<Played>)> {
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let mut head = MAGIC.to_vec();
        head.extend(digest.to_le_bytes());
        if bytes.is_empty() {
            file.write_all(&head)?;
            return Ok((Self { file }, Vec::new()));
        }
        let Some(mut rest) = bytes.strip_prefix(head.as_slice()) else {
            let text = format!("{}: games of other rules, or no games", path.display());
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        };
        let mut games = Vec::new();
        while let Some((game, after)) = read_game(rest) {
            games.push(game);
            rest = after;
        }
        let whole = (bytes.len() - rest.len()) as u64;
        file.set_len(whole)?;
        file.seek(SeekFrom::Start(whole))?;
        Ok((Self { file }, games))
    }

    /// Adds a game.
    pub fn add(&mut self, game: &Played) -> io::Result<()> {
        let mut body = game.index.to_le_bytes().to_vec();
        for sample in &game.samples {
            body.extend((sample.packed.len() as u16).to_le_bytes());
            body.extend(&sample.packed);
            body.extend(sample.score.to_le_bytes());
            body.push(sample.result);
        }
        let mut bytes = (body.len() as u32).to_le_bytes().to_vec();
        bytes.extend(body);
        self.file.write_all(&bytes)
    }
}

fn read_game(bytes: &[u8]) -> Option<(Played, &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    let (body, after) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    let (index, mut body) = body.split_first_chunk::<8>()?;
    let mut samples = Vec::new();
    while let Some((length, rest)) = body.split_first_chunk::<2>() {
        let (packed, rest) = rest.split_at_checked(usize::from(u16::from_le_bytes(*length)))?;
        let (score, rest) = rest.split_first_chunk::<2>()?;
        let (&result, rest) = rest.split_first()?;
        let score = i16::from_le_bytes(*score);
        samples.push(Sample { packed: packed.to_vec(), score, result: result.min(2) });
        body = rest;
    }
    Some((Played { index: u64::from_le_bytes(*index), samples }, after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_opening;
    use koma_rules::Game;

    #[test]
    fn positions_of_every_game_come_back() {
        for variant in koma_variants::catalogue() {
            let rules = Ruleset::compile(variant).expect("rules");
            if rules.geometry().squares() > 500 {
                continue;
            }
            for index in 0..8 {
                let Ok(game) = random_opening(&Game::start(&rules), 6 + index, 5, index as u64)
                else {
                    continue;
                };
                let position = game.position();
                let back = unpack(&rules, &pack(position)).expect("a position");
                assert_eq!(
                    back.setup().men().collect::<Vec<_>>(),
                    position.setup().men().collect::<Vec<_>>()
                );
                assert_eq!(pack(&back), pack(position), "{}", variant.slug);
                assert_eq!(back.side(), position.side());
            }
        }
    }

    #[test]
    fn nonsense_is_no_position() {
        let rules = Ruleset::compile(koma_variants::find("shogi").expect("it")).expect("rules");
        for bytes in [&[][..], &[0; 5], &[0xff; 200]] {
            assert!(unpack(&rules, bytes).is_none());
        }
    }

    #[test]
    fn a_game_cut_short_is_left_out() {
        let path = std::env::temp_dir().join(format!("koma-games-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let sample = Sample { packed: vec![1, 2, 3], score: -7, result: 2 };
        let games: Vec<Played> =
            (0..3).map(|index| Played { index, samples: vec![sample.clone(); 2] }).collect();
        let (mut file, none) = GameFile::open(&path, 5).expect("a file");
        assert!(none.is_empty());
        games.iter().for_each(|game| file.add(game).expect("written"));
        drop(file);
        let length = std::fs::metadata(&path).expect("it is there").len();
        let file = OpenOptions::new().write(true).open(&path).expect("it opens");
        file.set_len(length - 3).expect("cut");
        drop(file);
        let (mut file, two) = GameFile::open(&path, 5).expect("a file");
        assert_eq!(two, games[..2]);
        file.add(&games[2]).expect("written");
        drop(file);
        assert_eq!(GameFile::open(&path, 5).expect("a file").1, games);
        assert!(GameFile::open(&path, 6).is_err());
        let _ = std::fs::remove_file(&path);
    }
}
