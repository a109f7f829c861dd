//! The position index in small: which game was where, sorted and packed.
//!
//! A row for each position of each game would be most of the database, and almost every one of
//! them would land on a page of its own: keys are as good as random. Packed, a visit takes some 16
//! bytes, 3 in positions that many games share, and hundreds are read or written at once.

use std::fmt;

use crate::StoreError;

/// A game had a position on the board, and this was played there. Ordered as the index is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Visit<'a> {
    /// The key of the position.
    pub key: i64,
    /// The move, empty at the end of the game.
    pub usi: &'a str,
    /// The game.
    pub record: i64,
    /// The moves before it.
    pub ply: u32,
    /// The winner, as the tables have it.
    pub winner: u8,
}

/// Visits in order. It can be read without any other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// The key of the first visit.
    pub first: i64,
    /// All of them: for each a byte that says what follows (see [`Head`]), then the key, the
    /// length of the move if it is a long one, the move, the record, the ply.
    pub data: Vec<u8>,
}

/// Bytes after which a block is full: with its number it fits on a page of SQLite.
const FULL: usize = 3_900;

/// Moves of so many bytes or more have their length in a number of its own.
const LONG: u8 = 15;

/// The first byte of a visit: bits 0-1 the winner, 2-3 what is as it was in the visit before, 4-7
/// the length of the move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Head {
    /// Key and move: the record counts from the one before.
    SameMove = 0,
    /// The key.
    SameKey = 1,
    /// Nothing.
    New = 2,
}

/// Packs visits that come in order. A game that comes back to a position and goes the same way has
/// not played a second game: of such visits the first one counts.
pub(crate) fn pack<'a>(visits: impl IntoIterator<Item = Visit<'a>>) -> (Vec<Block>, u64) {
    let mut blocks: Vec<Block> = Vec::new();
    let mut count = 0;
    let mut last: Option<Visit> = None;
    for visit in visits {
        let Visit { key, usi, record, ply, winner } = visit;
        if last.is_some_and(|last| (last.key, last.usi, last.record) == (key, usi, record)) {
            continue;
        }
        if blocks.last().is_none_or(|block| block.data.len() >= FULL) {
            blocks.push(Block { first: key, data: Vec::with_capacity(FULL + 64) });
            last = None;
        }
        let Some(Block { data, .. }) = blocks.last_mut() else { unreachable!("one was pushed") };
        let head = match last {
            Some(last) if last.key == key && last.usi == usi => Head::SameMove,
            Some(last) if last.key == key => Head::SameKey,
            _ => Head::New,
        };
        let short = u8::try_from(usi.len()).unwrap_or(LONG).min(LONG);
        data.push(winner & 3 | (head as u8) << 2 | short << 4);
        if head == Head::New {
            data.extend(key.to_be_bytes());
        }
        let mut base = 0;
        if head == Head::SameMove {
            base = last.map_or(0, |last| last.record);
        } else {
            if short == LONG {
                put_number(data, usi.len() as u64);
            }
            data.extend(usi.as_bytes());
        }
        put_number(data, record.wrapping_sub(base).cast_unsigned());
        put_number(data, ply.into());
        last = Some(visit);
        count += 1;
    }
    (blocks, count)
}

/// The visits of a block.
pub(crate) fn unpack(data: &[u8]) -> Unpacked<'_> {
    Unpacked { rest: data, last: None }
}

/// See [`unpack`]. Ends with the first thing that is no visit.
pub(crate) struct Unpacked<'a> {
    rest: &'a [u8],
    last: Option<Visit<'a>>,
}

impl<'a> Iterator for Unpacked<'a> {
    type Item = Result<Visit<'a>, Broken>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let visit = self.visit();
        if visit.is_none() {
            self.rest = &[];
        }
        self.last = visit;
        Some(visit.ok_or(Broken))
    }
}

impl<'a> Unpacked<'a> {
    fn visit(&mut self) -> Option<Visit<'a>> {
        let [head] = *self.take(1)? else { return None };
        let (winner, kind, length) = (head & 3, head >> 2 & 3, head >> 4);
        let (key, usi, base) = if kind == Head::SameMove as u8 {
            let last = self.last?;
            (last.key, last.usi, last.record)
        } else {
            let key = match kind {
                kind if kind == Head::SameKey as u8 => self.last?.key,
                kind if kind == Head::New as u8 => {
                    i64::from_be_bytes(self.take(8)?.try_into().ok()?)
                }
                _ => return None,
            };
            let length = if length == LONG { self.number()? } else { length.into() };
            let usi = str::from_utf8(self.take(usize::try_from(length).ok()?)?).ok()?;
            (key, usi, 0)
        };
        let record = base.wrapping_add(self.number()?.cast_signed());
        let ply = u32::try_from(self.number()?).ok()?;
        Some(Visit { key, usi, record, ply, winner })
    }

    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(taken)
    }

    /// Seven bits a byte, the low ones first; the last byte is below 128.
    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let [byte] = *self.take(1)? else { return None };
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Some(number);
            }
        }
        None
    }
}

fn put_number(data: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        data.push(number as u8 | 128);
        number >>= 7;
    }
    data.push(number as u8);
}

/// A block holds something that is no visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Broken;

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a block of it cannot be read")
    }
}

impl From<Broken> for StoreError {
    fn from(broken: Broken) -> Self {
        Self::Damaged { what: "the position index".to_owned(), why: broken.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Keys, moves and records that meet often.
    fn any_visit() -> impl Strategy<Value = (i64, String, i64, u32, u8)> {
        let key = prop_oneof![Just(i64::MIN), -2..2i64, any::<i64>()];
        let usi = prop_oneof![Just(String::new()), "[1-3][a-b][1-2][a-c]\\+?", "\\PC{0,40}"];
        let record = prop_oneof![1..4i64, 1..i64::MAX];
        (key, usi, record, prop_oneof![0..3u32, any::<u32>()], 0..4u8)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn what_is_packed_is_unpacked(visits in prop::collection::vec(any_visit(), 0..500)) {
            let mut visits: Vec<Visit> = visits
                .iter()
                .map(|(key, usi, record, ply, winner)| Visit {
                    key: *key,
                    usi,
                    record: *record,
                    ply: *ply,
                    winner: *winner,
                })
                .collect();
            visits.sort();
            let (blocks, count) = pack(visits.iter().copied());
            visits.dedup_by_key(|visit| (visit.key, visit.usi, visit.record));
            prop_assert_eq!(count, visits.len() as u64);
            let unpacked: Result<Vec<Visit>, Broken> =
                blocks.iter().flat_map(|block| unpack(&block.data)).collect();
            prop_assert_eq!(unpacked, Ok(visits));
            for block in &blocks {
                prop_assert!(block.data.len() < FULL + 400);
                prop_assert_eq!(unpack(&block.data).next().unwrap().unwrap().key, block.first);
            }
        }

        #[test]
        fn whatever_stands_in_a_block_is_read_to_its_end(
            data in prop::collection::vec(any::<u8>(), 0..200),
        ) {
            let visits: Vec<_> = unpack(&data).collect();
            prop_assert!(visits.len() <= data.len());
        }
    }
}
