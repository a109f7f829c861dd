//! One attacker with ten connections does the worst he can; others play on.
//!
//! `KOMA_ATTACK_SECONDS` is how long (3 by default, 60 in full), `KOMA_ATTACK_P99` the most
//! milliseconds the slowest of a hundred moves may take (250 on a machine that is ours alone; far
//! more by default, because tests share it with other tests).

mod common;
#[allow(dead_code, reason = "the tests of live games use all of it")]
#[path = "live/player.rs"]
mod player;

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use common::Running;
use koma_server::{Config, Quota};
use player::{Player, Table, chance};
use serde_json::{Value, json};
use tokio::task::JoinSet;

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// A file of so many games.
fn file(games: usize, salt: usize) -> String {
    (0..games).fold(String::new(), |mut text, game| {
        let _ =
            writeln!(text, "position startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e # {salt}-{game}");
        text
    })
}

fn giants(sections: usize) -> String {
    (0..sections).fold(String::new(), |mut text, number| {
        let _ = writeln!(text, "[t{number}:taikyoku]");
        text
    })
}

/// The worst things, one after the other.
async fn attack(server: &Running, turn: usize, own: &str) {
    let post = async |path: &str, body: Value| {
        let sent = server.client.post(server.url(path)).json(&body).send().await;
        let status = sent.map_or(0, |answer| answer.status().as_u16());
        assert_ne!(status, 500, "{path}");
    };
    match turn % 7 {
        0 => post("/api/variants/check", json!({ "text": giants(2000), "format": "ini" })).await,
        1 => post("/api/kifu/import?save=true", json!({ "text": file(2000, turn) })).await,
        2 => {
            post("/api/session", json!({ "name": "x", "password": format!("wrong {turn}") })).await;
        }
        3 => post("/api/position/legal", json!({ "variant": "taikyoku" })).await,
        4 => {
            post(
                "/api/position/legal",
                json!({ "variant": own, "options": { "x": turn.to_string() } }),
            )
            .await;
        }
        5 => post("/api/kifu/position", json!({})).await,
        _ => {
            let _ =
                server.client.get(server.url("/api/variants/taikyoku/picture.svg")).send().await;
            let _ = server.client.get(server.url("/api/health")).send().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn others_play_on_while_one_does_the_worst_he_can() {
    let seconds = number("KOMA_ATTACK_SECONDS", 3);
    let slowest = number("KOMA_ATTACK_P99", 10_000);
    let quota = Some(Quota::default());
    let server = Arc::new(Running::with(Config { quota, ..Config::default() }).await);
    let body = json!({ "text": giants(1), "format": "ini" });
    let own = server.post("/api/variants", body).await.payload()["id"].as_str().unwrap().to_owned();
    let table = Table::new(&server, json!({ "variant": "shogi" })).await;
    let mut players = [
        Player::enter(&server, &table.id, Some(&table.keys[0]), vec![], "sente").await,
        Player::enter(&server, &table.id, Some(&table.keys[1]), vec![], "gote").await,
    ];
    let (is_over, attacks) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let mut attackers = JoinSet::new();
    for first in 0..10 {
        let (server, is_over, own) = (server.clone(), is_over.clone(), own.clone());
        let attacks = attacks.clone();
        attackers.spawn(async move {
            let mut turn = first;
            while !is_over.load(Ordering::Relaxed) {
                attack(&server, turn, &own).await;
                attacks.fetch_add(1, Ordering::Relaxed);
                turn += 1;
            }
        });
    }
    let began = Instant::now();
    let mut waits: Vec<Duration> = Vec::new();
    let (moves, _) = chance("shogi", 7, 4000);
    for (usi, ply) in moves.iter().zip(1_u32..) {
        if began.elapsed() >= Duration::from_secs(seconds) {
            break;
        }
        let sent = Instant::now();
        let player = &mut players[(ply as usize + 1) % 2];
        let done = player.command(Some(ply), json!({ "type": "move", "usi": usi })).await;
        assert_eq!(done, Ok(u64::from(ply) + 2));
        players[ply as usize % 2].until_event(u64::from(ply) + 2).await;
        waits.push(sent.elapsed());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    is_over.store(true, Ordering::Relaxed);
    while attackers.join_next().await.transpose().expect("no attack fails").is_some() {}
    waits.sort_unstable();
    let p99 = waits[(waits.len() * 99 / 100).min(waits.len() - 1)];
    let count = attacks.load(Ordering::Relaxed);
    println!("{} moves during {count} attacks, p99 {p99:?}", waits.len());
    assert!(p99 < Duration::from_millis(slowest), "p99 {p99:?}");
    // And it is itself again.
    let calm = Instant::now();
    assert_eq!(server.get("/api/health").await.status, 200);
    assert!(calm.elapsed() < Duration::from_secs(5));
}
