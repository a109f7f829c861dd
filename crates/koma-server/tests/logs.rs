//! What the log holds, and what it never does. The log is one for the whole process, so this test
//! has a file of its own.

mod common;

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use common::{Answer, Running};
use serde_json::json;

/// Where the log goes.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn the_log_names_requests_and_tells_no_secret() {
    let kept = Kept::default();
    let writer = kept.clone();
    tracing_subscriber::fmt()
        .json()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(move || writer.clone())
        .init();
    let server = Running::start().await;
    let account = json!({ "name": "Sente-in-the-log", "password": "correct-horse-battery" });
    let signed =
        server.client.post(server.url("/api/accounts")).json(&account).send().await.unwrap();
    let cookie = signed.headers()["set-cookie"].to_str().unwrap().to_owned();
    let secret = cookie.split(['=', ';']).nth(1).unwrap().to_owned();
    let number = signed.headers()["x-request-id"].to_str().unwrap().to_owned();
    let csrf = Answer::of(signed).await.payload()["csrf"].as_str().unwrap().to_owned();
    let wrong = json!({ "name": "Sente-in-the-log", "password": "wrong-horse-battery" });
    server.post("/api/session", wrong).await.code(401);
    let text = koma_variants::variant_file("minishogi").unwrap().text().to_owned();
    let own = server.post("/api/variants", json!({ "text": text })).await.payload();
    let own = own["id"].as_str().unwrap();
    server.get(&format!("/api/variants/{own}")).await.payload();
    let log = String::from_utf8(kept.0.lock().unwrap().clone()).unwrap();
    let ours: Vec<&str> = log.lines().filter(|line| line.contains("koma_server")).collect();
    assert!(
        ours.iter().any(|line| line.contains(&number) && line.contains("/api/accounts")),
        "{log}"
    );
    for line in ours.iter().filter(|line| line.contains("\"request\"")) {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(line["fields"]["status"].is_u64() && line["fields"]["micros"].is_u64(), "{line}");
    }
    for told in [&*secret, &*csrf, own, "correct-horse", "wrong-horse", "Sente-in-the-log"] {
        assert!(ours.iter().all(|line| !line.contains(told)), "{told}");
    }
}
