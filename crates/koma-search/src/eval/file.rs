//! Weights as a file (`.kw`).
//!
//! Little-endian: `KOMW`, version, slug, digest of the rules, provenance, then the numbers in the
//! order of [`Weights`], then a digest of all before it. Texts and lists begin with their length.

use std::fmt;
use std::sync::Arc;

use koma_rules::{KindId, Man, Move, Position, Ruleset, Setup, Side};

use super::weights::{DANGERS, Weights};
use super::{BUCKETS, Inputs, LANES, MOST_HIDDEN, Net, Span};

const MAGIC: &[u8; 4] = b"KOMW";
const VERSION: u16 = 3;
/// Files of the version before are read too: their nets know no zones.
const UNZONED: u16 = 2;

/// Why a file is not taken for weights.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WeightsError {
    /// It does not begin as one.
    NotWeights,
    /// It is of another version.
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
                write!(f, "weights of version {version} are not read by this program")
            }
            Self::Damaged => write!(f, "the file of weights is damaged or cut short"),
            Self::OtherGame(slug) => write!(f, "these weights are for {slug}"),
            Self::OtherRules(slug) => write!(f, "these weights are for other rules of {slug}"),
        }
    }
}

impl std::error::Error for WeightsError {}

/// Random games that a digest of rules follows, and plies of each.
const GAMES: u64 = 3;
const PLIES: usize = 60;

