//! Attacks that were tried on a server once, as docs/reliability.md numbers them, where no other
//! test has them. In small by default; `KOMA_ATTACKS=full` sends what was sent then.

mod common;
#[allow(dead_code, reason = "the tests of live games use all of it")]
#[path = "live/player.rs"]
mod player;

use std::time::{Duration, Instant};

use common::{Answer, Running};
use futures_util::{SinkExt as _, StreamExt as _};
use koma_server::Config;
use player::Table;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

fn is_full() -> bool {
    std::env::var("KOMA_ATTACKS").is_ok_and(|size| size == "full")
}

/// So many in full, a part of them otherwise.
fn so_many(full: usize, small: usize) -> usize {
    if is_full() { full } else { small }
}

/// The longest anything may take, on a machine that others use, too.
const PATIENCE: Duration = Duration::from_secs(30);

/// Posts a text as it is; the status.
async fn upload(server: &Running, path: &str, text: String) -> u16 {
    let sent = server.client.post(server.url(path)).body(text).send();
    let answer = timeout(PATIENCE, sent).await.expect("in time").expect("an answer");
    answer.status().as_u16()
}

#[tokio::test]
async fn cookies_are_safe_and_each_session_has_a_new_secret() {
    // 1, 2, 3
    let origins = vec!["https://koma.example.org".to_owned()];
    let server = Running::with(Config { origins, ..Config::default() }).await;
    server.sign_up("Habu").await;
    let sign_in = async |headers: &[(&str, &str)]| {
        let body = json!({ "name": "Habu", "password": "correct horse" });
        let mut request = server.client.post(server.url("/api/session")).json(&body);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), 200);
        let cookie = answer.headers()["set-cookie"].to_str().unwrap().to_owned();
        (cookie, Answer::of(answer).await.payload()["csrf"].as_str().unwrap().to_owned())
    };
    let (plain, word) = sign_in(&[]).await;
    assert!(plain.contains("HttpOnly") && plain.contains("SameSite=Lax"), "{plain}");
    assert!(!plain.contains("Secure"), "{plain}");
    let (secure, _) = sign_in(&[("origin", "https://koma.example.org")]).await;
    assert!(secure.contains("Secure"), "{secure}");
    // Who plants a session in somebody's browser does not know the one they get.
    let planted = "koma_session=0123456789abcdef0123456789abcdef";
    assert!(!sign_in(&[("cookie", planted)]).await.0.contains(planted));
    let session = plain.split(';').next().unwrap();
    let again = sign_in(&[("cookie", session), ("x-koma-csrf", &word)]).await.0;
    assert!(!again.contains(session), "{again}");
    let old = server.client.get(server.url("/api/session"));
    let old = old.header("cookie", session).send().await.unwrap();
    assert_eq!(Answer::of(old).await.payload()["name"], Value::Null, "the one before is over");
}

#[tokio::test]
async fn forms_of_other_sites_and_odd_methods_are_refused() {
    // 7, 8, 10
    let server = Running::start().await;
    let text = server.client.post(server.url("/api/position/legal"));
    let text = text.header("content-type", "text/plain").body("{}").send().await.unwrap();
    assert_eq!(text.status(), 415);
    let form = server.client.post(server.url("/api/kifu/import?save=true"));
    let form = form.header("origin", "https://evil.example");
    let form = form.header("content-type", "multipart/form-data; boundary=x");
    let body = "--x\r\ncontent-disposition: form-data; name=\"file\"\r\n\r\nx\r\n--x--\r\n";
    assert_eq!(form.body(body).send().await.unwrap().status(), 403);
    for method in ["TRACE", "PATCH", "PROPFIND", "OPTIONS"] {
        let sent = server.client.request(method.parse().unwrap(), server.url("/api/session"));
        assert_eq!(sent.send().await.unwrap().status(), 405, "{method}");
    }
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream
        .write_all(b"CONNECT evil.example:443 HTTP/1.1\r\nhost: localhost\r\n\r\n")
        .await
        .unwrap();
    let mut heard = vec![0; 64];
    let read = timeout(PATIENCE, stream.read(&mut heard)).await.unwrap().unwrap();
    assert!(!String::from_utf8_lossy(&heard[..read]).contains(" 200 "));
}

