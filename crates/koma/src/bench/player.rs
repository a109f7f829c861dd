//! Games for the load: scripts of random moves, made once, and two sockets that play one.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::bail;
use koma_rules::{Game, Ruleset};
use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::json;

use super::client::{Heard, Http, Socket};

/// Moves of one game.
pub type Script = Arc<[String]>;

/// Random games of shogi, none of which ends before its script does. Choosing moves while
/// measuring would take time from the server, which runs on the same cores.
pub fn scripts(count: usize, seed: u64) -> Vec<Script> {
    let shogi = koma_variants::find("shogi").expect("in the catalogue");
    let rules = Ruleset::compile(shogi).expect("what we ship compiles");
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut scripts = Vec::with_capacity(count);
    while scripts.len() < count {
        let mut game = Game::start(&rules);
        let mut script = Vec::new();
        while script.len() < 160 {
            let moves = game.legal_moves();
            let mv = moves[rng.random_range(0..moves.len())];
            let usi = game.position().usi(mv).to_string();
            game.play_unchecked(mv);
            if game.end().is_some() {
                break;
            }
            script.push(usi);
        }
        if script.len() >= 100 {
            scripts.push(script.into());
        }
    }
    scripts
}

/// A game that was made, with the keys to both seats.
#[derive(Clone, Debug)]
pub struct Seats {
    /// Its id.
    pub id: String,
    /// The keys of Sente and Gote.
    pub secrets: [String; 2],
}

impl Seats {
    /// Makes a game and joins it. Each side has ten minutes.
    pub async fn make(http: &mut Http) -> anyhow::Result<Self> {
        let clock = json!({ "kind": "byoyomi", "main": 600_000, "byoyomi": 60_000, "periods": 1 });
        let wish = json!({ "variant": "shogi", "side": "sente", "clock": clock, "name": "bench" });
        let made = http.post("/api/games", None, &wish).await?;
        let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        let id = text(&made["id"]);
        let join = json!({ "invite": made["invite"], "name": "bench" });
        let joined = http.post(&format!("/api/games/{id}/join"), None, &join).await?;
        Ok(Self { secrets: [text(&made["secret"]), text(&joined["secret"])], id })
    }
}

/// Two sockets of a game that follow a script.
pub struct Pair {
    script: Script,
    sockets: [Socket; 2],
    played: usize,
}

impl Pair {
    /// Makes a game and connects both players.
    pub async fn start(http: &mut Http, at: SocketAddr, script: &Script) -> anyhow::Result<Self> {
        let seats = Seats::make(http).await?;
        let (one, _) = Socket::enter(at, &seats.id, Some(&seats.secrets[0]), None).await?;
        let (two, _) = Socket::enter(at, &seats.id, Some(&seats.secrets[1]), None).await?;
        Ok(Self { script: Arc::clone(script), sockets: [one, two], played: 0 })
    }

    /// Whether the script has more.
    pub fn has_more(&self) -> bool {
        self.played < self.script.len()
    }

    /// Plays the next move; gives the time from sending it to the other side's hearing of it.
    pub async fn play(&mut self) -> anyhow::Result<Duration> {
        let ply = self.played + 1;
        let [one, two] = &mut self.sockets;
        let (mover, other) = if ply % 2 == 1 { (one, two) } else { (two, one) };
        let command = move_command(ply, &self.script[self.played]);
        let began = Instant::now();
        mover.send(command).await?;
        loop {
            match other.hear().await? {
                Heard::Event(told) if told.kind == "moved" && told.ply as usize == ply => break,
                Heard::Bye(reason) => bail!("bye: {reason}"),
                _ => {}
            }
        }
        let took = began.elapsed();
        loop {
            match mover.hear().await? {
                Heard::Done(..) => break,
                Heard::Refused(_, code) => bail!("move {ply} was refused: {code}"),
                Heard::Bye(reason) => bail!("bye: {reason}"),
                _ => {}
            }
        }
        self.played = ply;
        Ok(took)
    }
}

/// The command that makes a move of a script; its id follows from its number.
pub fn move_command(ply: usize, usi: &str) -> String {
    let command = json!({ "type": "move", "usi": usi });
    json!({ "type": "command", "id": format!("m{ply}"), "ply": ply, "command": command })
        .to_string()
}
