//! The program, and a server of it that is asked over plain connections.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

/// So many in full, a part of them otherwise.
pub fn so_many(full: usize, small: usize) -> usize {
    if std::env::var("KOMA_TRIALS").is_ok_and(|size| size == "full") { full } else { small }
}

const PROGRAM: &str = env!("CARGO_BIN_EXE_koma");

/// The program with these arguments.
pub fn koma(args: &[&str]) -> Command {
    told(Command::new(PROGRAM), args)
}

fn told(mut command: Command, args: &[&str]) -> Command {
    command.args(["--lang", "en"]).args(args).env("KOMA_LOG", "warn");
    command
}

/// Runs the program to its end; code, and all it said.
pub fn run(command: &mut Command) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } = command.output().expect("the program runs");
    let said = [stdout, stderr].concat();
    (status.code(), String::from_utf8_lossy(&said).into_owned())
}

/// A server. It is killed when this is dropped.
pub struct Server {
    /// Its process.
    pub child: Child,
    /// Where it listens.
    pub address: SocketAddr,
}

const SERVE: [&str; 5] = ["serve", "--no-open", "--rate", "0", "--data"];

impl Server {
    /// Starts one with more flags, some without a value, or `env NAME` and a value; or gives its last words.
    pub fn start(folder: &Path, more: &[(&str, &str)]) -> Result<Self, String> {
        let mut command = koma(&SERVE);
        command.arg(folder);
        if !more.iter().any(|(name, _)| *name == "--port") {
            command.args(["--port", "0"]);
        }
        for (name, value) in more {
            match name.strip_prefix("env ") {
                Some(name) => command.env(name, value),
                None if value.is_empty() => command.arg(name),
                None => command.arg(name).arg(value),
            };
        }
        Self::launch(command)
    }

    /// Starts one that may open so many files.
    pub fn with_few_files(folder: &Path, files: usize) -> Result<Self, String> {
        let mut command = Command::new("prlimit");
        command.arg(format!("--nofile={files}")).arg(PROGRAM);
        let mut command = told(command, &SERVE);
        command.arg(folder).args(["--port", "0"]);
        Self::launch(command)
    }

    fn launch(mut command: Command) -> Result<Self, String> {
        let mut child = command.stderr(Stdio::piped()).spawn().expect("the program runs");
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

    /// Its memory, in megabytes.
    pub fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
        kilobytes.map_or(0, |kilobytes: u64| kilobytes >> 10)
    }

    /// Sends it a signal.
    pub fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([name, &id]).status().is_ok_and(|done| done.success()));
    }

    /// Asks; the status and the answer. The status is 0 where there is no answer.
    pub fn ask(&self, method: &str, path: &str, key: &str, body: &Value) -> (u16, Value) {
        match TcpStream::connect(self.address) {
            Ok(stream) => self.ask_on(stream, method, path, key, body),
            Err(_) => (0, Value::Null),
        }
    }

    /// Asks on a connection that was opened before.
    pub fn ask_on(
        &self,
        mut stream: TcpStream,
        method: &str,
        path: &str,
        key: &str,
        body: &Value,
    ) -> (u16, Value) {
        let key = format!("Bearer {key}");
        let text = self.request(method, path, &[("authorization", &key)], body);
        let heard = Self::exchange(&mut stream, &text);
        let status = heard.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let body = heard.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        (status, serde_json::from_str(body).unwrap_or_default())
    }

    /// Asks with headers of one's own; the whole answer, head and all.
    pub fn ask_whole(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &Value,
    ) -> String {
        let mut stream = TcpStream::connect(self.address).expect("it listens");
        Self::exchange(&mut stream, &self.request(method, path, headers, body))
    }

    fn exchange(stream: &mut TcpStream, text: &str) -> String {
        let mut heard = Vec::new();
        let asked = stream.set_read_timeout(Some(Duration::from_secs(40)));
        // What was heard before a connection broke counts.
        let _ = asked
            .and_then(|()| stream.write_all(text.as_bytes()))
            .and_then(|()| stream.read_to_end(&mut heard));
        String::from_utf8_lossy(&heard).into_owned()
    }

    fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &Value) -> String {
        let body = body.to_string();
        let lines: String =
            headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n{lines}\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
    }

    /// Asks for what is told line by line; the JSON objects, as they come.
    pub fn lines(&self, path: &str, body: &Value) -> impl Iterator<Item = String> + use<> {
        let mut stream = TcpStream::connect(self.address).expect("it listens");
        stream.write_all(self.request("POST", path, &[], body).as_bytes()).expect("it hears");
        let lines = BufReader::new(stream).lines().map_while(Result::ok);
        // Between them stand the head, and the lengths of the parts.
        lines.filter(|line| line.starts_with('{'))
    }

    /// A game that both have joined: its address, and the keys of both.
    pub fn game(&self, clock: Value) -> (String, [String; 2]) {
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
    pub fn left(&self, game: &str) -> u64 {
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
