//! Loads: as many moves as possible, many games at an even pace, many who watch, many requests.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use http_body_util::Full;
use hyper::body::Bytes;
use rand::RngExt as _;
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::sleep_until;

use super::client::{Http, Socket};
use super::player::{Pair, Script, Seats, move_command};
use super::report::{Report, Times};
use super::server::{self, Server};

/// Games that are made and joined, each with two sockets.
async fn pairs(at: SocketAddr, scripts: &[Script], count: usize) -> anyhow::Result<Vec<Pair>> {
    let mut tasks = JoinSet::new();
    for worker in 0..16 {
        let scripts = scripts.to_vec();
        tasks.spawn(async move {
            let mut http = Http::connect(at).await?;
            let mut pairs = Vec::new();
            for number in (worker..count).step_by(16) {
                pairs.push(Pair::start(&mut http, at, &scripts[number % scripts.len()]).await?);
            }
            anyhow::Ok(pairs)
        });
    }
    let mut pairs = Vec::with_capacity(count);
    while let Some(made) = tasks.join_next().await {
        pairs.extend(made??);
    }
    Ok(pairs)
}

/// Every game moves as soon as the other side has heard of the last move.
pub async fn throughput(
    at: SocketAddr,
    server: Option<&Server>,
    scripts: &[Script],
    games: usize,
    time: Duration,
    report: &mut Report,
) -> anyhow::Result<()> {
    let pairs = pairs(at, scripts, games).await?;
    let cpu = || [server.and_then(Server::cpu), server::cpu("self")];
    let before = cpu();
    let began = Instant::now();
    let end = began + time;
    let mut tasks = JoinSet::new();
    for mut pair in pairs {
        let scripts = scripts.to_vec();
        tasks.spawn(async move {
            let mut times = Times::default();
            while Instant::now() < end {
                if !pair.has_more() {
                    let script = &scripts[times.len() % scripts.len()];
                    let mut http = Http::connect(at).await?;
                    pair = Pair::start(&mut http, at, script).await?;
                }
                times.add(pair.play().await?);
            }
            anyhow::Ok(times)
        });
    }
    let mut times = join(tasks).await?;
    let rate = times.len() as f64 / began.elapsed().as_secs_f64();
    report.say("throughput games", games, "");
    report.say("durable moves a second", rate.round(), "moves/s");
    // What does not depend on who else uses the machine.
    let names = ["server: CPU a move", "generator: CPU a move"];
    for ((name, before), after) in names.into_iter().zip(before).zip(cpu()) {
        if let Some(spent) = before.zip(after).map(|(before, after)| after - before) {
            let micros = spent.as_micros() as f64 / times.len().max(1) as f64;
            report.say(name, micros.round(), "µs");
        }
    }
    report.say_times("throughput: send to other side", &mut times);
    Ok(())
}

/// Every game moves once in two seconds.
pub async fn paced(
    at: SocketAddr,
    scripts: &[Script],
    games: usize,
    time: Duration,
    report: &mut Report,
) -> anyhow::Result<()> {
    const PACE: Duration = Duration::from_secs(2);
    let pairs = pairs(at, scripts, games).await?;
    let began = Instant::now();
    let end = began + time;
    let mut tasks = JoinSet::new();
    for mut pair in pairs {
        let phase = PACE.mul_f64(rand::rng().random());
        tasks.spawn(async move {
            let mut times = Times::default();
            let mut next = began + phase;
            while next < end && pair.has_more() {
                sleep_until(next.into()).await;
                times.add(pair.play().await?);
                next += PACE;
            }
            anyhow::Ok(times)
        });
    }
    let mut times = join(tasks).await?;
    report.say("paced games", games, "");
    report.say("paced moves", times.len(), "");
    report.say_times("paced: send to other side", &mut times);
    Ok(())
}

