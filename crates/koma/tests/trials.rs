//! What breaks servers, done to a real one: docs/reliability.md lists it. In small by default;
//! `KOMA_TRIALS=full` does it as often as it was done by hand once.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use koma_kifu::{Format, WriteOptions, write};
use koma_rules::Game;
use koma_store::testing::{SmallDisk, playout};
use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};

fn so_many(full: usize, small: usize) -> usize {
    if std::env::var("KOMA_TRIALS").is_ok_and(|size| size == "full") { full } else { small }
}

fn koma(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_koma"));
    command.args(["--lang", "en"]).args(args).env("KOMA_LOG", "warn");
    command
}

/// Runs the program to its end; code, and all it said.
fn run(command: &mut Command) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } = command.output().expect("the program runs");
    let said = [stdout, stderr].concat();
    (status.code(), String::from_utf8_lossy(&said).into_owned())
}

/// A server, and everything it says.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    /// Starts one, or gives its last words.
    fn start(folder: &Path, more: &[(&str, &str)]) -> Result<Self, String> {
        let mut command = koma(&["serve", "--port", "0", "--no-open", "--rate", "0", "--data"]);
        for (name, value) in more {
            match name.strip_prefix("env ") {
                Some(name) => command.env(name, value),
                None => command.arg(name).arg(value),
            };
        }
        let mut child =
            command.arg(folder).stderr(Stdio::piped()).spawn().expect("the program runs");
        let mut said = String::new();
        let mut lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
        while let Some(Ok(line)) = lines.next() {
            let address = line.split_once("http://").map(|(_, rest)| rest.trim_end_matches('/'));
            if let Some(address) = address.and_then(|address| address.parse().ok()) {
                std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
                return Ok(Self { child, address });
            }
            said += &line;
            said.push('\n');
        }
        let status = child.wait().expect("it ends");
        Err(format!("{} {said}", status.code().unwrap_or(-1)))
    }

    fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([name, &id]).status().is_ok_and(|done| done.success()));
    }

    /// Asks; the status and the answer.
    fn ask(&self, method: &str, path: &str, key: &str, body: &Value) -> (u16, Value) {
        let body = body.to_string();
        let text = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\nauthorization: Bearer {key}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        let mut heard = Vec::new();
        let asked = TcpStream::connect(self.address).and_then(|mut stream| {
            stream.set_read_timeout(Some(Duration::from_secs(40)))?;
            stream.write_all(text.as_bytes())?;
            stream.read_to_end(&mut heard)
        });
        let heard = String::from_utf8_lossy(&heard).into_owned();
        let status = heard.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let body = heard.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        if asked.is_err() && status == 0 {
            return (0, Value::Null);
        }
        (status, serde_json::from_str(body).unwrap_or_default())
    }

    /// A game that both have joined: its address, and the keys of both.
    fn game(&self, clock: Value) -> (String, [String; 2]) {
        let wish = json!({ "side": "sente", "clock": clock });
        let (status, made) = self.ask("POST", "/api/games", "", &wish);
        assert_eq!(status, 200, "{made}");
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let made = &made["payload"];
        let game = format!("/api/games/{}", text(&made["id"]));
        let join = json!({ "invite": made["invite"] });
        let (_, joined) = self.ask("POST", &format!("{game}/join"), "", &join);
        (game, [text(&made["secret"]), text(&joined["payload"]["secret"])])
    }

    /// The time Sente has left, in milliseconds.
    fn left(&self, game: &str) -> u64 {
        let (status, view) = self.ask("GET", game, "", &json!({}));
        assert_eq!(status, 200, "{view}");
        view["payload"]["clocks"]["sente"]["main"].as_u64().expect("a clock")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

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
#[ignore = "new: it has compiled but not run yet; cargo test -- --ignored"]
fn one_folder_has_one_server() {
    let folder = tempfile::tempdir().unwrap();
    let first = Server::start(folder.path(), &[]).expect("it starts");
    let Err(said) = Server::start(folder.path(), &[]) else { panic!("a second one starts") };
    assert!(said.starts_with("2 ") && said.contains(&first.child.id().to_string()), "{said}");
    drop(first);
    assert!(Server::start(folder.path(), &[]).is_ok(), "the next one may");
}

#[test]
#[ignore = "new: it has compiled but not run yet; cargo test -- --ignored"]
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
#[ignore = "new: it has compiled but not run yet; cargo test -- --ignored"]
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
#[ignore = "new: it has compiled but not run yet; cargo test -- --ignored"]
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
        println!("skipped: the date does not jump (apt-get install libfaketime)");
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
        for (side, usi) in [(0, ["2h1h", "1h2h"][ply % 2]), (1, ["8b9b", "9b8b"][ply % 2])] {
            let order = json!({ "id": format!("{ply}-{side}"), "ply": 2 * ply - 1 + side,
                "command": { "type": "move", "usi": usi } });
            let path = format!("{game}/commands");
            let (status, answer) = server.ask("POST", &path, &keys[side], &order);
            assert_eq!(status, 200, "{answer}");
        }
    }
}

#[test]
#[ignore = "new: it has compiled but not run yet; cargo test -- --ignored"]
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
#[ignore = "new: it has compiled but not run yet; cargo test -- --ignored"]
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

