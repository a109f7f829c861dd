//! Many games and many people while nodes come and go.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::json;

use crate::client::{Doors, Person, percentile};
use crate::postgres::moves;
use crate::site::Site;
use crate::{log, run, so_many};

/// A move that was acknowledged, and how long its player waited for that.
type Made = (usize, u64, Duration);

/// One player of a game: plays every other move until it is over, comes back whenever the socket breaks.
async fn play(
    mut person: Person,
    side: usize,
    moves: Arc<Vec<String>>,
    is_over: Arc<AtomicBool>,
    pace: Duration,
) -> (Person, Vec<Made>) {
    let mut made: Vec<Made> = Vec::new();
    'game: while !is_over.load(Relaxed) {
        let ply = person.moves() + 1;
        if ply > moves.len() {
            break;
        }
        if ply % 2 != (side + 1) % 2 {
            person.hear(Duration::from_millis(200)).await;
            continue;
        }
        tokio::time::sleep(pace).await;
        let (id, began) = (format!("m{ply}"), Instant::now());
        loop {
            if !person.send(&id, ply, &moves[ply - 1]).await {
                person.hear(Duration::from_millis(50)).await;
            } else {
                let sent = Instant::now();
                while !person.answers.contains_key(&id) && sent.elapsed() < Duration::from_secs(8) {
                    if !person.hear(Duration::from_millis(500)).await
                        && sent.elapsed() > Duration::from_secs(7)
                    {
                        person.go();
                    }
                    if person.comings == 0 || person.last() == 0 {
                        break;
                    }
                    if !person.is_there() {
                        break;
                    }
                }
            }
            if let Some(answer) = person.answers.remove(&id) {
                match (answer["event"].as_u64(), answer["error"]["code"].as_str()) {
                    (Some(n), _) => {
                        made.push((ply, n, began.elapsed()));
                        person.until(Duration::from_secs(20), |person| person.moves() >= ply).await;
                        continue 'game;
                    }
                    (_, Some("NOT_STORED" | "MAYBE_STORED")) => {
                        tokio::time::sleep(Duration::from_millis(50)).await;
                    }
                    _ => panic!("{answer}"),
                }
            }
            assert!(began.elapsed() < Duration::from_secs(60), "move {ply} waits for a minute");
        }
    }
    (person, made)
}

/// What came of many games.
struct Outcome {
    made: usize,
    waits: Vec<Duration>,
}

/// Many games are played by many doors while something happens to the site; then all is compared with the log.
fn games_while(
    site: &mut Site,
    doors: &Doors,
    count: usize,
    pace: Duration,
    happens: impl FnOnce(&mut Site),
) -> Outcome {
    let (moves, is_over) = (Arc::new(moves(300)), Arc::new(AtomicBool::new(false)));
    let games: Vec<_> = (0..count)
        .map(|n| {
            site.node(n % site.nodes.len()).game(json!({ "kind": "sudden", "main": 3_600_000 }))
        })
        .collect();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    let players: Vec<_> = games
        .iter()
        .enumerate()
        .flat_map(|(n, (game, keys))| (0..2).map(move |side| (n + side, game, &keys[side], side)))
        .map(|(turn, game, key, side)| {
            let person = Person::new(doors, turn, game, Some(key));
            runtime.spawn(play(person, side, Arc::clone(&moves), Arc::clone(&is_over), pace))
        })
        .collect();
    happens(site);
    is_over.store(true, Relaxed);
    let played: Vec<(Person, Vec<Made>)> = runtime
        .block_on(async { futures_util::future::try_join_all(players).await })
        .expect("they play");
    let mut outcome = Outcome { made: 0, waits: Vec::new() };
    for (n, (game, _)) in games.iter().enumerate() {
        let told = log(site.node(0), game);
        for (person, made) in &played[2 * n..2 * n + 2] {
            for (ply, event, waited) in made {
                let stored = &told[*event as usize - 1];
                assert_eq!(stored["usi"], moves[ply - 1], "{game}: move {ply} was acknowledged");
                outcome.waits.push(*waited);
                outcome.made += 1;
            }
            // Each event in order was looked at when it came; here that they are the same.
            for (n, event, _) in &person.heard {
                assert_eq!(event, &told[*n as usize - 1]);
            }
        }
        let there = told.iter().filter(|event| event["type"] == "moved").count();
        let acknowledged = played[2 * n].1.len() + played[2 * n + 1].1.len();
        assert!(
            (acknowledged..=acknowledged + 2).contains(&there),
            "{game}: {there} of {acknowledged}"
        );
        assert!(told.iter().all(|event| event["type"] != "ended"), "no flag falls");
    }
    outcome
}

