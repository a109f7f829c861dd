//! Who may do what, and what a stranger cannot.

mod common;

use std::net::IpAddr;
use std::time::{Duration, Instant};

use common::{Answer, Running, coded};
use koma_server::Config;
use reqwest::Response;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Signs somebody up; the cookie and the word of the session.
async fn sign_up(server: &Running, name: &str) -> (String, String) {
    let body = json!({ "name": name, "password": "correct horse" });
    let answer = server.client.post(server.url("/api/accounts")).json(&body).send().await.unwrap();
    let line = answer.headers()["set-cookie"].to_str().unwrap().to_owned();
    for part in ["HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(line.contains(part), "{line}");
    }
    let cookie = line.split(';').next().unwrap().to_owned();
    let payload = Answer::of(answer).await.payload();
    (cookie, payload["csrf"].as_str().unwrap().to_owned())
}

/// Every unsafe operation of the document, by method and path.
fn unsafe_routes() -> Vec<(String, String)> {
    let document: Value = serde_json::from_str(&koma_server::openapi_json()).unwrap();
    let mut all = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for method in item.as_object().unwrap().keys().filter(|method| *method != "get") {
            all.push((method.to_uppercase(), path.replace(['{', '}'], "")));
        }
    }
    assert!(all.len() > 12, "{all:?}");
    all
}

async fn send(server: &Running, route: &(String, String), headers: &[(&str, &str)]) -> Answer {
    let mut request = server.client.request(route.0.parse().unwrap(), server.url(&route.1));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    Answer::of(request.json(&json!({})).send().await.unwrap()).await
}

#[tokio::test]
async fn no_unsafe_route_serves_a_foreign_page() {
    let server = Running::start().await;
    let own = format!("http://{}", server.address);
    for route in unsafe_routes() {
        for origin in ["https://evil.example", "null", "http://localhost.evil.example", ""] {
            let answer = send(&server, &route, &[("origin", origin)]).await;
            assert_eq!(answer.code(403), "BAD_ORIGIN", "{route:?} {origin}");
        }
        for headers in [&[("origin", own.as_str())][..], &[]] {
            let answer = send(&server, &route, headers).await;
            assert_ne!(answer.status, 403, "{route:?} {}", answer.body);
        }
    }
}

#[tokio::test]
async fn no_unsafe_route_takes_a_cookie_without_its_word() {
    let server = Running::start().await;
    let (cookie, csrf) = sign_up(&server, "Sente").await;
    let (_, other) = sign_up(&server, "Gote").await;
    for route in unsafe_routes() {
        let with = |csrf| [("cookie", cookie.as_str()), ("x-koma-csrf", csrf)];
        for headers in [&[("cookie", cookie.as_str())][..], &with("guess"), &with(&other)] {
            let answer = send(&server, &route, headers).await;
            assert_eq!(answer.code(403), "BAD_CSRF", "{route:?}");
        }
        if route != ("DELETE".to_owned(), "/api/session".to_owned())
            && !route.1.ends_with("session")
        {
            let answer = send(&server, &route, &with(&csrf)).await;
            assert_ne!(answer.status, 403, "{route:?} {}", answer.body);
        }
    }
    // A cookie of no session gives nothing, and asks for nothing.
    let stale = [("cookie", "koma_session=0123456789abcdef")];
    let route = ("POST".to_owned(), "/api/position/legal".to_owned());
    assert_eq!(send(&server, &route, &stale).await.status, 200);
}

