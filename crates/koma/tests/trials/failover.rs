//! PostgreSQL goes away in the middle of a game: it is restarted, and its standby takes over.

use std::fs;
use std::os::unix::fs::symlink;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::postgres::{Postgres, moves, url};
use crate::server::{Server, so_many};

/// The longest a server may take to be itself again, on a machine that others use, too.
const PATIENCE: Duration = Duration::from_secs(10);

/// A game that goes on whatever happens: each move is sent until it is acknowledged.
struct Match<'s> {
    server: &'s Server,
    game: String,
    keys: [String; 2],
    moves: Vec<String>,
    is_over: AtomicBool,
}

/// The number of the event of an acknowledged move, and when its sender heard of it.
type Acknowledged = (u64, Instant);

impl<'s> Match<'s> {
    fn begin(server: &'s Server) -> Self {
        let (game, keys) = server.game(json!({ "kind": "none" }));
        Self { server, game, keys, moves: moves(300), is_over: AtomicBool::new(false) }
    }

    /// Plays while something else happens.
    fn during(&self, happens: impl FnOnce()) -> Vec<Acknowledged> {
        std::thread::scope(|scope| {
            let play = scope.spawn(|| self.play());
            happens();
            std::thread::sleep(Duration::from_millis(500));
            self.is_over.store(true, Relaxed);
            play.join().expect("it plays")
        })
    }

    fn play(&self) -> Vec<Acknowledged> {
        let mut told = Vec::new();
        let path = format!("{}/commands", self.game);
        while !self.is_over.load(Relaxed) && told.len() < self.moves.len() {
            let ply = told.len() + 1;
            let order = json!({ "id": format!("m{ply}"), "ply": ply,
                "command": { "type": "move", "usi": self.moves[ply - 1] } });
            let began = Instant::now();
            loop {
                let key = &self.keys[(ply + 1) % 2];
                let (status, answer) = self.server.ask("POST", &path, key, &order);
                match status {
                    200 => {
                        let n = answer["payload"]["n"].as_u64().expect("a number");
                        break told.push((n, Instant::now()));
                    }
                    // It is not stored, or perhaps: under its id it may be sent again.
                    408 | 503 => std::thread::sleep(Duration::from_millis(50)),
                    _ => panic!("{status} {answer}"),
                }
                assert!(began.elapsed() < Duration::from_secs(60), "{answer}");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        told
    }

    /// The log has every acknowledged move, once, in order, without gaps.
    fn has(&self, acknowledged: &[Acknowledged]) {
        let path = format!("{}/events", self.game);
        let (status, log) = self.server.ask("GET", &path, "", &json!({}));
        assert_eq!(status, 200, "{log}");
        let events = log["payload"]["events"].as_array().expect("events");
        let numbers = events.iter().map(|event| event["n"].as_u64());
        assert!(numbers.eq((1..=events.len() as u64).map(Some)), "no gaps");
        assert!(acknowledged.len() > 5, "{} moves", acknowledged.len());
        let moved: Vec<&Value> = events.iter().filter(|e| e["type"] == "moved").collect();
        assert!(moved.len() <= acknowledged.len() + 1, "none twice");
        for ((ply, (n, _)), event) in (1..).zip(acknowledged).zip(moved) {
            assert_eq!((&event["n"], &event["ply"]), (&json!(n), &json!(ply)));
            assert_eq!(event["usi"], self.moves[ply - 1]);
        }
    }
}

/// How long it took from a moment until a move was acknowledged.
fn until_a_move(acknowledged: &[Acknowledged], after: Instant) -> Duration {
    let next = acknowledged.iter().find(|(_, at)| *at > after);
    next.expect("a move after it").1 - after
}

#[test]
fn a_database_that_restarts_in_the_middle_loses_nothing() {
    let Some(postgres) = Postgres::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let url = url(postgres.folder.path());
    let server = Server::start(folder.path(), &[("--database", &url)]).expect("it starts");
    let game = Match::begin(&server);
    let mut slowest = Duration::ZERO;
    let acknowledged = game.during(|| {
        for _ in 0..so_many(8, 2) {
            std::thread::sleep(Duration::from_millis(400));
            assert!(postgres.control("restart"));
            let back = Instant::now();
            while server.ask("GET", "/api/health", "", &json!({})).0 != 200 {
                assert!(back.elapsed() < Duration::from_secs(60), "it stays away");
                std::thread::sleep(Duration::from_millis(20));
            }
            slowest = slowest.max(back.elapsed());
        }
    });
    println!("{} moves acknowledged, itself again after {slowest:?}", acknowledged.len());
    game.has(&acknowledged);
    assert!(slowest < PATIENCE, "{slowest:?}");
}

#[test]
fn a_standby_that_takes_over_has_every_move() {
    let Some(mut primary) = Postgres::start() else { return };
    // The server knows a name, behind which another machine may stand tomorrow.
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().join("primary");
    symlink(primary.folder.path(), &name).unwrap();
    let server = Server::start(folder.path(), &[("--database", &url(&name))]).expect("it starts");
    for _ in 0..so_many(3, 1) {
        let standby = primary.standby();
        let game = Match::begin(&server);
        let mut taken_over = Instant::now();
        let acknowledged = game.during(|| {
            std::thread::sleep(Duration::from_millis(1000));
            primary.pull_the_plug();
            std::thread::sleep(Duration::from_millis(200));
            assert!(standby.control("promote"));
            let next = folder.path().join("next");
            symlink(standby.folder.path(), &next).unwrap();
            fs::rename(next, &name).unwrap();
            taken_over = Instant::now();
            std::thread::sleep(Duration::from_millis(1500));
        });
        let waited = until_a_move(&acknowledged, taken_over);
        println!("{} moves acknowledged, the first one after {waited:?}", acknowledged.len());
        game.has(&acknowledged);
        assert!(waited < PATIENCE, "{waited:?}");
        primary = standby;
    }
}
