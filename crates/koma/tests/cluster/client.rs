//! People with browsers: sockets that come back, and remember what they have heard.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Where nodes are; it changes while they come and go.
pub type Doors = Arc<Mutex<Vec<SocketAddr>>>;

/// One at a game: a player, or a spectator without a key.
pub struct Person {
    doors: Doors,
    turn: usize,
    game: String,
    key: Option<String>,
    socket: Option<Socket>,
    /// Each event heard: its number, its JSON, and when it came.
    pub heard: Vec<(u64, Value, Instant)>,
    /// Answers to commands, by their ids.
    pub answers: HashMap<String, Value>,
    /// What the last message about presence said.
    pub presence: Value,
    /// How often a socket was opened.
    pub comings: usize,
    /// What players have said.
    pub said: Vec<String>,
    /// The reason of the last `bye`.
    pub farewell: String,
    /// The cookie of a session.
    pub cookie: Option<String>,
}

impl Person {
    pub fn new(doors: &Doors, turn: usize, game: &str, key: Option<&str>) -> Self {
        Self {
            doors: Arc::clone(doors),
            turn,
            game: game.to_owned(),
            key: key.map(str::to_owned),
            socket: None,
            heard: Vec::new(),
            answers: HashMap::new(),
            presence: Value::Null,
            comings: 0,
            said: Vec::new(),
            farewell: String::new(),
            cookie: None,
        }
    }

    /// Doors that do not change.
    pub fn doors(addresses: Vec<SocketAddr>) -> Doors {
        Arc::new(Mutex::new(addresses))
    }

    /// The number of the newest event heard.
    pub fn last(&self) -> u64 {
        self.heard.last().map_or(0, |(n, ..)| *n)
    }

    /// How many moves were heard.
    pub fn moves(&self) -> usize {
        self.heard.iter().filter(|(_, event, _)| event["type"] == "moved").count()
    }

    /// Comes in by the next door, if it is open.
    pub async fn come(&mut self) -> bool {
        let door = {
            let doors = self.doors.lock().expect("doors");
            if doors.is_empty() {
                return false;
            }
            doors[self.turn % doors.len()]
        };
        self.turn += 1;
        let url = format!("ws://{door}{}/live", self.game);
        let mut request = url.into_client_request().expect("an address");
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse().expect("a cookie"));
        }
        let connected = timeout(Duration::from_secs(4), connect_async(request)).await;
        let Ok(Ok((mut socket, _))) = connected else { return false };
        let hello = json!({ "type": "hello", "secret": self.key, "since": self.last() });
        if socket.send(Message::text(hello.to_string())).await.is_err() {
            return false;
        }
        self.socket = Some(socket);
        self.comings += 1;
        true
    }

    /// Whether there is a socket.
    pub fn is_there(&self) -> bool {
        self.socket.is_some()
    }

    /// Goes, as one does whose connection breaks.
    pub fn go(&mut self) {
        self.socket = None;
    }

    /// Sends a move; false if there is no socket to send it by.
    pub async fn send(&mut self, id: &str, ply: usize, usi: &str) -> bool {
        let order = json!({ "type": "command", "id": id, "ply": ply,
            "command": { "type": "move", "usi": usi } });
        self.say(&order).await
    }

    /// Sends a message; false if there is no socket to send it by.
    pub async fn say(&mut self, message: &Value) -> bool {
        let Some(socket) = &mut self.socket else { return false };
        let sent = socket.send(Message::text(message.to_string())).await;
        if sent.is_err() {
            self.socket = None;
        }
        sent.is_ok()
    }

    /// Hears one message, or comes back; false if nothing came in time.
    pub async fn hear(&mut self, patience: Duration) -> bool {
        if self.socket.is_none() {
            if !self.come().await {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            return false;
        }
        let Some(socket) = &mut self.socket else { return false };
        match timeout(patience, socket.next()).await {
            Err(_) => false,
            Ok(Some(Ok(Message::Text(text)))) => {
                self.note(&text);
                true
            }
            Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => true,
            Ok(_) => {
                self.socket = None;
                false
            }
        }
    }

    fn note(&mut self, text: &str) {
        let message: Value = serde_json::from_str(text).expect("JSON");
        match message["type"].as_str() {
            Some("event") => {
                let event = message["event"].clone();
                let n = event["n"].as_u64().expect("a number");
                // Each once and in order, or it is told.
                assert_eq!(n, self.last() + 1, "{event} after {}", self.last());
                self.heard.push((n, event, Instant::now()));
            }
            Some("answer") => {
                let id = message["id"].as_str().expect("an id").to_owned();
                self.answers.insert(id, message);
            }
            Some("said") => {
                let text = message["line"]["said"]["text"].as_str().unwrap_or_default();
                self.said.push(text.to_owned());
            }
            Some("bye") => {
                self.farewell = message["reason"].as_str().unwrap_or_default().to_owned();
            }
            Some("presence") => self.presence = message,
            _ => {}
        }
    }

    /// Hears until something is so; panics if it takes longer than that.
    pub async fn until(&mut self, patience: Duration, is_so: impl Fn(&Self) -> bool) -> Duration {
        let began = Instant::now();
        while !is_so(self) {
            let left = patience.saturating_sub(began.elapsed());
            assert!(!left.is_zero(), "nothing came in {patience:?}: {} events", self.last());
            self.hear(left.min(Duration::from_millis(200))).await;
        }
        began.elapsed()
    }
}

/// The value below which so many of a hundred lie.
pub fn percentile(times: &mut [Duration], percent: usize) -> Duration {
    times.sort_unstable();
    times
        .get((times.len() * percent / 100).min(times.len().saturating_sub(1)))
        .copied()
        .unwrap_or_default()
}
