//! The moves of a record in words.

use koma_rules::{SquareName, UsiMove};

use crate::notation::{Digits, english, japanese};
use crate::{NodeId, Play, Record};

impl Record {
    /// The move of a node in official notation (▲７六歩), an unreadable one in the file's words, an
    /// ending in KIF's or its own.
    pub fn text(&self, id: NodeId) -> Option<String> {
        self.in_words(id, |position, usi| japanese(position, usi, self.last_to(id), Digits::Mixed))
    }

    /// The same in English notation (P-7f).
    pub fn english(&self, id: NodeId) -> Option<String> {
        self.in_words(id, english)
    }

    fn in_words(
        &self,
        id: NodeId,
        write: impl FnOnce(&koma_rules::Position, &UsiMove) -> Option<String>,
    ) -> Option<String> {
        match &self.node(id).play {
            Play::Start => None,
            Play::Unread(unread) => Some(unread.text.clone()),
            Play::End(ending) => Some(ending.words_for(self.side_at(id))),
            Play::Move(_) | Play::Illegal(_) => {
                let before = self.position_at(self.parent(id)?)?;
                write(&before, &self.usi(id)?)
            }
        }
    }

    /// The square of the move before a node, which 同 refers to.
    pub fn last_to(&self, id: NodeId) -> Option<SquareName> {
        self.last_square(self.parent(id)?)
    }

    /// The square that the last move at or before a node went to: 同 in a move after it.
    pub fn last_square(&self, mut id: NodeId) -> Option<SquareName> {
        while let Play::End(_) = self.node(id).play {
            id = self.parent(id)?;
        }
        match self.usi(id) {
            Some(usi) => usi.to(),
            None if id == NodeId::ROOT => self.board.as_ref()?.last_to,
            None => None,
        }
    }
}
