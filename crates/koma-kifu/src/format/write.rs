//! From records to text.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use koma_text::{Encoding, Finding, Phrase, decode_as, encode};

use super::Format;
use crate::{NodeId, Record, say};

/// How to write.
#[derive(Clone, Debug)]
pub struct WriteOptions {
    /// The encoding the text is meant for: characters it cannot hold are reported.
    pub encoding: Encoding,
    /// Whether lines end in CRLF instead of LF.
    pub crlf: bool,
    /// The version of the format, where it has several (`2.2` and `3.0` of CSA).
    pub version: Option<String>,
}

impl Default for WriteOptions {
    /// UTF-8 with LF. What the readers of a kind of file expect, [`crate::FileKind`] knows.
    fn default() -> Self {
        Self { encoding: Encoding::Utf8, crlf: false, version: None }
    }
}

/// Something of a record that a format cannot hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Stable name: `branches-lost`, `times-lost`, ...
    pub code: &'static str,
    /// What is lost, in words.
    pub message: String,
    /// Which game, from 0.
    pub game: usize,
    /// The first node concerned.
    pub node: Option<NodeId>,
    /// How many nodes are concerned.
    pub count: usize,
}

impl Loss {
    /// The loss as a finding: an error if a game is missing.
    pub fn finding(&self) -> Finding {
        let ja = say::japanese(self.code).unwrap_or(&self.message);
        let message = match self.count {
            0 | 1 => Phrase::both(&*self.message, ja),
            n => Phrase::both(format!("{} ({n} times)", self.message), format!("{ja}（{n}か所）")),
        };
        match self.is_a_game() {
            true => Finding::error(self.code, message),
            false => Finding::warning(self.code, message),
        }
    }

    /// Whether a whole game is missing, not only a part of one.
    pub fn is_a_game(&self) -> bool {
        matches!(self.code, "game-lost" | "games-lost")
    }
}

/// A text under construction, with what it could not hold.
#[derive(Clone, Debug, Default)]
pub struct Text {
    /// The text so far.
    pub text: String,
    losses: Vec<Loss>,
    /// Where each loss of the current game stands among them.
    places: HashMap<(&'static str, String), usize>,
    game: usize,
}

impl Text {
    /// The following losses concern this game.
    pub fn set_game(&mut self, game: usize) {
        self.game = game;
        self.places.clear();
    }

    /// Reports a loss. Losses of the same code and words in a game are counted together.
    pub fn lose(&mut self, code: &'static str, message: impl Into<String>, node: Option<NodeId>) {
        let (game, message) = (self.game, message.into());
        match self.places.entry((code, message)) {
            Entry::Occupied(place) => self.losses[*place.get()].count += 1,
            Entry::Vacant(place) => {
                let message = place.key().1.clone();
                place.insert(self.losses.len());
                self.losses.push(Loss { code, message, game, node, count: 1 });
            }
        }
    }
}

/// A written record.
#[derive(Clone, Debug)]
pub struct Written {
    /// The text; empty where no game could be written.
    pub text: String,
    /// How many games are in it; a loss tells of each of the others.
    pub games: usize,
    /// What it could not hold, and what its encoding could not.
    pub losses: Vec<Loss>,
    encoding: Encoding,
    crlf: bool,
}

impl Written {
    /// The text in the encoding it was written for, with its line ends.
    pub fn bytes(&self) -> Vec<u8> {
        match self.crlf {
            true => encode(&self.text.replace('\n', "\r\n"), self.encoding).bytes,
            false => encode(&self.text, self.encoding).bytes,
        }
    }
}

/// Writes records in a format.
pub fn write(records: &[Record], format: Format, options: &WriteOptions) -> Written {
    let mut text = Text::default();
    format.codec().write(records, options, &mut text);
    let Text { mut text, mut losses, .. } = text;
    let lost = losses.iter().filter(|loss| loss.is_a_game()).map(|loss| loss.count).sum();
    let games = records.len().saturating_sub(lost);
    if games == 0 && !records.is_empty() {
        // The head of a file is no record.
        text.clear();
    }
    let encoding = options.encoding;
    if !matches!(encoding, Encoding::Utf8 | Encoding::Utf16Le | Encoding::Utf16Be) {
        losses.extend(character_losses(&text, format, encoding));
    }
    Written { text, games, losses, encoding, crlf: options.crlf }
}

/// The characters an encoding does not have: replaced by a twin, or lost.
fn character_losses(text: &str, format: Format, encoding: Encoding) -> Vec<Loss> {
    let encoded = encode(text, encoding);
    let whole = match format {
        Format::Kif => "a .kifu file",
        Format::Ki2 => "a .ki2u file",
        _ => "one in UTF-8",
    };
    let loss = |code, message, count| Loss { code, message, game: 0, node: None, count };
    let mut losses = Vec::new();
    for (&c, &count) in &encoded.lost {
        let message = format!("{encoding} has no character {c:?}; {whole} holds it");
        losses.push(loss("character-lost", message, count));
    }
    let back = decode_as(&encoded.bytes, encoding).text;
    let mut changed: BTreeMap<(char, char), usize> = BTreeMap::new();
    for (one, two) in text.chars().zip(back.chars()) {
        if one != two && !encoded.lost.contains_key(&one) {
            *changed.entry((one, two)).or_default() += 1;
        }
    }
    for ((one, two), count) in changed {
        let message = format!("{encoding} has {two:?} for {one:?}");
        losses.push(loss("character-changed", message, count));
    }
    losses
}
