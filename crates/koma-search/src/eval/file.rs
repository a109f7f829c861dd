//! Weights as a file (`.kw`).
//!
//! Little-endian: `KOMW`, version, slug, digest of the rules, provenance, then the numbers in the
//! order of [`Weights`], then a digest of all before it. Texts and lists begin with their length.

use std::fmt;

use koma_rules::Ruleset;

use super::Span;
use super::weights::{DANGERS, Weights};

const MAGIC: &[u8; 4] = b"KOMW";
const VERSION: u16 = 1;

/// Why a file is not taken for weights.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WeightsError {
    /// It does not begin as one.
    NotWeights,
    /// It is of a later version.
    Version(u16),
    /// It is damaged or cut short.
    Damaged,
    /// It was made for another game.
    OtherGame(String),
    /// It was made for other rules of this game.
    OtherRules(String),
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotWeights => write!(f, "this is no file of weights (.kw)"),
            Self::Version(version) => {
                write!(f, "weights of version {version} are newer than this program")
            }
            Self::Damaged => write!(f, "the file of weights is damaged or cut short"),
            Self::OtherGame(slug) => write!(f, "these weights are for {slug}"),
            Self::OtherRules(slug) => write!(f, "these weights are for other rules of {slug}"),
        }
    }
}

impl std::error::Error for WeightsError {}

/// A digest of everything that decides play.
pub(crate) fn rules_digest(rules: &Ruleset) -> u64 {
    let variant = rules.variant();
    let kinds: Vec<_> = variant
        .kinds
        .iter()
        .map(|kind| (&kind.code, &kind.piece.movement, kind.royal, kind.promotes_to, kind.in_hand))
        .collect();
    let shape = (variant.files, variant.ranks, variant.check_rules, variant.royals_needed);
    let rest = (&variant.promotion, &variant.drops, &variant.setup, &variant.choice_groups);
    let text = format!("{kinds:?}{shape:?}{rest:?}{:?}{:?}", variant.special, variant.start);
    digest(text.as_bytes())
}

/// Two rounds of multiplication and rotation a byte: enough to see damage.
fn digest(bytes: &[u8]) -> u64 {
    let mut state = 0x4b4f_4d57_u64;
    for &byte in bytes {
        state = (state ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }
    state ^ state >> 32
}

impl Weights {
    /// The weights as a file, with a word about where they are from.
    pub fn write(&self, rules: &Ruleset, provenance: &str) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        put_text(&mut bytes, &rules.variant().slug);
        bytes.extend(rules_digest(rules).to_le_bytes());
        put_text(&mut bytes, provenance);
        let (danger, threats) = (self.danger.to_vec(), self.threats.to_vec());
        for list in [&self.board, &self.hand, &danger, &threats, &vec![self.tempo]] {
            bytes.extend((list.len() as u32).to_le_bytes());
            list.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        }
        for list in [&self.own, &self.enemy] {
            bytes.extend((list.len() as u32).to_le_bytes());
            list.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        }
        let digest = digest(&bytes);
        bytes.extend(digest.to_le_bytes());
        bytes
    }

    /// Reads weights made for these rules.
    pub fn read(rules: &Ruleset, bytes: &[u8]) -> Result<Self, WeightsError> {
        let Some(rest) = bytes.strip_prefix(MAGIC) else { return Err(WeightsError::NotWeights) };
        let version = rest.first_chunk::<2>().map(|bytes| u16::from_le_bytes(*bytes));
        let version = version.ok_or(WeightsError::Damaged)?;
        if version > VERSION {
            return Err(WeightsError::Version(version));
        }
        let (content, sum) = bytes.split_last_chunk::<8>().ok_or(WeightsError::Damaged)?;
        if digest(content) != u64::from_le_bytes(*sum) {
            return Err(WeightsError::Damaged);
        }
        let mut reader = Reader(&content[6..]);
        let slug = reader.text()?;
        if slug != rules.variant().slug {
            return Err(WeightsError::OtherGame(slug));
        }
        if u64::from_le_bytes(reader.take()?) != rules_digest(rules) {
            return Err(WeightsError::OtherRules(slug));
        }
        reader.text()?;
        let kinds = rules.kinds().len();
        let places = kinds * Span::of(rules).places;
        let board = reader.list(kinds, i32::from_le_bytes)?;
        let hand = reader.list(kinds, i32::from_le_bytes)?;
        let danger = reader.list(DANGERS, i32::from_le_bytes)?;
        let danger = danger.try_into().map_err(|_| WeightsError::Damaged)?;
        let threats = reader.list(3, i32::from_le_bytes)?;
        let threats = threats.try_into().map_err(|_| WeightsError::Damaged)?;
        let tempo = reader.list(1, i32::from_le_bytes)?[0];
        let own = reader.list(places, i16::from_le_bytes)?;
        let enemy = reader.list(places, i16::from_le_bytes)?;
        Ok(Self { board, hand, own, enemy, danger, threats, tempo })
    }
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text.as_bytes());
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], WeightsError> {
        let (first, rest) = self.0.split_first_chunk::<N>().ok_or(WeightsError::Damaged)?;
        self.0 = rest;
        Ok(*first)
    }

    fn text(&mut self) -> Result<String, WeightsError> {
        let length = u32::from_le_bytes(self.take()?) as usize;
        let (text, rest) = self.0.split_at_checked(length).ok_or(WeightsError::Damaged)?;
        self.0 = rest;
        String::from_utf8(text.to_vec()).map_err(|_| WeightsError::Damaged)
    }

    /// A list of a known length; numbers out of reason are damage.
    fn list<T, const N: usize>(
        &mut self,
        length: usize,
        number: fn([u8; N]) -> T,
    ) -> Result<Vec<T>, WeightsError>
    where
        T: Copy + Into<i64>,
    {
        if u32::from_le_bytes(self.take()?) as usize != length {
            return Err(WeightsError::Damaged);
        }
        let numbers: Result<Vec<T>, _> = (0..length).map(|_| self.take().map(number)).collect();
        let numbers = numbers?;
        let sane = numbers.iter().all(|&number| number.into().abs() <= 20_000);
        if sane { Ok(numbers) } else { Err(WeightsError::Damaged) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_read_back_as_they_were_written_and_damage_is_seen() {
        let rules = Ruleset::compile(koma_variants::find("minishogi").unwrap()).unwrap();
        let other = Ruleset::compile(koma_variants::find("micro").unwrap()).unwrap();
        let weights = Weights::from_rules(&rules);
        let bytes = weights.write(&rules, "from the rules");
        assert_eq!(Weights::read(&rules, &bytes), Ok(weights));
        let game = WeightsError::OtherGame("minishogi".to_owned());
        assert_eq!(Weights::read(&other, &bytes), Err(game));
        assert_eq!(Weights::read(&rules, b"GIF89a"), Err(WeightsError::NotWeights));
        for place in (4..bytes.len()).step_by(7) {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x41;
            assert!(Weights::read(&rules, &damaged).is_err(), "{place}");
            assert!(Weights::read(&rules, &bytes[..place]).is_err(), "{place}");
        }
    }
}
