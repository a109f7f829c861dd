//! Who may do what in a game: the table of docs/api.md, every cell of it, over HTTP and over the
//! socket.

mod common;
#[allow(dead_code, reason = "the tests of live games use all of it")]
#[path = "live/player.rs"]
mod player;

use common::{Answer, Running};
use futures_util::{SinkExt as _, StreamExt as _};
use player::{Player, Table};
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

const ROLES: [&str; 5] = ["to move", "waiting", "watching", "key of another game", "forged key"];

/// The rows of the table: a command, and what each role hears.
fn rows() -> Vec<(String, Vec<String>)> {
    let guide = include_str!("../../../docs/api.md");
    let cells = |line: &str| -> Vec<String> {
        let line = line.trim().trim_matches('|');
        line.split('|').map(|cell| cell.trim().trim_matches('`').to_owned()).collect()
    };
    let mut lines = guide.lines().skip_while(|line| !line.starts_with("| command |"));
    let head = cells(lines.next().expect("the guide has the table"));
    assert_eq!(head[1..], ROLES);
    let rows = lines.skip(1).take_while(|line| line.starts_with('|')).map(cells);
    rows.map(|mut row| (row.remove(0), row)).collect()
}

fn command(name: &str) -> Value {
    match name {
        "move" => json!({ "type": "move", "usi": "7g7f" }),
        "offer" | "accept" | "decline" => json!({ "type": name, "what": "draw" }),
        "addTime" => json!({ "type": name, "ms": 15_000 }),
        _ => json!({ "type": name }),
    }
}

/// The key of a role: sente's game has just begun.
fn key(role: usize, game: &Table, other: &Table) -> Option<String> {
    match role {
        0 | 1 => Some(game.keys[role].clone()),
        2 => None,
        3 => Some(other.keys[0].clone()),
        _ => Some("0".repeat(32)),
    }
}

async fn table(server: &Running) -> Table {
    Table::new(server, json!({ "clock": { "kind": "sudden", "main": 600_000 } })).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_cell_of_the_table_is_true_over_http() {
    let server = Running::start().await;
    let other = table(&server).await;
    let rows = rows();
    assert_eq!(rows.len(), 7);
    for (name, cells) in &rows {
        for (role, cell) in cells.iter().enumerate() {
            let game = table(&server).await;
            let before = game.view(&server).await["last"].clone();
            let order = json!({ "id": "1", "ply": 1, "command": command(name) });
            let url = server.url(&format!("/api/games/{}/commands", game.id));
            let mut request = server.client.post(url).json(&order);
            if let Some(key) = key(role, &game, &other) {
                request = request.bearer_auth(key);
            }
            let answer = Answer::of(request.send().await.unwrap()).await;
            let place = format!("{name}, {}: {}", ROLES[role], answer.body);
            match cell.as_str() {
                "yes" => assert_eq!(answer.status, 200, "{place}"),
                "no" if role == 2 => assert_eq!(answer.code(401), "NOT_SIGNED_IN", "{place}"),
                "no" => assert_eq!(answer.code(403), "FORBIDDEN", "{place}"),
                code => assert_eq!(answer.code(409), code, "{place}"),
            }
            if cell != "yes" {
                assert_eq!(game.view(&server).await["last"], before, "nothing happened: {place}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_cell_of_the_table_is_true_over_the_socket() {
    let server = Running::start().await;
    let other = table(&server).await;
    for (name, cells) in &rows() {
        for (role, cell) in cells.iter().enumerate() {
            let game = table(&server).await;
            let key = key(role, &game, &other);
            let place = format!("{name}, {}", ROLES[role]);
            if role >= 3 {
                // A wrong key opens nothing, not even a seat to watch from.
                assert_eq!(cell, "no");
                let hello = json!({ "type": "hello", "secret": key });
                assert_eq!(farewell(&server, &game.id, &hello).await, "forbidden", "{place}");
                continue;
            }
            let mut player = Player::enter(&server, &game.id, key.as_deref(), vec![], "one").await;
            let told = player.command(Some(1), command(name)).await.map(|_| ());
            match cell.as_str() {
                "yes" => assert_eq!(told, Ok(()), "{place}"),
                "no" => assert_eq!(told, Err("FORBIDDEN".to_owned()), "{place}"),
                code => assert_eq!(told, Err(code.to_owned()), "{place}"),
            }
        }
    }
}

/// Why the server closes the socket of one who says this.
async fn farewell(server: &Running, game: &str, hello: &Value) -> String {
    let url = format!("ws://{}/api/games/{game}/live", server.address);
    let (mut socket, _) = connect_async(url).await.unwrap();
    socket.send(Message::text(hello.to_string())).await.unwrap();
    let mut reason = "none".to_owned();
    while let Some(Ok(message)) = socket.next().await {
        let Message::Text(text) = message else { continue };
        let message: Value = serde_json::from_str(&text).unwrap();
        if message["type"] == "bye" {
            reason = message["reason"].as_str().unwrap().to_owned();
        }
    }
    reason
}

#[tokio::test]
async fn a_session_that_is_over_commands_nothing() {
    let server = Running::start().await;
    let account = json!({ "name": "Habu", "password": "correct horse" });
    let signed = server.client.post(server.url("/api/accounts")).json(&account).send().await;
    let signed = signed.unwrap();
    let cookie =
        signed.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    let csrf = Answer::of(signed).await.payload()["csrf"].as_str().unwrap().to_owned();
    let send = async |method: &str, path: &str, body: Value| {
        let request = server.client.request(method.parse().unwrap(), server.url(path));
        let request = request.header("cookie", &cookie).header("x-koma-csrf", &csrf).json(&body);
        Answer::of(request.send().await.unwrap()).await
    };
    let made = send("POST", "/api/games", json!({ "side": "sente" })).await.payload();
    let game = format!("/api/games/{}", made["id"].as_str().unwrap());
    let join = json!({ "invite": made["invite"] });
    server.post(&format!("{game}/join"), join).await.payload();
    let order = |id: &str, ply: u32, usi: &str| json!({ "id": id, "ply": ply, "command": { "type": "move", "usi": usi } });
    let commands = format!("{game}/commands");
    assert_eq!(send("POST", &commands, order("1", 1, "7g7f")).await.status, 200);
    assert_eq!(send("DELETE", "/api/session", json!({})).await.status, 200);
    let late = json!({ "id": "2", "ply": 1, "command": { "type": "resign" } });
    assert_eq!(send("POST", &commands, late).await.code(401), "NOT_SIGNED_IN");
    assert_eq!(server.get(&game).await.payload()["state"], "playing");
}
