//! D4: a disk that is full, live. And the answer of a COMMIT that nobody hears.

use std::time::Duration;

use koma_server::Config;
use koma_store::testing::{Cutter, SmallDisk, TestDatabase};
use serde_json::json;
use tokio::time::timeout;

use crate::common::Running;
use crate::player::{Player, Table, chance};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_goes_on_after_the_disk_was_full() {
    let Some(disk) = SmallDisk::mount(4096) else { return };
    let database = format!("sqlite://{}", disk.path().join("koma.db").display());
    let config = Config { database: Some(database), ..Config::default() };
    let server = Running::with(config).await;
    let table = Table::new(&server, json!({ "variant": "shogi" })).await;
    let mut players = [
        Player::enter(&server, &table.id, Some(&table.keys[0]), vec![], "sente").await,
        Player::enter(&server, &table.id, Some(&table.keys[1]), vec![], "gote").await,
    ];
    let mut watcher = Player::enter(&server, &table.id, None, vec![], "watcher").await;
    let (moves, _) = chance("shogi", 7, 40);
    let (mut refused, mut recovered) = (0, 0);
    for (usi, ply) in moves.iter().zip(1_u32..) {
        let player = &mut players[(ply as usize + 1) % 2];
        let order = json!({ "type": "move", "usi": usi });
        let mut was_refused = false;
        if ply % 10 == 5 {
            disk.fill();
            for attempt in 0..5 {
                let answer = player.command_as(&format!("{ply}"), Some(ply), order.clone()).await;
                match answer {
                    // There may have been room for one in pages that were there already.
                    Ok(_) => break,
                    Err(code) => assert_eq!(code, "NOT_STORED", "attempt {attempt}"),
                }
                was_refused = true;
                refused += 1;
            }
            assert_eq!(table.view(&server).await["last"].as_u64(), Some(u64::from(ply) + 1));
            disk.free();
        }
        let again = player.command_as(&format!("{ply}"), Some(ply), order).await;
        assert_eq!(again, Ok(u64::from(ply) + 2), "as soon as there is room");
        recovered += u32::from(was_refused);
    }
    assert!(refused >= 15 && recovered >= 3, "{refused} {recovered}");
    let last = moves.len() as u64 + 2;
    for player in players.iter_mut().chain([&mut watcher]) {
        player.until_event(last).await;
        assert_eq!(player.events, table.events(&server).await);
    }
    assert_eq!(server.get("/api/health").await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_whose_commit_is_not_heard_of_is_told_to_all() {
    let Some(database) = TestDatabase::postgres().await else { return };
    let cutter = Cutter::before(&database).await;
    let config = Config { database: Some(cutter.url.clone()), ..Config::default() };
    let server = Running::with(config).await;
    let clock = json!({ "kind": "byoyomi", "main": 0, "byoyomi": 10_000 });
    let table = Table::new(&server, json!({ "variant": "shogi", "clock": clock })).await;
    let mut sente = Player::enter(&server, &table.id, Some(&table.keys[0]), vec![], "s").await;
    let mut gote = Player::enter(&server, &table.id, Some(&table.keys[1]), vec![], "g").await;
    let (moves, _) = chance("shogi", 7, 6);
    for (usi, ply) in moves.iter().zip(1_u32..) {
        let (mover, other) = match ply % 2 {
            1 => (&mut sente, &mut gote),
            _ => (&mut gote, &mut sente),
        };
        let n = u64::from(ply) + 2;
        cutter.arm();
        let order = json!({ "type": "move", "usi": usi });
        let id = format!("m{ply}");
        let answer = mover.command_as(&id, Some(ply), order.clone()).await;
        assert_eq!(cutter.cuts(), ply as usize, "the answer was cut off");
        // Either the log was read at once, or the sentence says that nobody knows.
        assert!(answer == Ok(n) || answer == Err("MAYBE_STORED".to_owned()), "{answer:?}");
        let heard = timeout(Duration::from_secs(5), other.until_event(n)).await;
        assert!(heard.is_ok(), "the opponent hears of move {ply}");
        assert_eq!(mover.command_as(&id, Some(ply), order).await, Ok(n), "it happened once");
        other.send(&json!({ "type": "ping", "t": 1 })).await;
        let pong = other.until(|message| message["type"] == "pong").await;
        assert_eq!(pong["last"], n);
    }
    for player in [&mut sente, &mut gote] {
        player.until_event(moves.len() as u64 + 2).await;
        assert_eq!(player.events, table.events(&server).await);
    }
}