#[tokio::test]
async fn sessions_begin_end_and_are_not_guessed() {
    let server = Running::start().await;
    let (cookie, csrf) = sign_up(&server, "羽生　善治").await;
    let session = async |cookie: &str| {
        let request = server.client.get(server.url("/api/session")).header("cookie", cookie);
        let payload = Answer::of(request.send().await.unwrap()).await.payload();
        assert_eq!((&payload["signUp"], &payload["sharesGames"]), (&json!(true), &json!(true)));
        json!({ "name": payload["name"], "csrf": payload["csrf"] })
    };
    assert_eq!(session(&cookie).await, json!({ "name": "羽生　善治", "csrf": csrf }));
    let nobody = json!({ "name": null, "csrf": null });
    assert_eq!(session("koma_session=").await, nobody);
    assert_eq!(session("other=1").await, nobody);
    // Names that look alike are one name.
    let body = json!({ "name": "羽生善治", "password": "another one" });
    assert_eq!(server.post("/api/accounts", body).await.code(409), "NAME_TAKEN");
    for (name, password, status, code) in [
        ("羽生善治", "wrong password", 401, "NOT_SIGNED_IN"),
        ("nobody", "correct horse", 401, "NOT_SIGNED_IN"),
        ("羽生善治", "correct horse", 200, ""),
    ] {
        let answer =
            server.post("/api/session", json!({ "name": name, "password": password })).await;
        assert_eq!(answer.status, status);
        if status != 200 {
            assert_eq!(answer.code(status), code);
            assert_eq!(answer.body["message"], "the name or the password is wrong");
        }
    }
    for (name, password, code) in [
        ("", "long enough", "BAD_NAME"),
        ("\u{200b}", "long enough", "BAD_NAME"),
        ("a\u{202e}b", "long enough", "BAD_NAME"),
        ("name", "short", "BAD_PASSWORD"),
    ] {
        let body = json!({ "name": name, "password": password });
        assert_eq!(server.post("/api/accounts", body).await.code(400), code);
    }
    let out = server.client.delete(server.url("/api/session"));
    let out = out.header("cookie", &cookie).header("x-koma-csrf", &csrf).send().await.unwrap();
    assert_eq!(out.status(), 200);
    assert_eq!(session(&cookie).await, nobody);
}

#[tokio::test]
async fn every_answer_has_the_headers_of_safety() {
    let server = Running::start().await;
    for path in ["/", "/kifu/1", "/api/variants", "/api/nowhere", "/api/docs/", "/missing.js"] {
        let answer: Response = server.client.get(server.url(path)).send().await.unwrap();
        let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
        let policy = header("content-security-policy");
        assert!(
            !policy.contains("unsafe") && policy.contains("frame-ancestors 'none'"),
            "{policy}"
        );
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("x-frame-options"), "DENY");
        assert_eq!(header("referrer-policy"), "same-origin");
        assert_eq!(header("x-request-id").len(), 16);
        if path.starts_with("/api/") {
            assert_eq!(header("cache-control"), "no-store");
        }
    }
    let embedded = server.client.get(server.url("/embed/board")).send().await.unwrap();
    assert!(
        embedded.headers()["content-security-policy"]
            .to_str()
            .unwrap()
            .contains("frame-ancestors *")
    );
    assert!(!embedded.headers().contains_key("x-frame-options"));
}

#[tokio::test]
async fn the_page_is_served_with_tags_and_its_files_for_ever() {
    let server = Running::start().await;
    let index = server.client.get(server.url("/")).send().await.unwrap();
    assert_eq!(index.headers()["content-type"], "text/html; charset=utf-8");
    assert_eq!(index.headers()["cache-control"], "no-cache");
    let tag = index.headers()["etag"].clone();
    let page = server.client.get(server.url("/library/games")).header("if-none-match", tag);
    assert_eq!(page.send().await.unwrap().status(), 304);
    let html = index.text().await.unwrap();
    for part in html.split("/assets/").skip(1) {
        let name = part.split('"').next().unwrap();
        let file = server.client.get(server.url(&format!("/assets/{name}"))).send().await.unwrap();
        assert_eq!(file.status(), 200, "{name}");
        assert!(file.headers()["cache-control"].to_str().unwrap().contains("immutable"));
    }
    assert_eq!(server.get("/assets/nothing.js").await.code(404), "NOT_FOUND");
    assert_eq!(server.post("/library", json!({})).await.code(404), "NOT_FOUND");
}

