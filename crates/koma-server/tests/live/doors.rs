//! Who may not come in, and what a socket does not take.

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::common::{Answer, Running};
use crate::player::{Player, Table};

/// The status of a socket that does not open.
async fn refused(server: &Running, path: &str, origin: Option<&str>) -> u16 {
    let mut request = format!("ws://{}{path}", server.address).into_client_request().unwrap();
    if let Some(origin) = origin {
        request.headers_mut().insert("origin", origin.parse().unwrap());
    }
    match connect_async(request).await {
        Ok(_) => 101,
        Err(Error::Http(response)) => response.status().as_u16(),
        Err(error) => panic!("{error}"),
    }
}

/// What the server says to one who sends these texts, until it closes.
async fn farewell(server: &Running, game: &str, texts: &[&str]) -> String {
    let url = format!("ws://{}/api/games/{game}/live", server.address);
    let (mut socket, _) = connect_async(url).await.unwrap();
    for text in texts {
        // It may have closed already.
        let _ = socket.send(Message::text(*text)).await;
    }
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_of_others_and_games_that_are_not_there_get_no_socket() {
    let server = Running::start().await;
    let table = Table::new(&server, json!({})).await;
    let path = format!("/api/games/{}/live", table.id);
    let own = format!("http://{}", server.address);
    for (path, origin, status) in [
        (&*path, None, 101),
        (&*path, Some(&*own), 101),
        (&*path, Some("https://evil.example"), 403),
        (&*path, Some("null"), 403),
        ("/api/games/AAAAAAAAAAAAAAAA/live", None, 404),
        ("/api/games/x/live", None, 404),
    ] {
        assert_eq!(refused(&server, path, origin).await, status, "{path} {origin:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_socket_says_hello_first_and_sends_sense() {
    let server = Running::start().await;
    let table = Table::new(&server, json!({})).await;
    let hello = r#"{"type":"hello"}"#;
    let long = format!(r#"{{"type":"ping","t":"{}"}}"#, "x".repeat(20_000));
    let wrong = r#"{"type":"hello","secret":"nobody's"}"#;
    for (texts, reason) in [
        (&[r#"{"type":"ping"}"#][..], "noHello"),
        (&["nonsense"], "noHello"),
        (&[wrong], "forbidden"),
        (&[hello, "nonsense"], "badMessage"),
        (&[hello, hello], "badMessage"),
        (&[hello, &long], "tooLarge"),
    ] {
        assert_eq!(farewell(&server, &table.id, texts).await, reason, "{texts:?}");
    }
    let flood: Vec<&str> = std::iter::once(hello).chain([r#"{"type":"ping"}"#; 400]).collect();
    assert_eq!(farewell(&server, &table.id, &flood).await, "flood");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_keys_of_a_game_move_its_men() {
    let server = Running::start().await;
    let table = Table::new(&server, json!({})).await;
    let other = Table::new(&server, json!({})).await;
    let url = server.url(&format!("/api/games/{}/commands", table.id));
    let order = json!({ "id": "1", "ply": 1, "command": { "type": "move", "usi": "7g7f" } });
    for (key, status) in [(None, 401), (Some("x"), 403), (Some(&*other.keys[0]), 403)] {
        let mut request = server.client.post(&url).json(&order);
        if let Some(key) = key {
            request = request.bearer_auth(key);
        }
        assert_eq!(request.send().await.unwrap().status().as_u16(), status, "{key:?}");
    }
    let mut watcher = Player::enter(&server, &table.id, None, vec![], "watcher").await;
    let command = json!({ "type": "resign" });
    assert_eq!(watcher.command(Some(1), command).await, Err("FORBIDDEN".to_owned()));
    assert_eq!(table.view(&server).await["last"], 2);
    let text = format!("{:?}", table.events(&server).await);
    assert!(table.keys.iter().all(|key| !text.contains(key.as_str())), "no key is told");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_that_cannot_be_are_not_made() {
    let server = Running::start().await;
    let mate = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1";
    for (wish, code) in [
        (json!({ "variant": "nonsense" }), "UNKNOWN_VARIANT"),
        (json!({ "clock": { "kind": "sudden", "main": 1 } }), "BAD_CLOCK"),
        (json!({ "clock": { "kind": "sudden" } }), "BAD_FIELD"),
        (json!({ "name": "x".repeat(41) }), "BAD_NAME"),
        (json!({ "name": "\u{202e}evil" }), "BAD_NAME"),
        (json!({ "sfen": mate }), "OVER"),
        (json!({ "sfen": "nonsense" }), "BAD_SFEN"),
        (json!({ "handicap": "nonsense" }), "UNKNOWN_HANDICAP"),
    ] {
        let answer = server.post("/api/games", wish.clone()).await;
        assert!([400, 404].contains(&answer.status), "{wish}");
        assert_eq!(answer.code(answer.status), code, "{wish}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_taken_while_signed_in_belongs_to_the_account() {
    let server = Running::start().await;
    let mut cookies = Vec::new();
    for name in ["Habu", "Fujii"] {
        let body = json!({ "name": name, "password": "correct horse" });
        let signed =
            server.client.post(server.url("/api/accounts")).json(&body).send().await.unwrap();
        let cookie = signed.headers()["set-cookie"].to_str().unwrap().to_owned();
        let cookie = cookie.split(';').next().unwrap().to_owned();
        let csrf = Answer::of(signed).await.payload()["csrf"].as_str().unwrap().to_owned();
        cookies.push((cookie, csrf));
    }
    let post = async |who: usize, path: &str, body: Value| {
        let (cookie, csrf) = &cookies[who];
        let request = server.client.post(server.url(path)).json(&body);
        let request = request.header("cookie", cookie).header("x-koma-csrf", csrf);
        Answer::of(request.send().await.unwrap()).await
    };
    let made = post(0, "/api/games", json!({ "side": "sente" })).await.payload();
    let path = format!("/api/games/{}", made["id"].as_str().unwrap());
    let order = json!({ "id": "1", "ply": 1, "command": { "type": "move", "usi": "7g7f" } });
    assert_eq!(post(1, &format!("{path}/commands"), order.clone()).await.code(403), "FORBIDDEN");
    post(1, &format!("{path}/join"), json!({ "invite": made["invite"] })).await.payload();
    let view = server.get(&path).await.payload();
    assert_eq!(view["players"]["sente"]["name"], "Habu");
    assert_eq!(view["players"]["gote"]["name"], "Fujii");
    // No key is shown: being signed in is enough, for one's own side.
    assert_eq!(
        post(1, &format!("{path}/commands"), order.clone()).await.code(409),
        "NOT_YOUR_TURN"
    );
    let event = post(0, &format!("{path}/commands"), order).await.payload();
    assert_eq!(event["side"], "sente");
}
