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
    /// What is lost: `branches-lost`, `times-lost`, ...
    what: Finding,
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
        let mut finding = self.what.clone();
        if self.count > 1 {
            finding.message = say::several(finding.message, self.count);
        }
        finding
    }

    /// Its stable name.
    pub fn code(&self) -> &'static str {
        self.what.code
    }

    /// What is lost, in words.
    pub fn message(&self) -> &Phrase {
        &self.what.message
    }

    /// Whether a whole game is missing, not only a part of one.
    pub fn is_a_game(&self) -> bool {
        matches!(self.code(), "game-lost" | "games-lost")
    }
}

/// A text under construction, with what it could not hold.
#[derive(Clone, Debug, Default)]
pub(crate) struct Text {
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
    pub fn lose(&mut self, what: Finding, node: Option<NodeId>) {
        match self.places.entry((what.code, what.message.to_string())) {
            Entry::Occupied(place) => self.losses[*place.get()].count += 1,
            Entry::Vacant(place) => {
                place.insert(self.losses.len());
                self.losses.push(Loss { what, game: self.game, node, count: 1 });
            }
        }
    }

    /// Reports all that a format of moves has no place for.
    pub(super) fn lose_rest(&mut self, record: &Record, held: Held) {
        let Held { format, headers, branches, comments } = held;
        for _ in record.headers.iter().filter(|_| !headers) {
            self.lose(say::headers_lost(format), None);
        }
        if !branches {
            (0..record.branches()).for_each(|_| self.lose(say::branches_lost(format), None));
        }
        if record.board.as_ref().is_some_and(|board| board.last_to.is_some()) {
            self.lose(say::last_move_lost(), None);
        }
        if !record.diagram.is_empty() {
            self.lose(say::diagram_lost(), None);
        }
        let written: Vec<NodeId> = match branches {
            true => record.ids().collect(),
            false => std::iter::once(NodeId::ROOT).chain(record.main_line()).collect(),
        };
        for id in written {
            let node = record.node(id);
            if node.time.is_some() {
                self.lose(say::times_lost(format), Some(id));
            }
            let Some(note) = &node.note else { continue };
            if !comments && !note.comments.is_empty() {
                self.lose(say::comments_lost(format), Some(id));
            }
            if !note.bookmarks.is_empty() {
                self.lose(say::bookmarks_lost(format), Some(id));
            }
            if !note.asides.is_empty() {
                self.lose(say::asides_lost(), Some(id));
            }
        }
    }
}

/// What a format holds beside moves and endings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    pub format: &'static str,
    pub headers: bool,
    pub branches: bool,
    pub comments: bool,
}

/// A written record.
#[derive(Clone, Debug)]
#[non_exhaustive]
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
    let whole = || match format {
        Format::Kif => say::file_of(".kifu"),
        Format::Ki2 => say::file_of(".ki2u"),
        _ => say::utf8_file(),
    };
    let loss = |what, count| Loss { what, game: 0, node: None, count };
    let name = encoding.to_string();
    let mut losses = Vec::new();
    for (&c, &count) in &encoded.lost {
        losses.push(loss(say::character_lost(&name, format!("{c:?}"), whole()), count));
    }
    let back = decode_as(&encoded.bytes, encoding).text;
    let mut changed: BTreeMap<(char, char), usize> = BTreeMap::new();
    for (one, two) in text.chars().zip(back.chars()) {
        if one != two && !encoded.lost.contains_key(&one) {
            *changed.entry((one, two)).or_default() += 1;
        }
    }
    for ((one, two), count) in changed {
        let what = say::character_changed(&name, format!("{two:?}"), format!("{one:?}"));
        losses.push(loss(what, count));
    }
    losses
}