#[tokio::test]
async fn the_time_of_signing_in_does_not_tell_whether_there_is_such_a_name() {
    // 13
    let server = Running::start().await;
    server.sign_up("Habu").await;
    let mut least = [Duration::MAX; 2];
    for round in 0..so_many(25, 6) {
        for (which, name) in ["Habu".to_owned(), format!("nobody {round}")].iter().enumerate() {
            let body = json!({ "name": name, "password": format!("wrong {round}") });
            let began = Instant::now();
            let status = server.post("/api/session", body).await.status;
            // Whoever was wrong too often is told at once, and so is everybody.
            if status == 401 {
                least[which] = least[which].min(began.elapsed());
            }
        }
    }
    let ratio = least[0].as_secs_f64() / least[1].as_secs_f64();
    assert!((0.4..2.5).contains(&ratio), "{least:?}");
}

#[tokio::test]
async fn invitations_are_no_keys_and_keys_are_no_invitations() {
    // 24 to 29
    let server = Running::start().await;
    let made = server.post("/api/games", json!({ "side": "sente" })).await.payload();
    let game = format!("/api/games/{}", made["id"].as_str().unwrap());
    let join = async |invite: &Value| {
        server.post(&format!("{game}/join"), json!({ "invite": invite })).await
    };
    for wrong in [json!(""), json!("0".repeat(32)), made["secret"].clone()] {
        assert_eq!(join(&wrong).await.code(403), "FORBIDDEN");
    }
    join(&made["invite"]).await.payload();
    assert_eq!(join(&made["invite"]).await.code(409), "SEAT_TAKEN");
    let order = json!({ "id": "1", "ply": 1, "command": { "type": "move", "usi": "7g7f" } });
    for key in [made["invite"].as_str().unwrap(), "", "x"] {
        let bearer = format!("Bearer {key}");
        let headers = [("authorization", &*bearer)];
        let moved = server.send("POST", &format!("{game}/commands"), &headers, order.clone()).await;
        assert!([401, 403].contains(&moved.status), "{key}: {}", moved.body);
    }
}

const SCRIPTS: [&str; 3] =
    ["</title><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onload='alert(1)"];

/// The tags of a page or a picture, each with what stands in it outside of quotes.
fn tags(text: &str) -> Vec<String> {
    let mut tags = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            continue;
        }
        let (mut tag, mut quote) = (String::new(), None);
        for c in rest.chars() {
            match (quote, c) {
                (None, '>') => break,
                (None, '"' | '\'') => quote = Some(c),
                (Some(open), _) if open == c => quote = None,
                (Some(_), _) => {}
                (None, _) => tag.push(c.to_ascii_lowercase()),
            }
        }
        tags.push(tag);
    }
    tags
}

/// Whether a page or a picture holds something a browser would run: none of ours does.
fn runs(text: &str) -> bool {
    let acts = |tag: &String| {
        let mut words = tag.split(|c: char| c.is_whitespace() || c == '/' || c == '=');
        let is_bad =
            |name| ["script", "img", "iframe", "object", "embed", "foreignobject"].contains(&name);
        words.next().is_some_and(is_bad) || words.any(|word| word.starts_with("on"))
    };
    tags(text).iter().any(acts)
}

#[test]
fn what_runs_is_recognised() {
    for bad in ["<p><SCRIPT>x", "<svg onload=x>", "<a b='>' onclick='x'>", "<img src=x>"] {
        assert!(runs(bad), "{bad}");
    }
    for good in ["<p title=\" onload='x\">a &lt;script> ' onload='x</p>", "1 < 2 <text>on</text>"] {
        assert!(!runs(good), "{good}");
    }
}

