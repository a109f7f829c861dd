//! A client of NATS: as much of its protocol as servers of one cluster need to talk to each other.
//!
//! What is published is delivered at most once, and not at all while there is no connection; whoever
//! listens makes up for it from the log. The official client would bring in thirty-four crates, regular
//! expressions and a TLS stack among them; the protocol is eight words. Wires between machines are encrypted by
//! NATS servers themselves (docs/scale.md).

use std::collections::{HashMap, VecDeque};
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::{Buf as _, Bytes, BytesMut};
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::timeout;

/// How many messages wait to be sent before more are dropped.
const QUEUE: usize = 1 << 14;
/// The longest line of the protocol.
const LONGEST_LINE: usize = 64 << 10;
/// The largest message.
const LARGEST: usize = 8 << 20;
/// How often the other side is asked whether it is there, and how long it may be silent.
const PING: Duration = Duration::from_secs(2);
const SILENCE: Duration = Duration::from_secs(5);
/// How long between two tries to connect.
const RETRY: Duration = Duration::from_millis(200);
/// How long a try may take.
const CONNECTING: Duration = Duration::from_secs(2);
/// The number of the subscription to answers.
const ANSWERS: u64 = 1;

/// A connection that is made again whenever it breaks; cheap to clone.
#[derive(Clone, Debug)]
pub struct Nats(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    out: mpsc::Sender<Out>,
    listeners: Mutex<HashMap<u64, Listener>>,
    /// Who waits for an answer, by its number.
    waiting: Mutex<HashMap<u64, oneshot::Sender<Result<Bytes, Unanswered>>>>,
    /// Who waits for the server to have heard all that was said before.
    pongs: Mutex<VecDeque<Option<oneshot::Sender<()>>>>,
    numbers: AtomicU64,
    /// The subject under which answers come, without their number.
    inbox: String,
    is_up: watch::Sender<bool>,
}

#[derive(Debug)]
enum Out {
    Said(Vec<u8>),
    Ping(Option<oneshot::Sender<()>>),
}

#[derive(Debug)]
struct Listener {
    subject: String,
    queue: mpsc::Sender<Heard>,
}

/// A message that came.
#[derive(Debug)]
pub struct Heard {
    /// Where the answer goes, if one is wanted.
    pub reply: Option<String>,
    /// What was said.
    pub data: Bytes,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unanswered {
    /// There is no connection: nobody was asked.
    #[error("there is no connection to NATS")]
    Down,
    /// Nobody listens there.
    #[error("nobody listens")]
    Nobody,
    /// Nothing came in time, or the connection broke meanwhile: it may have been heard or not.
    #[error("no answer came")]
    Silent,
}

/// A server, and who we are to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    host: String,
    user: Option<String>,
    password: Option<String>,
}

impl Address {
    /// Reads `nats://HOST:PORT`, with `USER:PASSWORD@` or `TOKEN@` before the host; several with commas.
    pub fn list(text: &str) -> Option<Vec<Self>> {
        text.split(',').map(Self::one).collect()
    }

    fn one(text: &str) -> Option<Self> {
        let rest = text.trim().strip_prefix("nats://")?.trim_end_matches('/');
        let (who, host) =
            rest.rsplit_once('@').map_or((None, rest), |(who, host)| (Some(who), host));
        if host.is_empty() || host.contains(['/', ' ', '?', '#']) {
            return None;
        }
        let has_port = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let host = if has_port { host.to_owned() } else { format!("{host}:4222") };
        let (user, password) = match who.map(|who| who.split_once(':')) {
            Some(Some((user, password))) => (Some(user.to_owned()), Some(password.to_owned())),
            Some(None) => (who.map(str::to_owned), None),
            None => (None, None),
        };
        Some(Self { host, user, password })
    }

    /// What we say first.
    fn introduction(&self, name: &str) -> String {
        let mut about = serde_json::json!({
            "verbose": false, "pedantic": false, "lang": "koma", "protocol": 1, "headers": true,
            "version": env!("CARGO_PKG_VERSION"), "no_responders": true, "echo": false, "name": name,
        });
        match (&self.user, &self.password) {
            (Some(user), Some(password)) => {
                about["user"] = user.as_str().into();
                about["pass"] = password.as_str().into();
            }
            (Some(token), None) => about["auth_token"] = token.as_str().into(),
            _ => {}
        }
        format!("CONNECT {about}\r\n")
    }
}

impl Nats {
    /// Connects in the background, and again whenever it has to.
    pub fn connect(servers: Vec<Address>, name: &str) -> Self {
        let (out, said) = mpsc::channel(QUEUE);
        let shared = Arc::new(Shared {
            out,
            listeners: Mutex::default(),
            waiting: Mutex::default(),
            pongs: Mutex::default(),
            numbers: AtomicU64::new(ANSWERS + 1),
            inbox: format!("_INBOX.{:032x}.", rand::random::<u128>()),
            is_up: watch::Sender::new(false),
        });
        tokio::spawn(stay_connected(Arc::clone(&shared), servers, name.to_owned(), said));
        Self(shared)
    }

