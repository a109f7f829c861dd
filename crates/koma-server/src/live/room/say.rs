//! What a room says: messages to sockets, and answers to who may not have what was asked.

use axum::extract::ws::Utf8Bytes;
use koma_store::AppendError;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::live::chat::Chat;
use crate::live::refusal::Refusal;
use crate::live::session::GameSession;
use crate::live::socket::LARGEST_OF_OURS;
use crate::live::wire::ServerMessage;
use crate::view::PositionView;
use crate::{ApiError, Lang};

/// JSON of ours, as it is.
pub fn raw(data: &str) -> Box<RawValue> {
    RawValue::from_string(data.to_owned()).unwrap_or_default()
}

/// Our own types as JSON.
pub fn json_of(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("our own types have names for all they hold")
}

/// A refusal as an answer of the API.
pub fn refused(refusal: &Refusal) -> ApiError {
    use axum::http::StatusCode;
    match refusal {
        Refusal::Illegal(reason) => ApiError::illegal(StatusCode::CONFLICT, reason),
        Refusal::BadTime | Refusal::NeedsPly | Refusal::BadText => {
            ApiError::said(StatusCode::BAD_REQUEST, refusal.code(), refusal.phrase())
        }
        Refusal::Stale { next } => {
            ApiError::said(StatusCode::CONFLICT, refusal.code(), refusal.phrase()).at_ply(*next)
        }
        _ => ApiError::said(StatusCode::CONFLICT, refusal.code(), refusal.phrase()),
    }
}

/// What a change that was not stored, or perhaps not, is for its sender.
pub fn not_stored(game: &str, error: &AppendError) -> ApiError {
    metrics::counter!("koma_not_stored_total").increment(1);
    tracing::error!(game, %error, "an event was not stored");
    match error {
        AppendError::Unknown(_) => ApiError::maybe_stored(),
        AppendError::NotOwner => ApiError::not_owner(),
        _ => ApiError::not_stored(),
    }
}

/// The log of a game cannot be read.
pub fn unread(game: &str, error: &koma_store::StoreError) -> ApiError {
    tracing::error!(game, %error, "a game could not be read");
    ApiError::not_stored()
}

/// A message to a socket.
pub fn json(message: &ServerMessage) -> Utf8Bytes {
    json_of(message).into()
}

/// A stored event as a message, without reading it again.
pub fn event_message(data: &str) -> Utf8Bytes {
    format!(r#"{{"type":"event","event":{data}}}"#).into()
}

/// What was said so far, as a message.
pub fn chat_message(chat: &Chat) -> Utf8Bytes {
    json(&said_so_far(chat))
}

/// What was said so far.
pub fn said_so_far(chat: &Chat) -> ServerMessage {
    ServerMessage::Chat { open: chat.open(), lines: chat.lines() }
}

/// The position, with the texts of the moves played since `from`.
pub fn position_message(session: &GameSession, lang: Lang, from: usize) -> Utf8Bytes {
    let turns = session.turns();
    let from = from.min(turns.len());
    let played = turns[from..].iter().map(|turn| turn.text.clone()).collect();
    let last_move = turns.last().map(|turn| turn.text.clone());
    let position = PositionView::of(session.game(), played, lang);
    let variant = session.setting().variant.clone();
    let position = Box::new(PositionView { variant, last_move, ..position });
    let (from, last) = (u32::try_from(from).unwrap_or(u32::MAX), session.last());
    let message = json(&ServerMessage::Position { position, from, last });
    if message.len() > LARGEST_OF_OURS {
        return json(&ServerMessage::TooLarge { what: "position" });
    }
    message
}
