//! What breaks servers, done to a real one: docs/reliability.md lists it. In small by default;
//! `KOMA_TRIALS=full` does it as often as it was done by hand once.

#![cfg(target_os = "linux")]

mod failover;
mod postgres;
#[allow(dead_code, reason = "koma/cluster uses more of it")]
mod server;

use std::fs;
use std::io::Write as _;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use koma_kifu::{Format, WriteOptions, write};
use koma_store::testing::{SmallDisk, playout};
use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};
use server::{Server, koma, run, so_many};

/// A folder with a database of some games.
fn furnished(games: u64) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    import(folder.path(), games, "games.csa");
    folder
}

fn games_file(folder: &Path, games: u64, name: &str) -> PathBuf {
    let games: Vec<_> = (0..games).map(|seed| playout("shogi", seed, 30)).collect();
    let path = folder.join(name);
    fs::write(&path, write(&games, Format::Csa, &WriteOptions::default()).bytes()).unwrap();
    path
}

fn import(folder: &Path, games: u64, name: &str) {
    let file = games_file(folder, games, name);
    let (code, said) = run(koma(&["db", "import"]).arg(file).arg("--data").arg(folder));
    assert_eq!(code, Some(0), "{said}");
}

fn verified(folder: &Path) -> String {
    let (code, said) = run(koma(&["db", "verify", "--data"]).arg(folder));
    assert_eq!(code, Some(0), "{said}");
    said
}

#[test]
fn one_folder_has_one_server() {
    let folder = tempfile::tempdir().unwrap();
    let first = Server::start(folder.path(), &[]).expect("it starts");
    let Err(said) = Server::start(folder.path(), &[]) else { panic!("a second one starts") };
    assert!(said.starts_with("2 ") && said.contains(&first.child.id().to_string()), "{said}");
    drop(first);
    assert!(Server::start(folder.path(), &[]).is_ok(), "the next one may");
}

#[test]
fn a_server_that_cannot_write_does_not_start_and_says_why() {
    let Some(disk) = SmallDisk::mount(256) else { return };
    disk.fill();
    let Err(said) = Server::start(&disk.path().join("data"), &[]) else { panic!("it starts") };
    assert!(said.starts_with("2 "), "{said}");
    disk.free();
    let Some(disk) = SmallDisk::mount(8192) else { return };
    drop(Server::start(disk.path(), &[]).expect("it starts"));
    let remount = Command::new("mount").args(["-o", "remount,ro"]).arg(disk.path()).status();
    if !remount.is_ok_and(|done| done.success()) {
        return;
    }
    let Err(said) = Server::start(disk.path(), &[]) else { panic!("it starts") };
    assert!(said.starts_with("2 ") && said.contains("koma db"), "{said}");
}

#[test]
fn damaged_files_are_refused_or_read_as_far_as_they_go() {
    let whole = furnished(60);
    // All of it is in the file, nothing in the log beside it.
    let copy = whole.path().join("copy.db");
    run(koma(&["db", "backup"]).arg(&copy).arg("--data").arg(whole.path()));
    let bytes = fs::read(&copy).unwrap();
    let mut random = SmallRng::seed_from_u64(14);
    let (mut refused, mut served) = (0, 0);
    for round in 0..so_many(40, 6) {
        let mut damaged = bytes.clone();
        if round % 4 == 3 {
            damaged.truncate(random.random_range(1..bytes.len()));
        }
        for _ in 0..1 << (round % 8) {
            let at = random.random_range(0..damaged.len());
            damaged[at] = random.random();
        }
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("koma.db"), damaged).unwrap();
        match Server::start(folder.path(), &[]) {
            Err(said) => {
                assert!(said.starts_with("2 ") && !said.contains("panicked"), "{said}");
                refused += 1;
            }
            Ok(server) => {
                for path in ["/api/kifu", "/api/kifu/1", "/api/kifu/30.kif", "/api/health"] {
                    let (status, answer) = server.ask("GET", path, "", &json!({}));
                    assert!([200, 404, 500, 503].contains(&status), "{path}: {status} {answer}");
                }
                server.ask("POST", "/api/kifu/position", "", &json!({}));
                served += 1;
            }
        }
        let new = folder.path().join("new.db");
        let (code, said) =
            run(koma(&["db", "rescue", "-o"]).arg(new).arg("--data").arg(folder.path()));
        assert!(matches!(code, Some(0..=2)) && !said.contains("panicked"), "{code:?} {said}");
    }
    println!("{refused} do not start, {served} serve what they can");
}