    /// Whether there is a connection.
    pub fn is_up(&self) -> bool {
        *self.0.is_up.borrow()
    }

    /// Waits for a connection; false if there is none in time.
    pub async fn up(&self, patience: Duration) -> bool {
        let mut is_up = self.0.is_up.subscribe();
        timeout(patience, is_up.wait_for(|up| *up)).await.is_ok()
    }

    /// Tells all who listen.
    pub fn publish(&self, subject: &str, data: &[u8]) {
        self.say(subject, None, data);
    }

    fn say(&self, subject: &str, reply: Option<&str>, data: &[u8]) -> bool {
        let reply = reply.map(|reply| format!("{reply} ")).unwrap_or_default();
        let mut said = format!("PUB {subject} {reply}{}\r\n", data.len()).into_bytes();
        said.extend_from_slice(data);
        said.extend_from_slice(b"\r\n");
        self.is_up() && self.0.out.try_send(Out::Said(said)).is_ok()
    }

    /// Asks whoever listens there, and waits for an answer.
    pub async fn request(
        &self,
        subject: &str,
        data: &[u8],
        patience: Duration,
    ) -> Result<Bytes, Unanswered> {
        let number = self.0.numbers.fetch_add(1, Ordering::Relaxed);
        let (answer, answered) = oneshot::channel();
        self.0.waiting().insert(number, answer);
        let reply = format!("{}{number}", self.0.inbox);
        if !self.say(subject, Some(&reply), data) {
            self.0.waiting().remove(&number);
            return Err(Unanswered::Down);
        }
        let answered = timeout(patience, answered).await;
        self.0.waiting().remove(&number);
        answered.unwrap_or(Ok(Err(Unanswered::Silent))).unwrap_or(Err(Unanswered::Silent))
    }

    /// Puts what is said there into a queue, from a moment soon. What finds the queue full is dropped.
    pub fn listen(&self, subject: String, queue: mpsc::Sender<Heard>) -> Subscription {
        let number = self.0.numbers.fetch_add(1, Ordering::Relaxed);
        let said = format!("SUB {subject} {number}\r\n").into_bytes();
        self.0.listeners().insert(number, Listener { subject, queue });
        // The next connection begins with all subscriptions; told twice is told once.
        let _ = self.0.out.try_send(Out::Said(said));
        Subscription { shared: Arc::clone(&self.0), number }
    }

    /// The same; when this returns, the server knows of it, or is away.
    pub async fn subscribe(&self, subject: String, queue: mpsc::Sender<Heard>) -> Subscription {
        let subscription = self.listen(subject, queue);
        if self.is_up() {
            let (pong, heard) = oneshot::channel();
            let _ = self.0.out.send(Out::Ping(Some(pong))).await;
            let _ = timeout(Duration::from_secs(1), heard).await;
        }
        subscription
    }
}

/// A subscription; it ends when this is dropped.
#[derive(Debug)]
pub struct Subscription {
    shared: Arc<Shared>,
    number: u64,
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.shared.listeners().remove(&self.number);
        let said = format!("UNSUB {}\r\n", self.number).into_bytes();
        let _ = self.shared.out.try_send(Out::Said(said));
    }
}

