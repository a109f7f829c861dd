//! One move or ending, with what people wrote beside it.

use std::num::{NonZeroU32, NonZeroU64};

use koma_rules::{IllegalMove, Move, UsiMove};

use crate::Ending;

/// A node of a [`crate::Record`], as an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The start position.
    pub const ROOT: Self = Self(NonZeroU32::MIN);

    pub(crate) fn new(index: usize) -> Self {
        let number = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
        Self(number.expect("a record has fewer than 2^32 nodes"))
    }

    /// The index, 0 for the root.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A time in milliseconds. `Option<Millis>` is as small as the time itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Millis(NonZeroU64);

impl Millis {
    /// So many milliseconds; the last one of the range is given up.
    pub const fn new(ms: u64) -> Self {
        match NonZeroU64::new(ms.saturating_add(1)) {
            Some(ms) => Self(ms),
            None => Self(NonZeroU64::MAX),
        }
    }

    /// So many seconds.
    pub const fn seconds(seconds: u64) -> Self {
        Self::new(seconds.saturating_mul(1000))
    }

    /// The milliseconds.
    pub const fn get(self) -> u64 {
        self.0.get() - 1
    }
}

/// What happens at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Play {
    /// Nothing yet: the start position. Only the root.
    Start,
    /// A legal move.
    Move(Move),
    /// A move against the rules that was carried out all the same, as it was on the board.
    Illegal(Box<Offence>),
    /// A move that could not be carried out. It and what follows it are kept as text.
    Unread(Box<Unread>),
    /// The end of the game, or of the line.
    End(Box<Ending>),
}

/// A move against the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offence {
    /// The move.
    pub usi: UsiMove,
    /// What the rules have against it.
    pub reason: IllegalMove,
}

/// A move that could not be carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// What the file says.
    pub text: String,
    /// What the rules have against it, where it could be read at all.
    pub reason: Option<IllegalMove>,
}

/// What people and programs wrote beside a move. Most moves have none of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// Comment lines in order, without the mark that makes them comments. What engines wrote there
    /// is read from the text.
    pub comments: Vec<String>,
    /// Bookmarks (しおり).
    pub bookmarks: Vec<String>,
    /// The sentence that closes a line, as the file has it (`まで64手で後手の勝ち`).
    pub result: Option<String>,
    /// Lines that programs skip, such as what a server tells about ratings, without their mark.
    pub asides: Vec<String>,
}

/// A move or an ending in its place in the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What happens.
    pub play: Play,
    /// Time spent on it; absent is not zero.
    pub time: Option<Millis>,
    /// Time its side had spent in all after it, as the file says.
    pub total: Option<Millis>,
    /// Comments and bookmarks.
    pub note: Option<Box<Note>>,
    pub(super) parent: Option<NodeId>,
    pub(super) first_child: Option<NodeId>,
    pub(super) last_child: Option<NodeId>,
    pub(super) next_sibling: Option<NodeId>,
    pub(super) depth: u32,
    /// The line of the file it stands on, from 1; 0 where there is none.
    pub line: u32,
}

impl Node {
    pub(super) fn new(play: Play, parent: Option<NodeId>, depth: u32) -> Self {
        Self {
            play,
            time: None,
            total: None,
            note: None,
            parent,
            first_child: None,
            last_child: None,
            next_sibling: None,
            depth,
            line: 0,
        }
    }

    /// The number of the move, counted from 1 at the start position; an ending has the number the
    /// next move would have had.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Arrows and rings that people drew, as a line of the comments has them: `#marks 7g7f:green 5e:red`.
    pub fn marks(&self) -> Option<&str> {
        self.comments().iter().find_map(|line| line.strip_prefix("#marks "))
    }

    /// The note, made if there is none.
    pub fn note_mut(&mut self) -> &mut Note {
        self.note.get_or_insert_default()
    }

    /// Comment lines in order.
    pub fn comments(&self) -> &[String] {
        self.note.as_ref().map_or(&[], |note| &note.comments)
    }

    /// Bookmarks.
    pub fn bookmarks(&self) -> &[String] {
        self.note.as_ref().map_or(&[], |note| &note.bookmarks)
    }

    /// Lines that programs skip.
    pub fn asides(&self) -> &[String] {
        self.note.as_ref().map_or(&[], |note| &note.asides)
    }

    /// The reason against the move, if it is against the rules.
    pub fn illegal(&self) -> Option<&IllegalMove> {
        match &self.play {
            Play::Illegal(offence) => Some(&offence.reason),
            Play::Unread(unread) => unread.reason.as_ref(),
            _ => None,
        }
    }

    /// Whether this is a move, read or not.
    pub fn is_move(&self) -> bool {
        matches!(self.play, Play::Move(_) | Play::Illegal(_) | Play::Unread(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_fits_a_cache_line() {
        assert_eq!(size_of::<Node>(), 64);
    }

    #[test]
    fn no_time_is_not_zero_time() {
        assert_ne!(Some(Millis::new(0)), None);
        assert_eq!(size_of::<Option<Millis>>(), 8);
        for ms in [0, 1, 1000, u64::MAX - 1] {
            assert_eq!(Millis::new(ms).get(), ms);
        }
        assert_eq!(Millis::new(u64::MAX).get(), u64::MAX - 1);
        assert_eq!(Millis::seconds(u64::MAX).get(), u64::MAX - 1);
    }
}