/// A digest of what decides play, by how the game behaves: the start position, where a piece of each
/// kind can go on an empty board, and the legal moves of a few random games. It is the same however
/// the rules are written down.
pub fn rules_digest(rules: &Arc<Ruleset>) -> u64 {
    let geometry = rules.geometry();
    let start = Position::start(rules);
    let mut text = format!("{} {} {}", geometry.files(), geometry.ranks(), start.sfen());
    for kind in rules.kinds() {
        let index = |kind: Option<KindId>| kind.map_or(0, |kind| kind.index() + 1);
        let royal = rules.variant().kinds[kind.index()].royal;
        let (promoted, held) = (index(rules.promoted(kind)), index(rules.in_hand(kind)));
        text += &format!("/{} {royal} {promoted} {held}", rules.code(kind));
        let middle = geometry.square(
            u16::from(geometry.files()).div_ceil(2),
            u16::from(geometry.ranks()).div_ceil(2),
        );
        let Some(middle) = middle else { continue };
        let mut setup = Setup::empty(rules);
        setup.set(middle, Some(Man { kind, side: Side::Sente }));
        let mut ways = Vec::new();
        Position::unjudged(rules, &setup).each_way(middle, |mv, _| ways.push(mv.to().index()));
        ways.sort_unstable();
        ways.dedup();
        text += &format!("{ways:?}");
    }
    for game in 0..GAMES {
        let mut position = start.clone();
        let mut random = game;
        for _ in 0..PLIES {
            if position.is_over() {
                break;
            }
            let mut moves: Vec<(String, Move)> = position
                .legal_moves()
                .into_iter()
                .map(|mv| (position.usi(mv).to_string(), mv))
                .collect();
            moves.sort_unstable_by(|a, b| a.0.cmp(&b.0));
            moves.iter().for_each(|(word, _)| text += word);
            if moves.is_empty() {
                break;
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let _ = position.play_unchecked(moves[(random >> 33) as usize % moves.len()].1);
        }
    }
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
    /// The weights as a file.
    pub fn write(&self, rules: &Arc<Ruleset>) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        put_text(&mut bytes, &rules.variant().slug);
        bytes.extend(rules_digest(rules).to_le_bytes());
        put_text(&mut bytes, &self.provenance);
        let (danger, threats) = (self.danger.to_vec(), self.threats.to_vec());
        for list in [&self.board, &self.hand, &danger, &threats, &vec![self.tempo, self.scale]] {
            put_list(&mut bytes, list, i32::to_le_bytes);
        }
        for list in [&self.square, &self.own, &self.enemy] {
            put_list(&mut bytes, list, i16::to_le_bytes);
        }
        let hidden = self.net.as_ref().map_or(0, |net| net.hidden as u32);
        bytes.extend(hidden.to_le_bytes());
        if let Some(net) = &self.net {
            bytes.extend((net.zones as u32).to_le_bytes());
            put_list(&mut bytes, &net.scales, i16::to_le_bytes);
            put_list(&mut bytes, &net.weights, i8::to_le_bytes);
            put_list(&mut bytes, &net.bias, i16::to_le_bytes);
            put_list(&mut bytes, &net.out, i8::to_le_bytes);
            put_list(&mut bytes, &net.out_bias, i32::to_le_bytes);
        }
        let digest = digest(&bytes);
        bytes.extend(digest.to_le_bytes());
        bytes
    }

    /// Reads weights made for these rules.
    pub fn read(rules: &Arc<Ruleset>, bytes: &[u8]) -> Result<Self, WeightsError> {
        let Some(rest) = bytes.strip_prefix(MAGIC) else { return Err(WeightsError::NotWeights) };
        let version = rest.first_chunk::<2>().map(|bytes| u16::from_le_bytes(*bytes));
        let version = version.ok_or(WeightsError::Damaged)?;
        if ![UNZONED, VERSION].contains(&version) {
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
        let provenance = reader.text()?;
        let kinds = rules.kinds().len();
        let places = kinds * Span::of(rules).places;
        let board = reader.list(kinds, i32::from_le_bytes)?;
        let hand = reader.list(kinds, i32::from_le_bytes)?;
        let danger = reader.list(DANGERS, i32::from_le_bytes)?;
        let danger = danger.try_into().map_err(|_| WeightsError::Damaged)?;
        let threats = reader.list(3, i32::from_le_bytes)?;
        let threats = threats.try_into().map_err(|_| WeightsError::Damaged)?;
        let rest = reader.list(2, i32::from_le_bytes)?;
        let (tempo, scale) = (rest[0], rest[1].max(1));
        let squares = if reader.length()? == 0 { 0 } else { kinds * rules.geometry().squares() };
        let square = reader.list(squares, i16::from_le_bytes)?;
        let own = reader.list(places, i16::from_le_bytes)?;
        let enemy = reader.list(places, i16::from_le_bytes)?;
        let net = reader.net(&Inputs::of(rules), version)?.map(Arc::new);
        if !reader.0.is_empty() {
            return Err(WeightsError::Damaged);
        }
        Ok(Self { board, hand, square, own, enemy, danger, threats, tempo, scale, net, provenance })
    }
}

fn put_list<T: Copy, const N: usize>(bytes: &mut Vec<u8>, list: &[T], number: fn(T) -> [u8; N]) {
    bytes.extend((list.len() as u32).to_le_bytes());
    list.iter().for_each(|&value| bytes.extend(number(value)));
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

    /// The length of the list that follows.
    fn length(&self) -> Result<usize, WeightsError> {
        let length = self.0.first_chunk().ok_or(WeightsError::Damaged)?;
        Ok(u32::from_le_bytes(*length) as usize)
    }

    fn net(&mut self, inputs: &Inputs, version: u16) -> Result<Option<Net>, WeightsError> {
        let hidden = u32::from_le_bytes(self.take()?) as usize;
        if hidden == 0 {
            return Ok(None);
        }
        if hidden > MOST_HIDDEN || !hidden.is_multiple_of(LANES) {
            return Err(WeightsError::Damaged);
        }
        let zones = if version == UNZONED { 1 } else { u32::from_le_bytes(self.take()?) as usize };
        if ![1, inputs.zones()].contains(&zones) {
            return Err(WeightsError::Damaged);
        }
        let scales = self.list(hidden, i16::from_le_bytes)?;
        let weights = self.list(zones * inputs.count() * hidden, i8::from_le_bytes)?;
        let bias = self.list(hidden, i16::from_le_bytes)?;
        let out = self.list(2 * BUCKETS * hidden, i8::from_le_bytes)?;
        let out_bias = self.list(BUCKETS, i32::from_le_bytes)?;
        // Sums of the least number could overflow.
        if out.contains(&i8::MIN) {
            return Err(WeightsError::Damaged);
        }
        Ok(Some(Net { hidden, zones, scales, weights, bias, out, out_bias }))
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
        let bytes = weights.write(&rules);
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