/// A PostgreSQL of one's own that can be restarted; `None` where there is none.
struct Postgres {
    folder: tempfile::TempDir,
    bin: PathBuf,
}

impl Postgres {
    fn start() -> Option<Self> {
        let mut bins: Vec<_> =
            fs::read_dir("/usr/lib/postgresql").ok()?.flatten().map(|d| d.path()).collect();
        bins.sort();
        let made = Self { folder: tempfile::tempdir().ok()?, bin: bins.pop()?.join("bin") };
        let _ = Command::new("chown").arg("postgres").arg(made.folder.path()).status();
        let data = made.folder.path().join("data");
        made.tool("initdb", &["-A", "trust", "-U", "postgres", "-N", "-D"])
            .arg(data)
            .output()
            .ok()?;
        made.control("start").then_some(made)
    }

    /// A tool of the server, as the user that may run it.
    fn tool(&self, name: &str, args: &[&str]) -> Command {
        let mut command = Command::new("runuser");
        command.args(["-u", "postgres", "--"]).arg(self.bin.join(name)).args(args);
        command.current_dir(self.folder.path());
        command
    }

    fn control(&self, what: &str) -> bool {
        let folder = self.folder.path().display();
        let options = format!("-c listen_addresses='' -c unix_socket_directories='{folder}'");
        let log = format!("{folder}/log");
        let args = ["-m", "immediate", "-w", "-l", &log, "-o", &options, what, "-D"];
        let mut command = self.tool("pg_ctl", &args);
        command.arg(self.folder.path().join("data")).stdout(Stdio::null());
        command.status().is_ok_and(|done| done.success())
    }

    fn url(&self) -> String {
        format!("postgres://postgres@localhost/postgres?host={}", self.folder.path().display())
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.control("stop");
    }
}

/// Moves of a game played by chance that does not end before.
fn moves(count: usize) -> Vec<String> {
    let rules = koma_kifu::ruleset("shogi").expect("in the catalogue");
    let mut random = SmallRng::seed_from_u64(3);
    loop {
        let mut game = Game::start(&rules);
        let mut moves = Vec::new();
        while game.end().is_none() && moves.len() < count {
            let legal = game.legal_moves();
            let mv = legal[random.random_range(0..legal.len())];
            moves.push(game.position().usi(mv).to_string());
            game.play_unchecked(mv);
        }
        if game.end().is_none() {
            return moves;
        }
    }
}

#[test]
#[ignore = "new: it has compiled but not run yet; cargo test -- --ignored"]
fn a_database_that_restarts_in_the_middle_loses_nothing() {
    let Some(postgres) = Postgres::start() else {
        println!("skipped: no PostgreSQL that can be started here");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let url = postgres.url();
    let server = Server::start(folder.path(), &[("--database", &url)]).expect("it starts");
    let (game, keys) = server.game(json!({ "kind": "none" }));
    let (moves, is_over) = (moves(300), AtomicBool::new(false));
    let mut slowest = Duration::ZERO;
    let acknowledged = std::thread::scope(|scope| {
        let play = scope.spawn(|| {
            let mut told = Vec::new();
            while !is_over.load(Relaxed) && told.len() < moves.len() {
                let ply = told.len() + 1;
                let order = json!({ "id": format!("m{ply}"), "ply": ply,
                    "command": { "type": "move", "usi": moves[ply - 1] } });
                let began = Instant::now();
                loop {
                    let path = format!("{game}/commands");
                    let (status, answer) = server.ask("POST", &path, &keys[(ply + 1) % 2], &order);
                    match status {
                        200 => break told.push(answer["payload"]["n"].as_u64().unwrap()),
                        0 | 408 | 500 | 503 => std::thread::sleep(Duration::from_millis(50)),
                        _ => panic!("{status} {answer}"),
                    }
                    assert!(began.elapsed() < Duration::from_secs(60), "{answer}");
                }
                std::thread::sleep(Duration::from_millis(20));
            }
            told
        });
        for _ in 0..so_many(8, 2) {
            std::thread::sleep(Duration::from_millis(400));
            assert!(postgres.control("restart"));
            let back = Instant::now();
            while server.ask("GET", "/api/health", "", &json!({})).0 != 200 {
                std::thread::sleep(Duration::from_millis(20));
            }
            slowest = slowest.max(back.elapsed());
        }
        std::thread::sleep(Duration::from_millis(500));
        is_over.store(true, Relaxed);
        play.join().expect("it plays")
    });
    let (_, log) = server.ask("GET", &format!("{game}/events"), "", &json!({}));
    let events = log["payload"]["events"].as_array().expect("events").clone();
    let numbers: Vec<u64> = events.iter().filter_map(|event| event["n"].as_u64()).collect();
    assert!(numbers.iter().copied().eq(1..=numbers.len() as u64), "no gaps");
    println!("{} moves acknowledged, itself again after {slowest:?}", acknowledged.len());
    assert!(acknowledged.len() > 5);
    for (ply, n) in (1..).zip(acknowledged) {
        let event = &events[n as usize - 1];
        assert_eq!((&event["type"], &event["ply"]), (&json!("moved"), &json!(ply)));
    }
    assert!(slowest < Duration::from_secs(10), "{slowest:?}");
}