#[tokio::test]
async fn what_people_write_is_text_wherever_it_is_shown() {
    // 33 to 36
    let server = Running::start().await;
    for script in SCRIPTS {
        let quoted = serde_json::to_string(script).unwrap();
        let text = format!(
            "slug: \"own\"\nname: {quoted}\nname_ja: {quoted}\nsources: [{quoted}]\n\
             piece_files: [\"standard_shogi.yaml\"]\nboard: {{ files: 3, ranks: 3 }}\n\
             start: \"k1w/3/K1W b - 1\"\nkinds:\n  - {{ code: \"K\", piece: \"King\" }}\n  \
             - {{ code: \"W\", piece: {quoted}, promotes_to: none }}\npieces:\n  - id: 900\n    \
             name: {quoted}\n    name_ja: {quoted}\n    name_kanji: \"<b>\"\n    value: 1\n    \
             can_promote: false\n    promotes_to: null\n    movement:\n      steps:\n        \
             - {{ direction: \"N\", type: single }}\n    is_ranged: false\n    special_rules: []\n"
        );
        let made = server.post("/api/variants", json!({ "text": text.clone() })).await;
        let id = made.payload()["id"].as_str().unwrap().to_owned();
        let source = koma_text::Source::new("", text);
        let (variant, _) = koma_variants::read(&source, koma_pieces::shipped::file);
        let rules = koma_rules::Ruleset::compile(&variant.unwrap()).unwrap();
        for lang in [koma_text::Lang::En, koma_text::Lang::Ja] {
            let page = koma_book::html(&rules, lang);
            assert!(page.contains("</html>") && !runs(&page), "{page}");
        }
        let kif = format!("先手：{script}\n*{script}\n   1 ７六歩(77)\n*{script}\n+7776FU\n");
        let saved = server.post("/api/kifu/import?save=true", json!({ "text": kif })).await;
        let record = saved.payload()["id"].as_str().unwrap().to_owned();
        let pictures = [
            format!("/api/variants/{id}/picture.svg"),
            format!("/api/variants/{id}/pieces/W.svg"),
            format!("/api/position/picture.svg?variant={id}"),
            format!("/api/kifu/{record}.svg"),
        ];
        for path in pictures {
            let answer = server.client.get(server.url(&path)).send().await.unwrap();
            assert_eq!(answer.status(), 200, "{path}");
            assert_eq!(answer.headers()["x-content-type-options"], "nosniff");
            let picture = answer.text().await.unwrap();
            assert!(picture.contains("</svg>") && !runs(&picture), "{path}: {picture}");
        }
        for format in ["kif", "ki2", "csa", "jkf", "usi", "usen", "json"] {
            let path = format!("/api/kifu/{record}.{format}");
            let file = server.client.get(server.url(&path)).send().await.unwrap();
            assert_eq!(file.status(), 200, "{path}");
            let disposition = file.headers()["content-disposition"].to_str().unwrap();
            assert!(disposition.starts_with("attachment"), "{path}: {disposition}");
            assert_eq!(file.headers()["x-content-type-options"], "nosniff");
            let text = file.text().await.unwrap();
            // A comment is a comment: it makes no move.
            let moves = text.lines().filter(|line| *line == "+7776FU").count();
            assert_eq!(moves, usize::from(format == "csa"), "{path}: {text}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_largest_game_is_asked_for_at_once_and_in_long_lines() {
    // 40, 41, 48
    let server = std::sync::Arc::new(Running::start().await);
    let (moves, _) = player::chance("taikyoku", 5, so_many(300, 20));
    let many: Vec<String> = moves.iter().cycle().take(so_many(5_000, 500)).cloned().collect();
    let body = json!({ "variant": "taikyoku", "moves": many });
    let began = Instant::now();
    let status = server.post("/api/position/legal", body).await.status;
    assert!([200, 400, 408, 422].contains(&status), "{status}");
    assert!(began.elapsed() < PATIENCE, "{:?}", began.elapsed());
    let mut tasks = tokio::task::JoinSet::new();
    // Pixels take a minute where nothing is optimised.
    let file = if is_full() { "picture.png" } else { "picture.svg" };
    for _ in 0..8 {
        let server = server.clone();
        tasks.spawn(async move {
            let url = server.url(&format!("/api/position/{file}?variant=taikyoku"));
            server.client.get(url).send().await.unwrap().status().as_u16()
        });
    }
    assert!(tasks.join_all().await.into_iter().all(|status| status == 200));
    // A tree of many short lines that jump back to the start.
    let tree: Vec<Value> = (1..=so_many(23_000, 3_000))
        .map(|id| json!({ "id": id, "parent": id & 1 & (id >> 1), "usi": "7g7f" }))
        .collect();
    let record = json!({ "variant": "shogi", "tree": tree });
    let began = Instant::now();
    let status =
        server.post("/api/kifu/edit", json!({ "record": record, "to": "kif" })).await.status;
    assert!((200..500).contains(&status), "{status}");
    assert!(began.elapsed() < PATIENCE, "{:?}", began.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_of_every_size_and_shape_are_read_or_refused_in_time() {
    // 42 to 46
    let server = Running::start().await;
    let pair = "2h1h 8b9b 1h2h 9b8b ";
    let one = format!("position startpos moves {}\n", pair.repeat(so_many(15 << 20, 1 << 20) / 20));
    let many = "position startpos moves 7g7f 3c3d\n".repeat(so_many(400_000, 20_000));
    let branches: String = std::iter::once("   1 ７六歩(77)\n".to_owned())
        .chain((0..so_many(250_000, 10_000)).map(|_| "変化：1手\n   1 ２六歩(27)\n".to_owned()))
        .collect();
    let ki2 =
        format!("先手：a\n後手：b\n\n{}\n", "▲７六歩 △３四歩 ".repeat(so_many(300_000, 20_000)));
    let nested = so_many(100_000, 100_000);
    let jkf = format!("{{\"header\":{{}},\"moves\":{}{}}}", "[".repeat(nested), "]".repeat(nested));
    for (name, text) in
        [("one", one), ("many", many), ("branches", branches), ("ki2", ki2), ("jkf", jkf)]
    {
        let began = Instant::now();
        let status = upload(&server, "/api/kifu/import", text).await;
        println!("{name}: {status} in {:?}", began.elapsed());
        assert!([200, 400, 408, 413, 422].contains(&status), "{name}: {status}");
    }
    assert_eq!(server.get("/api/health").await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn descriptions_of_every_length_are_read_or_refused_in_time() {
    // 49
    let server = Running::start().await;
    for text in
        ["mW".repeat(450_000), "(".repeat(900_000), "moves one square forward and ".repeat(30_000)]
    {
        for read_as in ["betza", "prose", "auto"] {
            let body = json!({ "text": text, "as": read_as });
            let began = Instant::now();
            let sent = server.post("/api/pieces/parse", body);
            let answer = timeout(PATIENCE, sent).await.expect("in time");
            assert!(answer.status < 500, "{read_as}: {}", answer.body);
            println!("{read_as}: {} in {:?}", answer.status, began.elapsed());
        }
    }
    // A lion that walks about the largest board.
    let lion = json!({ "text": "KaKaKaKaK", "size": 36, "square": "18r" });
    assert!(server.post("/api/pieces/reach", lion).await.status < 500);
}

#[tokio::test]
async fn heads_and_packed_bodies_are_not_unpacked_or_kept() {
    // 51, 52
    let server = Running::start().await;
    let bomb = vec![0_u8; 10_000];
    let packed = server.client.post(server.url("/api/position/legal"));
    let packed =
        packed.header("content-type", "application/json").header("content-encoding", "gzip");
    assert!(packed.body(bomb).send().await.unwrap().status().is_client_error());
    for head in [format!("x: {}\r\n", "x".repeat(2 << 20)), "x: y\r\n".repeat(5_000)] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let text = format!("GET / HTTP/1.1\r\nhost: localhost\r\n{head}\r\n");
        // It may be closed before all of it is sent.
        let _ = stream.write_all(text.as_bytes()).await;
        let mut heard = vec![0; 64];
        let read = timeout(PATIENCE, stream.read(&mut heard)).await.unwrap().unwrap_or(0);
        let heard = String::from_utf8_lossy(&heard[..read]).into_owned();
        assert!(heard.is_empty() || heard.contains(" 431 "), "{heard}");
    }
    let mut held = Vec::new();
    for _ in 0..so_many(3_000, 300) {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nhost: loc").await.unwrap();
        held.push(stream);
    }
    let began = Instant::now();
    assert_eq!(server.get("/api/health").await.status, 200);
    assert!(began.elapsed() < PATIENCE);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sockets_that_say_nothing_or_too_much_are_closed_and_others_are_fine() {
    // 53
    let server = Running::start().await;
    let table = Table::new(&server, json!({})).await;
    let url = format!("ws://{}/api/games/{}/live", server.address, table.id);
    let hello = json!({ "type": "hello" }).to_string();
    let reason = async |messages: Vec<Message>| {
        let (mut socket, _) = connect_async(&url).await.unwrap();
        for message in messages {
            let _ = socket.send(message).await;
        }
        let listen = async {
            while let Some(Ok(message)) = socket.next().await {
                let Ok(text) = message.into_text() else { continue };
                let message: Value = serde_json::from_str(&text).unwrap_or_default();
                if message["type"] == "bye" {
                    return message["reason"].as_str().unwrap_or_default().to_owned();
                }
            }
            "closed".to_owned()
        };
        timeout(PATIENCE, listen).await.expect("it is closed")
    };
    let ping = Message::text(json!({ "type": "ping", "t": 1 }).to_string());
    let many = |message: Message, count| {
        std::iter::once(Message::text(hello.clone()))
            .chain(std::iter::repeat_n(message, count))
            .collect::<Vec<_>>()
    };
    let (silent, texts, pings) = tokio::join!(
        reason(vec![]),
        reason(many(ping, 5_000)),
        reason(many(Message::Ping(Vec::new().into()), 1_000)),
    );
    assert_eq!(silent, "noHello");
    assert!(["flood", "closed"].contains(&&*texts), "{texts}");
    assert!(["flood", "closed"].contains(&&*pings), "{pings}");
    let mut held = Vec::new();
    for _ in 0..so_many(2_000, 100) {
        let (mut socket, _) = connect_async(&url).await.unwrap();
        socket.send(Message::text(hello.clone())).await.unwrap();
        held.push(socket);
    }
    for socket in &mut held {
        let first = timeout(PATIENCE, socket.next()).await.expect("in time");
        assert!(first.unwrap().unwrap().to_text().unwrap().contains("welcome"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_get_in_between_the_games_of_a_large_upload() {
    // F9: one transaction for all of it would keep a move waiting for most of the time.
    let server = std::sync::Arc::new(Running::start().await);
    let (moves, _) = player::chance("shogi", 9, 120);
    let games: String = (0..so_many(60_000, 1_000))
        .map(|game| format!("position startpos moves 7g7f 3c3d 2g2f 8c8d # {game}\n"))
        .collect();
    let uploading = tokio::spawn({
        let server = server.clone();
        async move {
            let began = Instant::now();
            let sent = server.client.post(server.url("/api/kifu/import?save=true")).body(games);
            let status = sent.send().await.unwrap().status().as_u16();
            (status, began.elapsed())
        }
    });
    let (mut played, mut longest) = (0, Duration::ZERO);
    while !uploading.is_finished() {
        let table = Table::new(&server, json!({})).await;
        let url = server.url(&format!("/api/games/{}/commands", table.id));
        for (ply, usi) in (1..).zip(&moves).take_while(|_| !uploading.is_finished()) {
            let command = json!({ "type": "move", "usi": usi });
            let order = json!({ "id": format!("m{ply}"), "ply": ply, "command": command });
            let key = &table.keys[(ply + 1) % 2];
            let began = Instant::now();
            let sent = server.client.post(&url).bearer_auth(key).json(&order).send().await.unwrap();
            assert_eq!(sent.status(), 200);
            longest = longest.max(began.elapsed());
            played += 1;
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    let (status, took) = uploading.await.unwrap();
    // In full it does not end before the time of a request is over; what is stored by then stays.
    assert!([200, 408].contains(&status), "{status}");
    println!("{played} moves, the longest {longest:?}, beside an upload of {took:?}");
    assert!(played >= 3 && longest < took / 3, "{played} moves, {longest:?} of {took:?}");
}
