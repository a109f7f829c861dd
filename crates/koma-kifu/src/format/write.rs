//! From records to text.

use koma_text::{Encoding, encode};

use super::Format;
use crate::{NodeId, Record};

/// How to write.
#[derive(Clone, Debug)]
pub struct WriteOptions {
    /// The encoding the text is meant for: characters it cannot hold are reported.
    pub encoding: Encoding,
    /// The version of the format, where it has several (`2.2` and `3.0` of CSA).
    pub version: Option<String>,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self { encoding: Encoding::Utf8, version: None }
    }
}

/// Something of a record that a format cannot hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Stable name: `branches-lost`, `time-lost`, ...
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

/// A text under construction, with what it could not hold.
#[derive(Clone, Debug, Default)]
pub struct Text {
    /// The text so far.
    pub text: String,
    losses: Vec<Loss>,
    game: usize,
}

impl Text {
    /// The following losses concern this game.
    pub fn set_game(&mut self, game: usize) {
        self.game = game;
    }

    /// Reports a loss. Losses of the same code and words in a game are counted together.
    pub fn lose(&mut self, code: &'static str, message: impl Into<String>, node: Option<NodeId>) {
        let (game, message) = (self.game, message.into());
        let same =
            |loss: &&mut Loss| loss.code == code && loss.game == game && loss.message == message;
        match self.losses.iter_mut().find(same) {
            Some(loss) => loss.count += 1,
            None => self.losses.push(Loss { code, message, game, node, count: 1 }),
        }
    }
}

/// A written record.
#[derive(Clone, Debug)]
pub struct Written {
    /// The text.
    pub text: String,
    /// What it could not hold, and what its encoding could not.
    pub losses: Vec<Loss>,
    encoding: Encoding,
}

impl Written {
    /// The text in the encoding it was written for.
    pub fn bytes(&self) -> Vec<u8> {
        encode(&self.text, self.encoding).bytes
    }
}

/// Writes records in a format.
pub fn write(records: &[Record], format: Format, options: &WriteOptions) -> Written {
    let mut text = Text::default();
    format.codec().write(records, options, &mut text);
    let Text { text, mut losses, .. } = text;
    let encoding = options.encoding;
    if !matches!(encoding, Encoding::Utf8 | Encoding::Utf16Le | Encoding::Utf16Be) {
        for (c, count) in encode(&text, encoding).lost {
            let message = format!("{encoding} has no character {c:?}");
            losses.push(Loss { code: "character-lost", message, game: 0, node: None, count });
        }
    }
    Written { text, losses, encoding }
}
