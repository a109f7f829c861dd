//! One socket of a game: a task that sends what the room says and carries out what the player
//! wants, one thing after the other.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use koma_rules::Side;
use koma_store::Login;
use tokio::time::{Instant, timeout};

use super::chat::Saying;
use super::keys::Credentials;
use super::room::{Entrance, Room, json};
use super::routes::check_id;
use super::secret::SecretHash;
use super::sessions::Watched;
use super::wire::{AnswerError, ByeReason, ClientMessage, CommandRequest, ServerMessage};
use super::{Live, closed};
use crate::listen::Held;
use crate::{ApiError, Lang};

/// The largest message of a browser.
const LARGEST: usize = 16 << 10;
/// The largest message of ours: more moves than any board has.
pub const LARGEST_OF_OURS: usize = 4 << 20;
/// How long the first message may take.
const HELLO: Duration = Duration::from_secs(10);
/// How often a socket is asked whether it is there; one that did not answer until the next time
/// is not.
const PING: Duration = Duration::from_secs(25);
/// How long a message may take to leave.
const SENDING: Duration = Duration::from_secs(10);
/// How long the other side has to close as well.
const CLOSING: Duration = Duration::from_millis(500);
/// Messages a second that a browser may send for long, and how many at once.
const RATE: f64 = 25.0;
const BURST: f64 = 100.0;
/// The same for what players say to each other.
const TALK_RATE: f64 = 0.5;
const TALK_BURST: f64 = 8.0;

/// Opens the socket. Its buffers are small: most sockets only listen.
pub fn accept(
    upgrade: WebSocketUpgrade,
    live: Live,
    room: Arc<Room>,
    lang: Lang,
    viewer: Option<Login>,
    held: Option<Held>,
) -> Response {
    upgrade
        .read_buffer_size(1 << 10)
        .write_buffer_size(0)
        .max_write_buffer_size(LARGEST_OF_OURS + (1 << 20))
        .max_frame_size(LARGEST)
        .max_message_size(LARGEST)
        .on_upgrade(move |socket| async move {
            live.0.sockets.fetch_add(1, Ordering::AcqRel);
            let shared = live.clone();
            // From now on it is heard if the session ends.
            let guard = viewer.as_ref().map(|viewer| live.0.sessions.watch(viewer));
            let who = Credentials::default();
            Connection { socket, live, room, lang, viewer, guard, who }.run().await;
            drop(held);
            shared.0.sockets.fetch_sub(1, Ordering::AcqRel);
        })
}

struct Connection {
    socket: WebSocket,
    live: Live,
    room: Arc<Room>,
    lang: Lang,
    viewer: Option<Login>,
    guard: Option<Watched>,
    who: Credentials,
}

/// Why a socket is closed.
enum Farewell {
    /// It is gone, or wants to go.
    Gone,
    /// We close it, and say why.
    Bye(ByeReason),
}