#[tokio::test]
async fn who_floods_is_told_to_wait() {
    let server = Running::with(Config { rate: 2, ..Config::default() }).await;
    let other = reqwest::Client::builder().local_address("127.0.0.2".parse::<IpAddr>().unwrap());
    let other = other.build().unwrap();
    let began = Instant::now();
    let mut answers = Vec::new();
    for round in 0..60 {
        answers.push(server.get("/api/variants").await);
        // Somebody at another address is served all the same, every time.
        if round % 10 == 0 {
            let answer = other.get(server.url("/api/variants")).send().await.unwrap();
            assert_eq!(answer.status(), 200);
        }
    }
    // 20 at once and 2 a second: however slow this machine is, no more are served.
    let most = 21 + 2 * usize::try_from(began.elapsed().as_secs()).unwrap() + 2;
    let served = answers.iter().filter(|answer| answer.status == 200).count();
    assert!((20..=most).contains(&served), "{served}, at most {most}");
    for answer in answers.iter().filter(|answer| answer.status != 200) {
        assert_eq!(answer.code(429), "TOO_MANY_REQUESTS");
        assert!(answer.retry_after.is_some_and(|seconds| seconds >= 1));
    }
}

#[tokio::test]
async fn health_writes_and_metrics_count() {
    let server = Running::start().await;
    assert_eq!(server.get("/api/health").await.payload()["stored"], true);
    let text =
        server.client.get(server.url("/metrics")).send().await.unwrap().text().await.unwrap();
    assert!(text.contains("koma_requests_total") && text.contains("/api/health"), "{text}");
}

#[tokio::test]
async fn searches_are_never_part_of_a_statement() {
    let server = Running::start().await;
    let kif = |name: &str| format!("先手：{name}\n後手：佐藤\n   1 ７六歩(77)\n");
    let names = ["山田", "O'Brien", "100%", "a_b", "x\\y", "'; DROP TABLE records; --", "\"q\""];
    for name in names {
        let body = json!({ "text": kif(name) });
        server.post("/api/kifu/import?save=true", body).await.payload();
    }
    // Each finds itself and nothing else, as a text compared would.
    let search =
        async |name: &str| server.get(&format!("/api/kifu?sente={}", coded(name))).await.payload();
    for name in names {
        let found = search(name).await;
        assert_eq!(found["total"], 1, "{name}");
        assert_eq!(found["records"][0]["sente"], name);
    }
    for name in ["' OR '1'='1", "%", "_", "\\", "1) OR 1=1 --", "') UNION SELECT 1 --"] {
        let expected = names
            .iter()
            .filter(|known| koma_store::fold(known).contains(&koma_store::fold(name)))
            .count();
        assert_eq!(search(name).await["total"], expected, "{name}");
    }
}

/// How many bytes a client that sends a text one by one gets rid of before it is thrown out.
async fn dribble(server: &Running, text: &str) -> usize {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let mut heard = [0; 64];
    for (sent, byte) in text.bytes().enumerate() {
        let is_closed = match stream.write_all(&[byte]).await {
            Err(_) => true,
            // Nothing is answered to half a head; what ends is the connection.
            Ok(()) => timeout(Duration::from_millis(20), stream.read(&mut heard)).await.is_ok(),
        };
        if is_closed {
            return sent;
        }
    }
    text.len()
}

#[tokio::test]
async fn whoever_sends_a_head_letter_by_letter_is_thrown_out() {
    let head_timeout = Duration::from_millis(300);
    let server = Running::with(Config { head_timeout, ..Config::default() }).await;
    let endless = format!("GET / HTTP/1.1\r\nx: {}", "x".repeat(5_000));
    let all = (0..20).map(|_| dribble(&server, &endless));
    for sent in futures_util::future::join_all(all).await {
        assert!(sent < endless.len());
    }
    // Silence is no better, and others are served meanwhile.
    let mut silent = TcpStream::connect(server.address).await.unwrap();
    let silent = async { silent.read(&mut [0; 8]).await };
    let (end, answer) =
        tokio::join!(timeout(Duration::from_secs(20), silent), server.get("/api/health"));
    assert_eq!(end.expect("it ends").unwrap_or(0), 0);
    assert_eq!(answer.status, 200);
}
