//! What players say to each other, and what becomes of a game that one of them has left.

use std::time::Duration;

use koma_server::Config;
use serde_json::{Value, json};

use crate::common::Running;
use crate::player::{Player, Table};

async fn quick() -> Running {
    Running::with(Config { claim_after: Duration::from_millis(300), ..Config::default() }).await
}

fn is(kind: &'static str) -> impl Fn(&Value) -> bool {
    move |message| message["type"] == kind
}

#[tokio::test]
async fn players_talk_and_nobody_else_hears() {
    let server = quick().await;
    let table = Table::new(&server, json!({})).await;
    let enter = async |key: Option<usize>, name| {
        let key = key.map(|side| &*table.keys[side]);
        Player::enter(&server, &table.id, key, vec![], name).await
    };
    let mut sente = enter(Some(0), "sente").await;
    let mut gote = enter(Some(1), "gote").await;
    let mut watcher = enter(None, "watcher").await;
    let say = |said: Value| json!({ "type": "say", "id": said.to_string(), "said": said });
    sente.send(&say(json!({ "phrase": "greeting" }))).await;
    let heard = gote.until(is("said")).await;
    assert_eq!(heard["line"]["said"], json!({ "phrase": "greeting" }));
    assert_eq!(heard["line"]["side"], "sente");
    // One closes it for both, and only that one opens it again.
    gote.send(&json!({ "type": "chat", "open": false })).await;
    sente.until(|message| message["type"] == "chat" && message["open"]["gote"] == false).await;
    sente.send(&json!({ "type": "chat", "open": true })).await;
    sente.send(&say(json!({ "text": "hello?" }))).await;
    let answer = sente.until(is("answer")).await;
    let answer = if answer["error"].is_null() { sente.until(is("answer")).await } else { answer };
    assert_eq!(answer["error"]["code"], "CHAT_CLOSED");
    gote.send(&json!({ "type": "chat", "open": true })).await;
    sente.until(|message| message["type"] == "chat" && message["open"]["gote"] == true).await;
    // Who comes back is told what was said; who watches hears nothing and says nothing.
    drop(gote);
    let mut gote = enter(Some(1), "gote again").await;
    let chat = gote.until(is("chat")).await;
    assert_eq!(chat["lines"].as_array().map(Vec::len), Some(1));
    watcher.send(&say(json!({ "text": "x" }))).await;
    let answer = watcher.until(|message| {
        assert!(message["type"] != "said" && message["type"] != "chat", "{message}");
        message["type"] == "answer"
    });
    assert_eq!(answer.await["error"]["code"], "FORBIDDEN");
    // Nobody is talked to death.
    for n in 0..40 {
        sente.send(&say(json!({ "text": format!("{n}") }))).await;
    }
    let refused = |message: &Value| message["error"]["code"] == "TOO_MANY_REQUESTS";
    sente.until(refused).await;
}

#[tokio::test]
async fn a_game_that_was_left_can_be_claimed_or_called_off() {
    let server = quick().await;
    let clock = json!({ "clock": { "kind": "sudden", "main": 600_000 } });
    for (wish, what, code, winner) in [
        (clock.clone(), "win", None, json!("sente")),
        (clock, "noResult", None, Value::Null),
        (json!({}), "win", Some("NOT_GONE"), Value::Null),
    ] {
        let table = Table::new(&server, wish).await;
        let claim = json!({ "type": "claim", "what": what });
        let mut sente =
            Player::enter(&server, &table.id, Some(&table.keys[0]), vec![], "sente").await;
        let gote = Player::enter(&server, &table.id, Some(&table.keys[1]), vec![], "gote").await;
        sente.command(Some(1), json!({ "type": "move", "usi": "7g7f" })).await.unwrap();
        tokio::time::sleep(Duration::from_millis(400)).await;
        assert_eq!(sente.command(None, claim.clone()).await.unwrap_err(), "NOT_GONE");
        drop(gote);
        sente.until(|message| message["type"] == "presence" && message["gote"] == false).await;
        assert_eq!(sente.command(None, claim.clone()).await.unwrap_err(), "NOT_GONE");
        tokio::time::sleep(Duration::from_millis(400)).await;
        let claimed = sente.command(None, claim).await;
        assert_eq!(claimed.err().as_deref(), code, "{what}");
        if code.is_some() {
            continue;
        }
        let view = table.view(&server).await;
        assert_eq!(
            (&view["end"]["reason"], &view["end"]["winner"]),
            (&json!("abandoned"), &winner)
        );
    }
}

#[tokio::test]
async fn whoever_has_the_move_must_move() {
    let server = quick().await;
    let wish = json!({ "clock": { "kind": "sudden", "main": 600_000 } });
    let table = Table::new(&server, wish).await;
    let mut sente = Player::enter(&server, &table.id, Some(&table.keys[0]), vec![], "sente").await;
    sente.until(is("presence")).await;
    tokio::time::sleep(Duration::from_millis(400)).await;
    let claim = json!({ "type": "claim", "what": "win" });
    assert_eq!(sente.command(None, claim).await.unwrap_err(), "YOUR_TURN");
}
