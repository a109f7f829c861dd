//! What travels besides events and commands: views of games, messages of the socket.

use std::collections::BTreeMap;

use koma_rules::Side;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::chat::{Line, Saying};
use super::clock::{Clocks, Tick, TimeControl};
use super::event::{Command, Event, Proposal};
use super::session::{GameSession, Stage};
use crate::Lang;
use crate::view::{EndView, PositionView, SideName, Sides};

/// A game to be made.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewGame {
    /// A slug, an alias, or the id of a stored variant.
    #[serde(default = "shogi")]
    pub variant: String,
    /// Contested rules played in other ways, by name.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// A handicap, by its slug or name.
    #[serde(default)]
    pub handicap: Option<String>,
    /// The start position as SFEN.
    #[serde(default)]
    pub sfen: Option<String>,
    /// How time is limited.
    #[serde(default)]
    pub clock: TimeControl,
    /// Where the one who makes the game sits.
    #[serde(default)]
    pub side: Choice,
    /// Their name.
    #[serde(default)]
    pub name: Option<String>,
    /// Whether they want the game in the library when it is over: it goes there if both do. As
    /// the server is set up, if they do not say.
    #[serde(default)]
    pub share: Option<bool>,
}

fn shogi() -> String {
    "shogi".to_owned()
}

/// A side, or whichever chance gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Choice {
    /// 先手.
    Sente,
    /// 後手.
    Gote,
    /// 振り駒.
    #[default]
    Random,
}

/// A game that was made, and the keys to its seats: nobody is told them again.
#[derive(Serialize, ToSchema)]
pub struct Made {
    /// The game's id.
    pub id: String,
    /// Where the one who made it sits.
    pub side: SideName,
    /// The key to that seat.
    pub secret: String,
    /// The key to the other seat, for the link.
    pub invite: String,
}

/// Somebody who has the invitation.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Join {
    /// The invitation.
    pub invite: String,
    /// Their name.
    #[serde(default)]
    pub name: Option<String>,
    /// Whether they want the game in the library when it is over.
    #[serde(default)]
    pub share: Option<bool>,
}

/// A seat that was taken.
#[derive(Serialize, ToSchema)]
pub struct Joined {
    /// Which.
    pub side: SideName,
    /// The key to it.
    pub secret: String,
}

/// A command of a player.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CommandRequest {
    /// Any text that is unique among the sender's commands in this game, at most 64 bytes. A
    /// command with an id that was carried out before is answered as the first time.
    pub id: String,
    /// The number of the move the sender believes is next.
    #[serde(default)]
    pub ply: Option<u32>,
    /// What to do.
    pub command: Command,
}

/// Events of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Events {
    /// In order.
    #[schema(value_type = Vec<Event>)]
    pub events: Vec<Box<serde_json::value::RawValue>>,
}

/// The event a command caused.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = Event)]
pub struct Caused(pub Box<serde_json::value::RawValue>);

/// A player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Player {
    /// Their name; null where they gave none.
    pub name: Option<String>,
    /// Whether anybody sits there.
    pub seated: bool,
    /// Whether they are signed in under this name; anybody else may call themselves what they like.
    pub account: bool,
    /// Whether they are connected.
    pub online: bool,
    /// How long they have been gone, in milliseconds; null for who is connected.
    pub gone_ms: Option<u64>,
}

/// A game as it stands.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameView {
    /// Its id.
    pub id: String,
    /// The variant's slug, or the id of a stored variant.
    pub variant: String,
    /// Contested rules that were chosen.
    pub options: BTreeMap<String, String>,
    /// The handicap that was chosen.
    pub handicap: Option<String>,
    /// The start position.
    pub start_sfen: String,
    /// How time is limited.
    pub clock: TimeControl,
    /// Who plays.
    pub players: Sides<Player>,
    /// Whether it has begun, or is over.
    pub state: Stage,
    /// The number of the move that is next.
    pub ply: u32,
    /// The moves as USI.
    pub moves: Vec<String>,
    /// The position.
    pub sfen: String,
    /// What is left now; null without a clock.
    pub clocks: Option<Clocks>,
    /// What each side asks for.
    pub offers: Sides<Vec<Proposal>>,
    /// How it ended.
    pub end: Option<EndView>,
    /// The id of its record.
    pub record: Option<String>,
    /// The id of the rematch.
    pub next: Option<String>,
    /// The id of the game this is the rematch of.
    pub previous: Option<String>,
    /// How long, in milliseconds, a player whose move it is must be gone before the other may claim
    /// the game or call it off; null where that cannot be.
    pub claim_ms: Option<u64>,
    /// The number of its newest event.
    pub last: u32,
}

/// What a view says of a player besides the game.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Whether they sat down under the name of an account.
    pub account: bool,
    /// How long they have been gone, in milliseconds; `None` if they are connected.
    pub gone: Option<u64>,
}

