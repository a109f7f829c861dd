//! What the two players say to each other. Nothing of it is stored: it is gone when the game leaves
//! memory.

use std::collections::VecDeque;

use koma_rules::Side;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::refusal::Refusal;
use crate::view::{SideName, Sides};

/// The longest text, in characters.
const LONGEST: usize = 200;
/// How many lines are kept for those who come back.
const KEPT: usize = 100;

/// What is said so often that it needs no typing; each player reads it in their own language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum SetPhrase {
    /// よろしくお願いします.
    Greeting,
    /// ありがとうございました.
    Thanks,
    /// お見事です.
    WellPlayed,
    /// 少々お待ちください.
    OneMoment,
    /// うっかりしました.
    Oops,
}

/// Something said: a set phrase or a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Saying {
    /// A set phrase.
    Phrase(SetPhrase),
    /// A player's own words.
    Text(String),
}

/// A line of the talk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Line {
    /// Its number, from 1.
    pub n: u32,
    /// Whose.
    pub side: SideName,
    /// When, in Unix milliseconds.
    pub at: u64,
    /// What.
    pub said: Saying,
}

/// The talk of a game. Each side can close it, and only that side opens it again.
#[derive(Debug, Default)]
pub struct Chat {
    closed: [bool; 2],
    count: u32,
    lines: VecDeque<Line>,
}

impl Chat {
    /// What was said, the oldest first.
    pub fn lines(&self) -> Vec<Line> {
        self.lines.iter().cloned().collect()
    }

    /// Which sides want to talk.
    pub fn open(&self) -> Sides<bool> {
        Sides::each(|side| !self.closed[side as usize])
    }

    /// Closes the talk for both, or lets go of that.
    pub fn set_open(&mut self, side: Side, open: bool) {
        self.closed[side as usize] = !open;
    }

    /// Takes down what a side says, if both want to talk.
    pub fn say(&mut self, side: Side, said: Saying, at: u64) -> Result<&Line, Refusal> {
        if self.closed.contains(&true) {
            return Err(Refusal::ChatClosed);
        }
        let said = match said {
            Saying::Text(text) => Saying::Text(tidy(&text).ok_or(Refusal::BadText)?),
            phrase => phrase,
        };
        if self.lines.len() == KEPT {
            self.lines.pop_front();
        }
        self.count += 1;
        self.lines.push_back(Line { n: self.count, side: side.into(), at, said });
        self.lines.back().ok_or(Refusal::BadText)
    }
}

/// A text without line breaks and other control characters; nothing if it is empty or too long.
fn tidy(text: &str) -> Option<String> {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let plain = plain.trim();
    (!plain.is_empty() && plain.chars().count() <= LONGEST).then(|| plain.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const GREETING: Saying = Saying::Phrase(SetPhrase::Greeting);

    #[test]
    fn either_side_closes_the_talk_and_only_that_side_opens_it() {
        let mut chat = Chat::default();
        assert!(chat.say(Side::Sente, GREETING, 1).is_ok());
        chat.set_open(Side::Gote, false);
        for side in Side::BOTH {
            assert_eq!(chat.say(side, GREETING, 2), Err(Refusal::ChatClosed));
        }
        chat.set_open(Side::Sente, true);
        assert_eq!(chat.say(Side::Sente, GREETING, 3), Err(Refusal::ChatClosed));
        chat.set_open(Side::Gote, true);
        assert!(chat.say(Side::Sente, GREETING, 4).is_ok());
        assert_eq!(chat.lines().len(), 2);
    }

    #[test]
    fn texts_are_one_line_and_not_too_long() {
        let mut chat = Chat::default();
        let mut say = |text: &str| {
            let line = chat.say(Side::Sente, Saying::Text(text.to_owned()), 1);
            line.map(|line| line.said.clone())
        };
        assert_eq!(say(" a\nb\u{7} "), Ok(Saying::Text("a b".to_owned())));
        assert_eq!(say(" \n"), Err(Refusal::BadText));
        assert!(say(&"長".repeat(LONGEST)).is_ok());
        assert_eq!(say(&"長".repeat(LONGEST + 1)), Err(Refusal::BadText));
        for _ in 0..2 * KEPT {
            chat.say(Side::Gote, GREETING, 2).unwrap();
        }
        assert_eq!(chat.lines().len(), KEPT);
    }
}
