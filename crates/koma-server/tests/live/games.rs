//! Whole games between two clients, one of which keeps losing its connection.

use std::time::Duration;

use koma_rules::{Reason, Side};
use serde_json::{Value, json};

use crate::common::Running;
use crate::player::{Player, Table, chance};

/// Plays moves through two sockets. Gote reconnects every few moves; nobody may miss an event, and
/// in the end both know the same, which is what the store has.
async fn play(server: &Running, table: &Table, moves: &[String]) -> [Player; 2] {
    let id = &table.id;
    let mut sente = Player::enter(server, id, Some(&table.keys[0]), vec![], "sente").await;
    let mut gote = Player::enter(server, id, Some(&table.keys[1]), vec![], "gote").await;
    assert_eq!(sente.welcome["role"], "sente");
    assert_eq!(gote.welcome["role"], "gote");
    for (usi, ply) in moves.iter().zip(1_u32..) {
        let (mover, other) =
            if ply % 2 == 1 { (&mut sente, &mut gote) } else { (&mut gote, &mut sente) };
        let command = json!({ "type": "move", "usi": usi });
        let mut answer = mover.command(Some(ply), command.clone()).await;
        // On a fast machine two hundred moves are a flood: as a browser would, it waits.
        while answer.as_ref().is_err_and(|code| code == "TOO_MANY_REQUESTS") {
            tokio::time::sleep(Duration::from_millis(500)).await;
            answer = mover.command(Some(ply), command.clone()).await;
        }
        let n = answer.unwrap_or_else(|code| panic!("move {ply} {usi}: {code}"));
        if ply % 7 == 3 {
            // Gote is cut off, whether it is to hear of a move or has just made one.
            let known = std::mem::take(&mut gote.events);
            drop(gote);
            gote = Player::enter(server, id, Some(&table.keys[1]), known, "gote again").await;
            gote.until_event(n).await;
        } else {
            other.until_event(n).await;
        }
    }
    [sente, gote]
}

async fn both_know_what_is_stored(server: &Running, table: &Table, players: &mut [Player; 2]) {
    let stored = table.events(server).await;
    for player in players {
        player.until_event(stored.len() as u64).await;
        assert_eq!(player.events, stored);
    }
}

fn end_of(view: &Value) -> (&str, Option<&str>) {
    (view["end"]["reason"].as_str().unwrap_or("none"), view["end"]["winner"].as_str())
}