impl Connection {
    async fn run(mut self) {
        let farewell = match self.hello().await {
            Ok(mut entrance) => {
                let farewell = self.attend(&mut entrance).await;
                self.room.leave(&self.live, entrance.id);
                farewell
            }
            Err(farewell) => farewell,
        };
        if let Farewell::Bye(reason) = farewell {
            let retry_ms =
                (reason == ByeReason::Restart || reason == ByeReason::Slow).then_some(500);
            let _ = self.send(json(&ServerMessage::Bye { reason, retry_ms })).await;
            // 1012: service restart, 1009: too large, 1008: policy.
            let code = match reason {
                ByeReason::Restart => 1012,
                ByeReason::TooLarge => 1009,
                _ => 1008,
            };
            let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason.name()) };
            let _ = timeout(SENDING, self.socket.send(Message::Close(Some(frame)))).await;
            // What is left unread would make the system throw away what we said.
            let rest = async { while let Some(Ok(_)) = self.socket.recv().await {} };
            let _ = timeout(CLOSING, rest).await;
        }
    }

    /// Waits for the first message and enters the room.
    async fn hello(&mut self) -> Result<Entrance, Farewell> {
        let mut closing = self.live.closing();
        let first = tokio::select! {
            first = timeout(HELLO, self.socket.recv()) => first,
            () = closed(&mut closing) => return Err(Farewell::Bye(ByeReason::Restart)),
        };
        let first = match first {
            Ok(Some(Ok(Message::Text(text)))) => text,
            Ok(Some(Ok(_))) | Err(_) => return Err(Farewell::Bye(ByeReason::NoHello)),
            Ok(Some(Err(error))) => return Err(broken(&error)),
            Ok(None) => return Err(Farewell::Gone),
        };
        let Ok(ClientMessage::Hello { secret, since, positions }) =
            serde_json::from_str(first.as_str())
        else {
            return Err(Farewell::Bye(ByeReason::NoHello));
        };
        // The session was found when the socket was asked for, before anybody watched over it.
        if let Some(viewer) = &self.viewer
            && !matches!(self.live.store().session(&viewer.hash).await, Ok(Some(_)))
        {
            return Err(Farewell::Bye(ByeReason::SignedOut));
        }
        let key = secret.as_deref().map(SecretHash::of);
        let account = self.viewer.as_ref().map(|viewer| viewer.account.id);
        self.who = Credentials { key, account };
        let entered = self.room.enter(&self.live, self.who, since, positions, self.lang).await;
        entered.map_err(|error| {
            let is_wrong_key = error.status() == axum::http::StatusCode::FORBIDDEN;
            Farewell::Bye(if is_wrong_key { ByeReason::Forbidden } else { ByeReason::Restart })
        })
    }

    /// Sends and listens until one side goes.
    async fn attend(&mut self, entrance: &mut Entrance) -> Farewell {
        for text in std::mem::take(&mut entrance.first) {
            if !self.send(text).await {
                return Farewell::Gone;
            }
        }
        let mut closing = self.live.closing();
        let mut pulse = Instant::now() + PING;
        let mut is_heard = true;
        let mut bucket = TokenBucket::new(RATE, BURST);
        let mut talk = TokenBucket::new(TALK_RATE, TALK_BURST);
        loop {
            tokio::select! {
                text = entrance.messages.recv() => {
                    let Some(text) = text else { return Farewell::Bye(ByeReason::Slow) };
                    if !self.send(text).await {
                        return Farewell::Gone;
                    }
                }
                message = self.socket.recv() => {
                    is_heard = true;
                    let message = match message {
                        Some(Ok(message)) => message,
                        Some(Err(error)) => return broken(&error),
                        None => return Farewell::Gone,
                    };
                    let side = entrance.side;
                    let went = self.hear(message, side, &mut bucket, &mut talk).await;
                    if let ControlFlow::Break(farewell) = went {
                        return farewell;
                    }
                }
                () = tokio::time::sleep_until(pulse) => {
                    pulse = Instant::now() + PING;
                    let ping = Message::Ping(axum::body::Bytes::new());
                    let is_sent = timeout(SENDING, self.socket.send(ping)).await;
                    if !std::mem::replace(&mut is_heard, false) || !matches!(is_sent, Ok(Ok(()))) {
                        return Farewell::Gone;
                    }
                }
                () = revoked(&mut self.guard) => return Farewell::Bye(ByeReason::SignedOut),
                () = closed(&mut closing) => return Farewell::Bye(ByeReason::Restart),
            }
        }
    }

    /// Carries out what one message wants.
    async fn hear(
        &mut self,
        message: Message,
        side: Option<Side>,
        bucket: &mut TokenBucket,
        talk: &mut TokenBucket,
    ) -> ControlFlow<Farewell> {
        let allowed = bucket.take();
        if allowed == Allowed::Flood {
            return ControlFlow::Break(Farewell::Bye(ByeReason::Flood));
        }
        let text = match message {
            Message::Text(text) => text,
            Message::Ping(_) | Message::Pong(_) => return ControlFlow::Continue(()),
            Message::Close(_) => return ControlFlow::Break(Farewell::Gone),
            Message::Binary(_) => return ControlFlow::Break(Farewell::Bye(ByeReason::BadMessage)),
        };
        let answer = match serde_json::from_str(text.as_str()) {
            Ok(ClientMessage::Command(order)) => {
                let result = match allowed {
                    Allowed::Yes => self.command(side, &order).await,
                    _ => Err(ApiError::of_status(axum::http::StatusCode::TOO_MANY_REQUESTS)),
                };
                self.answer(order.id, result.map(Some))
            }
            Ok(ClientMessage::Say { id, said }) => {
                let result = match talk.take() {
                    Allowed::Yes => self.say(side, &id, said).await,
                    _ => Err(ApiError::of_status(axum::http::StatusCode::TOO_MANY_REQUESTS)),
                };
                self.answer(id, result.map(|()| None))
            }
            Ok(ClientMessage::Chat { open }) => {
                if let Some(side) = side {
                    self.room.set_chat(&self.live, self.who, side, open).await;
                }
                return ControlFlow::Continue(());
            }
            Ok(ClientMessage::Ping { t }) => {
                let (now, last) = (self.live.unix(), self.room.last());
                ServerMessage::Pong { t, now, last }
            }
            Ok(ClientMessage::Hello { .. }) | Err(_) => {
                return ControlFlow::Break(Farewell::Bye(ByeReason::BadMessage));
            }
        };
        match self.send(json(&answer)).await {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(Farewell::Gone),
        }
    }

    async fn command(
        &mut self,
        side: Option<Side>,
        order: &CommandRequest,
    ) -> Result<u32, ApiError> {
        let arrived = self.live.tick();
        let side = side.ok_or_else(ApiError::forbidden)?;
        check_id(&order.id)?;
        let done = self.room.command(&self.live, self.who, side, order, arrived).await;
        done.map(|told| told.n)
    }

    async fn say(&mut self, side: Option<Side>, id: &str, said: Saying) -> Result<(), ApiError> {
        let side = side.ok_or_else(ApiError::forbidden)?;
        check_id(id)?;
        self.room.say(&self.live, self.who, side, said).await
    }

    fn answer(&self, id: String, result: Result<Option<u32>, ApiError>) -> ServerMessage {
        let error = result.as_ref().err().map(|error| AnswerError {
            code: error.code().to_owned(),
            message: error.message(self.lang).to_owned(),
            squares: error.squares().to_vec(),
        });
        ServerMessage::Answer { id, event: result.ok().flatten(), error }
    }

    /// Sends a text; false if the socket is gone or takes nothing.
    async fn send(&mut self, text: Utf8Bytes) -> bool {
        matches!(timeout(SENDING, self.socket.send(Message::Text(text))).await, Ok(Ok(())))
    }
}