impl Shared {
    fn listeners(&self) -> MutexGuard<'_, HashMap<u64, Listener>> {
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn waiting(&self) -> MutexGuard<'_, HashMap<u64, oneshot::Sender<Result<Bytes, Unanswered>>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn pongs(&self) -> MutexGuard<'_, VecDeque<Option<oneshot::Sender<()>>>> {
        self.pongs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn stay_connected(
    shared: Arc<Shared>,
    servers: Vec<Address>,
    name: String,
    mut said: mpsc::Receiver<Out>,
) {
    for server in servers.iter().cycle() {
        let connected = timeout(CONNECTING, TcpStream::connect(&server.host)).await;
        if let Ok(Ok(stream)) = connected {
            let _ = stream.set_nodelay(true);
            // What was said while nobody heard it is old.
            while said.try_recv().is_ok() {}
            let broken = converse(&shared, stream, server, &name, &mut said).await;
            shared.is_up.send_replace(false);
            shared.waiting().clear();
            shared.pongs().clear();
            tracing::warn!(server = server.host, error = %broken, "the connection to NATS broke");
        }
        tokio::time::sleep(RETRY).await;
    }
}

/// Speaks and listens until the connection breaks.
async fn converse(
    shared: &Shared,
    stream: TcpStream,
    server: &Address,
    name: &str,
    said: &mut mpsc::Receiver<Out>,
) -> io::Error {
    let (reader, writer) = stream.into_split();
    let mut first = server.introduction(name);
    first += &format!("SUB {}* {ANSWERS}\r\n", shared.inbox);
    for (number, listener) in shared.listeners().iter() {
        first += &format!("SUB {} {number}\r\n", listener.subject);
    }
    let (mut answers, pings) = mpsc::channel(64);
    let broken = tokio::select! {
        broken = speak(shared, writer, first, said, pings) => broken,
        broken = listen(shared, reader, &mut answers) => broken,
    };
    broken.err().unwrap_or_else(|| io::ErrorKind::UnexpectedEof.into())
}

/// Sends what is to be said, and asks from time to time whether anybody is there.
async fn speak(
    shared: &Shared,
    mut writer: impl AsyncWrite + Unpin,
    first: String,
    said: &mut mpsc::Receiver<Out>,
    mut pings: mpsc::Receiver<()>,
) -> io::Result<()> {
    let mut bytes = first.into_bytes();
    let mut batch = Vec::new();
    shared.pongs().push_back(None);
    bytes.extend_from_slice(b"PING\r\n");
    let mut pulse = tokio::time::interval(PING);
    loop {
        writer.write_all(&bytes).await?;
        bytes.clear();
        tokio::select! {
            _ = said.recv_many(&mut batch, 256) => {}
            _ = pulse.tick() => batch.push(Out::Ping(None)),
            ping = pings.recv() => match ping {
                Some(()) => bytes.extend_from_slice(b"PONG\r\n"),
                None => return Ok(()),
            },
        }
        for out in batch.drain(..) {
            match out {
                Out::Said(said) => bytes.extend_from_slice(&said),
                Out::Ping(pong) => {
                    shared.pongs().push_back(pong);
                    bytes.extend_from_slice(b"PING\r\n");
                }
            }
        }
    }
}

/// Hears what comes, until nothing comes any more.
async fn listen(
    shared: &Shared,
    mut reader: impl AsyncRead + Unpin,
    pings: &mut mpsc::Sender<()>,
) -> io::Result<()> {
    let mut buffer = BytesMut::with_capacity(64 << 10);
    loop {
        while let Some(frame) = parse(&mut buffer)? {
            match frame {
                Frame::Ping => drop(pings.try_send(())),
                Frame::Pong => {
                    let pong = shared.pongs().pop_front().flatten();
                    pong.map(|pong| pong.send(()));
                    shared.is_up.send_if_modified(|up| !std::mem::replace(up, true));
                }
                Frame::Message { number, subject, reply, is_nobody, data } => {
                    hand_out(shared, number, &subject, reply, is_nobody, data);
                }
                Frame::Error(words) => return Err(io::Error::other(words)),
                Frame::Nothing => {}
            }
        }
        let silence = |_| io::Error::from(io::ErrorKind::TimedOut);
        if timeout(SILENCE, reader.read_buf(&mut buffer)).await.map_err(silence)?? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
}

fn hand_out(
    shared: &Shared,
    number: u64,
    subject: &str,
    reply: Option<String>,
    is_nobody: bool,
    data: Bytes,
) {
    if number == ANSWERS {
        let number = subject.strip_prefix(&*shared.inbox).and_then(|number| number.parse().ok());
        if let Some(waiting) = number.and_then(|number: u64| shared.waiting().remove(&number)) {
            let _ = waiting.send(if is_nobody { Err(Unanswered::Nobody) } else { Ok(data) });
        }
    } else if let Some(listener) = shared.listeners().get(&number)
        && listener.queue.try_send(Heard { reply, data }).is_err()
    {
        metrics::counter!("koma_bus_dropped_total").increment(1);
    }
}

#[derive(Debug, PartialEq)]
enum Frame {
    Ping,
    Pong,
    Message { number: u64, subject: String, reply: Option<String>, is_nobody: bool, data: Bytes },
    Error(String),
    Nothing,
}

/// The next whole frame of what was heard.
fn parse(buffer: &mut BytesMut) -> io::Result<Option<Frame>> {
    let bad = |why: &'static str| io::Error::new(io::ErrorKind::InvalidData, why);
    let Some(end) = buffer.windows(2).take(LONGEST_LINE).position(|pair| pair == b"\r\n") else {
        return if buffer.len() > LONGEST_LINE { Err(bad("a line without end")) } else { Ok(None) };
    };
    let line = std::str::from_utf8(&buffer[..end]).map_err(|_| bad("a line that is no text"))?;
    let mut words = line.split_ascii_whitespace();
    let verb = words.next().unwrap_or_default().to_ascii_uppercase();
    let frame = match verb.as_str() {
        "PING" => Frame::Ping,
        "PONG" => Frame::Pong,
        "-ERR" => Frame::Error(line.to_owned()),
        "INFO" | "+OK" => Frame::Nothing,
        "MSG" | "HMSG" => {
            let words: Vec<&str> = words.collect();
            let sizes = if verb == "MSG" { 1 } else { 2 };
            let (names, sizes) = words
                .split_at_checked(words.len().wrapping_sub(sizes))
                .ok_or_else(|| bad("a message"))?;
            let &[subject, number, ref reply @ ..] = names else { return Err(bad("a message")) };
            let size = |text: &str| text.parse::<usize>().ok().filter(|size| *size <= LARGEST);
            let sizes: Option<Vec<usize>> = sizes.iter().map(|text| size(text)).collect();
            let sizes = sizes.ok_or_else(|| bad("a message's length"))?;
            let (head, whole) =
                (if sizes.len() == 2 { sizes[0] } else { 0 }, sizes[sizes.len() - 1]);
            if head > whole {
                return Err(bad("a message's length"));
            }
            if buffer.len() < end + 2 + whole + 2 {
                return Ok(None);
            }
            let number = number.parse().map_err(|_| bad("a subscription"))?;
            let (subject, reply) =
                (subject.to_owned(), reply.first().map(|&reply| reply.to_owned()));
            buffer.advance(end + 2);
            let mut data = buffer.split_to(whole).freeze();
            let head = data.split_to(head);
            if buffer.split_to(2) != b"\r\n"[..] {
                return Err(bad("a message's end"));
            }
            let is_nobody = head.starts_with(b"NATS/1.0 503");
            return Ok(Some(Frame::Message { number, subject, reply, is_nobody, data }));
        }
        _ => return Err(bad("an unknown word")),
    };
    buffer.advance(end + 2);
    Ok(Some(frame))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(text: &[u8]) -> Vec<Frame> {
        // As if each byte came by itself.
        let (mut buffer, mut frames) = (BytesMut::new(), Vec::new());
        for byte in text {
            buffer.extend_from_slice(&[*byte]);
            frames.extend(parse(&mut buffer).unwrap());
        }
        assert!(buffer.is_empty());
        frames
    }

    #[test]
    fn messages_come_whole_however_they_are_cut() {
        let heard = frames(
            b"INFO {}\r\nPING\r\nMSG a.b 7 5\r\nx\r\ny!\r\nMSG a 8 re.ply 0\r\n\r\n\
              HMSG in.9 1 16 16\r\nNATS/1.0 503\r\n\r\n\r\nPONG\r\n",
        );
        let message =
            |number, subject: &str, reply: Option<&str>, is_nobody, data: &'static [u8]| {
                let (subject, reply) = (subject.to_owned(), reply.map(str::to_owned));
                Frame::Message { number, subject, reply, is_nobody, data: Bytes::from_static(data) }
            };
        let wanted = [
            Frame::Nothing,
            Frame::Ping,
            message(7, "a.b", None, false, b"x\r\ny!"),
            message(8, "a", Some("re.ply"), false, b""),
            message(1, "in.9", None, true, b""),
            Frame::Pong,
        ];
        assert_eq!(heard, wanted);
    }

    #[test]
    fn nonsense_breaks_the_connection_and_nothing_else() {
        for text in [
            "HELLO\r\n",
            "MSG\r\n",
            "MSG a\r\n",
            "MSG a 1\r\n",
            "MSG a 1 -1\r\n",
            "HMSG a 1 9 3\r\n",
            "MSG a 1 99999999999\r\n",
            "MSG a x 1\r\nab\r\n",
            "MSG a 1 1\r\nabc\r\n",
            "\r\n",
        ] {
            let mut buffer = BytesMut::from(text.as_bytes());
            assert!(parse(&mut buffer).is_err(), "{text:?}");
        }
        let mut buffer = BytesMut::from(&vec![b'x'; LONGEST_LINE + 2][..]);
        assert!(parse(&mut buffer).is_err());
    }

    #[test]
    fn addresses_are_read_with_whom_we_are() {
        let read =
            |text| Address::list(text).map(|list| list.into_iter().map(|a| a.host).collect());
        assert_eq!(read("nats://a,nats://b:1/"), Some(vec!["a:4222".to_owned(), "b:1".to_owned()]));
        for bad in ["", "a:4222", "nats://", "redis://a", "nats://a/b", "nats://a,,nats://b"] {
            assert_eq!(read(bad), None::<Vec<String>>, "{bad}");
        }
        let one = &Address::list("nats://koma:p@ss@b:1").unwrap()[0];
        assert_eq!((one.user.as_deref(), one.password.as_deref()), (Some("koma"), Some("p@ss")));
        assert!(one.introduction("n").contains("\"pass\":\"p@ss\""));
    }
}
