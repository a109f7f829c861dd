//! C1: many send the same ply at once. C5: a socket is cut again and again. And a disk that fails.

use serde_json::json;
use tokio::task::JoinSet;

use crate::common::{Answer, Running};
use crate::player::{Player, Table, chance};

/// Sends a command over HTTP.
async fn post(server: &Running, table: &Table, key: &str, id: &str, ply: u32, usi: &str) -> Answer {
    let url = server.url(&format!("/api/games/{}/commands", table.id));
    let body = json!({ "id": id, "ply": ply, "command": { "type": "move", "usi": usi } });
    let sent = server.client.post(url).bearer_auth(key).json(&body).send().await;
    Answer::of(sent.expect("an answer")).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_who_send_the_same_ply_exactly_one_moves() {
    let server = std::sync::Arc::new(Running::start().await);
    let table = Table::new(&server, json!({ "variant": "shogi" })).await;
    let (moves, _) = chance("shogi", 3, 60);
    for (usi, ply) in moves.iter().zip(1_u32..) {
        let mut tasks = JoinSet::new();
        for racer in 0..6_u32 {
            let (server, table, usi) = (server.clone(), table.clone(), usi.clone());
            tasks.spawn(async move {
                // Three ids of the mover, each twice; and the other side wants to move as well.
                let mover = table.keys[(ply as usize + 1) % 2].clone();
                let id = format!("{ply}-{}", racer % 3);
                let answer = post(&server, &table, &mover, &id, ply, &usi).await;
                let other = &table.keys[ply as usize % 2];
                let intruder = post(&server, &table, other, &id, ply, &usi).await;
                assert_eq!(intruder.status, 409);
                (racer % 3, answer)
            });
        }
        let mut winners = Vec::new();
        let mut numbers = Vec::new();
        while let Some(done) = tasks.join_next().await {
            let (id, answer) = done.unwrap();
            if answer.status == 200 {
                winners.push(id);
                numbers.push(answer.payload()["n"].as_u64().unwrap());
            } else {
                assert_eq!(answer.code(409), "STALE");
            }
        }
        // One id won, and both who used it were told the same.
        assert_eq!(winners.len(), 2, "{winners:?}");
        assert_eq!(winners[0], winners[1]);
        assert_eq!(numbers[0], numbers[1]);
        // Much later it is still the same.
        let mover = &table.keys[(ply as usize + 1) % 2];
        let id = format!("{ply}-{}", winners[0]);
        let again = post(&server, &table, mover, &id, ply, usi).await.payload();
        assert_eq!((again["n"].as_u64(), &again["usi"]), (Some(numbers[0]), &json!(usi)));
    }
    let moved: Vec<_> =
        table.events(&server).await.into_iter().filter(|e| e["type"] == "moved").collect();
    assert_eq!(moved.len(), moves.len());
    for ((event, usi), ply) in moved.iter().zip(&moves).zip(1_u64..) {
        assert_eq!((&event["usi"], &event["ply"]), (&json!(usi), &json!(ply)));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_cut_off_again_and_again_misses_nothing() {
    let server = std::sync::Arc::new(Running::start().await);
    let table = Table::new(&server, json!({ "variant": "minishogi" })).await;
    let (moves, _) = chance("minishogi", 11, 80);
    let watching = {
        let (server, id, total) = (server.clone(), table.id.clone(), moves.len() as u64 + 2);
        tokio::spawn(async move {
            let mut known = Vec::new();
            let mut cuts = 0;
            while (known.len() as u64) < total {
                let mut watcher = Player::enter(&server, &id, None, known, "watcher").await;
                // Some time later, in the middle of anything.
                let heard = watcher.events.len() as u64;
                watcher.until_event((heard + cuts % 4).min(total)).await;
                known = watcher.events;
                cuts += 1;
            }
            (known, cuts)
        })
    };
    for (usi, ply) in moves.iter().zip(1_u32..) {
        let key = &table.keys[(ply as usize + 1) % 2];
        post(&server, &table, key, &format!("m{ply}"), ply, usi).await.payload();
    }
    let (heard, cuts) = watching.await.unwrap();
    let stored = table.events(&server).await;
    assert_eq!(heard[..], stored[..heard.len()]);
    assert!(cuts > 20, "{cuts} cuts");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_that_cannot_be_stored_did_not_happen_and_may_be_sent_again() {
    let server = Running::start().await;
    let clock = json!({ "kind": "sudden", "main": 600_000 });
    let table = Table::new(&server, json!({ "variant": "shogi", "clock": clock })).await;
    let mut watcher = Player::enter(&server, &table.id, None, vec![], "watcher").await;
    let file = format!("sqlite://{}", server.data.join("koma.db").display());
    let database = sqlx::SqlitePool::connect(&file).await.unwrap();
    let spoil = "ALTER TABLE events RENAME TO elsewhere";
    sqlx::query(spoil).execute(&database).await.unwrap();
    for _ in 0..2 {
        let answer = post(&server, &table, &table.keys[0], "once", 1, "7g7f").await;
        assert_eq!(answer.code(503), "NOT_STORED");
    }
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    let mend = "ALTER TABLE elsewhere RENAME TO events";
    sqlx::query(mend).execute(&database).await.unwrap();
    assert_eq!(table.view(&server).await["last"], 2, "nothing has happened");
    let moved = post(&server, &table, &table.keys[0], "once", 1, "7g7f").await.payload();
    assert_eq!((&moved["n"], &moved["ply"]), (&json!(3), &json!(1)));
    // The clock ran all the while.
    assert!(moved["spent"].as_u64() >= Some(200), "{moved}");
    watcher.until_event(3).await;
    assert_eq!(watcher.events, table.events(&server).await);
}