#[test]
fn a_clock_runs_while_a_server_is_stopped_and_not_with_the_date() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]).expect("it starts");
    let (game, _) = server.game(json!({ "kind": "sudden", "main": 600_000 }));
    let before = server.left(&game);
    server.signal("-STOP");
    let stopped = Duration::from_millis(so_many(5_000, 1_500) as u64);
    std::thread::sleep(stopped);
    server.signal("-CONT");
    let used = before - server.left(&game);
    assert!(u128::from(used) >= stopped.as_millis(), "{used} ms");
    drop(server);
    let library = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";
    if !Path::new(library).exists() {
        koma_testkit::skipped("the date does not jump (apt-get install libfaketime)");
        return;
    }
    let date = folder.path().join("date");
    fs::write(&date, "+0").unwrap();
    let date_name = date.to_str().unwrap();
    let fake = [
        ("env LD_PRELOAD", library),
        ("env FAKETIME_TIMESTAMP_FILE", date_name),
        ("env FAKETIME_DONT_FAKE_MONOTONIC", "1"),
        ("env FAKETIME_CACHE_DURATION", "1"),
    ];
    let server = Server::start(folder.path(), &fake).expect("it starts");
    let (game, keys) = server.game(json!({ "kind": "sudden", "main": 600_000 }));
    for (ply, jump) in (1..).zip(["+1h", "-1h", "+40d", "-40d", "+0"]) {
        let (before, began) = (server.left(&game), Instant::now());
        fs::write(&date, jump).unwrap();
        std::thread::sleep(Duration::from_millis(1_200));
        let used = before - server.left(&game);
        assert!(u128::from(used) <= began.elapsed().as_millis() + 50, "{jump}: {used} ms");
        // It is always Sente's turn: the clock that is looked at runs.
        for (side, usi) in [(0, ["1h2h", "2h1h"][ply % 2]), (1, ["9b8b", "8b9b"][ply % 2])] {
            let order = json!({ "id": format!("{ply}-{side}"), "ply": 2 * ply - 1 + side,
                "command": { "type": "move", "usi": usi } });
            let path = format!("{game}/commands");
            let (status, answer) = server.ask("POST", &path, &keys[side], &order);
            assert_eq!(status, 200, "{answer}");
        }
    }
}

#[test]
fn an_import_that_is_killed_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let games = so_many(20_000, 400) as u64;
    let file = games_file(folder.path(), games, "games.csa");
    for kill in 1..=3 {
        let mut child = koma(&["db", "import"])
            .arg(&file)
            .arg("--data")
            .arg(folder.path())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(kill * 120));
        let _ = child.kill();
        let _ = child.wait();
    }
    let (code, said) = run(koma(&["db", "import"]).arg(&file).arg("--data").arg(folder.path()));
    assert_eq!(code, Some(0), "{said}");
    verified(folder.path());
    let (_, said) = run(koma(&["db", "search", "--json", "--data"]).arg(folder.path()));
    let found: Value = serde_json::from_str(said.trim()).expect("JSON");
    assert_eq!(found["total"].as_u64(), Some(games), "all there, once");
}

#[test]
fn what_an_analysis_has_told_is_there_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let moves = "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2f";
    let moves: Vec<&str> = moves.split(' ').collect();
    let wish = json!({ "game": { "moves": moves }, "nodes": 400 });
    // The plies that were told, and those of them that were known from before.
    let told = |server: &mut Server, most: usize| {
        let mut told: Vec<(u64, bool)> = Vec::new();
        for line in server.lines("/api/engine/game", &wish) {
            let step: Value = serde_json::from_str(&line).expect("JSON");
            if let (Some(ply), Some(stored)) = (step["ply"].as_u64(), step["stored"].as_bool()) {
                told.push((ply, stored));
            }
            if told.len() == most {
                server.child.kill().expect("it runs");
                break;
            }
        }
        told
    };
    let mut known = 0;
    for life in 1..=so_many(12, 4) {
        let mut server = Server::start(folder.path(), &[]).expect("it starts");
        let seen = told(&mut server, life);
        assert_eq!(seen.len(), life, "{seen:?}");
        let stored = seen.iter().take_while(|(_, stored)| *stored).count();
        assert!(stored >= known, "{known} were told before the kill, {stored} are there");
        known = seen.len();
    }
    let mut server = Server::start(folder.path(), &[]).expect("it starts");
    let all = told(&mut server, usize::MAX);
    assert_eq!(all.len(), moves.len() + 1, "every position is judged");
    assert!(all.iter().take(known).all(|(_, stored)| *stored), "{all:?}");
}