/// 3. A node is killed every three seconds.
#[test]
fn nodes_that_are_killed_lose_nothing_and_are_missed_for_seconds() {
    let Some(mut site) = Site::start(3) else { return };
    let doors = Person::doors(site.addresses());
    let for_so_long = Duration::from_secs(so_many(300, 24) as u64);
    let mut random = SmallRng::seed_from_u64(11);
    let (mut kills, games) = (0, so_many(200, 24));
    let pace = Duration::from_millis(so_many(500, 300) as u64);
    let mut outcome = games_while(&mut site, &doors, games, pace, |site| {
        let began = Instant::now();
        while began.elapsed() < for_so_long {
            std::thread::sleep(Duration::from_secs(3));
            let node = random.random_range(0..site.nodes.len());
            site.nodes[node] = None;
            kills += 1;
            site.raise(node);
        }
        std::thread::sleep(Duration::from_secs(6));
    });
    let [middle, p99, most] = [50, 99, 100].map(|percent| percentile(&mut outcome.waits, percent));
    println!(
        "{kills} kills, {games} games, {} moves acknowledged, none lost; a move took {middle:?}, p99 {p99:?}, at most {most:?}",
        outcome.made
    );
    assert!(outcome.made > games * 5, "{} moves", outcome.made);
    assert!(p99 < Duration::from_secs(so_many(5, 8) as u64), "{p99:?}");
}

/// 7. Three nodes are stopped and started one after the other, behind a load balancer.
#[test]
fn a_rolling_restart_refuses_no_move_that_is_sent_again() {
    let Some(mut site) = Site::start(3) else { return };
    let Some((_balancer, address)) = site.balancer() else { return };
    let doors = Person::doors(vec![address]);
    let (games, rounds) = (so_many(100, 12), so_many(5, 1));
    let mut outcome = games_while(&mut site, &doors, games, Duration::from_millis(150), |site| {
        std::thread::sleep(Duration::from_secs(2));
        for _ in 0..rounds {
            for node in 0..site.nodes.len() {
                let mut leaving = site.nodes[node].take().expect("it is up");
                leaving.signal("-TERM");
                let began = Instant::now();
                let _ = leaving.child.wait();
                println!("node {node} stopped in {:?}", began.elapsed());
                site.raise(node);
                std::thread::sleep(Duration::from_millis(1500));
            }
        }
    });
    let [middle, p99, most] = [50, 99, 100].map(|percent| percentile(&mut outcome.waits, percent));
    println!(
        "{} moves acknowledged, none refused; a move took {middle:?}, p99 {p99:?}, at most {most:?}",
        outcome.made
    );
    assert!(p99 < Duration::from_secs(so_many(1, 3) as u64), "{p99:?}");
}

/// 8. Many watch one game on all nodes.
#[test]
fn spectators_on_all_nodes_see_each_move_soon() {
    let Some(site) = Site::start(so_many(4, 3)) else { return };
    let (game, keys) = site.node(0).game(json!({ "kind": "none" }));
    let (watching, moves) = (so_many(19_000, 600), moves(so_many(60, 10)));
    let addresses: Vec<SocketAddr> = site.addresses();
    let mut seen = run(async {
        let mut spectators = Vec::new();
        for n in 0..watching {
            let doors = Person::doors(vec![addresses[n % addresses.len()]]);
            let mut person = Person::new(&doors, 0, &game, None);
            assert!(person.come().await, "spectator {n}");
            person.until(Duration::from_secs(20), |person| person.last() == 2).await;
            let total = moves.len();
            spectators.push(tokio::spawn(async move {
                person.until(Duration::from_secs(600), |person| person.moves() == total).await;
                person.heard.into_iter().skip(2).map(|(.., at)| at).collect::<Vec<Instant>>()
            }));
        }
        let mut sent = Vec::new();
        for (index, usi) in moves.iter().enumerate() {
            tokio::time::sleep(Duration::from_secs(1)).await;
            sent.push(Instant::now());
            let node = site.node(index % addresses.len());
            let (status, answer) = tokio::task::block_in_place(|| {
                crate::send(node, &game, &keys[index % 2], index + 1, usi)
            });
            assert_eq!(status, 200, "{answer}");
        }
        let mut seen = Vec::new();
        for spectator in spectators {
            let times = spectator.await.expect("they watch");
            seen.extend(
                sent.iter().zip(times).map(|(sent, at)| at.saturating_duration_since(*sent)),
            );
        }
        seen
    });
    let [middle, p99, most] = [50, 99, 100].map(|percent| percentile(&mut seen, percent));
    println!(
        "{watching} watch {} moves: seen after {middle:?}, p99 {p99:?}, at most {most:?}",
        moves.len()
    );
    assert!(p99 < Duration::from_millis(so_many(500, 1500) as u64), "{p99:?}");
}