/// Waits for the record that a finished game becomes.
async fn record_of(server: &Running, table: &Table) -> String {
    for _ in 0..500 {
        let view = table.view(server).await;
        if let Some(record) = view["record"].as_str() {
            return record.to_owned();
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the game has become no record");
}

/// A game by chance that ends by itself.
fn whole(variant: &str, most: usize, fits: impl Fn(Reason) -> bool) -> (Vec<String>, &'static str) {
    for seed in 0.. {
        let (moves, game) = chance(variant, seed, most);
        let Some(end) = game.end() else { continue };
        if fits(end.reason) {
            let winner = if end.winner == Some(Side::Sente).into() { "sente" } else { "gote" };
            return (moves, winner);
        }
    }
    unreachable!()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_of_shogi_is_played_to_mate_and_becomes_a_record() {
    let server = Running::start().await;
    let (moves, winner) = whole("shogi", 300, |reason| reason == Reason::Checkmate);
    let clock = json!({ "kind": "fischer", "main": 600_000, "increment": 5000 });
    let table = Table::new(&server, json!({ "variant": "shogi", "clock": clock })).await;
    let mut players = play(&server, &table, &moves).await;
    let view = table.view(&server).await;
    assert_eq!(end_of(&view), ("checkmate", Some(winner)));
    assert_eq!(view["state"], "ended");
    let record = record_of(&server, &table).await;
    both_know_what_is_stored(&server, &table, &mut players).await;
    assert_eq!(players[0].position["end"]["reason"], "checkmate");
    let kinds: Vec<&str> =
        players[0].events.iter().rev().take(2).map(|e| e["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["recorded", "ended"]);
    assert!(record.parse::<u32>().is_ok(), "{record}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_of_66shogi_is_set_up_and_played_to_its_end() {
    let server = Running::start().await;
    let (moves, winner) = whole("66shogi", 300, |reason| reason == Reason::Checkmate);
    let table = Table::new(&server, json!({ "variant": "66shogi" })).await;
    let mut players = play(&server, &table, &moves).await;
    assert!(moves[..12].iter().all(|usi| usi.contains('*')), "twelve men are placed");
    assert_eq!(end_of(&table.view(&server).await), ("checkmate", Some(winner)));
    record_of(&server, &table).await;
    both_know_what_is_stored(&server, &table, &mut players).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_of_chu_is_played_to_its_end() {
    let server = Running::start().await;
    let (moves, winner) = whole("chu", 600, |reason| {
        matches!(reason, Reason::Checkmate | Reason::RoyalTaken | Reason::BareRoyal)
    });
    let table = Table::new(&server, json!({ "variant": "chu" })).await;
    let mut players = play(&server, &table, &moves).await;
    assert_eq!(end_of(&table.view(&server).await).1, Some(winner));
    record_of(&server, &table).await;
    both_know_what_is_stored(&server, &table, &mut players).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_moves_of_taikyoku_are_played_and_one_side_resigns() {
    let server = Running::start().await;
    let (moves, _) = chance("taikyoku", 1, 10);
    let table = Table::new(&server, json!({ "variant": "taikyoku" })).await;
    let mut players = play(&server, &table, &moves).await;
    players[0].command(Some(11), json!({ "type": "resign" })).await.unwrap();
    assert_eq!(end_of(&table.view(&server).await), ("resignation", Some("gote")));
    record_of(&server, &table).await;
    both_know_what_is_stored(&server, &table, &mut players).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_takeback_a_draw_and_a_rematch_are_agreed_on() {
    let server = Running::start().await;
    let clock = json!({ "kind": "byoyomi", "main": 60_000, "byoyomi": 10_000, "periods": 3 });
    let table = Table::new(&server, json!({ "variant": "shogi", "clock": clock })).await;
    let [mut sente, mut gote] = play(&server, &table, &["7g7f".to_owned()]).await;
    let offer = |what: &str| json!({ "type": "offer", "what": what });
    let accept = |what: &str| json!({ "type": "accept", "what": what });
    sente.command(Some(2), offer("takeback")).await.unwrap();
    let n = gote.command(Some(2), accept("takeback")).await.unwrap();
    sente.until_event(n).await;
    let taken = sente.events.last().unwrap();
    assert_eq!((&taken["type"], &taken["ply"]), (&json!("takenBack"), &json!(1)));
    assert_eq!(taken["clocks"]["sente"]["main"], 60_000);
    assert_eq!(taken["clocks"]["gote"]["main"], 75_000);
    assert_eq!(gote.command(Some(1), accept("draw")).await, Err("NOT_OFFERED".to_owned()));
    sente.command(Some(1), json!({ "type": "move", "usi": "2g2f" })).await.unwrap();
    gote.command(Some(2), json!({ "type": "addTime", "ms": 5000 })).await.unwrap();
    gote.command(Some(2), offer("draw")).await.unwrap();
    sente.command(Some(2), accept("draw")).await.unwrap();
    let view = table.view(&server).await;
    assert_eq!(end_of(&view), ("agreedDraw", Some("draw")));
    gote.command(Some(2), offer("rematch")).await.unwrap();
    sente.command(Some(2), offer("rematch")).await.unwrap();
    let next = table.view(&server).await["next"].as_str().unwrap().to_owned();
    // The same keys, the other side.
    let mut black = Player::enter(&server, &next, Some(&table.keys[1]), vec![], "black").await;
    assert_eq!(black.welcome["role"], "sente");
    assert_eq!(black.welcome["game"]["state"], "playing");
    assert_eq!(black.welcome["game"]["previous"], table.id.as_str());
    assert_eq!(black.welcome["game"]["players"]["sente"]["name"], "Yoshiharu");
    black.command(Some(1), json!({ "type": "move", "usi": "7g7f" })).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flag_falls_without_anybody_asking() {
    let server = Running::start().await;
    let clock = json!({ "kind": "sudden", "main": 1000 });
    let table = Table::new(&server, json!({ "variant": "shogi", "clock": clock })).await;
    let mut watcher = Player::enter(&server, &table.id, None, vec![], "watcher").await;
    watcher.until(|message| message["event"]["type"] == "ended").await;
    let ended = watcher.events.last().unwrap();
    assert_eq!((&ended["reason"], &ended["winner"]), (&json!("timeLoss"), &json!("gote")));
    assert_eq!(ended["clocks"]["sente"]["main"], 0);
    assert_eq!(watcher.welcome["role"], "spectator");
    assert_eq!(table.view(&server).await["record"], Value::Null, "nothing was played");
}