#[test]
fn a_copy_made_under_load_is_whole() {
    let folder = furnished(20);
    let server = Server::start(folder.path(), &[]).expect("it starts");
    let url = format!("http://{}", server.address);
    let mut load = koma(&["bench", "serve", "--only", "throughput", "--games", "20"])
        .args(["--seconds", "4", "--url", &url])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    for number in 0..3 {
        std::thread::sleep(Duration::from_millis(700));
        let copy = folder.path().join(format!("copy-{number}.db"));
        let (code, said) = run(koma(&["db", "backup"]).arg(&copy).arg("--data").arg(folder.path()));
        assert_eq!(code, Some(0), "{said}");
        let url = format!("sqlite://{}", copy.display());
        let (code, said) = run(&mut koma(&["db", "--database", &url, "verify"]));
        assert_eq!(code, Some(0), "{said}");
        // A server goes on from it.
        let other = tempfile::tempdir().unwrap();
        let (code, said) = run(koma(&["db", "restore"]).arg(&copy).arg("--data").arg(other.path()));
        assert_eq!(code, Some(0), "{said}");
        let restored = Server::start(other.path(), &[]).expect("it starts");
        let (status, _) = restored.ask("GET", "/api/kifu/1.kif", "", &json!({}));
        assert_eq!(status, 200);
    }
    assert!(load.wait().unwrap().success(), "players noticed nothing");
}

#[test]
fn who_takes_all_connections_keeps_others_waiting_and_ends_nothing() {
    const FILES: usize = 120;
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_few_files(folder.path(), FILES).expect("it starts");
    let (game, keys) = server.game(json!({ "kind": "none" }));
    let connect = || TcpStream::connect(server.address).expect("the system answers for it");
    // Those who were there before: they ask when all files are taken.
    let (one, two) = (connect(), connect());
    // As many as it takes, and as many again as the system keeps for it in the meantime.
    let soon = Duration::from_millis(200);
    let more = || TcpStream::connect_timeout(&server.address, soon).ok();
    let mut held: Vec<TcpStream> = std::iter::from_fn(more).take(so_many(1000, 180)).collect();
    assert!(held.len() > FILES, "{}", held.len());
    for stream in &mut held {
        let _ = stream.write_all(b"GET /api/health HTTP/1.1\r\nhost: loc");
    }
    std::thread::sleep(Duration::from_millis(500));
    let order = |ply: usize, usi: &str| {
        json!({ "id": format!("m{ply}"), "ply": ply,
        "command": { "type": "move", "usi": usi } })
    };
    let path = format!("{game}/commands");
    let moved = server.ask_on(one, "POST", &path, &keys[0], &order(1, "7g7f"));
    assert_eq!(moved.0, 200, "{}", moved.1);
    let moved = server.ask_on(two, "POST", &path, &keys[1], &order(2, "3c3d"));
    assert_eq!(moved.0, 200, "{}", moved.1);
    drop(held);
    let began = Instant::now();
    while server.ask("POST", &path, &keys[0], &order(3, "2g2f")).0 != 200 {
        assert!(began.elapsed() < Duration::from_secs(20), "it does not come back");
        std::thread::sleep(Duration::from_millis(50));
    }
    println!("itself again after {:?}", began.elapsed());
}

#[test]
fn the_memory_of_many_who_sign_in_at_once_is_given_back() {
    // F8: sixteen of them took 800 MB, which stayed.
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]).expect("it starts");
    let habu = json!({ "name": "Habu", "password": "correct horse" });
    let (status, answer) = server.ask("POST", "/api/accounts", "", &habu);
    assert_eq!(status, 200, "{answer}");
    let (before, mut most) = (server.memory(), 0);
    std::thread::scope(|scope| {
        let sign_in = || {
            for _ in 0..so_many(20, 5) {
                let (status, answer) = server.ask("POST", "/api/session", "", &habu);
                assert_eq!(status, 200, "{answer}");
            }
        };
        let clients: Vec<_> = (0..16).map(|_| scope.spawn(sign_in)).collect();
        while clients.iter().any(|client| !client.is_finished()) {
            most = most.max(server.memory());
            std::thread::sleep(Duration::from_millis(5));
        }
    });
    let after = server.memory();
    println!("{before} MB before, {most} at most, {after} after");
    // As many hash at once as there are cores, each with 19 MiB.
    let cores = std::thread::available_parallelism().map_or(2, usize::from).max(2) as u64;
    assert!(most < before + 40 * cores + 30, "{before} MB before, {most} MB at most");
    assert!(after < before + 80, "{before} MB before, {after} MB after");
}

#[test]
fn connections_that_ask_for_nothing_take_little_memory() {
    // F17: three thousand halves of a head took 75 KB each.
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]).expect("it starts");
    assert_eq!(server.ask("GET", "/api/health", "", &json!({})).0, 200);
    let (before, count) = (server.memory(), so_many(3000, 600) as u64);
    let connect = |_| {
        let mut stream = TcpStream::connect(server.address).expect("it listens");
        stream.write_all(b"GET / HTTP/1.1\r\nhost: loc").expect("it listens");
        stream
    };
    let held: Vec<TcpStream> = (0..count).map(connect).collect();
    std::thread::sleep(Duration::from_millis(500));
    let grown = server.memory() - before;
    println!("{grown} MB for {}", held.len());
    assert!(grown << 10 < 40 * count, "{grown} MB for {count}");
}
