//! A client that costs little: HTTP on one connection, and sockets.

use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use futures_util::{SinkExt as _, StreamExt as _};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// How long anything may take before it counts as lost.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// One connection for requests, one after the other.
pub struct Http {
    host: String,
    sender: SendRequest<Full<Bytes>>,
}

impl Http {
    /// Connects.
    pub async fn connect(address: SocketAddr) -> anyhow::Result<Self> {
        Self::connect_from(address, None).await
    }

    /// Connects from one of this machine's addresses.
    pub async fn connect_from(address: SocketAddr, own: Option<IpAddr>) -> anyhow::Result<Self> {
        let stream = match own {
            Some(own) => {
                let socket = TcpSocket::new_v4()?;
                socket.bind(SocketAddr::new(own, 0))?;
                socket.connect(address).await?
            }
            None => TcpStream::connect(address).await?,
        };
        stream.set_nodelay(true)?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await?;
        tokio::spawn(async move {
            // How it ends is seen by whoever sends.
            let _ = connection.await;
        });
        Ok(Self { host: address.to_string(), sender })
    }

    /// The payload of a `POST`.
    pub async fn post(
        &mut self,
        path: &str,
        key: Option<&str>,
        body: &Value,
    ) -> anyhow::Result<Value> {
        let body = Full::new(Bytes::from(body.to_string()));
        self.payload("POST", path, key, body).await
    }

    /// The payload of a `GET`.
    pub async fn get(&mut self, path: &str) -> anyhow::Result<Value> {
        self.payload("GET", path, None, Full::default()).await
    }

    async fn payload(
        &mut self,
        method: &str,
        path: &str,
        key: Option<&str>,
        body: Full<Bytes>,
    ) -> anyhow::Result<Value> {
        let (status, bytes) = self.send(method, path, key, body).await?;
        let mut answer: Value = serde_json::from_slice(&bytes)
            .with_context(|| format!("{method} {path}: {status}, and no JSON"))?;
        if status != 200 {
            bail!("{method} {path}: {status} {answer}");
        }
        Ok(answer["payload"].take())
    }

    /// A request; gives the status and the body.
    pub async fn send(
        &mut self,
        method: &str,
        path: &str,
        key: Option<&str>,
        body: Full<Bytes>,
    ) -> anyhow::Result<(u16, Bytes)> {
        let mut request = self.request(method, path);
        if let Some(key) = key {
            request = request.header("authorization", format!("Bearer {key}"));
        }
        let work = async {
            self.sender.ready().await?;
            let response = self.sender.send_request(request.body(body)?).await?;
            let status = response.status().as_u16();
            anyhow::Ok((status, response.into_body().collect().await?.to_bytes()))
        };
        timeout(PATIENCE, work).await.context("no answer")?
    }

    /// A `POST` that is answered line by line: the status, when its first bytes came, and all of it.
    pub async fn lines(
        &mut self,
        path: &str,
        body: Full<Bytes>,
        patience: Duration,
    ) -> anyhow::Result<(u16, Instant, Vec<u8>)> {
        let request = self.request("POST", path).body(body)?;
        let work = async {
            self.sender.ready().await?;
            let mut response = self.sender.send_request(request).await?;
            let (mut first, mut heard) = (None, Vec::new());
            while let Some(frame) = response.frame().await {
                first.get_or_insert_with(Instant::now);
                heard.extend_from_slice(frame?.data_ref().map_or(&[], |bytes| bytes));
            }
            let first = first.unwrap_or_else(Instant::now);
            anyhow::Ok((response.status().as_u16(), first, heard))
        };
        timeout(patience, work).await.context("no answer")?
    }

    fn request(&self, method: &str, path: &str) -> hyper::http::request::Builder {
        hyper::Request::builder()
            .method(method)
            .uri(path)
            .header("host", &self.host)
            .header("content-type", "application/json")
    }
}

/// A socket of a game.
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
}