impl GameView {
    /// The view of a session at a time.
    pub fn of(
        id: &str,
        session: &GameSession,
        about: [About; 2],
        claim_ms: Option<u64>,
        now: Tick,
        lang: Lang,
    ) -> Self {
        let setting = session.setting().clone();
        Self {
            id: id.to_owned(),
            variant: setting.variant,
            options: setting.options,
            handicap: setting.handicap,
            start_sfen: setting.start_sfen,
            clock: setting.clock,
            players: Sides::each(|side| Player {
                name: session.name(side).map(str::to_owned),
                seated: session.is_seated(side),
                account: about[side as usize].account,
                online: about[side as usize].gone.is_none(),
                gone_ms: about[side as usize].gone,
            }),
            state: session.stage(),
            ply: session.ply(),
            moves: session.turns().iter().map(|turn| turn.text.usi.clone()).collect(),
            sfen: session.game().position().sfen(),
            clocks: session.clocks(now),
            offers: Sides::each(|side| session.offers(side).to_vec()),
            end: session.outcome().map(|outcome| {
                let variant = session.game().position().rules().variant();
                EndView::new(outcome.reason, outcome.winner, Some(variant), lang)
            }),
            record: session.outcome().and_then(|outcome| outcome.record.clone()),
            next: session.next().map(str::to_owned),
            previous: setting.previous,
            claim_ms,
            last: session.last(),
        }
    }
}

/// Who is at a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Role {
    /// Plays Sente.
    Sente,
    /// Plays Gote.
    Gote,
    /// Watches.
    Spectator,
}

impl From<Option<Side>> for Role {
    fn from(side: Option<Side>) -> Self {
        match side {
            Some(Side::Sente) => Self::Sente,
            Some(Side::Gote) => Self::Gote,
            None => Self::Spectator,
        }
    }
}

/// What a browser says on the socket.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ClientMessage {
    /// The first message.
    Hello {
        /// The key to a seat; without it one watches.
        #[serde(default)]
        secret: Option<String>,
        /// The number of the last event that is known; without it nothing is told twice.
        #[serde(default)]
        since: Option<u32>,
        /// Whether positions are wanted.
        #[serde(default)]
        positions: bool,
    },
    /// A command of a player.
    Command(CommandRequest),
    /// A player says something to the other; it is answered like a command.
    Say {
        /// As of a command.
        id: String,
        /// What.
        said: Saying,
    },
    /// A player closes the chat for both, or opens it again.
    Chat {
        /// Whether they want to talk.
        open: bool,
    },
    /// Are you there?
    Ping {
        /// Comes back as it is.
        #[serde(default)]
        #[schema(value_type = Option<f64>)]
        t: serde_json::Value,
    },
}

/// What the server says on the socket.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ServerMessage {
    /// The answer to the first message.
    Welcome {
        /// Who one is here.
        role: Role,
        /// The game.
        game: Box<GameView>,
        /// Unix milliseconds.
        now: u64,
    },
    /// Something happened.
    // Told as the text it was stored as: this is for the document.
    #[allow(dead_code)]
    Event {
        /// What.
        event: Event,
    },
    /// The position after it.
    Position {
        /// The position. Of the moves played it has those after the first `from`.
        position: Box<PositionView>,
        /// How many moves from the start are left out of `played`: who listens knows them.
        from: u32,
        /// The number of the newest event it knows.
        last: u32,
    },
    /// Something is larger than a message may be.
    TooLarge {
        /// `position`: ask for it over HTTP.
        what: &'static str,
    },
    /// What came of a command.
    Answer {
        /// The command's id.
        id: String,
        /// The number of the event it caused.
        #[serde(skip_serializing_if = "Option::is_none")]
        event: Option<u32>,
        /// Why it was refused.
        #[serde(skip_serializing_if = "Option::is_none")]
        error: Option<AnswerError>,
    },
    /// Somebody came or went.
    Presence {
        /// Whether Sente is connected.
        sente: bool,
        /// Whether Gote is.
        gote: bool,
        /// How long each side has been gone, in milliseconds.
        #[serde(rename = "goneMs")]
        gone_ms: Sides<Option<u64>>,
        /// How many watch.
        spectators: u32,
    },
    /// What the players have said, and whether they want to talk: to players alone, when they come
    /// and when one of them closes or opens the chat.
    Chat {
        /// Who wants to talk; nobody can if one does not.
        open: Sides<bool>,
        /// The oldest first.
        lines: Vec<Line>,
    },
    /// A player said something: to players alone.
    Said {
        /// What.
        line: Line,
    },
    /// I am.
    Pong {
        /// As it came.
        #[schema(value_type = Option<f64>)]
        t: serde_json::Value,
        /// Unix milliseconds.
        now: u64,
        /// The number of the newest event: who does not know it has missed something.
        last: u32,
    },
    /// The server goes away, or closes this socket.
    Bye {
        /// Why.
        reason: ByeReason,
        /// After how long to come back.
        #[serde(rename = "retryMs", skip_serializing_if = "Option::is_none")]
        retry_ms: Option<u32>,
    },
}

/// Why the server closes a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ByeReason {
    /// The server stops, or could not read the game: come again.
    Restart,
    /// The browser did not take what was sent: come again.
    Slow,
    /// Too many messages.
    Flood,
    /// A message that cannot be read.
    BadMessage,
    /// A message that is too large.
    TooLarge,
    /// The first message was not `hello`.
    NoHello,
    /// The key is not one of this game.
    Forbidden,
    /// The session under which the socket was opened has ended.
    SignedOut,
}

impl ByeReason {
    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Restart => "restart",
            Self::Slow => "slow",
            Self::Flood => "flood",
            Self::BadMessage => "badMessage",
            Self::TooLarge => "tooLarge",
            Self::NoHello => "noHello",
            Self::Forbidden => "forbidden",
            Self::SignedOut => "signedOut",
        }
    }
}

/// Why a command was refused.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AnswerError {
    /// For programs.
    pub code: String,
    /// For people.
    pub message: String,
    /// The squares concerned.
    pub squares: Vec<String>,
}