/// Why a socket that cannot be read is closed.
fn broken(error: &axum::Error) -> Farewell {
    // The library's error is not ours to name; its words are stable enough for a farewell.
    let words = error.to_string();
    let is_large = words.contains("too long") || words.contains("Space limit");
    if is_large { Farewell::Bye(ByeReason::TooLarge) } else { Farewell::Gone }
}

/// Waits until the session of a socket is over; for ever where it has none.
async fn revoked(guard: &mut Option<Watched>) {
    match guard {
        Some(guard) => guard.ended().await,
        None => std::future::pending().await,
    }
}

/// How many messages a browser may still send.
struct TokenBucket {
    left: f64,
    at: Instant,
    rate: f64,
    burst: f64,
}

#[derive(PartialEq)]
enum Allowed {
    Yes,
    /// Slow down.
    No,
    /// It was told to slow down often enough.
    Flood,
}

impl TokenBucket {
    fn new(rate: f64, burst: f64) -> Self {
        Self { left: burst, at: Instant::now(), rate, burst }
    }

    fn take(&mut self) -> Allowed {
        let now = Instant::now();
        let gained = now.duration_since(self.at).as_secs_f64() * self.rate;
        self.at = now;
        self.left = (self.left + gained).min(self.burst) - 1.0;
        match self.left {
            left if left >= 0.0 => Allowed::Yes,
            left if left > -self.burst => Allowed::No,
            _ => Allowed::Flood,
        }
    }
}
