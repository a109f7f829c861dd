//! A server of its own for each test, on a free port.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use koma_server::{Config, Server};
use reqwest::{Client, Response};
use serde_json::Value;
use tokio::sync::oneshot;

/// A running server; it stops when this is dropped.
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    /// Asks it.
    pub client: Client,
    /// Its data.
    pub data: PathBuf,
    _stop: Option<oneshot::Sender<()>>,
}

/// Its data goes with it.
impl Drop for Running {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.data);
    }
}

/// A folder nobody else has, in the folder for such.
fn folder() -> PathBuf {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    std::env::temp_dir().join(format!("koma-server-{}-{number}", std::process::id()))
}

/// Somebody who is signed in.
pub struct Signed {
    /// The cookie.
    pub cookie: String,
    /// The word for unsafe requests.
    pub csrf: String,
}

/// What came back.
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The body as JSON, or as a string where it is none.
    pub body: Value,
    /// How long to wait, where the server says so.
    pub retry_after: Option<u64>,
}

impl Running {
    /// A server with the usual settings.
    pub async fn start() -> Self {
        Self::with(Config::default()).await
    }

    /// A server with other settings; port and data are its own.
    pub async fn with(config: Config) -> Self {
        let data = folder();
        let server = Server::bind(Config { port: 0, data: data.clone(), ..config });
        let server = server.await.expect("a server starts");
        let address = server.address();
        let (stop, stopped) = oneshot::channel::<()>();
        tokio::spawn(server.run(async {
            let _ = stopped.await;
        }));
        Self { address, client: Client::new(), data, _stop: Some(stop) }
    }

    /// Signs somebody up and gives the headers of their session.
    pub async fn sign_up(&self, name: &str) -> Signed {
        let body = serde_json::json!({ "name": name, "password": "correct horse" });
        let sent = self.client.post(self.url("/api/accounts")).json(&body).send().await;
        let answer = sent.expect("an answer");
        let cookie = answer.headers()["set-cookie"].to_str().expect("a text");
        let cookie = cookie.split(';').next().expect("a pair").to_owned();
        let payload = Answer::of(answer).await.payload();
        Signed { cookie, csrf: payload["csrf"].as_str().expect("a word").to_owned() }
    }

    /// Any request with some headers.
    pub async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Value,
    ) -> Answer {
        let mut request = self.client.request(method.parse().expect("a method"), self.url(path));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        Answer::of(request.json(&body).send().await.expect("an answer")).await
    }

    /// A request of somebody who is signed in.
    pub async fn send_as(&self, who: &Signed, method: &str, path: &str, body: Value) -> Answer {
        let headers = [("cookie", &*who.cookie), ("x-koma-csrf", &*who.csrf)];
        self.send(method, path, &headers, body).await
    }

    /// The address of a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// `GET`.
    pub async fn get(&self, path: &str) -> Answer {
        let sent = self.client.get(self.url(path)).send().await;
        Answer::of(sent.expect("an answer")).await
    }

    /// `POST` of JSON.
    pub async fn post(&self, path: &str, body: Value) -> Answer {
        let sent = self.client.post(self.url(path)).json(&body).send().await;
        Answer::of(sent.expect("an answer")).await
    }
}

impl Answer {
    /// Reads an answer to its end.
    pub async fn of(response: Response) -> Self {
        let status = response.status().as_u16();
        let wait = response.headers().get("retry-after").and_then(|wait| wait.to_str().ok());
        let retry_after = wait.and_then(|wait| wait.parse().ok());
        let text = response.text().await.expect("the body arrives");
        let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
        Self { status, body, retry_after }
    }

    /// The payload of a good answer.
    pub fn payload(self) -> Value {
        assert_eq!(self.status, 200, "{}", self.body);
        assert_eq!(self.body["success"], true);
        assert_eq!(self.body["message"], "ok");
        self.body["payload"].clone()
    }

    /// The code of a failure with that status.
    pub fn code(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.body);
        assert_eq!(self.body["success"], false, "{}", self.body);
        assert!(self.body["message"].as_str().is_some_and(|words| !words.is_empty()));
        assert!(self.body["error"]["findings"].is_array(), "{}", self.body);
        self.body["error"]["code"].as_str().expect("a code").to_owned()
    }
}

/// A text as a part of an address.
pub fn coded(text: &str) -> String {
    let one = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(one).collect()
}