/// Very many watch one game in which nothing happens; then one move is made.
pub async fn idle(
    at: SocketAddr,
    server: Option<&Server>,
    scripts: &[Script],
    spectators: usize,
    report: &mut Report,
) -> anyhow::Result<()> {
    let mut http = Http::connect(at).await?;
    let seats = Seats::make(&mut http).await?;
    let (mut player, _) = Socket::enter(at, &seats.id, Some(&seats.secrets[0]), None).await?;
    let before = server.and_then(Server::memory);
    let began = Instant::now();
    let mut tasks = JoinSet::new();
    for worker in 0..32 {
        let id = seats.id.clone();
        tasks.spawn(async move {
            let mut sockets = Vec::new();
            for _ in (worker..spectators).step_by(32) {
                sockets.push(Socket::enter(at, &id, None, None).await.context("a spectator")?.0);
            }
            anyhow::Ok(sockets)
        });
    }
    let mut sockets = Vec::with_capacity(spectators);
    while let Some(opened) = tasks.join_next().await {
        sockets.extend(opened??);
    }
    report.say("spectators", sockets.len(), "");
    report.say("spectators: all connected after", seconds(began.elapsed()), "s");
    // What was needed for connecting is given back.
    tokio::time::sleep(Duration::from_secs(3)).await;
    if let (Some(server), Some(before)) = (server, before) {
        let grown = server.memory().unwrap_or(before).saturating_sub(before);
        let each = grown as f64 / sockets.len().max(1) as f64 / 1024.0;
        report.say("memory per idle socket", (each * 10.0).round() / 10.0, "KiB");
    }
    let sent = Instant::now();
    let mut tasks = JoinSet::new();
    let heard = Arc::new(AtomicUsize::new(0));
    for mut socket in sockets {
        let heard = Arc::clone(&heard);
        tasks.spawn(async move {
            while !socket.text().await?.contains(r#""type":"moved""#) {}
            heard.fetch_add(1, Ordering::Relaxed);
            let mut times = Times::default();
            times.add(sent.elapsed());
            anyhow::Ok(times)
        });
    }
    player.send(move_command(1, &scripts[0][0])).await?;
    let mut times = join(tasks).await?;
    report.say("spectators who heard the move", heard.load(Ordering::Relaxed), "");
    report.say_times("spectators: send to each", &mut times);
    Ok(())
}

/// Legal moves over HTTP, so many requests a second, sent when they are due whatever the others
/// do.
pub async fn legal(
    at: SocketAddr,
    scripts: &[Script],
    rate: usize,
    time: Duration,
    report: &mut Report,
) -> anyhow::Result<()> {
    const CONNECTIONS: usize = 16;
    let bodies: Vec<Bytes> = scripts
        .iter()
        .map(|script| json!({ "variant": "shogi", "moves": script[..40] }).to_string().into())
        .collect();
    let began = Instant::now();
    let total = (time.as_secs_f64() * rate as f64) as usize;
    let mut tasks = JoinSet::new();
    for worker in 0..CONNECTIONS {
        let bodies = bodies.clone();
        tasks.spawn(async move {
            let mut http = Http::connect(at).await?;
            let mut times = Times::default();
            for number in (worker..total).step_by(CONNECTIONS) {
                let due = began + Duration::from_secs_f64(number as f64 / rate as f64);
                sleep_until(due.into()).await;
                let body = Full::new(bodies[number % bodies.len()].clone());
                let (status, _) = http.send("POST", "/api/position/legal", None, body).await?;
                anyhow::ensure!(status == 200, "legal moves: {status}");
                // From when it was due: a late start is a delay as well.
                times.add(due.elapsed());
            }
            anyhow::Ok(times)
        });
    }
    let mut times = join(tasks).await?;
    let reached = times.len() as f64 / began.elapsed().as_secs_f64();
    report.say("legal moves: requests a second", reached.round(), "");
    report.say_times("legal moves", &mut times);
    Ok(())
}

async fn join(mut tasks: JoinSet<anyhow::Result<Times>>) -> anyhow::Result<Times> {
    let mut all = Times::default();
    while let Some(times) = tasks.join_next().await {
        all.join(times??);
    }
    Ok(all)
}

fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 10.0).round() / 10.0
}