/// What a socket hears, as far as a load generator cares.
#[derive(Debug)]
pub enum Heard {
    /// The welcome, with the game.
    Welcome(Value),
    /// Something happened.
    Event(Told),
    /// A command was carried out: the number of the event.
    Done(u32),
    /// A command was refused: its id, the code and the sentence.
    Refused(String, String),
    /// The server says goodbye.
    Bye(String),
    /// Something else.
    Other,
}

/// An event.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct Told {
    /// Its number.
    pub n: u32,
    /// What happened.
    #[serde(rename = "type")]
    pub kind: String,
    /// Of a move: its number.
    #[serde(default)]
    pub ply: u32,
    /// Of a move: the move.
    #[serde(default)]
    pub usi: String,
}

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    #[serde(default, borrow)]
    event: Option<&'a RawValue>,
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    reason: Option<String>,
    #[serde(default)]
    error: Option<Refusal>,
    #[serde(default)]
    game: Option<Value>,
}

#[derive(Deserialize)]
struct Refusal {
    code: String,
}

impl Socket {
    /// Connects and says hello.
    pub async fn connect(
        address: SocketAddr,
        game: &str,
        secret: Option<&str>,
        since: Option<u32>,
    ) -> anyhow::Result<Self> {
        let hello = serde_json::json!({ "type": "hello", "secret": secret, "since": since });
        Self::open(address, game, &hello).await
    }

    /// Connects as one who watches and wants positions, and waits for the first, if it can be told.
    pub async fn look(address: SocketAddr, game: &str) -> anyhow::Result<()> {
        let hello = serde_json::json!({ "type": "hello", "positions": true });
        let mut socket = Self::open(address, game, &hello).await?;
        let is_it =
            |text: &str| [r#""position""#, r#""tooLarge""#].iter().any(|it| text.contains(it));
        while !is_it(&socket.text().await?) {}
        Ok(())
    }

    async fn open(address: SocketAddr, game: &str, hello: &Value) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let request = format!("ws://{address}/api/games/{game}/live").into_client_request()?;
        // Thousands of sockets of one generator: small buffers.
        let config = WebSocketConfig::default().read_buffer_size(1 << 10).write_buffer_size(0);
        let opening = client_async_with_config(request, stream, Some(config));
        let (stream, _) =
            timeout(PATIENCE, opening).await.context("the socket does not open")??;
        let mut socket = Self { stream };
        socket.send(hello.to_string()).await?;
        Ok(socket)
    }

    /// Connects, says hello, and waits for the welcome.
    pub async fn enter(
        address: SocketAddr,
        game: &str,
        secret: Option<&str>,
        since: Option<u32>,
    ) -> anyhow::Result<(Self, Value)> {
        let mut socket = Self::connect(address, game, secret, since).await?;
        match socket.hear().await? {
            Heard::Welcome(game) => Ok((socket, game)),
            other => bail!("no welcome but {other:?}"),
        }
    }

    /// Sends a text.
    pub async fn send(&mut self, text: String) -> anyhow::Result<()> {
        Ok(self.stream.send(Message::Text(text.into())).await?)
    }

    /// The next text.
    pub async fn text(&mut self) -> anyhow::Result<Utf8Bytes> {
        loop {
            let next =
                timeout(PATIENCE, self.stream.next()).await.context("the server is silent")?;
            match next.context("the socket is closed")?? {
                Message::Text(text) => return Ok(text),
                Message::Close(_) => bail!("the socket is closed"),
                _ => {}
            }
        }
    }

    /// The next message.
    pub async fn hear(&mut self) -> anyhow::Result<Heard> {
        let text = self.text().await?;
        let message: Envelope<'_> = serde_json::from_str(&text)?;
        Ok(match (message.kind, message.event) {
            ("event", Some(event)) => Heard::Event(serde_json::from_str(event.get())?),
            ("answer", Some(n)) => Heard::Done(serde_json::from_str(n.get())?),
            ("answer", None) => {
                let code = message.error.map(|error| error.code);
                Heard::Refused(message.id.unwrap_or_default(), code.unwrap_or_default())
            }
            ("welcome", _) => Heard::Welcome(message.game.unwrap_or_default()),
            ("bye", _) => Heard::Bye(message.reason.unwrap_or_default()),
            _ => Heard::Other,
        })
    }
}
