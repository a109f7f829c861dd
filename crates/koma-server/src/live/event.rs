//! What players ask for and what happened: the words of the wire and of the log.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::clock::{Clocks, TimeControl};
use crate::view::{EndReason, SideName, WinnerName};

/// What a player wants to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Command {
    /// Moves, drops, or places a piece in the set-up phase.
    Move {
        /// The move as USI writes it.
        usi: String,
    },
    /// 投了.
    Resign,
    /// Asks the other side.
    Offer {
        /// For what.
        what: Proposal,
    },
    /// Agrees to what the other side asked.
    Accept {
        /// To what.
        what: Proposal,
    },
    /// Refuses what the other side asked, or withdraws what this side asked.
    Decline {
        /// Of what.
        what: Proposal,
    },
    /// 入玉宣言.
    Declare,
    /// Gives the other side time.
    AddTime {
        /// How much, in milliseconds.
        ms: u64,
    },
    /// Ends the game because the other side, whose move it is, is gone.
    Claim {
        /// How.
        what: Claim,
    },
}

/// What a player who was left alone may make of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Claim {
    /// It is won; only where there is a clock.
    Win,
    /// It has no result.
    NoResult,
}

/// What both sides have to agree on.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "camelCase")]
pub enum Proposal {
    /// A draw.
    Draw,
    /// 持将棋 by agreement.
    Impasse,
    /// 待った: the last move of the side that asks is taken back.
    Takeback,
    /// Another game with the sides changed.
    Rematch,
}

/// The setting of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Setting {
    /// The variant's slug, or the id of a stored variant.
    pub variant: String,
    /// Contested rules that were chosen.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The handicap that was chosen.
    #[serde(default)]
    pub handicap: Option<String>,
    /// The start position.
    pub start_sfen: String,
    /// How time is limited.
    #[serde(default)]
    pub clock: TimeControl,
    /// Where the one who made the game sits.
    pub side: SideName,
    /// Their name.
    #[serde(default)]
    pub name: Option<String>,
    /// The game this one is the rematch of.
    #[serde(default)]
    pub previous: Option<String>,
}

/// An event of a game. Numbers start at 1 and have no gaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Event {
    /// Its number.
    pub n: u32,
    /// When it was stored, in Unix milliseconds.
    pub at: u64,
    /// What happened.
    #[serde(flatten)]
    pub what: EventKind,
}

/// What happened in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum EventKind {
    /// The game was made.
    Created(Setting),
    /// The other player took the seat; the game begins.
    Joined {
        /// Which seat.
        side: SideName,
        /// Their name.
        name: Option<String>,
        /// What both have; the clock of the side to move runs.
        clocks: Option<Clocks>,
    },
    /// A move was made.
    Moved {
        /// By whom.
        side: SideName,
        /// The number of this move.
        ply: u32,
        /// The move as USI writes it.
        usi: String,
        /// The move in Japanese.
        japanese: String,
        /// The move in English.
        english: String,
        /// Thinking time in milliseconds.
        spent: u64,
        /// What is left.
        clocks: Option<Clocks>,
        /// The position after it.
        sfen: String,
    },
    /// A side asked for something.
    Offered {
        /// Who asked.
        side: SideName,
        /// For what.
        what: Proposal,
    },
    /// A side refused, or withdrew what it had asked.
    Declined {
        /// Who.
        side: SideName,
        /// What.
        what: Proposal,
    },
    /// 待った was granted.
    TakenBack {
        /// Who had asked and is to move now.
        side: SideName,
        /// The number of the move that is next now.
        ply: u32,
        /// What the side that granted it gained, in milliseconds.
        gain: u64,
        /// What is left.
        clocks: Option<Clocks>,
        /// The position now.
        sfen: String,
    },
    /// A side was given time.
    TimeAdded {
        /// Who gains.
        side: SideName,
        /// How much, in milliseconds.
        ms: u64,
        /// What the side to move has spent on this turn so far.
        spent: u64,
        /// What is left.
        clocks: Option<Clocks>,
    },
    /// The game is over.
    Ended {
        /// How.
        reason: EndReason,
        /// Who won; `null` where there is no result.
        winner: Option<WinnerName>,
        /// What was left.
        clocks: Option<Clocks>,
    },
    /// The finished game was stored as a record.
    Recorded {
        /// The record's id.
        record: String,
    },
    /// Both want another game.
    Rematch {
        /// The id of that game.
        game: String,
    },
}

impl EventKind {
    /// Whether the position is another one after it, or what may be done there.
    pub fn changes_position(&self) -> bool {
        matches!(
            self,
            Self::Moved { .. } | Self::TakenBack { .. } | Self::Ended { .. } | Self::Joined { .. }
        )
    }

    /// Whether clocks are set by it: what was used before is in it.
    pub fn sets_clocks(&self) -> bool {
        matches!(
            self,
            Self::Joined { .. }
                | Self::Moved { .. }
                | Self::TakenBack { .. }
                | Self::TimeAdded { .. }
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Databases hold these lines. One that is written otherwise must still be read as it was.
    const STORED: &str = include_str!("stored-events.jsonl");

    #[test]
    fn stored_events_are_read_and_written_as_they_stand() {
        let mut kinds = std::collections::BTreeSet::new();
        for line in STORED.lines() {
            let event: Event = serde_json::from_str(line).unwrap();
            assert_eq!(serde_json::to_string(&event).unwrap(), line);
            let value: serde_json::Value = serde_json::from_str(line).unwrap();
            kinds.insert(value["type"].as_str().unwrap().to_owned());
        }
        let all =
            "created declined ended joined moved offered recorded rematch takenBack timeAdded";
        assert_eq!(kinds.into_iter().collect::<Vec<_>>().join(" "), all);
    }
}
