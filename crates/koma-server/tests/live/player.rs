//! A player at a socket, and games that were played by chance.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use koma_rules::{Game, Ruleset};
use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::common::Running;

/// A game with the keys to both seats.
#[derive(Clone)]
pub struct Table {
    /// Its id.
    pub id: String,
    /// The keys of Sente and Gote.
    pub keys: [String; 2],
}

impl Table {
    /// Makes a game and joins it.
    pub async fn new(server: &Running, mut wish: Value) -> Self {
        wish["side"] = json!("sente");
        wish["name"] = json!("Habu");
        let made = server.post("/api/games", wish).await.payload();
        assert_eq!(made["side"], "sente");
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let id = text(&made["id"]);
        let join = json!({ "invite": made["invite"], "name": "Yoshiharu" });
        let joined = server.post(&format!("/api/games/{id}/join"), join.clone()).await.payload();
        assert_eq!(joined["side"], "gote");
        let again = server.post(&format!("/api/games/{id}/join"), join).await;
        assert_eq!(again.code(409), "SEAT_TAKEN");
        Self { keys: [text(&made["secret"]), text(&joined["secret"])], id }
    }

    /// The game as it stands.
    pub async fn view(&self, server: &Running) -> Value {
        server.get(&format!("/api/games/{}", self.id)).await.payload()
    }

    /// The whole log.
    pub async fn events(&self, server: &Running) -> Vec<Value> {
        let log = server.get(&format!("/api/games/{}/events", self.id)).await.payload();
        log["events"].as_array().expect("events").clone()
    }
}

/// A socket, and every event it has heard of.
pub struct Player {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// The welcome.
    pub welcome: Value,
    /// All events in the order in which they came.
    pub events: Vec<Value>,
    /// The last position it was told.
    pub position: Value,
    sent: u32,
    name: &'static str,
}

impl Player {
    /// Connects; `since` are the events that are known already.
    pub async fn enter(
        server: &Running,
        game: &str,
        key: Option<&str>,
        known: Vec<Value>,
        name: &'static str,
    ) -> Self {
        let url = format!("ws://{}/api/games/{game}/live", server.address);
        let (socket, _) = connect_async(url).await.expect("the socket opens");
        let since = known.last().map_or(json!(0), |event| event["n"].clone());
        let (welcome, position) = (Value::Null, Value::Null);
        let mut player = Self { socket, welcome, events: known, position, sent: 0, name };
        let hello = json!({ "type": "hello", "secret": key, "since": since, "positions": true });
        player.send(&hello).await;
        player.until(|message| message["type"] == "welcome").await;
        player
    }

    /// Sends a message.
    pub async fn send(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).await.expect("sent");
    }

    /// The next message; events must come without gaps.
    pub async fn hear(&mut self) -> Value {
        loop {
            let next = timeout(Duration::from_secs(60), self.socket.next()).await;
            let message = next.expect("the server speaks").expect("open").expect("well-formed");
            let Message::Text(text) = message else { continue };
            let message: Value = serde_json::from_str(&text).expect("JSON");
            match message["type"].as_str() {
                Some("event") => {
                    let event = message["event"].clone();
                    let before = self.events.last().map_or(0, |event| event["n"].as_u64().unwrap());
                    assert_eq!(event["n"], before + 1, "{} missed an event", self.name);
                    self.events.push(event);
                }
                Some("position") => self.position = message["position"].clone(),
                Some("welcome") => self.welcome = message.clone(),
                _ => {}
            }
            return message;
        }
    }

    /// Listens until a message is the one.
    pub async fn until(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.hear().await;
            if is_it(&message) {
                return message;
            }
        }
    }

    /// Listens until an event of this number is known.
    pub async fn until_event(&mut self, n: u64) {
        while self.events.last().is_none_or(|event| event["n"].as_u64() < Some(n)) {
            self.hear().await;
        }
    }

    /// Gives a command; the number of its event, or the code of the refusal.
    pub async fn command(&mut self, ply: Option<u32>, command: Value) -> Result<u64, String> {
        self.sent += 1;
        let id = format!("{}-{}-{ply:?}", self.name, self.sent);
        self.command_as(&id, ply, command).await
    }

    /// The same with an id of one's own.
    pub async fn command_as(
        &mut self,
        id: &str,
        ply: Option<u32>,
        command: Value,
    ) -> Result<u64, String> {
        self.send(&json!({ "type": "command", "id": id, "ply": ply, "command": command })).await;
        let answer = self.until(|message| message["type"] == "answer" && message["id"] == id).await;
        match answer["event"].as_u64() {
            Some(n) => Ok(n),
            None => Err(answer["error"]["code"].as_str().expect("a code").to_owned()),
        }
    }
}

/// A game played by chance, with a liking for taking: the moves as USI, and the game.
pub fn chance(variant: &str, seed: u64, most: usize) -> (Vec<String>, Game) {
    let rules: Arc<Ruleset> = Ruleset::compile(koma_variants::find(variant).unwrap()).unwrap();
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut game = Game::start(&rules);
    let mut moves = Vec::new();
    while game.end().is_none() && moves.len() < most {
        let legal = game.legal_moves();
        let taking: Vec<_> =
            legal.iter().filter(|mv| game.position().man_at(mv.to()).is_some()).collect();
        let mv = match taking.is_empty() || rng.random_range(0..4) == 0 {
            true => legal[rng.random_range(0..legal.len())],
            false => *taking[rng.random_range(0..taking.len())],
        };
        moves.push(game.position().usi(mv).to_string());
        game.play_unchecked(mv);
    }
    (moves, game)
}
