//! What a stranger may cost: every request has a price that is known before the work.

mod common;
#[allow(dead_code, reason = "the tests of live games use all of it")]
#[path = "live/player.rs"]
mod player;

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use common::{Answer, Running};
use futures_util::{SinkExt as _, StreamExt as _};
use koma_server::{Config, Quota};
use player::{Player, Table};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

/// A `variants.ini` of so many sections, each a game of three hundred kinds.
fn giants(sections: usize) -> String {
    let mut text = String::new();
    for number in 0..sections {
        let _ = writeln!(text, "[t{number}:taikyoku]");
    }
    text
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_giants_in_one_text_are_priced_before_they_are_built() {
    let server = Running::start().await;
    let began = Instant::now();
    let body = json!({ "text": giants(2000), "format": "ini" });
    let checked = server.post("/api/variants/check", body.clone()).await.payload();
    let codes: Vec<&str> =
        checked["findings"].as_array().unwrap().iter().filter_map(|f| f["code"].as_str()).collect();
    assert!(codes.contains(&"ini-too-many-sections"), "{codes:?}");
    assert!(codes.contains(&"ini-too-many-kinds"), "{codes:?}");
    assert!(checked["variants"].as_array().unwrap().len() < 40);
    println!("checked in {:?}", began.elapsed());
    // Only the one that is meant is built.
    let body = json!({ "text": giants(100), "format": "ini", "name": "t7" });
    let id = server.post("/api/variants", body).await.payload()["id"].clone();
    let id = id.as_str().unwrap();
    let source = server.get(&format!("/api/variants/{id}/source")).await.payload();
    assert!(source["text"].as_str().unwrap().contains("t7"));
    server.get(&format!("/api/variants/{id}")).await.payload();
    // Wrong options are refused without reading the text again.
    for option in ["nonsense", "other"] {
        let body = json!({ "variant": id, "options": { option: "x" } });
        for _ in 0..2 {
            server.post("/api/position/legal", body.clone()).await.code(400);
        }
    }
    let long = json!({ "variant": id, "options": { "x".repeat(100): "x" } });
    server.post("/api/position/legal", long).await.code(400);
    let many: serde_json::Map<String, Value> =
        (0..100).map(|n| (format!("o{n}"), json!("x"))).collect();
    server.post("/api/position/legal", json!({ "variant": id, "options": many })).await.code(400);
}

/// A game on 36x36: two rows of so many men whose moves have so many long legs.
fn web(men: usize, legs: usize) -> String {
    let leg = |n: usize| {
        let to = if n.is_multiple_of(2) { "[-1, 0]" } else { "[0, 1]" };
        format!("{{ to: {to}, rider: ranging, ends_on: [empty] }}")
    };
    let legs: Vec<String> = (0..legs).map(leg).collect();
    format!(
        "slug: \"web\"\nname: \"Web\"\npiece_files: [\"standard_shogi.yaml\"]\n\
         board: {{ files: 36, ranks: 36 }}\nstart: \"{}\"\n\
         kinds:\n  - {{ code: \"K\", piece: \"King\" }}\n  - {{ code: \"WV\", piece: \"Weaver\", promotes_to: none }}\n\
         pieces:\n  - id: 900\n    name: \"Weaver\"\n    name_ja: \"織\"\n    name_kanji: \"織\"\n    value: 1\n    \
         can_promote: false\n    promotes_to: null\n    movement:\n      steps: []\n      \
         paths:\n        - {{ legs: [{}] }}\n    is_ranged: true\n    special_rules: []\n",
        rows(men),
        legs.join(", ")
    )
}

/// A position of such a game with so many men in each row.
fn rows(men: usize) -> String {
    let row = |code: &str| match men {
        36 => format!("{code}36"),
        _ => format!("{code}{men},{}", 36 - men),
    };
    let (top, bottom, empty) = (row("wv"), row("WV"), "36/".repeat(32));
    format!("17,k,18/{top}/{empty}{bottom}/17,K,18 b - 1")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_position_dearer_than_that_of_its_variant_is_refused_and_not_looked_at_for_long() {
    let server = Running::start().await;
    let id = server.post("/api/variants", json!({ "text": web(1, 3) })).await.payload();
    let id = id["id"].as_str().unwrap();
    server.post("/api/position/legal", json!({ "variant": id })).await.payload();
    for men in [4, 12, 36] {
        let dear = json!({ "variant": id, "sfen": rows(men) });
        let began = Instant::now();
        let answer = server.post("/api/position/legal", dear.clone()).await;
        assert_eq!(answer.code(422), "TOO_DEAR");
        assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
        // Nobody sits down to a game that cannot go on.
        let (game, status) = (server.post("/api/games", dear.clone()).await, [400, 422]);
        assert!(status.contains(&game.status), "{}", game.body);
        for path in ["/api/position/validate", "/api/kifu/position"] {
            let answer = server.post(path, dear.clone()).await;
            assert!([200, 422].contains(&answer.status), "{path}: {}", answer.body);
        }
        let mut asked = dear;
        asked["move"] = json!("1b1c");
        let answer = server.post("/api/position/explain", asked).await;
        assert!([200, 422].contains(&answer.status), "{}", answer.body);
    }
    // A game of it is played from where it is not too dear.
    let table = Table::new(&server, json!({ "variant": id })).await;
    let mut sente = Player::enter(&server, &table.id, Some(&table.keys[0]), vec![], "s").await;
    if sente.position.is_null() {
        sente.until(|message| message["type"] == "position").await;
    }
    let usi = sente.position["moves"][0].clone();
    sente.command(Some(1), json!({ "type": "move", "usi": usi })).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_engine_ends_in_time_where_moves_are_dear() {
    // 55
    let server = Running::start().await;
    let id = server.post("/api/variants", json!({ "text": web(1, 3) })).await.payload();
    let id = id["id"].as_str().unwrap();
    for sfen in [Value::Null, json!(rows(4)), json!(rows(36))] {
        let game = json!({ "variant": id, "sfen": sfen });
        for (path, body) in [
            ("/api/engine/move", json!({ "game": game, "level": 10 })),
            ("/api/engine/lines", json!({ "game": game, "seconds": 1, "lines": 5 })),
            ("/api/engine/lines", json!({ "game": game, "seconds": 1, "threat": true })),
            ("/api/engine/game", json!({ "game": game, "nodes": 1000 })),
            ("/api/engine/mate", json!({ "game": game, "seconds": 1 })),
        ] {
            let began = Instant::now();
            let sent = timeout(Duration::from_secs(60), server.post(path, body)).await;
            let answer = sent.expect("in time");
            println!("{path}: {} after {:?}", answer.status, began.elapsed());
            assert!([200, 409, 422].contains(&answer.status), "{path}: {}", answer.body);
        }
        server.get("/api/health").await.payload();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_whose_moves_take_minutes_to_find_is_refused_and_its_piece_named() {
    let server = Running::start().await;
    let refused = async |text: String| {
        let body = json!({ "text": text });
        let checked = server.post("/api/variants/check", body.clone()).await.payload();
        let findings = checked["findings"].as_array().unwrap().clone();
        let dear = findings.iter().find(|finding| finding["code"] == "moves-too-dear");
        let stored = server.post("/api/variants", body).await;
        assert_eq!(stored.status, if dear.is_some() { 400 } else { 200 }, "{findings:?}");
        dear.map(|finding| finding["message"].as_str().unwrap().to_owned())
    };
    assert!(refused(web(36, 4)).await.is_some_and(|words| words.contains("Weaver")));
    assert!(refused(web(36, 3)).await.is_some_and(|words| words.contains("Weaver")));
    assert_eq!(refused(web(2, 1)).await, None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_who_want_the_same_rules_wait_for_one_compilation() {
    let server = std::sync::Arc::new(Running::start().await);
    let body = json!({ "text": giants(1), "format": "ini" });
    let id = server.post("/api/variants", body).await.payload()["id"].clone();
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..20 {
        let (server, path) = (server.clone(), format!("/api/variants/{}", id.as_str().unwrap()));
        tasks.spawn(async move { server.get(&path).await.status });
    }
    assert!(tasks.join_all().await.into_iter().all(|status| status == 200));
}

#[tokio::test]
async fn a_name_that_is_not_ours_is_not_served() {
    let origins = vec!["https://koma.example.org".to_owned()];
    let server = Running::with(Config { origins, ..Config::default() }).await;
    let port = server.address.port();
    for (host, origin, status) in [
        ("evil.example:8080".to_owned(), Some("http://evil.example:8080"), 421),
        ("evil.example".to_owned(), None, 421),
        ("localhost.evil.example".to_owned(), None, 421),
        (format!("localhost:{port}"), None, 200),
        (format!("[::1]:{port}"), None, 200),
        ("koma.example.org".to_owned(), Some("https://koma.example.org"), 200),
        ("KOMA.example.org".to_owned(), None, 200),
        // A proxy that does not pass the name on.
        (format!("127.0.0.1:{port}"), Some("https://koma.example.org"), 200),
        ("koma.example.org".to_owned(), Some("https://evil.example"), 403),
    ] {
        let mut headers = vec![("host", &*host)];
        headers.extend(origin.map(|origin| ("origin", origin)));
        let answer = server.send("POST", "/api/position/legal", &headers, json!({})).await;
        assert_eq!(answer.status, status, "{host} {origin:?} {}", answer.body);
    }
    let url = format!("ws://{}/api/games/{}/live", server.address, "a".repeat(16));
    let mut request = url.into_client_request().unwrap();
    request.headers_mut().insert("host", "evil.example:8080".parse().unwrap());
    request.headers_mut().insert("origin", "http://evil.example:8080".parse().unwrap());
    let refused = connect_async(request).await.unwrap_err().to_string();
    assert!(refused.contains("421"), "{refused}");
}

#[tokio::test]
async fn behind_a_proxy_people_are_counted_by_their_own_addresses() {
    let proxies = vec!["127.0.0.1".parse().unwrap()];
    let server = Running::with(Config { rate: 1, proxies, ..Config::default() }).await;
    let ask = async |from: &str| {
        let headers = [("x-forwarded-for", from)];
        server.send("POST", "/api/position/legal", &headers, json!({})).await.status
    };
    let mut served = 0;
    for _ in 0..40 {
        served += usize::from(ask("203.0.113.1").await == 200);
    }
    assert!(served < 40, "{served}");
    assert_eq!(ask("203.0.113.2").await, 200, "somebody else");
    // What a client writes itself stands before what the proxy adds.
    assert_eq!(ask("198.51.100.9, 203.0.113.1").await, 429);
    // In IPv6 a house has a network.
    let mut served = 0;
    for number in 0..40 {
        served += usize::from(ask(&format!("2001:db8:1:2::{number:x}")).await == 200);
    }
    assert!(served < 40, "{served}");
}

#[tokio::test]
async fn who_guesses_passwords_waits_and_the_owner_gets_in() {
    let proxies = vec!["127.0.0.1".parse().unwrap()];
    let server = Running::with(Config { proxies, ..Config::default() }).await;
    server.sign_up("Habu").await;
    let try_it = async |from: &str, password: &str| {
        let body = json!({ "name": "Habu", "password": password });
        server.send("POST", "/api/session", &[("x-forwarded-for", from)], body).await
    };
    let mut hashed = 0;
    for _ in 0..30 {
        let answer = try_it("203.0.113.1", "wrong password").await;
        match answer.status {
            401 => hashed += 1,
            _ => {
                assert_eq!(answer.code(429), "TOO_MANY_ATTEMPTS");
                assert!(answer.retry_after.is_some());
            }
        }
    }
    assert!((5..12).contains(&hashed), "{hashed} of 30 were looked at");
    assert_eq!(try_it("203.0.113.1", "correct horse").await.code(429), "TOO_MANY_ATTEMPTS");
    assert_eq!(try_it("198.51.100.7", "correct horse").await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_socket_is_closed_within_a_second_of_signing_out() {
    let server = Running::start().await;
    let (one, other) = (server.sign_up("Habu").await, server.sign_up("Tanigawa").await);
    let table = Table::new(&server, json!({})).await;
    let open = async |who: &common::Signed| {
        let url = format!("ws://{}/api/games/{}/live", server.address, table.id);
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert("cookie", who.cookie.parse().unwrap());
        let (mut socket, _) = connect_async(request).await.unwrap();
        socket.send(Message::text(json!({ "type": "hello" }).to_string())).await.unwrap();
        let _welcome = socket.next().await.unwrap().unwrap();
        socket
    };
    let (mut mine, mut theirs) = (open(&one).await, open(&other).await);
    // One that was opened and has not said a word yet.
    let url = format!("ws://{}/api/games/{}/live", server.address, table.id);
    let mut request = url.into_client_request().unwrap();
    request.headers_mut().insert("cookie", one.cookie.parse().unwrap());
    let (mut silent, _) = connect_async(request).await.unwrap();
    // Let the one who looks for ended sessions begin.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let began = Instant::now();
    assert_eq!(server.send_as(&one, "DELETE", "/api/session", json!({})).await.status, 200);
    let reason = async {
        while let Some(Ok(message)) = mine.next().await {
            let Message::Text(text) = message else { continue };
            let message: Value = serde_json::from_str(&text).unwrap();
            if message["type"] == "bye" {
                return message["reason"].clone();
            }
        }
        Value::Null
    };
    let reason = timeout(Duration::from_secs(5), reason).await.expect("it is closed");
    assert_eq!(reason, "signedOut");
    println!("closed after {:?}", began.elapsed());
    silent.send(Message::text(json!({ "type": "hello" }).to_string())).await.unwrap();
    let first = silent.next().await.unwrap().unwrap().into_text().unwrap();
    assert!(first.contains("signedOut"), "{first}");
    theirs.send(Message::text(json!({ "type": "ping", "t": 1 }).to_string())).await.unwrap();
    let pong = async {
        while let Some(Ok(message)) = theirs.next().await {
            if message.to_text().is_ok_and(|text| text.contains("pong")) {
                return true;
            }
        }
        false
    };
    assert!(timeout(Duration::from_secs(5), pong).await.unwrap(), "another session stays");
}

#[tokio::test]
async fn a_day_has_its_quota_and_what_is_too_much_is_refused() {
    let quota = Some(Quota { bytes: 1000, games: 2, ..Quota::default() });
    let server = Running::with(Config { quota, ..Config::default() }).await;
    let kif = |name: &str| format!("先手：{name}\n   1 ７六歩(77)\n");
    let save = async |text: String| {
        server.post("/api/kifu/import?save=true", json!({ "text": text })).await
    };
    assert_eq!(save(kif("a")).await.status, 200);
    assert_eq!(save(kif(&"b".repeat(2000))).await.code(429), "QUOTA");
    assert_eq!(server.post("/api/kifu/import", json!({ "text": kif("c") })).await.status, 200);
    for round in 0..3 {
        let made = server.post("/api/games", json!({})).await;
        assert_eq!(made.status, if round < 2 { 200 } else { 429 });
    }
    // Who is signed in has a quota of their own.
    let habu = server.sign_up("Habu").await;
    assert_eq!(server.send_as(&habu, "POST", "/api/games", json!({})).await.status, 200);
}

#[tokio::test]
async fn bodies_that_do_not_come_keep_nobody_waiting() {
    let server = Running::start().await;
    let mut slow = Vec::new();
    for _ in 0..50 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let head = format!(
            "POST /api/kifu/import HTTP/1.1\r\nhost: {}\r\ncontent-type: text/plain\r\n\
             content-length: 16000000\r\n\r\nabc",
            server.address
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        slow.push(stream);
    }
    let large = format!("先手：a\n*{}\n   1 ７六歩(77)\n", "x".repeat(2 << 20));
    let sent = server.client.post(server.url("/api/kifu/import")).body(large).send();
    let answer = timeout(Duration::from_secs(20), sent).await.expect("it is read").unwrap();
    assert_eq!(answer.status(), 200);
    // And those who are silent are told so.
    let mut heard = vec![0; 100];
    let read = timeout(Duration::from_secs(20), slow[0].read(&mut heard)).await;
    let text = String::from_utf8_lossy(&heard[..read.expect("an answer").unwrap()]).into_owned();
    assert!(text.starts_with("HTTP/1.1 408"), "{text}");
}

#[tokio::test]
async fn a_body_that_is_too_large_hears_so() {
    let server = Running::start().await;
    let large = "x".repeat(17 << 20);
    let sent = server.client.post(server.url("/api/kifu/import")).body(large).send().await;
    let answer = Answer::of(sent.expect("the connection is not reset")).await;
    assert_eq!(answer.code(413), "TOO_LARGE");
    let url = format!("ws://{}/api/games/{{}}/live", server.address);
    let table = Table::new(&server, json!({})).await;
    let (mut socket, _) = connect_async(url.replace("{}", &table.id)).await.unwrap();
    socket.send(Message::text("x".repeat(20_000))).await.unwrap();
    let mut code = 0;
    while let Some(Ok(message)) = socket.next().await {
        if let Message::Close(Some(frame)) = message {
            code = frame.code.into();
        }
    }
    assert_eq!(code, 1009);
}

#[tokio::test]
async fn one_house_has_so_many_connections() {
    let server = Running::with(Config { connections: 8, ..Config::default() }).await;
    let mut held = Vec::new();
    for _ in 0..8 {
        held.push(TcpStream::connect(server.address).await.unwrap());
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    let mut ninth = TcpStream::connect(server.address).await.unwrap();
    let read =
        timeout(Duration::from_secs(5), ninth.read(&mut [0; 8])).await.expect("it is closed");
    assert_eq!(read.unwrap_or(0), 0);
    drop(held);
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(server.get("/api/variants").await.status, 200);
    // A head larger than any browser's is refused, not kept.
    let huge = server.client.get(server.url("/")).header("x", "x".repeat(40_000)).send().await;
    assert!(huge.is_err() || huge.unwrap().status().as_u16() == 431);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn asking_for_health_does_not_write_each_time() {
    let admin = Some("127.0.0.1:0".parse().unwrap());
    let server = Running::with(Config { admin, ..Config::default() }).await;
    let wal = server.data.join("koma.db-wal");
    assert_eq!(server.get("/api/health").await.status, 200);
    let before = std::fs::metadata(&wal).map_or(0, |about| about.len());
    let began = Instant::now();
    for _ in 0..200 {
        assert_eq!(server.get("/api/health").await.status, 200);
    }
    let grown = std::fs::metadata(&wal).map_or(0, |about| about.len()) - before;
    let checks = began.elapsed().as_secs() + 2;
    assert!(grown <= checks * 3 * 4152, "{grown} bytes in {checks} s");
    assert_eq!(server.get("/metrics").await.code(404), "NOT_FOUND");
}

#[tokio::test]
async fn names_that_look_like_others_are_taken_and_guests_are_told_apart() {
    let server = Running::start().await;
    let habu = server.sign_up("alice").await;
    for (name, code) in [
        ("al\u{ad}ice", "BAD_NAME"),
        ("alice\u{3164}", "BAD_NAME"),
        ("alice\u{2800}", "BAD_NAME"),
        ("alice\u{e0041}", "BAD_NAME"),
        ("alic\u{435}", "NAME_TAKEN"),
        ("ａｌｉｃｅ", "NAME_TAKEN"),
    ] {
        let answer =
            server.post("/api/accounts", json!({ "name": name, "password": "long enough" })).await;
        assert_eq!(answer.code(answer.status), code, "{name:?}");
    }
    let wish = json!({ "side": "sente" });
    let made = server.send_as(&habu, "POST", "/api/games", wish).await.payload();
    let game = format!("/api/games/{}", made["id"].as_str().unwrap());
    let join = json!({ "invite": made["invite"], "name": "alice" });
    server.post(&format!("{game}/join"), join).await.payload();
    let players = server.get(&game).await.payload()["players"].clone();
    assert_eq!(
        (&players["sente"]["name"], &players["gote"]["name"]),
        (&json!("alice"), &json!("alice"))
    );
    assert_eq!(
        (&players["sente"]["account"], &players["gote"]["account"]),
        (&json!(true), &json!(false))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_game_sends_only_what_is_new() {
    let server = Running::start().await;
    let table = Table::new(&server, json!({ "variant": "minishogi" })).await;
    let mut sente = Player::enter(&server, &table.id, Some(&table.keys[0]), vec![], "s").await;
    let mut gote = Player::enter(&server, &table.id, Some(&table.keys[1]), vec![], "g").await;
    let mut watcher = Player::enter(&server, &table.id, None, vec![], "w").await;
    let (moves, _) = player::chance("minishogi", 5, 30);
    for (usi, ply) in moves.iter().zip(1_u32..) {
        let mover = if ply % 2 == 1 { &mut sente } else { &mut gote };
        mover.command(Some(ply), json!({ "type": "move", "usi": usi })).await.unwrap();
    }
    let last = moves.len() as u64 + 2;
    // A game that ends with its last move has one event more.
    let knows_all = |message: &serde_json::Value| message["last"].as_u64() >= Some(last);
    let told = watcher.until(|message| message["type"] == "position" && knows_all(message)).await;
    let news = told["position"]["played"].as_array().unwrap().len() as u64;
    assert!((1..=2).contains(&news), "{told}");
    assert_eq!(told["from"], moves.len() as u64 - news);
    assert_eq!(told["position"]["lastMove"]["usi"], json!(moves.last().unwrap()));
    // Who comes gets all of it.
    let late = Player::enter(&server, &table.id, None, vec![], "late").await;
    let mut late = late;
    let first = late.until(|message| message["type"] == "position").await;
    assert_eq!(first["from"], 0);
    assert_eq!(first["position"]["played"].as_array().unwrap().len(), moves.len());
}

/// A game on 36x36 in which hundreds of men may go anywhere, and promote there or not.
fn swarm() -> String {
    let ant = |id: usize, name: &str, promotes: &str| {
        format!(
            "  - id: {id}\n    name: \"{name}\"\n    name_ja: \"{name}\"\n    name_kanji: \"蟻\"\n    \
             value: 1\n    {promotes}\n    movement:\n      steps:\n        \
             - {{ direction: \"N\", type: single }}\n        - {{ direction: \"S\", type: single }}\n      \
             anywhere: true\n    is_ranged: false\n    special_rules: []\n"
        )
    };
    let (top, middle, bottom) = ("an36/".repeat(6), "36/".repeat(22), "AN36/".repeat(6));
    format!(
        "slug: \"swarm\"\nname: \"Swarm\"\npiece_files: [\"standard_shogi.yaml\"]\n\
         board: {{ files: 36, ranks: 36 }}\nstart: \"17,k,18/{top}{middle}{bottom}17,K,18 b - 1\"\n\
         kinds:\n  - {{ code: \"K\", piece: \"King\" }}\n  - {{ code: \"AN\", piece: \"Ant\" }}\n  \
         - {{ code: \"+AN\", piece: \"Queen\" }}\npromotion: {{ zone: 36 }}\ndrops: none\n\
         check_rules: false\nendings:\n  - {{ kind: royal_taken, outcome: loss }}\n  \
         - {{ kind: no_move, outcome: loss }}\npieces:\n{}{}",
        ant(900, "Ant", "can_promote: true\n    promotes_to: 901"),
        ant(901, "Queen", "can_promote: false\n    promotes_to: null")
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_position_too_large_for_a_message_is_said_to_be_and_the_game_goes_on() {
    // F16: the socket died without a word.
    let server = Running::start().await;
    let made = server.post("/api/variants", json!({ "text": swarm() })).await.payload();
    let id = made["id"].as_str().unwrap();
    let all = server.post("/api/position/legal", json!({ "variant": id })).await;
    let size = all.body.to_string().len();
    assert!(size > 4 << 20, "it is as large as it must be: {size}");
    let table = Table::new(&server, json!({ "variant": id })).await;
    let mut sente = Player::enter(&server, &table.id, Some(&table.keys[0]), vec![], "s").await;
    let mut gote = Player::enter(&server, &table.id, Some(&table.keys[1]), vec![], "g").await;
    let is_too_large =
        |message: &Value| message["type"] == "tooLarge" && message["what"] == "position";
    sente.until(is_too_large).await;
    gote.until(is_too_large).await;
    sente.command(Some(1), json!({ "type": "move", "usi": "1ad1ac" })).await.unwrap();
    gote.until(is_too_large).await;
    gote.command(Some(2), json!({ "type": "move", "usi": "1g1h" })).await.unwrap();
    sente.until(is_too_large).await;
    assert!(sente.position.is_null() && gote.position.is_null());
    // Over HTTP there is all of it.
    let moves = ["1ad1ac", "1g1h"];
    let body = json!({ "variant": id, "moves": moves });
    let there = server.post("/api/position/legal", body).await.payload();
    assert!(there["moves"].as_array().unwrap().len() > 300_000);
    assert_eq!(table.view(&server).await["moves"], json!(moves));
}

/// The time the processor has given to this thread, and to all threads of this process.
#[cfg(target_os = "linux")]
fn processor() -> [Duration; 2] {
    let time = |path: &std::path::Path| {
        let said = std::fs::read_to_string(path.join("schedstat")).unwrap_or_default();
        let nanos = said.split(' ').next().and_then(|nanos| nanos.parse().ok());
        Duration::from_nanos(nanos.unwrap_or_default())
    };
    let tasks = std::fs::read_dir("/proc/self/task").unwrap();
    let all = tasks.map(|task| time(&task.unwrap().path())).sum();
    [time(std::path::Path::new("/proc/thread-self")), all]
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn counting_what_was_played_is_not_done_where_others_are_answered() {
    // F20. The server answers on the one thread of this test: what keeps that busy keeps everybody
    // waiting.
    const GAMES: u64 = 6_000;
    let server = Running::start().await;
    let url = format!("sqlite://{}", server.data.join("koma.db").display());
    let store = koma_store::Store::open(&url).await.unwrap();
    let games = (0..GAMES).map(|seed| koma_store::testing::playout("shogi", seed, 1));
    let games = games.map(|game| koma_store::Prepared::of(&game)).collect();
    let added = store.import(games, &[]).await.unwrap().added as u64;
    store.close().await;
    // Its threads go, and what they have used goes with them.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let ask = async |body: Value| {
        let (mut total, before) = (0, processor());
        for _ in 0..10 {
            let answer = server.post("/api/kifu/position", body.clone()).await.payload();
            total = answer["total"].as_u64().unwrap();
        }
        let after = processor();
        (total, [0, 1].map(|which| after[which].saturating_sub(before[which]).as_secs_f64()))
    };
    // Everything is compiled and read once.
    ask(json!({})).await;
    for filter in [json!({}), json!({ "from": "1900" })] {
        let mut nowhere = filter.clone();
        nowhere["moves"] = json!(["5i5h", "5a5b"]);
        let ((none, few), (many, all)) = (ask(nowhere).await, ask(filter.clone()).await);
        assert_eq!((none, many), (0, added), "{filter}");
        let [here, everywhere] = [0, 1].map(|which| all[which] - few[which]);
        println!("{filter}: {here:.3} s more here, {everywhere:.3} s everywhere");
        assert!(here < everywhere * 0.5, "{filter}: {here} s of {everywhere} s are spent here");
    }
}

/// Attacks that have always been refused, and must be for ever: one line each.
#[tokio::test]
async fn old_attacks_still_fail() {
    let server = Running::start().await;
    let game = Table::new(&server, json!({})).await;
    // Methods nobody serves.
    for method in ["TRACE", "PUT", "PATCH"] {
        assert_eq!(
            server.send(method, "/api/variants", &[], json!({})).await.status,
            405,
            "{method}"
        );
    }
    // Ways out of a folder.
    for path in [
        "/..%2f..%2fetc%2fpasswd",
        "/assets/..%2f..%2fCargo.toml",
        "/assets/%2e%2e/%2e%2e/etc/passwd",
        "/api/kifu/..%2f..%2fkoma.db",
        "/api/kifu/..%5c..%5ckoma.db",
        "/api/variants/..%2f/source",
        "/api/pieces/shipped/..%2f..%2f/1",
        "/api/games/..%2f..%2f",
    ] {
        let answer = server.get(path).await;
        assert!(answer.status >= 400 || answer.body.to_string().contains("<html"), "{path}");
        assert!(!answer.body.to_string().contains("root:"), "{path}");
    }
    // Names that would break a header, and bodies that would break a reader.
    let name = "a\r\nSet-Cookie: x=1\"../../x";
    let kif = json!({ "text": format!("先手：{}\n   1 ７六歩(77)\n", name.replace("\r\n", " ")) });
    let id = server.post("/api/kifu/import?save=true", kif).await.payload()["id"].clone();
    let file = format!("/api/kifu/{}.kif", id.as_str().unwrap());
    let file = server.client.get(server.url(&file)).send().await.unwrap();
    assert!(!file.headers().contains_key("set-cookie"));
    assert!(!file.headers()["content-disposition"].to_str().unwrap().contains(['/', '"']));
    for (path, body) in [
        ("/api/position/legal", "[".repeat(500_000)),
        ("/api/position/legal", "{\"moves\":".repeat(10_000)),
        ("/api/variants/check", json!({ "text": "[".repeat(900_000) }).to_string()),
        ("/api/variants/check", json!({ "text": laughs() }).to_string()),
        ("/api/pieces/check", json!({ "text": laughs() }).to_string()),
        (
            "/api/kifu/import",
            json!({ "text": format!("{{\"moves\":{}", "[".repeat(100_000)) }).to_string(),
        ),
    ] {
        let request =
            server.client.post(server.url(path)).header("content-type", "application/json");
        let began = Instant::now();
        let status = request.body(body).send().await.unwrap().status().as_u16();
        assert!(status < 500, "{path}: {status}");
        assert!(began.elapsed() < Duration::from_secs(10), "{path}: {:?}", began.elapsed());
    }
    // Figures nobody has.
    for wish in [
        json!({ "clock": { "kind": "sudden", "main": u64::MAX } }),
        json!({ "clock": { "kind": "sudden", "main": -1 } }),
        json!({ "sfen": "9/".repeat(30_000) }),
        json!({ "name": "a\u{202e}b" }),
        json!({ "name": "a\u{0}b" }),
        json!({ "variant": "x".repeat(5000) }),
        json!({ "options": { "repetition": "x".repeat(5000) } }),
        json!({ "unknown": 1 }),
    ] {
        let status = server.post("/api/games", wish.clone()).await.status;
        assert!((400..500).contains(&status), "{wish}: {status}");
    }
    // Two lengths, a length and chunks: one answer, and it is no.
    for head in [
        "content-length: 4\r\ncontent-length: 5\r\n",
        "content-length: 4\r\ntransfer-encoding: chunked\r\n",
    ] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let text = format!(
            "POST /api/position/legal HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
             {head}\r\n0\r\n\r\nGET /api/variants HTTP/1.1\r\nhost: x\r\n\r\n",
            server.address
        );
        stream.write_all(text.as_bytes()).await.unwrap();
        let mut heard = vec![0; 4096];
        let read = timeout(Duration::from_secs(10), stream.read(&mut heard)).await;
        let text = String::from_utf8_lossy(&heard[..read.unwrap().unwrap_or(0)]).into_owned();
        assert!(!text.contains("200 OK"), "{text}");
    }
    // Keys in events, and pictures that would run.
    let log = game.events(&server).await;
    assert!(!json!(log).to_string().contains(&game.keys[0]));
    let script = "<script>alert(1)</script>";
    let text = format!("[{script}:minishogi]\n");
    let made = server.post("/api/variants", json!({ "text": text, "format": "ini" })).await;
    if made.status == 200 {
        let id = made.payload()["id"].as_str().unwrap().to_owned();
        for path in [format!("/api/variants/{id}"), format!("/api/variants/{id}/picture.svg")] {
            let answer = server.client.get(server.url(&path)).send().await.unwrap();
            let is_json = answer.headers()["content-type"] == "application/json";
            assert!(is_json || !answer.text().await.unwrap().contains(script), "{path}");
        }
    }
}

/// A billion laughs.
fn laughs() -> String {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for n in 1..12 {
        let _ = writeln!(text, "a{n}: &a{n} [{}]", vec![format!("*a{}", n - 1); 9].join(", "));
    }
    text
}
